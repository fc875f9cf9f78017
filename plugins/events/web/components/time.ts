/** Moments as the reader's own clocks tell them. */
import { ordinals } from '@atrium/sdk'
import { CLOCK, DAY, SHORT_DAY } from '../../contract/formats.ts'

const format = (locale: string, options: Intl.DateTimeFormatOptions, zone?: string) => new Intl.DateTimeFormat(locale, { timeZone: zone, ...options })

/** `2026-12-03` as these clocks count days. */
export const dayKey = (moment: string | Date, zone?: string): string => format('sv-SE', { dateStyle: 'short' }, zone).format(new Date(moment))
export const clockOf = (moment: string | Date, locale: string, zone?: string): string => format(locale, CLOCK, zone).format(new Date(moment))
/** What a field of day and time takes: `2026-12-03T10:00`. */
export const localOf = (moment: string | Date, zone: string): string =>
  format('sv-SE', { dateStyle: 'short', timeStyle: 'short' }, zone).format(new Date(moment)).replace(' ', 'T')
export const dayName = (moment: string | Date, locale: string, zone?: string): string => ordinals(locale, format(locale, DAY, zone).format(new Date(moment)))
export const monthName = (moment: Date, locale: string): string => format(locale, { month: 'long', year: 'numeric' }).format(moment)
export const shortMonth = (moment: string | Date, locale: string, zone?: string): string =>
  format(locale, { month: 'short' }, zone).format(new Date(moment)).replace('.', '')
export const shortDay = (moment: string | Date, locale: string): string => ordinals(locale, format(locale, SHORT_DAY).format(new Date(moment)))
/** "November 22 – 28, 2026": the seven days from this one. */
export const weekName = (first: Date, locale: string): string =>
  format(locale, { day: 'numeric', month: 'long', year: 'numeric' }).formatRange(first, addDays(first, 6))
export const dayNumber = (moment: string | Date, zone?: string): string => String(Number(dayKey(moment, zone).slice(8)))
/** "Saturday, November 28, 18:00 to Sunday, November 29, 06:00", or with one day "18:00 to 19:00". */
export function spanOf(starts: string, ends: string, locale: string, to: string, zone?: string): string {
  const begin = `${dayName(starts, locale, zone)}, ${clockOf(starts, locale, zone)}`
  const sameDay = dayKey(starts, zone) === dayKey(ends, zone)
  return `${begin} ${to} ${sameDay ? '' : `${dayName(ends, locale, zone)}, `}${clockOf(ends, locale, zone)}`
}

/** Monday of a day's week; where weeks begin on Sunday, that. */
export function weekStart(day: Date, locale: string): Date {
  const first = locale === 'en-US' || locale === 'pt-BR' ? 0 : 1
  const start = new Date(day.getFullYear(), day.getMonth(), day.getDate())
  start.setDate(start.getDate() - ((start.getDay() - first + 7) % 7))
  return start
}
export const addDays = (day: Date, days: number): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)
