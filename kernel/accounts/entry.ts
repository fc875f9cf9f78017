/** The one door into a session: whoever has proven a first factor comes through here, and goes on to the second where there is one (quality A46). */
import type { Queryable } from '../jobs/index.ts'
import type { Parts } from './index.ts'
import type { Client } from './sessions.ts'

/** Becoming a member on the way in. */
export interface Join {
  name: string
  preferences: Record<string, unknown>
}
export interface Entering {
  accountId: number
  communityId: number
  remember: boolean
  from: Client
  join?: Join
  /** Came with a second factor already: a passkey, a code. */
  strong?: boolean
}
/** A session's token, or that of the step to the second factor. */
export type Entered = { session: string; remember: boolean } | { step: string }
export type Waiting = Pick<Entering, 'communityId' | 'remember' | 'join'>

export function createEntry({ communities, sessions, steps, secondFactor }: Parts) {
  return async function enter(client: Queryable, { accountId, communityId, remember, from, join, strong = false }: Entering): Promise<Entered> {
    // nobody joins on a first factor alone
    if (!strong && (await secondFactor.isOn(client, accountId)))
      return { step: await steps.begin(client, 'second_factor', accountId, { communityId, remember, join } satisfies Waiting) }
    if (join) await communities.join(client, { communityId, accountId, ...join })
    return { session: await sessions.begin(client, { accountId, communityId, remember, from, proved: strong }), remember }
  }
}
export type Enter = ReturnType<typeof createEntry>
