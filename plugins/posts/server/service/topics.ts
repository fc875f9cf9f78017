/** Topics: names that posts carry, kept by those who manage posts, offered everywhere or in some spaces. */
import { conflict, invalid, notFound, unauthenticated } from '@atrium/sdk'
import { type Ctx, type Handlers, isUniqueViolation, page, sql } from '@atrium/sdk/server'
import spaces, { type SpaceTopics } from '../../../spaces/contract.ts'
import type posts from '../../contract.ts'
import { type Tables, Topic } from '../entities.ts'
import { allTopics, type TopicRow } from '../reads.ts'

type Input<Name extends keyof typeof posts.routes> = Parameters<Handlers<typeof posts>[Name]>[1]

/** Which spaces there are is told to those who see them. */
async function present(ctx: Ctx, rows: TopicRow[]) {
  const [members, access] = await Promise.all([ctx.members.byIds([...new Set(rows.flatMap((row) => row.author_member_id ?? []))]), ctx.use(spaces).access()])
  return rows.map(({ author_member_id, space_ids, ...row }) => {
    const author = author_member_id === null ? undefined : members.get(author_member_id)
    return {
      ...row,
      space_ids: space_ids.filter((id) => access.canView(id)),
      author: author ? { id: author.id, name: author.name, avatar_url: author.avatarUrl } : null,
    }
  })
}
async function topicById(ctx: Ctx, id: number): Promise<Topic> {
  const topic = await ctx.em.findOne(Topic, { id })
  if (!topic) throw notFound('Topic', 'topic_not_found')
  return topic
}
/**
 * A topic of hidden spaces alone is as secret as they are, but to those who keep topics.
 * @throws AtriumError 401 for visitors of a private community
 */
async function known(ctx: Ctx): Promise<TopicRow[]> {
  if (!ctx.member && ctx.community.isPrivate) throw unauthenticated()
  const rows = await ctx.read(allTopics)
  if (ctx.can('posts.manage')) return rows
  const { canView } = await ctx.use(spaces).access()
  return rows.filter(({ space_ids }) => space_ids.length === 0 || space_ids.some(canView))
}
export const showTopic = async (ctx: Ctx, id: number) => {
  const row = (await known(ctx)).find((topic) => topic.id === id)
  if (!row) throw notFound('Topic', 'topic_not_found')
  return (await present(ctx, [row]))[0]!
}
/** @throws AtriumError 409 for a name that is taken */
async function save(ctx: Ctx): Promise<void> {
  try {
    await ctx.em.flush()
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('A topic with this name already exists.', 'topic_exists')
    throw error
  }
}
/** Spaces that one does not see stay as they are. */
async function chosenSpaces(ctx: Ctx, wanted: number[], before: number[] = []): Promise<number[]> {
  const access = await ctx.use(spaces).access()
  if (wanted.some((id) => !access.canView(id))) throw invalid({ space_ids: ['One of these spaces wasn’t found. Choose another.'] })
  return [...new Set([...before.filter((id) => !access.canView(id)), ...wanted])]
}

export const topicsOffered: SpaceTopics = {
  offeredIn: async (ctx, spaceId) =>
    (await ctx.read(allTopics)).filter((row) => row.space_ids.length === 0 || row.space_ids.includes(spaceId)).map((row) => row.id),
}

/** For set-up and imports: made where it is new. */
export async function topicNamed(ctx: Ctx, name: string): Promise<{ id: number }> {
  const topic = { communityId: ctx.community.id, name, spaceIds: [] }
  return ctx.em.upsert(Topic, topic, { onConflictFields: ['communityId', 'name'], onConflictMergeFields: ['name'] })
}
/**
 * What a post of that space may carry.
 * @param has those it carries already
 * @throws AtriumError 422 for a topic that is not, or not for this person or space
 */
export async function topicsFor(ctx: Ctx, spaceId: number, ids: number[], has: number[] = []): Promise<number[]> {
  if (ids.length === 0) return []
  const manages = (await ctx.use(spaces).access()).can('posts.manage', spaceId)
  const offered = (await ctx.read(allTopics)).filter(
    (row) => has.includes(row.id) || ((!row.admin_only || manages) && (row.space_ids.length === 0 || row.space_ids.includes(spaceId))),
  )
  if (ids.some((id) => !offered.some((topic) => topic.id === id)))
    throw invalid({ 'post.topics': ['One of these topics isn’t available in this space. Choose another.'] })
  return [...new Set(ids)]
}

const ORDER = {
  alphabetical: () => 0,
  alphabetical_desc: (a: TopicRow, b: TopicRow) => b.name.toLowerCase().localeCompare(a.name.toLowerCase()),
  newest: (a: TopicRow, b: TopicRow) => b.id - a.id,
  oldest: (a: TopicRow, b: TopicRow) => a.id - b.id,
}

export async function listTopics(ctx: Ctx, query: Input<'topics'>['query']) {
  const name = query.name?.toLowerCase()
  const rows = (await known(ctx))
    .filter(
      (row) => (!name || row.name.toLowerCase().includes(name)) && (!query.space_id || row.space_ids.length === 0 || row.space_ids.includes(query.space_id)),
    )
    .sort(ORDER[query.sort])
  const envelope = page(rows, { query: { ...query, cursor: undefined }, key: (row) => [row.id], count: rows.length }, (row) => row)
  return { ...envelope, next_cursor: null, records: await present(ctx, envelope.records) }
}
export async function createTopic(ctx: Ctx, input: Input<'createTopic'>['body']) {
  const spaceIds = await chosenSpaces(ctx, input.space_ids ?? [])
  const topic = ctx.em.create(Topic, { name: input.name, adminOnly: input.admin_only, authorMemberId: ctx.me().id, spaceIds })
  await save(ctx)
  return showTopic(ctx, topic.id)
}
export async function updateTopic(ctx: Ctx, id: number, input: Input<'updateTopic'>['body']) {
  const topic = await topicById(ctx, id)
  if (input.name !== undefined) topic.name = input.name
  if (input.admin_only !== undefined) topic.adminOnly = input.admin_only
  if (input.space_ids) topic.spaceIds = await chosenSpaces(ctx, input.space_ids, topic.spaceIds)
  await save(ctx)
  return showTopic(ctx, id)
}
export async function deleteTopic(ctx: Ctx, id: number): Promise<void> {
  const topic = await topicById(ctx, id)
  await ctx.em
    .getKysely<Tables>()
    .updateTable('posts.post')
    .set({ topic_ids: sql`array_remove(topic_ids, ${id})` })
    .where('community_id', '=', ctx.community.id)
    .where(sql<boolean>`topic_ids @> array[${id}]::bigint[]`)
    .execute()
  ctx.em.remove(topic)
}
