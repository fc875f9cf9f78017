/** What others may know of posts: calls, events, permissions, service. */
import { Author, date, defineContract, del, done, event, flag, get, id, idList, list, open, paging, patch, post, type, RichTextDoc, z } from '@atrium/sdk'

const status = z.enum(['draft', 'scheduled', 'published'])
export const SORTS = ['latest', 'oldest', 'popular', 'likes', 'alphabetical', 'new_activity'] as const

const Topic = z.object({ id: z.number(), name: z.string(), admin_only: z.boolean() })

/** One post as members read it (public API, A.2.8, with the specification's own names). */
export const PostReply = z.object({
  id: z.number(),
  type: z.enum(['Posts::Basic', 'Posts::Image']),
  post_type: z.enum(['basic', 'image']),
  status,
  name: z.string(),
  display_title: z.string(),
  slug: z.string(),
  url: z.string(),
  space_id: z.number(),
  space_slug: z.string(),
  space: z.object({ id: z.number(), slug: z.string(), name: z.string(), emoji: z.string().nullable() }),
  editor: z.literal('tiptap'),
  tiptap_body: z.object({ body: RichTextDoc }),
  body_plain_text: z.string(),
  /** The text goes on beyond what this reply carries (lists only). */
  is_truncated: z.boolean(),
  cover_image_url: z.string().nullable(),
  cover_image: z.string().nullable(),
  /** Width by height, for views that keep a picture's own shape. */
  cover_image_ratio: z.number().nullable(),
  topics: z.array(Topic),
  author: Author,
  hide_meta_info: z.boolean(),
  is_comments_enabled: z.boolean(),
  is_liking_enabled: z.boolean(),
  is_pinned_at_top_of_space: z.boolean(),
  is_liked_by_current_user: z.boolean(),
  user_likes_count: z.number(),
  comments_count: z.number(),
  sample_user_likes_community_members: z.array(z.object({ id: z.number(), public_uid: z.string(), name: z.string(), avatar_url: z.string().nullable() })),
  bookmark_id: z.number().nullable(),
  is_following: z.boolean(),
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

const fields = {
  name: z.string().trim().max(250, 'A title has at most 250 characters.'),
  tiptap_body: z.object({ body: z.unknown() }),
  /** Signed id of an upload; null takes the cover away. */
  cover_image: z.string().max(200).nullable(),
  topics: z.array(id).max(20),
  is_comments_enabled: z.boolean(),
  is_liking_enabled: z.boolean(),
  hide_meta_info: z.boolean(),
  status,
  /** Needed with status scheduled; in the future. */
  scheduled_at: z.iso.datetime({ offset: true }),
}
const CreatePost = z.object({
  post: z
    .object(fields)
    .partial({
      cover_image: true,
      topics: true,
      is_comments_enabled: true,
      is_liking_enabled: true,
      hide_meta_info: true,
      scheduled_at: true,
      name: true,
      status: true,
      tiptap_body: true,
    })
    .extend({
      slug: z.string().max(120).optional(),
      /** A browser's own key for this post: sending it again makes no second one. */
      client_id: z.string().max(64).optional(),
    }),
})
const UpdatePost = z.object({ post: z.object(fields).partial().extend({ space_id: id.optional() }) })

const inSpace = z.object({ spaceId: id, postSlug: z.string().max(160) })
const sort = z.enum(SORTS).default('latest')

export interface NewPost {
  spaceId: number
  authorMemberId: number
  name: string
  /** TipTap JSON. */
  doc: unknown
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
  /** Publishes a draft or a scheduled post; nothing happens to one that is out already. */
  publish(postId: number): Promise<void>
  pin(postId: number, pinned: boolean): Promise<void>
  /** How many posts of a member are out, in spaces that the reader sees. */
  countBy(memberId: number): Promise<number>
  /** The topic of this name, made where it is new. For set-up and imports. */
  topic(name: string): Promise<{ id: number }>
}

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
      can: open('A public community shows its posts; the space decides for each.'),
      query: z.object({ post_ids: idList.optional(), space_id: id.optional(), for_shared_post_view: flag.optional() }),
      reply: z.array(PostReply),
      summary: 'Posts by ids',
    }),
    home: get('/internal_api/home_feed', {
      can: open('A public community shows its posts; the space decides for each.'),
      query: paging.extend({ sort, unread: flag.optional(), following: flag.optional() }),
      reply: list(PostReply),
      summary: 'Newest posts of all spaces one sees',
    }),
    reading: get('/internal_api/home_feed/reading', {
      can: open('A public community shows its posts; the space decides for each.'),
      reply: z.array(
        z.object({ id: z.number(), name: z.string(), url: z.string(), space_name: z.string(), comments_count: z.number(), activity: z.array(z.number()) }),
      ),
      summary: 'Posts most talked about these days',
    }),
    mine: get('/internal_api/posts', {
      can: 'member',
      query: paging.extend({
        status: z.enum(['draft', 'scheduled', 'published', 'all']).default('all'),
        space_id: id.optional(),
        search_text: z.string().max(200).optional(),
        all_authors: flag.optional(),
      }),
      reply: list(PostReply),
      summary: 'Posts by status: own ones, or everybody’s for those who manage posts',
    }),
    byMember: get('/internal_api/members/:id/posts', {
      can: open('A public community shows its posts; the space decides for each.'),
      params: z.object({ id }),
      query: paging,
      reply: list(PostReply),
      summary: 'What a member has published, newest first',
    }),
    list: get('/internal_api/spaces/:spaceId/posts', {
      can: open('A public community shows its posts; the space decides for each.'),
      params: z.object({ spaceId: id }),
      query: paging.extend({ sort, topics: idList.optional(), search_text: z.string().max(200).optional() }),
      reply: list(PostReply),
      summary: 'Posts of a space, pinned ones first',
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
      can: open('A public community shows its posts; the space decides for each.'),
      params: z.object({ spaceId: z.coerce.string<string | number>().max(160), postSlug: z.string().max(160) }),
      reply: PostReply,
      summary: 'One post; the space by id or slug',
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
    topics: get('/internal_api/topics', { can: open('Topics are names on public posts.'), query: paging, reply: list(Topic), summary: 'Topics' }),
    createTopic: post('/internal_api/topics', {
      can: 'manage',
      body: z.object({ name: z.string().trim().min(1).max(80), admin_only: z.boolean().default(false) }),
      reply: Topic,
      status: 201,
      summary: 'New topic',
    }),
    showTopic: get('/internal_api/topics/:id', {
      can: open('Topics are names on public posts.'),
      params: z.object({ id }),
      reply: Topic,
      summary: 'One topic',
    }),
    updateTopic: patch('/internal_api/topics/:id', {
      can: 'manage',
      params: z.object({ id }),
      body: z.object({ name: z.string().trim().min(1).max(80), admin_only: z.boolean() }).partial(),
      reply: Topic,
      summary: 'Rename a topic',
    }),
    destroyTopic: del('/internal_api/topics/:id', { can: 'manage', params: z.object({ id }), reply: done, summary: 'Delete a topic' }),
  },
  events: {
    'post.published': event(z.object({ postId: z.number(), spaceId: z.number(), memberId: z.number() }), {
      realtime: 'space',
      automation: true,
      title: 'A post is published',
    }),
    'post.updated': event(z.object({ postId: z.number(), spaceId: z.number(), record: z.string() }), { realtime: 'space' }),
    'post.deleted': event(z.object({ postId: z.number(), spaceId: z.number() }), { realtime: 'space' }),
  },
  slots: ['post.card.foot', 'post.comments', 'post.actions', 'post.aside', 'composer.tools'],
  service: type<PostsService>(),
})
