/** The checkout: what is chosen, by whom, and the way to the provider's page and back. No amount comes from the browser. */
import { randomUUID } from 'node:crypto'
import { AtriumError, conflict, forbidden, invalid, notFound, safePath, unauthenticated } from '@atrium/sdk'
import { type Ctx, hold } from '@atrium/sdk/server'
import type { Places } from '../../../events/contract.ts'
import invitations from '../../../invitations/contract.ts'
import payments, { type Line } from '../../../payments/contract.ts'
import spaces from '../../../spaces/contract.ts'
import contract, { type Prepared } from '../../contract.ts'
import type { BillingDetails, ChoiceInput, GiftInput, SessionChange, SessionInput } from '../../contract/inputs.ts'
import type { Checkout, Preview } from '../../contract/records.ts'
import { type Brought, type CheckoutRow, CheckoutTable, type PriceRow } from '../entities.ts'
import { freeJob, orderJob } from '../jobs.ts'
import { checkoutByUid, couponsById, type PaywallWhole } from '../reads.ts'
import { allOpens, checkoutPath, isTest, namesOf, needPaywall, presentCard } from './catalogue.ts'
import { type Offer, offeredWith } from './bumps.ts'
import { findCoupon, isUsable, needCoupon, releaseCoupon } from './coupons.ts'
import { holds, isFull } from './holding.ts'
import { invoiceOf } from './invoices.ts'
import { bumpBeside, type Choice, isGiftable, previewOf, recurringOf, seatsOf, type Worked, workOut } from './quote.ts'
import { forCountry } from './regions.ts'
import { dateFor, heldDate, isDateFull, isHeld } from './tickets.ts'
import { termsOf } from './names.ts'
import type { z } from 'zod'

/** A gift waits no longer. */
const MOST_DAYS_AHEAD = 366

/** What an invitation brings with it: days of trial, a code. */
async function invitedTo(ctx: Ctx, token: string | null | undefined, paywallId: number) {
  if (!token || !ctx.has(invitations)) return null
  const paywall = await ctx.use(invitations).paywallOf(token)
  return paywall?.paywall_id === paywallId ? paywall : null
}
async function priceOf(ctx: Ctx, paywallId: number, priceId: number): Promise<{ paywall: PaywallWhole; price: PriceRow }> {
  const paywall = await needPaywall(ctx, paywallId)
  const price = paywall.prices.find(({ id }) => id === priceId)
  if (!price) throw notFound('Price')
  return { paywall, price }
}
/** What is paid once and for good is bought once, and given as often as one likes. */
async function closedFor(ctx: Ctx, paywall: PaywallWhole, memberId: number | null, date: Places | null, isGift = false): Promise<Prepared['closed']> {
  if (paywall.status !== 'active' || !paywall.prices.some(({ status }) => status === 'active')) return 'not_for_sale'
  if (!isGift && (await holds(ctx, memberId, paywall.id))) return 'held'
  return isFull(paywall) || (await isDateFull(ctx, date)) ? 'full' : null
}
const CLOSED = {
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

export async function prepare(
  ctx: Ctx,
  input: { paywall_id: number; coupon_code?: string | null; invitation_token?: string | null; back?: string | null; occurrence_id?: number | null },
): Promise<Prepared> {
  const paywall = await needPaywall(ctx, input.paywall_id)
  // a draft is nobody's but theirs who make it
  if (paywall.status === 'draft' && !ctx.can('paywalls.manage')) throw notFound('Paywall')
  const invited = await invitedTo(ctx, input.invitation_token, paywall.id)
  const coupon = paywall.coupons_enabled ? await findCoupon(ctx, input.coupon_code ?? invited?.paywall_coupon_code) : null
  const ticketTo = await dateFor(ctx, allOpens(paywall), input.occurrence_id)
  await ctx.sql('update paywalls.paywall set views_count = views_count + 1 where community_id = $1 and id = $2', [paywall.id])
  return {
    paywall: presentCard(ctx, paywall, await namesOf(ctx)),
    closed: await closedFor(ctx, paywall, ctx.member?.id ?? null, ticketTo),
    starts_at: ticketTo?.startsAt.toISOString() ?? null,
    coupon: coupon ? { code: coupon.code, terms: termsOf(ctx, coupon) } : null,
    email: ctx.account?.email ?? null,
    details: await detailsOf(ctx, ctx.member?.id ?? null),
    consent_required: !ctx.member && ctx.platform.fields.consent_required,
    tax: ctx.settings(contract).tax_enabled,
    by_country: ctx.settings(contract).tax_enabled || paywall.prices.some(({ status, regions }) => status === 'active' && regions.length > 0),
    back: safePath(input.back),
    is_test: isTest(ctx),
  }
}
export async function preview(ctx: Ctx, input: ChoiceInput & { invitation_token?: string | null }): Promise<z.input<typeof Preview>> {
  const { paywall, price } = await priceOf(ctx, input.paywall_id, input.price_id)
  if ((paywall.status !== 'active' || price.status !== 'active') && !ctx.can('paywalls.manage')) throw notFound('Price')
  const invited = await invitedTo(ctx, input.invitation_token, paywall.id)
  const country = input.country ?? null
  const coupon = paywall.coupons_enabled ? await needCoupon(ctx, input.coupon_code, forCountry(price, country)) : null
  return previewOf(ctx, {
    paywall,
    price,
    coupon,
    customAmount: input.custom_amount_in_cents ?? null,
    country,
    taxId: input.tax_id ?? null,
    trialDays: invited?.trial_days,
    seats: input.seats,
    asGift: input.as_gift === true,
    offer: await offeredWith(ctx, paywall, ctx.member?.id ?? null),
    withBump: input.bump === true,
  })
}

async function broughtBy(ctx: Ctx, brought: Record<string, string>): Promise<Brought> {
  const found: Brought = {}
  for (const { plugin, value } of ctx.fill(contract.points.attribution)) {
    const one = await value.read(ctx.as(plugin), brought)
    if (one) found[one.key] = one.value
  }
  return found
}
async function fieldsOf(ctx: Ctx, input: SessionChange, paywall: PaywallWhole, price: PriceRow) {
  const invited = await invitedTo(ctx, input.invitation_token, paywall.id)
  const coupon = paywall.coupons_enabled && input.coupon_code ? await needCoupon(ctx, input.coupon_code, forCountry(price, input.country ?? null)) : null
  const offer = input.bump ? await offeredWith(ctx, paywall, ctx.member?.id ?? null) : null
  return {
    ...(input.seats !== undefined && { seats: seatsOf(price, input.seats) }),
    ...(input.gift !== undefined && { gift: input.gift ? giftOf(ctx, input.gift, price) : null }),
    ...(input.bump !== undefined && { bumpPriceId: offer?.price.id ?? null }),
    ...(input.price_id !== undefined && { priceId: price.id, trialDays: invited?.trial_days ?? null }),
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
function giftOf(ctx: Ctx, gift: GiftInput, price: PriceRow): GiftInput {
  if (!isGiftable(price)) throw invalid({ gift: ['This can’t be bought as a gift.'] }, 'This can’t be bought as a gift.', 'no_gift')
  if (gift.send_on && new Date(gift.send_on).getTime() > ctx.now().getTime() + MOST_DAYS_AHEAD * 86_400_000)
    throw invalid({ 'gift.send_on': ['Choose a date within the next year.'] })
  return gift
}
/** A checkout of what is for sale. @throws AtriumError 404, 409, 422 */
export async function begin(ctx: Ctx, input: SessionInput): Promise<string> {
  const { paywall, price } = await priceOf(ctx, input.paywall_id, input.price_id)
  const date = await heldDate(ctx, allOpens(paywall), input.occurrence_id)
  const closed =
    (await closedFor(ctx, paywall, ctx.member?.id ?? null, null, input.gift != null)) ??
    (input.occurrence_id != null && date === null ? 'not_for_sale' : (await isDateFull(ctx, date, seatsOf(price, input.seats) ?? 1)) ? 'full' : null)
  if (closed || price.status !== 'active') throw conflict(CLOSED[closed ?? 'not_for_sale'], closed ?? 'not_for_sale')
  const uid = randomUUID()
  ctx.em.create(CheckoutTable, {
    uid,
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
  await ctx.em.flush()
  return uid
}
/** Whose id it is says that it is theirs; once somebody has signed in to it, nobody else's. @throws AtriumError 404 */
export async function needCheckout(ctx: Ctx, uid: string): Promise<CheckoutRow> {
  const [row] = await ctx.read(checkoutByUid, [uid])
  if (!row || (row.account_id !== null && row.account_id !== ctx.account?.id)) throw notFound('Checkout')
  return row
}
export async function change(ctx: Ctx, uid: string, input: SessionChange): Promise<void> {
  const row = await needCheckout(ctx, uid)
  const { paywall, price } = await priceOf(ctx, row.paywall_id, input.price_id ?? row.price_id)
  const checkout = await hold(ctx, CheckoutTable, row.id)
  if (checkout.status !== 'prepared') throw conflict('A payment is already in progress. Cancel it first.', 'checkout_started')
  if (price.status !== 'active') throw conflict(CLOSED.not_for_sale, 'not_for_sale')
  if (row.occurrence_id !== null && input.seats !== undefined) {
    const date = await heldDate(ctx, allOpens(paywall), row.occurrence_id)
    if (await isDateFull(ctx, date, seatsOf(price, input.seats) ?? 1, uid)) throw conflict(CLOSED.full, 'full')
  }
  ctx.em.assign(checkout, await fieldsOf(ctx, input, paywall, price))
}
export async function present(ctx: Ctx, uid: string): Promise<Checkout> {
  const row = await needCheckout(ctx, uid)
  return presentCheckout(ctx, row)
}
export async function presentCheckout(ctx: Ctx, row: CheckoutRow): Promise<Checkout> {
  const paywall = await needPaywall(ctx, row.paywall_id)
  const [coupon] = row.coupon_id ? await ctx.read(couponsById, [[row.coupon_id]]) : []
  return {
    id: row.uid,
    status: row.status,
    paywall_id: row.paywall_id,
    price_id: row.price_id,
    email: row.email,
    email_verified: row.email_verified_at !== null,
    country: row.country,
    coupon_code: coupon?.code ?? null,
    seats: row.seats,
    gift: row.gift,
    has_bump: row.bump_price_id !== null,
    occurrence_id: row.occurrence_id,
    currency: row.quote?.currency ?? paywall.currency,
    amount: row.quote?.due ?? 0,
    url: row.status === 'started' ? row.processor_url : null,
    invoice: await invoiceOf(ctx, row),
    // where seats are given out, and gifts looked after
    to: row.gift || row.seats ? '/account/billing' : await afterwards(ctx, paywall, row.back),
    thank_you: paywall.thank_you,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

function linesOf(paywall: PaywallWhole, price: PriceRow, worked: Worked, isGift: boolean): Line[] {
  const { currency, unit, once, name, each = unit, seats = 1, bump } = worked
  const product = `paywall:${paywall.id}`
  const lines: Line[] = [{ reference: `price:${price.id}`, name, unit: { amount: each, currency }, quantity: seats, product }]
  if (price.price_type !== 'onetime' && !isGift) lines[0]!.recurring = recurringOf(price)
  if (once > 0) lines.push({ reference: `upfront:${price.id}`, name, unit: { amount: once, currency }, product: `upfront:${price.id}` })
  if (bump) lines.push({ reference: `price:${bump.priceId}`, name: bump.name, unit: { amount: bump.due, currency }, product: `paywall:${bump.paywallId}` })
  return lines
}
/** @throws AtriumError 409 `bump_gone` where the extra that was ticked is not there any more */
async function chosen(ctx: Ctx, row: CheckoutRow, paywall: PaywallWhole, price: PriceRow, coupon: Coupon): Promise<Choice> {
  const { custom_amount: customAmount, tax_id: taxId, trial_days: trialDays, country, seats } = row
  const offer: Offer | null = row.bump_price_id === null ? null : await offeredWith(ctx, paywall, ctx.member?.id ?? null)
  const choice = { paywall, price, coupon, customAmount, country, taxId, trialDays, seats, asGift: row.gift !== null, offer, withBump: offer !== null }
  if (row.bump_price_id !== null && (offer?.price.id !== row.bump_price_id || !bumpBeside(choice, forCountry(price, country).currency)))
    throw conflict('This extra is no longer available. Choose again.', 'bump_gone')
  return choice
}
/** Written by the one statement that also counts the coupon. @returns whether it was this call's to begin */
async function take(ctx: Ctx, uid: string, row: CheckoutRow, worked: Worked, provider: string | null, consent: boolean): Promise<boolean> {
  const taken = await ctx.sql<{ id: number }>(
    `with mine as (select id, coupon_id from paywalls.checkout where community_id = $1 and uid = $2 and status = 'prepared' for update),
       held as (update paywalls.coupon k set uses_count = uses_count + 1 from mine where k.community_id = $1 and k.id = mine.coupon_id
         and (k.max_uses is null or k.uses_count < k.max_uses) returning k.id)
     update paywalls.checkout c set status = 'started', quote = $3, account_id = $4, member_id = $5, email = $6, name = $7, consent = $8, provider = $9,
       email_verified_at = coalesce(c.email_verified_at, $10), trial_days = $11, coupon_held = mine.coupon_id is not null, updated_at = $10
     from mine where c.community_id = $1 and c.id = mine.id and (mine.coupon_id is null or exists (select from held)) returning c.id`,
    [
      uid,
      JSON.stringify(worked),
      ctx.account!.id,
      ctx.member?.id ?? null,
      ctx.account!.email,
      ctx.member?.name ?? (row.name || ctx.account!.name),
      consent,
      provider,
      ctx.now(),
      worked.trialDays,
    ],
  )
  return taken.length > 0
}
/**
 * Begins to pay. The row says so first, with what was worked out and with its coupon; then the provider is asked, by a key of the row, so that
 * whatever dies in between, the same call once more goes on where it stood.
 */
export async function start(ctx: Ctx, uid: string, consent: boolean): Promise<void> {
  const row = await needCheckout(ctx, uid)
  if (!ctx.account) throw unauthenticated()
  if (row.email !== null && row.account_id === null && row.email.toLowerCase() !== ctx.account.email.toLowerCase()) throw notFound('Checkout')
  if (row.status === 'fulfilled' || row.status === 'paid' || (row.status === 'started' && row.processor_url)) return
  if (row.status !== 'prepared' && row.status !== 'started') throw conflict('This checkout has expired. Start over.', 'checkout_over')
  if (!ctx.member && ctx.platform.fields.consent_required && !consent)
    throw new AtriumError(422, 'consent_required', 'Accept the community’s terms to continue.')
  const known = (await ctx.members.known([ctx.account.email])).get(ctx.account.email.toLowerCase())
  if (known?.status === 'banned') throw forbidden('You can’t join this community.', 'banned')
  const { paywall, price } = await priceOf(ctx, row.paywall_id, row.price_id)
  const [coupon] = row.coupon_id ? await ctx.read(couponsById, [[row.coupon_id]]) : []
  if (row.status === 'prepared') {
    // its place was held when it was made, for a while
    if (row.occurrence_id !== null) {
      if (!isHeld(ctx, row.created_at)) throw conflict('This checkout has expired. Start over.', 'checkout_over')
      if (!(await dateFor(ctx, allOpens(paywall), row.occurrence_id))) throw conflict(CLOSED.not_for_sale, 'not_for_sale')
    }
    const closed = await closedFor(ctx, paywall, ctx.member?.id ?? known?.memberId ?? null, null, row.gift !== null)
    if (closed || price.status !== 'active') throw conflict(CLOSED[closed ?? 'not_for_sale'], closed ?? 'not_for_sale')
    if (coupon && !isUsable(ctx, coupon)) throw invalid({ coupon_code: ['This code isn’t valid here.'] }, 'This code isn’t valid here.', 'coupon_invalid')
  }
  // what was worked out when it began holds
  const worked = row.status === 'prepared' ? workOut(ctx, await chosen(ctx, row, paywall, price, coupon ?? null)) : (row.quote as Worked)
  const isFree = worked.due === 0 && (price.price_type === 'onetime' || row.gift !== null)
  if (row.status === 'prepared') {
    const provider = isFree ? null : ctx.use(payments).provider().key
    if (!(await take(ctx, uid, row, worked, provider, consent))) {
      const again = await needCheckout(ctx, uid)
      if (again.status !== 'prepared') return start(ctx, uid, consent)
      throw invalid({ coupon_code: ['This coupon has reached its usage limit.'] }, 'This coupon has reached its usage limit.', 'coupon_used_up')
    }
  }
  if (isFree) return ctx.enqueue(freeJob, { uid }, { key: `paywalls.free:${uid}`, priority: -10 })
  await atProvider(ctx, uid, paywall, price, coupon ?? null)
}

type Coupon = Awaited<ReturnType<typeof findCoupon>>
async function atProvider(ctx: Ctx, uid: string, paywall: PaywallWhole, price: PriceRow, coupon: Coupon): Promise<void> {
  // what was written down when it began holds, whatever has changed since
  const row = await needCheckout(ctx, uid)
  const worked = row.quote as Worked
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
    mode: price.price_type === 'onetime' || row.gift ? 'payment' : 'subscription',
    lines: linesOf(paywall, price, worked, row.gift !== null),
    email: row.email!,
    customerId: buyer?.customer_id ?? null,
    discount: coupon
      ? {
          reference: `coupon:${coupon.id}`,
          name: coupon.code,
          // a share would be taken of the extra too
          ...(coupon.kind === 'percent' && !worked.bump
            ? { percent: coupon.percent_off! / 100 }
            : { amount: { amount: worked.off, currency: worked.currency } }),
          duration: coupon.duration,
          months: coupon.duration_in_months ?? undefined,
        }
      : null,
    trialDays: worked.trialDays || null,
    trialNeedsMethod: price.trial_requires_card,
    instalments: price.installments_count,
    successUrl: `${base}${checkoutPath(paywall.id)}?session=${uid}&paid=1`,
    cancelUrl: `${base}${checkoutPath(paywall.id)}?session=${uid}&cancelled=1${row.occurrence_id === null ? '' : `&date=${row.occurrence_id}`}`,
    locale: ctx.locale,
  })
  await ctx.sql('update paywalls.checkout set processor_id = $3, processor_url = $4, expires_at = $5 where community_id = $1 and uid = $2', [
    uid,
    page.id,
    page.url,
    page.expiresAt,
  ])
  if (row.provider === 'manual' && row.processor_id === null) await ctx.enqueue(orderJob, { uid, locale: ctx.locale }, { key: `paywalls.order:${uid}` })
}
/** The buyer is back: whatever has become of it is asked for and handed out as an event. */
export async function complete(ctx: Ctx, uid: string): Promise<void> {
  const row = await needCheckout(ctx, uid)
  if (row.status === 'started' && row.processor_id) await ctx.use(payments).ring('checkout', row.processor_id)
}
/** Begun or not, it comes to nothing; what was paid meanwhile stays paid. */
export async function cancel(ctx: Ctx, uid: string): Promise<void> {
  const row = await needCheckout(ctx, uid)
  if (row.status !== 'prepared' && row.status !== 'started') return
  if (row.status === 'started' && row.processor_id) {
    const state = await ctx.use(payments).expireCheckout(row.processor_id)
    if (state.status !== 'expired') return void (await ctx.use(payments).ring('checkout', row.processor_id))
  }
  const [over] = await ctx.sql(
    `update paywalls.checkout set status = 'cancelled' where community_id = $1 and id = $2 and status in ('prepared', 'started') returning id`,
    [row.id],
  )
  if (over) await releaseCoupon(ctx, row.id)
}
