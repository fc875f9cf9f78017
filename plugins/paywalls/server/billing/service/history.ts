/** Sales from before: of another platform, or of the demo. They stand in the books as everything else; no provider looks after them any more. */
import { randomUUID } from 'node:crypto'
import { type Ctx, lock } from '@atrium/sdk/server'
import access from '../../../../access/contract.ts'
import type { PastSale } from '../../../contract.ts'
import { ChargeTable, HappeningTable, type PriceRow, type PurchaseEntity, PurchaseTable, SeatTable } from '../../entities.ts'
import { pricesById } from '../../reads.ts'
import { holdersOf } from '../../selling/service/holding.ts'
import { monthly } from '../../shared/service/money.ts'
import { reasonOf, targetsOf } from './purchases.ts'
import { later } from '../../selling/service/quote.ts'

const PROVIDER = 'import'
interface Line {
  posting: string
  key: string
  kind: string
  account: string
  amount: number
  count: number
  at: Date
  purchase: PurchaseEntity
  chargeId: number | null
}
/** Entries are written in one statement, so that months of them take moments. */
async function write(ctx: Ctx, lines: Line[]): Promise<void> {
  const column = <T>(of: (line: Line) => T) => lines.map(of)
  await ctx.sql(
    `insert into paywalls.entry (community_id, posting, key, kind, account, amount, count, currency, day, purchase_id, charge_id, price_id, paywall_id, member_id, cohort, created_at)
     select $1, l.* from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::int[], $8::text[], $9::date[], $10::bigint[], $11::bigint[], $12::bigint[],
       $13::bigint[], $14::bigint[], $15::date[], $16::timestamptz[]) as l`,
    [
      column(({ posting }) => posting),
      column(({ key }) => key),
      column(({ kind }) => kind),
      column(({ account }) => account),
      column(({ amount }) => amount),
      column(({ count }) => count),
      column(({ purchase }) => purchase.currency),
      column(({ at }) => at.toISOString().slice(0, 10)),
      column(({ purchase }) => purchase.id),
      column(({ chargeId }) => chargeId),
      column(({ purchase }) => purchase.priceId),
      column(({ purchase }) => purchase.paywallId),
      column(({ purchase }) => purchase.memberId ?? null),
      column(({ purchase }) => `${purchase.startedAt!.toISOString().slice(0, 7)}-01`),
      column(({ at }) => at),
    ],
  )
}

/** Whoever it names holds what they hold now; who has left has left. Meant for an empty start: sales are not recognised when they come twice. */
export async function importSales(ctx: Ctx, sales: PastSale[]): Promise<void> {
  const prices = new Map((await ctx.read(pricesById, [[...new Set(sales.map(({ priceId }) => priceId))]])).map((price) => [price.id, price]))
  const people = await ctx.members.byIds([...new Set(sales.map(({ memberId }) => memberId))])
  const addresses = await ctx.members.addresses([...people.keys()])
  const known = sales.flatMap((sale) => {
    const price = prices.get(sale.priceId)
    return price && people.has(sale.memberId) ? [{ sale, price }] : []
  })
  const made = known.map(({ sale, price }) => ({ sale, price, purchase: purchaseOf(ctx, sale, price) }))
  await ctx.em.flush()
  for (const { sale, purchase } of made) if (sale.seats) seat(ctx, purchase, sale)
  await lock(ctx, 'paywalls.number')
  const [last] = await ctx.sql<{ last: number }>('select coalesce(max(number), 1000) as last from paywalls.charge where community_id = $1')
  const paid = made
    .flatMap(({ sale, price, purchase }) => sale.payments.map((payment) => ({ payment, price, purchase })))
    .toSorted((one, other) => one.payment.at.getTime() - other.payment.at.getTime())
    .map(({ payment, price, purchase }, i) => {
      const person = people.get(purchase.memberId!)!
      const failed = payment.failed === true
      return {
        payment,
        purchase,
        charge: ctx.em.create(ChargeTable, {
          number: failed ? null : last!.last + 1 + i,
          purchaseId: purchase.id,
          memberId: purchase.memberId,
          paywallId: purchase.paywallId,
          priceId: purchase.priceId,
          provider: PROVIDER,
          processorId: `past_${randomUUID()}`,
          status: failed ? 'failed' : payment.refunded ? (payment.refunded === payment.amount ? 'refunded' : 'partial_refunded') : 'paid',
          amount: payment.amount,
          refunded: payment.refunded ?? 0,
          currency: price.currency,
          methodType: 'card',
          method: purchase.method,
          couponCode: payment.coupon ?? null,
          description: payment.description,
          buyerName: person.name,
          buyerEmail: addresses.get(person.id)?.email ?? '',
          failure: failed ? payment.reason : null,
          refundReason: payment.refunded ? payment.reason : null,
          paidAt: failed ? null : payment.at,
          createdAt: payment.at,
        }),
      }
    })
  await ctx.em.flush()
  const lines: Line[] = []
  const post = (
    purchase: PurchaseEntity,
    key: string,
    kind: string,
    at: Date,
    accounts: [account: string, amount: number, count?: number][],
    chargeId: number | null = null,
  ) => {
    const posting = randomUUID()
    for (const [account, amount, count = 0] of accounts) lines.push({ posting, key, kind, account, amount, count, at, purchase, chargeId })
  }
  const note = (purchase: PurchaseEntity, kind: string, at: Date, more: object = {}) =>
    ctx.em.create(HappeningTable, { purchaseId: purchase.id, kind, at, ...more })
  for (const { payment, purchase, charge } of paid) {
    const { amount, at, refunded } = payment
    const money = { chargeId: charge.id, amount, currency: purchase.currency }
    if (payment.failed) {
      note(purchase, 'payment_failed', at, { ...money, data: { reason: payment.reason ?? null } })
      continue
    }
    post(
      purchase,
      `charge:${charge.id}`,
      'charge',
      at,
      [
        ['processor', amount],
        ['revenue', -amount, 1],
      ],
      charge.id,
    )
    note(purchase, 'paid', at, { ...money, data: { method: purchase.method ?? null, coupon: payment.coupon ?? null } })
    if (!refunded) continue
    const back = new Date(Math.min(ctx.now().getTime(), at.getTime() + 2 * 86_400_000))
    post(
      purchase,
      `refund:${charge.id}:${refunded}`,
      'refund',
      back,
      [
        ['refunds', refunded, 1],
        ['processor', -refunded],
      ],
      charge.id,
    )
    note(purchase, 'refunded', back, { ...money, amount: refunded, data: { reason: payment.reason ?? null } })
  }
  for (const { sale, purchase } of made) {
    note(purchase, 'to_active', sale.startedAt)
    note(purchase, 'opened', sale.startedAt)
    const full = monthlyOf(purchase)
    if (full > 0)
      post(purchase, `recurring:${purchase.id}:begun`, 'new', sale.startedAt, [
        ['recurring', full, 1],
        ['recurring_contra', -full],
      ])
    const end = sale.endedAt ?? (sale.status === 'paused' ? sale.pausedAt : undefined)
    if (!end) continue
    if (full > 0)
      post(purchase, `recurring:${purchase.id}:ended`, sale.status === 'paused' ? 'paused' : 'left', end, [
        ['recurring', -full, -1],
        ['recurring_contra', full],
      ])
    note(purchase, sale.status === 'paused' ? 'to_paused' : 'to_canceled', end)
    if (sale.endedAt) note(purchase, 'closed', end)
  }
  await ctx.em.flush()
  if (lines.length) await write(ctx, lines)
  await openAll(
    ctx,
    made.map(({ purchase }) => purchase),
  )
}

/** The buyer has one, and whoever else it names. */
function seat(ctx: Ctx, { id: purchaseId }: PurchaseEntity, { memberId, startedAt: takenAt, seats }: PastSale): void {
  ctx.em.create(SeatTable, { purchaseId, memberId, isOwn: true, takenAt })
  for (const other of seats!.memberIds.filter((one) => one !== memberId)) ctx.em.create(SeatTable, { purchaseId, memberId: other, takenAt })
  for (const email of seats!.invited ?? []) ctx.em.create(SeatTable, { purchaseId, email, sentAt: ctx.now(), sentCount: 1 })
}
const monthlyOf = (purchase: PurchaseEntity) =>
  purchase.kind === 'subscription' && purchase.interval ? monthly(purchase.amount, purchase.interval, purchase.intervalCount ?? 1, purchase.currency) : 0

function purchaseOf(ctx: Ctx, sale: PastSale, price: PriceRow): PurchaseEntity {
  const paid = sale.payments.filter(({ failed }) => !failed)
  const last = paid.at(-1)?.at ?? sale.startedAt
  const isOpen = sale.endedAt === undefined
  const purchase = ctx.em.create(PurchaseTable, {
    memberId: sale.memberId,
    paywallId: price.paywall_id,
    priceId: price.id,
    kind: price.price_type,
    status: sale.status,
    isOpen,
    provider: PROVIDER,
    currency: price.currency,
    amount: price.amount * (sale.seats?.count ?? 1),
    seats: sale.seats?.count ?? null,
    interval: price.interval,
    intervalCount: price.interval_count,
    startedAt: sale.startedAt,
    paidUntil: price.interval ? later(last, price.interval, price.interval_count ?? 1) : null,
    periodEnd: price.interval ? later(last, price.interval, price.interval_count ?? 1) : null,
    endsAt: sale.endedAt ?? null,
    canceledAt: sale.endedAt ?? null,
    pausedUntil: sale.status === 'paused' ? later(sale.pausedAt ?? last, 'monthly', 3) : null,
    graceUntil: sale.status === 'past_due' ? new Date(ctx.now().getTime() + 5 * 86_400_000) : null,
    chargesQuantity: paid.length,
    totalPaid: paid.reduce((sum, { amount }) => sum + amount, 0),
    totalRefunded: paid.reduce((sum, { refunded }) => sum + (refunded ?? 0), 0),
    couponCode: paid.find(({ coupon }) => coupon)?.coupon ?? null,
    method: sale.method ?? null,
    createdAt: sale.startedAt,
  })
  purchase.mrr = sale.status === 'active' || sale.status === 'past_due' ? monthlyOf(purchase) : 0
  return purchase
}

async function openAll(ctx: Ctx, purchases: PurchaseEntity[]): Promise<void> {
  const open = purchases.filter(({ isOpen }) => isOpen)
  for (const [paywallId, held] of Map.groupBy(open, (purchase) => purchase.paywallId)) {
    const targets = await targetsOf(ctx, paywallId)
    for (const purchase of targets.length ? held : []) await ctx.use(access).open(await holdersOf(ctx, purchase), targets, reasonOf(purchase.id))
    await ctx.sql('update paywalls.paywall set holders_count = holders_count + $3, buys_count = buys_count + $3 where community_id = $1 and id = $2', [
      paywallId,
      held.length,
    ])
  }
  for (const [priceId, held] of Map.groupBy(purchases, (purchase) => purchase.priceId))
    await ctx.sql('update paywalls.price set is_sold = true, active_count = active_count + $3 where community_id = $1 and id = $2', [
      priceId,
      held.filter(({ isOpen }) => isOpen).length,
    ])
}
