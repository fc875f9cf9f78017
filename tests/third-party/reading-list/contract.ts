/** What others may know of the reading list. */
import { date, defineContract, del, done, event, get, id, list, paging, z } from '@atrium/sdk'

export const ItemReply = z.object({
  id: z.number(),
  title: z.string(),
  path: z.string(),
  excerpt: z.string(),
  added_at: date,
})
export type ItemReply = z.output<typeof ItemReply>

export default defineContract('reading-list', {
  permissions: { curate: { title: 'Take posts off the reading list', grant: ['admin', 'moderator'] } },
  routes: {
    list: get('/internal_api/reading_list', { can: 'member', query: paging, reply: list(ItemReply), summary: 'Posts to read, the latest first' }),
    remove: del('/internal_api/reading_list/:id', { can: 'curate', params: z.object({ id }), reply: done, summary: 'Take a post off the list' }),
  },
  events: {
    'reading_list.extended': event(z.object({ itemId: z.number() }), { realtime: 'community', title: 'A post came onto the reading list' }),
  },
})
