/** What happens to rooms when others' things change, and what being in one earns. */
import { on, unlessRefused } from '@atrium/sdk/server'
import gamification from '../../gamification/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'
import { endIfLive } from './service/running.ts'
import { eraseRoom, holdRoom } from './service/rooms.ts'
import { putOutUnseen } from './service/unseen.ts'

/** Seconds after which somebody has attended and did not merely look in. */
const ATTENDED = 300

export const subscriptions = [
  on(spaces.events['space.deleted'], 'remove-with-space', async (ctx, { spaceId }) => {
    const rooms = await ctx.sql<{ id: number }>('select id from live.room where community_id = $1 and space_id = $2 order by id', [spaceId])
    for (const { id } of rooms) {
      await endIfLive(ctx, id)
      const room = await unlessRefused(holdRoom(ctx, id), null, 404)
      if (room) await eraseRoom(ctx, room)
    }
    await ctx.sql(
      'update live.room set invited_space_ids = array_remove(invited_space_ids, $2::bigint) where community_id = $1 and $2::bigint = any (invited_space_ids)',
      [spaceId],
    )
  }),
  on(spaces.events['space.member_left'], 'put-out-with-space', async (ctx, { spaceId, memberId }) => {
    const rooms = await ctx.sql<{ id: number }>(
      `select r.id from live.room r where r.community_id = $1 and (r.space_id = $2 or $2::bigint = any (r.invited_space_ids))
         and exists (select from live.participant p where p.community_id = $1 and p.room_id = r.id and p.member_id = $3) order by r.id`,
      [spaceId, memberId],
    )
    await putOutUnseen(
      ctx,
      memberId,
      rooms.map(({ id }) => id),
    )
  }),
  on(contract.events['room.attended'], 'points-attended', async (ctx, { roomId, run, memberId, seconds }, { at, eventId }) => {
    if (seconds < ATTENDED || !ctx.has(gamification)) return
    await ctx.use(gamification).award({ rule: 'live_attended', memberId, source: `live_attended:${roomId}:${run}:${memberId}`, at, order: eventId })
  }),
]
