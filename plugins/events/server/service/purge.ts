/** The nightly end of events that were deleted. */
import type { Ctx } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import type { Tables } from '../entities.ts'

/** Hours after which a deleted event is gone for good. */
const KEPT_HOURS = 24

export async function purge(ctx: Ctx): Promise<void> {
  const gone = await ctx.em
    .getKysely<Tables>()
    .deleteFrom('events.event')
    .where('community_id', '=', ctx.community.id)
    .where('deleted_at', '<', new Date(ctx.now().getTime() - KEPT_HOURS * 3_600_000))
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of gone) await ctx.use(content).forget('event', id)
}
