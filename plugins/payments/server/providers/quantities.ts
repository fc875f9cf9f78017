/** What a number of one price comes to, as a processor works it out. */

import type Stripe from 'stripe'
import type { Thing } from './test/store.ts'

/** So many of a price whose unit may have decimals: rounded once, halves up. */
export function timesOf({ unit_amount: unit, unit_amount_decimal: exact }: Thing | Stripe.Price, quantity: number): number {
  if (unit !== null) return unit * quantity
  const [whole = '0', decimals = ''] = String(exact ?? 0).split('.')
  const one = 10n ** BigInt(decimals.length)
  return Number((BigInt(whole + decimals) * BigInt(quantity) * 2n + one) / (one * 2n))
}
