/** Lists with filters that no index serves alone: posts by status for those who write or keep them, and a space's posts by topic or words. */
import { type Ctx, decodeCursor, type Paging, rowsFor } from '@atrium/sdk/server'
import spaces from '../../spaces/contract.ts'
import { byIds, type PostRow } from './reads.ts'

export interface ListFilter {
  status?: 'draft' | 'scheduled' | 'published' | 'all'
  space_id?: number
  topics?: number[]
  search_text?: string
  all_authors?: boolean
}
const pattern = (text: string | undefined) => (text ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : null)

/** The condition on `p` for a filter: own posts, or everybody's for those who manage posts. Its values begin at $2. */
export function narrowed(ctx: Ctx, visibleIds: number[], filter: ListFilter): { where: string; values: unknown[] } {
  return {
    where: `p.community_id = $1 and p.deleted_at is null and p.space_id = any($2::bigint[]) and ($3::bigint is null or p.author_member_id = $3)
      and ($4 = 'all' or p.status = $4) and ($5::bigint is null or p.space_id = $5) and ($6::text is null or p.name ilike $6)
      and ($7::bigint[] is null or p.topic_ids && $7)`,
    values: [
      visibleIds,
      filter.all_authors && ctx.can('posts.manage') ? null : ctx.me().id,
      filter.status ?? 'all',
      filter.space_id ?? null,
      pattern(filter.search_text),
      filter.topics?.length ? filter.topics : null,
    ],
  }
}

/** Counting stops here: more than this many are "more than". */
const COUNTED = 10_000

/** A page of posts by status, newest first; the first page says how many there are. */
export async function listMine(ctx: Ctx, query: ListFilter & Paging): Promise<{ rows: PostRow[]; count: number | null }> {
  const key = decodeCursor(query.cursor, ['string', 'number'])
  const { visibleIds } = await ctx.use(spaces).access()
  const { where, values } = narrowed(ctx, visibleIds, query)
  const [found, counted] = await Promise.all([
    ctx.sql<{ id: number }>(`select p.id from posts.post p where ${where} and ($8::bigint is null or p.id < $8) order by p.id desc limit $9`, [
      ...values,
      key ? key[1] : null,
      rowsFor(query),
    ]),
    key ? null : ctx.sql<{ count: number }>(`select count(*)::int as count from (select 1 from posts.post p where ${where} limit ${COUNTED}) x`, values),
  ])
  return { rows: await inOrder(ctx, found), count: counted?.[0]?.count ?? null }
}

/** Topics and words are skewed filters, so this list is not prepared by name. Newest first, whatever the sort. */
export async function listFiltered(
  ctx: Ctx,
  spaceId: number,
  query: { topics?: number[]; search_text?: string } & Paging,
  key: (string | number)[] | null,
): Promise<PostRow[]> {
  const found = await ctx.sql<{ id: number }>(
    `select id from posts.post where community_id = $1 and space_id = $2 and status = 'published' and deleted_at is null
     and ($3::bigint[] is null or topic_ids && $3) and ($4::text is null or name ilike $4 or text ilike $4)
     and ($5::bigint is null or id < $5) order by id desc limit $6`,
    [spaceId, query.topics?.length ? query.topics : null, pattern(query.search_text), key ? key[1] : null, rowsFor(query)],
  )
  return inOrder(ctx, found)
}

async function inOrder(ctx: Ctx, found: { id: number }[]): Promise<PostRow[]> {
  const rows = found.length ? await ctx.read(byIds, [found.map(({ id }) => id)]) : []
  return rows.sort((a, b) => b.id - a.id)
}
