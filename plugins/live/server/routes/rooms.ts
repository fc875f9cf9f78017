/** Handlers of rooms that rooms and streams share. */
import type { Ctx } from '@atrium/sdk/server'
import type { LiveRoom, RoomChanges, RoomInput } from '../../contract.ts'
import { findRoom } from '../policies.ts'
import { presentRoom } from '../service/present.ts'
import { createRoom, eraseRoom, findTyped, holdRoom, updateRoom } from '../service/rooms.ts'
import { endIfLive } from '../service/running.ts'

type RoomType = LiveRoom['room_type']

export const showRoom = async (ctx: Ctx, id: number) => presentRoom(ctx, await findRoom(ctx, id))
export const show = async (ctx: Ctx, id: number, type: RoomType) => presentRoom(ctx, await findTyped(ctx, id, type))
export const create = async (ctx: Ctx, type: RoomType, input: RoomInput) => showRoom(ctx, (await createRoom(ctx, type, input)).id)
export async function update(ctx: Ctx, id: number, type: RoomType, changes: RoomChanges) {
  await updateRoom(ctx, await findTyped(ctx, id, type, 'run'), changes)
  return showRoom(ctx, id)
}
/** By its host alone: whoever is in it goes, and everything that was kept of it. */
export async function destroy(ctx: Ctx, id: number, type: RoomType): Promise<void> {
  const { room } = await findTyped(ctx, id, type, 'host')
  await endIfLive(ctx, id)
  await eraseRoom(ctx, await holdRoom(ctx, id))
  await ctx.audit('live_room.deleted', `live_room:${id}`, { name: room.name })
}
