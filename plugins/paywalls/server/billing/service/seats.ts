/** Seats: one buys, several go in. Each seat's access has the purchase as its reason, and goes with the seat or with the purchase. */
import { AtriumError, conflict, notFound, sentence } from '@atrium/sdk'
import { type Ctx, hold, isRefusal, newToken } from '@atrium/sdk/server'
import access from '../../../../access/contract.ts'
import type { HeldSeat, Seat } from '../../../contract/seats.ts'
import { type PurchaseEntity, PurchaseTable, type SeatRow, SeatTable } from '../../entities.ts'
import type { PurchaseWith } from '../../reads.ts'
import { needPurchase } from './acts.ts'
import { applyChange, needProcessor, otherSeats, previewOfChange } from './changes.ts'
import { seatsOf } from '../../selling/service/quote.ts'
import { isEntitled, note, reasonOf } from './purchases.ts'
import { leavePlaces } from '../../selling/service/tickets.ts'
import { mailLink } from './links.ts'
import { tellGiven } from './news.ts'

/** Mails of one seat: who asks for more is a sender of advertisements. */
export const MOST_MAILS = 10

type SeatWith = SeatRow & { public_uid: string | null; member_name: string | null; avatar_url: string | null }
export const presentSeat = (row: SeatWith): Seat => ({
  id: row.id,
  state: row.member_id === null ? 'invited' : 'taken',
  is_own: row.is_own,
  name: row.member_name ?? row.name,
  email: row.email,
  member_public_uid: row.public_uid,
  avatar_url: row.avatar_url,
  at: new Date(row.taken_at ?? row.sent_at ?? row.created_at).toISOString(),
})
/** Of one's own purchase, by key. @throws AtriumError 404 */
export async function listSeats(ctx: Ctx, purchaseId: number, after: number | null, limit: number): Promise<SeatWith[]> {
  await needSeats(ctx, purchaseId)
  return ctx.sql<SeatWith>(
    `select s.*, m.public_uid, m.name as member_name, m.avatar_url from paywalls.seat s left join kernel.member_card m on m.community_id = $1 and m.id = s.member_id
     where s.community_id = $1 and s.purchase_id = $2 and ($3::bigint is null or s.id > $3) order by s.id limit $4`,
    [purchaseId, after, limit],
  )
}
/** How many of each purchase's seats are given out, taken or not. */
export async function usedSeats(ctx: Ctx, purchaseIds: number[]): Promise<Map<number, number>> {
  const rows = await ctx.sql<{ id: number; n: number }>(
    'select purchase_id as id, count(*)::int as n from paywalls.seat where community_id = $1 and purchase_id = any ($2::bigint[]) group by 1',
    [purchaseIds],
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** @throws AtriumError 404 for what is not one's own, or has no seats */
async function needSeats(ctx: Ctx, id: number): Promise<PurchaseWith & { seats: number }> {
  const row = await needPurchase(ctx, id, ctx.me().id)
  if (row.seats === null || row.is_gift) throw notFound('Subscription')
  return row as PurchaseWith & { seats: number }
}
/** The same, held for writing, and open. @throws AtriumError 409 `subscription_over` */
async function holdSeats(ctx: Ctx, id: number): Promise<{ row: PurchaseWith; purchase: PurchaseEntity }> {
  const row = await needSeats(ctx, id)
  const purchase = await hold(ctx, PurchaseTable, id)
  if (!isEntitled(ctx, purchase)) throw conflict('This subscription has ended or was never paid.', 'subscription_over')
  return { row, purchase }
}
export const noSeat = () => conflict('All seats are assigned. Remove one or add more.', 'no_seat')

/** Mails a link to each address that has none; each holds a seat. @throws AtriumError 404, 409 `no_seat` */
export async function inviteToSeats(ctx: Ctx, id: number, emails: string[]): Promise<number> {
  const { row, purchase } = await holdSeats(ctx, id)
  const wanted = [...new Set(emails.map((email) => email.trim().toLowerCase()))]
  const known = await ctx.sql<{ email: string }>(
    'select lower(email) as email from paywalls.seat where community_id = $1 and purchase_id = $2 and lower(email) = any ($3)',
    [id, wanted],
  )
  const fresh = wanted.filter((email) => !known.some((one) => one.email === email))
  const used = (await usedSeats(ctx, [id])).get(id) ?? 0
  if (used + fresh.length > purchase.seats!) throw noSeat()
  for (const email of fresh) {
    const { token, hash: linkHash } = newToken()
    const seat = ctx.em.create(SeatTable, { purchaseId: id, email, linkHash, sentAt: ctx.now(), sentCount: 1 })
    await ctx.em.flush()
    await mailLink(ctx, 'seat', email, token, { name: row.display_name || row.paywall_name, from: ctx.me().name })
    await tellGiven(ctx, seat.id, ctx.me().id)
  }
  return fresh.length
}
async function needSeat(ctx: Ctx, purchaseId: number, seatId: number) {
  const seat = await ctx.em.findOne(SeatTable, { id: seatId, purchaseId })
  if (!seat) throw notFound('Seat')
  return seat
}
export async function resendSeat(ctx: Ctx, id: number, seatId: number): Promise<void> {
  const { row } = await holdSeats(ctx, id)
  const seat = await needSeat(ctx, id, seatId)
  if (seat.memberId != null) throw conflict('This seat is already taken.', 'taken')
  if (seat.sentCount >= MOST_MAILS) throw new AtriumError(429, 'rate_limited', 'This link has been sent too many times.', { retryAfter: 86_400 })
  const { token, hash: linkHash } = newToken()
  Object.assign(seat, { linkHash, sentAt: ctx.now(), sentCount: seat.sentCount + 1 })
  await mailLink(ctx, 'seat', seat.email, token, { name: row.display_name || row.paywall_name, from: ctx.me().name })
  await ctx.em.flush()
}
/** Who has no seat any more goes out, with all that it opened. */
async function shut(ctx: Ctx, { id, paywallId }: Pick<PurchaseEntity, 'id' | 'paywallId'>, members: number[]): Promise<void> {
  await ctx.use(access).close(members, reasonOf(id))
  await leavePlaces(ctx, paywallId, members)
}
/** Takes a seat away, one's own too. */
export async function removeSeat(ctx: Ctx, id: number, seatId: number): Promise<void> {
  await needSeats(ctx, id)
  const purchase = await hold(ctx, PurchaseTable, id)
  const seat = await needSeat(ctx, id, seatId)
  const { memberId } = seat
  await ctx.em.nativeDelete(SeatTable, { id: seatId })
  if (memberId != null) await shut(ctx, purchase, [memberId])
  note(ctx, id, { kind: 'seat_removed', actor: ctx.me().id })
  await ctx.em.flush()
}
type HeldRow = Omit<HeldSeat, 'taken_at' | 'ends_at'> & { taken_at: Date; ends_at: Date | null }
/** Of one's own: those that somebody else pays for. seat_member. */
export async function heldSeats(ctx: Ctx): Promise<HeldSeat[]> {
  const rows = await ctx.sql<HeldRow>(
    `select s.id, coalesce(nullif(w.display_name, ''), w.name) as paywall_name, w.cover_url, m.name as buyer_name, s.taken_at, u.ends_at
     from paywalls.seat s join paywalls.purchase u on u.community_id = $1 and u.id = s.purchase_id
     join paywalls.paywall w on w.community_id = $1 and w.id = u.paywall_id
     left join kernel.member_card m on m.community_id = $1 and m.id = u.member_id
     where s.community_id = $1 and s.member_id = $2 and not s.is_own and not u.is_gift and u.is_open order by s.id desc`,
    [ctx.me().id],
  )
  return rows.map((row) => ({ ...row, taken_at: new Date(row.taken_at).toISOString(), ends_at: row.ends_at && new Date(row.ends_at).toISOString() }))
}
/** Gives back a seat that somebody else pays for. @throws AtriumError 404 for one's own purchase, a gift, and the seats of others */
export async function leaveSeat(ctx: Ctx, seatId: number): Promise<void> {
  const mine = { id: seatId, memberId: ctx.me().id, isOwn: false }
  const seat = await ctx.em.findOne(SeatTable, mine)
  const purchase = seat && (await hold(ctx, PurchaseTable, seat.purchaseId))
  // it may have been taken away while this waited
  if (!purchase || purchase.isGift || (await ctx.em.nativeDelete(SeatTable, mine)) === 0) throw notFound('Seat')
  await shut(ctx, purchase, [mine.memberId])
  note(ctx, purchase.id, { kind: 'seat_left', actor: mine.memberId })
  await ctx.em.flush()
}
/** The link by which people take free seats. */
export async function seatLink(ctx: Ctx, id: number, renew: boolean): Promise<string> {
  const { purchase } = await holdSeats(ctx, id)
  if (renew || purchase.linkSealed == null) {
    const { token, hash: linkHash } = newToken()
    purchase.linkHash = linkHash
    purchase.linkSealed = ctx.seal(token)
    await ctx.em.flush()
  }
  return `${ctx.community.url}/redeem/${ctx.unseal(purchase.linkSealed!)}`
}

/** What another number would cost today, with what is left of the present ones. */
export async function previewSeats(ctx: Ctx, id: number, seats: number) {
  const row = await needSeats(ctx, id)
  seatsOf(row.price, seats)
  return previewOfChange(ctx, row, otherSeats(row, seats))
}
/**
 * More or fewer seats, the rest of the period settled at once. Fewer are fewer from this moment on, so that none is taken that will not be paid;
 * more are there once the provider has said so. @throws AtriumError 404, 409 `seats_taken`, 422
 */
export async function changeSeats(ctx: Ctx, id: number, seats: number): Promise<void> {
  const row = await needSeats(ctx, id)
  if (row.kind !== 'subscription' || row.status !== 'active') throw conflict('You can only change the seats of a paid subscription.', 'cannot_change')
  seatsOf(row.price, seats)
  needProcessor(row)
  const [fits] = await ctx.sql(
    `update paywalls.purchase u set seats = least(u.seats, $3) where u.community_id = $1 and u.id = $2
       and (select count(*) from paywalls.seat s where s.community_id = $1 and s.purchase_id = u.id) <= $3 returning u.id`,
    [id, seats],
  )
  if (!fits) throw conflict(sentence('More than {seats} seats are assigned. Remove some first.', { seats }), 'seats_taken')
  try {
    await applyChange(ctx, row, otherSeats(row, seats))
  } catch (error) {
    if (isRefusal(error)) await ctx.sql('update paywalls.purchase set seats = $3 where community_id = $1 and id = $2 and seats < $3', [id, row.seats])
    throw error
  }
}
/** The provider says how many are paid for. Where that is fewer than are given out, the last ones go. */
export async function followSeats(ctx: Ctx, purchase: PurchaseEntity, seats: number, at: Date): Promise<void> {
  if (seats < 1) return
  note(ctx, purchase.id, { kind: 'seats_changed', data: { from: purchase.seats ?? 0, to: seats }, at })
  purchase.seats = seats
  const gone = await ctx.sql<{ member_id: number | null }>(
    `delete from paywalls.seat where community_id = $1 and id in (
       select id from paywalls.seat where community_id = $1 and purchase_id = $2 order by is_own desc, member_id is null, id offset $3) returning member_id`,
    [purchase.id, seats],
  )
  const members = gone.flatMap(({ member_id }) => member_id ?? [])
  if (members.length) await shut(ctx, purchase, members)
}
/** Who has left has no seat; it is free again. */
export async function freeSeats(ctx: Ctx, memberId: number): Promise<void> {
  const gone = await ctx.sql<{ purchase_id: number }>(
    `delete from paywalls.seat s using paywalls.purchase u where s.community_id = $1 and s.member_id = $2 and u.community_id = $1 and u.id = s.purchase_id
       and not u.is_gift returning s.purchase_id`,
    [memberId],
  )
  for (const { purchase_id } of gone) await ctx.use(access).close([memberId], reasonOf(purchase_id))
}
/** Who it was goes; that something was given stays with whoever gave it. */
export async function eraseSeats(ctx: Ctx, memberId: number, emails: string[]): Promise<void> {
  await freeSeats(ctx, memberId)
  await ctx.sql(
    `update paywalls.seat set member_id = null, email = '', name = '', note = '', link_hash = null where community_id = $1
       and (member_id = $2 or lower(email) = any ($3))`,
    [memberId, emails.map((email) => email.toLowerCase())],
  )
  // what a buyer wrote to somebody goes with the buyer; what was given stays given
  await ctx.sql(
    `update paywalls.seat s set note = '' from paywalls.purchase u where s.community_id = $1 and u.community_id = $1 and u.id = s.purchase_id and u.member_id = $2`,
    [memberId],
  )
  await ctx.sql(`update paywalls.checkout set gift = null where community_id = $1 and lower(gift ->> 'email') = any ($2)`, [
    emails.map((email) => email.toLowerCase()),
  ])
}
