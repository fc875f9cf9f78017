/** Tables of affiliates as the ORM knows them; the migration is their truth in SQL. */
import { type InferEntity, p, table } from '@atrium/sdk/server'

export const AffiliateTable = table(
  'affiliates.affiliate',
  {
    memberId: p.bigint('number'),
    code: p.text(),
    status: p.text(),
    couponCode: p.text().nullable(),
    couponId: p.bigint('number').nullable(),
    enrolledAt: p.datetime().nullable(),
    invitedAt: p.datetime().nullable(),
    account: p.text().nullable(),
    accountReady: p.boolean().default(false),
    clicksCount: p.integer().default(0),
    signUpsCount: p.integer().default(0),
    payingCount: p.integer().default(0),
  },
  { own: ['code', 'status', 'coupon_code', 'enrolled_at', 'invited_at', 'clicks_count', 'sign_ups_count', 'paying_count'] },
)
export type AffiliateRow = InferEntity<typeof AffiliateTable>
/** What an affiliate has in one currency. */
export const BalanceTable = table('affiliates.balance', {
  affiliateId: p.bigint('number'),
  currency: p.text(),
  pending: p.bigint('number').default(0),
  due: p.bigint('number').default(0),
  paid: p.bigint('number').default(0),
})
/** One a visitor and day; `token` is the hash of what the browser keeps. */
export const ClickTable = table(
  'affiliates.click',
  {
    affiliateId: p.bigint('number'),
    visitor: p.text(),
    day: p.date(),
    path: p.text(),
    token: p.text(),
    expiresAt: p.datetime(),
  },
  { stays: 'marks of browsers on this installation' },
)
export type ClickRow = InferEntity<typeof ClickTable>
export const MonthTable = table('affiliates.month', {
  affiliateId: p.bigint('number'),
  month: p.date(),
  clicks: p.integer().default(0),
  signUps: p.integer().default(0),
  paying: p.integer().default(0),
})
export const ReferralTable = table(
  'affiliates.referral',
  {
    affiliateId: p.bigint('number'),
    memberId: p.bigint('number'),
    visitor: p.text().nullable(),
    joinedAt: p.datetime(),
    /** They were a member before: what earns is what the affiliate brings them to buy, and no other payment of theirs. */
    saleOnly: p.boolean().default(false),
    firstPaidAt: p.datetime().nullable(),
    lastPaidAt: p.datetime().nullable(),
  },
  { own: [] },
)
export type ReferralRow = InferEntity<typeof ReferralTable>
export const CommissionTable = table('affiliates.commission', {
  affiliateId: p.bigint('number'),
  referralId: p.bigint('number'),
  chargeId: p.bigint('number'),
  /** Of a clawback: how much had been taken back with it. */
  clawback: p.bigint('number').default(0),
  saleAmount: p.bigint('number'),
  amount: p.bigint('number'),
  reversed: p.bigint('number').default(0),
  currency: p.text(),
  state: p.text().default('pending'),
  flags: p.json().$type<string[]>().defaultRaw(`'[]'::jsonb`),
  dueAt: p.datetime(),
  paidAt: p.datetime().nullable(),
  payoutId: p.bigint('number').nullable(),
})
export type CommissionRow = InferEntity<typeof CommissionTable>
export const PayoutTable = table(
  'affiliates.payout',
  {
    affiliateId: p.bigint('number'),
    memberId: p.bigint('number'),
    amount: p.bigint('number'),
    currency: p.text(),
    method: p.text(),
    status: p.text(),
    transfer: p.text().nullable(),
    problem: p.text().nullable(),
    paidAt: p.datetime().nullable(),
  },
  { own: ['amount', 'currency', 'method', 'status', 'paid_at'] },
)
export type PayoutRow = InferEntity<typeof PayoutTable>
/** With what somebody has paid, as a hash: the same card in two hands is one person. */
export const TraceTable = table('affiliates.trace', { memberId: p.bigint('number'), value: p.text() }, { stays: 'hashes with the key of this installation' })

export const entities = [AffiliateTable, BalanceTable, ClickTable, MonthTable, ReferralTable, CommissionTable, PayoutTable, TraceTable]
