/** What a plan with its add-ons costs, and how that is written at the provider and read again from there. */
import { invalid, notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import { add, type Dinero, dinero, halfUp, multiply, toSnapshot, transformScale } from 'dinero.js'
import type { Line } from '../../../payments/contract.ts'
import type { Addon, Coupon, Cycle, Plan } from '../../contract.ts'
import { type Catalogue, catalogue } from './catalogue.ts'

export interface Terms {
  planId: number
  cycle: Cycle
  currency: string
  addons: Record<string, number>
  couponId: number | null
}
export interface Priced extends Terms {
  plan: Plan
  coupon: Coupon | null
  /** For one cycle, in the smallest unit. */
  amount: number
}

const money = (amount: number, currency: string): Dinero<number> => dinero({ amount, currency: { code: currency, base: 10, exponent: 2 } })
const priceOf = ({ prices }: Pick<Plan | Addon, 'prices'>, { cycle, currency }: Pick<Terms, 'cycle' | 'currency'>) =>
  prices.find((price) => price.billing_cycle === cycle && price.currency === currency)?.amount

/** @throws AtriumError 404 for a plan, add-on or coupon that is not there, 422 for one without a price in this cycle and currency */
export function price({ plans, addons, coupons }: Catalogue, terms: Terms): Priced {
  const plan = plans.find(({ id }) => id === terms.planId)
  if (!plan) throw notFound('Plan')
  const unpriced = () => invalid({ billing_cycle: ['There is no price for this billing cycle and currency.'] })
  const amount = priceOf(plan, terms)
  if (amount === undefined) throw unpriced()
  let total = money(amount, terms.currency)
  for (const [id, quantity] of Object.entries(terms.addons)) {
    const addon = addons.find((one) => one.id === Number(id))
    if (!addon) throw notFound('Add-on')
    const each = priceOf(addon, terms)
    if (each === undefined) throw unpriced()
    total = add(total, multiply(money(each, terms.currency), quantity))
  }
  const coupon = coupons.find(({ id }) => id === terms.couponId) ?? null
  if (terms.couponId !== null && !coupon) throw notFound('Coupon')
  if (coupon) total = transformScale(multiply(total, { amount: 100 - coupon.percent, scale: 2 }), 2, halfUp)
  return { ...terms, plan, coupon, amount: toSnapshot(total).amount }
}
export const priced = async (ctx: Ctx, terms: Terms): Promise<Priced> => price(await catalogue(ctx), terms)

/** `planId:cycle:currency:addon*quantity,…`, and the coupon if there is one: the provider keeps it, and what it says afterwards is what was bought. */
export const referenceOf = ({ planId, cycle, currency, addons, couponId }: Terms): string =>
  [planId, cycle, currency, Object.entries(addons).map(([id, quantity]) => `${id}*${quantity}`), ...(couponId === null ? [] : [couponId])].join(':')
export function termsOf(reference: string | null): Terms | null {
  const [planId, cycle, currency, list = '', couponId] = reference?.split(':') ?? []
  if (!planId || !cycle || !currency) return null
  const addons = Object.fromEntries(
    list
      .split(',')
      .filter(Boolean)
      .map((part) => part.split('*') as [string, string])
      .map(([id, quantity]) => [id, Number(quantity)]),
  )
  return { planId: Number(planId), cycle: cycle as Cycle, currency, addons, couponId: couponId ? Number(couponId) : null }
}

export function lineOf(ctx: Ctx, terms: Priced): Line {
  const extras = Object.keys(terms.addons).length
  const name = ctx.t(`line.${terms.cycle}`, { plan: ctx.t(`tier.${terms.plan.tier}`) })
  const { coupon } = terms
  return {
    reference: referenceOf(terms),
    name: [name, extras && ctx.t('line.addons', { count: extras }), coupon && ctx.t('line.coupon', { name: coupon.name, percent: coupon.percent })]
      .filter(Boolean)
      .join(', '),
    unit: { amount: terms.amount, currency: terms.currency },
    recurring: { interval: terms.cycle === 'yearly' ? 'year' : 'month', count: 1 },
    product: 'plan',
  }
}
