/** What who asks may still do with what they have said: read it, put it in other words, take it back. */
import { conflict, notFound } from '@atrium/sdk'
import { type Ctx, unlessRefused } from '@atrium/sdk/server'
import { messagesById, type MessageRow } from '../reads.ts'
import { checked, holdOwn } from './messages.ts'
import { presentMessages } from './present.ts'
import { closeOwn } from './states.ts'
import { type HeldChat, previewOf, tellTeam } from './writing.ts'

/** Another's message and a note are not there. @throws AtriumError 404 */
async function need(ctx: Ctx, personId: number, messageId: number): Promise<{ chat: HeldChat; row: MessageRow }> {
  const [row] = await ctx.read(messagesById, [[messageId]])
  if (!row || row.is_note) throw notFound('Message')
  return { row, chat: await holdOwn(ctx, personId, row.chat_id) }
}
/** Their own latest, which nobody has seen. @throws AtriumError 404, 409 `message_read` */
async function unread(ctx: Ctx, personId: number, messageId: number) {
  const { chat, row } = await need(ctx, personId, messageId)
  if (row.author !== 'person') throw notFound('Message')
  const isOpen = chat.status === 'open' && chat.last_message_id === row.id && chat.unread_count > 0
  if (!isOpen) throw conflict('The team has already read this message. Write another one instead.', 'message_read')
  return { chat, row }
}

export async function ownMessage(ctx: Ctx, personId: number, messageId: number) {
  const { row } = await need(ctx, personId, messageId)
  return { ...(await presentMessages(ctx, [row]))[0]!, chat_id: row.chat_id }
}
export async function reword(ctx: Ctx, personId: number, messageId: number, text: string): Promise<void> {
  const { chat, row } = await unread(ctx, personId, messageId)
  const words = checked(text, row.file_ids)
  await ctx.sql('update inbox.message set text = $3, updated_at = $4 where community_id = $1 and id = $2', [row.id, words, ctx.now()])
  await ctx.sql('update inbox.chat set preview = $3, updated_at = $4 where community_id = $1 and id = $2', [chat.id, previewOf(words), ctx.now()])
  tellTeam(ctx, chat.id)
}
export async function takeBack(ctx: Ctx, personId: number, messageId: number): Promise<void> {
  const { chat, row } = await unread(ctx, personId, messageId)
  for (const fileId of row.file_ids) await unlessRefused(ctx.files.remove(Number(fileId)), undefined, 404)
  await ctx.sql('delete from inbox.message where community_id = $1 and id = $2', [row.id])
  const [before] = await ctx.sql<{ id: number; author: HeldChat['last_author']; text: string }>(
    `select id, author, text from inbox.message where community_id = $1 and chat_id = $2 and not is_note and author <> 'system' order by id desc limit 1`,
    [chat.id],
  )
  // who was answered before waits for nobody; else they still wait for what they have said before
  await ctx.sql(
    `update inbox.chat set unread_count = unread_count - 1, preview = $3, last_author = $4, last_message_id = $5, updated_at = $6,
       waiting_since = case when $4 = 'person' then waiting_since end, due_at = case when $4 = 'person' then due_at end
     where community_id = $1 and id = $2`,
    [chat.id, previewOf(before?.text ?? ''), before?.author ?? 'person', before?.id ?? null, ctx.now()],
  )
  if (!before) await closeOwn(ctx, personId, chat.id)
  tellTeam(ctx, chat.id)
}
