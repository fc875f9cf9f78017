/** Work of the demo that waits until the community is there. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** Who is put out must be a member before: their address is asked of what is committed. */
export const banJob = job('ban', z.object({ adminId: z.number(), memberId: z.number() }))
/** Bought at the test provider, so that it can be refunded, changed and ended; by members who are there, which is after the community was filled. */
export const buyJob = job(
  'buy',
  z.object({ sales: z.array(z.object({ memberId: z.number(), paywallId: z.number(), priceId: z.number(), coupon: z.string().optional() })) }),
)
/** The plan of the community is paid at the provider, outside of the transaction that fills it. */
export const planJob = job('plan', z.object({}))
/** What members have asked the agent: once what they ask about is in the index of search. */
export const askJob = job(
  'ask',
  z.object({
    agentId: z.number(),
    asked: z.array(z.object({ memberId: z.number(), question: z.string(), rating: z.union([z.literal(1), z.literal(-1)]).optional() })),
  }),
)
/** The same in comments, where it is called by its name. */
export const callJob = job(
  'call',
  z.object({ agentId: z.number(), called: z.array(z.object({ memberId: z.number(), postId: z.number(), question: z.string() })) }),
)
