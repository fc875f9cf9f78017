/** Dates and times in words, the same in browser, emails and exports. */

/** The formats in which dates are shown. */
const KINDS = {
  /** Thursday, November 19, 2026 at 4:05 PM */
  longDateTime: { dateStyle: 'full', timeStyle: 'short' },
  /** Nov 19 at 4:05 PM; day and time are joined by a word. */
  dateTime: { month: 'short', day: 'numeric' },
  /** 4:05 PM */
  time: { timeStyle: 'short' },
  /** 16:05 */
  time24: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** November 19, 2026 */
  longDate: { dateStyle: 'long' },
  /** November 19 */
  monthDay: { month: 'long', day: 'numeric' },
  /** Nov 19, 2026 */
  date: { dateStyle: 'medium' },
  /** 11/19/2026 */
  numericDate: { year: 'numeric', month: '2-digit', day: '2-digit' },
  /** 11/19/2026, 4:05:09 PM GMT+1 */
  zoned: { year: 'numeric', month: '2-digit', day: '2-digit', hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
  /** The same with milliseconds. */
  zonedPrecise: {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    timeZoneName: 'short',
  },
} satisfies Record<string, Intl.DateTimeFormatOptions>
export type DateKind = keyof typeof KINDS

/** What stands between a day and a time. */
const AT: Record<string, string> = { 'en-US': ' at ', 'pt-BR': ' às ' }
const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(locale: string, kind: DateKind, timeZone?: string): Intl.DateTimeFormat {
  const key = `${locale} ${kind} ${timeZone ?? ''}`
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(locale, { ...KINDS[kind], timeZone })))
  return format
}
/** The first of a month in Portuguese, as `Intl` writes it: an ordinal, which it does not know. */
export const FIRST_OF_MONTH = /(?<!\d)1(?= de \p{L})/gu
/** A date as `Intl` writes it, with what it does not know. For formats of one's own; `formatDateIn` has it. */
export const ordinals = (locale: string, text: string): string => (locale === 'pt-BR' ? text.replace(FIRST_OF_MONTH, '1º') : text)
const saidAs = (locale: string, kind: DateKind, moment: Date, timeZone?: string): string => ordinals(locale, formatOf(locale, kind, timeZone).format(moment))
/**
 * A moment in a locale.
 * @param value ISO 8601 text, milliseconds since 1970, or a Date; an empty text comes back for what is no moment.
 * @param timeZone IANA name; default the one of this machine: in browsers the reader's
 */
export function formatDateIn(locale: string, value: string | number | Date, kind: DateKind = 'date', timeZone?: string): string {
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return ''
  const text = saidAs(locale, kind, moment, timeZone)
  return kind === 'dateTime' ? `${text}${AT[locale] ?? ', '}${saidAs(locale, 'time', moment, timeZone)}` : text
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const relatives = new Map<string, Intl.RelativeTimeFormat>()
function relativeOf(locale: string): Intl.RelativeTimeFormat {
  let format = relatives.get(locale)
  if (!format) relatives.set(locale, (format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' })))
  return format
}
/** Days of the calendar since 1970, where this machine is: in browsers where the reader is. */
const calendarDay = (moment: Date): number => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / DAY

/**
 * - `relative`: 8m ago, 3h ago, and from a day away as `day`
 * - `day`: Today, Yesterday, Nov 19, and in other years Nov 19, 2025
 * - `date`: Nov 19, 2026, today too: amid a sentence, and after “on”
 * - `datetime`: Yesterday at 1:36 PM
 * - `short`: 1:36 PM for today, else as `day`
 * - `time`: 1:36 PM
 */
export type TimeKind = 'relative' | 'day' | 'date' | 'datetime' | 'short' | 'time'
export interface TimeOptions {
  kind?: TimeKind
  /** At the end of a sentence: `yesterday`, not `Yesterday`. */
  within?: boolean
  now?: Date
}
/** How interface and pages write moments: one way everywhere. An empty text comes back for what is no moment. */
export function timeIn(locale: string, value: string | number | Date, { kind = 'relative', within = false, now = new Date() }: TimeOptions = {}): string {
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return ''
  const text = said(locale, moment, kind, now)
  return within ? text : text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}
function said(locale: string, moment: Date, kind: TimeKind, now: Date): string {
  const time = () => saidAs(locale, 'time', moment)
  if (kind === 'date') return saidAs(locale, 'date', moment)
  const days = calendarDay(moment) - calendarDay(now)
  if (kind === 'time' || (kind === 'short' && days === 0)) return time()
  if (kind === 'relative') {
    const away = moment.getTime() - now.getTime()
    const size = Math.abs(away)
    if (size < MINUTE) return relativeOf(locale).format(0, 'second')
    if (size < HOUR) return relativeOf(locale).format(Math.trunc(away / MINUTE), 'minute')
    if (size < DAY) return relativeOf(locale).format(Math.trunc(away / HOUR), 'hour')
  }
  const day =
    Math.abs(days) <= 1 ? relativeOf(locale).format(days, 'day') : saidAs(locale, moment.getFullYear() === now.getFullYear() ? 'dateTime' : 'date', moment)
  return kind === 'datetime' ? `${day}${AT[locale] ?? ', '}${time()}` : day
}
