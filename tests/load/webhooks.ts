/**
 * Webhooks at size: how many deliveries a second go to one fast receiver in another process, from the event on; the same beside endpoints that hang; and
 * the list and the history of an endpoint with 1,000,000 deliveries. All in one process.
 * `node tests/load/webhooks.ts [--events 6000] [--history 1000000]`; it makes its own database.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { testApp } from '@atrium/sdk/testing'
import webhooks from '../../plugins/webhooks/contract.ts'
import outside from '../../plugins/webhooks/tests/outside/contract.ts'
import { openSink } from '../../plugins/webhooks/tests/sink.ts'
import { n } from './measure.ts'

const { routes } = webhooks
const FIRED = 'outside.kiln.fired'

if (process.send) {
  const sink = await openSink()
  let received = 0
  // kept, they would fill the memory
  sink.got.push = () => ++received
  sink.answer = (address, response) => {
    if (address === '/fast') response.end('{}')
  }
  process.on('message', () => process.send!(received))
  process.send(sink.url(''))
} else await run()

async function run() {
  const { values } = parseArgs({ options: { events: { type: 'string', default: '6000' }, history: { type: 'string', default: '1000000' } } })
  const [events, history] = [Number(values.events), Number(values.history)]
  const child = fork(import.meta.filename)
  const [url] = (await once(child, 'message')) as [string]
  const folder = path.resolve(import.meta.dirname, '../../plugins/webhooks')
  const app = await testApp([`${folder}/tests/outside`, folder], {
    env: { ATRIUM_OUTBOUND_LOOPBACK: 'true' },
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  const admin = await app.member('admin')
  const as = app.as(admin)
  const endpoint = async (name: string) => (await as.call(routes.create, { body: { name, url: `${url}/${name}`, events: [FIRED] } })).id
  const fast = await endpoint('fast')
  const delivered = async (id: number) =>
    (await app.sql<{ count: number }>("select count(*)::int as count from webhooks.delivery where endpoint_id = $1 and status = 'delivered'", [id]))[0]!.count
  const BATCH = 50
  async function fire(count: number, until: number) {
    const began = performance.now()
    for (let at = 0; at < count; at += BATCH)
      await app.run(null, async (ctx) => {
        for (let k = 0; k < BATCH; k++) ctx.emit(outside.events['kiln.fired'], { memberId: admin.id, cone: at + k, kind: 'wood' })
      })
    const emitted = (performance.now() - began) / 1_000
    while ((await delivered(fast)) < until) await wait(50)
    const seconds = (performance.now() - began) / 1_000
    return `${n(count / seconds)} a second (goal 100); ${n(count)} events were emitted in ${n(emitted, 1)} s and delivered after ${n(seconds, 1)}`
  }
  console.log(`to one fast receiver: ${await fire(events, events)}`)
  // on hosts of their own: those of one host share its four calls
  for (const name of ['hangs-a', 'hangs-b', 'hangs-c'])
    await app.sql("update webhooks.endpoint set url = replace(url, '127.0.0.1', $2) where id = $1", [await endpoint(name), `${name}.example`])
  console.log(`beside three on other hosts that hang: ${await fire(events / 4, events + events / 4)}`)
  child.kill()

  await app.sql(
    `insert into webhooks.delivery (community_id, endpoint_id, event_id, event, sequence, happened_at, data, status, due_at, attempts, tries, is_failing, created_at)
     select community_id, endpoint_id, -i, event, sequence, happened_at, data, status, due_at, attempts, tries, i % 50 = 0, now() - i * interval '2 seconds'
     from (select * from webhooks.delivery where endpoint_id = $1 limit 1) one, generate_series(1, $2::int) i`,
    [fast, history],
  )
  await app.sql('analyze webhooks.delivery')
  for (const [name, call] of [
    ['list of endpoints', () => as.call(routes.list)],
    ['history', () => as.call(routes.deliveries, { params: { id: fast } })],
    ['failed', () => as.call(routes.deliveries, { params: { id: fast }, query: { view: 'failed' } })],
    ['one event', () => as.call(routes.deliveries, { params: { id: fast }, query: { event: FIRED } })],
  ] as const) {
    const times: number[] = []
    for (let turn = 0; turn < 20; turn++) {
      app.resetLimits()
      const start = performance.now()
      await call()
      times.push(performance.now() - start)
    }
    times.sort((one, other) => one - other)
    console.log(`${name}, ${n(history)} deliveries: ${n(times[10]!, 1)} ms in the middle, ${n(times[19]!, 1)} ms at most (goal 300)`)
  }
  await app.close()
}
