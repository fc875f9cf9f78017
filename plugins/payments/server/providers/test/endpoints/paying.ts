/** Paths of money: invoices, payments, refunds, disputes. */
import { makeInvoice, paymentsOf, voidInvoice } from '../billing.ts'
import { requestError, listOf, missing } from '../forms.ts'
import * as params from '../params.ts'
import { attempt, closeDispute, declined, refund } from '../paying.ts'
import { payNow, periodOf, prorations, recover } from '../subscriptions.ts'
import * as make from '../things.ts'
import { clockOf, type Endpoint, find, methodIn, readable } from './common.ts'
import { soldOf } from './sold.ts'

export const invoices: Endpoint[] = [
  [
    'POST',
    '/invoices/create_preview',
    params.preview,
    async (store, { input }) => {
      const subscription = await find(store, 'subscription', input.subscription, 'subscription')
      const at = input.subscription_details?.proration_date ?? (await clockOf(store, subscription))
      const sold = await soldOf(store, at, input.subscription_details?.items ?? [], subscription.items.data)
      const { items } = await prorations(store, subscription, { sold, at })
      const customer = (await store.get(subscription.customer))!
      const { start, end: until } = periodOf(subscription)
      return makeInvoice(
        store,
        at,
        {
          customer,
          subscription,
          items,
          coupons: [],
          currency: subscription.currency,
          reason: 'upcoming',
          automaticTax: subscription.automatic_tax.enabled,
          start,
          end: until,
        },
        false,
      )
    },
  ],
  ...readable('invoice', 'invoices', 'customer', 'subscription', 'status'),
  [
    'POST',
    '/invoices/:id/pay',
    params.payInvoice,
    async (store, { ids, input }) => {
      const invoice = await find(store, 'invoice', ids[0]!)
      const at = await store.now(invoice.test_clock)
      const method = input.payment_method ? await find(store, 'payment_method', input.payment_method, 'payment_method') : undefined
      await payNow(store, at, invoice, { method })
      return invoice
    },
  ],
  [
    'POST',
    '/invoices/:id/void',
    params.none,
    async (store, { ids }) => {
      const invoice = await find(store, 'invoice', ids[0]!)
      if (invoice.status !== 'open') throw requestError('You can only void open invoices.')
      const at = await store.now(invoice.test_clock)
      voidInvoice(store, at, invoice)
      const subscription = await store.get(invoice.parent?.subscription_details?.subscription)
      if (subscription) recover(store, at, subscription, invoice)
      return invoice
    },
  ],
]

export const payments: Endpoint[] = [
  ...readable('payment_intent', 'payment_intents', 'customer'),
  [
    'POST',
    '/payment_intents',
    params.intent,
    async (store, { input, at }) => {
      if (!input.confirm) {
        const intent = store.put(make.makeIntent(at, { ...input, metadata: input.metadata || {} }))
        if (input.payment_method) intent.status = 'requires_confirmation'
        store.emit('payment_intent.created', intent)
        return intent
      }
      const method = await methodIn(store, at, input.payment_method)
      const intent = await attempt(store, at, {
        ...input,
        metadata: input.metadata || {},
        customer: input.customer ?? null,
        method,
        onSession: !input.off_session,
      })
      if (intent.status === 'requires_payment_method') throw declined(intent)
      return intent
    },
  ],
  [
    'POST',
    '/payment_intents/:id/confirm',
    params.confirm,
    async (store, { ids, input, at }) => {
      const before = await find(store, 'payment_intent', ids[0]!)
      if (before.status === 'succeeded')
        throw requestError('This PaymentIntent’s status is succeeded and it cannot be confirmed again.', { code: 'payment_intent_unexpected_state' })
      const method = await methodIn(store, at, input.payment_method ?? before.payment_method)
      const intent = await attempt(store, at, {
        amount: before.amount,
        currency: before.currency,
        customer: before.customer,
        method,
        onSession: !input.off_session,
        intent: before,
      })
      if (intent.status === 'requires_payment_method') throw declined(intent)
      return intent
    },
  ],
  [
    'POST',
    '/payment_intents/:id/cancel',
    params.none,
    async (store, { ids, at }) => {
      const intent = await find(store, 'payment_intent', ids[0]!)
      if (['succeeded', 'canceled'].includes(intent.status))
        throw requestError('You cannot cancel this PaymentIntent.', { code: 'payment_intent_unexpected_state' })
      Object.assign(intent, { status: 'canceled', canceled_at: at })
      store.emit('payment_intent.canceled', store.put(intent))
      return intent
    },
  ],
  ...readable('charge', 'charges', 'customer', 'payment_intent'),
  ...readable('refund', 'refunds', 'payment_intent'),
  [
    'POST',
    '/refunds',
    params.refund,
    async (store, { input }) => {
      const intent = input.payment_intent ? await find(store, 'payment_intent', input.payment_intent, 'payment_intent') : null
      const charge = await store.get(intent?.latest_charge ?? input.charge)
      if (!charge) throw missing('charge', input.charge ?? intent?.id ?? '', 'charge')
      return refund(store, await clockOf(store, charge), charge, { ...input, metadata: input.metadata || {} })
    },
  ],
  ...readable('dispute', 'disputes', 'payment_intent'),
  ['POST', '/disputes/:id/close', params.none, async (store, { ids, at }) => closeDispute(store, at, await find(store, 'dispute', ids[0]!), 'lost')],
  [
    'GET',
    '/invoice_payments',
    params.invoicePayments,
    async (store, { input }) => {
      const intent = await store.get(input.payment?.payment_intent)
      const invoice = await store.get(input.invoice ?? intent?._invoice)
      return invoice ? paymentsOf(invoice) : listOf('/v1/invoice_payments', [])
    },
  ],
]
