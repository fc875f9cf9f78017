/** Moments, in the reader's words; relative ones keep themselves true. */
import { useSyncExternalStore } from 'react'
import { formatDate, useLocale } from '../core/i18n.tsx'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
/** One clock for all relative moments of the page. */
function watch(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, MINUTE / 2)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
const idle = () => () => {}

const words = new Map<string, Intl.RelativeTimeFormat>()
/** `2h ago`, `yesterday`, and from a week away the date. */
function relative(moment: number, locale: string): string {
  const away = moment - Date.now()
  const size = Math.abs(away)
  if (size >= 7 * DAY) return formatDate(moment, 'date')
  let format = words.get(locale)
  if (!format) words.set(locale, (format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' })))
  if (size < MINUTE) return format.format(0, 'second')
  if (size < HOUR) return format.format(Math.trunc(away / MINUTE), 'minute')
  if (size < DAY) return format.format(Math.trunc(away / HOUR), 'hour')
  return format.format(Math.round(away / DAY), 'day')
}

export interface TimeProps {
  /** ISO 8601 text, milliseconds since 1970, or a Date. */
  value: string | number | Date
  kind?: 'relative' | 'date' | 'datetime'
  className?: string
}
export function Time({ value, kind = 'relative', className }: TimeProps) {
  const locale = useLocale()
  useSyncExternalStore(kind === 'relative' ? watch : idle, () => (kind === 'relative' ? now : 0))
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return null
  const text = kind === 'relative' ? relative(moment.getTime(), locale) : formatDate(moment, kind === 'date' ? 'date' : 'dateTime')
  return (
    <time dateTime={moment.toISOString()} title={formatDate(moment, 'longDateTime')} className={className}>
      {text}
    </time>
  )
}
