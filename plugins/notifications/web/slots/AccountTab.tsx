/** The way to one's preferences, among the tabs of one's own account. */
import { TabLink, useT } from '@atrium/sdk/web'

export default function AccountTab() {
  const t = useT()
  return <TabLink to="/account/notifications">{t('preferences.title')}</TabLink>
}
