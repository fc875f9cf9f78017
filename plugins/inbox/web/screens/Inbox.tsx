import { Screen, useT } from '@atrium/sdk/web'

export default function Inbox() {
  const t = useT()
  return (
    <Screen name="inbox/Inbox" title={t('admin.inbox')}>
      {null}
    </Screen>
  )
}
