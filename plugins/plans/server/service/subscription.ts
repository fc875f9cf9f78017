/** The community's own subscription: taken, changed, cut down at the end of a period, cancelled and taken up again. */
import { randomUUID } from 'node:crypto'
import { AtriumError, conflict, invalid, notFound, TIERS, type Tier } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import payments, { type SubscriptionChange } from '../../../payments/contract.ts'
import type { Cycle, Preview, Status, Subscription } from '../../contract.ts'
import { type SubscriptionRow, SubscriptionTable } from '../entities.ts'
import { type Catalogue, catalogue, withAddons } from './catalogue.ts'
import { lineOf, type Priced, priced, type Terms } from './terms.ts'
import { reasonsAgainst, usageOf } from './usage.ts'

export const LIVE: readonly string[] = ['trialing', 'active', 'past_due'] satisfies Status[]
/** Something to change, though it may have failed to pay. */
const HELD: readonly string[] = [...LIVE, 'unpaid']

export const ownSubscription = (ctx: Ctx): Promise<SubscriptionRow | null> => ctx.em.findOne(SubscriptionTable, {}, { disableIdentityMap: true })
/** @throws AtriumError 404 for any other id than that of the community's own */
export async function demandOwn(ctx: Ctx, id: number): Promise<SubscriptionRow> {
  const own = await ownSubscription(ctx)
  if (own?.id !== id) throw notFound('Subscription')
  return own
}
/** One that is at the provider. @throws AtriumError 404, 409 */
async function demandLive(ctx: Ctx, id: number): Promise<SubscriptionRow & { subscription: string }> {
  const own = await demandOwn(ctx, id)
  if (!own.subscription || !HELD.includes(own.status)) throw conflict('This plan has ended. Choose a new one.', 'subscription_ended')
  return own as SubscriptionRow & { subscription: string }
}

export function present(row: SubscriptionRow): Subscription {
  return {
    ...{ id: row.id, plan_id: row.planId, tier: row.tier as Tier, status: row.status as Status },
    ...{ billing_cycle: row.billingCycle as Cycle, billing_currency: row.currency, amount: row.amount },
    renews_at: row.renewsAt?.toISOString() ?? null,
    trial_ends_at: row.trialEndsAt?.toISOString() ?? null,
    cancel_at: row.cancelAt?.toISOString() ?? null,
    scheduled_downgrade: row.nextPlanId && row.renewsAt ? { plan_id: row.nextPlanId, tier: row.nextTier as Tier, at: row.renewsAt.toISOString() } : null,
    method: row.method ?? null,
    is_test: row.provider === 'test',
  }
}
export async function reply(ctx: Ctx, url: string | null = null) {
  return { url, subscription: present((await ownSubscription(ctx))!) }
}
export const termsHeld = ({ planId, billingCycle, currency, addons, couponId }: SubscriptionRow): Terms => ({
  ...{ planId, currency, addons, couponId: couponId ?? null },
  cycle: billingCycle as Cycle,
})

/** What is given now, else what is held. @throws AtriumError 404 for one that is over, unless it is held */
async function couponOf(ctx: Ctx, given: number | undefined, held: number | null): Promise<number | null> {
  if (given === undefined || given === held) return held
  if (!(await catalogue(ctx)).coupons.find(({ id }) => id === given)?.is_active) throw notFound('Coupon')
  return given
}

async function demandFit(ctx: Ctx, { addons }: Catalogue, { plan, addons: quantities }: Pick<Priced, 'plan' | 'addons'>): Promise<void> {
  const reasons = reasonsAgainst(ctx, withAddons(plan.limits, addons, quantities), await usageOf(ctx))
  if (reasons.length)
    throw new AtriumError(422, 'plan_too_small', 'Your usage is above the limits of this plan.', {
      details: Object.fromEntries(reasons.map(({ limit, message }) => [limit, [message]])),
    })
}

/** The same purchase asked for twice is one: what is not paid yet is begun anew only after the page before was closed. */
export async function subscribe(ctx: Ctx, input: { plan_id: number; billing_cycle: Cycle; billing_currency: string; plan_coupon_id?: number }) {
  const offers = await catalogue(ctx)
  const couponId = await couponOf(ctx, input.plan_coupon_id, null)
  const terms = await priced(ctx, { planId: input.plan_id, cycle: input.billing_cycle, currency: input.billing_currency, addons: {}, couponId })
  if (!terms.plan.is_offered) throw notFound('Plan')
  const before = await ownSubscription(ctx)
  if (before && HELD.includes(before.status)) throw conflict('This community already has a plan. Switch plans instead.', 'subscribed')
  await demandFit(ctx, offers, terms)
  if (before?.checkout && before.status === 'incomplete') {
    const open = await ctx.platform.home('read', (home) => home.use(payments).expireCheckout(before.checkout!))
    if (open.status === 'complete') throw conflict('This has been paid. It appears here in a moment.', 'subscribed')
  }
  const reference = randomUUID()
  const fields = {
    ...{ reference, planId: terms.planId, tier: terms.plan.tier, status: 'incomplete', billingCycle: terms.cycle, currency: terms.currency },
    ...{ amount: terms.amount, couponId, addons: {}, subscription: null, provider: null, checkout: null, version: 0, renewsAt: null, trialEndsAt: null },
    ...{ cancelAt: null, method: null, nextPlanId: null, nextTier: null, nextCycle: null },
  }
  await ctx.em.upsert(SubscriptionTable, { communityId: ctx.community.id, ...fields }, { onConflictFields: ['communityId'] })
  const owner = await ownerOf(ctx)
  const { url } = ctx.community
  const began = await ctx.platform.home('read', async (home) => {
    const service = home.use(payments)
    const customerId = await service.ensureCustomer({ ...owner, known: before?.customer ?? null, key: `plans-customer:${ctx.community.id}` })
    const page = await service.checkout({
      purpose: { owner: 'plans', reference: `${ctx.community.id}:${reference}` },
      key: `plans-checkout:${reference}`,
      mode: 'subscription',
      lines: [lineOf(ctx, terms)],
      email: owner.email,
      customerId,
      trialDays: before === null && terms.plan.trial_days > 0 ? terms.plan.trial_days : null,
      successUrl: `${url}/settings/billing`,
      cancelUrl: `${url}/settings/plans`,
      locale: ctx.locale,
    })
    return { customer: customerId, provider: service.provider().key, ...page }
  })
  const { customer, provider, id: checkout } = began
  await ctx.em.nativeUpdate(SubscriptionTable, { reference }, { customer, provider, checkout })
  await ctx.audit('plan.chosen', `plan:${terms.planId}`, { tier: terms.plan.tier })
  return { url: began.url, checkoutId: checkout }
}

/** Who is written to about money: the one who asks, else the owner of the community. */
async function ownerOf(ctx: Ctx): Promise<{ email: string; name: string }> {
  if (ctx.account) return { email: ctx.account.email, name: ctx.community.name }
  const [owner] = await ctx.sql<{ id: number }>('select id from kernel.member_card where community_id = $1 and account_id = $2', [ctx.platform.ownerAccountId])
  const address = owner && (await ctx.members.addresses([owner.id])).get(owner.id)
  if (!address) throw invalid({ email: ['This community has no owner to contact.'] })
  return { email: address.email, name: ctx.community.name }
}

/** At the provider, once for this state of the subscription; what came of it arrives as an event too. */
async function ask(ctx: Ctx, row: SubscriptionRow & { subscription: string }, what: string, change: SubscriptionChange): Promise<void> {
  const key = `plans-${what}:${row.reference}:${row.version}`
  await ctx.platform.home('read', (home) => home.use(payments).change(row.subscription, change, key))
}

interface Wanted {
  plan_id: number
  billing_cycle?: Cycle
  plan_coupon_id?: number
}
const wanted = async (ctx: Ctx, row: SubscriptionRow, input: Wanted): Promise<Priced> =>
  priced(ctx, {
    ...termsHeld(row),
    planId: input.plan_id,
    cycle: input.billing_cycle ?? (row.billingCycle as Cycle),
    couponId: await couponOf(ctx, input.plan_coupon_id, row.couponId ?? null),
  })

/** @throws AtriumError 404, 409, 422 for a smaller plan, which is scheduled instead */
export async function changePlan(ctx: Ctx, id: number, input: Wanted): Promise<void> {
  const row = await demandLive(ctx, id)
  const terms = await wanted(ctx, row, input)
  if (!terms.plan.is_offered && terms.planId !== row.planId) throw notFound('Plan')
  if (TIERS.indexOf(terms.plan.tier) < TIERS.indexOf(row.tier as Tier))
    throw new AtriumError(422, 'downgrade_is_scheduled', 'A smaller plan starts next period. Schedule it instead.')
  await demandFit(ctx, await catalogue(ctx), terms)
  const line = lineOf(ctx, terms)
  await ask(ctx, row, `change:${line.reference}`, { line, prorate: true })
  await ctx.em.nativeUpdate(
    SubscriptionTable,
    { id: row.id },
    {
      ...{ planId: terms.planId, tier: terms.plan.tier, billingCycle: terms.cycle, amount: terms.amount, couponId: terms.couponId },
      ...{ nextPlanId: null, nextTier: null, nextCycle: null },
    },
  )
  await ctx.audit('plan.chosen', `plan:${terms.planId}`, { tier: terms.plan.tier })
}

/** @throws AtriumError 404, 409 without a plan, 422 where less than what is used would be left */
export async function setAddons(ctx: Ctx, wanted: { plan_addon_id: number; quantity: number }[]): Promise<void> {
  const own = await ownSubscription(ctx)
  if (!own) throw conflict('Add-ons require a plan. Choose one first.', 'no_subscription')
  const row = await demandLive(ctx, own.id)
  const offers = await catalogue(ctx)
  const addons = { ...row.addons }
  for (const { plan_addon_id: id, quantity } of wanted) {
    const addon = offers.addons.find((one) => one.id === id)
    if (!addon || (!addon.is_offered && quantity > (addons[id] ?? 0))) throw notFound('Add-on')
    if (quantity > 0) addons[id] = quantity
    else delete addons[id]
  }
  const terms = await priced(ctx, { ...termsHeld(row), addons })
  await demandFit(ctx, offers, terms)
  const line = lineOf(ctx, terms)
  await ask(ctx, row, `change:${line.reference}`, { line, prorate: true })
  await ctx.em.nativeUpdate(SubscriptionTable, { id: row.id }, { addons, amount: terms.amount })
}

export async function cancel(ctx: Ctx, id: number): Promise<void> {
  const row = await demandLive(ctx, id)
  await ask(ctx, row, 'cancel', { cancel: 'period_end', prorate: false })
  await ctx.em.nativeUpdate(SubscriptionTable, { id: row.id }, { cancelAt: row.renewsAt ?? null, nextPlanId: null, nextTier: null, nextCycle: null })
  await ctx.audit('plan.cancelled', `plan:${row.planId}`, { tier: row.tier })
}

/** @returns where to pay, for one that has ended */
export async function renew(ctx: Ctx, id: number): Promise<string | null> {
  const row = await demandOwn(ctx, id)
  if (!row.subscription || !HELD.includes(row.status)) {
    const { planId, billingCycle, currency } = row
    return (await subscribe(ctx, { plan_id: planId, billing_cycle: billingCycle as Cycle, billing_currency: currency })).url
  }
  const live = await demandLive(ctx, id)
  if (row.cancelAt) {
    await ask(ctx, live, 'resume', { cancel: null, prorate: false })
    await ctx.em.nativeUpdate(SubscriptionTable, { id: row.id }, { cancelAt: null })
  } else if (row.status === 'past_due' || row.status === 'unpaid')
    await ctx.platform.home('read', (home) => home.use(payments).retry(live.subscription, `plans-retry:${row.reference}:${row.version}:${ctx.now().getTime()}`))
  return null
}

export async function checkFit(ctx: Ctx, id: number, planId: number) {
  const row = await demandOwn(ctx, id)
  const { plans, addons } = await catalogue(ctx)
  const plan = plans.find((one) => one.id === planId)
  if (!plan) throw notFound('Plan')
  const reasons = reasonsAgainst(ctx, withAddons(plan.limits, addons, row.addons), await usageOf(ctx))
  return { can_downgrade: reasons.length === 0, reasons }
}

/** @throws AtriumError 404, 409, 422 with the reasons */
export async function scheduleDowngrade(ctx: Ctx, id: number, input: Wanted): Promise<void> {
  const row = await demandLive(ctx, id)
  if (row.cancelAt) throw conflict('This plan ends with the current period. Resume it first.', 'subscription_ends')
  const terms = await wanted(ctx, row, input)
  if (!terms.plan.is_offered) throw notFound('Plan')
  if (TIERS.indexOf(terms.plan.tier) >= TIERS.indexOf(row.tier as Tier)) throw invalid({ plan_id: ['Choose a smaller plan.'] })
  await demandFit(ctx, await catalogue(ctx), terms)
  const next = { nextPlanId: terms.planId, nextTier: terms.plan.tier, nextCycle: terms.cycle, nextCouponId: terms.couponId }
  await ctx.em.nativeUpdate(SubscriptionTable, { id: row.id }, next)
  await ctx.audit('plan.downgrade_scheduled', `plan:${terms.planId}`, { tier: terms.plan.tier })
}
export async function cancelDowngrade(ctx: Ctx, id: number): Promise<void> {
  const row = await demandOwn(ctx, id)
  await ctx.em.nativeUpdate(SubscriptionTable, { id: row.id }, { nextPlanId: null, nextTier: null, nextCycle: null })
}

export async function changeMethod(ctx: Ctx, id: number): Promise<string | null> {
  const row = await demandLive(ctx, id)
  const returnTo = `${ctx.community.url}/settings/billing`
  const page = await ctx.platform.home('read', (home) =>
    home.use(payments).methodSession({ customerId: row.customer!, subscriptionId: row.subscription, returnTo, key: `plans-method:${randomUUID()}` }),
  )
  return page.url
}

type Asked = { new_plan_id: number; billing_cycle?: Cycle; billing_currency?: string; plan_coupon_id?: number; only_ch?: boolean }
/** @throws AtriumError 404, 422; 502 while the provider is away */
export async function preview(ctx: Ctx, input: Asked): Promise<Preview> {
  const row = await ownSubscription(ctx)
  const live = row?.subscription && HELD.includes(row.status) ? row : null
  const { plans } = await catalogue(ctx)
  const plan = plans.find(({ id }) => id === input.new_plan_id)
  if (!plan) throw notFound('Plan')
  const currency = live?.currency ?? input.billing_currency ?? plan.prices[0]?.currency ?? ''
  const cycle = input.billing_cycle ?? (live?.billingCycle as Cycle | undefined) ?? 'monthly'
  const couponId = await couponOf(ctx, input.plan_coupon_id, live?.couponId ?? null)
  const terms = await priced(ctx, { planId: plan.id, cycle, currency, addons: live?.addons ?? {}, couponId })
  const coupon = terms.coupon && { name: terms.coupon.name, percent: terms.coupon.percent }
  if (!live) {
    const trial = row === null && plan.trial_days > 0
    const text = lineOf(ctx, terms).name
    const nextAt = trial ? new Date(ctx.now().getTime() + plan.trial_days * 86_400_000) : null
    return {
      ...{ currency, coupon },
      due_now: trial ? 0 : terms.amount,
      lines: input.only_ch ? [] : [{ text, amount: terms.amount }],
      next_amount: terms.amount,
      next_at: nextAt?.toISOString() ?? null,
    }
  }
  // a smaller plan comes with the next period, and costs nothing today
  const smaller = TIERS.indexOf(plan.tier) < TIERS.indexOf(live.tier as Tier)
  const change = smaller
    ? { dueNow: { amount: 0 }, lines: [], nextAt: live.renewsAt?.toISOString() ?? null }
    : await ctx.platform.home('read', (home) => home.use(payments).previewChange(live.subscription!, { line: lineOf(ctx, terms) }))
  return { currency, coupon, due_now: change.dueNow.amount, lines: input.only_ch ? [] : change.lines, next_amount: terms.amount, next_at: change.nextAt }
}
