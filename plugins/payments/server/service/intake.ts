/** Webhooks: the signature is checked over the unparsed text, each event is stored once, and its only effect is that the state of its object is fetched from the provider. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AtriumError, notFound } from '@atrium/sdk'
import { type Ctx, hostOf, inWrite, type PluginHost, readBytes } from '@atrium/sdk/server'
import payments, { MAX_WEBHOOK_BYTES, type ProviderKey } from '../../contract.ts'
import { ConnectedTable } from '../entities.ts'
import { deliverJob } from '../jobs.ts'
import { houseOf, stripeLibrary } from '../providers/connection.ts'
import { type Sent, subjectOf } from '../providers/subjects.ts'
import { testServer } from '../providers/testing.ts'
import { report } from './incidents.ts'
import { queueRefresh } from './queue.ts'

type Secret = [ProviderKey, string]
/** The secret of webhooks of the test server; made when it sends the first one. */
async function testSecret(ctx: Ctx): Promise<string> {
  const read = () =>
    ctx.sql<{ object_id: string }>(`select object_id from payments.named where community_id = $1 and provider = 'test' and key = 'webhook_secret'`)
  const [known] = await read()
  if (known) return ctx.unseal(known.object_id)
  await ctx.sql(`insert into payments.named (community_id, provider, key, object_id) values ($1, 'test', 'webhook_secret', $2) on conflict do nothing`, [
    ctx.seal(`whsec_${randomBytes(24).toString('hex')}`),
  ])
  return ctx.unseal((await read())[0]!.object_id)
}
/** Whose signature a webhook at the community's own address may bear. */
async function secretsOf(ctx: Ctx): Promise<Secret[]> {
  const { webhook_secret: own } = ctx.settings(payments)
  return [...(own ? [['stripe', ctx.unseal(own)] as Secret] : []), ['test', await testSecret(ctx)]]
}

const refused = () => new AtriumError(400, 'webhook_refused', 'Invalid signature.')
interface ReceivedEvent {
  provider: ProviderKey
  event_id: string
  type: string
  object: unknown
  /** In which it happened, where it is one under the house's keys. */
  account: string | null
}
/** @throws AtriumError 400 `webhook_refused` */
async function check(ctx: Ctx, { raw, signature }: Sent, secrets: Secret[]): Promise<ReceivedEvent> {
  const { webhooks } = await stripeLibrary()
  for (const [provider, secret] of secrets)
    try {
      const event = webhooks.constructEvent(raw, signature, secret, undefined, undefined, ctx.now().getTime())
      if (typeof event.id !== 'string' || typeof event.type !== 'string') break
      const account = typeof event.account === 'string' ? event.account : null
      return { provider, event_id: event.id.slice(0, 200), type: event.type.slice(0, 200), object: event.data?.object, account }
    } catch {}
  throw refused()
}

/** Takes webhooks in the transaction that it is given. */
async function receive(ctx: Ctx, received: ReceivedEvent[]): Promise<void> {
  if (received.length === 0) return
  const rows = received.map((event) => ({ ...event, object: undefined, object_id: subjectOf(event.type, event.object)?.id ?? null }))
  // the same event twice in one delivery is one row, told apart by how often it came
  const once = [...Map.groupBy(rows, ({ event_id }) => event_id).values()].map((all) => ({ ...all[0]!, received: all.length }))
  const stored = await ctx.sql<{ event_id: string; fresh: boolean }>(
    `insert into payments.webhook_event as e (community_id, provider, event_id, type, object_id, received)
     select $1, r.provider, r.event_id, r.type, r.object_id, r.received
     from jsonb_to_recordset($2::jsonb) as r(provider text, event_id text, type text, object_id text, received int) order by r.event_id
     on conflict (community_id, provider, event_id) do update set received = e.received + excluded.received, updated_at = now()
     returning event_id, xmax = 0 as fresh`,
    [JSON.stringify(once)],
  )
  const fresh = new Set(stored.filter((row) => row.fresh).map(({ event_id }) => event_id))
  for (const [provider, events] of Map.groupBy(received, (event) => event.provider)) {
    const subjects = events.filter(({ event_id }) => fresh.has(event_id)).flatMap(({ type, object }) => subjectOf(type, object) ?? [])
    await queueRefresh(ctx, provider, subjects)
  }
}

/** @throws AtriumError 400 without a signature, 413 */
async function read(body: AsyncIterable<Uint8Array>, signature: string | undefined): Promise<Sent> {
  const raw = await readBytes(body, MAX_WEBHOOK_BYTES, 'This webhook is too large.')
  if (!signature || signature.length > 1000) throw refused()
  return { raw: raw.toString('utf8'), signature }
}
/** The call that a processor makes. @throws AtriumError 400, 404 where payments are off, 413 */
export async function takeWebhook(ctx: Ctx, communityId: number, body: AsyncIterable<Uint8Array>, signature: string | undefined): Promise<void> {
  await together(hostOf(ctx), communityId, await read(body, signature))
}
/**
 * The same for all accounts under the house's keys: signed with the house's secret, and led to the community whose account it names. Accounts that
 * no community here has connected are answered with success and ignored, else the processor would repeat them for days.
 * @throws AtriumError 400, 404 where payments are off there, 413
 */
export async function takeHouseWebhook(ctx: Ctx, body: AsyncIterable<Uint8Array>, signature: string | undefined): Promise<void> {
  const sent = await read(body, signature)
  const { webhookSecret } = houseOf(ctx)
  if (!webhookSecret) throw refused()
  const secrets: Secret[] = [['stripe', webhookSecret]]
  const { account } = await check(ctx, sent, secrets)
  if (!account) return
  const found = await ctx.platform.home('read', (home) => home.em.findOne(ConnectedTable, { accountId: account }))
  if (found) await together(hostOf(ctx), found.connectedId, sent, secrets)
}

const GATHERED_MS = 10
const MOST_AT_ONCE = 200
interface Waiting {
  sent: Sent
  /** Default: the community's own. */
  secrets?: Secret[]
  done(): void
  fail(error: unknown): void
}
/** Webhooks that wait, by host and community: those that arrive while a batch is stored are stored with the next one. */
const queues = new WeakMap<PluginHost, Map<number, Waiting[]>>()
function together(host: PluginHost, communityId: number, sent: Sent, secrets?: Secret[]): Promise<void> {
  const of = queues.get(host) ?? new Map<number, Waiting[]>()
  queues.set(host, of)
  return new Promise((done, fail) => {
    const waiting = of.get(communityId)
    if (waiting) return void waiting.push({ sent, secrets, done, fail })
    const queue: Waiting[] = [{ sent, secrets, done, fail }]
    of.set(communityId, queue)
    void (async () => {
      while (queue.length) {
        await sleep(GATHERED_MS)
        await takeAll(host, communityId, queue.splice(0, MOST_AT_ONCE))
      }
      of.delete(communityId)
    })()
  })
}
/** One transaction for all of them; each is answered by itself, once that is committed. */
async function takeAll(host: PluginHost, communityId: number, all: Waiting[]): Promise<void> {
  try {
    let checked: PromiseSettledResult<ReceivedEvent>[] | undefined
    await host.run(communityId, async (inner) => {
      const own = await secretsOf(inner)
      checked = await Promise.allSettled(all.map(({ sent, secrets = own }) => check(inner, sent, secrets)))
      await receive(
        inner,
        checked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
      )
      // an admin who entered a wrong secret sees the same error
      if (checked.some(({ status }) => status === 'rejected') && inner.settings(payments).webhook_secret)
        await report(inner, 'webhook_refused', refused().message)
    })
    for (const [i, { done, fail }] of all.entries()) {
      const outcome = checked?.[i]
      if (!outcome) fail(notFound('Page'))
      else if (outcome.status === 'rejected') fail(outcome.reason)
      else done()
    }
  } catch (error) {
    for (const { fail } of all) fail(error)
  }
}

/** Delivers the webhooks of the test server: signed, and checked as those of any other processor are. */
export async function deliverTest(ctx: Ctx): Promise<void> {
  const { deliver } = await testServer()
  const more = await inWrite(ctx, async (inner) => {
    const secret = await testSecret(inner)
    return deliver(inner, secret, async (sent) => receive(inner, await Promise.all(sent.map((one) => check(inner, one, [['test', secret]])))))
  })
  if (more) await ctx.enqueue(deliverJob, {}, { key: 'deliver' })
}
