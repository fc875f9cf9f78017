/** Handlers of posts: parse is done, rights are asked, the service thinks, the presenter answers. */
import { forbidden, notFound } from '@atrium/sdk'
import { bodyToDoc, type Ctx, decodeCursor, demandVersion, type Handlers, hold, type Paging, page, pick, rowsFor } from '@atrium/sdk/server'
import type { z } from 'zod'
import content from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { SWITCHES } from '../../contract.ts'
import type posts from '../../contract.ts'
import { cancelBulk, listBulks, showBulk, startBulk } from '../service/bulk.ts'
import { filesOf } from '../service/body.ts'
import { featureHandlers } from './features.ts'
import { fromPath, heldFromPath, permitted, presentAt, service, show } from '../service/find.ts'
import { besideOf, listFiltered, listHome, listMine, mostRead } from '../service/lists.ts'
import { Post } from '../entities.ts'
import { managesIn, mayPublish, needPosting, postPolicy } from '../policies.ts'
import { type PresentOptions, presentPosts } from '../service/present.ts'
import { byId, byIds, byMember, byShares, type PostRow, type Sort, spaceFeed, unreadFeed } from '../reads.ts'
import { listRevisions, showRevision, stateOf } from '../service/revisions.ts'
import type { PostChanges } from '../service/index.ts'
import { keepSpaceRules, META } from '../service/spaceRules.ts'
import { topicsFor } from '../service/topics.ts'
import { topicHandlers } from './topics.ts'

const done = { success: true as const }
const listed: PresentOptions = { listed: true }
/** Posts of one space that the unread feed reaches back to. */
const MOST_UNREAD = 500

/**
 * A page of rows with their presenter, the one door of all lists: what is pinned stands before the first ones and takes no place among them,
 * and posts of whom a block parts from the reader are left out.
 */
async function answer(ctx: Ctx, rows: PostRow[], query: Paging, { pinned = [], count }: { pinned?: PostRow[]; count?: number | null } = {}) {
  const envelope = page(rows, { query, key: (row) => [row.sort_key, row.id], count }, (row) => row)
  const apart = await ctx.use(content).apart()
  const rest = [...pinned, ...envelope.records]
  const records = await presentPosts(ctx, apart.length ? rest.filter((row) => !apart.includes(row.author_member_id)) : rest, listed)
  return { ...envelope, page_count: records.length, records }
}

/** @param held ids of files that may be used whoever uploaded them */
const coverId = async (ctx: Ctx, signedId: string | null | undefined, held: number[] = []) =>
  signedId ? (await ctx.files.take(signedId, held)).id : signedId === null ? null : undefined
const filesIn = (row: PostRow) => filesOf({ body: row.body, coverFileId: row.cover_file_id, gallery: row.gallery })

type Fields = z.output<typeof posts.routes.update.options.body>['post']

/** What only those may say who manage posts. @throws AtriumError 403 */
async function managed(ctx: Ctx, spaceId: number, post: Fields) {
  const asked = post.internal_custom_html != null || post.is_pinned !== undefined || post.hide_from_featured_areas !== undefined
  if (asked && !managesIn(ctx, await ctx.use(spaces).access(), spaceId)) throw forbidden()
}
/** Whose post it is to be. @throws AtriumError 403, and 404 for whoever is no active member */
async function authorFor(ctx: Ctx, spaceId: number, authorId = ctx.me().id): Promise<number> {
  if (authorId === ctx.me().id) return authorId
  if (!managesIn(ctx, await ctx.use(spaces).access(), spaceId)) throw forbidden()
  if (!(await ctx.members.byIds([authorId])).get(authorId)?.isActive) throw notFound('Author', 'author_not_found')
  return authorId
}
/** Fields of the calls in the words of the service. */
const extrasOf = (post: Fields): PostChanges => ({
  switches: pick(post, SWITCHES),
  skipNotifications: post.skip_notifications,
  isPinned: post.is_pinned,
  isShared: post.share_post_enabled,
  customHtml: post.internal_custom_html,
  meta: META.some((key) => post[key] !== undefined)
    ? Object.fromEntries(META.flatMap((key) => (post[key] === undefined ? [] : [[key, post[key]]])))
    : undefined,
})

const docOf = ({ tiptap_body, body }: Fields): unknown => tiptap_body?.body ?? (body === undefined ? undefined : bodyToDoc(body))
/** When a scheduled post comes out. */
function momentOf({ scheduled_at, published_at }: Fields): Date | undefined {
  const moment = scheduled_at ?? published_at
  return moment ? new Date(moment) : undefined
}

/** A change in the words of the service. */
const changesOf = async (ctx: Ctx, post: PostRow, changes: Fields): Promise<PostChanges> => ({
  ...extrasOf(changes),
  type: changes.post_type,
  name: changes.name,
  doc: docOf(changes),
  coverFileId: await coverId(ctx, changes.cover_image, filesIn(post)),
  gallery: changes.gallery_attributes,
  topicIds: changes.topics && (await topicsFor(ctx, changes.space_id ?? post.space_id, changes.topics, post.topic_ids)),
  status: changes.status,
  scheduledAt: momentOf(changes),
  spaceId: changes.space_id,
  autosave: changes.autosave,
})

/** Changes a post as a call asks, with all that its author, its space and the one it goes to have to say. */
async function change(ctx: Ctx, post: PostRow, changes: Fields): Promise<void> {
  const spaceId = changes.space_id ?? post.space_id
  if (spaceId !== post.space_id) await needPosting(ctx, spaceId)
  await managed(ctx, post.space_id, changes)
  const { status = post.status, topics } = changes
  if (status !== 'draft' && post.status !== 'published' && !(await mayPublish(ctx, spaceId))) throw forbidden('You can’t post in this space.')
  const wanted = await changesOf(ctx, post, changes)
  await keepSpaceRules(ctx, spaceId, { status, topics, cover: wanted.coverFileId, settings: changes }, post)
  await service(ctx).update(post.id, wanted)
  const isMoved = spaceId !== post.space_id && post.status === 'published' && status === 'published'
  if (isMoved && post.author_member_id !== ctx.member?.id) await ctx.use(content).movedOf('post', post.id, post.space_id)
}

/** What this member's browser has sent under the same key. */
async function sentBefore(ctx: Ctx, clientId: string): Promise<PostRow | undefined> {
  const [sent] = await ctx.sql<{ id: number }>('select id from posts.post where community_id = $1 and author_member_id = $2 and client_id = $3', [
    ctx.me().id,
    clientId,
  ])
  return sent && (await ctx.read(byId, [sent.id]))[0]
}

export const handlers: Handlers<typeof posts> = {
  ...topicHandlers,
  ...featureHandlers,

  async details(ctx, { query }) {
    const wanted = query.post_ids ?? []
    const ids = wanted.filter((id) => /^[1-9]\d{0,14}$/.test(id)).map(Number)
    const uids = query.for_shared_post_view ? wanted : []
    const inSpace = (row: PostRow) => !query.space_id || row.space_id === query.space_id
    const rows = (await ctx.read(byIds, [ids])).filter(inSpace)
    const seen = await Promise.all(rows.map((row) => postPolicy.view(ctx, row)))
    const shared = uids.length ? (await ctx.read(byShares, [uids])).filter(inSpace) : []
    return [
      ...(await presentPosts(
        ctx,
        rows.filter((_, i) => seen[i]),
      )),
      ...(await presentPosts(ctx, shared, { shared: true })),
    ]
  },

  async home(ctx, { query }) {
    const { visibleIds, memberIds, isFeatured, canView } = await ctx.use(spaces).access()
    if (query.unread) {
      const key = decodeCursor(query.cursor, ['string', 'number'])
      const ahead = (await ctx.use(spaces).unread()).filter(({ id }) => isFeatured(id) && canView(id))
      const counts = ahead.map(({ count }) => Math.min(count, MOST_UNREAD))
      const values = [ahead.map(({ id }) => id), counts, ctx.member?.id ?? 0, key?.[0] ?? null, key?.[1] ?? null, rowsFor(query)]
      return answer(ctx, ahead.length > 0 ? await ctx.read(unreadFeed[query.sort as Sort], values) : [], query)
    }
    return answer(ctx, await listHome(ctx, (query.following ? memberIds() : visibleIds()).filter(isFeatured), query), query)
  },

  reading: mostRead,

  async mine(ctx, { query }) {
    const { rows, count } = await listMine(ctx, query)
    return answer(ctx, rows, query, { count })
  },

  async byMember(ctx, { params, query }) {
    const { visibleIds } = await ctx.use(spaces).access()
    const key = decodeCursor(query.cursor, ['string', 'number'])
    return answer(ctx, await ctx.read(byMember, [params.id, visibleIds(), rowsFor(query), key?.[0] ?? null, key?.[1] ?? null]), query)
  },

  async list(ctx, { params, query }) {
    const access = await ctx.use(spaces).access()
    if (!access.canView(params.spaceId)) throw notFound('Space')
    const key = decodeCursor(query.cursor, ['string', 'number'])
    if (query.topics?.length || query.search_text || query.post_ids || query.post_type || query.status !== 'published')
      return answer(ctx, await listFiltered(ctx, params.spaceId, query, managesIn(ctx, access, params.spaceId)), query)
    const [rows, count] = await Promise.all([
      ctx.read(spaceFeed(query.sort as Sort, rowsFor(query), key !== null), [params.spaceId, ...(key ?? [])]),
      key ? null : ctx.use(spaces).postsCount(params.spaceId),
    ])
    if (key) return answer(ctx, rows, query)
    const pinned = rows.filter((row) => row.pinned_at !== null)
    return answer(ctx, rows.slice(pinned.length), query, { pinned: query.page === 1 ? pinned : [], count })
  },

  async create(ctx, { params, body: { post } }) {
    await needPosting(ctx, params.spaceId)
    await managed(ctx, params.spaceId, post)
    const sent = post.client_id ? await sentBefore(ctx, post.client_id) : undefined
    // A draft is brought up to date by what is sent again, a published post is there already.
    if (sent) {
      if (sent.status === 'draft' && sent.deleted_at === null) await change(ctx, sent, { ...post, space_id: params.spaceId, autosave: true })
      return show(ctx, sent.id)
    }
    const authorMemberId = await authorFor(ctx, params.spaceId, post.author_id)
    const source = post.copy_of ? await permitted(ctx, (await ctx.read(byId, [post.copy_of]))[0], 'duplicate') : null
    const held = source ? filesIn(source) : []
    const coverFileId = await coverId(ctx, post.cover_image, held)
    await keepSpaceRules(ctx, params.spaceId, { status: post.status, topics: post.topics, cover: coverFileId, settings: post }, null)
    const made = await service(ctx).create(
      {
        ...extrasOf(post),
        spaceId: params.spaceId,
        authorMemberId,
        name: post.name ?? '',
        doc: docOf(post) ?? { type: 'doc', content: [] },
        type: post.post_type ?? (post.gallery_attributes ? 'image' : 'basic'),
        gallery: post.gallery_attributes,
        status: post.status ?? 'published',
        scheduledAt: momentOf(post),
        coverFileId,
        topicIds: await topicsFor(ctx, params.spaceId, post.topics ?? [], source?.topic_ids),
        slug: post.slug,
        clientId: post.client_id,
      },
      held,
    )
    return (await presentPosts(ctx, [made], { isNew: true }))[0]!
  },

  async show(ctx, { params }) {
    const spaceId = /^\d+$/.test(params.spaceId) ? Number(params.spaceId) : (await ctx.use(spaces).bySlug(params.spaceId))?.id
    if (!spaceId) throw notFound('Post')
    const reply = await presentAt(ctx, await ctx.use(content).at(spaceId, params.postSlug))
    if (!reply) throw notFound('Post')
    return reply
  },

  async beside(ctx, { params }) {
    return besideOf(ctx, await fromPath(ctx, params, 'view'))
  },

  async update(ctx, { params, body: { post: changes } }) {
    const post = await heldFromPath(ctx, params, 'update')
    if (changes.version !== undefined && changes.version !== post.version)
      await demandVersion(ctx, changes.version, await hold(ctx, Post, post.id, 'Post'), changes, () => show(ctx, post.id))
    await change(ctx, post, changes)
    return show(ctx, post.id)
  },

  async destroy(ctx, { params, query }) {
    await service(ctx).remove((await heldFromPath(ctx, params, 'destroy')).id, { why: query })
    return done
  },
  async restore(ctx, { params }) {
    const post = await heldFromPath(ctx, params, 'destroy')
    await service(ctx).restore(post.id)
    return show(ctx, post.id)
  },
  async pin(ctx, { params }) {
    const post = await heldFromPath(ctx, params, 'manage')
    await service(ctx).pin(post.id, true)
    return show(ctx, post.id)
  },
  async unpin(ctx, { params }) {
    const post = await heldFromPath(ctx, params, 'manage')
    await service(ctx).pin(post.id, false)
    return show(ctx, post.id)
  },
  async duplicate(ctx, { params }) {
    const post = await fromPath(ctx, params, 'duplicate')
    const copy = await service(ctx).duplicate(post.id, ctx.me().id)
    return (await presentPosts(ctx, [copy], { isNew: true }))[0]!
  },

  async revisions(ctx, { params, query }) {
    return listRevisions(ctx, await fromPath(ctx, params, 'update'), query)
  },
  async revision(ctx, { params }) {
    return showRevision(ctx, await fromPath(ctx, params, 'update'), params.id)
  },
  async restoreRevision(ctx, { params }) {
    const post = await heldFromPath(ctx, params, 'update')
    const { changes, held } = await stateOf(ctx, post, params.id)
    await service(ctx).update(post.id, changes, held)
    return show(ctx, post.id)
  },

  bulks: (ctx, { query }) => listBulks(ctx, query),
  startBulk: (ctx, { body }) => startBulk(ctx, body),
  bulk: (ctx, { params }) => showBulk(ctx, params.id),
  cancelBulk: (ctx, { params }) => cancelBulk(ctx, params.id),
}
