/** Which object's state an event of Stripe's tells to fetch. Of what an event says nothing but ids is used. */
import type { Kind } from '../../contract.ts'

export interface Rung {
  kind: Kind
  id: string
}
/** A webhook as it travels: the text and the signature over it. */
export interface Sent {
  raw: string
  signature: string
}
const idIn = (value: any): string | null => (typeof value === 'string' ? value : (value?.id ?? null))

/** Null for events that say nothing to us. */
export function rungBy(type: string, object: any): Rung | null {
  const ring = (kind: Kind, value: unknown): Rung | null => {
    const id = idIn(value)
    return id && id.length <= 200 ? { kind, id } : null
  }
  if (type.startsWith('checkout.session.')) return ring('checkout', object)
  if (type.startsWith('customer.subscription.')) return ring('subscription', object)
  if (type.startsWith('invoice.')) return ring('subscription', object?.parent?.subscription_details?.subscription)
  if (/^payment_intent\.(succeeded|payment_failed|processing|canceled)$/.test(type)) return ring('charge', object)
  if (/^(charge|refund)\./.test(type)) return ring('charge', object?.payment_intent)
  if (type.startsWith('payout.')) return ring('payout', object)
  if (type === 'account.updated') return ring('account', object)
  return null
}
