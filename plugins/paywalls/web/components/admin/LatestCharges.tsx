/** The latest charges beside the overview. */
import { formatMoney } from '@atrium/sdk'
import { Avatar, Card, CardHead, EmptyState, Link, Query, Skeleton, Time, useLocale, useRead, useT } from '@atrium/sdk/web'
import contract from '../../../contract.ts'
import { ChargeBadge } from '../StateBadge.tsx'

export function Charges() {
  const t = useT()
  const locale = useLocale()
  const query = useRead(contract.routes.charges, { query: { per_page: 6 } })
  return (
    <Card className="min-w-0">
      <CardHead
        title={t('charges.latest')}
        action={
          <Link to="/settings/paywalls/paywall_charges" className="text-13 text-link underline">
            {t('charges.all')}
          </Link>
        }
      />
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={240} />}
        isEmpty={({ records }) => records.length === 0}
        empty={<EmptyState icon="receipt" title={t('charges.none')} text={t('charges.noneText')} />}
      >
        {({ records }) => (
          <ul className="divide-y divide-border">
            {records.map((charge) => (
              <li key={charge.id} className="flex items-center gap-3 px-4 py-3 desk:px-5">
                <Avatar name={charge.community_member_name ?? '?'} id={charge.community_member_id ?? 0} src={charge.community_member_avatar_url} size={32} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{charge.community_member_name}</span>
                  <span className="block truncate text-13 text-text-2">{charge.description || charge.paywall_name}</span>
                </span>
                <span className="text-end">
                  <span className="block font-medium tabular-nums">{formatMoney(locale, charge.amount, charge.currency)}</span>
                  <Time value={charge.created_at} kind="day" className="text-12 text-text-3" />
                </span>
                <ChargeBadge status={charge.status} />
              </li>
            ))}
          </ul>
        )}
      </Query>
    </Card>
  )
}
