/** How dates of events are written, by the server's pages and by screens. */
import { ordinals } from '@atrium/sdk'

/** "Saturday, November 28" */
export const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const
/** "Sat, Nov 28" */
export const SHORT_DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const
/** "6:00 PM" */
export const CLOCK = { hour: 'numeric', minute: '2-digit' } as const

const format = (locale: string, options: Intl.DateTimeFormatOptions, zone?: string) => new Intl.DateTimeFormat(locale, { timeZone: zone, ...options })

/** `2026-12-03` as these clocks count days. */
export const dayKey = (moment: string | Date, zone?: string): string => format('sv-SE', { dateStyle: 'short' }, zone).format(new Date(moment))
export const clockOf = (moment: string | Date, locale: string, zone?: string): string => format(locale, CLOCK, zone).format(new Date(moment))
export const dayName = (moment: string | Date, locale: string, zone?: string): string => ordinals(locale, format(locale, DAY, zone).format(new Date(moment)))
/** "Saturday, November 28, 18:00 to Sunday, November 29, 06:00", or with one day "18:00 to 19:00". */
export function spanOf(starts: string | Date, ends: string | Date, locale: string, to: string, zone?: string): string {
  const begin = `${dayName(starts, locale, zone)}, ${clockOf(starts, locale, zone)}`
  const sameDay = dayKey(starts, zone) === dayKey(ends, zone)
  return `${begin} ${to} ${sameDay ? '' : `${dayName(ends, locale, zone)}, `}${clockOf(ends, locale, zone)}`
}
