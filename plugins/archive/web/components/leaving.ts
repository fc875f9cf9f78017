/** Which dialog is asked for about whom: the entry in the menu is gone by the time the dialog shows. */
import { useSyncExternalStore } from 'react'

export interface Asked {
  kind: 'ban' | 'delete'
  memberId: number
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
