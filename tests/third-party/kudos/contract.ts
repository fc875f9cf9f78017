/** What others may know of kudos: calls, settings, an event. */
import { Author, date, defineContract, del, done, event, flag, get, id, line, list, paging, post, z } from '@atrium/sdk'

const categories = z.array(line(30).min(1)).min(1).max(20)

export const KudoReply = z.object({
  id: z.number(),
  category: z.string(),
  text: z.string(),
  giver: Author.nullable(),
  receiver: Author.nullable(),
  likes_count: z.number(),
  is_liked: z.boolean(),
  created_at: date,
  policies: z.object({ can_remove: z.boolean() }),
})
export type KudoReply = z.output<typeof KudoReply>

const Ranked = z.object({ place: z.number(), received: z.number(), member: Author.nullable() })

export default defineContract('kudos', {
  permissions: {
    give: { title: 'Thank others', grant: ['admin', 'moderator', 'member'] },
    manage: { title: 'Remove any thanks', grant: ['admin', 'moderator'] },
  },
  settings: z.object({
    categories: categories.default(['Helpful', 'Inspiring', 'Great work']),
    a_day: z.number().int().min(1).max(50).default(5),
    mails_ranking: z.boolean().default(true),
  }),
  routes: {
    list: get('/internal_api/kudos', {
      can: 'member',
      query: paging.extend({
        category: line(30).optional(),
        /** Given to this member. */
        member_id: id.optional(),
        mine: flag.optional(),
      }),
      reply: list(KudoReply),
      summary: 'Kudos, newest first',
    }),
    options: get('/internal_api/kudos/options', {
      can: 'member',
      reply: z.object({ categories: z.array(z.string()), left_today: z.number() }),
      summary: 'What one may choose from, and how often one may still thank today',
    }),
    give: post('/internal_api/kudos', {
      can: 'give',
      body: z.object({
        member_id: id,
        category: line(30).min(1, 'Choose a category.'),
        text: z.string().trim().min(1, 'Enter a reason.').max(500),
      }),
      reply: KudoReply,
      status: 201,
      limit: { points: 30, seconds: 60 },
      summary: 'Thank a member; 422 `kudos_used_up` after the last one of the day',
    }),
    remove: del('/internal_api/kudos/:id', { can: 'member', params: z.object({ id }), reply: done, summary: 'Take kudos back' }),
    ranking: get('/internal_api/kudos/ranking', {
      can: 'member',
      reply: z.object({ week: date.nullable(), records: z.array(Ranked) }),
      summary: 'Who was thanked most in the last whole week',
    }),
  },
  events: {
    'kudos.given': event(z.object({ kudoId: z.number(), giverMemberId: z.number(), receiverMemberId: z.number() }), {
      realtime: 'community',
      automation: true,
      title: 'A member was thanked',
    }),
    'kudos.removed': event(z.object({ kudoId: z.number() }), { realtime: 'community' }),
  },
})
