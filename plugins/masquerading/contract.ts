/** What others may know of looking as somebody else: whom one may choose, beginning, ending. */
import { defineContract, del, done, flag, get, id, list, open, paging, post, z } from '@atrium/sdk'

export const CATEGORIES = ['members', 'spaces', 'roles', 'visitor'] as const
export const MODES = ['view_only', 'full'] as const

const Entity = z.object({
  /** Member or space id; null for a visitor. Roles are known by their key. */
  id: z.union([z.number(), z.string()]).nullable(),
  type: z.enum(['CommunityMember', 'Space', 'Role', 'Visitor']),
  name: z.string(),
  detail: z.string().nullable(),
  avatar_url: z.string().nullable(),
  emoji: z.string().nullable(),
  roles: z.array(z.string()),
})
export type Entity = z.output<typeof Entity>

export default defineContract('masquerading', {
  routes: {
    entities: get('/internal_api/masquerading/entities', {
      can: 'member',
      query: paging.extend({
        query: z.string().trim().max(100).optional(),
        category: z.enum(CATEGORIES).default('members'),
        /** Nobody who runs anything: neither admins nor moderators. */
        members_only: flag.optional(),
        /** Members of this space alone. */
        space_id: id.optional(),
      }),
      reply: list(Entity),
      limit: { points: 120, seconds: 60 },
      summary: 'Whom one may look as, for those who hold communities.masquerade',
    }),
    start: post('/internal_api/masquerading/masquerades', {
      can: 'member',
      transaction: false,
      body: z.object({
        entity_id: z.union([id, z.string().trim().max(80)]).nullish(),
        /** `Space` is an ordinary member of it, for looking only. */
        entity_type: z.enum(['CommunityMember', 'Space', 'Role', 'Visitor']).default('CommunityMember'),
        mode: z.enum(MODES).default('view_only'),
      }),
      reply: done,
      status: 201,
      limit: { points: 60, seconds: 600 },
      summary: 'The session looks as somebody else, in this community, until it stops or ends',
    }),
    stop: del('/internal_api/masquerading/masquerades', {
      can: open('whoever looks as a visitor is nobody, and goes back by this call'),
      transaction: false,
      impersonated: true,
      reply: done,
      summary: 'Back to oneself; nothing happens to those who are',
    }),
  },
})
