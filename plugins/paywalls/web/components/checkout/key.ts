/** The key of the checkout that this browser began without an account: whoever is led to the address of another one begins their own. */
import { readStored, writeStored } from '@atrium/sdk/web'

interface Kept {
  id: string
  key: string
}
const NAME = 'paywalls.checkout'

export const keepKey = (id: string, key: string | null) => key !== null && writeStored(NAME, { id, key } satisfies Kept)
export function keyOf(id: string | null): string | undefined {
  const kept = readStored<Kept>(NAME)
  return kept?.id === id ? kept?.key : undefined
}
