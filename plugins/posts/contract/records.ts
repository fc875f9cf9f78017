/** What the calls answer: posts, their pictures and edits, topics, and what is done to many posts. */
import { Author, BulkTask, date, RichTextDoc, z } from '@atrium/sdk'
import { BULK_ACTIONS, status, switches } from './fields.ts'

const Topic = z.object({ id: z.number(), name: z.string(), admin_only: z.boolean() })
/** Whoever keeps topics. */
const Keeper = Author.pick({ id: true, name: true, avatar_url: true })
/** A topic as those see it who keep topics. `space_ids` empty: offered everywhere. */
export const FullTopic = Topic.extend({
  space_ids: z.array(z.number()),
  author: Keeper.nullable(),
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

/** Somebody who likes it. */
const Face = Author.pick({ id: true, public_uid: true, name: true, avatar_url: true })

/** One post as members read it. Some fields have two names, as clients of the public API expect both. */
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
  /** The first type of its space. */
  space_type: z.string(),
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
  /** The reader has muted whoever wrote it: lists show it folded. */
  author_muted: z.boolean(),
  /** Made safe. This and what else says so comes with one post, and not in lists. */
  custom_html: z.string().nullable().optional(),
  internal_custom_html: z.string().nullable().optional(),
  /** Of the older editor, which no post here has. Not in lists. */
  body_trix_content: z.null().optional(),
  /** For those who may change the post. Not in lists. */
  body_for_editor: RichTextDoc.optional(),
  /** Not in lists. */
  body_plain_text_without_attachments: z.string().optional(),
  /** The cover, else the first picture of the gallery. */
  cardview_image: z.string().nullable(),
  gallery: Gallery.nullable(),
  cover_image_url: z.string().nullable(),
  cover_image: z.string().nullable(),
  /** Width by height, for views that keep a picture's own shape. */
  cover_image_ratio: z.number().nullable(),
  topics: z.array(Topic),
  author: Author,
  ...switches,
  is_pinned_at_top_of_space: z.boolean(),
  /** Not in lists. */
  is_in_knowledge_base: z.boolean().optional(),
  /** The post's address for everybody is its space's address and this, while sharing is on. Null unless one may change the post. */
  share_uid: z.string().nullable(),
  share_post_enabled: z.boolean(),
  /** Seen by its shared address by somebody who may not see the space. */
  is_shared_view: z.boolean(),
  /** Not in lists. */
  meta_tag_attributes: z
    .object({ meta_title: z.string(), meta_description: z.string(), opengraph_title: z.string(), opengraph_description: z.string() })
    .partial()
    .optional(),
  is_liked_by_current_user: z.boolean(),
  user_likes_count: z.number(),
  comments_count: z.number(),
  /** The same three by the names of the public API. */
  is_liked: z.boolean(),
  likes_count: z.number(),
  comment_count: z.number(),
  sample_user_likes_community_members: z.array(Face),
  /** The same faces by the name of the public API. Not in lists. */
  first_liked_by: z.array(Face).optional(),
  bookmark_id: z.number().nullable(),
  is_following: z.boolean(),
  post_follower_id: z.number().nullable(),
  /** Topics are not followed here. */
  topic_follower_id: z.null(),
  reactions: z.array(z.object({ emoji: z.string(), count: z.number(), mine: z.boolean() })),
  flagged_for_approval_at: date.nullable(),
  created_at: date,
  updated_at: date,
  published_at: date.nullable(),
  scheduled_at: date.nullable(),
  edited_at: date.nullable(),
  /** Rises with each edit; sent with a change, it is refused once somebody else has saved. */
  version: z.number(),
  policies: z.object({
    can_manage_post: z.boolean(),
    can_update_post: z.boolean(),
    can_destroy_post: z.boolean(),
    can_duplicate_post: z.boolean(),
    can_report_post: z.boolean(),
  }),
})
export type PostReply = z.output<typeof PostReply>

/** A post in a column beside another. */
export const PostLine = z.object({
  id: z.number(),
  title: z.string(),
  url: z.string(),
  space_name: z.string(),
  author_name: z.string(),
  comments_count: z.number(),
  /** The cover, else the first picture of the gallery. */
  image_url: z.string().nullable(),
})
export type PostLine = z.output<typeof PostLine>

/** A saved edit. The text comes with one of them alone. */
export const RevisionLine = z.object({
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
export const RevisionReply = RevisionLine.extend({
  tiptap_body: z.object({ body: RichTextDoc }),
  /** What this edit changed in the one before it. */
  diff: z.object({ name: z.array(part), text: z.array(part), cover_changed: z.boolean(), gallery_changed: z.boolean() }),
})
export type RevisionReply = z.output<typeof RevisionReply>
export type DiffPart = z.output<typeof part>

export const BulkReply = BulkTask.extend({
  action: z.enum(BULK_ACTIONS),
  space: z.object({ id: z.number(), name: z.string() }).nullable(),
  topics: z.array(Topic),
})
export type BulkReply = z.output<typeof BulkReply>

export const Featured = z.object({ post_id: z.number(), hide_from_featured_areas: z.boolean(), is_visible_in_featured_areas: z.boolean() })
export const SummaryReply = z.object({ post_id: z.number(), summary: z.string(), created_at: date })
