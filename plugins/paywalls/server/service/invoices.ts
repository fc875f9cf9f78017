/** What buyers owe by invoice, where money comes by other ways: shown to them, and mailed once when it is made. */
import { formatMoney } from '@atrium/sdk'
import { type Ctx, visibleLine } from '@atrium/sdk/server'
import payments, { type OpenInvoice } from '../../../payments/contract.ts'
import type { InvoiceToPay } from '../../contract/records.ts'
import type { CheckoutRow, PurchaseEntity } from '../entities.ts'
import { checkoutByUid, type PurchaseWith } from '../reads.ts'
import { checkoutPath } from './catalogue.ts'
import { mailPurchase } from './mails.ts'

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

/** Who has ordered reads how to pay, member or not yet. */
export async function mailOrder(ctx: Ctx, uid: string, locale: string): Promise<void> {
  const [row] = await ctx.read(checkoutByUid, [uid])
  const invoice = row && (await invoiceOf(ctx, row))
  if (!row?.email || !invoice) return
  const values = {
    name: invoice.name,
    number: invoice.number,
    community: ctx.community.name,
    amount: formatMoney(locale, invoice.amount, invoice.currency),
    date: dayIn(locale, invoice.due_at),
    how: invoice.how,
  }
  const link = `${ctx.community.url}${checkoutPath(row.paywall_id)}?session=${uid}&paid=1`
  await ctx.mail({
    to: row.email,
    subject: visibleLine(ctx.t('mail.invoice.subject', values, locale), 200),
    text: `${ctx.t('mail.invoice.text', values, locale)}\n\n${ctx.t('mail.order.button', values, locale)}\n${link}`,
  })
}
const dayIn = (locale: string, moment: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment))

/** A renewal that waits for its money is told of once. */
export async function tellInvoice(ctx: Ctx, purchase: PurchaseEntity, invoiceId: string): Promise<void> {
  const [told] = await ctx.sql(
    `select 1 from paywalls.happening where community_id = $1 and purchase_id = $2 and kind = 'mailed' and data ->> 'invoice' = $3 limit 1`,
    [purchase.id, invoiceId],
  )
  if (told || !purchase.checkoutUid) return
  const { manual } = ctx.use(payments)
  const invoice = (await manual.open([purchase.checkoutUid])).find(({ id }) => id === invoiceId)
  if (!invoice) return
  await mailPurchase(ctx, purchase, 'invoice', {
    amount: invoice.amount,
    at: new Date(invoice.due_at),
    invoice: { id: invoice.id, number: invoice.number, how: manual.instructions() },
  })
}
