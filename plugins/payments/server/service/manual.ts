/** Payments by other ways, as bank transfers: the list of what is open, and marking it as paid, after which it takes the same path as any other payment. */
import { conflict, invalid, notFound } from '@atrium/sdk'
import { containing, type Ctx } from '@atrium/sdk/server'
import payments, { type OpenInvoice } from '../../contract.ts'
import { InvoiceTable } from '../entities.ts'
import { payByHand, voidByHand } from '../providers/manual/index.ts'
import { openInvoicesRead } from '../reads.ts'
import { refuseInTransaction } from './host.ts'

const DAY_MS = 86_400_000
/** More than anybody has open at once. */
const MOST_OF_ONE = 100

const present = <T extends { created_at: Date; due_at: Date }>({ created_at, due_at, ...invoice }: T) => ({
  ...invoice,
  created_at: created_at.toISOString(),
  due_at: due_at.toISOString(),
})

export interface OpenQuery {
  text?: string
  after: number | null
  rows: number
}
/** All that is open, the newest first, with the key to go on by. */
export async function listOpen(ctx: Ctx, { text, after, rows }: OpenQuery): Promise<(OpenInvoice & { row: number })[]> {
  return (await ctx.read(openInvoicesRead, [null, null, text ? containing(text) : null, after, rows])).map(present)
}
/** What is open of these rows of an owner's. */
export const openOf = async (ctx: Ctx, references: string[]): Promise<OpenInvoice[]> =>
  references.length ? (await ctx.read(openInvoicesRead, [null, references, null, null, MOST_OF_ONE])).map(present) : []

async function needOpen(ctx: Ctx, uid: string): Promise<OpenInvoice> {
  const [open] = await ctx.read(openInvoicesRead, [[uid], null, null, null, 1])
  if (open) return present(open)
  throw (await ctx.em.count(InvoiceTable, { uid })) ? conflict('There is nothing to pay here.', 'nothing_open') : notFound('Invoice')
}

export interface PaidBy {
  /** Day on which the money came, YYYY-MM-DD. */
  on?: string | null
  note?: string
}
/** A day of tolerance, as it can be another date in the admin's time zone. */
function momentOf(ctx: Ctx, invoice: OpenInvoice, on: string | null | undefined): Date {
  if (!on) return ctx.now()
  const [now, issued, noon] = [ctx.now().getTime(), Date.parse(invoice.created_at), Date.parse(`${on}T12:00:00Z`)]
  if (noon > now + DAY_MS) throw invalid({ paid_on: ['Choose a date that isn’t in the future.'] })
  if (noon < issued - DAY_MS) throw invalid({ paid_on: ['Choose a date after the invoice was issued.'] })
  return new Date(Math.max(issued, Math.min(noon, now)))
}
/** @throws AtriumError 404, 409 `nothing_open`, 422 for a day that cannot be */
export async function markPaid(ctx: Ctx, id: string, { on, note = '' }: PaidBy = {}): Promise<void> {
  await refuseInTransaction(ctx)
  const invoice = await needOpen(ctx, id)
  await payByHand(ctx, id, { paidAt: momentOf(ctx, invoice, on), note })
  await ctx.audit('payments.marked_paid', `invoice:${id}`, { amount: invoice.amount, currency: invoice.currency, note })
}
/** Nobody is to pay it any more: an order is off, a subscription goes on without this payment. @throws AtriumError 404, 409 `nothing_open` */
export async function voidInvoice(ctx: Ctx, id: string): Promise<void> {
  await refuseInTransaction(ctx)
  const invoice = await needOpen(ctx, id)
  await voidByHand(ctx, id)
  await ctx.audit('payments.voided', `invoice:${id}`, { amount: invoice.amount, currency: invoice.currency })
}
export const instructionsOf = (ctx: Ctx): string => ctx.settings(payments).manual_instructions
