/** Faults of the database that take their time: killed, stalled, out of connections, too much asked of it. */
import { expect } from 'chai'
import { call, CLEAN, type House, openHouse, report, sleep, until } from '../kit.ts'
import { CONNECTIONS } from '../../../kernel/data/pools.ts'

describe('faults of the database', () => {
  let house: House
  before(async () => {
    house = await openHouse({ nodes: 2 })
  })
  after(() => house?.close())
  afterEach(function tellWhy() {
    if (this.currentTest?.state === 'failed') report(house?.nodes ?? [])
  })
  const allHealthy = () => until('health', async () => (await Promise.all(house.nodes.map(({ url }) => house.healthy(url)))).every(Boolean), 60_000)

  it('F02: killed while 32 write, it recovers, and nothing that was acknowledged is lost', async () => {
    const ledger = await house.writers(32)
    await ledger.more(100)
    house.database('SIGKILL')
    await sleep(300)
    await allHealthy()
    await ledger.more(60)
    expect(await ledger.compare()).to.deep.include(CLEAN)
    expect([...ledger.refused.keys()].filter((status) => status !== 503 && status !== 429)).to.deep.equal([])
  })

  it('F03: stalled for 30 s: answers of 503 within their time, health says so at once, and all is well after', async () => {
    const { url } = house.nodes[0]!
    /** What a monitor sees, who asks four times a second. */
    const looks: { status: number; ms: number }[] = []
    let watching = true
    const monitor = (async () => {
      while (watching) {
        const at = performance.now()
        const { status } = await call(url, 'GET', '/health', { ms: 20_000 })
        looks.push({ status, ms: performance.now() - at })
        await sleep(250)
      }
    })()
    await sleep(1_000)
    house.database('SIGSTOP')
    const stalled = looks.length
    const end = Date.now() + 30_000
    const asked = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const had: { status: number; ms: number }[] = []
        while (Date.now() < end) {
          const at = performance.now()
          const { status } = await call(url, 'GET', `/internal_api/spaces/${house.spaceId}`, { cookie: house.admin.cookie, ms: 60_000 })
          had.push({ status, ms: performance.now() - at })
          await sleep(200)
        }
        return had
      }),
    )
    house.database('SIGCONT')
    watching = false
    await monitor
    const answers = asked.flat()
    expect(answers.filter(({ status }) => status !== 503 && status !== 200)).to.deep.equal([])
    expect(answers.map(({ status }) => status)).to.include(503)
    const longest = (of: { ms: number }[], share = 1) => of.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.ceil(of.length * share) - 1]!
    // five seconds for a connection or for the query on it, and what a busy machine adds
    expect(longest(answers), 'the longest that anybody waited').to.be.below(7_000)
    // the first report of it may still be under way
    expect(new Set(looks.slice(stalled + 8).map(({ status }) => status))).to.deep.equal(new Set([503]))
    expect(longest(looks, 0.99), 'p99 of health').to.be.below(100)
    await allHealthy()
    expect((await call(url, 'GET', `/internal_api/spaces/${house.spaceId}`, { cookie: house.admin.cookie })).status).to.equal(200)
  })

  it('F04: 240 slow queries at once: a bounded queue, 503 beyond it, no hang, and cheap calls again at once', async () => {
    const { url } = house.nodes[0]!
    const people = await house.people(240)
    const at = Date.now()
    const slow = Promise.all(
      people.map(({ cookie }) =>
        call(url, 'GET', '/internal_api/probe/slow?ms=3000', { cookie }).then(({ status, headers }) => ({ status, again: headers.get('retry-after') })),
      ),
    )
    await sleep(500)
    const { status: ready } = await call(url, 'GET', '/ready')
    expect(ready).to.equal(200)
    const answers = await slow
    expect(Date.now() - at).to.be.below(30_000)
    const good = answers.filter(({ status }) => status === 200).length
    expect(good).to.be.at.least(CONNECTIONS)
    expect(answers.filter(({ status }) => status === 503).length).to.equal(people.length - good)
    expect(answers.filter(({ status, again }) => status === 503 && !again)).to.deep.equal([])
    await allHealthy()
  })

  it('F40: five times the visitors it can bear: they are sent away early, what is answered goes on as before, and members are served', async () => {
    const { url } = house.nodes[0]!
    const members = await house.people(16)
    const MEASURED_MS = 8_000
    /** So many visitors who ask again at once, and members who read, for a while. */
    async function traffic(visitors: number, time = MEASURED_MS) {
      const end = Date.now() + time
      const asking = async (address: string, cookie: string | undefined, pause: (status: number) => number) => {
        const had: { status: number; ms: number }[] = []
        while (Date.now() < end) {
          const at = Date.now()
          const { status } = await call(url, 'GET', address, { cookie }).catch(() => ({ status: 0 }))
          // what ends after the time would be a gift to whoever let more wait
          if (Date.now() <= end) had.push({ status, ms: Date.now() - at })
          await sleep(pause(status))
        }
        return had
      }
      const [ofVisitors, ofMembers] = await Promise.all([
        Promise.all(Array.from({ length: visitors }, () => asking('/internal_api/probe/slow?ms=300', undefined, (status) => (status === 200 ? 0 : 100)))),
        Promise.all(members.map(({ cookie }) => asking(`/internal_api/spaces/${house.spaceId}/posts`, cookie, () => 100))),
      ])
      const sum = (all: { status: number; ms: number }[]) => {
        const good = all.filter(({ status }) => status === 200).map(({ ms }) => ms)
        const statuses = Object.fromEntries(
          Map.groupBy(all, ({ status }) => status)
            .entries()
            .map(([status, some]) => [status, some.length]),
        )
        return {
          good: good.length,
          total: all.length,
          statuses,
          p99: good.toSorted((a, b) => a - b)[Math.floor(good.length * 0.99)] ?? Number.POSITIVE_INFINITY,
        }
      }
      return { visitors: sum(ofVisitors.flat()), members: sum(ofMembers.flat()) }
    }
    // the case before left long waits behind, which the first answers make forgotten
    await traffic(CONNECTIONS, 1_500)
    // each connection to the database busy, nobody waiting for one
    const bearable = await traffic(CONNECTIONS)
    const flood = await traffic(CONNECTIONS * 10)
    const figures = JSON.stringify({ bearable, flood })
    expect(bearable.visitors.good / bearable.visitors.total, figures).to.be.at.least(0.99)
    expect(flood.visitors.statuses, figures).to.have.all.keys('200', '503')
    expect(flood.visitors.good, figures).to.be.at.least(bearable.visitors.good * 0.8)
    // who is let in waits a quarter of a second at most, as far as that can be told, and those who flood sit at the same processor
    expect(flood.visitors.p99, figures).to.be.below(bearable.visitors.p99 + 750)
    expect(flood.members.good / flood.members.total, figures).to.be.at.least(0.99)
    // a member waits behind those who were let in, and behind nobody else
    expect(flood.members.p99, figures).to.be.below(Math.max(1_500, bearable.members.p99 * 3))
    await allHealthy()
  })
})
