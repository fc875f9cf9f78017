/** All subscriptions: found, narrowed, ended or moved many at once. */
import { formatMoney } from '@atrium/sdk'
import {
  AdminPage,
  Avatar,
  Button,
  Card,
  DataTable,
  Dialog,
  EmptyState,
  Field,
  Input,
  Link,
  LoadMore,
  Query,
  RadioGroup,
  SearchField,
  Select,
  SelectionBar,
  Skeleton,
  Time,
  toast,
  useLocale,
  useNavigate,
  useRead,
  useReadPages,
  useSettled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import { useState } from 'react'
import contract, { PURCHASE_STATES } from '../../contract.ts'
import { PurchaseBadge } from '../components/StateBadge.tsx'
import { MoneyTabs } from '../components/Tabs.tsx'

const { routes } = contract
type Subscription = RouteReply<typeof routes.subscriptions>['records'][number]

export default function Subscriptions() {
  const t = useT()
  const locale = useLocale()
  const [text, setText] = useState('')
  const [status, setStatus] = useState('')
  const [paywall, setPaywall] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<number | string>>(new Set())
  const [bulk, setBulk] = useState(false)
  const search = useSettled(text.trim()) || undefined
  const paywalls = useRead(routes.list, { query: { per_page: 100 } })
  const filter = { query: search, ...(status && { status: status as Subscription['status'] }), ...(paywall && { paywall_ids: paywall }) }
  const query = useReadPages(routes.subscriptions, { query: { ...filter, per_page: 50 } }, { keepPrevious: true })
  const csv = `/settings/paywalls/paywall_subscriptions.csv?${new URLSearchParams(Object.entries(filter).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))}`
  const narrowed = Boolean(search || status || paywall)
  return (
    <AdminPage
      name="paywalls/Subscriptions"
      title={t('admin.subscriptions')}
      text={t('subscriptions.text')}
      actions={[
        { label: t('admin.bulk'), icon: 'history', to: '/settings/paywalls/paywall_bulk_logs' },
        { label: t('csv'), icon: 'download', onSelect: () => location.assign(csv) },
      ]}
      who="paywalls.manage"
      wide
    >
      <MoneyTabs current="subscriptions" />
      <Card>
        <div className="flex flex-wrap gap-2 p-3">
          <SearchField value={text} onChange={setText} placeholder={t('subscriptions.search')} label={t('subscriptions.search')} className="min-w-48 flex-1" />
          <Select
            size="sm"
            className="w-auto!"
            aria-label={t('list.state')}
            value={status}
            onChange={(event) => setStatus(event.target.value)}
            options={[{ value: '', label: t('filter.allStates') }, ...PURCHASE_STATES.map((value) => ({ value, label: t(`purchase.${value}`) }))]}
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
              label={t('admin.subscriptions')}
              rows={pages.flatMap(({ records }) => records)}
              selection={{ selected, onChange: setSelected }}
              empty={<EmptyState icon="refresh-cw" title={t(narrowed ? 'subscriptions.noneFound' : 'subscriptions.none')} text={t('subscriptions.noneText')} />}
              columns={[
                {
                  key: 'who',
                  title: t('column.member'),
                  render: (row) => (
                    <Link to={`/settings/paywalls/paywall_subscriptions/${row.id}`} className="flex min-h-10 items-center gap-3 hover:underline">
                      <Avatar name={row.community_member_name ?? '?'} id={row.community_member_id ?? 0} src={row.community_member_avatar_url} size={28} />
                      <span className="min-w-0">
                        <span className="block font-medium">{row.community_member_name ?? t('former')}</span>
                        <span className="block truncate text-13 text-text-3">{row.community_member_email}</span>
                      </span>
                    </Link>
                  ),
                },
                {
                  key: 'what',
                  title: t('column.what'),
                  render: (row) => (
                    <span className="grid">
                      {row.paywall_name}
                      <span className="text-13 text-text-3">{row.price_name}</span>
                    </span>
                  ),
                },
                {
                  key: 'paid',
                  title: t('column.paid'),
                  align: 'right',
                  render: (row) => <span className="tabular-nums">{formatMoney(locale, row.total_amount_paid, row.currency)}</span>,
                },
                {
                  key: 'next',
                  title: t('column.next'),
                  className: 'whitespace-nowrap',
                  render: (row) => (row.renews_at ? <Time value={row.renews_at} kind="day" /> : '–'),
                },
                { key: 'state', state: true, title: t('list.state'), render: (row) => <PurchaseBadge status={row.status} ends={row.ends_at !== null} /> },
                { key: 'since', title: t('column.since'), className: 'whitespace-nowrap', render: (row) => <Time value={row.created_at} kind="day" /> },
              ]}
            />
          )}
        </Query>
      </Card>
      <LoadMore query={query} />
      {selected.size > 0 && (
        <SelectionBar count={selected.size} onClear={() => setSelected(new Set())}>
          <Button variant="primary" onClick={() => setBulk(true)}>
            {t('bulk.do')}
          </Button>
        </SelectionBar>
      )}
      {bulk && <Bulk ids={[...selected].map(Number)} prices={paywalls.data?.records ?? []} onClose={() => setBulk(false)} />}
    </AdminPage>
  )
}

type Action = 'cancel' | 'move_price' | 'give_time'
function Bulk({ ids, prices, onClose }: { ids: number[]; prices: readonly RouteReply<typeof routes.list>['records'][number][]; onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const [action, setAction] = useState<Action>('give_time')
  const [days, setDays] = useState('7')
  const [price, setPrice] = useState('')
  const write = useWrite(routes.bulk, {
    invalidates: [contract],
    onSuccess: () => navigate('/settings/paywalls/paywall_bulk_logs'),
    onError: (error) => toast.error(error.message),
  })
  const choices = prices.flatMap((paywall) =>
    paywall.prices
      .filter(({ status, price_type }) => status === 'active' && price_type === 'subscription')
      .map((one) => ({ value: String(one.id), label: `${paywall.name}: ${one.name || one.display_name}` })),
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('bulk.title', { count: ids.length })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel.close')}</Button>
          <Button
            variant={action === 'cancel' ? 'danger' : 'primary'}
            loading={write.isPending}
            disabled={action === 'move_price' && !price}
            onClick={() =>
              write.mutate({
                body: {
                  action,
                  subscription_ids: ids,
                  ...(action === 'give_time' && { days: Number(days) }),
                  ...(action === 'move_price' && { price_id: Number(price) }),
                },
              })
            }
          >
            {t('bulk.start')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <RadioGroup
          label={t('bulk.what')}
          value={action}
          onChange={setAction}
          options={(['give_time', 'move_price', 'cancel'] as const).map((value) => ({ value, label: t(`bulk.${value}`), text: t(`bulk.${value}Text`) }))}
        />
        {action === 'give_time' && (
          <Field label={t('act.days')}>
            <Input type="number" min={1} max={730} value={days} onChange={(event) => setDays(event.target.value)} />
          </Field>
        )}
        {action === 'move_price' && (
          <Field label={t('act.price')}>
            <Select value={price} onChange={(event) => setPrice(event.target.value)} options={[{ value: '', label: t('order.choose') }, ...choices]} />
          </Field>
        )}
      </div>
    </Dialog>
  )
}
