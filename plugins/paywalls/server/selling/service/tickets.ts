/** Tickets to events: who holds one, the place that a checkout holds, and the place that goes when its reason goes. */
import { conflict, invalid, sentence } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import events, { type Places, type Tickets } from '../../../../events/contract.ts'
import type { PurchaseEntity } from '../../entities.ts'
import type { OpenRow } from '../../reads.ts'

const eventsIn = (opens: OpenRow[]): number[] => opens.flatMap(({ kind, id }) => (kind === 'event' ? id : []))

/** Who of these members holds a paywall that opens the event: bought, by a seat, as a gift, within a bundle. */
export const tickets: Omit<Tickets, 'page'> = {
  async holders(ctx, eventId, memberIds) {
    const rows = await ctx.sql<{ member_id: number }>(
      `with opening as (
         select paywall_id from paywalls.opens where community_id = $1 and kind = 'event' and target_id = $2
         union select b.paywall_id from paywalls.bundle_item b join paywalls.opens o on o.community_id = $1 and o.paywall_id = b.item_id
           and o.kind = 'event' and o.target_id = $2 where b.community_id = $1)
       select member_id from paywalls.purchase where community_id = $1 and member_id = any ($3::bigint[]) and is_open and seats is null
         and paywall_id in (select paywall_id from opening)
       union select s.member_id from paywalls.seat s join paywalls.purchase u on u.community_id = $1 and u.id = s.purchase_id
       where s.community_id = $1 and s.member_id = any ($3::bigint[]) and u.is_open and u.paywall_id in (select paywall_id from opening)`,
      [eventId, memberIds],
    )
    return rows.map(({ member_id }) => member_id)
  },
  held: (ctx, occurrenceId) => heldPlaces(ctx, occurrenceId),
}

/**
 * The date that a checkout is for: the one it came from, else the next of the only event that is opened. Who may come to several chooses afterwards.
 * @throws AtriumError 422 for a date that this does not open
 */
export async function dateFor(ctx: Ctx, opens: OpenRow[], occurrenceId: number | null | undefined): Promise<Places | null> {
  const opened = eventsIn(opens)
  if (opened.length > 0 && ctx.has(events)) {
    if (occurrenceId == null) return opened.length === 1 ? ctx.use(events).places({ eventId: opened[0]! }) : null
    const places = await ctx.use(events).places({ occurrenceId })
    if (places === null) return null
    if (opened.includes(places.eventId)) return places
  }
  if (occurrenceId != null) throw invalid({ occurrence_id: ['This ticket isn’t for that date.'] })
  return null
}

/** A checkout of somebody who is signed in holds its place so long before paying begins; from then on until it is over. */
const HELD_MS = 15 * 60_000
/** Orders of one account for one date that may wait to be paid. */
const MOST_WAITING = 5

interface Own {
  uid?: string
  accountId?: number | null | undefined
}
/** Places that are paid for or about to be, and not taken yet: checkouts under way, of each account the newest alone, and seats and gifts that wait. */
async function heldPlaces(ctx: Ctx, occurrenceId: number, own: Own = {}): Promise<number> {
  const [row] = await ctx.sql<{ n: number }>(
    `with under_way as (
       select coalesce((ordered ->> 'seats')::int, seats, 1) as places from paywalls.checkout
         where community_id = $1 and occurrence_id = $2 and status = 'started' and uid is distinct from $3::uuid
       union all select places from (select distinct on (account_id) coalesce(seats, 1) as places from paywalls.checkout
         where community_id = $1 and occurrence_id = $2 and status = 'prepared' and created_at > $5 and account_id is not null
           and account_id is distinct from $4::bigint order by account_id, id desc) newest)
     select (select coalesce(sum(places), 0) from under_way)::int
       + (select coalesce(sum(u.seats - (select count(*) from paywalls.seat s where s.community_id = $1 and s.purchase_id = u.id and s.member_id is not null)), 0)
         from paywalls.checkout c join paywalls.purchase u on u.community_id = $1 and u.checkout_uid = c.uid
         where c.community_id = $1 and c.occurrence_id = $2 and u.seats is not null and u.status in ('trial', 'active', 'past_due'))::int as n`,
    [occurrenceId, own.uid ?? null, own.accountId ?? null, new Date(ctx.now().getTime() - HELD_MS)],
  )
  return row!.n
}
/** @param own whose checkout wants the places: what they have prepared beside it does not stand in their way */
export async function isDateFull(ctx: Ctx, date: Places | null, wanted = 1, own: Own = { accountId: ctx.account?.id }): Promise<boolean> {
  if (date === null || date.left === null) return false
  return date.left - (await heldPlaces(ctx, date.occurrenceId, own)) < wanted
}
/** Nobody holds the places of a date with orders that they do not pay. @throws AtriumError 409 `too_many_orders` */
export async function demandFewOrders(ctx: Ctx, date: Places | null, accountId: number): Promise<void> {
  if (date === null || date.left === null) return
  const [row] = await ctx.sql<{ n: number }>(
    `select count(*)::int as n from paywalls.checkout where community_id = $1 and occurrence_id = $2 and account_id = $3 and status = 'started'`,
    [date.occurrenceId, accountId],
  )
  if (row!.n >= MOST_WAITING)
    throw conflict(sentence('You have {count} unpaid orders for this date. Pay for one or cancel it first.', { count: MOST_WAITING }), 'too_many_orders')
}
/** As `dateFor`, in the transaction that makes, changes or starts a checkout: the date is held, and its places are counted once nobody else is at it. */
export async function heldDate(ctx: Ctx, opens: OpenRow[], occurrenceId: number | null | undefined): Promise<Places | null> {
  const date = await dateFor(ctx, opens, occurrenceId)
  return date && ctx.use(events).holdPlaces({ occurrenceId: date.occurrenceId })
}

/** Whoever comes in by a purchase has a place on the date that it was bought for. */
export async function takePlaces(ctx: Ctx, { checkoutUid }: Pick<PurchaseEntity, 'checkoutUid'>, memberIds: number[]): Promise<void> {
  if (!checkoutUid || !ctx.has(events)) return
  const [checkout] = await ctx.sql<{ occurrence_id: number | null }>('select occurrence_id from paywalls.checkout where community_id = $1 and uid = $2', [
    checkoutUid,
  ])
  if (checkout?.occurrence_id != null) await ctx.use(events).takePlaces(checkout.occurrence_id, memberIds)
}
/** Whoever goes out has no place any more, unless another ticket of theirs stands. Called once that is written. */
export async function leavePlaces(ctx: Ctx, paywallId: number, memberIds: number[]): Promise<void> {
  if (memberIds.length === 0 || !ctx.has(events)) return
  const opened = await ctx.sql<{ id: number }>(
    `select distinct target_id as id from paywalls.opens where community_id = $1 and kind = 'event'
       and (paywall_id = $2 or paywall_id in (select item_id from paywalls.bundle_item where community_id = $1 and paywall_id = $2)) order by 1`,
    [paywallId],
  )
  for (const { id } of opened) await ctx.use(events).leavePlaces(id, memberIds)
}
