/** Revenue at a glance, and what is sold: cards with their lines, bars by price, what moved the recurring income, paywalls, the latest charges. */
import { formatMoney, thumbnailOf } from '@atrium/sdk'
import {
  AdminPage,
  Card,
  CardHead,
  DataTable,
  EmptyState,
  Icon,
  Link,
  LinkButton,
  Note,
  Query,
  Select,
  Skeleton,
  Sparkline,
  useLocale,
  useRead,
  useReadPages,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Report } from '../../contract.ts'
import { Charges } from '../components/admin/LatestCharges.tsx'
import { Cohorts } from '../components/admin/Cohorts.tsx'
import { Bars } from '../components/plots.tsx'
import { PaywallBadge } from '../components/StateBadge.tsx'

const { routes } = contract
const SPANS = ['90', '365', '730'] as const

export default function Overview() {
  const t = useT()
  const [days, setDays] = useState<string>('365')
  const [currency, setCurrency] = useState('')
  const report = useRead(routes.report, { query: { days: Number(days), ...(currency && { currency }) } }, { keepPrevious: true })
  const paywalls = useReadPages(routes.list, { query: { per_page: 50 } })
  const add = { label: t('action.new'), icon: 'plus', to: '/settings/paywalls/new', primary: true }
  return (
    <AdminPage name="paywalls/Overview" title={t('plugin.title')} actions={[add]} who="paywalls.manage" wide>
      {paywalls.data?.pages[0]?.records.length ? <NoSeller /> : null}
      <Query query={report} skeleton={<Skeleton w="100%" h={420} />}>
        {(data) => (
          <div className="grid gap-4">
            <div className="flex flex-wrap gap-2">
              <Select
                size="sm"
                className="w-auto!"
                aria-label={t('report.span')}
                value={days}
                onChange={(event) => setDays(event.target.value)}
                options={SPANS.map((value) => ({ value, label: t(`report.days.${value}`) }))}
              />
              {data.currencies.length > 1 && (
                <Select
                  size="sm"
                  className="w-auto!"
                  aria-label={t('editor.currency')}
                  value={data.currency}
                  onChange={(event) => setCurrency(event.target.value)}
                  options={data.currencies.map((value) => ({ value, label: value.toUpperCase() }))}
                />
              )}
            </div>
            <Stats data={data} />
            <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
              <Revenue data={data} />
              <Moves data={data} />
            </div>
            <Cohorts data={data} />
          </div>
        )}
      </Query>
      <div className="mt-4 grid items-start gap-4 desk:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card className="min-w-0">
          <CardHead title={t('list.title')} />
          <Query query={paywalls} skeleton={<Skeleton w="100%" h={240} />}>
            {({ pages }) => <Paywalls rows={pages.flatMap(({ records }) => records)} add={add} />}
          </Query>
        </Card>
        <Charges />
      </div>
    </AdminPage>
  )
}

/** Buyers need the seller's address on their receipts. */
function NoSeller() {
  const t = useT()
  const { data } = useRead(routes.taxSettings)
  if (data?.tax_setting.seller_address.trim() !== '') return null
  return (
    <Note tone="warning" className="mb-4" title={t('report.noSeller')}>
      <p>{t('report.noSellerText')}</p>
      <LinkButton size="sm" className="mt-2" to="/settings/paywalls/paywall_tax_settings">
        {t('report.addSeller')}
      </LinkButton>
    </Note>
  )
}
function Change({ by, words, goodUp = true }: { by: number; words: string; goodUp?: boolean }) {
  if (by === 0) return <span>{words}</span>
  const good = by > 0 === goodUp
  return (
    <span className="flex items-center gap-1">
      <Icon name={by > 0 ? 'arrow-up' : 'arrow-down'} size="sm" className={good ? 'text-success' : 'text-danger'} />
      {words}
    </span>
  )
}
function Stats({ data }: { data: Report }) {
  const t = useT()
  const locale = useLocale()
  const { currency } = data
  const say = (amount: number) => formatMoney(locale, amount, currency, true)
  const percent = (rate: number) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(rate)
  const weekly = <T,>(values: readonly T[]) => values.filter((_, i) => (values.length - 1 - i) % 7 === 0)
  const by = data.mrr - data.mrr_before
  const points = data.churn - data.churn_before
  const cards = [
    {
      key: 'mrr',
      value: say(data.mrr),
      line: weekly(data.mrr_days.map(({ amount }) => amount)),
      foot: <Change by={by} words={t('report.than', { amount: `${by > 0 ? '+' : ''}${say(by)}` })} />,
    },
    {
      key: 'active',
      value: new Intl.NumberFormat(locale).format(data.active),
      line: weekly(data.active_days.map(({ count }) => count)),
      foot: <span>{t('report.activeFoot', { paused: data.paused, failing: data.past_due })}</span>,
    },
    {
      key: 'churn',
      value: percent(data.churn),
      line: data.churn_months.map(({ rate }) => rate),
      foot: (
        <Change
          by={points}
          goodUp={false}
          words={t(points > 0 ? 'report.churnUp' : points < 0 ? 'report.churnDown' : 'report.churnFoot', { before: percent(data.churn_before) })}
        />
      ),
    },
    {
      key: 'refunds',
      value: say(data.refunds),
      line: weekly(data.refund_days.map(({ amount }) => amount)),
      foot: (
        <span>
          {t('report.refundsFoot', {
            count: data.refunds_count,
            charges: data.charges_count,
            rate: percent(data.income_30 ? data.refunds / data.income_30 : 0),
          })}
        </span>
      ),
    },
  ]
  return (
    <Card className="grid grid-cols-2 desk:grid-cols-4 desk:divide-x desk:divide-border">
      {cards.map(({ key, value, line, foot }) => (
        <section key={key} className="min-w-0 p-4 max-desk:not-first:not-nth-2:border-t desk:p-5" data-stat={key}>
          <h2 className="text-13 font-normal text-text-2">{t(`report.${key}`)}</h2>
          <div className="flex items-center justify-between gap-2">
            <p className="text-24 font-semibold tabular-nums">{value}</p>
            <Sparkline values={line} width={96} height={28} className="max-desk:hidden" />
          </div>
          <p className="text-12 text-text-2">{foot}</p>
        </section>
      ))}
    </Card>
  )
}
const DAYS_A_MONTH = 30.44
function Revenue({ data }: { data: Report }) {
  const t = useT()
  const locale = useLocale()
  const touched: string[] = []
  for (let at = new Date(`${data.from.slice(0, 7)}-15T00:00:00Z`); at.toISOString().slice(0, 7) <= data.to.slice(0, 7); at.setUTCMonth(at.getUTCMonth() + 1))
    touched.push(at.toISOString().slice(0, 7))
  // a year touches thirteen months, the first by a few days alone
  const months = touched.slice(-Math.round((Date.parse(data.to) - Date.parse(data.from)) / 86_400_000 / DAYS_A_MONTH))
  const most = data.prices.toSorted((one, other) => other.amount - one.amount)
  const named = most.slice(0, 5)
  const amounts = (ids: Set<number>) =>
    months.map((month) =>
      data.revenue_months.filter((row) => row.month === month && row.price_id !== null && ids.has(row.price_id)).reduce((sum, { amount }) => sum + amount, 0),
    )
  const series = [
    ...named.map(({ id, name, paywall_name }) => ({
      key: String(id),
      name: name ? `${paywall_name}, ${name}` : paywall_name,
      amounts: amounts(new Set([id])),
    })),
    ...(most.length > 5 ? [{ key: 'rest', name: t('report.rest'), amounts: amounts(new Set(most.slice(5).map(({ id }) => id))) }] : []),
  ]
  return (
    <Card pad className="min-w-0">
      <div className="mb-2 flex items-start justify-between gap-4">
        <h2 className="text-17">{t('report.revenue')}</h2>
        <p className="text-end">
          <span className="block text-17 font-semibold tabular-nums">{formatMoney(locale, data.revenue, data.currency, true)}</span>
          <span className="text-12 text-text-3">{t('report.beforeFees')}</span>
        </p>
      </div>
      {series.length > 0 ? (
        <Bars months={months} series={series} currency={data.currency} label={t('report.revenue')} />
      ) : (
        <EmptyState icon="chart-column" title={t('report.nothing')} text={t('report.nothingText')} />
      )}
    </Card>
  )
}
const MOVES = ['new', 'returned', 'upgrade', 'downgrade', 'paused', 'left'] as const
function Moves({ data }: { data: Report }) {
  const t = useT()
  const locale = useLocale()
  const all = data.moves.reduce((sum, { amount }) => sum + amount, 0)
  const start = data.mrr - all
  const top = Math.max(1, start, ...data.moves.map(({ amount }) => Math.abs(amount)))
  const rows = [
    { key: 'start', amount: start, text: t('moves.startText'), bar: start / top, tone: 'bg-brand' },
    ...MOVES.flatMap((kind) => {
      const move = data.moves.find((one) => one.kind === kind && one.amount !== 0)
      const width = move ? Math.max(0.03, Math.abs(move.amount) / Math.max(1, ...data.moves.map(({ amount }) => Math.abs(amount)))) * 0.5 : 0
      return move
        ? [{ key: kind, amount: move.amount, text: t(`moves.${kind}Text`), bar: width, tone: move.amount > 0 ? 'bg-success-solid' : 'bg-danger-solid' }]
        : []
    }),
    { key: 'today', amount: data.mrr, text: t('moves.todayText'), bar: data.mrr / top, tone: 'bg-brand' },
  ]
  return (
    <Card pad>
      <h2 className="text-17">{t('moves.title')}</h2>
      <ul className="mt-3 grid gap-3">
        {rows.map(({ key, amount, text, bar, tone }) => (
          <li key={key}>
            <p className="flex justify-between gap-3 font-medium">
              <span>{t(`moves.${key}`)}</span>
              <span className="tabular-nums">
                {amount > 0 && key !== 'start' && key !== 'today' && '+'}
                {formatMoney(locale, amount, data.currency, true)}
              </span>
            </p>
            <p className="text-13 text-text-2">{text}</p>
            <i className="mt-1 block h-1 overflow-hidden rounded-full bg-hover">
              <i className={`block h-full rounded-full ${tone}`} style={{ width: `${Math.max(0, Math.min(1, bar)) * 100}%` }} />
            </i>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Row = {
  id: number
  name: string
  cover_url: string | null
  prices: { id: number; status: string; display_name: string }[]
  members_count: number
  mrr: { amount: number; currency: string }
  month: { amount: number; currency: string }
  buys: number | null
  status: 'draft' | 'active' | 'inactive'
}
function Paywalls({ rows, add }: { rows: readonly Row[]; add: { label: string; to: string } }) {
  const t = useT()
  const locale = useLocale()
  const sum = ({ amount, currency }: Row['mrr']) => (amount ? formatMoney(locale, amount, currency, true) : '–')
  return (
    <DataTable
      label={t('list.title')}
      rows={rows}
      empty={
        <EmptyState
          icon="store"
          title={t('list.none')}
          text={t('list.noneText')}
          action={
            <LinkButton variant="primary" icon="plus" to={add.to}>
              {add.label}
            </LinkButton>
          }
        />
      }
      columns={[
        {
          key: 'name',
          title: t('list.name'),
          render: (row) => (
            <Link to={`/settings/paywalls/${row.id}`} className="flex min-h-10 items-center gap-3 hover:underline">
              {row.cover_url ? (
                <img src={thumbnailOf(row.cover_url)} alt="" className="size-10 rounded-card object-cover" />
              ) : (
                <Icon name="store" className="text-text-3" />
              )}
              <span className="min-w-0">
                <span className="block font-medium wrap-anywhere">{row.name}</span>
                <span className="line-clamp-1 text-13 text-text-3">
                  {row.prices
                    .filter(({ status }) => status === 'active')
                    .map(({ display_name }) => display_name)
                    .join(', ')}
                </span>
              </span>
            </Link>
          ),
        },
        { key: 'members', title: t('list.members'), align: 'right', render: (row) => new Intl.NumberFormat(locale).format(row.members_count) },
        { key: 'mrr', title: t('report.mrr'), align: 'right', render: (row) => sum(row.mrr) },
        { key: 'month', title: t('list.month'), align: 'right', render: (row) => sum(row.month) },
        {
          key: 'buys',
          title: t('list.buys'),
          align: 'right',
          render: (row) => (row.buys === null ? '–' : new Intl.NumberFormat(locale, { style: 'percent' }).format(row.buys)),
        },
        { key: 'state', state: true, title: t('list.state'), render: (row) => <PaywallBadge status={row.status} /> },
      ]}
    />
  )
}
