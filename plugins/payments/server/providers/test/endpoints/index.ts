/** All paths of the test server: what each takes, and what it does. */
import { requestError, listOf } from '../forms.ts'
import * as params from '../params.ts'
import { newId, type Thing } from '../store.ts'
import { balance } from './balance.ts'
import { catalogue } from './catalogue.ts'
import { type Endpoint, find, readable } from './common.ts'
import { invoices, payments } from './paying.ts'
import { connect, customers, methods } from './people.ts'
import { checkout, subscriptions } from './selling.ts'

const clocks: Endpoint[] = [
  ...readable('test_helpers.test_clock', 'test_helpers/test_clocks'),
  [
    'POST',
    '/test_helpers/test_clocks',
    params.testClock,
    async (store, { input, at }) =>
      store.put({
        id: newId('test_helpers.test_clock'),
        object: 'test_helpers.test_clock',
        created: at,
        deletes_after: at + 30 * 86_400,
        frozen_time: input.frozen_time,
        livemode: false,
        name: input.name ?? null,
        status: 'ready',
        status_details: {},
      }),
  ],
  [
    'POST',
    '/test_helpers/test_clocks/:id/advance',
    params.advance,
    async (store, { ids, input }) => {
      const clock = await find(store, 'test_helpers.test_clock', ids[0]!)
      if (input.frozen_time <= clock.frozen_time) throw requestError('The clock can only move forward.', { param: 'frozen_time' })
      // what falls due happens after this answer, as at Stripe
      Object.assign(clock, { frozen_time: input.frozen_time, status: 'advancing' })
      store.moved.add(clock.id)
      return store.put(clock)
    },
  ],
]
const events: Endpoint[] = [
  [
    'GET',
    '/events',
    params.events,
    async (store, { input }) => {
      const limit = input.limit ?? 10
      const rows = await store.list('event', { after: input.starting_after, before: input.ending_before, since: input.created?.gte, limit: limit + 1 })
      const wanted = input.types ?? (input.type ? [input.type] : null)
      return listOf(
        '/v1/events',
        rows.slice(0, limit).filter(({ type }) => !wanted || wanted.includes(type)),
        rows.length > limit,
      )
    },
  ],
  ['GET', '/events/:id', params.none, (store, { ids }) => find(store, 'event', ids[0]!)],
]

/** What people may pay with on the pay page; the first one cannot be switched off. */
const WAYS = ['card', 'sepa_debit', 'link', 'apple_pay', 'google_pay', 'ideal', 'bancontact', 'pix', 'boleto']
const configuration = (at: number): Thing => ({
  id: 'pmc_house',
  object: 'payment_method_configuration',
  created: at,
  active: true,
  application: null,
  is_default: true,
  livemode: false,
  name: 'Default',
  parent: null,
  ...Object.fromEntries(
    WAYS.map((way, index) => [
      way,
      { available: index < 3, display_preference: { overridable: null, preference: index < 3 ? 'on' : 'off', value: index < 3 ? 'on' : 'off' } },
    ]),
  ),
})
const configurations: Endpoint[] = [
  [
    'GET',
    '/payment_method_configurations',
    params.list,
    async (store, { at }) => listOf('/v1/payment_method_configurations', [(await store.get('pmc_house')) ?? configuration(at)]),
  ],
  [
    'POST',
    '/payment_method_configurations/:id',
    params.methodConfiguration,
    async (store, { ids, input, at }) => {
      const found = (await store.get('pmc_house')) ?? (ids[0] === 'pmc_house' ? configuration(at) : await find(store, 'payment_method_configuration', ids[0]!))
      for (const [way, wanted] of Object.entries<any>(input)) {
        if (way === 'expand') continue
        if (!WAYS.includes(way)) throw requestError(`Received unknown parameter: ${way}`, { code: 'parameter_unknown', param: way })
        const preference = wanted?.display_preference?.preference
        if (!['on', 'off', 'none'].includes(preference)) throw requestError(`Invalid value for ${way}[display_preference][preference].`, { param: way })
        const value = preference === 'off' ? 'off' : 'on'
        found[way] = { available: value === 'on', display_preference: { overridable: null, preference, value } }
      }
      return store.put(found)
    },
  ],
]

export const endpoints: Endpoint[] = [
  ...customers,
  ...catalogue,
  ...checkout,
  ...subscriptions,
  ...invoices,
  ...payments,
  ...methods,
  ...configurations,
  ...connect,
  ...balance,
  ...clocks,
  ...events,
]
