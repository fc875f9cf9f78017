/** Conversations that nobody can open any more go for good. */
import type { Ctx } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import { MessageTable, RoomTable } from '../entities.ts'
import { purgeJob } from '../jobs.ts'
import { searchKind } from './messages.ts'

const STEP = 200

/** Removes a conversation nobody can open any more, some messages at a time, with all that hangs on them. */
export async function purge(ctx: Ctx, roomId: number): Promise<void> {
  const room = await ctx.em.findOne(RoomTable, { id: roomId }, { fields: ['id', 'kind'] })
  if (!room) return
  // replies first: the database would delete them with their message, and no event would be emitted for them
  const gone = await ctx.em.find(MessageTable, { roomId }, { fields: ['id'], orderBy: { parentId: 'asc nulls last', id: 'asc' }, limit: STEP })
  await ctx.em.nativeDelete(MessageTable, { id: gone.map(({ id }) => id) })
  for (const { id } of gone) {
    ctx.search.remove(searchKind(room), id)
    await ctx.use(content).forget('message', id)
  }
  if (gone.length > 0) await ctx.enqueue(purgeJob, { roomId })
  else await ctx.em.nativeDelete(RoomTable, { id: roomId })
}
