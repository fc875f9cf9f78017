/** Faults of the database that take their time: killed, stalled, out of connections, too much asked of it. */
import { expect } from 'chai'
import { call, CLEAN, type House, openHouse, report, sleep, until } from '../kit.ts'

describe('faults of the database', function () {
  this.timeout(300_000)
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
    house.database('SIGSTOP')
    const slowest: number[] = []
    const end = Date.now() + 30_000
    const writers = Promise.all(
      Array.from({ length: 40 }, async () => {
        const statuses: number[] = []
        while (Date.now() < end) {
          const { status } = await call(url, 'GET', `/internal_api/spaces/${house.spaceId}`, { cookie: house.admin.cookie, ms: 60_000 })
          statuses.push(status)
          await sleep(200)
        }
        return statuses
      }),
    )
    while (Date.now() < end) {
      const at = Date.now()
      const { status } = await call(url, 'GET', '/health', { ms: 20_000 })
      slowest.push(Date.now() - at)
      if (slowest.length > 3) expect(status).to.equal(503)
      await sleep(250)
    }
    house.database('SIGCONT')
    const statuses = (await writers).flat()
    expect(statuses.filter((status) => status !== 503 && status !== 200)).to.deep.equal([])
    expect(statuses).to.include(503)
    expect(slowest.toSorted((a, b) => a - b)[Math.floor(slowest.length / 2)]).to.be.below(1_000)
    await allHealthy()
    expect((await call(url, 'GET', `/internal_api/spaces/${house.spaceId}`, { cookie: house.admin.cookie })).status).to.equal(200)
  })

  it('F04: 240 slow queries on 20 connections: a bounded queue, 503 beyond it, no hang, and cheap calls again at once', async () => {
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
    expect(good).to.be.at.least(20)
    expect(answers.filter(({ status }) => status === 503).length).to.equal(people.length - good)
    expect(answers.filter(({ status, again }) => status === 503 && !again)).to.deep.equal([])
    await allHealthy()
  })

  it('F40: far more visitors than it can bear: they are sent away first, and members are served', async () => {
    const { url } = house.nodes[0]!
    const people = await house.people(16)
    const page = `/internal_api/spaces/${house.spaceId}/posts`
    const end = Date.now() + 10_000
    const flood = Promise.all(
      Array.from({ length: 400 }, async () => {
        const statuses: number[] = []
        while (Date.now() < end) {
          statuses.push((await call(url, 'GET', '/internal_api/probe/slow?ms=300').catch(() => ({ status: 0 }))).status)
          if (statuses.at(-1) === 503) await sleep(100)
        }
        return statuses
      }),
    )
    await sleep(500)
    const members = (
      await Promise.all(
        people.map(async ({ cookie }) => {
          const statuses: number[] = []
          while (Date.now() < end) {
            statuses.push((await call(url, 'GET', page, { cookie }).catch(() => ({ status: 0 }))).status)
            await sleep(100)
          }
          return statuses
        }),
      )
    ).flat()
    const visitors = (await flood).flat()
    const share = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length / statuses.length
    expect(
      share(visitors, 503),
      `visitors: ${JSON.stringify(
        Object.fromEntries(
          Map.groupBy(visitors, String)
            .entries()
            .map(([status, all]) => [status, all.length]),
        ),
      )}`,
    ).to.be.above(0.2)
    expect(share(visitors, 503) + share(visitors, 200)).to.be.above(0.99)
    expect(share(members, 200)).to.be.at.least(0.8)
    await allHealthy()
  })
})
