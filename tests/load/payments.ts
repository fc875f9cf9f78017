/**
 * Webhooks of a processor by the thousand, beside a feed that members read: each is posted as the processor does it, signed, about a subscription of its
 * own; it is over when every owner has heard. `node tests/load/payments.ts [--webhooks 10000] [--senders 8] [--seconds 5]`; it makes its own database.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { testApp } from '@atrium/sdk/testing'
import { kit, MONTHLY } from '../../plugins/payments/tests/kit.ts'
import { client, FEED_CONNECTIONS, openFeed } from './feed.ts'

const { values } = parseArgs({
  options: { webhooks: { type: 'string', default: '10000' }, senders: { type: 'string', default: '8' }, seconds: { type: 'string', default: '5' } },
})
const [webhooks, senders, seconds] = [Number(values.webhooks), Number(values.senders), Number(values.seconds)]

const folder = path.resolve(import.meta.dirname, '../../plugins')
const app = await testApp(['spaces', 'content', 'posts', 'payments'].map((name) => `${folder}/${name}`))
const communityId = await app.primaryId()
const feed = await openFeed(app)
// copies of one subscription that was really sold, each with a customer of its own
const { state, reference } = await kit(app).buy({ mode: 'subscription', lines: [MONTHLY] })
for (const [id, customer] of [
  [state.customerId, 'null'],
  [state.subscriptionId, `customer || '_' || n`],
])
  await app.sql(
    `insert into payments.thing (community_id, object_id, object, customer, clock, made_at, data)
     select community_id, object_id || '_' || n, object, ${customer}, '', made_at, data || jsonb_strip_nulls(jsonb_build_object(
       'id', object_id || '_' || n, 'customer', ${customer}, 'metadata', jsonb_build_object('owner', 'tests', 'reference', $3 || '-' || n)))
     from payments.thing, generate_series(1, $2::int) n where object_id = $1`,
    [id, webhooks, reference],
  )
await app.settle()
await app.sql('analyze')
const [{ object_id: sealed }] = await app.sql(`select object_id from payments.named where key = 'webhook_secret' and provider = 'test'`)
const secret = await app.run(null, async (ctx) => ctx.unseal(sealed))

const limits = setInterval(() => app.resetLimits(), 200)
await feed.readFor(3)
const before = await feed.readFor(seconds)
const meanwhile = feed.read()
const began = performance.now()
const sent = client({ role: 'webhooks', url: `${app.url}/webhooks/payments/${communityId}`, secret, subscription: state.subscriptionId, webhooks, senders })
const taken = await sent.told
for (;;) {
  const [{ waiting, events }] = await app.sql(
    `select (select count(*) from payments.refresh)::int as waiting, (select count(*) from payments.webhook_event where event_id like 'evt_load_%')::int as events`,
  )
  if (waiting === 0 && events === webhooks) break
  await new Promise((done) => setTimeout(done, 500))
}
const ended = performance.now()
meanwhile.stop()
const during = await meanwhile.told
clearInterval(limits)
const [{ heard }] = await app.sql(
  `select count(distinct payload -> 'state' ->> 'id')::int as heard from kernel.event where name = 'payments.subscription' and payload -> 'purpose' ->> 'reference' like $1`,
  [`${reference}-%`],
)
if (heard !== webhooks) throw new Error(`only ${heard} were handed out`)
const say = (ms: number) => `${(ms / 1000).toFixed(1)} s`
console.log(`${webhooks} webhooks: answered in ${say(taken)}, heard by every owner in ${say(ended - began)}`)
console.log(
  `the feed at ${FEED_CONNECTIONS} connections: ${before.toFixed(0)} reads a second before, ${during.toFixed(0)} meanwhile, ${((during / before) * 100).toFixed(0)}%`,
)
await app.close()
process.exit(0)
