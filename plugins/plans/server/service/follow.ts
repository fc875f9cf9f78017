/** What the provider says of subscriptions and bills becomes the community's tier and limits; heard in the owner's community, which sells. */
import { cut } from '@atrium/sdk'
import { type Ctx, hold } from '@atrium/sdk/server'
import type { ChargeState, SubscriptionState } from '../../../payments/contract.ts'
import type { Status } from '../../contract.ts'
import { CustomerTable, InvoiceTable, type SubscriptionRow, SubscriptionTable } from '../entities.ts'
import { applyJob } from '../jobs.ts'
import { type Catalogue, catalogue, catalogueAt, withAddons } from './catalogue.ts'
import { LIVE } from './subscription.ts'
import { price, termsOf } from './terms.ts'
import { toHeld } from './usage.ts'

interface Told<State> {
  purpose: { owner: string; reference: string } | null
  version: number
  state: State
}
/** `communityId:reference`, as it was given to the provider; null for what is others'. */
function customerOf({ purpose }: Told<unknown>): { communityId: number; reference: string } | null {
  const [communityId, reference] = purpose?.owner === 'plans' ? purpose.reference.split(':') : []
  return communityId && reference ? { communityId: Number(communityId), reference } : null
}

const STATUS: Record<SubscriptionState['status'], Status> = {
  ...{ incomplete: 'incomplete', incomplete_expired: 'canceled', trialing: 'trialing', active: 'active', past_due: 'past_due' },
  ...{ unpaid: 'unpaid', paused: 'unpaid', canceled: 'canceled' },
}
const moment = (text: string | null) => (text === null ? null : new Date(text))

/** Of two purchases that both went through, the one that is there stays. */
async function take(there: Ctx, offers: Catalogue, reference: string, { version, state }: Told<SubscriptionState>): Promise<SubscriptionRow | null> {
  const found = await there.em.findOne(SubscriptionTable, {})
  if (!found) return null
  const row = await hold(there, SubscriptionTable, found.id)
  const status = STATUS[state.status]
  if (row.subscription !== state.id && (LIVE.includes(row.status) || (row.reference !== reference && !LIVE.includes(status)))) {
    if (LIVE.includes(status)) there.log.error({ subscription: state.id, held: row.subscription }, 'a community has paid for two plans')
    return row
  }
  if (row.subscription === state.id && row.version >= version) return row
  const terms = termsOf(state.lines[0]?.reference ?? null)
  const bought = terms && price(offers, terms)
  const moved = bought !== null && (bought.planId !== row.planId || bought.cycle !== row.billingCycle)
  there.em.assign(row, {
    ...{ reference, version, status, subscription: state.id, customer: state.customerId, provider: state.provider },
    ...{
      renewsAt: moment(state.periodEnd),
      trialEndsAt: moment(state.trialEnd),
      cancelAt: moment(state.cancelAt ?? (state.cancelAtPeriodEnd ? state.periodEnd : null)),
    },
    method: state.method && { type: state.method.type, brand: state.method.brand, last4: state.method.last4 },
    amount: state.lines.reduce((sum, { unit, quantity }) => sum + unit.amount * quantity, 0),
    ...(bought && {
      planId: bought.planId,
      tier: bought.plan.tier,
      billingCycle: bought.cycle,
      currency: bought.currency,
      addons: bought.addons,
      couponId: bought.couponId,
    }),
    ...((moved || !LIVE.includes(status)) && { nextPlanId: null, nextTier: null, nextCycle: null }),
  })
  await there.em.flush()
  return row
}

/** Tier and limits as what is paid for says; without that, what new communities begin with. Nothing where it is so already. */
export async function settle(there: Ctx): Promise<void> {
  const { plans, addons } = await catalogue(there)
  const row = await there.em.findOne(SubscriptionTable, {}, { disableIdentityMap: true })
  const plan = row && LIVE.includes(row.status) ? plans.find(({ id }) => id === row.planId) : plans.find(({ is_start }) => is_start)
  if (!plan) return
  const limits = toHeld(withAddons(plan.limits, addons, row && LIVE.includes(row.status) ? row.addons : {}))
  const { tier, limits: held } = there.community
  const keys = Object.keys({ ...limits, ...held }) as (keyof typeof limits)[]
  if (tier === plan.tier && keys.every((key) => limits[key] === held[key])) return
  await there.platform.setPlan({ tier: plan.tier, limits })
}

/** @param home not in a transaction: tier and rows of the customer are written behind their own wall */
export async function followSubscription(home: Ctx, told: Told<SubscriptionState>): Promise<void> {
  const customer = customerOf(told)
  if (!customer || !home.platform.isHome) return
  const { communityId, reference } = customer
  const offers = await catalogueAt(home)
  const said = await home.platform.visit(communityId, 'write', async (there) => {
    const row = await take(there, offers, reference, told)
    return row && { ...row, name: there.community.name, url: there.community.url }
  })
  if (!said) return
  await home.platform.visit(communityId, 'read', settle)
  await home.em.upsert(
    CustomerTable,
    {
      ...{ communityId: home.community.id, customerId: communityId, name: said.name, url: said.url, planId: said.planId, tier: said.tier },
      ...{ addonIds: Object.keys(said.addons).map(Number), status: said.status, amount: said.amount, currency: said.currency },
      ...{ billingCycle: said.billingCycle, renewsAt: said.renewsAt ?? null },
    },
    { onConflictFields: ['communityId', 'customerId'] },
  )
}

export async function followCharge(home: Ctx, told: Told<ChargeState>): Promise<void> {
  const customer = customerOf(told)
  if (!customer || !home.platform.isHome) return
  const { version, state } = told
  await home.platform.visit(customer.communityId, 'write', async (there) => {
    const row = await there.em.findOne(InvoiceTable, { charge: state.id })
    if (row && row.version >= version) return
    const said = {
      ...{
        number: state.invoice?.number ?? null,
        text: cut(state.invoice?.lines.map(({ text }) => text).join('; ') ?? '', 500) || '–',
      },
      ...{ amount: state.amount.amount, refunded: state.refunded, currency: state.amount.currency, status: state.status, version },
    }
    if (row) there.em.assign(row, said)
    else there.em.create(InvoiceTable, { charge: state.id, createdAt: new Date(state.createdAt), ...said } as never)
    await there.em.flush()
  })
}

const BATCH = 50
/** New limits of a plan or an add-on, for those who have it. */
export async function applyTo(home: Ctx, { planId, addonId, after }: { planId: number | null; addonId: number | null; after: number }): Promise<void> {
  const rows = await home.sql<{ id: number; customer_id: number }>(
    `select id, customer_id from plans.customer where community_id = $1 and id > $4 and (plan_id = $2 or addon_ids @> $3::jsonb) order by id limit ${BATCH}`,
    [planId, addonId === null ? null : JSON.stringify([addonId]), after],
  )
  for (const { customer_id } of rows) await home.platform.visit(customer_id, 'read', settle)
  const last = rows.at(-1)
  if (rows.length === BATCH && last) await home.enqueue(applyJob, { planId, addonId, after: last.id })
}

/** A community that has just been made begins with the plan that the owner has named for that, if any. */
export async function begin(ctx: Ctx): Promise<void> {
  if (!ctx.platform.isHome) await settle(ctx)
}
