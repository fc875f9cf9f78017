/** What is said differently of a paywall by what it opens and how it is paid. */
import type { PaywallCard } from './records.ts'

/** It sells a ticket and nothing beside. */
export const isTicket = ({ opens }: { opens: readonly { kind: PaywallCard['opens'][number]['kind'] }[] }): boolean =>
  opens.length > 0 && opens.every(({ kind }) => kind === 'event')
/** It is paid again and again, whichever of its prices one chooses. */
export const isSubscription = ({ prices }: { prices: readonly { price_type: string }[] }): boolean =>
  prices.length > 0 && prices.every(({ price_type }) => price_type === 'subscription')
