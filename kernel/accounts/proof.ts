/** Fresh proof that the person at the session is the owner of the account: of the mailbox or of a factor they have; a password alone is none. */
import { AtriumError, CODE_MINUTES } from '@atrium/sdk'
import type { Queryable } from '../jobs/index.ts'
import type { Identity } from './identity.ts'

/** The session of whoever asks. @throws AtriumError 403 for API tokens, which prove nothing about a person */
export function sessionOf({ sessionId }: Identity): number {
  if (sessionId === null) throw new AtriumError(403, 'session_required', 'You need to sign in with a browser to do this.')
  return sessionId
}
/** Lets pass who has proven themselves within 10 minutes. @throws AtriumError 403 `otp_required`, which opens the challenge dialog; 403 `session_required` for API tokens */
export function requireProof(identity: Identity, now: Date): void {
  sessionOf(identity)
  if (identity.provedAt !== null && identity.provedAt.getTime() > now.getTime() - CODE_MINUTES * 60_000) return
  throw new AtriumError(403, 'otp_required', 'Enter a verification code to continue.', { details: { message: 'otp_required' } })
}

/** Notes that somebody has just shown that they read the account's mailbox. */
export async function mailboxProven(client: Queryable, accountId: number): Promise<void> {
  await client.query('update kernel.account set email_confirmed_at = coalesce(email_confirmed_at, now()), mailbox_proved_at = now() where id = $1', [accountId])
}
