/** What is said: by who asks and by the team. */
import { conflict, invalid, notFound, sentence } from '@atrium/sdk'
import { type Ctx, lastId, type Paging, page, rowsFor } from '@atrium/sdk/server'
import contract, { MAX_FILES, MAX_TEXT, type Said } from '../../contract.ts'
import { answerJob } from '../jobs.ts'
import { messagesAfter, messagesBefore, messagesById, needChat } from '../reads.ts'
import { presentMessages } from './present.ts'
import { dueAfter, minutesFor } from './targets.ts'
import { closed, type HeldChat, holdChat, insert, line, previewOf, sentBefore, tellTeam } from './writing.ts'

/** Words of a message, and the files that go with it. @throws AtriumError 422 */
export function checked(text: string, files: readonly unknown[]): string {
  const words = text.trim()
  if (words === '' && files.length === 0) throw invalid({ text: ['Write a message.'] })
  if (words.length > MAX_TEXT) throw invalid({ text: [sentence('Messages can be up to {max} characters.', { max: MAX_TEXT })] })
  if (files.length > MAX_FILES) throw invalid({ files: [sentence('You can add up to {max} files.', { max: MAX_FILES })] })
  return words
}
/** When it should be answered, if somebody waits from then on; null while an agent answers. */
export function dueFor(ctx: Ctx, chat: Pick<HeldChat, 'type' | 'priority' | 'ai'>, since: Date): Date | null {
  const { targets, office_hours } = ctx.settings(contract)
  return chat.ai === 'on' ? null : dueAfter(since, minutesFor(targets, chat), office_hours)
}

/** A conversation of this person's own; another's is not there. @throws AtriumError 404 */
export async function holdOwn(ctx: Ctx, personId: number, chatId: number): Promise<HeldChat> {
  const chat = await holdChat(ctx, chatId)
  if (chat.person_id !== personId) throw notFound('Conversation')
  return chat
}
export interface ByPerson extends Said {
  emailId?: string
}
/** In a conversation that is held. @throws AtriumError 409 `chat_closed`, 422 */
export async function personSays(ctx: Ctx, chat: HeldChat, said: ByPerson): Promise<number> {
  const before = await sentBefore(ctx, chat.id, said.creationUuid)
  if (before !== null) return before
  if (chat.status === 'closed') throw closed()
  const text = checked(said.text, said.fileIds ?? [])
  const at = said.at ?? ctx.now()
  const [person] = await ctx.sql<{ member_id: number | null }>('select member_id from inbox.person where community_id = $1 and id = $2', [chat.person_id])
  const rest = { via: said.via ?? 'here', creationUuid: said.creationUuid ?? null, emailId: said.emailId ?? null, fileIds: said.fileIds ?? [], at }
  await wake(ctx, chat, at)
  const id = await insert(ctx, { chatId: chat.id, author: 'person', memberId: person!.member_id, text, ...rest })
  if (id === null) throw conflict('This message was already received.', 'already_received')
  await ctx.sql(
    `update inbox.chat set status = 'open', solved_at = null, snoozed_until = null, unread_count = unread_count + 1, waiting_since = coalesce(waiting_since, $3),
       due_at = coalesce(due_at, $4), preview = $5, last_author = 'person', last_message_id = $6, last_message_at = greatest(last_message_at, $3), updated_at = $3
     where community_id = $1 and id = $2`,
    [chat.id, at, dueFor(ctx, chat, chat.waiting_since ?? at), previewOf(text), id],
  )
  if (chat.ai === 'on') await ctx.enqueue(answerJob, { chatId: chat.id, messageId: id }, { key: `answer:${id}` })
  ctx.emit(contract.events['message.created'], { chatId: chat.id, messageId: id, author: 'person', isNote: false })
  tellTeam(ctx, chat.id)
  return id
}
/** Whoever writes into a solved or snoozed conversation brings it back. */
async function wake(ctx: Ctx, chat: HeldChat, at = ctx.now()): Promise<void> {
  if (chat.status === 'solved') await line(ctx, chat.id, 'reopened', {}, at)
  if (chat.snoozed_until !== null) await line(ctx, chat.id, 'woken', {}, at)
}
/** An email of which nobody knows who wrote it: shown to the team, and to nobody else. */
export async function noteUnproven(ctx: Ctx, chat: HeldChat, { text, from, emailId }: { text: string; from: string; emailId: string }): Promise<boolean> {
  if (chat.status === 'closed') throw closed()
  await wake(ctx, chat)
  const id = await insert(ctx, { chatId: chat.id, author: 'system', isNote: true, happening: 'unproven', happened: { from }, text, emailId, via: 'email' })
  if (id === null) return false
  await ctx.sql(
    `update inbox.chat set status = 'open', solved_at = null, snoozed_until = null, unread_count = unread_count + 1, last_message_at = greatest(last_message_at, $3), updated_at = $3
     where community_id = $1 and id = $2`,
    [chat.id, ctx.now()],
  )
  ctx.emit(contract.events['message.created'], { chatId: chat.id, messageId: id, author: 'system', isNote: true })
  tellTeam(ctx, chat.id)
  return true
}

export interface ByTeam {
  memberId: number
  text: string
  /** Signed ids of uploads. */
  files?: readonly string[]
  isNote?: boolean
  creationUuid?: string | undefined
  /** The last message that the writer has seen. */
  afterId?: number | undefined
  at?: Date | undefined
}
/** Another of the team has answered what the writer has not seen. */
async function demandUnanswered(ctx: Ctx, chatId: number, { memberId, afterId }: ByTeam): Promise<void> {
  if (afterId === undefined) return
  const [answer] = await ctx.sql<{ id: number }>(
    `select id from inbox.message where community_id = $1 and chat_id = $2 and id > $3 and author = 'team' and not is_note and member_id is distinct from $4 limit 1`,
    [chatId, afterId, memberId],
  )
  if (answer) throw conflict('Someone on your team just replied. Read their message before you send yours.', 'answered_meanwhile')
}
async function keepFiles(ctx: Ctx, signedIds: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (const signedId of signedIds) ids.push((await ctx.files.take(signedId)).id)
  return ids
}
/**
 * An answer or a note, in a conversation that is held. Whoever answers takes a conversation that is nobody's, and agents rest.
 * @returns the message, which may be one that was sent before
 * @throws AtriumError 409 `chat_closed`, `answered_meanwhile`; 422
 */
export async function teamSays(ctx: Ctx, chat: HeldChat, said: ByTeam): Promise<number> {
  const { memberId, isNote = false, at = ctx.now() } = said
  const before = await sentBefore(ctx, chat.id, said.creationUuid)
  if (before !== null) return before
  if (chat.status === 'closed' && !isNote) throw closed()
  if (!isNote) await demandUnanswered(ctx, chat.id, said)
  const text = checked(said.text, said.files ?? [])
  const fileIds = await keepFiles(ctx, said.files ?? [])
  if (!isNote) await take(ctx, chat, memberId, at)
  const id = await insert(ctx, { chatId: chat.id, author: 'team', memberId, text, fileIds, isNote, creationUuid: said.creationUuid ?? null, at })
  if (id === null) throw conflict('This message was already received.', 'already_received')
  for (const fileId of fileIds) await ctx.files.keep(fileId, `inbox_message:${id}`)
  if (!isNote) await answered(ctx, chat.id, { id, memberId, text, at })
  ctx.emit(contract.events['message.created'], { chatId: chat.id, messageId: id, author: 'team', isNote })
  tellTeam(ctx, chat.id)
  return id
}
async function take(ctx: Ctx, chat: HeldChat, memberId: number, at: Date): Promise<void> {
  const name = (await ctx.members.byIds([memberId])).get(memberId)?.name ?? ''
  if (chat.assignee_id === null) await line(ctx, chat.id, 'taken', { name }, at)
  if (chat.ai === 'on') await line(ctx, chat.id, 'ai_paused', {}, at)
}
async function answered(ctx: Ctx, chatId: number, { id, memberId, text, at }: { id: number; memberId: number; text: string; at: Date }): Promise<void> {
  await ctx.sql(
    `update inbox.chat set assignee_id = coalesce(assignee_id, $3), ai = case when ai = 'on' then 'paused' else ai end, asks_for_person = false,
       first_answered_at = coalesce(first_answered_at, $4), is_ai_alone = false, waiting_since = null, due_at = null, unread_count = 0, unseen_count = unseen_count + 1,
       preview = $5, last_author = 'team', last_message_id = $6, last_message_at = greatest(last_message_at, $4), updated_at = $4
     where community_id = $1 and id = $2`,
    [chatId, memberId, at, previewOf(text), id],
  )
}

/** For the team, the latest first. @throws AtriumError 404 */
export async function listMessages(ctx: Ctx, chatId: number, query: Paging) {
  await needChat(ctx, chatId)
  const rows = await ctx.read(messagesBefore, [chatId, lastId(query), rowsFor(query), false])
  const shown = new Map((await presentMessages(ctx, rows)).map((one) => [one.id, one]))
  return page(rows, { query, key: (row) => [row.id] }, (row) => shown.get(row.id)!)
}
/** For who asks: without notes, the oldest first. */
export async function messagesFor(ctx: Ctx, chatId: number, after: number | null, limit: number) {
  const rows = after === null ? (await ctx.read(messagesBefore, [chatId, null, limit, true])).reverse() : await ctx.read(messagesAfter, [chatId, after, limit])
  return presentMessages(ctx, rows)
}
export async function showMessage(ctx: Ctx, id: number) {
  const [shown] = await presentMessages(ctx, await ctx.read(messagesById, [[id]]))
  if (!shown) throw notFound('Message')
  return shown
}
