/** Moments by the clock on the wall, across its changes. */
import type { Recurrence } from '../../contract.ts'

const DAY_MS = 86_400_000
interface Wall {
  year: number
  month: number
  day: number
}
const formats = new Map<string, Intl.DateTimeFormat>()
function partsIn(zone: string, at: Date): number[] {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  return [parts.year!, parts.month!, parts.day!, parts.hour!, parts.minute!, parts.second!]
}
/** The wall's reading as if it were UTC. */
function wallOf(zone: string, at: Date): number {
  const [year, month, day, hour, minute, second] = partsIn(zone, at)
  return Date.UTC(year!, month! - 1, day!, hour!, minute!, second!)
}
/** When a clock there shows this time of that day. Of a time that is twice there it is the first; one that is left out comes as much later as the clock jumps. */
export function momentIn(zone: string, { year, month, day }: Wall, time: string): Date {
  const [hour, minute] = time.split(':').map(Number)
  const wanted = Date.UTC(year, month - 1, day, hour!, minute!)
  const offsetAt = (at: number) => wallOf(zone, new Date(at)) - at
  const [before, after] = [offsetAt(wanted - DAY_MS), offsetAt(wanted + DAY_MS)]
  const candidates = [wanted - before, wanted - after].filter((at) => wallOf(zone, new Date(at)) === wanted)
  return new Date(candidates.length > 0 ? Math.min(...candidates) : wanted - before)
}
/** The day there, moved on by whole days. */
export function dayIn(zone: string, at: Date, plus = 0): Wall & { weekday: number; number: number } {
  const [year, month, day] = partsIn(zone, at)
  const moved = new Date(Date.UTC(year!, month! - 1, day!) + plus * DAY_MS)
  return {
    year: moved.getUTCFullYear(),
    month: moved.getUTCMonth() + 1,
    day: moved.getUTCDate(),
    weekday: moved.getUTCDay() || 7,
    number: moved.getTime() / DAY_MS,
  }
}
/** The next time after a moment that it is so late there, on a weekday or any. */
export function nextTime(zone: string, after: Date, time: string, weekday: number | null): Date {
  for (let plus = 0; plus <= 8; plus++) {
    const day = dayIn(zone, after, plus)
    const at = momentIn(zone, day, time)
    if (at > after && (weekday === null || day.weekday === weekday)) return at
  }
  throw new RangeError('a week without that weekday')
}

const MONDAY = 3
/** Whether it falls on a day: weeks and days are counted from the same beginning for good, so that an interval stays what it is. */
function fallsOn({ frequency, interval, weekdays, day }: Recurrence, on: ReturnType<typeof dayIn>): boolean {
  if (frequency === 'daily') return on.number % interval === 0
  if (frequency === 'weekly') return weekdays.includes(on.weekday) && Math.floor((on.number + MONDAY) / 7) % interval === 0
  const last = new Date(Date.UTC(on.year, on.month, 0)).getUTCDate()
  return on.day === Math.min(day, last) && (on.year * 12 + on.month) % interval === 0
}
/** The first time after a moment; null where none follows. */
export function nextOf(recurrence: Recurrence, zone: string, after: Date): Date | null {
  const most = recurrence.frequency === 'monthly' ? 31 * recurrence.interval + 31 : recurrence.interval * 7 + 8
  for (let plus = 0; plus <= most; plus++) {
    const day = dayIn(zone, after, plus)
    if (!fallsOn(recurrence, day)) continue
    const at = momentIn(zone, day, recurrence.time)
    if (at > after) return recurrence.ends_at && at > new Date(recurrence.ends_at) ? null : at
  }
  return null
}
/** When a schedule comes first from now on. */
export const nextAt = ({ runs_at, recurrence, time_zone }: { runs_at: Date | null; recurrence: Recurrence | null; time_zone: string }, now: Date) =>
  recurrence ? nextOf(recurrence, time_zone, now) : runs_at && runs_at > now ? runs_at : null
/** The next times, at most so many. */
export function timesOf(recurrence: Recurrence, zone: string, after: Date, most: number): Date[] {
  const times: Date[] = []
  for (let at = nextOf(recurrence, zone, after); at && times.length < most; at = nextOf(recurrence, zone, at)) times.push(at)
  return times
}
