/** Tables of plans. Plan, price, add-on and customer are the owner's and lie in their community; the rest lies in the community that pays. */
import { type InferEntity, p, table } from '@atrium/sdk/server'

const INSTALLATION = { stays: 'is what this installation sells and who pays it' }

export const PlanTable = table(
  'plans.plan',
  {
    tier: p.text(),
    description: p.text().default(''),
    isOffered: p.boolean().default(false),
    isStart: p.boolean().default(false),
    trialDays: p.integer().default(0),
    members: p.integer().nullable(),
    spaces: p.integer().nullable(),
    storage: p.integer().nullable(),
    seats: p.integer().nullable(),
  },
  INSTALLATION,
)
export type PlanRow = InferEntity<typeof PlanTable>
/** Of a plan, or of one of an add-on. */
export const PriceTable = table(
  'plans.price',
  {
    planId: p.bigint('number').nullable(),
    addonId: p.bigint('number').nullable(),
    billingCycle: p.text(),
    currency: p.text(),
    amount: p.bigint('number'),
    isActive: p.boolean().default(true),
  },
  INSTALLATION,
)
export type PriceRow = InferEntity<typeof PriceTable>
export const AddonTable = table('plans.addon', { name: p.text(), limitKey: p.text(), step: p.integer(), isOffered: p.boolean().default(true) }, INSTALLATION)
export type AddonRow = InferEntity<typeof AddonTable>
/** A part off, for whoever is given its id; over for new ones when it is not active. */
export const CouponTable = table('plans.coupon', { name: p.text(), percent: p.integer(), isActive: p.boolean().default(true) }, INSTALLATION)
export type CouponRow = InferEntity<typeof CouponTable>
/** A community that has, or had, a plan; kept beside its subscription, which lies behind its own wall. */
export const CustomerTable = table(
  'plans.customer',
  {
    customerId: p.bigint('number'),
    name: p.text(),
    url: p.text(),
    planId: p.bigint('number'),
    addonIds: p.json().$type<number[]>().defaultRaw(`'[]'::jsonb`),
    tier: p.text(),
    status: p.text(),
    amount: p.bigint('number'),
    currency: p.text(),
    billingCycle: p.text(),
    renewsAt: p.datetime().nullable(),
  },
  INSTALLATION,
)

/** One a community; `reference` is new with each purchase, and names it at the provider. */
export const SubscriptionTable = table(
  'plans.subscription',
  {
    reference: p.text(),
    planId: p.bigint('number'),
    tier: p.text(),
    status: p.text(),
    billingCycle: p.text(),
    currency: p.text(),
    amount: p.bigint('number'),
    addons: p.json().$type<Record<string, number>>().defaultRaw(`'{}'::jsonb`),
    customer: p.text().nullable(),
    subscription: p.text().nullable(),
    provider: p.text().nullable(),
    checkout: p.text().nullable(),
    version: p.bigint('number').default(0),
    renewsAt: p.datetime().nullable(),
    trialEndsAt: p.datetime().nullable(),
    cancelAt: p.datetime().nullable(),
    method: p.json().$type<{ type: string; brand: string | null; last4: string | null }>().nullable(),
    nextPlanId: p.bigint('number').nullable(),
    nextTier: p.text().nullable(),
    nextCycle: p.text().nullable(),
    couponId: p.bigint('number').nullable(),
    nextCouponId: p.bigint('number').nullable(),
  },
  INSTALLATION,
)
export type SubscriptionRow = InferEntity<typeof SubscriptionTable>
export const InvoiceTable = table(
  'plans.invoice',
  {
    charge: p.text(),
    number: p.text().nullable(),
    text: p.text(),
    amount: p.bigint('number'),
    refunded: p.bigint('number').default(0),
    currency: p.text(),
    status: p.text(),
    version: p.bigint('number').default(0),
  },
  INSTALLATION,
)
/** A limit that is near, as its admins were told. */
export const NoticeTable = table('plans.notice', { limitKey: p.text(), percent: p.integer() }, INSTALLATION)

export const entities = [PlanTable, PriceTable, AddonTable, CouponTable, CustomerTable, SubscriptionTable, InvoiceTable, NoticeTable]
