/** What others may know of it. */
import { defineContract, event, id, z } from '@atrium/sdk'

export default defineContract('outside', {
  events: {
    'kiln.fired': event(z.object({ memberId: id, cone: z.number(), kind: z.enum(['wood', 'gas']) }), { automation: true, title: 'A kiln was fired' }),
    'kiln.stamped': event(z.object({ memberId: id, text: z.string() })),
  },
})
