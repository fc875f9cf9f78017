/** What calls about selling answer: paywalls with their prices, coupons, groups, purchases, charges (public API, A.2.26, and what it leaves out). */
import { date, z } from '@atrium/sdk'
import { EventDate } from '../../events/contract.ts'

export const STATUSES = ['draft', 'active', 'inactive'] as const
export const PRICE_TYPES = ['subscription', 'onetime', 'installments'] as const
export const INTERVALS = ['daily', 'weekly', 'monthly', 'yearly'] as const
export const DURATIONS = ['once', 'repeating', 'forever'] as const
export const TARGETS = ['space', 'space_group', 'access_group', 'event'] as const
export const TAX_BEHAVIORS = ['exclusive', 'inclusive', 'inferred_by_currency'] as const
/** `trial`, `active`, `canceled` and the like as the public API says them. */
export const PURCHASE_STATES = ['pending', 'trial', 'active', 'past_due', 'paused', 'canceled', 'refunded'] as const
export const CHARGE_STATES = ['paid', 'refunded', 'partial_refunded', 'failed', 'disputed', 'pending'] as const
export const CHECKOUT_STATES = ['prepared', 'started', 'paid', 'fulfilled', 'expired', 'cancelled'] as const
/** Why somebody leaves. */
export const LEAVING = ['no_time', 'too_expensive', 'learned', 'missing', 'other'] as const
export type PurchaseState = (typeof PURCHASE_STATES)[number]
export type ChargeState = (typeof CHARGE_STATES)[number]
export type CheckoutState = (typeof CHECKOUT_STATES)[number]
export type PriceType = (typeof PRICE_TYPES)[number]
export type Interval = (typeof INTERVALS)[number]

/** Whole numbers of the currency's smallest unit, and its ISO code in lower case. */
export const Money = z.object({ amount: z.number().int(), currency: z.string() })
export type Money = z.output<typeof Money>

export const Region = z.object({ countries: z.array(z.string()), currency: z.string(), amount_in_cents: z.number() })
export type Region = z.output<typeof Region>
export const Price = z.object({
  id: z.number(),
  name: z.string(),
  /** "€14 a month" in the reader's language. */
  display_name: z.string(),
  /** A line under the name: "without the lab hours". */
  note: z.string(),
  status: z.enum(STATUSES),
  price_type: z.enum(PRICE_TYPES),
  /** Of instalments the full sum; of what the buyer sets themselves, the least. */
  amount_in_cents: z.number(),
  currency: z.string(),
  interval: z.enum(INTERVALS).nullable(),
  interval_count: z.number().nullable(),
  recurring: z.boolean(),
  upfront_payment_amount_in_cents: z.number(),
  installments_count: z.number().nullable(),
  is_custom_amount: z.boolean(),
  suggested_amount_in_cents: z.number().nullable(),
  trial_days: z.number(),
  trial_requires_card: z.boolean(),
  /** May be bought for somebody else. */
  is_giftable: z.boolean(),
  /** Sold by the seat, so many at least; null: to one person. */
  seats_min: z.number().nullable(),
  seats_max: z.number().nullable(),
  /** Other amounts for buyers of these countries. */
  regions: z.array(Region),
  position: z.number(),
  /** How many hold it now. */
  active_count: z.number(),
  /** Sold already: it is replaced, not changed. */
  is_sold: z.boolean(),
})
export type Price = z.output<typeof Price>

export const Opened = z.object({ kind: z.enum(TARGETS), id: z.number(), name: z.string(), emoji: z.string().nullable() })
export type Opened = z.output<typeof Opened>

export const Paywall = z.object({
  id: z.number(),
  name: z.string(),
  display_name: z.string(),
  description: z.string(),
  status: z.enum(STATUSES),
  currency: z.string(),
  paywall_group_id: z.number().nullable(),
  subscription_group: z.string().nullable(),
  access_groups_enabled: z.boolean(),
  cover_url: z.string().nullable(),
  tax_behavior: z.enum(TAX_BEHAVIORS).nullable(),
  coupons_enabled: z.boolean(),
  /** It is sold no more often; null: without end. */
  max_buyers: z.number().nullable(),
  thank_you: z.string(),
  redirect_space_id: z.number().nullable(),
  checkout_url: z.string(),
  prices: z.array(Price),
  opens: z.array(Opened),
  /** Other paywalls that it holds: what they open, it opens. */
  contains: z.array(z.object({ id: z.number(), name: z.string() })),
  /** One further price, offered at its checkout. */
  bump_price_id: z.number().nullable(),
  bump_text: z.string(),
  /** Who holds it now. */
  members_count: z.number(),
  mrr: Money,
  /** Taken in the last 30 days, before fees. */
  month: Money,
  /** Of those who opened its page, how many bought, 0 to 1; null before anybody came. */
  buys: z.number().nullable(),
  version: z.number(),
  created_at: date,
  updated_at: date,
})
export type Paywall = z.output<typeof Paywall>

export const PaywallGroup = z.object({
  id: z.number(),
  name: z.string(),
  currency_id: z.string(),
  paywalls: z.array(z.object({ id: z.number(), name: z.string() })),
  created_at: date,
  updated_at: date,
})
export type PaywallGroup = z.output<typeof PaywallGroup>

export const Coupon = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(['percent', 'amount']),
  /** Hundredths of a percent: 2000 is 20 %. */
  percent_off: z.number().nullable(),
  amount_off_in_cents: z.number().nullable(),
  currency: z.string().nullable(),
  duration: z.enum(DURATIONS),
  duration_in_months: z.number().nullable(),
  max_uses: z.number().nullable(),
  uses_count: z.number(),
  /** Each person uses it for one purchase. */
  once_per_member: z.boolean(),
  starts_at: date.nullable(),
  ends_at: date.nullable(),
  /** Prices that it is for; empty: all. */
  price_ids: z.array(z.number()),
  /** The same with their names, as one finds them. */
  prices: z.array(z.object({ id: z.number(), name: z.string() })),
  is_active: z.boolean(),
  display_name: z.string(),
  created_at: date,
  updated_at: date,
})
export type Coupon = z.output<typeof Coupon>

const held = {
  paywall_id: z.number().nullable(),
  paywall_name: z.string().nullable(),
  paywall_price_id: z.number().nullable(),
  paywall_price_type: z.enum(PRICE_TYPES).nullable(),
  paywall_price_interval: z.enum(INTERVALS).nullable(),
  paywall_coupon_code: z.string().nullable(),
  community_member_id: z.number().nullable(),
  community_member_public_uid: z.string().nullable(),
  community_member_name: z.string().nullable(),
  community_member_email: z.string().nullable(),
  community_member_avatar_url: z.string().nullable(),
}
export const TAX_ID_STATES = ['not_asked', 'valid', 'invalid', 'unreachable'] as const
/** What the EU's register says of a tax id; `unreachable`: it is asked again. */
export type TaxIdState = (typeof TAX_ID_STATES)[number]
/** By what the tax of a sale can be told: what the buyer has said, and what others say of it. */
export const Evidence = z.object({
  /** As the buyer says. */
  country: z.string().nullable(),
  /** Of the bank that gave the card. */
  card_country: z.string().nullable(),
  tax_id: z.string().nullable(),
  /** Null: there is none, or the EU has no register of it. */
  tax_id_state: z.enum(TAX_ID_STATES).nullable(),
})
export type Evidence = z.output<typeof Evidence>

export const Charge = z.object({
  id: z.number(),
  /** Of the receipt: `CF-1482`. */
  number: z.string(),
  processor_id: z.string().nullable(),
  invoice_processor_id: z.string().nullable(),
  subscription_processor_id: z.string().nullable(),
  subscription_id: z.number().nullable(),
  status: z.enum(CHARGE_STATES),
  display_status_raw: z.string(),
  refundable: z.boolean(),
  amount: z.number(),
  tax_amount: z.number(),
  amount_refunded: z.number(),
  amount_to_refund: z.number(),
  refund_reason: z.string().nullable(),
  failure: z.string().nullable(),
  currency: z.string(),
  platform: z.literal('web'),
  payment_method_type: z.string().nullable(),
  /** "Visa, ending 4242". */
  payment_method: z.string().nullable(),
  description: z.string(),
  created_at: date,
  ...held,
})
export type Charge = z.output<typeof Charge>

export const Subscription = z.object({
  /** What the next payment comes to, with a coupon that is not over by then. */
  next_amount: z.number(),
  id: z.number(),
  processor_id: z.string().nullable(),
  status: z.enum(PURCHASE_STATES),
  platform: z.literal('web'),
  renews_at: date.nullable(),
  trial_ends_at: date.nullable(),
  ends_at: date.nullable(),
  /** Its buyer has asked for the end of their membership, which comes before the next payment and ends this, too. */
  leaves_at: date.nullable(),
  paused_until: date.nullable(),
  /** By a ban of its owner, with which the pause ends. */
  suspended: z.boolean(),
  /** Paid or not, until then the door stands open. */
  grace_until: date.nullable(),
  created_at: date,
  charges_quantity: z.number(),
  total_amount_paid: z.number(),
  amount: z.number(),
  currency: z.string(),
  refundable: z.boolean(),
  renewing: z.boolean(),
  completed_installment: z.boolean(),
  price_name: z.string(),
  coupon_terms: z.string().nullable(),
  /** What is left of what pays in advance after a change of price, and until when it does. */
  credit: z.number(),
  credit_until: date.nullable(),
  cancellation_type: z.string().nullable(),
  ...held,
})
export type Subscription = z.output<typeof Subscription>

/** What happened to a purchase: an entry of its time line. */
export const Happening = z.object({
  id: z.number(),
  kind: z.string(),
  group: z.enum(['payment', 'mail', 'access', 'change']),
  title: z.string(),
  text: z.string().nullable(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  charge_id: z.number().nullable(),
  actor_name: z.string().nullable(),
  at: date,
})
export type Happening = z.output<typeof Happening>

/** A line of the sum at the foot of a checkout. */
export const SumLine = z.object({ kind: z.enum(['price', 'bump', 'discount', 'tax', 'credit']), text: z.string(), amount: z.number() })
/** What will be paid, worked out by us: nothing of it comes from the browser. */
export const Preview = z.object({
  currency: z.string(),
  lines: z.array(SumLine),
  /** Before tax and after the coupon. */
  subtotal: z.number(),
  discount: z.number(),
  tax: z.number(),
  /** Hundredths of a percent. */
  tax_rate: z.number(),
  tax_behavior: z.enum(['exclusive', 'inclusive']),
  reverse_charge: z.boolean(),
  /** The tax id that was given is none of the buyer's country, so that it changes nothing. */
  is_tax_id_wrong: z.boolean(),
  due_today: z.number(),
  /** What each later payment comes to, and when the first is; null for what is paid once. */
  renewal: z
    .object({
      amount: z.number(),
      at: date,
      interval: z.enum(INTERVALS),
      interval_count: z.number(),
      times: z.number().nullable(),
      /** Once a coupon is over that does not last. */
      afterwards: z.object({ amount: z.number(), at: date }).nullable(),
    })
    .nullable(),
  trial_ends_at: date.nullable(),
  coupon: z.object({ code: z.string(), terms: z.string() }).nullable(),
  /** What each price is called for this buyer: their country may have its own. */
  prices: z.array(z.object({ id: z.number(), display_name: z.string() })),
  /** Of a price that is sold by the seat. */
  seats: z.number().nullable(),
  /** One further thing, bought with the same payment if it is ticked. `amount` with tax. */
  bump: z.object({ name: z.string(), text: z.string(), amount: z.number(), currency: z.string(), selected: z.boolean() }).nullable(),
})
export type Preview = z.output<typeof Preview>

/** What would happen with another price, or another number of seats. All with tax. */
export const ChangePreview = z.object({
  due_now: z.number(),
  currency: z.string(),
  lines: z.array(z.object({ text: z.string(), amount: z.number() })),
  /** For this subscription so far, without what went back. */
  paid: z.number(),
  /** What of it is not had yet, and counts for what comes. */
  unused: z.number(),
  /** What pays for the new price in advance, and until when; null: it is settled today. */
  credit: z.number(),
  credit_until: date.nullable(),
  next_at: date.nullable(),
  next_amount: z.number(),
  /** The next payments. */
  next: z.array(z.object({ at: date, amount: z.number() })),
})
export type ChangePreview = z.output<typeof ChangePreview>

/** The paywall as its checkout shows it. */
export const PaywallCard = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  cover_url: z.string().nullable(),
  checkout_url: z.string(),
  prices: z.array(
    Price.pick({
      id: true,
      name: true,
      display_name: true,
      note: true,
      price_type: true,
      amount_in_cents: true,
      currency: true,
      interval: true,
      interval_count: true,
      installments_count: true,
      upfront_payment_amount_in_cents: true,
      is_custom_amount: true,
      suggested_amount_in_cents: true,
      trial_days: true,
      trial_requires_card: true,
      is_giftable: true,
      seats_min: true,
      seats_max: true,
    }),
  ),
  opens: z.array(Opened),
  /** Of a bundle: what it holds. */
  contains: z.array(z.object({ id: z.number(), name: z.string() })),
  members_count: z.number(),
  is_full: z.boolean(),
})
export type PaywallCard = z.output<typeof PaywallCard>

/** What waits for its money, where that comes by other ways than a page of the provider's. */
export const InvoiceToPay = z.object({
  id: z.string(),
  /** What the buyer writes beside the transfer. */
  number: z.string(),
  name: z.string(),
  amount: z.number(),
  currency: z.string(),
  due_at: date,
})
export type InvoiceToPay = z.output<typeof InvoiceToPay>

/** Parts of a choice that fall away when they do not fit the rest. */
export const DROPPED = ['coupon', 'seats', 'gift', 'custom_amount', 'bump'] as const
export type Dropped = (typeof DROPPED)[number]
export const Checkout = z.object({
  id: z.string(),
  /** Said once, to who begins without an account: later calls bring it along until somebody has signed in and begun to pay. */
  key: z.string().nullable(),
  status: z.enum(CHECKOUT_STATES),
  paywall_id: z.number(),
  price_id: z.number(),
  email: z.string().nullable(),
  /** Proven by a code, or by being signed in. */
  email_verified: z.boolean(),
  country: z.string().nullable(),
  coupon_code: z.string().nullable(),
  /** For a price whose amount the buyer sets. */
  custom_amount: z.number().nullable(),
  seats: z.number().nullable(),
  gift: z.object({ email: z.string(), name: z.string(), note: z.string(), send_on: z.string().nullable() }).nullable(),
  has_bump: z.boolean(),
  /** As the buyer has said them, so that nobody is asked twice. */
  name: z.string(),
  business_name: z.string(),
  tax_id: z.string().nullable(),
  address: z.string(),
  /** What was chosen before and did not fit this change, so that it is chosen no longer. */
  dropped: z.array(z.enum(DROPPED)),
  /** The date of an event that it is a ticket to. */
  occurrence_id: z.number().nullable(),
  /** The date that it is a ticket to. */
  event: EventDate.nullable(),
  /** The page that what was bought begins with, as the first lesson of a course; null: `to` alone. */
  begins: z.string().nullable(),
  currency: z.string(),
  amount: z.number(),
  /** Where the buyer pays; null where nothing is to be paid. */
  url: z.string().nullable(),
  /** Ordered, and to be paid by other ways: `how` in the words of the admins. */
  invoice: InvoiceToPay.extend({ how: z.string() }).nullable(),
  /** Where the buyer goes from here. */
  to: z.string(),
  thank_you: z.string(),
  expires_at: date.nullable(),
  created_at: date,
})
export type Checkout = z.output<typeof Checkout>

export const TaxSetting = z.object({
  processor_status: z.enum(['active', 'inactive']),
  platform_status: z.enum(['enabled', 'disabled']),
  default_tax_behavior: z.enum(TAX_BEHAVIORS),
  country: z.string(),
  tax_id: z.string(),
  seller_name: z.string(),
  seller_address: z.string(),
  refund_terms: z.string(),
  receipt_prefix: z.string(),
  rates: z.array(z.object({ country: z.string(), rate: z.number() })),
})
export type TaxSetting = z.output<typeof TaxSetting>

export const BulkLog = z.object({
  id: z.number(),
  action: z.string(),
  status: z.enum(['waiting', 'running', 'done']),
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  errors: z.array(z.object({ id: z.number(), name: z.string(), reason: z.string() })),
  created_by: z.string().nullable(),
  created_at: date,
  finished_at: date.nullable(),
})
export type BulkLog = z.output<typeof BulkLog>
