/** The way to one's own billing, among the tabs of one's account. */
import { Link, useSession, useT } from '@atrium/sdk/web'

export default function BillingTab() {
  const t = useT()
  if (!useSession().member) return null
  return (
    <Link to="/account/billing" className="font-medium text-link">
      {t('billing.tab')}
    </Link>
  )
}
