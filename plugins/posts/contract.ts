/** What others may know of posts: calls, events, permissions, service. */
import {
  Author,
  date,
  defineContract,
  del,
  done,
  event,
  flag,
  get,
  id,
  idList,
  line,
  list,
  open,
  paging,
  patch,
  point,
  post,
  type,
  RichTextDoc,
  z,
} from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'

const status = z.enum(['draft', 'scheduled', 'published'])
export const SORTS = ['latest', 'oldest', 'popular', 'likes', 'alphabetical', 'new_activity'] as const
export const BULK_ACTIONS = ['publish', 'unpublish', 'move', 'delete', 'topics', 'pin', 'unpin'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]
/** Most posts that one bulk action takes. */
export const MAX_BULK = 5_000
/** Characters of a post's text. */
export const MAX_TEXT = 250_000
/** Characters of a text that is sent as words or HTML. */
export const MAX_BODY = 100_000
/** Most pictures in a gallery. */
export const MAX_IMAGES = 50
/** Pictures of a gallery that lists carry. */
export const LISTED_IMAGES = 9

const Topic = z.object({ id: z.number(), name: z.string(), admin_only: z.boolean() })
/** A topic as those see it who keep topics. `space_ids` empty: offered everywhere. */
export const FullTopic = Topic.extend({
  space_ids: z.array(z.number()),
  author: z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable() }).nullable(),
  created_at: date,
  updated_at: date,
})
export type FullTopic = z.output<typeof FullTopic>

const Image = z.object({
  id: z.number(),
  signed_id: z.string(),
  filename: z.string(),
  url: z.string(),
  /** Wide enough for a whole screen. */
  large_url: z.string(),
  /** The picture as it was uploaded, where it may be downloaded. */
  original_url: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  placeholder: z.string().nullable(),
  caption: z.string(),
  alt: z.string(),
})
export const Gallery = z.object({
  id: z.number(),
  downloadable_images: z.boolean(),
  /** Lists carry the first `LISTED_IMAGES`. */
  images: z.array(Image),
  images_count: z.number(),
})
export type Gallery = z.output<typeof Gallery>

/** One post as members read it (public API, A.2.8 and A.2.9, with the specification's own names). */
export const PostReply = z.object({
  id: z.number(),
  community_id: z.number(),
  type: z.enum(['Posts::Basic', 'Posts::Image']),
  post_type: z.enum(['basic', 'image']),
  status,
  name: z.string(),
  display_title: z.string(),
  slug: z.string(),
  url: z.string(),
  space_id: z.number(),
  space_slug: z.string(),
  space: z.object({
    id: z.number(),
    slug: z.string(),
    name: z.string(),
    emoji: z.string().nullable(),
    default_comment_sort: z.enum(['oldest', 'latest']),
  }),
  editor: z.literal('tiptap'),
  /** Beside the body what hangs on the post, by the names of the content kind's attachments: `polls`. */
  tiptap_body: z.looseObject({ body: RichTextDoc }),
  body_plain_text: z.string(),
  /** The text goes on beyond what this reply carries (lists only). */
  is_truncated: z.boolean(),
  is_truncation_disabled: z.boolean(),
  /** Made safe; null in lists. */
  custom_html: z.string().nullable(),
  gallery: Gallery.nullable(),
  cover_image_url: z.string().nullable(),
  cover_image: z.string().nullable(),
  /** Width by height, for views that keep a picture's own shape. */
  cover_image_ratio: z.number().nullable(),
  topics: z.array(Topic),
  author: Author,
  hide_meta_info: z.boolean(),
  is_comments_enabled: z.boolean(),
  is_comments_closed: z.boolean(),
  is_liking_enabled: z.boolean(),
  is_pinned_at_top_of_space: z.boolean(),
  hide_from_featured_areas: z.boolean(),
  is_in_knowledge_base: z.boolean(),
  /** The post's address for everybody is its space's address and this, while sharing is on. Null unless one may change the post. */
  share_uid: z.string().nullable(),
  share_post_enabled: z.boolean(),
  /** Seen by its shared address by somebody who may not see the space. */
  is_shared_view: z.boolean(),
  meta_tag_attributes: z
    .object({ meta_title: z.string(), meta_description: z.string(), opengraph_title: z.string(), opengraph_description: z.string() })
    .partial(),
  is_liked_by_current_user: z.boolean(),
  user_likes_count: z.number(),
  comments_count: z.number(),
  sample_user_likes_community_members: z.array(z.object({ id: z.number(), public_uid: z.string(), name: z.string(), avatar_url: z.string().nullable() })),
  bookmark_id: z.number().nullable(),
  is_following: z.boolean(),
  reactions: z.array(z.object({ emoji: z.string(), count: z.number(), mine: z.boolean() })),
  flagged_for_approval_at: date.nullable(),
  created_at: date,
  updated_at: date,
  published_at: date.nullable(),
  scheduled_at: date.nullable(),
  edited_at: date.nullable(),
  policies: z.object({
    can_manage_post: z.boolean(),
    can_update_post: z.boolean(),
    can_destroy_post: z.boolean(),
    can_duplicate_post: z.boolean(),
    can_report_post: z.boolean(),
  }),
})
export type PostReply = z.output<typeof PostReply>

const words = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => text.replaceAll('\u0000', ''))
const signedId = z.string().max(200)
const galleryInput = z.object({
  downloadable_images: z.boolean().default(false),
  images_attributes: z
    .array(
      z
        .object({
          /** A picture that the gallery holds already. */
          id: id.optional(),
          /** A new upload; `image` is the same under its older name. */
          signed_id: signedId.optional(),
          image: signedId.optional(),
          caption: words(500).default(''),
          alt: words(500).default(''),
          position: z.number().int().min(0).max(1_000).optional(),
        })
        .refine((image) => image.id ?? image.signed_id ?? image.image, 'Name a picture.'),
    )
    .max(MAX_IMAGES, `A gallery holds ${MAX_IMAGES} pictures.`),
})
export type GalleryInput = z.output<typeof galleryInput>

const fields = {
  /** Pictures go without one. */
  name: z
    .string()
    .trim()
    .max(250, 'A title has at most 250 characters.')
    .nullable()
    .transform((name) => name ?? ''),
  tiptap_body: z.looseObject({ body: z.unknown() }),
  /** The text as plain words, with a little markdown, or as simple HTML; `tiptap_body` goes before it. */
  body: words(MAX_BODY),
  /** Signed id of an upload; null takes the cover away. */
  cover_image: signedId.nullable(),
  /** Pictures of an image post; null takes them away. */
  gallery_attributes: galleryInput.nullable(),
  topics: z.array(id).max(20),
  is_comments_enabled: z.boolean(),
  is_comments_closed: z.boolean(),
  is_liking_enabled: z.boolean(),
  is_truncation_disabled: z.boolean(),
  hide_meta_info: z.boolean(),
  hide_from_featured_areas: z.boolean(),
  skip_notifications: z.boolean(),
  is_pinned: z.boolean(),
  share_post_enabled: z.boolean(),
  /** For those who manage posts; what could do harm falls away. */
  internal_custom_html: words(100_000).nullable(),
  meta_title: line(120),
  meta_description: line(300),
  opengraph_title: line(120),
  opengraph_description: line(300),
  status,
  /** Needed with status scheduled; in the future. `published_at` says the same. */
  scheduled_at: z.iso.datetime({ offset: true }),
  published_at: z.iso.datetime({ offset: true }),
}
const CreatePost = z.object({
  post: z
    .object(fields)
    .partial()
    .extend({
      post_type: z.enum(['basic', 'image']).optional(),
      slug: z.string().max(120).optional(),
      /** A browser's own key for this post: sending it again makes no second one. */
      client_id: z.string().max(64).optional(),
      /** The post it is a copy of, whose pictures it may hold. */
      copy_of: id.optional(),
    }),
})
const UpdatePost = z.object({
  post: z
    .object(fields)
    .partial()
    .extend({
      space_id: id.optional(),
      /** Of a post that is not out yet. */
      post_type: z.enum(['basic', 'image']).optional(),
      /** Kept while somebody writes: no line in the edit history. */
      autosave: z.boolean().optional(),
    }),
})

/** A saved edit. The text comes with one of them alone. */
const RevisionLine = z.object({
  id: z.number(),
  post_id: z.number(),
  name: z.string(),
  author: Author.nullable(),
  created_at: date,
  /** The post as it is now. */
  is_current: z.boolean(),
})
export type RevisionLine = z.output<typeof RevisionLine>
const part = z.object({ text: z.string(), kind: z.enum(['same', 'added', 'removed']) })
const RevisionReply = RevisionLine.extend({
  tiptap_body: z.object({ body: RichTextDoc }),
  /** What this edit changed in the one before it. */
  diff: z.object({ name: z.array(part), text: z.array(part), cover_changed: z.boolean(), gallery_changed: z.boolean() }),
})
export type RevisionReply = z.output<typeof RevisionReply>
export type DiffPart = z.output<typeof part>

const listFilter = {
  status: z.enum(['draft', 'scheduled', 'published', 'all']).default('all'),
  space_id: id.optional(),
  topics: idList.optional(),
  search_text: z.string().max(200).optional(),
  all_authors: flag.optional(),
}
export const BulkReply = z.object({
  id: z.number(),
  action: z.enum(BULK_ACTIONS),
  status: z.enum(['running', 'done', 'cancelled']),
  total: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  author: z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable() }).nullable(),
  space: z.object({ id: z.number(), name: z.string() }).nullable(),
  topics: z.array(Topic),
  created_at: date,
  finished_at: date.nullable(),
})
export type BulkReply = z.output<typeof BulkReply>

const inSpace = z.object({ spaceId: id, postSlug: z.string().max(160) })
const oneRevision = inSpace.extend({ id })
const sort = z.enum(SORTS).default('latest')
const readers = open('A public community shows its posts; the space decides for each.')
const topicNames = open('Topics are names on public posts.')
const topicInput = z.object({ name: line(80).min(1), admin_only: z.boolean(), space_ids: z.array(id).max(200) })
const Featured = z.object({ post_id: z.number(), hide_from_featured_areas: z.boolean(), is_visible_in_featured_areas: z.boolean() })
const SummaryReply = z.object({ post_id: z.number(), summary: z.string(), created_at: date })

export interface NewPost {
  spaceId: number
  authorMemberId: number
  name: string
  /** TipTap JSON. */
  doc: unknown
  type?: 'basic' | 'image'
  gallery?: GalleryInput | null
  status?: 'draft' | 'scheduled' | 'published'
  scheduledAt?: Date
  coverFileId?: number | null
  topicIds?: number[]
  slug?: string
  clientId?: string
  isCommentsEnabled?: boolean
  isLikingEnabled?: boolean
  hideMetaInfo?: boolean
  /** The moment it counts as written; imports and seeds set it. Default now. */
  at?: Date
}

/** Posts for other plugins. Rights are the caller's matter; the calls check them before. */
export interface PostsService {
  /** @throws AtriumError 422 for an empty post or a body outside the schema */
  create(input: NewPost): Promise<{ id: number; slug: string }>
  /** Changes words as their author would; the edit is kept in the history. `at` as in `create`. For imports and seeds. */
  edit(postId: number, changes: { name?: string; doc?: unknown; at?: Date }): Promise<void>
  /** Publishes a draft or a scheduled post; nothing happens to one that is out already. */
  publish(postId: number): Promise<void>
  pin(postId: number, pinned: boolean): Promise<void>
  /** How many posts of a member are out, in spaces that the reader sees. */
  countBy(memberId: number): Promise<number>
  /** The topic of this name, made where it is new. For set-up and imports. */
  topic(name: string): Promise<{ id: number }>
}

/** What an AI plugin brings: a post, or what was said under it, in a few sentences. The reader may see the post. */
export interface PostSummarizer {
  /** @throws AtriumError 404 `no_summary`, `summaries_disabled` */
  post(ctx: Ctx, postId: number): Promise<{ summary: string; createdAt: Date }>
  /** @throws AtriumError 404 `no_summary`, `summaries_disabled` */
  conversation(ctx: Ctx, postId: number): Promise<{ summary: string; createdAt: Date }>
}

const postFact = z.object({ postId: z.number(), spaceId: z.number() })

export default defineContract('posts', {
  permissions: {
    manage: { title: 'Edit, pin and delete any post', grant: ['admin', 'moderator'] },
    create: { title: 'Write posts', grant: ['admin', 'moderator', 'member'] },
  },
  settings: z.object({
    excerpt_length: z.number().int().min(200).max(5_000).default(420),
    title_required: z.boolean().default(true),
  }),
  routes: {
    details: get('/internal_api/post_details', {
      can: readers,
      query: z.object({
        /** Ids; with `for_shared_post_view` share uids too. */
        post_ids: z
          .union([
            z.string().transform((text) => text.split(',').filter(Boolean)),
            z.array(z.union([z.string(), z.number()])),
            z.number().transform((n) => [n]),
          ])
          .pipe(z.array(z.coerce.string<string | number>().max(64)).max(100))
          .optional(),
        space_id: id.optional(),
        for_shared_post_view: flag.optional(),
      }),
      reply: z.array(PostReply),
      summary: 'Posts by ids',
    }),
    home: get('/internal_api/home_feed', {
      can: readers,
      query: paging.extend({ sort, unread: flag.optional(), following: flag.optional() }),
      reply: list(PostReply),
      summary: 'Newest posts of all spaces one sees',
    }),
    reading: get('/internal_api/home_feed/reading', {
      can: readers,
      reply: z.array(
        z.object({ id: z.number(), name: z.string(), url: z.string(), space_name: z.string(), comments_count: z.number(), activity: z.array(z.number()) }),
      ),
      summary: 'Posts most talked about these days',
    }),
    mine: get('/internal_api/posts', {
      masked: 'never',
      can: 'member',
      query: paging.extend(listFilter),
      reply: list(PostReply),
      summary: 'Posts by status: own ones, or everybody’s for those who manage posts',
    }),
    byMember: get('/internal_api/members/:id/posts', {
      can: readers,
      params: z.object({ id }),
      query: paging,
      reply: list(PostReply),
      summary: 'What a member has published, newest first',
    }),
    list: get('/internal_api/spaces/:spaceId/posts', {
      can: readers,
      params: z.object({ spaceId: id }),
      query: paging.extend({
        sort,
        topics: idList.optional(),
        search_text: z.string().max(200).optional(),
        /** Other than published: one's own, or everybody's for those who run the space. */
        status: status.default('published'),
        post_ids: idList.optional(),
      }),
      reply: list(PostReply),
      summary: 'Posts of a space, pinned ones first where nothing narrows them',
    }),
    create: post('/internal_api/spaces/:spaceId/posts', {
      can: 'create',
      params: z.object({ spaceId: id }),
      body: CreatePost,
      reply: PostReply,
      status: 201,
      limit: { points: 30, seconds: 60 },
      summary: 'Write a post',
    }),
    show: get('/internal_api/spaces/:spaceId/posts/:postSlug', {
      can: open('A public community shows its posts; the space decides for each, and a shared post is for everybody who has its address.'),
      params: z.object({ spaceId: z.coerce.string<string | number>().max(160), postSlug: z.string().max(160) }),
      reply: PostReply,
      summary: 'One post; the space by id or slug, the post by slug or share uid',
    }),
    update: patch('/internal_api/spaces/:spaceId/posts/:postSlug', {
      can: 'member',
      params: inSpace,
      body: UpdatePost,
      reply: PostReply,
      summary: 'Change a post',
    }),
    destroy: del('/internal_api/spaces/:spaceId/posts/:postSlug', { can: 'member', params: inSpace, reply: done, summary: 'Delete a post' }),
    restore: post('/internal_api/spaces/:spaceId/posts/:postSlug/restore', {
      can: 'member',
      params: inSpace,
      reply: PostReply,
      summary: 'Undo a deletion, within a day',
    }),
    pin: post('/internal_api/spaces/:spaceId/posts/:postSlug/pin', {
      can: 'member',
      params: inSpace,
      reply: PostReply,
      summary: 'Pin at the top of the space',
    }),
    unpin: del('/internal_api/spaces/:spaceId/posts/:postSlug/pin', { can: 'member', params: inSpace, reply: PostReply, summary: 'Unpin' }),
    duplicate: post('/internal_api/spaces/:spaceId/posts/:postSlug/duplicate', {
      can: 'create',
      params: inSpace,
      reply: PostReply,
      status: 201,
      summary: 'A copy as a draft',
    }),
    featuredAreas: get('/internal_api/spaces/:spaceId/posts/:postSlug/featured_areas_visibility', {
      can: 'member',
      params: inSpace,
      reply: Featured,
      summary: 'Whether the post is offered outside its space’s own list',
    }),
    hideInFeaturedAreas: post('/internal_api/spaces/:spaceId/posts/:postSlug/hide_in_featured_areas', { can: 'member', params: inSpace, reply: Featured }),
    showInFeaturedAreas: post('/internal_api/spaces/:spaceId/posts/:postSlug/show_in_featured_areas', { can: 'member', params: inSpace, reply: Featured }),
    knowledgeBase: patch('/internal_api/spaces/:spaceId/posts/:postSlug/knowledge_base', {
      can: 'member',
      params: inSpace,
      body: z.object({ is_in_knowledge_base: z.boolean() }),
      reply: done.extend({ is_in_knowledge_base: z.boolean() }),
      summary: 'Whether assistants may learn from the post',
    }),
    summary: get('/internal_api/posts/:postId/summary', {
      can: readers,
      params: z.object({ postId: id }),
      reply: SummaryReply,
      summary: 'The post in a few sentences; 404 plugin_off without a plugin that writes them',
    }),
    conversationSummary: get('/internal_api/posts/:postId/conversation_summary', {
      can: readers,
      params: z.object({ postId: id }),
      reply: SummaryReply,
      summary: 'What was said under the post; 404 plugin_off without a plugin that writes it',
    }),

    revisions: get('/internal_api/spaces/:spaceId/posts/:postSlug/revisions', {
      can: 'member',
      params: inSpace,
      query: paging,
      reply: list(RevisionLine),
      summary: 'Saved edits, newest first, for those who may change the post',
    }),
    revision: get('/internal_api/spaces/:spaceId/posts/:postSlug/revisions/:id', {
      can: 'member',
      params: oneRevision,
      reply: RevisionReply,
      summary: 'One saved edit, with what it changed',
    }),
    restoreRevision: post('/internal_api/spaces/:spaceId/posts/:postSlug/revisions/:id/restore', {
      can: 'member',
      params: oneRevision,
      reply: PostReply,
      summary: 'Brings words and pictures of an edit back, as a new edit',
    }),

    bulks: get('/internal_api/posts/bulk_actions', { can: 'manage', query: paging, reply: list(BulkReply), summary: 'Bulk actions, newest first' }),
    startBulk: post('/internal_api/posts/bulk_actions', {
      can: 'manage',
      body: z.object({
        action: z.enum(BULK_ACTIONS),
        /** These posts … */
        ids: z.array(id).max(MAX_BULK).optional(),
        /** … or all that this filter of the list finds. */
        filter: z.object(listFilter).optional(),
        /** Where to, for `move`. */
        space_id: id.optional(),
        /** What they have afterwards, for `topics`. */
        topics: z.array(id).max(20).optional(),
      }),
      reply: BulkReply,
      status: 201,
      limit: { points: 20, seconds: 60 },
      summary: 'Do one thing to many posts, in the background',
    }),
    bulk: get('/internal_api/posts/bulk_actions/:id', {
      can: 'manage',
      params: z.object({ id }),
      reply: BulkReply.extend({ errors: z.array(z.object({ post_id: z.number(), name: z.string(), message: z.string() })) }),
      summary: 'One bulk action with the first hundred posts it could not change',
    }),
    cancelBulk: post('/internal_api/posts/bulk_actions/:id/cancel', {
      can: 'manage',
      params: z.object({ id }),
      reply: BulkReply,
      summary: 'Stop before the rest',
    }),

    topics: get('/internal_api/topics', {
      can: topicNames,
      query: paging.extend({
        name: z.string().max(80).optional(),
        space_id: id.optional(),
        sort: z.enum(['alphabetical', 'alphabetical_desc', 'newest', 'oldest']).default('alphabetical'),
      }),
      reply: list(FullTopic),
      summary: 'Topics; with space_id those that are offered there',
    }),
    createTopic: post('/internal_api/topics', {
      can: 'manage',
      body: topicInput.partial({ admin_only: true, space_ids: true }),
      reply: FullTopic,
      status: 201,
      summary: 'New topic',
    }),
    showTopic: get('/internal_api/topics/:id', { can: topicNames, params: z.object({ id }), reply: FullTopic, summary: 'One topic' }),
    updateTopic: patch('/internal_api/topics/:id', {
      can: 'manage',
      params: z.object({ id }),
      body: topicInput.partial(),
      reply: FullTopic,
      summary: 'Change a topic',
    }),
    destroyTopic: del('/internal_api/topics/:id', { can: 'manage', params: z.object({ id }), reply: done, summary: 'Delete a topic' }),
  },
  events: {
    /** `quiet`: its author wants nobody to be told. */
    'post.published': event(postFact.extend({ memberId: z.number(), quiet: z.literal(true).optional() }), {
      realtime: 'space',
      automation: true,
      title: 'A post is published',
    }),
    'post.updated': event(postFact.extend({ record: z.string() }), { realtime: 'space' }),
    /** A draft again: as gone as a deleted one for all but those who may change it. */
    'post.unpublished': event(postFact, { realtime: 'space' }),
    'post.deleted': event(postFact, { realtime: 'space' }),
    'bulk.progressed': event(z.object({ bulkId: z.number(), memberId: z.number() }), { realtime: 'member' }),
  },
  points: { summarizer: point<PostSummarizer>() },
  slots: ['post.card.foot', 'post.comments', 'post.actions', 'post.aside', 'composer.tools'],
  service: type<PostsService>(),
})
