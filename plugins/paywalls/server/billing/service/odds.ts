/** Payments that are at odds with what was bought: nothing could be opened for them, or the buyer had it already. Admins are told, with the way to give them back. */
import { type Ctx, lock } from '@atrium/sdk/server'
import payments, { type AtOdds } from '../../../../payments/contract.ts'
import contract from '../../../contract.ts'
import type { ChargeEntity, PurchaseEntity } from '../../entities.ts'
import { isEntitled } from './purchases.ts'
import { refundRest } from './refunds.ts'

type Paid = Pick<ChargeEntity, 'processorId' | 'amount' | 'currency' | 'description'>
const tell = (ctx: Ctx, kind: AtOdds['kind'], { processorId: charge, amount, currency, description: name }: Paid): Promise<void> =>
  ctx.use(payments).atOdds(contract.id, { kind, charge, name, amount, currency, refundPath: `/settings/paywalls/paywall_charges?query=${charge}` })

/** What is paid and should be open is open, else somebody is told. A gift opens once it is taken. */
export async function tellUnopened(ctx: Ctx, purchase: PurchaseEntity): Promise<void> {
  if (purchase.isOpen || purchase.isGift || !isEntitled(ctx, purchase)) return
  const [last] = await ctx.sql<Paid>(
    `select processor_id as "processorId", amount, currency, description from paywalls.charge where community_id = $1 and purchase_id = $2 and paid_at is not null
       and amount > refunded order by paid_at desc, id desc limit 1`,
    [purchase.id],
  )
  if (last) await tell(ctx, 'unopened', last)
}

/**
 * The first payment of something that this member has paid for already, or has for nothing, goes back by itself, and what it paid for ends with it.
 * One at a time for each member and paywall, so that of two payments at once the later one sees the earlier.
 */
export async function returnDoubled(ctx: Ctx, charge: ChargeEntity, purchase: PurchaseEntity, memberId: number): Promise<void> {
  if (purchase.isGift || charge.amount === 0) return
  await lock(ctx, `paywalls.buyer ${memberId} ${purchase.paywallId}`)
  const [other] = await ctx.sql(
    `select from paywalls.purchase u where u.community_id = $1 and u.id <> $4 and u.status not in ('canceled', 'refunded')
       and (u.paywall_id = $3 or u.paywall_id in (select paywall_id from paywalls.bundle_item where community_id = $1 and item_id = $3))
       and case when u.is_gift then u.is_open and exists (select from paywalls.seat s where s.community_id = $1 and s.purchase_id = u.id and s.member_id = $2)
         else u.member_id = $2 and (exists (select from paywalls.charge c where c.community_id = $1 and c.purchase_id = u.id and c.paid_at is not null and c.amount > 0 and c.refunded < c.amount)
           or u.is_open and (u.provider is null or u.status = 'trial')) end limit 1`,
    [memberId, purchase.paywallId, purchase.id],
  )
  if (!other) return
  await refundRest(ctx, charge.id, ctx.t('refund.doubled'))
  await tell(ctx, 'doubled', charge)
}
