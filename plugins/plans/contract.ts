/** What others may know of plans: what the owner of the platform offers, what a community has of it, uses and pays. */
import { changesOf, date, defineContract, del, done, flag, get, id, LIMITS, line, list, paging, patch, post, TIERS, type, z } from '@atrium/sdk'

export const CYCLES = ['monthly', 'yearly'] as const
export type Cycle = (typeof CYCLES)[number]
export const STATUSES = ['incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'canceled'] as const
export type Status = (typeof STATUSES)[number]
/** Most of one add-on. */
export const MAX_ADDONS = 1000

const tier = z.enum(TIERS)
const limit = z.enum(LIMITS)
const cycle = z.enum(CYCLES)
const currency = z.string().regex(/^[a-z]{3}$/, 'Enter a three-letter currency code, such as eur.')

/** In the smallest unit of its currency, for a whole month or year. */
const Price = z.object({ billing_cycle: cycle, currency, amount: z.number() })
export type Price = z.output<typeof Price>
/** Null: no limit. Storage is in gigabytes here. */
const Limits = z.object({
  members: z.number().nullable(),
  spaces: z.number().nullable(),
  storage: z.number().nullable(),
  seats: z.number().nullable(),
})
export type PlanLimits = z.output<typeof Limits>

export const Plan = z.object({
  id: z.number(),
  tier,
  description: z.string(),
  /** Sold to whoever asks. */
  is_offered: z.boolean(),
  /** New communities begin with it. */
  is_start: z.boolean(),
  trial_days: z.number(),
  limits: Limits,
  prices: z.array(Price),
})
export type Plan = z.output<typeof Plan>

export const Addon = z.object({
  id: z.number(),
  name: z.string(),
  limit,
  /** What one of it adds to the limit; storage in gigabytes. */
  step: z.number(),
  is_offered: z.boolean(),
  prices: z.array(Price),
  /** How many this community has. */
  quantity: z.number(),
})
export type Addon = z.output<typeof Addon>

export const Subscription = z.object({
  id: z.number(),
  plan_id: z.number(),
  tier,
  status: z.enum(STATUSES),
  billing_cycle: cycle,
  billing_currency: currency,
  /** Of one cycle, add-ons included. */
  amount: z.number(),
  renews_at: date.nullable(),
  trial_ends_at: date.nullable(),
  /** It ends then; null: it goes on. */
  cancel_at: date.nullable(),
  scheduled_downgrade: z.object({ plan_id: z.number(), tier, at: date }).nullable(),
  /** With what it is paid. */
  method: z.object({ type: z.string(), brand: z.string().nullable(), last4: z.string().nullable() }).nullable(),
  /** No money moves: the owner of the platform tries things out. */
  is_test: z.boolean(),
})
export type Subscription = z.output<typeof Subscription>

const Invoice = z.object({
  id: z.number(),
  number: z.string().nullable(),
  text: z.string(),
  amount: z.number(),
  amount_refunded: z.number(),
  currency,
  status: z.enum(['pending', 'paid', 'failed']),
  created_at: date,
})
export type Invoice = z.output<typeof Invoice>

/** Why a smaller plan does not fit: what is used, and what there would be room for. */
const Reason = z.object({ limit, used: z.number(), max: z.number(), message: z.string() })
export type Reason = z.output<typeof Reason>
const Fit = z.object({ can_downgrade: z.boolean(), reasons: z.array(Reason) })

const Overview = z.object({
  records: z.array(Plan),
  /** In which there are prices, the usual one first. */
  currencies: z.array(currency),
  currency: currency.nullable(),
  current_tier: tier,
  /** What holds now, add-ons included. */
  limits: Limits,
  /** Storage in gigabytes, two decimals. */
  usage: z.object({ members: z.number(), spaces: z.number(), storage: z.number(), seats: z.number() }),
  subscription: Subscription.nullable(),
  /** Whether this reader may change what is offered: the owner of the platform, in their own community. */
  can_edit: z.boolean(),
})
export type Overview = z.output<typeof Overview>

const Customer = z.object({
  id: z.number(),
  community_id: z.number(),
  name: z.string(),
  url: z.string(),
  tier,
  status: z.enum(STATUSES),
  amount: z.number(),
  currency,
  billing_cycle: cycle,
  renews_at: date.nullable(),
})
export type Customer = z.output<typeof Customer>

/** A part off a plan, for as long as it is held. */
const Coupon = z.object({ id: z.number(), name: z.string(), percent: z.number(), is_active: z.boolean(), created_at: date })
export type Coupon = z.output<typeof Coupon>

const Preview = z.object({
  currency,
  /** What is off the amounts. */
  coupon: Coupon.pick({ name: true, percent: true }).nullable(),
  due_now: z.number(),
  lines: z.array(z.object({ text: z.string(), amount: z.number() })),
  /** What is due with the next cycle, and when. */
  next_amount: z.number(),
  next_at: date.nullable(),
})
export type Preview = z.output<typeof Preview>
/** Where to go on; null: nothing is to be paid there, and the page shows how it stands. */
const Next = z.object({ url: z.string().nullable(), subscription: Subscription })

const whole = (max: number) => z.number().int().min(0).max(max).nullable()
const price = z.object({ billing_cycle: cycle, currency, amount: z.number().int().min(0).max(1_000_000_000) })
const planFields = z.object({
  description: line(200),
  is_offered: z.boolean(),
  is_start: z.boolean(),
  trial_days: z.number().int().min(0).max(365),
  limits: z.object({ members: whole(10_000_000), spaces: whole(100_000), storage: whole(1_000_000), seats: whole(10_000) }),
  /** All of them; what is absent is not sold any more, and whoever has it keeps it. */
  prices: z.array(price).max(40),
})
export type PlanChange = Partial<z.output<typeof planFields>>
const addonFields = z.object({
  /** Empty: it is called by what it adds. */
  name: line(60),
  limit,
  step: z.number().int().min(1).max(1_000_000),
  is_offered: z.boolean(),
  prices: z.array(price).max(40),
})
export type AddonChange = Partial<z.output<typeof addonFields>>

/** One that the owner has given; default: the one that is held. */
const coupon = id.optional()
const can = 'manage'
const byId = { params: z.object({ id }) }
/** Calls that ask the provider: outside of a transaction. */
const paying = { transaction: false, limit: { points: 30, seconds: 600 } }

/** Plans for set-up and the demo. What belongs to the owner is done in their community. */
export interface PlansService {
  /** In the owner’s community: changes what a tier is sold as. @throws AtriumError 403 elsewhere, 404 */
  offer(tier: (typeof TIERS)[number], change: PlanChange): Promise<number>
  addAddon(addon: z.output<typeof addonFields>): Promise<number>
  addCoupon(coupon: { name: string; percent: number }): Promise<number>
  /** Of the plan that a tier is sold as; null where it is not. */
  idOf(tier: (typeof TIERS)[number]): Promise<number | null>
  /** Whether this community has taken one, paid or not. */
  hasPlan(): Promise<boolean>
  /** The community takes a plan; answers where to pay. Calls the provider: not in a transaction. @throws AtriumError 404, 409, 422 */
  subscribe(input: {
    plan_id: number
    billing_cycle: Cycle
    billing_currency: string
    plan_coupon_id?: number
  }): Promise<{ url: string | null; checkoutId: string | null }>
}

export default defineContract('plans', {
  permissions: { manage: { title: 'Choose and pay for the community’s plan', grant: ['admin'] } },
  routes: {
    list: get('/internal_api/plans', {
      can,
      query: z.object({
        tier: tier.optional(),
        id: id.optional(),
        billing_currency: currency.optional(),
        /** Of the names of things; what the owner wrote stays as it is. */
        locale: line(20).optional(),
        /** `all`: with those that are not sold, for the owner. */
        plan_type: z.enum(['offered', 'all']).default('offered'),
        billing_cycle: cycle.optional(),
      }),
      reply: Overview,
      summary: 'What is offered, what this community has of it and uses',
    }),
    prorations: get('/internal_api/plans/prorations', {
      can,
      limit: { points: 60, seconds: 600 },
      query: z.object({
        new_plan_id: id,
        billing_cycle: cycle.optional(),
        billing_currency: currency.optional(),
        plan_coupon_id: coupon,
        /** Only what the change itself costs, without the lines. */
        only_ch: flag.optional(),
      }),
      reply: Preview,
      summary: 'What a change of plan costs today and with the next bill',
    }),
    nextPlan: get('/internal_api/communities/plans/:planId/next_plan_with_features', {
      can: 'member',
      params: z.object({ planId: z.coerce.number<string | number>().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
      query: z.object({
        features: z
          .string()
          .max(400)
          .regex(/^[a-z0-9-]+(,[a-z0-9-]+)*$/),
      }),
      reply: z.object({
        plan: Plan.pick({ id: true, tier: true, description: true, trial_days: true, limits: true, prices: true }).nullable(),
        /** Which of the features it has; names of plugins. */
        features: z.array(z.string()),
      }),
      summary: 'The smallest plan above this one that has all of these features; 0 stands for no plan',
    }),
    addons: get('/internal_api/community/plan_addons', {
      can,
      reply: z.object({ records: z.array(Addon) }),
      summary: 'Add-ons, and how many the community has',
    }),
    setAddons: post('/internal_api/community/plan_addons', {
      can,
      ...paying,
      body: z.object({
        community_plan_addons: z.array(z.object({ plan_addon_id: id, quantity: z.number().int().min(0).max(MAX_ADDONS) })).max(50),
      }),
      reply: Next,
      summary: 'Sets how many of each add-on the community has; what is not named stays',
    }),
    subscription: get('/internal_api/account_subscriptions/current', { can, reply: z.object({ subscription: Subscription.nullable() }) }),
    subscribe: post('/internal_api/account_subscriptions', {
      can,
      ...paying,
      body: z.object({ plan_id: id, billing_cycle: cycle, billing_currency: currency, plan_coupon_id: coupon }),
      reply: Next,
      status: 201,
      summary: 'Takes a plan for the first time, or again: answers where to pay',
    }),
    update: patch('/internal_api/account_subscriptions/:id', {
      can,
      ...paying,
      ...byId,
      body: z.object({ plan_id: id, billing_cycle: cycle.optional(), plan_coupon_id: coupon }),
      reply: Next,
      summary: 'A larger plan, or another cycle, at once; the rest of the period is settled',
    }),
    cancel: del('/internal_api/account_subscriptions/:id', { can, ...paying, ...byId, reply: Next, summary: 'Ends with the period that is paid' }),
    renew: post('/internal_api/account_subscriptions/:id/renew', {
      can,
      ...paying,
      ...byId,
      body: z.object({}),
      reply: Next,
      summary: 'Goes on after a cancellation, or tries a payment that failed again',
    }),
    canDowngrade: get('/internal_api/account_subscriptions/:id/can_downgrade', {
      can,
      ...byId,
      query: z.object({ plan_id: id }),
      reply: Fit,
      summary: 'Whether a smaller plan has room for what is used, and why not',
    }),
    scheduleDowngrade: post('/internal_api/account_subscriptions/:id/schedule_downgrades', {
      can,
      ...byId,
      limit: { points: 30, seconds: 600 },
      body: z.object({ plan_id: id, billing_cycle: cycle.optional(), plan_coupon_id: coupon }),
      reply: Subscription,
      summary: 'A smaller plan from the next period on; 422 with the reasons where it has no room',
    }),
    cancelDowngrade: del('/internal_api/account_subscriptions/:id/schedule_downgrades', {
      can,
      ...byId,
      reply: Subscription,
      summary: 'Stays with the plan as it is',
    }),
    invoices: get('/internal_api/account_invoices', { can, query: paging, reply: list(Invoice), summary: 'What was asked for and paid, newest first' }),
    changeMethod: post('/internal_api/account_subscriptions/:id/payment_method', {
      can,
      ...paying,
      ...byId,
      body: z.object({}),
      reply: z.object({ url: z.string().nullable() }),
      summary: 'A page of the provider on which the card is changed',
    }),

    updatePlan: patch('/internal_api/platform/plans/:id', {
      can,
      ...byId,
      body: z.object({ plan: changesOf(planFields) }),
      reply: Plan,
      summary: 'Owner of the platform: what a tier is sold as; new limits hold at once for whoever has it',
    }),
    createAddon: post('/internal_api/platform/plan_addons', { can, body: z.object({ plan_addon: addonFields }), reply: Addon, status: 201 }),
    updateAddon: patch('/internal_api/platform/plan_addons/:id', {
      can,
      ...byId,
      body: z.object({ plan_addon: changesOf(addonFields.omit({ limit: true })) }),
      reply: Addon,
    }),
    coupons: get('/internal_api/platform/plan_coupons', { can, query: paging, reply: list(Coupon), summary: 'Owner of the platform: newest first' }),
    createCoupon: post('/internal_api/platform/plan_coupons', {
      can,
      body: z.object({ plan_coupon: z.object({ name: line(60).min(1, 'Enter a name.'), percent: z.number().int().min(1).max(100) }) }),
      reply: Coupon,
      status: 201,
      summary: 'Owner of the platform: a part off for whoever takes or changes a plan with its id, for as long as they hold it',
    }),
    endCoupon: del('/internal_api/platform/plan_coupons/:id', {
      can,
      ...byId,
      reply: done,
      summary: 'Owner of the platform: nobody gets it any more; whoever has it keeps it',
    }),
    customers: get('/internal_api/platform/plan_customers', {
      can,
      query: paging,
      reply: list(Customer),
      summary: 'Owner of the platform: who has which plan',
    }),
    remove: del('/internal_api/platform/plan_addons/:id', {
      can,
      ...byId,
      reply: done,
      summary: 'Owner of the platform: not sold any more; 409 while somebody has it',
    }),
  },
  service: type<PlansService>(),
})
