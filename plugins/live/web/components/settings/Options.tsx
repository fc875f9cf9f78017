/** What a room allows: at the door, of recordings, questions and chat. */
import { Card, SettingRow, Switch, useSession, useT } from '@atrium/sdk/web'
import type { PartProps, SWITCHES } from './values.ts'

type Key = (typeof SWITCHES)[number]

export function Options({ values, set }: PartProps) {
  const t = useT()
  const { has } = useSession()
  const groups: [title: string, keys: (Key | false)[]][] = [
    ['door', ['mute_on_join', 'has_waiting_room', 'hide_participants_list', 'limit_url_sharing']],
    ['recordings', ['recording_enabled', values.recording_enabled && values.space_id !== null && 'auto_post_recording_enabled']],
    [
      'talk',
      [
        'questions_enabled',
        values.questions_enabled && 'questions_are_checked',
        values.questions_enabled && 'anonymous_questions',
        has('chat') && 'chat_enabled',
      ],
    ],
  ]
  return groups.map(([title, keys]) => (
    <section key={title} aria-label={t(`settings.group.${title}`)}>
      <h3 className="mb-1.5 text-13 font-medium">{t(`settings.group.${title}`)}</h3>
      <Card>
        {keys.map(
          (key) =>
            key && (
              <SettingRow
                key={key}
                title={t(`settings.${key}`)}
                text={t(`settings.${key}.help`)}
                control={(aria) => <Switch {...aria} checked={values[key]} onChange={(on) => set({ [key]: on })} />}
              />
            ),
        )}
      </Card>
    </section>
  ))
}
