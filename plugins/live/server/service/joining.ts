/** Coming in: who may, in which role, whether there is room, and whether somebody has to open the door first. */
import { conflict, forbidden, invalid, notFound } from '@atrium/sdk'
import { type Ctx, hashToken, newToken } from '@atrium/sdk/server'
import type { z } from '@atrium/sdk'
import content from '../../../content/contract.ts'
import type { Admission, Join, Role, Way } from '../../contract.ts'
import { type Found, findRoom, rankOf } from '../policies.ts'
import { ownPerson, type PersonRow, personById } from '../reads.ts'
import { demandWay, playlistOf } from './ways.ts'
import { letIntoChat } from './chat.ts'
import { mediaOf, type Seat } from './media.ts'
import { pushPeople } from './news.ts'
import { limitsOf, maySpeak, presentPerson, runOf } from './present.ts'
import { callOf, type HeldRoom, holdRoom } from './rooms.ts'

type Input = z.output<typeof Join>
/** The browser of a visitor as its rows know it. */
export const markOf = (ctx: Ctx): string => (ctx.member || ctx.mark === null ? '' : hashToken(ctx.mark))
/** The reader's own row in the call that is on, whatever has become of it. */
export async function ownIn(ctx: Ctx, room: Pick<HeldRoom, 'id' | 'status' | 'run'>): Promise<PersonRow | null> {
  const mark = markOf(ctx)
  if (!ctx.member && mark === '') return null
  const [row] = await ctx.read(ownPerson, [room.id, runOf(room), ctx.member?.id ?? 0, mark])
  return row ?? null
}
/** @throws AtriumError 403 `not_in_room` */
export async function needOwn(ctx: Ctx, { room }: Found): Promise<PersonRow> {
  const own = await ownIn(ctx, room)
  if (own?.status !== 'in') throw forbidden('Join the room first.', 'not_in_room')
  return own
}
export const seatOf = (room: Pick<HeldRoom, 'id' | 'status' | 'run' | 'room_type'>, row: PersonRow): Seat => ({
  ...callOf(room),
  participantId: row.id,
  mayPublish: maySpeak(row),
})

/** Put out for good, from any call of this room. */
async function isBanned(ctx: Ctx, roomId: number): Promise<boolean> {
  const rows = await ctx.sql(
    `select 1 from live.participant where community_id = $1 and room_id = $2 and status = 'banned' and (member_id = $3 or mark_hash = $4) limit 1`,
    [roomId, ctx.member?.id ?? 0, markOf(ctx)],
  )
  return rows.length > 0
}
/** @throws AtriumError 403 `room_banned` */
export async function demandNotBanned(ctx: Ctx, { room, staff }: Found): Promise<void> {
  if (staff !== 'host' && (await isBanned(ctx, room.id))) throw forbidden('You can’t join this room anymore.', 'room_banned')
}

/** Whom a role shares its room with: in streams those who speak, or those who listen. The room is held, so that what is counted stays. */
function crowd(ctx: Ctx, room: HeldRoom, role: Role): { most: number; speaks: boolean | null } {
  const limits = limitsOf(ctx)
  if (room.room_type === 'conference') return { most: limits.live_room_participants_capacity, speaks: null }
  const speaks = rankOf(role) >= rankOf('cohost')
  return { most: speaks ? limits.live_stream_max_host_capacity : limits.live_stream_max_spectator_capacity, speaks }
}
/** As one statement: a place is taken where there is one. @param adds 0 for who is in it already and changes sides */
export async function takePlace(ctx: Ctx, room: HeldRoom, role: Role, adds: 0 | 1): Promise<void> {
  const { most, speaks } = crowd(ctx, room, role)
  const taken = await ctx.sql(
    `update live.room set people_count = people_count + $3 where community_id = $1 and id = $2 and (
       select count(*) from live.participant p where p.community_id = $1 and p.room_id = $2 and p.status = 'in'
         and ($4::boolean is null or (p.role in ('host', 'cohost')) = $4)) < $5 returning id`,
    [room.id, adds, speaks, most],
  )
  if (taken.length === 0) throw conflict('This room is full.', 'room_full')
}
export const changesSides = (room: Pick<HeldRoom, 'room_type'>, before: Role, after: Role): boolean =>
  room.room_type === 'stream' && rankOf(before) >= rankOf('cohost') !== rankOf(after) >= rankOf('cohost')

/** @throws AtriumError 403 for more than one has */
function roleFor({ staff }: Found, wanted: Role | undefined): Role {
  const own: Role = staff ?? 'participant'
  if (wanted === undefined) return own
  if (rankOf(wanted) > rankOf(own)) throw forbidden('You don’t have this role here.')
  return wanted
}
/** Who may come in at all now. @throws AtriumError 403 `room_locked`; 409 `room_not_open` */
function demandOpen({ staff }: Found, room: HeldRoom, isIn: boolean): void {
  if (room.status === 'ended') throw conflict('This room has ended.', 'room_not_open')
  if (room.status === 'backstage' && !staff) throw conflict('This room isn’t open yet. Come back when it goes live.', 'room_not_open')
  if (room.is_locked && !staff && !isIn) throw forbidden('This room is locked.', 'room_locked')
}
function nameFor(ctx: Ctx, before: PersonRow | null, name: string | undefined): string {
  if (ctx.member) return ''
  const said = name || before?.name
  if (!said) throw invalid({ 'body.name': ['Enter your name.'] })
  return said
}

/** @throws AtriumError 403 `room_banned`, `room_locked`; 404; 409 `room_full`, `room_not_open`; 422 for a visitor without a name */
export async function join(ctx: Ctx, id: number, input: Input): Promise<z.input<typeof Admission>> {
  await findRoom(ctx, id)
  const room = await holdRoom(ctx, id)
  // what was decided about them until this moment holds
  const found = await findRoom(ctx, id)
  await demandNotBanned(ctx, found)
  const role = roleFor(found, input.role)
  // who may only read here now says nothing aloud either
  const onlyListens = input.only_listens || (ctx.member !== null && !(await ctx.use(content).mayWrite()))
  const before = await ownIn(ctx, room)
  const isIn = before?.status === 'in'
  demandOpen(found, room, isIn)
  const name = nameFor(ctx, before, input.name)
  const waits = room.has_waiting_room && !found.staff && !isIn
  if (!waits && !isIn) await takePlace(ctx, room, role, 1)
  else if (isIn && changesSides(room, before.role, role)) await takePlace(ctx, room, role, 0)
  const way = waits ? 'room' : await demandWay(ctx, room, role, before?.id)
  const row = await write(ctx, room, before, { name, role, onlyListens, way, status: waits ? 'waiting' : 'in', mutes: room.mute_on_join && !found.staff })
  if (!waits) await letIntoChat(ctx, room, row.member_id, row.role)
  await pushPeople(ctx, room, [row.role])
  return { participant: await presentPerson(ctx, row), ...(waits ? AT_DOOR : await reach(ctx, room, row, before)) }
}
const AT_DOOR = { media: 'waiting' as const, playlist_url: null, ice_servers: [] }
/** By a link of their own, or by the broadcast; who changes from one to the other leaves the first. */
async function reach(ctx: Ctx, room: HeldRoom, row: PersonRow, before: PersonRow | null) {
  const seat = seatOf(room, row)
  if (row.media === 'room') {
    ctx.afterCommit(() => mediaOf(ctx).admit(seat))
    return mediaOf(ctx).connect(seat)
  }
  if (before?.status === 'in' && before.media === 'room') ctx.afterCommit(() => mediaOf(ctx).remove(seat, row.id))
  ctx.afterCommit(() => mediaOf(ctx).keepBroadcast(seat))
  return { media: 'hls' as const, playlist_url: playlistOf(room.id), ice_servers: [] }
}

interface Coming {
  name: string
  role: Role
  onlyListens: boolean
  way: Way
  status: 'in' | 'waiting'
  mutes: boolean
}
async function write(ctx: Ctx, room: HeldRoom, before: PersonRow | null, { name, role, onlyListens, way, status, mutes }: Coming): Promise<PersonRow> {
  const now = ctx.now()
  if (before) {
    await ctx.sql(
      `update live.participant set name = $3, role = $4, status = $5, only_listens = $6, joined_at = case when status = 'in' then joined_at else $7::timestamptz end,
         media = $8, seen_at = $7, left_at = null, leave_reason = null, updated_at = $7 where community_id = $1 and id = $2`,
      [before.id, name, role, status, onlyListens, now, way],
    )
    return needPerson(ctx, room.id, before.id)
  }
  const [made] = await ctx.sql<{ id: number }>(
    `insert into live.participant (community_id, room_id, run, member_id, mark_hash, name, role, status, is_muted, only_listens, joined_at, seen_at, created_at, updated_at, media)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $11, $11, $12) returning id`,
    [room.id, runOf(room), ctx.member?.id ?? null, ctx.member ? null : visitorMark(ctx), name, role, status, mutes, onlyListens, now, way],
  )
  return needPerson(ctx, room.id, made!.id)
}
/** What the browser of a visitor is known by; it gets one where it has none. */
function visitorMark(ctx: Ctx): string {
  if (ctx.mark !== null) return hashToken(ctx.mark)
  const { token, hash } = newToken()
  ctx.setMark(token)
  return hash
}
/** @throws AtriumError 404 */
export async function needPerson(ctx: Ctx, roomId: number, id: number): Promise<PersonRow> {
  const [row] = await ctx.read(personById, [roomId, id])
  if (!row) throw notFound('Participant')
  return row
}
/** From the door into the room. @throws AtriumError 409 `room_full` */
export async function admit(ctx: Ctx, room: HeldRoom, row: PersonRow): Promise<void> {
  await takePlace(ctx, room, row.role, 1)
  const way = await demandWay(ctx, room, row.role, row.id)
  await ctx.sql(`update live.participant set status = 'in', media = $4, joined_at = $3, updated_at = $3 where community_id = $1 and id = $2`, [
    ...[row.id, ctx.now(), way],
  ])
  await letIntoChat(ctx, room, row.member_id, row.role)
}
