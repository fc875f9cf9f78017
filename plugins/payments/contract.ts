/** What others may know of payments: the door to money, its events, the provider of a community and how its webhooks fare. */
import { date, defineContract, done, event, get, id, line, list, open, paging, patch, point, post, type, z } from '@atrium/sdk'
import { OpenInvoice, PaidInput } from './contract/invoices.ts'
import type { KnownPayer, PaymentProvider, PaymentsService, TestSales } from './contract/provider.ts'
import { AccountState, ChargeState, CheckoutState, Money, PayoutState, PROVIDERS, Purpose, SubscriptionState } from './contract/states.ts'

export * from './contract/declines.ts'
export * from './contract/invoices.ts'
export * from './contract/provider.ts'
export * from './contract/states.ts'

/** Webhooks larger than this are refused; the largest of Stripe's are a tenth of it. */
export const MAX_WEBHOOK_BYTES = 1_000_000

/** What went wrong often enough to be shown to admins. */
export const Incident = z.object({
  id: z.number(),
  /** `difference`: the provider says something else than was handed out; `ledger`: than stands in the books of an owner; `unopened`: somebody has
   * paid and cannot go in; `doubled`: somebody has paid twice for one thing, and the second payment goes back. */
  kind: z.enum(['provider_down', 'difference', 'webhook_refused', 'ledger', 'unopened', 'doubled']),
  text: z.string(),
  /** Where the payment that it is about is given back. */
  refund_path: z.string().nullable(),
  times: z.number(),
  first_at: date,
  last_at: date,
  resolved_at: date.nullable(),
})
export type Incident = z.output<typeof Incident>

const Setup = z.object({
  provider: z.enum(PROVIDERS),
  state: z.enum(['ready', 'needs_setup', 'restricted', 'unreachable']),
  /** What the provider said when it did not answer. */
  problem: z.string().nullable(),
  stripe: z.object({
    has_secret_key: z.boolean(),
    /** The first and last letters of it, to tell keys apart. */
    secret_key_hint: z.string().nullable(),
    /** No real money: the key is one for tests. */
    is_test_key: z.boolean(),
    has_webhook_secret: z.boolean(),
    /** The house has keys of its own: a community connects an account to them. */
    house: z.boolean(),
    account_id: z.string().nullable(),
  }),
  manual_instructions: z.string(),
  manual_days: z.number(),
  webhook_url: z.string(),
  /** Objects whose state waits to be fetched. */
  waiting: z.number(),
  incidents: z.array(Incident),
  /** What was begun and bought by the test provider, and ends when another one is chosen. */
  test_sales: z.object({ pages: z.number(), purchases: z.number() }),
  /** The test server's present moment. */
  test_now: date.nullable(),
})
export type Setup = z.output<typeof Setup>

const WebhookEvent = z.object({
  id: z.number(),
  event_id: z.string(),
  type: z.string(),
  object_id: z.string().nullable(),
  /** Times it came. */
  received: z.number(),
  /** What it tells of is yet to be fetched. */
  waits: z.boolean(),
  created_at: date,
})
export type WebhookEvent = z.output<typeof WebhookEvent>

/** As the public API has it. */
const Preference = z.object({
  payment_method: z.string(),
  capability_id: z.string().nullable(),
  capability_status: z.string().nullable(),
  value: z.boolean(),
  is_enabled: z.boolean(),
  is_capability_active: z.boolean(),
  is_capability_pending: z.boolean(),
  can_request_capability: z.boolean(),
  is_capability_available: z.boolean(),
  mutable: z.boolean(),
  normalized_state: z.enum(['pending_verification', 'active', 'disabled', 'unavailable']),
})
export type Preference = z.output<typeof Preference>

const PayoutRecord = z.object({
  id: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled']),
  arrival_date: date,
  /** Why the bank has sent it back. */
  failure: z.string().nullable(),
  created_at: date,
})
export type PayoutRecord = z.output<typeof PayoutRecord>

const TestPage = z.object({
  id: z.string(),
  /** `account`: what a processor would ask of somebody who is to be paid. */
  mode: z.enum(['payment', 'subscription', 'setup', 'account']),
  status: z.enum(['open', 'complete', 'expired']),
  email: z.string().nullable(),
  /** What the buyer has told whoever sells; null: it is asked here. */
  name: z.string().nullable(),
  country: z.string().nullable(),
  lines: z.array(z.object({ name: z.string(), quantity: z.number(), amount: z.number(), interval: z.string().nullable() })),
  currency: z.string(),
  subtotal: z.number(),
  discount: z.number(),
  tax: z.number(),
  total: z.number(),
  trial_days: z.number().nullable(),
  needs_method: z.boolean(),
  success_url: z.string().nullable(),
  cancel_url: z.string().nullable(),
  collects_tax_id: z.boolean(),
})
export type TestPage = z.output<typeof TestPage>

const fact = <T>(state: z.ZodType<T>) =>
  event(
    z.object({
      purpose: Purpose.nullable(),
      /** Grows with each change of this one object: whoever has seen a higher one leaves this be. */
      version: z.number(),
      state,
    }),
  )
const settings = z.object({
  provider: z.enum(PROVIDERS).default('test'),
  /** Sealed. */
  secret_key: z.string().nullable().default(null),
  secret_key_hint: z.string().nullable().default(null),
  webhook_secret: z.string().nullable().default(null),
  /** Connected to the house's keys. */
  account_id: z.string().nullable().default(null),
  /** What buyers read with the manual provider: where to pay. */
  manual_instructions: z.string().default(''),
  /** An order that is paid by other ways and that nobody has paid is off after so many days, and its places are free. */
  manual_days: z.number().int().min(1).max(90).default(30),
})

const invoice = z.object({ invoice: z.string().max(120) })
const session = z.object({ session: z.string().max(120) })
const payer = open('whoever has the address of a pay page may pay; it names no member')

export default defineContract('payments', {
  permissions: { manage: { title: 'Connect the payment processor and see its status', grant: ['admin'] } },
  settings,
  points: { provider: point<PaymentProvider>(), testSales: point<TestSales>(), payer: point<KnownPayer>() },
  events: {
    'payments.checkout': fact(CheckoutState),
    'payments.subscription': fact(SubscriptionState),
    'payments.charge': fact(ChargeState),
    'payments.account': fact(AccountState),
    'payments.payout': fact(PayoutState),
    /** The community has another provider than the test server by now: what was bought there ends. */
    'payments.test_over': event(z.object({})),
  },
  routes: {
    setup: get('/internal_api/payments/setup', { can: 'manage', reply: Setup, summary: 'The provider and its state; keys are never shown' }),
    saveSetup: patch('/internal_api/payments/setup', {
      can: 'manage',
      challenge: true,
      transaction: false,
      limit: { points: 30, seconds: 900 },
      body: z.object({
        provider: z.enum(PROVIDERS).optional(),
        secret_key: line(300).nullish(),
        webhook_secret: line(300).nullish(),
        manual_instructions: z.string().max(2000).optional(),
        manual_days: z.number().int().min(1).max(90).optional(),
      }),
      reply: Setup,
      summary: 'Chooses the provider and its keys; a key of Stripe’s is tried first',
    }),
    connect: post('/internal_api/payments/account', {
      can: 'manage',
      challenge: true,
      transaction: false,
      limit: { points: 10, seconds: 900 },
      body: z.object({}),
      reply: z.object({ url: z.string() }),
      summary: 'Connects an account to the house’s keys: where to go on, at the processor',
    }),
    refresh: post('/internal_api/payments/account/refresh', {
      can: 'manage',
      transaction: false,
      limit: { points: 30, seconds: 900 },
      body: z.object({}),
      reply: Setup,
      summary: 'Asks the processor how the account stands, after coming back from it',
    }),
    webhookEvents: get('/internal_api/payments/webhook_events', { can: 'manage', query: paging, reply: list(WebhookEvent), summary: 'The last 30 days' }),
    resolveIncident: post('/internal_api/payments/incidents/:id/resolve', { can: 'manage', params: z.object({ id }), body: z.object({}), reply: done }),
    invoices: get('/internal_api/payments/invoices', {
      can: 'manage',
      query: paging.extend({ query: z.string().trim().max(120).optional() }),
      reply: list(OpenInvoice),
      summary: 'What waits for its money with the manual provider, newest first',
    }),
    payInvoice: post('/internal_api/payments/invoices/:invoice/paid', {
      can: 'manage',
      transaction: false,
      params: invoice,
      body: PaidInput,
      reply: done,
      summary: 'The money has come by other ways. 409 nothing_open where it is paid or void',
    }),
    voidInvoice: post('/internal_api/payments/invoices/:invoice/void', {
      can: 'manage',
      transaction: false,
      params: invoice,
      body: z.object({}),
      reply: done,
      summary: 'Nobody is to pay it any more: an order is off, a subscription goes on without this payment',
    }),
    houseWebhook: post('/webhooks/payments/connected', {
      can: open('the processor has no session; the house’s signature over the body is the proof'),
      stream: true,
      transaction: false,
      reply: done,
      summary: 'Events of accounts under the house’s keys, signed with the house’s secret; each goes to the community whose account it names',
    }),
    webhook: post('/webhooks/payments/:community', {
      can: open('the processor has no session; its signature over the body is the proof'),
      params: z.object({ community: id }),
      stream: true,
      transaction: false,
      reply: done,
      summary: 'Events of Stripe’s, signed',
    }),
    preferences: get('/internal_api/admin/payment_method_preferences', {
      can: 'manage',
      reply: z.object({ records: z.array(Preference) }),
      summary: 'What people may pay with',
    }),
    setPreference: patch('/internal_api/admin/payment_method_preferences', {
      can: 'manage',
      transaction: false,
      body: z.object({ payment_method: z.string().regex(/^[a-z][a-z0-9_]{0,59}$/, 'Choose a payment method.'), is_enabled: z.boolean() }),
      reply: z.object({ records: z.array(Preference) }),
      summary: 'Switches one way to pay',
    }),
    payouts: get('/internal_api/payouts', {
      can: 'manage',
      query: paging,
      reply: list(PayoutRecord),
      summary: 'What the processor has paid out, newest first',
    }),
    balance: get('/internal_api/payments/balance', {
      can: 'manage',
      reply: z.object({ available: z.array(Money), pending: z.array(Money) }),
      summary: 'What is at the processor and not paid out yet, by currency',
    }),
    testPage: get('/internal_api/payments/test_pages/:session', { can: payer, params: session, reply: TestPage, summary: 'A pay page of the test provider' }),
    testPay: post('/internal_api/payments/test_pages/:session/pay', {
      can: payer,
      transaction: false,
      limit: { points: 60, seconds: 600 },
      params: session,
      body: z.object({
        card: line(30).optional(),
        email: line(320).optional(),
        name: line(120).optional(),
        country: line(2).optional(),
        tax_id: line(40).optional(),
        /** The answer to 3-D Secure. */
        authenticate: z.boolean().optional(),
      }),
      reply: z.object({ result: z.enum(['done', 'authenticate']), url: z.string().nullable() }),
      summary: 'Pays with a test card; no money moves',
    }),
    testPayOut: post('/internal_api/payments/test_payouts', {
      can: 'manage',
      transaction: false,
      limit: { points: 60, seconds: 600 },
      body: Money.extend({ amount: z.number().int().min(1) }),
      reply: done,
      summary: 'Lets the test server send money to a bank; none moves. 422 for more than there is',
    }),
    testAdvance: post('/internal_api/payments/test_clock', {
      can: 'manage',
      transaction: false,
      limit: { points: 60, seconds: 600 },
      body: z.object({ days: z.number().int().min(1).max(400) }),
      reply: z.object({ now: date }),
      summary: 'Moves the test server’s clock on',
    }),
  },
  service: type<PaymentsService>(),
})
