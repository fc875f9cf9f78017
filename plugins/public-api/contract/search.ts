/** Search and the leaderboard (A.2.16, A.2.19 of the published API). */
import { get } from '@atrium/sdk'
import { asked, int, listOf, maybe, moment, pages, text, words, z } from './wire.ts'

const kinds = ['general', 'members', 'posts', 'comments', 'spaces', 'lessons', 'events', 'entity_list', 'mentions'] as const
const author = z.object({ name: text, avatar_url: maybe, community_member_id: int }).nullable()
const space = z.object({ id: int, slug: text, name: text, emoji: maybe, custom_emoji_url: maybe, custom_emoji_dark_url: maybe }).nullable()
/** What each kind of hit has beside these is `null` for the others. */
export const Hit = z.object({
  id: int,
  type: text,
  name: text,
  slug: text,
  url: text,
  body: text,
  created_at: moment,
  status: text,
  highlighted_name: maybe,
  highlighted_body: maybe,
  cover_image_url: maybe,
  sgid: text,
  starts_at: moment.nullable(),
  author,
  space,
  /** Of a member. */
  email: maybe,
  headline: maybe,
  avatar_url: maybe,
  public_uid: maybe,
  user_id: int.nullable(),
  /** Of a space. */
  emoji: maybe,
  space_type: maybe,
  /** Of a comment. */
  post_id: int.nullable(),
  post_name: maybe,
  post_slug: maybe,
  space_id: int.nullable(),
  space_slug: maybe,
  parent_comment_id: int.nullable(),
  /** Of a lesson. */
  section_id: int.nullable(),
  section_name: maybe,
})
const several = z.union([words(100), z.array(words(100)).max(100)]).optional()

export const search = {
  advancedSearch: get('/api/admin/v2/advanced_search', {
    ...asked,
    query: z.object({
      ...pages,
      query: z.string().trim().min(1).max(400),
      type: z.enum(kinds).default('general'),
      'filters[space_ids][]': several,
      'filters[space_ids]': several,
      'filters[author_name]': words(100).optional(),
    }),
    reply: listOf(Hit),
    summary: 'What holds these words',
  }),
  leaderboard: get('/api/admin/v2/gamification/leaderboard', {
    ...asked,
    query: z.object({ period: z.enum(['30_days', '7_days']).optional() }),
    reply: z.array(z.object({ community_member_id: int, name: text, public_uid: text, headline: maybe, avatar_url: maybe, total_points: int })),
    summary: 'Who has the most points',
  }),
}
