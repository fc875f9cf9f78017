/** Paths of those who pay and are paid: customers, their cards, connected accounts, transfers. */
import { requestError } from '../forms.ts'
import * as params from '../params.ts'
import { attempt, declined } from '../paying.ts'
import * as make from '../things.ts'
import { type Endpoint, find, merge, methodIn, readable } from './common.ts'

export const customers: Endpoint[] = [
  ...readable('customer', 'customers', 'email'),
  [
    'POST',
    '/customers',
    params.customer,
    async (store, { input }) => {
      if (input.test_clock) await find(store, 'test_helpers.test_clock', input.test_clock, 'test_clock')
      const at = await store.now(input.test_clock)
      const customer = store.put(make.makeCustomer(at, input))
      const method = input.payment_method ? await methodIn(store, at, input.payment_method) : null
      if (method) store.put(Object.assign(method, { customer: customer.id }))
      const wanted = input.invoice_settings?.default_payment_method
      if (wanted) customer.invoice_settings.default_payment_method = wanted === input.payment_method ? method!.id : (await methodIn(store, at, wanted)).id
      store.emit('customer.created', customer)
      return customer
    },
  ],
  [
    'POST',
    '/customers/:id',
    params.customerChange,
    async (store, { ids, input }) => {
      const customer = await find(store, 'customer', ids[0]!)
      merge(customer, input, ['description', 'email', 'name', 'phone', 'preferred_locales'])
      const method = input.invoice_settings?.default_payment_method
      if (method)
        customer.invoice_settings.default_payment_method = (await find(store, 'payment_method', method, 'invoice_settings[default_payment_method]')).id
      store.emit('customer.updated', store.put(customer))
      return customer
    },
  ],
  [
    'DELETE',
    '/customers/:id',
    params.none,
    async (store, { ids }) => {
      const customer = await find(store, 'customer', ids[0]!)
      customer._deleted = true
      store.put(customer)
      return { id: customer.id, object: 'customer', deleted: true }
    },
  ],
]

export const methods: Endpoint[] = [
  ...readable('payment_method', 'payment_methods', 'customer', 'type'),
  [
    'POST',
    '/payment_methods/:id/attach',
    params.attach,
    async (store, { ids, input, at }) => {
      const customer = await find(store, 'customer', input.customer, 'customer')
      const method = await methodIn(store, at, ids[0])
      if (method._behaves.startsWith('decline:'))
        throw declined(await attempt(store, at, { amount: 0, currency: 'usd', customer: customer.id, method, onSession: true }))
      method.customer = customer.id
      return store.put(method)
    },
  ],
  ...readable('setup_intent', 'setup_intents', 'customer'),
]

export const connect: Endpoint[] = [
  ...readable('account', 'accounts'),
  ['POST', '/accounts', params.account, async (store, { input, at }) => store.put(make.makeAccount(at, { ...input, metadata: input.metadata || {} }))],
  [
    'POST',
    '/account_links',
    params.accountLink,
    async (store, { input, at }) => {
      const account = await find(store, 'account', input.account, 'account')
      account._return = input.return_url
      store.put(account)
      return { object: 'account_link', created: at, expires_at: at + 300, url: `${store.ctx.community.url}/payments/test/${account.id}` }
    },
  ],
  ...readable('transfer', 'transfers', 'destination'),
  [
    'POST',
    '/transfers',
    params.transfer,
    async (store, { input, at }) => {
      const account = await find(store, 'account', input.destination, 'destination')
      if (account.capabilities.transfers !== 'active')
        throw requestError('Your destination account needs to have at least one of the following capabilities enabled: transfers.', {
          code: 'insufficient_capabilities_for_transfer',
        })
      const transfer = store.put(make.makeTransfer(at, { ...input, metadata: input.metadata || {} }))
      store.emit('transfer.created', transfer)
      return transfer
    },
  ],
]
