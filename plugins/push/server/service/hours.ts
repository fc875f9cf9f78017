/** Numbers by hour, for the plot of a report. */
import type { Ctx } from '@atrium/sdk/server'

/** Adds to what came of a broadcast in this hour. */
export async function addToHour(ctx: Ctx, id: number, at: Date, delivered: number, opened: number): Promise<void> {
  if (delivered + opened === 0) return
  await ctx.sql(
    `insert into push.hour as h (community_id, broadcast_id, hour, delivered, opened) values ($1, $2, date_trunc('hour', $3::timestamptz), $4, $5)
     on conflict (community_id, broadcast_id, hour) do update set delivered = h.delivered + excluded.delivered, opened = h.opened + excluded.opened, updated_at = now()`,
    [id, at, delivered, opened],
  )
}
