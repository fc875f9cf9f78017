/** Looking as somebody else: who may, as whom, what is written meanwhile and in whose name, and how it ends. */
import auth from '@atrium/sdk/kernel/auth'
import communities from '@atrium/sdk/kernel/communities'
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'

const { routes } = contract
const PASSWORD = 'Secret-1'

describePlugin('plugins/masquerading')

describe('masquerading', () => {
  let app: TestApp
  let admin: TestMember
  let other: TestMember
  let moderator: TestMember
  let ana: TestMember
  let secret: number
  const as = (who: TestMember | null) => app.as(who)
  const bundle = async (who: TestMember) => (await as(who).send('GET', '/internal_api/pundit_users')).body
  const boot = async (who: TestMember) => (await as(who).send('GET', '/boot')).body
  const start = (who: TestMember, body: object) => as(who).call(routes.start, { body: body as never })
  const stop = (who: TestMember) => as(who).call(routes.stop)

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/masquerading'])
    admin = await app.member('admin', { name: 'Marit Solheim' })
    other = await app.member('admin', { name: 'Second Admin' })
    moderator = await app.member('moderator', { name: 'Tomas Reed' })
    ana = await app.member('member', { name: 'Ana Lima' })
    const group = await as(admin).call(spaces.routes.createGroup, { body: { name: 'Studio' } })
    secret = (await as(admin).call(spaces.routes.create, { body: { name: 'Kiln crew', space_group_id: group.id, is_private: true } })).space.id
    await app.run(null, (ctx) => ctx.use(spaces).addMembers(secret, [moderator.id]))
    await app.settle()
  })
  beforeEach(() => app.resetLimits())
  afterEach(() => Promise.all([admin, other, moderator].map(stop)))
  after(() => app?.close())

  describe('whom', () => {
    const names = async (who: TestMember, query: object) => (await as(who).call(routes.entities, { query })).records.map(({ name }) => name)

    it('is offered by name, by space, by role, and as a visitor', async () => {
      expect(await names(admin, { query: 'ana' })).to.deep.equal(['Ana Lima'])
      expect(await names(admin, { members_only: true }))
        .to.include('Ana Lima')
        .and.not.include('Tomas Reed')
      expect(await names(admin, {})).to.not.include('Marit Solheim')
      expect(await names(admin, { category: 'spaces' })).to.deep.equal(['Kiln crew'])
      expect(await names(admin, { space_id: secret }))
        .to.include('Tomas Reed')
        .and.not.include('Ana Lima')
      expect(await names(admin, { category: 'roles' })).to.deep.equal(['Moderator', 'Member'])
      expect(await names(admin, { category: 'visitor' })).to.deep.equal(['Visitor'])
      const first = await as(admin).call(routes.entities, { query: { per_page: 2 } })
      const next = await as(admin).call(routes.entities, { query: { per_page: 100, cursor: first.next_cursor! } })
      expect(next.records.map(({ id }) => id)).to.not.include.members(first.records.map(({ id }) => id))
    })

    it('is an ordinary member of a space, for looking only', async () => {
      expect(await refusal(start(admin, { entity_type: 'Space', entity_id: secret })), 'only moderators are in it').to.include({ status: 404 })
      await app.run(null, (ctx) => ctx.use(spaces).addMembers(secret, [ana.id]))
      expect(await refusal(start(admin, { entity_type: 'Space', entity_id: secret, mode: 'full' }))).to.include({ status: 422 })
      expect(await refusal(start(admin, { entity_type: 'Space', entity_id: 999_999 }))).to.include({ status: 404 })
      await start(admin, { entity_type: 'Space', entity_id: secret })
      expect(await bundle(admin)).to.deep.include({ view_only_masquerading: true })
      expect((await bundle(admin)).masquerading_entity).to.include({ id: ana.id })
      await stop(admin)
      await as(ana).call(spaces.routes.leave, { params: { id: secret } })
    })

    it('is nobody for those who do not hold the permission', async () => {
      for (const who of [moderator, ana]) {
        expect(await refusal(as(who).call(routes.entities))).to.include({ status: 403 })
        expect(await refusal(start(who, { entity_id: other.id }))).to.include({ status: 403 })
      }
      expect(await refusal(as(null).call(routes.entities))).to.include({ status: 401 })
    })

    it('is never somebody who may do more: a moderator with the permission looks as members, not as admins', async () => {
      const { records } = await as(admin).call(communities.routes.roles)
      const role = records.find(({ key }) => key === 'moderator')!
      const put = (permissions: string[]) => as(admin).call(communities.routes.updateRole, { params: { id: role.id }, body: { permissions } })
      await put([...role.permissions, 'communities.masquerade'])
      expect(await refusal(start(moderator, { entity_id: admin.id }))).to.include({ status: 403, code: 'masquerade_refused' })
      expect(await refusal(start(moderator, { entity_type: 'Role', entity_id: 'admin' }))).to.include({ status: 403 })
      expect(await names(moderator, {}))
        .to.include('Ana Lima')
        .and.not.include('Second Admin')
      await start(moderator, { entity_id: ana.id })
      expect((await bundle(moderator)).masquerading_entity).to.include({ id: ana.id })
      // who is made admin meanwhile is out of reach at once, and so is all once the permission goes
      await as(admin).call(communities.routes.updateMemberRoles, { params: { memberId: ana.id }, body: { roles: ['member', 'admin'] } })
      expect((await bundle(moderator)).masquerading_entity).to.equal(null)
      await as(admin).call(communities.routes.updateMemberRoles, { params: { memberId: ana.id }, body: { roles: ['member'] } })
      expect((await bundle(moderator)).masquerading_entity).to.include({ id: ana.id })
      await put(role.permissions)
      expect((await bundle(moderator)).masquerading_entity).to.equal(null)
    })

    it('is refused for oneself, for nobody, for another community’s member, and twice at once', async () => {
      const stranger = await app.member('member', { community: await app.community() })
      expect(await refusal(start(admin, { entity_id: admin.id }))).to.include({ status: 403 })
      expect(await refusal(start(admin, { entity_id: stranger.id }))).to.include({ status: 404 })
      expect(await refusal(start(admin, { entity_id: 'x' }))).to.include({ status: 422 })
      expect(await refusal(start(admin, { entity_type: 'Role', entity_id: 'nothing' }))).to.include({ status: 403 })
      await start(admin, { entity_id: other.id, mode: 'full' })
      expect(await refusal(start(admin, { entity_id: ana.id }))).to.include({ status: 409, code: 'masquerading' })
    })
  })

  describe('view only', () => {
    it('A87: sees what the member sees and writes nothing, with the flag', async () => {
      expect((await as(admin).send('GET', `/internal_api/spaces/${secret}`)).body.is_private).to.equal(true)
      await start(admin, { entity_id: ana.id })
      const seen = await bundle(admin)
      expect(seen).to.deep.include({
        is_admin: false,
        view_only_masquerading: true,
        masquerading_entity: { id: ana.id, type: 'CommunityMember', name: 'Ana Lima' },
      })
      expect(
        (
          await as(admin)
            .call(spaces.routes.members, { params: { space_id: secret } })
            .catch((error) => error)
        ).status,
      ).to.be.oneOf([403, 404])
      for (const [method, address, body] of [
        ['POST', `/internal_api/spaces/${secret}/join`, {}],
        ['PATCH', '/internal_api/account', { bio: 'x' }],
        ['PATCH', '/internal_api/community', { name: 'x' }],
        ['POST', '/internal_api/sign_up', { name: 'x', email: 'x-view@example.com', password: PASSWORD }],
        ['POST', '/internal_api/masquerading/masquerades', { entity_id: other.id }],
      ] as const) {
        const result = await as(admin).send(method, address, body)
        expect([result.status, result.body.code, result.body.view_only_masquerading], `${method} ${address}`).to.be.deep.oneOf([
          [403, 'view_only_masquerading', true],
          [403, 'forbidden', undefined],
        ])
      }
      expect((await as(admin).send('PATCH', '/internal_api/account', { bio: 'x' })).body).to.include({
        code: 'view_only_masquerading',
        view_only_masquerading: true,
      })
      const data = await boot(admin)
      expect(data).to.include({ viewOnly: true })
      expect(data.masquerading).to.include({ type: 'CommunityMember', name: 'Ana Lima' })
      expect(data.communities).to.deep.equal([])
      await stop(admin)
      expect(await bundle(admin)).to.include({ is_admin: true, view_only_masquerading: false, masquerading_entity: null })
    })

    it('as a visitor knows nobody, keeps the session, and comes back', async () => {
      await start(admin, { entity_type: 'Visitor' })
      const data = await boot(admin)
      expect([data.account, data.member, data.masquerading.type, data.viewOnly]).to.deep.equal([null, null, 'Visitor', true])
      expect(await bundle(admin)).to.deep.include({ current_user: null, view_only_masquerading: true })
      const refused = await as(admin).send('GET', '/internal_api/account')
      expect(refused.status).to.equal(401)
      expect(refused.headers['set-cookie'] ?? '').to.not.include('atrium_session=;')
      expect((await as(admin).send('POST', '/internal_api/passwords', { email: 'x@example.com' })).body.code).to.equal('view_only_masquerading')
      await stop(admin)
      expect((await boot(admin)).member.id).to.equal(admin.id)
    })
  })

  describe('acting', () => {
    it('A87: writes as the member, and the audit says who it really was', async () => {
      await start(admin, { entity_id: other.id, mode: 'full' })
      expect(await bundle(admin)).to.include({ is_admin: true, view_only_masquerading: false })
      await as(admin).call(spaces.routes.createGroup, { body: { name: 'Made by another' } })
      await as(admin).call(communities.routes.updateCommunity, { body: { name: 'Renamed' } })
      await stop(admin)
      const rows = await app.sql(`select member_id, action, data from kernel.audit where community_id = $1 order by id desc limit 30`, [admin.communityId])
      const row = (action: string) => rows.find((one) => one.action === action)
      expect(row('masquerade.started')).to.deep.include({ member_id: admin.id })
      expect(row('community.updated')).to.deep.include({ member_id: admin.id })
      expect(row('masquerade.stopped').data.acting_as).to.include({ id: other.id })
    })

    it('as a role has that role’s rights alone, under one’s own name', async () => {
      await start(admin, { entity_type: 'Role', entity_id: 'moderator', mode: 'full' })
      expect(await bundle(admin)).to.deep.include({ is_admin: false, is_moderator: true, masquerading_entity: { id: null, type: 'Role', name: 'moderator' } })
      expect((await boot(admin)).member.id).to.equal(admin.id)
      expect((await as(admin).send('PATCH', '/internal_api/community', { name: 'x' })).status).to.equal(403)
    })

    it('changes no password, no address, no session, no token and no profile', async () => {
      await start(admin, { entity_id: other.id, mode: 'full' })
      const call = as(admin)
      for (const attempt of [
        call.call(auth.routes.changePassword, { body: { current_password: PASSWORD, password: 'Another-1' } }),
        call.call(auth.routes.changeEmail, { body: { email: 'else@example.com', password: PASSWORD } }),
        call.call(auth.routes.updateAccount, { body: { name: 'Mallory' } }),
        call.call(auth.routes.endSessions),
        call.call(auth.routes.signIn, { body: { email: 'x@example.com', password: PASSWORD } }),
        call.call(communities.routes.leave, { params: { id: admin.communityId } }),
      ])
        expect(await refusal(attempt)).to.include({ status: 403, code: 'masquerading' })
      const [row] = await app.sql('select name from kernel.member where id = $1', [other.id])
      expect(row.name).to.equal('Second Admin')
    })

    it('gives up the platform owner’s rights', async () => {
      await app.sql('update kernel.account set is_platform_owner = true where id = $1', [other.accountId])
      await app.kernel.modules.data.signal('session.changed', {})
      expect((await as(other).send('GET', '/internal_api/platform/tiers')).status).to.equal(200)
      await start(other, { entity_id: admin.id, mode: 'full' })
      expect((await as(other).send('GET', '/internal_api/platform/tiers')).status).to.equal(403)
    })
  })

  describe('the end', () => {
    it('ends with the session, holds in one community only, and goes with the rights of whoever began it', async () => {
      const elsewhere = await app.community('Elsewhere')
      await app.run(elsewhere.id, async (ctx) =>
        ctx.members.add({ email: (await app.sql('select email from kernel.account where id = $1', [admin.accountId]))[0].email, name: 'M', roles: ['admin'] }),
      )
      await start(admin, { entity_type: 'Visitor' })
      await as(admin)
        .call(communities.routes.choose, { body: { community_id: elsewhere.id } })
        .catch(() => {})
      await app.sql('update kernel.session set community_id = $2 where account_id = $1', [admin.accountId, elsewhere.id])
      await app.kernel.modules.data.signal('session.changed', {})
      expect((await boot(admin)).masquerading).to.equal(null)
      expect((await boot(admin)).member.isAdmin).to.equal(true)
      await app.sql('update kernel.session set community_id = $2 where account_id = $1', [admin.accountId, admin.communityId])
      await app.kernel.modules.data.signal('session.changed', {})
      expect((await boot(admin)).masquerading.type).to.equal('Visitor')
      await stop(admin)

      await start(other, { entity_id: ana.id })
      await as(admin).call(communities.routes.updateMemberRoles, { params: { memberId: other.id }, body: { roles: ['member'] } })
      expect(await bundle(other)).to.include({ masquerading_entity: null, is_admin: false })

      await start(admin, { entity_id: ana.id })
      await as(admin).call(auth.routes.signOut)
      expect((await boot(admin)).masquerading).to.equal(null)
      expect((await boot(admin)).account).to.equal(null)
    })
  })
})
