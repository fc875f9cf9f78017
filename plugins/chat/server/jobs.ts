/** Work of chat that nobody waits for. */
import { job } from '@atrium/sdk/server'
import { z } from 'zod'
import content from '../../content/contract.ts'
import { searchKind } from './messages.ts'
import type { RoomRow } from './reads.ts'

const STEP = 200

/** Removes a conversation nobody can open any more, some messages at a time, with all that hangs on them. */
export const purgeJob = job('purge', z.object({ roomId: z.number() }), async (ctx, { roomId }) => {
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
})
