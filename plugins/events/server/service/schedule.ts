/** When an event is: its rule as dates, on the clocks of its own zone and right across daylight saving. */
import { invalid, isZone, sentence } from '@atrium/sdk'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { MAX_DATES, MAX_SECONDS } from '../../contract.ts'
import type { RecurringInput } from '../../contract/fields.ts'
import type { Rule } from '../entities.ts'

export interface Plan {
  timeZone: string
  /** 2026-12-03T10:00 */
  startLocal: string
  durationSeconds: number
  rule: Rule | null
}
export interface PlannedDate {
  /** The day by the rule. */
  key: string
  startsAt: Date
  endsAt: Date
}

const HOUR = 3_600
/** Names of fields as the calls have them. */
const AT = 'event.event_setting_attributes.'
const REPEATS = 'event.recurring_setting_attributes.'
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

function needZone(timeZone: string): void {
  if (!isZone(timeZone)) throw invalid({ [`${AT}time_zone`]: ['Choose a valid time zone.'] })
}

/** The moment of a time on these clocks; one that a change of the clocks leaves out is an hour later, of one that is there twice the first counts. */
export const instantOf = (local: string, timeZone: string): Date =>
  new Date(Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds)
export const localOf = (moment: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })

/** What a call says of a moment, on the clocks of the zone. @throws AtriumError 422 for a day that no calendar has */
export function readLocal(text: string, timeZone: string, field: string): string {
  needZone(timeZone)
  try {
    if (/(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) return localOf(new Date(Temporal.Instant.from(text).epochMilliseconds), timeZone)
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toString({ smallestUnit: 'minute' })
  } catch {
    throw invalid({ [`${AT}${field}`]: ['Enter a valid date and time.'] })
  }
}

/** What a call says of its first date. `before` fills in what it leaves out. @throws AtriumError 422 */
export function readStart(
  said: { starts_at?: string | undefined; ends_at?: string | undefined; duration_in_seconds?: number | undefined; time_zone?: string | undefined },
  before?: Omit<Plan, 'rule'>,
): Omit<Plan, 'rule'> {
  const timeZone = said.time_zone ?? before?.timeZone ?? 'UTC'
  needZone(timeZone)
  if (!said.starts_at && !before) throw invalid({ [`${AT}starts_at`]: ['Enter a start time.'] })
  const startLocal = said.starts_at ? readLocal(said.starts_at, timeZone, 'starts_at') : before!.startLocal
  const year = Number(startLocal.slice(0, 4))
  if (!(year >= 1970 && year <= 2200)) throw invalid({ [`${AT}starts_at`]: ['Enter a valid date and time.'] })
  const end = said.ends_at ? instantOf(readLocal(said.ends_at, timeZone, 'ends_at'), timeZone) : null
  const durationSeconds = end
    ? (end.getTime() - instantOf(startLocal, timeZone).getTime()) / 1_000
    : (said.duration_in_seconds ?? before?.durationSeconds ?? HOUR)
  const field = end ? 'ends_at' : 'duration_in_seconds'
  if (durationSeconds <= 0) throw invalid({ [`${AT}${field}`]: ['The end must be after the start.'] })
  if (durationSeconds > MAX_SECONDS) throw invalid({ [`${AT}${field}`]: [sentence('A date can last up to {days} days.', { days: MAX_SECONDS / 86_400 })] })
  return { timeZone, startLocal, durationSeconds }
}

/** @throws AtriumError 422 for a rule without an end */
export function readRule(said: RecurringInput, timeZone: string): Rule {
  const ends = said.ends_at ?? null
  const until = ends === null ? null : ends.length === 10 ? ends : readLocal(ends, timeZone, 'ends_at').slice(0, 10)
  const count = until === null ? (said.occurrences ?? null) : null
  if (until === null && count === null) throw invalid({ [`${REPEATS}ends_at`]: ['Choose an end date or a number of dates.'] })
  if (count !== null && count > MAX_DATES) throw tooMany('occurrences')
  return { frequency: said.frequency, until, count, last: said.on_last_week, ...(said.on_last_day && { lastDay: true }), except: said.exceptions }
}
const tooMany = (field: string) =>
  invalid({ [`${REPEATS}${field}`]: [sentence('A series can have up to {max} dates. Choose an earlier end.', { max: MAX_DATES })] })

/** Which weekday of its month a day is: the third, or -1 for the last. */
export function weekOfMonth(startLocal: string, last: boolean): number {
  const day = Temporal.PlainDate.from(startLocal.slice(0, 10))
  const week = Math.ceil(day.day / 7)
  return week === 5 || (last && day.day + 7 > day.daysInMonth) ? -1 : week
}

/** A day of the month; or the last of those up to it, so that a shorter month has one too. */
const dayOf = ({ day }: Temporal.PlainDate, lastDay = false) =>
  lastDay && day > 28 ? { byMonthDay: Array.from({ length: day - 27 }, (_, at) => 28 + at), bySetPos: [-1] } : { byMonthDay: [day] }

function partsOf({ startLocal, rule }: Plan) {
  const start = Temporal.PlainDate.from(startLocal.slice(0, 10))
  const weekday = WEEKDAYS[start.dayOfWeek - 1]!
  switch (rule!.frequency) {
    case 'daily':
      return { freq: 'DAILY' as const }
    case 'weekday':
      return { freq: 'WEEKLY' as const, byDay: ['MO', 'TU', 'WE', 'TH', 'FR'] }
    case 'weekly':
      return { freq: 'WEEKLY' as const, byDay: [weekday] }
    case 'bi_weekly':
      return { freq: 'WEEKLY' as const, interval: 2, byDay: [weekday] }
    case 'monthly':
      return { freq: 'MONTHLY' as const, ...dayOf(start, rule!.lastDay) }
    case 'monthly_weekday_based':
      return { freq: 'MONTHLY' as const, byDay: [`${weekOfMonth(startLocal, rule!.last)}${weekday}`] }
    default:
      return { freq: 'YEARLY' as const, byMonth: [start.month], ...dayOf(start, rule!.lastDay) }
  }
}

/** Days by the rule, those left out among them: on clocks that know no summer, so that no hour that is missing takes a day with it. */
function daysOf(plan: Plan): string[] {
  if (!plan.rule) return [plan.startLocal.slice(0, 10)]
  const { until, count } = plan.rule
  const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime('UTC')
  const rule = new RRuleTemporal({
    ...partsOf(plan),
    dtstart: at(plan.startLocal),
    tzid: 'UTC',
    ...(until === null ? { count: count! } : { until: at(`${until}T23:59:59`) }),
    temporal: Temporal,
    cache: false,
  })
  // one more than may be tells that there are too many
  const found = rule.all((_, index) => index <= MAX_DATES)
  if (found.length > MAX_DATES) throw tooMany(until === null ? 'occurrences' : 'ends_at')
  return found.map((day) => day.toPlainDate().toString())
}

/** All dates of a plan, without those left out. @throws AtriumError 422 for none, and for more than `MAX_DATES` */
export function datesOf(plan: Plan): PlannedDate[] {
  const left = new Set(plan.rule?.except.map(({ date }) => date))
  const dates = allDatesOf(plan).filter(({ key }) => !left.has(key))
  if (dates.length === 0) throw invalid({ [`${REPEATS}ends_at`]: ['Keep at least one date.'] })
  return dates
}
/** The same with those left out, for the preview. */
export function allDatesOf(plan: Plan): PlannedDate[] {
  const time = plan.startLocal.slice(10)
  return daysOf(plan).map((key) => {
    const startsAt = instantOf(`${key}${time}`, plan.timeZone)
    return { key, startsAt, endsAt: new Date(startsAt.getTime() + plan.durationSeconds * 1_000) }
  })
}
