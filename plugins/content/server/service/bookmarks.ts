/** Bookmarks as their owner sees them: records that are gone or hidden now stay as a line without content. */
import { notFound } from '@atrium/sdk'
import { type Ctx, lastId, type MemberInfo, type Paging, page, rowsFor } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import contract, { type ContentCard } from '../../contract.ts'
import { BookmarkTable } from '../entities.ts'
import { bookmarkById, type BookmarkRow, bookmarksRead } from '../reads.ts'
import { cardsIn, kindOf } from './records.ts'

interface Surroundings {
  cards: Map<string, Map<number, ContentCard>>
  authors: Map<number, MemberInfo>
  spaces: Map<number, { id: number; name: string; slug: string; emoji: string | null }>
}
/** Cards of every kind, their authors and spaces. */
async function surroundings(ctx: Ctx, rows: BookmarkRow[]): Promise<Surroundings> {
  const cards = await cardsIn(ctx, rows)
  const all = [...cards.values()].flatMap((found) => [...found.values()])
  return {
    cards,
    authors: await ctx.members.byIds([...new Set(all.flatMap(({ authorMemberId }) => authorMemberId ?? []))]),
    spaces: await ctx.use(spaces).cards([...new Set(all.flatMap(({ spaceId }) => spaceId ?? []))]),
  }
}

function toBookmark(ctx: Ctx, row: BookmarkRow, around: Surroundings) {
  const card = around.cards.get(row.kind)?.get(row.record_id)
  const author = card?.authorMemberId ? around.authors.get(card.authorMemberId) : undefined
  const space = card?.spaceId ? around.spaces.get(card.spaceId) : undefined
  return {
    id: row.id,
    record_id: row.record_id,
    bookmarkable_type: kindOf(ctx, row.kind)?.likeableType ?? row.kind,
    bookmark_type: row.kind,
    community_id: ctx.community.id,
    community_member_id: ctx.me().id,
    note: row.note,
    created_at: row.created_at.toISOString(),
    is_deleted: !card,
    bookmark_record: card
      ? {
          id: card.id,
          name: card.title,
          slug: card.path.split(/[?#]/)[0]!.split('/').at(-1)!,
          created_at: card.createdAt.toISOString(),
          url: card.path,
          body: card.excerpt,
          attachment_count: 0,
          author: author ? { name: author.name, avatar_url: author.avatarUrl, community_member_id: author.id } : null,
          space: space ? { id: space.id, name: space.name, slug: space.slug, emoji: space.emoji, custom_emoji_url: null, custom_emoji_dark_url: null } : null,
        }
      : null,
  }
}

export async function listBookmarks(ctx: Ctx, query: Paging & { bookmark_type?: string }) {
  const last = lastId(query)
  const rows = await ctx.read(bookmarksRead, [ctx.me().id, query.bookmark_type ?? null, last, rowsFor(query)])
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  const around = await surroundings(ctx, envelope.records)
  const kinds = ctx
    .fill(contract.points.kind)
    .filter(({ value }) => value.acts.includes('bookmark'))
    .map(({ value, t }) => ({ kind: value.kind, name: t(`kinds.${value.kind}`), icon: value.icon ?? 'file-text' }))
  return { ...envelope, records: envelope.records.map((row) => toBookmark(ctx, row, around)), kinds }
}

/** One's own bookmark. @throws AtriumError 404 for another's as for none. */
export async function showBookmark(ctx: Ctx, id: number) {
  const rows = await ctx.read(bookmarkById, [ctx.me().id, id])
  if (!rows[0]) throw notFound('Saved item')
  return toBookmark(ctx, rows[0], await surroundings(ctx, rows))
}
export async function noteBookmark(ctx: Ctx, id: number, note: string | null) {
  await ctx.em.nativeUpdate(BookmarkTable, { id, memberId: ctx.me().id }, { note: note || null, updatedAt: ctx.now() })
  return showBookmark(ctx, id)
}
export async function removeBookmark(ctx: Ctx, id: number): Promise<void> {
  if (!(await ctx.em.nativeDelete(BookmarkTable, { id, memberId: ctx.me().id }))) throw notFound('Saved item')
}
