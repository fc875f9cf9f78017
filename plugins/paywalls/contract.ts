/** What others may know of selling: paywalls and their prices, the checkout, purchases and what follows them, the ledger’s report. */
import { changesOf, defineContract, del, done, event, get, id, list, open, paging, patch, point, post, type, z } from '@atrium/sdk'
import {
  BillingDetails,
  BulkInput,
  bySession,
  ChoiceInput,
  chargeQuery,
  CouponChange,
  CouponInput,
  couponQuery,
  CreateInput,
  GroupInput,
  key,
  OtpInput,
  OwnAct,
  PaywallChange,
  PaywallInput,
  paywallQuery,
  RefundInput,
  reportQuery,
  SessionChange,
  SessionInput,
  SubscriptionAct,
  subscriptionQuery,
  TaxInput,
  VerificationInput,
} from './contract/inputs.ts'
import { Report } from './contract/report.ts'
import {
  BulkLog,
  ChangePreview,
  Charge,
  Checkout,
  Coupon,
  Evidence,
  Happening,
  Paywall,
  PaywallCard,
  PaywallGroup,
  Preview,
  PURCHASE_STATES,
  Subscription,
  TARGETS,
  TAX_BEHAVIORS,
  TaxSetting,
} from './contract/records.ts'

import { Own, Prepared } from './contract/own.ts'
import { seatRoutes } from './contract/seats.ts'
import type { Attribution, PaywallsService } from './contract/service.ts'

export type { Prepared } from './contract/own.ts'
export type { Attribution, ChargeFacts, NewPaywall, PastSale, PaywallsService } from './contract/service.ts'
export type { ChangePreview, Coupon, Money, PaywallCard } from './contract/records.ts'
export type { Report } from './contract/report.ts'
export {
  CHARGE_STATES,
  DURATIONS,
  INTERVALS,
  LEAVING,
  PRICE_TYPES,
  PURCHASE_STATES,
  STATUSES,
  TARGETS,
  TAX_BEHAVIORS,
} from './contract/records.ts'
export { GRACE_DAYS, MOST, MOST_PRICES } from './contract/inputs.ts'

const can = 'manage' as const
const buyers = open('Whoever wants to buy need not be a member yet.')
const byId = { params: z.object({ id }) }
const byUid = { params: z.object({ id: z.uuid() }) }
const withKey = z.object({ key })
const busy = { limit: { points: 120, seconds: 60 } }
/** Each looks up codes: who guesses is stopped, whichever they ask. */
const guessing = { limit: { points: 150, seconds: 300, shared: 'codes' } }
const amount = z.number().int()

const coupons = {
  list: { can, query: couponQuery, reply: list(Coupon), summary: 'Coupons, the newest first' },
  create: { can, body: z.object({ coupon: CouponInput }), reply: Coupon, status: 201, summary: 'A new coupon' },
  show: { can, ...byId, reply: Coupon },
  update: { can, ...byId, body: z.object({ coupon: CouponChange }), reply: Coupon, summary: 'Changes who may use it; what it takes off stays' },
  destroy: { can, ...byId, reply: done, summary: 'Ends a coupon; whoever has it keeps it' },
}
export default defineContract('paywalls', {
  settings: z.object({
    tax_enabled: z.boolean().default(false),
    tax_behavior: z.enum(TAX_BEHAVIORS).default('inclusive'),
    /** Where the seller is at home. */
    tax_country: z.string().max(2).default(''),
    tax_id: z.string().max(40).default(''),
    seller_name: z.string().max(120).default(''),
    seller_address: z.string().max(300).default(''),
    /** What buyers read about money back before they pay. */
    refund_terms: z.string().max(300).default(''),
    receipt_prefix: z.string().max(6).default(''),
    /** Where the standard rate is not the one that holds, in hundredths of a percent. */
    tax_rates: z
      .array(z.object({ country: z.string().max(2), rate: z.number().int().min(0).max(10_000) }))
      .max(250)
      .default([]),
  }),
  permissions: { manage: { title: 'Manage paywalls, coupons, subscriptions and refunds', grant: ['admin'] } },
  routes: {
    list: get('/internal_api/paywalls', { can, query: paywallQuery, reply: list(Paywall), summary: 'Paywalls by name' }),
    create: post('/internal_api/paywalls', { can, body: z.object({ paywall: PaywallInput }), reply: Paywall, status: 201 }),
    opening: get('/internal_api/paywalls/opening', {
      can: open('Visitors too see what a locked place costs.'),
      query: z.object({ kind: z.enum(TARGETS), target_id: id, occurrence_id: id.optional() }),
      reply: z.object({ records: z.array(PaywallCard) }),
      summary: 'Active paywalls that open a place',
    }),

    defaults: get('/internal_api/paywalls/defaults', {
      can,
      reply: z.object({ currency: z.string() }),
      summary: 'What a new paywall begins with: the currency that is usual here',
    }),
    tickets: get('/internal_api/paywalls/tickets', {
      can,
      reply: z.object({ records: z.array(z.object({ id, name: z.string(), space_name: z.string(), is_private: z.boolean(), is_free: z.boolean() })) }),
      summary: 'Events that ask for a ticket: what a paywall may open beside places. `is_free`: one that is sold and asks for none any more',
    }),
    embed: get('/embed/paywalls/:id', {
      can: open('It stands on other sites, for whoever comes by.'),
      ...guessing,
      ...byId,
      query: z.object({ coupon_code: z.string().trim().max(60).optional() }),
      summary: 'The offer as a page of its own that other sites may show in a frame',
    }),
    coupons: get('/internal_api/paywalls/coupons', coupons.list),
    createCoupon: post('/internal_api/paywalls/coupons', coupons.create),
    coupon: get('/internal_api/paywalls/coupons/:id', coupons.show),
    updateCoupon: patch('/internal_api/paywalls/coupons/:id', coupons.update),
    destroyCoupon: del('/internal_api/paywalls/coupons/:id', coupons.destroy),
    adminCoupons: get('/internal_api/admin/coupons', coupons.list),
    createAdminCoupon: post('/internal_api/admin/coupons', coupons.create),
    adminCoupon: get('/internal_api/admin/coupons/:id', coupons.show),
    updateAdminCoupon: patch('/internal_api/admin/coupons/:id', coupons.update),
    destroyAdminCoupon: del('/internal_api/admin/coupons/:id', coupons.destroy),

    groups: get('/internal_api/paywalls/groups', { can, query: paging, reply: list(PaywallGroup), summary: 'Groups of paywalls by name' }),
    createGroup: post('/internal_api/paywalls/groups', { can, body: z.object({ paywall_group: GroupInput }), reply: PaywallGroup, status: 201 }),
    group: get('/internal_api/paywalls/groups/:id', { can, ...byId, reply: PaywallGroup }),
    updateGroup: patch('/internal_api/paywalls/groups/:id', {
      can,
      ...byId,
      body: z.object({ paywall_group: GroupInput.pick({ name: true }) }),
      reply: PaywallGroup,
    }),
    destroyGroup: del('/internal_api/paywalls/groups/:id', { can, ...byId, reply: done, summary: 'Its paywalls stay, in no group' }),

    prepare: post('/internal_api/paywalls/checkout/prepare', {
      can: buyers,
      ...guessing,
      body: z.object({
        paywall_id: id,
        coupon_code: z.string().trim().max(60).nullish(),
        invitation_token: z.string().max(100).nullish(),
        back: z.string().max(500).nullish(),
        occurrence_id: id.nullish(),
        price_id: id.nullish(),
      }),
      reply: Prepared,
      summary: 'What a checkout page shows',
    }),
    preview: post('/internal_api/paywalls/checkout/preview', {
      can: buyers,
      ...guessing,
      body: ChoiceInput.extend({ invitation_token: z.string().max(100).nullish() }),
      reply: Preview,
      summary: 'What is to be paid: coupon, tax, trial, later payments',
    }),
    sessions: get('/internal_api/paywalls/checkout/sessions', { can: 'account', query: paging, reply: list(Checkout), summary: 'Own checkouts, newest first' }),
    createSession: post('/internal_api/paywalls/checkout/sessions', { can: buyers, ...guessing, body: SessionInput, reply: Checkout, status: 201 }),
    session: get('/internal_api/paywalls/checkout/sessions/:id', { can: buyers, ...byUid, query: withKey, reply: Checkout, summary: 'For who began it' }),
    updateSession: patch('/internal_api/paywalls/checkout/sessions/:id', { can: buyers, ...guessing, ...byUid, body: SessionChange, reply: Checkout }),
    destroySession: del('/internal_api/paywalls/checkout/sessions/:id', { can: buyers, ...busy, ...byUid, query: withKey, transaction: false, reply: done }),
    otp: post('/internal_api/paywalls/checkout/otp', {
      can: buyers,
      limit: { points: 10, seconds: 600 },
      body: OtpInput,
      reply: z.object({ sent_to: z.string(), resend_in: z.number() }),
      summary: 'Mails a one-time code to the buyer, good for 10 minutes',
    }),
    verifications: post('/internal_api/paywalls/checkout/verifications', {
      can: buyers,
      limit: { points: 30, seconds: 600 },
      transaction: false,
      body: VerificationInput,
      reply: z.object({ success: z.literal(true), two_fa_required: z.boolean() }),
      summary: 'Proves the address by that code and signs its owner in, member or not yet. 422 otp_invalid, otp_expired; 5 tries a code',
    }),
    checkout: post('/internal_api/paywalls/checkout/create', {
      can: 'account',
      ...busy,
      transaction: false,
      body: CreateInput,
      reply: Checkout,
      summary:
        'Begins to pay: `url` leads to the provider’s page, or is null where nothing is to be paid. 409 price_changed where `due_today` is not what it comes to',
    }),
    complete: post('/internal_api/paywalls/checkout/complete', {
      can: buyers,
      ...busy,
      transaction: false,
      body: bySession,
      reply: Checkout,
      summary: 'The buyer is back: asks the provider how it went',
    }),
    cancel: post('/internal_api/paywalls/checkout/cancel', { can: buyers, ...busy, transaction: false, body: bySession, reply: done }),

    ...seatRoutes,

    // after the addresses that name what is below them
    show: get('/internal_api/paywalls/:id', { can, ...byId, reply: Paywall }),
    update: patch('/internal_api/paywalls/:id', {
      can,
      ...byId,
      body: z.object({ paywall: PaywallChange }),
      reply: Paywall,
      summary: 'Changes a paywall; a price that was sold is replaced, and who has the old one keeps it',
    }),
    destroy: del('/internal_api/paywalls/:id', { can, ...byId, reply: done, summary: 'Deletes what nobody has bought; 409 otherwise' }),

    subscriptions: get('/internal_api/admin/paywall_subscriptions', { can, query: subscriptionQuery, reply: list(Subscription) }),
    subscription: get('/internal_api/admin/paywall_subscriptions/:id', {
      can,
      ...byId,
      reply: Subscription.extend({
        timeline: z.array(Happening),
        facts: z.object({
          payment_method: z.string().nullable(),
          country: z.string().nullable(),
          tax_rate: z.number(),
          tax_id: z.string().nullable(),
          evidence: Evidence,
          brought_by: z.string().nullable(),
          seats: z.object({ count: z.number(), used: z.number() }).nullable(),
        }),
        survey: z.object({ reason: z.string(), comment: z.string() }).nullable(),
      }),
      summary: 'One subscription with its time line',
    }),
    changeSubscription: patch('/internal_api/admin/paywall_subscriptions/:id', {
      can,
      ...byId,
      transaction: false,
      body: SubscriptionAct,
      reply: Subscription,
    }),
    subscriptionsCsv: get('/settings/paywalls/paywall_subscriptions.csv', {
      can,
      limit: { points: 10, seconds: 600 },
      query: subscriptionQuery.omit({ page: true, per_page: true, cursor: true }),
      summary: 'The same as CSV, at most 50,000 rows',
    }),
    charges: get('/internal_api/admin/paywall_charges', { can, query: chargeQuery, reply: list(Charge.extend({ evidence: Evidence })) }),
    chargesCsv: get('/settings/paywalls/paywall_charges.csv', {
      can,
      limit: { points: 10, seconds: 600 },
      query: chargeQuery.omit({ page: true, per_page: true, cursor: true }),
      summary: 'The same as CSV, at most 50,000 rows',
    }),
    refund: post('/internal_api/admin/paywall_charges/:id/refund', {
      can,
      ...busy,
      ...byId,
      transaction: false,
      body: RefundInput,
      reply: Charge,
      summary: 'Gives a charge back, whole or in part, once for each `refund_id`. 422 for more than is left of it',
    }),
    bulk: post('/internal_api/admin/paywall_bulk_logs', {
      can,
      body: BulkInput,
      reply: BulkLog,
      status: 201,
      summary: 'One act on many subscriptions, as a job',
    }),
    bulkLogs: get('/internal_api/admin/paywall_bulk_logs', { can, query: paging, reply: list(BulkLog) }),
    taxSettings: get('/internal_api/admin/tax_settings', { can, reply: z.object({ tax_setting: TaxSetting }) }),
    updateTaxSettings: patch('/internal_api/admin/tax_settings', { can, form: true, body: changesOf(TaxInput), reply: z.object({ tax_setting: TaxSetting }) }),
    report: get('/internal_api/analytics/paywalls', { can, query: reportQuery, reply: Report, summary: 'Revenue: recurring income, churn, cohorts, refunds' }),

    own: get('/internal_api/account_subscriptions', { can: 'member', reply: Own, summary: 'Own subscriptions, payment method, billing details' }),
    previewChange: post('/internal_api/account_subscriptions/:id/preview', {
      can: 'member',
      ...busy,
      ...byId,
      transaction: false,
      body: z.object({ price_id: id }),
      reply: ChangePreview,
      summary: 'What another price would cost today, with what is left of the present one',
    }),
    updateDetails: patch('/internal_api/paywalls/own/details', { can: 'member', form: true, body: changesOf(BillingDetails), reply: BillingDetails }),
    changeOwn: patch('/internal_api/paywalls/own/subscriptions/:id', {
      can: 'member',
      ...busy,
      ...byId,
      transaction: false,
      body: OwnAct,
      reply: Subscription,
    }),
    ownCharges: get('/internal_api/account_subscriptions/charges', { can: 'member', query: paging, reply: list(Charge), summary: 'Own charges, newest first' }),
    receipt: get('/internal_api/account_subscriptions/charges/:id/receipt', {
      can: 'member',
      ...busy,
      ...byId,
      summary: 'The receipt as PDF, for who paid and for those who sell',
    }),
    methodSession: post('/internal_api/account_subscriptions/payment_method', {
      can: 'member',
      limit: { points: 20, seconds: 300 },
      transaction: false,
      reply: z.object({ url: z.string() }),
      summary: 'The provider’s page where the card is changed',
    }),
  },
  events: {
    /** `first`: the buyer's first payment for this purchase. `money` with tax. */
    'paywalls.paid': event(
      z.object({
        chargeId: id,
        memberId: id,
        money: z.object({ amount, currency: z.string() }),
        /** What of it is tax. */
        tax: amount,
        paywallId: id,
        priceId: id,
        subscriptionId: z.number().nullable(),
        coupon: z.string().nullable(),
        first: z.boolean(),
        checkout: z.string().nullable(),
        /** What `paywalls.attribution` read, by its key. */
        attribution: z.record(z.string(), z.string()),
      }),
      { automation: true, title: 'A payment came in' },
    ),
    /** `total`: all that was given back of this charge by now. */
    'paywalls.refunded': event(z.object({ chargeId: id, memberId: z.number().nullable(), amount, total: amount, currency: z.string() }), {
      automation: true,
      title: 'A payment was given back',
    }),
    'paywalls.subscription': event(
      z.object({ id, memberId: id, paywallId: id, priceId: id, from: z.enum(PURCHASE_STATES).nullable(), to: z.enum(PURCHASE_STATES) }),
      {
        automation: true,
        realtime: 'member',
        title: 'A subscription changed',
      },
    ),
    'paywalls.disputed': event(
      z.object({ chargeId: id, memberId: z.number().nullable(), amount, currency: z.string(), status: z.enum(['open', 'won', 'lost']) }),
      {
        automation: true,
        title: 'Payment disputed',
      },
    ),
  },
  points: { attribution: point<Attribution>() },
  service: type<PaywallsService>(),
})
