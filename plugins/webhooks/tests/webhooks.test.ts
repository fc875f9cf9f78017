/** Webhooks: who gets what, how it is signed, when it is tried again, and what is left when a receiver or a process fails. */
import type { RouteInput } from '@atrium/sdk'
import { describePlugin, refusal, type TestApp, type TestMember, testApp, until } from '@atrium/sdk/testing'
import { expect } from 'chai'
import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import contract, { MAX_ENDPOINTS, MAX_TRIES, PAUSES } from '../contract.ts'
import outside from './outside/contract.ts'
import { openSink, type Sink } from './sink.ts'

const { routes } = contract
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const FIRED = 'outside.kiln.fired'

describePlugin('plugins/webhooks')

describe('webhooks', () => {
  let app: TestApp
  let admin: TestMember
  let ana: TestMember
  let sink: Sink

  before(async () => {
    sink = await openSink()
    const lookup = async (host: string) => [{ address: host.startsWith('inner') ? '10.0.0.9' : '127.0.0.1', family: 4 }]
    app = await testApp(['plugins/webhooks/tests/outside', 'plugins/webhooks'], { env: { ATRIUM_OUTBOUND_LOOPBACK: 'true' }, lookup })
    for (const { manifest, error } of app.plugins) if (error) throw new Error(`${manifest.id}: ${error}`)
    admin = await app.member('admin', { name: 'Ada Admin' })
    ana = await app.member('member', { name: 'Ana Lima' })
    await app.settle()
  })
  after(async () => {
    await app?.close()
    sink?.close()
  })
  beforeEach(async () => {
    app.resetLimits()
    sink.reset()
    await app.renew(ana)
  })
  afterEach(async () => {
    await app.renew(admin)
    for (const { id } of (await as().call(routes.list)).records) {
      app.resetLimits()
      await as().call(routes.destroy, { params: { id } })
    }
    await app.settle()
  })

  const as = (member = admin) => app.as(member)
  type Create = RouteInput<typeof routes.create>['body']
  const endpoint = async (path: string, more: Partial<Create> = {}) =>
    (await as().call(routes.create, { body: { name: path, url: sink.url(path), events: [FIRED], ...more } })).id
  const show = (id: number) => as().call(routes.show, { params: { id } })
  const secretOf = async (id: number) => (await as().call(routes.secret, { params: { id } })).secret
  const deliveries = async (id: number, query: object = {}) => (await as().call(routes.deliveries, { params: { id }, query })).records
  const fire = (cone: number | null = 10, communityId: number | null = null, memberId = ana.id) =>
    app.run(communityId, async (ctx) => ctx.emit(outside.events['kiln.fired'], { memberId, cone, kind: 'wood' }))
  const cool = () => app.run(null, async (ctx) => ctx.emit(outside.events['kiln.cooled'], { memberId: ana.id }))
  async function later(ms: number) {
    await app.clock.advance(ms)
    await app.renew(admin)
    await app.runSchedule('look')
    await app.settle()
  }
  /** To another name of this machine; only its own may be written down without TLS. */
  const move = (id: number, path: string, host: string) =>
    app.sql('update webhooks.endpoint set url = $2 where id = $1', [id, sink.url(path).replace('127.0.0.1', host)])
  const answers = (status: number, headers: Record<string, string> = {}) => {
    sink.answer = (_, response) => void response.writeHead(status, headers).end('{"error":"kiln"}')
  }

  it('delivers what a plugin from elsewhere declares, signed so that the library of the standard verifies it', async () => {
    const id = await endpoint('/a')
    await fire()
    await cool()
    await app.settle()
    expect(sink.got.length).to.equal(1)
    const [{ body, headers }] = sink.got as [Sink['got'][number]]
    const told = new Webhook(await secretOf(id)).verify(body, headers as Record<string, string>) as any
    expect(told).to.deep.include({ type: FIRED, community_id: await app.primaryId(), sequence: 1, data: { memberId: ana.id, cone: 10, kind: 'wood' } })
    expect([told.id, headers['content-type']]).to.deep.equal([headers['webhook-id'], 'application/json'])
    expect(Math.abs(Date.parse(told.timestamp) - Date.now())).to.be.below(5 * MINUTE)
    expect(() => new Webhook(`whsec_${Buffer.from('somebody else').toString('base64')}`).verify(body, headers as Record<string, string>)).to.throw()
    const [delivery] = await deliveries(id)
    expect(delivery).to.deep.include({ event: FIRED, status: 'delivered', sequence: 1, attempts: 1, is_failing: false, next_at: null })
    const detail = await as().call(routes.delivery, { params: { id, deliveryId: delivery!.id } })
    expect([detail.request.body, detail.answer!.body, detail.tries.length, detail.planned]).to.deep.equal([body, '{}', 1, []])
    expect(Object.keys(detail.request.headers)).not.to.include('webhook-signature')
    expect(await show(id)).to.deep.include({ state: 'on', delivered_count: 1, failed_count: 0, failing_deliveries_count: 0 })
  })

  it('numbers what each endpoint gets, leaves others and the unwanted out, and takes all events where none are chosen', async () => {
    const some = await endpoint('/some')
    await endpoint('/all', { events: null })
    await endpoint('/off', { is_enabled: false })
    await fire(1)
    await cool()
    await fire(2)
    await app.settle()
    const seen = (path: string) => {
      const got = sink.bodies(path)
      return [got.map(({ sequence }) => sequence).sort(), got.map(({ type, data }) => `${type} ${data.cone ?? ''}`.trim()).sort()]
    }
    expect(seen('/some')).to.deep.equal([
      [1, 2],
      [`${FIRED} 1`, `${FIRED} 2`],
    ])
    expect(seen('/all')).to.deep.equal([
      [1, 2, 3],
      ['outside.kiln.cooled', `${FIRED} 1`, `${FIRED} 2`],
    ])
    expect(seen('/off')).to.deep.equal([[], []])
    await app.redeliver()
    await app.settle()
    expect((await deliveries(some)).length).to.equal(2)
  })

  it('tells nothing of another community', async () => {
    const other = await app.community()
    await endpoint('/mine', { events: null })
    const theirs = await app.member('admin', { community: other })
    await fire(3, other.id, theirs.id)
    await app.settle()
    expect(sink.got).to.deep.equal([])
    const id = (await as(theirs).call(routes.create, { body: { name: 'Theirs', url: sink.url('/theirs') } })).id
    await fire(4, other.id, theirs.id)
    await fire(5)
    await app.settle()
    expect([sink.bodies('/theirs').map(({ data }) => data.cone), sink.bodies('/mine').map(({ data }) => data.cone)]).to.deep.equal([[4], [5]])
    expect((await refusal(show(id))).status).to.equal(404)
  })

  it('tries again after growing pauses for three days, and gives up then', async () => {
    const id = await endpoint('/down')
    answers(500)
    await fire()
    await app.settle()
    let tries = 1
    for (const minutes of PAUSES) {
      expect(sink.got.length).to.equal(tries)
      const [row] = await deliveries(id)
      expect(row).to.deep.include({ status: 'waiting', attempts: tries, is_failing: true })
      expect((Date.parse(row!.next_at!) - Date.parse(row!.last_try!.at)) / MINUTE).to.be.within(minutes * 0.89, minutes * 1.11)
      await later(minutes * 0.85 * MINUTE)
      expect(sink.got.length, `too early, after ${minutes}`).to.equal(tries)
      await later(minutes * 0.3 * MINUTE)
      tries++
    }
    expect([tries, sink.got.length]).to.deep.equal([MAX_TRIES, MAX_TRIES])
    expect(new Set(sink.got.map(({ headers }) => headers['webhook-id'])).size).to.equal(1)
    const [row] = await deliveries(id, { view: 'failed' })
    expect(row).to.deep.include({ status: 'failed', next_at: null, attempts: MAX_TRIES })
    await later(10 * DAY)
    expect(sink.got.length).to.equal(MAX_TRIES)
    expect((await show(id)).state).to.equal('resting')
  })

  it('rests after a day of failures alone, tells whoever made it, and goes on when it is woken', async () => {
    const id = await endpoint('/rests')
    answers(502)
    for (let n = 0; n < 6; n++) await fire(n)
    await app.settle()
    for (const minutes of [2, 6, 40]) await later(minutes * MINUTE)
    expect((await show(id)).state).to.equal('failing')
    await later(DAY)
    expect((await show(id)).state).to.equal('resting')
    const mail = (await app.sent()).filter(({ subject }) => subject.includes('/rests'))
    expect(mail.map(({ text }) => text.includes(`/settings/webhooks?endpoint=${id}`))).to.deep.equal([true])
    const before = sink.got.length
    await fire(99)
    await later(2 * DAY)
    expect(sink.got.length, 'nothing goes to one that rests').to.equal(before)
    sink.reset()
    await as().call(routes.wake, { params: { id } })
    expect((await refusal(as().call(routes.wake, { params: { id } }))).status).to.equal(409)
    await app.settle()
    expect((await show(id)).state).to.equal('on')
    await later(DAY)
    expect(
      sink
        .bodies('/rests')
        .map(({ data }) => data.cone)
        .sort((a, b) => a - b),
    ).to.deep.equal([0, 1, 2, 3, 4, 5, 99])
  })

  it('turns an endpoint off that says 410, and leaves alone for a while one that asks for it', async () => {
    const gone = await endpoint('/gone')
    answers(410)
    await fire()
    await app.settle()
    expect(await show(gone)).to.deep.include({ state: 'off', is_gone: true })
    expect((await deliveries(gone))[0]!.status).to.equal('failed')
    expect((await app.sent()).filter(({ subject }) => subject.includes('/gone')).length).to.equal(1)
    expect((await as().call(routes.update, { params: { id: gone }, body: { is_enabled: true } })).state).to.equal('on')
    await as().call(routes.update, { params: { id: gone }, body: { is_enabled: false } })

    await endpoint('/busy')
    answers(429, { 'retry-after': '1800' })
    sink.got = []
    await fire()
    await app.settle()
    await fire()
    await later(10 * MINUTE)
    expect(sink.got.length).to.equal(1)
    sink.reset()
    await later(21 * MINUTE)
    expect(sink.got.length).to.equal(2)
    // nobody puts it off for longer than an hour
    answers(503, { 'retry-after': '999999' })
    await fire()
    await app.settle()
    sink.reset()
    await later(61 * MINUTE)
    expect(sink.got.length).to.equal(1)
  })

  it('sends one again, and a span: those that never arrived, or all, by the ids that they had', async () => {
    const id = await endpoint('/again')
    await fire(1)
    await app.settle()
    answers(400)
    await fire(2)
    await app.settle()
    for (const minutes of PAUSES.slice(0, 5)) await later(minutes * 1.2 * MINUTE)
    const [second, first] = await deliveries(id)
    const calls = { params: { id, deliveryId: first!.id } }
    sink.reset()
    expect((await as().call(routes.replay, calls)).status).to.equal('waiting')
    await app.settle()
    expect(sink.got.map(({ headers }) => headers['webhook-id'])).to.deep.equal([first!.message_id])
    expect((await as().call(routes.delivery, calls)).tries.length).to.equal(2)
    await app.sql("update webhooks.delivery set status = 'failed' where id = $1", [second!.id])
    const span = { from: new Date(Date.parse(first!.created_at) - 1).toISOString(), to: new Date(Date.parse(second!.created_at) + 1).toISOString() }
    const replayed = async (body: object) => {
      sink.reset()
      const { count } = await as().call(routes.replaySpan, { params: { id }, body: { ...span, ...body } })
      await app.settle()
      return [count, sink.got.map(({ body: text }) => JSON.parse(text).data.cone).sort()]
    }
    expect(await replayed({})).to.deep.equal([1, [2]])
    expect(await replayed({})).to.deep.equal([0, []])
    expect(await replayed({ only: 'all' })).to.deep.equal([2, [1, 2]])
    expect(await replayed({ only: 'all', to: second!.created_at })).to.deep.equal([1, [1]])
    await as().call(routes.update, { params: { id }, body: { is_enabled: false } })
    expect((await refusal(as().call(routes.replay, calls))).code).to.equal('webhook_off')
  })

  it('tries an endpoint at once and shows what it answered, whatever state it is in', async () => {
    const id = await endpoint('/test', { is_enabled: false })
    const good = await as().call(routes.test, { params: { id } })
    expect([good.status, good.event, good.last_try!.status, good.answer!.body]).to.deep.equal(['delivered', 'webhooks.test', 200, '{}'])
    answers(418, { 'x-request-id': 'r1', 'set-cookie': 'secret=1' })
    const bad = await as().call(routes.test, { params: { id } })
    expect([bad.status, bad.sequence, bad.last_try!.status, bad.answer!.body]).to.deep.equal(['failed', 2, 418, '{"error":"kiln"}'])
    expect(Object.keys(bad.answer!.headers).sort()).to.deep.equal(['date', 'x-request-id'])
    await later(DAY)
    expect(sink.got.length).to.equal(2)
    expect(await show(id)).to.deep.include({ state: 'off', failed_count: 0 })
  })

  it('signs by both secrets for a day after one is renewed, and by the new one alone then', async () => {
    const id = await endpoint('/secret')
    const former = await secretOf(id)
    const { secret } = await as().call(routes.renewSecret, { params: { id } })
    expect([secret === former, await secretOf(id)]).to.deep.equal([false, secret])
    /** Which secret a request was signed by, asked of an implementation of the standard. */
    const signers = ({ headers, body }: Sink['got'][number]) => {
      const signatures = String(headers['webhook-signature']).split(' ')
      const by = (one: string) => new Webhook(one).sign(String(headers['webhook-id']), new Date(Number(headers['webhook-timestamp']) * 1_000), body)
      return [signatures.length, signatures.includes(by(secret)), signatures.includes(by(former))]
    }
    await fire()
    await app.settle()
    expect(sink.got.map(signers)).to.deep.equal([[2, true, true]])
    sink.reset()
    await app.clock.advance(DAY + MINUTE)
    await app.renew(admin)
    await fire()
    await app.settle()
    expect(sink.got.map(signers)).to.deep.equal([[1, true, false]])
    expect((await show(id)).secret_end).to.equal(secret.slice(-4))
    const [stored] = await app.sql('select secret, former_secret from webhooks.endpoint where id = $1', [id])
    expect(JSON.stringify(stored)).not.to.include(secret.slice(6)).and.not.to.include(former.slice(6))
  })

  it('calls no private address: not one that is written, one that a name leads to, nor one that a redirect names', async () => {
    const codes: string[] = []
    for (const url of [
      'https://10.0.0.7/in',
      'https://169.254.169.254/latest',
      'https://u:p@example.com/',
      'http://example.com/in',
      'ftp://example.com',
      'in',
    ]) {
      const { status, details, code } = await refusal(as().call(routes.create, { body: { name: 'Inner', url } }))
      expect([status, Object.keys(details as object)], url).to.deep.equal([422, ['url']])
      codes.push(code)
    }
    expect(codes).to.deep.equal([...Array(3).fill('outbound_refused'), ...Array(3).fill('invalid_input')])
    const inner = await endpoint('/inner')
    await move(inner, '/inner', 'inner.example')
    const away = await endpoint('/away')
    sink.answer = (_, response) => void response.writeHead(302, { location: 'http://10.0.0.7/in' }).end()
    await fire()
    await app.settle()
    expect(sink.got.map(({ path }) => path)).to.deep.equal(['/away'])
    expect((await deliveries(inner))[0]!.last_try).to.deep.include({ status: null, error: 'Couldn’t reach the other server.' })
    expect((await deliveries(away))[0]!.last_try!.status).to.equal(302)
  })

  it('is held up by nobody who hangs, and reads no endless answer', async () => {
    const hanging: ServerResponse[] = []
    const slow = await endpoint('/hangs')
    const endless = await endpoint('/endless')
    const fast = await endpoint('/fast')
    await move(slow, '/hangs', 'slow.example')
    await move(endless, '/endless', 'endless.example')
    sink.answer = (path, response) => {
      if (path === '/hangs') return void hanging.push(response)
      if (path === '/fast') return void response.end('ok')
      response.writeHead(200, { 'content-type': 'text/plain' })
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', pour)
      }
      pour()
    }
    for (let n = 0; n < 30; n++) await fire(n)
    const settled = app.settle()
    await until('all to be there while others hang', () => sink.bodies('/fast').length === 30 && hanging.length > 0)
    for (const response of hanging) response.destroy()
    sink.answer = (_, response) => void response.end('ok')
    await settled
    expect((await show(fast)).delivered_count).to.equal(30)
    const said = (await as().call(routes.deliveries, { params: { id: endless }, query: { per_page: 100 } })).records.flatMap(
      ({ last_try }) => last_try?.error ?? [],
    )
    expect(said.length).to.be.at.least(1)
    expect(new Set(said)).to.deep.equal(new Set(['The response is larger than 65,536 bytes.']))
    await later(3 * MINUTE)
    expect([(await show(slow)).delivered_count, new Set(sink.bodies('/hangs').map(({ id }) => id)).size]).to.deep.equal([30, 30])
  })

  it('F62: delivers once more, by the same id, what a process had in hand that died', async () => {
    const id = await endpoint('/claimed')
    await fire(1)
    await fire(2)
    await app.settle()
    const ids = sink.got.map(({ headers }) => headers['webhook-id']).sort()
    sink.reset()
    const [{ now }] = (await app.sql('select now() as now')) as [{ now: Date }]
    await app.sql("update webhooks.delivery set status = 'claimed', attempts = 0, tries = '[]', due_at = $2 where endpoint_id = $1", [
      id,
      new Date(now.getTime() + MINUTE),
    ])
    await app.runSchedule('look')
    await fire(3)
    await app.settle()
    expect(sink.got, 'another may still have them in hand').to.deep.equal([])
    await later(2 * MINUTE)
    expect(
      sink
        .bodies('/claimed')
        .map(({ data }) => data.cone)
        .sort(),
    ).to.deep.equal([1, 2, 3])
    expect(sink.got.map(({ headers }) => headers['webhook-id'])).to.include.members(ids)
    expect((await deliveries(id)).map(({ status }) => status)).to.deep.equal(['delivered', 'delivered', 'delivered'])
  })

  it('keeps deliveries for 30 days, and nothing of an endpoint that was deleted', async () => {
    const id = await endpoint('/old')
    await fire(1)
    await app.settle()
    await app.clock.advance(29 * DAY)
    await fire(2)
    await app.settle()
    await app.clock.advance(2 * DAY)
    await app.renew(admin)
    await app.runSchedule('purge')
    await app.settle()
    expect((await deliveries(id)).length).to.equal(1)
    await as().call(routes.destroy, { params: { id } })
    await app.settle()
    expect(await app.sql('select 1 from webhooks.delivery where endpoint_id = $1', [id])).to.deep.equal([])
    expect((await refusal(show(id))).code).to.equal('webhook_not_found')
  })

  it('cancels what waits for an endpoint that is turned off', async () => {
    const id = await endpoint('/paused')
    answers(500)
    await fire()
    await app.settle()
    await as().call(routes.update, { params: { id }, body: { is_enabled: false } })
    await app.settle()
    sink.reset()
    await later(DAY)
    expect([sink.got, (await deliveries(id))[0]!.status]).to.deep.equal([[], 'cancelled'])
  })

  it('forgets whom it named when they are gone', async () => {
    const id = await endpoint('/erased')
    const leaving = await app.member('member', { name: 'Lena Leaving' })
    await app.run(null, async (ctx) => ctx.emit(outside.events['kiln.fired'], { memberId: leaving.id, cone: 9, kind: 'wood', note: 'Lena Leaving was here' }))
    await app.settle()
    await app.run(null, (ctx) => ctx.members.forget(leaving.id))
    await app.settle()
    const [row] = await deliveries(id, { event: FIRED })
    const detail = await as().call(routes.delivery, { params: { id, deliveryId: row!.id } })
    expect([JSON.parse(detail.request.body).data, detail.answer]).to.deep.equal([{ memberId: leaving.id, cone: 9 }, null])
  })

  it('names its events in the reader’s words, with what each carries', async () => {
    const { records } = await as().call(routes.events)
    const fired = records.find(({ name }) => name === FIRED)!
    expect([fired.title, fired.group]).to.deep.equal(['A kiln is fired', 'Outside'])
    expect(fired.fields.map(({ name, type, is_nullable, is_optional }) => [name, type, is_nullable, is_optional])).to.deep.equal([
      ['memberId', 'number', false, false],
      ['cone', 'number', true, false],
      ['kind', 'choice', false, false],
      ['note', 'text', false, true],
      ['shelves', 'list', false, true],
      ['firedAt', 'date', false, true],
    ])
    expect(JSON.parse(fired.example)).to.deep.include({
      type: FIRED,
      data: { ...JSON.parse(fired.example).data, kind: 'wood', shelves: [{ name: 'Kiln opening' }] },
    })
    expect(records.map(({ name }) => name))
      .to.include('membership.member.joined')
      .and.not.to.include('outside.kiln.counted')
    expect(records.map(({ title }) => title).filter((title) => /[._]/.test(title))).to.deep.equal([])
    const refused = await refusal(endpoint('/none', { events: ['outside.kiln.counted'] }))
    expect([refused.status, refused.details]).to.deep.equal([422, { events: ['The event outside.kiln.counted doesn’t exist.'] }])
  })

  it('is for those who may manage it, and has room for fifty', async () => {
    expect((await refusal(as(ana).call(routes.list))).status).to.equal(403)
    for (let n = 0; n < MAX_ENDPOINTS; n++) {
      app.resetLimits()
      await endpoint(`/n${n}`, { is_enabled: false })
    }
    expect((await refusal(endpoint('/more'))).code).to.equal('too_many_webhooks')
    app.resetLimits()
    expect((await as().call(routes.list)).records.length).to.equal(MAX_ENDPOINTS)
  })
})
