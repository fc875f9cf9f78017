/** Attempts at one-time codes, counted by where they come from: a stranger who knows the password uses up their own attempts and not the owner's (cases A45, A46). */
import { AtriumError } from '@atrium/sdk'
import type { Data } from '../data/index.ts'
import { networkOf } from '@atrium/sdk/server'
import type { At, Emails } from './emails.ts'

/** Where a code is entered: a session or a known device of the account, else a network address. */
export interface Source {
  sessionId?: number | null
  device?: string | null
  ip: string
}

/** Wrong codes within 15 minutes: from one source, and from all sources together that the account does not know. */
const MOST = 5
const MOST_OF_STRANGERS = 20
const STRANGERS = 'strangers'
const COUNT = `
  insert into kernel.code_try as t (account_id, source, tries) select $1, unnest($2::text[]), 1
  on conflict (account_id, source) do update set
    tries = case when t.since < now() - interval '15 minutes' then 1 else least(t.tries, 1000) + 1 end,
    since = case when t.since < now() - interval '15 minutes' then now() else t.since end
  returning source, tries`

export function createTries({ data, emails }: { data: Data; emails: Emails }) {
  return {
    /**
     * Counts a try before it is looked at.
     * @returns call it when the code was right: the try then counts for nothing
     * @throws AtriumError 429
     */
    async spend(at: At, accountId: number, { sessionId, device, ip }: Source): Promise<() => Promise<void>> {
      const known = sessionId ? `session ${sessionId}` : device ? `device ${device}` : null
      const sources = known ? [known] : [`network ${networkOf(ip)}`, STRANGERS]
      const { rows } = await data.system.query<{ source: string; tries: number }>(COUNT, [accountId, sources])
      const strangers = rows.find(({ source }) => source === STRANGERS)?.tries ?? 0
      // a code is asked for after the password, so a stranger knows it: the owner is told by email, once
      if (strangers === MOST_OF_STRANGERS + 1) await emails.tell(data.system, at, accountId, 'codes_guessed')
      if (strangers > MOST_OF_STRANGERS || rows.some(({ source, tries }) => source !== STRANGERS && tries > MOST))
        throw new AtriumError(429, 'rate_limited', 'Too many incorrect codes. Try again in 15 minutes.', { retryAfter: 900 })
      return async () => {
        await data.system.query('delete from kernel.code_try where account_id = $1 and source = $2', [accountId, sources[0]])
        if (!known) await data.system.query('update kernel.code_try set tries = tries - 1 where account_id = $1 and source = $2', [accountId, STRANGERS])
      }
    },
  }
}
export type Tries = ReturnType<typeof createTries>
