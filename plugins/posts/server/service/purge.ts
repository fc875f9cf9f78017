/** Every night: posts whose time to be restored is over are removed for good. */
import type { Ctx } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import type { Tables } from '../entities.ts'
import { restorableSince } from './index.ts'

/** Removes what was deleted longer ago than it can be undone, with all that hangs on it. */
export async function purge(ctx: Ctx): Promise<void> {
  const before = restorableSince(ctx)
  const gone = await ctx.em
    .getKysely<Tables>()
    .deleteFrom('posts.post')
    .where('community_id', '=', ctx.community.id)
    .where('deleted_at', '<', before)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of gone) await ctx.use(content).forget('post', id)
}
