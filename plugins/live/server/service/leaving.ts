/** People go: by themselves, put out, with the end, or because nothing is heard of them. Numbers, events and the engine follow. */
import { type Ctx, unlessRefused } from '@atrium/sdk/server'
import contract, { type LEAVE_REASONS, type Role } from '../../contract.ts'
import { mediaOf } from './media.ts'
import { pushPeople } from './news.ts'
import { callOf, type HeldRoom, holdRoom } from './rooms.ts'

/** Who was silent for so long is gone. */
const SILENT_MS = 60_000

export interface Leaving {
  /** These alone; everybody without. */
  ids?: readonly number[]
  status?: 'left' | 'removed' | 'banned'
  reason: (typeof LEAVE_REASONS)[number]
  /** Only those of whom nothing was heard since then, who went at that moment. */
  silentSince?: Date
}
interface Gone {
  id: number
  run: number
  member_id: number | null
  role: Role
  seconds: number
  was_in: boolean
}
/**
 * Those who are in it or at its door, and go now. The room is held. A visit is a second at least, so that whoever was there is known by it.
 * @returns how many
 */
export async function depart(ctx: Ctx, room: HeldRoom, { ids, status = 'left', reason, silentSince }: Leaving): Promise<number> {
  const gone = await ctx.sql<Gone>(
    `with there as (
       select id, status, case when $6::timestamptz is null then $5::timestamptz else seen_at end as gone_at from live.participant
       where community_id = $1 and room_id = $2 and status in ('in', 'waiting') and ($3::bigint[] is null or id = any ($3)) and ($6::timestamptz is null or seen_at < $6)
       order by id for update)
     update live.participant p set status = $4, left_at = there.gone_at, leave_reason = $7, hand_raised_at = null, updated_at = $5::timestamptz,
       seconds = p.seconds + case when there.status = 'in' then greatest(1, round(extract(epoch from there.gone_at - p.joined_at)))::int else 0 end
     from there where p.community_id = $1 and p.id = there.id
     returning p.id, p.run, p.member_id, p.role, p.seconds, there.status = 'in' as was_in`,
    [room.id, ids ?? null, status, ctx.now(), silentSince ?? null, reason],
  )
  if (gone.length === 0) return 0
  const inside = gone.filter(({ was_in }) => was_in)
  await ctx.sql('update live.room set people_count = greatest(people_count - $3, 0) where community_id = $1 and id = $2', [room.id, inside.length])
  for (const { member_id, run, seconds } of inside)
    if (member_id !== null) ctx.emit(contract.events['room.attended'], { roomId: room.id, run, memberId: member_id, seconds })
  if (reason !== 'ended') {
    ctx.afterCommit(async () => {
      for (const { id } of inside) await mediaOf(ctx).remove(callOf(room), id)
    })
    await pushPeople(
      ctx,
      room,
      gone.map(({ role }) => role),
    )
  }
  return gone.length
}

/** Rooms with people of whom nothing is heard any more. */
const MOST_ROOMS = 200
export async function sweepSilent(ctx: Ctx): Promise<void> {
  const silentSince = new Date(ctx.now().getTime() - SILENT_MS)
  const rooms = await ctx.sql<{ room_id: number }>(
    `select distinct room_id from live.participant where community_id = $1 and status in ('in', 'waiting') and seen_at < $2 order by room_id limit ${MOST_ROOMS}`,
    [silentSince],
  )
  for (const { room_id } of rooms) {
    const room = await unlessRefused(holdRoom(ctx, room_id), null, 404)
    if (room) await depart(ctx, room, { reason: 'lost', silentSince })
  }
}
