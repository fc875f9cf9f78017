/** Moments as the reader's own clocks tell them. */
import { ordinals } from '@atrium/sdk'
import { dayKey, SHORT_DAY } from '../../contract/formats.ts'

export { clockOf, dayKey, dayName, spanOf } from '../../contract/formats.ts'

const format = (locale: string, options: Intl.DateTimeFormatOptions, zone?: string) => new Intl.DateTimeFormat(locale, { timeZone: zone, ...options })

/** What a field of day and time takes: `2026-12-03T10:00`. */
export const localOf = (moment: string | Date, zone: string): string =>
  format('sv-SE', { dateStyle: 'short', timeStyle: 'short' }, zone).format(new Date(moment)).replace(' ', 'T')
export const monthName = (moment: Date, locale: string): string => format(locale, { month: 'long', year: 'numeric' }).format(moment)
export const shortMonth = (moment: string | Date, locale: string, zone?: string): string =>
  format(locale, { month: 'short' }, zone).format(new Date(moment)).replace('.', '')
export const shortDay = (moment: string | Date, locale: string): string => ordinals(locale, format(locale, SHORT_DAY).format(new Date(moment)))
/** "November 22 – 28, 2026": the seven days from this one. */
export const weekName = (first: Date, locale: string): string =>
  format(locale, { day: 'numeric', month: 'long', year: 'numeric' }).formatRange(first, addDays(first, 6))
export const dayNumber = (moment: string | Date, zone?: string): string => String(Number(dayKey(moment, zone).slice(8)))
/** Monday of a day's week; where weeks begin on Sunday, that. */
export function weekStart(day: Date, locale: string): Date {
  const first = locale === 'en-US' || locale === 'pt-BR' ? 0 : 1
  const start = new Date(day.getFullYear(), day.getMonth(), day.getDate())
  start.setDate(start.getDate() - ((start.getDay() - first + 7) % 7))
  return start
}
export const addDays = (day: Date, days: number): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)
