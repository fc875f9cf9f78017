/** The test server from inside the house: the wire that the SDK is given, what only its owner may do, and the webhooks that it sends. */
import { conflict, invalid, notFound } from '@atrium/sdk'
import { type Ctx, inWrite } from '@atrium/sdk/server'
import type { Money } from '../../../contract.ts'
import { deliverJob, passJob } from '../../jobs.ts'
import { goingAtTest } from '../../reads.ts'
import { refuseInTransaction } from '../../service/host.ts'
import { connect, type Connection, stripeLibrary, told } from '../connection.ts'
import type { Sent } from '../subjects.ts'
import { pass } from './cycle.ts'
import { expireSession, paySession, type Payer } from './checkout.ts'
import { end } from './subscriptions.ts'
import { publicForm, WireError } from './forms.ts'
import { closeDispute, openDispute } from './paying.ts'
import { CLOSED_BANK, payOut } from './payouts.ts'
import { serve, TEST_KEY, type WireAnswer, type WireRequest } from './serve.ts'
import { Store, type Thing } from './store.ts'

/** What follows a change: webhooks that wait are sent, a clock that was moved lets things happen. */
const followUp = (ctx: Ctx) => async (store: Store) => {
  if (store.hasEvents) await ctx.enqueue(deliverJob, {}, { key: 'deliver' })
  for (const clock of store.moved) await ctx.enqueue(passJob, { clock }, { key: `pass:${clock}` })
}
/** Answers one call over the wire; reads are not held up by writes. */
export function answer(ctx: Ctx, request: WireRequest): Promise<WireAnswer> {
  if (request.method === 'GET') return serve(ctx, request, async () => {})
  return inWrite(ctx, (inner) => serve(inner, request, followUp(inner)))
}

export async function connectTest(ctx: Ctx): Promise<Connection> {
  await refuseInTransaction(ctx)
  const stripe = await connect(async (url, { method, headers, body }) => {
    const { pathname, search } = new URL(url)
    const { status, body: said } = await answer(ctx, { method, path: pathname + search, headers, body })
    return { status, body: JSON.stringify(said) }
  }, TEST_KEY)
  return { key: 'test', stripe, account: null, now: () => new Store(ctx).now() }
}

/** A change by the owner of the server, in the transaction that it is given. */
async function alter<T>(ctx: Ctx, work: (store: Store) => Promise<T>): Promise<T> {
  const store = new Store(ctx)
  await store.lock()
  const result = await work(store)
  await store.flush()
  await followUp(ctx)(store)
  return result
}
async function thing(store: Store, object: string, id: string): Promise<Thing> {
  const found = await store.get(id)
  if (found?.object !== object) throw notFound('Payment')
  return found
}
/** A declined card is written down though it is refused: the refusal leaves after the commit. */
export async function payAt(ctx: Ctx, sessionId: string, payer: Payer): Promise<{ result: 'done' | 'authenticate'; session: Thing }> {
  let refused: WireError | null = null
  const paid = await inWrite(ctx, (inner) =>
    alter(inner, async (store) => {
      const session = await thing(store, 'checkout.session', sessionId)
      const result = await paySession(store, await store.now(session._clock), session, payer).catch((error) => {
        if (!(error instanceof WireError)) throw error
        refused = error
        return 'done' as const
      })
      return { result, session }
    }),
  )
  const { status, body } = (refused as WireError | null) ?? { status: 200, body: null }
  if (body) throw told({ ...body.error, type: status === 402 ? 'StripeCardError' : 'StripeInvalidRequestError' })
  return { result: paid.result, session: publicForm(paid.session) }
}
/** Something of the server as it stands, without its own secrets. @throws AtriumError 404 */
export async function look(ctx: Ctx, object: string, id: string): Promise<{ store: Store; found: Thing }> {
  const store = new Store(ctx)
  return { store, found: await thing(store, object, id) }
}

const LONGEST_PASSES = 1_000
/** Everything that falls due by then, batch by batch, each in a transaction of its own. */
export async function passAll(ctx: Ctx, clock: string): Promise<void> {
  for (let round = 0; round < LONGEST_PASSES; round++) {
    const more = await inWrite(ctx, (inner) => alter(inner, async (store) => pass(store, clock, await store.now(clock || null))))
    if (!more) break
  }
  if (clock)
    await inWrite(ctx, (inner) =>
      alter(inner, async (store) => void store.put(Object.assign(await thing(store, 'test_helpers.test_clock', clock), { status: 'ready' }))),
    )
}
/** @throws AtriumError 409 for a moment that is past already */
export async function advanceTo(ctx: Ctx, to: Date): Promise<void> {
  await inWrite(ctx, (inner) =>
    alter(inner, async (store) => {
      const until = Math.floor(to.getTime() / 1000)
      if (until < (await store.now())) throw conflict('The clock can only move forward.', 'clock_backwards')
      await store.setAhead(until - Math.floor(inner.now().getTime() / 1000))
    }),
  )
  await passAll(ctx, '')
}
export const testNow = async (ctx: Ctx): Promise<Date> => new Date((await new Store(ctx).now()) * 1000)

export const disputeAt = (ctx: Ctx, intentId: string, outcome: 'open' | 'won' | 'lost'): Promise<void> =>
  inWrite(ctx, (inner) =>
    alter(inner, async (store) => {
      const intent = await thing(store, 'payment_intent', intentId)
      const charge = await store.get(intent.latest_charge)
      if (!charge?.paid) throw notFound('Payment')
      const at = await store.now()
      const [known] = await store.list('dispute', { parent: intent.id, limit: 1 })
      const dispute = known ?? (await openDispute(store, at, charge))
      if (outcome !== 'open') await closeDispute(store, at, dispute, outcome)
    }),
  )
/** @throws AtriumError 422 for more than there is */
export const payOutAt = (ctx: Ctx, money: Money, fails: boolean): Promise<string> =>
  inWrite(ctx, (inner) =>
    alter(inner, async (store) => {
      const payout = await payOut(store, await store.now(), { ...money, ...(fails && { destination: CLOSED_BANK }) }).catch((error) => {
        throw error instanceof WireError ? invalid({ amount: ['The balance at the processor is too low.'] }) : error
      })
      return payout.id
    }),
  )
const CLOSED_AT_ONCE = 100
/** Ends some of what goes on at the test server. @returns whether there may be more */
export const closeSome = (ctx: Ctx): Promise<boolean> =>
  inWrite(ctx, (inner) =>
    alter(inner, async (store) => {
      let closed = 0
      for (const object of ['checkout.session', 'subscription'])
        for (const { id } of await inner.sql<{ id: string }>(`select object_id as id ${goingAtTest} order by id limit ${CLOSED_AT_ONCE}`, [[object]])) {
          const found = await thing(store, object, id)
          const at = await store.now(found._clock ?? found.test_clock)
          if (object === 'subscription') end(store, at, found, null)
          else expireSession(store, at, found)
          closed++
        }
      return closed > 0
    }),
  )
/** What a person does at the processor: everything that it asks of an account is given. */
export const onboard = (ctx: Ctx, accountId: string): Promise<string> =>
  inWrite(ctx, (inner) =>
    alter(inner, async (store) => {
      const account = await thing(store, 'account', accountId)
      Object.assign(account, {
        charges_enabled: true,
        payouts_enabled: true,
        details_submitted: true,
        capabilities: { transfers: 'active', card_payments: 'active' },
      })
      Object.assign(account.requirements, { currently_due: [], disabled_reason: null })
      account._at = await store.now()
      store.put(account)
      store.emit('account.updated', account)
      return account._return as string
    }),
  )

const DELIVERED_AT_ONCE = 500
/** Takes the events that wait, signed with the community's secret, the oldest first. They are sent when `send` has taken them all. */
export async function deliver(ctx: Ctx, secret: string, send: (sent: Sent[]) => Promise<void>): Promise<boolean> {
  const rows = await ctx.sql<{ id: number; data: Thing }>(
    `select id, data from payments.thing where community_id = $1 and object = 'event' and parent = 'pending' order by id limit $2 for update skip locked`,
    [DELIVERED_AT_ONCE],
  )
  if (rows.length === 0) return false
  const Library = await stripeLibrary()
  const timestamp = Math.floor(ctx.now().getTime() / 1000)
  await send(
    rows.map(({ data }) => {
      const raw = JSON.stringify(publicForm(data))
      return { raw, signature: Library.webhooks.generateTestHeaderString({ payload: raw, secret, timestamp }) }
    }),
  )
  await ctx.sql('update payments.thing set parent = null, updated_at = now() where community_id = $1 and id = any ($2::bigint[])', [rows.map(({ id }) => id)])
  return rows.length === DELIVERED_AT_ONCE
}
