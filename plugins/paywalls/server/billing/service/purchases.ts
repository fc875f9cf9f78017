/** What somebody holds: from its state follow access, recurring income and the news of it, each exactly once. */
import { type Ctx, hold, isRefusal, limitOf } from '@atrium/sdk/server'
import access, { type OpenedTarget } from '../../../../access/contract.ts'
import contract from '../../../contract.ts'
import type { PurchaseState } from '../../../contract/records.ts'
import { type CheckoutEntity, CheckoutTable, HappeningTable, type PurchaseEntity, type PurchaseRow, PurchaseTable, SeatTable } from '../../entities.ts'
import { checkoutByUid } from '../../reads.ts'
import { giftJob } from '../../jobs.ts'
import { bumpOf } from '../../selling/service/bumps.ts'
import { holdersOf } from '../../selling/service/holding.ts'
import { postRecurring } from '../../books/service/ledger.ts'
import { isTest } from '../../shared/service/mode.ts'
import { monthly, withoutTax } from '../../shared/service/money.ts'
import { regularOf } from '../../selling/service/quote.ts'
import { leavePlaces, takePlaces } from '../../selling/service/tickets.ts'

export const reasonOf = (purchaseId: number) => ({ source: 'paywall', sourceId: purchaseId })

export interface Told {
  kind: string
  chargeId?: number | null
  amount?: number | null
  currency?: string | null
  data?: Record<string, string | number | null>
  at?: Date
  actor?: number | null
}
/** An entry of the time line. */
export function note(ctx: Ctx, purchaseId: number, { kind, chargeId = null, amount = null, currency = null, data = {}, at, actor }: Told): void {
  ctx.em.create(HappeningTable, { purchaseId, kind, chargeId, amount, currency, data, actorMemberId: actor ?? null, at: at ?? ctx.now() })
}

/** What it opens by grants; a bundle, what those open that it holds. */
export const targetsOf = (ctx: Ctx, paywallId: number): Promise<OpenedTarget[]> =>
  ctx.sql<OpenedTarget>(
    `select distinct kind, target_id as id from paywalls.opens where community_id = $1 and kind <> 'event'
       and (paywall_id = $2 or paywall_id in (select item_id from paywalls.bundle_item where community_id = $1 and paywall_id = $2)) order by 1, 2`,
    [paywallId],
  )

/** When what is open now closes by itself; null: somebody will say. */
export function closesOf(purchase: Pick<PurchaseEntity, 'status' | 'provider' | 'paidUntil' | 'graceUntil' | 'endsAt' | 'isGift'>): Date | null {
  // the provider's periods go on while nothing is collected
  if (purchase.status === 'paused') return purchase.paidUntil ?? null
  if (purchase.status === 'past_due') return purchase.graceUntil ?? null
  // what no provider looks after ends by its own date, and so does a period that was given away
  return purchase.provider === null || purchase.isGift ? (purchase.endsAt ?? null) : null
}
export function isEntitled(ctx: Ctx, purchase: PurchaseEntity): boolean {
  const closes = closesOf(purchase)
  if (['pending', 'canceled', 'refunded'].includes(purchase.status)) return false
  return closes === null ? purchase.status !== 'paused' : closes > ctx.now()
}

async function count(ctx: Ctx, purchase: PurchaseEntity, by: number): Promise<void> {
  await ctx.sql('update paywalls.paywall set holders_count = holders_count + $3 where community_id = $1 and id = $2', [purchase.paywallId, by])
  await ctx.sql('update paywalls.price set active_count = active_count + $3 where community_id = $1 and id = $2', [purchase.priceId, by])
}
/** What others may refuse, without undoing the payment that it was for. @returns null where it was refused */
async function attempt<T>(ctx: Ctx, work: () => Promise<T>): Promise<T | null> {
  try {
    return await ctx.em.transactional(work)
  } catch (error) {
    const refused = limitOf(error) ?? error
    if (!isRefusal(refused)) throw error
    ctx.log.warn({ err: refused }, 'what was paid could not be given')
    return null
  }
}
/** @param isFirst it has just been bought: whoever comes back later answers for themselves */
async function syncAccess(ctx: Ctx, purchase: PurchaseEntity, at: Date, isFirst: boolean): Promise<void> {
  const closesAt = closesOf(purchase)
  // a renewal changes nothing here, and asks nothing
  if (isEntitled(ctx, purchase) && purchase.isOpen && purchase.closesAt?.getTime() === closesAt?.getTime()) return
  const holders = await holdersOf(ctx, purchase)
  // seats are there before anybody has taken one; a gift is open once it is taken
  if (isEntitled(ctx, purchase) && (holders.length > 0 || (purchase.seats != null && !purchase.isGift))) {
    const isNew = !purchase.isOpen
    const targets = await targetsOf(ctx, purchase.paywallId)
    const done = await attempt(ctx, async () => {
      if (targets.length && holders.length) await ctx.use(access).open(holders, targets, reasonOf(purchase.id), { expiresAt: closesAt })
      if (isNew && isFirst) await takePlaces(ctx, purchase, holders)
      return true
    })
    if (!done) return
    purchase.isOpen = true
    purchase.closesAt = closesAt
    if (!isNew) return
    await count(ctx, purchase, 1)
    note(ctx, purchase.id, { kind: 'opened', at })
  } else if (purchase.isOpen) {
    await ctx.use(access).close(null, reasonOf(purchase.id))
    purchase.isOpen = false
    purchase.closesAt = null
    await ctx.em.flush()
    await leavePlaces(ctx, purchase.paywallId, holders)
    await count(ctx, purchase, -1)
    note(ctx, purchase.id, { kind: 'closed', at })
  }
}

/** The row as the ledger asks for it. */
export const ledgerRow = (purchase: PurchaseEntity): PurchaseRow =>
  ({
    id: purchase.id,
    price_id: purchase.priceId,
    paywall_id: purchase.paywallId,
    member_id: purchase.memberId ?? null,
    started_at: purchase.startedAt ?? null,
    provider: purchase.provider ?? null,
    currency: purchase.currency,
  }) as PurchaseRow

async function syncRecurring(ctx: Ctx, purchase: PurchaseEntity, at: Date): Promise<void> {
  const { kind, status, currency, interval } = purchase
  const isPaying = kind === 'subscription' && purchase.provider !== null && (status === 'active' || status === 'past_due')
  const net = withoutTax(purchase.amount, purchase.taxRate, currency).net
  const target = isPaying && interval ? monthly(net, interval, purchase.intervalCount ?? 1, currency) : 0
  const by = target - purchase.mrr
  if (by === 0) return
  let move = by > 0 ? 'upgrade' : 'downgrade'
  if (purchase.mrr === 0) {
    const [before] = await ctx.sql('select 1 from paywalls.entry where community_id = $1 and purchase_id = $2 and account = $3 limit 1', [
      purchase.id,
      'recurring',
    ])
    move = before ? 'returned' : 'new'
  } else if (target === 0) move = status === 'paused' ? 'paused' : 'left'
  await postRecurring(ctx, ledgerRow(purchase), move, by, purchase.mrr === 0 ? 1 : target === 0 ? -1 : 0, at)
  purchase.mrr = target
}

/** Who paid is a member: in the same step, and once. @returns null where the community has no room for them, or has put them out */
export async function ensureMember(ctx: Ctx, purchase: PurchaseEntity, checkout: CheckoutEntity | null): Promise<number | null> {
  if (purchase.memberId != null) return purchase.memberId
  if (!checkout?.email) return null
  const { email, name, consent } = checkout
  const added = await attempt(ctx, () => ctx.members.add({ email, name: name || email.replace(/@.*/, ''), preferences: consent ? { consent: true } : {} }))
  if (!added) return null
  const { id } = added
  ctx.recheckRooms(id)
  purchase.memberId = id
  checkout.memberId = id
  await ctx.sql('update paywalls.seat set member_id = $3 where community_id = $1 and purchase_id = $2 and is_own and member_id is null', [purchase.id, id])
  return id
}

/** Whoever has just paid may have been put out meanwhile. A gift waits for somebody else. */
async function canComeIn(ctx: Ctx, purchase: PurchaseEntity, checkout: CheckoutEntity | null): Promise<boolean> {
  const memberId = await ensureMember(ctx, purchase, checkout)
  if (checkout === null || purchase.isGift || purchase.isOpen) return true
  const [active] = await ctx.sql(`select 1 from kernel.member_card where community_id = $1 and id = $2 and status = 'active'`, [memberId])
  return active !== undefined
}
/** Gives a purchase its state and all that follows from it. @param at when it happened, by the provider */
export async function settle(ctx: Ctx, purchase: PurchaseEntity, checkout: CheckoutEntity | null, to: PurchaseState, at: Date): Promise<void> {
  const from = purchase.status
  purchase.status = to
  if (to === 'past_due') purchase.graceUntil ??= new Date(ctx.now().getTime() + 7 * 86_400_000)
  else purchase.graceUntil = null
  if (to === 'canceled' || to === 'refunded') purchase.canceledAt ??= at
  else purchase.canceledAt = null
  if (to !== 'pending' && to !== 'canceled') purchase.startedAt ??= at
  const isIn = !isEntitled(ctx, purchase) || (await canComeIn(ctx, purchase, checkout))
  // whose seats they are is read from the rows
  if (purchase.seats != null) await ctx.em.flush()
  if (isIn) await syncAccess(ctx, purchase, at, from === 'pending' || purchase.isGift)
  await syncRecurring(ctx, purchase, at)
  if (from !== to) {
    if (purchase.isGift && to === 'active') await ctx.enqueue(giftJob, { purchaseId: purchase.id }, { key: `paywalls.gift:${purchase.id}` })
    note(ctx, purchase.id, { kind: `to_${to}`, data: { from }, at })
    if (purchase.memberId != null)
      ctx.emit(contract.events['paywalls.subscription'], {
        id: purchase.id,
        memberId: purchase.memberId,
        paywallId: purchase.paywallId,
        priceId: purchase.priceId,
        from: from === 'pending' ? null : from,
        to,
      })
  }
  await ctx.em.flush()
}

/** The checkout and what came of it, both held; made on the first word of it, whichever that is. */
export async function purchaseOf(ctx: Ctx, uid: string): Promise<{ purchase: PurchaseEntity; checkout: CheckoutEntity } | null> {
  const [row] = /^[0-9a-f-]{36}$/.test(uid) ? await ctx.read(checkoutByUid, [uid]) : []
  if (!row) return null
  const checkout = await hold(ctx, CheckoutTable, row.id)
  const known = await ctx.em.findOne(PurchaseTable, { checkoutUid: uid })
  if (known) return { purchase: await hold(ctx, PurchaseTable, known.id), checkout }
  const order = checkout.ordered
  // before paying began nothing was bought, and a test that comes to its end in the live time buys nothing
  if (!order || (checkout.provider === 'test' && !isTest(ctx))) return null
  const { kind, coupon, gift, bump } = order
  const shared = {
    memberId: checkout.memberId,
    provider: checkout.provider,
    currency: order.currency,
    country: order.country,
    taxId: order.taxId,
    taxBehavior: order.behavior,
    taxIncluded: order.taxIncluded,
    reverseCharge: order.reverseCharge,
    attribution: checkout.attribution,
  }
  const purchase = ctx.em.create(PurchaseTable, {
    ...shared,
    checkoutUid: uid,
    paywallId: checkout.paywallId,
    priceId: order.priceId,
    kind,
    amount: kind === 'onetime' ? order.due - (bump?.due ?? 0) : regularOf(order),
    taxRate: order.taxRate,
    interval: order.interval,
    intervalCount: order.intervalCount,
    installmentsCount: order.installmentsCount,
    couponId: coupon?.id ?? null,
    couponCode: coupon?.code ?? null,
    seats: gift ? 1 : (order.seats ?? null),
    isGift: gift != null,
  })
  await ctx.em.flush()
  if (bump)
    ctx.em.create(PurchaseTable, {
      ...shared,
      parentId: purchase.id,
      paywallId: bump.paywallId,
      priceId: bump.priceId,
      kind: 'onetime',
      amount: bump.due,
      taxRate: bump.taxRate,
    })
  if (gift) ctx.em.create(SeatTable, { purchaseId: purchase.id, email: gift.email, name: gift.name, note: gift.note, sendOn: gift.send_on })
  else if (order.seats)
    ctx.em.create(SeatTable, {
      purchaseId: purchase.id,
      memberId: checkout.memberId,
      isOwn: true,
      email: checkout.email ?? '',
      name: checkout.name,
      takenAt: ctx.now(),
    })
  await ctx.em.flush()
  const sold = bump ? [order.priceId, bump.priceId] : [order.priceId]
  await ctx.sql('update paywalls.price set is_sold = true where community_id = $1 and id = any ($2::bigint[]) and not is_sold', [sold])
  return { purchase, checkout }
}

/** What was bought with it is paid with it. */
export async function settleBump(ctx: Ctx, purchase: PurchaseEntity, checkout: CheckoutEntity): Promise<void> {
  const bump = checkout.ordered?.bump ? await bumpOf(ctx, purchase) : null
  if (bump?.status !== 'pending') return
  bump.provider ??= purchase.provider
  bump.customerId ??= purchase.customerId
  bump.memberId ??= purchase.memberId
  await settle(ctx, bump, checkout, 'active', ctx.now())
}
