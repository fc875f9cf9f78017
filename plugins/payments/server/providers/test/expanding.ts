/** `expand[]`: ids in an answer become the objects that they name. */
import { paymentsOf } from './billing.ts'
import { lineItems } from './checkout.ts'
import { requestError, publicForm } from './forms.ts'
import { payoutTransaction } from './payouts.ts'
import type { Store, Thing } from './store.ts'
import { transactionOf } from './things.ts'

/** What a field of an object shows when it is asked for. */
async function fetchField(store: Store, owner: any, field: string): Promise<unknown> {
  if (owner.object === 'invoice' && field === 'payments') return paymentsOf((await store.get(owner.id)) ?? owner)
  if (owner.object === 'checkout.session' && field === 'line_items') return lineItems(store, (await store.get(owner.id))!)
  if (owner.object === 'charge' && field === 'balance_transaction' && owner.balance_transaction) return transactionOf((await store.get(owner.id))!)
  if (owner.object === 'payout' && owner[field] && (field === 'balance_transaction' || field === 'failure_balance_transaction'))
    return payoutTransaction((await store.get(owner.id))!, field === 'failure_balance_transaction')
  const value = owner[field]
  if (Array.isArray(value)) return Promise.all(value.map(async (one) => (typeof one === 'string' ? ((await store.get(one)) ?? one) : one)))
  return typeof value === 'string' ? ((await store.get(value)) ?? value) : value
}

async function follow(store: Store, at: any, [field, ...rest]: string[], whole: string): Promise<void> {
  if (at === null || field === undefined || typeof at !== 'object') return
  if (Array.isArray(at)) {
    for (const one of at) await follow(store, one, [field, ...rest], whole)
    return
  }
  const found = await fetchField(store, at, field)
  if (found === undefined) throw requestError(`This property cannot be expanded (${whole}).`, { param: 'expand' })
  at[field] = publicForm(found)
  await follow(store, at[field], rest, whole)
}

/** @throws WireError for what cannot be expanded */
export async function expanded(store: Store, value: Thing | object, paths: string[] = []): Promise<any> {
  const shown = publicForm(value)
  // what stands inside another comes before it is itself looked into
  for (const path of [...paths].sort((a, b) => a.length - b.length)) await follow(store, shown, path.split('.'), path)
  return shown
}
