/** What happens to posts: writing, publishing, moving, pinning, deleting. */
import { AtriumError, invalid, notFound, slugify } from '@atrium/sdk'
import { type Ctx, isUniqueViolation, parseRichText, resolveFiles } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import spaces from '../../spaces/contract.ts'
import posts, { type NewPost, type PostsService } from '../contract.ts'
import { Post } from './entities.ts'
import { publishJob } from './jobs.ts'
import { countByMember } from './reads.ts'

const EXCERPT = 300
/** A deleted post can be brought back for this long (hours); then the nightly job removes it. */
export const UNDO_HOURS = 24

/** The first blocks of a document, about `length` characters of text; null when it is short enough as it is. */
export function previewOf(doc: any, text: string, length: number): any | null {
  const blocks: any[] = doc.content ?? []
  if (text.length <= length && blocks.length <= 12) return null
  const kept: any[] = []
  let size = 0
  for (const block of blocks) {
    if (kept.length >= 12 || (size >= length && kept.length > 0)) break
    // A heading with nothing below it promises what the card does not show.
    if (block.type === 'heading' && size >= length / 3) break
    kept.push(block)
    size += JSON.stringify(block).length / 1.6
  }
  return kept.length < blocks.length ? { ...doc, content: kept } : null
}

async function parseBody(ctx: Ctx, input: unknown) {
  const { doc: checked, text, isEmpty, mentionIds } = parseRichText(input)
  const { doc, files } = await resolveFiles(checked, ctx.files)
  const excerpt = text.replace(/\s+/g, ' ').slice(0, EXCERPT)
  return { doc, text, excerpt, isEmpty, mentionIds, fileIds: files.map(({ id }) => id), preview: previewOf(doc, text, ctx.settings(posts).excerpt_length) }
}

/** A slug that is free in the space: the title's words, with a short mark when taken. */
async function freeSlug(ctx: Ctx, spaceId: number, wanted: string): Promise<string> {
  const base = slugify(wanted).slice(0, 100).replace(/-+$/, '') || 'post'
  const taken = await ctx.sql<{ slug: string }>('select slug from posts.post where community_id = $1 and space_id = $2 and slug = $3', [spaceId, base])
  // `new` and `members` are addresses of the space itself.
  return taken.length > 0 || ['new', 'members', 'members_pagination', 'events', 'sections', 'edit-lesson'].includes(base)
    ? `${base}-${Math.random().toString(36).slice(2, 8)}`
    : base
}

export function createPostsService(ctx: Ctx): PostsService & {
  update(id: number, changes: PostChanges): Promise<void>
  remove(id: number): Promise<void>
  restore(id: number): Promise<void>
  duplicate(id: number, authorMemberId: number): Promise<{ id: number; slug: string }>
  resolveTopics(ids: number[]): Promise<number[]>
} {
  const load = async (id: number) => {
    const post = await ctx.em.findOne(Post, { id })
    if (!post) throw notFound('Post')
    return post
  }

  async function goPublic(post: Post, at: Date, isImport = false) {
    post.status = 'published'
    post.publishedAt = at
    post.scheduledAt = null
    post.lastActivityAt = at
    await ctx.em.flush()
    await ctx.use(spaces).advance(post.spaceId, isImport)
    await index(post)
    ctx.emit(posts.events['post.published'], { postId: post.id, spaceId: post.spaceId, memberId: post.authorMemberId })
  }

  async function index(post: Post) {
    const space = await ctx.use(spaces).card(post.spaceId)
    if (!space) return
    await ctx.search.put({
      kind: 'post',
      recordId: post.id,
      spaceId: post.spaceId,
      title: post.name,
      body: post.text.slice(0, 20_000),
      path: `/c/${space.slug}/${post.slug}`,
      updatedAt: ctx.now(),
    })
  }

  return {
    async create(input: NewPost) {
      const status = input.status ?? 'published'
      const at = input.at ?? ctx.now()
      if (status === 'scheduled' && (!input.scheduledAt || input.scheduledAt <= ctx.now()))
        throw invalid({ 'post.scheduled_at': ['Choose a moment in the future.'] })
      const body = await parseBody(ctx, input.doc)
      if (status !== 'draft' && body.isEmpty && !input.coverFileId) throw invalid({ 'post.tiptap_body': ['Write something first.'] })
      if (status !== 'draft' && !input.name && ctx.settings(posts).title_required) throw invalid({ 'post.name': ['Give it a title.'] })
      const post = ctx.em.create(Post, {
        spaceId: input.spaceId,
        authorMemberId: input.authorMemberId,
        type: 'basic',
        status: status === 'scheduled' ? 'scheduled' : 'draft',
        name: input.name,
        slug: await freeSlug(ctx, input.spaceId, input.slug ?? (input.name || body.excerpt.slice(0, 60))),
        body: body.doc,
        text: body.text,
        excerpt: body.excerpt,
        preview: body.preview,
        coverFileId: input.coverFileId ?? null,
        topicIds: input.topicIds ?? [],
        isCommentsEnabled: input.isCommentsEnabled ?? true,
        isLikingEnabled: input.isLikingEnabled ?? true,
        hideMetaInfo: input.hideMetaInfo ?? false,
        lastActivityAt: at,
        scheduledAt: input.scheduledAt ?? null,
        clientId: input.clientId ?? null,
        createdAt: at,
      })
      try {
        await ctx.em.flush()
      } catch (error) {
        if (isUniqueViolation(error, 'post_client')) throw new AtriumError(409, 'already_sent', 'This post has arrived already.')
        throw error
      }
      for (const fileId of [...body.fileIds, ...(input.coverFileId ? [input.coverFileId] : [])]) await ctx.files.keep(fileId, `post:${post.id}`)
      await ctx.use(content).mention('post', post.id, body.mentionIds)
      if (status === 'published') await goPublic(post, at, input.at !== undefined)
      if (status === 'scheduled') await ctx.enqueue(publishJob, { postId: post.id }, { runAt: input.scheduledAt!, key: `post:${post.id}` })
      return { id: post.id, slug: post.slug }
    },

    async publish(postId) {
      const post = await load(postId)
      if (post.status !== 'published' && !post.deletedAt) await goPublic(post, ctx.now())
    },

    async pin(postId, pinned) {
      const post = await load(postId)
      post.pinnedAt = pinned ? ctx.now() : null
      await ctx.em.flush()
      ctx.emit(posts.events['post.updated'], { postId, spaceId: post.spaceId, record: `post:${postId}` })
    },

    async countBy(memberId) {
      const { visibleIds } = await ctx.use(spaces).access()
      return (await ctx.read(countByMember, [memberId, visibleIds]))[0]!.count
    },

    async update(id, changes) {
      const post = await load(id)
      if (changes.doc !== undefined) {
        const body = await parseBody(ctx, changes.doc)
        if (body.isEmpty && post.status === 'published' && !post.coverFileId) throw invalid({ 'post.tiptap_body': ['A published post cannot be empty.'] })
        Object.assign(post, { body: body.doc, text: body.text, excerpt: body.excerpt, preview: body.preview })
        for (const fileId of body.fileIds) await ctx.files.keep(fileId, `post:${id}`)
        await ctx.use(content).mention('post', id, body.mentionIds)
        if (post.status === 'published') post.editedAt = ctx.now()
      }
      if (changes.name !== undefined) {
        if (!changes.name && post.status === 'published' && ctx.settings(posts).title_required) throw invalid({ 'post.name': ['Give it a title.'] })
        post.name = changes.name
      }
      if (changes.coverFileId !== undefined) {
        post.coverFileId = changes.coverFileId
        if (changes.coverFileId) await ctx.files.keep(changes.coverFileId, `post:${id}`)
      }
      if (changes.topicIds) post.topicIds = changes.topicIds
      for (const key of ['isCommentsEnabled', 'isLikingEnabled', 'hideMetaInfo'] as const) if (changes[key] !== undefined) post[key] = changes[key]!
      if (changes.spaceId && changes.spaceId !== post.spaceId) {
        if (post.status === 'published') {
          ctx.use(spaces).retreat(post.spaceId)
          await ctx.use(spaces).advance(changes.spaceId)
        }
        post.slug = await freeSlug(ctx, changes.spaceId, post.slug)
        post.spaceId = changes.spaceId
      }
      await ctx.em.flush()
      if (changes.status === 'published' && post.status !== 'published') return goPublic(post, ctx.now())
      if (changes.status === 'scheduled' && post.status !== 'published') {
        if (!changes.scheduledAt || changes.scheduledAt <= ctx.now()) throw invalid({ 'post.scheduled_at': ['Choose a moment in the future.'] })
        post.status = 'scheduled'
        post.scheduledAt = changes.scheduledAt
        await ctx.enqueue(publishJob, { postId: id }, { runAt: changes.scheduledAt, key: `post:${id}` })
      }
      if (changes.status === 'draft' && post.status === 'scheduled') {
        post.status = 'draft'
        post.scheduledAt = null
      }
      if (post.status === 'published') {
        await index(post)
        ctx.emit(posts.events['post.updated'], { postId: id, spaceId: post.spaceId, record: `post:${id}` })
      }
    },

    async remove(id) {
      const post = await load(id)
      if (post.deletedAt) return
      post.deletedAt = ctx.now()
      await ctx.em.flush()
      await ctx.search.remove('post', id)
      await ctx.audit('post.deleted', `post:${id}`, { name: post.name })
      if (post.status !== 'published') return
      ctx.use(spaces).retreat(post.spaceId)
      ctx.emit(posts.events['post.deleted'], { postId: id, spaceId: post.spaceId })
    },

    async restore(id) {
      const post = await load(id)
      if (!post.deletedAt || ctx.now().getTime() - post.deletedAt.getTime() > UNDO_HOURS * 3_600_000) throw notFound('Post')
      post.deletedAt = null
      await ctx.em.flush()
      if (post.status !== 'published') return
      await ctx.use(spaces).advance(post.spaceId)
      await index(post)
      ctx.emit(posts.events['post.updated'], { postId: id, spaceId: post.spaceId, record: `post:${id}` })
    },

    async duplicate(id, authorMemberId) {
      const post = await load(id)
      return this.create({
        spaceId: post.spaceId,
        authorMemberId,
        name: post.name,
        doc: post.body,
        status: 'draft',
        coverFileId: post.coverFileId,
        topicIds: post.topicIds,
        slug: `${post.slug}-copy`,
      })
    },

    async topic(name) {
      const [row] = await ctx.sql<{ id: number }>(
        'insert into posts.topic (community_id, name) values ($1, $2) on conflict (community_id, name) do update set name = excluded.name returning id',
        [name],
      )
      return row!
    },

    async resolveTopics(ids) {
      if (ids.length === 0) return []
      const rows = await ctx.sql<{ id: number }>('select id from posts.topic where community_id = $1 and id = any($2::bigint[]) and (not admin_only or $3)', [
        ids,
        ctx.can('posts.manage'),
      ])
      if (rows.length !== new Set(ids).size) throw invalid({ 'post.topics': ['One of these topics does not exist.'] })
      return rows.map(({ id }) => id)
    },
  }
}

export interface PostChanges {
  name?: string
  doc?: unknown
  coverFileId?: number | null
  topicIds?: number[]
  isCommentsEnabled?: boolean
  isLikingEnabled?: boolean
  hideMetaInfo?: boolean
  status?: 'draft' | 'scheduled' | 'published'
  scheduledAt?: Date
  spaceId?: number
}

/** Removes what was deleted longer ago than it can be undone, with all that hangs on it. */
export async function purge(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - UNDO_HOURS * 3_600_000)
  const gone = await ctx.sql<{ id: number }>('delete from posts.post where community_id = $1 and deleted_at < $2 returning id', [before])
  for (const { id } of gone) await ctx.use(content).forget('post', id)
}
