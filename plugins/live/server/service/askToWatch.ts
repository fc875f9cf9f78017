/** Has recordings that run looked after, where there are any. */
import type { Ctx } from '@atrium/sdk/server'
import { watchJob } from '../jobs.ts'

/** @param roomId null: in any room */
export async function askToWatch(ctx: Ctx, roomId: number | null = null): Promise<void> {
  const running = `select 1 from live.recording where community_id = $1 and status = 'recording' and ($2::bigint is null or room_id = $2) limit 1`
  if ((await ctx.sql(running, [roomId])).length > 0) await ctx.enqueue(watchJob, {}, { key: 'watch' })
}
