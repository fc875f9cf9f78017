/** What a chat space asks of its conversation, in the form of the space. */
import { Card, Field, SettingRow, Switch, Textarea, useT } from '@atrium/sdk/web'
import type { SpaceSettings as Props } from '../../../spaces/contract.ts'
import type { SpaceOptions } from '../../contract.ts'

export default function SpaceSettings({ types, values, onChange, errors }: Props) {
  const t = useT()
  if (!types.includes('chat')) return null
  const { chat_room_show_history, chat_room_description } = values as Partial<SpaceOptions>
  return (
    <>
      <Card>
        <SettingRow
          title={t('space.history')}
          control={(aria) => <Switch {...aria} checked={chat_room_show_history !== false} onChange={(on) => onChange({ chat_room_show_history: on })} />}
        />
      </Card>
      <Card pad>
        <Field label={t('space.description')} error={errors.chat_room_description}>
          <Textarea
            rows={2}
            maxLength={2000}
            value={chat_room_description ?? ''}
            onChange={(event) => onChange({ chat_room_description: event.target.value || null })}
          />
        </Field>
      </Card>
    </>
  )
}
