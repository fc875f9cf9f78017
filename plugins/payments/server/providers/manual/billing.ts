/** Subscriptions and invoices of the manual provider: what falls due, what it comes to, and what is settled when something changes. */
import { randomUUID } from 'node:crypto'
import type { Ctx } from '@atrium/sdk/server'
import type { Discount, InvoiceLine, Line } from '../../../contract.ts'
import { type CustomerEntity, CustomerTable, type InvoiceEntity, InvoiceTable, type SubscriptionEntity, SubscriptionTable } from '../../entities.ts'
import { addIntervals, periodEnd } from '../periods.ts'
import { partOf, shareOf, timesOf } from '../quantities.ts'
import type { Subject } from '../subjects.ts'

export const DAY_MS = 86_400_000
/** Days that an invoice may stay unpaid. */
const DAYS_TO_PAY = 14

/** A change of subscriptions and invoices in one transaction, in which they are locked. */
export interface Book {
  ctx: Ctx
  /** In whole seconds, as periods are. */
  now: Date
  /** Whose states are to be handed out. */
  changed: Subject[]
}
export const newUid = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`
export const customerOf = (ctx: Ctx, uid: string): Promise<CustomerEntity> => ctx.em.findOneOrFail(CustomerTable, { uid })

interface Item extends InvoiceLine {
  start: Date
  end: Date
}
export const amountOf = ({ unit, exact, quantity = 1 }: Line): number =>
  timesOf({ unit_amount: exact ? null : unit.amount, unit_amount_decimal: exact }, quantity)
export const itemOf = (line: Line, start: Date, end: Date): Item => ({
  text: `${line.quantity ?? 1} × ${line.name}`,
  amount: amountOf(line),
  quantity: line.quantity ?? 1,
  proration: false,
  start,
  end,
})
/** What these come to. What settles a period was discounted when it was sold. */
export function sumUp(items: Item[], coupon: Discount | null | undefined, currency: string): { subtotal: number; discount: number; total: number } {
  const subtotal = items.reduce((sum, { amount }) => sum + amount, 0)
  const regular = items.filter(({ proration }) => !proration).reduce((sum, { amount }) => sum + amount, 0)
  const { percent, amount } = coupon ?? {}
  const off = percent !== undefined ? shareOf(regular, Math.round(percent * 100)) : amount?.currency === currency ? amount.amount : 0
  const discount = Math.max(0, Math.min(regular, off))
  return { subtotal, discount, total: subtotal - discount }
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000)
const momentOf = (seconds: number): Date => new Date(seconds * 1000)
const after = (from: Date, interval: string, count: number): Date => momentOf(addIntervals(secondsOf(from), interval, count))
const rhythmOf = ({ lines }: Pick<SubscriptionEntity, 'lines'>) => lines[0]!.recurring!
const dueOf = ({ status, trialEnd, periodEnd: end, cancelAt }: SubscriptionEntity): Date | null => {
  if (status === 'canceled') return null
  const next = status === 'trialing' ? trialEnd! : end
  return cancelAt && cancelAt < next ? cancelAt : next
}
/** After every change of a subscription: stores when it is due next, and notes that its state has to be handed out. */
export function touch({ changed }: Book, subscription: SubscriptionEntity): void {
  subscription.dueAt = dueOf(subscription)
  changed.push({ kind: 'subscription', id: subscription.uid })
}

/** Takes something off from now on. */
export const keepCoupon = (subscription: SubscriptionEntity, coupon: Discount | null, at: Date): void => {
  const months = coupon?.duration === 'repeating' ? coupon.months : undefined
  subscription.coupon = coupon && { ...coupon, until: months ? after(at, 'month', months).toISOString() : null }
}
/** A discount for one payment is used up by the first invoice that it reduces. */
const spendCoupon = (subscription: SubscriptionEntity, subtotal: number): void => {
  if (subtotal > 0 && subscription.coupon?.duration === 'once') subscription.coupon = null
}
async function numberFor(ctx: Ctx, uid: string): Promise<string> {
  const customer = await customerOf(ctx, uid)
  customer.invoices += 1
  return `${uid.slice(-8).toUpperCase()}-${String(customer.invoices).padStart(4, '0')}`
}
const contentOf = (items: Item[]) => ({
  lines: items.map(({ text, amount, quantity, proration }) => ({ text, amount, quantity, proration })),
  periodStart: new Date(Math.min(...items.map(({ start }) => start.getTime()))),
  periodEnd: new Date(Math.max(...items.map(({ end }) => end.getTime()))),
})
export const dueAfter = (at: Date): Date => new Date(at.getTime() + DAYS_TO_PAY * DAY_MS)

/** What was ordered begins with the payment of the order, which is its first invoice. */
export async function begin(book: Book, invoice: InvoiceEntity): Promise<void> {
  const { ctx, now: at } = book
  const { lines, discount, trialDays, instalments } = invoice.ordered!
  const sold = lines.filter(({ recurring }) => recurring)
  const { interval, count } = sold[0]!.recurring!
  const trialEnd = trialDays ? new Date(at.getTime() + trialDays * DAY_MS) : null
  const anchor = trialEnd ?? at
  const end = trialEnd ?? after(at, interval, count)
  const items = lines.filter(({ recurring }) => !trialEnd || !recurring).map((line) => itemOf(line, at, end))
  const subscription = ctx.em.create(SubscriptionTable, {
    ...{ uid: newUid('sub'), owner: invoice.owner, reference: invoice.reference, customer: invoice.customer, currency: invoice.currency },
    ...{ lines: sold, instalments, anchor, periodStart: at, periodEnd: end, trialEnd },
    status: trialEnd ? 'trialing' : 'active',
    // an instalment plan ends with its last period
    cancelAt: instalments ? after(anchor, interval, count * instalments) : null,
  })
  keepCoupon(subscription, discount, at)
  spendCoupon(subscription, sumUp(items, null, invoice.currency).subtotal)
  touch(book, subscription)
  invoice.subscription = subscription.uid
  if (invoice.amount === 0) return
  Object.assign(invoice, { invoice: invoice.uid, number: await numberFor(ctx, invoice.customer), ...contentOf(items) })
}

/** Asks for these; what was paid too much before is used up first. While it is paused, nobody is asked. */
async function bill({ ctx }: Book, subscription: SubscriptionEntity, items: Item[], at: Date): Promise<void> {
  const { owner, reference, customer, currency } = subscription
  const uid = newUid('in')
  if (subscription.coupon?.until && new Date(subscription.coupon.until) <= at) subscription.coupon = null
  if (subscription.isPaused) return
  const { subtotal, discount, total } = sumUp(items, subscription.coupon, currency)
  const amount = Math.max(0, total - subscription.credit)
  subscription.credit = Math.max(0, subscription.credit - total)
  spendCoupon(subscription, subtotal)
  if (amount === 0) return
  ctx.em.create(InvoiceTable, {
    ...{ uid, invoice: uid, owner, reference, customer, subscription: subscription.uid, currency, amount, discount },
    ...contentOf(items),
    kind: 'renewal',
    number: await numberFor(ctx, customer),
    title: items.map(({ text }) => text).join(', '),
    refunds: [],
    dueAt: dueAfter(at),
    createdAt: at,
  })
}
export function end(book: Book, subscription: SubscriptionEntity, at: Date): void {
  Object.assign(subscription, { status: 'canceled', endedAt: at, cancelsAtPeriodEnd: false })
  touch(book, subscription)
}
/** What falls due at that moment: the end of a trial, of a period, or of itself. */
export async function turn(book: Book, subscription: SubscriptionEntity, at: Date): Promise<void> {
  const { cancelAt, cancelsAtPeriodEnd, status, lines, anchor } = subscription
  if ((cancelAt && cancelAt <= at) || cancelsAtPeriodEnd) return end(book, subscription, at)
  const { interval, count } = rhythmOf(subscription)
  const next = momentOf(periodEnd(secondsOf(anchor), secondsOf(at), interval, count))
  Object.assign(subscription, { periodStart: at, periodEnd: next, status: status === 'past_due' ? 'past_due' : 'active' })
  await bill(
    book,
    subscription,
    lines.map((line) => itemOf(line, at, next)),
    at,
  )
  touch(book, subscription)
}
/** A new period begins now, whatever was left of the old one. */
export async function restart(book: Book, subscription: SubscriptionEntity): Promise<void> {
  subscription.anchor = book.now
  await turn(book, subscription, book.now)
}
/** Nothing is paid until then. */
export async function moveTrial(book: Book, subscription: SubscriptionEntity, until: Date): Promise<void> {
  if (until > book.now) Object.assign(subscription, { trialEnd: until, status: 'trialing', anchor: until, periodEnd: until })
  else if (subscription.status === 'trialing') {
    subscription.trialEnd = book.now
    await restart(book, subscription)
  }
}

/** What settles the rest of the period when something else is sold; `next`: the end of the one that begins then, where the rhythm is another. */
export function prorations(ctx: Ctx, subscription: SubscriptionEntity, lines: Line[], at: Date): { items: Item[]; next: Date | null } {
  if (subscription.status === 'trialing') return { items: [], next: null }
  const { periodStart, periodEnd: until } = subscription
  const [was, is] = [rhythmOf(subscription), rhythmOf({ lines })]
  const rest = Math.max(0, until.getTime() - at.getTime())
  const share = (word: 'unusedTime' | 'restTime', line: Line, sign: 1 | -1): Item => ({
    ...itemOf(line, at, until),
    text: ctx.t(`manual.${word}`, { name: line.name }),
    amount: sign * partOf(amountOf(line), rest, until.getTime() - periodStart.getTime()),
    proration: true,
  })
  const back = subscription.lines.map((line) => share('unusedTime', line, -1))
  if (was.interval === is.interval && was.count === is.count) return { items: [...back, ...lines.map((line) => share('restTime', line, 1))], next: null }
  const next = after(at, is.interval, is.count)
  return { items: [...back, ...lines.map((line) => itemOf(line, at, next))], next }
}
/** Sells something else, or another number of it, from now on. */
export async function swap(book: Book, subscription: SubscriptionEntity, lines: Line[], prorate: boolean): Promise<void> {
  const { items, next } = prorations(book.ctx, subscription, lines, book.now)
  subscription.lines = lines
  if (next) Object.assign(subscription, { anchor: book.now, periodStart: book.now, periodEnd: next })
  // a new period is paid in full, whatever is settled for the old one
  const owed = items.filter(({ proration }) => prorate || !proration)
  if (owed.length) await bill(book, subscription, owed, book.now)
}
/** An open invoice was paid or cancelled: a subscription without another one that is overdue is active again. */
export async function recover(book: Book, uid: string): Promise<void> {
  const { em } = book.ctx
  await em.flush()
  const subscription = await em.findOneOrFail(SubscriptionTable, { uid })
  const late = await em.count(InvoiceTable, { subscription: uid, status: 'open', dueAt: { $lte: book.now } })
  if (late === 0 && subscription.status === 'past_due') subscription.status = 'active'
  touch(book, subscription)
}

/** Of each kind in one transaction. */
const BATCH = 500
/** Lets happen what has fallen due, the earliest first. @returns whether there may be more */
export async function passSome(book: Book): Promise<boolean> {
  const { ctx, now, changed } = book
  const { em } = ctx
  const due = await em.find(SubscriptionTable, { dueAt: { $lte: now } }, { orderBy: { dueAt: 'asc', id: 'asc' }, limit: BATCH })
  // who is asked to pay, in one statement
  await em.find(CustomerTable, { uid: { $in: due.map(({ customer }) => customer) } })
  for (const subscription of due) await turn(book, subscription, subscription.dueAt!)
  const over = await em.find(InvoiceTable, { status: 'open', expiresAt: { $lte: now } }, { limit: BATCH })
  for (const order of over) {
    order.status = 'void'
    changed.push({ kind: 'checkout', id: order.uid })
  }
  await em.flush()
  const late = await ctx.sql<{ id: number }>(
    `select distinct s.id from payments.manual_invoice i join payments.manual_subscription s on s.community_id = $1 and s.uid = i.subscription
     where i.community_id = $1 and i.status = 'open' and i.due_at <= $2 and s.status in ('active', 'trialing') limit ${BATCH}`,
    [now],
  )
  for (const subscription of await em.find(SubscriptionTable, { id: { $in: late.map(({ id }) => id) } })) {
    subscription.status = 'past_due'
    touch(book, subscription)
  }
  return due.length + over.length + late.length > 0
}
