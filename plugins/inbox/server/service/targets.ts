/** When a conversation should be answered: minutes within office hours, by the clocks of their zone, also where these are changed. */
import { Temporal } from 'temporal-polyfill'
import type { OfficeHours, PRIORITIES, Targets, TYPES } from '../../contract.ts'

const MINUTE = 60_000
/** Days that are looked at; a target beyond them is none. */
const DAYS = 400

interface Span {
  from: number
  to: number
}
/** The hours of a day as moments. A time that a change of the clocks leaves out is an hour later. */
function spanOn(day: Temporal.PlainDate, { timezone, days }: OfficeHours): Span | null {
  // Monday is 1 and Sunday 7 there, Sunday is the first here
  const hours = days[day.dayOfWeek % 7]
  if (!hours) return null
  const at = (on: Temporal.PlainDate, clock: string) => on.toZonedDateTime({ timeZone: timezone, plainTime: clock }).epochMilliseconds
  return { from: at(day, hours.from), to: at(hours.to > hours.from ? day : day.add({ days: 1 }), hours.to) }
}
/** Office hours from the one that `at` lies in or before, in their order. The day before may reach into it. */
function* spansFrom(at: Date, hours: OfficeHours): Generator<Span> {
  const first = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(hours.timezone).toPlainDate().subtract({ days: 1 })
  let reached = at.getTime()
  for (let i = 0; i < DAYS; i++) {
    const span = spanOn(first.add({ days: i }), hours)
    if (!span || span.to <= reached) continue
    yield { from: Math.max(span.from, reached), to: span.to }
    reached = span.to
  }
}

/** The moment at which so many minutes of office hours have passed; null where there is no target, or nobody is ever there. */
export function dueAfter(since: Date, minutes: number, hours: OfficeHours): Date | null {
  if (minutes <= 0) return null
  let left = minutes * MINUTE
  for (const { from, to } of spansFrom(since, hours)) {
    if (left <= to - from) return new Date(from + left)
    left -= to - from
  }
  return null
}
/** Whether people are there at this moment, and else when they are next; null where never. */
export function opening(at: Date, hours: OfficeHours): { isOpen: boolean; opensAt: Date | null } {
  const [next] = spansFrom(at, hours)
  const isOpen = next !== undefined && next.from <= at.getTime()
  return { isOpen, opensAt: isOpen || !next ? null : new Date(next.from) }
}

/** Minutes until the first answer: of live chats, and of the rest by how urgent they are. */
export function minutesFor(targets: Targets, { type, priority }: { type: (typeof TYPES)[number]; priority: (typeof PRIORITIES)[number] | null }): number {
  if (type === 'live_chat') return targets.live_chat
  if (priority?.startsWith('urgent_')) return targets.urgent
  return priority?.startsWith('high_') ? targets.high : targets.low
}
