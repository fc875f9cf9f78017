/** A month or a week of dates; on phones the days of it one under the other. */
import { Button, cx, ErrorState, Icon, IconButton, Link, Popover, Skeleton, useLocale, useNarrow, useRead, useT } from '@atrium/sdk/web'
import { useMemo, useState } from 'react'
import contract, { type CalendarEntry } from '../../contract.ts'
import { addDays, clockOf, dayKey, dayName, monthName, weekStart } from './time.ts'

export type CalendarView = 'month' | 'week'
/** Entries of a day that a month shows; the others are behind "+3". */
const SHOWN = 3
const COLOURS = ['bg-brand-soft text-on-brand-soft', 'bg-success-soft text-success', 'bg-warning-soft text-warning', 'bg-info-soft text-info']
/** Spaces are told apart by colour, and by nothing else but their own page. */
const colourOf = ({ space_id, is_cancelled }: CalendarEntry) => (is_cancelled ? 'bg-surface-2 text-text-3 line-through' : COLOURS[space_id % COLOURS.length])
const pathOf = ({ url, occurrence_id }: CalendarEntry) => `${url}?date=${occurrence_id}`

export function Calendar({ spaceId, view }: { spaceId: number | null; view: CalendarView }) {
  const t = useT()
  const locale = useLocale()
  const narrow = useNarrow()
  const [day, setDay] = useState(() => new Date())
  const first = view === 'week' ? weekStart(day, locale) : weekStart(new Date(day.getFullYear(), day.getMonth(), 1), locale)
  const weeks =
    view === 'week'
      ? 1
      : Math.ceil(
          (new Date(day.getFullYear(), day.getMonth() + 1, 0).getDate() +
            Math.round((new Date(day.getFullYear(), day.getMonth(), 1).getTime() - first.getTime()) / 86_400_000)) /
            7,
        )
  const days = Array.from({ length: weeks * 7 }, (_, n) => addDays(first, n))
  const span = { from: first.toISOString(), to: addDays(first, weeks * 7).toISOString() }
  const here = useRead(contract.routes.calendar, { params: { spaceId: spaceId ?? 0 }, query: span }, { enabled: spaceId !== null, keepPrevious: true })
  const all = useRead(contract.routes.allCalendar, { query: span }, { enabled: spaceId === null, keepPrevious: true })
  const query = spaceId === null ? all : here
  const entries = query.data?.records ?? []
  const byDay = useMemo(() => Map.groupBy(entries, ({ starts_at }) => dayKey(starts_at)), [entries])
  const move = (by: number) => setDay(view === 'week' ? addDays(day, by * 7) : new Date(day.getFullYear(), day.getMonth() + by, 1))
  const going = entries.filter(({ rsvp_status }) => rsvp_status === 'yes').length
  const inMonth = (one: Date) => view === 'week' || one.getMonth() === day.getMonth()
  return (
    <section aria-label={t('calendar.label')} className="min-w-0">
      <header className="mb-3 flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 text-20 font-semibold first-letter:uppercase" aria-live="polite">
          {monthName(view === 'week' ? addDays(first, 3) : day, locale)}
        </h2>
        <IconButton icon="chevron-left" label={t(`calendar.previous_${view}`)} onClick={() => move(-1)} />
        <IconButton icon="chevron-right" label={t(`calendar.next_${view}`)} onClick={() => move(1)} />
        <Button size="sm" onClick={() => setDay(new Date())}>
          {t('calendar.today')}
        </Button>
        <p className="ml-auto text-13 text-text-3">{entries.length > 0 && t('calendar.count', { count: entries.length, going })}</p>
      </header>
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : query.isPending ? (
        <Skeleton w="100%" h={view === 'week' ? 300 : 560} />
      ) : narrow ? (
        <Agenda days={days.filter((one) => inMonth(one))} byDay={byDay} />
      ) : (
        <Grid days={days} byDay={byDay} inMonth={inMonth} view={view} />
      )}
    </section>
  )
}

interface GridProps {
  days: Date[]
  byDay: Map<string, CalendarEntry[]>
  inMonth: (day: Date) => boolean
  view: CalendarView
}
function Grid({ days, byDay, inMonth, view }: GridProps) {
  const t = useT()
  const locale = useLocale()
  const today = dayKey(new Date())
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' })
  const rows = Array.from({ length: days.length / 7 }, (_, n) => days.slice(n * 7, n * 7 + 7))
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-card border border-border bg-surface">
      <thead>
        <tr>
          {days.slice(0, 7).map((day) => (
            <th key={day.getTime()} scope="col" className="border-b border-border bg-surface-2 px-2.5 py-2 text-left text-12 font-semibold text-text-2">
              {weekday.format(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={row[0]!.getTime()}>
            {row.map((day, column) => {
              const key = dayKey(day)
              const entries = byDay.get(key) ?? []
              const shown = view === 'week' || entries.length <= SHOWN ? entries : entries.slice(0, SHOWN - 1)
              return (
                <td
                  key={key}
                  className={cx(
                    'p-1.5 align-top',
                    view === 'week' ? 'h-72' : 'h-25',
                    line < rows.length - 1 && 'border-b border-border',
                    column > 0 && 'border-l border-border',
                    !inMonth(day) && 'bg-surface-2',
                  )}
                >
                  <time
                    dateTime={key}
                    className={cx(
                      'mb-1 inline-grid size-6 place-items-center rounded-full text-13 tabular-nums',
                      key === today ? 'bg-brand font-semibold text-on-brand' : 'text-text-2',
                    )}
                  >
                    {day.getDate()}
                  </time>
                  <ul className="grid gap-1">
                    {shown.map((entry) => (
                      <li key={entry.occurrence_id} className="min-w-0">
                        <Link
                          to={pathOf(entry)}
                          className={cx('block truncate rounded-tag px-1.5 py-0.5 text-12 font-medium hover:underline', colourOf(entry))}
                          title={entry.name}
                        >
                          <span className="tabular-nums">{clockOf(entry.starts_at, locale)}</span> {entry.name}
                        </Link>
                      </li>
                    ))}
                  </ul>
                  {shown.length < entries.length && (
                    <Popover
                      label={dayName(day, locale)}
                      trigger={
                        <button
                          type="button"
                          className="mt-1 rounded-tag bg-surface-2 px-1.5 py-0.5 text-12 font-semibold hover:bg-hover"
                          aria-label={t('calendar.more', { count: entries.length - shown.length })}
                        >
                          +{entries.length - shown.length}
                        </button>
                      }
                    >
                      <DayList day={day} entries={entries} />
                    </Popover>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayList({ day, entries }: { day: Date; entries: CalendarEntry[] }) {
  const t = useT()
  const locale = useLocale()
  return (
    <div className="w-64 p-3">
      <p className="mb-2 flex items-baseline justify-between gap-2">
        <b className="first-letter:uppercase">{dayName(day, locale)}</b>
        <span className="text-12 text-text-3">{t('calendar.events', { count: entries.length })}</span>
      </p>
      <ul className="grid gap-1">
        {entries.map((entry) => (
          <li key={entry.occurrence_id}>
            <Link to={pathOf(entry)} className="flex gap-2.5 rounded-control px-1.5 py-1 text-13 hover:bg-hover">
              <span className="text-text-3 tabular-nums">{clockOf(entry.starts_at, locale)}</span>
              <span className={cx('min-w-0 flex-1 truncate', entry.is_cancelled && 'line-through')}>{entry.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Days with something in them, for phones. */
function Agenda({ days, byDay }: { days: Date[]; byDay: Map<string, CalendarEntry[]> }) {
  const t = useT()
  const locale = useLocale()
  const filled = days.filter((day) => byDay.has(dayKey(day)))
  if (filled.length === 0) return <p className="py-8 text-center text-text-3">{t('calendar.none')}</p>
  return (
    <ol className="grid gap-4">
      {filled.map((day) => (
        <li key={day.getTime()}>
          <h3 className="mb-1.5 text-13 font-semibold text-text-2 first-letter:uppercase">{dayName(day, locale)}</h3>
          <ul className="divide-y divide-border overflow-hidden rounded-card border border-border bg-surface">
            {byDay.get(dayKey(day))!.map((entry) => (
              <li key={entry.occurrence_id}>
                <Link to={pathOf(entry)} className="flex min-h-13 items-center gap-3 px-4 py-2">
                  <span className="w-12 shrink-0 text-13 text-text-3 tabular-nums">{clockOf(entry.starts_at, locale)}</span>
                  <span className="min-w-0 flex-1">
                    <span className={cx('block font-medium', entry.is_cancelled && 'text-text-3 line-through')}>{entry.name}</span>
                    <span className="block text-12 text-text-3">
                      {t(`place.${entry.location_type}`)}
                      {entry.rsvp_count > 0 && ` · ${t('card.going', { count: entry.rsvp_count })}`}
                    </span>
                  </span>
                  {entry.rsvp_status === 'yes' && <Icon name="check" label={t('rsvp.yes')} />}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
