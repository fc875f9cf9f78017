/** What is to be paid: a price, a coupon and a tax put together. Nothing of it comes from the browser but the amount that a buyer may name. */
import { invalid, sentence, formatMoney } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { z } from 'zod'
import type { Interval, Preview, PurchaseState } from '../../../contract/records.ts'
import type { CouponRow, Order, Phase, PriceRow, PurchaseEntity, Quote } from '../../entities.ts'
import type { PaywallWhole } from '../../reads.ts'
import type { Offer } from './bumps.ts'
import { demandFit } from './coupons.ts'
import { documentOf, gross, type Sums } from './document.ts'
import { demandStep, percentOf } from '../../shared/service/money.ts'
import { isTicket, priceName, termsOf } from './names.ts'
import { forCountry } from './regions.ts'
import { isWrongTaxId, type Taxed, taxOf } from './tax.ts'

export interface Choice {
  paywall: PaywallWhole
  price: PriceRow
  coupon: CouponRow | null
  customAmount: number | null
  country: string | null
  taxId: string | null
  /** Of an invitation; else the price's. */
  trialDays?: number | null
  /** Of a price that is sold by the seat. */
  seats?: number | null
  asGift?: boolean
  /** What is offered beside it, and whether it is taken. */
  offer?: Offer | null
  withBump?: boolean
}
/** As a purchase has been taxed from its first day. */
export const taxedOf = ({
  taxRate,
  taxBehavior,
  reverseCharge,
  taxIncluded,
}: Pick<PurchaseEntity, 'taxRate' | 'taxBehavior' | 'reverseCharge' | 'taxIncluded'>): Taxed => ({
  rate: taxRate,
  behavior: taxBehavior,
  reverseCharge,
  included: taxIncluded,
})

/** @throws AtriumError 422 for an amount that is too small, or one where none may be named */
export function baseOf(ctx: Ctx, price: PriceRow, customAmount: number | null): number {
  if (!price.is_custom_amount) {
    if (customAmount !== null) throw invalid({ custom_amount_in_cents: ['The amount of this price is fixed.'] })
    return price.amount
  }
  const amount = customAmount ?? price.suggested_amount ?? price.amount
  demandStep(ctx.locale, 'custom_amount_in_cents', amount, price.currency)
  const least = formatMoney(ctx.locale, price.amount, price.currency)
  if (amount < price.amount) throw invalid({ custom_amount_in_cents: [sentence('The minimum is {amount}.', { amount: least })] })
  return amount
}

/** Whether a price is sold to so many. */
export const areSold = ({ seats_min: least, seats_max: most }: Pick<PriceRow, 'seats_min' | 'seats_max'>, seats: number): boolean =>
  least === null || most === null ? seats === 1 : seats >= least && seats <= most
/** @throws AtriumError 422 where seats do not fit the price. @returns null where it is not sold by them */
export function seatsOf(price: Pick<PriceRow, 'seats_min' | 'seats_max'>, seats: number | null | undefined): number | null {
  const { seats_min: least, seats_max: most } = price
  if (least === null || most === null) {
    if (seats != null && !areSold(price, seats)) throw invalid({ seats: ['This isn’t sold by the seat.'] })
    return null
  }
  const wanted = seats ?? least
  if (!areSold(price, wanted)) throw invalid({ seats: [sentence('Choose between {least} and {most} seats.', { least, most })] })
  return wanted
}
/** Seats go to more than one; instalments are paid by whoever has them. */
export const isGiftable = (price: Pick<PriceRow, 'seats_min' | 'price_type'>): boolean => price.seats_min === null && price.price_type !== 'installments'

/** Offered beside this choice: in its currency, and where a coupon that lasts would not take from it too. */
export function bumpBeside(choice: Choice, currency: string): Offer | null {
  const { offer, coupon, price, asGift, trialDays, country } = choice
  if (!offer || asGift || forCountry(offer.price, country).currency !== currency) return null
  const recurs = price.price_type !== 'onetime'
  return coupon && recurs && (coupon.duration !== 'once' || (trialDays ?? price.trial_days) > 0) ? null : offer
}

const OFTEN = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' } as const
/** How often a price is paid, in the provider's words. */
export const recurringOf = ({ interval, interval_count }: Pick<PriceRow, 'interval' | 'interval_count'>) => ({
  interval: OFTEN[interval!],
  count: interval_count ?? 1,
})

/** @throws AtriumError 422 for a choice whose parts do not fit: no quote is made of it */
export function workOut(ctx: Ctx, choice: Choice): Quote & Pick<Sums, 'lines'> {
  const { paywall, coupon, country } = choice
  const price = forCountry(choice.price, country)
  const { currency } = price
  const seats = seatsOf(price, choice.seats)
  const isGift = choice.asGift === true
  if (isGift && !isGiftable(price)) throw invalid({ gift: ['This can’t be bought as a gift.'] }, 'This can’t be bought as a gift.', 'no_gift')
  const taxed = taxOf(ctx, { behavior: paywall.tax_behavior, currency, country: choice.country, taxId: choice.taxId })
  demandFit(ctx, coupon, paywall, price)
  const base = baseOf(ctx, price, choice.customAmount)
  const trialDays = price.price_type === 'subscription' && !isGift ? (choice.trialDays ?? price.trial_days) : 0
  const recurs = price.price_type !== 'onetime' && !isGift
  const offered = choice.withBump ? bumpBeside(choice, currency) : null
  const { unit, each, exact, once, off, discount, main, due, tax, beside, lines } = documentOf({
    currency,
    taxed,
    base,
    seats,
    upfront: price.upfront_amount,
    instalments: price.price_type === 'installments' ? price.installments_count : null,
    isTrial: trialDays > 0,
    recurs,
    coupon,
    beside: offered && forCountry(offered.price, country).amount,
  })
  return {
    currency,
    unit,
    each,
    ...(exact !== undefined && { exact }),
    ...(seats !== null && { seats }),
    once,
    off,
    due,
    tax,
    taxRate: taxed.rate,
    behavior: taxed.behavior,
    reverseCharge: taxed.reverseCharge,
    taxIncluded: taxed.included,
    discount,
    ...(coupon?.kind === 'amount' && { couponAmount: gross(coupon.amount_off!, taxed, currency) }),
    later: recurs ? laterOf(ctx.now(), price, coupon, { unit, off, trialDays, isSpent: main + discount > 0 }) : [],
    name: price.name ? `${paywall.display_name || paywall.name}, ${price.name}` : paywall.display_name || paywall.name,
    trialDays,
    bump: offered &&
      beside && {
        priceId: offered.price.id,
        paywallId: offered.price.paywall_id,
        ...beside,
        taxRate: taxed.rate,
        reverseCharge: taxed.reverseCharge,
        name: offered.name,
      },
    lines,
  }
}

/** A moment so many intervals later; the last day of a month stays its last day. */
export function later(from: Date, interval: Interval, count: number): Date {
  const at = new Date(from)
  if (interval === 'daily') at.setUTCDate(at.getUTCDate() + count)
  else if (interval === 'weekly') at.setUTCDate(at.getUTCDate() + 7 * count)
  else {
    const day = at.getUTCDate()
    at.setUTCDate(1)
    if (interval === 'monthly') at.setUTCMonth(at.getUTCMonth() + count)
    else at.setUTCFullYear(at.getUTCFullYear() + count)
    at.setUTCDate(Math.min(day, new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()))
  }
  return at
}

/** The payments after the first. A coupon that counts once is spent by the first payment of more than nothing, so that it outlives a free trial. */
function laterOf(
  now: Date,
  { interval, interval_count, installments_count }: PriceRow,
  coupon: CouponRow | null,
  { unit, off, trialDays, isSpent }: { unit: number; off: number; trialDays: number; isSpent: boolean },
): Phase[] {
  const step = interval_count ?? 1
  const first = trialDays > 0 ? new Date(now.getTime() + trialDays * 86_400_000) : later(now, interval!, step)
  const at = (place: number) => later(first, interval!, step * place)
  const all = installments_count === null ? null : installments_count - (trialDays > 0 ? 0 : 1)
  let reduced = 0
  if (coupon?.duration === 'once') reduced = isSpent ? 0 : 1
  else if (coupon?.duration === 'repeating') {
    const end = later(now, 'monthly', coupon.duration_in_months!)
    while (at(reduced) < end) reduced++
  } else if (coupon) return [{ amount: unit - off, at: first.toISOString(), times: all }]
  if (all !== null) reduced = Math.min(reduced, all)
  const rest = all === null ? null : all - reduced
  return [
    ...(reduced > 0 ? [{ amount: unit - off, at: first.toISOString(), times: reduced }] : []),
    ...(rest === 0 ? [] : [{ amount: unit, at: at(reduced).toISOString(), times: rest }]),
  ]
}
/** What a coupon takes off a payment at a moment, if it lasts until then. */
export function lastingOff(
  { kind, duration, percentOff, amountOff, months }: Pick<NonNullable<Order['coupon']>, 'kind' | 'duration' | 'percentOff' | 'amountOff' | 'months'>,
  { amount, currency, startedAt, at }: { amount: number; currency: string; startedAt: Date | null | undefined; at: Date | null | undefined },
): number {
  const isOver = duration === 'once' || (duration === 'repeating' && !(startedAt && at && at < later(startedAt, 'monthly', months!)))
  if (isOver) return 0
  return kind === 'percent' ? percentOf(amount, percentOff!, currency) : Math.min(amount, amountOff!)
}
interface Running {
  priceId: number
  amount: number
  currency: string
  status: PurchaseState
  periodEnd: Date | null | undefined
  startedAt: Date | null | undefined
  couponId: number | null | undefined
}
/** What the next payment of a purchase comes to: by its order's schedule, as long as it pays what was ordered. */
export function nextAmount(order: Order | null, running: Running): number {
  const { priceId, amount, status, periodEnd, couponId } = running
  if (!order || order.priceId !== priceId || amount !== regularOf(order)) {
    // what lasts for good is off already
    const isGoing = order?.coupon?.duration === 'repeating' && order.coupon.id === couponId
    return isGoing ? amount - lastingOff(order.coupon!, { ...running, at: periodEnd }) : amount
  }
  const phases = order.later
  const phase = status === 'trial' ? phases[0] : phases.findLast(({ at }) => periodEnd && new Date(at).getTime() < periodEnd.getTime() + 3_600_000)
  return phase?.amount ?? amount
}
/** What a purchase pays each time, once a coupon that does not last is over. */
export const regularOf = ({ unit, off, coupon }: Order): number => (coupon?.duration === 'forever' ? unit - off : unit)

export function previewOf(ctx: Ctx, choice: Choice): z.input<typeof Preview> {
  const { paywall, price, coupon, country, asGift } = choice
  const worked = workOut(ctx, choice)
  const { currency, once, trialDays, seats, bump, lines: sums } = worked
  const beside = bumpBeside(choice, currency)
  const taxName = ctx.t(worked.behavior === 'inclusive' ? 'sum.taxIncluded' : 'sum.tax', { rate: worked.taxRate / 100 })
  const now = ctx.now()
  const trialEnds = trialDays > 0 ? new Date(now.getTime() + trialDays * 86_400_000) : null
  const charged = [
    {
      kind: 'price' as const,
      text: trialEnds
        ? ctx.t('sum.trial', { name: worked.name, count: trialDays })
        : seats
          ? ctx.t('sum.seats', { name: worked.name, count: seats })
          : asGift
            ? ctx.t('sum.gift', { name: worked.name })
            : worked.name,
      amount: sums.unit,
    },
    ...(once > 0 ? [{ kind: 'bump' as const, text: ctx.t('sum.upfront'), amount: sums.once }] : []),
    ...(bump ? [{ kind: 'bump' as const, text: bump.name, amount: sums.beside }] : []),
    ...(coupon ? [{ kind: 'discount' as const, text: coupon.code, amount: -sums.discount }] : []),
  ]
  const lines = [
    ...charged,
    ...(worked.taxRate > 0 && worked.due > 0 ? [{ kind: 'tax' as const, text: taxName, amount: worked.tax }] : []),
    ...(worked.reverseCharge ? [{ kind: 'tax' as const, text: ctx.t('sum.reverse'), amount: 0 }] : []),
  ]
  const [next, last] = worked.later
  const how = isTicket(paywall.opens) ? 'ticket' : 'once'
  return {
    currency,
    lines,
    subtotal: worked.due - worked.tax,
    discount: worked.discount,
    tax: worked.tax,
    tax_rate: worked.taxRate,
    tax_behavior: worked.behavior,
    reverse_charge: worked.reverseCharge,
    is_tax_id_wrong: isWrongTaxId(ctx, choice.taxId, country),
    due_today: worked.due,
    renewal: next
      ? {
          amount: next.amount,
          at: next.at,
          interval: price.interval!,
          interval_count: price.interval_count ?? 1,
          times: price.installments_count === null ? null : next.times! + (last?.times ?? 0),
          afterwards: last ? { amount: last.amount, at: last.at } : null,
        }
      : null,
    trial_ends_at: trialEnds,
    coupon: coupon ? { code: coupon.code, terms: termsOf(ctx, coupon, { isPaidOnce: price.price_type === 'onetime' }) } : null,
    prices: paywall.prices
      .filter(({ status }) => status === 'active')
      .map((one) => ({ id: one.id, display_name: priceName(ctx, forCountry(one, country), ctx.locale, how) })),
    seats: seats ?? null,
    bump: beside && {
      name: beside.name,
      text: beside.text,
      amount: bump?.due ?? workOut(ctx, { ...choice, withBump: true }).bump!.due,
      currency,
      selected: bump !== null && bump !== undefined,
    },
  }
}
