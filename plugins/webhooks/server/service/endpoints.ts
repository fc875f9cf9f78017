/** Endpoints as admins write, change, wake and delete them. */
import { AtriumError, conflict, invalid, notFound, sentence } from '@atrium/sdk'
import { type Ctx, hold, lock, newWebhookSecret, type RowOf } from '@atrium/sdk/server'
import type { z } from 'zod'
import { type Endpoint, type EndpointInput, MAX_ENDPOINTS, OVERLAP_HOURS, type State } from '../../contract.ts'
import { EndpointTable, type Tables } from '../entities.ts'
import { ask, clearJob } from '../jobs.ts'
import { checkEvents } from './events.ts'

export type EndpointRow = RowOf<typeof EndpointTable>
const HOUR = 3_600_000
/** A refusal where the reader is told that there is none. */
const WHAT = ['Webhook', 'webhook_not_found'] as const

const all = (ctx: Ctx) => ctx.em.getKysely<Tables>().selectFrom('webhooks.endpoint').selectAll().where('community_id', '=', ctx.community.id)
/** @throws AtriumError 404 */
export async function load(ctx: Ctx, id: number): Promise<EndpointRow> {
  const row = await all(ctx).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound(...WHAT)
  return row
}
export const holdEndpoint = (ctx: Ctx, id: number) => hold(ctx, EndpointTable, id, ...WHAT)

const stateOf = ({ status, failing_since }: EndpointRow): State => (status === 'on' && failing_since ? 'failing' : status)
/** What it signs with, the present one first. One that came with an archive has none yet, and gets one where it is written. */
export const secretsOf = (ctx: Ctx, { secret, former_secret, former_until }: Pick<EndpointRow, 'secret' | 'former_secret' | 'former_until'>): string[] => [
  ...(secret ? [ctx.unseal(secret)] : []),
  ...(former_secret && former_until && former_until > ctx.now() ? [ctx.unseal(former_secret)] : []),
]

async function present(ctx: Ctx, rows: EndpointRow[]): Promise<z.input<typeof Endpoint>[]> {
  const now = ctx.now()
  const [hours, people] = await Promise.all([
    ctx.sql<{ endpoint_id: number; hour: Date; delivered: number; failed: number }>(
      'select endpoint_id, hour, delivered, failed from webhooks.hour where community_id = $1 and endpoint_id = any ($2::bigint[]) and hour > $3 order by hour',
      [rows.map(({ id }) => id), new Date(now.getTime() - 24 * HOUR)],
    ),
    ctx.members.byIds(rows.flatMap(({ created_by_member_id }) => created_by_member_id ?? [])),
  ])
  const byEndpoint = Map.groupBy(hours, ({ endpoint_id }) => endpoint_id)
  return rows.map((row) => {
    const own = byEndpoint.get(row.id) ?? []
    const by = people.get(row.created_by_member_id ?? 0)
    const [secret, former] = secretsOf(ctx, row)
    return {
      ...row,
      state: stateOf(row),
      secret_end: secret?.slice(-4) ?? '',
      former_secret_until: former ? row.former_until : null,
      created_by: by ? { id: by.id, name: by.name } : null,
      delivered_count: own.reduce((sum, { delivered }) => sum + delivered, 0),
      failed_count: own.reduce((sum, { failed }) => sum + failed, 0),
      hours: own,
    }
  })
}
export const listEndpoints = async (ctx: Ctx) => present(ctx, await all(ctx).orderBy('id').limit(MAX_ENDPOINTS).execute())
export const show = async (ctx: Ctx, id: number) => (await present(ctx, [await load(ctx, id)]))[0]!
/** Counted as far as a badge says it. */
export async function failingDeliveries(ctx: Ctx, id: number): Promise<number> {
  const [row] = await ctx.sql<{ count: number }>(
    'select count(*)::int as count from (select from webhooks.delivery where community_id = $1 and endpoint_id = $2 and is_failing limit 1000) failing',
    [id],
  )
  return row!.count
}

/** @throws AtriumError 422 for an address that is not called, for an unknown event, where there are too many */
export async function create(ctx: Ctx, { name, url, events, is_enabled }: EndpointInput): Promise<number> {
  checkAddress(ctx, url)
  checkEvents(ctx, events)
  await lock(ctx, 'webhooks.endpoints')
  if ((await ctx.em.count(EndpointTable)) >= MAX_ENDPOINTS) {
    const text = sentence('You can add up to {max} webhooks.', { max: MAX_ENDPOINTS })
    throw invalid({ name: [text] }, text, 'too_many_webhooks')
  }
  const secret = ctx.seal(newWebhookSecret())
  const made = ctx.em.create(EndpointTable, { name, url, events: tidy(events), status: is_enabled ? 'on' : 'off', secret, createdByMemberId: ctx.me().id })
  await ctx.em.flush()
  await ctx.audit('webhook.created', `webhook:${made.id}`, { name })
  return made.id
}
const tidy = (events: readonly string[] | null) => events && [...new Set(events)].sort()
function checkAddress(ctx: Ctx, url: string): void {
  try {
    ctx.checkAddress(url)
  } catch (error) {
    if (!(error instanceof AtriumError)) throw error
    throw invalid({ url: [error.said] }, error.said, error.code)
  }
}
/** @throws AtriumError 404, 422 as `create` */
export async function update(ctx: Ctx, id: number, { name, url, events, is_enabled }: Partial<EndpointInput>): Promise<void> {
  const row = await holdEndpoint(ctx, id)
  if (url !== undefined) checkAddress(ctx, url)
  if (events !== undefined) checkEvents(ctx, events, row.events ?? [])
  row.name = name ?? row.name
  row.url = url ?? row.url
  if (events !== undefined) row.events = tidy(events)
  if (is_enabled === false && row.status !== 'off') {
    row.status = 'off'
    await ctx.enqueue(clearJob, { endpointId: id }, { key: `${id}` })
  }
  if (is_enabled === true && row.status === 'off') Object.assign(row, { ...AWAKE, isGone: false })
  await ctx.em.flush()
  await ctx.audit('webhook.updated', `webhook:${id}`, { name: row.name })
}
const AWAKE = { status: 'on', failingSince: null, failures: 0, restingSince: null, quietUntil: null } as const

/** @throws AtriumError 404, 409 for one that does not rest */
export async function wake(ctx: Ctx, id: number): Promise<void> {
  const row = await holdEndpoint(ctx, id)
  if (row.status !== 'resting') throw conflict('This webhook isn’t paused.', 'webhook_not_resting')
  Object.assign(row, AWAKE)
  await ctx.em.flush()
  await ask(ctx, 'deliver')
  await ctx.audit('webhook.woken', `webhook:${id}`, { name: row.name })
}
/** @throws AtriumError 404 */
export async function destroy(ctx: Ctx, id: number): Promise<void> {
  const { name } = await load(ctx, id)
  await ctx.em.nativeDelete(EndpointTable, { id })
  await ctx.enqueue(clearJob, { endpointId: id }, { key: `${id}` })
  await ctx.audit('webhook.deleted', `webhook:${id}`, { name })
}

/** @throws AtriumError 404 */
export async function showSecret(ctx: Ctx, id: number): Promise<string> {
  const [secret] = secretsOf(ctx, await load(ctx, id))
  if (!secret) throw notFound('Secret', 'webhook_without_secret')
  return secret
}
/** Makes a new one. Of two within a day the one before the last signs no more. @throws AtriumError 404 */
export async function renewSecret(ctx: Ctx, id: number) {
  const row = await holdEndpoint(ctx, id)
  const secret = newWebhookSecret()
  const until = new Date(ctx.now().getTime() + OVERLAP_HOURS * HOUR)
  Object.assign(row, { formerSecret: row.secret, formerUntil: until, secret: ctx.seal(secret) })
  await ctx.em.flush()
  await ctx.audit('webhook.secret_renewed', `webhook:${id}`, { name: row.name })
  return { secret, former_secret_until: until }
}
