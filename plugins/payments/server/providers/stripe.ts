/** The adapter to Stripe: turns calls of the selling plugins into calls of the official SDK. The test server gets the same calls. */
import { cut } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type Stripe from 'stripe'
import type { CheckoutInput, MethodPreference, PaymentProvider, ProviderKey, SubscriptionChange } from '../../contract.ts'
import { couponFor, named, priceFor } from './catalogue.ts'
import { type Connection, told } from './connection.ts'
import { CURRENCIES } from './currencies.ts'
import { accountState, chargeState, checkoutState, idOf, isoAt, isProration, money, payoutState, subscriptionState } from './states.ts'
import { subjectOf } from './subjects.ts'

const HOURS_OPEN = 24
const SHOWN_IN_SUBSCRIPTION = ['default_payment_method', 'customer.invoice_settings.default_payment_method', 'latest_invoice']
const metadataOf = ({ owner, reference }: { owner: string; reference: string }) => ({ owner, reference })

/** @param connectTo where the community's money is */
export function stripeProvider(key: ProviderKey, connectTo: (ctx: Ctx) => Promise<Connection>, state: PaymentProvider['state']): PaymentProvider {
  /** Errors of the SDK become the house's on the way out. */
  async function ask<T>(ctx: Ctx, work: (stripe: Stripe, of: Stripe.RequestOptions, connection: Connection) => Promise<T>): Promise<T> {
    const connection = await connectTo(ctx)
    try {
      return await work(connection.stripe, connection.account ? { stripeAccount: connection.account } : {}, connection)
    } catch (error) {
      throw told(error)
    }
  }
  const once = (ctx: Ctx, of: Stripe.RequestOptions, idempotencyKey: string) => ({ ...of, idempotencyKey: `${ctx.community.id}:${idempotencyKey}` })

  async function sessionParams(ctx: Ctx, connection: Connection, input: CheckoutInput, expiresAt: number): Promise<Stripe.Checkout.SessionCreateParams> {
    const { purpose, mode, lines, tax, trialDays, instalments, discount, customerId } = input
    const metadata = metadataOf(purpose)
    const items: Stripe.Checkout.SessionCreateParams.LineItem[] = []
    for (const line of lines) items.push({ price: await priceFor(ctx, connection, line, tax?.behavior), quantity: line.quantity ?? 1 })
    return {
      mode,
      ...(mode === 'setup' ? { currency: lines[0]?.unit.currency ?? 'usd', setup_intent_data: { metadata } } : { line_items: items }),
      ...(customerId ? { customer: customerId } : { customer_email: input.email }),
      ...(discount ? { discounts: [{ coupon: await couponFor(ctx, connection, discount) }] } : {}),
      ...(tax && mode !== 'setup'
        ? {
            automatic_tax: { enabled: tax.automatic },
            tax_id_collection: { enabled: tax.collectTaxId },
            ...(customerId ? { customer_update: { address: 'auto', name: 'auto' } } : {}),
            billing_address_collection: tax.automatic || tax.collectTaxId ? 'required' : 'auto',
          }
        : {}),
      ...(mode === 'payment' ? { payment_intent_data: { metadata }, ...(customerId ? {} : { customer_creation: 'always' }) } : {}),
      ...(mode === 'subscription'
        ? {
            subscription_data: {
              metadata: { ...metadata, ...(instalments ? { instalments: String(instalments) } : {}) },
              ...(trialDays ? { trial_period_days: trialDays } : {}),
              ...(trialDays && input.trialNeedsMethod === false ? { trial_settings: { end_behavior: { missing_payment_method: 'cancel' } } } : {}),
            },
            payment_method_collection: trialDays && input.trialNeedsMethod === false ? 'if_required' : 'always',
          }
        : {}),
      metadata,
      client_reference_id: purpose.reference,
      success_url: input.successUrl,
      cancel_url: input.cancelUrl,
      expires_at: expiresAt,
      locale: input.locale === 'pt-BR' ? 'pt-BR' : 'auto',
    }
  }

  async function changeParams(ctx: Ctx, connection: Connection, id: string, change: SubscriptionChange): Promise<Stripe.SubscriptionUpdateParams> {
    const { stripe, account } = connection
    const { cancel } = change
    const ends = cancel instanceof Date ? { cancel_at: Math.floor(cancel.getTime() / 1000) } : cancel === 'period_end' ? { cancel_at_period_end: true } : {}
    const restart: Stripe.SubscriptionUpdateParams = change.restart ? { billing_cycle_anchor: { type: 'now' }, proration_behavior: 'none' } : {}
    const goesOn = cancel === null ? { cancel_at_period_end: false } : {}
    const needsItem = change.line !== undefined || change.quantity !== undefined
    const item = needsItem ? (await stripe.subscriptions.retrieve(id, {}, account ? { stripeAccount: account } : {})).items.data[0]! : null
    return {
      ...(item
        ? {
            items: [
              {
                id: item.id,
                ...(change.line ? { price: await priceFor(ctx, connection, change.line, behaviorOf(item)) } : {}),
                quantity: change.quantity ?? change.line?.quantity ?? item.quantity,
              },
            ],
            proration_behavior: change.prorate ? 'always_invoice' : 'none',
          }
        : {}),
      ...(change.discountOff ? { discounts: '' as const } : {}),
      ...(change.discount ? { discounts: [{ coupon: await couponFor(ctx, connection, change.discount) }] } : {}),
      ...(change.trialEnd ? { trial_end: change.trialEnd === 'now' ? 'now' : Math.floor(change.trialEnd.getTime() / 1000), proration_behavior: 'none' } : {}),
      ...(change.pause === undefined ? {} : { pause_collection: change.pause === null ? ('' as const) : { behavior: change.pause } }),
      ...restart,
      ...ends,
      ...goesOn,
    }
  }
  const behaviorOf = ({ price: { tax_behavior: behavior } }: Stripe.SubscriptionItem): 'exclusive' | 'inclusive' | undefined =>
    behavior === 'exclusive' ? 'exclusive' : behavior === 'inclusive' ? 'inclusive' : undefined

  const provider: PaymentProvider = {
    key,
    state,
    currencies: async () => CURRENCIES,
    ensureCustomer: (ctx, { email, name, known, key: keyed }) =>
      ask(ctx, async (stripe, of) => {
        if (known) return known
        return (await stripe.customers.create({ email, name }, once(ctx, of, keyed))).id
      }),
    createCheckout: (ctx, input) =>
      ask(ctx, async (stripe, of, connection) => {
        // the moment stands before the call, so that a repeat asks for the very same
        const open = (input.expiresInMinutes ?? HOURS_OPEN * 60) * 60
        const until = Number(await named(ctx, connection, `until:${input.key}`, async () => String(await soonOf(ctx, open, connection))))
        const session = await stripe.checkout.sessions.create(await sessionParams(ctx, connection, input, until), once(ctx, of, input.key))
        return { id: session.id, url: session.url, expiresAt: isoAt(session.expires_at), total: money(session.amount_total, session.currency) }
      }),
    expireCheckout: (ctx, id) => ask(ctx, async (stripe, of) => checkoutState(key, await stripe.checkout.sessions.expire(id, {}, of))),
    retrieveCheckout: (ctx, id) =>
      ask(ctx, async (stripe, of) => checkoutState(key, await stripe.checkout.sessions.retrieve(id, { expand: ['invoice.payments'] }, of))),
    retrieveSubscription: (ctx, id) =>
      ask(ctx, async (stripe, of) => subscriptionState(key, await stripe.subscriptions.retrieve(id, { expand: SHOWN_IN_SUBSCRIPTION }, of))),
    previewChange: (ctx, id, change) =>
      ask(ctx, async (stripe, of, connection) => {
        const { items, proration_behavior } = await changeParams(ctx, connection, id, { ...change, prorate: true })
        const invoice = await stripe.invoices.createPreview(
          { subscription: id, subscription_details: { items: items as Stripe.InvoiceCreatePreviewParams.SubscriptionDetails.Item[], proration_behavior } },
          of,
        )
        return {
          dueNow: money(invoice.amount_due, invoice.currency),
          lines: invoice.lines.data.map((line) => ({ text: line.description ?? '', amount: line.amount, proration: isProration(line) })),
          nextAt: isoAt(Math.max(invoice.period_end, ...invoice.lines.data.map(({ period }) => period.end))),
        }
      }),
    changeSubscription: (ctx, id, change, keyed) =>
      ask(ctx, async (stripe, of, connection) => {
        if (change.cancel === 'now')
          await stripe.subscriptions.cancel(id, { prorate: change.prorate }, once(ctx, of, keyed)).catch((error) => {
            // keys hold for what is made, not for what is ended: whoever asks again finds it ended, or not there at all by the next call
            if (error.code !== 'resource_missing') throw error
          })
        else await stripe.subscriptions.update(id, await changeParams(ctx, connection, id, change), once(ctx, of, keyed))
        return subscriptionState(key, await stripe.subscriptions.retrieve(id, { expand: SHOWN_IN_SUBSCRIPTION }, of))
      }),
    retry: (ctx, id, keyed) =>
      ask(ctx, async (stripe, of) => {
        const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(id, {}, of)
        if (invoice) await stripe.invoices.pay(idOf(invoice)!, {}, once(ctx, of, keyed))
        return subscriptionState(key, await stripe.subscriptions.retrieve(id, { expand: SHOWN_IN_SUBSCRIPTION }, of))
      }),
    retrieveCharge: (ctx, id) =>
      ask(ctx, async (stripe, of) => {
        const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] }, of)
        const paying = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: id }, expand: ['data.invoice'], limit: 1 }, of)
        const invoice = (paying.data[0]?.invoice ?? null) as Stripe.Invoice | null
        const session = invoice ? null : ((await stripe.checkout.sessions.list({ payment_intent: id, limit: 1 }, of)).data[0] ?? null)
        const charge = intent.latest_charge as Stripe.Charge | null
        const dispute = charge?.disputed ? ((await stripe.disputes.list({ payment_intent: id, limit: 1 }, of)).data[0] ?? null) : null
        return chargeState(key, { intent, invoice, session, dispute })
      }),
    refund: (ctx, chargeId, amount, reason, keyed) =>
      ask(ctx, async (stripe, of) => {
        await stripe.refunds.create(
          { payment_intent: chargeId, reason: 'requested_by_customer', metadata: { reason: cut(reason, 500) }, ...(amount === null ? {} : { amount }) },
          once(ctx, of, keyed),
        )
        return provider.retrieveCharge(ctx, chargeId)
      }),
    methodSession: async (ctx, { customerId, subscriptionId, returnTo, key: keyed }) => {
      const reference = `method:${customerId}:${subscriptionId ?? ''}`
      const { url } = await provider.createCheckout(ctx, {
        purpose: { owner: 'payments', reference },
        key: keyed,
        mode: 'setup',
        lines: [],
        email: '',
        customerId,
        successUrl: returnTo,
        cancelUrl: returnTo,
      })
      return { url }
    },
    connectAccount: (ctx, { purpose, email, country, key: keyed }) =>
      ask(ctx, async (stripe, of) =>
        accountState(
          key,
          await stripe.accounts.create(
            { type: 'express', email, ...(country ? { country } : {}), capabilities: { transfers: { requested: true } }, metadata: metadataOf(purpose) },
            once(ctx, of, keyed),
          ),
        ),
      ),
    onboardingLink: (ctx, account, { returnTo, refreshTo }) =>
      ask(ctx, async (stripe, of) => {
        const { url } = await stripe.accountLinks.create({ account, return_url: returnTo, refresh_url: refreshTo, type: 'account_onboarding' }, of)
        return { url }
      }),
    retrieveAccount: (ctx, id) => ask(ctx, async (stripe, of) => accountState(key, await stripe.accounts.retrieve(id, {}, of))),
    transfer: (ctx, { purpose, accountId, money: { amount, currency }, key: keyed }) =>
      ask(ctx, async (stripe, of) => {
        const { id } = await stripe.transfers.create({ amount, currency, destination: accountId, metadata: metadataOf(purpose) }, once(ctx, of, keyed))
        return { id }
      }),
    payouts: (ctx, { after, limit }) =>
      ask(ctx, async (stripe, of) => {
        const { data, has_more: more } = await stripe.payouts.list({ limit, ...(after ? { starting_after: after } : {}) }, of)
        return { records: data.map((payout) => payoutState(key, payout)), more }
      }),
    retrievePayout: (ctx, id) => ask(ctx, async (stripe, of) => payoutState(key, await stripe.payouts.retrieve(id, {}, of))),
    balance: (ctx) =>
      ask(ctx, async (stripe, of) => {
        const { available, pending } = await stripe.balance.retrieve({}, of)
        const sums = (all: { amount: number; currency: string }[]) => all.filter(({ amount }) => amount !== 0).map((one) => money(one.amount, one.currency))
        return { available: sums(available), pending: sums(pending) }
      }),
    methodPreferences: (ctx) => ask(ctx, async (stripe, of) => preferencesIn(await configuration(stripe, of))),
    setMethodPreference: (ctx, method, enabled) =>
      ask(ctx, async (stripe, of) => {
        const { id } = await configuration(stripe, of)
        const change = { [method]: { display_preference: { preference: enabled ? 'on' : 'off' } } } as Stripe.PaymentMethodConfigurationUpdateParams
        return preferencesIn(await stripe.paymentMethodConfigurations.update(id, change, of))
      }),
    async *listChanged(ctx, since) {
      let after: string | undefined
      do {
        const page = await ask(ctx, (stripe, of) =>
          stripe.events.list({ created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100, ...(after ? { starting_after: after } : {}) }, of),
        )
        for (const { type, data } of page.data) {
          const subject = subjectOf(type, data.object)
          if (subject) yield subject
        }
        after = page.has_more ? page.data.at(-1)!.id : undefined
      } while (after)
    },
  }
  return provider
}

/** Seconds since 1970 by the clock that the provider goes by: the test server's may be ahead. */
async function soonOf(ctx: Ctx, seconds: number, { now }: Connection): Promise<number> {
  return (now ? await now() : Math.floor(ctx.now().getTime() / 1000)) + seconds
}

async function configuration(stripe: Stripe, of: Stripe.RequestOptions): Promise<Stripe.PaymentMethodConfiguration> {
  const { data } = await stripe.paymentMethodConfigurations.list({ limit: 100 }, of)
  return data.find(({ is_default }) => is_default) ?? data[0]!
}
type Way = { available?: boolean; display_preference?: { overridable: boolean | null; value: string } }
/** Ways to pay that a configuration names. */
const preferencesIn = (configured: Stripe.PaymentMethodConfiguration): MethodPreference[] =>
  Object.entries(configured as unknown as Record<string, Way>).flatMap(([method, way]) =>
    way && typeof way === 'object' && way.display_preference
      ? [{ method, enabled: way.display_preference.value === 'on', available: way.available ?? false, mutable: way.display_preference.overridable !== false }]
      : [],
  )

/** After somebody has given another card on a page that `methodSession` opened: it pays from now on, and what is open at once. */
export async function keepMethod({ stripe, account }: Connection, checkoutId: string, reference: string): Promise<string | null> {
  const of = account ? { stripeAccount: account } : {}
  const [, customer = '', subscription = ''] = reference.split(':')
  const session = await stripe.checkout.sessions.retrieve(checkoutId, { expand: ['setup_intent'] }, of)
  const method = idOf((session.setup_intent as Stripe.SetupIntent | null)?.payment_method)
  if (!method || idOf(session.customer) !== customer) return null
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } }, of)
  if (!subscription) return null
  const { latest_invoice: invoice } = await stripe.subscriptions.update(subscription, { default_payment_method: method, expand: ['latest_invoice'] }, of)
  const open = invoice as Stripe.Invoice | null
  // whether the new card pays shows with the next attempt
  if (open?.status === 'open') await stripe.invoices.pay(open.id!, {}, { ...of, idempotencyKey: `method:${checkoutId}` }).catch(() => {})
  return subscription
}
