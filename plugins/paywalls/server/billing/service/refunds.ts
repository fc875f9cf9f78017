/**
 * Money that is given back. Each refund is written down, under the lock of its payment, before the provider is asked by the refund's own id: whoever
 * presses again goes on with what was begun, and what died in between is asked for again by a job.
 */
import { randomUUID } from 'node:crypto'
import { conflict, invalid, notFound } from '@atrium/sdk'
import { type Ctx, hold, inWrite, isRefusal, type RowOf } from '@atrium/sdk/server'
import payments from '../../../../payments/contract.ts'
import type { RefundInput } from '../../../contract/inputs.ts'
import type { Charge } from '../../../contract/records.ts'
import { type ChargeRow, type PurchaseRow, PurchaseTable, type RefundTable } from '../../entities.ts'
import { refundJob } from '../../jobs.ts'
import { chargesById, type PurchaseWith, purchasesById } from '../../reads.ts'
import { percentOf } from '../../shared/service/money.ts'
import { backOf, showCharge } from './present.ts'
import { endAtProvider, endHere, endsHere } from './returned.ts'

type RefundRow = RowOf<typeof RefundTable>
type Asking = Pick<RefundRow, 'uid' | 'amount' | 'reason'> & { ends?: boolean; keepsAccess?: boolean }
/** Until a refund whose answer never came is asked for again. */
const ANSWERED_MS = 120_000

const leftOf = (charge: ChargeRow): number => charge.amount - backOf(charge)

const isOver = ({ status }: Pick<PurchaseRow, 'status'>): boolean => status === 'canceled' || status === 'refunded'

/** A charge, held for writing with whatever was paid in the same payment. @throws AtriumError 404 */
async function holdCharge(ctx: Ctx, id: number): Promise<ChargeRow> {
  const parts = await ctx.sql<ChargeRow>(
    `select o.* from paywalls.charge c join paywalls.charge o on o.community_id = $1 and o.provider = c.provider and o.processor_id = c.processor_id
     where c.community_id = $1 and c.id = $2 order by o.id for no key update of o`,
    [id],
  )
  const charge = parts.find((part) => part.id === id)
  if (!charge) throw notFound('Charge')
  return charge
}
/** Of a charge that is held. The job is there with the row, for whatever comes between. */
async function write(
  ctx: Ctx,
  charge: ChargeRow,
  { uid, amount, reason, ends = false, keepsAccess = false }: Asking,
  afterMs = ANSWERED_MS,
): Promise<RefundRow> {
  await ctx.sql(
    `update paywalls.charge set refund_reason = $3, keeps_access = $4, refund_asked = greatest(refund_asked, refunded) + $5 where community_id = $1 and id = $2`,
    [charge.id, reason, keepsAccess, amount],
  )
  const [row] = await ctx.sql<RefundRow>(
    'insert into paywalls.refund (community_id, uid, charge_id, amount, reason, ends) values ($1, $2, $3, $4, $5, $6) returning *',
    [uid, charge.id, amount, reason, ends],
  )
  await ctx.enqueue(refundJob, { uid }, { key: `paywalls.refund:${uid}`, runAt: new Date(ctx.now().getTime() + afterMs) })
  return row!
}
/** All that is left of a payment goes back by itself, once this transaction is through. */
export async function refundRest(ctx: Ctx, chargeId: number, reason: string): Promise<void> {
  const charge = await holdCharge(ctx, chargeId)
  const amount = leftOf(charge)
  if (amount > 0) await write(ctx, charge, { uid: randomUUID(), amount, reason }, 0)
}
async function known(ctx: Ctx, uid: string): Promise<RefundRow | undefined> {
  const [row] = await ctx.sql<RefundRow>('select * from paywalls.refund where community_id = $1 and uid = $2', [uid])
  return row
}

/** Whether the provider has said no, and not only nothing. */
const saysNo = (error: unknown): boolean => isRefusal(error) && error.status !== 429 && error.code !== 'payment_in_progress'
/** Asks the provider. Calls it, so without a transaction. */
async function make(ctx: Ctx, { id, uid, charge_id: chargeId, amount, reason, status }: RefundRow): Promise<void> {
  if (status === 'made') return
  const [charge] = await ctx.read(chargesById, [[chargeId]])
  try {
    await ctx.use(payments).refund(charge!.processor_id, amount, reason, `refund:${uid}`)
  } catch (error) {
    if (saysNo(error))
      await ctx.sql(
        `with failed as (update paywalls.refund set status = 'failed', updated_at = now() where community_id = $1 and id = $2 and status = 'asked' returning charge_id, amount)
         update paywalls.charge c set refund_asked = greatest(c.refunded, c.refund_asked - failed.amount) from failed where c.community_id = $1 and c.id = failed.charge_id`,
        [id],
      )
    throw error
  }
  const [made] = await ctx.sql(
    `update paywalls.refund set status = 'made', updated_at = now() where community_id = $1 and id = $2 and status = 'asked' returning id`,
    [id],
  )
  if (made) await ctx.audit('charge.refunded', `member:${charge!.member_id}`, { amount, currency: charge!.currency, reason })
}

/** @throws AtriumError 404, 409 `not_refundable`, `refund_failed`, `refund_differs`, 422 for more than is left, and as the provider refuses */
export async function refund(
  ctx: Ctx,
  chargeId: number,
  { refund_id: uid, amount, reason_details: reason, keep_access: keepsAccess }: RefundInput,
): Promise<Charge> {
  const asked = await inWrite(ctx, async (inner) => {
    const charge = await holdCharge(inner, chargeId)
    const before = await known(inner, uid)
    if (before && (before.charge_id !== chargeId || before.amount !== (amount ?? before.amount)))
      throw conflict('This refund was already requested with a different amount. Close this dialog and check the charge.', 'refund_differs')
    if (before?.status === 'failed') throw conflict('The payment processor refused this refund. Close this dialog and try again.', 'refund_failed')
    if (before) return before
    const left = leftOf(charge)
    // what was sold elsewhere is given back there
    if (charge.paid_at === null || left <= 0 || charge.status === 'disputed' || charge.provider === 'import')
      throw conflict('There is nothing left to refund on this charge.', 'not_refundable')
    if (amount !== undefined && amount > left) throw invalid({ amount: ['This is more than the remaining balance of the charge.'] })
    return write(inner, charge, { uid, amount: amount ?? left, reason, keepsAccess })
  })
  await make(ctx, asked)
  return showCharge(ctx, chargeId)
}

/** What of the last payment goes back: the whole, or a share for the days that are left of it. */
function shareOf(ctx: Ctx, row: PurchaseWith, charge: ChargeRow, type: 'prorated' | 'full'): number {
  const left = leftOf(charge)
  const [from, to] = [charge.period_start ?? row.started_at, charge.period_end ?? row.period_end]
  if (type === 'full' || !from || !to || to <= from) return left
  const share = Math.max(0, Math.min(1, (to.getTime() - ctx.now().getTime()) / (to.getTime() - from.getTime())))
  return Math.min(left, percentOf(charge.amount, Math.floor(share * 10_000), charge.currency))
}
/**
 * Gives back of the last payment what a subscription that ends now has not had. Whoever comes again goes on with the refund with which its end began.
 * @throws AtriumError 409 `subscription_over`, and as the provider refuses: then nothing ends
 */
export async function refundLast(ctx: Ctx, row: PurchaseWith, type: 'prorated' | 'full'): Promise<void> {
  const reason = ctx.t('refund.canceled')
  const asked = await inWrite(ctx, async (inner) => {
    if (isOver(await hold(inner, PurchaseTable, row.id))) throw conflict('This subscription has ended or was never paid.', 'subscription_over')
    const [begun] = await inner.sql<RefundRow>(
      `select r.* from paywalls.refund r join paywalls.charge c on c.community_id = $1 and c.id = r.charge_id
       where r.community_id = $1 and c.purchase_id = $2 and r.ends and r.status <> 'failed'`,
      [row.id],
    )
    if (begun) return begun
    const [last] = await inner.sql<{ id: number }>(
      'select id from paywalls.charge where community_id = $1 and purchase_id = $2 and paid_at is not null order by paid_at desc, id desc limit 1',
      [row.id],
    )
    if (!last) return null
    const charge = await holdCharge(inner, last.id)
    const amount = charge.status === 'disputed' || charge.provider === 'import' ? 0 : shareOf(inner, row, charge, type)
    return amount > 0 ? write(inner, charge, { uid: randomUUID(), amount, reason, ends: true }) : null
  })
  if (asked) await make(ctx, asked)
}

/** Ends it now, wherever it runs. */
export async function endNow(ctx: Ctx, row: PurchaseWith, how: string): Promise<void> {
  if (!(await endsHere(ctx, row))) return endAtProvider(ctx, [row.id], how)
  await inWrite(ctx, async (inner) => {
    // the refund may have ended it
    if (!isOver(await hold(inner, PurchaseTable, row.id))) await endHere(inner, row.id, how)
  })
}
/** A refund whose answer never came, and what was to end with it. */
export async function goOnWith(ctx: Ctx, uid: string): Promise<void> {
  const asked = await known(ctx, uid)
  if (!asked || asked.status === 'failed') return
  try {
    await make(ctx, asked)
  } catch (error) {
    // the refusal is written down
    if (saysNo(error)) return
    throw error
  }
  if (!asked.ends) return
  const [charge] = await ctx.read(chargesById, [[asked.charge_id]])
  const [row] = await ctx.read(purchasesById, [[charge!.purchase_id]])
  if (!isOver(row!)) await endNow(ctx, row!, 'admin')
}
