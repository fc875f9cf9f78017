/** Posts as other plugins show them in places of their own: those that are out, in spaces that the caller names. */
import { type Ctx, decodeCursor, type Markup, page, type Paging, parts, rowsFor } from '@atrium/sdk/server'
import type { PostText } from '../../contract.ts'
import { byIds, homeFeed, listedByIds, type PostRow } from '../reads.ts'
import { titleOf } from './body.ts'

async function present(ctx: Ctx, rows: PostRow[]): Promise<Map<number, PostText>> {
  const pictureOf = (row: PostRow) => row.cover_file_id ?? row.gallery?.images[0]?.file_id ?? 0
  const pictures = await ctx.files.byIds(rows.map(pictureOf))
  return new Map(
    rows.map((row) => {
      const picture = pictures.get(pictureOf(row))
      const { id, space_id: spaceId, excerpt, slug } = row
      // an edit of mine may come before the hour that the post is dated with
      const updatedAt = row.edited_at ?? row.published_at ?? row.created_at
      return [
        id,
        { id, spaceId, title: titleOf(row) || ctx.t('card.untitled'), excerpt, slug, updatedAt, coverUrl: picture ? ctx.files.url(picture, 'small') : null },
      ]
    }),
  )
}
export async function latest(ctx: Ctx, spaceIds: number[], query: Paging) {
  const key = decodeCursor(query.cursor, ['string', 'number'])
  const rows = spaceIds.length ? await ctx.read(homeFeed('latest', rowsFor(query), key !== null), [spaceIds, ...(key ?? [])]) : []
  const shown = await present(ctx, rows)
  return page(rows, { query, key: ({ sort_key, id }) => [sort_key, id] }, ({ id }) => shown.get(id)!)
}
export async function readPosts(ctx: Ctx, ids: number[], spaceIds: number[]): Promise<PostText[]> {
  const open = new Set(spaceIds)
  const rows = ids.length ? await ctx.read(listedByIds, [ids]) : []
  const shown = await present(
    ctx,
    rows.filter((row) => row.status === 'published' && row.deleted_at === null && open.has(row.space_id)),
  )
  return ids.flatMap((id) => shown.get(id) ?? [])
}
export async function postHtml(ctx: Ctx, id: number): Promise<Markup | null> {
  const [row] = await ctx.read(byIds, [[id]])
  return row?.status === 'published' ? parts.prose(ctx, row.body) : null
}
