/** What this browser keeps of the checkout that it began: the query it was begun with, and of one without an account the key to it. */
import { readStored, writeStored } from '@atrium/sdk/web'

interface Kept {
  id: string
  /** Whoever is led to the address of another one begins their own; null: the checkout is an account's. */
  key: string | null
  search?: string
}
const NAME = 'paywalls.checkout'
/** What an address says of one checkout and not of what is bought. */
const OF_SESSION = ['session', 'cancelled', 'paid', 'changed']

export const keep = (id: string, key: string | null, search: URLSearchParams) =>
  writeStored(NAME, { id, key, search: beside(search).toString() } satisfies Kept)
export function keyOf(id: string | null): string | undefined {
  const kept = readStored<Kept>(NAME)
  return kept?.id === id ? (kept?.key ?? undefined) : undefined
}
function beside(search: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...search].filter(([name]) => !OF_SESSION.includes(name)))
}
/** The query of the address, with what the way back from the provider leaves out: an invitation, where to go afterwards. */
export function wholeQuery(search: URLSearchParams): URLSearchParams {
  const kept = readStored<Kept>(NAME)
  if (!kept?.search || kept.id !== search.get('session')) return search
  return new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(kept.search)), ...Object.fromEntries(search) })
}
/** The address at which this checkout goes on when the buyer comes back from the provider by the browser's own button. */
export const addressOf = (id: string, search: URLSearchParams): string => `${location.pathname}?${new URLSearchParams([...beside(search), ['session', id]])}`
