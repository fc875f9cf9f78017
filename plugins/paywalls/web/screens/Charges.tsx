/** All charges: found, narrowed, given back, downloaded. */
import { formatMoney } from '@atrium/sdk'
import {
  AdminPage,
  Avatar,
  Card,
  DataTable,
  EmptyState,
  IconButton,
  Link,
  LoadMore,
  Menu,
  Query,
  SearchField,
  Select,
  Skeleton,
  Time,
  useLocale,
  useRead,
  useReadPages,
  useSearch,
  useSettled,
  useT,
} from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import { useState } from 'react'
import contract, { CHARGE_STATES } from '../../contract.ts'
import { EvidenceLine } from '../components/admin/EvidenceLine.tsx'
import { Refund } from '../components/admin/Refund.tsx'
import { ChargeBadge } from '../components/StateBadge.tsx'
import { MoneyTabs } from '../components/Tabs.tsx'

const { routes } = contract
type Charge = RouteReply<typeof routes.charges>['records'][number]

export default function Charges() {
  const t = useT()
  const locale = useLocale()
  const [text, setText] = useState(useSearch().get('query') ?? '')
  const [status, setStatus] = useState('')
  const [paywall, setPaywall] = useState('')
  const [refunded, setRefunded] = useState<Charge | null>(null)
  const search = useSettled(text.trim()) || undefined
  const paywalls = useRead(routes.list, { query: { per_page: 100 } })
  const filter = { query: search, ...(status && { status: status as Charge['status'] }), ...(paywall && { paywall_ids: paywall }) }
  const query = useReadPages(routes.charges, { query: { ...filter, per_page: 50 } }, { keepPrevious: true })
  const csv = `/settings/paywalls/paywall_charges.csv?${new URLSearchParams(Object.entries(filter).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))}`
  const narrowed = Boolean(search || status || paywall)
  return (
    <AdminPage
      name="paywalls/Charges"
      title={t('admin.charges')}
      text={t('charges.text')}
      actions={[{ label: t('csv'), icon: 'download', onSelect: () => location.assign(csv) }]}
      who="paywalls.manage"
      wide
    >
      <MoneyTabs current="charges" />
      <Card>
        <div className="flex flex-wrap gap-2 p-3">
          <SearchField value={text} onChange={setText} placeholder={t('charges.search')} label={t('charges.search')} className="min-w-48 flex-1" />
          <Select
            size="sm"
            className="w-auto!"
            aria-label={t('list.state')}
            value={status}
            onChange={(event) => setStatus(event.target.value)}
            options={[{ value: '', label: t('filter.allStates') }, ...CHARGE_STATES.map((value) => ({ value, label: t(`charge.${value}`) }))]}
          />
          <Select
            size="sm"
            className="w-auto!"
            aria-label={t('list.title')}
            value={paywall}
            onChange={(event) => setPaywall(event.target.value)}
            options={[
              { value: '', label: t('filter.allPaywalls') },
              ...(paywalls.data?.records ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        </div>
        <Query query={query} skeleton={<Skeleton w="100%" h={360} />}>
          {({ pages }) => (
            <DataTable
              label={t('admin.charges')}
              rows={pages.flatMap(({ records }) => records)}
              empty={<EmptyState icon="receipt" title={t(narrowed ? 'charges.noneFound' : 'charges.none')} text={t('charges.noneText')} />}
              columns={[
                {
                  key: 'who',
                  title: t('column.member'),
                  render: (charge) => (
                    <span className="flex min-h-10 items-center gap-3">
                      <Avatar
                        name={charge.community_member_name ?? '?'}
                        id={charge.community_member_id ?? 0}
                        src={charge.community_member_avatar_url}
                        size={28}
                      />
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
                        <span className="text-12 text-text-3">
                          {t('charges.back', { amount: formatMoney(locale, charge.amount_refunded, charge.currency) })}
                        </span>
                      )}
                    </span>
                  ),
                },
                { key: 'state', state: true, title: t('list.state'), render: (charge) => <ChargeBadge status={charge.status} /> },
                { key: 'at', title: t('column.at'), className: 'whitespace-nowrap', render: (charge) => <Time value={charge.created_at} kind="day" /> },
                {
                  key: 'menu',
                  pinned: true,
                  align: 'right',
                  title: <span className="sr-only">{t('acts')}</span>,
                  render: (charge) => (
                    <Menu
                      trigger={<IconButton icon="ellipsis" label={t('charges.menu', { number: charge.number || String(charge.id) })} />}
                      items={[
                        charge.number !== '' && {
                          label: t('charges.receipt', { number: charge.number }),
                          icon: 'file-text',
                          onSelect: () => void window.open(`/internal_api/account_subscriptions/charges/${charge.id}/receipt`),
                        },
                        charge.community_member_public_uid !== null && {
                          label: t('charges.member'),
                          icon: 'user',
                          to: `/u/${charge.community_member_public_uid}`,
                        },
                        charge.refundable && { label: t('refund.title'), icon: 'undo-2', tone: 'danger' as const, onSelect: () => setRefunded(charge) },
                      ]}
                    />
                  ),
                },
              ]}
            />
          )}
        </Query>
      </Card>
      <LoadMore query={query} />
      {refunded && <Refund charge={refunded} onClose={() => setRefunded(null)} />}
    </AdminPage>
  )
}
