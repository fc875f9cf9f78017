/**
 * One sale as a document: its lines, its tax and its total, worked out once. What a price says is summed up first and taxed as a whole: with tax on
 * top where prices are said without it, out of the sum where they are said with it.
 */
import { stepOf } from '@atrium/sdk'
import type { Order } from '../../entities.ts'
import { exactOf, partOf, percentOf, sum, withoutTax } from '../../shared/service/money.ts'
import type { Taxed } from './tax.ts'

/** All amounts as the price says them. */
export interface Sale {
  currency: string
  taxed: Taxed
  /** Of one. */
  base: number
  seats: number | null
  /** Paid once, with the first payment. */
  upfront: number
  /** Equal parts, of which `base` is the whole. */
  instalments: number | null
  /** The first payment is the upfront part alone. */
  isTrial: boolean
  /** Something is paid again. */
  recurs: boolean
  coupon: { kind: 'percent' | 'amount'; percent_off: number | null; amount_off: number | null; duration: 'once' | 'repeating' | 'forever' } | null
  /** What is sold beside it. */
  beside: number | null
}
/** All amounts with tax, but for `lines`. */
export interface Sums {
  unit: number
  each: number
  exact?: string
  once: number
  off: number
  discount: number
  /** Of the first payment, without what is sold beside it. */
  main: number
  due: number
  tax: number
  beside: { due: number; tax: number } | null
  /** As they stand on paper: without tax where it comes on top. With it they come to `due`. */
  lines: { unit: number; once: number; beside: number; discount: number }
}

/** With tax, as the buyer pays it: rounded once, so that a sum is not what its parts come to. */
export function gross(amount: number, { rate, behavior, reverseCharge, included }: Taxed, currency: string): number {
  if (reverseCharge && behavior === 'inclusive') return partOf(amount, 10_000, 10_000 + included, currency)
  return behavior === 'exclusive' ? sum([amount, percentOf(amount, rate, currency)], currency) : amount
}
/** One of many with tax, where that is no whole amount: a provider that is told so rounds all of them at once. Currencies that go by steps round each. */
export function exactUnit(amount: number, { rate, behavior, reverseCharge, included }: Taxed, currency: string): string | undefined {
  if (stepOf(currency) > 1) return undefined
  const exact =
    reverseCharge && behavior === 'inclusive'
      ? exactOf(amount, 10_000, 10_000 + included)
      : behavior === 'exclusive'
        ? exactOf(amount, 10_000 + rate, 10_000)
        : null
  return exact ?? undefined
}
/** So many of one, with tax. */
export const grossOfAll = (amount: number, seats: number, taxed: Taxed, currency: string): number =>
  stepOf(currency) > 1 ? gross(amount, taxed, currency) * seats : gross(amount * seats, taxed, currency)

/** Whether all that a coupon takes is taken from the first payment. */
export const isSpentAtOnce = ({ kind, coupon, due, discount, bump }: Order): boolean =>
  kind === 'onetime' || (coupon?.duration === 'once' && due - (bump?.due ?? 0) + discount > 0)

export function documentOf({ currency, taxed, base, seats, upfront, instalments, isTrial, recurs, coupon, beside }: Sale): Sums {
  const worth = (amount: number) => gross(amount, taxed, currency)
  const exact = seats === null ? undefined : exactUnit(base, taxed, currency)
  let unit = grossOfAll(base, seats ?? 1, taxed, currency)
  /** The first payment, and what it says where it is one sum. */
  let first = unit
  let said: number | null = base * (seats ?? 1)
  if (instalments !== null) {
    // equal parts, and what does not divide with the first
    const step = stepOf(currency)
    const part = Math.floor((unit - worth(upfront)) / instalments / step) * step
    first = unit - part * (instalments - 1)
    unit = part
    said = null
  } else if (isTrial) [first, said] = [worth(upfront), upfront]
  else if (upfront > 0) {
    said += upfront
    first = stepOf(currency) > 1 ? sum([unit, worth(upfront)], currency) : worth(said)
  }
  /** Taken by the provider of all that is paid with it, as long as it lasts: shares of each payment, an amount as far as it goes. */
  const lasting = (payment: number) =>
    !coupon ? 0 : coupon.kind === 'percent' ? percentOf(payment, coupon.percent_off!, currency) : Math.min(payment, worth(coupon.amount_off!))
  let discount = lasting(first)
  if (coupon && said !== null && first > 0 && (!recurs || coupon.duration === 'once')) {
    const off = coupon.kind === 'percent' ? percentOf(said, coupon.percent_off!, currency) : Math.min(said, coupon.amount_off!)
    // as though what is left had been the price
    if (stepOf(currency) === 1) discount = first - worth(said - off)
  }
  const main = first - discount
  const extra = beside === null ? null : { due: worth(beside), tax: withoutTax(worth(beside), taxed.rate, currency).tax }
  const onPaper = (amount: number) => (taxed.behavior === 'exclusive' ? withoutTax(amount, taxed.rate, currency).net : amount)
  const today = isTrial ? 0 : unit
  return {
    unit,
    each: seats === null ? unit : worth(base),
    ...(exact !== undefined && { exact }),
    once: first - today,
    off: recurs ? lasting(unit) : discount,
    discount,
    main,
    due: sum([main, extra?.due ?? 0], currency),
    tax: sum([withoutTax(main, taxed.rate, currency).tax, extra?.tax ?? 0], currency),
    beside: extra,
    lines: {
      unit: onPaper(today),
      once: onPaper(first) - onPaper(today),
      beside: extra ? onPaper(extra.due) : 0,
      discount: onPaper(first) - onPaper(main),
    },
  }
}
