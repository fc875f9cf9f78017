/** What happens by time: downgrades at the end of a period, and warnings when usage comes near a limit. */
import { LIMITS } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import payments from '../../../payments/contract.ts'
import type { Cycle } from '../../contract.ts'
import { NoticeTable, SubscriptionTable } from '../entities.ts'
import { LIVE, ownSubscription, termsHeld } from './subscription.ts'
import { lineOf, priced } from './terms.ts'
import { fromHeld, usageOf } from './usage.ts'

/** The bill of the next period is written with the smaller plan on it, so it must be told before. */
const AHEAD_MS = 2 * 3_600_000

/** The new line is at the provider before the period ends; its event gives the community the smaller plan. */
export async function downgradeDue(ctx: Ctx): Promise<void> {
  const row = await ownSubscription(ctx)
  if (!row?.nextPlanId || !row.renewsAt || !row.subscription || !LIVE.includes(row.status)) return
  if (row.renewsAt.getTime() - AHEAD_MS > ctx.now().getTime()) return
  const next = { planId: row.nextPlanId, cycle: row.nextCycle as Cycle, couponId: row.nextCouponId ?? null }
  const terms = await priced(ctx, { ...termsHeld(row), ...next })
  const key = `plans-downgrade:${row.reference}:${row.renewsAt.getTime()}`
  await ctx.platform.home('read', (home) => home.use(payments).change(row.subscription!, { line: lineOf(ctx, terms), prorate: false }, key))
  await ctx.em.nativeUpdate(SubscriptionTable, { id: row.id, nextPlanId: row.nextPlanId }, { nextPlanId: null, nextTier: null, nextCycle: null })
}

/** Told once at each of these, and anew when it has been below since. */
const STEPS = [100, 90] as const
export async function watchLimits(ctx: Ctx): Promise<void> {
  const limits = fromHeld(ctx.community.limits)
  if (LIMITS.every((limit) => limits[limit] === null)) return
  const used = await usageOf(ctx)
  const told = new Map((await ctx.em.find(NoticeTable, {})).map((row) => [row.limitKey, row]))
  for (const limit of LIMITS) {
    const max = limits[limit]
    const step = max === null ? undefined : STEPS.find((percent) => used[limit] * 100 >= max * percent)
    const before = told.get(limit)
    if (step === undefined) {
      if (before) ctx.em.remove(before)
      continue
    }
    if (before && before.percent >= step) continue
    if (before) before.percent = step
    else ctx.em.create(NoticeTable, { limitKey: limit, percent: step })
    await tell(ctx, { limit: ctx.t(`limit.${limit}`), used: used[limit], max: max! }, step)
  }
}

async function tell(ctx: Ctx, values: { limit: string; used: number; max: number }, percent: number): Promise<void> {
  const [owner] = await ctx.sql<{ id: number }>('select id from kernel.member_card where community_id = $1 and account_id = $2', [ctx.platform.ownerAccountId])
  const address = owner && (await ctx.members.addresses([owner.id])).get(owner.id)
  if (!address) return
  const key = percent === 100 ? 'full' : 'near'
  const subject = ctx.t(`mail.${key}.subject`, { ...values, community: ctx.community.name }, address.locale)
  const text = ctx.t(`mail.${key}.text`, { ...values, url: `${ctx.community.url}/settings/plans` }, address.locale)
  await ctx.mail({ to: address.email, subject, text, locale: address.locale, kind: { key, values } })
}
