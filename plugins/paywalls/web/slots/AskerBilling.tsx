/** What whoever asks in the inbox holds and has paid last, beside their conversation. */
import { formatMoney } from '@atrium/sdk'
import type { SlotPropsOf } from '@atrium/sdk'
import { Link, Time, useLocale, useRead, useSession, useT } from '@atrium/sdk/web'
import type inbox from '../../../inbox/contract.ts'
import contract from '../../contract.ts'
import { ChargeBadge, PurchaseBadge } from '../components/StateBadge.tsx'

const { routes } = contract
/** Of each kind. */
const LATEST = 3

export default function AskerBilling({ memberId }: SlotPropsOf<(typeof inbox)['slots']['inbox.person']>) {
  const t = useT()
  const locale = useLocale()
  const { can } = useSession()
  const enabled = memberId !== null && can('paywalls.manage')
  const query = { query: { community_member_id: memberId ?? 0, per_page: LATEST } }
  const subscriptions = useRead(routes.subscriptions, query, { enabled }).data?.records ?? []
  const charges = useRead(routes.charges, query, { enabled }).data?.records ?? []
  if (!enabled || subscriptions.length + charges.length === 0) return null
  return (
    <section aria-label={t('asker.title')} className="border-t px-4 py-3.5">
      <h3 className="mb-1.5 text-13 font-semibold">{t('asker.title')}</h3>
      <ul className="grid gap-2">
        {subscriptions.map(({ id, paywall_name, price_name, status, ends_at, leaves_at }) => (
          <li key={`subscription-${id}`} className="flex items-start justify-between gap-3">
            <span className="min-w-0">
              <Link to={`/settings/paywalls/paywall_subscriptions/${id}`} className="block truncate font-medium hover:underline">
                {paywall_name}
              </Link>
              <span className="block truncate text-12 text-text-3">{price_name}</span>
            </span>
            <PurchaseBadge status={status} ends={ends_at !== null || leaves_at !== null} />
          </li>
        ))}
        {charges.map(({ id, amount, currency, status, created_at }) => (
          <li key={`charge-${id}`} className="flex items-start justify-between gap-3">
            <span className="min-w-0">
              <span className="block font-medium tabular-nums">{formatMoney(locale, amount, currency)}</span>
              <Time value={created_at} kind="date" className="block text-12 text-text-3" />
            </span>
            <ChargeBadge status={status} />
          </li>
        ))}
      </ul>
    </section>
  )
}
