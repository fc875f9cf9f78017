/** Which of several prices one line names, and what the buttons that lead to it say. */
import { formatMoney } from '@atrium/sdk'
import type { PaywallCard } from './records.ts'

type Say = (key: string, values: Record<string, string | number>) => string
type Price = PaywallCard['prices'][number]
export interface Cheapest {
  card: PaywallCard
  price: Price
  /** "From €14 a month", or the one price there is; what is paid once says so itself: "€49 one-time". */
  text: (say: Say) => string
}
/** The price that cards name and that the checkout opens on. Sums of different currencies and intervals are compared as they are. */
export function leastOf<P extends Pick<Price, 'seats_min' | 'amount_in_cents'>>(prices: readonly P[]): P | undefined {
  // a seat among several is nobody's own price, unless there is no other
  const single = prices.filter(({ seats_min }) => seats_min === null)
  return (single.length > 0 ? single : prices).toSorted((a, b) => a.amount_in_cents - b.amount_in_cents)[0]
}
/** The least that still lets somebody in. */
export function cheapestOf(cards: readonly PaywallCard[]): Cheapest | null {
  const all = cards.filter(({ is_full }) => !is_full).flatMap((card) => card.prices.map((price) => ({ ...price, card, price })))
  const least = leastOf(all)
  if (!least) return null
  const { card, price } = least
  return {
    ...{ card, price },
    text: (say) =>
      all.length === 1 || price.is_custom_amount || price.price_type === 'onetime' ? price.display_name : say('locked.from', { price: price.display_name }),
  }
}
/** The checkout of a paywall, opened on the price that is named where the link is. */
export const checkoutOf = (card: Pick<PaywallCard, 'checkout_url'>, query: { back?: string; price?: number; date?: number; coupon_code?: string }): string => {
  const said = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return said.length > 0 ? `${card.checkout_url}?${new URLSearchParams(said)}` : card.checkout_url
}

type Bought = Pick<
  Price,
  'price_type' | 'amount_in_cents' | 'currency' | 'interval' | 'interval_count' | 'trial_days' | 'is_custom_amount' | 'seats_min' | 'display_name'
>
/** "Get access – €14/month", "Buy – €49", "Start 7-day trial"; of what costs nothing "Join for free". */
export function buttonOf(say: Say, locale: string, price: Bought): string {
  const { price_type, amount_in_cents: cents, currency, interval, interval_count, trial_days: count, is_custom_amount, seats_min, display_name } = price
  if (count > 0) return say('buy.trial', { count })
  if (cents === 0 && !is_custom_amount) return say('order.free', {})
  const amount = formatMoney(locale, cents, currency, true)
  const isPlain = !is_custom_amount && seats_min === null
  if (price_type !== 'subscription') return say('buy.once', { price: isPlain && price_type === 'onetime' ? amount : display_name })
  const isShort = isPlain && interval !== null && (interval_count ?? 1) === 1
  return say('buy.subscribe', { price: isShort ? say(`per.${interval}`, { amount }) : display_name })
}
