/** What every change of a conversation is made of: the row that is held, a message, a line that tells what happened, and the word of it to open screens. */
import { conflict, cut, notFound } from '@atrium/sdk'
import { type Ctx, excerptOf, type RowOf } from '@atrium/sdk/server'
import contract, { type AUTHORS, type HAPPENINGS, MAX_COUNT } from '../../contract.ts'
import type { ChatTable } from '../entities.ts'

export const TEAM_ROOM = 'team'
/** Letters of a list's line. */
const PREVIEW = 160

export type HeldChat = RowOf<typeof ChatTable>
/** The conversation, kept from others until this unit of work ends: what is said in it follows one after another. @throws AtriumError 404 */
export async function holdChat(ctx: Ctx, id: number): Promise<HeldChat> {
  const [row] = await ctx.sql<HeldChat>(`select * from inbox.chat where community_id = $1 and id = $2 and status <> 'draft' for update`, [id])
  if (!row) throw notFound('Conversation')
  return row
}
export const closed = () => conflict('This conversation is closed. Start a new one.', 'chat_closed')

/** Open screens of the team read it anew. */
export const tellTeam = (ctx: Ctx, chatId: number, isNew = false): void =>
  ctx.push(`inbox:${TEAM_ROOM}`, contract.events['chat.changed'].name, { chatId, isNew })

export interface Written {
  chatId: number
  author: (typeof AUTHORS)[number]
  text?: string
  memberId?: number | null
  senderName?: string | null
  agentId?: number | null
  fileIds?: readonly number[]
  isNote?: boolean
  happening?: (typeof HAPPENINGS)[number] | null
  happened?: Record<string, string>
  sources?: readonly object[]
  confidence?: number | null
  via?: 'here' | 'email'
  creationUuid?: string | null
  emailId?: string | null
  at?: Date
}
const COLUMNS = `community_id, chat_id, author, text, member_id, sender_name, agent_id, file_ids, is_note, happening, happened, sources, confidence, via,
  creation_uuid, email_id, created_at, updated_at`
/** @returns its id; null where the same was written before, by its uuid or the id of its email */
export async function insert(ctx: Ctx, one: Written): Promise<number | null> {
  const [row] = await ctx.sql<{ id: number }>(
    `insert into inbox.message (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17) on conflict do nothing returning id`,
    [
      ...[one.chatId, one.author, one.text ?? '', one.memberId ?? null, one.senderName ?? null, one.agentId ?? null, one.fileIds ?? [], one.isNote ?? false],
      ...[one.happening ?? null, JSON.stringify(one.happened ?? {}), JSON.stringify(one.sources ?? []), one.confidence ?? null, one.via ?? 'here'],
      ...[one.creationUuid ?? null, one.emailId ?? null, one.at ?? ctx.now()],
    ],
  )
  return row?.id ?? null
}
/** The message that a browser has sent before. */
export async function sentBefore(ctx: Ctx, chatId: number, creationUuid: string | null | undefined): Promise<number | null> {
  if (!creationUuid) return null
  const [row] = await ctx.sql<{ id: number }>('select id from inbox.message where community_id = $1 and chat_id = $2 and creation_uuid = $3', [
    chatId,
    creationUuid,
  ])
  return row?.id ?? null
}

/** The latest message of who asks. */
export async function lastAsked(ctx: Ctx, chatId: number): Promise<number | null> {
  const [row] = await ctx.sql<{ id: number }>(
    `select id from inbox.message where community_id = $1 and chat_id = $2 and author = 'person' order by id desc limit 1`,
    [chatId],
  )
  return row?.id ?? null
}

/** What happened that who asks may know, too. */
const SHOWN = new Set<(typeof HAPPENINGS)[number]>(['taken', 'solved', 'closed', 'reopened', 'handed_over', 'rated'])
/** A line that tells what happened, by the ctx's member where there is one. */
export async function line(
  ctx: Ctx,
  chatId: number,
  happening: (typeof HAPPENINGS)[number],
  happened: Record<string, string> = {},
  at = ctx.now(),
): Promise<number> {
  const isNote = !SHOWN.has(happening)
  const by: Record<string, string> = ctx.member ? { by: ctx.member.name } : {}
  const id = (await insert(ctx, { chatId, author: 'system', isNote, happening, happened: { ...by, ...happened }, at }))!
  // who asks waits for what is new by the latest of what they see
  if (!isNote)
    await ctx.sql(
      'update inbox.chat set last_message_id = $3, last_message_at = greatest(last_message_at, $4), updated_at = $4 where community_id = $1 and id = $2',
      [chatId, id, at],
    )
  ctx.emit(contract.events['message.created'], { chatId, messageId: id, author: 'system', isNote })
  return id
}

/** The first letters of what was said, for lists. */
export const previewOf = (text: string): string => cut(excerptOf(text, PREVIEW), PREVIEW)

/** How many of these there are, counted to the most that lists say. @param where of `inbox.chat c` */
export const upTo = (where: string): string =>
  `(select count(*)::int from (select 1 from inbox.chat c where c.community_id = $1 and ${where} limit ${MAX_COUNT}) counted)`
