/** Threads that somebody takes part in, across conversations. */
import { notFound } from '@atrium/sdk'
import { type Ctx, page, type Paging, rowsFor, unlessRefused } from '@atrium/sdk/server'
import type { z } from 'zod'
import spaces from '../../../spaces/contract.ts'
import type { Thread } from '../../contract.ts'
import { openMessage, presentMessages } from './messages.ts'
import { presentRoom } from './present.ts'
import { ThreadTable } from '../entities.ts'
import { latestReplies, listedRooms, type MessageRow, messageById, messagesById, threadsRead, unreadThreads } from '../reads.ts'
import { momentCursor, openById } from './rooms.ts'

/** Replies that a list shows below their message, the latest. */
const SHOWN = 2
const visible = async (ctx: Ctx) => (await ctx.use(spaces).access()).visibleIds()

interface Found {
  parent: MessageRow
  unread: number
}
/** In as many statements for many as for one. */
async function present(ctx: Ctx, found: Found[], replies: number): Promise<z.input<typeof Thread>[]> {
  if (found.length === 0) return []
  const parents = found.map(({ parent }) => parent)
  const [last, rows] = await Promise.all([
    ctx.read(latestReplies, [parents.map(({ id }) => id), replies]),
    ctx.read(listedRooms, [ctx.me().id, [...new Set(parents.map(({ room_id }) => room_id))]]),
  ])
  const messages = new Map((await presentMessages(ctx, [...parents, ...last])).map((message) => [message.id, message]))
  const rooms = new Map(await Promise.all(rows.map(async (row) => [row.id, await presentRoom(ctx, row)] as const)))
  const cards = await ctx.use(spaces).cards(rows.flatMap(({ space_id }) => space_id ?? []))
  return found.map(({ parent, unread }) => {
    const room = rooms.get(parent.room_id)!
    const space = room.parent_id === null ? undefined : cards.get(room.parent_id)
    return {
      id: parent.id,
      unread_replies_count: unread,
      parent_message: messages.get(parent.id)!,
      replies: last
        .filter(({ parent_id }) => parent_id === parent.id)
        .map(({ id }) => messages.get(id)!)
        .reverse(),
      chat_room: {
        uuid: room.uuid,
        kind: room.chat_room_kind,
        name: room.chat_room_name,
        embedded_space: space ? { id: space.id, slug: space.slug, emoji: space.emoji } : null,
      },
    }
  })
}

export async function listThreads(ctx: Ctx, query: Paging) {
  const [at, id] = momentCursor(query.cursor)
  const rows = await ctx.read(threadsRead, [ctx.me().id, await visible(ctx), at, id, rowsFor(query)])
  const found = page(rows, { query, key: (row) => [row.last_reply_at.getTime(), row.message_id] }, (row) => row)
  const ids = found.records.map(({ message_id }) => message_id)
  const parents = new Map((ids.length ? await ctx.read(messagesById, [ids]) : []).map((row) => [row.id, row]))
  const threads = found.records.map(({ message_id, unread }) => ({ parent: parents.get(message_id)!, unread }))
  return { ...found, records: await present(ctx, threads, SHOWN) }
}
export const listUnread = async (ctx: Ctx) => ({ chat_thread_ids: (await ctx.read(unreadThreads, [ctx.me().id, await visible(ctx)])).map(({ id }) => id) })

/** The message a thread hangs on. @throws AtriumError 404 */
export async function openThread(ctx: Ctx, id: number): Promise<MessageRow> {
  const [row] = await ctx.read(messageById, [id])
  if (!row || row.parent_id !== null) throw notFound('Thread')
  const room = await unlessRefused(openById(ctx, row.room_id), null)
  const message = room && (await unlessRefused(openMessage(ctx, room, id), null))
  if (!message) throw notFound('Thread')
  return message
}
export async function showThread(ctx: Ctx, id: number) {
  const parent = await openThread(ctx, id)
  const mine = await ctx.em.findOne(ThreadTable, { memberId: ctx.me().id, messageId: id }, { fields: ['readReplies'] })
  const unread = mine ? Math.max(parent.replies_count - mine.readReplies, 0) : 0
  return (await present(ctx, [{ parent, unread }], 100))[0]!
}
