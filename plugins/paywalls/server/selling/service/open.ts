/** Pages of the provider on which somebody may be paying: closed as soon as what they pay for is not to be had. */
import type { Ctx } from '@atrium/sdk/server'
import { expireJob } from '../../jobs.ts'

/** Each is a call to the provider, and a job has a minute. */
const PAGES_AT_ONCE = 40

/** @param of whose, or of what: a paywall's, those on which it is the extra too */
export async function closePages(ctx: Ctx, of: { memberId: number } | { paywallId: number }): Promise<void> {
  const where = 'memberId' in of ? 'member_id = $2' : "(paywall_id = $2 or (ordered #>> '{bump,paywallId}')::bigint = $2)"
  const open = await ctx.sql<{ uid: string }>(`select uid from paywalls.checkout where community_id = $1 and status = 'started' and ${where} order by id`, [
    'memberId' in of ? of.memberId : of.paywallId,
  ])
  const uids = open.map(({ uid }) => uid)
  for (let from = 0; from < uids.length; from += PAGES_AT_ONCE) await ctx.enqueue(expireJob, { uids: uids.slice(from, from + PAGES_AT_ONCE) })
}
