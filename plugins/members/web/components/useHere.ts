/** Who of many is here: most are not, and a mark on each of those would say nothing. */
import { usePresence } from '@atrium/sdk/web'

export function useHere(memberIds: readonly number[]): Map<number, 'online' | 'idle'> {
  return new Map([...usePresence(memberIds)].flatMap(([id, state]) => (state === 'offline' ? [] : [[id, state] as const])))
}
