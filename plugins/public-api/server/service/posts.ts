/** Posts in the published shape. */
import { notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { z } from 'zod'
import postsPlugin, { type PostReply } from '../../../posts/contract.ts'
import type { ImagePost, Post } from '../../contract/posts.ts'
import { memberAt, peopleOf } from './people.ts'
import { htmlOf, toRichText } from './richText.ts'

const { routes: to } = postsPlugin
export const withDomain = (ctx: Ctx, path: string): string => (path.startsWith('/') ? `${ctx.community.url}${path}` : path)

export async function toPosts(ctx: Ctx, records: PostReply[]): Promise<(z.input<typeof Post> & { gallery: PostReply['gallery'] })[]> {
  const people = await peopleOf(
    ctx,
    records.map(({ author }) => author.id),
  )
  return records.map((post) => {
    const author = people.get(post.author.id)
    const { id, name, created_at, updated_at } = post
    return {
      ...{ id, name: name || null, slug: post.slug, status: post.status, url: withDomain(ctx, post.url), created_at, updated_at },
      tiptap_body: toRichText({ ...post.tiptap_body, fallback_text: post.body_plain_text }),
      body: { id, name: 'body', body: htmlOf(post.tiptap_body.body, ctx.community.url), record_type: 'Post', record_id: id, created_at, updated_at },
      ...{ space_id: post.space_id, space_name: post.space.name, space_slug: post.space_slug, community_id: post.community_id },
      ...{ user_id: author?.user_id ?? null, user_email: author?.email ?? null, user_name: post.author.name, user_avatar_url: post.author.avatar_url },
      community_member_id: post.author.id,
      ...{ comments_count: post.comments_count, likes_count: post.likes_count, hide_meta_info: post.hide_meta_info },
      published_at: post.published_at ?? post.scheduled_at ?? created_at,
      ...{ cover_image: post.cover_image, cover_image_url: post.cover_image_url },
      ...{ cardview_thumbnail: post.cardview_image, cardview_thumbnail_url: post.cardview_image },
      ...{ is_comments_enabled: post.is_comments_enabled, is_comments_closed: post.is_comments_closed, is_liking_enabled: post.is_liking_enabled },
      ...{ flagged_for_approval_at: post.flagged_for_approval_at, unresolved_flagged_reports_count: 0, custom_html: post.custom_html ?? null },
      topics: post.topics.map((topic) => topic.id),
      ...{ member_posts_count: author?.posts_count ?? null, member_comments_count: null, member_likes_count: null },
      gallery: post.gallery,
    }
  })
}
export const toImagePosts = async (ctx: Ctx, records: PostReply[]): Promise<z.input<typeof ImagePost>[]> =>
  (await toPosts(ctx, records)).map((post) => ({ ...post, gallery: post.gallery ?? { id: post.id, downloadable_images: false, images: [] } }))

/** Posts whole and in this order, as lists of Atrium cut long texts. */
export async function wholePosts(ctx: Ctx, records: { id: number }[]): Promise<PostReply[]> {
  if (records.length === 0) return []
  const found = await ctx.call(to.details, { query: { post_ids: records.map(({ id }) => id) } })
  const byId = new Map(found.map((post) => [post.id, post]))
  return records.flatMap(({ id }) => byId.get(id) ?? [])
}
/** @throws AtriumError 404 */
export async function postById(ctx: Ctx, id: number): Promise<PostReply> {
  const [post] = await ctx.call(to.details, { query: { post_ids: [id] } })
  if (!post) throw notFound('Post')
  return post
}
export const pathOf = (post: PostReply) => ({ spaceId: post.space_id, postSlug: post.slug })

/** Whom a new post is by, where the call names somebody. @throws AtriumError 404 `author_not_found` */
export async function authorOf(ctx: Ctx, { user_email, user_id }: { user_email?: string; user_id?: number }): Promise<number | undefined> {
  if (user_email) return (await memberAt(ctx, user_email, 'author_not_found')).id
  if (user_id === undefined || user_id === ctx.account?.id) return undefined
  throw notFound('Author', 'author_not_found')
}
