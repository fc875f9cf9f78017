/** What is sold and what was bought (A.2.26 of the published API). */
import { del, flag, get, post, put } from '@atrium/sdk'
import { asked, byId, id, idList, int, listOf, maybe, maybeInt, maybeMoment, message, moment, pages, sent, text, words, yes, z } from './wire.ts'

export const Price = z.object({
  id: int,
  name: maybe,
  status: text,
  price_type: text,
  amount_in_cents: int,
  interval: maybe,
  interval_count: maybeInt,
  recurring: yes,
  upfront_payment_amount_in_cents: int,
  display_name: text,
})
export const Paywall = z.object({
  id: int,
  name: maybe,
  display_name: text,
  status: text,
  currency: maybe,
  paywall_group_id: maybeInt,
  subscription_group: maybe,
  access_groups_enabled: yes,
  created_at: moment,
  prices: z.array(Price),
})
const PaywallGroup = z.object({ id: int, name: text, currency_id: text, created_at: moment, updated_at: moment })
const held = {
  paywall_id: maybeInt,
  paywall_name: maybe,
  paywall_price_id: maybeInt,
  paywall_price_type: maybe,
  paywall_price_interval: maybe,
  paywall_coupon_code: maybe,
  community_member_id: maybeInt,
  community_member_public_uid: maybe,
  community_member_name: maybe,
  community_member_email: maybe,
}
export const Charge = z.object({
  id: int,
  processor_id: maybe,
  invoice_processor_id: maybe,
  subscription_processor_id: maybe,
  status: text,
  display_status_raw: text,
  refundable: yes,
  amount: int,
  amount_refunded: int,
  amount_to_refund: int,
  currency: maybe,
  platform: text,
  payment_method_type: maybe,
  created_at: moment,
  ...held,
})
export const Subscription = z.object({
  id: int,
  processor_id: maybe,
  status: text,
  platform: text,
  renews_at: maybeMoment,
  trial_ends_at: maybeMoment,
  ends_at: maybeMoment,
  created_at: moment,
  charges_quantity: int,
  total_amount_paid: int,
  currency: maybe,
  refundable: yes,
  renewing: yes,
  completed_installment: yes,
  ...held,
})
const taxSetting = z.object({ processor_status: text, platform_status: text, default_tax_behavior: maybe })
const span = { created_at_gte: sent.optional(), created_at_lte: sent.optional() }
const bought = {
  ...pages,
  query: words(120).optional(),
  community_member_id: id.optional(),
  paywall_ids: idList.optional(),
  status: words(40).optional(),
}
const at = '/api/admin/v2/paywalls' as const
const charges = '/api/admin/v2/community_member_charges' as const
const subscriptions = '/api/admin/v2/community_member_subscriptions' as const
const group = z.object({ name: words(120), currency_id: words(10) })
const wrapped = <T extends z.ZodType>(input: T) => z.union([z.object({ paywall_group: input }), input])

export const paywalls = {
  paywalls: get(`${at}/search`, {
    ...asked,
    query: z.object({ ...pages, name: words(120).optional(), status: z.enum(['draft', 'active', 'inactive']).optional() }),
    reply: listOf(Paywall),
    summary: 'Paywalls by name',
  }),
  publishPaywall: put(`${at}/:id/publish`, { ...asked, ...byId, reply: Paywall, summary: 'Sell a paywall' }),
  archivePaywall: put(`${at}/:id/archive`, { ...asked, ...byId, reply: Paywall, summary: 'Sell a paywall no more' }),
  unarchivePaywall: put(`${at}/:id/unarchive`, { ...asked, ...byId, reply: Paywall, summary: 'Sell a paywall again' }),
  deletePaywall: del(`${at}/:id`, { ...asked, ...byId, reply: message, summary: 'Delete a paywall that nobody has bought' }),
  createPaywallGroup: post('/api/admin/v2/paywall_groups', {
    ...asked,
    body: wrapped(group),
    reply: PaywallGroup,
    status: 201,
    summary: 'New group of paywalls',
  }),
  updatePaywallGroup: put('/api/admin/v2/paywall_groups/:id', {
    ...asked,
    ...byId,
    body: wrapped(group.partial().required({ name: true })),
    reply: PaywallGroup,
    summary: 'Call a group of paywalls something else',
  }),
  deletePaywallCoupon: del('/api/admin/v2/paywall_coupons/:id', { ...asked, ...byId, reply: message, summary: 'Delete a coupon' }),
  charges: get(charges, {
    ...asked,
    query: z.object({
      ...bought,
      paywall_price_type: z.enum(['subscription', 'onetime', 'installments']).optional(),
      currency: words(10).optional(),
      amount_gte: z.coerce.number().int().optional(),
      amount_lte: z.coerce.number().int().optional(),
      ...span,
    }),
    reply: listOf(Charge),
    summary: 'Charges, newest first',
  }),
  refundCharge: post(`${charges}/:id/refund`, {
    ...asked,
    ...byId,
    transaction: false,
    body: z.object({ amount: z.number().int().min(1).optional(), reason_details: words(255) }),
    reply: Charge,
    summary: 'Give a charge back',
  }),
  subscriptions: get(subscriptions, {
    ...asked,
    query: z.object({
      ...bought,
      billing_interval: z.enum(['daily', 'weekly', 'monthly', 'yearly']).optional(),
      scheduled_to_cancel: flag.optional(),
      ...span,
    }),
    reply: listOf(Subscription),
    summary: 'Subscriptions, newest first',
  }),
  cancelSubscription: post(`${subscriptions}/:id/cancel`, {
    ...asked,
    ...byId,
    transaction: false,
    body: z.object({ ends_at: z.enum(['now', 'at_period_end']), refund_type: z.enum(['prorated', 'full']).optional() }),
    reply: Subscription,
    summary: 'End a subscription',
  }),
  resumeSubscription: post(`${subscriptions}/:id/resume`, { ...asked, ...byId, transaction: false, reply: Subscription, summary: 'Let a subscription go on' }),
  taxSetting: get('/api/admin/v2/tax_setting', { ...asked, reply: taxSetting, summary: 'How tax is reckoned' }),
  updateTaxSetting: put('/api/admin/v2/tax_setting', {
    ...asked,
    body: z.object({
      tax_setting: z
        .object({ platform_status: z.enum(['enabled', 'disabled']), default_tax_behavior: z.enum(['exclusive', 'inclusive', 'inferred_by_currency']) })
        .partial(),
    }),
    reply: taxSetting,
    summary: 'Change how tax is reckoned',
  }),
}
