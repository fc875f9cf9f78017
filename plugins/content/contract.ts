/** What others may know of content: kinds, and what people do with records of any kind. */
import {
  Author,
  date,
  defineContract,
  del,
  done,
  event,
  get,
  id,
  list,
  open,
  paging,
  patch,
  point,
  post,
  RichTextDoc,
  RichTextField,
  type Route,
  type Sentence,
  type,
  z,
  slot,
} from '@atrium/sdk'
import type { Ctx, Markup, PageHead, SearchDocument } from '@atrium/sdk/server'

/** Most distinct emoji on one record. */
export const MAX_REACTIONS = 20
/** Most members one text may mention. */
export const MAX_MENTIONS = 50
/** Characters of a comment. */
export const MAX_TEXT = 20_000
/** How comments are sorted; `likes` has the best first. */
export const COMMENT_SORTS = ['oldest', 'latest', 'alphabetical', 'likes', 'latest_updated', 'oldest_updated'] as const
export type CommentSort = (typeof COMMENT_SORTS)[number]
/** Replies that come with their comment. */
export const FIRST_REPLIES = 3

const kind = z.string().regex(/^[a-z][a-z_]{0,39}$/)
const emoji = z.string().regex(/^\p{RGI_Emoji}$/v)
const signedIn = { can: 'member' } as const
const readers = open('readers of a public post see its comments and likers; the record decides who reads')

/** A text as the calls take it: TipTap in a wrapper, or plain text. */
const CommentBody = z
  .object({
    body: z.string().max(50_000).optional(),
    tiptap_body: z.object({ body: RichTextDoc }).optional(),
  })
  .refine(({ body, tiptap_body }) => body !== undefined || tiptap_body !== undefined, { path: ['body'], message: 'Write a comment.' })
export const CommentUpdate = z.object({ comment: CommentBody })
export const CommentCreate = z.object({
  comment: CommentBody.safeExtend({
    parent_comment_id: id.nullish(),
    /** Made by the browser once a draft: sent again, the same comment is answered instead of a second one. */
    client_id: z.string().max(64).optional(),
  }),
})

const commentFields = {
  id: z.number(),
  parent_comment_id: z.number().nullable(),
  record_type: z.string(),
  record_id: z.number(),
  post_id: z.number().nullable(),
  post_name: z.string(),
  space_id: z.number().nullable(),
  community_member_id: z.number().nullable(),
  user_id: z.number().nullable(),
  author: Author.nullable(),
  author_type: z.literal('CommunityMember'),
  editor: z.literal('tiptap'),
  body: z.object({ html: z.string(), attachments: z.record(z.string(), z.unknown()), attachments_array: z.array(z.unknown()) }),
  tiptap_body: RichTextField.nullable(),
  body_text: z.string(),
  url: z.string(),
  likes_count: z.number(),
  user_likes_count: z.number(),
  replies_count: z.number(),
  is_liked: z.boolean(),
  bookmark_id: z.number().nullable(),
  reactions: z.array(z.object({ emoji: z.string(), count: z.number(), mine: z.boolean() })),
  flagged_for_approval_at: date.nullable(),
  created_at: date,
  updated_at: date,
  edited_at: date.nullable(),
  removed_at: date.nullable(),
  /** The reader has muted whoever wrote it: it is shown folded. */
  author_muted: z.boolean(),
  policies: z.object({
    can_bookmark: z.boolean(),
    can_destroy: z.boolean(),
    can_edit: z.boolean(),
    can_manage: z.boolean(),
    can_report: z.boolean(),
    can_reply: z.boolean(),
  }),
}
export const Reply = z.object(commentFields)
/** A comment; `replies` are the first few, the rest come by `parent_comment_id`. */
export const Comment = z.object({ ...commentFields, replies: z.array(Reply) })
export type Reply = z.output<typeof Reply>
export type Comment = z.output<typeof Comment>

/** A member who liked, reacted or follows, and when. */
export const Liker = Author.extend({ community_member_id: z.number(), created_at: date })
export type Liker = z.output<typeof Liker>

export const Bookmark = z.object({
  id: z.number(),
  record_id: z.number(),
  bookmarkable_type: z.string(),
  bookmark_type: z.string(),
  community_id: z.number(),
  community_member_id: z.number(),
  note: z.string().nullable(),
  created_at: date,
  /** The record is gone, or hidden from this reader now. */
  is_deleted: z.boolean(),
  bookmark_record: z
    .object({
      id: z.number(),
      name: z.string(),
      slug: z.string(),
      created_at: date,
      url: z.string(),
      body: z.string(),
      attachment_count: z.number(),
      author: z.object({ name: z.string(), avatar_url: z.string().nullable(), community_member_id: z.number() }).nullable(),
      space: z
        .object({
          id: z.number(),
          name: z.string(),
          slug: z.string(),
          emoji: z.string().nullable(),
          custom_emoji_url: z.string().nullable(),
          custom_emoji_dark_url: z.string().nullable(),
        })
        .nullable(),
    })
    .nullable(),
})
export type Bookmark = z.output<typeof Bookmark>

const Follower = z.object({
  id: z.number(),
  community_member_id: z.number(),
  post_id: z.number() /** Null of others. */,
  is_muted: z.boolean().nullable(),
  created_at: date,
  author: Author,
})
const LikeInput = z.object({ user_likeable_type: z.string().max(60), user_likeable_id: id })
const Liked = done.extend({ is_liked: z.boolean() })
/** The record by its type and id, or its id under the name of its type. */
const ReactionInput = z
  .object({
    emoji,
    reactable_type: kind.optional(),
    reactable_id: id.optional(),
    chat_room_message: id.optional(),
    post: id.optional(),
    comment: id.optional(),
  })
  .refine(
    (body) => [body.reactable_type && body.reactable_id, body.chat_room_message, body.post, body.comment].filter((given) => given !== undefined).length === 1,
    { path: ['reactable_id'], message: 'Choose what to react to.' },
  )
export type Reacted = z.output<typeof ReactionInput>
/** Comments, and what the reader may do where they stand. */
const CommentPage = list(Comment).extend({
  space_id: z.number().nullable(),
  /** Of the space that one has to join before one may comment. */
  space_to_join: z.string().nullable(),
  policies: z.object({
    can_comment: z.boolean(),
    /** Whoever joins the space may comment. */
    can_join: z.boolean(),
  }),
})
/** Without `sort` as the record's space has it. */
const commentQuery = paging.extend({ sort: z.enum(COMMENT_SORTS).optional(), parent_comment_id: id.optional() })
/** One comment by either name, else the whole tree, page by page. */
const hierarchyQuery = commentQuery.omit({ parent_comment_id: true }).extend({ comment_id: id.optional(), message_id: id.optional() })
const Hierarchy = z.union([CommentPage, z.object({ comment_id: z.number(), parent_comment_id: z.number().nullable(), comment: Comment })])

const byPost = { params: z.object({ postId: id }) }
const byRecord = { params: z.object({ kind, id }) }
const onePost = { params: z.object({ postId: id, id }) }
const oneRecord = { params: z.object({ kind, id, commentId: id }) }
const busy = { limit: { points: 60, seconds: 60 } }
const writing = { limit: { points: 20, seconds: 60 } }
const bookmarkId = { params: z.object({ id }) }

/** `memberId` is whom it concerns: the author of the record, or the one mentioned. `record` names the socket room. */
const about = z.object({ kind, id, spaceId: z.number().nullable(), memberId: z.number().nullable(), record: z.string() })
const act = about.extend({ byMemberId: id })
const commentFact = act.extend({ parentId: z.number().nullable(), recordKind: kind, recordId: id })

/** What others need to show, link and judge a record without knowing its plugin. */
export interface ContentCard {
  kind: string
  id: number
  title: string
  /** Address within the community. */
  path: string
  /** The space it lies in, or null. */
  spaceId: number | null
  authorMemberId: number | null
  excerpt: string
  createdAt: Date
  /** Null means never published; drafts are seen by their author only. */
  publishedAt: Date | null
  /** Its pages say neither who wrote it nor when: feeds don’t either. */
  hidesAuthor?: boolean
  /** False closes this record to what its kind offers: nobody comments, nobody likes or reacts. */
  commentsEnabled?: boolean
  likesEnabled?: boolean
  /** Where the record keeps how many like it. */
  likesCount?: number
}

/** How a record looks in a list of what was found. */
export interface Look {
  /** Address of a picture. */
  image?: string | null
  /** Of what takes place: when it is next, else when it was. */
  startsAt?: Date
}

/** What members do with records: `react` with an emoji, `follow` to be told of comments. */
export type Act = 'like' | 'react' | 'comment' | 'bookmark' | 'follow'
export type Audience = 'members' | 'everybody'

export type Withdrawal = 'hide' | 'show' | 'remove'
/** Of one record also `release`: not hidden by itself any more, so that it comes back with the others of its author. */
export type WithdrawalOfOne = Withdrawal | 'release'

/** A record as those judge it who decide what may stay: whoever may see it, and hidden or not. */
export interface JudgedRecord {
  kind: string
  id: number
  /** Of what it stands in: the post of a comment, the conversation of a message. */
  title: string
  /** Its own title, of what has one. */
  name?: string
  path: string
  spaceId: number | null
  authorMemberId: number | null
  text: string
  createdAt: Date
  /** `hidden` alone, by `withdrawOne`, or with all of its author; `gone` by its author or for good. */
  state: 'shown' | 'hidden' | 'gone'
  /** What was said just before and after it, the oldest first. */
  around: { id: number; authorMemberId: number | null; text: string; createdAt: Date; isBefore: boolean }[]
}

/** A record by its address, with where it stands now. */
export interface Addressed {
  kind: string
  id: number
  spaceId: number
  slug: string
  /** It was found by an address that is handed on, which says nothing about who sees the space. */
  isShared: boolean
}
export interface NewAddress {
  kind: string
  id: number
  spaceId: number
  /** Of `slugFor`. */
  slug: string
  /** Beside the record's own, for whoever is handed it. Default false. */
  isShared?: boolean
}
/** One more for the path: slug of the space as the address says it, and its query. */
export interface Visit extends Addressed {
  space: string
  query: Record<string, string>
}
/** What a kind brings that has a page of its own; its manifest names address and screen, under `kinds`. */
export interface KindAddress {
  /** What its screen reads first, answered, or null where this reader may not see the record. `input` as the screen gives it. */
  first(ctx: Ctx, visit: Visit): Promise<{ route: Route; input: { params?: object; query?: object }; reply: unknown } | null>
  /** The same as visitors read it. */
  page(ctx: Ctx, visit: Visit): Promise<PageHead | null>
  /** What its own calls are called where they have the slug: `wordsBeside`. */
  reserved?: string[]
}

export interface ContentKind {
  /** `post`, `comment`, `event` … unique. */
  kind: string
  /** Name in calls that take a type: `Post`, `Comment`. */
  likeableType: string
  /**
   * Whom its records may be shown to. `members`, the default: visitors are shown none, wherever they look, and `cards` is not asked on their behalf.
   * `everybody`: `cards` is asked for visitors too (`ctx.member` is null) and answers with what is public alone.
   */
  audience?: Audience
  /** Stands before its records in search results, of the SDK's set. Default `file-text`. Several of them are headed by the plugin's word `kinds.<kind>`. */
  icon?: string
  /** What members may do with its records; all else is refused. */
  acts: readonly Act[]
  /** Cards by ids, only those this reader may see. One query. */
  cards(ctx: Ctx, ids: number[]): Promise<ContentCard[]>
  /** Of records that the reader sees what a search shows beside their words. */
  looks?(ctx: Ctx, ids: number[]): Promise<Map<number, Look>>
  /** May this reader comment? Asked after `cards` has shown the record. */
  mayComment?(ctx: Ctx, card: ContentCard): Promise<boolean>
  /**
   * Keeps the counters on the record in step; called in the transaction that changes them.
   * `delta` is +1 or -1. `at` is the moment of the act.
   */
  count(ctx: Ctx, id: number, counter: 'likes' | 'comments', delta: number, at: Date): Promise<void>
  /**
   * Takes what a member has written from everybody's eyes: `hide` until `show`, or `remove` for good. In a job, in nobody's name; some at a time,
   * and called again until there is no more.
   * @returns whether there is more
   */
  withdraw?(ctx: Ctx, memberId: number, how: Withdrawal): Promise<boolean>
  /**
   * The same for one record, which does not come back with the others of its author, also where it is hidden with them already; a second time
   * changes nothing. `show` is called in the author's
   * name, where they are a member still, so that what was held is told of as if it was written now.
   */
  withdrawOne?(ctx: Ctx, id: number, how: WithdrawalOfOne): Promise<void>
  /** Lets those who run both spaces move a record from one to the other. */
  move?: {
    /** Ids of the spaces that this reader may move it to; none for what is not out, or where they do not run its own. */
    targets(ctx: Ctx, id: number): Promise<number[]>
    /** Asks for no rights: `targets` has told. */
    to(ctx: Ctx, id: number, spaceId: number): Promise<void>
  }
  /** For those who judge; asks for nobody's rights. One query for the records. */
  judged?(ctx: Ctx, ids: number[]): Promise<JudgedRecord[]>
  /** Ids of the latest of its records by a member, among which are those that this reader sees, as `cards` says. One query. */
  latestBy?(ctx: Ctx, memberId: number, limit: number): Promise<number[]>
  /** How many of its records these members have written, as far as this reader sees them; who has written none may be left out. One query. */
  writtenBy?(ctx: Ctx, memberIds: readonly number[]): Promise<Map<number, number>>
  /** Whether this reader sees one at least. One query. */
  hasAny?(ctx: Ctx): Promise<boolean>
  /** Where `count` keeps these numbers, `schema.table.column`, so that they are compared with the rows. */
  kept?: Partial<Record<'likes' | 'comments', string>>
  /** Its documents, for an index that is made anew. */
  documents?: DocumentPages
  address?: KindAddress
}
/**
 * What the search index keeps of `limit` records after this id, in the order of their ids, as at any write. `last` is the id of the last one that was
 * looked at, null at the end. Records that nobody finds have no document.
 */
export type DocumentPages = (ctx: Ctx, after: number, limit: number) => Promise<{ documents: SearchDocument[]; last: number | null }>

/** Brings a kind that can be found and is no content: nobody comments on a member. */
export interface Finder {
  /** As the search index names it. */
  kind: string
  /** As a content kind's. */
  audience?: Audience
  icon?: string
  /** Those of these records that this reader may find. One query. */
  visible(ctx: Ctx, ids: number[]): Promise<number[]>
  looks?(ctx: Ctx, ids: number[]): Promise<Map<number, Look>>
  documents?: DocumentPages
}

/** A kind that can be found: what may be found of some records, and how their own plugin calls them now where it says so. */
export interface Findable {
  kind: string
  plugin: string
  icon: string
  judge(ids: number[]): Promise<Map<number, Pick<ContentCard, 'title' | 'path'> | null>>
  looks?(ids: number[]): Promise<Map<number, Look>>
  documents?(after: number, limit: number): ReturnType<DocumentPages>
}

/** Brings what hangs on records of any kind and travels with their replies: polls. */
export interface Attachment {
  /** The key it has beside the body. */
  name: string
  /** By ids of records that the reader may see; those without any are left out. One query. */
  of(ctx: Ctx, kind: string, ids: number[]): Promise<Map<number, unknown>>
  /** All that a member has done with these is removed for good, some of it at a time. Answers whether there is more. */
  withdraw?(ctx: Ctx, memberId: number): Promise<boolean>
}

/** Brings who keeps away from whom. The one kept away is told of nothing. */
export interface Distance {
  /** Whom the reader neither names nor answers, nor finds, and the other way round. Asked often, so from memory. */
  apart(ctx: Ctx): Promise<number[]>
  /** Whose posts and comments the reader wants folded. Asked often, so from memory. */
  muted(ctx: Ctx): Promise<number[]>
  /** Of these members those who want to hear nothing of what this one does. One query. */
  deaf(ctx: Ctx, byMemberId: number, memberIds: number[]): Promise<number[]>
}

/** What somebody is about to say. */
export interface Draft {
  kind: string
  spaceId: number | null
  text: string
  /** TipTap, where addresses stand behind words. */
  doc: unknown
  mentionIds: readonly number[]
  /** Of what is said already and changed now. */
  id?: number
}
export interface Verdict {
  /** Nobody but its author sees it until somebody has looked; `withdrawOne` shows it. */
  held: boolean
  /** Called with the record once it is written, in the same unit of work. */
  noted(id: number): Promise<void>
}
/** Brings who may write now, and what may be said. Asked of members, for what they write by themselves. */
export interface Gate {
  /** Why this reader may read and not write now: posts, comments, messages, likes, reactions. Asked often, so from memory. */
  refusal(ctx: Ctx): Promise<string | Sentence | null>
  /** Null for what may be said as it is. @throws AtriumError 422 for what may not be said */
  judge(ctx: Ctx, draft: Draft): Promise<Verdict | null>
}

/** Why somebody else’s record is removed: one’s own words, or the name of a reason that is prepared. */
export const RemovalReason = z.object({ reason: z.string().trim().max(1000).default(''), reason_key: z.string().max(40).optional() })
export type RemovalReason = z.output<typeof RemovalReason>
/** Brings what follows where somebody removes or moves another’s record: its author is told. None asks for rights, which the kind has done. */
export interface Removal {
  /** Hides the record. Answers false for one that cannot be hidden, which its kind then deletes. */
  remove(ctx: Ctx, kind: string, id: number, why: RemovalReason): Promise<boolean>
  /** Takes back what this reader has just removed; false where there is nothing. @throws AtriumError 409 too late */
  restore(ctx: Ctx, kind: string, id: number): Promise<boolean>
  /** Ids of what this reader has removed since then and may bring back, the latest of them where there are very many. One query. */
  removed(ctx: Ctx, kind: string, since: Date): Promise<number[]>
  /** The record was moved, and is in its new space now. */
  moved(ctx: Ctx, kind: string, id: number, from: number): Promise<void>
}

export interface Interactions {
  liked: boolean
  bookmarkId: number | null
  following: boolean
  followId: number | null
  sampleLikers: { id: number; public_uid: string; name: string; avatar_url: string | null }[]
  /** With the first fifty members each. */
  reactions: { emoji: string; count: number; mine: boolean; member_ids: number[] }[]
}

/** A record's acts on a page for visitors. Acts that are not possible are left out. */
export interface VisitorActs {
  kind: string
  id: number
  /** Address of the record, and where one comes back to. */
  path: string
  likes?: number
  comments?: number
}
/** A record's comments on a page for visitors. */
export interface VisitorTalk {
  kind: string
  id: number
  path: string
  count: number
  /** Whether members may comment. */
  open: boolean
  sort: 'oldest' | 'latest'
}
/** Comments of a record, as the calls take and give them. */
export interface RecordThread {
  list(query: z.output<typeof commentQuery>): Promise<z.input<typeof CommentPage>>
  show(commentId: number): Promise<z.input<typeof Comment>>
  create(input: z.output<typeof CommentCreate>): Promise<z.input<typeof Comment>>
  update(commentId: number, input: z.output<typeof CommentUpdate>): Promise<z.input<typeof Comment>>
  remove(commentId: number, why?: RemovalReason): Promise<void>
}
export interface ContentService {
  /** What the reader has done with each record, and a sample of likers; one query for all. */
  interactions(kind: string, ids: number[]): Promise<Map<number, Interactions>>
  /** What other plugins have hung on each record, by the attachments' names. The caller has decided that the records may be seen. */
  attachments(kind: string, ids: number[]): Promise<Map<number, Record<string, unknown>>>
  card(kind: string, id: number): Promise<ContentCard | null>
  /** Whether this reader may comment there. */
  mayComment(kind: string, id: number): Promise<boolean>
  /** Cards of those records that this reader may see. */
  cards(kind: string, ids: number[]): Promise<ContentCard[]>
  /** Every kind that can be found here, as this reader may: spaces, content kinds, then the others, which may add to the documents of those. Kinds of plugins that are off are not among them. */
  findable(): Findable[]
  /** What a visitor sees below a record: each act asks to sign in, in place where the interface is there. */
  visitorActs(record: VisitorActs): Markup
  /** The first comments with their first replies. The caller has decided that the record may be seen. */
  visitorTalk(record: VisitorTalk): Promise<Markup>
  like(kind: string, id: number, options?: { at?: Date }): Promise<void>
  unlike(kind: string, id: number): Promise<void>
  /** A second time changes nothing. @throws AtriumError 404, 422 over `MAX_REACTIONS` */
  react(kind: string, id: number, emoji: string): Promise<void>
  comment(input: { kind: string; id: number; doc: unknown; parentId?: number | null; clientId?: string; at?: Date }): Promise<{ id: number }>
  /** For a plugin that has addresses of its own for the comments of its records. */
  thread(kind: string, id: number): RecordThread
  bookmark(kind: string, id: number): Promise<{ id: number }>
  follow(kind: string, id: number): Promise<void>
  /** Keeps whom a text mentions in step with the text and tells those who are new in it. @throws AtriumError 422 over 50 */
  mention(kind: string, id: number, memberIds: number[]): Promise<void>
  /** Whom the reader is kept apart from (`Distance`). From memory. */
  apart(): Promise<number[]>
  /** Whose words this reader wants folded. From memory. */
  muted(): Promise<number[]>
  /** Of these members those who want to hear nothing of what this one does: no notification is made for them. */
  deaf(byMemberId: number, memberIds: number[]): Promise<Set<number>>
  /** Records of a kind whose text names this member. */
  mentioning(kind: string, memberId: number): Promise<number[]>
  /** Comments a day of each record for the last `days` days, oldest first. */
  activity(kind: string, ids: number[], days: number): Promise<Map<number, number[]>>
  /** How much these members have said and liked since a moment; who did nothing may be left out. One query. */
  actsOf(memberIds: number[], since: Date): Promise<Map<number, number>>
  /** How many records of a kind these members have written, as far as this reader sees them, one for each; null where nobody counts them. */
  writtenBy(kind: string, memberIds: readonly number[]): Promise<Map<number, number> | null>
  /** Whether this reader sees a record of a kind. */
  hasAny(kind: string): Promise<boolean>
  /** As `ContentKind.withdrawOne`; of kinds that have none nothing happens. */
  withdrawOne(kind: string, id: number, how: WithdrawalOfOne): Promise<void>
  /** Where a plugin sees to it (`Removal`): hides another’s record and tells its author. False where the record is still to be deleted. */
  removeOf(kind: string, id: number, why: RemovalReason): Promise<boolean>
  /** Takes that back. False where there is nothing to take back. */
  restoreOf(kind: string, id: number): Promise<boolean>
  /** Ids of those that `restoreOf` takes back, of what was removed since then. */
  removedOf(kind: string, since: Date): Promise<number[]>
  /** Where a plugin sees to it (`Removal`): the author of another’s record, which was moved from there, is told. */
  movedOf(kind: string, id: number, from: number): Promise<void>
  /** As `ContentKind.judged`. */
  judged(kind: string, ids: number[]): Promise<JudgedRecord[]>
  /** @throws AtriumError 403 `may_not_write` for who may only read now */
  demandWriting(): Promise<void>
  /** Whether the reader may write at all now (`Gate`). */
  mayWrite(): Promise<boolean>
  /** Asked before anything is written. @throws AtriumError as `demandWriting`, and 422 for what may not be said here */
  judge(draft: Draft): Promise<Verdict | null>
  /** The words of a title as the last part of an address, or with a mark where a screen or a call is called so. */
  slugFor(kind: string, wanted: string): string
  /**
   * Gives a record that was just made an address in its space: the one wanted, or that with a mark where another record has it. Whoever wants the same
   * in this moment waits. Returns the slug, of which the record keeps a copy for its links. @throws AtriumError 409 `slug_taken`
   */
  takeAddress(address: NewAddress): Promise<string>
  /** The same for one that has an address already: with `keep` that leads to the record from now on, until another takes it. */
  moveAddress(address: NewAddress, how: { keep: boolean }): Promise<string>
  /** The record at an address, or that has left it; null where there is none, or where it stands in a space that this reader may not enter. */
  at(spaceId: number, slug: string): Promise<Addressed | null>
  /** Removes what hangs on a deleted record, and its addresses. */
  forget(kind: string, id: number): Promise<void>
}

/** What `record.comments` is handed. */
export interface RecordComments {
  kind: string
  id: number
  /** As the record says it. */
  count: number
  enabled: boolean
  /** The space's or the record's own wish. */
  sort?: 'oldest' | 'latest'
  /** False where the page has keys of its own. */
  keys?: boolean
}
/** What `record.removing` is handed. */
export interface RecordRemoving {
  kind: string
  id: number
  /** Of its author. */
  name: string
  onRemove: (why: RemovalReason) => Promise<unknown>
  onClose: () => void
}
/** What `record.actions` is handed. */
export interface RecordActions {
  kind: string
  /** The calls' name of the kind: `Post`. Default: the kind itself. */
  likeableType?: string
  id: number
  /** Address of the record within the community. */
  path: string
  liked: boolean
  likes: number
  likesEnabled?: boolean
  comments?: number
  /** Of the reader's bookmark; null for none yet. Left out of a kind that cannot be saved. */
  bookmarkId?: number | null
  /** Left out of a kind that cannot be followed. */
  following?: boolean
  /** Without them the record takes none. */
  reactions?: { emoji: string; count: number; mine: boolean }[]
  sampleLikers?: readonly { id: number; public_uid: string; name: string; avatar_url: string | null }[]
  /** Says in words who likes it: the record's own page does. */
  words?: boolean
}

export default defineContract('content', {
  permissions: { moderate: { title: 'Moderate comments', grant: ['admin', 'moderator'], space: true } },
  routes: {
    at: get('/internal_api/addresses', {
      can: open('whoever asks is shown what the record’s kind shows them'),
      query: z.object({ space: z.string().min(1).max(200), slug: z.string().min(1).max(200), search: z.string().max(2_000).optional() }),
      reply: z.object({
        kind,
        id: z.number(),
        /** Where it stands now: another address than the one that was asked leads there. */
        path: z.string(),
        /** Replies that its screen begins with, by their keys in the browser's cache. */
        first: z.array(z.object({ key: z.array(z.unknown()), data: z.unknown() })),
      }),
      summary: 'What stands at an address in a space, with the first reply of its screen',
    }),
    comments: get('/internal_api/posts/:postId/comments', { can: readers, ...byPost, query: commentQuery, reply: CommentPage }),
    createComment: post('/internal_api/posts/:postId/comments', { ...signedIn, ...byPost, ...writing, body: CommentCreate, reply: Comment, status: 201 }),
    comment: get('/internal_api/posts/:postId/comments/:id', { can: readers, ...onePost, reply: Comment }),
    updateComment: patch('/internal_api/posts/:postId/comments/:id', { ...signedIn, ...onePost, ...writing, body: CommentUpdate, reply: Comment }),
    destroyComment: del('/internal_api/posts/:postId/comments/:id', { ...signedIn, ...onePost, query: RemovalReason, reply: done }),
    commentHierarchy: get('/internal_api/posts/:postId/comment_hierarchy', { can: readers, ...byPost, query: hierarchyQuery, reply: Hierarchy }),
    latest: get('/internal_api/comments', {
      can: readers,
      query: paging.extend({ space_id: id.optional(), search_text: z.string().trim().max(200).optional() }),
      reply: list(Reply),
      summary: 'What was said on all records that the reader sees, newest first',
    }),
    anyComment: get('/internal_api/comments/:id', {
      can: readers,
      params: z.object({ id }),
      reply: Comment,
      summary: 'One comment, on whichever record it is',
    }),
    byMember: get('/internal_api/members/:id/comments', {
      can: readers,
      params: z.object({ id }),
      query: paging,
      reply: list(Reply),
      summary: 'What a member has said on records that the reader sees, newest first',
    }),
    recordComments: get('/internal_api/content/:kind/:id/comments', { can: readers, ...byRecord, query: commentQuery, reply: CommentPage }),
    createRecordComment: post('/internal_api/content/:kind/:id/comments', {
      ...signedIn,
      ...byRecord,
      ...writing,
      body: CommentCreate,
      reply: Comment,
      status: 201,
    }),
    recordComment: get('/internal_api/content/:kind/:id/comments/:commentId', { can: readers, ...oneRecord, reply: Comment }),
    updateRecordComment: patch('/internal_api/content/:kind/:id/comments/:commentId', {
      ...signedIn,
      ...oneRecord,
      ...writing,
      body: CommentUpdate,
      reply: Comment,
    }),
    destroyRecordComment: del('/internal_api/content/:kind/:id/comments/:commentId', { ...signedIn, ...oneRecord, query: RemovalReason, reply: done }),
    restoreRecordComment: post('/internal_api/content/:kind/:id/comments/:commentId/restore', {
      ...signedIn,
      ...oneRecord,
      reply: done,
      summary: 'Takes back that the reader removed another’s comment, where a plugin keeps what is removed',
    }),
    recordCommentHierarchy: get('/internal_api/content/:kind/:id/comment_hierarchy', { can: readers, ...byRecord, query: hierarchyQuery, reply: Hierarchy }),

    like: post('/internal_api/user_likes', { ...signedIn, ...busy, body: LikeInput, reply: Liked }),
    unlike: del('/internal_api/user_likes', { ...signedIn, ...busy, body: LikeInput, reply: Liked }),
    likers: get('/internal_api/posts/:postId/user_likes', { can: readers, ...byPost, query: paging, reply: list(Liker) }),
    recordLikers: get('/internal_api/content/:kind/:id/user_likes', { can: readers, ...byRecord, query: paging, reply: list(Liker) }),

    react: post('/internal_api/reactions', { ...signedIn, ...busy, body: ReactionInput, reply: done }),
    unreact: del('/internal_api/reactions', { ...signedIn, ...busy, body: ReactionInput, reply: done }),
    reactionMembers: get('/internal_api/reactions/member_details', {
      can: readers,
      query: paging.extend({ reactable_type: kind, reactable_id: id, emoji: emoji.optional() }),
      reply: list(Liker.extend({ emoji: z.string() })),
    }),

    bookmarks: get('/internal_api/bookmarks', {
      ...signedIn,
      impersonated: 'never',
      query: paging.extend({ bookmark_type: kind.optional() }),
      reply: list(Bookmark).extend({
        /** What can be saved here, with its name in the reader's language and its sign. */
        kinds: z.array(z.object({ kind, name: z.string(), icon: z.string() })),
      }),
    }),
    createBookmark: post('/internal_api/bookmarks', {
      ...signedIn,
      ...busy,
      body: z.object({ record_id: id, bookmark_type: kind, note: z.string().trim().max(500).nullish() }),
      reply: Bookmark,
      status: 201,
    }),
    bookmark: get('/internal_api/bookmarks/:id', { ...signedIn, impersonated: 'never', ...bookmarkId, reply: Bookmark }),
    updateBookmark: patch('/internal_api/bookmarks/:id', {
      ...signedIn,
      ...bookmarkId,
      body: z.object({ note: z.string().trim().max(500).nullable() }),
      reply: Bookmark,
    }),
    destroyBookmark: del('/internal_api/bookmarks/:id', { ...signedIn, ...bookmarkId }),

    mentions: get('/internal_api/content/mentions', {
      ...signedIn,
      /** Where the text is to stand: a space, or a record that it answers. */
      query: z.object({ text: z.string().max(60).default(''), space_id: id.optional(), record_kind: kind.optional(), record_id: id.optional() }),
      reply: z.array(z.object({ id: z.number(), name: z.string(), avatarUrl: z.string().nullable(), sgid: z.string() })),
      limit: { points: 120, seconds: 60 },
      summary: 'Members whose name fits, for the editor; of agents those that answer there',
    }),
    followers: get('/internal_api/posts/:postId/post_followers', { can: readers, ...byPost, query: paging, reply: list(Follower) }),
    follow: post('/internal_api/posts/:postId/post_followers', { ...signedIn, ...busy, ...byPost, reply: done.extend({ id: z.number() }) }),
    unfollow: del('/internal_api/posts/:postId/post_followers', { ...signedIn, ...busy, ...byPost, reply: done }),
    follower: get('/internal_api/posts/:postId/post_followers/:id', { ...signedIn, ...onePost, reply: Follower }),
    updateFollower: patch('/internal_api/posts/:postId/post_followers/:id', {
      ...signedIn,
      ...onePost,
      body: z.object({ is_muted: z.boolean() }),
      reply: Follower,
    }),
    destroyFollower: del('/internal_api/posts/:postId/post_followers/:id', { ...signedIn, ...onePost, reply: done }),
    followRecord: post('/internal_api/content/:kind/:id/followers', { ...signedIn, ...busy, ...byRecord, reply: done.extend({ id: z.number() }) }),
    unfollowRecord: del('/internal_api/content/:kind/:id/followers', { ...signedIn, ...busy, ...byRecord, reply: done }),
  },
  events: {
    /** `id` is the comment's, `memberId` the author of what was commented on. */
    'comment.created': event(commentFact, { realtime: 'record', automation: { person: 'byMemberId' }, title: 'A comment was written' }),
    'comment.updated': event(commentFact, { realtime: 'record' }),
    'comment.deleted': event(commentFact, { realtime: 'record' }),
    'content.liked': event(act, { realtime: 'record', automation: true, title: 'Something was liked' }),
    'content.unliked': event(act, { realtime: 'record' }),
    'content.reacted': event(act.extend({ emoji: z.string(), added: z.boolean() }), { realtime: 'record' }),
    'content.mentioned': event(act, { realtime: 'member', automation: true, title: 'A member was mentioned' }),
    'content.bookmarked': event(act),
    /** A record is gone for good, and so should be what hangs on it. */
    'record.forgotten': event(z.object({ kind, id })),
  },
  points: {
    kind: point<ContentKind>(),
    finder: point<Finder>(),
    attachment: point<Attachment>(),
    distance: point<Distance>(),
    gate: point<Gate>(),
    removal: point<Removal>(),
  },
  slots: {
    /** Comments under a record of any kind; this plugin fills it. */
    'record.comments': slot<RecordComments>(),
    /** Like, react, save and share a record of any kind; this plugin fills it. */
    'record.actions': slot<RecordActions>(),
    /** To the author of a record that is hidden from everybody else, as a note: why, and what they can do. `title` and `text` where nothing more is known. */
    'record.hidden': slot<{ kind: string; id: number; title: string; text: string }>(),
    /** Right below the words of a record, where they stand whole. */
    'record.text': slot<{ kind: string; id: number }>(),
    'comment.foot': slot<{ comment: Comment }>(),
    /** Asks who removes another’s record for the reason, and shows what its author will be told. Without it the page asks whether they are sure. */
    'record.removing': slot<RecordRemoving>(),
    /** In the ⋯ of a record that the reader may report. */
    'record.menu': slot<{ kind: string; id: number }>(),
  },
  service: type<ContentService>(),
})
