/** Which object's state an event of Stripe's tells to fetch. Of what an event says nothing but ids is used. */
import type { Kind } from '../../contract.ts'

/** A thing at the provider whose state is to be fetched. */
export interface Subject {
  kind: Kind
  id: string
}
/** A webhook as it travels: the text and the signature over it. */
export interface Sent {
  raw: string
  signature: string
}
const idIn = (value: any): string | null => (typeof value === 'string' ? value : (value?.id ?? null))

/** Null for events that concern nothing we keep. */
export function subjectOf(type: string, object: any): Subject | null {
  const subject = (kind: Kind, value: unknown): Subject | null => {
    const id = idIn(value)
    return id && id.length <= 200 ? { kind, id } : null
  }
  if (type.startsWith('checkout.session.')) return subject('checkout', object)
  if (type.startsWith('customer.subscription.')) return subject('subscription', object)
  if (type.startsWith('invoice.')) return subject('subscription', object?.parent?.subscription_details?.subscription)
  if (/^payment_intent\.(succeeded|payment_failed|processing|canceled)$/.test(type)) return subject('charge', object)
  if (/^(charge|refund)\./.test(type)) return subject('charge', object?.payment_intent)
  if (type.startsWith('payout.')) return subject('payout', object)
  if (type === 'account.updated') return subject('account', object)
  return null
}
