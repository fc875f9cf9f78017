/** Deliveries as admins see them and send them again, tests, and what is removed in the end. */
import { conflict, notFound } from '@atrium/sdk'
import { callWebhook, type Ctx, inWrite, lastId, page, type Paging, rowsFor } from '@atrium/sdk/server'
import type { z } from 'zod'
import { type Delivery, type DeliveryDetail, KEPT_DAYS, MAX_TRIES, PAUSES, type Status, type VIEWS } from '../../contract.ts'
import type { StoredTry } from '../entities.ts'
import { ask, clearJob, LANES, purgeJob, replayJob, STEP } from '../jobs.ts'
import { load, secretsOf } from './endpoints.ts'
import { testData } from './events.ts'
import { bodyFor, CLAIM_MS, type DeliveryRow, messageId, toldOf, tryOf } from './sending.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Of the tries of one that is sent again and again. */
const KEPT_TRIES = 30

const shownTry = (ctx: Ctx, { at, status, ms, error }: StoredTry) => ({ at, status, ms, error: error && ctx.say(error) })
/** @param isOn whether its endpoint is called: else nobody knows when it is tried next */
function present(ctx: Ctx, row: DeliveryRow, isOn: boolean): z.input<typeof Delivery> {
  const { id, event, sequence, is_failing, attempts, tries, due_at, created_at } = row
  const status: Status = row.status === 'claimed' ? 'waiting' : row.status
  const last = tries.at(-1)
  return {
    ...{ id, message_id: messageId(id), event, sequence, status, is_failing, attempts, created_at },
    last_try: last ? shownTry(ctx, last) : null,
    next_at: isOn && row.status === 'waiting' ? due_at : null,
  }
}
function detail(ctx: Ctx, row: DeliveryRow, isOn: boolean): z.input<typeof DeliveryDetail> {
  const shown = present(ctx, row, isOn)
  const planned = isOn && row.status === 'waiting' ? [row.due_at] : []
  for (let n = row.attempts; planned.length && n + 1 < MAX_TRIES; n++) planned.push(new Date(planned.at(-1)!.getTime() + PAUSES[n]! * MINUTE))
  const at = row.tries.at(-1)?.at
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Atrium',
    'webhook-id': messageId(row.id),
    ...(at && { 'webhook-timestamp': String(Math.floor(Date.parse(at) / 1_000)) }),
  }
  return {
    ...shown,
    tries: row.tries.map((one) => shownTry(ctx, one)),
    planned,
    request: { headers, body: bodyFor(ctx, row) },
    answer: row.answer_headers && { headers: row.answer_headers, body: row.answer_body ?? '' },
  }
}

interface Asked extends Paging {
  view: (typeof VIEWS)[number]
  event?: string | undefined
}
export async function listDeliveries(ctx: Ctx, endpointId: number, query: Asked) {
  const { status } = await load(ctx, endpointId)
  const rows = await ctx.sql<DeliveryRow>(
    `select * from webhooks.delivery where community_id = $1 and endpoint_id = $2 and id < coalesce($3::bigint, 9223372036854775807)
       ${query.view === 'failed' ? 'and is_failing' : ''} ${query.event ? 'and event = $4' : 'and $4::text is null'} order by id desc limit ${rowsFor(query)}`,
    [endpointId, lastId(query), query.event ?? null],
  )
  return page(rows, { query, key: (row) => [row.id] }, (row) => present(ctx, row, status === 'on'))
}
async function find(ctx: Ctx, endpointId: number, id: number): Promise<DeliveryRow> {
  const [row] = await ctx.sql<DeliveryRow>('select * from webhooks.delivery where community_id = $1 and endpoint_id = $2 and id = $3', [endpointId, id])
  if (!row) throw notFound('Delivery', 'delivery_not_found')
  return row
}
export async function showDelivery(ctx: Ctx, endpointId: number, id: number) {
  const { status } = await load(ctx, endpointId)
  return detail(ctx, await find(ctx, endpointId, id), status === 'on')
}

/** What a delivery that is sent again becomes; its id stays, by which a receiver knows it. */
const ANEW = `status = 'waiting', attempts = 0, due_at = $3, updated_at = $3,
  tries = case when jsonb_array_length(tries) > ${KEPT_TRIES} then jsonb_path_query_array(tries, '$[last - ${KEPT_TRIES - 1} to last]') else tries end`
const off = () => conflict('Turn on this webhook first.', 'webhook_off')

/** @throws AtriumError 404, 409 for an endpoint that is off, or one that is being sent */
export async function replay(ctx: Ctx, endpointId: number, id: number): Promise<void> {
  const { status, failing_since } = await load(ctx, endpointId)
  if (status === 'off') throw off()
  await find(ctx, endpointId, id)
  const put = await ctx.sql(
    `update webhooks.delivery set ${ANEW} where community_id = $1 and endpoint_id = $2 and id = $4 and status <> 'claimed' returning 1`,
    [endpointId, ctx.now(), id],
  )
  if (put.length === 0) throw conflict('This delivery is being sent right now.', 'delivery_under_way')
  await ask(ctx, failing_since ? 'retry' : 'deliver')
}
interface Span {
  from: string
  to: string
  only: 'failed' | 'all'
}
const over = (only: Span['only']) => (only === 'failed' ? "status in ('failed', 'cancelled')" : "status in ('failed', 'cancelled', 'delivered')")
/** @returns how many. @throws AtriumError 404, 409 for an endpoint that is off */
export async function replaySpan(ctx: Ctx, endpointId: number, { only, ...span }: Span): Promise<number> {
  const { status } = await load(ctx, endpointId)
  const now = ctx.now().getTime()
  // further than that there is nothing, and years may be named that no calendar of the database has
  const within = (moment: string) => new Date(Math.min(Math.max(Date.parse(moment), now - 2 * KEPT_DAYS * DAY), now + DAY)).toISOString()
  const [from, to] = [within(span.from), within(span.to)]
  if (status === 'off') throw off()
  const [row] = await ctx.sql<{ count: number; before: number }>(
    `select count(*)::int as count, coalesce(min(id) - 1, 0) as before from webhooks.delivery where community_id = $1 and endpoint_id = $2 and created_at >= $3 and created_at < $4 and ${over(only)}`,
    [endpointId, from, to],
  )
  if (row!.count > 0) await ctx.enqueue(replayJob, { endpointId, from, to, only, after: Number(row!.before) })
  return row!.count
}
/** A step of it; what was sent again in the step before lies below `after`. */
export async function replaySome(ctx: Ctx, { endpointId, from, to, only, after }: Span & { endpointId: number; after: number }): Promise<void> {
  const put = await ctx.sql<{ id: number }>(
    `update webhooks.delivery set ${ANEW} where community_id = $1 and id in (
       select id from webhooks.delivery where community_id = $1 and endpoint_id = $2 and id > $4 and created_at >= $5 and created_at < $6 and ${over(only)}
       order by id limit ${STEP} for update) returning id`,
    [endpointId, ctx.now(), after, from, to],
  )
  if (put.length === 0) return
  for (const lane of LANES) await ask(ctx, lane)
  if (put.length === STEP) await ctx.enqueue(replayJob, { endpointId, from, to, only, after: Math.max(...put.map(({ id }) => id)) })
}

/** One event that says nothing, sent once, at once, to an endpoint in whatever state. @throws AtriumError 404 */
export async function sendTest(ctx: Ctx, endpointId: number) {
  const now = ctx.now()
  const { event, data } = testData(ctx)
  const { endpoint, row } = await inWrite(ctx, async (inner) => {
    const endpoint = await load(inner, endpointId)
    const [row] = await inner.sql<DeliveryRow>(
      `with numbered as (update webhooks.endpoint set sequence = sequence + 1 where community_id = $1 and id = $2 returning sequence)
       insert into webhooks.delivery (community_id, endpoint_id, event, sequence, happened_at, data, status, due_at, created_at, updated_at)
       select $1, $2, $3, sequence, $4, $5::jsonb, 'claimed', $6, $4, $4 from numbered returning *`,
      [endpointId, event, now, JSON.stringify(data), new Date(now.getTime() + CLAIM_MS)],
    )
    if (!row) throw notFound('Webhook', 'webhook_not_found')
    return { endpoint, row }
  })
  const answer = await callWebhook(ctx, { url: endpoint.url, secrets: secretsOf(ctx, endpoint), id: messageId(row.id), body: bodyFor(ctx, row) })
  return inWrite(ctx, async (inner) => {
    await inner.sql(
      `update webhooks.delivery set status = $3, due_at = $4, attempts = 1, tries = $5::jsonb, is_failing = $6, answer_headers = $7::jsonb, answer_body = $8, updated_at = $4
       where community_id = $1 and id = $2`,
      [
        ...[row.id, answer.ok ? 'delivered' : 'failed', inner.now(), JSON.stringify([tryOf(answer, now)]), !answer.ok],
        ...[answer.status === null ? null : JSON.stringify(toldOf(answer)), answer.body],
      ],
    )
    return detail(ctx, await find(inner, endpointId, row.id), true)
  })
}

/** A step of what was left by an endpoint that is off, or that is no more. */
export async function clearSome(ctx: Ctx, endpointId: number): Promise<void> {
  const [endpoint] = await ctx.sql<{ status: string }>('select status from webhooks.endpoint where community_id = $1 and id = $2', [endpointId])
  if (endpoint && endpoint.status !== 'off') return
  const some = `community_id = $1 and id in (select id from webhooks.delivery where community_id = $1 and endpoint_id = $2 ${endpoint ? "and status = 'waiting'" : ''} limit ${STEP})`
  const done = await ctx.sql(
    endpoint
      ? `update webhooks.delivery set status = 'cancelled', updated_at = now() where ${some} returning 1`
      : `delete from webhooks.delivery where ${some} returning 1`,
    [endpointId],
  )
  if (done.length === STEP) await ctx.enqueue(clearJob, { endpointId }, { key: `${endpointId}` })
}
/** A step of what is older than it is kept. */
export async function purge(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - KEPT_DAYS * DAY)
  const gone = await ctx.sql(
    `delete from webhooks.delivery where community_id = $1 and id in (
       select id from webhooks.delivery where community_id = $1 and created_at < $2 order by created_at limit ${STEP}) returning 1`,
    [before],
  )
  await ctx.sql('delete from webhooks.hour where community_id = $1 and hour < $2', [before])
  if (gone.length === STEP) await ctx.enqueue(purgeJob, {}, { key: 'more' })
}

/** Of what was said of somebody who is gone, numbers and switches stay, which name nobody; what receivers answered to it goes. */
export async function erase(ctx: Ctx, memberId: number): Promise<void> {
  await ctx.sql('update webhooks.endpoint set created_by_member_id = null where community_id = $1 and created_by_member_id = $2', [memberId])
  await ctx.sql(
    `update webhooks.delivery set answer_headers = null, answer_body = null, updated_at = now(),
       data = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(data) where jsonb_typeof(value) in ('number', 'boolean'))
     where community_id = $1 and $2 = any (member_ids)`,
    [memberId],
  )
}
