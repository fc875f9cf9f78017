/** What was before each change, so that it can be taken back and done again. */
import { useRef, useState } from 'react'

const KEPT = 100
export interface Undo<T> {
  /** Notes how it was; changes with the same name right after each other are one. */
  note: (before: T, name: string) => void
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
}
export function useUndo<T>(value: T, put: (value: T) => void): Undo<T> {
  const [past, setPast] = useState<T[]>([])
  const [future, setFuture] = useState<T[]>([])
  const last = useRef<string | null>(null)
  return {
    note(before, name) {
      if (name !== last.current) setPast((all) => [...all.slice(-KEPT), before])
      last.current = name
      setFuture([])
    },
    undo() {
      const before = past.at(-1)
      if (!before) return
      last.current = null
      setPast(past.slice(0, -1))
      setFuture((all) => [...all, value])
      put(before)
    },
    redo() {
      const after = future.at(-1)
      if (!after) return
      last.current = null
      setFuture(future.slice(0, -1))
      setPast((all) => [...all, value])
      put(after)
    },
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  }
}
