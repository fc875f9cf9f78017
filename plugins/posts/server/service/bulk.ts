/** One act on many posts: chosen at once, done bit by bit in the background, each post by itself, in the name of who asked. */
import { AtriumError, forbidden, invalid, notFound, Sentence } from '@atrium/sdk'
import { authorize, type Ctx, lastId, hold, type Paging, page, type RowOf, rowsFor } from '@atrium/sdk/server'
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
const SHOWN_ERRORS = 100

const COLUMNS = ['id', 'action', 'params', 'status', 'total', 'succeeded', 'failed', 'member_id', 'created_at', 'finished_at'] as const
type BulkRow = RowOf<typeof Bulk, (typeof COLUMNS)[number]>
/** Acts on many, of those that this reader may know. */
const known = (ctx: Ctx) => {
  const all = ctx.em.getKysely<Tables>().selectFrom('posts.bulk').select(COLUMNS).where('community_id', '=', ctx.community.id)
  // What others did tells of spaces that one may not see, so it is for those who see all.
  return ctx.can('spaces.manage') ? all : all.where('member_id', '=', ctx.me().id)
}

async function present(ctx: Ctx, rows: BulkRow[]) {
  const [members, cards, topics] = await Promise.all([
    ctx.members.byIds([...new Set(rows.map((row) => row.member_id))]),
    ctx.use(spaces).cards(rows.flatMap((row) => row.params.space_id ?? [])),
    rows.some((row) => row.params.topics?.length) ? ctx.read(allTopics) : [],
  ])
  return rows.map(({ member_id, params, ...row }) => {
    const member = members.get(member_id)
    const space = params.space_id === undefined ? undefined : cards.get(params.space_id)
    return {
      ...row,
      author: member ? { id: member.id, name: member.name, avatar_url: member.avatarUrl } : null,
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
    .limit(SHOWN_ERRORS)
    .execute()
  return {
    ...reply,
    errors: errors.map((item) => ({ post_id: item.post_id, name: item.name ?? '', message: ctx.say(new Sentence(item.error!, item.error_values ?? {})) })),
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
    if (!input.topics) throw invalid({ topics: ['Choose topics.'] })
    const known = await ctx.read(allTopics)
    if (input.topics.some((id) => !known.some((topic) => topic.id === id))) throw invalid({ topics: ['One of these topics does not exist.'] })
  }
  const params = { ...(input.space_id ? { space_id: input.space_id } : {}), ...(input.topics ? { topics: input.topics } : {}) }
  const bulk = ctx.em.create(Bulk, { memberId: ctx.me().id, action: input.action, params })
  await ctx.em.flush()
  const { where, values } = narrowed(ctx, access.visibleIds(), input.filter ?? { status: 'all', all_authors: true })
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

export async function cancelBulk(ctx: Ctx, id: number) {
  const bulk = await load(ctx, id)
  const stopped = await ctx.em.nativeUpdate(Bulk, { id, status: 'running' }, { status: 'cancelled', finishedAt: ctx.now(), updatedAt: ctx.now() })
  if (stopped) ctx.emit(posts.events['bulk.progressed'], { bulkId: id, memberId: bulk.member_id })
  return one(ctx, id)
}

/** Does the act to one post, as the calls would. */
async function actOn(ctx: Ctx, { action, params }: BulkRow, id: number): Promise<void> {
  await hold(ctx, Post, id, 'Post')
  const [row] = await ctx.read(byIds, [[id]])
  await authorize(ctx, postPolicy, action === 'delete' ? 'destroy' : 'manage', row, 'Post')
  const service = createPostsService(ctx)
  switch (action) {
    case 'publish':
      if (!(await mayPublish(ctx, row!.space_id))) throw forbidden('Posting is not open to you in this space.')
      return service.publish(id)
    case 'unpublish':
      return service.update(id, { status: 'draft' })
    case 'delete':
      return service.remove(id)
    case 'pin':
    case 'unpin':
      if (row!.status !== 'published') throw invalid({ id: ['Only published posts are pinned.'] }, 'Only published posts are pinned.')
      return service.pin(id, action === 'pin')
    case 'topics':
      return service.update(id, { topicIds: await topicsFor(ctx, row!.space_id, params.topics!, row!.topic_ids) })
    case 'move':
      await needPosting(ctx, params.space_id!)
      return service.update(id, { spaceId: params.space_id })
  }
}

/** The reason why a post stayed as it was, in words; what is nobody's fault is tried again with the whole step. */
function reasonOf(error: unknown): Sentence {
  if (!(error instanceof AtriumError) || error.status >= 500) throw error
  const [first] = Object.values((error.details ?? {}) as Record<string, (string | Sentence)[]>)
  const said = (error.status === 422 && Array.isArray(first) && first[0]) || error.said
  return said instanceof Sentence ? said : new Sentence(said, {})
}

export async function runBulk(ctx: Ctx, bulkId: number): Promise<void> {
  // Whoever comes second waits here and finds these posts done.
  const db = ctx.em.getKysely<Tables>()
  const bulk = await db
    .selectFrom('posts.bulk')
    .select(COLUMNS)
    .where('community_id', '=', ctx.community.id)
    .where('id', '=', bulkId)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
  if (!bulk) return
  const items = await ctx.em.find(BulkItem, { bulkId, status: 'waiting' }, { orderBy: { id: 'asc' }, limit: STEP, disableIdentityMap: true })
  let failed = 0
  for (const item of items) {
    let error: Sentence | null = null
    try {
      // asked for each post: whoever loses the right meanwhile moves not one more
      const asker = await ctx.actAs(bulk.member_id)
      // A savepoint: what one post leaves half done is undone, the others stay.
      await asker.em.transactional(() => actOn(asker, bulk, item.postId))
    } catch (thrown) {
      error = reasonOf(thrown)
      failed++
    }
    const result = error === null ? { status: 'done' as const } : { status: 'failed' as const, error: error.template, errorValues: error.values }
    await ctx.em.nativeUpdate(BulkItem, { id: item.id }, { ...result, updatedAt: ctx.now() })
  }
  const over = items.length < STEP
  await db
    .updateTable('posts.bulk')
    .set((row) => ({ succeeded: row('succeeded', '+', items.length - failed), failed: row('failed', '+', failed), updated_at: ctx.now() }))
    .$if(over, (update) => update.set({ status: 'done', finished_at: ctx.now() }))
    .where('community_id', '=', ctx.community.id)
    .where('id', '=', bulkId)
    .execute()
  ctx.emit(posts.events['bulk.progressed'], { bulkId, memberId: bulk.member_id })
  if (!over) await ctx.enqueue(bulkJob, { bulkId })
}
