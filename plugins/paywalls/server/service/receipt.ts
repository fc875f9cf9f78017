/** A receipt as PDF: who sold, who bought, what was paid, the tax, and what was given back. */
import { formatMoney, cut } from '@atrium/sdk'
import { createPdf, type Ctx, printable } from '@atrium/sdk/server'
import { rgb } from 'pdf-lib'
import contract from '../../contract.ts'
import type { ChargeWith } from '../reads.ts'
import { numberOf } from './present.ts'

const INK = rgb(0.11, 0.12, 0.15)
const QUIET = rgb(0.42, 0.44, 0.49)
const EDGE = 56

export async function receiptOf(ctx: Ctx, charge: ChargeWith): Promise<Uint8Array> {
  const { locale } = ctx
  const settings = ctx.settings(contract)
  const money = (amount: number) => formatMoney(locale, amount, charge.currency)
  const date = (at: Date) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  const { pdf, regular: font } = await createPdf()
  pdf.setTitle(ctx.t('receipt.title', { number: numberOf(ctx, charge.number) }))
  pdf.setLanguage(locale)
  pdf.setCreationDate(charge.paid_at ?? charge.created_at)
  pdf.setModificationDate(charge.paid_at ?? charge.created_at)
  const page = pdf.addPage([595, 842])
  let y = 842 - EDGE
  const write = (text: string, at: { x?: number; size?: number; quiet?: boolean; right?: boolean } = {}) => {
    const { size = 10.5, quiet = false, right = false } = at
    const clean = printable(text, font)
    const x = right ? 595 - EDGE - font.widthOfTextAtSize(clean, size) : (at.x ?? EDGE)
    page.drawText(clean, { x, y, size, font, color: quiet ? QUIET : INK })
  }
  const line = (by: number) => {
    y -= by
  }
  const rule = () => page.drawLine({ start: { x: EDGE, y }, end: { x: 595 - EDGE, y }, thickness: 0.6, color: rgb(0.85, 0.86, 0.88) })
  write(settings.seller_name || ctx.community.name, { size: 17 })
  line(18)
  for (const text of [...settings.seller_address.split('\n'), settings.tax_id && ctx.t('receipt.taxId', { id: settings.tax_id })].filter(Boolean)) {
    write(text, { quiet: true })
    line(14)
  }
  line(24)
  write(ctx.t('receipt.title', { number: numberOf(ctx, charge.number) }), { size: 14 })
  write(date(charge.paid_at ?? charge.created_at), { right: true, quiet: true })
  line(30)
  write(ctx.t('receipt.for'), { quiet: true, size: 9 })
  line(14)
  const buyer = [charge.buyer_business, charge.buyer_name, ...charge.buyer_address.split('\n'), charge.buyer_country ?? '', charge.buyer_email]
  for (const text of [...buyer, charge.buyer_tax_id ? ctx.t('receipt.taxId', { id: charge.buyer_tax_id }) : ''].filter(Boolean)) {
    write(text)
    line(14)
  }
  line(20)
  rule()
  line(20)
  const lines = charge.lines.length > 0 ? charge.lines : [{ text: charge.description || charge.paywall_name, amount: charge.amount + charge.discount }]
  for (const one of lines.slice(0, 20)) {
    write(cut(one.text, 80))
    write(money(one.amount), { right: true })
    line(18)
  }
  if (charge.period_start && charge.period_end) {
    write(ctx.t('receipt.period', { from: date(charge.period_start), to: date(charge.period_end) }), { quiet: true, size: 9 })
    line(18)
  }
  if (charge.discount > 0) {
    write(ctx.t('receipt.discount', { code: charge.coupon_code ?? '' }))
    write(money(-charge.discount), { right: true })
    line(18)
  }
  rule()
  line(20)
  const sums: [string, number][] = [
    ...(charge.tax > 0
      ? ([
          [ctx.t('receipt.net'), charge.amount - charge.tax],
          [ctx.t('receipt.tax', { rate: charge.tax_rate / 100 }), charge.tax],
        ] as [string, number][])
      : []),
    [ctx.t('receipt.paid'), charge.amount],
    ...(charge.refunded > 0 ? ([[ctx.t('receipt.refunded'), -charge.refunded]] as [string, number][]) : []),
  ]
  for (const [text, amount] of sums) {
    write(text)
    write(money(amount), { right: true })
    line(18)
  }
  if (charge.reverse_charge) {
    line(6)
    write(ctx.t('receipt.reverse'), { quiet: true })
    line(16)
  }
  if (charge.method) {
    line(6)
    write(ctx.t('receipt.method', { method: charge.method }), { quiet: true })
  }
  return pdf.save()
}
