/** Conversations that nobody can open any more go for good. */
import type { Ctx } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import { purgeJob } from '../jobs.ts'
import { searchKind } from './messages.ts'
import type { RoomRow } from '../reads.ts'

const STEP = 200

/** Removes a conversation nobody can open any more, some messages at a time, with all that hangs on them. */
export async function purge(ctx: Ctx, roomId: number): Promise<void> {
  const [room] = await ctx.sql<RoomRow>('select id, kind from chat.room where community_id = $1 and id = $2', [roomId])
  if (!room) return
  const gone = await ctx.sql<{ id: number }>(
    `delete from chat.message where community_id = $1 and id in (select id from chat.message where community_id = $1 and room_id = $2 order by parent_id nulls last, id limit $3)
     returning id`,
    [roomId, STEP],
  )
  for (const { id } of gone) {
    ctx.search.remove(searchKind(room), id)
    await ctx.use(content).forget('message', id)
  }
  if (gone.length > 0) await ctx.enqueue(purgeJob, { roomId })
  else await ctx.sql('delete from chat.room where community_id = $1 and id = $2', [roomId])
}
