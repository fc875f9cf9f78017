/** Balance and payouts of the test server: what has come in and was not given back goes to a bank, which may send it back. */
import type Stripe from 'stripe'
import { requestError } from './forms.ts'
import type { Store, Thing } from './store.ts'
import { base, shaped } from './things.ts'

const DAY = 86_400
/** Days until it is there. */
const DAYS_ON_THE_WAY = 2
/** A bank that sends back whatever it is sent. */
export const CLOSED_BANK = 'ba_account_closed'

interface Sum {
  amount: number
  currency: string
}
export async function balanceOf(store: Store): Promise<Sum[]> {
  await store.flush()
  return store.ctx.sql<Sum>(
    `select currency, sum(amount)::float8 as amount from (
       select data ->> 'currency' as currency, case object
         when 'charge' then case when (data ->> 'paid')::boolean then (data ->> 'amount')::bigint - coalesce((data ->> '_fee')::bigint, 0) else 0 end
         when 'dispute' then case data ->> 'status' when 'won' then 0 else -(data ->> 'amount')::bigint end
         when 'payout' then case when data ->> 'status' in ('failed', 'canceled') then 0 else -(data ->> 'amount')::bigint end
         else -(data ->> 'amount')::bigint end as amount
       from payments.thing where community_id = $1 and object in ('charge', 'refund', 'dispute', 'transfer', 'payout')) m
     group by currency order by currency`,
  )
}

const idOf = (payout: Thing) => `txn_${payout.id.slice(3)}`
/** @throws WireError 400 for more than there is */
export async function payOut(store: Store, at: number, input: Sum & { destination?: string; description?: string; metadata?: object }): Promise<Thing> {
  const { amount, currency } = input
  const here = (await balanceOf(store)).find((one) => one.currency === currency)?.amount ?? 0
  if (amount > here)
    throw requestError('You have insufficient funds in your Stripe account for this payout.', { code: 'balance_insufficient', param: 'amount' })
  const plain = base('payout', at)
  const payout = store.put(
    shaped<Stripe.Payout>({
      ...plain,
      amount,
      application_fee: null,
      application_fee_amount: null,
      arrival_date: at + DAYS_ON_THE_WAY * DAY,
      automatic: false,
      balance_transaction: idOf(plain as Thing),
      currency,
      description: input.description ?? null,
      destination: input.destination ?? 'ba_default',
      failure_balance_transaction: null,
      failure_code: null,
      failure_message: null,
      metadata: input.metadata ?? {},
      method: 'standard',
      original_payout: null,
      payout_method: null,
      reconciliation_status: 'not_applicable',
      reversed_by: null,
      source_type: 'card',
      statement_descriptor: null,
      status: 'in_transit',
      trace_id: null,
      type: 'bank_account',
      _due: at + DAYS_ON_THE_WAY * DAY,
    }),
  )
  store.emit('payout.created', payout)
  return payout
}
/** It has come to the bank. */
export function arrive(store: Store, payout: Thing): void {
  const fails = payout.destination === CLOSED_BANK
  Object.assign(payout, {
    ...{ status: fails ? 'failed' : 'paid', _at: payout._due, _due: null },
    ...(fails && {
      ...{ failure_code: 'account_closed', failure_message: 'The bank account has been closed.' },
      failure_balance_transaction: `${idOf(payout)}_back`,
    }),
  })
  store.put(payout)
  store.emit(fails ? 'payout.failed' : 'payout.paid', payout)
}

/** Beside each payout, and beside each that was sent back. */
export const payoutTransaction = (payout: Thing, back: boolean): Thing =>
  shaped<Stripe.BalanceTransaction>({
    id: back ? payout.failure_balance_transaction : payout.balance_transaction,
    object: 'balance_transaction',
    amount: back ? payout.amount : -payout.amount,
    available_on: payout.arrival_date,
    balance_type: 'payments',
    created: back ? payout.arrival_date : payout.created,
    currency: payout.currency,
    description: payout.description,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: back ? payout.amount : -payout.amount,
    reporting_category: back ? 'payout_reversal' : 'payout',
    source: payout.id,
    status: 'available',
    type: back ? 'payout_failure' : 'payout',
  })
