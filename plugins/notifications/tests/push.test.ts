/** Web push: what arrives is decrypted by an implementation of its own, and what may not be called is not. */
import { createPublicKey, verify } from 'node:crypto'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import contract from '../contract.ts'
import { APP, tellIn } from './kit.ts'
import { hidden } from './news/server/index.ts'
import { openPushService, type Pushed, type PushService } from './pushService.ts'

const { routes } = contract

describe('web push', () => {
  let app: TestApp
  let ana: TestMember
  let service: PushService
  let tell: ReturnType<typeof tellIn>
  let subject = 900
  const subscribe = (path: string) => app.as(ana).call(routes.subscribe, { body: service.endpoint(path) })
  const browsers = async () =>
    (await app.sql('select endpoint from notifications.subscription order by id')).map(({ endpoint }) => endpoint.replace(service.base, ''))

  before(async () => {
    service = await openPushService()
    app = await testApp(APP, { env: { ATRIUM_OUTBOUND_LOOPBACK: 'true' } })
    ana = await app.member('member', { name: 'Ana Lima' })
    tell = tellIn(app)
  })
  after(async () => {
    await app?.close()
    service?.close()
  })
  beforeEach(async () => {
    service.reset()
    hidden.clear()
    await app.sql('delete from notifications.subscription')
  })

  it('says what the notice says, to the browser alone, signed with the community’s key', async () => {
    await subscribe('/one')
    const subjectId = ++subject
    await tell([ana], { subjectId })
    await app.settle()
    const [pushed] = service.got as [Pushed]
    const { headers, body } = pushed
    expect(service.read(pushed)).to.include({ title: ` wrote about Story ${subjectId}`, body: `It began ${subjectId} days ago.`, url: `/stories/${subjectId}` })
    expect(body.toString('latin1')).to.not.include('Story')
    const [, token, publicKey] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers['authorization']!)!
    expect((await app.as(ana).call(routes.preferences)).push).to.deep.equal({ public_key: publicKey, browsers: 1 })
    const point = Buffer.from(publicKey!, 'base64url')
    const key = createPublicKey({
      key: { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
      format: 'jwk',
    })
    const [head, claims, signature] = token!.split('.')
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature!, 'base64url'))).to.equal(true)
    expect(JSON.parse(Buffer.from(claims!, 'base64url').toString()).aud).to.equal(service.base)
    const [{ private_key }] = await app.sql('select private_key from notifications.push_key')
    expect(private_key.length, 'sealed').to.be.greaterThan(60)
  })

  it('is not sent of what is read, hidden, or in quiet hours', async () => {
    await subscribe('/two')
    const subjectId = ++subject
    await app.run(null, async (ctx) => {
      await ctx.use(contract).tell({ kind: 'story', subjectId, key: 'q', actorMemberId: null, to: [{ memberId: ana.id, reason: 'follow' }] })
      hidden.add(`${ana.id}:${subjectId}`)
    })
    await app.settle()
    const hour = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16)
    const quiet = (enabled: boolean) =>
      app.as(ana).call(routes.updatePreferences, { body: { quiet_hours: { enabled, from: hour(-3_600_000), to: hour(3_600_000) }, time_zone: 'UTC' } })
    await quiet(true)
    await tell([ana], { subjectId: ++subject })
    await app.settle()
    expect(service.got).to.deep.equal([])
    await quiet(false)
  })

  it('forgets browsers that are gone, and never calls an address inside', async () => {
    await subscribe('/gone')
    service.answer = () => 410
    await tell([ana], { subjectId: ++subject })
    await app.settle()
    expect([service.got.length, await browsers()]).to.deep.equal([1, []])
    for (const endpoint of ['http://10.0.0.1/push', 'http://169.254.169.254/latest/meta-data', 'https://[fd00::1]/x', 'ftp://push.example.com/x'])
      await app.as(ana).call(routes.subscribe, { body: { endpoint, keys: service.keys } })
    await app
      .as(ana)
      .call(routes.subscribe, { body: { endpoint: `${service.base}/no-point`, keys: { p256dh: `B${'A'.repeat(86)}`, auth: service.keys.auth } } })
    await tell([ana], { subjectId: ++subject })
    await app.settle()
    expect(await browsers()).to.deep.equal([])
  })

  it('belongs to who signed in last in the browser, and ends by their wish alone', async () => {
    const ben = await app.member('member')
    await subscribe('/shared')
    await app.as(ben).call(routes.subscribe, { body: service.endpoint('/shared') })
    await tell([ana], { subjectId: ++subject })
    await app.settle()
    expect(service.got).to.deep.equal([])
    await app.as(ana).call(routes.unsubscribe, { body: { endpoint: `${service.base}/shared` } })
    expect(await browsers()).to.deep.equal(['/shared'])
    await app.as(ben).call(routes.unsubscribe, { body: { endpoint: `${service.base}/shared` } })
    expect(await browsers()).to.deep.equal([])
  })
})
