/** Moments, in the reader's words: the one way in which screens write them. They keep themselves true. */
import { useSyncExternalStore } from 'react'
import { formatDateIn, type TimeOptions, timeIn } from '../../core/rules/dates.ts'
import { useLocale } from '../core/i18n.tsx'

const MINUTE = 60_000

let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
/** One clock for all moments of the page. */
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

export interface TimeProps extends Pick<TimeOptions, 'kind' | 'within'> {
  /** ISO 8601 text, milliseconds since 1970, or a Date. */
  value: string | number | Date
  className?: string
}
export function Time({ value, kind = 'relative', within, className }: TimeProps) {
  const locale = useLocale()
  // What is no longer today says so too.
  useSyncExternalStore(watch, () => (kind === 'relative' ? now : new Date(now).toDateString()))
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return null
  return (
    <time dateTime={moment.toISOString()} title={formatDateIn(locale, moment, 'longDateTime')} className={className}>
      {timeIn(locale, moment, { kind, within })}
    </time>
  )
}
