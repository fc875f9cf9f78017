/** What the owner of the platform sells: read by every community, changed in the owner's own. */
import { randomInt } from 'node:crypto'
import { conflict, forbidden, invalid, notFound, type Tier, TIERS } from '@atrium/sdk'
import { assign, type Ctx, decodeCursor, hold, lastId, page, type Paging, rowsFor } from '@atrium/sdk/server'
import type { Addon, AddonChange, Coupon, Customer, Cycle, Plan, PlanChange, PlanLimits, Price, Status } from '../../contract.ts'
import { AddonTable, type CouponRow, CouponTable, CustomerTable, PlanTable, type PriceRow, PriceTable } from '../entities.ts'
import { applyJob } from '../jobs.ts'

export type OfferedAddon = Omit<Addon, 'quantity'>
export interface Catalogue {
  plans: Plan[]
  addons: OfferedAddon[]
  /** Those too that are over: whoever has one keeps it. */
  coupons: Coupon[]
}
const NAME = 'plans.catalogue'

async function load(home: Ctx): Promise<Catalogue> {
  const [plans, addons, coupons, prices] = await Promise.all([
    home.em.find(PlanTable, {}),
    home.em.find(AddonTable, {}, { orderBy: { id: 'asc' } }),
    home.em.find(CouponTable, {}),
    home.em.find(PriceTable, { isActive: true }, { orderBy: { id: 'asc' } }),
  ])
  const pricesOf = (key: 'planId' | 'addonId', id: number): Price[] =>
    prices.filter((price) => price[key] === id).map(({ billingCycle, currency, amount }) => ({ billing_cycle: billingCycle as Cycle, currency, amount }))
  return {
    plans: plans
      .map(({ id, tier, description, isOffered, isStart, trialDays, members, spaces, storage, seats }) => ({
        ...{ id, tier: tier as Tier, description, is_offered: isOffered, is_start: isStart, trial_days: trialDays },
        limits: { members: members ?? null, spaces: spaces ?? null, storage: storage ?? null, seats: seats ?? null },
        prices: pricesOf('planId', id),
      }))
      .sort((one, other) => TIERS.indexOf(one.tier) - TIERS.indexOf(other.tier)),
    addons: addons.map(({ id, name, limitKey, step, isOffered }) => ({
      ...{ id, name, step, is_offered: isOffered, limit: limitKey as Addon['limit'] },
      prices: pricesOf('addonId', id),
    })),
    coupons: coupons.map(presentCoupon),
  }
}

/** In the owner's community. */
export const catalogueAt = (home: Ctx): Promise<Catalogue> => home.cached(NAME, null, () => load(home))
/** From any community. */
export const catalogue = (ctx: Ctx): Promise<Catalogue> =>
  ctx.once(NAME, () => (ctx.platform.isHome ? catalogueAt(ctx) : ctx.platform.home('read', catalogueAt)))

/** @throws AtriumError 403 for whoever does not own the platform, or does so elsewhere than at home */
export function ownerOnly(ctx: Ctx): void {
  if (!ctx.platform.isHome || !ctx.account?.isPlatformOwner) throw forbidden('Only the platform owner can do this.')
}

/** Every tier has a row, whether it is sold or not. */
export async function ensurePlans(home: Ctx): Promise<void> {
  for (const tier of TIERS) await home.sql('insert into plans.plan (community_id, tier) values ($1, $2) on conflict (community_id, tier) do nothing', [tier])
  home.invalidate(NAME)
}

/** What is the same stays as it is; else the old row is not sold any more, and a new one is. */
async function setPrices(home: Ctx, of: { planId: number } | { addonId: number }, wanted: Price[]): Promise<void> {
  const key = ({ billing_cycle, currency }: Price) => `${billing_cycle} ${currency}`
  if (new Set(wanted.map(key)).size < wanted.length) throw invalid({ prices: ['Add only one price for each billing cycle and currency.'] })
  const now = await home.em.find(PriceTable, { ...of, isActive: true })
  const same = (price: Price, row: PriceRow) => row.billingCycle === price.billing_cycle && row.currency === price.currency && row.amount === price.amount
  for (const row of now) if (!wanted.some((price) => same(price, row))) row.isActive = false
  // the old ones first: of a cycle and currency one is active
  await home.em.flush()
  for (const price of wanted)
    if (!now.some((row) => same(price, row)))
      home.em.create(PriceTable, { ...of, billingCycle: price.billing_cycle, currency: price.currency, amount: price.amount, isActive: true })
  await home.em.flush()
}

/** @throws AtriumError 404, 422 */
export async function changePlan(home: Ctx, id: number, { limits, prices, ...fields }: PlanChange): Promise<Plan> {
  const plan = await hold(home, PlanTable, id, 'Plan')
  if (fields.is_start) await home.em.nativeUpdate(PlanTable, { id: { $ne: id } }, { isStart: false })
  assign(PlanTable, plan, { ...fields, ...limits })
  await home.em.flush()
  if (prices) await setPrices(home, { planId: id }, prices)
  await home.audit('plan.changed', `plan:${id}`, { tier: plan.tier, ...fields, ...limits })
  home.invalidate(NAME)
  // whoever has the plan has its new limits
  if (limits) await home.enqueue(applyJob, { planId: id, addonId: null, after: 0 })
  const found = (await catalogueAt(home)).plans.find((one) => one.id === id)
  if (!found) throw notFound('Plan')
  return found
}

/** @throws AtriumError 422 */
export async function createAddon(home: Ctx, { limit, prices = [], ...fields }: Required<AddonChange>): Promise<OfferedAddon> {
  const addon = home.em.create(AddonTable, { name: fields.name, limitKey: limit, step: fields.step, isOffered: fields.is_offered })
  await home.em.flush()
  await setPrices(home, { addonId: addon.id }, prices)
  await home.audit('plan_addon.created', `plan_addon:${addon.id}`, { name: addon.name })
  return addonAt(home, addon.id)
}
/** @throws AtriumError 404, 422 */
export async function changeAddon(home: Ctx, id: number, { prices, ...fields }: AddonChange): Promise<OfferedAddon> {
  const addon = await hold(home, AddonTable, id, 'Add-on')
  assign(AddonTable, addon, fields)
  await home.em.flush()
  if (prices) await setPrices(home, { addonId: id }, prices)
  await home.audit('plan_addon.changed', `plan_addon:${id}`, fields)
  if (fields.step !== undefined) await home.enqueue(applyJob, { planId: null, addonId: id, after: 0 })
  return addonAt(home, id)
}
async function addonAt(home: Ctx, id: number): Promise<OfferedAddon> {
  home.invalidate(NAME)
  const found = (await catalogueAt(home)).addons.find((one) => one.id === id)
  if (!found) throw notFound('Add-on')
  return found
}
/** @throws AtriumError 404, 409 while a community has it */
export async function removeAddon(home: Ctx, id: number): Promise<void> {
  const addon = await hold(home, AddonTable, id, 'Add-on')
  const [used] = await home.sql('select 1 from plans.customer where community_id = $1 and addon_ids @> $2::jsonb limit 1', [JSON.stringify([id])])
  if (used) throw conflict('A community uses this add-on, so it can’t be deleted. Stop selling it instead.', 'addon_used')
  await home.em.nativeDelete(AddonTable, { id: addon.id })
  await home.audit('plan_addon.deleted', `plan_addon:${id}`, { name: addon.name })
  home.invalidate(NAME)
}

const presentCoupon = ({ id, name, percent, isActive, createdAt }: CouponRow): Coupon => ({
  ...{ id, name, percent, is_active: isActive, created_at: createdAt.toISOString() },
})
export async function coupons(home: Ctx, query: Paging) {
  const [before] = decodeCursor(query.cursor, ['string']) ?? []
  const where = before ? { createdAt: { $lt: new Date(String(before)) } } : {}
  const rows = await home.em.find(CouponTable, where, { orderBy: { createdAt: 'desc' }, limit: rowsFor(query) })
  return page(rows, { query, key: ({ createdAt }) => [createdAt.toISOString()] }, presentCoupon)
}
export async function createCoupon(home: Ctx, { name, percent }: Pick<Coupon, 'name' | 'percent'>): Promise<Coupon> {
  const coupon = home.em.create(CouponTable, { id: randomInt(2 ** 40, 2 ** 47), name, percent, createdAt: home.now() })
  await home.em.flush()
  await home.audit('plan_coupon.created', `plan_coupon:${coupon.id}`, { name, percent })
  home.invalidate(NAME)
  return presentCoupon(coupon)
}
/** @throws AtriumError 404 */
export async function endCoupon(home: Ctx, id: number): Promise<void> {
  const coupon = await hold(home, CouponTable, id, 'Coupon')
  if (!coupon.isActive) return
  coupon.isActive = false
  await home.em.flush()
  await home.audit('plan_coupon.ended', `plan_coupon:${id}`, { name: coupon.name })
  home.invalidate(NAME)
}

export async function customers(home: Ctx, query: Paging) {
  const before = lastId(query)
  const rows = await home.em.find(CustomerTable, before ? { id: { $lt: before } } : {}, { orderBy: { id: 'desc' }, limit: rowsFor(query) })
  return page(
    rows,
    { query, key: ({ id }) => [id] },
    (row): Customer => ({
      ...{ id: row.id, community_id: row.customerId, name: row.name, url: row.url, amount: row.amount, currency: row.currency },
      ...{ tier: row.tier as Tier, status: row.status as Status, billing_cycle: row.billingCycle as Cycle, renews_at: row.renewsAt?.toISOString() ?? null },
    }),
  )
}

/** Null in any of both: no limit. */
export function withAddons(limits: PlanLimits, addons: OfferedAddon[], quantities: Record<string, number>): PlanLimits {
  const sum = { ...limits }
  for (const { id, limit, step } of addons) {
    const room = sum[limit]
    if (room !== null) sum[limit] = room + step * (quantities[id] ?? 0)
  }
  return sum
}
