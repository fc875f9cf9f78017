/** Who goes in by a purchase: its buyer, or those who have its seats. */
import { type Ctx, lock } from '@atrium/sdk/server'
import type { PurchaseEntity } from '../../entities.ts'
import type { PaywallWhole } from '../../reads.ts'

/** Of these members, who has paid for something or holds it now. */
export async function buyersAmong(ctx: Ctx, memberIds: number[]): Promise<number[]> {
  const rows = await ctx.sql<{ id: number }>(
    `select member_id as id from paywalls.charge where community_id = $1 and member_id = any ($2::bigint[]) and status in ('paid', 'partial_refunded', 'disputed', 'pending')
     union select member_id from paywalls.purchase where community_id = $1 and member_id = any ($2::bigint[]) and is_open
     union select s.member_id from paywalls.seat s join paywalls.purchase u on u.community_id = $1 and u.id = s.purchase_id
       where s.community_id = $1 and s.member_id = any ($2::bigint[]) and u.is_open`,
    [memberIds],
  )
  return rows.map(({ id }) => id)
}
/** Does a member hold a paywall: bought, by a seat, as a gift, or within a bundle? */
export async function holds(ctx: Ctx, memberId: number | null, paywallId: number): Promise<boolean> {
  if (memberId === null) return false
  const [row] = await ctx.sql(
    `with mine as (
       select paywall_id from paywalls.purchase where community_id = $1 and member_id = $2 and is_open and seats is null
       union all
       select u.paywall_id from paywalls.seat s join paywalls.purchase u on u.community_id = $1 and u.id = s.purchase_id
       where s.community_id = $1 and s.member_id = $2 and u.is_open)
     select 1 from mine where paywall_id = $3
       or paywall_id in (select paywall_id from paywalls.bundle_item where community_id = $1 and item_id = $3) limit 1`,
    [memberId, paywallId],
  )
  return row !== undefined
}

type Held = Pick<PurchaseEntity, 'id' | 'memberId' | 'seats'>
export async function holdersOf(ctx: Ctx, { id, memberId, seats }: Held): Promise<number[]> {
  if (seats == null) return memberId == null ? [] : [memberId]
  const rows = await ctx.sql<{ member_id: number }>(
    'select member_id from paywalls.seat where community_id = $1 and purchase_id = $2 and member_id is not null order by id',
    [id],
  )
  return rows.map(({ member_id }) => member_id)
}

/** As many hold it, or are about to, as may. */
export const isFull = ({ max_buyers: most, holders_count: holders, held }: Pick<PaywallWhole, 'max_buyers' | 'holders_count' | 'held'>): boolean =>
  most !== null && holders + held >= most
/**
 * In the transaction that begins a payment, before these paywalls are read: one at a time for each that has a limit, so that of two at once the last
 * place is one's.
 * @returns whether one of them has
 */
export async function awaitTurn(ctx: Ctx, paywallIds: number[]): Promise<boolean> {
  const limited = await ctx.sql<{ id: number }>(
    'select id from paywalls.paywall where community_id = $1 and id = any ($2::bigint[]) and max_buyers is not null order by id',
    [paywallIds],
  )
  for (const { id } of limited) await lock(ctx, `paywalls.buyers ${id}`)
  return limited.length > 0
}
