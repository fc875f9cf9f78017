/** What is done to a subscription after it was bought. The provider is asked by a key of the row as it stands, so that the same act twice is one. */
import { conflict, notFound } from '@atrium/sdk'
import type { Ctx, RowOf } from '@atrium/sdk/server'
import payments from '../../../../payments/contract.ts'
import type { OwnAct, SubscriptionAct } from '../../../contract/inputs.ts'
import type { HappeningTable, PriceRow } from '../../entities.ts'
import { type PurchaseWith, purchasesById } from '../../reads.ts'
import { anotherPrice, applyChange, change, needProcessor, previewOfChange, taxedFor } from './changes.ts'
import { demandFit, needCoupon, useCoupon } from '../../selling/service/coupons.ts'
import { gross } from '../../selling/service/document.ts'
import { later } from '../../selling/service/quote.ts'
import { endNow, refundLast } from './refunds.ts'
import { endsHere } from './returned.ts'

const DAY = 86_400_000

/** Of a request without a transaction: one statement. */
export async function noteNow(ctx: Ctx, purchaseId: number, kind: string, data: RowOf<typeof HappeningTable>['data'] = {}): Promise<void> {
  await ctx.sql(`insert into paywalls.happening (community_id, purchase_id, kind, data, actor_member_id, at) values ($1, $2, $3, $4, $5, $6)`, [
    purchaseId,
    kind,
    JSON.stringify(data),
    ctx.member?.id ?? null,
    ctx.now(),
  ])
}
export async function needPurchase(ctx: Ctx, id: number, ownerId?: number): Promise<PurchaseWith> {
  const [row] = await ctx.read(purchasesById, [[id]])
  if (!row || (ownerId !== undefined && row.member_id !== ownerId)) throw notFound('Subscription')
  return row
}
/** The choices of whoever wants another price. */
export const otherPrices = (ctx: Ctx, rows: PurchaseWith[]): Promise<PriceRow[]> =>
  ctx.sql<PriceRow>(
    `select * from paywalls.price where community_id = $1 and paywall_id = any ($2::bigint[]) and status = 'active' and price_type = 'subscription'
     and not is_custom_amount order by position, id`,
    [[...new Set(rows.map(({ paywall_id }) => paywall_id))]],
  )

export const previewChange = async (ctx: Ctx, row: PurchaseWith, priceId: number) => previewOfChange(ctx, row, await anotherPrice(ctx, row, priceId))

export async function pause(ctx: Ctx, row: PurchaseWith, months: number): Promise<void> {
  if (row.kind !== 'subscription' || row.status !== 'active') throw conflict('You can only pause a paid subscription.', 'cannot_pause')
  const until = later(ctx.now(), 'monthly', months)
  await ctx.sql('update paywalls.purchase set paused_until = $3 where community_id = $1 and id = $2', [row.id, until])
  await change(ctx, row, 'pause', { pause: 'void', prorate: false })
  await noteNow(ctx, row.id, 'pause_asked', { until: until.toISOString() })
}
/** Goes on in what is paid; where nothing is, a new period begins and is paid at once. */
export async function resume(ctx: Ctx, row: PurchaseWith): Promise<void> {
  if (row.status === 'paused') {
    const isPaid = row.paid_until !== null && row.paid_until > ctx.now()
    await change(ctx, row, 'resume', { pause: null, prorate: false, ...(!isPaid && { restart: true }) })
  } else if (row.ends_at && row.status !== 'canceled') await change(ctx, row, 'stay', { cancel: null, prorate: false })
  else throw conflict('There is nothing to resume.', 'cannot_resume')
  await noteNow(ctx, row.id, 'resume_asked')
}
export async function changePrice(ctx: Ctx, row: PurchaseWith, priceId: number): Promise<void> {
  if (row.kind !== 'subscription') throw conflict('You can only change the price of a subscription.', 'cannot_change')
  await applyChange(ctx, row, await anotherPrice(ctx, row, priceId))
}
export async function cancel(ctx: Ctx, row: PurchaseWith, when: 'now' | 'at_period_end', how: string): Promise<void> {
  if (row.status === 'canceled' || row.status === 'refunded') throw conflict('This subscription has ended or was never paid.', 'subscription_over')
  // nothing runs anywhere else: it ends in this very step
  if (row.provider === null) return endNow(ctx, row, how)
  if (when === 'now') {
    await demandEnding(ctx, row)
    await endNow(ctx, row, how)
    return noteNow(ctx, row.id, 'cancel_now')
  }
  await ctx.sql('update paywalls.purchase set cancellation = $3 where community_id = $1 and id = $2', [row.id, how])
  await change(ctx, row, 'cancel:at_period_end', { cancel: 'period_end', prorate: false })
  await noteNow(ctx, row.id, 'cancel_asked')
}
/** @throws AtriumError 409 where there is nothing to end */
async function demandEnding(ctx: Ctx, row: PurchaseWith): Promise<void> {
  if (row.canceled_at !== null || !(await endsHere(ctx, row))) needProcessor(row)
}

/** @throws AtriumError 404, 409, 422 */
export async function act(ctx: Ctx, id: number, input: SubscriptionAct): Promise<void> {
  const row = await needPurchase(ctx, id)
  switch (input.act) {
    case 'cancel':
      // money first: what cannot be given back ends nothing
      if (input.ends_at === 'now' && input.refund_type) {
        await demandEnding(ctx, row)
        await refundLast(ctx, row, input.refund_type)
      }
      await cancel(ctx, row, input.ends_at, 'admin')
      break
    case 'pause':
      await pause(ctx, row, input.months ?? 1)
      break
    case 'resume':
      await resume(ctx, row)
      break
    case 'change_price':
      await changePrice(ctx, row, input.price_id!)
      break
    case 'retry':
      await ctx.use(payments).retry(needProcessor(row), `retry:${row.id}:${row.seen_version}`)
      break
    case 'give_time':
      await giveTime(ctx, row, input.days!)
      break
    case 'apply_coupon': {
      const coupon = await needCoupon(ctx, input.coupon_code)
      // whoever sells may give one where buyers cannot enter it
      demandFit(ctx, coupon, { coupons_enabled: true }, { id: row.price_id, currency: row.currency })
      await useCoupon(ctx, coupon!.id)
      await change(ctx, row, `coupon:${coupon!.id}`, {
        discount: {
          reference: `coupon:${coupon!.id}`,
          name: coupon!.code,
          ...(coupon!.kind === 'percent'
            ? { percent: coupon!.percent_off! / 100 }
            : { amount: { amount: gross(coupon!.amount_off!, taxedFor(row), row.currency), currency: row.currency } }),
          duration: coupon!.duration,
          months: coupon!.duration_in_months ?? undefined,
        },
        prorate: false,
      })
      await ctx.sql('update paywalls.purchase set coupon_id = $3, coupon_code = $4 where community_id = $1 and id = $2', [row.id, coupon!.id, coupon!.code])
      await noteNow(ctx, row.id, 'coupon_given', { code: coupon!.code })
    }
  }
  await ctx.audit('subscription.changed', `member:${row.member_id}`, { paywall: row.paywall_name, act: input.act })
}
export async function giveTime(ctx: Ctx, row: PurchaseWith, days: number): Promise<void> {
  const from = row.status === 'trial' ? row.trial_ends_at : row.status === 'paused' ? row.paid_until : row.period_end
  const until = new Date(Math.max(from?.getTime() ?? 0, ctx.now().getTime()) + days * DAY)
  if (row.provider === null) {
    if (row.ends_at)
      await ctx.sql('update paywalls.purchase set ends_at = $3 where community_id = $1 and id = $2', [row.id, new Date(row.ends_at.getTime() + days * DAY)])
  } else {
    if (row.status === 'trial') await ctx.sql('update paywalls.purchase set trial_ends_at = $3 where community_id = $1 and id = $2', [row.id, until])
    else await ctx.sql('update paywalls.purchase set paid_until = greatest(paid_until, $3) where community_id = $1 and id = $2', [row.id, until])
    await change(ctx, row, `time:${until.toISOString().slice(0, 10)}`, { trialEnd: until, prorate: false })
  }
  await noteNow(ctx, row.id, 'time_given', { days })
}
/** The same by the one who pays. */
export async function ownAct(ctx: Ctx, id: number, input: OwnAct): Promise<void> {
  const row = await needPurchase(ctx, id, ctx.me().id)
  if (input.reason)
    await ctx.sql('insert into paywalls.survey (community_id, purchase_id, member_id, reason, comment, stayed) values ($1, $2, $3, $4, $5, $6)', [
      row.id,
      ctx.me().id,
      input.reason,
      input.comment ?? '',
      input.act !== 'cancel',
    ])
  if (input.act === 'cancel') {
    if (row.kind === 'installments') throw conflict('Installments run until the total is paid. Contact the community if you can’t continue.', 'cannot_cancel')
    await cancel(ctx, row, 'at_period_end', input.reason!)
  } else if (input.act === 'pause') await pause(ctx, row, input.months ?? 1)
  else if (input.act === 'resume') await resume(ctx, row)
  else await changePrice(ctx, row, input.price_id!)
}
