/** Tokens: what each may do and whose they are; pages that may call from browsers; and how calls become figures. */
import communities from '@atrium/sdk/kernel/communities'
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import masquerading from '../../masquerading/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import contract, { type Kind } from '../contract.ts'

const { routes } = contract

describePlugin('plugins/developers')

describe('developers', () => {
  let app: TestApp
  let admin: TestMember
  let other: TestMember
  let member: TestMember
  before(async () => {
    app = await testApp([
      'plugins/spaces',
      'plugins/content',
      'plugins/media',
      'plugins/members',
      'plugins/posts',
      'plugins/masquerading',
      'plugins/developers',
    ])
    admin = await app.member('admin', { name: 'Ada' })
    other = await app.member('admin', { name: 'Otto' })
    member = await app.member('member')
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  const make = (scopes: string[], { kind = 'admin_v2', asAdmin = true, by = admin }: { kind?: Kind; asAdmin?: boolean; by?: TestMember } = {}) =>
    app.as(by).call(routes.createToken, { body: { name: 'Robot', kind, scopes, acts_as_admin: asAdmin } })
  const ask = async (token: string, method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await app.as(null).send(method, path, body, { authorization: `Bearer ${token}`, ...headers })
    return { status: answer.status, code: answer.body?.code, body: answer.body }
  }
  const ROLES = communities.routes.roles.path

  describe('tokens', () => {
    it('are made by admins, shown once, and told by kind', async () => {
      expect(await refusal(app.as(member).call(routes.createToken, { body: { name: 'x', scopes: ['read'] } }))).to.include({ status: 403 })
      const made = await make(['read', 'write'])
      expect(made.token).to.match(/^atr_adm_[\w-]{43}$/)
      expect(made.prefix).to.equal(`atr_adm_…${made.token.slice(-4)}`)
      expect((await make([], { kind: 'headless_auth' })).token).to.match(/^atr_hdl_/)
      expect((await make(['read'], { kind: 'data' })).token).to.match(/^atr_dat_/)
      const { records } = await app.as(admin).call(routes.tokens)
      expect(JSON.stringify(records)).to.not.include(made.token)
      expect(records.find(({ id }) => id === made.id)).to.deep.include({ is_mine: true, acts_as_admin: true, scopes: ['read', 'write'] })
    })

    it('do what their scopes say: everything, one plugin, reads alone, or nothing', async () => {
      const space = await makeSpace(app, admin, [member])
      const list = `/internal_api/spaces/${space.id}/posts`
      const post = {
        post: { name: 'By a program', tiptap_body: { body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words' }] }] } } },
      }
      const whole = await make(['read', 'write'])
      expect((await ask(whole.token, 'GET', list)).status).to.equal(200)
      expect((await ask(whole.token, 'POST', list, post)).status).to.equal(201)
      const single = await make(['posts:read'])
      expect((await ask(single.token, 'GET', list)).status).to.equal(200)
      expect(await ask(single.token, 'POST', list, post)).to.include({ status: 403, code: 'scope_required' })
      expect(await ask(single.token, 'GET', '/internal_api/spaces')).to.include({ status: 403, code: 'scope_required' })
      const data = await make(['read', 'write'], { kind: 'data' })
      expect(data.scopes).to.deep.equal(['read'])
      expect(await ask(data.token, 'POST', list, post)).to.include({ status: 403, code: 'scope_required' })
      const headless = await make(['read', 'write'], { kind: 'headless_auth' })
      expect(await ask(headless.token, 'GET', list)).to.include({ status: 403, code: 'scope_required' })
      const plain = await make(['read', 'write'], { asAdmin: false })
      expect((await ask(plain.token, 'GET', '/internal_api/admin/api_tokens')).status).to.equal(403)
      expect((await ask(whole.token, 'GET', '/internal_api/admin/api_tokens')).status).to.equal(200)
    })

    it('make no other tokens, widen none, and renew none', async () => {
      const { token, id } = await make(['read', 'write'])
      for (const [method, path, body] of [
        ['POST', '/internal_api/admin/api_tokens', { name: 'More', scopes: ['write'] }],
        ['PATCH', `/internal_api/admin/api_tokens/${id}`, { scopes: ['write'] }],
        ['POST', `/internal_api/admin/api_tokens/${id}/refresh`, {}],
      ] as const)
        expect((await ask(token, method, path, body)).code, path).to.equal('session_required')
    })

    it('are widened and renewed by who made them alone: their text carries that person’s rights', async () => {
      const { id } = await make(['read'])
      expect(await refusal(app.as(other).call(routes.refreshToken, { params: { id }, body: {} }))).to.include({ status: 403, code: 'not_yours' })
      expect(await refusal(app.as(other).call(routes.updateToken, { params: { id }, body: { scopes: ['write'] } }))).to.include({ code: 'not_yours' })
      expect(await app.as(other).call(routes.updateToken, { params: { id }, body: { name: 'Renamed' } })).to.include({ name: 'Renamed', is_mine: false })
      await app.as(other).call(routes.destroyToken, { params: { id } })
      expect(await refusal(app.as(admin).call(routes.showToken, { params: { id } }))).to.include({ status: 404 })
    })

    it('are not made by who acts as another', async () => {
      await app.as(admin).call(masquerading.routes.start, { body: { entity_id: other.id, entity_type: 'CommunityMember', mode: 'full' } })
      expect(await refusal(app.as(admin).call(routes.createToken, { body: { name: 'x', scopes: ['read'] } }))).to.include({ status: 403, code: 'masquerading' })
      await app.as(admin).call(masquerading.routes.stop)
    })

    it('hold in their former text as long as was said, and end at once when revoked', async () => {
      const first = await make(['read'])
      const second = await app.as(admin).call(routes.refreshToken, { params: { id: first.id }, body: { overlap_hours: 1 } })
      expect(second.former_until).to.not.equal(null)
      for (const { token } of [first, second]) expect((await ask(token, 'GET', ROLES)).status).to.equal(200)
      const third = await app.as(admin).call(routes.refreshToken, { params: { id: first.id }, body: { overlap_hours: 0 } })
      for (const { token } of [first, second]) expect((await ask(token, 'GET', ROLES)).code).to.equal('invalid_token')
      expect((await ask(third.token, 'GET', ROLES)).status).to.equal(200)
      await app.as(admin).call(routes.destroyToken, { params: { id: first.id } })
      expect((await ask(third.token, 'GET', ROLES)).code).to.equal('invalid_token')
    })

    it('are no tokens in an address, and refuse what is no scope, no end and no name', async () => {
      const { token } = await make(['read'])
      expect((await app.as(null).send('GET', `${ROLES}?access_token=${token}&token=${token}`)).status).to.equal(401)
      for (const [body, field] of [
        [{ name: 'x', scopes: ['owner'] }, 'scopes'],
        [{ name: 'x', scopes: [] }, 'scopes'],
        [{ name: '  ', scopes: ['read'] }, 'name'],
        [{ name: 'x', scopes: ['read'], expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
        [{ name: 'x', scopes: Array(121).fill('read') }, 'scopes'],
      ] as const) {
        const answer = await app.as(admin).send('POST', '/internal_api/admin/api_tokens', body)
        expect(answer.status, field).to.equal(422)
        expect(JSON.stringify(answer.body.error_details)).to.include(field)
      }
    })
  })

  describe('origins', () => {
    const from = (origin: string, method = 'GET') => app.as(admin).send(method, '/internal_api/community', undefined, { origin })
    it('open the API to the pages of a site, or of all below it, and to no other', async () => {
      const shop = await app.as(admin).call(routes.createOrigin, { body: { origin: 'HTTPS://Shop.Example/' } })
      await app.as(admin).call(routes.createOrigin, { body: { origin: 'https://*.pots.example', note: 'Previews' } })
      expect(shop.origin).to.equal('https://shop.example')
      for (const origin of ['https://shop.example', 'https://a.pots.example', 'https://a.b.pots.example'])
        expect((await from(origin)).headers['access-control-allow-origin'], origin).to.equal(origin)
      for (const origin of [
        'https://pots.example',
        'https://evilpots.example',
        'https://a.pots.example.evil.com',
        'http://shop.example',
        'https://shop.example:444',
        'null',
        'https://.pots.example',
        'https://x/.pots.example',
      ])
        expect((await from(origin)).headers['access-control-allow-origin'], origin).to.equal(undefined)
      await app.as(admin).call(routes.destroyOrigin, { params: { id: shop.id } })
      expect((await from('https://shop.example')).headers['access-control-allow-origin']).to.equal(undefined)
    })

    it('are addresses of sites, once each', async () => {
      for (const origin of [
        '*',
        'https://*',
        'https://*.com',
        'http://shop.example',
        'shop.example',
        'https://a.example/path',
        'https://u@a.example',
        'https://a.*.example',
        'javascript:alert(1)',
      ])
        expect(await refusal(app.as(admin).call(routes.createOrigin, { body: { origin } })), origin).to.include({ status: 422 })
      const { id } = await app.as(admin).call(routes.createOrigin, { body: { origin: 'https://once.example' } })
      expect(await refusal(app.as(admin).call(routes.createOrigin, { body: { origin: 'https://once.example' } }))).to.include({
        status: 409,
        code: 'origin_taken',
      })
      expect(await app.as(admin).call(routes.updateOrigin, { params: { id }, body: { origin: 'http://localhost:5173' } })).to.include({
        origin: 'http://localhost:5173',
      })
      expect(await refusal(app.as(member).call(routes.origins))).to.include({ status: 403 })
    })

    it('are all known to the house after ten changes at once', async () => {
      await Promise.all(Array.from({ length: 10 }, (_, n) => app.as(admin).call(routes.createOrigin, { body: { origin: `https://many-${n}.example` } })))
      for (let n = 0; n < 10; n++)
        expect((await from(`https://many-${n}.example`)).headers['access-control-allow-origin']).to.equal(`https://many-${n}.example`)
    })
  })

  describe('figures', () => {
    it('count calls by kind, answer and endpoint, and members in whose name they were made', async () => {
      const { token, id } = await make(['posts:read', 'community:read'])
      const data = await make(['read'], { kind: 'data' })
      await app.kernel.meter.flush()
      const before = await app.as(admin).call(routes.usageCounts, { query: {} })
      for (let n = 0; n < 3; n++) await ask(data.token, 'GET', '/internal_api/community')
      await ask(token, 'GET', '/internal_api/spaces')
      await ask(data.token, 'GET', '/internal_api/no_such_thing')
      await app.as(admin).send('GET', '/internal_api/community')
      await app.kernel.meter.flush()
      const after = await app.as(admin).call(routes.usageCounts, { query: {} })
      expect(after.count - before.count).to.equal(5)
      expect(after.failed - before.failed).to.equal(2)
      expect(after.p95).to.be.a('number')
      expect(after.records.at(-1)!.counts.data).to.be.greaterThan(3)
      const { records } = await app.as(admin).call(routes.endpointMetrics, { query: { api_type: 'data' } })
      expect(records[0]).to.deep.include({ method: 'GET', path: '/internal_api/community', count: 3, failed: 0, token: { id: data.id, name: 'Robot' } })
      expect(await app.as(admin).call(routes.mauCount, { query: {} })).to.deep.include({ count: 1 })
      const months = (await app.as(admin).call(routes.billingCycles, { query: { limit: 2 } })).records
      expect(months).to.have.length(2)
      expect(months[0]).to.deep.include({ is_current: true, count: after.count, members: 1 })
      expect((await app.as(admin).call(routes.showToken, { params: { id } })).calls).to.equal(1)
    })

    it('add up what several processes hand over, and keep to their community', async () => {
      const before = await app.as(admin).call(routes.usageCounts, { query: {} })
      const { token } = await make(['read'])
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          await ask(token, 'GET', '/internal_api/community')
          await app.kernel.meter.flush()
        }),
      )
      expect((await app.as(admin).call(routes.usageCounts, { query: {} })).count - before.count).to.equal(20)
      const stranger = await app.member('admin', { community: await app.community() })
      expect((await app.as(stranger).call(routes.usageCounts, { query: {} })).count).to.equal(0)
    })

    it('show hours up to two days, days beyond, and nothing for a span that ends before it begins', async () => {
      const today = Math.floor(Date.now() / 86_400_000)
      const day = (ago: number) => new Date((today - ago) * 86_400_000).toISOString()
      const span = (start: number, end: number) => app.as(admin).call(routes.usageCounts, { query: { start_date_time: day(start), end_date_time: day(end) } })
      expect(await span(90, 89)).to.deep.include({ step: 'hour', count: 0, p95: null })
      expect((await span(90, 89)).records).to.have.length(24)
      expect((await span(90, 60)).records).to.have.length(30)
      expect((await span(60, 70)).records).to.have.length(0)
      const ages = await app.as(admin).call(routes.usageCounts, { query: { start_date_time: '0001-01-01T00:00:00Z', end_date_time: '9999-12-31T00:00:00Z' } })
      expect(ages.records.length).to.be.within(400, 403)
      expect((await app.as(admin).call(routes.billingCycles, { query: { end_date_time: '9999-12-31T00:00:00Z', limit: 1 } })).records).to.have.length(1)
    })
  })

  it('says by what servers may name a member, one way at least', async () => {
    await app.as(admin).call(routes.updateAuthProvider, { body: { identifiers: ['email', 'email'] } })
    expect(await app.as(admin).call(routes.authProvider)).to.deep.include({ identifiers: ['email'], access_token_seconds: 3_600 })
    expect(await refusal(app.as(admin).call(routes.updateAuthProvider, { body: { identifiers: [] } }))).to.include({ status: 422 })
  })
})
