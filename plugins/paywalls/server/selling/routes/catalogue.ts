/** Handlers of what is sold: paywalls, groups, coupons, tax. */
import { containing, type Ctx, decodeCursor, type Handlers, lastId, type Paging, page, rowsFor } from '@atrium/sdk/server'
import spaces from '../../../../spaces/contract.ts'
import type contract from '../../../contract.ts'
import paywalls from '../../../contract.ts'
import type { Coupon, TaxSetting } from '../../../contract/records.ts'
import type { CouponRow } from '../../entities.ts'
import { couponList, paywallList, type PaywallWhole } from '../../reads.ts'
import { createPaywall, destroyPaywall, namesOf, openingOf, presentPaywall, showPaywall, soldEvents, updatePaywall } from '../service/catalogue.ts'
import { embedded } from '../service/embed.ts'
import { createCoupon, endCoupon, presentCoupon, priceNamesOf, showCoupon, updateCoupon } from '../service/coupons.ts'
import { isTest } from '../../shared/service/mode.ts'
import { usualCurrency } from '../../shared/service/usualCurrency.ts'
import { createGroup, destroyGroup, listGroups, presentGroup, renameGroup, showGroup } from '../service/groups.ts'

export const like = (text: string | undefined): string | null => (text ? containing(text) : null)
const lastNamed = (query: Paging) => decodeCursor(query.cursor, ['string', 'number']) as [string, number] | null

type H = Handlers<typeof contract>
const coupons = {
  list: (async (ctx, { query }) => {
    const rows = await ctx.sql<CouponRow>(couponList, [like(query.query), query.active ?? null, lastId(query), rowsFor(query)])
    const names = await priceNamesOf(ctx, rows)
    return page(rows, { query, key: (row) => [row.id] }, (row): Coupon => presentCoupon(ctx, row, names))
  }) satisfies H['coupons'],
  create: (async (ctx, { body }) => showCoupon(ctx, await createCoupon(ctx, body.coupon))) satisfies H['createCoupon'],
  show: ((ctx, { params }) => showCoupon(ctx, params.id)) satisfies H['coupon'],
  update: (async (ctx, { params, body }) => {
    await updateCoupon(ctx, params.id, body.coupon)
    return showCoupon(ctx, params.id)
  }) satisfies H['updateCoupon'],
  destroy: (async (ctx, { params }) => {
    await endCoupon(ctx, params.id)
  }) satisfies H['destroyCoupon'],
}

function taxSetting(ctx: Ctx): TaxSetting {
  const { tax_enabled, tax_behavior, tax_country, tax_id, seller_name, seller_address, refund_terms, receipt_prefix, tax_rates } = ctx.settings(paywalls)
  return {
    processor_status: tax_enabled && tax_country !== '' ? 'active' : 'inactive',
    platform_status: tax_enabled ? 'enabled' : 'disabled',
    default_tax_behavior: tax_behavior,
    country: tax_country,
    tax_id,
    seller_name,
    seller_address,
    refund_terms,
    receipt_prefix,
    rates: tax_rates,
  }
}

export const catalogueRoutes = {
  async list(ctx, { query }) {
    const key = lastNamed(query)
    const rows = await ctx.sql<PaywallWhole>(paywallList, [
      like(query.name),
      query.status ?? null,
      query.paywall_group_id ?? null,
      key?.[0] ?? null,
      key?.[1] ?? null,
      rowsFor(query),
      isTest(ctx),
    ])
    const names = await namesOf(ctx)
    return page(rows, { query, key: (row) => [row.name.toLowerCase(), row.id] }, (row) => presentPaywall(ctx, row, names))
  },
  create: async (ctx, { body }) => showPaywall(ctx, await createPaywall(ctx, body.paywall)),
  show: (ctx, { params }) => showPaywall(ctx, params.id),
  async update(ctx, { params, body }) {
    await updatePaywall(ctx, params.id, body.paywall)
    return showPaywall(ctx, params.id)
  },
  async destroy(ctx, { params }) {
    await destroyPaywall(ctx, params.id)
  },
  opening: async (ctx, { query }) => ({ records: await openingOf(ctx, query.kind, query.target_id, query.occurrence_id) }),
  embed: (ctx, { params, query }) => embedded(ctx, params.id, query.coupon_code),
  defaults: async (ctx) => ({ currency: await usualCurrency(ctx) }),
  async tickets(ctx) {
    const found = await soldEvents(ctx)
    const cards = await ctx.use(spaces).cards([...new Set(found.map(({ spaceId }) => spaceId))])
    return {
      records: found.flatMap(({ id, name, spaceId, paid }) => {
        const space = cards.get(spaceId)
        return space ? [{ id, name, space_name: space.name, is_private: space.isPrivate || space.isSecret, is_free: !paid }] : []
      }),
    }
  },

  coupons: coupons.list,
  createCoupon: coupons.create,
  coupon: coupons.show,
  updateCoupon: coupons.update,
  destroyCoupon: coupons.destroy,
  adminCoupons: coupons.list,
  createAdminCoupon: coupons.create,
  adminCoupon: coupons.show,
  updateAdminCoupon: coupons.update,
  destroyAdminCoupon: coupons.destroy,

  async groups(ctx, { query }) {
    const rows = await listGroups(ctx, lastNamed(query), rowsFor(query))
    return page(rows, { query, key: (row) => [row.name.toLowerCase(), row.id] }, presentGroup)
  },
  createGroup: async (ctx, { body }) => showGroup(ctx, await createGroup(ctx, body.paywall_group)),
  group: (ctx, { params }) => showGroup(ctx, params.id),
  async updateGroup(ctx, { params, body }) {
    await renameGroup(ctx, params.id, body.paywall_group.name)
    return showGroup(ctx, params.id)
  },
  async destroyGroup(ctx, { params }) {
    await destroyGroup(ctx, params.id)
  },

  taxSettings: (ctx) => ({ tax_setting: taxSetting(ctx) }),
  async updateTaxSettings(ctx, { body }) {
    const { platform_status, default_tax_behavior, country, rates, ...rest } = body
    await ctx.saveSettings(paywalls, {
      ...rest,
      ...(platform_status !== undefined && { tax_enabled: platform_status === 'enabled' }),
      ...(default_tax_behavior !== undefined && { tax_behavior: default_tax_behavior }),
      ...(country !== undefined && { tax_country: country }),
      ...(rates !== undefined && { tax_rates: rates }),
    })
    return { tax_setting: taxSetting(ctx) }
  },
} satisfies Partial<H>
