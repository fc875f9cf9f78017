/** A paywall made where the thing stands that it sells: one price, on sale at once. The rest is in its editor. */
export const BILLED = ['once', 'monthly', 'yearly'] as const
export interface FirstPrice {
  /** In the smallest unit; NaN: nothing that is an amount. */
  amount: number
  currency: string
  billed: (typeof BILLED)[number]
}
/** Longest name of a paywall. */
const LONGEST = 120

/** @returns null where nothing can be sold by it */
export function paywallOf(kind: 'event' | 'space', { id, name }: { id: number; name: string }, { amount, currency, billed }: FirstPrice) {
  if (!(amount > 0)) return null
  const price = billed === 'once' ? { price_type: 'onetime' as const } : { price_type: 'subscription' as const, interval: billed }
  return {
    name: [...name].slice(0, LONGEST).join(''),
    currency,
    status: 'active' as const,
    opens: [{ kind, id }],
    prices: [{ ...price, amount_in_cents: amount }],
  }
}
