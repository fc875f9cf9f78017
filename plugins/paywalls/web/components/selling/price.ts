/** A paywall made where the thing stands that it sells: one price, on sale at once. The rest is in its editor. */
import { MOST } from '../../../contract.ts'

export const BILLED = ['once', 'monthly', 'yearly'] as const
export interface FirstPrice {
  /** In the smallest unit; NaN: nothing that is an amount. */
  amount: number
  /** Null: not chosen yet, so the one that is usual here. */
  currency: string | null
  billed: (typeof BILLED)[number]
}
export const NO_PRICE: FirstPrice = { amount: Number.NaN, currency: null, billed: 'once' }
/** Longest name of a paywall. */
const LONGEST = 120

/** @returns null where nothing can be sold by it */
export function paywallOf(kind: 'event' | 'space', { id, name }: { id: number; name: string }, { amount, currency, billed }: FirstPrice) {
  if (!(amount > 0 && amount <= MOST) || currency === null) return null
  const price = billed === 'once' ? { price_type: 'onetime' as const } : { price_type: 'subscription' as const, interval: billed }
  return {
    name: [...name].slice(0, LONGEST).join(''),
    currency,
    status: 'active' as const,
    opens: [{ kind, id }],
    prices: [{ ...price, amount_in_cents: amount }],
  }
}
