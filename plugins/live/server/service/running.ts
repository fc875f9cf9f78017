/** A room goes live and ends, by hand, in some minutes, or because its time has come. */
import { conflict, forbidden, notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import type { z } from '@atrium/sdk'
import contract, { type EndInput } from '../../contract.ts'
import { findRoom } from '../policies.ts'
import { broadcastsJob, postJob, stopJob } from '../jobs.ts'
import { broadcastFolder } from './broadcastFolders.ts'
import { removeChat } from './chat.ts'
import { mediaOf } from './media.ts'
import { push } from './news.ts'
import { depart } from './leaving.ts'
import { type Kept, removeKept } from './posting.ts'
import { callOf, type HeldRoom } from './rooms.ts'

const MINUTE = 60_000

/** @throws AtriumError 403, 404, 409 `already_live` */
export async function goLive(ctx: Ctx, id: number): Promise<void> {
  await findRoom(ctx, id, 'run')
  const [room] = await ctx.sql<HeldRoom>(
    `update live.room set status = 'live', run = run + 1, live_at = $3, closed_at = null, ends_at = null, updated_at = $3
     where community_id = $1 and id = $2 and status <> 'live' returning *`,
    [id, ctx.now()],
  )
  if (!room) throw conflict('This room is already live.', 'already_live')
  ctx.emit(contract.events['room.went_live'], {
    ...{ roomId: id, run: room.run, memberId: ctx.me().id },
    ...{ spaceId: room.space_id, slug: room.slug, name: room.name },
  })
  push(ctx, id, 'live_room.changed')
}

type End = z.output<typeof EndInput>
async function demandPosting(ctx: Ctx, spaceId: number | null): Promise<void> {
  if (spaceId === null) return
  const { canView, canPost } = await ctx.use(spaces).access()
  if (!canView(spaceId)) throw notFound('Space')
  if (!canPost(spaceId)) throw forbidden('You can’t post in this space.')
}
/** Who has ended it, and how; false where somebody else has. The caller has decided that it may. */
async function endNow(ctx: Ctx, id: number, { keeps_recording, keeps_chat, post_to_space_id }: End): Promise<boolean> {
  const [room] = await ctx.sql<HeldRoom>(
    `update live.room set status = 'ended', closed_at = $3, ends_at = null, is_locked = false, updated_at = $3
     where community_id = $1 and id = $2 and status = 'live' returning *`,
    [id, ctx.now()],
  )
  if (!room) return false
  await depart(ctx, room, { reason: 'ended' })
  await ctx.sql('update live.stage_item set shown_at = null where community_id = $1 and room_id = $2 and shown_at is not null', [id])
  await endRecordings(ctx, room, keeps_recording, post_to_space_id ?? (room.auto_post_recording_enabled ? room.space_id : null))
  if (!keeps_chat) await removeChat(ctx, room)
  ctx.emit(contract.events['room.ended'], { roomId: id, run: room.run })
  ctx.afterCommit(() => mediaOf(ctx).closeRoom(callOf(room)))
  if (broadcastFolder(ctx, callOf(room)) !== null) await ctx.enqueue(broadcastsJob, {})
  push(ctx, id, 'live_room.changed')
  return true
}
async function endRecordings(ctx: Ctx, { id, run, author_member_id }: HeldRoom, keeps: boolean, postSpaceId: number | null): Promise<void> {
  const stopped = await ctx.sql<{ recording_key: string }>(
    `update live.recording set status = 'processing', stopped_at = $3, updated_at = $3
     where community_id = $1 and room_id = $2 and status = 'recording' returning recording_key`,
    [id, ctx.now()],
  )
  for (const { recording_key } of stopped) await ctx.enqueue(stopJob, { recordingKey: recording_key })
  if (!keeps) {
    const gone = 'delete from live.recording where community_id = $1 and room_id = $2 and run = $3 returning file_id, post_id'
    return removeKept(ctx, await ctx.sql<Kept>(gone, [id, run]))
  }
  const kept = await ctx.sql<{ id: number; status: string }>(
    `update live.recording set post_space_id = $4, post_by_member_id = $5
     where community_id = $1 and room_id = $2 and run = $3 and post_id is null returning id, status`,
    [id, run, postSpaceId, ctx.member?.id ?? author_member_id],
  )
  if (postSpaceId !== null) for (const one of kept) if (one.status === 'ready') await ctx.enqueue(postJob, { id: one.id })
}

/** @throws AtriumError 403, 404, 409 `not_live` */
export async function end(ctx: Ctx, id: number, input: End): Promise<void> {
  await findRoom(ctx, id, 'run')
  await demandPosting(ctx, input.post_to_space_id)
  if (!(await endNow(ctx, id, input))) throw notLive()
}
export const notLive = () => conflict('This room isn’t live.', 'not_live')
/** As by the button, where it is still on: for what takes the room away. */
export const endIfLive = (ctx: Ctx, id: number): Promise<boolean> => endNow(ctx, id, { keeps_recording: true, keeps_chat: true, post_to_space_id: null })

/** @param minutes null: it does not end by itself any more. @throws AtriumError 403, 404, 409 `not_live` */
export async function endLater(ctx: Ctx, id: number, minutes: number | null): Promise<void> {
  await findRoom(ctx, id, 'run')
  const endsAt = minutes === null ? null : new Date(ctx.now().getTime() + minutes * MINUTE)
  const rows = await ctx.sql(`update live.room set ends_at = $3, updated_at = now() where community_id = $1 and id = $2 and status = 'live' returning id`, [
    id,
    endsAt,
  ])
  if (rows.length === 0) throw notLive()
  push(ctx, id, 'live_room.changed')
}
/** Those whose time has come. */
export async function endDue(ctx: Ctx): Promise<void> {
  const due = await ctx.sql<{ id: number }>(`select id from live.room where community_id = $1 and status = 'live' and ends_at <= $2 order by id`, [ctx.now()])
  for (const { id } of due) await endIfLive(ctx, id)
}

/** The plugin is switched off here, and its jobs with it: nobody stays in a call, and nothing goes on being recorded. */
export async function endAll(ctx: Ctx): Promise<void> {
  const rooms = await ctx.sql<HeldRoom>(
    `select * from live.room where community_id = $1 and (status = 'live' or people_count > 0) order by id for no key update`,
  )
  for (const room of rooms) {
    const running = await ctx.sql<{ recording_key: string }>(
      `select recording_key from live.recording where community_id = $1 and room_id = $2 and status = 'recording'`,
      [room.id],
    )
    if (!(await endIfLive(ctx, room.id))) {
      await depart(ctx, room, { reason: 'ended' })
      ctx.afterCommit(() => mediaOf(ctx).closeRoom(callOf(room)))
    }
    ctx.afterCommit(async () => {
      for (const { recording_key } of running) await mediaOf(ctx).stopRecording(recording_key)
    })
  }
}
