/** Selling for other plugins: cards for a place, set-up, access without money, facts of charges, the report. */
import { notFound } from '@atrium/sdk'
import { type Ctx, lock } from '@atrium/sdk/server'
import access, { type AccessSource } from '../../access/contract.ts'
import contract, { type PaywallsService } from '../contract.ts'
import { CouponInput } from '../contract/inputs.ts'
import { type PriceRow, PurchaseTable } from './entities.ts'
import { chargesById, pricesById } from './reads.ts'
import { openingOf, setUpPaywall } from './selling/service/catalogue.ts'
import { holds, holdersOf } from './selling/service/holding.ts'
import { createCoupon, endCoupon } from './selling/service/coupons.ts'
import { importSales } from './billing/service/history.ts'
import { priceName } from './selling/service/names.ts'
import { order } from './billing/service/order.ts'
import { reasonOf, settle, targetsOf } from './billing/service/purchases.ts'
import { reportOf } from './books/service/report.ts'

async function grantFree(ctx: Ctx, memberId: number, priceId: number, days?: number): Promise<number> {
  const [price] = await ctx.read(pricesById, [[priceId]])
  if (!price) throw notFound('Price')
  // one at a time for each member, so that of two at once one gives
  await lock(ctx, `paywalls.grant ${memberId} ${price.paywall_id}`)
  const known = await ctx.em.findOne(PurchaseTable, { memberId, priceId, provider: null, isOpen: true })
  const endsAt = days === undefined ? null : new Date(ctx.now().getTime() + days * 86_400_000)
  const purchase =
    known ??
    ctx.em.create(PurchaseTable, {
      memberId,
      paywallId: price.paywall_id,
      priceId,
      kind: price.price_type,
      currency: price.currency,
      interval: price.interval,
      intervalCount: price.interval_count,
      cancellation: null,
    })
  purchase.endsAt = endsAt
  await ctx.em.flush()
  await settle(ctx, purchase, null, 'active', ctx.now())
  return purchase.id
}

/** What a paywall opens has changed: a page of its holders gets what is new and loses what is gone. @returns the last one, null at the end */
export async function spread(ctx: Ctx, paywallId: number, after: number): Promise<number | null> {
  const targets = await targetsOf(ctx, paywallId)
  const held = await ctx.sql<{ id: number; memberId: number | null; seats: number | null; closes_at: Date | null }>(
    `select id, member_id as "memberId", seats, closes_at from paywalls.purchase where community_id = $1 and paywall_id = $2 and id > $3 and is_open
     order by id limit 100`,
    [paywallId, after],
  )
  for (const purchase of held) {
    const { id, closes_at: expiresAt } = purchase
    const members = await holdersOf(ctx, purchase)
    await ctx.use(access).close(null, reasonOf(id))
    if (targets.length && members.length) await ctx.use(access).open(members, targets, reasonOf(id), { expiresAt })
  }
  return held.length === 100 ? held.at(-1)!.id : null
}

/** Reasons that are purchases, by what was bought. */
export const accessSource: AccessSource = {
  key: 'paywall',
  async label(ctx, ids) {
    const rows = await ctx.sql<{ id: number; name: string; kind: string }>(
      `select u.id, coalesce(nullif(w.display_name, ''), w.name) as name, u.kind from paywalls.purchase u join paywalls.paywall w on w.community_id = $1 and w.id = u.paywall_id
       where u.community_id = $1 and u.id = any ($2::bigint[])`,
      [ids],
    )
    return new Map(
      rows.map(({ id, name, kind }) => [
        id,
        {
          label: ctx.t('source.paywall', { name }),
          to: ctx.can('paywalls.manage') && kind !== 'onetime' ? `/settings/paywalls/paywall_subscriptions/${id}` : null,
        },
      ]),
    )
  },
}

export const service = (ctx: Ctx): PaywallsService => ({
  opening: (kind, id) => openingOf(ctx, kind, id),
  async choices() {
    const rows = await ctx.sql<{ id: number; name: string; status: string; currency: string; prices: PriceRow[] }>(
      `select w.id, w.name, w.status, w.currency, coalesce((select json_agg(x order by x.position, x.id) from paywalls.price x
         where x.community_id = $1 and x.paywall_id = w.id and x.status = 'active'), '[]') as prices
       from paywalls.paywall w where w.community_id = $1 order by lower(w.name), w.id limit 500`,
    )
    return rows.map(({ prices, ...row }) => ({
      ...row,
      prices: prices.map((price) => ({ id: price.id, name: price.name ? `${price.name}, ${priceName(ctx, price)}` : priceName(ctx, price) })),
    }))
  },
  create: (input) => setUpPaywall(ctx, input),
  createCoupon: async (input) => ({ id: await createCoupon(ctx, CouponInput.parse(input)) }),
  endCoupon: (couponId) => endCoupon(ctx, couponId),
  grantFree: (memberId, priceId, days) => grantFree(ctx, memberId, priceId, days),
  holds: (memberId, paywallId) => holds(ctx, memberId, paywallId),
  async charges(ids) {
    const rows = await ctx.read(chargesById, [ids])
    const ips = await ctx.sql<{ id: number; ip: string | null }>(
      `select c.id, k.ip from paywalls.charge c join paywalls.purchase u on u.community_id = $1 and u.id = c.purchase_id
       join paywalls.checkout k on k.community_id = $1 and k.uid = u.checkout_uid where c.community_id = $1 and c.id = any ($2::bigint[])`,
      [ids],
    )
    const ipOf = new Map(ips.map(({ id, ip }) => [id, ip]))
    return rows
      .filter(({ paid_at }) => paid_at !== null)
      .map((row) => ({
        id: row.id,
        memberId: row.member_id,
        email: row.buyer_email,
        money: { amount: row.amount, currency: row.currency },
        refunded: row.refunded,
        dispute: row.dispute,
        paywallId: row.paywall_id,
        priceId: row.price_id,
        subscriptionId: row.purchase_kind === 'onetime' ? null : row.purchase_id,
        coupon: row.coupon_code,
        fingerprint: row.fingerprint,
        ip: ipOf.get(row.id) ?? null,
        paidAt: row.paid_at!,
      }))
  },
  order: (memberId, priceId, options) => order(ctx, memberId, priceId, options?.coupon ?? null),
  async setSeller({ name, address, taxId = '', country = '', refundTerms = '' }) {
    await ctx.saveSettings(contract, {
      seller_name: name,
      seller_address: address,
      tax_id: taxId,
      tax_country: country,
      tax_enabled: country !== '',
      refund_terms: refundTerms,
    })
  },
  report: (range) => reportOf(ctx, range),
  importSales: (sales) => importSales(ctx, sales),
})
