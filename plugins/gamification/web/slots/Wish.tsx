/** In one's own account: whether one takes part. */
import { Card, CardHead, messageOf, SettingRow, Switch, toast, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../contract.ts'

const { routes } = contract

export default function Wish() {
  const t = useT()
  const { member, viewOnly } = useSession()
  const { data } = useRead(routes.preference, undefined, { enabled: member !== null })
  const write = useWrite(routes.updatePreference, { invalidates: [contract], onError: (error) => toast.error(messageOf(error, t('wish.failed'))) })
  if (!data || viewOnly) return null
  return (
    <Card className="mt-4">
      <CardHead title={t('plugin.title')} text={t('wish.about')} />
      <SettingRow
        title={t('wish.title')}
        text={t('wish.text')}
        control={(aria) => (
          <Switch {...aria} checked={data.takes_part} disabled={write.isPending} onChange={(takes_part) => write.mutate({ body: { takes_part } })} />
        )}
      />
    </Card>
  )
}
