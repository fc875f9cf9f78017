/** Charges of the test server: whether a card pays, what is given back, what its bank takes back. */
import { requestError, cardError } from './forms.ts'
import type { Store, Thing } from './store.ts'
import { makeCharge, makeDispute, makeIntent, makeRefund } from './things.ts'

export interface Attempt {
  amount: number
  currency: string
  customer: string | null
  method: Thing
  metadata?: Record<string, string>
  description?: string | null
  shipping?: object
  /** The buyer is there and can answer 3-D Secure. */
  onSession: boolean
  authenticated?: boolean
  /** One that was tried before. */
  intent?: Thing | null
  invoice?: string | null
}

/** Why a card does not pay, as its bank says it; null where it does. */
const declineOf = (method: Thing): string | null =>
  method._behaves === 'later' ? 'generic_decline' : method._behaves.startsWith('decline:') ? method._behaves.slice(8) : null

/** Tries once. The intent says what came of it: `succeeded`, `requires_action` (3-D Secure) or `requires_payment_method` (declined). */
export async function attempt(store: Store, at: number, input: Attempt): Promise<Thing> {
  const { method } = input
  const intent = input.intent ?? makeIntent(at, { ...input, payment_method: method.id })
  intent.payment_method = method.id
  intent._invoice = input.invoice ?? intent._invoice ?? null
  intent._at = at
  store.put(intent)
  if (method._behaves === 'authenticate' && input.onSession && !input.authenticated) {
    intent.status = 'requires_action'
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
    return intent
  }
  intent.next_action = null
  const decline = declineOf(method)
  const charge = store.put(makeCharge(at, intent, method, decline))
  intent.latest_charge = charge.id
  if (decline) {
    intent.status = 'requires_payment_method'
    intent.last_payment_error = { type: 'card_error', code: 'card_declined', decline_code: decline, message: cardError(intent, decline).message }
    store.emit('payment_intent.payment_failed', intent)
    return intent
  }
  // made when it is asked for: one row less for each payment
  charge.balance_transaction = `txn_${charge.id.slice(3)}`
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.last_payment_error = null
  store.emit('payment_intent.succeeded', intent)
  if (method._behaves === 'dispute') await openDispute(store, at, charge)
  return intent
}
/** Why an intent did not go well, as the wire says it. */
export const declined = (intent: Thing) =>
  cardError(intent, intent.status === 'requires_action' ? 'authentication_required' : intent.last_payment_error.decline_code)

export async function refund(store: Store, at: number, charge: Thing, input: { amount?: number; reason?: string; metadata?: object }): Promise<Thing> {
  const left = charge.amount - charge.amount_refunded
  if (!charge.paid) throw requestError(`Charge ${charge.id} has not been paid.`, { param: 'charge' })
  if (charge.refunded) throw requestError(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (charge.disputed) throw requestError('You cannot refund a charge that is disputed.', { code: 'charge_disputed' })
  const amount = input.amount ?? left
  if (amount > left) throw requestError(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, { param: 'amount' })
  const made = store.put(makeRefund(at, charge, { ...input, amount }))
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  charge._at = at
  store.put(charge)
  store.emit('refund.created', made)
  store.emit('charge.refunded', charge)
  return made
}

export async function openDispute(store: Store, at: number, charge: Thing): Promise<Thing> {
  const dispute = store.put(makeDispute(at, charge))
  charge.disputed = true
  store.put(charge)
  store.emit('charge.dispute.created', dispute)
  return dispute
}
export async function closeDispute(store: Store, at: number, dispute: Thing, outcome: 'won' | 'lost'): Promise<Thing> {
  dispute.status = outcome
  dispute._at = at
  store.put(dispute)
  store.emit('charge.dispute.closed', dispute)
  return dispute
}
