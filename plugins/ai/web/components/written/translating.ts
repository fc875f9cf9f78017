/** Which texts on this page can be translated in place, and which are to be: the entry in a menu is gone by the time the translation shows. */
import { useSyncExternalStore } from 'react'

const places = new Map<string, { isAsked: boolean }>()
const listeners = new Set<() => void>()
const change = (key: string, place: { isAsked: boolean } | null) => {
  if (place) places.set(key, place)
  else places.delete(key)
  for (const listener of listeners) listener()
}
export const keyOf = ({ kind, id }: { kind: string; id: number }): string => `${kind}:${id}`
/** @returns takes the place away again */
export function placeAt(key: string): () => void {
  change(key, { isAsked: false })
  return () => change(key, null)
}
export const ask = (key: string, isAsked: boolean): void => change(key, { isAsked })
/** Null where no text of that key stands on the page. */
export const usePlace = (key: string): { isAsked: boolean } | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => places.get(key) ?? null,
  )
