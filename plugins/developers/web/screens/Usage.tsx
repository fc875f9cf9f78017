/** `/settings/developers/usage`: how the API is used, in figures, a plot and by endpoint. */
import { AdminPage, Badge, Card, CardHead, DataTable, EmptyState, Progress, Query, Segment, Select, Skeleton, Sparkline, useRead } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { API_TYPES, type ApiType, type Endpoint, type Usage as UsageOf } from '../../contract.ts'
import { CallsPlot } from '../components/CallsPlot.tsx'
import { useWords } from '../components/words.ts'

const { routes } = contract
const DAYS = [1, 7, 30, 90] as const
const DAY = 86_400_000
/** An address is asked for once a minute at most, so that what was read last is found again. */
const MINUTE = 60_000
const SLOWEST = 1_000

export default function Usage() {
  const { t } = useWords()
  const [days, setDays] = useState<(typeof DAYS)[number]>(30)
  const [type, setType] = useState<ApiType | ''>('')
  const [now] = useState(() => Math.ceil(Date.now() / MINUTE) * MINUTE)
  const query = {
    start_date_time: new Date(now - days * DAY).toISOString(),
    end_date_time: new Date(now).toISOString(),
    ...(type && { api_type: type }),
  }
  const usage = useRead(routes.usageCounts, { query }, { keepPrevious: true })
  return (
    <AdminPage name="developers/Usage" title={t('admin.usage')} text={t('usage.text')} who="developers.manage" wide>
      <div className="grid min-w-0 gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <Segment
            label={t('usage.span')}
            value={String(days)}
            onChange={(value) => setDays(Number(value) as (typeof DAYS)[number])}
            items={DAYS.map((value) => ({ value: String(value), label: t('usage.days', { count: value }) }))}
          />
          <Select
            className="w-auto!"
            aria-label={t('kind')}
            value={type}
            onChange={(event) => setType(event.target.value as ApiType | '')}
            options={[{ value: '', label: t('usage.all_kinds') }, ...API_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))]}
          />
        </div>
        <Query query={usage} skeleton={<Skeleton w="100%" h={420} />}>
          {(read) => (
            <>
              <Figures usage={read} query={query} />
              <div className="grid min-w-0 gap-4 desk:grid-cols-[1fr_340px]">
                <Card className="min-w-0">
                  <CardHead title={t(`usage.by_${read.step}`)} />
                  <div className="min-w-0 p-5">{read.count > 0 ? <CallsPlot usage={read} /> : <p className="text-14 text-text-2">{t('usage.none')}</p>}</div>
                </Card>
                <Answers usage={read} />
              </div>
            </>
          )}
        </Query>
        <Endpoints query={query} />
        <Months />
      </div>
    </AdminPage>
  )
}

interface Span {
  start_date_time: string
  end_date_time: string
  api_type?: ApiType
}
function Figures({ usage: { count, previous_count, failed, previous_failed, p95 }, query }: { usage: UsageOf; query: Span }) {
  const { t, number, percent } = useWords()
  const { data: members } = useRead(routes.mauCount, { query })
  const change = previous_count === 0 ? null : (count - previous_count) / previous_count
  const cards = [
    {
      key: 'calls',
      value: number(count),
      note: change === null ? t('usage.no_before') : t(change < 0 ? 'usage.less' : 'usage.more', { percent: percent(Math.abs(change), 1) }),
    },
    { key: 'members', value: members ? number(members.count) : '…', note: members ? t('usage.members_before', { count: number(members.previous_count) }) : '' },
    { key: 'failed', value: percent(failed, count), note: t('usage.failed_before', { percent: percent(previous_failed, previous_count) }) },
    { key: 'p95', value: p95 === null ? '–' : t('usage.ms', { ms: number(p95) }), note: t('usage.p95_text') },
  ]
  return (
    <Card className="grid grid-cols-2 overflow-hidden desk:grid-cols-4">
      {cards.map(({ key, value, note }) => (
        <div key={key} className="min-w-0 px-5 py-4 shadow-[-1px_-1px_0_0_var(--border)]">
          <p className="text-13 text-text-2">{t(`usage.${key}`)}</p>
          <p className="text-24 font-semibold tabular-nums">{value}</p>
          <p className="text-12 text-text-2">{note}</p>
        </div>
      ))}
    </Card>
  )
}

function Answers({ usage: { statuses, count } }: { usage: UsageOf }) {
  const { t, number } = useWords()
  return (
    <Card className="min-w-0">
      <CardHead title={t('usage.answers')} text={t('usage.answers_text')} />
      <ul className="grid gap-4 p-5">
        {(['ok', 'refused', 'throttled', 'broken'] as const).map((key) => (
          <li key={key} className="grid gap-1.5">
            <p className="flex justify-between gap-3 text-13">
              <span className="text-text-2">{t(`answer.${key}`)}</span>
              <b className="font-semibold tabular-nums">{number(statuses[key])}</b>
            </p>
            <Progress thin label={t(`answer.${key}`)} value={count === 0 ? 0 : (statuses[key] / count) * 100} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const METHOD_TONES = { GET: 'brand', DELETE: 'danger' } as Record<string, 'brand' | 'danger'>
function Endpoints({ query }: { query: Span }) {
  const { t, number, percent } = useWords()
  const endpoints = useRead(routes.endpointMetrics, { query }, { keepPrevious: true })
  return (
    <Card className="overflow-hidden">
      <CardHead title={t('usage.endpoints')} />
      <Query
        query={endpoints}
        skeleton={<Skeleton w="100%" h={220} />}
        isEmpty={({ records }) => records.length === 0}
        empty={<EmptyState icon="chart-column" title={t('usage.none')} text={t('usage.none_text')} />}
      >
        {({ records }) => (
          <DataTable
            label={t('usage.endpoints')}
            rows={records}
            rowKey={({ method, path }: Endpoint) => `${method} ${path}`}
            columns={[
              {
                key: 'path',
                title: t('usage.endpoint'),
                render: ({ method, path }) => (
                  <span className="flex min-w-0 items-center gap-2.5">
                    <Badge tone={METHOD_TONES[method] ?? 'success'}>{method}</Badge>
                    <code dir="ltr" className="min-w-0 break-all font-mono text-13">
                      {path}
                    </code>
                  </span>
                ),
              },
              { key: 'count', title: t('usage.calls'), align: 'right', render: ({ count }) => <span className="tabular-nums">{number(count)}</span> },
              { key: 'trend', title: t('usage.trend'), render: ({ trend }) => (trend.length > 1 ? <Sparkline values={trend} /> : null) },
              {
                key: 'p95',
                title: t('usage.p95'),
                render: ({ p95 }) =>
                  p95 === null ? null : (
                    <span className="flex items-center gap-2.5">
                      <span className="w-16">
                        <Progress thin label={t('usage.p95')} value={Math.min(100, (p95 / SLOWEST) * 100)} />
                      </span>
                      <span className="tabular-nums">{t('usage.ms', { ms: number(p95) })}</span>
                    </span>
                  ),
              },
              { key: 'failed', title: t('usage.failed'), align: 'right', render: ({ failed, count }) => percent(failed, count) },
              { key: 'token', title: t('usage.most_by'), render: ({ token }) => token?.name ?? t('usage.gone') },
            ]}
          />
        )}
      </Query>
    </Card>
  )
}

function Months() {
  const { t, number, locale } = useWords()
  const query = useRead(routes.billingCycles, { query: { limit: 13 } })
  const month = (at: string) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(at))
  return (
    <Card className="overflow-hidden">
      <CardHead title={t('usage.months')} text={t('usage.months_text')} />
      <Query query={query} skeleton={<Skeleton w="100%" h={200} />}>
        {({ records }) => (
          <DataTable
            label={t('usage.months')}
            rows={records.filter(({ is_current, count }) => is_current || count > 0)}
            rowKey={({ start_date_time }) => start_date_time}
            columns={[
              {
                key: 'month',
                title: t('usage.month'),
                render: ({ start_date_time, is_current }) => (
                  <span className="flex items-center gap-2">
                    <span className="first-letter:uppercase">{month(start_date_time)}</span>
                    {is_current && <Badge>{t('usage.current')}</Badge>}
                  </span>
                ),
              },
              ...API_TYPES.map((type) => ({
                key: type,
                title: t(`type.${type}`),
                align: 'right' as const,
                render: ({ counts }: { counts: Record<ApiType, number> }) => <span className="tabular-nums">{number(counts[type])}</span>,
              })),
              { key: 'count', title: t('usage.calls'), align: 'right', render: ({ count }) => <b className="font-semibold tabular-nums">{number(count)}</b> },
              { key: 'members', title: t('usage.members'), align: 'right', render: ({ members }) => <span className="tabular-nums">{number(members)}</span> },
            ]}
          />
        )}
      </Query>
    </Card>
  )
}
