/**
 * Gifts: one pays, another goes in, by a link that is mailed on its day. Given back before it was taken, it is void.
 * For what costs nothing the giver gets the link: whoever may mail strangers for nothing sends advertisements.
 */
import { AtriumError, conflict, notFound, sentence } from '@atrium/sdk'
import { type Ctx, hold, lock, newToken } from '@atrium/sdk/server'
import type { GiftState } from '../../../contract/seats.ts'
import { type PurchaseEntity, PurchaseTable, type SeatEntity, type SeatRow, SeatTable } from '../../entities.ts'
import { type PurchaseWith, purchasesById } from '../../reads.ts'
import { needPurchase } from './acts.ts'
import { note } from './purchases.ts'
import { MOST_MAILS } from './seats.ts'
import { mailLink } from './links.ts'
import { tellGiven } from './news.ts'

const AT_ONCE = 500
/** Mails of gifts that one member sends in any 24 hours, to whomever. */
export const MOST_A_DAY = 20
const DAY = 86_400_000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** As their buyers see them, by purchase. */
export async function giftsOf(ctx: Ctx, rows: PurchaseWith[]): Promise<Map<number, GiftState>> {
  const gifts = rows.filter(({ is_gift }) => is_gift)
  if (gifts.length === 0) return new Map()
  const seats = await ctx.sql<SeatRow & { member_name: string | null; day: string | null }>(
    `select s.*, s.send_on::text as day, m.name as member_name from paywalls.seat s left join kernel.member_card m on m.community_id = $1 and m.id = s.member_id
     where s.community_id = $1 and s.purchase_id = any ($2::bigint[])`,
    [gifts.map(({ id }) => id)],
  )
  const isoOf = (at: Date | null) => (at === null ? null : new Date(at).toISOString())
  return new Map(
    seats.map((seat) => {
      const purchase = gifts.find(({ id }) => id === seat.purchase_id)!
      const { status } = purchase
      const given = isFree(purchase) ? 'link' : seat.sent_at ? 'sent' : 'waits'
      const state = seat.taken_at ? 'redeemed' : status === 'refunded' || status === 'canceled' ? 'void' : given
      return [
        seat.purchase_id,
        {
          state,
          email: seat.email,
          name: seat.name,
          note: seat.note,
          send_on: seat.day,
          sent_at: isoOf(seat.sent_at),
          redeemed_at: isoOf(seat.taken_at),
          redeemed_by: seat.member_name,
        },
      ]
    }),
  )
}

const isFree = ({ ordered }: Pick<PurchaseWith, 'ordered'>): boolean => ordered?.due === 0

/** Whether one mail more may go out for whoever gives it; the transaction holds the answer. */
async function maySend(ctx: Ctx, memberId: number): Promise<boolean> {
  await lock(ctx, `paywalls.gifts ${memberId}`)
  const [sent] = await ctx.sql<{ n: number }>(
    `select count(*)::int as n from paywalls.purchase u join paywalls.happening h on h.community_id = $1 and h.purchase_id = u.id
     where u.community_id = $1 and u.member_id = $2 and u.is_gift and h.kind = 'gift_sent' and h.at > $3`,
    [memberId, new Date(ctx.now().getTime() - DAY)],
  )
  return sent!.n < MOST_A_DAY
}
/** The statement that marks it as sent takes its turn, so that of two at once one sends. @param on only if its day has come by then */
async function send(ctx: Ctx, purchaseId: number, on: Date | null): Promise<void> {
  const { token, hash: linkHash } = newToken()
  const [seat] = await ctx.sql<{ id: number; email: string; note: string; paywall: string; member_id: number | null; buyer: string | null }>(
    `update paywalls.seat s set link_hash = $3, sent_at = $4, sent_count = s.sent_count + 1
     from paywalls.purchase u join paywalls.paywall w on w.community_id = $1 and w.id = u.paywall_id left join kernel.member_card m on m.community_id = $1 and m.id = u.member_id
     where s.community_id = $1 and s.purchase_id = $2 and u.community_id = $1 and u.id = s.purchase_id and u.is_gift and u.status = 'active'
       and s.taken_at is null and s.email <> '' and ($5::date is null or (s.sent_at is null and coalesce(s.send_on, $5) <= $5))
     returning s.id, s.email, s.note, coalesce(nullif(w.display_name, ''), w.name) as paywall, u.member_id, m.name as buyer`,
    [purchaseId, linkHash, ctx.now(), on && dayOf(on)],
  )
  if (!seat) return
  const buyer = seat.member_id === null ? undefined : (await ctx.members.addresses([seat.member_id])).get(seat.member_id)
  await mailLink(ctx, 'gift', seat.email, token, { name: seat.paywall, from: seat.buyer ?? ctx.community.name, note: seat.note, locale: buyer?.locale })
  await tellGiven(ctx, seat.id, seat.member_id)
  note(ctx, purchaseId, { kind: 'gift_sent' })
  await ctx.em.flush()
}
/** Paid just now, or its day has come; more than go out in a day wait for the next one. */
export async function sendGift(ctx: Ctx, purchaseId: number): Promise<void> {
  const [purchase] = await ctx.read(purchasesById, [[purchaseId]])
  if (!purchase || isFree(purchase)) return
  if (purchase.member_id === null || (await maySend(ctx, purchase.member_id))) return send(ctx, purchaseId, ctx.now())
  await ctx.sql(
    `update paywalls.seat set send_on = $3 where community_id = $1 and purchase_id = $2 and sent_at is null and (send_on is null or send_on < $3)`,
    [purchaseId, dayOf(new Date(ctx.now().getTime() + DAY))],
  )
}
/** Those whose day has come. */
export async function sendDue(ctx: Ctx): Promise<void> {
  const due = await ctx.sql<{ purchase_id: number }>(
    `select purchase_id from paywalls.seat where community_id = $1 and sent_at is null and send_on <= $2::date and taken_at is null order by send_on, id limit ${AT_ONCE}`,
    [dayOf(ctx.now())],
  )
  for (const { purchase_id } of due) await sendGift(ctx, purchase_id)
}
/** One's own, held, that nobody has taken. @throws AtriumError 404, 409 */
async function holdGift(ctx: Ctx, id: number): Promise<{ row: PurchaseWith; purchase: PurchaseEntity; seat: SeatEntity }> {
  const row = await needPurchase(ctx, id, ctx.me().id)
  if (!row.is_gift) throw notFound('Gift')
  const purchase = await hold(ctx, PurchaseTable, id)
  const seat = await ctx.em.findOne(SeatTable, { purchaseId: id })
  if (!seat || seat.takenAt != null) throw conflict('This gift has already been redeemed.', 'taken')
  if (purchase.status !== 'active') throw conflict('This gift was refunded or hasn’t been paid.', 'gift_over')
  return { row, purchase, seat }
}
/** Now, whatever its day, to another address if one is given; the link before is void. @throws AtriumError 404, 409, 429 */
export async function resendGift(ctx: Ctx, id: number, email: string | undefined): Promise<void> {
  const { row, seat } = await holdGift(ctx, id)
  if (isFree(row)) throw conflict('Free gifts aren’t emailed. Copy the link and share it yourself.', 'gift_free')
  if (seat.sentCount >= MOST_MAILS) throw new AtriumError(429, 'rate_limited', 'This link has been sent too many times.', { retryAfter: 86_400 })
  if (!(await maySend(ctx, ctx.me().id)))
    throw new AtriumError(429, 'rate_limited', sentence('You can send up to {max} gift emails per day. Try again tomorrow.', { max: MOST_A_DAY }), {
      retryAfter: 86_400,
    })
  if (email) seat.email = email
  await ctx.em.flush()
  await send(ctx, id, null)
}
/** The link of a gift for which nothing was paid; its giver hands it on. @throws AtriumError 404, 409 */
export async function giftLink(ctx: Ctx, id: number): Promise<string> {
  const { row, purchase, seat } = await holdGift(ctx, id)
  if (!isFree(row)) throw conflict('This gift’s link is emailed to the recipient.', 'gift_mailed')
  if (purchase.linkSealed == null) {
    const { token, hash } = newToken()
    seat.linkHash = hash
    purchase.linkSealed = ctx.seal(token)
    await ctx.em.flush()
  }
  return `${ctx.community.url}/redeem/${ctx.unseal(purchase.linkSealed)}`
}
