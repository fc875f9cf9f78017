/** What the least of several offers is called, where one line has to do. */
import type { PaywallCard } from './records.ts'

type Say = (key: string, values: { price: string }) => string
export interface Cheapest {
  card: PaywallCard
  price: PaywallCard['prices'][number]
  /** "From €14 a month", or the one price there is; what is paid once says so itself: "€49 one-time". */
  text: (say: Say) => string
}
/** The least that still lets somebody in; sums of different currencies and intervals are compared as they stand. */
export function cheapestOf(cards: readonly PaywallCard[]): Cheapest | null {
  const all = cards.filter(({ is_full }) => !is_full).flatMap((card) => card.prices.map((price) => ({ card, price })))
  // a seat among several is nobody's own price, unless there is no other
  const single = all.filter(({ price }) => price.seats_min === null)
  const [least] = (single.length > 0 ? single : all).toSorted((a, b) => a.price.amount_in_cents - b.price.amount_in_cents)
  if (!least) return null
  const { display_name: price, is_custom_amount, price_type } = least.price
  return { ...least, text: (say) => (all.length === 1 || is_custom_amount || price_type === 'onetime' ? price : say('locked.from', { price })) }
}
