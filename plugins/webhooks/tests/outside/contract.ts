/** What others may know of it. */
import { date, defineContract, event, id, z } from '@atrium/sdk'

const Fired = z.object({
  memberId: id,
  cone: z.number().nullable(),
  kind: z.enum(['wood', 'gas']),
  note: z.string().optional(),
  shelves: z.array(z.object({ name: z.string() })).optional(),
  firedAt: date.optional(),
})
export default defineContract('outside', {
  events: {
    'kiln.fired': event(Fired, { automation: true, title: 'A kiln was fired' }),
    'kiln.cooled': event(z.object({ memberId: id }), { automation: true, title: 'A kiln cooled' }),
    'kiln.counted': event(z.object({ memberId: id })),
  },
})
