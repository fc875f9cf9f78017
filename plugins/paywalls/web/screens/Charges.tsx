/** All charges: found, narrowed, given back, downloaded. */
import { formatMoney, type RouteReply } from '@atrium/sdk'
import { Avatar, Link, ListScreen, Time, useList, useLocale, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { CHARGE_STATES } from '../../contract.ts'
import { EvidenceLine } from '../components/admin/EvidenceLine.tsx'
import { Refund } from '../components/admin/Refund.tsx'
import { useSaleFilters } from '../components/admin/useSaleFilters.ts'
import { ChargeBadge } from '../components/StateBadge.tsx'

const { routes } = contract
type Charge = RouteReply<typeof routes.charges>['records'][number]

export default function Charges() {
  const t = useT()
  const locale = useLocale()
  const [refunded, setRefunded] = useState<Charge | null>(null)
  const list = useList(routes.charges, { search: 'query', filters: { status: '', paywall_ids: '' }, query: { per_page: 50 } })
  const { filters } = useSaleFilters(CHARGE_STATES.map((value) => ({ value, label: t(`charge.${value}`) })))
  return (
    <ListScreen
      name="paywalls/Charges"
      title={t('admin.charges')}
      text={t('charges.text')}
      csv="/settings/paywalls/paywall_charges.csv"
      who="paywalls.manage"
      list={list}
      search={t('charges.search')}
      filters={filters}
      height={360}
      empty={{ icon: 'receipt', title: t('charges.none'), text: t('charges.noneText') }}
      found={{ title: t('charges.noneFound') }}
      columns={[
        {
          key: 'who',
          title: t('column.member'),
          render: (charge) => (
            <span className="flex min-h-10 items-center gap-3">
              <Avatar name={charge.community_member_name ?? '?'} id={charge.community_member_id ?? 0} src={charge.community_member_avatar_url} size={28} />
              <span className="min-w-0">
                <span className="block font-medium">{charge.community_member_name ?? t('former')}</span>
                <span className="block truncate text-13 text-text-3">{charge.community_member_email}</span>
                <EvidenceLine evidence={charge.evidence} />
              </span>
            </span>
          ),
        },
        {
          key: 'what',
          title: t('column.what'),
          render: (charge) =>
            charge.subscription_id ? (
              <Link className="hover:underline" to={`/settings/paywalls/paywall_subscriptions/${charge.subscription_id}`}>
                {charge.description || charge.paywall_name}
              </Link>
            ) : (
              charge.description || charge.paywall_name
            ),
        },
        {
          key: 'amount',
          title: t('column.amount'),
          align: 'right',
          render: (charge) => (
            <span className="grid justify-items-end tabular-nums">
              {formatMoney(locale, charge.amount, charge.currency)}
              {charge.amount_refunded > 0 && (
                <span className="text-12 text-text-3">{t('charges.back', { amount: formatMoney(locale, charge.amount_refunded, charge.currency) })}</span>
              )}
            </span>
          ),
        },
        { key: 'state', state: true, title: t('list.state'), render: (charge) => <ChargeBadge status={charge.status} /> },
        { key: 'at', title: t('column.at'), className: 'whitespace-nowrap', render: (charge) => <Time value={charge.created_at} kind="day" /> },
      ]}
      menu={(charge) => ({
        label: t('charges.menu', { number: charge.number || String(charge.id) }),
        items: [
          charge.number !== '' && {
            label: t('charges.receipt', { number: charge.number }),
            icon: 'file-text',
            onSelect: () => void window.open(`/internal_api/account_subscriptions/charges/${charge.id}/receipt`),
          },
          charge.community_member_public_uid !== null && { label: t('charges.member'), icon: 'user', to: `/u/${charge.community_member_public_uid}` },
          charge.refundable && { label: t('refund.title'), icon: 'undo-2', tone: 'danger' as const, onSelect: () => setRefunded(charge) },
        ],
      })}
    >
      {refunded && <Refund charge={refunded} onClose={() => setRefunded(null)} />}
    </ListScreen>
  )
}
