/**
 * Beginning to pay. The row is held, all that was chosen is worked out once more, and what comes of it is written as one order; then the provider is
 * asked by that order alone, with a key of the row, so that whatever dies in between, the same call once more goes on where it stood.
 */
import { AtriumError, conflict, forbidden, limitReached, notFound, sentence, unauthenticated, formatMoney } from '@atrium/sdk'
import { type Ctx, hold, inWrite, inWriteAs, lock } from '@atrium/sdk/server'
import payments, { type CheckoutPage, type Discount, type Line } from '../../../../payments/contract.ts'
import contract from '../../../contract.ts'
import type { CreateInput } from '../../../contract/inputs.ts'
import { type CheckoutEntity, type CheckoutRow, CheckoutTable, type Order } from '../../entities.ts'
import { orderJob } from '../../jobs.ts'
import { checkoutByUid, pricesById } from '../../reads.ts'
import { allOpens, checkoutPath } from '../../selling/service/catalogue.ts'
import { begin, chosen, CLOSED, closedFor, expirePages, needCheckout, priceOf } from '../../selling/service/checkout.ts'
import { isSpentAtOnce } from '../../selling/service/document.ts'
import { awaitTurn } from '../../selling/service/holding.ts'
import { release, takeOnce, trialOf, useCouponOnce, useInvitation } from '../../selling/service/once.ts'
import { type Choice, recurringOf, seatsOf, workOut } from '../../selling/service/quote.ts'
import { settleFree } from './settle.ts'
import { askLater } from '../../selling/service/taxIds.ts'
import { demandFewOrders, heldDate, isDateFull } from '../../selling/service/tickets.ts'

interface Buyer {
  accountId: number
  memberId: number | null
  email: string
  name: string
  consent: boolean
}
/** A page of which somebody else may be waiting for the place is open so long; the shortest that providers take. */
const MINUTES_WITH_PLACE = 30
/** Other pages of one buyer that are closed in turn before paying begins. */
const MOST_PAGES = 10
/** Nothing is paid and nothing recurs. */
const isFree = ({ due, kind }: Order): boolean => due === 0 && kind === 'onetime'

/** @throws AtriumError 401, 403 `banned`, 404, 409 `price_changed`, `trial_used`, 410 `invitation_gone`, 422 `consent_required`, `coupon_invalid`, `coupon_used_up`, `coupon_used` */
export async function start(ctx: Ctx, { session_id: uid, key, consent, ...seen }: CreateInput): Promise<void> {
  const row = await needCheckout(ctx, uid, key)
  if (!ctx.account) throw unauthenticated()
  const { id: accountId, email } = ctx.account
  if (row.email !== null && row.account_id === null && row.email.toLowerCase() !== email.toLowerCase()) throw notFound('Checkout')
  if (!ctx.member && ctx.platform.fields.consent_required && !consent)
    throw new AtriumError(422, 'consent_required', 'Accept the community’s terms to continue.')
  const known = (await ctx.members.known([email])).get(email.toLowerCase())
  if (known?.status === 'banned') throw forbidden('You can’t join this community.', 'banned')
  // whoever has left comes in anew
  const memberId = ctx.member?.id ?? (known?.status === 'active' ? known.memberId : null)
  if (memberId === null) await demandRoom(ctx)
  const buyer = { accountId, memberId, email, name: ctx.member?.name ?? (row.name || ctx.account.name), consent }
  for (let tries = 0; tries < MOST_PAGES; tries++) {
    const placed = await inWrite(ctx, (inner) => place(inner, row.id, buyer, seen))
    if (placed === null || 'uid' in placed) return void (placed && (await atProvider(ctx, placed)))
    // one page at a time for each buyer and paywall: the older one is closed
    if (!(await expirePages(ctx, placed.older))) throw conflict('Your payment for this is still being processed.', 'checkout_started')
  }
  throw conflict('A payment is already in progress. Cancel it first.', 'checkout_started')
}
/** The same by somebody who has no browser. @returns the page at the provider */
export async function order(ctx: Ctx, memberId: number, priceId: number, coupon: string | null): Promise<{ checkoutId: string | null }> {
  const [price] = await ctx.read(pricesById, [[priceId]])
  if (!price) throw notFound('Price')
  const choice = { paywall_id: price.paywall_id, price_id: priceId, coupon_code: coupon, brought: {} }
  const { uid } = await inWriteAs(ctx, memberId, (asker) => begin(asker, choice))
  await start(await ctx.actAs(memberId), { session_id: uid, consent: true })
  const [row] = await ctx.read(checkoutByUid, [uid])
  return { checkoutId: row!.processor_id }
}
/** Before anybody pays: whether one more member may come. @throws AtriumError 402 `limit_reached` */
async function demandRoom(ctx: Ctx): Promise<void> {
  const { members: most } = ctx.community.limits
  if (most === undefined) return
  const [row] = await ctx.sql<{ n: number }>(
    `select count(*)::int as n from (select from kernel.member_card where community_id = $1 and status = 'active' limit $2) m`,
    [most],
  )
  if (row!.n >= most) throw limitReached('members', most)
}

/** Others of one buyer for one paywall that are under way. */
interface Older {
  older: string[]
}
/** What is given may be bought as often as one likes. One at a time for each buyer and paywall. */
async function olderOf(ctx: Ctx, { paywallId, uid, gift }: CheckoutEntity, accountId: number): Promise<string[]> {
  if (gift) return []
  await lock(ctx, `paywalls.start ${accountId} ${paywallId}`)
  const rows = await ctx.sql<{ uid: string }>(
    `select uid from paywalls.checkout where community_id = $1 and account_id = $2 and paywall_id = $3 and uid <> $4::uuid and status = 'started'
       and ordered ->> 'gift' is null`,
    [accountId, paywallId, uid],
  )
  return rows.map((row) => row.uid)
}
/** @returns what the provider is to be asked for, with its order; null where there is nothing to ask any more; else what must be over first */
async function place(ctx: Ctx, id: number, buyer: Buyer, seen: Seen): Promise<CheckoutRow | Older | null> {
  const checkout = await hold(ctx, CheckoutTable, id)
  if (checkout.status === 'prepared') {
    const older = await olderOf(ctx, checkout, buyer.accountId)
    if (older.length > 0) return { older }
    await writeOrder(ctx, checkout, buyer, seen)
  } else if (checkout.status === 'fulfilled' || checkout.status === 'paid') return null
  else if (checkout.status !== 'started') throw conflict('This checkout has expired. Start over.', 'checkout_over')
  if (checkout.processorUrl != null) return null
  // another one was to make its page
  if (checkout.provider != null && checkout.provider !== ctx.use(payments).provider().key)
    throw conflict('This checkout has expired. Start over.', 'checkout_over')
  // what costs nothing is had in this very step: nothing can come between
  if (!isFree(checkout.ordered!)) return (await ctx.read(checkoutByUid, [checkout.uid]))[0]!
  await settleFree(ctx, checkout)
  return null
}

/** What a page has shown its buyer before the press. */
export interface Seen {
  due_today?: number
  currency?: string
}
/** @throws AtriumError 409 `price_changed` with the sum of now */
function demandSeen(ctx: Ctx, { due, currency }: Order, seen: Seen): void {
  if (seen.due_today === undefined || (seen.due_today === due && (seen.currency ?? currency) === currency)) return
  const amount = formatMoney(ctx.locale, due, currency)
  throw new AtriumError(409, 'price_changed', sentence('The total due today is now {amount}. Review your order and try again.', { amount }), {
    details: { due_today: due, currency },
  })
}
async function writeOrder(ctx: Ctx, checkout: CheckoutEntity, { accountId, memberId, email, name, consent }: Buyer, seen: Seen): Promise<void> {
  const extra = checkout.bumpPriceId == null ? [] : await ctx.read(pricesById, [[checkout.bumpPriceId]])
  const isLimited = await awaitTurn(ctx, [checkout.paywallId, ...extra.map(({ paywall_id }) => paywall_id)])
  const { paywall, price } = await priceOf(ctx, checkout.paywallId, checkout.priceId)
  // a session that came by a link has no date yet
  const date = await heldDate(ctx, allOpens(paywall), checkout.occurrenceId)
  if (checkout.occurrenceId != null && date === null) throw conflict(CLOSED.not_for_sale, 'not_for_sale')
  await demandFewOrders(ctx, date, accountId)
  const closed =
    (await closedFor(ctx, paywall, memberId, null, checkout.gift != null)) ??
    ((await isDateFull(ctx, date, seatsOf(price, checkout.seats) ?? 1, { uid: checkout.uid, accountId })) ? 'full' : null)
  if (closed || price.status !== 'active') throw conflict(CLOSED[closed ?? 'not_for_sale'], closed ?? 'not_for_sale')
  ctx.em.assign(checkout, {
    accountId,
    memberId,
    email,
    name,
    consent,
    emailVerifiedAt: checkout.emailVerifiedAt ?? ctx.now(),
    occurrenceId: date?.occurrenceId ?? null,
  })
  const choice = await chosen(ctx, checkout, paywall, price)
  const ordered = orderOf(choice, checkout, workOut(ctx, choice), isLimited || checkout.occurrenceId != null)
  demandSeen(ctx, ordered, seen)
  await askLater(ctx, ordered.taxId, ordered.country)
  const person = { memberId, email }
  if (choice.coupon) await useCouponOnce(ctx, choice.coupon, person, checkout.uid)
  if (checkout.invitation != null) await useInvitation(ctx, checkout.invitation, { accountId, email }, checkout.uid)
  if (ordered.trialDays > 0 && !(await takeOnce(ctx, trialOf(paywall), person, checkout.uid)))
    throw conflict('You’ve already had a free trial of this.', 'trial_used')
  ctx.em.assign(checkout, {
    status: 'started',
    ordered,
    trialDays: ordered.trialDays,
    couponHeld: ordered.coupon !== null,
    provider: isFree(ordered) ? null : ctx.use(payments).provider().key,
  })
  await ctx.em.flush()
}
function orderOf(
  { price, coupon, country, taxId }: Choice,
  { gift = null }: CheckoutEntity,
  { lines: _, ...quote }: ReturnType<typeof workOut>,
  holdsPlace: boolean,
): Order {
  return {
    ...quote,
    holdsPlace,
    priceId: price.id,
    kind: gift ? 'onetime' : price.price_type,
    interval: price.interval,
    intervalCount: price.interval_count,
    installmentsCount: price.installments_count,
    trialNeedsMethod: price.trial_requires_card,
    coupon: coupon && {
      id: coupon.id,
      code: coupon.code,
      kind: coupon.kind,
      percentOff: coupon.percent_off,
      amountOff: quote.couponAmount ?? null,
      duration: coupon.duration,
      months: coupon.duration_in_months,
    },
    gift,
    country,
    taxId,
  }
}
function linesOf(paywallId: number, { priceId, kind, currency, once, name, each, exact, seats = 1, bump, interval, intervalCount }: Order): Line[] {
  const lines: Line[] = [
    { reference: `price:${priceId}`, name, unit: { amount: each, currency }, ...(exact && { exact }), quantity: seats, product: `paywall:${paywallId}` },
  ]
  if (kind !== 'onetime') lines[0]!.recurring = recurringOf({ interval, interval_count: intervalCount })
  if (once > 0) lines.push({ reference: `upfront:${priceId}`, name, unit: { amount: once, currency }, product: `upfront:${priceId}` })
  if (bump) lines.push({ reference: `price:${bump.priceId}`, name: bump.name, unit: { amount: bump.due, currency }, product: `paywall:${bump.paywallId}` })
  return lines
}
function discountOf(order: Order): Discount | null {
  const { coupon, discount, currency, bump } = order
  if (!coupon) return null
  const { id, code, kind, percentOff, amountOff, duration, months } = coupon
  const amount = (of: number) => ({ amount: { amount: of, currency } })
  // a share would be taken of the extra too, and more than the rest of what it is for; what is spent at once comes off before tax
  const isSum = bump || isSpentAtOnce(order)
  const taken = isSum ? amount(discount) : kind === 'percent' ? { percent: percentOff! / 100 } : amount(amountOff!)
  return isSum && discount === 0 ? null : { reference: `coupon:${id}`, name: code, ...taken, duration, months: months ?? undefined }
}
async function atProvider(ctx: Ctx, row: CheckoutRow): Promise<void> {
  const { uid } = row
  const order = row.ordered!
  const base = ctx.community.url
  const [buyer] = row.member_id
    ? await ctx.sql<{ customer_id: string | null }>('select customer_id from paywalls.buyer where community_id = $1 and member_id = $2 and provider = $3', [
        row.member_id,
        row.provider,
      ])
    : []
  const page = await ctx.use(payments).checkout({
    purpose: { owner: contract.id, reference: uid },
    key: `checkout:${uid}`,
    mode: order.kind === 'onetime' ? 'payment' : 'subscription',
    lines: linesOf(row.paywall_id, order),
    email: row.email!,
    customerId: buyer?.customer_id ?? null,
    discount: discountOf(order),
    trialDays: order.trialDays || null,
    trialNeedsMethod: order.trialNeedsMethod,
    expiresInMinutes: order.holdsPlace ? MINUTES_WITH_PLACE : undefined,
    instalments: order.installmentsCount,
    successUrl: `${base}${checkoutPath(row.paywall_id)}?session=${uid}&paid=1`,
    cancelUrl: `${base}${checkoutPath(row.paywall_id)}?session=${uid}&cancelled=1${row.occurrence_id === null ? '' : `&date=${row.occurrence_id}`}`,
    locale: ctx.locale,
  })
  if (page.total.amount !== order.due || page.total.currency !== order.currency) return differs(ctx, row, page)
  const [kept] = await ctx.sql(
    `update paywalls.checkout set processor_id = $3, processor_url = $4, expires_at = $5 where community_id = $1 and uid = $2 and status <> 'cancelled' returning id`,
    [uid, page.id, page.url, page.expiresAt],
  )
  if (!kept) {
    // cancelled while the provider was asked
    await ctx.use(payments).expireCheckout(page.id)
    throw conflict('This checkout has expired. Start over.', 'checkout_over')
  }
  if (row.provider === 'manual' && row.processor_id === null) await ctx.enqueue(orderJob, { uid, locale: ctx.locale }, { key: `paywalls.order:${uid}` })
}
/** The provider would take another sum than was shown: nobody is sent there. */
async function differs(ctx: Ctx, { id, ordered }: CheckoutRow, page: CheckoutPage): Promise<never> {
  const money = ctx.use(payments)
  if (page.url !== null) await money.expireCheckout(page.id)
  await inWrite(ctx, async (inner) => {
    const checkout = await hold(inner, CheckoutTable, id)
    if (checkout.status === 'started') checkout.status = 'cancelled'
    await inner.em.flush()
    await release(inner, id)
  })
  await money.differences(contract.id, [{ what: 'checkout', charge: page.id, ours: ordered!.due, theirs: page.total.amount, currency: page.total.currency }])
  throw conflict('The payment processor asked for a different amount, so nothing was charged. The admins know about it.', 'total_differs')
}
