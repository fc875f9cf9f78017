/** Comments and replies (A.2.10 of the published API). */
import { del, get, post } from '@atrium/sdk'
import { OptionalBody } from './richText.ts'
import { asked, byId, id, int, listOf, maybe, maybeInt, maybeMoment, message, moment, pages, sent, text, words, yes, z } from './wire.ts'

const named = z.object({ id: int, name: text, slug: text })
const shown = {
  id: int,
  parent_comment_id: maybeInt,
  flagged_for_approval_at: maybeMoment,
  unresolved_flagged_reports_count: int,
  created_at: moment,
  body: OptionalBody,
  author_type: z.enum(['CommunityMember', 'CommunityAiAgent']),
  /** Nobody for what was removed. `id` is the account's, for tokens that may read members. */
  user: z.object({ id: maybeInt, name: text, avatar_url: maybe, email: text, community_member_id: int }).nullable(),
  post: named,
  /** Null on records that lie in no space. */
  space: named.nullable(),
  replies_count: int,
  url: text,
  community_id: int,
  likes_count: int,
  /** Null for tokens that may not read members. */
  user_posts_count: maybeInt,
  user_comments_count: maybeInt,
  /** Nobody counts them. */
  user_likes_count: maybeInt,
}
const Reply = z.object(shown)
export const Comment = z.object({ ...shown, replies: z.array(Reply) })
const at = '/api/admin/v2/comments' as const

export const comments = {
  comments: get(at, {
    ...asked,
    query: z.object({ ...pages, space_id: id.optional(), post_id: id.optional(), search_text: words(200).optional() }),
    reply: listOf(Comment),
    summary: 'Comments; of a post the oldest first with their replies, else all the latest first',
  }),
  createComment: post(at, {
    ...asked,
    body: z.object({
      body: words(20_000),
      post_id: id,
      parent_comment_id: id.nullish(),
      created_at: sent.optional(),
      updated_at: sent.optional(),
      skip_notifications: yes.optional(),
    }),
    reply: Comment,
    status: 201,
    summary: 'Comment on a post',
  }),
  comment: get(`${at}/:id`, { ...asked, ...byId, reply: Comment, summary: 'One comment with its first replies' }),
  deleteComment: del(`${at}/:id`, { ...asked, ...byId, reply: message, summary: 'Delete a comment' }),
}
