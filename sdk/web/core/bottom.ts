/** The community's own links in the bar at the foot of phones: told by a plugin, shown by the frame before those of manifests. */
import { useEffect, useSyncExternalStore } from 'react'

export interface BottomLink {
  label: string
  to: string
  icon: string
}
const NONE: readonly BottomLink[] = []
let told = NONE
const listeners = new Set<() => void>()

function set(links: readonly BottomLink[]): void {
  told = links
  for (const listener of listeners) listener()
}
const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Puts links into the phone's bar for as long as the component is mounted. A slot that is always there, as `frame.background`, calls it. @param links the same array until it changes */
export function useBottomLinks(links: readonly BottomLink[] = NONE): void {
  useEffect(() => {
    set(links)
    return () => set(NONE)
  }, [links])
}
export const useToldBottomLinks = (): readonly BottomLink[] => useSyncExternalStore(watch, () => told)
