/** What others may know of affiliates: who brings people, what they earn by it, and how it is paid. */
import { date, defineContract, del, done, event, flag, get, id, idList, line, list, open, paging, patch, post, type, z } from '@atrium/sdk'

export const STATUSES = ['invited', 'pending', 'enrolled', 'suspended', 'rejected'] as const
export type Status = (typeof STATUSES)[number]
/** `pending`: may still be given back; `due`: goes with the next payout; `reversed`: taken back before it was paid. */
export const STATES = ['pending', 'due', 'paid', 'reversed'] as const
export type State = (typeof STATES)[number]
/** Why a commission waits for somebody to look at it, or why there is none. */
export const FLAGS = ['same_card', 'same_mailbox', 'same_address', 'same_device', 'refunds', 'disputed'] as const
export type Flag = (typeof FLAGS)[number]
/** The cookie that remembers a click, and what in an address names an affiliate. */
export const COOKIE = 'atrium_via'
export const VIA = 'via'
export const DAY_MS = 86_400_000

const currency = z.string().regex(/^[a-z]{3}$/, 'Enter a three-letter currency code, such as eur.')
const Sum = z.object({ currency, pending: z.number(), due: z.number(), paid: z.number() })
export type Sum = z.output<typeof Sum>
const Month = z.object({
  /** The first day of it. */
  month: z.string(),
  clicks: z.number(),
  sign_ups: z.number(),
  paying: z.number(),
  /** In the currency of the programme. */
  earned: z.number(),
})
export type Month = z.output<typeof Month>

/** An affiliate as the public API has it, with what their link has brought. */
export const Affiliate = z.object({
  id: z.number(),
  status: z.enum(STATUSES),
  code: z.string(),
  coupon_code: z.string().nullable(),
  enrolled_at: date.nullable(),
  invited_at: date.nullable(),
  community_member: z.object({ id: z.number(), name: z.string(), email: z.string(), public_uid: z.string(), avatar_url: z.string().nullable() }),
  link: z.string(),
  clicks_count: z.number(),
  sign_ups_count: z.number(),
  paying_count: z.number(),
  sums: z.array(Sum),
  /** Commissions that somebody should look at. */
  flagged_count: z.number(),
  /** Paid to an account of theirs at the processor; else by hand. */
  has_account: z.boolean(),
  months: z.array(Month.pick({ month: true, clicks: true })),
})
export type Affiliate = z.output<typeof Affiliate>

export const Commission = z.object({
  id: z.number(),
  affiliate: z.object({ id: z.number(), name: z.string() }),
  /** Who paid. */
  buyer: z.string(),
  charge_id: z.number(),
  /** What they paid, without tax. */
  sale_amount: z.number(),
  /** Below 0: what is owed back of one that was paid already. */
  amount: z.number(),
  amount_reversed: z.number(),
  currency,
  state: z.enum(STATES),
  flags: z.array(z.enum(FLAGS)),
  due_at: date,
  paid_at: date.nullable(),
  created_at: date,
})
export type Commission = z.output<typeof Commission>

export const Payout = z.object({
  id: z.number(),
  affiliate: z.object({ id: z.number(), name: z.string() }),
  community_member_id: z.number(),
  amount: z.number(),
  currency,
  /** `connect`: passed on to their account; `manual`: paid by other ways and marked by hand. */
  method: z.enum(['connect', 'manual']),
  status: z.enum(['processing', 'paid', 'failed']),
  problem: z.string().nullable(),
  paid_at: date.nullable(),
  created_at: date,
})
export type Payout = z.output<typeof Payout>

const terms = {
  enabled: z.boolean(),
  /** Who may take part: everybody at once, everybody who is let in, or those who are invited. */
  enrolment: z.enum(['open', 'approval', 'invited']),
  kind: z.enum(['percent', 'amount']),
  percent: z.number().min(0.1).max(100).multipleOf(0.1, 'Use up to one decimal place.'),
  /** Of each payment, in the smallest unit. */
  amount: z.number().int().min(0).max(100_000_000),
  currency,
  duration: z.enum(['once', 'months', 'forever']),
  months: z.number().int().min(1).max(120),
  /** Of several affiliates whose links somebody has followed. */
  touch: z.enum(['first', 'last']),
  cookie_days: z.number().int().min(1).max(365),
  /** Before a commission is due, so that what is given back costs nobody anything. */
  hold_days: z.number().int().min(0).max(180),
  minimum_payout: z.number().int().min(0).max(100_000_000),
  payout_day: z.number().int().min(1).max(28),
  /** Most that one affiliate earns in a month; 0: no limit. */
  monthly_limit: z.number().int().min(0).max(1_000_000_000),
  /** What buyers get off their first payment with an affiliate’s code; 0: affiliates have no coupon. */
  coupon_percent: z.number().int().min(0).max(90),
  /** Read before one takes part. */
  rules: z.string().trim().max(2000),
}
const settings = z.object({
  enabled: terms.enabled.default(false),
  enrolment: terms.enrolment.default('approval'),
  kind: terms.kind.default('percent'),
  percent: terms.percent.default(30),
  amount: terms.amount.default(1000),
  currency: terms.currency.default('eur'),
  duration: terms.duration.default('months'),
  months: terms.months.default(12),
  touch: terms.touch.default('last'),
  cookie_days: terms.cookie_days.default(60),
  hold_days: terms.hold_days.default(30),
  minimum_payout: terms.minimum_payout.default(2000),
  payout_day: terms.payout_day.default(5),
  monthly_limit: terms.monthly_limit.default(0),
  coupon_percent: terms.coupon_percent.default(0),
  rules: terms.rules.default(''),
})
export type Terms = z.output<typeof settings>
const SettingsReply = settings
/** What anybody may read of the programme. */
const Programme = settings.pick({
  ...({ enabled: true, enrolment: true, kind: true, percent: true, amount: true, currency: true, duration: true, months: true, cookie_days: true } as const),
  ...({ hold_days: true, minimum_payout: true, payout_day: true, coupon_percent: true, rules: true } as const),
})
export type Programme = z.output<typeof Programme>

const Referral = z.object({
  id: z.number(),
  /** Never the whole name. */
  first_name: z.string(),
  state: z.enum(['joined', 'paying', 'ended']),
  joined_at: date,
  /** What they have brought in the currency of the programme. */
  earned: z.number(),
})
export type Referral = z.output<typeof Referral>
export const Mine = z.object({
  programme: Programme,
  /** Null while one does not take part. */
  affiliate: Affiliate.omit({ months: true, flagged_count: true, community_member: true }).nullable(),
  /** The last twelve months, the oldest first. */
  months: z.array(Month),
  /** The link as a picture for a table or a poster; null while one does not take part. */
  qr_svg: z.string().nullable(),
  /** What is next, and when. */
  next_payout: z.object({ amount: z.number(), at: date }).nullable(),
  payouts: z.array(Payout.pick({ id: true, amount: true, currency: true, status: true, paid_at: true, created_at: true })),
})
export type Mine = z.output<typeof Mine>

export const Overview = z.object({
  programme: Programme,
  affiliates_count: z.number(),
  members_count: z.number(),
  clicks: z.number(),
  sign_ups: z.number(),
  paying: z.number(),
  sums: z.array(Sum),
  months: z.array(Month),
  /** Waits to be started, by currency; below the minimum it is carried over. */
  open: z.array(
    z.object({ affiliate_id: z.number(), community_member_id: z.number(), name: z.string(), amount: z.number(), currency, below_minimum: z.boolean() }),
  ),
  /** Started, and to be marked by hand. */
  processing_count: z.number(),
  pending_count: z.number(),
  flagged_count: z.number(),
})
export type Overview = z.output<typeof Overview>

const code = z
  .string()
  .trim()
  .toLowerCase()
  .min(3, 'Use at least {minimum} characters.')
  .max(40)
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'Use lowercase letters, digits and dashes.')
const can = 'manage'
const byId = { params: z.object({ id }) }
const busy = { limit: { points: 60, seconds: 60 } }
const whose = z.object({ community_member_ids: idList.optional() })
const visitors = open('whoever follows a link is no member yet')

/** What one affiliate has brought before now. */
export interface PastReferral {
  memberId: number
  joinedAt: Date
  /** In the order in which they came. `chargeId` is another one each. */
  payments: { chargeId: number; amount: number; currency: string; at: Date }[]
}
/** Affiliates for set-up, imports and the demo. */
export interface AffiliatesService {
  /** Switches the programme on, with these terms. */
  start(terms: Partial<Terms>): Promise<void>
  /** Idempotent. @returns the affiliate's id @throws AtriumError 404, 422 */
  enrol(memberId: number, options?: { code?: string; at?: Date }): Promise<number>
  /** As the member would: waits for an admin. */
  ask(memberId: number): Promise<void>
  /** Clicks by month, and whom they brought; payments earn by the terms of now. */
  addPast(affiliateId: number, past: { clicks: { month: Date; count: number }[]; referrals: PastReferral[] }): Promise<void>
  /** What has waited long enough is due. */
  ripen(): Promise<void>
  /** As on a day of payment: what is due by then is begun and, by hand, paid. */
  payUntil(at: Date): Promise<void>
}

export default defineContract('affiliates', {
  permissions: { manage: { title: 'Manage affiliates, commissions and payouts', grant: ['admin'] } },
  settings,
  routes: {
    overview: get('/internal_api/affiliates/overview', { can, reply: Overview, summary: 'The programme in numbers, and what waits to be paid' }),
    list: get('/internal_api/affiliates', {
      can,
      query: paging.extend({
        status: z.enum(STATUSES).optional(),
        name_or_email: line(100).optional(),
        code: line(40).optional(),
        sort: z.enum(['due', 'clicks', 'newest']).default('newest'),
      }),
      reply: list(Affiliate),
      summary: 'Affiliates with what they have brought',
    }),
    create: post('/internal_api/affiliates', {
      can,
      ...busy,
      body: z.object({ affiliate: z.object({ community_member_id: id, code: code.optional() }) }),
      reply: Affiliate,
      status: 201,
      summary: 'Makes a member an affiliate at once',
    }),
    invite: post('/internal_api/paywall_affiliates/invite', {
      can,
      ...busy,
      body: z.object({ existing_member_ids: z.array(id).min(1).max(20, 'Choose up to {maximum} at a time.') }),
      reply: z.object({ records: z.array(Affiliate) }),
      summary: 'Asks members to take part, by email',
    }),
    commissions: get('/internal_api/affiliates/commissions', {
      can,
      query: paging.extend({ state: z.enum(STATES).optional(), affiliate_id: id.optional(), flagged: flag.optional() }),
      reply: list(Commission),
      summary: 'Commissions, newest first',
    }),
    review: patch('/internal_api/affiliates/commissions/:id', {
      can,
      ...busy,
      ...byId,
      body: z.object({ commission: z.object({ decision: z.enum(['approve', 'reject']) }) }),
      reply: Commission,
      summary: 'Clears one that was flagged, or takes it back',
    }),
    settings: get('/internal_api/affiliates/settings', { can, reply: SettingsReply }),
    updateSettings: patch('/internal_api/affiliates/settings', {
      can,
      form: true,
      body: z.object(terms).partial(),
      reply: SettingsReply,
      summary: 'Changes the terms; commissions that are there stay as they are',
    }),
    payouts: get('/internal_api/paywall_affiliate_payouts', {
      can,
      query: paging.extend({ status: z.enum(['processing', 'paid', 'failed']).optional() }),
      reply: list(Payout),
      summary: 'Payouts, newest first',
    }),
    startPayouts: post('/internal_api/paywall_affiliate_payouts/start', {
      can,
      ...busy,
      body: whose,
      reply: z.object({ records: z.array(Payout) }),
      summary: 'Begins to pay what is due, to all or to these; to accounts it is passed on, the rest is paid by hand',
    }),
    markPaid: post('/internal_api/paywall_affiliate_payouts/mark_paid', {
      can,
      ...busy,
      body: whose,
      reply: z.object({ records: z.array(Payout) }),
      summary: 'Those that were begun and are paid by hand are paid',
    }),
    exportPayouts: get('/internal_api/paywall_affiliate_payouts/export', {
      can,
      query: whose,
      limit: { points: 20, seconds: 60 },
      summary: 'CSV of what was begun and is not paid yet: name, email, amount, currency',
    }),

    click: post('/internal_api/affiliates/clicks', {
      can: visitors,
      limit: { points: 30, seconds: 60 },
      body: z.object({ code: line(40).min(1), path: line(300).default('/'), token: z.string().max(80).nullish() }),
      reply: z.object({ token: z.string().nullable(), days: z.number() }),
      summary: 'A link was followed; answers what the browser keeps of it',
    }),
    claim: post('/internal_api/affiliates/referrals', {
      can: 'member',
      ...busy,
      body: z.object({ token: z.string().max(80) }),
      reply: z.object({ success: z.literal(true) }),
      summary: 'Whoever followed a link has become a member',
    }),
    me: get('/internal_api/affiliates/me', { can: 'member', reply: Mine, summary: 'One’s own link, referrals, earnings' }),
    join: post('/internal_api/affiliates/me', { can: 'member', ...busy, body: z.object({}), reply: Mine, status: 201, summary: 'Takes part, or asks to' }),
    changeCode: patch('/internal_api/affiliates/me', { can: 'member', ...busy, body: z.object({ code }), reply: Mine, summary: 'Another word for one’s link' }),
    referrals: get('/internal_api/affiliates/me/referrals', {
      can: 'member',
      query: paging,
      reply: list(Referral),
      summary: 'Whom one has brought, newest first',
    }),
    account: post('/internal_api/affiliates/me/account', {
      can: 'member',
      transaction: false,
      limit: { points: 10, seconds: 600 },
      body: z.object({}),
      reply: z.object({ url: z.string() }),
      summary: 'Where to open an account that payouts are passed on to',
    }),
    // after the addresses that have words in this place
    show: get('/internal_api/affiliates/:id', { can, ...byId, reply: Affiliate }),
    update: patch('/internal_api/affiliates/:id', {
      can,
      ...busy,
      ...byId,
      body: z.object({ affiliate: z.object({ status: z.enum(['enrolled', 'suspended', 'rejected']), code }).partial() }),
      reply: Affiliate,
      summary: 'Lets somebody in, suspends them, or changes their code',
    }),
    destroy: del('/internal_api/affiliates/:id', { can, ...byId, reply: done, summary: 'Removes one who has earned nothing; 409 otherwise' }),
  },
  events: {
    'affiliate.enrolled': event(z.object({ memberId: id, affiliateId: id }), { realtime: 'member', automation: true, title: 'A member became an affiliate' }),
    'commission.earned': event(z.object({ memberId: id, affiliateId: id, commissionId: id, amount: z.number(), currency: z.string() }), {
      realtime: 'member',
      automation: true,
      title: 'An affiliate earned a commission',
    }),
  },
  service: type<AffiliatesService>(),
})
