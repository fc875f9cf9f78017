/** What became of a broadcast: how many it reached, when they opened it, where they went, and each reader. */
import {
  Badge,
  Card,
  CardHead,
  cx,
  EmptyState,
  HoursPlot,
  Icon,
  PagedTable,
  Progress,
  Query,
  SearchField,
  Select,
  Skeleton,
  Time,
  useLocale,
  useRead,
  useReadPages,
  useSettled,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Broadcast, type Figures, OUTCOMES, type Report as Reply } from '../../contract.ts'
import { OutcomeBadge } from './StateBadge.tsx'
import { usePercent } from './usePercent.ts'

const { routes } = contract
/** Milliseconds between two looks while it goes out, and in the days after, when readers open it. */
export const LOOK_MS = { sending: 5_000, sent: 60_000 }

export function Report({ broadcast: { id, status, experiment } }: { broadcast: Broadcast }) {
  const t = useT()
  const isGoing = status === 'sending'
  const query = useRead(routes.report, { params: { id } }, { refetchInterval: isGoing ? LOOK_MS.sending : LOOK_MS.sent })
  return (
    <div className="grid min-w-0 gap-4">
      <Query query={query} skeleton={<Skeleton w="100%" h={420} />}>
        {({ figures, waits, hours, links, halves }) => (
          <>
            <Funnel figures={figures} isGoing={isGoing} waits={waits} />
            <div className="grid min-w-0 gap-4 desk:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
              <Card as="section" aria-label={t('report.hours')}>
                <CardHead title={t('report.hours')} />
                <div className="p-5">
                  <HoursPlot
                    hours={hours.map(({ hour, opened, clicked }) => ({ hour, values: [opened, clicked] }))}
                    series={[t('report.opened'), t('report.clicked')]}
                    label={t('report.hours')}
                    hourLabel={t('report.hour')}
                    empty={t('report.no_hours')}
                  />
                </div>
              </Card>
              <Losses figures={figures} />
            </div>
            {halves.length > 0 && <Halves halves={halves} metric={experiment?.metric ?? 'opens'} />}
            <Links links={links} figures={figures} />
          </>
        )}
      </Query>
      <Recipients id={id} isGoing={isGoing} hasTwo={experiment !== null} />
    </div>
  )
}

function Funnel({ figures, isGoing, waits }: { figures: Figures; isGoing: boolean; waits: Reply['waits'] }) {
  const t = useT()
  const locale = useLocale()
  const percent = usePercent()
  const { recipients, sent, opened, clicked, bounced, failed, skipped } = figures
  const steps = [
    { key: 'recipients', value: recipients, note: t('report.readers', { count: recipients }) },
    { key: 'delivered', value: sent, note: t('report.of_recipients', { percent: percent(sent, recipients, 1) }) },
    { key: 'opened', value: opened, note: t('report.of_delivered', { percent: percent(opened, sent, 1) }) },
    { key: 'clicked', value: clicked, note: t('report.of_delivered', { percent: percent(clicked, sent, 1) }) },
  ] as const
  const handled = sent + bounced + failed + skipped
  return (
    <Card as="section" aria-label={t('report.result')} className="overflow-hidden">
      {isGoing && (
        <div className="grid gap-2 border-b p-5" role="status">
          <p className="text-13 text-text-2">{t('report.going', { done: handled.toLocaleString(locale), all: recipients.toLocaleString(locale) })}</p>
          <Progress value={recipients === 0 ? 0 : Math.min(100, (handled / recipients) * 100)} label={t('state.sending')} />
          {waits && (
            <p className="text-13 text-text-2">
              {t(`report.waits_${waits.held}`)} {t('report.through')} <Time value={waits.until} kind="datetime" />
            </p>
          )}
        </div>
      )}
      <dl className="grid grid-cols-2 desk:grid-cols-4">
        {steps.map(({ key, value, note }) => (
          <div key={key} className="relative min-w-0 px-5 pt-4 pb-16 shadow-[-1px_-1px_0_0_var(--border)]">
            <dt className="text-13 text-text-2">{t(`report.${key}`)}</dt>
            <dd>
              <span className="block text-24 font-semibold tabular-nums">{value.toLocaleString(locale)}</span>
              <span className="block text-12 text-text-2">{note}</span>
            </dd>
            <i
              aria-hidden="true"
              className="absolute inset-x-0 bottom-0 bg-chart-1"
              style={{ height: recipients === 0 || value === 0 ? 0 : Math.max(2, Math.min(1, value / recipients) * 48) }}
            />
          </div>
        ))}
      </dl>
    </Card>
  )
}

const LOSSES = ['bounced', 'complained', 'unsubscribed', 'failed', 'skipped'] as const
const BAR = { bounced: 'bg-danger-solid', complained: 'bg-danger-solid', unsubscribed: 'bg-warning-solid', failed: 'bg-danger-solid', skipped: 'bg-strong' }
function Losses({ figures }: { figures: Figures }) {
  const t = useT()
  const locale = useLocale()
  const percent = usePercent()
  return (
    <Card as="section" aria-label={t('report.losses')}>
      <CardHead title={t('report.losses')} />
      <ul className="grid px-5 py-2 text-13">
        {LOSSES.map((key) => (
          <li key={key} className="flex items-center gap-3 py-2 not-first:border-t">
            <i aria-hidden="true" className={cx('h-8 w-1 flex-none rounded-full', figures[key] > 0 ? BAR[key] : 'bg-hover')} />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{t(`outcome.${key}`)}</span>
              <span className="block text-text-3">{t(`report.${key}_text`)}</span>
            </span>
            <span className="text-end tabular-nums">
              <b className="block text-15 font-semibold">{figures[key].toLocaleString(locale)}</b>
              <span className="text-text-3">{percent(figures[key], figures.recipients, 1)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Halves({ halves, metric }: { halves: Reply['halves']; metric: 'opens' | 'clicks' }) {
  const t = useT()
  const locale = useLocale()
  const percent = usePercent()
  return (
    <Card as="section" aria-label={t('ab.title')}>
      <CardHead title={t('ab.title')} text={t(`report.judged_${metric}`)} />
      <ul className="grid desk:grid-cols-2">
        {halves.map(({ variant, subject, sent, opened, clicked, is_winner }) => (
          <li key={variant} className="grid gap-3 p-5 shadow-[-1px_-1px_0_0_var(--border)]">
            <p className="flex items-start gap-2">
              <span className="grid size-6 flex-none place-items-center rounded-full bg-hover text-12 font-semibold uppercase">{variant}</span>
              <span className="min-w-0 flex-1 font-medium">{subject}</span>
              {is_winner && (
                <Badge tone="success" icon="trophy">
                  {t('report.winner')}
                </Badge>
              )}
            </p>
            {(['opened', 'clicked'] as const).map((key) => {
              const value = key === 'opened' ? opened : clicked
              return (
                <div key={key} className="grid gap-1 text-13">
                  <span className="flex justify-between gap-3">
                    <span className="text-text-2">{t(`outcome.${key}`)}</span>
                    <span className="tabular-nums">{t('report.share', { percent: percent(value, sent, 1), value: value.toLocaleString(locale) })}</span>
                  </span>
                  <Progress thin value={sent === 0 ? 0 : (value / sent) * 100} label={t(`outcome.${key}`)} />
                </div>
              )
            })}
            <p className="text-12 text-text-3">{t('report.sent_to', { count: sent })}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Links({ links, figures }: { links: Reply['links']; figures: Figures }) {
  const t = useT()
  const percent = usePercent()
  const top = Math.max(1, ...links.map(({ people }) => people))
  return (
    <Card as="section" aria-label={t('report.links')}>
      <CardHead title={t('report.links')} />
      {links.length === 0 ? (
        <p className="p-5 text-13 text-text-2">{t('report.no_links')}</p>
      ) : (
        <ul className="grid px-5 py-2">
          {links.map(({ href, people, clicks }) => (
            <li key={href} className="grid gap-1.5 py-2.5 text-13 not-first:border-t">
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <a href={href} target="_blank" rel="noopener noreferrer" className="link min-w-0 flex-1 basis-60 truncate">
                  {href}
                </a>
                <span className="tabular-nums">
                  <b className="font-semibold">{t('report.people', { count: people })}</b>{' '}
                  <span className="text-text-3">
                    {percent(people, figures.sent, 1)} · {t('report.clicks', { count: clicks })}
                  </span>
                </span>
              </span>
              <Progress thin value={(people / top) * 100} label={href} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Recipients({ id, isGoing, hasTwo }: { id: number; isGoing: boolean; hasTwo: boolean }) {
  const t = useT()
  const [outcome, setOutcome] = useState<'' | (typeof OUTCOMES)[number]>('')
  const [text, setText] = useState('')
  const settled = useSettled(text.trim())
  const query = useReadPages(
    routes.recipients,
    { params: { id }, query: { per_page: 20, ...(outcome && { outcome }), ...(settled && { search_text: settled }) } },
    { keepPrevious: true, refetchInterval: isGoing ? LOOK_MS.sending * 2 : false },
  )
  const isNarrowed = outcome !== '' || settled !== ''
  return (
    <Card as="section" aria-label={t('recipients.title')} className="overflow-hidden">
      <CardHead
        title={t('recipients.title')}
        action={
          <span className="flex flex-wrap gap-2">
            <SearchField value={text} onChange={setText} label={t('recipients.search')} placeholder={t('recipients.search')} className="w-56!" />
            <Select
              size="sm"
              className="w-auto!"
              aria-label={t('recipients.filter')}
              value={outcome}
              onChange={(event) => setOutcome(event.target.value as typeof outcome)}
              options={[{ value: '', label: t('recipients.all') }, ...OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`) }))]}
            />
            <a
              href={`/email/broadcasts/${id}/recipients.csv${outcome && `?outcome=${outcome}`}`}
              download
              className="inline-flex items-center gap-1.5 text-13 font-medium text-link hover:underline"
            >
              <Icon name="download" size="sm" />
              {t('recipients.export')}
            </a>
          </span>
        }
      />
      <PagedTable
        query={query}
        label={t('recipients.title')}
        height={240}
        empty={<EmptyState icon="users" title={t(isNarrowed ? 'recipients.none_found' : 'recipients.none')} />}
        columns={[
          {
            key: 'name',
            title: t('recipients.reader'),
            render: ({ name, email, member_id, error }) => (
              <span className="grid min-w-0">
                <span className="truncate font-medium">{name || email}</span>
                <span className="truncate text-13 text-text-3">{name ? email : t(member_id === null ? 'recipients.contact' : 'recipients.member')}</span>
                {error && <span className="text-13 text-danger">{error}</span>}
              </span>
            ),
          },
          { key: 'outcome', state: true, title: t('recipients.outcome'), render: (row) => <OutcomeBadge outcome={row.outcome} /> },
          ...(hasTwo
            ? [
                {
                  key: 'variant',
                  title: t('recipients.subject'),
                  render: ({ variant }: { variant: 'a' | 'b' | null }) => (variant ? variant.toUpperCase() : '–'),
                },
              ]
            : []),
          {
            key: 'sent_at',
            title: t('recipients.sent'),
            className: 'whitespace-nowrap',
            render: ({ sent_at }) => (sent_at ? <Time value={sent_at} kind="short" /> : '–'),
          },
          {
            key: 'opened_at',
            title: t('recipients.opened'),
            className: 'whitespace-nowrap',
            render: ({ opened_at }) => (opened_at ? <Time value={opened_at} kind="short" /> : '–'),
          },
          {
            key: 'clicked_at',
            title: t('recipients.clicked'),
            className: 'whitespace-nowrap',
            render: ({ clicked_at }) => (clicked_at ? <Time value={clicked_at} kind="short" /> : '–'),
          },
        ]}
      />
    </Card>
  )
}
