/** Whoever leaves pays no more. A ban with an end takes no payments while it lasts; afterwards the subscriptions go on by themselves. */
import type { Ctx } from '@atrium/sdk/server'
import archive from '../../../../archive/contract.ts'
import { underBan } from '../../../contract/banned.ts'
import { standingJob } from '../../jobs.ts'
import { type PurchaseWith, purchasesById } from '../../reads.ts'
import { closePages } from '../../selling/service/open.ts'
import { noteNow } from './acts.ts'
import { change } from './changes.ts'
import { onLeft, runningOf } from './due.ts'
import { endAtProvider } from './returned.ts'

const bannedUntil = async (ctx: Ctx, memberId: number): Promise<Date | null> => (ctx.has(archive) ? ctx.use(archive).bannedUntil(memberId) : null)
/** The provider is told by a job, which looks at how things are by then. */
export const follow = (ctx: Ctx, memberId: number): Promise<void> => ctx.enqueue(standingJob, { memberId }, { key: `paywalls.standing:${memberId}` })

export async function onAway(ctx: Ctx, memberId: number): Promise<void> {
  if (!(await bannedUntil(ctx, memberId))) return onLeft(ctx, memberId)
  await closePages(ctx, { memberId })
  await follow(ctx, memberId)
}
/** A ban of somebody who is banned already may last longer, or for good. */
export const onBanned = (ctx: Ctx, memberId: number, isForGood: boolean): Promise<void> => (isForGood ? onLeft(ctx, memberId) : follow(ctx, memberId))

/** Calls the provider, so without a transaction. */
export async function followStanding(ctx: Ctx, memberId: number): Promise<void> {
  const [isIn] = await ctx.sql(`select 1 from kernel.member_card where community_id = $1 and id = $2 and status = 'active'`, [memberId])
  if (isIn) {
    const held = await ctx.sql<{ id: number }>('select id from paywalls.purchase where community_id = $1 and member_id = $2 and suspended_at is not null', [
      memberId,
    ])
    for (const row of await ctx.read(purchasesById, [held.map(({ id }) => id)])) await goOn(ctx, row)
    return
  }
  const until = await bannedUntil(ctx, memberId)
  if (!until) return
  for (const row of await ctx.read(purchasesById, [await runningOf(ctx, memberId)])) {
    const becomes = underBan(row, false)
    if (becomes === 'ends') await endAtProvider(ctx, [row.id], 'left')
    else if (becomes === 'pauses' || row.suspended_at) await suspend(ctx, row, until)
  }
}
async function suspend(ctx: Ctx, row: PurchaseWith, until: Date): Promise<void> {
  await ctx.sql('update paywalls.purchase set suspended_at = coalesce(suspended_at, $3), paused_until = $4 where community_id = $1 and id = $2', [
    ...[row.id, ctx.now(), until],
  ])
  if (row.status === 'paused') return
  await change(ctx, row, 'suspend', { pause: 'void', prorate: false })
  await noteNow(ctx, row.id, 'pause_asked', { until: until.toISOString() })
}
/** A trial has the days that the ban took; what is paid goes on in what is paid, or begins a new period. */
async function goOn(ctx: Ctx, row: PurchaseWith): Promise<void> {
  const { id, status, charges_quantity: paid, trial_ends_at: tried, suspended_at: since, paid_until: paidUntil } = row
  const now = ctx.now()
  const isTrial = paid === 0 && tried !== null && tried > since!
  const trialEnd = isTrial ? new Date(tried.getTime() + now.getTime() - since!.getTime()) : null
  if (status !== 'canceled' && status !== 'refunded') {
    const restart = !trialEnd && status === 'paused' && !(paidUntil !== null && paidUntil > now)
    await change(ctx, row, 'go-on', { pause: null, prorate: false, ...(trialEnd && { trialEnd }), ...(restart && { restart }) })
    await noteNow(ctx, id, 'resume_asked')
  }
  // in one statement after the provider's answer, so that a second try adds no days to the days
  await ctx.sql('update paywalls.purchase set suspended_at = null, trial_ends_at = coalesce($3, trial_ends_at) where community_id = $1 and id = $2', [
    id,
    trialEnd,
  ])
}
