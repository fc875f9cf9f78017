/** Whole numbers of our own server: shares, taxes, periods. Never a floating point of money. */
import type { Thing } from './store.ts'

/** `amount` times `share` ten-thousandths, halves up. */
export const shareOf = (amount: number, share: number): number => {
  const [size, sign] = [Math.abs(amount), Math.sign(amount)]
  return sign * Number((BigInt(size) * BigInt(share) + 5_000n) / 10_000n)
}
/** `amount` times `part` of `whole`, halves up. */
export const partOf = (amount: number, part: number, whole: number): number => {
  const [size, sign] = [BigInt(Math.abs(amount)), Math.sign(amount)]
  return whole === 0 ? 0 : sign * Number((size * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n))
}
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

const DAY = 86_400
/** `count` intervals after the anchor: the 31st becomes the last day of a shorter month, and the 31st again after it. */
export function addIntervals(anchor: number, interval: string, count: number): number {
  if (interval === 'day') return anchor + count * DAY
  if (interval === 'week') return anchor + count * 7 * DAY
  const start = new Date(anchor * 1000)
  const months = start.getUTCMonth() + count * (interval === 'year' ? 12 : 1)
  const last = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const day = Math.min(start.getUTCDate(), last)
  return Math.floor(Date.UTC(start.getUTCFullYear(), months, day, start.getUTCHours(), start.getUTCMinutes(), start.getUTCSeconds()) / 1000)
}
/** The end of the period that begins at `start`, with the days counted from the anchor. */
export function periodEnd(anchor: number, start: number, interval: string, count: number): number {
  const length = interval === 'day' ? DAY : interval === 'week' ? 7 * DAY : interval === 'month' ? 28 * DAY : 365 * DAY
  // close from below, then by steps
  for (let turns = Math.max(1, Math.floor((start - anchor) / (length * count + 4 * DAY * count))); ; turns++) {
    const end = addIntervals(anchor, interval, turns * count)
    if (end > start) return end
  }
}

/** What a coupon takes off. */
export function discountOf(coupon: Thing, subtotal: number, currency: string): number {
  if (coupon.percent_off !== null) return Math.min(subtotal, shareOf(subtotal, Math.round(coupon.percent_off * 100)))
  return coupon.currency === currency ? Math.min(subtotal, coupon.amount_off) : 0
}
