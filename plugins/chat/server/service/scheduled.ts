/** What waits for its moment: messages to be sent later, reminders, recordings. */
import { forbidden, invalid, notFound, sentence, cut } from '@atrium/sdk'
import { actingAs, columnsOf, type Ctx, demandStorage, isRefusal, type RowOf, sql, unlessRefused } from '@atrium/sdk/server'
import type { z } from 'zod'
import chat, { PEAKS, type Scheduled } from '../../contract.ts'
import { ReminderTable, ScheduledTable, type Tables } from '../entities.ts'
import { remindJob, sendJob } from '../jobs.ts'
import { openMessage, parseText, presentMessage, presentMessages, type Said } from './messages.ts'
import { maySend } from './permits.ts'
import { isAbove, roomPolicy } from '../policies.ts'
import { type MessageRow, messageById, messagesById, roomsById } from '../reads.ts'
import { openById, openRoom } from './rooms.ts'

const YEAR = 366 * 86_400_000
const MOST_WAITING = 100

function momentOf(ctx: Ctx, text: string, field: string): Date {
  const at = new Date(text)
  if (at <= ctx.now()) throw invalid({ [field]: ['Choose a time in the future.'] })
  if (at.getTime() > ctx.now().getTime() + YEAR) throw invalid({ [field]: ['Choose a time within the next year.'] })
  return at
}

type ScheduledRow = RowOf<typeof ScheduledTable> & { room_uuid: string }
const columns = `${columnsOf(ScheduledTable, undefined, 's')}, (select r.uuid from chat.room r where r.community_id = $1 and r.id = s.room_id) as room_uuid`
const toScheduled = (row: ScheduledRow): z.input<z.ZodType<Scheduled, any>> => ({
  id: row.id,
  chat_room_uuid: row.room_uuid,
  parent_message_id: row.parent_id,
  body: row.text,
  rich_text_body: { body: row.body },
  send_at: row.send_at,
  failure: row.failure,
})

/** Sends a message at its moment, in its author's name. What can no longer be sent stays with the reason. */
export async function sendDue(ctx: Ctx, scheduledId: number): Promise<void> {
  const [row] = await ctx.sql<ScheduledRow>(
    `select ${columns} from chat.scheduled s where s.community_id = $1 and s.id = $2 and s.send_at <= $3 and s.failure is null for update of s`,
    [scheduledId, ctx.now()],
  )
  if (!row) return
  const author = await actingAs(ctx, row.member_id)
  try {
    if (!author) throw forbidden('You’re no longer a member of this conversation.')
    const room = await openById(author, row.room_id)
    if (!(await maySend(author, room))) throw forbidden('You can’t send messages here.')
    await author.use(chat).send({ roomUuid: room.uuid, doc: row.body, parentId: row.parent_id, clientId: `later-${row.client_id}` })
    await ctx.em.nativeDelete(ScheduledTable, { id: row.id })
  } catch (error) {
    if (!isRefusal(error)) throw error
    await ctx.em.nativeUpdate(ScheduledTable, { id: row.id }, { failure: cut(error.message, 300) })
  }
}

export async function schedule(ctx: Ctx, uuid: string, input: Said & { parent_message_id?: number | null; creation_uuid?: string; send_at: string }) {
  const room = await openRoom(ctx, uuid)
  if (!(await maySend(ctx, room))) throw forbidden('You can’t send messages here.', 'cannot_send_message')
  const at = momentOf(ctx, input.send_at, 'send_at')
  if (input.parent_message_id) await openMessage(ctx, room, input.parent_message_id)
  const rich = await parseText(ctx, input)
  if ((await ctx.em.count(ScheduledTable, { memberId: ctx.me().id })) >= MOST_WAITING)
    throw invalid({ send_at: [sentence('You can schedule up to {max} messages at a time.', { max: MOST_WAITING })] })
  for (const file of rich.files) await ctx.files.keep(file.id, `scheduled:${room.id}`)
  const [made] = await ctx.sql<ScheduledRow & { fresh: boolean }>(
    `insert into chat.scheduled as s (community_id, room_id, member_id, parent_id, body, text, client_id, send_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (community_id, member_id, client_id) do update set updated_at = now() returning ${columns}, xmax = 0 as fresh`,
    [room.id, ctx.me().id, input.parent_message_id ?? null, JSON.stringify(rich.doc), rich.text, input.creation_uuid ?? crypto.randomUUID(), at],
  )
  if (made!.fresh) await ctx.enqueue(sendJob, { scheduledId: made!.id }, { runAt: at })
  return toScheduled(made!)
}
export async function listScheduled(ctx: Ctx, uuid: string) {
  const room = await openRoom(ctx, uuid)
  const rows = await ctx.sql<ScheduledRow>(
    `select ${columns} from chat.scheduled s where s.community_id = $1 and s.room_id = $2 and s.member_id = $3 order by s.send_at, s.id`,
    [room.id, ctx.me().id],
  )
  return { records: rows.map(toScheduled) }
}
export async function unschedule(ctx: Ctx, uuid: string, id: number): Promise<void> {
  const room = await openRoom(ctx, uuid)
  if (!(await ctx.em.nativeDelete(ScheduledTable, { id, roomId: room.id, memberId: ctx.me().id }))) throw notFound('Message')
}

/** Tells a member of a message they wanted to be told of, unless it is gone or out of their sight by then. */
export async function remindDue(ctx: Ctx, reminderId: number): Promise<void> {
  const due = await ctx.em
    .getKysely<Tables>()
    .updateTable('chat.reminder')
    .set({ reminded_at: ctx.now() })
    .where('community_id', '=', ctx.community.id)
    .where('id', '=', reminderId)
    .where('remind_at', '<=', ctx.now())
    .where('reminded_at', 'is', null)
    .returning(['member_id', 'message_id'])
    .executeTakeFirst()
  const [row] = due ? await ctx.read(messageById, [due.message_id]) : []
  const reader = due && (await actingAs(ctx, due.member_id))
  if (!due || !reader || !row || row.deleted_at) return
  const room = await unlessRefused(openById(reader, row.room_id), null)
  if (room && isAbove(room, row)) ctx.emit(chat.events['message.reminded'], { messageId: row.id, memberId: due.member_id, uuid: room.uuid })
}
export async function remind(ctx: Ctx, uuid: string, messageId: number, when: string) {
  const room = await openRoom(ctx, uuid)
  const row = await openMessage(ctx, room, messageId)
  const at = momentOf(ctx, when, 'remind_at')
  const made = await ctx.em
    .getKysely<Tables>()
    .insertInto('chat.reminder')
    .values({ community_id: ctx.community.id, message_id: row.id, member_id: ctx.me().id, remind_at: at })
    .onConflict((other) => other.columns(['community_id', 'member_id', 'message_id']).doUpdateSet({ remind_at: sql`excluded.remind_at`, reminded_at: null }))
    .returning(['id', 'remind_at'])
    .executeTakeFirstOrThrow()
  await ctx.enqueue(remindJob, { reminderId: made.id }, { runAt: at, key: `remind:${made.id}` })
  return { ...made, message: await presentMessage(ctx, row) }
}
export async function forgetReminder(ctx: Ctx, uuid: string, messageId: number): Promise<void> {
  await openMessage(ctx, await openRoom(ctx, uuid), messageId)
  await ctx.em.nativeDelete(ReminderTable, { memberId: ctx.me().id, messageId })
}
export async function listReminders(ctx: Ctx) {
  const rows = await ctx.em.find(ReminderTable, { memberId: ctx.me().id, remindedAt: null }, { orderBy: { remindAt: 'asc' }, limit: MOST_WAITING })
  if (rows.length === 0) return { records: [] }
  const messages = await ctx.read(messagesById, [rows.map(({ messageId }) => messageId)])
  const seen: MessageRow[] = []
  for (const room of await ctx.read(roomsById, [ctx.me().id, [...new Set(messages.map(({ room_id }) => room_id))]]))
    if (await roomPolicy.view(ctx, room)) seen.push(...messages.filter((row) => row.room_id === room.id && isAbove(room, row)))
  const shown = new Map((await presentMessages(ctx, seen)).map((message) => [message.id, message]))
  return { records: rows.flatMap(({ id, messageId, remindAt }) => (shown.has(messageId) ? { id, remind_at: remindAt, message: shown.get(messageId)! } : [])) }
}

const demandVoice = (ctx: Ctx) => {
  if (!ctx.settings(chat).voice_messages_enabled) throw forbidden('Voice messages are turned off here.', 'messaging_disabled')
}
export async function beginVoice(ctx: Ctx, input: { filename: string; byte_size: number; content_type?: string }) {
  demandVoice(ctx)
  await demandStorage(ctx, input.byte_size)
  const { signedId, url } = await ctx.files.begin({ filename: input.filename, byteSize: input.byte_size })
  return { signed_id: signedId, url, headers: { 'content-type': 'application/octet-stream' } }
}
/** The waveform in as many bars as are shown, each the loudest of its stretch. */
export function peaksOf(peaks: readonly number[]): number[] {
  const step = peaks.length / Math.min(PEAKS, peaks.length)
  return Array.from({ length: Math.min(PEAKS, peaks.length) }, (_, i) =>
    Math.round(Math.max(...peaks.slice(Math.floor(i * step), Math.max(Math.floor((i + 1) * step), Math.floor(i * step) + 1)))),
  )
}
/** @throws AtriumError 404 for another's upload or one that is not whole; 422 for a file that is no sound */
export async function processVoice(ctx: Ctx, input: { signed_id: string; duration_ms: number; peaks: number[] }) {
  demandVoice(ctx)
  const file = await ctx.files.take(input.signed_id)
  // recorders wrap sound in containers that may hold pictures too
  if (!/^audio\/|^video\/(webm|mp4|ogg|quicktime)$/.test(file.contentType)) throw invalid({ signed_id: ['This file isn’t a recording. Choose another.'] })
  const [made] = await ctx.sql<{ id: number; duration_ms: number; peaks: number[] }>(
    `insert into chat.voice (community_id, member_id, file_id, duration_ms, peaks) values ($1, $2, $3, $4, $5)
     on conflict (community_id, file_id) do update set updated_at = now() where chat.voice.member_id = $2 returning id, duration_ms, peaks`,
    [ctx.me().id, file.id, input.duration_ms, peaksOf(input.peaks)],
  )
  if (!made) throw notFound('File')
  await ctx.files.keep(file.id, `voice:${made.id}`)
  return { ...made, url: ctx.files.url(file), content_type: file.contentType }
}
