/** Handlers of payments. */
import { AtriumError } from '@atrium/sdk'
import { type Ctx, decodeCursor, lastId, encodeCursor, type Handlers, page, rowsFor } from '@atrium/sdk/server'
import type payments from '../contract.ts'
import type { MethodPreference, Preference } from '../contract.ts'
import { webhookEventsRead } from './reads.ts'
import { listOpen, markPaid, voidInvoice } from './service/manual.ts'
import { resolve } from './service/incidents.ts'
import { takeHouseWebhook, takeWebhook } from './service/intake.ts'
import { testPage, testPay } from './service/page.ts'
import { presentProvider, presentTest } from './service/provider.ts'
import { connectAccount, saveSetup, setup } from './service/setup.ts'
import { paymentsService } from './service/index.ts'

const preference = ({ method, enabled, available, mutable }: MethodPreference): Preference => ({
  payment_method: method,
  capability_id: null,
  capability_status: available ? 'active' : 'inactive',
  value: enabled,
  is_enabled: enabled,
  is_capability_active: available,
  is_capability_pending: enabled && !available,
  can_request_capability: !available && mutable,
  is_capability_available: available || mutable,
  mutable,
  normalized_state: enabled && available ? 'active' : enabled ? 'pending_verification' : mutable ? 'disabled' : 'unavailable',
})
/** A processor that is not set up yet has nothing to show, which is no failure. */
const unlessSetUp =
  <T>(fallback: T) =>
  (error: unknown): T => {
    if (error instanceof AtriumError && error.code === 'payments_not_ready') return fallback
    throw error
  }
const preferences = async (ctx: Ctx) => (await presentProvider(ctx).methodPreferences(ctx).catch(unlessSetUp([]))).map(preference)

export const handlers: Handlers<typeof payments> = {
  setup,
  async saveSetup(ctx, { body }) {
    await saveSetup(ctx, body)
    return setup(ctx)
  },
  connect: (ctx) => connectAccount(ctx),
  refresh: setup,
  async webhookEvents(ctx, { query }) {
    const before = lastId(query)
    return page(await ctx.read(webhookEventsRead, [before, rowsFor(query)]), { query, key: ({ id }) => [id] }, (row) => row)
  },
  async resolveIncident(ctx, { params }) {
    await resolve(ctx, params.id)
  },
  async invoices(ctx, { query }) {
    const after = lastId(query)
    const rows = await listOpen(ctx, { text: query.query, after, rows: rowsFor(query) })
    return page(rows, { query, key: ({ row }) => [row] }, ({ row: _, ...invoice }) => invoice)
  },
  async payInvoice(ctx, { params, body }) {
    await markPaid(ctx, params.invoice, { on: body.paid_on, note: body.note })
  },
  async voidInvoice(ctx, { params }) {
    await voidInvoice(ctx, params.invoice)
  },
  async houseWebhook(ctx, { body, headers }) {
    await takeHouseWebhook(ctx, body!, headers!['stripe-signature'])
    return { success: true as const }
  },
  async webhook(ctx, { params, body, headers }) {
    await takeWebhook(ctx, params.community, body!, headers!['stripe-signature'])
    return { success: true as const }
  },

  preferences: async (ctx) => ({ records: await preferences(ctx) }),
  async setPreference(ctx, { body }) {
    const records = (await presentProvider(ctx).setMethodPreference(ctx, body.payment_method, body.is_enabled)).map(preference)
    await ctx.audit('payments.method_switched', `community:${ctx.community.id}`, { method: body.payment_method, enabled: body.is_enabled })
    return { records }
  },
  async payouts(ctx, { query }) {
    const after = decodeCursor(query.cursor, ['string'])?.[0]
    const { records, more } = await presentProvider(ctx)
      .payouts(ctx, { after: typeof after === 'string' ? after : null, limit: query.per_page })
      .catch(unlessSetUp({ records: [], more: false }))
    return {
      page: query.page,
      per_page: query.per_page,
      has_next_page: more,
      count: null,
      page_count: records.length,
      next_cursor: more ? encodeCursor([records.at(-1)!.id]) : null,
      records: records.map(({ id, amount, status, arrivesAt, failure, createdAt }) => ({
        ...{ id, ...amount, status, failure: failure && ctx.say(failure), arrival_date: arrivesAt, created_at: createdAt },
      })),
    }
  },

  balance: (ctx) =>
    presentProvider(ctx)
      .balance(ctx)
      .catch(unlessSetUp({ available: [], pending: [] })),

  testPage: (ctx, { params }) => testPage(ctx, params.session),
  testPay: (ctx, { params, body }) => testPay(ctx, params.session, body),
  async testPayOut(ctx, { body }) {
    await paymentsService(ctx).test.payOut(body)
  },
  async testAdvance(ctx, { body }) {
    const { testNow } = await presentTest(ctx)
    await paymentsService(ctx).test.advance(new Date((await testNow(ctx)).getTime() + body.days * 86_400_000))
    return { now: await testNow(ctx) }
  },
}
