/** People of a call: who is there, who is let in, silenced, put out or given another role, and the list of it all as a file. */
import { forbidden, invalid } from '@atrium/sdk'
import { containing, type Ctx, csv, type CsvColumns, csvFile, page, rowsFor } from '@atrium/sdk/server'
import type { z } from '@atrium/sdk'
import contract, { type ParticipantChange, type peopleQuery } from '../../contract.ts'
import { type Found, findRoom, holds, rankOf } from '../policies.ts'
import { people, type PersonRow, wholeKey } from '../reads.ts'
import { admit, needPerson, seatOf } from './joining.ts'
import { putOutOfChat } from './chat.ts'
import { depart } from './leaving.ts'
import { mediaOf } from './media.ts'
import { pushPeople } from './news.ts'
import { presentPeople, presentPerson, runOf } from './present.ts'
import { type HeldRoom, holdRoom } from './rooms.ts'
import { demandMaking, setRole } from './staff.ts'

/** Those who are in, or at the door, as they came. Who does not run the room sees nobody at the door, and in rooms that hide their list only those who run it. */
export async function listPeople(ctx: Ctx, id: number, query: z.output<typeof peopleQuery>) {
  const { room, staff } = await findRoom(ctx, id)
  const [at = null, last = null] = wholeKey(query.cursor, 2)
  const seesAll = holds(staff, 'moderate') || (query.status === 'in' && !room.hide_participants_list)
  const rows = await ctx.sql<PersonRow>(
    people(
      `p.room_id = $2 and p.run = $3 and p.status = $4 and ($5::float8 is null or (p.joined_at, p.id) > (to_timestamp($5 / 1000), $6::bigint))
       and ($7 or p.member_id = $8 or $4 = 'in' and p.role <> 'participant')
       and ($9::text is null or coalesce((select m.name from kernel.member_card m where m.community_id = $1 and m.id = p.member_id), p.name) ilike $9)`,
      `order by p.joined_at, p.id limit ${rowsFor(query)}`,
    ),
    [id, runOf(room), query.status, at, last, seesAll, ctx.me().id, query.search_text ? containing(query.search_text) : null],
  )
  const shown = page(rows, { query, key: (row) => [row.joined_at.getTime(), row.id] }, (row) => row)
  return { ...shown, records: await presentPeople(ctx, shown.records) }
}

interface Visit {
  run: number
  name: string
  role: PersonRow['role']
  created_at: Date
  left_at: Date | null
  seconds: number
}
/** Everybody who was let in, in all calls of the room. @throws AtriumError 403, 404 */
export async function exportPeople(ctx: Ctx, id: number) {
  const { room } = await findRoom(ctx, id, 'moderate')
  const rows = await ctx.sql<Visit>(
    `select p.run, coalesce(m.name, p.name) as name, p.role, p.created_at, p.left_at,
       p.seconds + case when p.status = 'in' then greatest(1, round(extract(epoch from $3::timestamptz - p.joined_at)))::int else 0 end as seconds
     from live.participant p left join kernel.member_card m on m.community_id = $1 and m.id = p.member_id
     where p.community_id = $1 and p.room_id = $2 and (p.seconds > 0 or p.status = 'in') order by p.run, p.created_at, p.id`,
    [id, ctx.now()],
  )
  const columns: CsvColumns<Visit> = [
    [ctx.t('csv.run'), ({ run }) => run],
    [ctx.t('csv.name'), ({ name }) => name],
    [ctx.t('csv.role'), ({ role }) => ctx.t(`role.${role}`)],
    [ctx.t('csv.joined'), ({ created_at }) => created_at],
    [ctx.t('csv.left'), ({ left_at }) => left_at ?? ''],
    [ctx.t('csv.minutes'), ({ seconds }) => Math.ceil(seconds / 60)],
  ]
  return csvFile(`${room.slug}.csv`, csv(columns, rows))
}

/** As what somebody counts who is acted on: as whoever runs the room, whatever they have come as. */
const standingOf = (row: PersonRow) => {
  if (row.member_id !== null && row.member_id === row.author_member_id) return 'host'
  return rankOf(row.staff_role) > rankOf(row.role) ? row.staff_role! : row.role
}
/** The host is nobody's to act on; others are for the host, and for who stands above them. @throws AtriumError 403 */
function demandAbove({ staff }: Found, row: PersonRow): void {
  const standing = standingOf(row)
  if (standing === 'host' || (staff !== 'host' && rankOf(staff) <= rankOf(standing))) throw forbidden()
}
const tell = (ctx: Ctx, row: PersonRow, what: 'admitted' | 'muted' | 'unmuted' | 'role' | 'removed' | 'hand_down'): void => {
  if (row.member_id !== null) ctx.emit(contract.events['participant.told'], { roomId: row.room_id, participantId: row.id, memberId: row.member_id, what })
}
/** After what somebody may do has changed: the engine obeys at once, and open screens see it. */
async function changed(ctx: Ctx, room: HeldRoom, id: number, how: 'admit' | 'setGrants') {
  const row = await needPerson(ctx, room.id, id)
  if (row.status === 'in' && row.media === 'room') ctx.afterCommit(() => mediaOf(ctx)[how](seatOf(room, row)))
  await pushPeople(ctx, room, [row.role])
  return presentPerson(ctx, row)
}

/** @throws AtriumError 403, 404, 409 `room_full` */
export async function changePerson(ctx: Ctx, id: number, participantId: number, changes: z.output<typeof ParticipantChange>) {
  const found = await findRoom(ctx, id, 'moderate')
  const room = await holdRoom(ctx, id)
  const row = await needPerson(ctx, id, participantId)
  demandAbove(found, row)
  const isLetIn = changes.is_admitted === true && row.status === 'waiting'
  if (isLetIn) {
    await admit(ctx, room, row)
    tell(ctx, row, 'admitted')
  }
  if (changes.is_muted !== undefined && changes.is_muted !== row.is_muted) {
    await ctx.sql('update live.participant set is_muted = $3, updated_at = $4 where community_id = $1 and id = $2', [row.id, changes.is_muted, ctx.now()])
    tell(ctx, row, changes.is_muted ? 'muted' : 'unmuted')
  }
  if (changes.hand_raised === false && row.hand_raised_at) {
    await ctx.sql('update live.participant set hand_raised_at = null, updated_at = $3 where community_id = $1 and id = $2', [row.id, ctx.now()])
    tell(ctx, row, 'hand_down')
  }
  return changed(ctx, room, row.id, isLetIn ? 'admit' : 'setGrants')
}

/** Silences all who may speak but those who run the room. In streams nobody else speaks. @throws AtriumError 403, 404 */
export async function muteAll(ctx: Ctx, id: number): Promise<void> {
  await findRoom(ctx, id, 'run')
  const room = await holdRoom(ctx, id)
  if (room.room_type === 'stream') return
  const muted = await ctx.sql<{ id: number }>(
    `update live.participant set is_muted = true, updated_at = $3
     where community_id = $1 and room_id = $2 and status = 'in' and role = 'participant' and not is_muted returning id`,
    [id, ctx.now()],
  )
  for (const { id: participantId } of muted) {
    const row = await needPerson(ctx, id, participantId)
    tell(ctx, row, 'muted')
    ctx.afterCommit(() => mediaOf(ctx).setGrants(seatOf(room, row)))
  }
  if (muted.length) await pushPeople(ctx, room, ['participant'])
}

/** Another role at once. Only the host makes cohosts and takes that away again. @throws AtriumError 403, 404, 409 `room_full`, 422 for a visitor */
export async function changeRole(ctx: Ctx, id: number, participantId: number, role: 'cohost' | 'moderator' | 'participant') {
  const found = await findRoom(ctx, id, 'run')
  const room = await holdRoom(ctx, id)
  const row = await needPerson(ctx, id, participantId)
  demandAbove(found, row)
  if (row.member_id === null) throw invalid({ role: ['Visitors can only watch.'] })
  demandMaking(found, row.staff_role, role)
  await setRole(ctx, room, row.member_id, role)
  return presentPerson(ctx, await needPerson(ctx, id, participantId))
}

/** Puts somebody out; who is banned, which moderators alone do not decide, stays out of every later call too. @throws AtriumError 403, 404 */
export async function removePerson(ctx: Ctx, id: number, participantId: number, bans: boolean): Promise<void> {
  const found = await findRoom(ctx, id, bans ? 'run' : 'moderate')
  const room = await holdRoom(ctx, id)
  const row = await needPerson(ctx, id, participantId)
  demandAbove(found, row)
  const status = bans ? 'banned' : 'removed'
  // also where they were named by a call before this one
  const own = await ctx.sql<{ id: number }>(
    `select id from live.participant where community_id = $1 and room_id = $2 and (member_id = $3 or mark_hash = $4) and status in ('in', 'waiting')`,
    [id, row.member_id, row.mark_hash],
  )
  const went = await depart(ctx, room, { ids: own.map((one) => one.id), status, reason: 'left' })
  await putOutOfChat(ctx, room, row.member_id)
  // who has gone by themselves may be kept from coming back; a ban is not lifted by this
  if (went === 0)
    await ctx.sql(`update live.participant set status = $3, updated_at = $4 where community_id = $1 and id = $2 and status <> 'banned'`, [
      row.id,
      status,
      ctx.now(),
    ])
  if (bans) {
    if (row.member_id !== null) {
      await ctx.sql('delete from live.staff where community_id = $1 and room_id = $2 and member_id = $3', [id, row.member_id])
      ctx.recheckRooms(row.member_id)
    }
    await ctx.audit('live_room.banned', `live_room:${id}`, { name: room.name, member_id: row.member_id ?? 0 })
  }
  if (went > 0) tell(ctx, row, 'removed')
}
