/** Handlers of posts: parse is done, rights are asked, the service thinks, the presenter answers. */
import { forbidden, notFound } from '@atrium/sdk'
import { authorize, type Ctx, decodeCursor, type Handlers, page } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import spaces from '../../spaces/contract.ts'
import type posts from '../contract.ts'
import { Topic } from './entities.ts'
import { postPolicy } from './policies.ts'
import { presentPosts } from './present.ts'
import { allTopics, byId, byMember, bySlug, byIds, homeFeed, type PostRow, reading, type Sort, spaceFeed } from './reads.ts'
import { createPostsService } from './service.ts'
import { keepSpaceRules } from './spaceRules.ts'

const service = (ctx: Ctx) => ctx.once('posts.own', () => createPostsService(ctx))
const done = { success: true as const }

async function one(ctx: Ctx, rows: PostRow[], act = 'view') {
  return authorize(ctx, postPolicy, act, rows[0], 'Post')
}
const fromPath = async (ctx: Ctx, { spaceId, postSlug }: { spaceId: number; postSlug: string }, act: string) =>
  one(ctx, await ctx.read(bySlug, [spaceId, postSlug]), act)
const show = async (ctx: Ctx, id: number) => (await presentPosts(ctx, await ctx.read(byId, [id])))[0] ?? fail()
const fail = (): never => {
  throw notFound('Post')
}

/** A page of rows with their presenter; what is pinned stands before them and takes no place. */
async function answer(ctx: Ctx, rows: PostRow[], query: { page: number; per_page: number }, pinned: PostRow[] = []) {
  const envelope = page(rows, { page: query.page, perPage: query.per_page, key: (row) => [row.sort_key, row.id] }, (row) => row)
  return { ...envelope, records: await presentPosts(ctx, [...pinned, ...envelope.records]) }
}

/** Only those who see a space hear of it; only those who may post there write. */
async function postingIn(ctx: Ctx, spaceId: number) {
  const access = await ctx.use(spaces).access()
  if (!access.canView(spaceId)) throw notFound('Space')
  if (!access.canPost(spaceId)) throw forbidden('Posting is not open to you in this space.')
}
const coverId = async (ctx: Ctx, signedId: string | null | undefined) => (signedId ? (await ctx.files.get(signedId)).id : signedId === null ? null : undefined)

export const handlers: Handlers<typeof posts> = {
  async details(ctx, { query }) {
    const rows = await ctx.read(byIds, [query.post_ids ?? []])
    const seen = await Promise.all(rows.map((row) => postPolicy.view(ctx, row)))
    return presentPosts(
      ctx,
      rows.filter((row, i) => seen[i] && (!query.space_id || row.space_id === query.space_id)),
    )
  },

  async home(ctx, { query }) {
    const { visibleIds, memberIds } = await ctx.use(spaces).access()
    const ids = query.following ? memberIds : visibleIds
    const key = decodeCursor(query.cursor, ['string', 'number'])
    const { first, next } = homeFeed[query.sort as Sort]
    return answer(ctx, await (key ? ctx.read(next, [ids, query.per_page + 1, ...key]) : ctx.read(first, [ids, query.per_page + 1])), query)
  },

  async reading(ctx) {
    const { visibleIds } = await ctx.use(spaces).access()
    const rows = await ctx.read(reading, [visibleIds, new Date(ctx.now().getTime() - 30 * 86_400_000)])
    const cards = await ctx.use(spaces).cards(rows.map((row) => row.space_id))
    const activity = await ctx.use(content).activity(
      'post',
      rows.map((row) => row.id),
      14,
    )
    return rows.map((row) => {
      const space = cards.get(row.space_id)
      return {
        id: row.id,
        name: row.name,
        url: `/c/${space?.slug}/${row.slug}`,
        space_name: space?.name ?? '',
        comments_count: row.comments_count,
        activity: activity.get(row.id) ?? [],
      }
    })
  },

  async mine(ctx, { query }) {
    const all = query.all_authors && ctx.can('posts.manage')
    const key = decodeCursor(query.cursor, ['string', 'number'])
    const { visibleIds } = await ctx.use(spaces).access()
    const found = await ctx.sql<{ id: number }>(
      `select id from posts.post where community_id = $1 and deleted_at is null and space_id = any($2::bigint[])
       and ($3::bigint is null or author_member_id = $3) and ($4 = 'all' or status = $4) and ($5::bigint is null or space_id = $5)
       and ($6::text is null or name ilike '%' || $6 || '%') and ($7::bigint is null or id < $7) order by id desc limit $8`,
      [
        visibleIds,
        all ? null : ctx.me().id,
        query.status,
        query.space_id ?? null,
        query.search_text ? query.search_text.replace(/[\\%_]/g, '\\$&') : null,
        key ? key[1] : null,
        query.per_page + 1,
      ],
    )
    const rows = await ctx.read(byIds, [found.map(({ id }) => id)])
    rows.sort((a, b) => b.id - a.id)
    return answer(ctx, rows, query)
  },

  async byMember(ctx, { params, query }) {
    const { visibleIds } = await ctx.use(spaces).access()
    const key = decodeCursor(query.cursor, ['string', 'number'])
    return answer(ctx, await ctx.read(byMember, [params.id, visibleIds, query.per_page + 1, key?.[0] ?? null, key?.[1] ?? null]), query)
  },

  async list(ctx, { params, query }) {
    const access = await ctx.use(spaces).access()
    if (!access.canView(params.spaceId)) throw notFound('Space')
    const key = decodeCursor(query.cursor, ['string', 'number'])
    if (query.topics?.length || query.search_text) return answer(ctx, await filtered(ctx, params.spaceId, query, key), query)
    const { first, next } = spaceFeed[query.sort as Sort]
    if (key) return answer(ctx, await ctx.read(next, [params.spaceId, query.per_page + 1, ...key]), query)
    const rows = await ctx.read(first, [params.spaceId, query.per_page + 1])
    const pinned = rows.filter((row) => row.pinned_at !== null)
    return answer(ctx, rows.slice(pinned.length), query, pinned)
  },

  async create(ctx, { params, body: { post } }) {
    await postingIn(ctx, params.spaceId)
    const posts = service(ctx)
    if (post.client_id) {
      const [sent] = await ctx.sql<{ id: number }>('select id from posts.post where community_id = $1 and author_member_id = $2 and client_id = $3', [
        ctx.me().id,
        post.client_id,
      ])
      if (sent) return show(ctx, sent.id)
    }
    const coverFileId = await coverId(ctx, post.cover_image)
    await keepSpaceRules(ctx, params.spaceId, { status: post.status, topics: post.topics, cover: coverFileId })
    const { id } = await posts.create({
      spaceId: params.spaceId,
      authorMemberId: ctx.me().id,
      name: post.name ?? '',
      doc: post.tiptap_body?.body ?? { type: 'doc', content: [] },
      status: post.status ?? 'published',
      scheduledAt: post.scheduled_at ? new Date(post.scheduled_at) : undefined,
      coverFileId,
      topicIds: await posts.resolveTopics(post.topics ?? []),
      slug: post.slug,
      clientId: post.client_id,
      isCommentsEnabled: post.is_comments_enabled,
      isLikingEnabled: post.is_liking_enabled,
      hideMetaInfo: post.hide_meta_info,
    })
    return show(ctx, id)
  },

  async show(ctx, { params }) {
    const spaceId = /^\d+$/.test(params.spaceId) ? Number(params.spaceId) : (await ctx.use(spaces).bySlug(params.spaceId))?.id
    if (!spaceId) throw notFound('Post')
    const post = await one(ctx, await ctx.read(bySlug, [spaceId, params.postSlug]))
    return (await presentPosts(ctx, [post]))[0]!
  },

  async update(ctx, { params, body: { post: changes } }) {
    const post = await fromPath(ctx, params, 'update')
    if (changes.space_id) await postingIn(ctx, changes.space_id)
    const coverFileId = await coverId(ctx, changes.cover_image)
    const before = { cover: post.cover_file_id }
    await keepSpaceRules(ctx, changes.space_id ?? post.space_id, { status: changes.status ?? post.status, topics: changes.topics, cover: coverFileId }, before)
    await service(ctx).update(post.id, {
      name: changes.name,
      doc: changes.tiptap_body?.body,
      coverFileId,
      topicIds: changes.topics && (await service(ctx).resolveTopics(changes.topics)),
      isCommentsEnabled: changes.is_comments_enabled,
      isLikingEnabled: changes.is_liking_enabled,
      hideMetaInfo: changes.hide_meta_info,
      status: changes.status,
      scheduledAt: changes.scheduled_at ? new Date(changes.scheduled_at) : undefined,
      spaceId: changes.space_id,
    })
    return show(ctx, post.id)
  },

  async destroy(ctx, { params }) {
    await service(ctx).remove((await fromPath(ctx, params, 'destroy')).id)
    return done
  },
  async restore(ctx, { params }) {
    const post = await fromPath(ctx, params, 'destroy')
    await service(ctx).restore(post.id)
    return show(ctx, post.id)
  },
  async pin(ctx, { params }) {
    const post = await fromPath(ctx, params, 'manage')
    await service(ctx).pin(post.id, true)
    return show(ctx, post.id)
  },
  async unpin(ctx, { params }) {
    const post = await fromPath(ctx, params, 'manage')
    await service(ctx).pin(post.id, false)
    return show(ctx, post.id)
  },
  async duplicate(ctx, { params }) {
    const post = await fromPath(ctx, params, 'duplicate')
    const copy = await service(ctx).duplicate(post.id, ctx.me().id)
    return show(ctx, copy.id)
  },

  async topics(ctx, { query }) {
    const rows = await ctx.read(allTopics)
    return page(
      rows.slice((query.page - 1) * query.per_page),
      { page: query.page, perPage: query.per_page, key: (row) => [row.id], count: rows.length },
      (row) => row,
    )
  },
  async createTopic(ctx, { body }) {
    const topic = ctx.em.create(Topic, { name: body.name, adminOnly: body.admin_only })
    await ctx.em.flush()
    return { id: topic.id, name: topic.name, admin_only: topic.adminOnly }
  },
  async showTopic(ctx, { params }) {
    return topicReply(await topicById(ctx, params.id))
  },
  async updateTopic(ctx, { params, body }) {
    const topic = await topicById(ctx, params.id)
    if (body.name !== undefined) topic.name = body.name
    if (body.admin_only !== undefined) topic.adminOnly = body.admin_only
    await ctx.em.flush()
    return topicReply(topic)
  },
  async destroyTopic(ctx, { params }) {
    const topic = await topicById(ctx, params.id)
    await ctx.sql('update posts.post set topic_ids = array_remove(topic_ids, $2) where community_id = $1 and topic_ids @> array[$2]::bigint[]', [topic.id])
    ctx.em.remove(topic)
    return done
  },
}

const topicReply = (topic: Topic) => ({ id: topic.id, name: topic.name, admin_only: topic.adminOnly })
async function topicById(ctx: Ctx, id: number): Promise<Topic> {
  const topic = await ctx.em.findOne(Topic, { id })
  if (!topic) throw notFound('Topic', 'topic_not_found')
  return topic
}

/** Topics and words are skewed filters, so this list is not prepared by name. Newest first, whatever the sort. */
async function filtered(ctx: Ctx, spaceId: number, query: { topics?: number[]; search_text?: string; per_page: number }, key: (string | number)[] | null) {
  const found = await ctx.sql<{ id: number }>(
    `select id from posts.post where community_id = $1 and space_id = $2 and status = 'published' and deleted_at is null
     and ($3::bigint[] is null or topic_ids && $3) and ($4::text is null or name ilike '%' || $4 || '%' or text ilike '%' || $4 || '%')
     and ($5::bigint is null or id < $5) order by id desc limit $6`,
    [
      spaceId,
      query.topics?.length ? query.topics : null,
      query.search_text ? query.search_text.replace(/[\\%_]/g, '\\$&') : null,
      key ? key[1] : null,
      query.per_page + 1,
    ],
  )
  const rows = await ctx.read(byIds, [found.map(({ id }) => id)])
  return rows.sort((a, b) => b.id - a.id)
}
