/** Purchases at the test provider, each once: the rest of the demo's sales are history, which no provider knows. */
import type { Ctx } from '@atrium/sdk/server'
import payments from '../../../payments/contract.ts'
import paywalls from '../../../paywalls/contract.ts'

interface Wanted {
  memberId: number
  paywallId: number
  priceId: number
  coupon?: string | undefined
}
export async function buy(ctx: Ctx, { sales }: { sales: Wanted[] }): Promise<void> {
  if (!ctx.has(paywalls) || ctx.use(payments).provider().key !== 'test') return
  for (const { memberId, paywallId, priceId, coupon } of sales) {
    if (await ctx.use(paywalls).holds(memberId, paywallId)) continue
    const { checkoutId } = await ctx.use(paywalls).order(memberId, priceId, coupon === undefined ? {} : { coupon })
    if (checkoutId) await ctx.use(payments).test.pay(checkoutId)
  }
}
