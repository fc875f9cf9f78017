/** Push broadcasts: whom they reach, who decides, and what is left of one when a process dies. */
import type { RouteInput } from '@atrium/sdk'
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import audience from '../../audience/contract.ts'
import notifications from '../../notifications/contract.ts'
import { openPushService, type PushService } from '../../notifications/tests/pushService.ts'
import contract, { KIND } from '../contract.ts'
import { sameTimeIn } from '../server/service/zones.ts'

const { routes } = contract
const APP = ['plugins/notifications', 'plugins/spaces', 'plugins/content', 'plugins/members', 'plugins/audience', 'plugins/push']

describePlugin('plugins/push')

describe('push broadcasts', () => {
  let app: TestApp
  let admin: TestMember
  let other: TestMember
  let ana: TestMember
  let ben: TestMember
  let service: PushService

  before(async () => {
    service = await openPushService()
    app = await testApp(APP, { env: { ATRIUM_OUTBOUND_LOOPBACK: 'true' } })
    admin = await app.member('admin', { name: 'Ada Admin' })
    other = await app.member('admin', { name: 'Olga Other' })
    ana = await app.member('member', { name: 'Ana Lima' })
    ben = await app.member('member', { name: 'Ben Okoro' })
  })
  after(async () => {
    await app?.close()
    service?.close()
  })
  beforeEach(async () => {
    service.reset()
    app.resetLimits()
    for (const back of undo.splice(0)) await back()
  })

  /** What members have changed of what they are told, for the next case. */
  const undo: (() => Promise<unknown>)[] = []
  async function subscribe(member: TestMember, path: string) {
    const { endpoint } = service.endpoint(path)
    undo.push(() => app.as(member).call(notifications.routes.unsubscribe, { body: { endpoint } }))
    await app.as(member).call(notifications.routes.subscribe, { body: service.endpoint(path) })
  }
  type Preferences = RouteInput<typeof notifications.routes.updatePreferences>['body']
  const prefer = (member: TestMember, body: Preferences) => app.as(member).call(notifications.routes.updatePreferences, { body })
  const switched = (member: TestMember, enabled: boolean) => prefer(member, { preferences: [{ type: KIND, medium: 'push', enabled }] })
  async function wants(member: TestMember, enabled: boolean) {
    undo.push(() => switched(member, true))
    await switched(member, enabled)
  }
  const now = () => app.run(null, async (ctx) => ctx.now().getTime())
  const draft = async (more: object = {}) =>
    (await app.as(admin).call(routes.create, { body: { title: 'Kiln opening', message: 'The wood kiln opens at noon.', path: '/members', ...more } })).id
  const send = (id: number, body: object = {}, by = admin) => app.as(by).call(routes.sendBroadcast, { params: { id }, body })
  const show = (id: number) => app.as(admin).call(routes.show, { params: { id } })
  const paths = () => service.got.map(({ path }) => path).sort()
  const names = async (id: number) =>
    (await app.as(admin).call(routes.recipients, { params: { id } })).records.map(({ member, outcome }) => `${member?.name} ${outcome}`)

  it('reaches every device of who has one, and leads to the page by a way that counts people once', async () => {
    await subscribe(ana, '/ana-phone')
    await subscribe(ana, '/ana-laptop')
    await subscribe(ben, '/ben')
    const id = await draft()
    expect(await app.as(admin).call(routes.audienceCount, { query: {} })).to.deep.equal({ members: 5, reachable: 2 })
    await send(id)
    await app.settle()
    expect(paths()).to.deep.equal(['/ana-laptop', '/ana-phone', '/ben'])
    const shown = service.read(service.got.find(({ path }) => path === '/ana-phone')!)
    expect(shown).to.include({ title: 'Kiln opening', body: 'The wood kiln opens at noon.', tag: `push-${id}`, renotify: false })
    expect(await show(id)).to.deep.include({
      status: 'sent',
      figures: { audience: 5, recipients: 2, reached: 2, devices: 3, delivered: 3, failed: 0, expired: 0, skipped: 0, waiting: 0, opened: 0 },
    })
    const laptop = service.read(service.got.find(({ path }) => path === '/ana-laptop')!)
    for (const { url } of [shown, laptop, shown]) {
      const reply = await app.as(null).send('GET', url)
      expect([reply.status, reply.headers['location']]).to.deep.equal([302, '/members'])
    }
    const { figures, hours } = await app.as(admin).call(routes.report, { params: { id } })
    expect([figures.opened, hours.map(({ delivered, opened }) => [delivered, opened])]).to.deep.equal([1, [[3, 1]]])
    expect(await names(id)).to.deep.equal(['Ana Lima opened', 'Ben Okoro delivered'])
    const forged = `${shown.url.slice(0, -4)}AAAA`
    expect((await app.as(null).send('GET', forged)).status).to.equal(404)
  })

  it('leads nowhere else', async () => {
    for (const path of ['https://evil.example/x', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 'events'])
      expect((await refusal(draft({ path }))).details, path).to.have.property('path')
    const url = await app.run(null, async (ctx) => ctx.community.url)
    expect((await show(await draft({ path: `${url}/members?page=2` }))).path).to.equal('/members?page=2')
    expect((await show(await draft({ path: '' }))).path).to.equal(null)
  })

  it('goes to members of segments, each once, and to nobody who has switched it off', async () => {
    for (const [member, path] of [
      [ana, '/ana'],
      [ben, '/ben'],
      [other, '/other'],
    ] as const)
      await subscribe(member, path)
    const named = (title: string, value: string) => ({
      title,
      rules: { rule_type: 'custom_filters' as const, match: 'all' as const, rules: [{ filter: 'name', operator: 'contains', value }] },
    })
    const segments = [named('Limas', 'Lima'), named('As', 'a')]
    const ids: number[] = []
    for (const body of segments) ids.push((await app.as(admin).call(audience.routes.createSegment, { body })).id)
    await wants(other, false)
    const to = { kind: 'segments' as const, segment_ids: ids }
    expect(await app.as(admin).call(routes.audienceCount, { query: { kind: 'segments', segment_ids: ids.join(',') } })).to.deep.equal({
      members: 3,
      reachable: 1,
    })
    const id = await draft({ audience: to })
    await send(id)
    await app.settle()
    expect(paths()).to.deep.equal(['/ana'])
    expect((await refusal(draft({ audience: { kind: 'segments', segment_ids: [987_654] } }))).status).to.equal(422)
  })

  it('is not sent where it would reach nobody or says nothing', async () => {
    const id = await draft()
    expect((await refusal(send(id))).code).to.equal('nobody_reachable')
    const empty = await draft({ message: '' })
    expect((await refusal(send(empty))).details).to.have.property('message')
    const segments = await draft({ audience: { kind: 'segments', segment_ids: [] } })
    expect((await refusal(send(segments))).status).to.equal(422)
    expect((await refusal(send(id, { scheduled_at: '2020-01-01T00:00:00Z' }))).details).to.have.property('scheduled_at')
  })

  it('is sent once where two admins press at the same moment', async () => {
    await subscribe(ana, '/ana')
    const id = await draft()
    const both = await Promise.allSettled([send(id), send(id, {}, other), send(id, { scheduled_at: '2036-01-01T00:00:00Z' }, other)])
    expect(both.filter(({ status }) => status === 'fulfilled').length).to.equal(1)
    for (const one of both) if (one.status === 'rejected') expect([one.reason.status, one.reason.code]).to.deep.equal([409, 'broadcast_not_draft'])
    await app.settle()
    const { status } = await show(id)
    if (status === 'sent') expect(paths()).to.deep.equal(['/ana'])
    else expect([status, paths()]).to.deep.equal(['scheduled', []])
  })

  it('waits for its time, is taken back before, and is changed as a draft alone', async () => {
    await subscribe(ana, '/ana')
    const id = await draft()
    await send(id, { scheduled_at: new Date((await now()) + 3_600_000).toISOString() })
    await app.settle()
    expect([(await show(id)).status, service.got.length]).to.deep.equal(['scheduled', 0])
    const change = () => app.as(admin).call(routes.update, { params: { id }, body: { title: 'Kiln closed' } })
    expect((await refusal(change())).code).to.equal('broadcast_not_draft')
    for (const call of [() => app.as(admin).call(routes.destroy, { params: { id } }), () => app.as(admin).call(routes.archive, { params: { id }, body: {} })])
      expect((await refusal(call())).code).to.equal('broadcast_under_way')
    await app.as(other).call(routes.cancelSchedule, { params: { id } })
    expect((await refusal(app.as(other).call(routes.cancelSchedule, { params: { id } }))).status).to.equal(409)
    await change()
    await send(id, { scheduled_at: new Date((await now()) + 7_200_000).toISOString() })
    await app.clock.advance(3_700_000)
    await app.settle()
    expect(service.got.length, 'the first time was taken back').to.equal(0)
    await app.clock.advance(3_700_000)
    await app.settle()
    expect(service.got.map((pushed) => service.read(pushed).title)).to.deep.equal(['Kiln closed'])
    expect((await show(id)).status).to.equal('sent')
  })

  it('comes at the same time of day where each member lives', async () => {
    const at = new Date('2026-03-10T09:00:00Z')
    expect(sameTimeIn('Asia/Tokyo', at, 'UTC').toISOString()).to.equal('2026-03-10T00:00:00.000Z')
    expect(sameTimeIn('America/New_York', at, 'Europe/Berlin').toISOString()).to.equal('2026-03-10T14:00:00.000Z')
    await subscribe(ana, '/tokyo')
    await subscribe(ben, '/lima')
    await prefer(ana, { time_zone: 'Asia/Tokyo' })
    await prefer(ben, { time_zone: 'America/Lima' })
    undo.push(
      () => prefer(ana, { time_zone: 'UTC' }),
      () => prefer(ben, { time_zone: 'UTC' }),
    )
    const id = await draft()
    const hour = 3_600_000
    await send(id, { scheduled_at: new Date((await now()) + 24 * hour).toISOString(), is_local_time: true, time_zone: 'UTC' })
    await app.clock.advance(14 * hour)
    await app.settle()
    expect(paths()).to.deep.equal([])
    await app.clock.advance(1.1 * hour)
    await app.settle()
    expect([paths(), (await show(id)).status]).to.deep.equal([['/tokyo'], 'sending'])
    await app.clock.advance(14 * hour)
    await app.settle()
    expect([paths(), (await show(id)).status]).to.deep.equal([['/lima', '/tokyo'], 'sent'])
  })

  it('leaves members in peace until their quiet hours end', async () => {
    await subscribe(ana, '/ana')
    await subscribe(ben, '/ben')
    const at = await now()
    const clock = (ms: number) => new Date(at + ms).toISOString().slice(11, 16)
    const quiet_hours = { enabled: true, from: clock(-3_600_000), to: clock(3_600_000) }
    undo.push(() => prefer(ana, { quiet_hours: { enabled: false } }))
    await prefer(ana, { quiet_hours, time_zone: 'UTC' })
    const id = await draft()
    await send(id)
    await app.settle()
    expect([paths(), (await show(id)).figures.waiting]).to.deep.equal([['/ben'], 1])
    await app.clock.advance(3_700_000)
    await app.settle()
    expect([paths(), (await show(id)).status]).to.deep.equal([['/ana', '/ben'], 'sent'])
  })

  it('reaches nobody who switches it off while it goes out, and ends where it is stopped', async () => {
    const many: TestMember[] = []
    for (let i = 0; i < 20; i++) many.push(await app.member('member'))
    for (const [i, member] of many.entries()) await subscribe(member, `/many-${i}`)
    const last = many.at(-1)!
    let seen = 0
    service.before = async () => {
      if (++seen === 1) await wants(last, false)
    }
    const id = await draft()
    await send(id)
    await app.settle()
    expect(paths()).to.not.include('/many-19')
    expect((await show(id)).figures).to.include({ delivered: 19, skipped: 1, waiting: 0 })
    service.reset()
    seen = 0
    const stopped = await draft()
    service.before = async () => {
      if (++seen === 1) await app.as(other).call(routes.cancelSchedule, { params: { id: stopped } })
    }
    await wants(last, true)
    await send(stopped)
    await app.settle()
    expect(service.got.length).to.be.lessThan(20)
    const { status, figures } = await show(stopped)
    expect([status, figures.waiting, figures.delivered + figures.skipped]).to.deep.equal(['cancelled', 0, 20])
    expect(figures.delivered).to.equal(service.got.length)
  })

  it('forgets devices that are gone, asks busy push services again, and counts what failed', async () => {
    for (const path of ['/fine', '/gone', '/busy', '/no']) await subscribe(ana, path)
    let busy = 0
    service.answer = (path) => (path === '/gone' ? 410 : path === '/no' ? 400 : path === '/busy' && ++busy < 3 ? 503 : 201)
    const id = await draft()
    await send(id)
    await app.settle()
    expect((await show(id)).figures).to.include({ delivered: 1, expired: 1, failed: 1, waiting: 1, reached: 1 })
    await app.clock.advance(300_000)
    await app.settle()
    await app.clock.advance(300_000)
    await app.settle()
    expect((await show(id)).figures).to.include({ delivered: 2, expired: 1, failed: 1, waiting: 0, reached: 1 })
    expect(paths()).to.deep.equal(['/busy', '/busy', '/busy', '/fine', '/gone', '/no'])
    expect((await app.as(ana).call(notifications.routes.preferences)).push.browsers).to.equal(3)
  })

  it('F60: loses nobody when a process dies with some in hand', async () => {
    await subscribe(ana, '/ana')
    await subscribe(ben, '/ben')
    const id = await draft()
    await send(id)
    await app.settle()
    // as a process leaves it that has claimed both and dies before one is written down
    const until = new Date((await now()) + 60_000)
    await app.sql("update push.delivery set status = 'claimed', claimed_until = $2, sent_at = null where broadcast_id = $1", [id, until])
    await app.sql("update push.recipient set status = 'waiting' where broadcast_id = $1", [id])
    await app.sql("update push.broadcast set status = 'sending', run_until = $2, delivered_count = 0, reached_count = 0 where id = $1", [id, until])
    service.reset()
    await app.runSchedule('look')
    await app.settle()
    expect(paths(), 'another may still have them in hand').to.deep.equal([])
    await app.clock.advance(300_000)
    await app.runSchedule('look')
    await app.settle()
    expect([paths(), (await show(id)).status]).to.deep.equal([['/ana', '/ben'], 'sent'])
    expect(new Set(service.got.map((pushed) => service.read(pushed).tag))).to.deep.equal(new Set([`push-${id}`]))
    expect((await show(id)).figures).to.include({ delivered: 2, reached: 2 })
  })

  it('is tested on one’s own devices, or a member’s who wants it', async () => {
    const id = await draft()
    const test = (body: object = {}) => app.as(admin).call(routes.sendTest, { params: { id }, body })
    expect((await refusal(test())).code).to.equal('nobody_reachable')
    await subscribe(admin, '/admin')
    await subscribe(ana, '/ana')
    expect((await test()).devices).to.equal(1)
    await test({ community_member_id: ana.id })
    await app.settle()
    expect(service.got.map((pushed) => [pushed.path, service.read(pushed).title, service.read(pushed).url])).to.have.deep.members([
      ['/admin', 'Test: Kiln opening', '/members'],
      ['/ana', 'Test: Kiln opening', '/members'],
    ])
    await wants(ana, false)
    expect((await refusal(test({ community_member_id: ana.id }))).status).to.equal(422)
    expect((await show(id)).status).to.equal('draft')
  })

  it('is duplicated, put away, taken out again and deleted', async () => {
    const id = await draft()
    const copy = await app.as(admin).call(routes.duplicate, { params: { id } })
    expect(copy).to.include({ title: 'Kiln opening', message: 'The wood kiln opens at noon.', path: '/members', status: 'draft' })
    const listed = async (view: 'all' | 'archived') => (await app.as(admin).call(routes.list, { query: { view } })).records.map((one) => one.id)
    await app.as(admin).call(routes.archive, { params: { id }, body: {} })
    expect([(await listed('archived')).includes(id), (await listed('all')).includes(id)]).to.deep.equal([true, false])
    await app.as(admin).call(routes.archive, { params: { id }, body: { archived: false } })
    expect((await listed('all')).includes(id)).to.equal(true)
    await app.as(admin).call(routes.destroy, { params: { id } })
    expect((await refusal(show(id))).status).to.equal(404)
  })
})
