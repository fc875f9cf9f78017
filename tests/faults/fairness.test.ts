/** Subscribers that are slow, that throw and that hang, with thousands of events behind them: nobody but their own plugin notices. */
import path from 'node:path'
import { expect } from 'chai'
import { call, type House, openHouse, postOf, report, sleep, until } from './kit.ts'

const EVENTS = 5_000

describe('fair shares of the background', () => {
  let house: House
  before(async () => {
    house = await openHouse({ nodes: 2, env: { ATRIUM_PLUGINS: path.join(import.meta.dirname, 'unruly/plugins.config.ts') } })
  })
  after(() => house?.close())
  afterEach(function tellWhy() {
    if (this.currentTest?.state === 'failed') report(house?.nodes ?? [])
  })
  const publish = async (name: string): Promise<number> => {
    const { status, body } = await call(house.nodes[0]!.url, 'POST', `/internal_api/spaces/${house.spaceId}/posts`, {
      cookie: house.admin.cookie,
      body: postOf(name),
    })
    expect(status, JSON.stringify(body)).to.equal(201)
    return body.id
  }
  const noted = async () => (await house.sql<{ id: number }>('select post_id::int as id from probe.effect')).map(({ id }) => id)
  const done = async (what: string) => (await house.sql('select from unruly.effect where what = $1', [what])).length
  /** Has everything been done that follows events, but by those who misbehave? */
  const othersAreDone = async () => {
    const [row] = await house.sql<{ waiting: number }>(
      `select (select count(*) from kernel.event where relayed_at is null)::int
         + (select count(*) from graphile_worker.jobs where attempts < max_attempts and run_at <= now() and (flags ? 'plugin:unruly') is not true)::int as waiting`,
    )
    return row!.waiting === 0
  }

  it('F54: with 5,000 events behind them, what others do after a new post waits for none of these, and they are named', async () => {
    const first = await publish('The first')
    await until('the first note', async () => (await noted()).includes(first))
    await house.sql(
      `insert into kernel.event (community_id, plugin, name, payload, actor_member_id)
       select e.community_id, e.plugin, e.name, e.payload, e.actor_member_id from (select * from kernel.event where name = 'post.published' order by id desc limit 1) e, generate_series(1, $1::int)`,
      [EVENTS],
    )
    await until('the others to have had them all', async () => (await noted()).length > EVENTS && (await othersAreDone()), 60_000)

    const waits: number[] = []
    for (let time = 0; time < 15; time++) {
      const id = await publish(`Number ${time}`)
      const before = await done('slow')
      await until('what follows the post', async () => (await noted()).includes(id) && (await othersAreDone()))
      waits.push((await done('slow')) - before)
      await sleep(500)
    }
    expect(Math.max(...waits), `how many slow ones were done meanwhile: ${waits}`).to.be.at.most(10)

    // no transaction is held for longer than one event of the slow one takes
    const [{ longest }] = (await house.sql(
      `select coalesce(max(extract(epoch from now() - xact_start)), 0)::float as longest from pg_stat_activity where state like 'idle in transaction%'`,
    )) as [{ longest: number }]
    expect(longest).to.be.below(11)
    expect(await done('slow'), 'what the slow one did stays').to.be.above(0)
    expect(await done('hangs'), 'what the hanging one did').to.equal(0)

    await house.sql('update kernel.account set is_platform_owner = true where id = (select account_id from kernel.member where id = $1)', [
      house.admin.memberId,
    ])
    const ask = (method: string, address: string, body?: object) => call(house.nodes[1]!.url, method, address, { cookie: house.admin.cookie, body })
    await until('the pauses', async () => (await ask('GET', '/internal_api/jobs')).body.paused.length === 2, 60_000)
    const { body: page } = await ask('GET', '/internal_api/jobs')
    await until('the one without a transaction', async () => (await done('calls')) > 0)
    expect(Object.fromEntries(page.paused.map(({ name, error }: { name: string; error: string }) => [name, error]))).to.deep.equal({
      'on:unruly.throws': 'a bug in a subscriber',
      'on:unruly.hangs': 'unruly.hangs took longer than 10 s',
    })
    for (const { waiting } of page.paused) expect(waiting).to.be.above(100)
    await sleep(2_100)
    const health = await ask('GET', '/health')
    expect([health.status, health.body.status, health.body.checks.queues]).to.deep.equal([200, 'ok', 'failed'])
    const { body: told } = await ask('GET', '/internal_api/system_health')
    expect(told.checks.queues.detail).to.include('on:unruly.throws (a bug in a subscriber)').and.include('on:unruly.hangs')

    expect((await ask('POST', '/internal_api/jobs/queues/resume', { name: 'on:unruly.throws' })).status).to.equal(200)
    await until('the next pause', async () => {
      const { body } = await ask('GET', '/internal_api/jobs')
      return body.paused.find(({ name, paused_at }: any) => name === 'on:unruly.throws' && paused_at > page.paused[0].paused_at)
    })
  })
})
