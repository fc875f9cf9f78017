/** A process that moves workflows is killed again and again: each step is once in effect. */
import { expect } from 'chai'
import { call, type House, openHouse, report, until } from './kit.ts'

const RUNS = 1_000
const STEPS = 5

describe('workflows under kills', () => {
  let house: House
  before(async () => {
    house = await openHouse()
  })
  after(() => house?.close())
  afterEach(function tellWhy() {
    if (this.currentTest?.state === 'failed') report(house?.nodes ?? [])
  })

  it('F30: kill -9 between the steps of 1,000 runs of five steps leaves each step once in effect', async () => {
    const people = await house.people(RUNS)
    const ask = async (method: string, address: string, body?: object) => {
      const { status, body: reply } = await call(house.nodes.at(-1)!.url, method, `/workflows/api/v1${address}`, { cookie: house.admin.cookie, body })
      expect(status, JSON.stringify(reply)).to.be.below(300)
      return reply
    }
    const actions = Array.from({ length: STEPS }, (_, position) => ({
      id: `note-${position}`,
      action_type: 'workflows.note',
      position,
      api_params: { text: `Step ${position}` },
    }))
    const { id } = await ask('POST', '/workflows', { name: 'Notes', workflow_type: 'dynamic', trigger: { trigger_type: 'membership.member.joined' }, actions })
    await ask('POST', `/workflows/${id}/activate`)
    for (let at = 0; at < RUNS; at += 100)
      await ask('POST', `/workflows/${id}/runs`, { community_member_ids: people.slice(at, at + 100).map(({ memberId }) => memberId) })
    const steps = async () => (await house.sql<{ count: number }>('select count(*)::int as count from workflows.step'))[0]!.count
    for (let kills = 0; kills < 4; kills++) {
      const before = await steps()
      await until('some steps more', async () => (await steps()) > before, 60_000)
      const node = house.nodes.at(-1)!
      expect(await house.kill(node, 'SIGKILL')).to.equal('SIGKILL')
      await house.addNode()
    }
    await until('all to be through', async () => (await house.sql("select from workflows.run where status <> 'done' limit 1")).length === 0, 240_000)
    const effects = await house.sql<{ text: string; count: number }>(
      String.raw`select substring(body::text from 'Step \d') as text, count(*)::int as count from audience.note group by 1 order by 1`,
    )
    expect(effects.map(({ count }) => count)).to.deep.equal(Array(STEPS).fill(RUNS))
    expect(await steps()).to.equal(RUNS * STEPS)
  })
})
