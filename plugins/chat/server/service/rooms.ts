/** Conversations: opened for those who may see them, listed, made, changed. */
import { conflict, forbidden, invalid, notFound, sentence } from '@atrium/sdk'
import { addTo, authorize, type Ctx, decodeCursor, type Paging, page, pick, rowsFor, containing } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import chat, { isPersonal, MAX_GROUP, SpaceOptions } from '../../contract.ts'
import { ParticipantTable, RoomTable, type Tables, ThreadTable } from '../entities.ts'
import { demandReach } from './permits.ts'
import { roomPolicy } from '../policies.ts'
import { presentRoom } from './present.ts'
import {
  lastBefore,
  listedRoom,
  listedRooms,
  type ParticipantRow,
  pinnedRooms,
  type RoomRow,
  roomById,
  roomByIdentifier,
  roomBySpace,
  roomByUuid,
  roomLock,
  roomMembers,
  roomsRead,
} from '../reads.ts'

/** Pinned conversations are few. */
const MAX_PINNED = 20
const MOST_TOLD = 500

/** The conversation, if this reader may see it. @throws AtriumError 404 */
export async function openRoom(ctx: Ctx, uuid: string, options: { lock?: boolean } = {}): Promise<RoomRow> {
  const [row] = await ctx.read(options.lock ? roomLock : roomByUuid, [ctx.me().id, uuid])
  return authorize(ctx, roomPolicy, 'view', row, 'Conversation')
}
export async function openById(ctx: Ctx, id: number): Promise<RoomRow> {
  const [row] = await ctx.read(roomById, [ctx.me().id, id])
  return authorize(ctx, roomPolicy, 'view', row, 'Conversation')
}

/** Tells open browsers of the members that the conversation has changed. */
export async function tellChanged(ctx: Ctx, room: Pick<RoomRow, 'id' | 'uuid' | 'kind'>, alsoTo: number[] = []): Promise<void> {
  const { name } = chat.events['room.changed']
  const told = isPersonal(room.kind) ? (await ctx.read(roomMembers, [room.id])).slice(0, MOST_TOLD).map(({ member_id }) => member_id) : []
  for (const memberId of new Set([...told, ...alsoTo])) ctx.push(`member:${memberId}`, name, { uuid: room.uuid })
  if (!isPersonal(room.kind)) ctx.push(`chat:${room.uuid}`, name, { uuid: room.uuid })
}

/** Makes these members part of a conversation, again where they had left it. @returns those who were not part of it */
export async function join(ctx: Ctx, place: { room_id: number; read_position: number; joined_after_id: number }, memberIds: number[]): Promise<number[]> {
  const added = await ctx.em
    .getKysely<Tables>()
    .insertInto('chat.participant')
    .values(memberIds.map((member_id) => ({ ...place, member_id, community_id: ctx.community.id })))
    .onConflict((there) =>
      there
        .columns(['community_id', 'room_id', 'member_id'])
        .doUpdateSet({ left_at: null, admin: false, muted: false, archived_at: null, pinned_at: null, ...pick(place, ['read_position', 'joined_after_id']) })
        .where('chat.participant.left_at', 'is not', null),
    )
    .returning('member_id')
    .execute()
  return added.map(({ member_id }) => member_id)
}
/** A row for everybody who writes or reads in a chat space; newcomers begin with nothing unread, and came when they joined the space. */
export async function ensureParticipant(ctx: Ctx, room: RoomRow): Promise<RoomRow> {
  if (room.kind !== 'space' || room.participant_id !== null) return room
  const since = await ctx.use(spaces).joinedAt(room.space_id!)
  const before = since ? ((await ctx.read(lastBefore, [room.id, since]))[0]?.id ?? 0) : (room.last_message_id ?? 0)
  const who = { roomId: room.id, memberId: ctx.me().id }
  const joined = await join(ctx, { room_id: room.id, read_position: room.position, joined_after_id: before }, [who.memberId])
  await addTo(ctx, RoomTable, joined.length ? room.id : [], { participants_count: 1 })
  // their own, or what another of their calls has made meanwhile
  const made = await ctx.em.findOneOrFail(ParticipantTable, who)
  return {
    ...room,
    ...{ admin: false, muted: false, archived: false, pinned: false },
    joined_after_id: made.joinedAfterId,
    participant_id: made.id,
    read_position: room.position,
  }
}
async function spaceOptionsOf(ctx: Ctx, spaceId: number) {
  const { chat_room_show_history, chat_room_description } = await ctx.use(spaces).optionsOf(spaceId, SpaceOptions)
  return { showHistory: chat_room_show_history, description: chat_room_description ?? '' }
}
/** A chat space says itself whether newcomers read what was said before, and what the conversation is about. */
export async function followSpaceOptions(
  ctx: Ctx,
  room: Pick<RoomRow, 'id' | 'uuid' | 'kind' | 'space_id' | 'show_history' | 'description'>,
): Promise<boolean> {
  const { showHistory, description } = await spaceOptionsOf(ctx, room.space_id!)
  if (room.show_history === showHistory && room.description === description) return false
  await ctx.em.nativeUpdate(RoomTable, { id: room.id }, { showHistory, description, updatedAt: ctx.now() })
  await tellChanged(ctx, room)
  return true
}

export async function showRoom(ctx: Ctx, room: { id: number }) {
  const [row] = await ctx.read(listedRoom, [ctx.me().id, room.id])
  if (!row) throw notFound('Conversation')
  return { chat_room: await presentRoom(ctx, row) }
}

/** A moment and an id, as lists by their latest are paged. A moment that is none is that of no cursor. */
export function momentCursor(cursor: string | undefined): [at: Date | null, id: number | null] {
  const [ms, id] = decodeCursor(cursor, ['number', 'number']) ?? [null, null]
  const at = new Date(Number(ms))
  return ms === null || Number.isNaN(at.getTime()) || !Number.isSafeInteger(id) ? [null, null] : [at, Number(id)]
}
type Filter = 'all' | 'unread' | 'groups' | 'archived'
export async function listRooms(ctx: Ctx, query: Paging & { filter: Filter; pinned: 'among' | 'apart'; search_text?: string }) {
  const [at, id] = momentCursor(query.cursor)
  if (query.search_text) return searchRooms(ctx, query.search_text, query)
  const rows = await ctx.read(roomsRead, [ctx.me().id, at, id, rowsFor(query), query.filter, query.pinned === 'apart'])
  const found = page(rows, { query, key: (row) => [row.last_message_at.getTime(), row.id] }, (row) => row)
  return { ...found, records: await Promise.all(found.records.map((row) => presentRoom(ctx, row))) }
}
/** By the room's name or by who is in it. One page: whoever wants more types more. */
async function searchRooms(ctx: Ctx, text: string, query: { page: number; per_page: number }) {
  const like = containing(text)
  const ids = await ctx.sql<{ id: number }>(
    `select r.id from chat.participant p join chat.room r on r.community_id = $1 and r.id = p.room_id
     where p.community_id = $1 and p.member_id = $2 and p.left_at is null and r.kind in ('direct', 'group_chat') and (r.name ilike $3 or exists (
       select 1 from chat.participant o join kernel.member_card k on k.community_id = $1 and k.id = o.member_id
       where o.community_id = $1 and o.room_id = r.id and o.member_id <> $2 and k.name ilike $3))
     order by r.last_message_at desc limit $4`,
    [ctx.me().id, like, query.per_page],
  )
  const rows = ids.length ? await ctx.read(listedRooms, [ctx.me().id, ids.map(({ id }) => id)]) : []
  const found = page(rows, { query: { page: 1, per_page: query.per_page }, key: (row) => [row.id] }, (row) => row)
  return { ...found, records: await Promise.all(found.records.map((row) => presentRoom(ctx, row))) }
}
export async function listPinned(ctx: Ctx) {
  const rows = await ctx.read(pinnedRooms, [ctx.me().id, MAX_PINNED])
  return { records: await Promise.all(rows.map((row) => presentRoom(ctx, row))) }
}

/** The rows of the participants of a new conversation. */
export const BEGINNING = { read_position: 0, joined_after_id: 0 }

/** The direct conversation with a member; the one there is, or a new one. */
export async function directRoom(ctx: Ctx, memberId: number): Promise<RoomRow> {
  const me = ctx.me().id
  if (memberId === me) throw invalid({ 'chat_room.community_member_ids': ['Choose someone other than yourself.'] })
  const identifier = `direct-${Math.min(me, memberId)}-${Math.max(me, memberId)}`
  const [there] = await ctx.read(roomByIdentifier, [me, identifier])
  if (there) return there
  await demandReach(ctx, [memberId])
  const made = await ctx.em
    .getKysely<Tables>()
    .insertInto('chat.room')
    .values({ community_id: ctx.community.id, kind: 'direct', identifier, creator_member_id: me, participants_count: 2, last_message_at: ctx.now() })
    .onConflict((there) => there.columns(['community_id', 'identifier']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) await join(ctx, { room_id: made.id, ...BEGINNING }, [me, memberId])
  return (await ctx.read(roomByIdentifier, [me, identifier]))[0]!
}

export async function groupRoom(ctx: Ctx, input: { name?: string; description?: string; memberIds: number[]; showHistory?: boolean }): Promise<RoomRow> {
  const me = ctx.me()
  const others = [...new Set(input.memberIds)].filter((id) => id !== me.id)
  if (others.length === 0) throw invalid({ 'chat_room.community_member_ids': ['Choose someone other than yourself.'] })
  if (!ctx.settings(chat).group_messaging_enabled && !me.isAdmin && !me.isModerator) throw forbidden('Group chats are turned off here.', 'messaging_disabled')
  await demandReach(ctx, others)
  const members = { creatorMemberId: me.id, participantsCount: others.length + 1 }
  const made = ctx.em.create(RoomTable, { kind: 'group_chat', ...pick(input, ['name', 'description', 'showHistory']), ...members, lastMessageAt: ctx.now() })
  await ctx.em.flush()
  await join(ctx, { room_id: made.id, ...BEGINNING }, [me.id, ...others])
  await ctx.em.nativeUpdate(ParticipantTable, { roomId: made.id, memberId: me.id }, { admin: true })
  const [row] = await ctx.read(roomById, [me.id, made.id])
  await tellChanged(ctx, row!)
  return row!
}

/** The conversation of a chat space; null before somebody has opened it. @throws AtriumError 404 */
export async function spaceRoom(ctx: Ctx, spaceId: number): Promise<RoomRow | null> {
  const card = (await ctx.use(spaces).access()).canView(spaceId) ? await ctx.use(spaces).card(spaceId) : null
  if (!card?.types.includes('chat')) throw notFound('Space', 'space_not_found')
  const [there] = await ctx.read(roomBySpace, [ctx.me().id, spaceId])
  return there ?? null
}

/** The same, made by whoever opens it first. @throws AtriumError 404 */
export async function openSpaceRoom(ctx: Ctx, spaceId: number): Promise<RoomRow> {
  const there = await spaceRoom(ctx, spaceId)
  if (there) {
    // what was set before the conversation was there, or while chat was switched off
    if (await followSpaceOptions(ctx, there)) return openSpaceRoom(ctx, spaceId)
    return (await ctx.use(spaces).access()).isMember(spaceId) ? ensureParticipant(ctx, there) : there
  }
  const { showHistory, description } = await spaceOptionsOf(ctx, spaceId)
  const place = { community_id: ctx.community.id, kind: 'space' as const, identifier: `space-${spaceId}`, space_id: spaceId }
  await ctx.em
    .getKysely<Tables>()
    .insertInto('chat.room')
    .values({ ...place, show_history: showHistory, description, last_message_at: ctx.now() })
    .onConflict((there) => there.doNothing())
    .execute()
  return openSpaceRoom(ctx, spaceId)
}

export async function updateRoom(ctx: Ctx, uuid: string, changes: { name?: string; description?: string; show_history?: boolean }): Promise<RoomRow> {
  const room = await authorize(ctx, roomPolicy, 'manage', await openRoom(ctx, uuid), 'Conversation')
  if (room.kind === 'space') throw conflict('Edit this chat in the settings of its space.')
  if (room.kind === 'embedded') throw conflict('This chat has the name of what it belongs to.')
  await ctx.em
    .getKysely<Tables>()
    .updateTable('chat.room')
    .set({ ...pick(changes, ['name', 'description', 'show_history']), updated_at: ctx.now() })
    .where('community_id', '=', ctx.community.id)
    .where('id', '=', room.id)
    .execute()
  await tellChanged(ctx, room)
  return room
}

export async function pinRoom(ctx: Ctx, uuid: string, pinned: boolean): Promise<void> {
  const room = await openRoom(ctx, uuid)
  if (room.participant_id === null) throw conflict('Open the conversation first.')
  if (pinned && !room.pinned) {
    const { length } = await ctx.read(pinnedRooms, [ctx.me().id, MAX_PINNED])
    if (length >= MAX_PINNED) throw invalid({ uuid: [sentence('You can pin up to {max} conversations.', { max: MAX_PINNED })] })
  }
  // pinning a pinned conversation again does not change its place
  if (pinned !== room.pinned) await ctx.em.nativeUpdate(ParticipantTable, { id: room.participant_id }, { pinnedAt: pinned ? ctx.now() : null })
  ctx.push(`member:${ctx.me().id}`, chat.events['room.changed'].name, { uuid })
}

/** Brings members in; those who were there before come back. */
export async function addParticipants(ctx: Ctx, uuid: string, memberIds: number[]): Promise<RoomRow> {
  const room = await authorize(ctx, roomPolicy, 'manage', await openRoom(ctx, uuid, { lock: true }), 'Conversation')
  if (room.kind === 'embedded') throw conflict('This chat has the people of what it belongs to.')
  if (room.kind !== 'group_chat') throw conflict('Manage members of this chat in its space.')
  const fresh = [...new Set(memberIds)]
  await demandReach(
    ctx,
    fresh.filter((id) => id !== ctx.me().id),
  )
  const added = await join(ctx, { room_id: room.id, read_position: room.position, joined_after_id: room.last_message_id ?? 0 }, fresh)
  if (room.participants_count + added.length > MAX_GROUP)
    throw invalid({ community_member_ids: [sentence('Group chats can have up to {max} people. Create a space for more.', { max: MAX_GROUP })] })
  await addTo(ctx, RoomTable, room.id, { participants_count: added.length })
  await tellChanged(ctx, room)
  return room
}

/** Leaves, or is taken out by an admin of the group. Their sockets leave the room at once. */
export async function removeParticipant(ctx: Ctx, room: RoomRow, who: ParticipantRow): Promise<void> {
  if (room.kind === 'direct') throw conflict('You can’t leave a direct conversation. Archive it instead.')
  if (room.kind === 'embedded') throw conflict('This chat has the people of what it belongs to.')
  if (room.kind === 'space') throw conflict('Manage members of this chat in its space.')
  if (who.id !== room.participant_id) await authorize(ctx, roomPolicy, 'manage', room, 'Conversation')
  if (!(await ctx.em.nativeUpdate(ParticipantTable, { id: who.id, leftAt: null }, { leftAt: ctx.now(), admin: false, pinnedAt: null }))) return
  await addTo(ctx, RoomTable, room.id, { participants_count: -1 })
  // a group is never without somebody who can run it
  const left = { roomId: room.id, leftAt: null }
  const [heir] = (await ctx.em.count(ParticipantTable, { ...left, admin: true }))
    ? []
    : await ctx.em.find(ParticipantTable, left, { fields: ['id'], orderBy: { id: 'asc' }, limit: 1 })
  if (heir) await ctx.em.nativeUpdate(ParticipantTable, { id: heir.id }, { admin: true })
  await ctx.em.nativeDelete(ThreadTable, { roomId: room.id, memberId: who.member_id })
  await tellChanged(ctx, room, [who.member_id])
  ctx.recheckRooms(who.member_id)
}

export async function updateParticipant(ctx: Ctx, room: RoomRow, who: ParticipantRow, changes: { admin?: boolean; archived?: boolean; muted?: boolean }) {
  const own = who.id === room.participant_id
  if (!own && (changes.archived !== undefined || changes.muted !== undefined)) throw forbidden('You can only mute or archive conversations for yourself.')
  if (changes.admin !== undefined && changes.admin !== who.admin) {
    await authorize(ctx, roomPolicy, 'manage', room, 'Conversation')
    if (room.kind !== 'group_chat') throw conflict('Only group chats have their own admins.')
    if (!changes.admin) {
      const others = await ctx.em.count(ParticipantTable, { roomId: room.id, admin: true, leftAt: null, id: { $ne: who.id } })
      if (others === 0) throw conflict('A group needs at least one admin.', 'last_admin')
    }
  }
  const archived = changes.archived === undefined ? {} : { archivedAt: changes.archived ? ctx.now() : null }
  await ctx.em.nativeUpdate(ParticipantTable, { id: who.id }, { ...pick(changes, ['admin', 'muted']), ...archived })
  if (changes.admin === undefined) ctx.push(`member:${ctx.me().id}`, chat.events['room.changed'].name, { uuid: room.uuid })
  else await tellChanged(ctx, room)
}
