/** What is sold and what was bought. */
import { randomUUID } from 'node:crypto'
import paywallsPlugin from '../../../paywalls/contract.ts'
import { paywalls as routes } from '../../contract/paywalls.ts'
import { serve } from '../service/guard.ts'
import { pageOf } from '../service/lists.ts'

const { routes: to } = paywallsPlugin
const inputOf = <T extends object>(body: T | { paywall_group: T }): T => ('paywall_group' in body ? body.paywall_group : body)

export const paywalls = serve(routes, {
  paywalls: (ctx, { query: { page, per_page, ...query } }) => pageOf(ctx, to.list, { query }, { page, per_page }, (records) => records),
  publishPaywall: (ctx, { params }) => ctx.call(to.update, { params, body: { paywall: { status: 'active' } } }),
  archivePaywall: (ctx, { params }) => ctx.call(to.update, { params, body: { paywall: { status: 'inactive' } } }),
  unarchivePaywall: (ctx, { params }) => ctx.call(to.update, { params, body: { paywall: { status: 'active' } } }),
  async deletePaywall(ctx, { params }) {
    await ctx.call(to.destroy, { params })
    return { message: 'Paywall deleted.' }
  },
  createPaywallGroup: (ctx, { body }) => ctx.call(to.createGroup, { body: { paywall_group: inputOf(body) } }),
  updatePaywallGroup: (ctx, { params, body }) => ctx.call(to.updateGroup, { params, body: { paywall_group: { name: inputOf(body).name } } }),
  async deletePaywallCoupon(ctx, { params }) {
    await ctx.call(to.destroyCoupon, { params })
    return { message: 'Coupon deleted.' }
  },
  charges: (ctx, { query: { page, per_page, ...query } }) => pageOf(ctx, to.charges, { query }, { page, per_page }, (records) => records),
  refundCharge: (ctx, { params, body }) => ctx.call(to.refund, { params, body: { ...body, refund_id: randomUUID() } }),
  subscriptions: (ctx, { query: { page, per_page, ...query } }) => pageOf(ctx, to.subscriptions, { query }, { page, per_page }, (records) => records),
  cancelSubscription: (ctx, { params, body }) => ctx.call(to.changeSubscription, { params, body: { ...body, act: 'cancel' } }),
  resumeSubscription: (ctx, { params }) => ctx.call(to.changeSubscription, { params, body: { act: 'resume' } }),
  taxSetting: async (ctx) => (await ctx.call(to.taxSettings)).tax_setting,
  updateTaxSetting: async (ctx, { body }) => (await ctx.call(to.updateTaxSettings, { body: body.tax_setting })).tax_setting,
})
