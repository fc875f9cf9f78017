/** What somebody types, once they pause: for reads that would else ask the server at each letter, most of them for nothing. */
import { useEffect, useState } from 'react'

const PAUSE_MS = 200

/** @returns the value as it was when it last stood still */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
