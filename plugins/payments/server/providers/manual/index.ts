/**
 * Payments outside of any processor, as bank transfers: orders and renewals are invoices, which wait until an admin marks them as paid. There is no
 * payment page, no card and no outside service; everything is kept in the community's own tables.
 */
import { AtriumError, conflict, notFound } from '@atrium/sdk'
import { type Ctx, inWrite, lock } from '@atrium/sdk/server'
import payments, {
  type ChargeState,
  type CheckoutInput,
  type CheckoutState,
  type Kind,
  type PaymentProvider,
  type SubscriptionChange,
  type SubscriptionState,
} from '../../../contract.ts'
import { CustomerTable, type InvoiceEntity, InvoiceTable, type SubscriptionEntity, SubscriptionTable } from '../../entities.ts'
import { queueRefresh } from '../../service/queue.ts'
import { CURRENCIES } from '../currencies.ts'
import { amountOf, begin, type Book, customerOf, DAY_MS, dueAfter, end, itemOf, keepCoupon, moveTrial } from './billing.ts'
import { newUid, passSome, prorations, recover, restart, sumUp, swap, touch } from './billing.ts'

const provider = 'manual' as const
const METHOD = { type: 'manual', brand: null, last4: null, fingerprint: null }
const PLACELESS = { country: null, postalCode: null, taxId: null }
const FRESH = { disableIdentityMap: true }

const nowOf = (ctx: Ctx): Date => new Date(Math.floor(ctx.now().getTime() / 1000) * 1000)

async function alter<T>(ctx: Ctx, work: (book: Book) => Promise<T>): Promise<T> {
  return inWrite(ctx, async (inner) => {
    await lock(inner, 'payments manual')
    const book: Book = { ctx: inner, now: nowOf(inner), changed: [] }
    const result = await work(book)
    await inner.em.flush()
    await queueRefresh(inner, provider, book.changed)
    return result
  })
}
/** Processes what is due, as renewals and ends of trials: batch by batch, each in a transaction of its own. */
export async function passManual(ctx: Ctx): Promise<void> {
  while (await alter(ctx, passSome));
}

const nothingOpen = () => conflict('There is nothing to pay here.', 'nothing_open')
async function invoiceBy(ctx: Ctx, where: Partial<Pick<InvoiceEntity, 'uid' | 'kind' | 'payment'>>, what: string): Promise<InvoiceEntity> {
  const found = await ctx.em.findOne(InvoiceTable, where)
  if (!found) throw notFound(what)
  return found
}
async function subscriptionBy(ctx: Ctx, uid: string, options = {}): Promise<SubscriptionEntity> {
  const found = await ctx.em.findOne(SubscriptionTable, { uid }, options)
  if (!found) throw notFound('Payment')
  return found
}

async function order(book: Book, input: CheckoutInput): Promise<InvoiceEntity> {
  const { ctx, now } = book
  const { key, mode, lines, discount = null, trialDays = null, instalments = null, purpose } = input
  const known = await ctx.em.findOne(InvoiceTable, { key })
  if (known) return known
  // nobody keeps a card here
  if (mode === 'setup' || lines.length === 0) throw nothingOpen()
  const recurs = mode === 'subscription'
  const { currency } = lines[0]!.unit
  const first = recurs && trialDays ? lines.filter(({ recurring }) => !recurring) : lines
  const { discount: off, total } = sumUp(
    first.map((line) => itemOf(line, now, now)),
    discount,
    currency,
  )
  const customer =
    (input.customerId && (await ctx.em.findOne(CustomerTable, { uid: input.customerId }))) ||
    ctx.em.create(CustomerTable, { uid: newUid('cus'), email: input.email })
  const made = ctx.em.create(InvoiceTable, {
    ...{ ...purpose, key, currency, amount: total, discount: off, customer: customer.uid },
    uid: newUid('order'),
    kind: 'order',
    title: [...new Set(lines.map(({ name }) => name))].join(', '),
    lines: [],
    ordered: { recurs, lines, discount, trialDays: recurs ? trialDays : null, instalments },
    refunds: [],
    dueAt: dueAfter(now),
    expiresAt: new Date(now.getTime() + ctx.settings(payments).manual_days * DAY_MS),
    createdAt: now,
  })
  // a trial or a discount of 100 %: nothing is owed, so nobody has to mark it as paid
  if (total === 0) await settle(book, made, now, '')
  return made
}
/** Nothing is owed for it any more. @throws AtriumError 409 `nothing_open` */
async function settle(book: Book, invoice: InvoiceEntity, paidAt: Date, note: string): Promise<void> {
  if (invoice.status !== 'open' || (invoice.expiresAt && invoice.expiresAt <= book.now)) throw nothingOpen()
  Object.assign(invoice, { status: 'paid', paidAt, markedAt: book.now, note })
  if (invoice.amount > 0) {
    invoice.payment ??= newUid('pay')
    book.changed.push({ kind: 'charge', id: invoice.payment })
  }
  if (invoice.kind === 'renewal') return recover(book, invoice.subscription!)
  if (invoice.ordered!.recurs) await begin(book, invoice)
  book.changed.push({ kind: 'checkout', id: invoice.uid })
}
/** @throws AtriumError 404, 409 `nothing_open` */
export const payByHand = (ctx: Ctx, uid: string, { paidAt, note }: { paidAt: Date; note: string }): Promise<void> =>
  alter(ctx, async (book) => settle(book, await invoiceBy(book.ctx, { uid }, 'Invoice'), paidAt, note))
/** Nobody is to pay it any more. @throws AtriumError 404, 409 `nothing_open` */
export const voidByHand = (ctx: Ctx, uid: string): Promise<void> =>
  alter(ctx, async (book) => {
    const invoice = await invoiceBy(book.ctx, { uid }, 'Invoice')
    if (invoice.status !== 'open') throw nothingOpen()
    invoice.status = 'void'
    if (invoice.kind === 'renewal') await recover(book, invoice.subscription!)
    else book.changed.push({ kind: 'checkout', id: uid })
  })

const purposeOf = ({ owner, reference }: { owner: string; reference: string }) => ({ owner, reference })
const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null
async function billingOf(ctx: Ctx, uid: string): Promise<ChargeState['billing']> {
  const { name, email } = await customerOf(ctx, uid)
  return { name: name || null, email: email || null, ...PLACELESS }
}
async function checkoutState(ctx: Ctx, id: string): Promise<CheckoutState> {
  const found = await ctx.em.findOne(InvoiceTable, { uid: id, kind: 'order' }, FRESH)
  if (!found) throw notFound('Payment')
  const { status, amount, currency, discount, subscription = null, payment = null } = found
  return {
    ...{ id, provider, purpose: purposeOf(found), createdAt: found.createdAt.toISOString() },
    status: status === 'paid' ? 'complete' : status === 'void' ? 'expired' : 'open',
    paid: status === 'paid',
    ...{ customerId: found.customer, subscriptionId: subscription, chargeId: payment },
    ...{ total: { amount, currency }, tax: 0, discount, billing: await billingOf(ctx, found.customer) },
    expiresAt: found.expiresAt!.toISOString(),
  }
}
async function subscriptionState(ctx: Ctx, id: string): Promise<SubscriptionState> {
  const found = await subscriptionBy(ctx, id, FRESH)
  const open = await ctx.em.findOne(InvoiceTable, { subscription: id, status: 'open' }, { ...FRESH, orderBy: { id: 'desc' } })
  const { status, currency, cancelsAtPeriodEnd, isPaused, instalments = null } = found
  return {
    ...{ id, provider, purpose: purposeOf(found), createdAt: found.createdAt.toISOString() },
    ...{ status, customerId: found.customer, cancelAtPeriodEnd: cancelsAtPeriodEnd, collectionPaused: isPaused, instalments },
    lines: found.lines.map((line) => ({
      ...{ reference: line.reference, quantity: line.quantity ?? 1, amount: amountOf(line) },
      ...{ unit: { amount: amountOf({ ...line, quantity: 1 }), currency }, interval: line.recurring!.interval, count: line.recurring!.count },
    })),
    ...{ periodStart: found.periodStart.toISOString(), periodEnd: found.periodEnd.toISOString() },
    ...{ trialEnd: iso(found.trialEnd), cancelAt: iso(found.cancelAt), endedAt: iso(found.endedAt) },
    ...{ nextAttemptAt: null, openInvoiceId: open?.uid ?? null, method: METHOD },
  }
}
async function chargeState(ctx: Ctx, id: string): Promise<ChargeState> {
  const found = await ctx.em.findOne(InvoiceTable, { payment: id }, FRESH)
  if (!found) throw notFound('Payment')
  const { invoice, number = null, lines, amount, currency, discount, refunded, note } = found
  return {
    ...{ id, provider, purpose: purposeOf(found), createdAt: (found.markedAt ?? found.createdAt).toISOString() },
    status: found.status === 'paid' ? 'paid' : 'pending',
    ...{ amount: { amount, currency }, tax: 0, discount, refunded, disputed: 0, dispute: null, failure: null, fee: 0 },
    ...{ customerId: found.customer, subscriptionId: found.subscription ?? null },
    invoice: invoice ? { id: invoice, number, lines, periodStart: iso(found.periodStart), periodEnd: iso(found.periodEnd) } : null,
    ...{ method: METHOD, billing: await billingOf(ctx, found.customer), paidAt: iso(found.paidAt) },
    ...(note && { note }),
  }
}

/** @returns false for what was done before by the same key */
async function isNew({ ctx }: Book, key: string, id: string): Promise<boolean> {
  const added = await ctx.sql(
    'insert into payments.named (community_id, provider, key, object_id) values ($1, $2, $3, $4) on conflict do nothing returning id',
    [provider, key, id],
  )
  return added.length > 0
}
const changedLines = ({ lines: [main, ...rest] }: SubscriptionEntity, { line, quantity }: Pick<SubscriptionChange, 'line' | 'quantity'>) => [
  { ...(line ?? main!), quantity: quantity ?? line?.quantity ?? main!.quantity ?? 1 },
  ...rest,
]
async function change(book: Book, id: string, input: SubscriptionChange, key: string): Promise<void> {
  const subscription = await subscriptionBy(book.ctx, id)
  const { cancel, pause, line, quantity, discount, trialEnd } = input
  const isOver = subscription.status === 'canceled'
  if (cancel === 'now') {
    if (isOver) return
    end(book, subscription, book.now)
    const [last] = await book.ctx.em.find(InvoiceTable, { subscription: id }, { orderBy: { id: 'desc' }, limit: 1 })
    if (last?.status === 'open') last.status = 'void'
    return
  }
  if (!(await isNew(book, key, id))) return
  if (isOver) throw conflict('This subscription has ended.', 'subscription_over')
  if (cancel instanceof Date) subscription.cancelAt = cancel
  else if (cancel !== undefined) subscription.cancelsAtPeriodEnd = cancel === 'period_end'
  if (pause !== undefined) subscription.isPaused = pause !== null
  if (input.discountOff) subscription.coupon = null
  if (discount) keepCoupon(subscription, discount, book.now)
  if (line || quantity !== undefined) await swap(book, subscription, changedLines(subscription, input), input.prorate)
  if (input.restart) await restart(book, subscription)
  if (trialEnd) await moveTrial(book, subscription, trialEnd === 'now' ? book.now : trialEnd)
  touch(book, subscription)
}
async function refund(book: Book, id: string, amount: number | null, reason: string, key: string): Promise<void> {
  const invoice = await invoiceBy(book.ctx, { payment: id }, 'Payment')
  const known = invoice.refunds.find((one) => one.key === key)
  if (known && amount !== null && known.amount !== amount)
    throw conflict('This payment is already being processed. Reload the page to see its status.', 'payment_in_progress')
  if (known) return
  const left = invoice.status === 'paid' ? invoice.amount - invoice.refunded : 0
  const back = amount ?? left
  if (back > left || left === 0) throw new AtriumError(422, 'payment_refused', 'You can’t refund more than was paid.')
  invoice.refunds = [...invoice.refunds, { key, amount: back, reason, at: book.now.toISOString() }]
  invoice.refunded += back
  book.changed.push({ kind: 'charge', id })
}

/** What was made or changed since then; what is still open has not been told of. */
async function* changedSince(ctx: Ctx, since: Date): AsyncGenerator<{ kind: Kind; id: string }> {
  let after = 0
  for (;;) {
    const rows = await ctx.em.find(InvoiceTable, { updatedAt: { $gte: since }, id: { $gt: after } }, { ...FRESH, orderBy: { id: 'asc' }, limit: 500 })
    for (const { kind, status, uid, payment, subscription } of rows) {
      if (kind === 'order' && status !== 'open') yield { kind: 'checkout', id: uid }
      if (payment && status === 'paid') yield { kind: 'charge', id: payment }
      if (subscription) yield { kind: 'subscription', id: subscription }
    }
    if (rows.length === 0) break
    after = rows.at(-1)!.id
  }
  for (const { uid } of await ctx.em.find(SubscriptionTable, { updatedAt: { $gte: since } }, FRESH)) yield { kind: 'subscription', id: uid }
}
/** What takes a processor. */
const noProcessor = async (): Promise<never> => {
  throw new AtriumError(409, 'payments_not_ready', 'Connect a payment processor first.')
}

export const manual: PaymentProvider = {
  key: provider,
  state: async () => 'ready',
  currencies: async () => CURRENCIES,
  ensureCustomer: (ctx, { email, name, known, key }) =>
    alter(ctx, async ({ ctx: inner }) => {
      const found = (known && (await inner.em.findOne(CustomerTable, { uid: known }))) || (await inner.em.findOne(CustomerTable, { key }))
      return (found || inner.em.create(CustomerTable, { uid: newUid('cus'), key, email, name })).uid
    }),
  createCheckout: (ctx, input) =>
    alter(ctx, async (book) => {
      const { uid, expiresAt, amount, currency } = await order(book, input)
      return { id: uid, url: null, expiresAt: expiresAt!.toISOString(), total: { amount, currency } }
    }),
  async expireCheckout(ctx, id) {
    await alter(ctx, async ({ ctx: inner, changed }) => {
      const found = await invoiceBy(inner, { uid: id, kind: 'order' }, 'Payment')
      if (found.status !== 'open') return
      found.status = 'void'
      changed.push({ kind: 'checkout', id })
    })
    return checkoutState(ctx, id)
  },
  retrieveCheckout: checkoutState,
  retrieveSubscription: subscriptionState,
  async previewChange(ctx, id, input) {
    const subscription = await subscriptionBy(ctx, id, FRESH)
    const { items } = prorations(ctx, subscription, changedLines(subscription, input), nowOf(ctx))
    const { currency, credit, periodEnd } = subscription
    return {
      dueNow: { amount: Math.max(0, sumUp(items, null, currency).total - credit), currency },
      lines: items.map(({ text, amount, proration }) => ({ text, amount, proration })),
      nextAt: new Date(Math.max(periodEnd.getTime(), ...items.map((item) => item.end.getTime()))).toISOString(),
    }
  },
  async changeSubscription(ctx, id, input, key) {
    await alter(ctx, (book) => change(book, id, input, key))
    return subscriptionState(ctx, id)
  },
  async retry(ctx, id) {
    const state = await subscriptionState(ctx, id)
    if (state.openInvoiceId) throw new AtriumError(422, 'payment_refused', 'This is paid by invoice. Mark the invoice as paid once the money arrives.')
    return state
  },
  retrieveCharge: chargeState,
  async refund(ctx, id, amount, reason, key) {
    await alter(ctx, (book) => refund(book, id, amount, reason, key))
    return chargeState(ctx, id)
  },
  methodSession: async () => ({ url: null }),
  connectAccount: noProcessor,
  onboardingLink: noProcessor,
  retrieveAccount: async () => {
    throw notFound('Payment')
  },
  transfer: noProcessor,
  payouts: async () => ({ records: [], more: false }),
  retrievePayout: async () => {
    throw notFound('Payment')
  },
  balance: async () => ({ available: [], pending: [] }),
  methodPreferences: async () => [],
  setMethodPreference: noProcessor,
  listChanged: changedSince,
}
