/** Posts and galleries (A.2.8, A.2.9 of the published API). */
import { del, get, post, put } from '@atrium/sdk'
import { Body, body, RichText, RichTextInput } from './richText.ts'
import { asked, byId, email, id, ids, int, listOf, maybe, maybeInt, maybeMoment, moment, pages, said, sent, text, words, yes, z } from './wire.ts'

const shown = {
  id: int,
  status: text,
  name: maybe,
  tiptap_body: RichText.nullable(),
  body: Body,
  slug: text,
  url: text,
  space_name: text,
  space_slug: text,
  space_id: int,
  /** Null, like the address and the counts, for tokens that may not read members. */
  user_id: maybeInt,
  user_email: maybe,
  user_name: text,
  community_member_id: int,
  comments_count: int,
  community_id: int,
  hide_meta_info: yes,
  user_avatar_url: maybe,
  /** Of what is not out, when it is to be, else when it was begun. */
  published_at: moment,
  created_at: moment,
  updated_at: moment,
  cover_image: maybe,
  cover_image_url: maybe,
  cardview_thumbnail: maybe,
  cardview_thumbnail_url: maybe,
  is_comments_enabled: yes,
  is_comments_closed: yes,
  is_liking_enabled: yes,
  flagged_for_approval_at: maybeMoment,
  unresolved_flagged_reports_count: int,
  custom_html: maybe,
  likes_count: int,
  topics: z.array(int),
  member_posts_count: maybeInt,
  member_comments_count: maybeInt,
  /** Nobody counts them. */
  member_likes_count: maybeInt,
}
export const Post = z.object(shown)
export const ImagePost = z.object({
  ...shown,
  gallery: z.object({
    id: int,
    downloadable_images: yes,
    images: z.array(z.object({ id: int, signed_id: text, url: text, original_url: maybe, filename: text, width: maybeInt, height: maybeInt })),
  }),
})
const author = { user_email: email.optional(), user_id: id.optional() }
const PostInput = z
  .object({
    name: words(250),
    tiptap_body: RichTextInput,
    body,
    cover_image: words(500).nullable(),
    internal_custom_html: body.nullable(),
    is_truncation_disabled: yes,
    is_comments_closed: yes,
    is_comments_enabled: yes,
    is_liking_enabled: yes,
    hide_meta_info: yes,
    hide_from_featured_areas: yes,
    meta_title: words(120),
    meta_description: words(300),
    opengraph_title: words(120),
    opengraph_description: words(300),
    published_at: sent,
    topics: ids,
    skip_notifications: yes,
    is_pinned: yes,
    status: z.enum(['draft', 'published', 'scheduled']),
  })
  .partial()
export type PostInput = z.output<typeof PostInput>
const ImageInput = z.object({
  slug: words(120).optional(),
  name: words(250).optional(),
  status: z.enum(['draft', 'published', 'scheduled']).optional(),
  published_at: sent.optional(),
  is_liking_enabled: yes.optional(),
  is_comments_enabled: yes.optional(),
  topics: ids.optional(),
  tiptap_body: RichTextInput.optional(),
  gallery_attributes: z.object({
    images_attributes: z
      .array(
        z
          .object({ id, image: words(500), signed_id: words(500), width: z.number().int().min(0).max(100_000), height: z.number().int().min(0).max(100_000) })
          .partial(),
      )
      .max(50)
      .default([]),
    downloadable_images: yes.default(false),
  }),
  is_pinned: yes.optional(),
  ...author,
})
const at = '/api/admin/v2/posts' as const
const images = '/api/admin/v2/spaces/:space_id/images/posts' as const
const inSpace = { params: z.object({ space_id: id }) }
const oneImage = { params: z.object({ space_id: id, id }) }
const created = z.object({ message: text, post: Post })
const sort = z.enum(['oldest', 'latest', 'alphabetical', 'likes', 'latest_updated', 'oldest_updated']).default('latest')

export const posts = {
  posts: get(at, {
    ...asked,
    query: z.object({
      ...pages,
      space_id: id.optional(),
      status: z.enum(['draft', 'published', 'scheduled', 'all']).default('published'),
      search_text: words(200).optional(),
      /** Within one space; posts of all spaces come with the latest first. */
      sort,
    }),
    reply: listOf(Post),
    summary: 'Posts',
  }),
  createPost: post(at, {
    ...asked,
    body: PostInput.extend({ space_id: id, slug: words(120).optional(), created_at: sent.optional(), ...author }).required({ name: true }),
    reply: created,
    summary: 'Write a post',
  }),
  post: get(`${at}/:id`, { ...asked, ...byId, reply: Post, summary: 'One post' }),
  updatePost: put(`${at}/:id`, { ...asked, ...byId, body: PostInput, reply: created.extend({ success: z.literal(true) }), summary: 'Change a post' }),
  deletePost: del(`${at}/:id`, { ...asked, ...byId, reply: said, summary: 'Delete a post' }),
  postSummary: get(`${at}/:post_id/summary`, {
    ...asked,
    params: z.object({ post_id: id }),
    reply: z.object({ overview: maybe, content: text }),
    summary: 'A post in a few sentences',
  }),
  imagePosts: get(images, { ...asked, ...inSpace, query: z.object(pages), reply: listOf(ImagePost), summary: 'Galleries of a space' }),
  createImagePost: post(images, {
    ...asked,
    ...inSpace,
    body: ImageInput,
    reply: z.object({ message: text, post: ImagePost }),
    summary: 'Publish a gallery',
  }),
  imagePost: get(`${images}/:id`, { ...asked, ...oneImage, reply: ImagePost, summary: 'One gallery' }),
  deleteImagePost: del(`${images}/:id`, { ...asked, ...oneImage, reply: said, summary: 'Delete a gallery' }),
  duplicateImagePost: post(`${images}/:id/duplicate`, {
    ...asked,
    ...oneImage,
    body: z
      .object({ post: z.object({ send_notifications: yes }).partial() })
      .partial()
      .default({}),
    reply: z.object({ message: text, post: ImagePost }),
    summary: 'A copy of a gallery, as a draft',
  }),
}
