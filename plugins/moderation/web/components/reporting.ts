/** What is to be reported: the entry in a menu is gone by the time the dialog shows. */
import { useSyncExternalStore } from 'react'

export interface Asked {
  kind: string
  id: number
  /** Of a member. */
  name?: string
}
let asked: Asked | null = null
const listeners = new Set<() => void>()

export function ask(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}
export const useAsked = (): Asked | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
