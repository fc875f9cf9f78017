/** What happens to rooms when others' things change, and what being in one earns. */
import { on, unlessRefused } from '@atrium/sdk/server'
import gamification from '../../gamification/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'
import { endIfLive } from './service/running.ts'
import { eraseRoom, holdRoom } from './service/rooms.ts'

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
  on(contract.events['room.attended'], 'points-attended', async (ctx, { roomId, run, memberId, seconds }, { at, eventId }) => {
    if (seconds < ATTENDED || !ctx.has(gamification)) return
    await ctx.use(gamification).award({ rule: 'live_attended', memberId, source: `live_attended:${roomId}:${run}:${memberId}`, at, order: eventId })
  }),
]
