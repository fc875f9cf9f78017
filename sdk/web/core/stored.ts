/** State that outlives the page in local storage; failures of the storage are logged and ignored. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { getBoot } from './boot.ts'

/** A value kept before, or undefined. Each key is shared by all accounts of this browser. */
export function readStored<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(`atrium:${key}`)
    return text === null ? undefined : JSON.parse(text)
  } catch (error) {
    console.warn(`"${key}" could not be read from local storage.`, error)
    return undefined
  }
}
/** Keeps a value; `undefined` removes it. @returns false where the storage is full or closed */
export function writeStored(key: string, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(`atrium:${key}`)
    else localStorage.setItem(`atrium:${key}`, JSON.stringify(value))
    return true
  } catch (error) {
    console.warn(`"${key}" could not be kept in local storage.`, error)
    return false
  }
}

/** `useState` that remembers: open groups, widths, sort orders. */
export function useStored<T>(key: string, initial: T): [value: T, set: (next: T) => void] {
  const [value, setValue] = useState<T>(() => readStored<T>(key) ?? initial)
  const set = useCallback(
    (next: T) => {
      setValue(next)
      writeStored(key, next)
    },
    [key],
  )
  return [value, set]
}

/** Keystrokes within this time are kept by one write. */
const SETTLE_MS = 300
/**
 * Text in the making that survives a closed tab; each person and community has its own.
 * `clear` forgets it: after publishing, or when it is thrown away. `isKept` is false while the storage cannot hold it.
 */
export function useDraft<T>(key: string, initial: T): { value: T; set: (next: T) => void; clear: () => void; restored: boolean; isKept: boolean } {
  const { account, community } = getBoot()
  const name = `draft:${community.id}:${account?.id ?? 0}:${key}`
  const [kept] = useState(() => readStored<T>(name))
  const [value, setValue] = useState<T>(kept ?? initial)
  const [isKept, setIsKept] = useState(true)
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void } | null>(null)
  const flush = useCallback(() => {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    waiting.current.write()
    waiting.current = null
  }, [])
  useEffect(() => {
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
  const set = useCallback(
    (next: T) => {
      setValue(next)
      if (waiting.current) clearTimeout(waiting.current.timer)
      waiting.current = { timer: setTimeout(flush, SETTLE_MS), write: () => setIsKept(writeStored(name, next)) }
    },
    [name, flush],
  )
  const clear = useCallback(() => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = null
    writeStored(name, undefined)
    setValue(initial)
  }, [name, initial])
  return { value, set, clear, restored: kept !== undefined, isKept }
}
