/** The same time of day elsewhere. */
import { Temporal } from 'temporal-polyfill'

/** The moment at which clocks in `zone` show what those in `from` show at `at`; one that a change of the clocks leaves out is an hour later. */
export function sameTimeIn(zone: string, at: Date, from: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(from).toPlainDateTime()
  return new Date(local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds)
}
