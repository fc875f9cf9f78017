/** What happens to members; every plugin may listen. */
import { communitySwitch, defineContract, event, id, z } from '../../index.ts'

export default defineContract('membership', {
  /** Whether visitors may see who is here: `seesPeople` of the SDK asks it. */
  communitySettings: z.object({ public_member_directory: communitySwitch('visitors') }),
  events: {
    'member.joined': event(z.object({ memberId: id }), { realtime: 'community', automation: true, title: 'A member joined' }),
    'member.updated': event(z.object({ memberId: id }), { realtime: 'community', title: 'A member changed' }),
    /** Up to some hundred at once, by an import: nothing is told of each, and what happens to newcomers happens to `addedIds`. */
    'members.imported': event(z.object({ addedIds: z.array(id), changedIds: z.array(id) })),
    'member.left': event(z.object({ memberId: id }), { realtime: 'community', automation: { gone: true }, title: 'A member left' }),
  },
})
