/** What keeps machines from forms: a proof of work, a field that people do not see, and limits. */
import { AtriumError, forbidden } from '@atrium/sdk'
import { type Ctx, PROOF_MINUTES, solvedProof } from '@atrium/sdk/server'

/** Submissions of one form in an hour, and those waiting for a confirmation by one address in a day. */
export const MOST_IN_HOUR = 1_000
export const MOST_PENDING = 3
const HOUR = 3_600_000

export const purposeOf = (formId: number) => `form-${formId}`
/** Spends the proof with the write that it is asked in. @throws AtriumError 403 `proof_required` */
export async function demandProof(ctx: Ctx, formId: number, proof: string | undefined): Promise<void> {
  const nonce = proof ? await solvedProof(ctx, purposeOf(formId), proof) : null
  const [spent] = nonce
    ? await ctx.sql(
        `insert into forms.spent_proof (community_id, nonce, expires_at) values ($1, $2, $3) on conflict (community_id, nonce) do nothing returning id`,
        [nonce, new Date(ctx.now().getTime() + PROOF_MINUTES * 60_000)],
      )
    : []
  if (!spent) throw forbidden('Your browser couldn’t be checked. Reload the page and send the form again.', 'proof_required')
}
export const forgetSpent = (ctx: Ctx) => ctx.sql('delete from forms.spent_proof where community_id = $1 and expires_at < $2', [ctx.now()])

const tooMany = (message: string) => new AtriumError(429, 'rate_limited', message, { retryAfter: HOUR / 1_000 })
/** @throws AtriumError 429 */
export async function demandRoom(ctx: Ctx, formId: number, email: string | null): Promise<void> {
  const [form] = await ctx.sql<{ count: number }>(
    `select count(*)::int as count from (select from forms.submission where community_id = $1 and form_id = $2 and created_at > $3 limit ${MOST_IN_HOUR}) s`,
    [formId, new Date(ctx.now().getTime() - HOUR)],
  )
  if (form!.count >= MOST_IN_HOUR) throw tooMany('This form gets too many submissions right now. Try again in an hour.')
  if (!email) return
  // whose mailbox it is may not be who sends
  const [address] = await ctx.sql<{ count: number }>(
    `select count(*)::int as count from forms.submission where community_id = $1 and lower(email) = lower($2) and status = 'pending' and created_at > $3`,
    [email, new Date(ctx.now().getTime() - 24 * HOUR)],
  )
  if (address!.count >= MOST_PENDING)
    throw tooMany('Emails to confirm this address were already sent. Check your inbox and spam folder, or try again tomorrow.')
}
