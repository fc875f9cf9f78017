/** The tables of selling as the ORM knows them; the migration is their truth in SQL. */
import { type InferEntity, p, type RowOf, table, versioned } from '@atrium/sdk/server'
import type { TaxIdState, Interval, PriceType, PurchaseState, TARGETS } from '../contract/records.ts'

const money = () => p.bigint('number')
const ids = () =>
  p
    .array(
      (id) => Number(id),
      (id) => String(id),
    )
    .columnType('bigint[]')

/** Another amount for buyers of these countries. */
export interface Region {
  countries: string[]
  currency: string
  amount: number
}
/** To whom it goes instead of the buyer, and when they are told: a day, as `2026-12-24`; null: at once. */
export interface Gift {
  email: string
  name: string
  note: string
  send_on: string | null
}
/** What a buyer brought along, by key. */
export type Brought = Record<string, string>

export const GroupTable = table('paywalls.paywall_group', { name: p.text(), currency: p.text() })
export const PaywallTable = table('paywalls.paywall', {
  ...versioned,
  name: p.text(),
  displayName: p.text().default(''),
  description: p.text().default(''),
  status: p.text().$type<'draft' | 'active' | 'inactive'>().default('draft'),
  currency: p.text(),
  paywallGroupId: p.bigint('number').nullable(),
  coverUrl: p.text().nullable(),
  taxBehavior: p.text().$type<'exclusive' | 'inclusive' | 'inferred_by_currency'>().nullable(),
  couponsEnabled: p.boolean().default(true),
  maxBuyers: p.integer().nullable(),
  thankYou: p.text().default(''),
  redirectSpaceId: p.bigint('number').nullable(),
  bumpPriceId: p.bigint('number').nullable(),
  bumpText: p.text().default(''),
  holdersCount: p.integer().default(0),
  viewsCount: p.integer().default(0),
  buysCount: p.integer().default(0),
})
export const OpensTable = table('paywalls.opens', {
  paywallId: p.bigint('number'),
  kind: p.text().$type<(typeof TARGETS)[number]>(),
  targetId: p.bigint('number'),
})
export const PriceTable = table('paywalls.price', {
  paywallId: p.bigint('number'),
  name: p.text().default(''),
  note: p.text().default(''),
  status: p.text().$type<'draft' | 'active' | 'inactive'>().default('active'),
  priceType: p.text().$type<PriceType>(),
  amount: money(),
  currency: p.text(),
  interval: p.text().$type<Interval>().nullable(),
  intervalCount: p.integer().nullable(),
  installmentsCount: p.integer().nullable(),
  upfrontAmount: money().default(0),
  isCustomAmount: p.boolean().default(false),
  suggestedAmount: money().nullable(),
  trialDays: p.integer().default(0),
  trialRequiresCard: p.boolean().default(true),
  position: p.integer().default(0),
  activeCount: p.integer().default(0),
  isSold: p.boolean().default(false),
  seatsMin: p.integer().nullable(),
  seatsMax: p.integer().nullable(),
  regions: p.json<Region[]>().default([]),
})
export const BundleItemTable = table('paywalls.bundle_item', { paywallId: p.bigint('number'), itemId: p.bigint('number') })
/** Who goes in by what another one has bought: seats of a group, the recipient of a gift. */
export const SeatTable = table(
  'paywalls.seat',
  {
    purchaseId: p.bigint('number'),
    memberId: p.bigint('number').nullable(),
    isOwn: p.boolean().default(false),
    email: p.text().default(''),
    name: p.text().default(''),
    note: p.text().default(''),
    linkHash: p.text().nullable(),
    sendOn: p.date().nullable(),
    sentAt: p.datetime().nullable(),
    sentCount: p.integer().default(0),
    takenAt: p.datetime().nullable(),
  },
  { secret: ['link_hash'], own: ['purchase_id', 'taken_at'] },
)
export const CouponTable = table('paywalls.coupon', {
  code: p.text(),
  name: p.text().default(''),
  kind: p.text().$type<'percent' | 'amount'>(),
  percentOff: p.integer().nullable(),
  amountOff: money().nullable(),
  currency: p.text().nullable(),
  duration: p.text().$type<'once' | 'repeating' | 'forever'>(),
  durationInMonths: p.integer().nullable(),
  maxUses: p.integer().nullable(),
  usesCount: p.integer().default(0),
  startsAt: p.datetime().nullable(),
  endsAt: p.datetime().nullable(),
  priceIds: ids().default([]),
  endedAt: p.datetime().nullable(),
  oncePerMember: p.boolean().default(true),
})
/** So many payments of one amount, the first at a moment (ISO 8601); `times` null: without an end. */
export interface Phase {
  amount: number
  at: string
  times: number | null
}
/** What is to be paid for a choice, worked out whole. Amounts in the smallest unit, with tax. */
export interface Quote {
  currency: string
  /** Of each later payment before the coupon. */
  unit: number
  /** Of one seat. */
  each: number
  /** The same with the decimals that it has: they are rounded for all seats at once. */
  exact?: string
  /** How many, of a price that is sold by them. */
  seats?: number
  /** Paid once, with the first payment: an upfront part, what instalments do not divide. */
  once: number
  /** Off each later payment while the coupon holds. */
  off: number
  /** All that follows the first payment, in order; nothing follows what is paid once. */
  later: Phase[]
  /** Of the first payment. */
  due: number
  /** Of `due`. */
  tax: number
  /** Hundredths of a percent. */
  taxRate: number
  behavior: 'exclusive' | 'inclusive'
  reverseCharge: boolean
  /** What prices that include tax had included, where none is owed; hundredths of a percent. */
  taxIncluded: number
  /** Off the first payment. */
  discount: number
  /** What a coupon takes off at most, with tax; of one that takes an amount. */
  couponAmount?: number
  name: string
  trialDays: number
  /** Of `due`: the further price that was ticked. */
  bump?: { priceId: number; paywallId: number; due: number; tax: number; taxRate: number; reverseCharge: boolean; name: string } | null
}
/**
 * What is bought, whole, as it was when paying began: written once, with the quote that was worked out from it. The provider is asked by it, and
 * what is opened is read from it, whatever the checkout, the price or the coupon have become since.
 */
export interface Order extends Quote {
  priceId: number
  /** A gift is paid once, whatever the price. */
  kind: PriceType
  interval: Interval | null
  intervalCount: number | null
  installmentsCount: number | null
  trialNeedsMethod: boolean
  /** What is bought has so many places: the page of the provider is open for a short while. */
  holdsPlace?: boolean
  coupon: {
    id: number
    code: string
    kind: 'percent' | 'amount'
    percentOff: number | null
    /** With tax. */
    amountOff: number | null
    duration: 'once' | 'repeating' | 'forever'
    months: number | null
  } | null
  gift: Gift | null
  country: string | null
  taxId: string | null
}
export const CheckoutTable = table(
  'paywalls.checkout',
  {
    uid: p.uuid(),
    status: p.text().$type<'prepared' | 'started' | 'paid' | 'fulfilled' | 'expired' | 'cancelled'>().default('prepared'),
    paywallId: p.bigint('number'),
    priceId: p.bigint('number'),
    accountId: p.bigint('number').nullable(),
    memberId: p.bigint('number').nullable(),
    /** Of who began it without an account. */
    keyHash: p.text().nullable(),
    email: p.text().nullable(),
    name: p.text().default(''),
    emailVerifiedAt: p.datetime().nullable(),
    otpHash: p.text().nullable(),
    otpExpiresAt: p.datetime().nullable(),
    otpTries: p.integer().default(0),
    otpSentAt: p.datetime().nullable(),
    otpSent: p.integer().default(0),
    couponId: p.bigint('number').nullable(),
    couponHeld: p.boolean().default(false),
    customAmount: money().nullable(),
    seats: p.integer().nullable(),
    gift: p.json<Gift>().nullable(),
    bumpPriceId: p.bigint('number').nullable(),
    occurrenceId: p.bigint('number').nullable(),
    trialDays: p.integer().nullable(),
    invitation: p.text().nullable(),
    country: p.text().nullable(),
    taxId: p.text().nullable(),
    businessName: p.text().default(''),
    address: p.text().default(''),
    ordered: p.json<Order>().nullable(),
    attribution: p.json<Brought>().default({} as never),
    back: p.text().default('/'),
    consent: p.boolean().default(false),
    ip: p.text().nullable(),
    provider: p.text().nullable(),
    processorId: p.text().nullable(),
    processorUrl: p.text().nullable(),
    expiresAt: p.datetime().nullable(),
    seenVersion: p.integer().default(0),
  },
  { stays: 'a checkout under way is one browser’s with this installation' },
)
/** What a person has once: by member, mailbox and card. */
export const OnceTable = table(
  'paywalls.once',
  {
    what: p.text(),
    checkoutUid: p.uuid(),
    memberId: p.bigint('number').nullable(),
    mailbox: p.text().nullable(),
    fingerprint: p.text().nullable(),
  },
  { stays: 'what people have tried in this installation' },
)
export const PurchaseTable = table(
  'paywalls.purchase',
  {
    checkoutUid: p.uuid().nullable(),
    memberId: p.bigint('number').nullable(),
    paywallId: p.bigint('number'),
    priceId: p.bigint('number'),
    kind: p.text().$type<PriceType>(),
    status: p.text().$type<PurchaseState>().default('pending'),
    isOpen: p.boolean().default(false),
    closesAt: p.datetime().nullable(),
    provider: p.text().nullable(),
    processorId: p.text().nullable(),
    customerId: p.text().nullable(),
    currency: p.text(),
    amount: money().default(0),
    taxRate: p.integer().default(0),
    taxBehavior: p.text().$type<'exclusive' | 'inclusive'>().default('inclusive'),
    taxIncluded: p.integer().default(0),
    reverseCharge: p.boolean().default(false),
    interval: p.text().$type<Interval>().nullable(),
    intervalCount: p.integer().nullable(),
    mrr: money().default(0),
    startedAt: p.datetime().nullable(),
    periodEnd: p.datetime().nullable(),
    paidUntil: p.datetime().nullable(),
    trialEndsAt: p.datetime().nullable(),
    endsAt: p.datetime().nullable(),
    canceledAt: p.datetime().nullable(),
    pausedUntil: p.datetime().nullable(),
    suspendedAt: p.datetime().nullable(),
    graceUntil: p.datetime().nullable(),
    remindedFor: p.datetime().nullable(),
    installmentsCount: p.integer().nullable(),
    chargesQuantity: p.integer().default(0),
    totalPaid: money().default(0),
    totalRefunded: money().default(0),
    credit: money().default(0),
    creditFrom: p.datetime().nullable(),
    creditUntil: p.datetime().nullable(),
    couponId: p.bigint('number').nullable(),
    couponCode: p.text().nullable(),
    cancellation: p.text().nullable(),
    method: p.text().nullable(),
    country: p.text().nullable(),
    taxId: p.text().nullable(),
    attribution: p.json<Brought>().default({} as never),
    seenVersion: p.integer().default(0),
    seats: p.integer().nullable(),
    isGift: p.boolean().default(false),
    parentId: p.bigint('number').nullable(),
    linkHash: p.text().nullable(),
    linkSealed: p.text().nullable(),
  },
  {
    secret: ['link_hash', 'link_sealed'],
    own: [
      'paywall_id',
      'price_id',
      'kind',
      'status',
      'currency',
      'amount',
      'tax_rate',
      'started_at',
      'period_end',
      'paid_until',
      'trial_ends_at',
      'ends_at',
      'canceled_at',
      'total_paid',
      'total_refunded',
      'credit',
      'credit_until',
      'coupon_code',
      'country',
      'tax_id',
      'seats',
      'is_gift',
    ],
  },
)
/** Of the provider's invoice; `proration`: the rest of a period that is settled. */
export interface ChargeLine {
  text: string
  amount: number
  proration?: boolean
}
export const ChargeTable = table(
  'paywalls.charge',
  {
    number: p.integer().nullable(),
    purchaseId: p.bigint('number'),
    memberId: p.bigint('number').nullable(),
    paywallId: p.bigint('number'),
    priceId: p.bigint('number'),
    provider: p.text(),
    processorId: p.text(),
    invoiceId: p.text().nullable(),
    invoiceNumber: p.text().nullable(),
    status: p.text().$type<'paid' | 'refunded' | 'partial_refunded' | 'failed' | 'disputed' | 'pending'>(),
    amount: money(),
    tax: money().default(0),
    taxRate: p.integer().default(0),
    reverseCharge: p.boolean().default(false),
    discount: money().default(0),
    refunded: money().default(0),
    disputed: money().default(0),
    dispute: p.text().$type<'open' | 'won' | 'lost'>().nullable(),
    fee: money().nullable(),
    currency: p.text(),
    methodType: p.text().nullable(),
    method: p.text().nullable(),
    fingerprint: p.text().nullable(),
    cardCountry: p.text().nullable(),
    couponCode: p.text().nullable(),
    description: p.text().default(''),
    lines: p.json<ChargeLine[]>().default([]),
    refundReason: p.text().nullable(),
    keepsAccess: p.boolean().default(false),
    failure: p.text().nullable(),
    buyerName: p.text().default(''),
    buyerEmail: p.text().default(''),
    buyerBusiness: p.text().default(''),
    buyerAddress: p.text().default(''),
    buyerCountry: p.text().nullable(),
    buyerTaxId: p.text().nullable(),
    periodStart: p.datetime().nullable(),
    periodEnd: p.datetime().nullable(),
    paidAt: p.datetime().nullable(),
    seenVersion: p.integer().default(0),
    refundAsked: money().default(0),
  },
  {
    own: [
      'number',
      'purchase_id',
      'paywall_id',
      'price_id',
      'invoice_number',
      'status',
      'amount',
      'tax',
      'tax_rate',
      'discount',
      'refunded',
      'currency',
      'method_type',
      'method',
      'coupon_code',
      'description',
      'lines',
      'buyer_name',
      'buyer_email',
      'buyer_business',
      'buyer_address',
      'buyer_country',
      'buyer_tax_id',
      'period_start',
      'period_end',
      'paid_at',
    ],
  },
)
/** What the EU's register says of a tax id. No word of a member: they are erased where they stand, and an id that nobody has any more is swept. */
export const TaxIdCheckTable = table('paywalls.tax_id_check', {
  taxId: p.text(),
  status: p.text().$type<TaxIdState>().default('not_asked'),
  tries: p.integer().default(0),
  askAt: p.datetime().nullable(),
  askedAt: p.datetime().nullable(),
})
export const RefundTable = table('paywalls.refund', {
  uid: p.uuid(),
  chargeId: p.bigint('number'),
  amount: money(),
  reason: p.text(),
  ends: p.boolean().default(false),
  status: p.text().$type<'asked' | 'made' | 'failed'>().default('asked'),
})
export const EntryTable = table(
  'paywalls.entry',
  {
    posting: p.uuid(),
    key: p.text(),
    account: p.text().$type<'processor' | 'revenue' | 'tax' | 'refunds' | 'fees' | 'disputes' | 'bank' | 'recurring' | 'recurring_contra'>(),
    kind: p.text(),
    amount: money(),
    currency: p.text(),
    count: p.integer().default(0),
    day: p.date(),
    purchaseId: p.bigint('number').nullable(),
    chargeId: p.bigint('number').nullable(),
    priceId: p.bigint('number').nullable(),
    paywallId: p.bigint('number').nullable(),
    memberId: p.bigint('number').nullable(),
    cohort: p.date().nullable(),
    isTest: p.boolean().default(false),
  },
  { own: [] },
)
export const EntryDayTable = table(
  'paywalls.entry_day',
  {
    day: p.date(),
    currency: p.text(),
    account: p.text(),
    kind: p.text(),
    priceId: p.bigint('number').default(0),
    cohort: p.date().default('1970-01-01'),
    isTest: p.boolean().default(false),
    amount: money().default(0),
    count: p.integer().default(0),
  },
  { stays: 'sums of entries, made anew as these are written' },
)
export const HappeningTable = table('paywalls.happening', {
  purchaseId: p.bigint('number'),
  kind: p.text(),
  chargeId: p.bigint('number').nullable(),
  amount: money().nullable(),
  currency: p.text().nullable(),
  data: p.json<Record<string, string | number | null>>().default({} as never),
  actorMemberId: p.bigint('number').nullable(),
  at: p.datetime(),
})
export const SurveyTable = table(
  'paywalls.survey',
  {
    purchaseId: p.bigint('number'),
    memberId: p.bigint('number').nullable(),
    reason: p.text(),
    comment: p.text().default(''),
    stayed: p.boolean().default(false),
  },
  { own: ['purchase_id', 'reason', 'comment', 'stayed'] },
)
export const BuyerTable = table(
  'paywalls.buyer',
  {
    memberId: p.bigint('number'),
    provider: p.text().default(''),
    customerId: p.text().nullable(),
    businessName: p.text().default(''),
    taxId: p.text().default(''),
    address: p.text().default(''),
    country: p.text().default(''),
  },
  { own: ['business_name', 'tax_id', 'address', 'country'] },
)
export const BulkTable = table('paywalls.bulk_log', {
  action: p.text(),
  input: p.json<Record<string, unknown>>(),
  status: p.text().$type<'waiting' | 'running' | 'done'>().default('waiting'),
  subscriptionIds: ids(),
  done: p.integer().default(0),
  failed: p.integer().default(0),
  errors: p.json<{ id: number; name: string; reason: string }[]>().default([]),
  createdBy: p.bigint('number').nullable(),
  finishedAt: p.datetime().nullable(),
})
export type PaywallEntity = InferEntity<typeof PaywallTable>
export type PurchaseEntity = InferEntity<typeof PurchaseTable>
export type SeatEntity = InferEntity<typeof SeatTable>
export type ChargeEntity = InferEntity<typeof ChargeTable>
export type CheckoutEntity = InferEntity<typeof CheckoutTable>
export type PriceRow = RowOf<typeof PriceTable>
export type PaywallRow = RowOf<typeof PaywallTable>
export type CouponRow = RowOf<typeof CouponTable>
export type CheckoutRow = RowOf<typeof CheckoutTable>
export type PurchaseRow = RowOf<typeof PurchaseTable>
export type SeatRow = RowOf<typeof SeatTable>
export type ChargeRow = RowOf<typeof ChargeTable>
export const entities = [
  GroupTable,
  PaywallTable,
  OpensTable,
  BundleItemTable,
  PriceTable,
  CouponTable,
  CheckoutTable,
  OnceTable,
  PurchaseTable,
  SeatTable,
  ChargeTable,
  TaxIdCheckTable,
  RefundTable,
  EntryTable,
  EntryDayTable,
  HappeningTable,
  SurveyTable,
  BuyerTable,
  BulkTable,
]
