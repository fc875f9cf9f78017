/**
 * Workflows at size: one over 100,000 members, how soon its first steps are done and how it is stopped in the middle; the history of 1,000,000 runs; and
 * what a feed keeps of its reads while 10,000 events a minute begin runs, all in one process.
 * `node tests/load/workflows.ts [--people 100000] [--minutes 1]`; it makes its own database.
 */
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { testApp } from '@atrium/sdk/testing'
import audience from '../../plugins/audience/contract.ts'
import workflows, { type Action } from '../../plugins/workflows/contract.ts'
import { FEED_CONNECTIONS, openFeed } from './feed.ts'
import { n, percent } from './measure.ts'

const { routes } = workflows
const { values } = parseArgs({ options: { people: { type: 'string', default: '100000' }, minutes: { type: 'string', default: '1' } } })
const people = Number(values.people)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PER_MINUTE = 10_000

const PLUGINS = ['notifications', 'spaces', 'content', 'posts', 'members', 'chat', 'audience', 'workflows']
const app = await testApp(PLUGINS.map((name) => path.resolve(import.meta.dirname, '../../plugins', name)))
const admin = await app.member('admin')
const communityId = await app.primaryId()
await app.settle()
await app.sql(
  `with account as (insert into kernel.account (email, name, password_hash, email_confirmed_at)
     select 'person' || i || '@example.com', 'Person ' || i, 'none', now() from generate_series(1, $2::int) i returning id, name)
   insert into kernel.member (community_id, account_id, name, roles) select $1, id, name, '{member}' from account`,
  [communityId, people],
)
await app.sql('analyze')
const as = app.as(admin)
const note = (id: string, position: number): Action => ({
  ...{ id, action_type: 'workflows.note', api_params: { text: `Note ${id}` }, parent_id: null, branch: null, position },
})
const actions = [note('a', 0), note('b', 1)]

// everybody at once
const { id } = await as.call(routes.create, {
  body: { name: 'Everybody', workflow_type: 'one_time', reentry: 'always', audiences: [{ kind: 'all_members' }], actions },
})
await as.call(routes.createSchedule, { params: { id }, body: { runs_at: new Date(Date.now() + HOUR).toISOString() } })
await as.call(routes.activate, { params: { id } })
await app.clock.advance(HOUR + MINUTE)
await app.renew(admin)
const counts = async () =>
  (
    await app.sql<{ runs: number; begun: number; over: number }>(
      `select count(*)::int as runs, count(*) filter (where seq > 0)::int as begun, count(*) filter (where finished_at is not null)::int as over from workflows.run`,
    )
  )[0]!
let began = performance.now()
const since = () => `${n((performance.now() - began) / 1_000, 1)} s`
const all = app.runSchedule('wake').then(() => app.settle())
while ((await counts()).begun === 0) await wait(50)
console.log(`over ${n(people)} people, the first steps were done after ${since()} (goal 10 s)`)
await wait(10_000)
const middle = await counts()
console.log(`after ${since()}: ${n(middle.runs)} had come in, ${n(middle.begun)} had gone a step, ${n(middle.over)} were through`)
began = performance.now()
await as.call(routes.inactivate, { params: { id }, body: { stop_runs: true } })
const stopped = await counts()
console.log(`stopped in the middle: the call took ${since()}`)
await all
const left = await counts()
console.log(`steps of ${n(left.begun - stopped.begun)} runs came after it; ${n(left.runs - left.over)} are still under way`)

// the history of a million
await app.sql(
  `insert into workflows.run (community_id, workflow_id, version_id, member_id, shard, status, payload, chain, entry_key, finished_at, seq, created_at, updated_at)
   select r.community_id, r.workflow_id, r.version_id, m.id, r.shard, (array['done', 'done', 'done', 'failed', 'cancelled'])[1 + i % 5], '{}', '{}', 'past ' || i || ':' || m.id,
     now() - i * interval '1 hour', 2, now() - i * interval '1 hour', now() from (select * from workflows.run limit 1) r,
     (select id from kernel.member where community_id = $1 order by id limit 100000) m, generate_series(1, 10) i`,
  [communityId],
)
await app.sql('analyze workflows.run')
const { count } = (await app.sql<{ count: number }>('select count(*)::int from workflows.run'))[0]!
for (const [name, query] of [
  ['all', {}],
  ['failed', { status: 'failed' }],
  ['by a name', { query: 'Person 99' }],
] as const) {
  const times: number[] = []
  for (let turn = 0; turn < 20; turn++) {
    app.resetLimits()
    const start = performance.now()
    await as.call(routes.runs, { params: { id }, query })
    times.push(performance.now() - start)
  }
  times.sort((one, other) => one - other)
  console.log(`history of ${n(count)} runs, ${name}: ${n(times[10]!, 1)} ms in the middle, ${n(times[19]!, 1)} ms at most (goal 300)`)
}

// events that begin runs, beside a feed
const tagId = await app.run(null, async (ctx) => (await ctx.actAs(admin.id)).use(audience).ensureTag('New'))
const { id: byTag } = await as.call(routes.create, {
  body: {
    ...{ name: 'By tag', workflow_type: 'dynamic', reentry: 'always', actions },
    trigger: { trigger_type: 'audience.person.tagged', filters: { match: 'all', rules: [{ field: 'tagId', operator: 'any_of', value: [tagId] }] } },
  },
})
await as.call(routes.activate, { params: { id: byTag } })
const { rows: tagged } = {
  rows: await app.sql<{ id: number }>('select id from kernel.member where community_id = $1 order by id limit $2', [communityId, PER_MINUTE]),
}
const feed = await openFeed(app)
const limits = setInterval(() => app.resetLimits(), 200)
await feed.readFor(3)
const before = await feed.readFor(10)
const meanwhile = feed.read()
began = performance.now()
const BATCH = 100
const minutes = Number(values.minutes)
for (let batch = 0; batch < (minutes * PER_MINUTE) / BATCH; batch++) {
  const at = (batch * BATCH) % PER_MINUTE
  const ids = tagged.slice(at, at + BATCH).map((row) => row.id)
  await app.run(null, async (ctx) => (await ctx.actAs(admin.id)).use(audience).tag(ids, [tagId]))
  await wait(Math.max(0, began + ((batch + 1) * MINUTE * BATCH) / PER_MINUTE - performance.now()))
}
const emitted = performance.now() - began
const through = async () =>
  (await app.sql<{ count: number }>('select count(*)::int from workflows.run where workflow_id = $1 and finished_at is not null', [byTag]))[0]!.count
const inTime = await through()
meanwhile.stop()
const during = await meanwhile.told
clearInterval(limits)
while ((await through()) < minutes * PER_MINUTE) await wait(500)
console.log(
  `${n(minutes * PER_MINUTE)} events in ${n(emitted / 1_000)} s: ${n(inTime)} runs of two steps were through by then, all ${since()} after the first event`,
)
console.log(`a feed at ${FEED_CONNECTIONS} connections: ${n(before)} reads a second before, ${n(during)} meanwhile, ${percent(during, before)} (goal 80%)`)
await app.close()
