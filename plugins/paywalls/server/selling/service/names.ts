/** Prices and coupons in words of the reader's language. */
import { formatMoney } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { Interval } from '../../../contract/records.ts'
import type { CouponRow, PriceRow } from '../../entities.ts'

/** "a month", "every 3 months". */
export const every = (ctx: Ctx, interval: Interval, count: number, locale = ctx.locale): string =>
  count === 1 ? ctx.t(`every.${interval}`, {}, locale) : ctx.t(`everyFew.${interval}`, { count }, locale)

type Named = Pick<PriceRow, 'price_type' | 'amount' | 'currency' | 'interval' | 'interval_count' | 'installments_count' | 'is_custom_amount' | 'seats_min'>
/** What opens events and nothing else is a ticket to them. */
export const isTicket = (opens: readonly { kind: string }[]): boolean => opens.length > 0 && opens.every(({ kind }) => kind === 'event')

/** "€14 a month", "€190 one-time" or, of a ticket, "€45 per ticket"; "4 × €50". */
export function priceName(ctx: Ctx, price: Named, locale = ctx.locale, once: 'once' | 'ticket' = 'once'): string {
  if (price.seats_min !== null) return ctx.t('price.seat', { price: priceName(ctx, { ...price, seats_min: null }, locale, once) }, locale)
  const amount = formatMoney(locale, price.amount, price.currency, true)
  if (price.is_custom_amount) return ctx.t('price.custom', { amount }, locale)
  if (price.price_type === 'onetime') return price.amount === 0 ? ctx.t('price.free', {}, locale) : ctx.t(`price.${once}`, { amount }, locale)
  const often = every(ctx, price.interval!, price.interval_count ?? 1, locale)
  if (price.price_type === 'subscription') return ctx.t('price.every', { amount, often }, locale)
  const part = formatMoney(locale, Math.round(price.amount / price.installments_count!), price.currency, true)
  return ctx.t('price.parts', { amount: part, count: price.installments_count!, often }, locale)
}
/** "20% off the first payment"; of what is paid once, "20% off". */
export function termsOf(ctx: Ctx, coupon: CouponRow, { isPaidOnce = false } = {}): string {
  const { locale } = ctx
  const off =
    coupon.kind === 'percent'
      ? `${new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(coupon.percent_off! / 100)}%`
      : formatMoney(locale, coupon.amount_off!, coupon.currency!, true)
  if (isPaidOnce) return ctx.t('coupon.whole', { off })
  if (coupon.duration === 'repeating') return ctx.t('coupon.repeating', { off, count: coupon.duration_in_months! })
  return ctx.t(`coupon.${coupon.duration}`, { off })
}
