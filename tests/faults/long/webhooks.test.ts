/** A process that is killed again and again while it delivers to a webhook. */
import { expect } from 'chai'
import path from 'node:path'
import { openSink, type Sink } from '../../../plugins/webhooks/tests/sink.ts'
import { call, type House, openHouse, report, until } from '../kit.ts'

const EVENTS = 400
const KILLS = 3
/** Calls on their way at once: of these nobody knows whether they arrived. */
const AT_ONCE = 4

describe('faults of webhooks', function () {
  this.timeout(400_000)
  let house: House
  let sink: Sink
  before(async () => {
    sink = await openSink()
    house = await openHouse({ env: { ATRIUM_OUTBOUND_LOOPBACK: 'true', ATRIUM_PLUGINS: path.join(import.meta.dirname, 'webhooks.config.ts') } })
  })
  after(async () => {
    await house?.close()
    sink?.close()
  })
  afterEach(function tellWhy() {
    if (this.currentTest?.state === 'failed') report(house?.nodes ?? [])
  })

  it('F62: killed while deliveries are under way: none is lost, and those that come twice have the same id', async () => {
    const ask = async (method: string, address: string, body?: object) => {
      const { status, body: reply } = await call(house.nodes.at(-1)!.url, method, `/internal_api/${address}`, { cookie: house.admin.cookie, body })
      expect(status, `${address}: ${JSON.stringify(reply)}`).to.be.below(300)
      return reply
    }
    const { id } = await ask('POST', 'webhooks', { name: 'Sink', url: sink.url('/in'), events: ['spaces.space.created'] })
    sink.answer = (_, response) => void setTimeout(() => response.end('{}'), 40)
    const waiting = async () =>
      (await house.sql<{ count: number }>("select count(*)::int as count from webhooks.delivery where status not in ('delivered')"))[0]!.count
    // as the relay would write them down, so that there is a queue to be killed in
    await house.sql(
      `insert into kernel.event (community_id, plugin, name, payload)
       select $1, 'spaces', 'space.created', jsonb_build_object('spaceId', n, 'spaceGroupId', 1) from generate_series(1, $2::int) n`,
      [house.communityId, EVENTS],
    )
    await until('some to be delivered', () => sink.got.length > 40)
    for (let kills = 0; kills < KILLS; kills++) {
      const before = sink.got.length
      expect(await house.kill(house.nodes.at(-1)!, 'SIGKILL')).to.equal('SIGKILL')
      await house.addNode()
      if (kills < KILLS - 1) await until('more to be delivered', () => sink.got.length > before + 20, 180_000)
    }
    await until(
      'all to be delivered',
      async () => (await waiting()) === 0 && new Set(sink.bodies('/in').map(({ sequence }) => sequence)).size === EVENTS,
      240_000,
    )
    const times = Map.groupBy(sink.got, ({ headers }) => headers['webhook-id'])
    expect(times.size).to.equal(EVENTS)
    expect([...times.values()].filter((all) => new Set(all.map(({ body }) => body)).size > 1)).to.deep.equal([])
    expect((await ask('GET', `webhooks/${id}/deliveries?per_page=100`)).records.every(({ status }: { status: string }) => status === 'delivered')).to.equal(
      true,
    )
    const again = [...times.values()].filter((all) => all.length > 1).length
    // a batch whose answers were not written down comes whole once more
    expect(again, 'delivered again').to.be.at.most(KILLS * (40 + AT_ONCE))
  })
})
