/** What is said differently of a paywall by what it opens and how it is paid. */
import type { PaywallCard } from './records.ts'

/** It sells a ticket and nothing beside. */
export const isTicket = ({ opens }: { opens: readonly { kind: PaywallCard['opens'][number]['kind'] }[] }): boolean =>
  opens.length > 0 && opens.every(({ kind }) => kind === 'event')

type Priced = Parameters<typeof isTicket>[0] & { prices: readonly { price_type: string; amount_in_cents: number; is_custom_amount: boolean }[] }
/** The word above an order: what is paid again and again is subscribed to, whichever of its prices one chooses. */
export function headingOf(paywall: Priced): 'order.ticket' | 'order.subscribe' | 'order.join' | 'order.buy' {
  if (isTicket(paywall)) return 'order.ticket'
  const all = (are: (price: Priced['prices'][number]) => boolean) => paywall.prices.length > 0 && paywall.prices.every(are)
  if (all(({ price_type }) => price_type === 'subscription')) return 'order.subscribe'
  return all(({ amount_in_cents, is_custom_amount }) => amount_in_cents === 0 && !is_custom_amount) ? 'order.join' : 'order.buy'
}
