/** The extra of a checkout: one further price, bought with the same payment, held and given back by itself. */
import { invalid } from '@atrium/sdk'
import { type Ctx, hold } from '@atrium/sdk/server'
import { type PriceRow, type PurchaseEntity, PurchaseTable } from '../../entities.ts'
import { type PaywallWhole, paywallsById, pricesById } from '../../reads.ts'
import { holds, isFull } from './holding.ts'
import { isTest } from '../../shared/service/mode.ts'

export interface Offer {
  price: PriceRow
  name: string
  /** What the seller says of it. */
  text: string
}
/** Null where there is none, where it is not for sale, or for whoever has it. */
export async function offeredWith(ctx: Ctx, paywall: PaywallWhole, memberId: number | null): Promise<Offer | null> {
  if (paywall.bump_price_id === null) return null
  const [price] = await ctx.read(pricesById, [[paywall.bump_price_id]])
  if (price?.status !== 'active') return null
  const [item] = await ctx.read(paywallsById, [[price.paywall_id], isTest(ctx)])
  if (item?.status !== 'active' || isFull(item) || (await holds(ctx, memberId, item.id))) return null
  const name = item.display_name || item.name
  return { price, name: price.name ? `${name}, ${price.name}` : name, text: paywall.bump_text }
}

/** What was bought with a purchase, held for writing. */
export async function bumpOf(ctx: Ctx, purchase: PurchaseEntity): Promise<PurchaseEntity | null> {
  const known = await ctx.em.findOne(PurchaseTable, { parentId: purchase.id })
  return known && hold(ctx, PurchaseTable, known.id)
}

/** Something small, paid once, of another paywall. @throws AtriumError 422 */
export async function checkBump(ctx: Ctx, paywallId: number | null, priceId: number | null | undefined): Promise<void> {
  if (!priceId) return
  const [price] = await ctx.read(pricesById, [[priceId]])
  if (!price || price.paywall_id === paywallId || price.price_type !== 'onetime' || price.is_custom_amount || price.seats_min !== null)
    throw invalid({ 'paywall.bump_price_id': ['Choose a fixed, one-time price of another paywall.'] })
}
/** Prices that are gone are offered nowhere. */
export async function forgetBumps(ctx: Ctx): Promise<void> {
  await ctx.sql(
    `update paywalls.paywall w set bump_price_id = null where w.community_id = $1 and w.bump_price_id is not null
       and not exists (select from paywalls.price x where x.community_id = $1 and x.id = w.bump_price_id)`,
  )
}
