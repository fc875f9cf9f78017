/** All subscriptions: found, narrowed, ended or moved many at once. */
import { formatMoney, type RouteReply } from '@atrium/sdk'
import {
  Avatar,
  Button,
  Dialog,
  Field,
  Input,
  Link,
  ListScreen,
  RadioGroup,
  Select,
  SelectionBar,
  Time,
  toast,
  useList,
  useLocale,
  useNavigate,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { PURCHASE_STATES } from '../../contract.ts'
import { useSaleFilters } from '../components/admin/useSaleFilters.ts'
import { PurchaseBadge } from '../components/StateBadge.tsx'

const { routes } = contract

export default function Subscriptions() {
  const t = useT()
  const locale = useLocale()
  const [selected, setSelected] = useState<ReadonlySet<number | string>>(new Set())
  const [bulk, setBulk] = useState(false)
  const list = useList(routes.subscriptions, { search: 'query', filters: { status: '', paywall_ids: '' }, query: { per_page: 50 } })
  const { filters, paywalls } = useSaleFilters(PURCHASE_STATES.map((value) => ({ value, label: t(`purchase.${value}`) })))
  return (
    <ListScreen
      name="paywalls/Subscriptions"
      title={t('admin.subscriptions')}
      text={t('subscriptions.text')}
      actions={[{ label: t('admin.bulk'), icon: 'history', to: '/settings/paywalls/paywall_bulk_logs' }]}
      csv="/settings/paywalls/paywall_subscriptions.csv"
      who="paywalls.manage"
      list={list}
      search={t('subscriptions.search')}
      filters={filters}
      selection={{ selected, onChange: setSelected }}
      height={360}
      empty={{ icon: 'refresh-cw', title: t('subscriptions.none'), text: t('subscriptions.noneText') }}
      found={{ title: t('subscriptions.noneFound') }}
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
        {
          key: 'state',
          state: true,
          title: t('list.state'),
          render: (row) => <PurchaseBadge status={row.status} ends={row.ends_at !== null || row.leaves_at !== null} />,
        },
        { key: 'since', title: t('column.since'), className: 'whitespace-nowrap', render: (row) => <Time value={row.created_at} kind="day" /> },
      ]}
    >
      {selected.size > 0 && (
        <SelectionBar count={selected.size} onClear={() => setSelected(new Set())}>
          <Button variant="primary" onClick={() => setBulk(true)}>
            {t('bulk.do')}
          </Button>
        </SelectionBar>
      )}
      {bulk && <Bulk ids={[...selected].map(Number)} prices={paywalls} onClose={() => setBulk(false)} />}
    </ListScreen>
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
