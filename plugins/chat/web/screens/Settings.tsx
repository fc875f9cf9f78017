/** Who may write to whom. */
import { Card, Form, PageHeader, Query, SaveBar, Screen, SettingRow, SkeletonText, Switch, useEdits, useRead, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Preferences } from '../../contract.ts'

const { routes } = contract
const KEYS = ['messaging_enabled', 'member_to_member_messaging_enabled', 'connection_required', 'group_messaging_enabled', 'voice_messages_enabled'] as const

function Rows({ saved }: { saved: Preferences }) {
  const t = useT()
  const write = useWrite(routes.updatePreferences, { invalidates: [routes.preferences] })
  const { value, set, form, bar } = useEdits(saved, (changes) => write.mutateAsync({ body: changes }))
  return (
    <Form {...form}>
      <Card>
        {KEYS.map((key) => (
          <SettingRow
            key={key}
            title={t(`settings.${key}`)}
            text={t(`settings.${key}.help`)}
            control={(aria) => (
              <Switch {...aria} checked={value[key]} disabled={key !== 'messaging_enabled' && !value.messaging_enabled} onChange={(on) => set({ [key]: on })} />
            )}
          />
        ))}
      </Card>
      <SaveBar {...bar} />
    </Form>
  )
}

export default function Settings() {
  const t = useT()
  const query = useRead(routes.preferences)
  return (
    <Screen name="chat/Settings" title={t('admin.messaging')}>
      <PageHeader title={t('admin.messaging')} text={t('settings.text')} />
      <Query query={query} skeleton={<SkeletonText lines={6} />}>
        {(saved) => <Rows saved={saved} />}
      </Query>
    </Screen>
  )
}
