/** Objects of Stripe's as the states that owners read. */
import type Stripe from 'stripe'
import { timesOf } from './quantities.ts'
import type { AccountState, ChargeState, CheckoutState, Method, PayoutState, ProviderKey, Purpose, SubscriptionState } from '../../contract.ts'

export const idOf = (value: string | { id: string } | null | undefined): string | null => (typeof value === 'string' ? value : (value?.id ?? null))
export const isoAt = (seconds: number): string => new Date(seconds * 1000).toISOString()
const isoOrNull = (seconds: number | null | undefined): string | null => (seconds ? isoAt(seconds) : null)
const loaded = <T extends object>(value: string | T | null | undefined): T | null => (typeof value === 'object' ? value : null)

export const purposeOf = (metadata: Stripe.Metadata | null | undefined): Purpose | null =>
  metadata?.['owner'] && metadata['reference'] ? { owner: metadata['owner'], reference: metadata['reference'] } : null
export const money = (amount: number | null, currency: string | null) => ({ amount: amount ?? 0, currency: currency ?? 'usd' })

function methodOf(method: Stripe.PaymentMethod | null): Method | null {
  if (!method) return null
  const detail = (method as unknown as Record<string, { last4?: string; fingerprint?: string; brand?: string; country?: string | null } | undefined>)[
    method.type
  ]
  return {
    type: method.type,
    brand: detail?.brand ?? null,
    last4: detail?.last4 ?? null,
    fingerprint: detail?.fingerprint ?? null,
    ...(detail?.country && { country: detail.country }),
  }
}
function methodOfCharge(charge: Stripe.Charge | null): Method | null {
  const details = charge?.payment_method_details
  return details ? methodOf({ ...details } as unknown as Stripe.PaymentMethod) : null
}

/** Whether it settles the rest of a period. */
export const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false

/** The intent that pays an invoice, by the list that is loaded with it. */
export function intentOf(invoice: Stripe.Invoice | null): string | null {
  const payments = invoice?.payments?.data ?? []
  return idOf((payments.find(({ is_default }) => is_default) ?? payments[0])?.payment.payment_intent)
}

export function checkoutState(provider: ProviderKey, session: Stripe.Checkout.Session): CheckoutState {
  const details = session.customer_details
  const [taxId] = details?.tax_ids ?? []
  return {
    id: session.id,
    provider,
    purpose: purposeOf(session.metadata),
    createdAt: isoAt(session.created),
    status: (session.status ?? 'open') as CheckoutState['status'],
    paid: session.payment_status !== 'unpaid',
    customerId: idOf(session.customer),
    subscriptionId: idOf(session.subscription),
    chargeId: idOf(session.payment_intent) ?? intentOf(loaded(session.invoice)),
    total: money(session.amount_total, session.currency),
    tax: session.total_details?.amount_tax ?? 0,
    discount: session.total_details?.amount_discount ?? 0,
    billing: {
      name: details?.name ?? null,
      email: details?.email ?? session.customer_email,
      country: details?.address?.country ?? null,
      postalCode: details?.address?.postal_code ?? null,
      taxId: taxId?.value ? { type: taxId.type, value: taxId.value } : null,
    },
    expiresAt: isoAt(session.expires_at),
  }
}

export function subscriptionState(provider: ProviderKey, subscription: Stripe.Subscription): SubscriptionState {
  const items = subscription.items.data
  const invoice = loaded(subscription.latest_invoice)
  const customer = loaded(subscription.customer)
  const customers = customer && !('deleted' in customer && customer.deleted) ? (customer as Stripe.Customer).invoice_settings.default_payment_method : null
  const instalments = Number(subscription.metadata['instalments'])
  return {
    id: subscription.id,
    provider,
    purpose: purposeOf(subscription.metadata),
    createdAt: isoAt(subscription.created),
    status: subscription.status as SubscriptionState['status'],
    customerId: idOf(subscription.customer)!,
    lines: items.map(({ price, quantity }) => ({
      reference: price.metadata['reference'] ?? null,
      quantity: quantity ?? 1,
      unit: money(timesOf(price, 1), price.currency),
      amount: timesOf(price, quantity ?? 1),
      interval: (price.recurring?.interval ?? 'month') as 'month',
      count: price.recurring?.interval_count ?? 1,
    })),
    periodStart: isoAt(items[0]!.current_period_start),
    periodEnd: isoAt(items[0]!.current_period_end),
    trialEnd: isoOrNull(subscription.trial_end),
    cancelAt: isoOrNull(subscription.cancel_at),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    endedAt: isoOrNull(subscription.ended_at),
    collectionPaused: subscription.pause_collection !== null,
    nextAttemptAt: isoOrNull(invoice?.next_payment_attempt),
    openInvoiceId: invoice?.status === 'open' ? (invoice.id ?? null) : null,
    method: methodOf(loaded(subscription.default_payment_method) ?? loaded(customers)),
    instalments: Number.isInteger(instalments) && instalments > 0 ? instalments : null,
  }
}

interface ChargeParts {
  intent: Stripe.PaymentIntent
  invoice: Stripe.Invoice | null
  /** Of a one-time payment, which has no invoice. */
  session: Stripe.Checkout.Session | null
  dispute: Stripe.Dispute | null
}
export function chargeState(provider: ProviderKey, { intent, invoice, session, dispute }: ChargeParts): ChargeState {
  const charge = loaded(intent.latest_charge)
  const error = intent.last_payment_error
  const paid = intent.status === 'succeeded'
  const failed = !paid && (error !== null || intent.status === 'canceled')
  const details = session?.customer_details
  const disputeIs = !dispute ? null : dispute.status === 'won' || dispute.status === 'lost' ? dispute.status : 'open'
  const [taxId] = details?.tax_ids ?? invoice?.customer_tax_ids ?? []
  const transaction = loaded(charge?.balance_transaction)
  const sum = (amounts: { amount: number }[] | null | undefined) => (amounts ?? []).reduce((all, { amount }) => all + amount, 0)
  const owner = invoice?.parent?.subscription_details
  return {
    id: intent.id,
    provider,
    purpose: purposeOf(intent.metadata) ?? purposeOf(owner?.metadata) ?? purposeOf(session?.metadata),
    createdAt: isoAt(intent.created),
    status: paid ? 'paid' : failed ? 'failed' : 'pending',
    amount: money(intent.amount, intent.currency),
    tax: invoice ? sum(invoice.total_taxes) : (session?.total_details?.amount_tax ?? 0),
    discount: invoice ? sum(invoice.total_discount_amounts) : (session?.total_details?.amount_discount ?? 0),
    refunded: charge?.amount_refunded ?? 0,
    disputed: disputeIs && disputeIs !== 'won' ? dispute!.amount : 0,
    dispute: disputeIs as ChargeState['dispute'],
    customerId: idOf(intent.customer),
    subscriptionId: idOf(owner?.subscription),
    invoice: invoice && {
      id: invoice.id!,
      number: invoice.number,
      lines: invoice.lines.data.map((line) => ({
        text: line.description ?? '',
        amount: line.amount,
        quantity: line.quantity,
        proration: isProration(line),
      })),
      // the invoice's own period is the one before it; what it pays for stands on its lines
      periodStart: isoAt(Math.min(...invoice.lines.data.map(({ period }) => period.start))),
      periodEnd: isoAt(Math.max(...invoice.lines.data.map(({ period }) => period.end))),
    },
    method: methodOfCharge(charge),
    billing: {
      name: details?.name ?? charge?.billing_details.name ?? invoice?.customer_name ?? null,
      email: details?.email ?? charge?.billing_details.email ?? invoice?.customer_email ?? null,
      country: details?.address?.country ?? charge?.billing_details.address?.country ?? null,
      postalCode: details?.address?.postal_code ?? charge?.billing_details.address?.postal_code ?? null,
      taxId: taxId?.value ? { type: taxId.type, value: taxId.value } : null,
    },
    failure: failed ? { code: error?.decline_code ?? error?.code ?? intent.status, message: error?.message ?? '' } : null,
    fee: transaction?.fee ?? null,
    ...(intent.metadata['note'] ? { note: intent.metadata['note'] } : {}),
    paidAt: paid ? isoOrNull(charge?.created) : null,
  }
}

export function accountState(provider: ProviderKey, account: Stripe.Account): AccountState {
  const ready = account.capabilities?.transfers === 'active' || account.charges_enabled
  const due = [...(account.requirements?.currently_due ?? [])]
  return {
    id: account.id,
    provider,
    purpose: purposeOf(account.metadata),
    createdAt: isoAt(account.created ?? 0),
    status: ready ? 'ready' : account.requirements?.disabled_reason?.startsWith('rejected') ? 'restricted' : 'pending',
    email: account.email,
    country: account.country ?? null,
    due,
  }
}

export function payoutState(provider: ProviderKey, payout: Stripe.Payout): PayoutState {
  return {
    id: payout.id,
    provider,
    purpose: purposeOf(payout.metadata),
    createdAt: isoAt(payout.created),
    status: payout.status as PayoutState['status'],
    amount: money(payout.amount, payout.currency),
    arrivesAt: isoAt(payout.arrival_date),
    failure: payout.failure_message,
  }
}
