/** One act on many posts: chosen at once, done bit by bit in the background, each post by itself, in the name of who asked. */
import { forbidden, invalid, notFound, BULK_ERRORS } from '@atrium/sdk'
import {
  authorize,
  type BulkOf,
  bulkReason,
  cancelBulk as end,
  type Ctx,
  hold,
  lastId,
  type Paging,
  page,
  presentBulks,
  type RowOf,
  rowOf,
  rowsFor,
  runBulk as runSteps,
} from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import posts, { type BulkAction, MAX_BULK } from '../../contract.ts'
import { Bulk, BulkItem, Post, type Tables } from '../entities.ts'
import { bulkJob } from '../jobs.ts'
import { type ListFilter, narrowed } from './lists.ts'
import { mayPublish, needPosting, postPolicy } from '../policies.ts'
import { allTopics, byIds } from '../reads.ts'
import { createPostsService } from './index.ts'
import { topicsFor } from './topics.ts'

/** Posts in one transaction; after each the browser hears how far it is. */
const STEP = 25

type BulkRow = RowOf<typeof Bulk>
/** Acts on many, of those that this reader may know. */
const known = (ctx: Ctx) => {
  const all = ctx.em.getKysely<Tables>().selectFrom('posts.bulk').selectAll().where('community_id', '=', ctx.community.id)
  // What others did tells of spaces that one may not see, so it is for those who see all.
  return ctx.can('spaces.manage') ? all : all.where('member_id', '=', ctx.me().id)
}

async function present(ctx: Ctx, rows: BulkRow[]) {
  const [tasks, cards, topics] = await Promise.all([
    presentBulks(ctx, rows),
    ctx.use(spaces).cards(rows.flatMap((row) => row.params.space_id ?? [])),
    rows.some((row) => row.params.topics?.length) ? ctx.read(allTopics) : [],
  ])
  return rows.map(({ action, params }, at) => {
    const space = params.space_id === undefined ? undefined : cards.get(params.space_id)
    return {
      ...tasks[at]!,
      action,
      space: space ? { id: space.id, name: space.name } : null,
      topics: topics.filter(({ id }) => params.topics?.includes(id)),
    }
  })
}

/** @throws AtriumError 404 */
async function load(ctx: Ctx, id: number): Promise<BulkRow> {
  const row = await known(ctx).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Bulk action')
  return row
}
const one = async (ctx: Ctx, id: number) => (await present(ctx, [await load(ctx, id)]))[0]!

export async function listBulks(ctx: Ctx, query: Paging) {
  const last = lastId(query)
  const rows = await known(ctx)
    .$if(last !== null, (all) => all.where('id', '<', last!))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute()
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: await present(ctx, envelope.records) }
}

export async function showBulk(ctx: Ctx, id: number) {
  const reply = await one(ctx, id)
  const errors = await ctx.em
    .getKysely<Tables>()
    .selectFrom('posts.bulk_item as i')
    .leftJoin('posts.post as p', (join) => join.on('p.community_id', '=', ctx.community.id).onRef('p.id', '=', 'i.post_id'))
    .select(['i.post_id', 'p.name', 'i.error', 'i.error_values'])
    .where('i.community_id', '=', ctx.community.id)
    .where('i.bulk_id', '=', id)
    .where('i.status', '=', 'failed')
    .orderBy('i.id')
    .limit(BULK_ERRORS)
    .execute()
  return {
    ...reply,
    errors: errors.map((item) => ({ post_id: item.post_id, name: item.name ?? '', message: bulkReason(ctx, item) })),
  }
}

export interface BulkInput {
  action: BulkAction
  ids?: number[]
  filter?: ListFilter
  space_id?: number
  topics?: number[]
}
/** @throws AtriumError 422 without posts, or without what the action needs */
export async function startBulk(ctx: Ctx, input: BulkInput) {
  const access = await ctx.use(spaces).access()
  if (input.action === 'move') {
    if (!input.space_id) throw invalid({ space_id: ['Choose a space.'] })
    await needPosting(ctx, input.space_id)
  }
  if (input.action === 'topics') {
    if (!input.topics) throw invalid({ topics: ['Choose at least one topic.'] })
    const known = await ctx.read(allTopics)
    if (input.topics.some((id) => !known.some((topic) => topic.id === id))) throw invalid({ topics: ['One of these topics wasn’t found. Choose another.'] })
  }
  const params = { ...(input.space_id ? { space_id: input.space_id } : {}), ...(input.topics ? { topics: input.topics } : {}) }
  const bulk = ctx.em.create(Bulk, { memberId: ctx.me().id, action: input.action, params })
  await ctx.em.flush()
  const { where, values } = await narrowed(
    ctx,
    access.visibleIds(),
    input.filter ?? { status: input.action === 'restore' ? 'deleted' : 'all', all_authors: true },
  )
  const chosen = await ctx.sql(
    `insert into posts.bulk_item (community_id, bulk_id, post_id) select $1, $${values.length + 2}, p.id from posts.post p
     where ${where} and ($${values.length + 3}::bigint[] is null or p.id = any($${values.length + 3})) order by p.id limit ${MAX_BULK} returning id`,
    [...values, bulk.id, input.filter ? null : (input.ids ?? [])],
  )
  if (chosen.length === 0) throw invalid({ ids: ['Choose at least one post.'] })
  bulk.total = chosen.length
  await ctx.em.flush()
  await ctx.audit(`posts.bulk_${input.action}`, `bulk:${bulk.id}`, { total: chosen.length, ...params })
  await ctx.enqueue(bulkJob, { bulkId: bulk.id })
  return one(ctx, bulk.id)
}

/** Does the act to one post, as the calls would. */
async function actOn(ctx: Ctx, { action, params }: BulkRow, id: number): Promise<void> {
  const held = await hold(ctx, Post, id, 'Post')
  if (action === 'restore') {
    await authorize(ctx, postPolicy, 'destroy', rowOf(Post, held), 'Post')
    return createPostsService(ctx).restore(id, true)
  }
  const [row] = await ctx.read(byIds, [[id]])
  await authorize(ctx, postPolicy, action === 'delete' ? 'destroy' : 'manage', row, 'Post')
  const service = createPostsService(ctx)
  switch (action) {
    case 'publish':
      if (!(await mayPublish(ctx, row!.space_id))) throw forbidden('You can’t post in this space.')
      return service.publish(id)
    case 'unpublish':
      return service.update(id, { status: 'draft' })
    case 'delete':
      return service.remove(id, { inBulk: true })
    case 'pin':
    case 'unpin':
      if (row!.status !== 'published') throw invalid({ id: ['Only published posts can be pinned.'] }, 'Only published posts can be pinned.')
      return service.pin(id, action === 'pin')
    case 'topics':
      return service.update(id, { topicIds: await topicsFor(ctx, row!.space_id, params.topics!, row!.topic_ids) })
    case 'move':
      await needPosting(ctx, params.space_id!)
      return service.update(id, { spaceId: params.space_id })
  }
}

const work: BulkOf<BulkRow, RowOf<typeof BulkItem>> = {
  ...{ tasks: Bulk, items: BulkItem, step: STEP },
  act: (asker, { post_id }, bulk) => actOn(asker, bulk, post_id),
  tell: (ctx, { id, member_id }) => ctx.emit(posts.events['bulk.progressed'], { bulkId: id, memberId: member_id }),
  goOn: (ctx, bulkId) => ctx.enqueue(bulkJob, { bulkId }),
}
export const runBulk = (ctx: Ctx, bulkId: number) => runSteps(ctx, work, bulkId)

export async function cancelBulk(ctx: Ctx, id: number) {
  await end(ctx, work, await load(ctx, id))
  return one(ctx, id)
}
