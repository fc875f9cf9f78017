/** Who may write to whom. */
import { Card, PageHeader, Query, SaveBar, Screen, SettingRow, SkeletonText, Switch, toast, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Preferences } from '../../contract.ts'

const { routes } = contract
const KEYS = ['messaging_enabled', 'member_to_member_messaging_enabled', 'connection_required', 'group_messaging_enabled', 'voice_messages_enabled'] as const

function Rows({ saved }: { saved: Preferences }) {
  const t = useT()
  const [changes, setChanges] = useState<Partial<Preferences>>({})
  const value = { ...saved, ...changes }
  const save = useWrite(routes.updatePreferences, {
    invalidates: [routes.preferences],
    onSuccess: () => {
      setChanges({})
      toast.success(t('settings.saved'))
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <>
      <Card className="divide-y px-5">
        {KEYS.map((key) => (
          <SettingRow
            key={key}
            title={t(`settings.${key}`)}
            text={t(`settings.${key}.help`)}
            control={(aria) => (
              <Switch
                {...aria}
                checked={value[key]}
                disabled={key !== 'messaging_enabled' && !value.messaging_enabled}
                onChange={(on) => setChanges({ ...changes, [key]: on })}
              />
            )}
          />
        ))}
      </Card>
      <SaveBar
        dirty={KEYS.some((key) => value[key] !== saved[key])}
        saving={save.isPending}
        onSave={() => save.mutateAsync({ body: changes }).catch(() => {})}
        onReset={() => setChanges({})}
      />
    </>
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
