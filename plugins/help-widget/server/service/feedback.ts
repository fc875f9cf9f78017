/** Whether an article helped: one opinion of each reader, which they may change. */
import { notFound } from '@atrium/sdk'
import { type Ctx, lastId, page, type Paging, rowsFor } from '@atrium/sdk/server'
import posts from '../../../posts/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { type Asker, needAsker } from './asker.ts'

interface Row {
  id: number
  post_id: number
  is_helpful: boolean
  note: string
  created_at: Date
}
const COLUMNS = 'id, post_id, is_helpful, note, created_at'
const OF = '(visitor_id is not distinct from $2::bigint and member_id is not distinct from $3::bigint)'
const who = ({ visitorId, memberId }: Asker): [number | null, number | null] => [memberId === null ? visitorId : null, memberId]

export async function opinionOf(ctx: Ctx, asker: Asker, postId: number): Promise<boolean | null> {
  if (asker.memberId === null && asker.visitorId === null) return null
  const [row] = await ctx.sql<Row>(`select ${COLUMNS} from help_widget.feedback where community_id = $1 and ${OF} and post_id = $4`, [...who(asker), postId])
  return row?.is_helpful ?? null
}
export async function listFeedbacks(ctx: Ctx, query: Paging) {
  const rows = await ctx.sql<Row>(
    `select ${COLUMNS} from help_widget.feedback where community_id = $1 and ${OF} and ($4::bigint is null or id < $4) order by id desc limit $5`,
    [...who(await needAsker(ctx)), lastId(query), rowsFor(query)],
  )
  return page(rows, { query, key: ({ id }) => [id] }, (row) => row)
}
/** @throws AtriumError 404 for another's */
export async function showFeedback(ctx: Ctx, id: number): Promise<Row> {
  const [row] = await ctx.sql<Row>(`select ${COLUMNS} from help_widget.feedback where community_id = $1 and ${OF} and id = $4`, [
    ...who(await needAsker(ctx)),
    id,
  ])
  if (!row) throw notFound('Feedback')
  return row
}
/** The same article again changes what was said of it. @throws AtriumError 404 for an article that this reader may not see */
export async function giveFeedback(ctx: Ctx, given: { post_id: number; is_helpful: boolean; note: string }): Promise<Row> {
  const asker = await needAsker(ctx)
  const [found] = ctx.has(posts) ? await ctx.use(posts).read([given.post_id], (await ctx.use(spaces).access()).visibleIds()) : []
  if (!found) throw notFound('Article')
  const place =
    asker.memberId === null
      ? '(community_id, visitor_id, post_id) where visitor_id is not null'
      : '(community_id, member_id, post_id) where member_id is not null'
  const [row] = await ctx.sql<Row>(
    `insert into help_widget.feedback (community_id, visitor_id, member_id, post_id, is_helpful, note, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $7)
     on conflict ${place} do update set is_helpful = excluded.is_helpful, note = excluded.note, updated_at = excluded.updated_at returning ${COLUMNS}`,
    [...who(asker), given.post_id, given.is_helpful, given.note, ctx.now()],
  )
  return row!
}
export async function changeFeedback(
  ctx: Ctx,
  id: number,
  { is_helpful, note }: { is_helpful?: boolean | undefined; note?: string | undefined },
): Promise<Row> {
  const row = await showFeedback(ctx, id)
  const next = { ...row, is_helpful: is_helpful ?? row.is_helpful, note: note ?? row.note }
  await ctx.sql('update help_widget.feedback set is_helpful = $3, note = $4, updated_at = $5 where community_id = $1 and id = $2', [
    ...[id, next.is_helpful, next.note, ctx.now()],
  ])
  return next
}
export async function removeFeedback(ctx: Ctx, id: number): Promise<void> {
  await showFeedback(ctx, id)
  await ctx.sql('delete from help_widget.feedback where community_id = $1 and id = $2', [id])
}
