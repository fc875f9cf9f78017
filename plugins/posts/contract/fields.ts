/** What calls on posts take: the fields of a post, its pictures, and what lists are narrowed by. */
import { editedVersion, flag, id, idList, line, z } from '@atrium/sdk'

export const status = z.enum(['draft', 'scheduled', 'published'])
export const SORTS = ['latest', 'oldest', 'popular', 'likes', 'alphabetical', 'new_activity'] as const
export const BULK_ACTIONS = ['publish', 'unpublish', 'move', 'delete', 'restore', 'topics', 'pin', 'unpin'] as const
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
        .refine((image) => image.id ?? image.signed_id ?? image.image, 'Choose an image.'),
    )
    .max(MAX_IMAGES, 'A gallery can have up to {maximum} images.'),
})
export type GalleryInput = z.output<typeof galleryInput>

/** What a post has switched on or off, by the names of its columns: taken by the calls, kept and answered as it is. */
export const switches = {
  is_comments_enabled: z.boolean(),
  is_comments_closed: z.boolean(),
  is_liking_enabled: z.boolean(),
  is_truncation_disabled: z.boolean(),
  hide_meta_info: z.boolean(),
  hide_from_featured_areas: z.boolean(),
}
export type Switches = z.output<z.ZodObject<typeof switches>>
export const SWITCHES = Object.keys(switches) as (keyof Switches)[]

const fields = {
  /** Pictures go without one. */
  name: line(250, 'Titles can be up to 250 characters.')
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
  ...switches,
  skip_notifications: z.boolean(),
  is_pinned: z.boolean(),
  share_post_enabled: z.boolean(),
  /** For those who manage posts; what could do harm falls away. */
  internal_custom_html: words(MAX_BODY).nullable(),
  meta_title: line(120),
  meta_description: line(300),
  opengraph_title: line(120),
  opengraph_description: line(300),
  status,
  /** Needed with status scheduled; in the future. `published_at` says the same. */
  scheduled_at: z.iso.datetime({ offset: true }),
  published_at: z.iso.datetime({ offset: true }),
}
export const CreatePost = z.object({
  post: z
    .object(fields)
    .partial()
    .extend({
      post_type: z.enum(['basic', 'image']).optional(),
      slug: z.string().max(120).optional(),
      /** A browser's own key for this post: sending it again makes no second one. */
      client_id: z.string().max(64).optional(),
      /** In whose name it is written; others’ names are for those who manage posts there. */
      author_id: id.optional(),
      /** The post it is a copy of, whose pictures it may hold. */
      copy_of: id.optional(),
    }),
})
export const UpdatePost = z.object({
  post: z
    .object(fields)
    .partial()
    .extend({
      space_id: id.optional(),
      /** Of a post that is not out yet. */
      post_type: z.enum(['basic', 'image']).optional(),
      /** Kept while somebody writes: no line in the edit history. */
      autosave: z.boolean().optional(),
      version: editedVersion,
    }),
})

export const listFilter = {
  /** `deleted`: those that can be restored still. */
  status: z.enum(['draft', 'scheduled', 'published', 'deleted', 'all']).default('all'),
  space_id: id.optional(),
  topics: idList.optional(),
  search_text: z.string().max(200).optional(),
  all_authors: flag.optional(),
}
export const topicInput = z.object({ name: line(80).min(1), admin_only: z.boolean(), space_ids: z.array(id).max(200) })
