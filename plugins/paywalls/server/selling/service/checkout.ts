/** The checkout: what is chosen, by whom, and the way to the provider's page and back. No amount comes from the browser. */
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { AtriumError, conflict, invalid, notFound, safePath } from '@atrium/sdk'
import { type Ctx, hold } from '@atrium/sdk/server'
import events, { type Places } from '../../../../events/contract.ts'
import invitations from '../../../../invitations/contract.ts'
import payments, { type KnownPayer } from '../../../../payments/contract.ts'
import spaces from '../../../../spaces/contract.ts'
import contract, { type Prepared } from '../../../contract.ts'
import type { BillingDetails, ChoiceInput, GiftInput, SessionChange, SessionInput } from '../../../contract/inputs.ts'
import type { Checkout, Dropped, Preview } from '../../../contract/records.ts'
import { type Brought, type CheckoutEntity, type CheckoutRow, CheckoutTable, type PriceRow } from '../../entities.ts'
import { checkoutByUid, couponsById, type PaywallWhole } from '../../reads.ts'
import { allOpens, needPaywall } from './catalogue.ts'
import { type Offer, offeredWith } from './bumps.ts'
import { isFit, needCoupon } from './coupons.ts'
import { holds, isFull } from './holding.ts'
import { invoiceOf } from './invoices.ts'
import { demandUnused, type Person, release, trialDaysFor } from './once.ts'
import { areSold, bumpBeside, type Choice, isGiftable, previewOf, seatsOf, workOut } from './quote.ts'
import { forCountry } from './regions.ts'
import { heldDate, isDateFull } from './tickets.ts'
import type { z } from 'zod'

interface Begun {
  uid: string
  dropped: Dropped[]
  /** Of who has no account: with it they go on. */
  key: string | null
}
export type Key = string | null | undefined
const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url')
/** A gift waits no longer. */
const MOST_DAYS_AHEAD = 366

const personOf = (ctx: Ctx): Person => ({ memberId: ctx.member?.id ?? null, email: ctx.account?.email ?? null })
/** What an invitation brings with it: days of trial, a code. @param priceId absent: for whichever price it is */
export async function invitedTo(ctx: Ctx, token: string | null | undefined, paywallId: number, priceId?: number) {
  if (!token || !ctx.has(invitations)) return null
  const invited = await ctx.use(invitations).paywallOf(token)
  if (invited?.paywall_id !== paywallId) return null
  return priceId === undefined || invited.paywall_price_id == null || invited.paywall_price_id === priceId ? invited : null
}
export async function priceOf(ctx: Ctx, paywallId: number, priceId: number): Promise<{ paywall: PaywallWhole; price: PriceRow }> {
  const paywall = await needPaywall(ctx, paywallId)
  const price = paywall.prices.find(({ id }) => id === priceId)
  if (!price) throw notFound('Price')
  return { paywall, price }
}
/** What is paid once and for good is bought once, and given as often as one likes. */
export async function closedFor(ctx: Ctx, paywall: PaywallWhole, memberId: number | null, date: Places | null, isGift = false): Promise<Prepared['closed']> {
  if (paywall.status !== 'active' || !paywall.prices.some(({ status }) => status === 'active')) return 'not_for_sale'
  if (!isGift && (await holds(ctx, memberId, paywall.id))) return 'held'
  return isFull(paywall) || (await isDateFull(ctx, date)) ? 'full' : null
}
export const CLOSED = {
  not_for_sale: 'This isn’t for sale.',
  held: 'You already have this.',
  full: 'Sold out.',
} as const

export async function detailsOf(ctx: Ctx, memberId: number | null): Promise<z.output<typeof BillingDetails>> {
  const [row] = memberId
    ? await ctx.sql<z.output<typeof BillingDetails>>(
        'select business_name, tax_id, address, country from paywalls.buyer where community_id = $1 and member_id = $2',
        [memberId],
      )
    : []
  return row ?? { business_name: '', tax_id: '', address: '', country: '' }
}
export async function afterwards(ctx: Ctx, paywall: PaywallWhole, back: string): Promise<string> {
  // what an invitation opens beside it is taken there
  if (back.startsWith('/join/')) return back
  if (paywall.redirect_space_id) {
    const space = await ctx.use(spaces).card(paywall.redirect_space_id)
    if (space) return `/c/${space.slug}`
  }
  if (back !== '/') return back
  const first = allOpens(paywall).find(({ kind }) => kind === 'space')
  const space = first && (await ctx.use(spaces).card(first.id))
  const event = allOpens(paywall).find(({ kind }) => kind === 'event')
  return space ? `/c/${space.slug}` : event ? `/events/${event.id}` : '/'
}

/** The page that a course begins with, where the buyer is led to that course. */
async function beginsAt(ctx: Ctx, paywall: PaywallWhole, to: string): Promise<string | null> {
  for (const { kind, id } of allOpens(paywall)) {
    const space = kind === 'space' ? await ctx.use(spaces).card(id) : undefined
    if (!space || !(to === `/c/${space.slug}` || to.startsWith(`/c/${space.slug}/`))) continue
    for (const { value } of ctx.fill(spaces.points.type)) {
      const path = space.types.includes(value.key) ? await value.begins?.(ctx, id) : null
      if (path) return path
    }
  }
  return null
}
export const dateCardOf = async (ctx: Ctx, occurrenceId: number | null | undefined) =>
  occurrenceId != null && ctx.has(events) ? ctx.use(events).dateCard(occurrenceId) : null

export async function preview(ctx: Ctx, input: ChoiceInput & { invitation_token?: string | null }): Promise<z.input<typeof Preview>> {
  const { paywall, price } = await priceOf(ctx, input.paywall_id, input.price_id)
  if ((paywall.status !== 'active' || price.status !== 'active') && !ctx.can('paywalls.manage')) throw notFound('Price')
  const invited = await invitedTo(ctx, input.invitation_token, paywall.id, price.id)
  const coupon = await needCoupon(ctx, input.coupon_code)
  await demandUnused(ctx, coupon, personOf(ctx))
  return previewOf(ctx, {
    paywall,
    price,
    coupon,
    customAmount: input.custom_amount_in_cents ?? null,
    country: input.country ?? null,
    taxId: input.tax_id ?? null,
    trialDays: await trialDaysFor(ctx, paywall, invited?.trial_days ?? price.trial_days, personOf(ctx)),
    seats: input.seats,
    asGift: input.as_gift === true,
    offer: await offeredWith(ctx, paywall, ctx.member?.id ?? null),
    withBump: input.bump === true,
  })
}

async function broughtBy(ctx: Ctx, brought: Record<string, string>): Promise<Brought> {
  const found: Brought = {}
  for (const { value } of ctx.fill(contract.points.attribution)) {
    const one = await value.read(ctx, brought)
    if (one) found[one.key] = one.value
  }
  return found
}
async function fieldsOf(ctx: Ctx, input: SessionChange, paywall: PaywallWhole, price: PriceRow) {
  const invited = await invitedTo(ctx, input.invitation_token, paywall.id, price.id)
  const coupon = await needCoupon(ctx, input.coupon_code)
  await demandUnused(ctx, coupon, personOf(ctx))
  const offer = input.bump ? await offeredWith(ctx, paywall, ctx.member?.id ?? null) : null
  return {
    ...(input.seats !== undefined && { seats: input.seats }),
    ...(input.gift !== undefined && { gift: input.gift && sendable(ctx, input.gift) }),
    ...(input.bump !== undefined && { bumpPriceId: offer?.price.id ?? null }),
    ...(input.price_id !== undefined && { priceId: price.id, trialDays: invited?.trial_days ?? null, invitation: invited?.invitation ?? null }),
    ...(input.coupon_code !== undefined && { couponId: coupon?.id ?? null }),
    ...(input.custom_amount_in_cents !== undefined && { customAmount: input.custom_amount_in_cents }),
    ...(input.country !== undefined && { country: input.country }),
    ...(input.tax_id !== undefined && { taxId: input.tax_id }),
    ...(input.business_name !== undefined && { businessName: input.business_name ?? '' }),
    ...(input.address !== undefined && { address: input.address ?? '' }),
    ...(input.back !== undefined && { back: safePath(input.back) }),
  }
}
/** @throws AtriumError 422 */
function sendable(ctx: Ctx, gift: GiftInput): GiftInput {
  if (gift.send_on && new Date(gift.send_on).getTime() > ctx.now().getTime() + MOST_DAYS_AHEAD * 86_400_000)
    throw invalid({ 'gift.send_on': ['Choose a date within the next year.'] })
  return gift
}
/**
 * Works the whole out anew. What was chosen before and does not fit any more is let go; what does not fit of this very input is refused.
 * @returns what was let go
 */
async function workAnew(ctx: Ctx, checkout: CheckoutEntity, input: SessionChange, paywall: PaywallWhole, price: PriceRow): Promise<Dropped[]> {
  const dropped: Dropped[] = []
  const priced = forCountry(price, checkout.country ?? null)
  if (checkout.couponId != null && !input.coupon_code) {
    const [coupon] = await ctx.read(couponsById, [[checkout.couponId]])
    if (!coupon || !isFit(ctx, coupon, paywall, priced)) {
      checkout.couponId = null
      dropped.push('coupon')
    }
  }
  if (checkout.seats != null && input.seats == null && !areSold(price, checkout.seats)) {
    checkout.seats = null
    dropped.push('seats')
  }
  if (checkout.gift != null && !input.gift && !isGiftable(price)) {
    checkout.gift = null
    dropped.push('gift')
  }
  if (checkout.customAmount != null && input.custom_amount_in_cents == null && !(price.is_custom_amount && checkout.customAmount >= price.amount)) {
    checkout.customAmount = null
    dropped.push('custom_amount')
  }
  checkout.seats = seatsOf(price, checkout.seats)
  const choice = await chosen(ctx, checkout, paywall, price).catch((error: unknown) => {
    if (!(error instanceof AtriumError && error.code === 'bump_gone')) throw error
    checkout.bumpPriceId = null
    dropped.push('bump')
    return chosen(ctx, checkout, paywall, price)
  })
  workOut(ctx, choice)
  return dropped
}
/** A checkout of what is for sale. @throws AtriumError 404, 409, 422 */
export async function begin(ctx: Ctx, input: SessionInput): Promise<Begun> {
  const { paywall, price } = await priceOf(ctx, input.paywall_id, input.price_id)
  const date = await heldDate(ctx, allOpens(paywall), input.occurrence_id)
  const closed =
    (await closedFor(ctx, paywall, ctx.member?.id ?? null, null, input.gift != null)) ??
    (input.occurrence_id != null && date === null ? 'not_for_sale' : (await isDateFull(ctx, date, seatsOf(price, input.seats) ?? 1)) ? 'full' : null)
  if (closed || price.status !== 'active') throw conflict(CLOSED[closed ?? 'not_for_sale'], closed ?? 'not_for_sale')
  const uid = randomUUID()
  const key = ctx.account ? null : randomBytes(24).toString('base64url')
  const checkout = ctx.em.create(CheckoutTable, {
    uid,
    keyHash: key && hashOf(key),
    paywallId: paywall.id,
    priceId: price.id,
    accountId: ctx.account?.id ?? null,
    memberId: ctx.member?.id ?? null,
    email: ctx.account?.email ?? null,
    name: ctx.member?.name ?? ctx.account?.name ?? '',
    emailVerifiedAt: ctx.account ? ctx.now() : null,
    ip: ctx.request?.ip ?? null,
    occurrenceId: date?.occurrenceId ?? null,
    attribution: await broughtBy(ctx, input.brought),
    expiresAt: new Date(ctx.now().getTime() + 2 * 86_400_000),
    ...(await fieldsOf(ctx, input, paywall, price)),
  })
  const dropped = await workAnew(ctx, checkout, input, paywall, price)
  await ctx.em.flush()
  return { uid, dropped, key }
}
/**
 * The browser's that began it, until somebody pays; theirs from then on. Its id alone stands in addresses, and who is led to one
 * would go on with what somebody else has chosen: a gift to them, a sale brought by them.
 * @throws AtriumError 404
 */
export async function needCheckout(ctx: Ctx, uid: string, key: Key): Promise<CheckoutRow> {
  const [row] = await ctx.read(checkoutByUid, [uid])
  const isTheirs = row && (row.account_id === null ? row.key_hash === null || isKey(row.key_hash, key) : row.account_id === ctx.account?.id)
  if (!isTheirs) throw notFound('Checkout')
  // whoever was put out buys nothing by what they began as a member
  if (row.member_id !== null && !(await ctx.members.addresses([row.member_id])).has(row.member_id)) throw notFound('Checkout')
  return row
}
const isKey = (hash: string, key: Key) => key != null && timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(key)))
/**
 * What a checkout has chosen, as its row says now.
 * @throws AtriumError 409 `bump_gone` where the extra that was ticked is not there any more
 */
export async function chosen(ctx: Ctx, checkout: CheckoutEntity, paywall: PaywallWhole, price: PriceRow): Promise<Choice> {
  const { customAmount = null, taxId = null, country = null, seats, gift, bumpPriceId } = checkout
  const person: Person = { memberId: checkout.memberId ?? null, email: checkout.emailVerifiedAt == null ? null : (checkout.email ?? null) }
  const trialDays = await trialDaysFor(ctx, paywall, checkout.trialDays ?? price.trial_days, person)
  const [coupon = null] = checkout.couponId == null ? [] : await ctx.read(couponsById, [[checkout.couponId]])
  const offer: Offer | null = bumpPriceId == null ? null : await offeredWith(ctx, paywall, checkout.memberId ?? null)
  const choice = { paywall, price, coupon, customAmount, country, taxId, trialDays, seats, asGift: gift != null, offer, withBump: offer !== null }
  if (bumpPriceId != null && (offer?.price.id !== bumpPriceId || !bumpBeside(choice, forCountry(price, country).currency)))
    throw conflict('This extra is no longer available. Choose again.', 'bump_gone')
  return choice
}
/** The row is held first: paying may be beginning at this moment. @throws AtriumError 404, 409, 422 */
export async function change(ctx: Ctx, uid: string, input: SessionChange): Promise<Begun> {
  const checkout = await hold(ctx, CheckoutTable, (await needCheckout(ctx, uid, input.key)).id)
  if (checkout.status !== 'prepared') throw conflict('A payment is already in progress. Cancel it first.', 'checkout_started')
  const { paywall, price } = await priceOf(ctx, checkout.paywallId, input.price_id ?? checkout.priceId)
  if (price.status !== 'active') throw conflict(CLOSED.not_for_sale, 'not_for_sale')
  ctx.em.assign(checkout, await fieldsOf(ctx, input, paywall, price))
  const dropped = await workAnew(ctx, checkout, input, paywall, price)
  if (checkout.occurrenceId != null) {
    const date = await heldDate(ctx, allOpens(paywall), checkout.occurrenceId)
    if (await isDateFull(ctx, date, seatsOf(price, checkout.seats) ?? 1, { uid, accountId: checkout.accountId })) throw conflict(CLOSED.full, 'full')
  }
  await ctx.em.flush()
  return { uid, dropped, key: null }
}
export const present = async (ctx: Ctx, uid: string, key: Key): Promise<Checkout> => presentCheckout(ctx, await needCheckout(ctx, uid, key))
/** As it is right after what the caller has just done to it. */
export async function presentBegun(ctx: Ctx, { uid, dropped, key }: Begun): Promise<Checkout> {
  const [row] = await ctx.read(checkoutByUid, [uid])
  return { ...(await presentCheckout(ctx, row!)), dropped, key }
}
export async function presentCheckout(ctx: Ctx, row: CheckoutRow): Promise<Checkout> {
  const paywall = await needPaywall(ctx, row.paywall_id)
  const [coupon] = row.coupon_id ? await ctx.read(couponsById, [[row.coupon_id]]) : []
  const to = row.gift || row.seats ? '/account/billing' : await afterwards(ctx, paywall, row.back)
  return {
    id: row.uid,
    key: null,
    status: row.status,
    paywall_id: row.paywall_id,
    price_id: row.price_id,
    email: row.email,
    email_verified: row.email_verified_at !== null,
    country: row.country,
    coupon_code: coupon?.code ?? null,
    custom_amount: row.custom_amount,
    seats: row.seats,
    gift: row.gift,
    has_bump: row.bump_price_id !== null,
    name: row.name,
    business_name: row.business_name,
    tax_id: row.tax_id,
    address: row.address,
    dropped: [],
    occurrence_id: row.occurrence_id,
    event: await dateCardOf(ctx, row.occurrence_id),
    currency: row.ordered?.currency ?? paywall.currency,
    amount: row.ordered?.due ?? 0,
    url: row.status === 'started' ? row.processor_url : null,
    invoice: await invoiceOf(ctx, row),
    // where seats are given out, and gifts looked after
    to,
    begins: row.status === 'fulfilled' ? await beginsAt(ctx, paywall, to) : null,
    thank_you: paywall.thank_you,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
/** What the buyer has told us is not asked once more on the page where it is paid. */
export const knownPayer: KnownPayer = {
  async of(ctx, { owner, reference }) {
    const [row] = owner === contract.id && ctx.account ? await ctx.read(checkoutByUid, [reference]) : []
    if (!row || row.account_id !== ctx.account!.id) return null
    return { name: row.name, country: row.country ?? ((await detailsOf(ctx, row.member_id)).country || null) }
  },
}
/** The buyer is back: whatever has become of it is asked for and handed out as an event. */
export async function complete(ctx: Ctx, uid: string, key: Key): Promise<void> {
  const row = await needCheckout(ctx, uid, key)
  if (row.status === 'started' && row.processor_id) await ctx.use(payments).refresh('checkout', row.processor_id)
}
/** Begun or not, it comes to nothing; what was paid meanwhile stays paid. @returns whether it is over */
async function end(ctx: Ctx, row: CheckoutRow): Promise<boolean> {
  if (row.status !== 'prepared' && row.status !== 'started') return true
  if (row.status === 'started' && row.processor_id) {
    const state = await ctx.use(payments).expireCheckout(row.processor_id)
    if (state.status !== 'expired') {
      await ctx.use(payments).refresh('checkout', row.processor_id)
      return false
    }
  }
  const [over] = await ctx.sql(
    `update paywalls.checkout set status = 'cancelled' where community_id = $1 and id = $2 and status in ('prepared', 'started') returning id`,
    [row.id],
  )
  if (over) await release(ctx, row.id)
  return true
}
export async function cancel(ctx: Ctx, uid: string, key: Key): Promise<void> {
  await end(ctx, await needCheckout(ctx, uid, key))
}
/** Calls the provider, so without a transaction. @returns whether all of them are over */
export async function expirePages(ctx: Ctx, uids: string[]): Promise<boolean> {
  let isOver = true
  for (const uid of uids) {
    const [row] = await ctx.read(checkoutByUid, [uid])
    if (row && !(await end(ctx, row))) isOver = false
  }
  return isOver
}
