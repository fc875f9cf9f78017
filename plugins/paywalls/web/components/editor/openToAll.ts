/** What of that which a paywall opens is open to everybody as it is: buyers would pay for nothing. */
import type { Draft } from './draft.ts'

interface Group {
  id: number
  spaces: { id: number; name: string; is_private: boolean }[]
}
interface Ticket {
  id: number
  name: string
  /** It asks for no ticket. */
  is_free: boolean
}
/** @returns names, each once */
export function openToAll(opens: Draft['opens'], groups: readonly Group[], tickets: readonly Ticket[]): string[] {
  const has = (kind: Draft['opens'][number]['kind'], id: number) => opens.some((one) => one.kind === kind && one.id === id)
  const spaces = groups.flatMap((group) => group.spaces.filter((space) => !space.is_private && (has('space', space.id) || has('space_group', group.id))))
  const free = tickets.filter(({ id, is_free: isFree }) => isFree && has('event', id))
  return [...new Set([...spaces, ...free].map(({ name }) => name))]
}
