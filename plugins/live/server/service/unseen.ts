/** Who was in a room and does not see it any more, as after leaving its space: they go from the call, and from its conversation. */
import { type Ctx, inWrite, unlessRefused } from '@atrium/sdk/server'
import contract from '../../contract.ts'
import { roomsSeen } from '../policies.ts'
import { putOutOfChat } from './chat.ts'
import { depart } from './leaving.ts'
import { holdRoom } from './rooms.ts'

/** @param ids rooms that they were in; those that they see are left alone */
export async function putOutUnseen(ctx: Ctx, memberId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const they = await unlessRefused(ctx.actAs(memberId), null, 403)
  const seen = new Set(they ? (await roomsSeen(they, ids)).map(({ room }) => room.id) : [])
  for (const id of ids) if (!seen.has(id)) await putOut(ctx, id, memberId)
}
async function putOut(ctx: Ctx, id: number, memberId: number): Promise<void> {
  const room = await unlessRefused(holdRoom(ctx, id), null, 404)
  if (!room) return
  const there = await ctx.sql<{ id: number }>(
    `select id from live.participant where community_id = $1 and room_id = $2 and member_id = $3 and status in ('in', 'waiting')`,
    [id, memberId],
  )
  if (there.length) await depart(ctx, room, { ids: there.map((one) => one.id), status: 'removed', reason: 'left' })
  await putOutOfChat(ctx, room, memberId)
  for (const one of there) ctx.emit(contract.events['participant.told'], { roomId: id, participantId: one.id, memberId, what: 'removed' })
}

/** The job, after a room has changed whom it is for: everybody who was ever in it is looked at, as its conversation stays from call to call. */
export async function putOutUnseenOf(ctx: Ctx, id: number): Promise<void> {
  const people = await ctx.sql<{ member_id: number | null }>(
    'select distinct member_id from live.participant where community_id = $1 and room_id = $2 order by member_id',
    [id],
  )
  for (const { member_id } of people) await inWrite(ctx, (inner) => (member_id === null ? putOutVisitors(inner, id) : putOutUnseen(inner, member_id, [id])))
}
async function putOutVisitors(ctx: Ctx, id: number): Promise<void> {
  const room = await unlessRefused(holdRoom(ctx, id), null, 404)
  if (!room || room.access_type === 'public_stream') return
  const there = await ctx.sql<{ id: number }>(
    `select id from live.participant where community_id = $1 and room_id = $2 and member_id is null and status in ('in', 'waiting')`,
    [id],
  )
  if (there.length) await depart(ctx, room, { ids: there.map((one) => one.id), status: 'removed', reason: 'left' })
}
