/** The present, which moves on every minute: what is due is said in minutes. */
import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

export function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
