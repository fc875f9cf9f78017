/** Conversations beside something of another plugin, which says who is in them; in nobody's list, and nobody is told of their messages. */
import { notFound } from '@atrium/sdk'
import { addTo, type Ctx } from '@atrium/sdk/server'
import { ParticipantTable, RoomTable } from '../entities.ts'
import { purgeJob } from '../jobs.ts'
import { BEGINNING, join, tellChanged } from './rooms.ts'

/** Held, as who comes and goes is counted. @throws AtriumError 404 for one of another kind */
async function held(ctx: Ctx, uuid: string) {
  const [room] = await ctx.sql<{ id: number; uuid: string; kind: 'embedded' }>(
    `select id, uuid, kind from chat.room where community_id = $1 and uuid = $2 and kind = 'embedded' for update`,
    [uuid],
  )
  if (!room) throw notFound('Conversation')
  return room
}
export async function createEmbedded(ctx: Ctx, name: string): Promise<{ uuid: string }> {
  const { uuid } = ctx.em.create(RoomTable, { uuid: crypto.randomUUID(), kind: 'embedded', name, lastMessageAt: ctx.now() })
  await ctx.em.flush()
  return { uuid }
}
export async function letIn(ctx: Ctx, uuid: string, memberId: number, admin: boolean): Promise<void> {
  const room = await held(ctx, uuid)
  const joined = await join(ctx, { room_id: room.id, ...BEGINNING }, [memberId])
  if (joined.length) await addTo(ctx, RoomTable, room.id, { participants_count: 1 })
  await ctx.em.nativeUpdate(ParticipantTable, { roomId: room.id, memberId }, { admin })
}
export async function putOut(ctx: Ctx, uuid: string, memberId: number): Promise<void> {
  const room = await held(ctx, uuid)
  if (!(await ctx.em.nativeUpdate(ParticipantTable, { roomId: room.id, memberId, leftAt: null }, { leftAt: ctx.now(), admin: false }))) return
  await addTo(ctx, RoomTable, room.id, { participants_count: -1 })
  await tellChanged(ctx, room, [memberId])
  ctx.recheckRooms(memberId)
}
export async function removeEmbedded(ctx: Ctx, uuid: string): Promise<void> {
  await ctx.enqueue(purgeJob, { roomId: (await held(ctx, uuid)).id })
}
