/** Records of plans: what is offered in the owner's community, and a subscription with its bill in the one at hand. */
import { TIERS } from '@atrium/sdk'
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import contract from '../contract.ts'
import { AddonTable, CouponTable, CustomerTable, InvoiceTable, NoticeTable, PlanTable, PriceTable, SubscriptionTable } from '../server/entities.ts'

const records = defineRecords(contract, {
  async fill({ app, side, mark }: Target) {
    return app.run(side.communityId, async (ctx) => {
      // those of any other community than the owner's offer nothing to anybody
      for (const tier of TIERS) await ctx.sql('insert into plans.plan (community_id, tier) values ($1, $2) on conflict (community_id, tier) do nothing', [tier])
      const plan = await ctx.em.findOneOrFail(PlanTable, { tier: 'professional' })
      const addon = ctx.em.create(AddonTable, { name: `Room ${mark}`, limitKey: 'members', step: 100 })
      const spare = ctx.em.create(AddonTable, { name: `Spare ${mark}`, limitKey: 'spaces', step: 1 })
      const coupon = ctx.em.create(CouponTable, { name: `Coupon ${mark}`, percent: 20 })
      await ctx.em.flush()
      ctx.em.create(PriceTable, { addonId: addon.id, billingCycle: 'monthly', currency: 'eur', amount: 900 })
      const priced = { planId: plan.id, tier: 'professional', status: 'canceled', billingCycle: 'monthly', currency: 'eur', amount: 7900 }
      const own = (await ctx.em.findOne(SubscriptionTable, {})) ?? ctx.em.create(SubscriptionTable, { ...priced, reference: `r${mark}`, addons: {} })
      ctx.em.create(InvoiceTable, { charge: `ch_${mark}`, text: 'Professional, monthly', amount: 7900, currency: 'eur', status: 'paid' })
      if (!(await ctx.em.findOne(NoticeTable, { limitKey: 'members' }))) ctx.em.create(NoticeTable, { limitKey: 'members', percent: 90 })
      if (!(await ctx.em.findOne(CustomerTable, { customerId: side.communityId })))
        ctx.em.create(CustomerTable, { ...priced, customerId: side.communityId, name: 'Here', url: ctx.community.url, addonIds: [] })
      await ctx.em.flush()
      ctx.invalidate('plans.catalogue')
      return { platformPlan: { plan: plan.id, addon: addon.id, spare: spare.id, coupon: coupon.id, subscription: own.id } }
    })
  },
  inputs: {
    list: { input: () => ({}), foreign: [200], wide: true },
    prorations: { input: () => ({ query: { new_plan_id: 987_654 } }), own: [404], foreign: [404] },
    nextPlan: { input: () => ({ params: { planId: 987_654 }, query: { features: 'gamification' } }), foreign: [200] },
    addons: { input: () => ({}), foreign: [200], wide: true },
    setAddons: { input: () => ({ body: { community_plan_addons: [] } }), own: [409], foreign: [409] },
    subscription: { input: () => ({}), foreign: [200], wide: true },
    subscribe: { input: () => ({ body: { plan_id: 987_654, billing_cycle: 'monthly', billing_currency: 'eur' } }), own: [404], foreign: [404] },
    update: { input: ({ platformPlan }) => ({ params: { id: platformPlan.subscription }, body: { plan_id: platformPlan.plan } }), own: [409] },
    cancel: { input: ({ platformPlan }) => ({ params: { id: platformPlan.subscription } }), own: [409] },
    renew: { input: ({ platformPlan }) => ({ params: { id: platformPlan.subscription }, body: {} }), own: [404, 422] },
    canDowngrade: { input: ({ platformPlan }) => ({ params: { id: platformPlan.subscription }, query: { plan_id: 987_654 } }), own: [404] },
    scheduleDowngrade: { input: ({ platformPlan }) => ({ params: { id: platformPlan.subscription }, body: { plan_id: platformPlan.plan } }), own: [409] },
    cancelDowngrade: { input: ({ platformPlan }) => ({ params: { id: platformPlan.subscription } }), wide: true },
    invoices: { input: () => ({}), foreign: [200], wide: true },
    changeMethod: { input: ({ platformPlan }) => ({ params: { id: platformPlan.subscription }, body: {} }), own: [409] },
    // the owner of the platform alone, and no admin of these communities is that
    updatePlan: { input: ({ platformPlan }) => ({ params: { id: platformPlan.plan }, body: { plan: {} } }), own: [403], foreign: [403] },
    createAddon: {
      input: () => ({ body: { plan_addon: { name: 'More', limit: 'members', step: 100, is_offered: true, prices: [] } } }),
      own: [403],
      foreign: [403],
    },
    updateAddon: { input: ({ platformPlan }) => ({ params: { id: platformPlan.addon }, body: { plan_addon: {} } }), own: [403], foreign: [403] },
    coupons: { input: () => ({}), own: [403], foreign: [403] },
    createCoupon: { input: () => ({ body: { plan_coupon: { name: 'Early', percent: 20 } } }), own: [403], foreign: [403] },
    endCoupon: { input: ({ platformPlan }) => ({ params: { id: platformPlan.coupon } }), own: [403], foreign: [403] },
    customers: { input: () => ({}), own: [403], foreign: [403] },
    remove: { input: ({ platformPlan }) => ({ params: { id: platformPlan.spare } }), own: [403], foreign: [403] },
  },
})
export default records
export type PlansMade = MadeBy<typeof records>
