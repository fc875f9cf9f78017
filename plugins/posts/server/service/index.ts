/** What happens to posts: writing, publishing, moving, pinning, sharing, deleting. */
import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AtriumError, invalid, notFound, cut } from '@atrium/sdk'
import { assign, type Ctx, hold, isUniqueViolation, pick, raiseVersion, rowOf, safeHtml, unlessRefused } from '@atrium/sdk/server'
import content, { type RemovalReason, type Verdict, type Withdrawal, type WithdrawalOfOne } from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import posts, { SWITCHES, type GalleryInput, type NewPost, type PostsService, type Switches } from '../../contract.ts'
import { documentOf } from './documents.ts'
import { draftSlug, moveTo, settle, settleNew, share } from './addresses.ts'
import { filesOf, parseBody, parseGallery, previewOf, withoutFile } from './body.ts'
import { Post, type PostMeta } from '../entities.ts'
import { publishJob } from '../jobs.ts'
import { countByMembers, anyIn, newPost, type NewRow, type PostRow, postWrite } from '../reads.ts'
import { latest, postHtml, readPosts } from './reading.ts'
import { keepRevision } from './revisions.ts'
import { topicNamed } from './topics.ts'

/** A deleted post can be brought back for this long (hours); then the nightly job removes it. */
export const UNDO_HOURS = 24
export const restorableSince = (ctx: Ctx): Date => new Date(ctx.now().getTime() - UNDO_HOURS * 3_600_000)
/** Posts that are withdrawn in one step. */
const AT_ONCE = 100

/** What both a new post and a change may say. */
interface Extras {
  switches?: Partial<Switches>
  inKnowledgeBase?: boolean
  skipNotifications?: boolean
  customHtml?: string | null
  meta?: PostMeta
  isPinned?: boolean
  isShared?: boolean
}
export interface PostChanges extends Extras {
  type?: 'basic' | 'image'
  name?: string
  doc?: unknown
  coverFileId?: number | null
  gallery?: GalleryInput | null
  topicIds?: number[]
  status?: 'draft' | 'scheduled' | 'published'
  scheduledAt?: Date
  spaceId?: number
  autosave?: boolean
  /** Imports and seeds: when it was changed. */
  at?: Date
}
export interface OwnService extends PostsService {
  /** @param held ids of files of others that the new post may hold: those of the post it copies */
  create(input: NewPost & Extras, held?: number[]): Promise<PostRow>
  /** @param held as in `create`: those of a former state that comes back */
  update(id: number, changes: PostChanges, held?: number[]): Promise<void>
  /**
   * @param why where it is given, the author of another's is told, if a plugin sees to that
   * @param inBulk the bulk action is what is told among the recent changes
   */
  remove(id: number, how?: { why?: RemovalReason; inBulk?: boolean }): Promise<void>
  /** @throws AtriumError 404 after a day */
  restore(id: number, inBulk?: boolean): Promise<void>
  /** As `ContentKind.withdraw`. */
  withdrawAll(memberId: number, how: Withdrawal): Promise<boolean>
  /** As `ContentKind.withdrawOne`. */
  withdrawOne(id: number, how: WithdrawalOfOne): Promise<void>
  duplicate(id: number, authorMemberId: number): Promise<PostRow>
}

/** A post as it stands in its table, loaded or just written. */
type Made = NewRow & { id: number }

export function createPostsService(ctx: Ctx): OwnService {
  const load = (id: number) => hold(ctx, Post, id, 'Post')
  const told = (post: Made) => ({ postId: post.id, spaceId: post.spaceId })
  const gone = (post: Post) => ctx.emit(posts.events['post.deleted'], { ...told(post), byMemberId: ctx.member?.id ?? null })
  const changed = (post: Post) => ctx.emit(posts.events['post.updated'], { ...told(post), record: `post:${post.id}` })

  async function index(post: Made) {
    const space = await ctx.use(spaces).card(post.spaceId)
    if (!space) return
    ctx.search.put(documentOf(post, space.slug, ctx.now()))
  }

  /** Files of a shared post are for everybody who has its address; those of others for its readers. */
  async function keepFiles(post: Made) {
    for (const fileId of filesOf(post)) await ctx.files.keep(fileId, `${post.sharePostEnabled ? 'public:' : ''}post:${post.id}`)
  }

  /** Only what readers can see is told to those whom it names. */
  const tellMentioned = (post: Made, memberIds: number[]) => (ctx.member ? ctx.use(content).mention('post', post.id, memberIds) : undefined)

  function check(post: NewRow, isEmpty: boolean) {
    if (post.type === 'image' && !post.gallery) throw invalid({ 'post.gallery_attributes': ['Add an image first.'] })
    if (isEmpty && !post.coverFileId && !post.gallery && !post.customHtml) throw invalid({ 'post.tiptap_body': ['Write something first.'] })
    if (needsTitle(post) && !post.name) throw invalid({ 'post.name': ['Add a title.'] })
  }
  /** An image post may have no text. */
  const needsTitle = ({ type }: { type: string }) => type === 'basic' && ctx.settings(posts).title_required
  function checkTime(at: Date | undefined): asserts at {
    if (!at || at <= ctx.now()) throw invalid({ 'post.scheduled_at': ['Choose a time in the future.'] })
  }

  /** @throws AtriumError 409 for what the same browser has sent before */
  async function insert(post: NewRow): Promise<PostRow> {
    const [row] = await ctx.read(postWrite, newPost.params(post)).catch((error) => {
      if (isUniqueViolation(error, 'post_client')) throw new AtriumError(409, 'already_sent', 'This post was already imported.')
      throw error
    })
    const placed = { id: row!.id, spaceId: post.spaceId, slug: post.slug }
    if (post.shareUid) await share(ctx, { ...placed, shareUid: post.shareUid })
    return { ...row!, slug: await settleNew(ctx, placed) }
  }

  async function schedule(post: Post, at: Date) {
    post.status = 'scheduled'
    post.scheduledAt = at
    await settle(ctx, post)
    await ctx.em.flush()
    await ctx.enqueue(publishJob, { postId: post.id }, { runAt: at, key: `post:${post.id}` })
  }

  /** Asked of what comes out, or is out and changes. Imports ask nobody. */
  const judge = (post: NewRow, mentionIds: number[], id?: number) =>
    ctx.use(content).judge({ kind: 'post', spaceId: post.spaceId, text: [post.name, post.text].filter(Boolean).join('\n'), doc: post.body, mentionIds, id })
  /** It stays a draft until somebody has looked. */
  async function keepBack(post: Post, verdict: Verdict) {
    post.status = 'draft'
    post.scheduledAt = null
    post.flaggedForApprovalAt ??= ctx.now()
    await ctx.em.flush()
    await verdict.noted(post.id)
  }

  const publish = (post: Post, at: Date) =>
    Object.assign(post, { status: 'published', publishedAt: at, scheduledAt: null, flaggedForApprovalAt: null, lastActivityAt: at })
  async function goPublic(post: Post, at: Date, mentionIds: number[]) {
    await settle(ctx, post)
    const { announcedAt } = post
    // It stands where it stood, unless a moment was chosen for it.
    publish(post, announcedAt && post.status === 'draft' ? announcedAt : at)
    await ctx.em.flush()
    await tellMentioned(post, mentionIds)
    if (!announcedAt) return appear(post)
    ctx.use(spaces).regain(post.spaceId)
    await index(post)
    changed(post)
  }
  async function appear(post: Made, isImport = false) {
    await ctx.use(spaces).advance(post.spaceId, 'post', isImport ? post.publishedAt! : undefined)
    await index(post)
    ctx.emit(posts.events['post.published'], {
      ...told(post),
      memberId: post.authorMemberId,
      ...(post.skipNotifications || isImport ? { quiet: true as const } : {}),
    })
  }

  async function withdraw(post: Post) {
    const wasOut = post.status === 'published'
    post.status = 'draft'
    post.scheduledAt = null
    post.announcedAt ??= post.publishedAt
    post.publishedAt = null
    post.pinnedAt = null
    await ctx.em.flush()
    if (!wasOut) return
    ctx.use(spaces).retreat(post.spaceId)
    ctx.search.remove('post', post.id)
    ctx.emit(posts.events['post.unpublished'], told(post))
    ctx.recheckRooms()
  }

  function applyExtras(post: NewRow, { switches, inKnowledgeBase, skipNotifications, customHtml, meta, isPinned, isShared }: Extras) {
    assign(Post, post, { ...switches, in_knowledge_base: inKnowledgeBase, skip_notifications: skipNotifications })
    if (customHtml !== undefined) post.customHtml = customHtml ? safeHtml(customHtml) || null : null
    if (meta) post.meta = Object.fromEntries(Object.entries({ ...post.meta, ...meta }).filter(([, text]) => text !== ''))
    if (isPinned !== undefined && isPinned !== (post.pinnedAt !== null)) post.pinnedAt = isPinned ? ctx.now() : null
    if (isShared === undefined) return
    post.sharePostEnabled = isShared
    if (isShared) post.shareUid ??= randomBytes(12).toString('base64url').toLowerCase().replaceAll(/[-_]/g, '0')
  }

  async function setBody(post: Post, doc: unknown, held: number[]) {
    const body = await parseBody(ctx, doc, { held, whole: post.isTruncationDisabled })
    if (post.status === 'published' && body.isEmpty && !post.coverFileId && !post.gallery && !post.customHtml)
      throw invalid({ 'post.tiptap_body': ['A published post can’t be empty.'] })
    Object.assign(post, { body: body.doc, text: body.text, excerpt: body.excerpt, preview: body.preview })
    return body
  }

  async function move(post: Post, spaceId: number) {
    if (post.status === 'published') {
      ctx.use(spaces).retreat(post.spaceId)
      await ctx.use(spaces).advance(spaceId, 'post')
      // browsers that show the former space are told too, so that the post disappears there
      ctx.emit(posts.events['post.updated'], { ...told(post), record: `post:${post.id}` })
    }
    await moveTo(ctx, post, spaceId)
    // Those who read it may not see where it goes.
    if (post.status === 'published') ctx.recheckRooms()
    post.pinnedAt = null
  }

  async function withdrawStep(post: Post, how: Withdrawal, alone = false) {
    const wasOut = post.deletedAt === null && post.status === 'published'
    post.deletedAt = how === 'show' ? null : ctx.now()
    post.withdrawnAt = how === 'hide' ? ctx.now() : null
    post.withdrawnAlone = how === 'hide' && alone
    await ctx.em.flush()
    if (wasOut) {
      ctx.search.remove('post', post.id)
      ctx.use(spaces).retreat(post.spaceId)
      gone(post)
    }
    if (how !== 'show' || post.status !== 'published') return
    ctx.use(spaces).regain(post.spaceId)
    await index(post)
    changed(post)
  }

  return {
    async create(input, held = []) {
      const status = input.status ?? 'published'
      const at = input.at ?? ctx.now()
      if (status === 'scheduled') checkTime(input.scheduledAt)
      const body = await parseBody(ctx, input.doc, { held, whole: input.switches?.is_truncation_disabled })
      const gallery = input.gallery ? await parseGallery(ctx, input.gallery, { held }) : null
      const post = newPost.row({
        spaceId: input.spaceId,
        authorMemberId: input.authorMemberId,
        type: input.type ?? 'basic',
        status,
        name: input.name,
        slug: status === 'draft' && !input.slug ? draftSlug() : ctx.use(content).slugFor('post', input.slug ?? (input.name || cut(body.excerpt, 60))),
        body: body.doc,
        text: body.text,
        excerpt: body.excerpt,
        preview: body.preview,
        coverFileId: input.coverFileId,
        gallery,
        meta: {},
        topicIds: input.topicIds ?? [],
        lastActivityAt: at,
        publishedAt: status === 'published' ? at : null,
        scheduledAt: status === 'scheduled' ? input.scheduledAt! : null,
        clientId: input.clientId,
        createdAt: at,
      })
      applyExtras(post, input)
      if (status !== 'draft') check(post, body.isEmpty)
      const verdict = status === 'draft' || input.at ? null : await judge(post, body.mentionIds)
      if (verdict?.held) Object.assign(post, { status: 'draft', publishedAt: null, scheduledAt: null, flaggedForApprovalAt: ctx.now() })
      const row = await insert(post)
      const made = { ...post, id: row.id, slug: row.slug }
      await keepFiles(made)
      await verdict?.noted(row.id)
      if (verdict?.held) return row
      if (status === 'published') {
        if (body.mentionIds.length) await tellMentioned(made, body.mentionIds)
        await appear(made, input.at !== undefined)
      }
      if (status === 'scheduled') await ctx.enqueue(publishJob, { postId: row.id }, { runAt: input.scheduledAt!, key: `post:${row.id}` })
      return row
    },

    async dropFile(postId, fileId) {
      const post = await unlessRefused(load(postId), null, 404)
      if (!post || post.deletedAt) return
      const doc = withoutFile(post.body, fileId)
      const { isEmpty } = await parseBody(ctx, doc, { held: filesOf(post) })
      if (isEmpty && !post.coverFileId && !post.gallery && !post.customHtml) return this.remove(postId)
      await this.update(postId, { doc, at: ctx.now() })
    },

    edit(postId, changes) {
      return this.update(postId, changes)
    },

    async publish(postId) {
      const post = await load(postId)
      if (post.status === 'published' || post.deletedAt) return
      const { isEmpty, mentionIds } = await parseBody(ctx, post.body, { held: filesOf(post) })
      check(post, isEmpty)
      await goPublic(post, ctx.now(), mentionIds)
    },

    async pin(postId, pinned) {
      const post = await load(postId)
      if (pinned === (post.pinnedAt !== null)) return
      post.pinnedAt = pinned ? ctx.now() : null
      await ctx.em.flush()
      changed(post)
    },

    latest: (spaceIds, query) => latest(ctx, spaceIds, query),
    read: (ids, spaceIds) => readPosts(ctx, ids, spaceIds),
    html: (id) => postHtml(ctx, id),
    async countBy(memberIds) {
      const { visibleIds } = await ctx.use(spaces).access()
      return new Map((await ctx.read(countByMembers, [memberIds, visibleIds()])).map(({ id, count }) => [id, count]))
    },
    async hasAny() {
      const { visibleIds } = await ctx.use(spaces).access()
      return (await ctx.read(anyIn, [visibleIds()]))[0]!.count > 0
    },

    async update(id, changes, more = []) {
      const post = await load(id)
      if (post.withdrawnAt) throw notFound('Post')
      const held = [...filesOf(post), ...more]
      if (changes.status === 'scheduled' && post.status !== 'published') checkTime(changes.scheduledAt)
      const before = { name: post.name, body: post.body, text: post.text, coverFileId: post.coverFileId, gallery: post.gallery }
      const { sharePostEnabled: wasShared, shareUid } = post
      const at = changes.at ?? ctx.now()
      // a post that waits for review is published by a moderator's decision alone
      if (post.flaggedForApprovalAt && ctx.member?.id === post.authorMemberId && changes.status !== 'draft') changes = { ...changes, status: undefined }
      if (changes.type && post.status !== 'published') post.type = changes.type
      if (changes.gallery !== undefined) {
        post.gallery = changes.gallery && (await parseGallery(ctx, changes.gallery, { held }))
        if (post.status === 'published' && post.type === 'image' && !post.gallery)
          throw invalid({ 'post.gallery_attributes': ['A published gallery needs at least one image.'] })
      }
      if (changes.coverFileId !== undefined) post.coverFileId = changes.coverFileId
      applyExtras(post, changes)
      if (changes.switches?.is_truncation_disabled !== undefined)
        post.preview = post.isTruncationDisabled ? null : previewOf(post.body, post.text, ctx.settings(posts).excerpt_length)
      const mentionIds = changes.doc === undefined ? undefined : (await setBody(post, changes.doc, held)).mentionIds
      if (changes.name !== undefined) {
        if (!changes.name && post.status === 'published' && needsTitle(post)) throw invalid({ 'post.name': ['Add a title.'] })
        post.name = changes.name
      }
      if (changes.topicIds) post.topicIds = changes.topicIds
      if (changes.spaceId && changes.spaceId !== post.spaceId) await move(post, changes.spaceId)
      const edited = (['name', 'text', 'coverFileId', 'body', 'gallery'] as const).some((key) => !same(before[key], post[key]))
      if (edited && post.status === 'published') post.editedAt = at
      const comesOut = post.status !== 'published' && (changes.status === 'published' || changes.status === 'scheduled')
      const verdict =
        changes.at || !(comesOut || (edited && post.status === 'published'))
          ? null
          : await judge(post, mentionIds ?? (await parseBody(ctx, post.body, { held })).mentionIds, id)
      raiseVersion(ctx, post)
      await ctx.em.flush()
      if (post.shareUid && !shareUid) await share(ctx, { id, spaceId: post.spaceId, shareUid: post.shareUid })
      if (edited && (!changes.autosave || post.status === 'published')) await keepRevision(ctx, post, before, at)
      if (edited || wasShared !== post.sharePostEnabled) await keepFiles(post)

      if (comesOut && verdict?.held) return keepBack(post, verdict)
      await verdict?.noted(id)
      if (verdict?.held) return withdrawStep(post, 'hide', true)
      if (changes.status === 'published' && post.status !== 'published') {
        const { isEmpty, mentionIds: named } = await parseBody(ctx, post.body, { held: filesOf(post) })
        check(post, isEmpty)
        return goPublic(post, at, named)
      }
      if (changes.status === 'scheduled' && post.status !== 'published') {
        check(post, (await parseBody(ctx, post.body, { held: filesOf(post) })).isEmpty)
        await schedule(post, changes.scheduledAt!)
      }
      if (changes.status === 'draft' && post.status !== 'draft') return withdraw(post)
      if (post.status !== 'published') return
      if (mentionIds) await tellMentioned(post, mentionIds)
      await index(post)
      changed(post)
    },

    async remove(id, { why, inBulk = false } = {}) {
      const post = await load(id)
      if (post.deletedAt) return
      const isOthers = ctx.member !== null && ctx.member.id !== post.authorMemberId
      if (why && isOthers && post.status === 'published' && (await ctx.use(content).removeOf('post', id, why)))
        return ctx.audit('post.deleted', `post:${id}`, { name: post.name })
      post.deletedAt = ctx.now()
      await ctx.em.flush()
      ctx.search.remove('post', id)
      // many at once are one entry among the recent changes, that of the bulk action
      await ctx.audit(inBulk ? 'post.deleted_in_bulk' : 'post.deleted', `post:${id}`, { name: post.name })
      if (post.status !== 'published') return
      ctx.use(spaces).retreat(post.spaceId)
      gone(post)
    },

    async restore(id, inBulk = false) {
      const post = await load(id)
      if (!post.deletedAt || post.deletedAt <= restorableSince(ctx)) throw notFound('Post')
      const logged = () => ctx.audit(inBulk ? 'post.restored_in_bulk' : 'post.restored', `post:${id}`, { name: post.name })
      if (post.withdrawnAlone && (await ctx.use(content).restoreOf('post', id))) return logged()
      if (post.withdrawnAt) throw notFound('Post')
      post.deletedAt = null
      await ctx.em.flush()
      await logged()
      if (post.status !== 'published') return
      ctx.use(spaces).regain(post.spaceId)
      await index(post)
      changed(post)
    },

    async withdrawAll(memberId, how) {
      const hidden = { withdrawnAt: { $ne: null } }
      const which = { hide: { deletedAt: null }, show: { ...hidden, withdrawnAlone: false }, remove: { $or: [{ deletedAt: null }, hidden] } }[how]
      const found = await ctx.em.find(Post, { authorMemberId: memberId, status: 'published', ...which }, { orderBy: { id: 'asc' }, limit: AT_ONCE })
      for (const post of found) await withdrawStep(post, how)
      return found.length === AT_ONCE
    },

    async withdrawOne(id, how) {
      if (!(await ctx.em.count(Post, { id }))) return
      const post = await load(id)
      if (how === 'release' || (how === 'hide' && post.withdrawnAt)) {
        // hidden with all of its author's
        post.withdrawnAlone = how === 'hide'
        if (how === 'release') post.flaggedForApprovalAt = null
        return ctx.em.flush()
      }
      const waits = how === 'show' && post.flaggedForApprovalAt !== null
      const isDue = { hide: post.deletedAt === null, show: post.withdrawnAlone || waits, remove: post.deletedAt === null || post.withdrawnAt !== null }[how]
      if (!isDue) return
      await withdrawStep(post, how, true)
      if (waits && ctx.member?.id === post.authorMemberId) await this.publish(id)
    },

    async duplicate(id, authorMemberId) {
      const post = await load(id)
      const copy = await this.create(
        {
          spaceId: post.spaceId,
          authorMemberId,
          name: post.name,
          doc: post.body,
          type: post.type,
          gallery: post.gallery && {
            downloadable_images: post.gallery.downloadable,
            images_attributes: post.gallery.images.map(({ file_id, ...words }) => ({ id: file_id, ...words })),
          },
          status: 'draft',
          coverFileId: post.coverFileId,
          topicIds: post.topicIds,
          slug: `${post.slug}-copy`,
          customHtml: post.customHtml,
          meta: post.meta,
          inKnowledgeBase: post.inKnowledgeBase,
          skipNotifications: post.skipNotifications,
          switches: pick(rowOf(Post, post), SWITCHES),
        },
        filesOf(post),
      )
      return copy
    },

    topic: (name) => topicNamed(ctx, name),
  }
}

/** Deep comparison regardless of the order of keys, which jsonb does not keep. */
const same = (stored: unknown, now: unknown) => stored === now || isDeepStrictEqual(stored, JSON.parse(JSON.stringify(now)))
