/** Money that went back: what it closes, by one rule for each kind of purchase. A charge that an admin gave back with "keep access" counts as paid. */
import { type Ctx, hold } from '@atrium/sdk/server'
import payments, { type SubscriptionState } from '../../../../payments/contract.ts'
import { type PurchaseEntity, PurchaseTable } from '../../entities.ts'
import { endJob } from '../../jobs.ts'
import { type PurchaseWith, purchasesById } from '../../reads.ts'
import { settle } from './purchases.ts'

interface Paid {
  /** Payments that are paid and kept, or whose access is. */
  kept: number
  /** Whether all payments of the last period are back, in full or by a dispute that was lost. */
  isBack: boolean
}
async function paidOf(ctx: Ctx, { id }: PurchaseEntity): Promise<Paid> {
  const charges = await ctx.sql<{ back: boolean; is_last: boolean }>(
    `select dispute is not distinct from 'lost' or (refunded >= amount and not keeps_access) as back, coalesce(period_end = max(period_end) over (), true) as is_last
     from paywalls.charge where community_id = $1 and purchase_id = $2 and paid_at is not null and amount > 0`,
    [id],
  )
  const last = charges.filter(({ is_last: isLast }) => isLast)
  return { kept: charges.filter(({ back }) => !back).length, isBack: last.length > 0 && last.every(({ back }) => back) }
}
/**
 * Whether what was paid for it is back: of something paid once, its payment; of a subscription and of instalments, what paid for the last period.
 * A refund of an earlier one is a kindness and ends nothing.
 */
export const isReturned = async (ctx: Ctx, purchase: PurchaseEntity): Promise<boolean> => (await paidOf(ctx, purchase)).isBack
/** Instalments are done once all are paid, less those that went back. */
export const isCompleted = async (ctx: Ctx, purchase: PurchaseEntity): Promise<boolean> =>
  purchase.kind === 'installments' && (await paidOf(ctx, purchase)).kept >= (purchase.installmentsCount ?? Number.MAX_SAFE_INTEGER)

/** Nobody is charged again for what they were given back: the provider is told by a job. */
export async function endLater(ctx: Ctx, purchaseIds: number[], how: string): Promise<void> {
  if (purchaseIds.length) await ctx.enqueue(endJob, { purchaseIds, how }, { key: `paywalls.end:${purchaseIds.join()}` })
}
async function isOverThere(ctx: Ctx, processorId: string): Promise<boolean> {
  const known = (await ctx.use(payments).snapshot('subscription', [processorId])).get(processorId)
  return (known?.state as SubscriptionState | undefined)?.status === 'canceled'
}
/** Calls the provider, so without a transaction. */
export async function endAtProvider(ctx: Ctx, purchaseIds: number[], how: string): Promise<void> {
  for (const { id, processor_id: processorId } of await ctx.read(purchasesById, [purchaseIds])) {
    if (!processorId || (await isOverThere(ctx, processorId))) continue
    await ctx.sql('update paywalls.purchase set cancellation = $3 where community_id = $1 and id = $2', [id, how])
    await ctx.use(payments).change(processorId, { cancel: 'now', prorate: false }, `end:${id}`)
  }
}
/** Whether there is nobody to be told that it ends: no provider, or one at which it has ended. */
export const endsHere = async (ctx: Ctx, row: PurchaseWith): Promise<boolean> =>
  row.provider === null || (row.processor_id !== null && (await isOverThere(ctx, row.processor_id)))
/** Ends it in this very step. In a write. */
export async function endHere(ctx: Ctx, purchaseId: number, how: string): Promise<void> {
  const purchase = await hold(ctx, PurchaseTable, purchaseId)
  purchase.cancellation = how
  if (purchase.provider === null) purchase.endsAt = ctx.now()
  await settle(ctx, purchase, null, 'canceled', ctx.now())
}
