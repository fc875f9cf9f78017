/** Faults that no merge may bring back: two real processes on a real database, of which one or the other is killed under load. */
import { expect } from 'chai'
import { call, CLEAN, type House, Listener, openHouse, report, sleep, until } from './kit.ts'
import { cpuOf } from '../load/processes.ts'
import { storm } from './storm.ts'

describe('faults, in short', () => {
  let house: House
  before(async () => {
    house = await openHouse({ nodes: 2 })
  })
  after(() => house?.close())
  afterEach(function tellWhy() {
    if (this.currentTest?.state === 'failed') report(house?.nodes ?? [])
  })

  it('F01: the database restarts while 64 write: each answer is 201 or 503, and what was acknowledged is there, delivered once', async () => {
    const ledger = await house.writers(64)
    await ledger.more(100)
    for (let time = 0; time < 2; time++) {
      house.database('SIGINT')
      await sleep(300)
      await until('health', async () => (await Promise.all(house.nodes.map(({ url }) => house.healthy(url)))).every(Boolean))
      await ledger.more(60, 15_000)
    }
    expect(await ledger.compare()).to.deep.include(CLEAN)
    expect([...ledger.refused.keys()].filter((status) => status !== 503 && status !== 429)).to.deep.equal([])
    expect(ledger.silent, 'refusals without Retry-After').to.equal(0)
    expect(house.nodes.map(({ child }) => child.exitCode)).to.deep.equal([null, null])
  })

  it('F07, F08, F10: a process killed while 32 write loses nothing: the other sends its events, and does its jobs, once', async () => {
    const [first, second] = house.nodes
    // in the room before the first post, so that none can be told of before somebody listens
    const far = new Listener(second!.url, house.admin)
    await until('the socket', () => far.socket.connected)
    expect(await far.join(`space:${house.spaceId}`)).to.include({ ok: true })
    const ledger = await house.writers(32)
    await ledger.more(80)
    await sleep(1_500)
    expect(await house.kill(first!, 'SIGKILL')).to.equal('SIGKILL')
    await ledger.more(80)
    const result = await ledger.compare()
    expect(result).to.deep.include(CLEAN)
    expect([...ledger.refused.keys()].filter((status) => status !== 0 && status !== 429)).to.deep.equal([])
    const due = [...ledger.acknowledged.values()]
    expect(due.length).to.be.at.least(160)
    const missed = () => due.filter((id) => !far.heard.includes(id))
    await until('every event to be heard', () => missed().length === 0, 60_000).catch((error) => {
      throw new Error(
        `${error.message}: ${missed().length} of ${due.length} missed, at ${missed().map((id) => due.indexOf(id))}; connected ${far.connections} times`,
      )
    })
    far.socket.close()
    await house.addNode()
  })

  it('F11: a log that nobody reads any more is lost, and nothing else: the process serves, rests, and ends in order', async () => {
    const node = await house.addNode()
    for (const stream of [node.child.stdout!, node.child.stderr!]) stream.destroy()
    const broken = () => call(node.url, 'POST', '/internal_api/probe/break', { body: { how: 'throw' } })
    for (let time = 0; time < 3; time++) expect((await broken()).status).to.equal(500)
    expect(await house.healthy(node.url)).to.equal(true)
    const spent = () => cpuOf([node.child.pid!])
    const [before, at] = [spent(), performance.now()]
    await sleep(1_000)
    // one that logs that it could not log does nothing else
    expect((spent() - before) / (performance.now() - at), 'share of a processor').to.be.below(0.5)
    node.child.kill('SIGTERM')
    expect(await node.ended).to.equal(0)
    house.nodes.splice(house.nodes.indexOf(node), 1)
  })

  it('F11: a route that throws, a promise and an exception that nobody catches: others notice nothing, and the process ends in order', async () => {
    const [, victim] = house.nodes
    const other = house.nodes[0]!
    const broken = (how: string) => call(victim!.url, 'POST', '/internal_api/probe/break', { body: { how } })
    const thrown = await broken('throw')
    expect([thrown.status, thrown.body.code]).to.deep.equal([500, 'internal_error'])
    expect(thrown.headers.get('x-request-id')).to.match(/^\w{16}$/)
    await broken('reject')
    expect(await house.healthy(victim!.url)).to.equal(true)
    expect(victim!.said()).to.include('unhandled rejection')
    // what is under way ends before the process does
    const underWay = Promise.all(Array.from({ length: 8 }, () => call(victim!.url, 'GET', '/internal_api/probe/slow?ms=1000')))
    await sleep(200)
    await broken('exit').catch(() => {})
    expect((await underWay).map(({ status }) => status)).to.deep.equal(Array(8).fill(200))
    expect(await victim!.ended).to.equal(1)
    expect(victim!.said()).to.include('uncaught exception')
    house.nodes.splice(house.nodes.indexOf(victim!), 1)
    expect(await house.healthy(other.url)).to.equal(true)
  })

  it('F35: 500 sockets cut at once are back, spread out, and find every post of the time between', async () => {
    await storm(house, 500)
  })
})
