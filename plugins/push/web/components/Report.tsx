/** What became of a broadcast: numbers, hours, and the members it went to. */
import {
  Avatar,
  Card,
  CardHead,
  EmptyState,
  HoursPlot,
  Link,
  PagedTable,
  Query,
  Select,
  Skeleton,
  Time,
  useLocale,
  useRead,
  useReadPages,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Broadcast, type Figures, OUTCOMES } from '../../contract.ts'
import { OutcomeBadge } from './StateBadge.tsx'

const { routes } = contract
/** Milliseconds between two looks while it goes out. */
const LOOK_MS = 5_000

export function Report({ broadcast: { id, status } }: { broadcast: Broadcast }) {
  const t = useT()
  const query = useRead(routes.report, { params: { id } }, { refetchInterval: status === 'sending' ? LOOK_MS : false })
  return (
    <div className="grid min-w-0 gap-4">
      <Query query={query} skeleton={<Skeleton w="100%" h={320} />}>
        {({ figures, hours }) => (
          <>
            <Numbers figures={figures} />
            <Card>
              <CardHead title={t('report.hours')} text={t('report.hours_text')} />
              <div className="p-5">
                <HoursPlot
                  hours={hours.map(({ hour, delivered, opened }) => ({ hour, values: [delivered, opened] }))}
                  series={[t('plot.delivered'), t('plot.opened')]}
                  label={t('report.hours')}
                  hourLabel={t('plot.hour')}
                  empty={t('report.no_hours')}
                />
              </div>
            </Card>
          </>
        )}
      </Query>
      <Recipients id={id} />
    </div>
  )
}

function Numbers({ figures }: { figures: Figures }) {
  const t = useT()
  const locale = useLocale()
  const percent = (part: number, whole: number) =>
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(whole === 0 ? 0 : part / whole)
  const number = (value: number) => value.toLocaleString(locale)
  const lost = [
    figures.expired > 0 && t('report.expired', { count: figures.expired }),
    figures.skipped > 0 && t('report.skipped', { count: figures.skipped }),
    figures.waiting > 0 && t('report.waiting', { count: figures.waiting }),
  ].filter(Boolean)
  const cards = [
    { key: 'reached', value: number(figures.reached), note: t('report.reached_of', { count: figures.audience }) },
    { key: 'delivered', value: number(figures.delivered), note: t('report.delivered_of', { count: figures.devices }) },
    { key: 'failed', value: number(figures.failed), note: lost.join(' · ') || t('report.none_lost') },
    { key: 'opened', value: number(figures.opened), note: t('report.opened_of', { percent: percent(figures.opened, figures.reached) }) },
  ]
  return (
    <Card className="grid grid-cols-2 overflow-hidden desk:grid-cols-4">
      {cards.map(({ key, value, note }) => (
        <div key={key} className="min-w-0 px-5 py-4 shadow-[-1px_-1px_0_0_var(--border)]">
          <p className="text-13 text-text-2">{t(`report.${key}`)}</p>
          <p className="text-24 font-semibold tabular-nums">{value}</p>
          <p className="text-12 text-text-2">{note}</p>
        </div>
      ))}
    </Card>
  )
}

function Recipients({ id }: { id: number }) {
  const t = useT()
  const [outcome, setOutcome] = useState<'' | (typeof OUTCOMES)[number]>('')
  const query = useReadPages(routes.recipients, { params: { id }, query: { per_page: 20, ...(outcome && { outcome }) } }, { keepPrevious: true })
  return (
    <Card className="overflow-hidden">
      <CardHead
        title={t('recipients.title')}
        action={
          <Select
            size="sm"
            className="w-auto!"
            aria-label={t('recipients.filter')}
            value={outcome}
            onChange={(event) => setOutcome(event.target.value as typeof outcome)}
            options={[{ value: '', label: t('recipients.all') }, ...OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`) }))]}
          />
        }
      />
      <PagedTable
        query={query}
        label={t('recipients.title')}
        height={240}
        empty={<EmptyState icon="users" title={t(outcome ? 'recipients.none_found' : 'recipients.none')} />}
        columns={[
          {
            key: 'member',
            title: t('recipients.member'),
            render: ({ member }) =>
              member ? (
                <Link className="flex min-h-10 items-center gap-3 hover:underline" to={`/u/${member.public_uid}`}>
                  <Avatar name={member.name} id={member.id} src={member.avatar_url} size={28} />
                  <span className="min-w-0 truncate font-medium">{member.name}</span>
                </Link>
              ) : (
                t('recipients.former')
              ),
          },
          { key: 'outcome', state: true, title: t('recipients.outcome'), render: (row) => <OutcomeBadge outcome={row.outcome} /> },
          { key: 'devices', title: t('recipients.devices'), align: 'right' },
          {
            key: 'at',
            title: t('recipients.at'),
            className: 'whitespace-nowrap',
            render: ({ opened_at, sent_at }) => (opened_at || sent_at ? <Time value={(opened_at ?? sent_at)!} kind="short" /> : '–'),
          },
        ]}
      />
    </Card>
  )
}
