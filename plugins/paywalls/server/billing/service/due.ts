/** What the calendar does: ends, grace, reminders, pauses that are over, checkouts that nobody came back from, and whoever has left. */
import { type Ctx, hold } from '@atrium/sdk/server'
import payments from '../../../../payments/contract.ts'
import { type CheckoutEntity, CheckoutTable, type PurchaseEntity, PurchaseTable } from '../../entities.ts'
import { purchasesById } from '../../reads.ts'
import { resume } from './acts.ts'
import { sendDue } from './gifts.ts'
import { endTest } from './live.ts'
import { mailPurchase } from './mails.ts'
import { isTest } from '../../shared/service/mode.ts'
import { release } from '../../selling/service/once.ts'
import { closePages } from '../../selling/service/open.ts'
import { settle } from './purchases.ts'
import { endLater } from './returned.ts'
import { freeSeats } from './seats.ts'

const DAY = 86_400_000
const AT_ONCE = 500
const ids = async (ctx: Ctx, where: string, params: unknown[]): Promise<number[]> =>
  (await ctx.sql<{ id: number }>(`select id from paywalls.purchase where community_id = $1 and ${where} order by id limit ${AT_ONCE}`, params)).map(
    ({ id }) => id,
  )
const held = (ctx: Ctx, id: number): Promise<PurchaseEntity> => hold(ctx, PurchaseTable, id)

/** Hourly, and again until nothing is left. */
export async function runDue(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  // what stood open until a date: access has gone by itself, numbers and the time line follow
  for (const id of await ids(ctx, 'is_open and closes_at <= $2', [now])) {
    const purchase = await held(ctx, id)
    const isOver = (purchase.provider === null || purchase.isGift) && purchase.endsAt != null && purchase.endsAt <= now
    await settle(ctx, purchase, null, isOver ? 'canceled' : purchase.status, now)
  }
  for (const id of await ids(ctx, `status = 'trial' and trial_ends_at between $2 and $3 and reminded_for is distinct from trial_ends_at`, [
    now,
    new Date(now.getTime() + 2 * DAY),
  ]))
    await remind(ctx, await held(ctx, id), 'trial', 'trialEndsAt')
  for (const id of await ids(
    ctx,
    `status = 'active' and kind = 'subscription' and interval = 'yearly' and ends_at is null and provider is not null and period_end between $2 and $3 and reminded_for is distinct from period_end`,
    [now, new Date(now.getTime() + 14 * DAY)],
  ))
    await remind(ctx, await held(ctx, id), 'renewal', 'periodEnd')
  for (const id of await ids(ctx, `status = 'past_due' and grace_until between $2 and $3 and reminded_for is distinct from grace_until`, [
    now,
    new Date(now.getTime() + 2 * DAY),
  ]))
    await remind(ctx, await held(ctx, id), 'grace', 'graceUntil')
  await sendDue(ctx)
  if (!isTest(ctx)) await endTest(ctx)
  const over = await ctx.sql<{ id: number }>(
    `select id from paywalls.checkout where community_id = $1 and status = 'prepared' and expires_at < $2 order by id limit ${AT_ONCE}`,
    [now],
  )
  for (const { id } of over) {
    const checkout: CheckoutEntity = await hold(ctx, CheckoutTable, id)
    if (checkout.status === 'prepared') checkout.status = 'expired'
  }
  await ctx.em.flush()
}
async function remind(
  ctx: Ctx,
  purchase: PurchaseEntity,
  key: 'trial' | 'renewal' | 'grace',
  field: 'trialEndsAt' | 'periodEnd' | 'graceUntil',
): Promise<void> {
  const at = purchase[field]
  if (!at || purchase.remindedFor?.getTime() === at.getTime()) return
  purchase.remindedFor = at
  await mailPurchase(ctx, purchase, key, { at })
}

/** Pauses that are over go on; checkouts whose end was not heard of are asked after. Calls the provider, so without a transaction. */
export async function runResume(ctx: Ctx): Promise<void> {
  for (const id of await ids(
    ctx,
    `status = 'paused' and paused_until <= $2 and processor_id is not null and suspended_at is null
    and member_id in (select id from kernel.member_card where community_id = $1 and status = 'active')`,
    [ctx.now()],
  )) {
    const [row] = await ctx.read(purchasesById, [[id]])
    if (row?.status === 'paused') await resume(ctx, row)
  }
  const lost = await ctx.sql<{ id: number; processor_id: string | null }>(
    `select id, processor_id from paywalls.checkout where community_id = $1 and status = 'started' and expires_at < $2 order by id limit ${AT_ONCE}`,
    [new Date(ctx.now().getTime() - 3_600_000)],
  )
  for (const { id, processor_id } of lost)
    if (processor_id) await ctx.use(payments).refresh('checkout', processor_id)
    else {
      // the provider was never reached
      const [gone] = await ctx.sql(`update paywalls.checkout set status = 'expired' where community_id = $1 and id = $2 and status = 'started' returning id`, [
        id,
      ])
      if (gone) await release(ctx, id)
    }
}
/** Subscriptions that a provider looks after. */
export const runningOf = (ctx: Ctx, memberId: number): Promise<number[]> =>
  ids(ctx, `member_id = $2 and status in ('trial', 'active', 'past_due', 'paused') and kind <> 'onetime' and provider is not null`, [memberId])

/** Nobody pays for a community that they have left: the provider is told by a job. */
export async function onLeft(ctx: Ctx, memberId: number): Promise<void> {
  await freeSeats(ctx, memberId)
  await closePages(ctx, { memberId })
  await endLater(ctx, await runningOf(ctx, memberId), 'left')
}

/** What the processor goes on charging would outlive the community. */
export async function chargesFirst(ctx: Ctx): Promise<string | null> {
  const [running] = await ids(ctx, `is_open and interval is not null and processor_id is not null and ends_at is null`, [])
  return running === undefined ? null : 'End all running subscriptions first. The payment processor would go on charging for them.'
}
