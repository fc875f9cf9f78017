/** What a provider says of the things of money, whole and in the same words whichever provider it is. Moments are ISO 8601 texts. */
import { z } from '@atrium/sdk'

/** In the smallest unit of its currency (cents, yen); the code is lower case, ISO 4217. */
export const Money = z.object({ amount: z.number().int(), currency: z.string().regex(/^[a-z]{3}$/) })
export type Money = z.output<typeof Money>

/** Who asks, and for what row of theirs; it travels through the provider and comes back with everything. */
export const Purpose = z.object({ owner: z.string().max(40), reference: z.string().max(200) })
export type Purpose = z.output<typeof Purpose>

export const PROVIDERS = ['stripe', 'manual', 'test'] as const
const provider = z.enum(PROVIDERS)
export type ProviderKey = z.output<typeof provider>
const moment = z.string()

/** With what was paid. */
export const Method = z.object({
  /** `card`, `sepa_debit`, `link` …; `manual` for what was paid by other ways and marked by hand. */
  type: z.string(),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  /** The same for the same card or account, whoever uses it. */
  fingerprint: z.string().nullable(),
  /** In which the card was given out, two letters; absent where nobody says. */
  country: z.string().optional(),
})
export type Method = z.output<typeof Method>

/** Who pays, as the provider's page has asked. */
const Billing = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  country: z.string().nullable(),
  postalCode: z.string().nullable(),
  taxId: z.object({ type: z.string(), value: z.string() }).nullable(),
})

const base = { id: z.string(), provider, purpose: Purpose.nullable(), createdAt: moment }

export const CheckoutState = z.object({
  ...base,
  status: z.enum(['open', 'complete', 'expired']),
  /** Nothing is owed any more: paid, or there was nothing to pay (a trial, 100 % off). What is complete may yet be unpaid: SEPA takes days. */
  paid: z.boolean(),
  customerId: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  /** Of the one-time payment, or of the subscription's first invoice. */
  chargeId: z.string().nullable(),
  total: Money,
  tax: z.number().int(),
  discount: z.number().int(),
  billing: Billing,
  expiresAt: moment,
})
export type CheckoutState = z.output<typeof CheckoutState>

export const SUBSCRIPTION_STATUSES = ['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled'] as const
export const SubscriptionState = z.object({
  ...base,
  /** `past_due`: a payment failed and is tried again; `unpaid`: it is tried no more. */
  status: z.enum(SUBSCRIPTION_STATUSES),
  customerId: z.string(),
  /** What recurs; `reference` is the owner's (`Line.reference`). */
  lines: z.array(
    z.object({
      reference: z.string().nullable(),
      quantity: z.number().int(),
      unit: Money,
      /** Of all of the quantity; absent in what was said before there were units of parts. */
      amount: z.number().int().optional(),
      interval: z.enum(['day', 'week', 'month', 'year']),
      count: z.number().int(),
    }),
  ),
  periodStart: moment,
  periodEnd: moment,
  trialEnd: moment.nullable(),
  /** It ends then; null: it goes on. */
  cancelAt: moment.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  endedAt: moment.nullable(),
  /** Payments are not collected for now (`pause: 'void'`). */
  collectionPaused: z.boolean(),
  /** When an invoice that is open is tried again. */
  nextAttemptAt: moment.nullable(),
  openInvoiceId: z.string().nullable(),
  method: Method.nullable(),
  /** Of an instalment plan: how many payments in all. It ends (`canceled`) once all are made. */
  instalments: z.number().int().nullable(),
})
export type SubscriptionState = z.output<typeof SubscriptionState>

export const InvoiceLine = z.object({ text: z.string(), amount: z.number().int(), quantity: z.number().int().nullable(), proration: z.boolean() })
export type InvoiceLine = z.output<typeof InvoiceLine>
export const ChargeState = z.object({
  ...base,
  status: z.enum(['pending', 'paid', 'failed']),
  /** Asked for: with tax, after discounts. */
  amount: Money,
  tax: z.number().int(),
  discount: z.number().int(),
  /** Given back so far, of `amount`. */
  refunded: z.number().int(),
  /** Held by a dispute that is open or lost, of `amount`. */
  disputed: z.number().int(),
  dispute: z.enum(['open', 'won', 'lost']).nullable(),
  customerId: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  /** `periodStart` and `periodEnd`: what it pays for. */
  invoice: z
    .object({ id: z.string(), number: z.string().nullable(), lines: z.array(InvoiceLine), periodStart: moment.nullable(), periodEnd: moment.nullable() })
    .nullable(),
  method: Method.nullable(),
  billing: Billing,
  /** Why it failed: `card_declined` and so on. */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** What the provider has kept for itself; null while it does not say. */
  fee: z.number().int().nullable(),
  /** Of whoever marked it as paid by hand. */
  note: z.string().optional(),
  paidAt: moment.nullable(),
})
export type ChargeState = z.output<typeof ChargeState>

/** Somebody whom money may be passed on to. */
export const AccountState = z.object({
  ...base,
  /** `pending`: the provider still asks something of them; `restricted`: it has closed the account. */
  status: z.enum(['pending', 'ready', 'restricted']),
  email: z.string().nullable(),
  country: z.string().nullable(),
  due: z.array(z.string()),
})
export type AccountState = z.output<typeof AccountState>

/** Money on its way from the processor to the bank of whoever sells. */
export const PayoutState = z.object({
  ...base,
  /** One that is paid may yet fail: the bank has sent it back. */
  status: z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled']),
  amount: Money,
  arrivesAt: moment,
  failure: z.string().nullable(),
})
export type PayoutState = z.output<typeof PayoutState>

/** Of a charge the books of its owner say one thing and the provider another; amounts in the smallest unit. */
export interface Difference {
  what: 'charge' | 'refund' | 'fee' | 'dispute' | 'checkout'
  /** The charge, or the page that was to take it, as the provider names it. */
  charge: string
  ours: number
  theirs: number
  currency: string
}

/** A payment for which its owner could not give what was bought, or that paid for what the buyer had. */
export interface AtOdds {
  kind: 'unopened' | 'doubled'
  /** As the provider names it. */
  charge: string
  /** What was bought. */
  name: string
  amount: number
  currency: string
  /** Where the owner gives it back. */
  refundPath: string
}

export const KINDS = ['checkout', 'subscription', 'charge', 'account', 'payout'] as const
export type Kind = (typeof KINDS)[number]
export interface States {
  checkout: CheckoutState
  subscription: SubscriptionState
  charge: ChargeState
  account: AccountState
  payout: PayoutState
}
