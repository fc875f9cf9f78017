import { Screen, useT } from '@atrium/sdk/web'

export default function SetUp() {
  const t = useT()
  return (
    <Screen name="inbox/SetUp" title={t('admin.setup')}>
      {null}
    </Screen>
  )
}
