/** Taking a seat or a gift by its link: whoever takes it is a member in the same step. */
import { randomUUID } from 'node:crypto'
import { conflict, notFound, unauthenticated } from '@atrium/sdk'
import { becomeMember, type Ctx, hashToken, hold } from '@atrium/sdk/server'
import access from '../../../../access/contract.ts'
import type { Offered } from '../../../contract/seats.ts'
import { CheckoutTable, type PurchaseEntity, PurchaseTable, SeatTable } from '../../entities.ts'
import { namesOf, needPaywall, presentCard } from '../../selling/service/catalogue.ts'
import { afterwards } from '../../selling/service/checkout.ts'
import { holds } from '../../selling/service/holding.ts'
import { every } from '../../selling/service/names.ts'
import { isEntitled, note, reasonOf, settle, targetsOf } from './purchases.ts'
import { later } from '../../selling/service/quote.ts'
import { noSeat, usedSeats } from './seats.ts'
import { takePlaces } from '../../selling/service/tickets.ts'

interface Found {
  purchase_id: number
  /** Null: by the link of all free seats. */
  seat_id: number | null
}
async function find(ctx: Ctx, token: string): Promise<Found> {
  const [found] = await ctx.sql<Found>(
    `select purchase_id, id as seat_id from paywalls.seat where community_id = $1 and link_hash = $2
     union all select id, null from paywalls.purchase where community_id = $1 and link_hash = $2 limit 1`,
    [hashToken(token)],
  )
  if (!found) throw notFound('Invitation')
  return found
}
const gone = (purchase: PurchaseEntity) =>
  purchase.isGift
    ? conflict('This gift was refunded or hasn’t been paid.', 'gift_over')
    : conflict('This subscription has ended or was never paid.', 'subscription_over')

/** @throws AtriumError 404 */
export async function offered(ctx: Ctx, token: string): Promise<Offered> {
  const { purchase_id, seat_id } = await find(ctx, token)
  const purchase = await ctx.em.findOneOrFail(PurchaseTable, { id: purchase_id })
  const seat = seat_id === null ? null : await ctx.em.findOneOrFail(SeatTable, { id: seat_id })
  const paywall = await needPaywall(ctx, purchase.paywallId)
  const [buyer] = purchase.memberId == null ? [] : (await ctx.members.byIds([purchase.memberId])).values()
  const me = ctx.member?.id ?? null
  const used = (await usedSeats(ctx, [purchase_id])).get(purchase_id) ?? 0
  const isGift = purchase.isGift
  return {
    kind: isGift ? 'gift' : 'seat',
    paywall: presentCard(ctx, paywall, await namesOf(ctx)),
    from: buyer?.name ?? null,
    note: seat?.note ?? '',
    sent_to: seat?.takenAt == null ? { email: seat?.email ?? '', name: seat?.name ?? '' } : { email: '', name: '' },
    closed: !isEntitled(ctx, purchase)
      ? 'over'
      : seat?.takenAt != null
        ? seat.memberId === me
          ? 'held'
          : 'taken'
        : (await holds(ctx, me, paywall.id))
          ? 'held'
          : seat === null && used >= (purchase.seats ?? 0)
            ? 'full'
            : null,
    email: ctx.account?.email ?? null,
    consent_required: !ctx.member && ctx.platform.fields.consent_required,
    lasts: isGift && purchase.interval ? every(ctx, purchase.interval, purchase.intervalCount ?? 1) : null,
  }
}
/** A session that proves an address by a code, as at a checkout; nothing is bought with it. */
export async function redeemSession(ctx: Ctx, token: string): Promise<string> {
  const { purchase_id } = await find(ctx, token)
  const { paywallId, priceId } = await ctx.em.findOneOrFail(PurchaseTable, { id: purchase_id })
  const uid = randomUUID()
  ctx.em.create(CheckoutTable, { uid, paywallId, priceId, ip: ctx.request?.ip ?? null, expiresAt: new Date(ctx.now().getTime() + 3_600_000) })
  await ctx.em.flush()
  return uid
}

/** Once: of two at once one has it. @throws AtriumError 401, 403, 404, 409 `taken`, `held`, `no_seat`, `gift_over`, `subscription_over`, 422 */
export async function redeem(ctx: Ctx, { token, consent }: { token: string; consent: boolean }): Promise<string> {
  if (!ctx.account) throw unauthenticated()
  const found = await find(ctx, token)
  const purchase = await hold(ctx, PurchaseTable, found.purchase_id)
  // the link may have been renewed, or the seat taken away, while this waited
  const { seat_id } = await find(ctx, token)
  const seat = seat_id === null ? null : await ctx.em.findOneOrFail(SeatTable, { id: seat_id }, { refresh: true })
  const paywall = await needPaywall(ctx, purchase.paywallId)
  const to = () => afterwards(ctx, paywall, '/')
  if (!isEntitled(ctx, purchase)) throw gone(purchase)
  if (seat?.takenAt != null) {
    if (seat.memberId != null && seat.memberId === ctx.member?.id) return to()
    throw conflict('This link has already been used.', 'taken')
  }
  const proven = seat?.email.toLowerCase() === ctx.account.email.toLowerCase()
  const memberId = ctx.member?.id ?? (await becomeMember(ctx, { consent, proven }))
  if (await holds(ctx, memberId, purchase.paywallId)) throw conflict('You already have this.', 'held')
  const now = ctx.now()
  if (seat) Object.assign(seat, { memberId, takenAt: now })
  else {
    if (((await usedSeats(ctx, [purchase.id])).get(purchase.id) ?? 0) >= (purchase.seats ?? 0)) throw noSeat()
    ctx.em.create(SeatTable, { purchaseId: purchase.id, memberId, isOwn: memberId === purchase.memberId, takenAt: now })
  }
  note(ctx, purchase.id, { kind: purchase.isGift ? 'gift_redeemed' : 'seat_taken', actor: memberId })
  await ctx.em.flush()
  if (purchase.isGift) {
    // a period begins when it is taken
    if (purchase.interval) purchase.endsAt = later(now, purchase.interval, purchase.intervalCount ?? 1)
    await settle(ctx, purchase, null, purchase.status, now)
  } else if (purchase.isOpen) {
    const targets = await targetsOf(ctx, purchase.paywallId)
    if (targets.length) await ctx.use(access).open([memberId], targets, reasonOf(purchase.id), { expiresAt: purchase.closesAt ?? null })
    await takePlaces(ctx, purchase, [memberId])
  }
  return to()
}
