/** In one's own account: whether agents may read what one writes. */
import { Card, messageOf, SettingRow, Switch, toast, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../contract.ts'

const { routes } = contract

export default function Preference() {
  const t = useT()
  const { member, viewOnly } = useSession()
  const { data } = useRead(routes.preference, undefined, { enabled: member !== null })
  const write = useWrite(routes.updatePreference, {
    invalidates: [routes.preference],
    onError: (error) => toast.error(messageOf(error, t('preference.failed'))),
  })
  if (!data || viewOnly) return null
  return (
    <Card className="mt-4">
      <SettingRow
        title={t('preference.title')}
        text={t('preference.text')}
        control={(aria) => <Switch {...aria} checked={data.is_read} disabled={write.isPending} onChange={(is_read) => write.mutate({ body: { is_read } })} />}
      />
    </Card>
  )
}
