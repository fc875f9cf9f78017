/** Handlers of plans. */
import type { Handlers } from '@atrium/sdk/server'
import type contract from '../contract.ts'
import {
  changeAddon,
  changePlan as changeOffer,
  coupons,
  createAddon,
  createCoupon,
  customers,
  endCoupon,
  ownerOnly,
  removeAddon,
} from './service/catalogue.ts'
import { addonsHere, invoices, nextPlan, overview } from './service/index.ts'
import {
  cancel,
  cancelDowngrade,
  changeMethod,
  changePlan,
  checkFit,
  ownSubscription,
  present,
  preview,
  renew,
  reply,
  scheduleDowngrade,
  setAddons,
  subscribe,
} from './service/subscription.ts'

export const handlers: Handlers<typeof contract> = {
  list: (ctx, { query }) => overview(ctx, query),
  prorations: (ctx, { query }) => preview(ctx, query),
  nextPlan: (ctx, { params, query }) => nextPlan(ctx, params.planId, query.features.split(',')),
  addons: async (ctx) => ({ records: await addonsHere(ctx) }),
  async setAddons(ctx, { body }) {
    await setAddons(ctx, body.community_plan_addons)
    return reply(ctx)
  },
  async subscription(ctx) {
    const row = await ownSubscription(ctx)
    return { subscription: row && present(row) }
  },
  async subscribe(ctx, { body }) {
    const { url } = await subscribe(ctx, body)
    return reply(ctx, url)
  },
  async update(ctx, { params, body }) {
    await changePlan(ctx, params.id, body)
    return reply(ctx)
  },
  async cancel(ctx, { params }) {
    await cancel(ctx, params.id)
    return reply(ctx)
  },
  renew: async (ctx, { params }) => reply(ctx, await renew(ctx, params.id)),
  canDowngrade: (ctx, { params, query }) => checkFit(ctx, params.id, query.plan_id),
  async scheduleDowngrade(ctx, { params, body }) {
    await scheduleDowngrade(ctx, params.id, body)
    return present((await ownSubscription(ctx))!)
  },
  async cancelDowngrade(ctx, { params }) {
    await cancelDowngrade(ctx, params.id)
    return present((await ownSubscription(ctx))!)
  },
  invoices: (ctx, { query }) => invoices(ctx, query),
  changeMethod: async (ctx, { params }) => ({ url: await changeMethod(ctx, params.id) }),

  async updatePlan(ctx, { params, body }) {
    ownerOnly(ctx)
    return changeOffer(ctx, params.id, body.plan)
  },
  async createAddon(ctx, { body }) {
    ownerOnly(ctx)
    return { ...(await createAddon(ctx, body.plan_addon)), quantity: 0 }
  },
  async updateAddon(ctx, { params, body }) {
    ownerOnly(ctx)
    return { ...(await changeAddon(ctx, params.id, body.plan_addon)), quantity: 0 }
  },
  async coupons(ctx, { query }) {
    ownerOnly(ctx)
    return coupons(ctx, query)
  },
  async createCoupon(ctx, { body }) {
    ownerOnly(ctx)
    return createCoupon(ctx, body.plan_coupon)
  },
  async endCoupon(ctx, { params }) {
    ownerOnly(ctx)
    await endCoupon(ctx, params.id)
  },
  async customers(ctx, { query }) {
    ownerOnly(ctx)
    return customers(ctx, query)
  },
  async remove(ctx, { params }) {
    ownerOnly(ctx)
    await removeAddon(ctx, params.id)
  },
}
