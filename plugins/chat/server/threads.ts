/** Threads that somebody takes part in, across conversations. */
import { notFound } from '@atrium/sdk'
import { type Ctx, type Paging, page, rowsFor } from '@atrium/sdk/server'
import type { z } from 'zod'
import spaces from '../../spaces/contract.ts'
import type { Thread } from '../contract.ts'
import { openMessage, presentMessages } from './messages.ts'
import { type MessageRow, messageById, messagesById, repliesBefore, threadsRead, unreadThreads } from './reads.ts'
import { momentCursor, openById, showRoom } from './rooms.ts'

/** Replies that a list shows below their message, the latest. */
const SHOWN = 2
const visible = async (ctx: Ctx) => (await ctx.use(spaces).access()).visibleIds

async function present(ctx: Ctx, parent: MessageRow, unread: number, replies: number): Promise<z.input<typeof Thread>> {
  const last = (await ctx.read(repliesBefore, [parent.id, Number.MAX_SAFE_INTEGER, replies])).reverse()
  const [message, ...shown] = await presentMessages(ctx, [parent, ...last])
  const { chat_room } = await showRoom(ctx, { id: parent.room_id })
  const space = chat_room.parent_id === null ? null : await ctx.use(spaces).card(chat_room.parent_id)
  return {
    id: parent.id,
    unread_replies_count: unread,
    parent_message: message!,
    replies: shown,
    chat_room: {
      uuid: chat_room.uuid,
      kind: chat_room.chat_room_kind,
      name: chat_room.chat_room_name,
      embedded_space: space && { id: space.id, slug: space.slug, emoji: space.emoji },
    },
  }
}

export async function listThreads(ctx: Ctx, query: Paging) {
  const [at, id] = momentCursor(query.cursor)
  const rows = await ctx.read(threadsRead, [ctx.me().id, await visible(ctx), at, id, rowsFor(query)])
  const found = page(rows, { query, key: (row) => [row.last_reply_at.getTime(), row.message_id] }, (row) => row)
  const parents = new Map(
    (found.records.length ? await ctx.read(messagesById, [found.records.map(({ message_id }) => message_id)]) : []).map((row) => [row.id, row]),
  )
  return { ...found, records: await Promise.all(found.records.map((row) => present(ctx, parents.get(row.message_id)!, row.unread, SHOWN))) }
}
export const listUnread = async (ctx: Ctx) => ({ chat_thread_ids: (await ctx.read(unreadThreads, [ctx.me().id, await visible(ctx)])).map(({ id }) => id) })

/** The message a thread hangs on. @throws AtriumError 404 */
export async function openThread(ctx: Ctx, id: number): Promise<MessageRow> {
  const [row] = await ctx.read(messageById, [id])
  if (!row || row.parent_id !== null) throw notFound('Thread')
  try {
    return await openMessage(ctx, await openById(ctx, row.room_id), id)
  } catch {
    throw notFound('Thread')
  }
}
export async function showThread(ctx: Ctx, id: number) {
  const parent = await openThread(ctx, id)
  const [mine] = await ctx.sql<{ read_replies: number }>(
    'select read_replies from chat.thread where community_id = $1 and member_id = $2 and message_id = $3',
    [ctx.me().id, id],
  )
  return present(ctx, parent, mine ? Math.max(parent.replies_count - mine.read_replies, 0) : 0, 100)
}
