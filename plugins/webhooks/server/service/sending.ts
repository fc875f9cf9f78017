/**
 * Deliveries that are due: claimed for each endpoint by itself, called outside of any transaction a few at a time, and written down in another. A process
 * that dies in between leaves claims that end by themselves, so a receiver may hear of one twice, by the same `webhook-id`. Endpoints that do not answer
 * have a job of their own (`retry`), where they hold up nobody but each other.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { callWebhook, type Ctx, inWrite, type RowOf, unlessRefused, type WebhookAnswer } from '@atrium/sdk/server'
import { MAX_TRIES, PAUSES } from '../../contract.ts'
import type { DeliveryTable, StoredTry } from '../entities.ts'
import { ask, type Lane } from '../jobs.ts'
import { type EndpointRow, holdEndpoint, renewSecret, secretsOf } from './endpoints.ts'
import { bodyOf } from './events.ts'
import { judge } from './resting.ts'
import { inTurn } from './turns.ts'

export type DeliveryRow = RowOf<typeof DeliveryTable>
const MINUTE = 60_000
/**
 * Deliveries of one endpoint in hand at once, by lane, and calls to it on their way. A host is called four times at once, whoever calls it: one that
 * hangs there leaves the rest to others.
 */
const IN_HAND: Record<Lane, number> = { deliver: 40, retry: 4 }
const AT_ONCE: Record<Lane, number> = { deliver: 4, retry: 1 }
/** Milliseconds that one run begins calls, between its looks at what has come, and after which its claims end: it has written everything down long before. */
const RUN_MS = 15_000
const LOOK_MS = 200
export const CLAIM_MS = 60_000
const MOST_WAIT = 60 * MINUTE
/** Of an answer's headers, those that say something of how it came to be. */
const TOLD = ['content-type', 'content-length', 'date', 'server', 'location', 'retry-after', 'x-request-id', 'via', 'cf-ray']

export const messageId = (id: number) => `msg_${id}`
/** The request's body as it is sent. */
export const bodyFor = (ctx: Ctx, { id, event, sequence, happened_at, data }: Pick<DeliveryRow, 'id' | 'event' | 'sequence' | 'happened_at' | 'data'>) =>
  bodyOf({ id: messageId(id), event, communityId: ctx.community.id, sequence, at: happened_at, data })
export const tryOf = ({ status, ms, error }: WebhookAnswer, at: Date): StoredTry => ({ at: at.toISOString(), status, ms, error: error && String(error.said) })
export const toldOf = ({ headers }: WebhookAnswer) => Object.fromEntries(TOLD.flatMap((name) => (headers[name] ? [[name, headers[name].slice(0, 300)]] : [])))

type Claimed = DeliveryRow & Pick<EndpointRow, 'url' | 'secret' | 'former_secret' | 'former_until'>
/** Of each endpoint of a lane that nobody has in hand, the next few that are due. */
const CLAIM = `with free as (
    select e.id from webhooks.endpoint e
    where e.community_id = $1 and e.status = 'on' and (e.failing_since is not null) = $2 and (e.quiet_until is null or e.quiet_until <= $3)
      and not exists (select from webhooks.delivery h where h.community_id = $1 and h.endpoint_id = e.id and h.status = 'claimed' and h.due_at > $3)),
  due as (
    select d.id from free cross join lateral (
      select w.id from webhooks.delivery w
      where w.community_id = $1 and w.endpoint_id = free.id and w.status in ('waiting', 'claimed') and w.due_at <= $3
      order by w.due_at, w.id limit $5 for update skip locked) d)
  update webhooks.delivery d set status = 'claimed', due_at = $4, updated_at = $3
  from due, webhooks.endpoint e where d.community_id = $1 and d.id = due.id and e.community_id = $1 and e.id = d.endpoint_id
  returning d.*, e.url, e.secret, e.former_secret, e.former_until`

/** All that is due in a lane. */
export async function sendAll(ctx: Ctx, lane: Lane): Promise<void> {
  const end = performance.now() + RUN_MS
  const running = new Set<Promise<void>>()
  try {
    while (performance.now() < end) {
      const now = ctx.now()
      const until = new Date(now.getTime() + CLAIM_MS)
      const claimed = await ctx.sql<Claimed>(CLAIM, [lane === 'retry', now, until, IN_HAND[lane]])
      for (const own of Map.groupBy(claimed, ({ endpoint_id }) => endpoint_id).values()) {
        const one: Promise<void> = sendSome(ctx, own, { until, end, atOnce: AT_ONCE[lane] }).finally(() => running.delete(one))
        running.add(one)
      }
      if (running.size === 0) break
      // whoever is done first gets more, and so does whoever comes meanwhile, whatever the others do
      await Promise.race([...running, wait(LOOK_MS)])
    }
    // those that still hang keep this run: another one goes on with the others
    if (running.size) await inWrite(ctx, (inner) => askNext(inner, lane))
    await Promise.all(running)
  } finally {
    await Promise.allSettled(running)
  }
  await inWrite(ctx, (inner) => askNext(inner, lane))
}
/** Asks for a run at the moment when the next delivery of a lane is due; of an endpoint that a run has in hand, when its claims end. */
export async function askNext(ctx: Ctx, lane: Lane): Promise<void> {
  const [next] = await ctx.sql<{ at: Date | null }>(
    `select min(greatest(n.due_at, e.quiet_until, h.until)) as at from webhooks.endpoint e
     cross join lateral (
       select d.due_at from webhooks.delivery d where d.community_id = $1 and d.endpoint_id = e.id and d.status in ('waiting', 'claimed') order by d.due_at limit 1) n
     cross join lateral (
       select max(d.due_at) as until from webhooks.delivery d where d.community_id = $1 and d.endpoint_id = e.id and d.status = 'claimed' and d.due_at > $3) h
     where e.community_id = $1 and e.status = 'on' and (e.failing_since is not null) = $2`,
    [lane === 'retry', ctx.now()],
  )
  if (next?.at) await ask(ctx, lane, next.at > ctx.now() ? next.at : undefined)
}

/** What one run has to say of deliveries of one endpoint. */
export interface Told {
  id: number
  answer: WebhookAnswer
  at: Date
}
/** Deliveries of one endpoint. Once it does not answer, or asks for a rest, those that were not begun go back unhurt. */
async function sendSome(ctx: Ctx, rows: Claimed[], { until, end, atOnce }: { until: Date; end: number; atOnce: number }): Promise<void> {
  const [{ url, endpoint_id: endpointId, ...endpoint }] = rows as [Claimed]
  const found = secretsOf(ctx, endpoint)
  const secrets = found.length ? found : [(await inWrite(ctx, (inner) => renewSecret(inner, endpointId))).secret]
  const { host } = new URL(url)
  const rest = [...rows]
  const told: Told[] = []
  let quiet = 0
  let isOver = false
  const goesOn = () => rest.length > 0 && !isOver && performance.now() < end
  async function one() {
    // it may have been long until its turn
    if (!goesOn()) return
    const row = rest.shift()!
    const at = ctx.now()
    const answer = await callWebhook(ctx, { url, secrets, id: messageId(row.id), body: bodyFor(ctx, row) })
    quiet = Math.max(quiet, quietOf(answer, at))
    isOver ||= quiet > 0 || answer.status === null || answer.status === 410
    // our own limit is no try
    if (answer.error?.code === 'outbound_busy') rest.push(row)
    else told.push({ id: row.id, answer, at })
  }
  async function worker() {
    while (goesOn()) await inTurn(host, one)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  await inWrite(ctx, (inner) => note(inner, { endpointId, until, told, released: rest.map(({ id }) => id), quiet }))
}
/** Milliseconds for which an endpoint wants to be left alone, or has to be. */
export function quietOf({ status, headers, error }: WebhookAnswer, now: Date): number {
  if (error?.code === 'outbound_busy') return error.retryAfter * 1_000
  if (status !== 429 && status !== 503) return 0
  const said = headers['retry-after'] ?? ''
  const ms = /^\d{1,9}$/.test(said) ? Number(said) * 1_000 : Date.parse(said) - now.getTime()
  return Math.min(Math.max(ms || 0, 0), MOST_WAIT)
}
/** A little sooner or later, so that what failed at once does not come back at once. */
const pauseAfter = (attempts: number) => PAUSES[attempts - 1]! * MINUTE * (0.9 + 0.2 * Math.random())

interface Outcome {
  endpointId: number
  until: Date
  told: Told[]
  /** Ids of those that were claimed and not tried. */
  released: number[]
  quiet: number
}
/** Writes down what became of them, unless another run has taken them over since. */
async function note(ctx: Ctx, { endpointId, until, told, released, quiet }: Outcome): Promise<void> {
  // it was deleted meanwhile
  const endpoint = await unlessRefused(holdEndpoint(ctx, endpointId), null)
  if (!endpoint) return
  const now = ctx.now()
  const attempts = new Map(
    (
      await ctx.sql<{ id: number; attempts: number }>('select id, attempts from webhooks.delivery where community_id = $1 and id = any ($2::bigint[])', [
        told.map(({ id }) => id),
      ])
    ).map((row) => [row.id, row.attempts + 1]),
  )
  // of one that was turned off nothing is tried again
  const again = endpoint.status === 'off' ? 'cancelled' : 'waiting'
  const rows = [
    ...released.map((id) => ({ id, status: again, due_at: now })),
    ...told.map(({ id, answer, at }) => {
      const tried = attempts.get(id) ?? MAX_TRIES
      const isLast = tried >= MAX_TRIES || answer.status === 410 || answer.error?.code === 'outbound_refused'
      const status = answer.ok ? 'delivered' : isLast ? 'failed' : again
      const due_at = status === 'waiting' ? new Date(now.getTime() + Math.max(pauseAfter(tried), quietOf(answer, at))) : now
      return { id, status, due_at, is_ok: answer.ok, try: tryOf(answer, at), headers: answer.status === null ? null : toldOf(answer), body: answer.body }
    }),
  ]
  const noted = await ctx.sql<{ is_ok: boolean | null; status: string }>(NOTE, [JSON.stringify(rows), until, now])
  const delivered = noted.filter(({ is_ok }) => is_ok === true).length
  const failed = noted.filter(({ is_ok }) => is_ok === false).length
  if (quiet > 0) endpoint.quietUntil = new Date(now.getTime() + quiet)
  const wasFailing = !!endpoint.failingSince
  if (delivered + failed > 0) {
    await addToHour(ctx, endpointId, { delivered, failed })
    endpoint.lastTryAt = now
    const isGone = told.some(({ answer }) => answer.status === 410)
    await judge(ctx, endpoint, { delivered, failed, isGone, hasGivenUp: noted.some(({ status }) => status === 'failed') })
  }
  await ctx.em.flush()
  // it is the other lane's from now on
  if (endpoint.status === 'on' && wasFailing !== !!endpoint.failingSince) await askNext(ctx, wasFailing ? 'deliver' : 'retry')
}
const NOTE = `update webhooks.delivery d set status = n.status, due_at = n.due_at, updated_at = $4,
    attempts = d.attempts + case when n.try is null then 0 else 1 end,
    tries = case when n.try is null then d.tries else d.tries || n.try end,
    is_failing = case when n.try is null then d.is_failing else not n.is_ok end,
    answer_headers = case when n.try is null then d.answer_headers else n.headers end,
    answer_body = case when n.try is null then d.answer_body else n.body end
  from jsonb_to_recordset($2::jsonb) as n(id bigint, status text, due_at timestamptz, is_ok boolean, try jsonb, headers jsonb, body text)
  where d.community_id = $1 and d.id = n.id and d.status = 'claimed' and d.due_at = $3
  returning n.is_ok, d.status`

/** Tries by hour, for the list. */
export async function addToHour(ctx: Ctx, endpointId: number, { delivered, failed }: { delivered: number; failed: number }): Promise<void> {
  await ctx.sql(
    `insert into webhooks.hour as h (community_id, endpoint_id, hour, delivered, failed) values ($1, $2, date_trunc('hour', $3::timestamptz), $4, $5)
     on conflict (community_id, endpoint_id, hour) do update set delivered = h.delivered + excluded.delivered, failed = h.failed + excluded.failed, updated_at = $3`,
    [endpointId, ctx.now(), delivered, failed],
  )
}
