/** By which way somebody in a stream gets sound and picture: the first listeners have links of their own, all others watch its broadcast. */
import { conflict } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import contract, { PLAYLIST, type Role, type Way } from '../../contract.ts'
import { mediaOf } from './media.ts'
import { push } from './news.ts'
import { runOf } from './present.ts'
import type { HeldRoom } from './rooms.ts'

export const playlistOf = (roomId: number): string => contract.routes.broadcast.path.replace(':id', String(roomId)).replace(':file', PLAYLIST)

/** The room is held, so that what is counted stays. @param ownId of whoever is in it already. @returns null: there is none */
export async function wayFor(ctx: Ctx, room: HeldRoom, role: Role, ownId = 0): Promise<Way | null> {
  const { viewers } = mediaOf(ctx)
  if (viewers === null || room.room_type !== 'stream' || role !== 'participant') return 'room'
  const [others] = await ctx.sql<{ count: number }>(
    `select count(*)::int as count from live.participant
     where community_id = $1 and room_id = $2 and run = $3 and status = 'in' and media = 'room' and role not in ('host', 'cohost') and id <> $4`,
    [room.id, runOf(room), ownId],
  )
  const left = viewers - others!.count
  if (left > 1) return 'room'
  const problem = await mediaOf(ctx).broadcastProblem()
  if (left < 1) return problem ? null : 'hls'
  // those who run it see why nobody comes after this one
  if (problem) push(ctx, room.id, 'live_room.changed')
  return 'room'
}
/** The same for whoever comes in. @throws AtriumError 409 `room_full` */
export async function demandWay(ctx: Ctx, room: HeldRoom, role: Role, ownId?: number): Promise<Way> {
  const way = await wayFor(ctx, room, role, ownId)
  if (!way) throw conflict('This room is full.', 'room_full')
  return way
}
