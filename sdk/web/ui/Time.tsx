/** Moments, in the reader's words; relative ones keep themselves true. */
import { useSyncExternalStore } from 'react'
import { relativeIn } from '../../core/rules/dates.ts'
import { formatDate, useLocale } from '../core/i18n.tsx'

const MINUTE = 60_000

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
  const text = kind === 'relative' ? relativeIn(locale, moment) : formatDate(moment, kind === 'date' ? 'date' : 'dateTime')
  return (
    <time dateTime={moment.toISOString()} title={formatDate(moment, 'longDateTime')} className={className}>
      {text}
    </time>
  )
}
