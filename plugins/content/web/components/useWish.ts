/** What the reader has just done with a record, shared by every place that shows it until the server's answers say the same. */
import { useEffect, useSyncExternalStore } from 'react'

const wishes = new Map<string, unknown>()
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
function put(key: string, value: unknown) {
  if (value === undefined) wishes.delete(key)
  else wishes.set(key, value)
  for (const watcher of watchers) watcher()
}

/** The value to show, and a setter; `undefined` goes back to what the server said. */
export function useWish<T>(key: string, said: T): [shown: T, set: (value: T | undefined) => void] {
  const wish = useSyncExternalStore(watch, () => wishes.get(key)) as T | undefined
  // Once the server says the same the wish has come true; later news are the server's again.
  useEffect(() => {
    if (wish !== undefined && wish === said) put(key, undefined)
  }, [key, wish, said])
  return [wish === undefined ? said : wish, (value) => put(key, value)]
}
