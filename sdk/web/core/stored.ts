/** State that outlives the page in local storage; failures of the storage are logged, and what is kept then lasts as long as the page. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { getBoot } from './boot.ts'

/** What the storage did not take: in frames of other sites browsers close it. */
const unstored = new Map<string, unknown>()

/** A value kept before, or undefined. Each key is shared by all accounts of this browser. */
export function readStored<T>(key: string): T | undefined {
  if (unstored.has(key)) return unstored.get(key) as T
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
    unstored.delete(key)
    return true
  } catch (error) {
    unstored.set(key, value)
    console.warn(`"${key}" could not be kept in local storage.`, error)
    return false
  }
}

/** By key, all parts of the page that show what is kept there. */
const shown = new Map<string, Set<(next: unknown) => void>>()

/** `useState` that remembers: open groups, widths, sort orders. Whatever parts of the page have the same key, they have the same value. */
export function useStored<T>(key: string, initial: T): [value: T, set: (next: T) => void] {
  const [value, setValue] = useState<T>(() => readStored<T>(key) ?? initial)
  const take = useCallback((next: unknown) => setValue(next as T), [])
  useEffect(() => {
    const all = shown.get(key) ?? new Set()
    shown.set(key, all.add(take))
    return () => {
      all.delete(take)
      if (all.size === 0) shown.delete(key)
    }
  }, [key, take])
  const set = useCallback(
    (next: T) => {
      // effects of parts of this one may set it before it is among those shown
      for (const one of new Set(shown.get(key)).add(take)) one(next)
      writeStored(key, next)
    },
    [key, take],
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
