/** Who helps to run a room: kept from call to call, and in force at once for whoever is in it. */
import { forbidden, notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import contract from '../../contract.ts'
import { type Found, findRoom, rankOf } from '../policies.ts'
import { ownPersonOf, type PersonRow } from '../reads.ts'
import { letIntoChat } from './chat.ts'
import { changesSides, needPerson, ownIn, seatOf, takePlace } from './joining.ts'
import { mediaOf } from './media.ts'
import { push, tellStaff } from './news.ts'
import { runOf } from './present.ts'
import { wayFor } from './ways.ts'
import { type HeldRoom, holdRoom } from './rooms.ts'

export type StaffRole = 'cohost' | 'moderator'
interface StaffRow {
  id: number
  member_id: number
  role: StaffRole
}
const rows = (ctx: Ctx, roomId: number, id: number | null, role: StaffRole | null) =>
  ctx.sql<StaffRow>(
    `select id, member_id, role from live.staff where community_id = $1 and room_id = $2 and ($3::bigint is null or id = $3) and ($4::text is null or role = $4)
     order by created_at, id`,
    [roomId, id, role],
  )
async function present(ctx: Ctx, found: readonly StaffRow[]) {
  const members = await ctx.members.byIds(found.map(({ member_id }) => member_id))
  return found.map(({ id, member_id, role }) => {
    const member = members.get(member_id)
    return { id, community_member_id: member_id, name: member?.name ?? '', avatar_url: member?.avatarUrl ?? null, role }
  })
}
const presentOne = async (ctx: Ctx, row: StaffRow) => (await present(ctx, [row]))[0]!
export async function listStaff(ctx: Ctx, id: number, role: StaffRole) {
  await findRoom(ctx, id)
  return { records: await present(ctx, await rows(ctx, id, null, role)) }
}
/** @throws AtriumError 404 also for one of the other role, which has an address of its own */
async function needStaff(ctx: Ctx, roomId: number, id: number, role: StaffRole): Promise<StaffRow> {
  const [row] = await rows(ctx, roomId, id, role)
  if (!row) throw notFound('Member')
  return row
}
export async function showStaff(ctx: Ctx, id: number, staffId: number, role: StaffRole) {
  await findRoom(ctx, id)
  return presentOne(ctx, await needStaff(ctx, id, staffId, role))
}

/** Cohosts are made, and made something else, by the host alone; moderators by cohosts too. @throws AtriumError 403 */
export function demandMaking({ staff }: Found, before: StaffRole | null, after: StaffRole | 'participant'): void {
  if ((before === 'cohost' || after === 'cohost') && staff !== 'host') throw forbidden('Only the host can add or remove cohosts.')
}

/** The role from now on in this call. What is taken away is taken, also where those who have no more than that are many. @throws AtriumError 409 `room_full` */
async function giveRole(ctx: Ctx, room: HeldRoom, own: PersonRow, role: StaffRole | 'participant'): Promise<void> {
  const isIn = own.status === 'in'
  if (isIn && rankOf(role) > rankOf(own.role) && changesSides(room, own.role, role)) await takePlace(ctx, room, role, 0)
  const way = isIn ? ((await wayFor(ctx, room, role, own.id)) ?? own.media) : own.media
  await ctx.sql('update live.participant set role = $3, media = $5, updated_at = $4 where community_id = $1 and id = $2', [own.id, role, ctx.now(), way])
  ctx.emit(contract.events['participant.told'], { roomId: room.id, participantId: own.id, memberId: own.member_id!, what: 'role' })
  if (isIn) await letIntoChat(ctx, room, own.member_id, role)
  const seat = seatOf(room, { ...own, role })
  if (isIn && own.media === 'room') ctx.afterCommit(() => (way === 'room' ? mediaOf(ctx).setGrants(seat) : mediaOf(ctx).remove(seat, own.id)))
  push(ctx, room.id, 'people.changed')
}
/** Whoever is in it as more than they are by now, as when they manage live rooms no more. */
export const isAbove = ({ staff }: Found, own: PersonRow): boolean => rankOf(own.role) > rankOf(staff)
/** Makes of them what they are. */
export async function lower(ctx: Ctx, id: number): Promise<void> {
  const room = await holdRoom(ctx, id)
  const found = await findRoom(ctx, id)
  const own = await ownIn(ctx, room)
  // the host of a room is one for good, so that nobody is lowered to it
  if (own && isAbove(found, own) && found.staff !== 'host') await giveRole(ctx, room, own, found.staff ?? 'participant')
}

/** Whoever may only read here by now says nothing aloud either, and listens. */
export async function silence(ctx: Ctx, id: number, participantId: number): Promise<void> {
  const room = await holdRoom(ctx, id)
  await ctx.sql('update live.participant set only_listens = true, updated_at = $3 where community_id = $1 and id = $2', [participantId, ctx.now()])
  const row = await needPerson(ctx, id, participantId)
  if (row.status === 'in' && row.media === 'room') ctx.afterCommit(() => mediaOf(ctx).setGrants(seatOf(room, row)))
  push(ctx, id, 'people.changed')
}

/** The role from now on, here and in calls to come. The room is held. @throws AtriumError 409 `room_full` */
export async function setRole(ctx: Ctx, room: HeldRoom, memberId: number, role: StaffRole | 'participant'): Promise<void> {
  if (role === 'participant') await ctx.sql('delete from live.staff where community_id = $1 and room_id = $2 and member_id = $3', [room.id, memberId])
  else
    await ctx.sql(
      `insert into live.staff (community_id, room_id, member_id, role, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
       on conflict (community_id, room_id, member_id) do update set role = excluded.role, updated_at = excluded.updated_at`,
      [room.id, memberId, role, ctx.now()],
    )
  const own = (await ctx.read(ownPersonOf, [room.id, runOf(room), memberId]))[0]
  if (own && own.role !== role && own.role !== 'host') await giveRole(ctx, room, own, role)
  // what they see of it may be less
  if (role === 'participant') ctx.recheckRooms(memberId)
  push(ctx, room.id, 'live_room.changed')
}

/** @throws AtriumError 403, 404, 409 `room_full` */
export async function addStaff(ctx: Ctx, id: number, memberId: number, role: StaffRole) {
  const found = await findRoom(ctx, id, 'run')
  const member = (await ctx.members.byIds([memberId])).get(memberId)
  if (!member?.isActive) throw notFound('Member')
  const room = await holdRoom(ctx, id)
  if (memberId === room.author_member_id) throw forbidden('The host keeps their role.')
  const [before] = await ctx.sql<StaffRow>('select id, member_id, role from live.staff where community_id = $1 and room_id = $2 and member_id = $3', [
    id,
    memberId,
  ])
  demandMaking(found, before?.role ?? null, role)
  // who is asked to help may come in again
  await ctx.sql(
    `update live.participant set status = 'removed', updated_at = $4 where community_id = $1 and room_id = $2 and member_id = $3 and status = 'banned'`,
    [...[id, memberId, ctx.now()]],
  )
  await setRole(ctx, room, memberId, role)
  await tellStaff(ctx, room, memberId)
  const [row] = await ctx.sql<StaffRow>('select id, member_id, role from live.staff where community_id = $1 and room_id = $2 and member_id = $3', [
    id,
    memberId,
  ])
  return presentOne(ctx, row!)
}
export async function changeStaff(ctx: Ctx, id: number, staffId: number, was: StaffRole, role: StaffRole) {
  const found = await findRoom(ctx, id, 'run')
  const room = await holdRoom(ctx, id)
  const row = await needStaff(ctx, id, staffId, was)
  demandMaking(found, row.role, role)
  await setRole(ctx, room, row.member_id, role)
  return presentOne(ctx, { ...row, role })
}
export async function dropStaff(ctx: Ctx, id: number, staffId: number, was: StaffRole): Promise<void> {
  const found = await findRoom(ctx, id, 'run')
  const room = await holdRoom(ctx, id)
  const row = await needStaff(ctx, id, staffId, was)
  demandMaking(found, row.role, 'participant')
  await setRole(ctx, room, row.member_id, 'participant')
}
