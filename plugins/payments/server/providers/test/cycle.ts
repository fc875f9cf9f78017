/** Time on the test server: what falls due happens in its order, many at once. */
import { arrive } from './payouts.ts'
import { tryAgain, turn } from './subscriptions.ts'
import type { Store, Thing } from './store.ts'

/** Things that fall due in one transaction. */
export const BATCH = 500

/** Who pays for them, read in two statements instead of one for each. */
async function preload(store: Store, things: Thing[]): Promise<void> {
  await store.load(things.flatMap((thing) => [thing.customer, thing.default_payment_method, thing.parent?.subscription_details?.subscription, thing._intent]))
  const more = await Promise.all(
    things.flatMap((thing) => [
      store.get(thing.customer).then((customer) => customer?.invoice_settings.default_payment_method),
      store.get(thing.parent?.subscription_details?.subscription).then((subscription) => subscription?.default_payment_method),
      ...(thing.items?.data ?? []).map((item: Thing) => item.price.product),
    ]),
  )
  await store.load(more)
}

/** Lets happen what falls due by then; true where there may be more of it. */
export async function pass(store: Store, clock: string, until: number): Promise<boolean> {
  const due = await store.due(clock, until, BATCH)
  await preload(store, due)
  for (const thing of due) {
    if (thing.object === 'subscription') await turn(store, thing)
    else if (thing.object === 'invoice') await tryAgain(store, thing)
    else if (thing.object === 'payout') arrive(store, thing)
    else {
      Object.assign(thing, { status: 'expired', url: null, _due: null, _at: until })
      store.put(thing)
      store.emit('checkout.session.expired', thing)
    }
  }
  await store.flush()
  return due.length > 0
}
