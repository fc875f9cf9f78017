/** Lists with filters that no index serves alone: posts by status for those who write or keep them, and a space's posts by topic or words. */
import { type Ctx, decodeCursor, type Paging, rowsFor, containing } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { type BesideRow, besidePost, countByMember, homeFeed, listedByIds, ordered, type PostRow, reading, recentFeed, type Sort } from '../reads.ts'
import { restorableSince } from './index.ts'
import { titleOf } from './body.ts'

export interface ListFilter {
  status?: 'draft' | 'scheduled' | 'published' | 'deleted' | 'all'
  space_id?: number
  topics?: number[]
  search_text?: string
  all_authors?: boolean
}

/**
 * The condition on `p` for what this reader may bring back, and its two values: what was deleted of late, and what they have removed themselves.
 * @param at the number of the first value
 */
export async function restorable(ctx: Ctx, at: number): Promise<{ where: string; values: [Date, number[]] }> {
  const since = restorableSince(ctx)
  const where = `p.deleted_at > $${at} and (p.withdrawn_at is null or (p.withdrawn_alone and p.id = any ($${at + 1}::bigint[])))`
  return { where, values: [since, await ctx.use(content).removedOf('post', since)] }
}

/** The condition on `p` for a filter: own posts, or everybody's for those who manage posts. Its values begin at $2. */
export async function narrowed(ctx: Ctx, visibleIds: number[], filter: ListFilter): Promise<{ where: string; values: unknown[] }> {
  const isDeleted = filter.status === 'deleted'
  const deleted = isDeleted ? await restorable(ctx, 8) : { where: 'p.deleted_at is null', values: [] }
  return {
    where: `p.community_id = $1 and ${deleted.where} and p.space_id = any($2::bigint[]) and ($3::bigint is null or p.author_member_id = $3)
      and ($4 = 'all' or p.status = $4) and ($5::bigint is null or p.space_id = $5) and ($6::text is null or p.name ilike $6)
      and ($7::bigint[] is null or p.topic_ids && $7)`,
    values: [
      visibleIds,
      filter.all_authors && ctx.can('posts.manage') ? null : ctx.me().id,
      isDeleted ? 'all' : (filter.status ?? 'all'),
      filter.space_id ?? null,
      filter.search_text ? containing(filter.search_text) : null,
      filter.topics?.length ? filter.topics : null,
      ...deleted.values,
    ],
  }
}

/** The posts of these spaces. Whoever reads a good part of a community finds its latest among the latest of all; others are asked for space by space. */
export async function listHome(ctx: Ctx, spaceIds: number[], query: Paging & { sort: string }): Promise<PostRow[]> {
  const key = decodeCursor(query.cursor, ['string', 'number'])
  const ask = (feed: typeof homeFeed) => ctx.read(feed(query.sort as Sort, rowsFor(query), key !== null), [spaceIds, ...(key ?? [])])
  const recent = query.sort === 'latest' ? await ask(recentFeed) : []
  return recent.length >= rowsFor(query) ? recent : ask(homeFeed)
}

/** Counting stops here: more than this many are "more than". */
const COUNTED = 10_000

/** A page of posts by status, newest first; the first page says how many there are. */
export async function listMine(ctx: Ctx, query: ListFilter & Paging): Promise<{ rows: PostRow[]; count: number | null }> {
  const key = decodeCursor(query.cursor, ['string', 'number'])
  const { visibleIds } = await ctx.use(spaces).access()
  const { where, values } = await narrowed(ctx, visibleIds(), query)
  const last = values.length + 2
  const [found, counted] = await Promise.all([
    ctx.sql<{ id: number; sort_key: string }>(
      `select p.id, p.id::text as sort_key from posts.post p where ${where} and ($${last}::bigint is null or p.id < $${last}) order by p.id desc limit $${last + 1}`,
      [...values, key ? key[1] : null, rowsFor(query)],
    ),
    key ? null : ctx.sql<{ count: number }>(`select count(*)::int as count from (select 1 from posts.post p where ${where} limit ${COUNTED}) x`, values),
  ])
  return { rows: await whole(ctx, found), count: counted?.[0]?.count ?? null }
}

/** Posts that words find in a space at most, and the letters that the search needs to go by. */
const MOST_FOUND = 100
const RANKED_LETTERS = 3

interface SpaceFilter extends Paging {
  sort: string
  status: 'draft' | 'scheduled' | 'published'
  topics?: number[]
  search_text?: string
  post_ids?: number[]
  post_type?: 'basic' | 'image'
}
/**
 * A page of a space's posts by topic, words, status or ids, in the order that was chosen. Such filters are skewed, so it is not
 * prepared by name. What is not out has no moment of its own but that of its making.
 * @throws AtriumError 401 for visitors who ask for what is not out
 */
export async function listFiltered(ctx: Ctx, spaceId: number, query: SpaceFilter, runs: boolean): Promise<PostRow[]> {
  const out = query.status === 'published'
  const author = out || runs ? null : ctx.me().id
  if (!out) ctx.me()
  const { key, by, after } = ordered(query.sort as Sort, out ? undefined : 'p.created_at')
  const last = decodeCursor(query.cursor, ['string', 'number'])
  const text = query.search_text?.trim()
  const ranked = out && text !== undefined && text.length >= RANKED_LETTERS
  const hits = ranked ? await ctx.search.find({ text, kinds: ['post'], spaceIds: [spaceId], limit: MOST_FOUND }) : null
  const ids = common(query.post_ids ?? null, hits?.map(({ recordId }) => recordId) ?? null)
  const found = await ctx.sql<{ id: number; sort_key: string }>(
    `select p.id, (${key})::text as sort_key from posts.post p
     where p.community_id = $1 and p.space_id = $2 and p.status = $3 and p.deleted_at is null and ($4::bigint is null or p.author_member_id = $4)
       and ($5::bigint[] is null or p.topic_ids && $5) and ($6::bigint[] is null or p.id = any ($6)) and ($7::text is null or p.name ilike $7)
       and ($11::text is null or p.type = $11) and ($9::bigint is null or ${after(8)}) order by ${by} limit $10`,
    [
      spaceId,
      query.status,
      author,
      query.topics?.length ? query.topics : null,
      ids,
      !ranked && text ? containing(text) : null,
      last?.[0] ?? null,
      last?.[1] ?? null,
      rowsFor(query),
      query.post_type ?? null,
    ],
  )
  return whole(ctx, found)
}
const common = (a: number[] | null, b: number[] | null) => (a && b ? a.filter((id) => b.includes(id)) : (a ?? b))

/** The rows of a list in its order. */
async function whole(ctx: Ctx, found: { id: number; sort_key: string }[]): Promise<PostRow[]> {
  const rows = new Map((found.length ? await ctx.read(listedByIds, [found.map(({ id }) => id)]) : []).map((row) => [row.id, row]))
  return found.flatMap(({ id, sort_key }) => (rows.has(id) ? [{ ...rows.get(id)!, sort_key }] : []))
}

const MONTH_MS = 30 * 86_400_000
const DAYS = 14
/** What people talk about these days, with the comments of each day. */
export async function mostRead(ctx: Ctx) {
  const { visibleIds, isFeatured } = await ctx.use(spaces).access()
  const rows = await ctx.read(reading, [visibleIds().filter(isFeatured), new Date(ctx.now().getTime() - MONTH_MS)])
  const ids = rows.map((row) => row.id)
  const [cards, activity] = await Promise.all([ctx.use(spaces).cards(rows.map((row) => row.space_id)), ctx.use(content).activity('post', ids, DAYS)])
  return rows.map((row) => {
    const space = cards.get(row.space_id)
    const { id, name, comments_count } = row
    return { id, name, url: `/c/${space?.slug}/${row.slug}`, space_name: space?.name ?? '', comments_count, activity: activity.get(id) ?? [] }
  })
}

/** What else there is to read beside a post, with how much its author has written where the reader sees it. */
export async function besideOf(ctx: Ctx, post: PostRow) {
  const [access, apart] = await Promise.all([ctx.use(spaces).access(), ctx.use(content).apart()])
  const visible = access.visibleIds()
  const [rows, [written]] = await Promise.all([
    ctx.read(besidePost, [post.id, post.space_id, post.topic_ids, visible.filter(access.isFeatured), apart]),
    ctx.read(countByMember, [post.author_member_id, visible]),
  ])
  const pictureOf = (row: BesideRow) => row.cover_file_id ?? row.gallery?.images[0]?.file_id ?? 0
  const [cards, people, files] = await Promise.all([
    ctx.use(spaces).cards([...new Set(rows.map((row) => row.space_id))]),
    ctx.members.byIds([...new Set(rows.map((row) => row.author_member_id))]),
    ctx.files.byIds(rows.map(pictureOf).filter(Boolean)),
  ])
  const part = (name: BesideRow['part']) =>
    rows
      .filter((row) => row.part === name)
      .map((row) => {
        const space = cards.get(row.space_id)
        const picture = files.get(pictureOf(row))
        return {
          id: row.id,
          title: titleOf(row),
          url: `/c/${space?.slug ?? row.space_id}/${row.slug}`,
          space_name: space?.name ?? '',
          author_name: people.get(row.author_member_id)!.name,
          comments_count: row.comments_count,
          image_url: picture ? ctx.files.url(picture, 'thumb') : null,
        }
      })
  return { author_posts_count: written?.count ?? 0, space: part('space'), related: part('related') }
}
