/** What tests of paywalls share: something that is sold, and what a provider would say, with everything that stays the same left out. */
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import type { ChargeState, CheckoutState, SubscriptionState } from '../../payments/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'
import type { Order } from '../server/entities.ts'

/** A private space, and the paywall that opens it at these prices. */
export async function sellSpace(app: TestApp, admin: TestMember, prices: object[]) {
  const space = await app.run(null, async (ctx) => {
    const group = await ctx.use(spaces).createGroup({ name: 'Learn' })
    return ctx.use(spaces).create({ name: 'Glaze chemistry', spaceGroupId: group.id, isPrivate: true })
  })
  const opens = [{ kind: 'space', id: space.id }]
  const paywall = { name: 'Glaze chemistry', currency: 'eur', status: 'active', opens, prices }
  return { space, paywall: await app.as(admin).call(contract.routes.create, { body: { paywall: paywall as never } }) }
}

/** What is written when paying for a price begins. */
export const orderOf = (priceId: number, due: number, more: Partial<Order> = {}): Order => ({
  ...{
    priceId,
    due,
    currency: 'eur',
    unit: due,
    each: due,
    once: 0,
    off: 0,
    later: [],
    tax: 0,
    taxRate: 0,
    behavior: 'inclusive',
    reverseCharge: false,
    taxIncluded: 0,
    discount: 0,
  },
  ...{ name: 'Glaze chemistry', trialDays: 0, kind: 'subscription', interval: 'monthly', intervalCount: 1, installmentsCount: null, trialNeedsMethod: true },
  ...{ coupon: null, gift: null, country: null, taxId: null, ...more },
})

const at = '2026-11-01T10:00:00.000Z'
const purpose = (uid: string) => ({ owner: 'paywalls', reference: uid })
const billing = { name: 'A Buyer', email: 'buyer@example.com', country: 'AT', postalCode: null, taxId: null }

export const checkoutState = (uid: string, more: Partial<CheckoutState> = {}): CheckoutState => ({
  id: `cs_${uid}`,
  provider: 'test',
  purpose: purpose(uid),
  createdAt: at,
  status: 'complete',
  paid: true,
  customerId: 'cus_1',
  subscriptionId: null,
  chargeId: `ch_${uid}`,
  total: { amount: 1400, currency: 'eur' },
  tax: 0,
  discount: 0,
  billing,
  expiresAt: at,
  ...more,
})
export const subscriptionState = (uid: string, priceId: number, more: Partial<SubscriptionState> = {}): SubscriptionState => ({
  id: `sub_${uid}`,
  provider: 'test',
  purpose: purpose(uid),
  createdAt: at,
  status: 'active',
  customerId: 'cus_1',
  lines: [{ reference: `price:${priceId}`, quantity: 1, unit: { amount: 1400, currency: 'eur' }, interval: 'month', count: 1 }],
  periodStart: at,
  periodEnd: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  trialEnd: null,
  cancelAt: null,
  cancelAtPeriodEnd: false,
  endedAt: null,
  collectionPaused: false,
  nextAttemptAt: null,
  openInvoiceId: null,
  method: { type: 'card', brand: 'visa', last4: '4242', fingerprint: 'fp_1' },
  instalments: null,
  ...more,
})
export const chargeState = (uid: string, more: Partial<ChargeState> = {}): ChargeState => ({
  id: `ch_${uid}`,
  provider: 'test',
  purpose: purpose(uid),
  createdAt: at,
  status: 'paid',
  amount: { amount: 1400, currency: 'eur' },
  tax: 0,
  discount: 0,
  refunded: 0,
  disputed: 0,
  dispute: null,
  customerId: 'cus_1',
  subscriptionId: null,
  invoice: null,
  method: { type: 'card', brand: 'visa', last4: '4242', fingerprint: 'fp_1' },
  billing,
  failure: null,
  fee: null,
  paidAt: at,
  ...more,
})
