/** Coupons: made, found by their code, held by a checkout while it lasts. */
import { conflict, invalid, notFound } from '@atrium/sdk'
import { type Ctx, hold, isUniqueViolation } from '@atrium/sdk/server'
import type { CouponChange, CouponInput } from '../../../contract/inputs.ts'
import type { Coupon } from '../../../contract/records.ts'
import { type CouponRow, CouponTable, type PaywallRow, type PriceRow } from '../../entities.ts'
import { couponByCode, couponsById, pricesNamedRead } from '../../reads.ts'
import { demandStep } from '../../shared/service/money.ts'
import { priceName, termsOf } from './names.ts'

const isUsable = (ctx: Ctx, coupon: CouponRow): boolean =>
  coupon.ended_at === null &&
  (coupon.starts_at === null || coupon.starts_at <= ctx.now()) &&
  (coupon.ends_at === null || coupon.ends_at > ctx.now()) &&
  (coupon.max_uses === null || coupon.uses_count < coupon.max_uses)

const noCoupon = () => invalid({ coupon_code: ['This code isn’t valid here.'] }, 'This code isn’t valid here.', 'coupon_invalid')
/** A coupon that may be used now, whatever for. */
export async function findCoupon(ctx: Ctx, code: string | null | undefined): Promise<CouponRow | null> {
  if (!code) return null
  const [coupon] = await ctx.read(couponByCode, [code.toUpperCase()])
  return coupon && isUsable(ctx, coupon) ? coupon : null
}
/** @throws AtriumError 422 */
export async function needCoupon(ctx: Ctx, code: string | null | undefined): Promise<CouponRow | null> {
  const coupon = await findCoupon(ctx, code)
  if (code && !coupon) throw noCoupon()
  return coupon
}

type Priced = Pick<PriceRow, 'id' | 'currency'>
/** Whether it takes something off what is bought at this moment: usable, for this price, in its currency, and where coupons are taken. */
export const isFit = (ctx: Ctx, coupon: CouponRow, paywall: Pick<PaywallRow, 'coupons_enabled'>, price: Priced): boolean =>
  paywall.coupons_enabled &&
  isUsable(ctx, coupon) &&
  (coupon.price_ids.length === 0 || coupon.price_ids.includes(price.id)) &&
  (coupon.currency === null || coupon.currency === price.currency)
/** @throws AtriumError 422 `coupon_invalid` */
export function demandFit(ctx: Ctx, coupon: CouponRow | null, paywall: Pick<PaywallRow, 'coupons_enabled'>, price: Priced): void {
  if (coupon && !isFit(ctx, coupon, paywall, price)) throw noCoupon()
}

/** Counts one use. @throws AtriumError 422 `coupon_used_up` */
export async function useCoupon(ctx: Ctx, couponId: number): Promise<void> {
  const [taken] = await ctx.sql(
    `update paywalls.coupon set uses_count = uses_count + 1 where community_id = $1 and id = $2 and (max_uses is null or uses_count < max_uses) returning id`,
    [couponId],
  )
  if (!taken) throw invalid({ coupon_code: ['This coupon has reached its usage limit.'] }, 'This coupon has reached its usage limit.', 'coupon_used_up')
}

export type PriceNames = Map<number, string>
/** What prices are called that coupons are for. */
export async function priceNamesOf(ctx: Ctx, rows: CouponRow[]): Promise<PriceNames> {
  const ids = [...new Set(rows.flatMap(({ price_ids }) => price_ids))]
  const prices = ids.length === 0 ? [] : await ctx.read(pricesNamedRead, [ids])
  return new Map(prices.map((price) => [price.id, [price.paywall_name, price.name, priceName(ctx, price)].filter(Boolean).join(', ')]))
}
export const presentCoupon = (ctx: Ctx, row: CouponRow, names: PriceNames): Coupon => ({
  id: row.id,
  code: row.code,
  name: row.name,
  kind: row.kind,
  percent_off: row.percent_off,
  amount_off_in_cents: row.amount_off,
  currency: row.currency,
  duration: row.duration,
  duration_in_months: row.duration_in_months,
  max_uses: row.max_uses,
  uses_count: row.uses_count,
  once_per_member: row.once_per_member,
  starts_at: row.starts_at?.toISOString() ?? null,
  ends_at: row.ends_at?.toISOString() ?? null,
  price_ids: row.price_ids,
  // one that was deleted has no name, and nothing to choose
  prices: row.price_ids.flatMap((id) => {
    const name = names.get(id)
    return name === undefined ? [] : { id, name }
  }),
  is_active: isUsable(ctx, row),
  display_name: termsOf(ctx, row),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
export async function showCoupon(ctx: Ctx, id: number): Promise<Coupon> {
  const [row] = await ctx.read(couponsById, [[id]])
  if (!row) throw notFound('Coupon')
  return presentCoupon(ctx, row, await priceNamesOf(ctx, [row]))
}

const momentOf = (text: string | null | undefined) => (text ? new Date(text) : (text as null | undefined))
async function checkPrices(ctx: Ctx, ids: number[]): Promise<void> {
  const found = await ctx.sql('select id from paywalls.price where community_id = $1 and id = any ($2::bigint[])', [ids])
  if (found.length < new Set(ids).size) throw invalid({ 'coupon.price_ids': ['One of these prices doesn’t exist.'] })
}
/** @throws AtriumError 409 `code_taken`, 422 */
export async function createCoupon(ctx: Ctx, input: CouponInput): Promise<number> {
  await checkPrices(ctx, input.price_ids)
  if (input.kind === 'amount') demandStep(ctx.locale, 'coupon.amount_off_in_cents', input.amount_off_in_cents!, input.currency!)
  try {
    return await ctx.em.transactional(async (em) => {
      const coupon = em.create(CouponTable, {
        code: input.code,
        name: input.name,
        kind: input.kind,
        percentOff: input.kind === 'percent' ? input.percent_off : null,
        amountOff: input.kind === 'amount' ? input.amount_off_in_cents : null,
        currency: input.kind === 'amount' ? input.currency : null,
        duration: input.duration,
        durationInMonths: input.duration === 'repeating' ? input.duration_in_months : null,
        maxUses: input.max_uses,
        oncePerMember: input.once_per_member,
        startsAt: momentOf(input.starts_at),
        endsAt: momentOf(input.ends_at),
        priceIds: input.price_ids,
      })
      await em.flush()
      return coupon.id
    })
  } catch (error) {
    throw isUniqueViolation(error) ? conflict('A coupon with this code already exists.', 'code_taken') : error
  }
}
export async function updateCoupon(ctx: Ctx, id: number, input: CouponChange): Promise<void> {
  const coupon = await hold(ctx, CouponTable, id, 'Coupon')
  if (input.price_ids) await checkPrices(ctx, input.price_ids)
  if (input.max_uses !== undefined && input.max_uses !== null && input.max_uses < coupon.usesCount)
    throw invalid({ 'coupon.max_uses': ['It has already been used more often than that.'] })
  if (input.name !== undefined) coupon.name = input.name
  if (input.max_uses !== undefined) coupon.maxUses = input.max_uses
  if (input.once_per_member !== undefined) coupon.oncePerMember = input.once_per_member
  if (input.starts_at !== undefined) coupon.startsAt = momentOf(input.starts_at)
  if (input.ends_at !== undefined) coupon.endsAt = momentOf(input.ends_at)
  if (input.price_ids) coupon.priceIds = input.price_ids
  if (input.is_active !== undefined) coupon.endedAt = input.is_active ? null : (coupon.endedAt ?? ctx.now())
  await ctx.em.flush()
}
/** What was used stays to be named on receipts. */
export async function endCoupon(ctx: Ctx, id: number): Promise<void> {
  const coupon = await hold(ctx, CouponTable, id, 'Coupon')
  if (coupon.usesCount === 0) await ctx.em.nativeDelete(CouponTable, { id })
  else coupon.endedAt ??= ctx.now()
}
/** A checkout that came to nothing gives its coupon back; once, as the mark on the checkout goes with it. */
export async function releaseCoupon(ctx: Ctx, checkoutId: number): Promise<void> {
  await ctx.sql(
    `with mine as (select id, coupon_id from paywalls.checkout where community_id = $1 and id = $2 and coupon_held for update),
       freed as (update paywalls.checkout c set coupon_held = false from mine where c.community_id = $1 and c.id = mine.id returning c.coupon_id)
     update paywalls.coupon k set uses_count = uses_count - 1 from freed where k.community_id = $1 and k.id = freed.coupon_id`,
    [checkoutId],
  )
}
