/** What buyers owe by invoice, mailed once when it is made. */
import { formatDateIn, formatMoney } from '@atrium/sdk'
import { type Ctx, visibleLine } from '@atrium/sdk/server'
import payments from '../../../../payments/contract.ts'
import type { PurchaseEntity } from '../../entities.ts'
import { checkoutByUid } from '../../reads.ts'
import { checkoutPath } from '../../selling/service/catalogue.ts'
import { invoiceOf } from '../../selling/service/invoices.ts'
import { mailPurchase } from './mails.ts'

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
    locale,
    kind: { key: 'invoice', values: { name: row.name ?? '', product: values.name, amount: values.amount, date: values.date } },
  })
}
const dayIn = (locale: string, moment: string) => formatDateIn(locale, moment, 'longDate', 'UTC')

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
