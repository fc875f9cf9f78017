/** Counts on links of the frame: told by the plugin whose link it is, shown by the bar at the foot of phones. */
import { useEffect, useSyncExternalStore } from 'react'

let counts: ReadonlyMap<string, number> = new Map()
const listeners = new Set<() => void>()

function set(to: string, count: number): void {
  if ((counts.get(to) ?? 0) === count) return
  const next = new Map(counts)
  if (count > 0) next.set(to, count)
  else next.delete(to)
  counts = next
  for (const listener of listeners) listener()
}
const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Shows how much is new behind a link of the frame, for as long as the component is mounted: `useBadge('/messages', 3)` puts a 3 on every tab, link of
 * the sidebar and entry of the phone's bottom bar that leads to `/messages`. A slot that is always there, as `frame.background`, calls it.
 */
export function useBadge(to: string, count: number): void {
  useEffect(() => set(to, count), [to, count])
  useEffect(() => () => set(to, 0), [to])
}
/** Link → count; links without one have nothing new. */
export const useBadges = (): ReadonlyMap<string, number> => useSyncExternalStore(watch, () => counts)
