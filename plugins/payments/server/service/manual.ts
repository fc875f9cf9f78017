/** Money that comes by other ways: what waits for it, and whoever says that it has come. The same door hears of it as of any other payment. */
import { AtriumError, conflict, invalid, notFound } from '@atrium/sdk'
import { containing, type Ctx } from '@atrium/sdk/server'
import payments, { type OpenInvoice } from '../../contract.ts'
import { connectOwn, payByHand } from '../providers/own.ts'
import { told } from '../providers/connection.ts'
import { idOf, isoAt } from '../providers/states.ts'
import { DAYS_TO_PAY } from '../providers/test/billing.ts'
import type { Thing } from '../providers/test/store.ts'
import { type OpenThing, openThings } from '../reads.ts'
import { ring } from './bells.ts'
import { refuseInTransaction } from './host.ts'
import { manual } from './provider.ts'

const DAY_MS = 86_400_000
/** More than anybody has open at once. */
const MOST_OF_ONE = 100

function present({ data }: { data: Thing }): OpenInvoice {
  const isOrder = data.object === 'checkout.session'
  const metadata = isOrder ? data.metadata : data.parent?.subscription_details?.metadata
  return {
    id: data.id,
    kind: isOrder ? 'order' : 'renewal',
    // the end of a session's name is what nobody else's has
    number: isOrder ? data.id.slice(-8).toUpperCase() : data.number,
    name: data.customer_name ?? null,
    email: data.customer_email ?? null,
    description: isOrder ? (data._title ?? '') : data.lines.data.map(({ description }: Thing) => description).join(', '),
    amount: isOrder ? data.amount_total : data.amount_due,
    currency: data.currency,
    reference: metadata?.reference ?? null,
    created_at: isoAt(data.created),
    due_at: isoAt(data.due_date ?? data.created + DAYS_TO_PAY * 86_400),
  }
}

export interface OpenQuery {
  text?: string
  after: number | null
  rows: number
}
/** All that is open, the newest first, with the key to go on by. */
export async function listOpen(ctx: Ctx, { text, after, rows }: OpenQuery): Promise<(OpenInvoice & { row: number })[]> {
  const like = text ? containing(text) : null
  return (await ctx.sql<OpenThing>(openThings, [null, null, like, after, rows])).map((thing) => ({ ...present(thing), row: thing.id }))
}
/** What is open of these rows of an owner's. */
export const openOf = async (ctx: Ctx, references: string[]): Promise<OpenInvoice[]> =>
  references.length ? (await ctx.sql<OpenThing>(openThings, [null, references, null, null, MOST_OF_ONE])).map(present) : []

const nothingOpen = () => conflict('There is nothing to pay here.', 'nothing_open')
async function needOpen(ctx: Ctx, id: string): Promise<Thing> {
  const [open] = await ctx.sql<OpenThing>(openThings, [[id], null, null, null, 1])
  if (open) return open.data
  const [known] = await ctx.sql(
    `select 1 from payments.thing where community_id = $1 and realm = 'manual' and object_id = $2 and object in ('checkout.session', 'invoice')`,
    [id],
  )
  throw known ? nothingOpen() : notFound('Invoice')
}
const ringFor = (ctx: Ctx, thing: Thing) => {
  const subscription = thing.object === 'invoice' ? idOf(thing.parent?.subscription_details?.subscription) : null
  return ring(ctx, 'manual', [subscription ? { kind: 'subscription', id: subscription } : { kind: 'checkout', id: thing.id }])
}

export interface PaidBy {
  /** Day on which the money came, YYYY-MM-DD. */
  on?: string | null
  note?: string
}
/** Somewhere the day is another already, or still. */
function momentOf(ctx: Ctx, thing: Thing, on: string | null | undefined): Date {
  const now = ctx.now().getTime()
  if (!on) return ctx.now()
  const noon = new Date(`${on}T12:00:00Z`).getTime()
  if (noon > now + DAY_MS) throw invalid({ paid_on: ['Choose a date that isn’t in the future.'] })
  if (noon < thing.created * 1000 - DAY_MS) throw invalid({ paid_on: ['Choose a date after the invoice was issued.'] })
  return new Date(Math.max(thing.created * 1000, Math.min(noon, now)))
}
/** @throws AtriumError 404, 409 `nothing_open`, 422 for a day that cannot be */
export async function markPaid(ctx: Ctx, id: string, { on, note = '' }: PaidBy = {}): Promise<void> {
  await refuseInTransaction(ctx)
  const thing = await needOpen(ctx, id)
  await payByHand(ctx, id, { paidAt: momentOf(ctx, thing, on), note })
  await ringFor(ctx, thing)
  await ctx.audit('payments.marked_paid', `invoice:${id}`, { amount: present({ data: thing }).amount, currency: thing.currency, note })
}
/** Nobody is to pay it any more: an order is off, a subscription goes on without this payment. @throws AtriumError 404, 409 `nothing_open` */
export async function voidInvoice(ctx: Ctx, id: string): Promise<void> {
  await refuseInTransaction(ctx)
  const thing = await needOpen(ctx, id)
  if (thing.object === 'checkout.session') await manual.expireCheckout(ctx, id)
  else {
    const { stripe } = await connectOwn(ctx, 'manual')
    await stripe.invoices.voidInvoice(id).catch((error) => {
      const refusal = told(error)
      throw refusal instanceof AtriumError && refusal.status === 422 ? nothingOpen() : refusal
    })
  }
  await ringFor(ctx, thing)
  await ctx.audit('payments.voided', `invoice:${id}`, { amount: present({ data: thing }).amount, currency: thing.currency })
}
export const instructionsOf = (ctx: Ctx): string => ctx.settings(payments).manual_instructions
