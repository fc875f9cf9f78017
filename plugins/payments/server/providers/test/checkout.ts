/** Checkout sessions of the test server: what is to be paid, and what comes of paying it. */
import type Stripe from 'stripe'
import { requestError, listOf, missing, WireError } from './forms.ts'
import { attempt, declined } from './paying.ts'
import { sumUp } from './billing.ts'
import { begin, type Beginning, firstSums, type Sold } from './subscriptions.ts'
import { rateOf } from './sums.ts'
import { timesOf } from '../quantities.ts'
import type { Store, Thing } from './store.ts'
import { base, cardOf, makeCustomer, makeMethod, makePrice, makeProduct, makeSetupIntent } from './things.ts'

const DAY = 86_400
type Fields = { [K in keyof Stripe.Checkout.Session as {} extends Pick<Stripe.Checkout.Session, K> ? never : K]: any } & Record<string, any>

/** A price that is there, or one that is made for this one use. */
export async function priceFor(store: Store, at: number, { price, price_data: data }: { price?: string; price_data?: any }, param: string): Promise<Thing> {
  if (price) {
    const found = await store.get(price)
    if (found?.object !== 'price') throw missing('price', price, param)
    return found
  }
  if (!data) throw requestError('You must specify either `price` or `price_data`.', { code: 'parameter_missing', param })
  const product = data.product ? await store.get(data.product) : store.put(makeProduct(at, { ...data.product_data, active: false }))
  if (product?.object !== 'product') throw missing('product', data.product, `${param}[price_data][product]`)
  return store.put(makePrice(at, { ...data, active: false }, product.id))
}
export async function couponFor(store: Store, { coupon, promotion_code: code }: { coupon?: string; promotion_code?: string }): Promise<Thing> {
  const promotion = code ? await store.get(code) : null
  if (code && promotion?.object !== 'promotion_code') throw missing('promotion code', code, 'discounts[0][promotion_code]')
  const id = coupon ?? promotion?.promotion.coupon
  const found = await store.get(id)
  if (found?.object !== 'coupon' || found._deleted) throw missing('coupon', id ?? '', 'discounts[0][coupon]')
  if (found.max_redemptions !== null && found.times_redeemed >= found.max_redemptions)
    throw requestError('This coupon has been used up.', { code: 'coupon_expired' })
  return found
}

export async function createSession(store: Store, at: number, input: any): Promise<Thing> {
  const customer = input.customer ? await store.get(input.customer) : null
  if (input.customer && customer?.object !== 'customer') throw missing('customer', input.customer, 'customer')
  const sold: Sold[] = []
  for (const [index, line] of (input.line_items ?? []).entries())
    sold.push({ price: await priceFor(store, at, line, `line_items[${index}]`), quantity: line.quantity ?? 1 })
  if (input.mode !== 'setup' && sold.length === 0) throw requestError('Missing required param: line_items.', { code: 'parameter_missing', param: 'line_items' })
  const recurring = sold.filter(({ price }) => price.recurring)
  if (input.mode === 'subscription' && recurring.length === 0)
    throw requestError('You must provide at least one recurring price in `subscription` mode when using prices.', { param: 'line_items' })
  if (input.mode === 'payment' && recurring.length > 0)
    throw requestError('You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.', {
      param: 'mode',
    })
  const currencies = new Set(sold.map(({ price }) => price.currency))
  if (currencies.size > 1) throw requestError('All line items must have the same currency.', { param: 'line_items' })
  const coupons = await Promise.all((input.discounts ?? []).map((one: never) => couponFor(store, one)))
  const expires = input.expires_at ?? at + DAY
  if (expires < at + 1740 || expires > at + DAY + 60)
    throw requestError('The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.', { param: 'expires_at' })
  const plain = base('checkout.session', at)
  const fields: Fields = {
    ...plain,
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: input.allow_promotion_codes ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: null,
    amount_total: null,
    automatic_tax: { enabled: input.automatic_tax?.enabled ?? false, liability: null, provider: null, status: null },
    billing_address_collection: input.billing_address_collection ?? null,
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency: sold[0]?.price.currency ?? input.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation: input.mode === 'payment' ? (input.customer_creation ?? 'if_required') : null,
    customer_details: null,
    customer_email: input.customer_email ?? null,
    discounts: coupons.map(({ id }) => ({ coupon: id, promotion_code: null })),
    expires_at: expires,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: input.locale ?? null,
    managed_payments: null,
    metadata: input.metadata ?? {},
    mode: input.mode,
    optional_items: null,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: input.mode === 'payment' ? null : (input.payment_method_collection ?? 'always'),
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: input.payment_method_types ?? ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: input.success_url ?? null,
    total_details: null,
    ui_mode: 'hosted_page',
    url: null,
    wallet_options: null,
    _clock: customer?.test_clock ?? '',
    _due: expires,
    _sold: sold.map(({ price, quantity }) => ({ price: price.id, quantity })),
    _input: {
      subscription_data: input.subscription_data ?? {},
      payment_intent_data: input.payment_intent_data ?? {},
      setup_intent_data: input.setup_intent_data ?? {},
      collects_tax_id: input.tax_id_collection?.enabled ?? false,
    },
  }
  const session = fields as Thing
  session.url = `${store.ctx.community.url}/payments/test/${session.id}`
  await price(store, at, session, customer)
  return store.put(session)
}

export const soldIn = (store: Store, session: Thing): Promise<Sold[]> =>
  Promise.all(session._sold.map(async ({ price: id, quantity }: { price: string; quantity: number }) => ({ price: (await store.get(id))!, quantity })))
const couponsIn = async (store: Store, session: Thing): Promise<Thing[]> =>
  Promise.all(session.discounts.map(async ({ coupon }: { coupon: string }) => (await store.get(coupon))!))
const trialEndOf = (at: number, session: Thing): number | null => {
  const { trial_period_days: days, trial_end: until } = session._input.subscription_data
  return until ?? (days ? at + days * DAY : null)
}

/** What the session comes to for this customer. */
async function price(store: Store, at: number, session: Thing, customer: Thing | null): Promise<void> {
  if (session.mode === 'setup') return
  const sold = await soldIn(store, session)
  const coupons = await couponsIn(store, session)
  const automaticTax = session.automatic_tax.enabled
  const recurring = sold.filter(({ price: one }) => one.recurring)
  const sums =
    session.mode === 'subscription'
      ? await firstSums(store, at, {
          customer: customer!,
          sold: recurring,
          extras: sold.filter(({ price: one }) => !one.recurring),
          coupons,
          trialEnd: trialEndOf(at, session),
          automaticTax,
        })
      : sumUp(
          sold.map(({ price: one, quantity }) => ({ amount: timesOf(one, quantity), behavior: one.tax_behavior, proration: false })),
          coupons,
          session.currency,
          automaticTax ? rateOf(customer) : 0,
        )
  session.amount_subtotal = sums.subtotal
  session.amount_total = sums.total
  session.total_details = { amount_discount: sums.discounts.reduce((sum, one) => sum + one, 0), amount_shipping: 0, amount_tax: sums.tax }
}

export interface Payer {
  /** Number of a test card; null where there is nothing to pay with, and no need. */
  card: string | null
  email?: string | null
  name?: string | null
  country?: string | null
  taxId?: string | null
  authenticated?: boolean
}
/** Whether the page asks for a card. */
export const needsMethod = (session: Thing): boolean =>
  session.mode === 'setup' || session.amount_total > 0 || (session.mode === 'subscription' && session.payment_method_collection === 'always')

/**
 * Somebody presses Pay.
 * @returns `authenticate` where their bank asks for 3-D Secure first
 * @throws WireError 400 for a session that is over, 402 for a card that does not pay
 */
export async function paySession(store: Store, at: number, session: Thing, payer: Payer): Promise<'done' | 'authenticate'> {
  if (session.status !== 'open' || session.expires_at <= at)
    throw requestError('This Checkout Session is no longer open.', { code: 'checkout_session_not_open' })
  const email = payer.email ?? session.customer_email
  let customer = await store.get(session.customer)
  customer ??= store.put(makeCustomer(at, { email, name: payer.name }))
  if (payer.country) customer._country = payer.country
  if (payer.taxId && session._input.collects_tax_id) customer._tax_id = payer.taxId
  store.put(customer)
  await price(store, at, session, customer)
  const method = needsMethod(session) ? methodOf(at, payer) : null
  if (method) Object.assign(method, { customer: customer.id })
  if (method?._behaves.startsWith('decline:') && session.mode !== 'payment') {
    // a card that is refused is kept by nobody, whatever it was to pay
    const intent = await attempt(store, at, {
      amount: session.amount_total ?? 0,
      currency: session.currency ?? 'usd',
      customer: customer.id,
      method,
      onSession: true,
    })
    throw declined(intent)
  }
  const metadata = session._input[session.mode === 'payment' ? 'payment_intent_data' : 'subscription_data'].metadata ?? {}
  let intent: Thing | null = null
  if (session.amount_total > 0) {
    intent = await attempt(store, at, {
      amount: session.amount_total,
      currency: session.currency,
      customer: customer.id,
      method: method!,
      metadata: session.mode === 'payment' ? metadata : {},
      shipping: session._input.payment_intent_data.shipping,
      onSession: true,
      authenticated: payer.authenticated,
      intent: await store.get(session._intent),
    })
    session._intent = intent.id
    store.put(session)
    if (intent.status === 'requires_action') return 'authenticate'
    if (intent.status !== 'succeeded') throw declined(intent)
  } else if (method?._behaves === 'authenticate' && !payer.authenticated) return 'authenticate'
  if (method) store.put(method)
  session.customer = customer.id
  session.customer_details = {
    address: { city: null, country: payer.country ?? null, line1: null, line2: null, postal_code: null, state: null },
    business_name: null,
    email: email ?? customer.email,
    individual_name: null,
    name: payer.name ?? customer.name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: customer._tax_id ? [{ type: 'eu_vat', value: customer._tax_id }] : [],
  }
  if (session.mode === 'payment') session.payment_intent = intent?.id ?? null
  else if (session.mode === 'setup') setUp(store, at, session, customer, method!)
  else await subscribe(store, at, session, { customer, method, intent, metadata })
  Object.assign(session, {
    status: 'complete',
    payment_status: session.amount_total > 0 ? 'paid' : 'no_payment_required',
    url: null,
    _due: null,
    _at: at,
  })
  store.put(session)
  store.emit('checkout.session.completed', session)
  return 'done'
}
function methodOf(at: number, { card, email, name, country }: Payer): Thing {
  const number = (card ?? '').replace(/\D/g, '')
  if (!cardOf(number)) throw new WireError(402, { type: 'card_error', code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' })
  const address = { city: null, country: country ?? null, line1: null, line2: null, postal_code: null, state: null }
  return makeMethod(at, number, { billing_details: { email: email ?? null, name: name ?? null, address } })
}
function setUp(store: Store, at: number, session: Thing, customer: Thing, method: Thing): void {
  const intent = makeSetupIntent(at, { customer: customer.id, payment_method: method.id, metadata: session._input.setup_intent_data.metadata })
  intent.status = 'succeeded'
  store.put(intent)
  store.emit('setup_intent.succeeded', intent)
  session.setup_intent = intent.id
}
async function subscribe(
  store: Store,
  at: number,
  session: Thing,
  { customer, method, intent, metadata }: Pick<Beginning, 'customer' | 'method' | 'metadata'> & { intent: Thing | null },
) {
  const sold = await soldIn(store, session)
  const data = session._input.subscription_data
  const subscription = await begin(store, at, {
    customer,
    sold: sold.filter(({ price: one }) => one.recurring),
    extras: sold.filter(({ price: one }) => !one.recurring),
    coupons: await couponsIn(store, session),
    trialEnd: trialEndOf(at, session),
    trialEndBehavior: data.trial_settings?.end_behavior?.missing_payment_method,
    method,
    metadata,
    automaticTax: session.automatic_tax.enabled,
    intent,
    whenUnpaid: 'active',
  })
  session.subscription = subscription.id
  session.invoice = subscription.latest_invoice
}

export function expireSession(store: Store, at: number, session: Thing): Thing {
  if (session.status !== 'open')
    throw requestError(`Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`)
  Object.assign(session, { status: 'expired', url: null, _due: null, _at: at })
  store.put(session)
  store.emit('checkout.session.expired', session)
  return session
}

/** The lines of a session as the wire shows them. */
export async function lineItems(store: Store, session: Thing) {
  const sold = await soldIn(store, session)
  const lines = await Promise.all(
    sold.map(async ({ price: one, quantity }, index) => ({
      id: `li_${session.id.slice(8)}${index}`,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: timesOf(one, quantity),
      amount_tax: 0,
      amount_total: timesOf(one, quantity),
      currency: one.currency,
      description: (await store.get(one.product))?.name ?? null,
      metadata: {},
      price: one,
      quantity,
    })),
  )
  return listOf(`/v1/checkout/sessions/${session.id}/line_items`, lines)
}
