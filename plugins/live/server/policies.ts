/** Who sees a room, and as whom somebody is in it. What hangs on a room is seen with it. */
import { forbidden, notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import spaces, { type Access } from '../../spaces/contract.ts'
import type { Role } from '../contract.ts'
import { type RoomRow, roomsById } from './reads.ts'

/** Those who run a room; null: whoever else sees it. */
export type Staff = Exclude<Role, 'participant'> | null
export interface Found {
  room: RoomRow
  staff: Staff
}
/** What is asked of somebody beyond seeing the room: to be host, to run it, to keep order in it. */
export type Right = 'host' | 'run' | 'moderate'

const RANKS: Record<Role, number> = { host: 3, cohost: 2, moderator: 1, participant: 0 }
export const rankOf = (role: Role | null): number => RANKS[role ?? 'participant']
const LEAST: Record<Right, Role> = { host: 'host', run: 'cohost', moderate: 'moderator' }
export const holds = (staff: Staff, right: Right): boolean => rankOf(staff) >= rankOf(LEAST[right])

/** Whoever manages live rooms, here or in this space, counts as the host of each. */
function manages(ctx: Ctx, { canView, can }: Access, spaceId: number | null): boolean {
  if (!ctx.member) return false
  return spaceId === null ? ctx.can('live.manage') : canView(spaceId) && can('live.manage', spaceId)
}
export function staffIn(ctx: Ctx, access: Access, room: RoomRow): Staff {
  if (!ctx.member) return null
  return room.author_member_id === ctx.member.id || manages(ctx, access, room.space_id) ? 'host' : room.staff_role
}
const isOpenTo = ({ canView }: Access, { space_id }: RoomRow) => space_id === null || canView(space_id)

/** Whether this reader sees the room. */
function sees(ctx: Ctx, access: Access, room: RoomRow): boolean {
  if (staffIn(ctx, access, room)) return true
  if (room.access_type === 'public_stream' && room.status !== 'backstage') return true
  if (!ctx.member) return false
  if (room.access_type !== 'secret') return isOpenTo(access, room)
  return room.invited_member_ids.includes(ctx.member.id) || room.invited_space_ids.some((id) => access.isMember(id) && access.canView(id))
}
/** The same as a condition on `live.room r`, with `live.staff s` of the reader: for lists, which are one query. @param first number of its first parameter */
export async function sightOf(ctx: Ctx, first: number): Promise<{ where: string; params: unknown[] }> {
  const access = await ctx.use(spaces).access()
  const visible = access.visibleIds()
  const [me, seen, own, run, all] = [first, first + 1, first + 2, first + 3, first + 4].map((n) => `$${n}`)
  return {
    where: `(r.author_member_id = ${me} or s.role is not null or r.access_type = 'public_stream' and r.status <> 'backstage'
      or r.access_type <> 'secret' and (r.space_id is null or r.space_id = any (${seen}::bigint[]))
      or r.access_type = 'secret' and (${me} = any (r.invited_member_ids) or r.invited_space_ids && ${own}::bigint[])
      or r.space_id = any (${run}::bigint[]) or r.space_id is null and ${all}::boolean)`,
    params: [ctx.me().id, visible, access.memberIds(), visible.filter((id) => manages(ctx, access, id)), manages(ctx, access, null)],
  }
}

/** Those of these rooms that the reader sees. */
export async function roomsSeen(ctx: Ctx, ids: readonly number[]): Promise<Found[]> {
  const rows = ids.length ? await ctx.read(roomsById, [ctx.member?.id ?? 0, ids]) : []
  if (rows.length === 0) return []
  const access = await ctx.use(spaces).access()
  return rows.filter((room) => sees(ctx, access, room)).map((room) => ({ room, staff: staffIn(ctx, access, room) }))
}
/** @throws AtriumError 404 for whoever does not see it, 403 without the right */
export async function findRoom(ctx: Ctx, id: number, right?: Right): Promise<Found> {
  const [found] = await roomsSeen(ctx, [id])
  if (!found) throw notFound('Room')
  if (right && !holds(found.staff, right)) throw forbidden()
  return found
}

/** May this member start a room there? @throws AtriumError 404 for a space that they do not see, 403 */
export async function demandStarting(ctx: Ctx, spaceId: number | null): Promise<void> {
  const { canView, can } = await ctx.use(spaces).access()
  if (spaceId !== null && !canView(spaceId)) throw notFound('Space')
  if (!(spaceId === null ? ctx.can('live.create') : can('live.create', spaceId))) throw forbidden('You can’t start live rooms here.')
}

/** Anonymous questions are their author's alone: whoever looks as them is not told which they are. */
export const isSomebodyElse = (ctx: Ctx): boolean => ctx.masquerade?.entity.type === 'CommunityMember'
