/** The way to one's own billing, among the tabs of one's account. */
import { TabLink, useSession, useT } from '@atrium/sdk/web'

export default function BillingTab() {
  const t = useT()
  if (!useSession().member) return null
  return <TabLink to="/account/billing">{t('billing.tab')}</TabLink>
}
