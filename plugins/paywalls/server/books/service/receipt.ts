/** A receipt as PDF: who sold, who bought, what was paid, the tax, and what was given back. */
import { cut, formatDateIn, formatMoney } from '@atrium/sdk'
import { createPdf, type Ctx, printable } from '@atrium/sdk/server'
import { rgb } from 'pdf-lib'
import contract from '../../../contract.ts'
import type { ChargeLine } from '../../entities.ts'
import type { ChargeWith } from '../../reads.ts'

const INK = rgb(0.11, 0.12, 0.15)
const QUIET = rgb(0.42, 0.44, 0.49)
const EDGE = 56
const MOST_LINES = 20

/** As it stands on paper. */
export const numberOf = (ctx: Ctx, number: number | null): string =>
  number === null ? '' : [ctx.settings(contract).receipt_prefix, number].filter((part) => part !== '').join('-')

interface Receipt {
  seller: string
  /** Address and tax id. */
  sellerLines: string[]
  buyer: string[]
  lines: { text: string; amount: number }[]
  /** What it pays for. */
  period: string | null
  sums: { text: string; amount: number }[]
  notes: string[]
}
/** What a receipt says. */
export function receiptTexts(ctx: Ctx, charge: ChargeWith): Receipt {
  const settings = ctx.settings(contract)
  const texts = (all: (string | null | undefined)[]) => all.flatMap((text) => (text ?? '').split('\n')).filter((text) => text.trim() !== '')
  const taxId = (id: string | null) => (id ? ctx.t('receipt.taxId', { id }) : '')
  const country = charge.buyer_country && new Intl.DisplayNames([ctx.locale], { type: 'region' }).of(charge.buyer_country)
  const { amount, tax, discount, refunded } = charge
  return {
    seller: settings.seller_name || ctx.community.name,
    sellerLines: texts([settings.seller_address, taxId(settings.tax_id)]),
    buyer: texts([charge.buyer_business, charge.buyer_name, charge.buyer_address, country, charge.buyer_email, taxId(charge.buyer_tax_id)]),
    lines:
      charge.lines.length > 0
        ? charge.lines.slice(0, MOST_LINES).map((line) => ({ text: saidOf(ctx, line), amount: line.amount }))
        : [{ text: charge.description || charge.paywall_name, amount: amount + discount }],
    period:
      charge.period_start && charge.period_end ? ctx.t('receipt.period', { from: dayOf(ctx, charge.period_start), to: dayOf(ctx, charge.period_end) }) : null,
    sums: [
      ...(tax > 0
        ? [
            { text: ctx.t('receipt.net'), amount: amount - tax },
            { text: ctx.t('receipt.tax', { rate: charge.tax_rate / 100 }), amount: tax },
          ]
        : []),
      { text: ctx.t('receipt.paid'), amount },
      ...(refunded > 0 ? [{ text: ctx.t('receipt.refunded'), amount: -refunded }] : []),
    ],
    notes: texts([charge.reverse_charge ? ctx.t('receipt.reverse') : '', charge.method ? ctx.t('receipt.method', { method: charge.method }) : '']),
  }
}
/** Providers say the rest of a period in a language of their own. */
const saidOf = (ctx: Ctx, { text, amount, proration }: ChargeLine): string => (proration ? ctx.t(amount < 0 ? 'receipt.unusedTime' : 'receipt.restTime') : text)
const dayOf = ({ locale }: Ctx, at: Date) => formatDateIn(locale, at, 'longDate', 'UTC')

export async function receiptOf(ctx: Ctx, charge: ChargeWith): Promise<Uint8Array> {
  const { locale } = ctx
  const money = (amount: number) => formatMoney(locale, amount, charge.currency)
  const said = receiptTexts(ctx, charge)
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
  write(said.seller, { size: 17 })
  line(18)
  for (const text of said.sellerLines) {
    write(text, { quiet: true })
    line(14)
  }
  line(24)
  write(ctx.t('receipt.title', { number: numberOf(ctx, charge.number) }), { size: 14 })
  write(dayOf(ctx, charge.paid_at ?? charge.created_at), { right: true, quiet: true })
  line(30)
  write(ctx.t('receipt.for'), { quiet: true, size: 9 })
  line(14)
  for (const text of said.buyer) {
    write(text)
    line(14)
  }
  line(20)
  rule()
  line(20)
  for (const one of said.lines) {
    write(cut(one.text, 80))
    write(money(one.amount), { right: true })
    line(18)
  }
  if (said.period) {
    write(said.period, { quiet: true, size: 9 })
    line(18)
  }
  if (charge.discount > 0) {
    write(ctx.t('receipt.discount', { code: charge.coupon_code ?? '' }))
    write(money(-charge.discount), { right: true })
    line(18)
  }
  rule()
  line(20)
  for (const { text, amount } of said.sums) {
    write(text)
    write(money(amount), { right: true })
    line(18)
  }
  for (const text of said.notes) {
    line(6)
    write(text, { quiet: true })
    line(16)
  }
  return pdf.save()
}
