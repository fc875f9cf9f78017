/** Messages as content: what reactions, bookmarks, mentions, notifications and moderation need to know of them. */
import { type Ctx, excerptOf } from '@atrium/sdk/server'
import type { ContentCard, ContentKind } from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { isAbove, roomPolicy } from '../policies.ts'
import { judged, withdraw, withdrawOne } from './withdraw.ts'
import { type MessageRow, messagesAfter, messagesBy, messagesById, type RoomRow, roomsById } from '../reads.ts'
import { documentOf } from './messages.ts'

async function pathOf(ctx: Ctx, room: RoomRow, row: MessageRow): Promise<string> {
  const space = room.space_id === null ? null : await ctx.use(spaces).card(room.space_id)
  return `${space ? `/c/${space.slug}?tab=chat` : `/messages/${room.uuid}`}#message_${row.id}`
}

export const messageKind: ContentKind = {
  kind: 'message',
  likeableType: 'ChatRoomMessage',
  acts: ['like', 'react', 'bookmark'],
  async cards(ctx, ids) {
    const rows = ctx.member && ids.length ? await ctx.read(messagesById, [ids]) : []
    const rooms = new Map<number, RoomRow>()
    const roomIds = [...new Set(rows.map(({ room_id }) => room_id))]
    for (const room of roomIds.length ? await ctx.read(roomsById, [ctx.me().id, roomIds]) : []) if (await roomPolicy.view(ctx, room)) rooms.set(room.id, room)
    const people = await ctx.members.byIds(rows.flatMap(({ member_id }) => member_id ?? []))
    const cards: ContentCard[] = []
    for (const row of rows) {
      const room = rooms.get(row.room_id)
      if (!room || row.deleted_at || !isAbove(room, row)) continue
      cards.push({
        kind: 'message',
        id: row.id,
        title: people.get(row.member_id ?? 0)?.name ?? '',
        path: await pathOf(ctx, room, row),
        spaceId: room.space_id,
        authorMemberId: row.member_id,
        excerpt: excerptOf(row.text),
        createdAt: row.created_at,
        publishedAt: row.created_at,
      })
    }
    return cards
  },
  withdraw,
  withdrawOne,
  judged,
  latestBy: async (ctx, memberId, limit) => (await ctx.read(messagesBy, [ctx.me().id, memberId, limit])).map(({ id }) => id),
  async documents(ctx, after, limit) {
    const rows = await ctx.read(messagesAfter, [after, limit])
    return { documents: rows.filter(({ deleted_at, text }) => !deleted_at && text).map((row) => documentOf(row.room, row)), last: rows.at(-1)?.id ?? null }
  },
  // a message keeps no counters of reactions; they are counted from their rows when it is shown
  async count() {},
}
