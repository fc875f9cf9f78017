/** Invoices of the test server: what stands on them, what comes off, how they are paid and tried again. */
import type Stripe from 'stripe'
import { listOf } from './forms.ts'
import { attempt } from './paying.ts'
import { partOf } from '../quantities.ts'
import { discountOf, rateOf, taxOf } from './sums.ts'
import type { Store, Thing } from './store.ts'
import { base } from './things.ts'

export interface Item {
  text: string
  amount: number
  quantity: number
  price: string | null
  behavior: string
  proration: boolean
  start: number
  end: number
}
export interface InvoiceInput {
  customer: Thing
  subscription: Thing | null
  items: Item[]
  coupons: Thing[]
  currency: string
  reason: string
  automaticTax: boolean
  start: number
  end: number
}
const DAY = 86_400
/** Days after which a payment that failed is tried again; after the last the subscription ends. */
export const RETRY_DAYS = [3, 5, 7]

export interface Sums {
  subtotal: number
  discounts: number[]
  /** With what is within the prices. */
  tax: number
  /** That lies on top. */
  added: number
  total: number
}
/** Prorations are spared by coupons: they were discounted when they were sold. */
export function sumUp(items: Pick<Item, 'amount' | 'behavior' | 'proration'>[], coupons: Thing[], currency: string, rate: number): Sums {
  const subtotal = items.reduce((sum, { amount }) => sum + amount, 0)
  let left = items.filter(({ proration }) => !proration).reduce((sum, { amount }) => sum + amount, 0)
  const whole = left
  const discounts = coupons.map((coupon) => {
    const off = discountOf(coupon, Math.max(0, left), currency)
    left -= off
    return off
  })
  const off = whole - left
  const taxes = items.map(({ amount, behavior, proration }) => taxOf(amount - (proration || whole <= 0 ? 0 : partOf(off, amount, whole)), rate, behavior))
  const added = taxes.reduce((sum, { tax, inclusive }) => sum + (inclusive ? 0 : tax), 0)
  return { subtotal, discounts, tax: taxes.reduce((sum, { tax }) => sum + tax, 0), added, total: subtotal - off + added }
}

type InvoiceFields = { [K in keyof Stripe.Invoice as {} extends Pick<Stripe.Invoice, K> ? never : K]: any } & Record<string, any>

/** An invoice that nobody has been asked to pay yet; `save` false: only to be looked at. */
export function makeInvoice(store: Store, at: number, input: InvoiceInput, save = true): Thing {
  const { customer, subscription, items, coupons, currency } = input
  const { subtotal, discounts, tax, added, total } = sumUp(items, coupons, currency, input.automaticTax ? rateOf(customer) : 0)
  const plain = base('invoice', at)
  // what is owed to the customer is used up first, and what comes to less than nothing is owed
  const before: number = customer.balance
  const due = Math.max(0, total + Math.min(0, before))
  const after = total < 0 ? before + total : Math.min(0, before + total)
  if (save && after !== before) {
    customer.balance = after
    store.put(customer)
  }
  const number = (customer._invoices ?? 0) + 1
  if (save) {
    customer._invoices = number
    store.put(customer)
  }
  const invoice: InvoiceFields = {
    ...plain,
    account_country: 'US',
    account_name: null,
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: input.automaticTax, liability: null, provider: null, status: input.automaticTax ? 'complete' : null },
    automatically_finalizes_at: null,
    billing_reason: input.reason,
    collection_method: 'charge_automatically',
    currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: at,
    ending_balance: after,
    footer: null,
    from_invoice: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(
      `/v1/invoices/${plain.id}/lines`,
      items.map((item, index) => ({
        id: `il_${plain.id.slice(3)}${index}`,
        object: 'line_item',
        amount: item.amount,
        currency,
        description: item.text,
        discount_amounts: [],
        discountable: !item.proration,
        discounts: [],
        invoice: plain.id,
        livemode: false,
        metadata: {},
        parent: subscription && {
          type: 'subscription_item_details',
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: null,
            proration: item.proration,
            proration_details: null,
            subscription: subscription.id,
            subscription_item: '',
          },
        },
        period: { start: item.start, end: item.end },
        pretax_credit_amounts: [],
        pricing: item.price && { type: 'price_details', price_details: { price: item.price, product: '' }, unit_amount_decimal: null },
        quantity: item.quantity,
        quantity_decimal: String(item.quantity),
        subscription: subscription?.id ?? null,
        subtotal: item.amount,
        taxes: [],
      })),
    ),
    metadata: {},
    next_payment_attempt: null,
    number: save ? `${customer.id.slice(-8).toUpperCase()}-${String(number).padStart(4, '0')}` : null,
    on_behalf_of: null,
    parent: subscription && {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: input.end,
    period_start: input.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: before,
    statement_descriptor: null,
    status: 'open',
    status_transitions: { finalized_at: at, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal - (tax - added),
    test_clock: customer.test_clock,
    total,
    total_discount_amounts: discounts.map((amount, index) => ({ amount, discount: coupons[index]!.id })),
    total_excluding_tax: total - tax,
    total_pretax_credit_amounts: [],
    total_taxes: tax
      ? [
          {
            amount: tax,
            tax_behavior: added ? 'exclusive' : 'inclusive',
            tax_rate_details: null,
            taxability_reason: 'standard_rated',
            taxable_amount: total - tax,
            type: 'tax_rate_details',
          },
        ]
      : [],
    webhooks_delivered_at: at,
    _at: at,
  }
  return save ? store.put(invoice as Thing) : (invoice as Thing)
}

/** The payment of an invoice as the wire shows it. */
export const paymentsOf = (invoice: Thing) =>
  listOf(
    '/v1/invoice_payments',
    invoice._intent
      ? [
          {
            id: `inpay_${invoice.id.slice(3)}`,
            object: 'invoice_payment',
            amount_paid: invoice.status === 'paid' ? invoice.amount_paid : null,
            amount_requested: invoice.amount_due,
            created: invoice.created,
            currency: invoice.currency,
            invoice: invoice.id,
            is_default: true,
            livemode: false,
            payment: { type: 'payment_intent', payment_intent: invoice._intent },
            status: invoice.status === 'paid' ? 'paid' : 'open',
            status_transitions: { canceled_at: null, paid_at: invoice.status_transitions.paid_at },
          },
        ]
      : [],
  )

/** Nothing is owed any more. */
export function settleInvoice(store: Store, at: number, invoice: Thing): void {
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.status_transitions.paid_at = at
  invoice.next_payment_attempt = null
  invoice._due = null
  invoice._at = at
  store.put(invoice)
  store.emit('invoice.paid', invoice)
}

export interface Paying {
  /** Absent: the subscription's, else the customer's. */
  method?: Thing | null
  onSession?: boolean
  authenticated?: boolean
}
/** Whose card pays. */
export const methodFor = async (store: Store, customer: Thing, subscription: Thing | null): Promise<Thing | null> =>
  store.get(subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method)

/** Tries to pay an open invoice; true when nothing is owed any more. */
export async function payInvoice(store: Store, at: number, invoice: Thing, { method, onSession = false, authenticated }: Paying): Promise<boolean> {
  if (invoice.status !== 'open') return invoice.status === 'paid'
  if (invoice.amount_due === 0) {
    settleInvoice(store, at, invoice)
    return true
  }
  invoice.attempted = true
  invoice._at = at
  if (!method) {
    store.put(invoice)
    return false
  }
  invoice.attempt_count++
  const intent = await attempt(store, at, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    method,
    onSession,
    authenticated,
    intent: await store.get(invoice._intent),
    invoice: invoice.id,
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
  })
  invoice._intent = intent.id
  store.put(invoice)
  if (intent.status !== 'succeeded') return false
  settleInvoice(store, at, invoice)
  return true
}

/** After a try that failed: the next one, or the end of trying. @returns whether there is a next one */
export function planRetry(store: Store, at: number, invoice: Thing): boolean {
  const days = RETRY_DAYS[invoice.attempt_count - 1]
  invoice.next_payment_attempt = days === undefined ? null : at + days * DAY
  invoice._due = invoice.next_payment_attempt
  invoice._at = at
  store.put(invoice)
  store.emit('invoice.payment_failed', invoice)
  return days !== undefined
}
export function voidInvoice(store: Store, at: number, invoice: Thing): void {
  invoice.status = 'void'
  invoice.next_payment_attempt = null
  invoice._due = null
  invoice.status_transitions.voided_at = at
  invoice._at = at
  store.put(invoice)
  store.emit('invoice.voided', invoice)
}
