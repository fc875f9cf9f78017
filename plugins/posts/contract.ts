/** What others may know of posts: calls, events, permissions, service. */
import { RemovalReason } from '../content/contract.ts'
import { defineContract, del, done, event, flag, get, id, idList, list, open, paging, patch, point, post, type, z, slot } from '@atrium/sdk'
import type { Ctx, Markup, Paging } from '@atrium/sdk/server'
import { BULK_ACTIONS, CreatePost, type GalleryInput, listFilter, MAX_BULK, SORTS, status, type Switches, topicInput, UpdatePost } from './contract/fields.ts'
import { BulkReply, Featured, FullTopic, PostLine, PostReply, RevisionLine, RevisionReply, SummaryReply } from './contract/records.ts'

export {
  BULK_ACTIONS,
  type BulkAction,
  type GalleryInput,
  LISTED_IMAGES,
  MAX_BODY,
  MAX_BULK,
  MAX_IMAGES,
  MAX_TEXT,
  SORTS,
  SWITCHES,
  type Switches,
} from './contract/fields.ts'
export { BulkReply, type DiffPart, FullTopic, Gallery, PostLine, PostReply, RevisionLine } from './contract/records.ts'

/** Calls on one post in a minute. */
const acts = { points: 60, seconds: 60 }
const inSpace = z.object({ spaceId: id, postSlug: z.string().max(160) })
const oneRevision = inSpace.extend({ id })
const sort = z.enum(SORTS).default('latest')
const readers = open('A public community shows its posts; the space decides for each.')
const topicNames = open('Topics are names on public posts.')

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
  switches?: Partial<Switches>
  /** The moment it counts as written; imports and seeds set it. Default now. */
  at?: Date
}

/** A post that is out, as lists of other plugins show it. */
export interface PostText {
  id: number
  spaceId: number
  title: string
  excerpt: string
  slug: string
  coverUrl: string | null
  /** When its words last changed: its latest edit, else the moment it came out. */
  updatedAt: Date
}
/** Posts for other plugins. Rights are the caller's matter; the calls check them before. */
export interface PostsService {
  /**
   * @param held ids of files of others that it may hold
   * @throws AtriumError 422 for an empty post or a body outside the schema
   */
  create(input: NewPost, held?: number[]): Promise<{ id: number; slug: string }>
  /** Takes a file that goes out of its words; where nothing is left of these, the post goes too. */
  dropFile(postId: number, fileId: number): Promise<void>
  /** Changes words as their author would; the edit is kept in the history. `at` as in `create`. For imports and seeds. */
  edit(postId: number, changes: { name?: string; doc?: unknown; at?: Date }): Promise<void>
  /** Publishes a draft or a scheduled post; nothing happens to one that is out already. */
  publish(postId: number): Promise<void>
  pin(postId: number, pinned: boolean): Promise<void>
  /** How many posts of these members are out, in spaces that the reader sees; who has none is left out. */
  countBy(memberIds: readonly number[]): Promise<Map<number, number>>
  /** Whether one is out in a space that the reader sees. */
  hasAny(): Promise<boolean>
  /** Those that are out, for plugins that show them in places of their own: the latest first, of these spaces, whoever asks. */
  latest(spaceIds: number[], paging: Paging): Promise<Omit<z.output<ReturnType<typeof list>>, 'records'> & { records: PostText[] }>
  /** Of these ids those that are out and lie in these spaces, whoever asks. One query, beside that of their pictures. */
  read(ids: number[], spaceIds: number[]): Promise<PostText[]>
  /** Its words as safe HTML, of one that `read` has. */
  html(postId: number): Promise<Markup | null>
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

/** What `post.lead` and `post.talk` are handed. */
export interface PostRead {
  postId: number
  letters: number
  comments: number
}

/** What `composer.tools` is handed. */
export interface ComposerTools {
  kind: string
  /** Null while nothing is kept yet. */
  id: number | null
  /** Keeps what is written so far and tells its id. */
  ensure: () => Promise<number>
  onChange?: () => void
}

export default defineContract('posts', {
  permissions: {
    manage: { title: 'Edit, pin and delete any post', grant: ['admin', 'moderator'], space: true },
    create: { title: 'Write posts', grant: ['admin', 'moderator', 'member'], space: true },
  },
  settings: z.object({
    excerpt_length: z.number().int().min(200).max(5_000).meta({ unit: 'characters' }).default(420),
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
      impersonated: 'never',
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
        post_type: z.enum(['basic', 'image']).optional(),
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
    beside: get('/internal_api/spaces/:spaceId/posts/:postSlug/beside', {
      can: readers,
      params: inSpace,
      reply: z.object({ author_posts_count: z.number(), space: z.array(PostLine), related: z.array(PostLine) }),
      summary: 'What else there is to read: the latest of the same space, and posts with the same topics',
    }),
    update: patch('/internal_api/spaces/:spaceId/posts/:postSlug', {
      can: 'member',
      params: inSpace,
      body: UpdatePost,
      reply: PostReply,
      limit: { points: 120, seconds: 60 },
      summary: 'Change a post',
    }),
    destroy: del('/internal_api/spaces/:spaceId/posts/:postSlug', {
      can: 'member',
      params: inSpace,
      query: RemovalReason,
      reply: done,
      limit: acts,
      summary: 'Delete a post',
    }),
    restore: post('/internal_api/spaces/:spaceId/posts/:postSlug/restore', {
      can: 'member',
      params: inSpace,
      reply: PostReply,
      limit: acts,
      summary: 'Undo a deletion, within a day',
    }),
    pin: post('/internal_api/spaces/:spaceId/posts/:postSlug/pin', {
      can: 'member',
      params: inSpace,
      reply: PostReply,
      limit: acts,
      summary: 'Pin at the top of the space',
    }),
    unpin: del('/internal_api/spaces/:spaceId/posts/:postSlug/pin', { can: 'member', params: inSpace, reply: PostReply, limit: acts, summary: 'Unpin' }),
    duplicate: post('/internal_api/spaces/:spaceId/posts/:postSlug/duplicate', {
      can: 'create',
      params: inSpace,
      reply: PostReply,
      status: 201,
      limit: { points: 30, seconds: 60 },
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
      limit: acts,
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
    /** `quiet`: nobody is to be told, as its author wishes, or as it was imported. */
    'post.published': event(postFact.extend({ memberId: z.number(), quiet: z.literal(true).optional() }), {
      realtime: 'space',
      automation: true,
      title: 'A post is published',
    }),
    'post.updated': event(postFact.extend({ record: z.string() }), { realtime: 'space' }),
    /** A draft again: as gone as a deleted one for all but those who may change it. */
    'post.unpublished': event(postFact, { realtime: 'space' }),
    'post.deleted': event(postFact.extend({ byMemberId: z.number().nullable().optional() }), { realtime: 'space' }),
    'bulk.progressed': event(z.object({ bulkId: z.number(), memberId: z.number() }), { realtime: 'member' }),
  },
  points: { summarizer: point<PostSummarizer>() },
  slots: {
    /** `attachments`: what plugins have put into the post, by their ids. */
    'post.card.foot': slot<{ kind: 'post'; id: number; attachments: Record<string, any> }>(),
    /** On a post’s page above its words, and above what is said under it. `letters` of its text, `comments` under it. */
    'post.lead': slot<PostRead>(),
    'post.talk': slot<PostRead>(),
    'post.aside': slot<{ postId: number; spaceId: number }>(),
    'composer.tools': slot<ComposerTools>(),
  },
  service: type<PostsService>(),
})
