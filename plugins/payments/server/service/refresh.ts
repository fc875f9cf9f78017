/**
 * Something may have changed at a provider. However often and in whatever order that is reported, the present state of the object is fetched; where it
 * differs from the last one, it is handed out once, with the next version number.
 */
import { cut } from '@atrium/sdk'
import { type Ctx, inWrite } from '@atrium/sdk/server'
import payments, { KINDS, type Kind, type PaymentProvider, type States } from '../../contract.ts'
import { drainJob } from '../jobs.ts'
import { connectStripe, isDown } from '../providers/connection.ts'
import { addIntervals } from '../providers/periods.ts'
import { keepMethod } from '../providers/stripe.ts'
import type { Subject } from '../providers/subjects.ts'
import { testServer } from '../providers/testing.ts'
import { type Refresh, snapshotsRead } from '../reads.ts'
import { report, settleIncident } from './incidents.ts'
import { providerBy } from './provider.ts'
import { queueRefresh } from './queue.ts'

/** Things of one round, and calls to a provider at a time. */
const ROUND = 100
const AT_ONCE = 4
/** A round that has not ended by then was interrupted, and another one may take over its objects. */
const CLAIM_MS = 120_000
/** Tries after which admins are told, and seconds to the next try after each. */
const TOLD_AFTER = 3
const PAUSES = [10, 30, 60, 300, 900, 1800]

const RETRIEVES = {
  checkout: 'retrieveCheckout',
  subscription: 'retrieveSubscription',
  charge: 'retrieveCharge',
  account: 'retrieveAccount',
  payout: 'retrievePayout',
} as const
export const retrieve = (provider: PaymentProvider, ctx: Ctx, kind: Kind, id: string): Promise<States[Kind]> => provider[RETRIEVES[kind]](ctx, id)

/** What is done at the provider before a state is handed out. */
async function prepare(ctx: Ctx, provider: PaymentProvider, kind: Kind, state: States[Kind]): Promise<{ state: States[Kind]; next: Subject[] }> {
  const next: Subject[] = []
  if (kind === 'checkout') {
    const checkout = state as States['checkout']
    const reference = checkout.purpose?.owner === 'payments' ? checkout.purpose.reference : ''
    if (reference.startsWith('method:') && checkout.status === 'complete') {
      const connection = provider.key === 'stripe' ? await connectStripe(ctx) : await (await testServer()).connectTest(ctx)
      const subscription = await keepMethod(connection, checkout.id, reference)
      if (subscription) next.push({ kind: 'subscription', id: subscription })
    }
  }
  if (kind === 'subscription') {
    const subscription = state as States['subscription']
    const [line] = subscription.lines
    if (subscription.instalments && line && !subscription.cancelAt && !subscription.endedAt) {
      const first = Date.parse(subscription.trialEnd ?? subscription.createdAt) / 1000
      const cancel = new Date(addIntervals(first, line.interval, line.count * subscription.instalments) * 1000)
      return { state: await provider.changeSubscription(ctx, subscription.id, { cancel, prorate: false }, `instalments:${subscription.id}`), next }
    }
  }
  return { state, next }
}
type Outcome = { item: Refresh; state: States[Kind]; next: Subject[] } | { item: Refresh; error: unknown }
async function ask(ctx: Ctx, item: Refresh): Promise<Outcome> {
  try {
    const provider = providerBy(ctx, item.provider)
    return { item, ...(await prepare(ctx, provider, item.kind, await retrieve(provider, ctx, item.kind, item.object_id))) }
  } catch (error) {
    return { item, error }
  }
}

/** One round: claims what is due, asks without a transaction, hands out in one. Comes again while something is left. */
export async function drain(ctx: Ctx): Promise<void> {
  const claimed = new Date(ctx.now().getTime() + CLAIM_MS)
  const items = await ctx.sql<Refresh>(
    `update payments.refresh set claimed_until = $2 where community_id = $1 and id in (
       select id from payments.refresh where community_id = $1 and due_at <= $3 and (claimed_until is null or claimed_until < $3) order by due_at, id limit ${ROUND} for update skip locked)
     returning id, provider, kind, object_id, asked, tries`,
    [claimed, ctx.now()],
  )
  if (items.length === 0) return
  const waiting = [...items]
  const outcomes: Outcome[] = []
  const worker = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) outcomes.push(await ask(ctx, item))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await inWrite(ctx, (inner) => handOut(inner, outcomes, claimed))
}

async function handOut(ctx: Ctx, outcomes: Outcome[], claimed: Date): Promise<void> {
  // whoever has taken over a claim that ran out hands out what it has seen later
  const held = await ctx.sql<{ id: number; asked: number }>(
    'select id, asked from payments.refresh where community_id = $1 and id = any ($2::bigint[]) and claimed_until = $3 order by id for update',
    [outcomes.map(({ item }) => item.id), claimed],
  )
  const askedNow = new Map(held.map(({ id, asked }) => [id, asked]))
  const seen = outcomes.filter(({ item }) => askedNow.has(item.id))
  const known = new Map<string, { version: number; state: unknown }>()
  for (const kind of KINDS) {
    const ids = seen.filter((one) => 'state' in one && one.item.kind === kind).map(({ item }) => item.object_id)
    if (ids.length) for (const row of await ctx.read(snapshotsRead, [kind, ids])) known.set(`${kind} ${row.object_id}`, row)
  }
  const snapshots: object[] = []
  const done: number[] = []
  const again: number[] = []
  const failed: { id: number; tries: number; error: string; due_at: Date }[] = []
  let down: string | null = null
  for (const outcome of seen) {
    const { item } = outcome
    if ('error' in outcome) {
      const error = outcome.error as Error & { status?: number }
      // what is not there, or says nothing, will not come by asking again
      if (error.status === 404) {
        done.push(item.id)
        continue
      }
      const tries = item.tries + 1
      const pause = PAUSES[Math.min(tries, PAUSES.length) - 1]!
      failed.push({ id: item.id, tries, error: cut(error.message, 500), due_at: new Date(ctx.now().getTime() + pause * 1000) })
      if (!isDown(error)) ctx.log.error({ err: error, kind: item.kind, id: item.object_id }, 'a state could not be fetched')
      if (tries >= TOLD_AFTER) down = error.message
      continue
    }
    const before = known.get(`${item.kind} ${item.object_id}`)
    if (!before || !equal(before.state, outcome.state)) {
      const version = (before?.version ?? 0) + 1
      snapshots.push({ kind: item.kind, object_id: item.object_id, provider: item.provider, version, state: outcome.state })
      tell(ctx, item.kind, version, outcome.state)
    }
    if (askedNow.get(item.id) === item.asked) done.push(item.id)
    else again.push(item.id)
  }
  if (snapshots.length)
    await ctx.sql(
      `insert into payments.snapshot (community_id, provider, kind, object_id, version, state)
       select $1, r.provider, r.kind, r.object_id, r.version, r.state from jsonb_to_recordset($2::jsonb) as r(provider text, kind text, object_id text, version int, state jsonb)
       on conflict (community_id, kind, object_id) do update set version = excluded.version, state = excluded.state, updated_at = now()`,
      [JSON.stringify(snapshots)],
    )
  if (done.length) await ctx.sql('delete from payments.refresh where community_id = $1 and id = any ($2::bigint[])', [done])
  if (again.length) await ctx.sql('update payments.refresh set claimed_until = null, tries = 0 where community_id = $1 and id = any ($2::bigint[])', [again])
  if (failed.length)
    await ctx.sql(
      `update payments.refresh q set claimed_until = null, tries = r.tries, error = r.error, due_at = r.due_at
       from jsonb_to_recordset($2::jsonb) as r(id bigint, tries int, error text, due_at timestamptz) where q.community_id = $1 and q.id = r.id`,
      [JSON.stringify(failed)],
    )
  if (down) await report(ctx, 'provider_down', down)
  else if (done.length && !failed.length) await settleIncident(ctx, 'provider_down')
  for (const outcome of seen) if ('next' in outcome && outcome.next.length) await queueRefresh(ctx, outcome.item.provider, outcome.next)
  await ctx.enqueue(drainJob, {}, { key: 'drain' })
  const [next] = failed.map(({ due_at }) => due_at).sort((a, b) => a.getTime() - b.getTime())
  if (next) await ctx.enqueue(drainJob, {}, { key: 'drain later', runAt: next })
}

const sorted = (value: any): any =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((key) => [key, sorted(value[key])]),
      )
    : Array.isArray(value)
      ? value.map(sorted)
      : value
/** Compares states without regard to the order of fields, which jsonb does not keep. */
export const equal = (one: unknown, other: unknown): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

function tell(ctx: Ctx, kind: Kind, version: number, state: States[Kind]): void {
  const { purpose } = state
  if (kind === 'checkout') ctx.emit(payments.events['payments.checkout'], { purpose, version, state: state as States['checkout'] })
  else if (kind === 'subscription') ctx.emit(payments.events['payments.subscription'], { purpose, version, state: state as States['subscription'] })
  else if (kind === 'charge') ctx.emit(payments.events['payments.charge'], { purpose, version, state: state as States['charge'] })
  else if (kind === 'payout') ctx.emit(payments.events['payments.payout'], { purpose, version, state: state as States['payout'] })
  else ctx.emit(payments.events['payments.account'], { purpose, version, state: state as States['account'] })
}
