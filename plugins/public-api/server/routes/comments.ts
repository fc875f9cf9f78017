/** Comments and replies. */
import { type Ctx, unlessRefused } from '@atrium/sdk/server'
import type { z } from 'zod'
import content, { type Comment as Own, type Reply } from '../../../content/contract.ts'
import postsPlugin from '../../../posts/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { type Comment, comments as routes } from '../../contract/comments.ts'
import { serve } from '../service/guard.ts'
import { pageOf } from '../service/lists.ts'
import { peopleOf } from '../service/people.ts'
import { withDomain } from '../service/posts.ts'

const { routes: to } = content

/** Spaces and posts that these comments stand in, by their ids, as far as the token reads them. */
async function placesOf(ctx: Ctx, all: Reply[]) {
  const postIds = [...new Set(all.flatMap(({ post_id }) => post_id ?? []))]
  const posts = postIds.length ? await unlessRefused(ctx.call(postsPlugin.routes.details, { query: { post_ids: postIds } }), [], 403) : []
  const known = new Map(posts.map((post) => [post.id, post]))
  const found = new Map(posts.map(({ space: { id, name, slug } }) => [id, { id, name, slug }]))
  for (const id of new Set(all.flatMap(({ space_id }) => space_id ?? [])))
    if (!found.has(id)) {
      const space = await unlessRefused(ctx.call(spaces.routes.show, { params: { id } }), null, 403, 404)
      if (space) found.set(id, { id, name: space.name, slug: space.slug })
    }
  return { posts: known, spaces: found }
}

async function toComments(ctx: Ctx, records: (Own | Reply)[]): Promise<z.input<typeof Comment>[]> {
  const all = records.flatMap((one) => [one, ...('replies' in one ? one.replies : [])])
  const [places, people] = [
    await placesOf(ctx, all),
    await peopleOf(
      ctx,
      all.map((one) => one.community_member_id),
    ),
  ]
  const present = (one: Reply): Omit<z.input<typeof Comment>, 'replies'> => {
    const person = people.get(one.community_member_id ?? 0)
    return {
      ...{ id: one.id, parent_comment_id: one.parent_comment_id, created_at: one.created_at, url: withDomain(ctx, one.url), community_id: ctx.community.id },
      ...{ flagged_for_approval_at: one.flagged_for_approval_at, unresolved_flagged_reports_count: 0 },
      author_type: one.author?.roles.agent ? 'CommunityAiAgent' : 'CommunityMember',
      body: {
        ...{ id: one.id, name: 'body', body: one.body.html, record_type: 'Comment', record_id: one.id },
        ...{ created_at: one.created_at, updated_at: one.updated_at },
      },
      user: one.author && {
        ...{ id: one.user_id, name: one.author.name, avatar_url: one.author.avatar_url },
        ...{ email: person?.email ?? '', community_member_id: one.author.id },
      },
      post: { id: one.record_id, name: one.post_name, slug: places.posts.get(one.post_id ?? 0)?.slug ?? '' },
      space: places.spaces.get(one.space_id ?? 0) ?? null,
      ...{ replies_count: one.replies_count, likes_count: one.likes_count },
      ...{ user_posts_count: person?.posts_count ?? null, user_comments_count: null, user_likes_count: null },
    }
  }
  return records.map((one) => ({ ...present(one), replies: 'replies' in one ? one.replies.map(present) : [] }))
}
const show = async (ctx: Ctx, id: number) => (await toComments(ctx, [await ctx.call(to.anyComment, { params: { id } })]))[0]!

export const comments = serve(routes, {
  comments(ctx, { query: { page, per_page, space_id, post_id, search_text } }) {
    const asked = { page, per_page }
    if (post_id && !search_text)
      return pageOf(ctx, to.comments, { params: { postId: post_id }, query: { sort: 'oldest' } }, asked, (records) => toComments(ctx, records))
    return pageOf(ctx, to.latest, { query: { space_id, search_text } }, asked, (records) => toComments(ctx, records))
  },
  async createComment(ctx, { body: { body, post_id, parent_comment_id } }) {
    const { id } = await ctx.call(to.createComment, { params: { postId: post_id }, body: { comment: { body, parent_comment_id } } })
    return show(ctx, id)
  },
  comment: (ctx, { params }) => show(ctx, params.id),
  async deleteComment(ctx, { params }) {
    const { record_type, record_id } = await ctx.call(to.anyComment, { params })
    await ctx.call(to.destroyRecordComment, { params: { kind: record_type, id: record_id, commentId: params.id } })
    return { message: 'Comment deleted.' }
  },
})
