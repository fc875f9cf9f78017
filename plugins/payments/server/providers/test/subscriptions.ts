/** Subscriptions of the test server: how they begin, change, renew, fail and end. */
import type Stripe from 'stripe'
import { requestError, listOf } from './forms.ts'
import { type Item, makeInvoice, methodFor, payInvoice, type Paying, planRetry, settleInvoice, type Sums, sumUp, voidInvoice } from './billing.ts'
import { declined } from './paying.ts'
import { addIntervals, periodEnd } from '../periods.ts'
import { partOf, timesOf } from '../quantities.ts'
import { rateOf } from './sums.ts'
import type { Store, Thing } from './store.ts'
import { base, makeDiscount } from './things.ts'
import { newId } from './store.ts'

const INCOMPLETE_SECONDS = 23 * 3600
const OVER = ['canceled', 'incomplete_expired']

type Fields = { [K in keyof Stripe.Subscription as {} extends Pick<Stripe.Subscription, K> ? never : K]: any } & Record<string, any>
export interface Sold {
  price: Thing
  quantity: number
}
export interface Beginning {
  customer: Thing
  sold: Sold[]
  /** On the first invoice alone. */
  extras: Sold[]
  coupons: Thing[]
  trialEnd: number | null
  trialEndBehavior?: 'cancel' | 'create_invoice' | 'pause'
  method: Thing | null
  metadata: Record<string, string>
  automaticTax: boolean
  cancelAt?: number | null
  /** The first payment, where it was made already. */
  intent?: Thing | null
  /** Whoever begins it without a payment that goes well gets nothing, or waits for one (`incomplete`). */
  whenUnpaid: 'incomplete' | 'active'
}

export const nameOf = async (store: Store, price: Thing) => (await store.get(price.product))?.name ?? price.id
const itemFor = async (store: Store, { price, quantity }: Sold, start: number, end: number): Promise<Item> => ({
  text: `${quantity} × ${await nameOf(store, price)}`,
  amount: timesOf(price, quantity),
  quantity,
  price: price.id,
  behavior: price.tax_behavior,
  proration: false,
  start,
  end,
})

/** What the first invoice comes to. */
export async function firstSums(
  store: Store,
  at: number,
  { sold, extras, coupons, trialEnd, customer, automaticTax }: Omit<Beginning, 'method' | 'metadata' | 'whenUnpaid'>,
): Promise<Sums> {
  const items = await Promise.all([...(trialEnd ? [] : sold), ...extras].map((one) => itemFor(store, one, at, at)))
  return sumUp(items, coupons, [...sold, ...extras][0]!.price.currency, automaticTax ? rateOf(customer) : 0)
}

const lineItem = (at: number, subscription: string, { price, quantity }: Sold, start: number, end: number): Thing => ({
  id: newId('subscription_item'),
  object: 'subscription_item',
  billing_thresholds: null,
  created: at,
  current_period_end: end,
  current_period_start: start,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring.interval,
    interval_count: price.recurring.interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  },
  price,
  quantity,
  subscription,
  tax_rates: [],
})

export const periodOf = (subscription: Thing): { start: number; end: number } => ({
  start: subscription.items.data[0].current_period_start,
  end: subscription.items.data[0].current_period_end,
})
function setPeriod(subscription: Thing, start: number, end: number): void {
  for (const item of subscription.items.data) Object.assign(item, { current_period_start: start, current_period_end: end })
}
/** When something of it falls due. */
function dueOf(subscription: Thing): number | null {
  const { status, cancel_at: ends } = subscription
  if (OVER.includes(status) || status === 'unpaid') return null
  if (status === 'incomplete') return subscription.created + INCOMPLETE_SECONDS
  const next = status === 'paused' ? null : status === 'trialing' ? subscription.trial_end : periodOf(subscription).end
  return next === null ? ends : ends === null ? next : Math.min(next, ends)
}
function save(store: Store, at: number, subscription: Thing, event: string | null = 'customer.subscription.updated'): void {
  subscription._due = dueOf(subscription)
  subscription._at = at
  store.put(subscription)
  if (event) store.emit(event, subscription)
}

export async function begin(store: Store, at: number, input: Beginning): Promise<Thing> {
  const { customer, sold, coupons, trialEnd, method } = input
  const plain = base('subscription', at)
  const { interval, interval_count: count } = sold[0]!.price.recurring
  const end = trialEnd ?? addIntervals(at, interval, count)
  const discounts = coupons.map((coupon) => {
    coupon.times_redeemed++
    store.put(coupon)
    const until = coupon.duration === 'repeating' ? addIntervals(at, 'month', coupon.duration_in_months) : null
    return store.put(makeDiscount(at, coupon, { subscription: plain.id, customer: customer.id, end: until }))
  })
  const fields: Fields = {
    ...plain,
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: input.automaticTax, liability: null },
    billing_cycle_anchor: trialEnd ?? at,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: input.cancelAt ?? null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    currency: sold[0]!.price.currency,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: method?.id ?? null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: discounts.map(({ id }) => id),
    ended_at: null,
    invoice_settings: { account_tax_ids: null, issuer: { type: 'self' } },
    items: listOf(
      `/v1/subscription_items?subscription=${plain.id}`,
      sold.map((one) => lineItem(at, plain.id, one, at, end)),
    ),
    latest_invoice: null,
    managed_payments: null,
    metadata: input.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: at,
    status: trialEnd ? 'trialing' : 'active',
    test_clock: customer.test_clock,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { missing_payment_method: input.trialEndBehavior ?? 'create_invoice' } },
    trial_start: trialEnd ? at : null,
  }
  const subscription = fields as Thing
  const items = await Promise.all([...(trialEnd ? [] : sold), ...input.extras].map((one) => itemFor(store, one, at, end)))
  const invoice = makeInvoice(store, at, {
    customer,
    subscription,
    items,
    coupons,
    currency: subscription.currency,
    reason: 'subscription_create',
    automaticTax: input.automaticTax,
    start: at,
    end: at,
  })
  subscription.latest_invoice = invoice.id
  if (input.intent) {
    invoice._intent = input.intent.id
    input.intent._invoice = invoice.id
    store.put(input.intent)
    invoice.attempt_count = 1
  }
  if (input.intent?.status === 'succeeded') settleInvoice(store, at, invoice)
  const paid = await payInvoice(store, at, invoice, { method: method ?? (await methodFor(store, customer, null)), onSession: true })
  if (!paid && !trialEnd) subscription.status = input.whenUnpaid
  keepCoupons(store, at, subscription, coupons)
  dropSpent(store, subscription, invoice)
  save(store, at, subscription, 'customer.subscription.created')
  return subscription
}
/** From now on these take something off: some once, some for months, some for good. */
export function keepCoupons(store: Store, at: number, subscription: Thing, coupons: Thing[]): void {
  subscription._coupons = coupons.map(({ id, duration, duration_in_months: months }) => ({
    id,
    once: duration === 'once',
    until: months ? addIntervals(at, 'month', months) : null,
  }))
  store.put(subscription)
}
/** Coupons that count once are gone after the first invoice that they can take something off. */
function dropSpent(store: Store, subscription: Thing, invoice: Thing): void {
  if (invoice.subtotal <= 0) return
  subscription._coupons = (subscription._coupons ?? []).filter(({ once }: { once: boolean }) => !once)
  if (subscription._coupons.length === 0) subscription.discounts = []
  store.put(subscription)
}
/** The coupons that still count. */
async function couponsOf(store: Store, at: number, subscription: Thing): Promise<Thing[]> {
  const live = (subscription._coupons ?? []).filter(({ until }: { until: number | null }) => until === null || until > at)
  if (live.length === 0) subscription.discounts = []
  return (await Promise.all(live.map(({ id }: { id: string }) => store.get(id)))).filter((coupon) => coupon !== null) as Thing[]
}

export function end(store: Store, at: number, subscription: Thing, reason: string | null): void {
  Object.assign(subscription, { status: 'canceled', ended_at: at, canceled_at: subscription.canceled_at ?? at, cancel_at_period_end: false })
  subscription.cancellation_details.reason = reason
  save(store, at, subscription, 'customer.subscription.deleted')
}

/** Stripe's `pause_collection`: the invoice is made, and nobody is asked to pay it. */
async function bill(store: Store, at: number, subscription: Thing, items: Item[], reason: string): Promise<boolean> {
  const customer = (await store.get(subscription.customer))!
  const coupons = await couponsOf(store, at, subscription)
  const invoice = makeInvoice(store, at, {
    customer,
    subscription,
    items: [...items, ...(subscription._pending ?? [])],
    coupons,
    currency: subscription.currency,
    reason,
    automaticTax: subscription.automatic_tax.enabled,
    ...periodOf(subscription),
  })
  subscription._pending = []
  subscription.latest_invoice = invoice.id
  if (subscription.pause_collection) {
    voidInvoice(store, at, invoice)
    return true
  }
  dropSpent(store, subscription, invoice)
  const method = await methodFor(store, customer, subscription)
  if (await payInvoice(store, at, invoice, { method })) return true
  if (!method) invoice.attempt_count++
  planRetry(store, at, invoice)
  return false
}

/** What falls due at `subscription._due`: the end of a trial, of a period, or of itself. */
export async function turn(store: Store, subscription: Thing): Promise<void> {
  const at: number = subscription._due
  const { status } = subscription
  if (status === 'incomplete') {
    subscription.status = 'incomplete_expired'
    const invoice = await store.get(subscription.latest_invoice)
    if (invoice?.status === 'open') voidInvoice(store, at, invoice)
    return save(store, at, subscription)
  }
  const stops = (subscription.cancel_at !== null && subscription.cancel_at <= at) || (subscription.cancel_at_period_end && status !== 'paused')
  if (stops) return end(store, at, subscription, 'cancellation_requested')
  const customer = (await store.get(subscription.customer))!
  if (status === 'trialing' && !(await methodFor(store, customer, subscription))) {
    const then = subscription.trial_settings.end_behavior.missing_payment_method
    if (then === 'cancel') return end(store, at, subscription, null)
    if (then === 'pause') {
      subscription.status = 'paused'
      return save(store, at, subscription)
    }
  }
  const { price } = subscription.items.data[0]
  const next = periodEnd(subscription.billing_cycle_anchor, at, price.recurring.interval, price.recurring.interval_count)
  setPeriod(subscription, at, next)
  const items = await Promise.all(subscription.items.data.map((item: Thing) => itemFor(store, item as never, at, next)))
  const paid = await bill(store, at, subscription, items, 'subscription_cycle')
  subscription.status = !paid || status === 'past_due' ? 'past_due' : 'active'
  save(store, at, subscription)
}

/** An open invoice is tried again; after the last try the subscription ends. */
export async function tryAgain(store: Store, invoice: Thing): Promise<void> {
  const at: number = invoice._due
  const subscription = await store.get(invoice.parent?.subscription_details?.subscription)
  if (!subscription || OVER.includes(subscription.status) || invoice.status !== 'open') {
    invoice._due = null
    store.put(invoice)
    return
  }
  const customer = (await store.get(invoice.customer))!
  const method = await methodFor(store, customer, subscription)
  const paid = await payInvoice(store, at, invoice, { method })
  if (paid) return recover(store, at, subscription, invoice)
  if (!method) invoice.attempt_count++
  if (!planRetry(store, at, invoice)) return end(store, at, subscription, 'payment_failed')
  save(store, at, subscription)
}
/** A debt is paid: whoever owed nothing else stands well again. */
export function recover(store: Store, at: number, subscription: Thing, invoice: Thing): void {
  if (invoice.id === subscription.latest_invoice && ['past_due', 'incomplete', 'unpaid'].includes(subscription.status)) subscription.status = 'active'
  save(store, at, subscription)
}
/** The open invoice of a subscription is paid now. */
export async function payNow(store: Store, at: number, invoice: Thing, how: Paying): Promise<void> {
  if (invoice.status !== 'open') throw requestError('Invoice is already paid', { code: 'invoice_already_paid' })
  const subscription = await store.get(invoice.parent?.subscription_details?.subscription)
  const customer = (await store.get(invoice.customer))!
  const method = how.method ?? (await methodFor(store, customer, subscription))
  const paid = await payInvoice(store, at, invoice, { ...how, method })
  if (paid && subscription) return recover(store, at, subscription, invoice)
  if (paid) return
  throw invoice._intent ? declined((await store.get(invoice._intent))!) : requestError('There is no payment method to pay with.', { code: 'missing' })
}

export interface Change {
  sold?: Sold[]
  prorate: 'always_invoice' | 'create_prorations' | 'none'
  at: number
}
/** The lines that settle the rest of the period when what is sold changes. */
export async function prorations(
  store: Store,
  subscription: Thing,
  { sold, at }: Required<Omit<Change, 'prorate'>>,
): Promise<{ items: Item[]; restarts: boolean }> {
  const { start, end: until } = periodOf(subscription)
  const before: Thing[] = subscription.items.data
  const was = before[0]!.price.recurring
  const is = sold[0]!.price.recurring
  const restarts = was.interval !== is.interval || was.interval_count !== is.interval_count
  if (subscription.status === 'trialing') return { items: [], restarts: false }
  const rest = Math.max(0, until - at)
  const whole = until - start
  const partOfTime = (text: string, { price, quantity }: { price: Thing; quantity: number }, sign: 1 | -1): Item => ({
    text,
    amount: sign * partOf(timesOf(price, quantity), rest, whole),
    quantity,
    price: price.id,
    behavior: price.tax_behavior,
    proration: true,
    start: at,
    end: until,
  })
  const back = await Promise.all(before.map(async (item) => partOfTime(`Unused time on ${await nameOf(store, item.price)}`, item as never, -1)))
  if (!restarts)
    return {
      items: [...back, ...(await Promise.all(sold.map(async (one) => partOfTime(`Remaining time on ${await nameOf(store, one.price)}`, one, 1))))],
      restarts,
    }
  const next = addIntervals(at, is.interval, is.interval_count)
  return { items: [...back, ...(await Promise.all(sold.map((one) => itemFor(store, one, at, next))))], restarts }
}

/** Sells something else, or another number of it, from now on. */
export async function swap(store: Store, subscription: Thing, { sold, prorate, at }: Required<Change>): Promise<void> {
  const { items, restarts } = await prorations(store, subscription, { sold, at })
  const { start, end: until } = periodOf(subscription)
  const { interval, interval_count: count } = sold[0]!.price.recurring
  const next = restarts ? addIntervals(at, interval, count) : until
  subscription.items.data = sold.map((one, index) => {
    const made = lineItem(at, subscription.id, one, restarts ? at : start, next)
    const before = subscription.items.data[index]
    return before ? { ...made, id: before.id, created: before.created } : made
  })
  if (restarts) subscription.billing_cycle_anchor = at
  if (subscription.status === 'trialing') return
  // whoever begins a new period pays it, whatever becomes of the old one
  const owed = prorate === 'none' ? items.filter(({ proration }) => !proration) : items
  if (owed.length === 0) return
  if (prorate === 'create_prorations' && !restarts) subscription._pending = [...(subscription._pending ?? []), ...owed]
  else if (!(await bill(store, at, subscription, owed, 'subscription_update'))) subscription.status = 'past_due'
}
/** Changes of a subscription are seen by whoever listens. */
export const changed = (store: Store, at: number, subscription: Thing): void => save(store, at, subscription)

/** Stripe's `billing_cycle_anchor: now`: a new period begins, and is billed. */
export async function restart(store: Store, at: number, subscription: Thing): Promise<void> {
  subscription.billing_cycle_anchor = at
  subscription._due = at
  await turn(store, subscription)
}

/** The trial ends now, or on another day. */
export async function moveTrial(store: Store, at: number, subscription: Thing, until: number | 'now'): Promise<void> {
  if (until === 'now' || until <= at) {
    if (subscription.status !== 'trialing') return
    subscription.trial_end = at
    subscription.billing_cycle_anchor = at
    subscription._due = at
    return turn(store, subscription)
  }
  Object.assign(subscription, { trial_end: until, trial_start: subscription.trial_start ?? at, status: 'trialing', billing_cycle_anchor: until })
  setPeriod(subscription, periodOf(subscription).start, until)
}
