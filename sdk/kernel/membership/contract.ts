/** What happens to members; every plugin may listen. */
import { defineContract, event, id, z } from '../../index.ts'

export default defineContract('membership', {
  events: {
    'member.joined': event(z.object({ memberId: id }), { realtime: 'community', automation: true, title: 'A member joined' }),
    'member.updated': event(z.object({ memberId: id }), { realtime: 'community', title: 'A member changed' }),
    /** Up to some hundred at once, by an import: nothing is told of each, and what happens to newcomers happens to `addedIds`. */
    'members.imported': event(z.object({ addedIds: z.array(id), changedIds: z.array(id) })),
    'member.left': event(z.object({ memberId: id }), { realtime: 'community', automation: true, title: 'A member left' }),
  },
})
