/** Servers sign members in: by the published fields, for an hour, with nothing else open to them. */
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { emailOf, openApi } from './kit.ts'

describe('the published Auth API', () => {
  let app: TestApp
  let admin: TestMember
  let member: TestMember
  let headless: string
  const tokenOf = async (kind: string, scopes: string[]) =>
    (await app.kernel.modules.accounts.tokens.create(admin.communityId, admin.accountId, { name: 'Server', kind, scopes, expiresAt: null })).token
  const ask = (token: string, method: string, path: string, body?: object) => app.as(null).send(method, path, body, { authorization: `Bearer ${token}` })
  const sign = (body: object, token = headless) => ask(token, 'POST', '/api/v1/headless/auth_token', body)

  before(async () => {
    app = await openApi()
    admin = await app.member('admin')
    member = await app.member('member', { name: 'Nell' })
    headless = await tokenOf('headless_auth', [])
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('gives a member’s tokens by id or address, renews the hour, and ends either at once', async () => {
    const made = (await sign({ community_member_id: member.id })).body
    expect(made).to.have.all.keys(
      ...['access_token', 'access_token_expires_at', 'refresh_token', 'refresh_token_expires_at', 'community_member_id', 'community_id'],
    )
    expect([made.community_member_id, made.community_id]).to.deep.equal([member.id, member.communityId])
    expect((await sign({ email: await emailOf(app, member) })).body.community_member_id).to.equal(member.id)
    const mine = async (token: string) => (await ask(token, 'GET', '/internal_api/community')).status
    expect([await mine(made.access_token), await mine(made.refresh_token)]).to.deep.equal([200, 401])
    const next = await ask(headless, 'PATCH', '/api/v1/headless/access_token/refresh', { refresh_token: made.refresh_token })
    expect([next.status, await mine(next.body.access_token)]).to.deep.equal([200, 200])
    expect((await ask(headless, 'POST', '/api/v1/headless/access_token/revoke', { access_token: made.access_token })).status).to.equal(204)
    expect([await mine(made.access_token), await mine(next.body.access_token)]).to.deep.equal([401, 200])
    expect((await ask(headless, 'POST', '/api/v1/headless/refresh_token/revoke', { refresh_token: made.refresh_token })).status).to.equal(204)
    const late = await ask(headless, 'PATCH', '/api/v1/headless/access_token/refresh', { refresh_token: made.refresh_token })
    expect([late.status, late.body.code]).to.deep.equal([401, 'invalid_refresh_token'])
  })

  it('refuses other tokens, members who are none, and what names nobody', async () => {
    for (const [token, code] of [
      [await tokenOf('admin_v2', ['admin', 'read', 'write']), 'invalid_access_token_type'],
      [(await sign({ community_member_id: member.id })).body.access_token, 'invalid_access_token_type'],
    ] as const)
      expect((await sign({ community_member_id: member.id }, token)).body.code).to.equal(code)
    expect((await app.as(admin).send('POST', '/api/v1/headless/auth_token', { email: await emailOf(app, member) })).body.code).to.equal('missing_token_error')
    const stranger = await app.member('member', { community: await app.community() })
    expect((await sign({ community_member_id: stranger.id })).status).to.equal(404)
    expect((await sign({ email: 'nobody@example.com' })).body.code).to.equal('member_not_found')
    expect((await sign({})).body.code).to.equal('missing_parameter')
  })
})
