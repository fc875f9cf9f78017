/** What a person holds and has paid, on their page. */
import { formatMoney } from '@atrium/sdk'
import type { SlotPropsOf } from '@atrium/sdk'
import { Card, EmptyState, Link, Query, Skeleton, Time, useLocale, useRead, useSession, useT } from '@atrium/sdk/web'
import type audience from '../../../audience/contract.ts'
import contract from '../../contract.ts'
import { EvidenceLine } from '../components/admin/EvidenceLine.tsx'
import { ChargeBadge, PurchaseBadge } from '../components/StateBadge.tsx'

const { routes } = contract

export default function PersonBilling({ memberId }: SlotPropsOf<(typeof audience)['slots']['person.billing']>) {
  const t = useT()
  const locale = useLocale()
  const { can } = useSession()
  const enabled = memberId !== null && can('paywalls.manage')
  const subscriptions = useRead(routes.subscriptions, { query: { community_member_id: memberId ?? 0, per_page: 50 } }, { enabled })
  const charges = useRead(routes.charges, { query: { community_member_id: memberId ?? 0, per_page: 20 } }, { enabled })
  if (!enabled) return <EmptyState icon="credit-card" title={t('person.none')} text={t('person.noneText')} />
  return (
    <div className="grid gap-4">
      <Query query={subscriptions} skeleton={<Skeleton w="100%" h={80} />}>
        {({ records }) => (
          <>
            {records.map((it) => (
              <Card key={it.id} pad className="flex flex-wrap items-center gap-3">
                <span className="min-w-0 flex-1">
                  <Link className="font-medium hover:underline" to={`/settings/paywalls/paywall_subscriptions/${it.id}`}>
                    {it.paywall_name}
                  </Link>
                  <span className="block text-13 text-text-2">{it.price_name}</span>
                </span>
                <span className="tabular-nums">{formatMoney(locale, it.total_amount_paid, it.currency)}</span>
                <PurchaseBadge status={it.status} ends={it.ends_at !== null || it.leaves_at !== null} />
              </Card>
            ))}
          </>
        )}
      </Query>
      <Query
        query={charges}
        skeleton={<Skeleton w="100%" h={120} />}
        isEmpty={({ records }) => records.length === 0}
        empty={<EmptyState icon="receipt" title={t('person.none')} text={t('person.noneText')} />}
      >
        {({ records }) => (
          <Card as="ul" className="divide-y divide-border">
            {records.map((charge) => (
              <li key={charge.id} className="flex items-center gap-3 px-4 py-2.5">
                <Time value={charge.created_at} kind="day" className="w-28 text-text-2" />
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{charge.description || charge.paywall_name}</span>
                  <EvidenceLine evidence={charge.evidence} />
                </span>
                <span className="tabular-nums">{formatMoney(locale, charge.amount, charge.currency)}</span>
                <ChargeBadge status={charge.status} />
              </li>
            ))}
          </Card>
        )}
      </Query>
    </div>
  )
}
