/** Taxes and coupons of the test server. */
import { partOf, shareOf } from '../quantities.ts'
import type { Thing } from './store.ts'

/** Value added tax by country, in ten-thousandths; what is not here is untaxed. */
const RATES: Record<string, number> = { AT: 2000, BE: 2100, DE: 1900, ES: 2100, FR: 2000, GB: 2000, IE: 2300, IT: 2200, NL: 2100, PL: 2300, PT: 2300, SE: 2500 }
/** Whoever gives a tax id owes the tax themselves. */
export const rateOf = (customer: Thing | null): number => (customer?._tax_id ? 0 : (RATES[customer?._country ?? ''] ?? 0))

export interface Taxed {
  /** On top of the amount, or within it. */
  tax: number
  inclusive: boolean
}
export const taxOf = (amount: number, rate: number, behavior: string): Taxed => {
  const inclusive = behavior === 'inclusive'
  return { inclusive, tax: inclusive ? amount - partOf(amount, 10_000, 10_000 + rate) : shareOf(amount, rate) }
}

/** What a coupon takes off. */
export function discountOf(coupon: Thing, subtotal: number, currency: string): number {
  if (coupon.percent_off !== null) return Math.min(subtotal, shareOf(subtotal, Math.round(coupon.percent_off * 100)))
  return coupon.currency === currency ? Math.min(subtotal, coupon.amount_off) : 0
}
