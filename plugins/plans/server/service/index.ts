/** What other plugins call, and what the screens ask first. */
import { forbidden, type Tier, TIERS } from '@atrium/sdk'
import { type Ctx, lastId, page, type Paging, rowsFor } from '@atrium/sdk/server'
import type { Addon, Cycle, Invoice, Overview, PlansService } from '../../contract.ts'
import { InvoiceTable, PlanTable } from '../entities.ts'
import { catalogue, changePlan, createAddon, createCoupon, ensurePlans } from './catalogue.ts'
import { ownSubscription, present, subscribe } from './subscription.ts'
import { fromHeld, usageOf } from './usage.ts'

function atHome(ctx: Ctx): void {
  if (!ctx.platform.isHome) throw forbidden('Only the platform owner can do this.')
}

export const service = (ctx: Ctx): PlansService => ({
  async offer(tier, change) {
    atHome(ctx)
    await ensurePlans(ctx)
    const { id } = await ctx.em.findOneOrFail(PlanTable, { tier })
    await changePlan(ctx, id, change)
    return id
  },
  async addAddon(addon) {
    atHome(ctx)
    return (await createAddon(ctx, addon)).id
  },
  async addCoupon(coupon) {
    atHome(ctx)
    return (await createCoupon(ctx, coupon)).id
  },
  idOf: async (tier) => (await catalogue(ctx)).plans.find((plan) => plan.tier === tier && plan.is_offered)?.id ?? null,
  hasPlan: async () => (await ownSubscription(ctx)) !== null,
  subscribe: (input) => subscribe(ctx, input),
})

type Wanted = { tier?: Tier; id?: number; billing_currency?: string; plan_type: 'offered' | 'all'; billing_cycle?: Cycle }
export async function overview(ctx: Ctx, { tier, id, billing_currency, plan_type, billing_cycle }: Wanted): Promise<Overview> {
  const { plans } = await catalogue(ctx)
  const row = await ownSubscription(ctx)
  const subscription = row && present(row)
  const canEdit = ctx.platform.isHome && ctx.account?.isPlatformOwner === true
  // who has a plan sees it, whether it is still sold or not
  const shown = plans.filter((plan) => plan.is_offered || plan.id === subscription?.plan_id || (canEdit && plan_type === 'all'))
  const currencies = [...new Set(shown.flatMap(({ prices }) => prices.map((price) => price.currency)))]
  const wanted = billing_currency ?? subscription?.billing_currency
  return {
    records: shown
      .filter((plan) => (tier === undefined || plan.tier === tier) && (id === undefined || plan.id === id))
      .map((plan) => ({
        ...plan,
        prices: plan.prices.filter(
          (price) => (!billing_currency || price.currency === billing_currency) && (!billing_cycle || price.billing_cycle === billing_cycle),
        ),
      })),
    currencies,
    currency: wanted && currencies.includes(wanted) ? wanted : (currencies[0] ?? null),
    current_tier: ctx.community.tier,
    limits: fromHeld(ctx.community.limits),
    usage: await usageOf(ctx),
    subscription,
    can_edit: canEdit,
  }
}

export async function addonsHere(ctx: Ctx): Promise<Addon[]> {
  const [{ addons }, row] = [await catalogue(ctx), await ownSubscription(ctx)]
  const has = row?.addons ?? {}
  const all = ctx.platform.isHome && ctx.account?.isPlatformOwner
  return addons.filter(({ id, is_offered }) => is_offered || has[id] || all).map((addon) => ({ ...addon, quantity: has[addon.id] ?? 0 }))
}

/** The smallest one above that is sold and has all of the features. */
export async function nextPlan(ctx: Ctx, planId: number, features: string[]) {
  const { plans } = await catalogue(ctx)
  const now = plans.find(({ id }) => id === planId)?.tier ?? ctx.community.tier
  const has = (tier: Tier) => features.every((feature) => ctx.platform.tiersOf(feature)?.includes(tier))
  const plan = plans.find(({ tier, is_offered }) => is_offered && TIERS.indexOf(tier) > TIERS.indexOf(now) && has(tier)) ?? null
  return { plan, features: plan ? features : [] }
}

export async function invoices(ctx: Ctx, query: Paging) {
  const before = lastId(query)
  const rows = await ctx.em.find(InvoiceTable, before ? { id: { $lt: before } } : {}, { orderBy: { id: 'desc' }, limit: rowsFor(query) })
  return page(
    rows,
    { query, key: ({ id }) => [id] },
    ({ id, number, text, amount, refunded, currency, status, createdAt }): Invoice => ({
      ...{ id, number: number ?? null, text, amount, amount_refunded: refunded, currency, status: status as Invoice['status'] },
      created_at: createdAt.toISOString(),
    }),
  )
}
