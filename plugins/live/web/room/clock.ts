/** Moments that pass while one looks on. */
import { useEffect, useState } from 'react'

const SECOND = 1_000

/** The time, told again each second. */
export function useSecond(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  return now
}
const two = (value: number) => String(value).padStart(2, '0')
/** `42:18`, `1:42:18`; `isLong` keeps the hours in any case: `00:42:18`. */
export function clockOf(seconds: number, isLong = false): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  if (isLong) return `${two(hours)}:${two(minutes)}:${two(rest)}`
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`
}
