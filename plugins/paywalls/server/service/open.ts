/** Pages of the provider on which somebody may be paying: closed as soon as what they pay for is not to be had. */
import type { Ctx } from '@atrium/sdk/server'
import { expireJob } from '../jobs.ts'

/** @param of whose, or of what: a paywall's, those on which it is the extra too */
export async function closePages(ctx: Ctx, of: { memberId: number } | { paywallId: number }): Promise<void> {
  const where = 'memberId' in of ? 'member_id = $2' : "(paywall_id = $2 or (ordered #>> '{bump,paywallId}')::bigint = $2)"
  const open = await ctx.sql<{ uid: string }>(`select uid from paywalls.checkout where community_id = $1 and status = 'started' and ${where} order by id`, [
    'memberId' in of ? of.memberId : of.paywallId,
  ])
  if (open.length) await ctx.enqueue(expireJob, { uids: open.map(({ uid }) => uid) })
}
