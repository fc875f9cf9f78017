/** A month or a week of dates; on phones the days of it one under the other. */
import { hueOf } from '@atrium/sdk'
import { Badge, Button, cx, ErrorState, Icon, IconButton, Link, Popover, Skeleton, useLocale, useNarrow, useRead, useT } from '@atrium/sdk/web'
import { type CSSProperties, useMemo, useRef, useState } from 'react'
import contract, { type CalendarEntry } from '../../contract.ts'
import { addDays, clockOf, dayKey, dayName, monthName, weekName, weekStart } from './time.ts'

export type CalendarView = 'month' | 'week'
/** Entries of a day that a month shows; the others are behind "+3". */
const SHOWN = 3
/** A space is of one hue wherever its events stand, as its drawn covers are. */
const hue = (spaceId: number): CSSProperties => ({ ['--h' as string]: hueOf(spaceId) })
const BAR = 'bg-[oklch(0.62_0.13_var(--h))]'
const CHIP = 'bg-[color-mix(in_oklab,oklch(0.62_0.13_var(--h))_15%,var(--surface))] text-[color-mix(in_oklab,oklch(0.5_0.12_var(--h))_45%,var(--text))]'
const chipOf = ({ is_cancelled }: CalendarEntry) => (is_cancelled ? 'bg-surface-2 text-text-3 line-through' : CHIP)
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
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const found = query.data?.records ?? []
  const places = [...new Map(found.map(({ space_id, space_name }) => [space_id, space_name] as const))].sort(([a], [b]) => a - b)
  const entries = found.filter(({ space_id }) => !hidden.has(space_id))
  const byDay = useMemo(() => Map.groupBy(entries, ({ starts_at }) => dayKey(starts_at)), [query.data, hidden])
  const move = (by: number) => setDay(view === 'week' ? addDays(day, by * 7) : new Date(day.getFullYear(), day.getMonth() + by, 1))
  const toggle = (spaceId: number) => setHidden((before) => new Set(before.has(spaceId) ? [...before].filter((id) => id !== spaceId) : [...before, spaceId]))
  const going = entries.filter(({ rsvp_status }) => rsvp_status === 'yes').length
  const inMonth = (one: Date) => view === 'week' || one.getMonth() === day.getMonth()
  return (
    <section aria-label={t('calendar.label')} className="min-w-0">
      <header className="mb-3 flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 text-20 font-semibold first-letter:uppercase" aria-live="polite">
          {view === 'week' ? weekName(first, locale) : monthName(day, locale)}
        </h2>
        <IconButton icon="chevron-left" label={t(`calendar.previous_${view}`)} onClick={() => move(-1)} />
        <IconButton icon="chevron-right" label={t(`calendar.next_${view}`)} onClick={() => move(1)} />
        <Button size="sm" onClick={() => setDay(new Date())}>
          {t('calendar.today')}
        </Button>
        <p className="ms-auto text-13 text-text-3 max-sm:w-full">{entries.length > 0 && t('calendar.count', { count: entries.length, going })}</p>
      </header>
      {spaceId === null && places.length > 1 && (
        <div role="group" aria-label={t('calendar.spaces')} className="-mx-1 mb-3 flex gap-2 overflow-x-auto px-1 py-0.5 sm:flex-wrap">
          {places.map(([id, name]) => (
            <Shown key={id} id={id} name={name} on={!hidden.has(id)} onToggle={() => toggle(id)} />
          ))}
        </div>
      )}
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : query.isPending ? (
        <Skeleton w="100%" h={view === 'week' ? 300 : 560} />
      ) : narrow ? (
        <Agenda week={weekOf(day, first, view, locale)} days={days.filter((one) => inMonth(one))} byDay={byDay} />
      ) : (
        <Grid days={days} byDay={byDay} inMonth={inMonth} view={view} />
      )}
    </section>
  )
}

/** The seven days of the strip on phones. */
function weekOf(day: Date, first: Date, view: CalendarView, locale: string): Date[] {
  const start = view === 'week' ? first : weekStart(day, locale)
  return Array.from({ length: 7 }, (_, n) => addDays(start, n))
}

interface ShownProps {
  id: number
  name: string
  on: boolean
  onToggle: () => void
}
/** One space of the calendar, shown or left out. */
const Shown = ({ id, name, on, onToggle }: ShownProps) => (
  <button
    type="button"
    aria-pressed={on}
    onClick={onToggle}
    className={cx(
      'inline-flex h-7 shrink-0 items-center gap-2 whitespace-nowrap rounded-full px-3 text-13 font-medium shadow-[inset_0_0_0_1px_var(--border-field)] transition-colors hover:bg-hover max-desk:h-11 max-desk:px-4',
      on ? 'text-text-2' : 'text-text-3 line-through',
    )}
  >
    <span aria-hidden="true" style={hue(id)} className={cx('size-2 rounded-[2px]', on ? BAR : 'bg-press')} />
    {name}
  </button>
)

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
            <th key={day.getTime()} scope="col" className="border-b border-border bg-surface-2 px-2.5 py-2 text-start text-12 font-semibold text-text-2">
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
                    view === 'week' ? 'h-72' : 'h-31',
                    line < rows.length - 1 && 'border-b border-border',
                    column > 0 && 'border-s border-border',
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
                          style={hue(entry.space_id)}
                          className={cx(
                            'block rounded-tag px-1.5 py-1 text-12 leading-4 font-medium hover:underline',
                            view === 'week' ? 'line-clamp-3 wrap-anywhere' : 'truncate',
                            chipOf(entry),
                          )}
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
                          className="mt-1 rounded-tag bg-surface-2 px-1.5 py-1 text-12 leading-4 font-semibold text-text-2 hover:bg-hover aria-expanded:bg-press"
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
            <Link to={pathOf(entry)} className="flex items-center gap-2.5 rounded-control px-1.5 py-1.5 text-13 hover:bg-hover">
              <span aria-hidden="true" style={hue(entry.space_id)} className={cx('w-[3px] self-stretch rounded-full', entry.is_cancelled ? 'bg-press' : BAR)} />
              <span className="text-text-3 tabular-nums">{clockOf(entry.starts_at, locale)}</span>
              <span className={cx('min-w-0 flex-1 truncate', entry.is_cancelled && 'line-through')}>{entry.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

const DOTS = 3
interface AgendaProps {
  week: Date[]
  days: Date[]
  byDay: Map<string, CalendarEntry[]>
}
/** For phones: a week to press on, and below it the days with something in them. */
function Agenda({ week, days, byDay }: AgendaProps) {
  const t = useT()
  const locale = useLocale()
  const list = useRef<HTMLOListElement>(null)
  const today = dayKey(new Date())
  const filled = days.filter((day) => byDay.has(dayKey(day)))
  const narrowDay = new Intl.DateTimeFormat(locale, { weekday: 'narrow' })
  const shortDay = new Intl.DateTimeFormat(locale, { weekday: 'short' })
  const goTo = (key: string) => {
    // the day itself, or the next one with something in it
    const next = filled.find((day) => dayKey(day) >= key)
    list.current?.querySelector(`[data-day="${next ? dayKey(next) : ''}"]`)?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <div role="group" aria-label={t('calendar.days')} className="-mx-1 mb-3 grid grid-cols-7">
        {week.map((day) => {
          const key = dayKey(day)
          const inside = byDay.get(key) ?? []
          return (
            <button
              key={key}
              type="button"
              aria-current={key === today ? 'date' : undefined}
              aria-label={`${dayName(day, locale)}, ${t('calendar.events', { count: inside.length })}`}
              onClick={() => goTo(key)}
              className={cx(
                'grid min-h-14 justify-items-center gap-0.5 rounded-card py-1.5 leading-5 text-text-2',
                key === today && 'bg-brand-soft text-on-brand-soft',
              )}
            >
              <span className="text-12">{narrowDay.format(day)}</span>
              <span className="font-medium tabular-nums">{day.getDate()}</span>
              <span aria-hidden="true" className="flex h-[5px] gap-[3px]">
                {inside.slice(0, DOTS).map((entry) => (
                  <i key={entry.occurrence_id} style={hue(entry.space_id)} className={cx('size-[5px] rounded-full', BAR)} />
                ))}
              </span>
            </button>
          )
        })}
      </div>
      {filled.length === 0 && <p className="py-8 text-center text-text-3">{t('calendar.none')}</p>}
      <ol ref={list} className="grid gap-4">
        {filled.map((day) => {
          const key = dayKey(day)
          return (
            <li key={key} data-day={key} className="grid scroll-mt-[calc(var(--header-h)+8px)] grid-cols-[44px_minmax(0,1fr)] gap-3">
              <h3 className="grid content-start justify-items-center pt-2 text-12 text-text-3" aria-label={dayName(day, locale)}>
                <span aria-hidden="true">{shortDay.format(day).replace('.', '')}</span>
                <span
                  aria-hidden="true"
                  className={cx(
                    'grid size-9 place-items-center rounded-full text-20 font-semibold tabular-nums',
                    key === today ? 'bg-brand text-on-brand' : 'text-text',
                  )}
                >
                  {day.getDate()}
                </span>
              </h3>
              <ul className="grid gap-2">
                {byDay.get(key)!.map((entry) => (
                  <li key={entry.occurrence_id}>
                    <Link to={pathOf(entry)} className="flex items-center gap-3 rounded-card border border-border bg-surface p-3">
                      <span
                        aria-hidden="true"
                        style={hue(entry.space_id)}
                        className={cx('w-[3px] self-stretch rounded-full', entry.is_cancelled ? 'bg-press' : BAR)}
                      />
                      <span className="min-w-0 flex-1">
                        <span className="block text-13 text-text-2 tabular-nums">{clockOf(entry.starts_at, locale)}</span>
                        <span className={cx('block font-medium', entry.is_cancelled && 'text-text-3 line-through')}>{entry.name}</span>
                        <span className="block truncate text-13 text-text-2">{t(`place.${entry.location_type}`)}</span>
                      </span>
                      <span className="grid shrink-0 justify-items-end gap-1 text-12 text-text-3">
                        {entry.rsvp_status === 'yes' && <Icon name="check" size="sm" label={t('rsvp.yes')} className="text-success" />}
                        {entry.rsvp_limit !== null && entry.rsvp_count >= entry.rsvp_limit ? (
                          <Badge>{t('rsvp.full')}</Badge>
                        ) : (
                          entry.rsvp_count > 0 && t('card.going', { count: entry.rsvp_count })
                        )}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ol>
    </>
  )
}
