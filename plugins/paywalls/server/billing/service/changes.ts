/**
 * Another price, or another number of seats. What is paid and not had yet counts for what comes instead, and is never more than was paid: where the
 * provider would reckon more, as after a coupon, or would owe the buyer something that nobody sees, it pays for the new price in advance, until a day.
 */
import { conflict, formatDateIn, invalid, stepOf } from '@atrium/sdk'
import { type Ctx, isRefusal } from '@atrium/sdk/server'
import payments, { type Line, type SubscriptionChange } from '../../../../payments/contract.ts'
import type { ChangePreview, Interval } from '../../../contract/records.ts'
import type { PriceRow } from '../../entities.ts'
import { pricesById, type PurchaseWith } from '../../reads.ts'
import { exactUnit, gross, grossOfAll } from '../../selling/service/document.ts'
import { later, lastingOff, recurringOf, taxedOf } from '../../selling/service/quote.ts'
import { forCountry } from '../../selling/service/regions.ts'

/** What is paid in advance lasts no longer: providers take no later date. */
const MOST_DAYS = 730
const HOUR = 3_600_000
/** How many of the payments to come are shown. */
const SHOWN = 3

/** @throws AtriumError 409 for what no provider looks after */
export function needProcessor(row: PurchaseWith): string {
  if (row.kind === 'onetime' || !row.processor_id || row.status === 'canceled' || row.status === 'refunded')
    throw conflict('This subscription has ended or was never paid.', 'subscription_over')
  return row.processor_id
}
/** As this buyer has been taxed from the first day. */
export const taxedFor = ({ tax_rate: taxRate, tax_behavior: taxBehavior, reverse_charge: reverseCharge, tax_included: taxIncluded }: PurchaseWith) =>
  taxedOf({ taxRate, taxBehavior, reverseCharge, taxIncluded })
/** With tax, by the country of whoever pays. */
const grossOf = (row: PurchaseWith, price: PriceRow, seats: number): number =>
  grossOfAll(forCountry(price, row.country).amount, seats, taxedFor(row), row.currency)
/** In the currency that the buyer pays in, by the seat if theirs is, for as many as they have. */
export function isOther(row: PurchaseWith, price: PriceRow): boolean {
  if (price.id === row.price_id || forCountry(price, row.country).currency !== row.currency) return false
  if (row.seats === null) return price.seats_min === null
  return price.seats_min !== null && row.seats >= price.seats_min && row.seats <= price.seats_max!
}
/** What it is to be from now on. */
export interface Wanted {
  /** Of the act, for the provider's key. */
  what: string
  change: Pick<SubscriptionChange, 'line' | 'quantity'>
  name: string
  /** Of each payment, with tax and before a coupon. */
  amount: number
  interval: Interval
  count: number
}
const nameWith = (row: PurchaseWith, price: Pick<PriceRow, 'name'>): string => {
  const paywall = row.display_name || row.paywall_name
  return price.name ? `${paywall}, ${price.name}` : paywall
}
/** @throws AtriumError 422 */
export async function anotherPrice(ctx: Ctx, row: PurchaseWith, priceId: number): Promise<Wanted> {
  const [price] = await ctx.read(pricesById, [[priceId]])
  const isFit = price?.paywall_id === row.paywall_id && price.status === 'active' && price.price_type === 'subscription' && !price.is_custom_amount
  if (!price || !isFit || !isOther(row, price))
    throw invalid({ price_id: [price?.id === row.price_id ? 'This is already the current price.' : 'Choose a different price of this paywall.'] })
  const exact = row.seats === null ? undefined : exactUnit(forCountry(price, row.country).amount, taxedFor(row), row.currency)
  const name = nameWith(row, price)
  const line: Line = {
    reference: `price:${price.id}`,
    name,
    unit: { amount: grossOf(row, price, 1), currency: row.currency },
    ...(exact !== undefined && { exact }),
    recurring: recurringOf(price),
    product: `paywall:${row.paywall_id}`,
  }
  const { interval, interval_count: count } = price
  return { what: `price:${price.id}`, change: { line }, name, amount: grossOf(row, price, row.seats ?? 1), interval: interval!, count: count ?? 1 }
}
export const otherSeats = (row: PurchaseWith, seats: number): Wanted => ({
  what: `seats:${seats}`,
  change: { quantity: seats },
  name: row.display_name || row.paywall_name,
  amount: grossOf(row, row.price, seats),
  interval: row.interval!,
  count: row.interval_count ?? 1,
})

type Credited = Pick<PurchaseWith, 'credit' | 'credit_from' | 'credit_until' | 'currency' | 'total_paid' | 'total_refunded'>
/** What is left of what was paid in advance, by the time that is left; never more than is with the seller. */
export function creditLeft({ credit, credit_from: from, credit_until: until, currency, total_paid: paid, total_refunded: back }: Credited, now: Date): number {
  if (!from || !until || until <= now || until <= from) return 0
  const left = (credit * (until.getTime() - now.getTime())) / (until.getTime() - from.getTime())
  return whole(Math.max(0, Math.min(credit, left, paid - back)), currency)
}
const whole = (amount: number, currency: string) => Math.floor(amount / stepOf(currency)) * stepOf(currency)

/** Of the payments for periods that go on: their share for the days to come, without what went back or is disputed. */
async function unusedOf(ctx: Ctx, row: PurchaseWith): Promise<number> {
  const now = ctx.now().getTime()
  if (row.credit_until && row.credit_until.getTime() > now) return creditLeft(row, ctx.now())
  const charges = await ctx.sql<{ left: number; from: Date; to: Date; is_first: boolean }>(
    `select (amount - greatest(refunded, refund_asked))::bigint as left, period_start as from, period_end as to, id = min(id) over () as is_first
     from paywalls.charge where community_id = $1 and purchase_id = $2 and paid_at is not null and (dispute is null or dispute = 'won')`,
    [row.id],
  )
  let sum = 0
  for (const { left, from, to, is_first: isFirst } of charges) {
    if (!from || !to || to.getTime() <= now || to <= from) continue
    // what was paid once, with the first payment, is had
    const first = isFirst && row.ordered !== null && row.ordered.once > 0 ? row.ordered : null
    const recurring = first ? first.unit / (first.unit + first.once) : 1
    sum += Number(left) * recurring * Math.min(1, (to.getTime() - now) / (to.getTime() - from.getTime()))
  }
  return whole(Math.max(0, Math.min(sum, row.total_paid - row.total_refunded)), row.currency)
}
/** What a payment of so much comes to at a moment, with a coupon that lasts until then. */
function withCoupon(row: PurchaseWith, amount: number, at: Date): number {
  const { coupon } = row
  if (!coupon) return amount
  const { kind, duration, percent_off: percentOff, duration_in_months: months } = coupon
  const amountOff = coupon.amount_off === null ? null : gross(coupon.amount_off, taxedFor(row), row.currency)
  return amount - lastingOff({ kind, duration, percentOff, amountOff, months }, { amount, currency: row.currency, startedAt: row.started_at, at })
}

interface Planned {
  due: number
  lines: { text: string; amount: number }[]
  unused: number
  /** It pays in advance until then. */
  covered: { worth: number; until: Date } | null
  nextAt: Date | null
}
/** What is not paid is no credit. @throws AtriumError 409 `cannot_change` */
async function demandPaid(ctx: Ctx, row: PurchaseWith): Promise<void> {
  const isOpen = row.provider === 'manual' && row.checkout_uid !== null && (await ctx.use(payments).manual.open([row.checkout_uid])).length > 0
  if (isOpen || (row.status !== 'active' && row.status !== 'trial'))
    throw conflict('You can only change a subscription that is active and paid. Pay what is due or resume it first.', 'cannot_change')
}
/** Calls the provider. @throws AtriumError 409 `cannot_change`, `change_too_long` */
async function planOf(ctx: Ctx, row: PurchaseWith, { change, name, amount, interval, count }: Wanted): Promise<Planned> {
  needProcessor(row)
  await demandPaid(ctx, row)
  const { dueNow, lines: said, nextAt } = await ctx.use(payments).previewChange(needProcessor(row), change)
  const before = nameWith(row, row.price)
  // providers say the rest of a period in a language of their own
  const lines = said.map(({ text, amount: part, proration }) => ({
    text: !proration ? text : part < 0 ? ctx.t('change.unusedTime', { name: before }) : ctx.t('change.restTime', { name }),
    amount: part,
  }))
  const back = -lines.reduce((sum, line) => sum + Math.min(0, line.amount), 0)
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const now = ctx.now()
  const inAdvance = row.credit_until !== null && row.credit_until > now
  const unused = row.status === 'active' ? await unusedOf(ctx, row) : 0
  // the two are reckoned moments apart
  const isTooMuch = back > unused * 1.001 + 2 * stepOf(row.currency)
  if (row.status !== 'active' || !(inAdvance || total < 0 || isTooMuch))
    return { due: dueNow.amount, lines, unused: back, covered: null, nextAt: nextAt === null ? null : new Date(nextAt) }
  const each = withCoupon(row, amount, now)
  const lasts = each === 0 ? (row.period_end?.getTime() ?? 0) - now.getTime() : (unused / each) * (later(now, interval, count).getTime() - now.getTime())
  if (lasts > MOST_DAYS * 24 * HOUR)
    throw conflict('What you have paid covers more than two years of this price. Ask the community to change your plan.', 'change_too_long')
  const until = new Date(Math.ceil((now.getTime() + Math.max(HOUR, lasts)) / 1000) * 1000)
  const day = formatDateIn(ctx.locale, until, 'date', 'UTC')
  return {
    due: 0,
    lines: [
      { text: ctx.t('change.unusedTime', { name: before }), amount: -unused },
      { text: ctx.t('change.advance', { name, date: day }), amount: unused },
    ],
    unused,
    covered: { worth: unused, until },
    nextAt: until,
  }
}
/** What would happen: paid so far, what of it is unused, what it becomes, what is due today, and the payments to come. */
export async function previewOfChange(ctx: Ctx, row: PurchaseWith, wanted: Wanted): Promise<ChangePreview> {
  const { due, lines, unused, covered, nextAt } = await planOf(ctx, row, wanted)
  const dates =
    nextAt === null ? [] : Array.from({ length: SHOWN }, (_, place) => (place === 0 ? nextAt : later(nextAt, wanted.interval, wanted.count * place)))
  const next = dates.map((at) => ({ at: at.toISOString(), amount: withCoupon(row, wanted.amount, at) }))
  return {
    due_now: due,
    currency: row.currency,
    lines,
    paid: row.total_paid - row.total_refunded,
    unused,
    credit: covered?.worth ?? 0,
    credit_until: covered?.until.toISOString() ?? null,
    next_at: next[0]?.at ?? null,
    next_amount: next[0]?.amount ?? wanted.amount,
    next,
  }
}
export async function change(ctx: Ctx, row: PurchaseWith, what: string, change: SubscriptionChange): Promise<void> {
  await ctx.use(payments).change(needProcessor(row), change, `change:${row.id}:${what}:${row.seen_version}`)
}
export async function applyChange(ctx: Ctx, row: PurchaseWith, wanted: Wanted): Promise<void> {
  const { covered } = await planOf(ctx, row, wanted)
  if (!covered) return change(ctx, row, wanted.what, { ...wanted.change, prorate: true })
  const { worth, until } = covered
  const keep = (credit: number, from: Date | null, to: Date | null, paidUntil: Date | null) =>
    ctx.sql('update paywalls.purchase set credit = $3, credit_from = $4, credit_until = $5, paid_until = $6 where community_id = $1 and id = $2', [
      row.id,
      credit,
      from,
      to,
      paidUntil,
    ])
  // first: whoever comes again after an answer that was lost goes on with what is left
  await keep(worth, ctx.now(), until, until)
  try {
    // the next payment first, so that nothing is due with the new price
    await change(ctx, row, `until:${until.getTime()}`, { trialEnd: until, prorate: false })
    await change(ctx, row, wanted.what, { ...wanted.change, prorate: false })
  } catch (error) {
    if (isRefusal(error)) await keep(row.credit, row.credit_from, row.credit_until, row.paid_until)
    throw error
  }
}
