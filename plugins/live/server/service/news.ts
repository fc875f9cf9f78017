/** What is told of live rooms: to open screens at once, and to members who are invited or whose space has one that begins. */
import { type Ctx, excerptOf, on } from '@atrium/sdk/server'
import notifications, { type NotificationKind, type NotificationSubject } from '../../../notifications/contract.ts'
import spaces from '../../../spaces/contract.ts'
import contract, { type Role } from '../../contract.ts'
import { roomsSeen } from '../policies.ts'
import { type RoomRow, roomsById } from '../reads.ts'

type Push = 'live_room.changed' | 'people.changed' | 'questions.changed' | 'stage.changed'
/** Screens that show the room read it anew. */
export const push = (ctx: Ctx, roomId: number, what: Push): void => ctx.push(`live:${roomId}`, contract.events[what].name, { roomId })
/**
 * Who is in it, their hands and what they may do. Of those who merely listen to a stream only whoever runs it is told, so that of a thousand who
 * come not each makes a thousand screens ask.
 */
export async function pushPeople(ctx: Ctx, room: Pick<RoomRow, 'id' | 'room_type'>, roles: readonly Role[]): Promise<void> {
  if (room.room_type === 'conference' || roles.some((role) => role !== 'participant')) return push(ctx, room.id, 'people.changed')
  const rows = await ctx.sql<{ member_id: number }>(
    `select distinct member_id from live.participant where community_id = $1 and room_id = $2 and status = 'in' and role <> 'participant' and member_id is not null`,
    [room.id],
  )
  for (const { member_id } of rows) ctx.push(`member:${member_id}`, contract.events['people.changed'].name, { roomId: room.id })
}

async function subjects(ctx: Ctx, ids: number[]): Promise<Map<number, NotificationSubject>> {
  const found = await roomsSeen(ctx, ids)
  return new Map(
    found.map(({ room }) => [
      room.id,
      { title: room.name, path: `/live/${room.slug}`, spaceId: room.space_id, excerpt: excerptOf(room.description), type: 'LiveRoom' },
    ]),
  )
}

/** The first of these members after an id, in order: by name or as those of a space. */
async function membersAfter(
  ctx: Ctx,
  named: readonly { memberId: number; reason: string }[],
  spaceIds: readonly number[],
  after: number,
  limit: number,
): Promise<{ memberId: number; reason: string }[]> {
  const found = new Map(named.filter(({ memberId }) => memberId > after).map((one) => [one.memberId, one.reason]))
  for (const spaceId of spaceIds)
    for (const memberId of await ctx.use(spaces).membersAfter(spaceId, after, limit)) if (!found.has(memberId)) found.set(memberId, 'space')
  return [...found]
    .map(([memberId, reason]) => ({ memberId, reason }))
    .sort((one, other) => one.memberId - other.memberId)
    .slice(0, limit)
}
const roomOf = async (ctx: Ctx, id: number): Promise<RoomRow | undefined> => (await ctx.read(roomsById, [0, [id]]))[0]
const invitedOf = (room: RoomRow) => room.invited_member_ids.map((memberId) => ({ memberId, reason: 'live_invited' }))
async function staffOf(ctx: Ctx, roomId: number) {
  const rows = await ctx.sql<{ member_id: number }>('select member_id from live.staff where community_id = $1 and room_id = $2', [roomId])
  return rows.map(({ member_id }) => ({ memberId: member_id, reason: 'live_staff' }))
}

export const kinds: NotificationKind[] = [
  {
    key: 'live_invited',
    icon: 'radio',
    topic: 'events',
    defaults: { in_app: true, email: true, push: true },
    subjects,
    async recipients(ctx, id, after, limit) {
      const room = await roomOf(ctx, id)
      return room ? membersAfter(ctx, invitedOf(room), room.invited_space_ids, after, limit) : []
    },
  },
  {
    key: 'live_started',
    icon: 'radio',
    topic: 'events',
    isGeneral: true,
    defaults: { in_app: true, email: false, push: true },
    subjects,
    stops: ['space'],
    async stop(ctx, _reason, id) {
      const room = await roomOf(ctx, id)
      if (room?.space_id) await ctx.use(spaces).setNotificationLevel('mention', room.space_id)
    },
    // of a room that is open to its space those who are in it, of a secret one those who are invited
    async recipients(ctx, id, after, limit) {
      const room = await roomOf(ctx, id)
      if (room?.status !== 'live') return []
      const isSecret = room.access_type === 'secret'
      const named = [...(await staffOf(ctx, id)), ...(isSecret ? invitedOf(room) : [])]
      const placed = isSecret ? room.invited_space_ids : [room.space_id].flatMap((spaceId) => spaceId ?? [])
      return membersAfter(ctx, named, placed, after, limit)
    },
    recipientsSee: true,
  },
]

/** Those who are invited to the room and were not told of it yet. */
export async function tellInvited(ctx: Ctx, { id, space_id }: Pick<RoomRow, 'id' | 'space_id'>): Promise<void> {
  if (!ctx.has(notifications)) return
  const news = { kind: 'live_invited', subjectId: id, key: `live_invited:${id}`, actorMemberId: ctx.me().id }
  await ctx.use(notifications).tellMany({ ...news, spaceId: space_id })
}
/** Whoever is to help running it. */
export async function tellStaff(ctx: Ctx, { id }: Pick<RoomRow, 'id'>, memberId: number): Promise<void> {
  if (!ctx.has(notifications)) return
  const news = { kind: 'live_invited', subjectId: id, key: `live_invited:${id}`, actorMemberId: ctx.me().id }
  await ctx.use(notifications).tell({ ...news, to: [{ memberId, reason: 'live_staff' }] })
}
export async function withdrawNews(ctx: Ctx, roomId: number): Promise<void> {
  if (!ctx.has(notifications)) return
  for (const { key } of kinds) await ctx.use(notifications).withdraw(key, roomId)
}

export const news = [
  on(contract.events['room.went_live'], 'tell-started', async (ctx, { roomId, run, memberId, spaceId }, { at }) => {
    if (!ctx.has(notifications)) return
    await ctx
      .use(notifications)
      .tellMany({ kind: 'live_started', subjectId: roomId, key: `live_started:${roomId}:${run}`, actorMemberId: memberId, spaceId, at })
  }),
]
