/** The challenge: before acts that would do harm in a stranger's hands, as a change of the email address, the person at the session proves again who they are. */
import { timingSafeEqual } from 'node:crypto'
import { AtriumError, CODE_MINUTES } from '@atrium/sdk'
import type { Data } from '../data/index.ts'
import type { At, Emails } from './emails.ts'
import { otpInvalid } from './guard.ts'
import type { Identity } from './identity.ts'
import { mailboxProven, sessionOf } from './proof.ts'
import type { SecondFactor } from './second-factor.ts'
import { hashToken, type Seals } from './secrets.ts'
import type { Sessions } from './sessions.ts'

/** Tries at one code; codes in a quarter of an hour and in a day; seconds until another email. */
const MOST_TRIES = 5
const MOST_CODES = 5
const MOST_CODES_A_DAY = 20
const RESEND_SECONDS = 60
/** A session this old has its own limit of codes, so that somebody who signed in recently cannot use up the owner's. */
const SETTLED_MS = 86_400_000

interface Dependencies {
  data: Data
  emails: Emails
  seals: Seals
  sessions: Sessions
  secondFactor: SecondFactor
  clock: () => Date
}

export function createOtp({ data, emails, seals, sessions, secondFactor, clock }: Dependencies) {
  return {
    /** Is it the code that was mailed for the step of this token? @param mark what the step keeps of it */
    isMailed(token: string, mark: string | undefined, code: string): boolean {
      return mark !== undefined && timingSafeEqual(Buffer.from(mark, 'base64'), seals.mark(`${hashToken(token).toString('base64')}:${code.trim()}`))
    },

    /** @throws AtriumError 403, 429 */
    async ask({ communityId, locale }: At, identity: Identity) {
      const sessionId = sessionOf(identity)
      const { id: accountId, email } = identity.account
      if (identity.secondFactor) return { method: 'authenticator' as const, sent_to: null, resend_in: 0 }
      const isSettled = identity.signedInAt !== null && identity.signedInAt.getTime() < clock().getTime() - SETTLED_MS
      const age = await data.systemTx(async (client) => {
        // one after another for each account, so that pressing twice sends one email
        await client.query('select from kernel.account where id = $1 for update', [accountId])
        const { rows } = await client.query<{ young: number | null; quarter: number; day: number }>(
          `select floor(extract(epoch from now() - max(created_at) filter (where session_id = $2 and used_at is null and attempts < ${MOST_TRIES})))::int as young,
             count(*) filter (where created_at > now() - interval '15 minutes')::int as quarter, count(*)::int as day
           from kernel.one_time_code where account_id = $1 and created_at > now() - interval '1 day' and (not $3 or session_id = $2)`,
          [accountId, sessionId, isSettled],
        )
        const { young, quarter, day } = rows[0]!
        if (young !== null && young < RESEND_SECONDS) return young
        if (quarter >= MOST_CODES || day >= MOST_CODES_A_DAY)
          throw new AtriumError(429, 'rate_limited', 'Too many codes requested. Try again later.', { retryAfter: 900 })
        const made = await client.query<{ id: number }>(
          `insert into kernel.one_time_code (account_id, session_id, expires_at) values ($1, $2, now() + interval '${CODE_MINUTES} minutes') returning id`,
          [accountId, sessionId],
        )
        await emails.send(client, communityId, { kind: 'code', accountId, codeId: made.rows[0]!.id, locale })
        return 0
      })
      return { method: 'mail' as const, sent_to: email, resend_in: RESEND_SECONDS - age }
    },

    /**
     * Passes the challenge.
     * @returns the session's new token (case A40)
     * @throws AtriumError 422 `otp_invalid`, `otp_expired`; 429
     */
    async verify(at: At, identity: Identity, code: string, ip: string): Promise<{ session: string; remember: boolean }> {
      const sessionId = sessionOf(identity)
      if (identity.secondFactor) {
        if (!(await secondFactor.check(at, identity.account.id, code, { sessionId, ip }))) throw otpInvalid()
        return sessions.rotate(sessionId)
      }
      const expired = () => new AtriumError(422, 'otp_expired', 'This code is no longer valid. Request a new one.', { details: { code: ['otp_expired'] } })
      const newest = await data.system.query<{ id: number | null }>('select max(id) as id from kernel.one_time_code where session_id = $1', [sessionId])
      const id = newest.rows[0]!.id
      if (id === null) throw expired()
      // the one statement that counts the try takes the code too, so that of many at once one passes
      const { rows } = await data.system.query<{ right: boolean }>(
        `update kernel.one_time_code set attempts = attempts + 1, used_at = case when code_hash = $2 then now() end
         where id = $1 and used_at is null and expires_at > now() and attempts < ${MOST_TRIES} returning used_at is not null as right`,
        [id, seals.mark(`${id}:${code.trim()}`)],
      )
      if (!rows[0]) throw expired()
      if (!rows[0].right) throw otpInvalid()
      await mailboxProven(data.system, identity.account.id)
      return sessions.rotate(sessionId)
    },
  }
}
