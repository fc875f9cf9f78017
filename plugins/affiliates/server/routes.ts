/** Handlers of affiliates. */
import type { Handlers } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { claim, click } from './service/clicks.ts'
import * as commissions from './service/commissions.ts'
import { changeOwnCode, join, mine, overview, referrals } from './service/mine.ts'
import * as payouts from './service/payouts.ts'
import { changeCode, enrol, invite, list, remove, setStatus, show } from './service/people.ts'

export const handlers: Handlers<typeof contract> = {
  overview: (ctx) => overview(ctx),
  list: (ctx, { query }) => list(ctx, query),
  async create(ctx, { body: { affiliate } }) {
    const row = await enrol(ctx, affiliate.community_member_id, 'enrolled', affiliate.code)
    return show(ctx, row.id)
  },
  invite: async (ctx, { body }) => ({ records: await invite(ctx, body.existing_member_ids) }),
  show: (ctx, { params }) => show(ctx, params.id),
  async update(ctx, { params, body: { affiliate } }) {
    if (affiliate.code !== undefined) await changeCode(ctx, params.id, affiliate.code)
    if (affiliate.status !== undefined) await setStatus(ctx, params.id, affiliate.status)
    return show(ctx, params.id)
  },
  destroy: (ctx, { params }) => remove(ctx, params.id),
  commissions: (ctx, { query }) => commissions.list(ctx, query),
  async review(ctx, { params, body }) {
    await commissions.review(ctx, params.id, body.commission.decision)
    return commissions.show(ctx, params.id)
  },
  settings: (ctx) => ctx.settings(contract),
  updateSettings: (ctx, { body }) => ctx.saveSettings(contract, body),
  payouts: (ctx, { query }) => payouts.list(ctx, query),
  startPayouts: async (ctx, { body }) => ({ records: await payouts.start(ctx, body.community_member_ids) }),
  markPaid: async (ctx, { body }) => ({ records: await payouts.markPaid(ctx, body.community_member_ids) }),
  exportPayouts: (ctx, { query }) => payouts.exported(ctx, query.community_member_ids),

  click: (ctx, { body }) => click(ctx, body),
  async claim(ctx, { body }) {
    await claim(ctx, body.token)
    return { success: true as const }
  },
  me: (ctx) => mine(ctx),
  async join(ctx) {
    await join(ctx)
    return mine(ctx)
  },
  async changeCode(ctx, { body }) {
    await changeOwnCode(ctx, body.code)
    return mine(ctx)
  },
  referrals: (ctx, { query }) => referrals(ctx, query),
  account: async (ctx) => ({ url: await payouts.openAccount(ctx) }),
}
