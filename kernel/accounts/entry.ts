/** Every sign-in goes through here once the first factor is proven: it begins a session, or asks for the second factor where there is one (case A46). */
import { AtriumError } from '@atrium/sdk'
import type { Queryable } from '../jobs/index.ts'
import type { Communities } from '../communities/index.ts'
import type { Emails } from './emails.ts'
import { hashToken } from './secrets.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Client, Sessions } from './sessions.ts'
import type { Steps } from './steps.ts'

/** How the account becomes a member of the community while it signs in. */
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
  /** Came by a community's own provider: the session is good in that community alone. */
  held?: boolean
}
/** A session's token, or that of the step to the second factor, or to the code mailed to a new member. */
export type Entered = { session: string; remember: boolean; accountId: number } | { step: string; mailed?: boolean }
export type Waiting = Pick<Entering, 'communityId' | 'remember' | 'join' | 'held'> & { mailed?: boolean; code?: string }

/** Codes mailed to one account whose steps are still open. */
const MOST_MAILED = 5

interface Dependencies {
  communities: Communities
  sessions: Sessions
  steps: Steps
  secondFactor: SecondFactor
  emails: Emails
}

export function createEntry({ communities, sessions, steps, secondFactor, emails }: Dependencies) {
  /** Is the address still to be proven before this account joins? */
  async function unproven(client: Queryable, communityId: number, accountId: number): Promise<boolean> {
    if (!(await communities.state(communityId)).settings.enforce_otp_for_signup) return false
    const { rows } = await client.query('select email_confirmed_at is null as unproven from kernel.account where id = $1', [accountId])
    return rows[0].unproven
  }
  return async function enter(client: Queryable, { accountId, communityId, remember, from, join, strong = false, held = false }: Entering): Promise<Entered> {
    // an account with a second factor joins only after that factor was given
    if (!strong && (await secondFactor.isOn(client, accountId)))
      return { step: await steps.begin(client, 'second_factor', accountId, { communityId, remember, join, held } satisfies Waiting) }
    if (join && (await unproven(client, communityId, accountId))) {
      if ((await steps.mailed(client, accountId)) >= MOST_MAILED)
        throw new AtriumError(429, 'rate_limited', 'Too many codes requested. Try again later.', { retryAfter: 900 })
      const step = await steps.begin(client, 'second_factor', accountId, { communityId, remember, join, held, mailed: true } satisfies Waiting)
      const { info } = await communities.state(communityId)
      await emails.send(client, communityId, { kind: 'joining', accountId, step: hashToken(step).toString('base64'), locale: info.locale })
      return { step, mailed: true }
    }
    if (join) await communities.join(client, { communityId, accountId, ...join })
    return { session: await sessions.begin(client, { accountId, communityId, remember, from, held, proved: strong }), remember, accountId }
  }
}
export type Enter = ReturnType<typeof createEntry>
