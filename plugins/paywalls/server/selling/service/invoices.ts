/** What buyers owe by invoice, where money comes by other ways, as it is shown to them. */
import type { Ctx } from '@atrium/sdk/server'
import payments, { type OpenInvoice } from '../../../../payments/contract.ts'
import type { InvoiceToPay } from '../../../contract/records.ts'
import type { CheckoutRow } from '../../entities.ts'
import type { PurchaseWith } from '../../reads.ts'

const shown = ({ id, number, description, amount, currency, due_at }: OpenInvoice): InvoiceToPay => ({
  id,
  number,
  name: description,
  amount,
  currency,
  due_at,
})

/** Of one checkout that waits for its money; null for any other. */
export async function invoiceOf(ctx: Ctx, row: CheckoutRow): Promise<(InvoiceToPay & { how: string }) | null> {
  if (row.status !== 'started' || row.provider !== 'manual') return null
  const { manual } = ctx.use(payments)
  const [open] = await manual.open([row.uid])
  return open ? { ...shown(open), how: manual.instructions() } : null
}
/** All that the reader owes: what they have ordered, and renewals of what they hold. */
export async function ownInvoices(ctx: Ctx, purchases: PurchaseWith[]): Promise<{ invoices: InvoiceToPay[]; how: string }> {
  const held = purchases.flatMap(({ provider, status, checkout_uid }) => (provider === 'manual' && status !== 'canceled' && checkout_uid ? [checkout_uid] : []))
  const ordered = await ctx.sql<{ uid: string }>(
    `select uid from paywalls.checkout where community_id = $1 and account_id = $2 and status = 'started' and provider = 'manual' order by id desc limit 20`,
    [ctx.account?.id ?? null],
  )
  const { manual } = ctx.use(payments)
  const open = await manual.open([...new Set([...ordered.map(({ uid }) => uid), ...held])])
  return { invoices: open.map(shown), how: open.length ? manual.instructions() : '' }
}
