/** More people are invited to a room, and told so. */
import type { Ctx } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import type { Invited } from '../../contract.ts'
import { findRoom } from '../policies.ts'
import { demandFew, resolveInvited } from './invited.ts'
import { push, tellInvited } from './news.ts'
import { NOBODY_INVITED } from './present.ts'
import { holdRoom } from './rooms.ts'

/** Members that one invitation counts of a space. */
const MOST_COUNTED = 1_000

/** Beside those who are invited already. @returns how many members it reaches @throws AtriumError 403, 404, 422 */
export async function invite(ctx: Ctx, id: number, more: Invited): Promise<number> {
  await findRoom(ctx, id, 'run')
  const room = await holdRoom(ctx, id)
  const before = { ...NOBODY_INVITED, ...room.invited }
  const { memberIds, spaceIds } = await resolveInvited(ctx, more)
  const keys = Object.keys(NOBODY_INVITED) as (keyof Invited)[]
  const all = Object.fromEntries(keys.map((key) => [key, [...new Set([...before[key], ...more[key]])]])) as Invited
  demandFew(all)
  await ctx.sql(
    `update live.room set invited = $3, invited_member_ids = array(select distinct unnest(invited_member_ids || $4::bigint[])),
       invited_space_ids = array(select distinct unnest(invited_space_ids || $5::bigint[])), updated_at = $6 where community_id = $1 and id = $2`,
    [id, JSON.stringify(all), memberIds, spaceIds, ctx.now()],
  )
  await tellInvited(ctx, room)
  push(ctx, id, 'live_room.changed')
  const reached = new Set(memberIds)
  for (const spaceId of spaceIds) for (const memberId of await ctx.use(spaces).membersAfter(spaceId, 0, MOST_COUNTED)) reached.add(memberId)
  return reached.size
}
