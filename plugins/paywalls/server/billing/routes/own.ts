/** Handlers of one's own billing. */
import { conflict } from '@atrium/sdk'
import { type Ctx, type Handlers, lastId, page, rowsFor } from '@atrium/sdk/server'
import payments from '../../../../payments/contract.ts'
import type contract from '../../../contract.ts'
import { BuyerTable, type PriceRow } from '../../entities.ts'
import { chargesOf, type PurchaseWith, purchasesOf } from '../../reads.ts'
import { needPurchase, otherPrices, ownAct, previewChange } from '../service/acts.ts'
import { isOther } from '../service/changes.ts'
import { detailsOf } from '../../selling/service/checkout.ts'
import { ownInvoices } from '../../selling/service/invoices.ts'
import { priceName } from '../../selling/service/names.ts'
import { leavingOf, presentCharge, presentSubscription, showSubscription } from '../service/present.ts'
import { giftsOf } from '../service/gifts.ts'
import { forCountry } from '../../selling/service/regions.ts'
import { askLater } from '../../selling/service/taxIds.ts'
import { spentBy } from '../service/told.ts'
import { changeSeats, heldSeats, usedSeats } from '../service/seats.ts'

const nameOf = (ctx: Ctx, price: PriceRow) => (price.name ? `${price.name}, ${priceName(ctx, price)}` : priceName(ctx, price))
const bySeat = (rows: PurchaseWith[]) => rows.filter(({ seats, is_gift }) => seats !== null && !is_gift).map(({ id }) => id)
function seatsIn(row: PurchaseWith, used: Map<number, number>) {
  if (row.seats === null || row.is_gift) return null
  const canChange = row.kind === 'subscription' && row.status === 'active' && row.processor_id !== null && row.ends_at === null
  return {
    count: row.seats,
    used: used.get(row.id) ?? 0,
    min: row.price.seats_min ?? row.seats,
    max: row.price.seats_max ?? row.seats,
    can_change: canChange && row.provider !== 'import',
  }
}

export const ownRoutes = {
  async own(ctx) {
    const me = ctx.me().id
    const rows = await ctx.read(purchasesOf, [me])
    const leaving = await leavingOf(ctx, rows)
    const { invoices, how } = await ownInvoices(ctx, rows)
    const prices = await otherPrices(ctx, rows)
    const used = await usedSeats(ctx, bySeat(rows))
    const gifts = await giftsOf(ctx, rows)
    const paid = await spentBy(ctx, me)
    return {
      subscriptions: rows.map((row) => ({
        ...presentSubscription(ctx, row, leaving),
        cover_url: row.cover_url,
        payment_method: row.method,
        can_pause: row.kind === 'subscription' && row.status === 'active' && row.provider !== null && row.ends_at === null,
        choices: prices
          .filter((price) => row.kind === 'subscription' && row.provider !== null && price.paywall_id === row.paywall_id && isOther(row, price))
          .map((price) => ({ id: price.id, name: nameOf(ctx, forCountry(price, row.country)) })),
        seats: seatsIn(row, used),
        gift: gifts.get(row.id) ?? null,
      })),
      held_seats: await heldSeats(ctx),
      payment_method: rows.find(({ method, status }) => method && status !== 'canceled')?.method ?? rows.find(({ method }) => method)?.method ?? null,
      can_change_method: rows.some(({ customer_id, kind, status }) => customer_id && kind !== 'onetime' && status !== 'canceled'),
      open_invoices: invoices,
      how_to_pay: how,
      details: await detailsOf(ctx, me),
      charges_count: paid.reduce((sum, { n }) => sum + n, 0),
      total_paid: paid.map(({ currency, amount }) => ({ currency, amount: Number(amount) })),
    }
  },
  previewChange: async (ctx, { params, body }) => previewChange(ctx, await needPurchase(ctx, params.id, ctx.me().id), body.price_id),
  async changeOwn(ctx, { params, body }) {
    if (body.act === 'change_seats') await changeSeats(ctx, params.id, body.seats!)
    else await ownAct(ctx, params.id, body)
    return showSubscription(ctx, params.id)
  },
  async ownCharges(ctx, { query }) {
    const rows = await ctx.read(chargesOf, [ctx.me().id, lastId(query), rowsFor(query)])
    return page(rows, { query, key: (row) => [row.id] }, (row) => presentCharge(ctx, row))
  },
  async updateDetails(ctx, { body }) {
    const memberId = ctx.me().id
    const { business_name, tax_id, address, country } = { ...(await detailsOf(ctx, memberId)), ...body }
    await ctx.em.upsert(
      BuyerTable,
      { communityId: ctx.community.id, memberId, businessName: business_name, taxId: tax_id, address, country, updatedAt: ctx.now() },
      { onConflictFields: ['communityId', 'memberId'], onConflictMergeFields: ['businessName', 'taxId', 'address', 'country', 'updatedAt'] },
    )
    await askLater(ctx, tax_id, country)
    return detailsOf(ctx, memberId)
  },
  async methodSession(ctx) {
    const rows = await ctx.read(purchasesOf, [ctx.me().id])
    const payable = rows.filter(({ customer_id, kind, status }) => customer_id && kind !== 'onetime' && status !== 'canceled')
    // what is open is paid with the new card at once
    const row = payable.find(({ status }) => status === 'past_due') ?? payable[0]
    if (!row) throw conflict('There is no card to update.', 'no_method')
    const { url } = await ctx.use(payments).methodSession({
      customerId: row.customer_id!,
      subscriptionId: row.processor_id,
      returnTo: `${ctx.community.url}/account/billing`,
      key: `method:${row.id}:${ctx.now().getTime()}`,
    })
    if (!url) throw conflict('There is no card to update.', 'no_method')
    return { url }
  },
} satisfies Partial<Handlers<typeof contract>>
