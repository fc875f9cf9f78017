/** The service for selling plugins: each call goes to the provider that the thing was bought from, and its state is fetched afterwards, so that nothing depends on a webhook arriving. */
import { type Ctx, inWrite } from '@atrium/sdk/server'
import type { Kind, PaymentProvider, PaymentsService, States } from '../../contract.ts'
import { snapshotsRead } from '../reads.ts'
import { refuseInTransaction } from './host.ts'
import { reportAtOdds, reportDifferences } from './incidents.ts'
import { instructionsOf, markPaid, openOf, voidInvoice } from './manual.ts'
import { presentProvider, presentTest, providerOf } from './provider.ts'
import { queueRefresh } from './queue.ts'

export const paymentsService = (ctx: Ctx): PaymentsService => {
  const present = () => presentProvider(ctx)
  /** Calls the provider by which it was sold. */
  async function of<T>(kind: Kind, id: string, ask: (provider: PaymentProvider) => Promise<T>): Promise<T> {
    await refuseInTransaction(ctx)
    return ask(await providerOf(ctx, kind, id))
  }
  /** The same, then the new state is fetched and handed out. */
  async function changes<K extends Kind>(kind: K, id: string, ask: (provider: PaymentProvider) => Promise<States[K]>): Promise<States[K]> {
    return of(kind, id, async (provider) => {
      const state = await ask(provider)
      await queueRefresh(ctx, provider.key, [{ kind, id }])
      return state
    })
  }
  async function now<T>(ask: (provider: PaymentProvider) => Promise<T>): Promise<T> {
    await refuseInTransaction(ctx)
    return ask(present())
  }
  return {
    provider: () => ({ key: present().key, test: present().key === 'test' }),
    state: () => now((provider) => provider.state(ctx)),
    currencies: () => present().currencies(ctx),
    ensureCustomer: (input) => now((provider) => provider.ensureCustomer(ctx, input)),
    checkout: (input) => now((provider) => provider.createCheckout(ctx, input)),
    expireCheckout: (id) => changes('checkout', id, (provider) => provider.expireCheckout(ctx, id)),
    retrieveCheckout: (id) => of('checkout', id, (provider) => provider.retrieveCheckout(ctx, id)),
    retrieveSubscription: (id) => of('subscription', id, (provider) => provider.retrieveSubscription(ctx, id)),
    previewChange: (id, change) => of('subscription', id, (provider) => provider.previewChange(ctx, id, change)),
    change: (id, change, key) => changes('subscription', id, (provider) => provider.changeSubscription(ctx, id, change, key)),
    retry: (id, key) => changes('subscription', id, (provider) => provider.retry(ctx, id, key)),
    retrieveCharge: (id) => of('charge', id, (provider) => provider.retrieveCharge(ctx, id)),
    refund: (id, amount, reason, key) => changes('charge', id, (provider) => provider.refund(ctx, id, amount, reason, key)),
    methodSession: (input) =>
      input.subscriptionId
        ? of('subscription', input.subscriptionId, (provider) => provider.methodSession(ctx, input))
        : now((provider) => provider.methodSession(ctx, input)),
    connectAccount: (input) => now((provider) => provider.connectAccount(ctx, input)),
    onboardingLink: (id, to) => of('account', id, (provider) => provider.onboardingLink(ctx, id, to)),
    retrieveAccount: (id) => of('account', id, (provider) => provider.retrieveAccount(ctx, id)),
    transfer: (input) => of('account', input.accountId, (provider) => provider.transfer(ctx, input)),
    async snapshot(kind, ids) {
      const rows = await ctx.read(snapshotsRead, [kind, ids])
      return new Map(rows.map(({ object_id, version, state }) => [object_id, { version, state }]))
    },
    refresh: async (kind, id) => queueRefresh(ctx, (await providerOf(ctx, kind, id)).key, [{ kind, id }]),
    async *listChanged(since) {
      await refuseInTransaction(ctx)
      yield* present().listChanged(ctx, since)
    },
    differences: (owner, found) => inWrite(ctx, (inner) => reportDifferences(inner, owner, found)),
    atOdds: (owner, payment) => inWrite(ctx, (inner) => reportAtOdds(inner, owner, payment)),
    manual: {
      instructions: () => instructionsOf(ctx),
      open: (references) => openOf(ctx, references),
      markPaid: (id, paid) => markPaid(ctx, id, paid),
      void: (id) => voidInvoice(ctx, id),
    },
    test: {
      async advance(to) {
        await (await presentTest(ctx)).advanceTo(ctx, to)
      },
      async pay(id, card = '4242424242424242') {
        await (await presentTest(ctx)).payAt(ctx, id, { card, authenticated: true })
        return present().retrieveCheckout(ctx, id)
      },
      async dispute(id, outcome = 'open') {
        await (await presentTest(ctx)).disputeAt(ctx, id, outcome)
        return present().retrieveCharge(ctx, id)
      },
      async payOut(money, fails = false) {
        const server = await presentTest(ctx)
        await refuseInTransaction(ctx)
        return { id: await server.payOutAt(ctx, money, fails) }
      },
    },
  }
}
