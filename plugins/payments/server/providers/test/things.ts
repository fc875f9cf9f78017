/** Objects of the test server, with every field that the official types ask for; the compiler compares them. */
import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { newId, type Thing } from './store.ts'
import { cardError, listOf, requestError } from './forms.ts'

type Required<T> = { [K in keyof T as {} extends Pick<T, K> ? never : K]: any }
type Optional<T> = { [K in keyof T as {} extends Pick<T, K> ? K : never]?: any }
/** The fields of an official type, and our own that begin with `_`. */
type Shape<T> = Required<T> & Optional<T> & { [own: `_${string}`]: any }
export const shaped = <T>(fields: Shape<T>): Thing => fields as unknown as Thing

/** How a test card behaves. */
export type Behaviour = 'ok' | 'authenticate' | 'later' | 'dispute' | `decline:${string}`
const CARDS: Record<string, { brand: string; behaves: Behaviour; token?: string; country?: string }> = {
  '4242424242424242': { brand: 'visa', behaves: 'ok', token: 'pm_card_visa' },
  '5555555555554444': { brand: 'mastercard', behaves: 'ok', token: 'pm_card_mastercard' },
  '4000002500003155': { brand: 'visa', behaves: 'authenticate', token: 'pm_card_authenticationRequiredOnSetup' },
  '4000000000009995': { brand: 'visa', behaves: 'decline:insufficient_funds', token: 'pm_card_chargeDeclinedInsufficientFunds' },
  '4000000000000002': { brand: 'visa', behaves: 'decline:generic_decline', token: 'pm_card_chargeDeclined' },
  '4000000000000341': { brand: 'visa', behaves: 'later', token: 'pm_card_chargeCustomerFail' },
  '4000000000000259': { brand: 'visa', behaves: 'dispute', token: 'pm_card_createDispute' },
  '4000000760000002': { brand: 'visa', behaves: 'ok', token: 'pm_card_br', country: 'BR' },
  '4000002760000016': { brand: 'visa', behaves: 'ok', token: 'pm_card_de', country: 'DE' },
  '4000002500000003': { brand: 'visa', behaves: 'ok', token: 'pm_card_fr', country: 'FR' },
  '4000008260000000': { brand: 'visa', behaves: 'ok', token: 'pm_card_gb', country: 'GB' },
}
export const cardOf = (number: string) => CARDS[number.replace(/\D/g, '')]
export const numberOfToken = (token: string) => Object.keys(CARDS).find((number) => CARDS[number]!.token === token)

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
export const base = (object: string, at: number) => ({ id: newId(object), object: object as any, created: at, livemode: false })

export const makeCustomer = (at: number, input: any): Thing =>
  shaped<Stripe.Customer>({
    ...base('customer', at),
    address: null,
    balance: 0,
    currency: null,
    default_source: null,
    delinquent: false,
    description: input.description ?? null,
    email: input.email ?? null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: input.invoice_settings?.default_payment_method ?? null,
      footer: null,
      rendering_options: null,
    },
    metadata: input.metadata ?? {},
    name: input.name ?? null,
    phone: input.phone ?? null,
    preferred_locales: input.preferred_locales ?? [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: input.test_clock ?? null,
  })

export const makeProduct = (at: number, input: any): Thing =>
  shaped<Stripe.Product>({
    ...base('product', at),
    active: input.active ?? true,
    default_price: null,
    description: input.description ?? null,
    images: [],
    marketing_features: [],
    metadata: input.metadata ?? {},
    name: input.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: input.tax_code ?? null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: at,
    url: null,
  })

export function makePrice(at: number, input: any, product: string): Thing {
  if ((input.unit_amount === undefined) === (input.unit_amount_decimal === undefined))
    throw requestError('You must pass exactly one of unit_amount and unit_amount_decimal.', { param: 'unit_amount' })
  return shaped<Stripe.Price>({
    ...base('price', at),
    active: input.active ?? true,
    billing_scheme: 'per_unit',
    currency: input.currency,
    custom_unit_amount: null,
    lookup_key: input.lookup_key ?? null,
    metadata: input.metadata ?? {},
    nickname: input.nickname ?? null,
    product,
    recurring: input.recurring
      ? {
          interval: input.recurring.interval,
          interval_count: input.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: input.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: input.recurring ? 'recurring' : 'one_time',
    unit_amount: input.unit_amount ?? null,
    unit_amount_decimal: input.unit_amount_decimal ?? String(input.unit_amount),
  })
}

export const makeCoupon = (at: number, input: any): Thing =>
  shaped<Stripe.Coupon>({
    ...base('coupon', at),
    ...(input.id ? { id: input.id } : {}),
    amount_off: input.amount_off ?? null,
    currency: input.currency ?? null,
    duration: input.duration ?? 'once',
    duration_in_months: input.duration_in_months ?? null,
    max_redemptions: input.max_redemptions ?? null,
    metadata: input.metadata ?? {},
    name: input.name ?? null,
    percent_off: input.percent_off ?? null,
    redeem_by: input.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  })

export const makePromotionCode = (at: number, input: any): Thing =>
  shaped<Stripe.PromotionCode>({
    ...base('promotion_code', at),
    active: true,
    code: input.code ?? newId('promotion_code').slice(6, 14).toUpperCase(),
    customer: input.customer ?? null,
    customer_account: null,
    expires_at: input.expires_at ?? null,
    max_redemptions: input.max_redemptions ?? null,
    metadata: input.metadata ?? {},
    promotion: { type: 'coupon', coupon: input.promotion.coupon },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  })

export const makeDiscount = (at: number, coupon: Thing, more: { subscription?: string; customer?: string | null; end: number | null }) =>
  shaped<Stripe.Discount>({
    id: newId('discount'),
    object: 'discount',
    checkout_session: null,
    customer: more.customer ?? null,
    customer_account: null,
    end: more.end,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: at,
    subscription: more.subscription ?? null,
    subscription_item: null,
  })

export function makeMethod(at: number, number: string, input: any = {}): Thing {
  const card = cardOf(number)!
  const fingerprint = createHash('sha256').update(number).digest('hex').slice(0, 16)
  return shaped<Stripe.PaymentMethod>({
    ...base('payment_method', at),
    allow_redisplay: 'unspecified',
    billing_details: { address: noAddress, email: null, name: null, phone: null, tax_id: null, ...input.billing_details },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: card.country ?? 'US',
      display_brand: card.brand,
      exp_month: 12,
      exp_year: 2034,
      fingerprint,
      funding: 'credit',
      last4: number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    customer: null,
    customer_account: null,
    metadata: input.metadata ?? {},
    type: 'card',
    _behaves: card.behaves,
  })
}

export const makeIntent = (at: number, input: any): Thing =>
  shaped<Stripe.PaymentIntent>({
    ...base('payment_intent', at),
    allowed_payment_method_types: null,
    amount: input.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: null,
    confirmation_method: 'automatic',
    currency: input.currency,
    customer: input.customer ?? null,
    customer_account: null,
    description: input.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    managed_payments: null,
    metadata: input.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: input.payment_method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: input.receipt_email ?? null,
    review: null,
    setup_future_usage: input.setup_future_usage ?? null,
    shipping: input.shipping ?? null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  })

/** What the test server keeps of a payment: 2.9 % and 30 of the smallest unit. */
const feeOf = (amount: number) => Math.min(amount, Math.floor((amount * 29 + 500) / 1000) + 30)

export function makeCharge(at: number, intent: Thing, method: Thing, failure: string | null): Thing {
  const { card } = method
  const paid = failure === null
  return shaped<Stripe.Charge>({
    ...base('charge', at),
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: paid,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure && 'card_declined',
    failure_message: failure && cardError(intent, failure).message,
    fraud_details: {},
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: {
        brand: card.brand,
        country: card.country,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        fingerprint: card.fingerprint,
        funding: card.funding,
        last4: card.last4,
      },
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
    _fee: paid ? feeOf(intent.amount) : 0,
  })
}
/** Beside each charge that went well; made when it is asked for. */
export const transactionOf = (charge: Thing): Thing =>
  shaped<Stripe.BalanceTransaction>({
    id: charge.balance_transaction,
    object: 'balance_transaction',
    amount: charge.amount,
    available_on: charge.created + 2 * 86_400,
    balance_type: 'payments',
    created: charge.created,
    currency: charge.currency,
    description: charge.description,
    exchange_rate: null,
    fee: charge._fee,
    fee_details: [{ amount: charge._fee, application: null, currency: charge.currency, description: 'Processing fee', type: 'stripe_fee' }],
    net: charge.amount - charge._fee,
    reporting_category: 'charge',
    source: charge.id,
    status: 'available',
    type: 'charge',
  })

export const makeRefund = (at: number, charge: Thing, input: any): Thing =>
  shaped<Stripe.Refund>({
    id: newId('refund'),
    object: 'refund',
    created: at,
    amount: input.amount,
    balance_transaction: null,
    charge: charge.id,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: input.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: input.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  })

export const makeDispute = (at: number, charge: Thing): Thing =>
  shaped<Stripe.Dispute>({
    ...base('dispute', at),
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: { due_by: at + 7 * 86_400, enhanced_eligibility: {}, has_evidence: false, past_due: false, submission_count: 0, submission_method: null },
    intended_submission_method: null,
    is_charge_refundable: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  })

export const makeSetupIntent = (at: number, input: any): Thing =>
  shaped<Stripe.SetupIntent>({
    ...base('setup_intent', at),
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: null,
    customer: input.customer ?? null,
    description: input.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    mandate: null,
    metadata: input.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: input.payment_method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
  })

export const makeAccount = (at: number, input: any): Thing =>
  shaped<Stripe.Account>({
    id: newId('account'),
    object: 'account',
    created: at,
    business_profile: null,
    business_type: input.business_type ?? null,
    capabilities: { transfers: 'inactive', card_payments: 'inactive' },
    charges_enabled: false,
    country: input.country ?? 'US',
    default_currency: 'usd',
    details_submitted: false,
    email: input.email ?? null,
    external_accounts: listOf('/v1/accounts', []),
    metadata: input.metadata ?? {},
    payouts_enabled: false,
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: ['external_account', 'tos_acceptance.date'],
      disabled_reason: 'requirements.past_due',
      errors: [],
      eventually_due: [],
      past_due: [],
      pending_verification: [],
    },
    settings: null,
    tos_acceptance: {},
    type: input.type ?? 'express',
  })

export const makeTransfer = (at: number, input: any): Thing => {
  const plain = base('transfer', at)
  return shaped<Stripe.Transfer>({
    ...plain,
    amount: input.amount,
    amount_reversed: 0,
    balance_transaction: null,
    currency: input.currency,
    description: input.description ?? null,
    destination: input.destination,
    metadata: input.metadata ?? {},
    reversals: listOf(`/v1/transfers/${plain.id}/reversals`, []),
    reversed: false,
    source_transaction: input.source_transaction ?? null,
    source_type: 'card',
    transfer_group: input.transfer_group ?? null,
  })
}
