/** Messages: how they are shown, written, edited and deleted. */
import { AGENT_ROLE, AtriumError, forbidden, invalid, notFound, type RichTextDoc, sentence, cut } from '@atrium/sdk'
import {
  addressFiles,
  authorize,
  type Ctx,
  fileIdsIn,
  heldIn,
  isoOf,
  readRichText,
  resolveFiles,
  richTextField,
  type SearchDocument,
  textToDoc,
  unlessRefused,
} from '@atrium/sdk/server'
import type { z } from 'zod'
import content, { type Verdict } from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import chat, { CATCH_UP, callsRoom, isPersonal, MAX_MENTIONS, MAX_TEXT, type Message, type Messages } from '../../contract.ts'
import { MessageTable, ReminderTable, RevisionTable, RoomTable } from '../entities.ts'
import { maySend } from './permits.ts'
import { floorOf, isAbove, messagePolicy, roomPolicy } from '../policies.ts'
import {
  cameLater,
  type MessageRow,
  messageById,
  messageByClient,
  messagesBefore,
  messagesById,
  messagesChanged,
  messagesFrom,
  messageWrite,
  repliesBefore,
  repliesFrom,
  roomHold,
  type RoomRow,
  roomMembers,
  roomsById,
} from '../reads.ts'
import { ensureParticipant, openRoom } from './rooms.ts'

/** A push larger than this would not travel between processes; browsers then ask. */
const PUSHED_BYTES = 4_000
const ABOVE_ALL = Number.MAX_SAFE_INTEGER

type Shown = z.input<typeof Message>
/** Written by this request: nobody has reacted yet. */
const fresh = new WeakSet<MessageRow>()
/** @param neutral the same for every reader: for pushes */
export async function presentMessages(ctx: Ctx, rows: MessageRow[], { neutral = false } = {}): Promise<Shown[]> {
  if (rows.length === 0) return []
  const ids = rows.filter((row) => !fresh.has(row)).map(({ id }) => id)
  const [done, people, files] = await Promise.all([
    ids.length ? ctx.use(content).interactions('message', ids) : null,
    ctx.members.byIds(rows.flatMap(({ member_id, face_ids }) => [member_id ?? [], face_ids].flat())),
    ctx.files.byIds(rows.flatMap(({ voice, deleted_at }) => (voice && !deleted_at ? voice.file_id : []))),
  ])
  const person = (memberId: number | null, id = 0) => {
    const member = people.get(memberId ?? 0)
    if (!member) return null
    const { id: community_member_id, name, avatarUrl: avatar_url, publicUid: user_public_uid, roles } = member
    return { id, community_member_id, name, avatar_url, user_public_uid, ...(roles.includes(AGENT_ROLE) && { is_agent: true as const }) }
  }
  return rows.map((row): Shown => {
    const hidden = row.deleted_at !== null
    const written = isoOf(row.created_at)
    const voiceFile = row.voice && files.get(row.voice.file_id)
    return {
      id: row.id,
      position: row.position,
      sequence: row.sequence,
      creation_uuid: row.client_id,
      parent_message_id: row.parent_id,
      chat_room_uuid: row.room_uuid,
      chat_room_participant_id: row.participant_id,
      chat_thread_id: row.parent_id ?? (row.replies_count > 0 ? row.id : null),
      body: hidden ? '' : row.text,
      rich_text_body: row.body && !hidden ? richTextField(addressFiles(row.body as RichTextDoc, ctx.files), row.text, 'chat') : null,
      voice:
        voiceFile && !hidden
          ? {
              id: row.voice!.id,
              url: ctx.files.url(voiceFile),
              content_type: voiceFile.contentType,
              duration_ms: row.voice!.duration_ms,
              peaks: row.voice!.peaks,
            }
          : null,
      // of a deleted message a placeholder is shown, without its author
      sender: hidden ? null : person(row.member_id, row.participant_id ?? 0),
      replies_count: row.replies_count,
      last_reply_at: isoOf(row.last_reply_at),
      total_thread_participants_count: row.thread_members,
      thread_participants_preview: row.replies_count > 0 ? row.face_ids.flatMap((id) => person(id) ?? []) : [],
      reactions: hidden ? [] : (done?.get(row.id)?.reactions ?? []).map(({ emoji, count, member_ids }) => ({ emoji, count, community_member_ids: member_ids })),
      ...(neutral ? {} : { bookmark_id: done?.get(row.id)?.bookmarkId ?? null }),
      pinned_at: isoOf(row.pinned_at),
      edited_at: hidden || !row.edited_at ? null : isoOf(row.edited_at),
      deleted_at: isoOf(row.deleted_at),
      created_at: written,
      sent_at: written,
      embedded_chat_message_access: [],
    }
  })
}
export const presentMessage = async (ctx: Ctx, row: MessageRow): Promise<Shown> => (await presentMessages(ctx, [row]))[0]!

/** A message of that room, if this reader may see it. @throws AtriumError 404, 403 */
export async function openMessage(ctx: Ctx, room: RoomRow, id: number, act: keyof typeof messagePolicy = 'view'): Promise<MessageRow> {
  const [row] = await ctx.read(messageById, [id])
  if (!row) throw notFound('Message')
  return (await authorize(ctx, messagePolicy, act, { room, row }, 'Message')).row
}

export interface Window {
  id?: number
  previous_per_page: number
  next_per_page: number
  parent_message_id?: number
  unread?: boolean
  date?: string
  after_sequence?: number
}
/** Messages on both sides of an anchor, or what changed since. Costs the same whatever the room's size. */
export async function windowOf(ctx: Ctx, room: RoomRow, query: Window): Promise<z.input<typeof Messages>> {
  const floor = floorOf(room)
  const base = { total_count: room.position, sequence: room.sequence }
  const envelope = async (rows: MessageRow[], id: number | null, before: boolean, after: boolean) => ({
    ...base,
    id,
    has_previous_page: before,
    has_next_page: after,
    first_id: rows[0]?.id ?? null,
    last_id: rows.at(-1)?.id ?? null,
    records: await presentMessages(ctx, rows),
  })
  if (query.after_sequence !== undefined) {
    const rows = await ctx.read(messagesChanged, [room.id, floor, query.after_sequence, CATCH_UP + 1])
    const shown = rows.slice(0, CATCH_UP)
    // a page may end between two rows of one change: the next one begins with that change again
    const cut =
      rows.length > CATCH_UP && shown.at(-1)!.sequence === rows[CATCH_UP]!.sequence ? shown.filter(({ sequence }) => sequence < shown.at(-1)!.sequence) : shown
    return { ...(await envelope(cut, null, false, rows.length > CATCH_UP)), sequence: rows.length > CATCH_UP ? cut.at(-1)!.sequence : room.sequence }
  }
  const parent = query.parent_message_id ? await openMessage(ctx, room, query.parent_message_id) : null
  const anchor = await anchorOf(ctx, room, query, floor, parent !== null)
  const [older, newer] = parent
    ? [
        ctx.read(repliesBefore, [parent.id, anchor ?? ABOVE_ALL, query.previous_per_page + 1]),
        anchor === null ? [] : ctx.read(repliesFrom, [parent.id, anchor, query.next_per_page + 2]),
      ]
    : [
        ctx.read(messagesBefore, [room.id, floor, anchor ?? ABOVE_ALL, query.previous_per_page + 1]),
        anchor === null ? [] : ctx.read(messagesFrom, [room.id, floor, anchor, query.next_per_page + 2]),
      ]
  const [before, from] = [await older, await newer]
  const rows = [...before.slice(0, query.previous_per_page).reverse(), ...from.slice(0, query.next_per_page + 1)]
  const found = await envelope(rows, anchor, before.length > query.previous_per_page, from.length > query.next_per_page + 1)
  return parent ? { ...found, total_count: parent.replies_count } : found
}

async function anchorOf(ctx: Ctx, room: RoomRow, { id, unread, date }: Window, floor: number, inThread: boolean): Promise<number | null> {
  if (id !== undefined) {
    if (inThread) return id
    const row = await openMessage(ctx, room, id)
    return row.parent_id ?? row.id
  }
  const first = async (where: string, value: unknown) => {
    const [row] = await ctx.sql<{ id: number }>(
      `select id from chat.message where community_id = $1 and room_id = $2 and parent_id is null and id > $4 and ${where} limit 1`,
      [room.id, value, floor],
    )
    return row?.id ?? null
  }
  if (date) return first('created_at >= $3 order by created_at, id', new Date(date))
  if (unread && room.read_position !== null && room.read_position < room.position) return first('position > $3 order by position', room.read_position)
  return null
}

export interface Said {
  body?: string
  rich_text_body?: { body: unknown }
  voice_message_id?: number | null
}
function tooLong() {
  const message = sentence('Messages can be up to {max} characters.', { max: MAX_TEXT })
  return invalid({ body: [message] }, message)
}
/** @throws AtriumError 422 for nothing, too much, or what no message may hold; 404 for somebody else's upload */
export async function parseText(ctx: Ctx, input: Said, held: number[] = []) {
  const rich = await readRichText(ctx, input.rich_text_body?.body ?? textToDoc(input.body ?? ''), { mentions: MAX_MENTIONS })
  if (rich.isEmpty && !input.voice_message_id) throw invalid({ body: ['Write a message.'] })
  if (rich.text.length > MAX_TEXT) throw tooLong()
  const { doc, files } = await resolveFiles(rich.doc, ctx.files, held)
  return { doc: rich.isEmpty ? null : doc, files, text: rich.text, mentionIds: rich.mentionIds }
}

type Told = Pick<RoomRow, 'id' | 'uuid' | 'sequence' | 'position' | 'show_history'>
/** Was it written before somebody joined who may not see earlier messages? Of a message written just now that is never so. */
async function isOld(ctx: Ctx, room: Told, rows: MessageRow[]): Promise<boolean> {
  const roots = rows.filter((row) => !(fresh.has(row) && row.parent_id === null)).map((row) => row.parent_id ?? row.id)
  return !room.show_history && roots.length > 0 && (await ctx.read(cameLater, [room.id, Math.min(...roots)])).length > 0
}
/**
 * Tells open conversations what a change made of these messages. Some are asked for instead: those with files, whose addresses are
 * each reader's own, and those that not everybody in the room may see.
 */
async function tellMessages(ctx: Ctx, room: Told, rows: MessageRow[]): Promise<void> {
  const asked = rows.some(({ body, voice }) => voice !== null || fileIdsIn(body).length > 0) || (await isOld(ctx, room, rows))
  const records = asked ? undefined : await presentMessages(ctx, rows, { neutral: true })
  const payload = { uuid: room.uuid, sequence: room.sequence, position: room.position }
  const small = records !== undefined && Buffer.byteLength(JSON.stringify(records)) <= PUSHED_BYTES
  ctx.push(`chat:${room.uuid}`, chat.events['message.changed'].name, small ? { ...payload, records } : payload)
}
/** Gives changed messages the room's next number and tells of them. */
export async function touch(ctx: Ctx, room: Pick<RoomRow, 'id' | 'uuid'>, ids: number[]): Promise<MessageRow[]> {
  const [numbered] = await ctx.sql<Omit<Told, 'id' | 'uuid'>>(
    'update chat.room set sequence = sequence + 1 where community_id = $1 and id = $2 returning sequence, position, show_history',
    [room.id],
  )
  await ctx.em.nativeUpdate(MessageTable, { id: { $in: ids } }, { sequence: numbered!.sequence })
  const rows = await ctx.read(messagesById, [ids])
  await tellMessages(ctx, { id: room.id, uuid: room.uuid, ...numbered! }, rows)
  return rows
}

export interface NewText extends Said {
  parent_message_id?: number | null
  creation_uuid?: string
  /** An import: written then, and nobody is told. */
  at?: Date
}
/** Writes a message. Sent again with the same `creation_uuid`, it answers the first. @throws AtriumError 403, 404, 422 */
export async function createMessage(ctx: Ctx, uuid: string, input: NewText): Promise<MessageRow> {
  const me = ctx.me()
  // what can be refused without locking the room is refused before it is locked
  const rich = await parseText(ctx, input)
  const room = await ensureParticipant(ctx, await openRoom(ctx, uuid))
  if (!(await maySend(ctx, room))) throw forbidden('You can’t send messages here.', 'cannot_send_message')
  const sentBefore = async () => {
    const [first] = input.creation_uuid ? await ctx.read(messageByClient, [room.id, me.id, input.creation_uuid]) : []
    return first && (await ctx.read(messageById, [first.id]))[0]
  }
  const before = await sentBefore()
  if (before) return before
  const parent = input.parent_message_id ? await parentOf(ctx, room, input.parent_message_id) : null
  const verdict = input.at ? null : await judge(ctx, room, rich)
  if (input.voice_message_id) await checkVoice(ctx, input.voice_message_id)
  const at = input.at ?? ctx.now()
  const [, [row]] = await Promise.all([
    ctx.read(roomHold, [room.id]),
    ctx.read(messageWrite, [
      ...[room.id, me.id, parent?.id ?? null, rich.doc && JSON.stringify(rich.doc), rich.text],
      ...[input.voice_message_id ?? null, input.creation_uuid ?? null, at],
    ]),
  ])
  if (!row) {
    const twin = await sentBefore()
    if (!twin) throw notFound('Conversation')
    return twin
  }
  const { id, sequence, room_position: position } = row
  fresh.add(row)
  await verdict?.noted(id)
  for (const file of rich.files) await ctx.files.keep(file.id, `message:${id}`)
  if (parent) await joinThread(ctx, room, parent, rich.mentionIds)
  if (!input.at) await ctx.use(content).mention('message', id, rich.mentionIds)
  const rows = parent ? [...(await ctx.read(messageById, [parent.id])), row] : [row]
  if (!parent && room.kind === 'space') await ctx.use(spaces).advance(room.space_id!, 'message', input.at)
  if (input.at) {
    index(ctx, room, row)
    return row
  }
  await tellMessages(ctx, { ...room, sequence, position }, rows)
  if (parent) await tellThread(ctx, parent.id)
  else if (isPersonal(room.kind)) await tellMembers(ctx, room, row, position)
  ctx.emit(chat.events['message.sent'], {
    messageId: id,
    roomId: room.id,
    uuid: room.uuid,
    kind: room.kind,
    spaceId: room.space_id,
    memberId: me.id,
    parentId: parent?.id ?? null,
    // a mention of everybody notifies only when somebody who manages the conversation writes it (case A76); from others it is plain text
    callsRoom: callsRoom(rich.text) && (await roomPolicy.manage(ctx, room)),
  })
  return row
}

/** A conversation goes on while it is spoken in, so nothing in it waits: what would be held is refused. @throws AtriumError 403, 422 */
async function judge(ctx: Ctx, room: RoomRow, rich: { text: string; doc: unknown; mentionIds: number[] }, id?: number): Promise<Verdict | null> {
  const verdict = await ctx.use(content).judge({ kind: 'message', spaceId: room.space_id, text: rich.text, doc: rich.doc, mentionIds: rich.mentionIds, id })
  if (verdict?.held) throw invalid({ body: ['This message can’t be sent here.'] }, 'This message can’t be sent here.', 'not_to_be_said')
  return verdict
}
async function parentOf(ctx: Ctx, room: RoomRow, id: number): Promise<MessageRow> {
  const parent = await unlessRefused(openMessage(ctx, room, id), null)
  if (!parent) throw new AtriumError(404, 'parent_message_not_found', 'The message you’re replying to is no longer available.')
  if (parent.parent_id !== null) throw new AtriumError(404, 'parent_message_not_top_level', 'You can’t reply to a reply. Reply to the message instead.')
  return parent
}
async function checkVoice(ctx: Ctx, id: number) {
  if (!ctx.settings(chat).voice_messages_enabled) throw forbidden('Voice messages are turned off here.', 'messaging_disabled')
  const [own] = await ctx.sql(
    `select 1 from chat.voice v where v.community_id = $1 and v.id = $2 and v.member_id = $3
     and not exists (select 1 from chat.message m where m.community_id = $1 and m.voice_id = v.id)`,
    [id, ctx.me().id],
  )
  if (!own) throw notFound('Voice message')
}
/** Whoever began, answered or is named in a thread follows it. */
async function joinThread(ctx: Ctx, room: RoomRow, parent: MessageRow, mentionIds: number[]): Promise<void> {
  const me = ctx.me().id
  const named = room.kind === 'space' ? [] : (await ctx.read(roomMembers, [room.id])).map(({ member_id }) => member_id).filter((id) => mentionIds.includes(id))
  await ctx.sql(
    `insert into chat.thread (community_id, message_id, room_id, member_id, read_replies)
     select $1, $2, $3, k.id, case when k.id = $5 then $6::int + 1 else $6 end from kernel.member_card k where k.community_id = $1 and k.id = any ($4::bigint[])
     on conflict (community_id, member_id, message_id) do update set read_replies = greatest(chat.thread.read_replies, case when excluded.member_id = $5 then $6 + 1 else 0 end)`,
    [parent.id, room.id, [...new Set([parent.member_id ?? me, me, ...named])], me, parent.replies_count],
  )
}
async function tellThread(ctx: Ctx, messageId: number): Promise<void> {
  const rows = await ctx.sql<{ member_id: number }>('select member_id from chat.thread where community_id = $1 and message_id = $2 limit 200', [messageId])
  for (const { member_id } of rows) ctx.push(`member:${member_id}`, chat.events['thread.moved'].name, { messageId })
}
async function tellMembers(ctx: Ctx, room: RoomRow, row: MessageRow, position: number): Promise<void> {
  const last = {
    id: row.id,
    created_at: row.created_at,
    chat_room_uuid: room.uuid,
    sender_member_id: row.member_id,
    sender_name: ctx.me().name,
    body: cut(row.text, 160),
    kind: row.voice ? 'voice' : row.text ? 'text' : 'file',
  }
  for (const { member_id } of await ctx.read(roomMembers, [room.id]))
    ctx.push(`member:${member_id}`, chat.events['room.advanced'].name, { uuid: room.uuid, position, at: row.created_at, last })
}
export async function updateMessage(ctx: Ctx, uuid: string, id: number, input: Said): Promise<MessageRow> {
  const room = await openRoom(ctx, uuid, { lock: true })
  const row = await openMessage(ctx, room, id, 'update')
  if (!(await maySend(ctx, room))) throw forbidden('You can’t send messages here.', 'cannot_send_message')
  const rich = await parseText(ctx, input, fileIdsIn(row.body))
  if (rich.text === row.text && JSON.stringify(rich.doc) === JSON.stringify(row.body)) return row
  const verdict = await judge(ctx, room, rich, id)
  await verdict?.noted(id)
  const now = ctx.now()
  ctx.em.create(RevisionTable, { messageId: id, body: row.body, text: row.text, createdAt: row.edited_at ?? row.created_at })
  await ctx.em.flush()
  await ctx.em.nativeUpdate(MessageTable, { id }, { body: rich.doc, text: rich.text, editedAt: now, updatedAt: now })
  for (const file of rich.files) await ctx.files.keep(file.id, `message:${id}`)
  await ctx.use(content).mention('message', id, rich.mentionIds)
  ctx.emit(chat.events['message.edited'], { messageId: id, roomId: room.id, uuid })
  return (await touch(ctx, room, [id]))[0]!
}

/** Removes text, files and attachments, and leaves a placeholder. */
export async function deleteMessage(ctx: Ctx, uuid: string, id: number): Promise<void> {
  const room = await openRoom(ctx, uuid, { lock: true })
  const row = await openMessage(ctx, room, id, 'destroy')
  const now = ctx.now()
  await ctx.em.nativeUpdate(MessageTable, { id }, { deletedAt: now, updatedAt: now, body: null, text: '', voiceId: null, pinnedAt: null })
  await ctx.em.nativeDelete(RevisionTable, { messageId: id })
  await ctx.em.nativeDelete(ReminderTable, { messageId: id })
  await ctx.em.nativeUpdate(RoomTable, { id: room.id, pinnedMessageId: id }, { pinnedMessageId: null })
  await ctx.em.nativeUpdate(RoomTable, { id: room.id, spotlightMessageId: id }, { spotlightMessageId: null })
  await ctx.use(content).forget('message', id)
  if (row.member_id !== ctx.me().id) await ctx.audit('message.deleted', `message:${id}`, { memberId: row.member_id })
  ctx.emit(chat.events['message.deleted'], { messageId: id, roomId: room.id, uuid })
  await touch(ctx, room, [id])
}

/** What is found in a conversation. Those of private ones lie under a kind of their own, so that no search for all finds them. */
export const searchKind = (room: Pick<RoomRow, 'id' | 'kind'>): string => (room.kind === 'space' ? 'message' : `message_room_${room.id}`)
export function index(ctx: Ctx, room: Pick<RoomRow, 'id' | 'kind' | 'uuid' | 'space_id'>, row: MessageRow): void {
  if (row.deleted_at || !row.text) ctx.search.remove(searchKind(room), row.id)
  else ctx.search.put(documentOf(room, row))
}
/** What the search index keeps of a message. */
export function documentOf(
  room: Pick<RoomRow, 'id' | 'kind' | 'uuid' | 'space_id'>,
  row: Pick<MessageRow, 'id' | 'member_id' | 'text' | 'body' | 'created_at'>,
): SearchDocument {
  const { has, fileIds } = heldIn(row.body as RichTextDoc | null)
  return {
    kind: searchKind(room),
    recordId: row.id,
    spaceId: room.space_id,
    authorMemberId: row.member_id,
    title: '',
    body: row.text,
    path: `/messages/${room.uuid}#message_${row.id}`,
    updatedAt: row.created_at,
    has,
    // files of private conversations are found in these alone
    fileIds: room.kind === 'space' ? fileIds : [],
  }
}

/** Words in one conversation, or in the latest of one's own. */
export async function searchMessages(ctx: Ctx, text: string, uuid?: string) {
  const rooms = uuid
    ? [await openRoom(ctx, uuid)]
    : await ctx.sql<RoomRow>(
        `select r.id, r.kind, r.uuid, r.space_id from chat.participant p join chat.room r on r.community_id = $1 and r.id = p.room_id
         where p.community_id = $1 and p.member_id = $2 and p.left_at is null order by r.last_message_at desc limit 200`,
        [ctx.me().id],
      )
  if (rooms.length === 0) return []
  const spaceIds = rooms.flatMap(({ space_id }) => space_id ?? [])
  const hits = await ctx.search.find({ text, kinds: [...new Set(rooms.map(searchKind))], spaceIds, limit: 50 })
  const rows = new Map((hits.length ? await ctx.read(messagesById, [hits.map(({ recordId }) => recordId)]) : []).map((row) => [row.id, row]))
  // the index may be older than a change, so access is asked of the rooms
  const ids = [...new Set([...rows.values()].map(({ room_id }) => room_id))]
  const open = new Map<number, RoomRow>()
  for (const room of ids.length ? await ctx.read(roomsById, [ctx.me().id, ids]) : []) if (await roomPolicy.view(ctx, room)) open.set(room.id, room)
  const found: { row: MessageRow; room: RoomRow }[] = []
  for (const { recordId } of hits) {
    const row = rows.get(recordId)
    const room = row && open.get(row.room_id)
    if (row && room && !row.deleted_at && isAbove(room, row)) found.push({ row, room })
  }
  return found
}
