/** How long something has been on, or is still to come, second by second. */
import { clockOf, useSecond } from '../room/clock.ts'

interface ClockProps {
  /** ISO 8601. */
  since?: string
  until?: string
  isLong?: boolean
  /** Says what it measures. */
  label: string
  className?: string
}
/** Screen readers are told when they ask, not each second. */
export function Clock({ since, until, isLong, label, className }: ClockProps) {
  const now = useSecond()
  const seconds = since ? (now - Date.parse(since)) / 1_000 : (Date.parse(until ?? '') - now) / 1_000
  return (
    <span role="timer" aria-label={label} className={`tabular-nums ${className ?? ''}`}>
      {clockOf(seconds, isLong)}
    </span>
  )
}
