/** Edits laid over a saved record: what a form shows, whether it is dirty, and what to send. */
import { useState } from 'react'

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export interface Edit<T extends object> {
  /** The saved record with the edits over it. */
  value: T
  /** Only the fields that differ from what is saved. */
  changes: Partial<T>
  dirty: boolean
  set<K extends keyof T>(key: K, value: T[K]): void
  reset(): void
}

export function useEdit<T extends object>(saved: T): Edit<T> {
  const [edits, setEdits] = useState<Partial<T>>({})
  const changes = Object.fromEntries(Object.entries(edits).filter(([key, value]) => !same(value, saved[key as keyof T]))) as Partial<T>
  return {
    value: { ...saved, ...edits },
    changes,
    dirty: Object.keys(changes).length > 0,
    set: (key, value) => setEdits((before) => ({ ...before, [key]: value })),
    reset: () => setEdits({}),
  }
}
