/** Handlers of what follows a purchase, for those who sell: subscriptions, charges, bulk acts. */
import { notFound, decimalsOf } from '@atrium/sdk'
import { type Ctx, csv, type CsvColumns, csvFile, type Handlers, lastId, page, rowsFor } from '@atrium/sdk/server'
import type contract from '../../../contract.ts'
import type { ChargeQuery, SubscriptionQuery } from '../../../contract/inputs.ts'
import { chargeList, type ChargeWith, happeningsOf, purchaseList, type PurchaseWith, purchasesById } from '../../reads.ts'
import { act } from '../service/acts.ts'
import { bulkLogs, presentBulk, startBulk } from '../service/bulk.ts'
import { isTest } from '../../shared/service/mode.ts'
import { evidenceOf } from '../../selling/service/taxIds.ts'
import { addressesOf, leavingOf, presentCharge, presentHappening, presentSubscription, showSubscription } from '../service/present.ts'
import { refund } from '../service/refunds.ts'
import { usedSeats } from '../service/seats.ts'
import { like } from '../../selling/routes/catalogue.ts'

const MOST_ROWS = 50_000
type Filters<Q> = Omit<Q, 'page' | 'per_page' | 'cursor'>
const chargeRows = (ctx: Ctx, query: Filters<ChargeQuery>, before: number | null, limit: number) =>
  ctx.sql<ChargeWith>(chargeList, [
    like(query.query),
    query.status ?? null,
    query.paywall_ids ?? null,
    query.paywall_price_type ?? null,
    query.community_member_id ?? null,
    query.subscription_id ?? null,
    query.currency ?? null,
    query.amount_gte ?? null,
    query.amount_lte ?? null,
    query.created_at_gte ?? null,
    query.created_at_lte ?? null,
    before,
    limit,
    isTest(ctx),
  ])
const purchaseRows = (ctx: Ctx, query: Filters<SubscriptionQuery>, before: number | null, limit: number) =>
  ctx.sql<PurchaseWith>(purchaseList, [
    like(query.query),
    query.status ?? null,
    query.paywall_ids ?? null,
    query.community_member_id ?? null,
    query.billing_interval ?? null,
    query.scheduled_to_cancel ?? null,
    query.created_at_gte ?? null,
    query.created_at_lte ?? null,
    before,
    limit,
    isTest(ctx),
  ])
const decimal = (amount: number, currency: string) => (amount / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency))

const SUBSCRIPTION_COLUMNS: CsvColumns<ReturnType<typeof presentSubscription>> = [
  ['id', (it) => it.id],
  ['processor_id', (it) => it.processor_id],
  ['status', (it) => it.status],
  ['charges_quantity', (it) => it.charges_quantity],
  ['total_amount_paid', (it) => decimal(it.total_amount_paid, it.currency)],
  ['currency', (it) => it.currency],
  ['start_date', (it) => it.created_at],
  ['renews_on', (it) => it.renews_at],
  ['trial_ends_at', (it) => it.trial_ends_at],
  ['ends_at', (it) => it.ends_at],
  ['cancellation_type', (it) => it.cancellation_type],
  ['paywall_id', (it) => it.paywall_id],
  ['paywall_name', (it) => it.paywall_name],
  ['paywall_price', (it) => it.price_name],
  ['coupon_code', (it) => it.paywall_coupon_code],
  ['coupon_terms', (it) => it.coupon_terms],
  ['community_member_public_uid', (it) => it.community_member_public_uid],
  ['community_member_name', (it) => it.community_member_name],
  ['community_member_email', (it) => it.community_member_email],
]
const CHARGE_COLUMNS: CsvColumns<ReturnType<typeof presentCharge>> = [
  ['number', (it) => it.number],
  ['processor_id', (it) => it.processor_id],
  ['invoice_processor_id', (it) => it.invoice_processor_id],
  ['amount', (it) => decimal(it.amount, it.currency)],
  ['tax', (it) => decimal(it.tax_amount, it.currency)],
  ['amount_refunded', (it) => decimal(it.amount_refunded, it.currency)],
  ['refund_reason', (it) => it.refund_reason],
  ['status', (it) => it.status],
  ['subscription_processor_id', (it) => it.subscription_processor_id],
  ['created_at', (it) => it.created_at],
  ['paywall_id', (it) => it.paywall_id],
  ['paywall_name', (it) => it.paywall_name],
  ['paywall_price_type', (it) => it.paywall_price_type],
  ['paywall_price_interval', (it) => it.paywall_price_interval],
  ['currency', (it) => it.currency],
  ['coupon_code', (it) => it.paywall_coupon_code],
  ['community_member_public_uid', (it) => it.community_member_public_uid],
  ['community_member_name', (it) => it.community_member_name],
  ['community_member_email', (it) => it.community_member_email],
]

export const afterRoutes = {
  async subscriptions(ctx, { query }) {
    const rows = await purchaseRows(ctx, query, lastId(query), rowsFor(query))
    const [leaving, addresses] = await Promise.all([leavingOf(ctx, rows), addressesOf(ctx, rows)])
    return page(rows, { query, key: (row) => [row.id] }, (row) => presentSubscription(ctx, row, leaving, addresses))
  },
  async subscription(ctx, { params }) {
    const [row] = await ctx.read(purchasesById, [[params.id]])
    if (!row) throw notFound('Subscription')
    const [survey] = await ctx.sql<{ reason: string; comment: string }>(
      'select reason, comment from paywalls.survey where community_id = $1 and purchase_id = $2 order by id desc limit 1',
      [params.id],
    )
    const happened = await ctx.read(happeningsOf, [params.id])
    // of the last payment, by the country and the id that it was bought with
    const [paid] = await ctx.sql<{ card_country: string | null }>(
      'select card_country from paywalls.charge where community_id = $1 and purchase_id = $2 and paid_at is not null order by id desc limit 1',
      [params.id],
    )
    const [evidence] = await evidenceOf(ctx, [{ buyer_country: row.country, buyer_tax_id: row.tax_id, card_country: paid?.card_country ?? null }])
    return {
      ...presentSubscription(ctx, row, await leavingOf(ctx, [row]), await addressesOf(ctx, [row])),
      timeline: happened.map((one) => presentHappening(ctx, one)),
      facts: {
        payment_method: row.method,
        country: row.country,
        tax_rate: row.tax_rate,
        tax_id: row.tax_id,
        evidence: evidence!,
        brought_by: Object.values(row.attribution)[0] ?? null,
        seats: row.seats === null || row.is_gift ? null : { count: row.seats, used: (await usedSeats(ctx, [row.id])).get(row.id) ?? 0 },
      },
      survey: survey ?? null,
    }
  },
  async changeSubscription(ctx, { params, body }) {
    await act(ctx, params.id, body)
    return showSubscription(ctx, params.id)
  },
  async subscriptionsCsv(ctx, { query }) {
    const rows = await purchaseRows(ctx, query, null, MOST_ROWS)
    const [leaving, addresses] = await Promise.all([leavingOf(ctx, rows), addressesOf(ctx, rows)])
    return csvFile(
      'subscriptions.csv',
      csv(
        SUBSCRIPTION_COLUMNS,
        rows.map((row) => presentSubscription(ctx, row, leaving, addresses)),
      ),
    )
  },
  async charges(ctx, { query }) {
    const rows = await chargeRows(ctx, query, lastId(query), rowsFor(query))
    const addresses = await addressesOf(ctx, rows)
    const evidence = new Map((await evidenceOf(ctx, rows)).map((one, at) => [rows[at]!.id, one]))
    return page(rows, { query, key: (row) => [row.id] }, (row) => ({ ...presentCharge(ctx, row, addresses), evidence: evidence.get(row.id)! }))
  },
  async chargesCsv(ctx, { query }) {
    const rows = await chargeRows(ctx, query, null, MOST_ROWS)
    const addresses = await addressesOf(ctx, rows)
    return csvFile(
      'charges.csv',
      csv(
        CHARGE_COLUMNS,
        rows.map((row) => presentCharge(ctx, row, addresses)),
      ),
    )
  },
  refund: (ctx, { params, body }) => refund(ctx, params.id, body),
  bulk: (ctx, { body }) => startBulk(ctx, body),
  bulkLogs: async (ctx, { query }) => page(await bulkLogs(ctx, lastId(query), query), { query, key: (row) => [row.id] }, presentBulk),
} satisfies Partial<Handlers<typeof contract>>
