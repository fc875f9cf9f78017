/** Paths of selling: checkout sessions and subscriptions. */
import { voidInvoice } from '../billing.ts'
import { couponFor, createSession, expireSession, lineItems } from '../checkout.ts'
import { requestError, missing } from '../forms.ts'
import * as params from '../params.ts'
import { begin, changed, end, keepCoupons, moveTrial, restart, swap } from '../subscriptions.ts'
import * as make from '../things.ts'
import { clockOf, type Endpoint, find, merge, readable } from './common.ts'
import { soldOf } from './sold.ts'

export const checkout: Endpoint[] = [
  ...readable('checkout.session', 'checkout/sessions', 'customer', 'payment_intent', 'subscription'),
  [
    'POST',
    '/checkout/sessions',
    params.session,
    async (store, { input }) =>
      createSession(store, await store.now((await store.get(input.customer))?.test_clock), { ...input, discounts: input.discounts || [] }),
  ],
  [
    'POST',
    '/checkout/sessions/:id/expire',
    params.none,
    async (store, { ids }) => {
      const session = await find(store, 'checkout.session', ids[0]!)
      return expireSession(store, await clockOf(store, session), session)
    },
  ],
  ['GET', '/checkout/sessions/:id/line_items', params.list, async (store, { ids }) => lineItems(store, await find(store, 'checkout.session', ids[0]!))],
]

export const subscriptions: Endpoint[] = [
  ...readable('subscription', 'subscriptions', 'customer', 'status'),
  [
    'POST',
    '/subscriptions',
    params.subscription,
    async (store, { input }) => {
      const customer = await find(store, 'customer', input.customer, 'customer')
      const at = await store.now(customer.test_clock)
      const method = await store.get(input.default_payment_method ?? customer.invoice_settings.default_payment_method)
      if (!method && !input.trial_end && !input.trial_period_days)
        throw requestError('This customer has no attached payment source or default payment method.', { code: 'resource_missing' })
      return begin(store, at, {
        customer,
        sold: await soldOf(store, at, input.items),
        extras: [],
        coupons: await Promise.all((input.discounts || []).map((one: never) => couponFor(store, one))),
        trialEnd: input.trial_end ?? (input.trial_period_days ? at + input.trial_period_days * 86_400 : null),
        trialEndBehavior: input.trial_settings?.end_behavior.missing_payment_method,
        method: input.default_payment_method ? method : null,
        metadata: input.metadata || {},
        automaticTax: input.automatic_tax?.enabled ?? false,
        cancelAt: input.cancel_at ?? null,
        whenUnpaid: 'incomplete',
      })
    },
  ],
  [
    'POST',
    '/subscriptions/:id',
    params.subscriptionChange,
    async (store, { ids, input }) => {
      const subscription = await find(store, 'subscription', ids[0]!)
      const at = await clockOf(store, subscription)
      if (['canceled', 'incomplete_expired'].includes(subscription.status))
        throw requestError('A canceled subscription can only update its cancellation_details and metadata.')
      merge(subscription, input, ['cancel_at_period_end'])
      if (input.default_payment_method)
        subscription.default_payment_method = (await find(store, 'payment_method', input.default_payment_method, 'default_payment_method')).id
      if (input.cancel_at !== undefined) subscription.cancel_at = input.cancel_at === '' ? null : input.cancel_at
      if (input.cancel_at_period_end !== undefined) subscription.canceled_at = input.cancel_at_period_end ? at : null
      if (input.pause_collection !== undefined)
        subscription.pause_collection =
          input.pause_collection === '' ? null : { behavior: input.pause_collection.behavior, resumes_at: input.pause_collection.resumes_at ?? null }
      if (input.trial_settings) subscription.trial_settings = input.trial_settings
      if (input.discounts !== undefined) {
        const coupons = await Promise.all((input.discounts || []).map((one: never) => couponFor(store, one)))
        keepCoupons(store, at, subscription, coupons)
        subscription.discounts = coupons.map((coupon) => store.put(make.makeDiscount(at, coupon, { subscription: subscription.id, end: null })).id)
      }
      if (input.items)
        await swap(store, subscription, {
          sold: await soldOf(store, at, input.items, subscription.items.data),
          prorate: input.proration_behavior ?? 'create_prorations',
          at,
        })
      if (input.billing_cycle_anchor?.type === 'now') await restart(store, at, subscription)
      if (input.trial_end !== undefined) await moveTrial(store, at, subscription, input.trial_end)
      changed(store, at, subscription)
      return subscription
    },
  ],
  [
    'DELETE',
    '/subscriptions/:id',
    params.subscriptionEnd,
    async (store, { ids, input }) => {
      const subscription = await find(store, 'subscription', ids[0]!)
      const at = await clockOf(store, subscription)
      if (subscription.status === 'canceled') throw missing('subscription', subscription.id)
      Object.assign(subscription.cancellation_details, input.cancellation_details ?? {})
      end(store, at, subscription, 'cancellation_requested')
      const invoice = await store.get(subscription.latest_invoice)
      if (invoice?.status === 'open') voidInvoice(store, at, invoice)
      return subscription
    },
  ],
]
