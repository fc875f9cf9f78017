/** What calls about selling take. */
import { changesOf, flag, id, idList, line, paging, z, emailAddress } from '@atrium/sdk'
import { CHARGE_STATES, DURATIONS, INTERVALS, LEAVING, PRICE_TYPES, PURCHASE_STATES, STATUSES, TARGETS, TAX_BEHAVIORS } from './records.ts'

/** About twenty million of any currency; adding up a thousand of them stays exact. */
export const MOST = 2_000_000_000
export const MOST_PRICES = 20
export const MOST_OPENED = 100
export const MOST_CONTAINED = 30
export const MOST_REGIONS = 30
export const MOST_SEATS = 1000
/** Days a payment may fail before the door closes. */
export const GRACE_DAYS = 7

const cents = z.number().int().min(0).max(MOST)
const currency = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{3}$/, 'Enter a three-letter currency code.')
const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Choose a country.')
const seats = z.number().int().min(1).max(MOST_SEATS)
const lines = (max: number) => z.string().trim().max(max)

const priceFields = z.object({
  /** Of a price that is there already. */
  id: id.optional(),
  name: line(120).default(''),
  note: line(200).default(''),
  price_type: z.enum(PRICE_TYPES),
  amount_in_cents: cents,
  interval: z.enum(INTERVALS).nullable().default(null),
  interval_count: z.number().int().min(1).max(52).nullable().default(null),
  installments_count: z.number().int().min(2).max(36).nullable().default(null),
  upfront_payment_amount_in_cents: cents.default(0),
  is_custom_amount: z.boolean().default(false),
  suggested_amount_in_cents: cents.nullable().default(null),
  trial_days: z.number().int().min(0).max(730).default(0),
  trial_requires_card: z.boolean().default(true),
  seats_min: seats.nullable().default(null),
  seats_max: seats.nullable().default(null),
  regions: z
    .array(z.object({ countries: z.array(country).min(1, 'Choose a country.').max(250), currency, amount_in_cents: cents }))
    .max(MOST_REGIONS)
    .default([]),
  status: z.enum(['active', 'inactive']).default('active'),
})
export const PriceInput = priceFields
  .refine((price) => price.price_type === 'onetime' || price.interval !== null, { path: ['interval'], message: 'Choose how often to bill.' })
  .refine((price) => price.price_type !== 'installments' || price.installments_count !== null, {
    path: ['installments_count'],
    message: 'Enter the number of installments.',
  })
  .refine((price) => price.price_type === 'subscription' || price.trial_days === 0, {
    path: ['trial_days'],
    message: 'Free trials are for subscriptions only.',
  })
  .refine((price) => !price.is_custom_amount || price.price_type !== 'installments', {
    path: ['is_custom_amount'],
    message: 'Installments have a fixed total.',
  })
  .refine((price) => price.price_type !== 'installments' || price.upfront_payment_amount_in_cents < price.amount_in_cents, {
    path: ['upfront_payment_amount_in_cents'],
    message: 'The upfront payment must be less than the total.',
  })
  .refine((price) => price.seats_min === null || (price.seats_max !== null && price.seats_max >= price.seats_min), {
    path: ['seats_max'],
    message: 'The maximum must be at least the minimum.',
  })
  .refine((price) => price.seats_min === null || (price.price_type !== 'installments' && !price.is_custom_amount), {
    path: ['seats_min'],
    message: 'Seats need a fixed one-time or subscription price.',
  })
  .refine((price) => price.regions.length === 0 || (!price.is_custom_amount && price.upfront_payment_amount_in_cents === 0), {
    path: ['regions'],
    message: 'Only a fixed price without an upfront payment can vary by country.',
  })
  .refine((price) => price.regions.every(({ amount_in_cents }) => amount_in_cents > 0 === price.amount_in_cents > 0), {
    path: ['regions'],
    message: 'A price must be free in all countries or paid in all.',
  })
  .refine((price) => new Set(price.regions.flatMap(({ countries }) => countries)).size === price.regions.flatMap(({ countries }) => countries).length, {
    path: ['regions'],
    message: 'A country can have only one price.',
  })
  .refine((price) => price.price_type === 'onetime' || price.amount_in_cents > 0, { path: ['amount_in_cents'], message: 'A free price must be one-time.' })
export type PriceInput = z.output<typeof PriceInput>

const paywallFields = z.object({
  name: line(120).min(1, 'Enter a name.'),
  display_name: line(120).default(''),
  description: lines(1000).default(''),
  currency: currency,
  paywall_group_id: id.nullable().default(null),
  cover_signed_id: z.string().max(500).nullable().default(null),
  tax_behavior: z.enum(TAX_BEHAVIORS).nullable().default(null),
  coupons_enabled: z.boolean().default(true),
  max_buyers: z.number().int().min(1).max(10_000_000).nullable().default(null),
  thank_you: lines(1000).default(''),
  redirect_space_id: id.nullable().default(null),
  prices: z.array(PriceInput).max(MOST_PRICES),
  opens: z.array(z.object({ kind: z.enum(TARGETS), id })).max(MOST_OPENED),
  contains: z.array(id).max(MOST_CONTAINED),
  bump_price_id: id.nullable().default(null),
  bump_text: line(200).default(''),
})
export const PaywallInput = paywallFields.extend({
  prices: paywallFields.shape.prices.default([]),
  opens: paywallFields.shape.opens.default([]),
  contains: paywallFields.shape.contains.default([]),
  status: z.enum(['draft', 'active']).default('draft'),
})
export type PaywallInput = z.output<typeof PaywallInput>
/** A paywall's currency stays what it was made with. */
export const PaywallChange = changesOf(paywallFields.omit({ currency: true }).extend({ status: z.enum(STATUSES), version: z.number().int().positive() }))
export type PaywallChange = z.output<typeof PaywallChange>
export const paywallQuery = paging.extend({
  name: line(120).optional(),
  status: z.enum(STATUSES).optional(),
  paywall_group_id: id.optional(),
})

export const GroupInput = z.object({ name: line(120).min(1, 'Enter a name.'), currency_id: currency })

const couponFields = z.object({
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9_-]{3,40}$/, 'Use 3 to 40 letters, digits and dashes.'),
  name: line(120),
  kind: z.enum(['percent', 'amount']),
  percent_off: z.number().int().min(1).max(10_000).nullable(),
  amount_off_in_cents: cents.min(1).nullable(),
  currency: currency.nullable(),
  duration: z.enum(DURATIONS),
  duration_in_months: z.number().int().min(1).max(36).nullable(),
  max_uses: z.number().int().min(1).max(10_000_000).nullable(),
  once_per_member: z.boolean(),
  starts_at: z.iso.datetime({ offset: true }).nullable(),
  ends_at: z.iso.datetime({ offset: true }).nullable(),
  price_ids: z.array(id).max(200),
})
export const CouponInput = couponFields
  .extend({
    name: couponFields.shape.name.default(''),
    percent_off: couponFields.shape.percent_off.default(null),
    amount_off_in_cents: couponFields.shape.amount_off_in_cents.default(null),
    currency: couponFields.shape.currency.default(null),
    duration: couponFields.shape.duration.default('once'),
    duration_in_months: couponFields.shape.duration_in_months.default(null),
    max_uses: couponFields.shape.max_uses.default(null),
    once_per_member: couponFields.shape.once_per_member.default(true),
    starts_at: couponFields.shape.starts_at.default(null),
    ends_at: couponFields.shape.ends_at.default(null),
    price_ids: couponFields.shape.price_ids.default([]),
  })
  .refine((coupon) => coupon.kind !== 'percent' || coupon.percent_off !== null, { path: ['percent_off'], message: 'Enter a discount percentage.' })
  .refine((coupon) => coupon.kind !== 'amount' || (coupon.amount_off_in_cents !== null && coupon.currency !== null), {
    path: ['amount_off_in_cents'],
    message: 'Enter a discount amount and its currency.',
  })
  .refine((coupon) => coupon.duration !== 'repeating' || coupon.duration_in_months !== null, {
    path: ['duration_in_months'],
    message: 'Enter the number of months.',
  })
export type CouponInput = z.output<typeof CouponInput>
/** What a coupon takes off stays: people count on it. */
export const CouponChange = couponFields
  .pick({ name: true, max_uses: true, once_per_member: true, starts_at: true, ends_at: true, price_ids: true })
  .partial()
  .extend({ is_active: z.boolean().optional() })
export type CouponChange = z.output<typeof CouponChange>
export const couponQuery = paging.extend({ query: line(60).optional(), active: flag.optional() })

const uuid = z.uuid()
/** No amounts: prices are ours, except where the buyer names their own. */
export const ChoiceInput = z.object({
  paywall_id: id,
  price_id: id,
  coupon_code: z.string().trim().max(60).nullish(),
  /** For a price whose amount the buyer sets. */
  custom_amount_in_cents: cents.nullish(),
  country: country.nullish(),
  tax_id: line(40).nullish(),
  /** Of a price that is sold by the seat. */
  seats: seats.nullish(),
  /** For somebody else: one period of a subscription, paid once. */
  as_gift: z.boolean().nullish(),
  /** The further price that the paywall offers, whichever it is. */
  bump: z.boolean().nullish(),
})
export type ChoiceInput = z.output<typeof ChoiceInput>
export const billing = {
  business_name: line(120).nullish(),
  address: lines(300).nullish(),
}
/** Who is to have it. */
export const GiftInput = z.object({
  email: emailAddress,
  name: line(100).default(''),
  note: lines(1000).default(''),
  /** The day on which they are told; null: at once. */
  send_on: z.iso.date().nullable().default(null),
})
export type GiftInput = z.output<typeof GiftInput>
export const SessionInput = ChoiceInput.omit({ as_gift: true }).extend({
  ...billing,
  gift: GiftInput.nullish(),
  /** Of an invitation that brought the price with it. */
  invitation_token: z.string().max(100).nullish(),
  /** The date of an event that it is a ticket to. */
  occurrence_id: id.nullish(),
  /** Where to go afterwards. */
  back: z.string().max(500).nullish(),
  /** What the browser carries: the query of the address and cookies that scripts may read, for `paywalls.attribution`. */
  brought: z
    .record(z.string().max(80), z.string().max(300))
    .refine((all) => Object.keys(all).length <= 60, 'Too many entries.')
    .default({}),
})
export type SessionInput = z.output<typeof SessionInput>
/** Of a checkout that was begun without an account: only who has it goes on with that checkout. */
export const key = z.string().max(60).nullish()
export const SessionChange = changesOf(SessionInput.omit({ occurrence_id: true })).extend({ key })
export type SessionChange = z.output<typeof SessionChange>
export const bySession = z.object({ session_id: uuid, key })
export const OtpInput = bySession.extend({
  email: emailAddress,
  name: line(100).default(''),
})
export const VerificationInput = bySession.extend({ code: z.string().trim().max(10) })
export const CreateInput = bySession.extend({
  consent: z.boolean().default(false),
  /** What the buyer was shown: another sum is not taken. */
  due_today: cents.optional(),
  currency: currency.optional(),
})
export type CreateInput = z.output<typeof CreateInput>

const span = {
  created_at_gte: z.iso.datetime({ offset: true }).optional(),
  created_at_lte: z.iso.datetime({ offset: true }).optional(),
}
export const chargeQuery = paging.extend({
  query: line(120).optional(),
  status: z.enum(CHARGE_STATES).optional(),
  paywall_ids: idList.optional(),
  paywall_price_type: z.enum(PRICE_TYPES).optional(),
  community_member_id: id.optional(),
  subscription_id: id.optional(),
  currency: currency.optional(),
  amount_gte: z.coerce.number().int().optional(),
  amount_lte: z.coerce.number().int().optional(),
  ...span,
})
export type ChargeQuery = z.output<typeof chargeQuery>
export const RefundInput = z.object({
  /** Made by whoever asks, once for each refund: the same once more gives back nothing more. */
  refund_id: uuid,
  /** Absent: all that is left. */
  amount: z.number().int().min(1).max(MOST).optional(),
  reason_details: line(255).min(1, 'Enter a reason.'),
  /** What it paid for stays open although all of it is given back. */
  keep_access: z.boolean().default(false),
})
export type RefundInput = z.output<typeof RefundInput>
export const subscriptionQuery = paging.extend({
  query: line(120).optional(),
  status: z.enum(PURCHASE_STATES).optional(),
  paywall_ids: idList.optional(),
  community_member_id: id.optional(),
  billing_interval: z.enum(INTERVALS).optional(),
  scheduled_to_cancel: flag.optional(),
  ...span,
})
export type SubscriptionQuery = z.output<typeof subscriptionQuery>

/** One act on a subscription. */
export const SubscriptionAct = z
  .object({
    act: z.enum(['cancel', 'resume', 'pause', 'change_price', 'apply_coupon', 'give_time', 'retry']),
    ends_at: z.enum(['now', 'at_period_end']).default('at_period_end'),
    refund_type: z.enum(['prorated', 'full']).optional(),
    price_id: id.optional(),
    coupon_code: z.string().trim().max(60).optional(),
    days: z.number().int().min(1).max(730).optional(),
    /** Pauses this many months. */
    months: z.number().int().min(1).max(6).optional(),
  })
  .refine((input) => input.act !== 'change_price' || input.price_id, { path: ['price_id'], message: 'Choose a price.' })
  .refine((input) => input.act !== 'apply_coupon' || input.coupon_code, { path: ['coupon_code'], message: 'Enter the code.' })
  .refine((input) => input.act !== 'give_time' || input.days, { path: ['days'], message: 'Enter the number of days.' })
export type SubscriptionAct = z.output<typeof SubscriptionAct>
/** The same by the one who pays. */
export const OwnAct = z
  .object({
    act: z.enum(['cancel', 'resume', 'pause', 'change_price', 'change_seats']),
    price_id: id.optional(),
    seats: seats.optional(),
    months: z.number().int().min(1).max(6).optional(),
    reason: z.enum(LEAVING).optional(),
    comment: line(500).optional(),
  })
  .refine((input) => input.act !== 'change_price' || input.price_id, { path: ['price_id'], message: 'Choose a price.' })
  .refine((input) => input.act !== 'change_seats' || input.seats, { path: ['seats'], message: 'Enter the number of seats.' })
  .refine((input) => input.act !== 'cancel' || input.reason, { path: ['reason'], message: 'Tell us why you are canceling.' })
export type OwnAct = z.output<typeof OwnAct>

export const BillingDetails = z.object({
  business_name: line(120).default(''),
  tax_id: line(40).default(''),
  address: lines(300).default(''),
  country: z.union([country, z.literal('')]).default(''),
})
export type BillingDetails = z.output<typeof BillingDetails>

export const BulkInput = z.object({
  action: z.enum(['cancel', 'move_price', 'give_time']),
  subscription_ids: z.array(id).min(1, 'Choose a person.').max(1000),
  ends_at: z.enum(['now', 'at_period_end']).default('at_period_end'),
  price_id: id.optional(),
  days: z.number().int().min(1).max(730).optional(),
})
export type BulkInput = z.output<typeof BulkInput>

export const TaxInput = z.object({
  platform_status: z.enum(['enabled', 'disabled']),
  default_tax_behavior: z.enum(TAX_BEHAVIORS),
  country: z.union([country, z.literal('')]),
  tax_id: line(40),
  seller_name: line(120),
  seller_address: lines(300),
  refund_terms: lines(300),
  receipt_prefix: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{0,6}$/, 'Use up to six letters or digits.'),
  rates: z.array(z.object({ country, rate: z.number().int().min(0).max(10_000) })).max(250),
})

export const reportQuery = z.object({
  /** Days back from today. */
  days: z.coerce.number().int().min(1).max(1100).default(365),
  currency: currency.optional(),
})
