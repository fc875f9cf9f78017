/** Gifts: one pays, another goes in, by a link that is sent on its day. Given back before it was taken, it is void. */
import { AtriumError, conflict, notFound } from '@atrium/sdk'
import { type Ctx, hold, newToken } from '@atrium/sdk/server'
import type { GiftState } from '../../contract/seats.ts'
import { PurchaseTable, type SeatRow, SeatTable } from '../entities.ts'
import type { PurchaseWith } from '../reads.ts'
import { needPurchase } from './acts.ts'
import { note } from './purchases.ts'
import { MOST_MAILS } from './seats.ts'
import { mailLink } from './links.ts'
import { tellGiven } from './news.ts'

const AT_ONCE = 500
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
      const { status } = gifts.find(({ id }) => id === seat.purchase_id)!
      const state = seat.taken_at ? 'redeemed' : status === 'refunded' || status === 'canceled' ? 'void' : seat.sent_at ? 'sent' : 'waits'
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
/** Paid just now. */
export const sendGift = (ctx: Ctx, purchaseId: number): Promise<void> => send(ctx, purchaseId, ctx.now())
/** Those whose day has come. */
export async function sendDue(ctx: Ctx): Promise<void> {
  const due = await ctx.sql<{ purchase_id: number }>(
    `select purchase_id from paywalls.seat where community_id = $1 and sent_at is null and send_on <= $2::date and taken_at is null order by send_on, id limit ${AT_ONCE}`,
    [dayOf(ctx.now())],
  )
  for (const { purchase_id } of due) await send(ctx, purchase_id, ctx.now())
}
/** Now, whatever its day, to another address if one is given; the link before is void. @throws AtriumError 404, 409 */
export async function resendGift(ctx: Ctx, id: number, email: string | undefined): Promise<void> {
  const row = await needPurchase(ctx, id, ctx.me().id)
  if (!row.is_gift) throw notFound('Gift')
  const purchase = await hold(ctx, PurchaseTable, id)
  const seat = await ctx.em.findOne(SeatTable, { purchaseId: id })
  if (!seat || seat.takenAt != null) throw conflict('This gift has already been redeemed.', 'taken')
  if (purchase.status !== 'active') throw conflict('This gift was refunded or hasn’t been paid.', 'gift_over')
  if (seat.sentCount >= MOST_MAILS) throw new AtriumError(429, 'rate_limited', 'This link has been sent too many times.', { retryAfter: 86_400 })
  if (email) seat.email = email
  await ctx.em.flush()
  await send(ctx, id, null)
}
