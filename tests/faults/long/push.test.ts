/** A process that is killed while it hands out a push broadcast. */
import { expect } from 'chai'
import { openPushService, type PushService } from '../../../plugins/notifications/tests/pushService.ts'
import { call, type House, openHouse, report, until } from '../kit.ts'

const DEVICES = 60
/** Devices that one run has in hand at once. */
const IN_HAND = 8

describe('faults of push broadcasts', function () {
  this.timeout(400_000)
  let house: House
  let service: PushService
  before(async () => {
    service = await openPushService()
    house = await openHouse({ env: { ATRIUM_OUTBOUND_LOOPBACK: 'true' } })
  })
  after(async () => {
    await house?.close()
    service?.close()
  })
  afterEach(function tellWhy() {
    if (this.currentTest?.state === 'failed') report(house?.nodes ?? [])
  })

  it('F60: killed in the middle of a broadcast: every device is told, and those that were in hand by the tag that replaces the first', async () => {
    const [node] = house.nodes
    const ask = async (method: string, address: string, person: { cookie: string }, body?: object) => {
      const answer = await call(house.nodes[0]!.url, method, address, { cookie: person.cookie, ...(body && { body }) })
      if (answer.status >= 300) throw new Error(`${address}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    }
    const people = await house.people(DEVICES)
    for (const [n, person] of people.entries()) await ask('POST', '/internal_api/push_subscriptions', person, service.endpoint(`/${n}`))
    const at = '/internal_api/push_notification_broadcasts'
    const { id } = await ask('POST', at, house.admin, { title: 'Kiln opening', message: 'At noon.' })
    service.before = () => new Promise((done) => setTimeout(done, 40))
    await ask('POST', `${at}/${id}/send_broadcast`, house.admin, {})
    await until('some to be told', () => service.got.length >= DEVICES / 3)
    expect(await house.kill(node!, 'SIGKILL')).to.equal('SIGKILL')
    const before = service.got.length
    expect(before).to.be.below(DEVICES)
    await house.addNode()
    await until('the end', async () => (await ask('GET', `${at}/${id}`, house.admin)).status === 'sent', 360_000)
    const times = Map.groupBy(service.got, ({ path }) => path)
    expect([...times.keys()].length, 'devices that were told').to.equal(DEVICES)
    const again = [...times.values()].filter((all) => all.length > 1)
    expect(again.length, 'told again').to.be.at.most(IN_HAND)
    const topics = new Set(service.got.map(({ headers }) => headers['topic']))
    expect([...topics]).to.deep.equal([`push-${id}`])
    const { figures } = await ask('GET', `${at}/${id}/analytics_report`, house.admin)
    expect(figures).to.include({ devices: DEVICES, delivered: DEVICES, reached: DEVICES, waiting: 0 })
  })
})
