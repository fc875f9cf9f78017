/** Paths of the balance: what is there, what made it so, what was paid out. */
import { listOf, missing } from '../forms.ts'
import * as params from '../params.ts'
import { balanceOf, payOut, payoutTransaction } from '../payouts.ts'
import type { Thing } from '../store.ts'
import { transactionOf } from '../things.ts'
import { type Endpoint, readable } from './common.ts'

export const balance: Endpoint[] = [
  [
    'GET',
    '/balance',
    params.none,
    async (store) => {
      const available = (await balanceOf(store)).map((sum) => ({ ...sum, source_types: { card: sum.amount } }))
      return { object: 'balance', available, connect_reserved: [], livemode: false, pending: [] }
    },
  ],
  ...readable('payout', 'payouts'),
  ['POST', '/payouts', params.payout, (store, { input, at }) => payOut(store, at, { ...input, metadata: input.metadata || {} })],
  [
    'GET',
    '/balance_transactions/:id',
    params.none,
    async (store, { ids: [id = ''] }) => {
      const [, of = '', back] = /^txn_(\w+?)(_back)?$/.exec(id) ?? []
      const charge = back ? null : await store.get(`ch_${of}`)
      if (charge?.balance_transaction === id) return transactionOf(charge)
      const payout = await store.get(`po_${of}`)
      if (!payout || (back && payout.failure_balance_transaction !== id)) throw missing('balance transaction', id)
      return payoutTransaction(payout, Boolean(back))
    },
  ],
  [
    'GET',
    '/balance_transactions',
    params.transactions,
    async (store, { input }) => {
      const limit = input.limit ?? 10
      const of = (id: string | undefined) => id?.replace(/^txn_/, input.type === 'payout' ? 'po_' : 'ch_')
      const where = { after: of(input.starting_after), before: of(input.ending_before), since: input.created?.gte, limit: limit + 1 }
      const things: Thing[] = await store.list(input.type, where)
      const shown = things.slice(0, limit).filter(({ balance_transaction: id }) => id)
      return listOf(
        '/v1/balance_transactions',
        shown.map((thing) => (input.type === 'payout' ? payoutTransaction(thing, false) : transactionOf(thing))),
        things.length > limit,
      )
    },
  ],
]
