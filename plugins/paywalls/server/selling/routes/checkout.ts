/** Handlers of the checkout, up to the press that begins to pay. */
import { unauthenticated } from '@atrium/sdk'
import { type Handlers, lastId, page, rowsFor } from '@atrium/sdk/server'
import type contract from '../../../contract.ts'
import { checkoutsOf } from '../../reads.ts'
import { begin, cancel, change, complete, present, presentBegun, presentCheckout, preview } from '../service/checkout.ts'
import { prepare } from '../service/prepare.ts'
import { sendCode, verify } from '../service/codes.ts'

export const checkoutRoutes = {
  prepare: (ctx, { body }) => prepare(ctx, body),
  preview: (ctx, { body }) => preview(ctx, body),
  async sessions(ctx, { query }) {
    if (!ctx.account) throw unauthenticated()
    const rows = await ctx.read(checkoutsOf, [ctx.account.id, lastId(query), rowsFor(query)])
    const found = page(rows, { query, key: (row) => [row.id] }, (row) => row)
    return { ...found, records: await Promise.all(found.records.map((row) => presentCheckout(ctx, row))) }
  },
  async createSession(ctx, { body }) {
    return presentBegun(ctx, await begin(ctx, body))
  },
  session: (ctx, { params, query }) => present(ctx, params.id, query.key),
  async updateSession(ctx, { params, body }) {
    return presentBegun(ctx, await change(ctx, params.id, body))
  },
  async destroySession(ctx, { params, query }) {
    await cancel(ctx, params.id, query.key)
  },
  otp: (ctx, { body }) => sendCode(ctx, body),
  verifications: (ctx, { body }) => verify(ctx, body),
  async complete(ctx, { body }) {
    await complete(ctx, body.session_id, body.key)
    return present(ctx, body.session_id, body.key)
  },
  async cancel(ctx, { body }) {
    await cancel(ctx, body.session_id, body.key)
  },
} satisfies Partial<Handlers<typeof contract>>
