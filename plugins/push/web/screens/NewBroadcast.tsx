/** `/settings/plus/push-notifications/new` */
import { AdminPage, useT } from '@atrium/sdk/web'
import { Composer } from '../components/Composer.tsx'
import { AT } from '../components/paths.ts'

export default function NewBroadcast() {
  const t = useT()
  return (
    <AdminPage name="push/NewBroadcast" title={t('action.new')} back={{ to: AT, label: t('admin.push') }} who="push.manage" wide>
      <Composer broadcast={null} />
    </AdminPage>
  )
}
