/** The challenge: before an act that would hurt in a stranger's hands, the person at the session proves once more who they are. */
import { timingSafeEqual } from 'node:crypto'
import { AtriumError, CODE_MINUTES } from '@atrium/sdk'
import { otpInvalid } from './guard.ts'
import type { Identity } from './identities.ts'
import type { Parts } from './index.ts'
import type { At } from './letters.ts'
import { hashToken } from './secrets.ts'

/** Tries at one code; codes for one account in a quarter of an hour and in a day; seconds until another mail. */
const MOST_TRIES = 5
const MOST_CODES = 5
const MOST_CODES_A_DAY = 20
const RESEND_SECONDS = 60

/** The session of whoever asks. @throws AtriumError 403 for API tokens, which prove nothing about a person */
export function sessionOf({ sessionId }: Identity): number {
  if (sessionId === null) throw new AtriumError(403, 'session_required', 'Only a person signed in at a browser can do this.')
  return sessionId
}
/**
 * Lets pass who has proven themselves within 10 minutes; with `recent`, a sign-in as long ago is enough.
 * @throws AtriumError 403 `otp_required`, at which the browser opens the challenge dialog; 403 `session_required` for API tokens
 */
export function requireProof(identity: Identity, kind: true | 'recent'): void {
  sessionOf(identity)
  const isFresh = (at: Date | null) => at !== null && at.getTime() > Date.now() - CODE_MINUTES * 60_000
  if (isFresh(identity.provedAt) || (kind === 'recent' && isFresh(identity.signedInAt))) return
  throw new AtriumError(403, 'otp_required', 'Enter a one-time code to do this.', { details: { message: 'otp_required' } })
}

export function createOtp({ data, letters, seals, sessions, secondFactor }: Parts) {
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
      const age = await data.systemTx(async (client) => {
        // in line, so that a double press sends one mail
        await client.query('select from kernel.account where id = $1 for update', [accountId])
        const { rows } = await client.query<{ young: number | null; quarter: number; day: number }>(
          `select floor(extract(epoch from now() - max(created_at) filter (where session_id = $2 and used_at is null and attempts < ${MOST_TRIES})))::int as young,
             count(*) filter (where created_at > now() - interval '15 minutes')::int as quarter, count(*)::int as day
           from kernel.one_time_code where account_id = $1 and created_at > now() - interval '1 day'`,
          [accountId, sessionId],
        )
        const { young, quarter, day } = rows[0]!
        if (young !== null && young < RESEND_SECONDS) return young
        if (quarter >= MOST_CODES || day >= MOST_CODES_A_DAY)
          throw new AtriumError(429, 'rate_limited', 'Too many codes were asked for. Wait a while and try again.', { retryAfter: 900 })
        const made = await client.query<{ id: number }>(
          `insert into kernel.one_time_code (account_id, session_id, expires_at) values ($1, $2, now() + interval '${CODE_MINUTES} minutes') returning id`,
          [accountId, sessionId],
        )
        await letters.send(client, communityId, { kind: 'code', accountId, codeId: made.rows[0]!.id, locale })
        return 0
      })
      return { method: 'mail' as const, sent_to: email, resend_in: RESEND_SECONDS - age }
    },

    /**
     * Passes the challenge.
     * @returns the session's new token (quality A40)
     * @throws AtriumError 422 `otp_invalid`, `otp_expired`; 429
     */
    async verify(at: At, identity: Identity, code: string): Promise<{ session: string; remember: boolean }> {
      const sessionId = sessionOf(identity)
      if (identity.secondFactor) {
        if (!(await secondFactor.check(at, identity.account.id, code))) throw otpInvalid()
        return sessions.rotate(sessionId)
      }
      const { rows } = await data.system.query<{ id: number; code_hash: Buffer | null }>(
        `update kernel.one_time_code set attempts = attempts + 1
         where id = (select max(id) from kernel.one_time_code where session_id = $1) and used_at is null and expires_at > now() and attempts < ${MOST_TRIES}
         returning id, code_hash`,
        [sessionId],
      )
      const row = rows[0]
      if (!row) throw new AtriumError(422, 'otp_expired', 'This code is used up. Ask for a new one.', { details: { code: ['otp_expired'] } })
      if (!row.code_hash || !timingSafeEqual(row.code_hash, seals.mark(`${row.id}:${code.trim()}`))) throw otpInvalid()
      await data.system.query('update kernel.one_time_code set used_at = now() where id = $1', [row.id])
      return sessions.rotate(sessionId)
    },
  }
}
