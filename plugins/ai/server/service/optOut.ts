/** Members who want nothing of theirs read by agents. */
import type { Ctx } from '@atrium/sdk/server'
import { readAnew } from './knowledge/reading.ts'
import { forgetOf } from './writing/kept.ts'

export async function isRead(ctx: Ctx): Promise<boolean> {
  const [row] = await ctx.sql('select 1 from ai.opt_out where community_id = $1 and member_id = $2', [ctx.me().id])
  return !row
}
/** What is theirs goes from what agents know at once, and comes back when everything is read anew. */
export async function setRead(ctx: Ctx, isReadBy: boolean): Promise<void> {
  const { id } = ctx.me()
  if (isReadBy) {
    const [back] = await ctx.sql('delete from ai.opt_out where community_id = $1 and member_id = $2 returning 1', [id])
    if (back) await readAnew(ctx)
    return
  }
  await ctx.sql('insert into ai.opt_out (community_id, member_id) values ($1, $2) on conflict do nothing', [id])
  await ctx.sql('delete from ai.passage where community_id = $1 and author_member_id = $2', [id])
  await forgetOf(ctx, id)
}
