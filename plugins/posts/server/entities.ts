/** Tables of posts. Counters are kept here in the transaction that changes them. */
import { bulkColumns, bulkItemColumns, type InferEntity, p, table, type TablesOf, versioned } from '@atrium/sdk/server'
import type { BulkAction } from '../contract.ts'

export interface Gallery {
  /** Readers may download the pictures as they were uploaded. */
  downloadable: boolean
  images: { file_id: number; caption: string; alt: string }[]
}
/** What search engines and previews are told instead of title and first words. */
export type PostMeta = Partial<Record<'meta_title' | 'meta_description' | 'opengraph_title' | 'opengraph_description', string>>

const ids = p
  .array(
    (id) => Number(id),
    (id) => String(id),
  )
  .columnType('bigint[]')

export const Post = table(
  'posts.post',
  {
    ...versioned,
    spaceId: p.bigint('number'),
    authorMemberId: p.bigint('number'),
    type: p.string().$type<'basic' | 'image'>().default('basic'),
    status: p.string().$type<'draft' | 'scheduled' | 'published'>().default('draft'),
    name: p.text(),
    /** A copy of the address that `content` has given it, for its links. */
    slug: p.text(),
    body: p.json<any>(),
    text: p.text(),
    excerpt: p.text(),
    /** The first blocks, for lists; null where the whole text is short. */
    preview: p.json<any>().nullable(),
    coverFileId: p.bigint('number').nullable(),
    gallery: p.json<Gallery>().nullable(),
    /** Made safe before it is kept. */
    customHtml: p.text().nullable(),
    meta: p.json<PostMeta>(),
    topicIds: ids,
    isCommentsEnabled: p.boolean().default(true),
    /** What was said stays to be read, nothing is added. */
    isCommentsClosed: p.boolean().default(false),
    isLikingEnabled: p.boolean().default(true),
    hideMetaInfo: p.boolean().default(false),
    isTruncationDisabled: p.boolean().default(false),
    hideFromFeaturedAreas: p.boolean().default(false),
    inKnowledgeBase: p.boolean().default(true),
    /** Nobody is told when it comes out. */
    skipNotifications: p.boolean().default(false),
    /** The last part of its address for those without an account; made when it is first shared. */
    shareUid: p.text().nullable(),
    sharePostEnabled: p.boolean().default(false),
    likesCount: p.integer().default(0),
    commentsCount: p.integer().default(0),
    lastActivityAt: p.datetime(),
    pinnedAt: p.datetime().nullable(),
    publishedAt: p.datetime().nullable(),
    /** When it first came out, once it was taken back. */
    announcedAt: p.datetime().nullable(),
    scheduledAt: p.datetime().nullable(),
    editedAt: p.datetime().nullable(),
    deletedAt: p.datetime().nullable(),
    /** Since when it is hidden; then it is deleted too. With all that its author wrote it comes back with them. */
    withdrawnAt: p.datetime().nullable(),
    /** Hidden by itself, so it does not come back with its author. */
    withdrawnAlone: p.boolean().default(false),
    /** Since when it waits for somebody to look at it before it comes out; until then it is a draft. */
    flaggedForApprovalAt: p.datetime().nullable(),
    clientId: p.text().nullable(),
  },
  {
    own: [
      'space_id',
      'type',
      'status',
      'name',
      'slug',
      'body',
      'text',
      'cover_file_id',
      'gallery',
      'custom_html',
      'meta',
      'topic_ids',
      'likes_count',
      'comments_count',
      'published_at',
      'scheduled_at',
      'edited_at',
      'deleted_at',
    ],
  },
)
export type Post = InferEntity<typeof Post>

export const Topic = table(
  'posts.topic',
  {
    name: p.text(),
    adminOnly: p.boolean().default(false),
    authorMemberId: p.bigint('number').nullable(),
    /** The spaces it is offered in; none means all. */
    spaceIds: ids,
  },
  { own: ['name'] },
)
export type Topic = InferEntity<typeof Topic>

/** A post as one saved edit left it; the newest is the post as it is. */
export const Revision = table(
  'posts.revision',
  {
    postId: p.bigint('number'),
    memberId: p.bigint('number').nullable(),
    name: p.text(),
    body: p.json<any>(),
    text: p.text(),
    coverFileId: p.bigint('number').nullable(),
    gallery: p.json<Gallery>().nullable(),
  },
  { own: ['post_id', 'name', 'body', 'text', 'cover_file_id', 'gallery'] },
)
export type Revision = InferEntity<typeof Revision>

/** One act on many posts, done in the background in the name of who asked for it. */
export const Bulk = table(
  'posts.bulk',
  {
    ...bulkColumns,
    action: p.text().$type<BulkAction>(),
    params: p.json<{ space_id?: number; topics?: number[] }>(),
  },
  { own: [] },
)

export const BulkItem = table('posts.bulk_item', {
  ...bulkItemColumns,
  postId: p.bigint('number'),
})

/** For typed SQL: `ctx.em.getKysely<Tables>()`. */
export type Tables = TablesOf<typeof Post | typeof Topic | typeof Revision | typeof Bulk | typeof BulkItem>
