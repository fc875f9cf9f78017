/** Rows of charges, subscriptions and their time line as replies say them. */
import type { Ctx } from '@atrium/sdk/server'
import archive from '../../../../archive/contract.ts'
import type { Charge, Happening, Subscription } from '../../../contract/records.ts'
import { type ChargeWith, chargesById, type HappeningRow, type PurchaseWith, purchasesById } from '../../reads.ts'
import { formatDateIn, notFound } from '@atrium/sdk'
import { numberOf } from '../../books/service/receipt.ts'
import { creditLeft } from './changes.ts'
import { priceName, termsOf } from '../../selling/service/names.ts'
import { nextAmount } from '../../selling/service/quote.ts'
import { forCountry } from '../../selling/service/regions.ts'

const isoOf = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString())
export type Addresses = Map<number, { email: string; locale: string }>
export const addressesOf = (ctx: Ctx, rows: { member_id: number | null }[]): Promise<Addresses> =>
  ctx.members.addresses([...new Set(rows.flatMap(({ member_id }) => member_id ?? []))])

/** Whose membership ends soon, as they wish. */
type Leaving = Map<number, Date>
export const leavingOf = async (ctx: Ctx, rows: { member_id: number | null }[]): Promise<Leaving> =>
  ctx.has(archive) ? ctx.use(archive).leavingAt([...new Set(rows.flatMap(({ member_id }) => member_id ?? []))]) : new Map()

/** What was given back of a charge, and what the provider was asked to. */
export const backOf = ({ refunded, refund_asked }: Pick<ChargeWith, 'refunded' | 'refund_asked'>): number => Math.max(refunded, refund_asked)
export function presentCharge(ctx: Ctx, row: ChargeWith, addresses?: Addresses): Charge {
  const back = backOf(row)
  const left = row.paid_at === null ? 0 : row.amount - back
  // what was asked for is given back; the ledger follows with the provider's word
  const status = back > row.refunded && row.status !== 'disputed' ? (left > 0 ? 'partial_refunded' : 'refunded') : row.status
  return {
    id: row.id,
    number: numberOf(ctx, row.number),
    processor_id: row.processor_id,
    invoice_processor_id: row.invoice_id,
    subscription_processor_id: row.subscription_processor_id,
    subscription_id: row.purchase_kind === 'onetime' ? null : row.purchase_id,
    status,
    display_status_raw: status,
    refundable: left > 0 && row.status !== 'disputed' && row.provider !== 'import',
    amount: row.amount,
    tax_amount: row.tax,
    amount_refunded: back,
    amount_to_refund: left,
    refund_reason: row.refund_reason,
    failure: row.failure,
    currency: row.currency,
    platform: 'web',
    payment_method_type: row.method_type,
    payment_method: row.method,
    description: row.description,
    created_at: isoOf(row.paid_at ?? row.created_at)!,
    paywall_id: row.paywall_id,
    paywall_name: row.paywall_name,
    paywall_price_id: row.price_id,
    paywall_price_type: row.price_type,
    paywall_price_interval: row.price_interval,
    paywall_coupon_code: row.coupon_code,
    community_member_id: row.member_id,
    community_member_public_uid: row.member_public_uid,
    community_member_name: row.member_name ?? (row.buyer_name || null),
    community_member_email: (row.member_id && addresses?.get(row.member_id)?.email) || row.buyer_email || null,
    community_member_avatar_url: row.member_avatar_url,
  }
}
export function presentSubscription(ctx: Ctx, row: PurchaseWith, leaving: Leaving, addresses?: Addresses): Subscription {
  const price = forCountry(row.price, row.country)
  const isOver = row.status === 'canceled' || row.status === 'refunded'
  const credit = isOver ? 0 : creditLeft(row, ctx.now())
  const isCompleted = row.kind === 'installments' && row.charges_quantity >= (row.installments_count ?? Number.MAX_SAFE_INTEGER)
  const gone = (row.member_id && leaving.get(row.member_id)) || null
  const leavesAt = !isOver && gone !== null && row.kind !== 'onetime' && (row.period_end === null || gone <= new Date(row.period_end)) ? gone : null
  const renewing = !isOver && leavesAt === null && row.provider !== null && row.ends_at === null && row.kind !== 'onetime' && !isCompleted
  return {
    id: row.id,
    processor_id: row.processor_id,
    status: row.status,
    platform: 'web',
    renews_at: renewing ? isoOf(row.period_end) : null,
    trial_ends_at: row.status === 'trial' ? isoOf(row.trial_ends_at) : null,
    ends_at: isoOf(row.ends_at),
    leaves_at: isoOf(leavesAt),
    paused_until: isoOf(row.paused_until),
    suspended: row.suspended_at !== null,
    grace_until: isoOf(row.grace_until),
    created_at: isoOf(row.started_at ?? row.created_at)!,
    charges_quantity: row.charges_quantity,
    total_amount_paid: row.total_paid - row.total_refunded,
    amount: row.amount,
    next_amount: nextAmount(row.ordered, {
      ...{ priceId: row.price_id, amount: row.amount, currency: row.currency, status: row.status, periodEnd: row.period_end },
      ...{ startedAt: row.started_at, couponId: row.coupon_id },
    }),
    currency: row.currency,
    refundable: row.total_paid > row.total_refunded,
    renewing,
    completed_installment: isCompleted,
    price_name: price.name ? `${price.name}, ${priceName(ctx, price)}` : priceName(ctx, price),
    coupon_terms: row.coupon ? termsOf(ctx, row.coupon, { isPaidOnce: row.kind === 'onetime' }) : null,
    credit,
    credit_until: credit > 0 ? isoOf(row.credit_until) : null,
    cancellation_type: row.cancellation,
    paywall_id: row.paywall_id,
    paywall_name: row.display_name || row.paywall_name,
    paywall_price_id: row.price_id,
    paywall_price_type: row.kind,
    paywall_price_interval: row.interval,
    paywall_coupon_code: row.coupon_code,
    community_member_id: row.member_id,
    community_member_public_uid: row.member_public_uid,
    community_member_name: row.member_name,
    community_member_email: (row.member_id && addresses?.get(row.member_id)?.email) || null,
    community_member_avatar_url: row.member_avatar_url,
  }
}
export async function showCharge(ctx: Ctx, id: number): Promise<Charge> {
  const rows = await ctx.read(chargesById, [[id]])
  if (!rows[0]) throw notFound('Charge')
  return presentCharge(ctx, rows[0], await addressesOf(ctx, rows))
}
export async function showSubscription(ctx: Ctx, id: number): Promise<Subscription> {
  const rows = await ctx.read(purchasesById, [[id]])
  if (!rows[0]) throw notFound('Subscription')
  return presentSubscription(ctx, rows[0], await leavingOf(ctx, rows), await addressesOf(ctx, rows))
}

const GROUPS: Record<string, Happening['group']> = {
  paid: 'payment',
  payment_failed: 'payment',
  refunded: 'payment',
  disputed: 'payment',
  mailed: 'mail',
  opened: 'access',
  closed: 'access',
}
export function presentHappening(ctx: Ctx, row: HappeningRow): Happening {
  const { data } = row
  const date = typeof data.until === 'string' ? formatDateIn(ctx.locale, data.until, 'date', 'UTC') : ''
  const key = row.kind === 'mailed' ? `happened.mailed.${data.mail}` : `happened.${row.kind}`
  const text =
    row.kind === 'paid' && data.coupon
      ? ctx.t('happened.withCoupon', { code: String(data.coupon) })
      : row.kind === 'paid' && data.note
        ? String(data.note)
        : typeof data.reason === 'string' && data.reason
          ? data.reason
          : row.kind === 'paid' && data.method
            ? String(data.method)
            : null
  return {
    id: row.id,
    kind: row.kind,
    group: GROUPS[row.kind] ?? 'change',
    title: ctx.t(key, { date, days: Number(data.days ?? 0), code: String(data.code ?? ''), count: Number(data.to ?? 0) }),
    text,
    amount: row.amount,
    currency: row.currency,
    charge_id: row.charge_id,
    actor_name: row.actor_name,
    at: new Date(row.at).toISOString(),
  }
}
