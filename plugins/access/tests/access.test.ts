/** What access promises: groups open places for those in them, and each reason is given and taken apart. */
import path from 'node:path'
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { makeSpace } from '../../spaces/tests/kit.ts'
import access from '../contract.ts'

const { routes } = access
const folder = path.resolve(import.meta.dirname, '..')

describePlugin(folder)

describe('access groups', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let tom: TestMember
  before(async () => {
    app = await testApp([...['spaces', 'content', 'posts', 'members'].map((id) => path.resolve(folder, '..', id)), folder])
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
    tom = await app.member('member', { name: 'Tom' })
  })
  after(() => app?.close())

  const closed = () => makeSpace(app, admin, [], { is_private: true })
  const make = async (fields: object = {}) => app.as(admin).call(routes.createGroup, { body: { access_group: { name: 'Studio members', ...fields } } })
  const put = (id: number, ...who: TestMember[]) =>
    app.as(admin).call(routes.addGroupMembers, { params: { access_group_id: id }, body: { community_member_ids: who.map((one) => one.id) } })
  const out = (id: number, who: TestMember) =>
    app.as(admin).call(routes.removeGroupMembers, { params: { access_group_id: id }, body: { community_member_ids: [who.id] } })
  const sees = async (who: TestMember, id: number) => (await app.as(who).send('GET', `/internal_api/spaces/${id}`)).body.is_member === true
  const change = (id: number, fields: object) => app.as(admin).call(routes.updateGroup, { params: { id }, body: { access_group: fields } })
  const count = async (id: number) => (await app.as(admin).call(routes.group, { params: { id } })).members_count

  it('open their places for those in them, and close them behind those who go', async () => {
    const [room, other] = [await closed(), await closed()]
    const group = await make({ space_ids: [room.id], space_group_ids: [other.space_group_id] })
    await put(group.id, nell, tom)
    await put(group.id, nell)
    expect([await sees(nell, room.id), await sees(nell, other.id), await count(group.id)]).to.deep.equal([true, true, 2])
    await out(group.id, nell)
    expect([await sees(nell, room.id), await sees(tom, room.id), await count(group.id)]).to.deep.equal([false, true, 1])
    const { records } = await app.as(admin).call(routes.groupMembers, { params: { access_group_id: group.id } })
    expect(records.map(({ name, reasons }) => [name, reasons.map(({ label }) => label)])).to.deep.equal([['Tom', ['Given manually']]])
  })

  it('tell of one member whether they are in', async () => {
    const group = await make()
    await put(group.id, nell)
    const of = async (who: TestMember) =>
      (await app.as(admin).call(routes.groupMembers, { params: { access_group_id: group.id }, query: { community_member_id: who.id } })).records.map(
        ({ name }) => name,
      )
    expect([await of(nell), await of(tom)]).to.deep.equal([['Nell'], []])
  })

  it('follow a change of their places', async () => {
    const [first, second] = [await closed(), await closed()]
    const group = await make({ space_ids: [first.id] })
    await put(group.id, nell)
    await change(group.id, { space_ids: [second.id] })
    expect([await sees(nell, first.id), await sees(nell, second.id)]).to.deep.equal([false, true])
    await app.as(admin).send('DELETE', `/internal_api/spaces/${second.id}`)
    await app.settle()
    expect((await app.as(admin).call(routes.group, { params: { id: group.id } })).space_ids).to.deep.equal([])
    expect(await refusal(change(group.id, { space_ids: [second.id] }))).to.include({ status: 422 })
  })

  it('stop giving while archived, and give again afterwards', async () => {
    const room = await closed()
    const group = await make({ name: 'Spring cohort', space_ids: [room.id] })
    await put(group.id, nell)
    await app.as(admin).call(routes.archiveGroup, { params: { id: group.id } })
    await put(group.id, tom)
    expect([await sees(nell, room.id), await sees(tom, room.id), await count(group.id)]).to.deep.equal([false, false, 2])
    const listed = async (status: string) => (await app.as(admin).send('GET', `/internal_api/admin/access_groups?status=${status}&name=spring`)).body
    expect([(await listed('active')).records.length, (await listed('archived')).records.length]).to.deep.equal([0, 1])
    expect(await app.as(admin).send('GET', '/internal_api/admin/access_groups?status=gone')).to.deep.include({ status: 400 })
    await app.as(admin).call(routes.unarchiveGroup, { params: { id: group.id } })
    expect([await sees(nell, room.id), await sees(tom, room.id)]).to.deep.equal([true, true])
  })

  it('hold a member by several reasons, until the last is gone', async () => {
    const room = await closed()
    const group = await make({ space_ids: [room.id] })
    const target = [{ kind: 'access_group' as const, id: group.id }]
    const paid = { source: 'paywall', sourceId: 7 }
    await app.run(null, (ctx) => ctx.use(access).open([nell.id], target, paid))
    await put(group.id, nell)
    expect(await count(group.id)).to.equal(1)
    await app.run(null, (ctx) => ctx.use(access).close(null, paid))
    expect(await sees(nell, room.id)).to.equal(true)
    await app.as(admin).call(routes.revoke, { body: { community_member_ids: [nell.id], access_group_ids: [group.id], source: 'manual', source_id: null } })
    expect([await sees(nell, room.id), await count(group.id)]).to.deep.equal([false, 0])
  })

  it('let go of whom they held until a moment', async () => {
    const room = await closed()
    const group = await make({ space_ids: [room.id] })
    const body = { community_member_ids: [tom.id], access_group_ids: [group.id], expires_at: new Date(Date.now() + 3_600_000).toISOString() }
    await app.as(admin).call(routes.grant, { body })
    expect(await sees(tom, room.id)).to.equal(true)
    await app.clock.advance(3_700_000)
    await app.runSchedule('endReasons')
    await app.settle()
    expect([await sees(tom, room.id), await count(group.id)]).to.deep.equal([false, 0])
    await app.clock.advance(-3_700_000)
    expect(await refusal(app.as(admin).call(routes.grant, { body: { ...body, expires_at: new Date(0).toISOString() } }))).to.include({ status: 422 })
  })

  it('count eight of the same moment once', async () => {
    const room = await closed()
    const group = await make({ space_ids: [room.id] })
    await Promise.all(Array.from({ length: 8 }, () => put(group.id, nell)))
    expect(await count(group.id)).to.equal(1)
    await Promise.all(Array.from({ length: 8 }, () => out(group.id, nell)))
    expect([await count(group.id), await sees(nell, room.id)]).to.deep.equal([0, false])
  })

  it('show one person’s places with their reasons, and what goes with one', async () => {
    const [room, own] = [await closed(), await closed()]
    const ana = await app.member('member', { name: 'Ana' })
    const group = await make({ name: 'Kiln team', space_ids: [room.id, own.id] })
    await put(group.id, ana)
    await app.as(admin).call(routes.grant, { body: { community_member_ids: [ana.id], space_ids: [room.id, own.id] } })
    const page = async () => app.as(admin).call(routes.memberAccess, { params: { id: ana.id } })
    const at = async (id: number) => (await page()).groups.flatMap(({ spaces }) => spaces).find((space) => space.id === id)!
    expect((await at(room.id)).reasons.map(({ label }) => label)).to.deep.equal(['Kiln team', 'Given manually'])
    const lose = (input: object) => app.as(admin).call(routes.loss, { body: { community_member_id: ana.id, ...input } })
    const byGroup = { access_group_ids: [group.id], source: 'access_group', source_id: group.id }
    expect((await lose(byGroup)).spaces).to.deep.equal([])
    await app.as(admin).call(routes.revoke, { body: { community_member_ids: [ana.id], space_ids: [room.id] } })
    expect((await lose(byGroup)).spaces.map(({ id }) => id)).to.deep.equal([room.id])
    await app.as(admin).call(routes.revoke, { body: { community_member_ids: [ana.id], ...byGroup } })
    expect([(await at(room.id)).standing, (await at(own.id)).standing]).to.deep.equal(['outside', 'member'])
  })

  it('take a membership of one’s own like any other reason', async () => {
    const [room, kept] = [await makeSpace(app, admin, [tom], { is_private: true }), await makeSpace(app, admin, [tom], { is_private: true })]
    await app.as(admin).call(routes.grant, { body: { community_member_ids: [tom.id], space_ids: [kept.id] } })
    await app.as(admin).call(routes.revoke, { body: { community_member_ids: [tom.id], space_ids: [room.id, kept.id], source: 'own' } })
    expect([await sees(tom, room.id), await sees(tom, kept.id)]).to.deep.equal([false, true])
  })

  it('are the business of those who may give and take access', async () => {
    for (const who of [nell, await app.member('moderator')])
      for (const address of [
        '/internal_api/admin/access_groups',
        '/internal_api/access_registry/spaces',
        `/internal_api/access_registry/community_members/${nell.id}`,
      ])
        expect((await app.as(who).send('GET', address)).status, address).to.equal(403)
  })

  it('refuse what is no group', async () => {
    for (const access_group of [{ name: ' ' }, { name: 'x'.repeat(10_000) }, { name: 'A', space_ids: [987_654] }, { name: 'A', space_group_ids: ['x'] }, {}])
      expect((await app.as(admin).send('POST', '/internal_api/admin/access_groups', { access_group })).status).to.equal(422)
    expect((await app.as(admin).send('GET', '/internal_api/admin/access_groups/987654')).body.code).to.equal('access_group_not_found')
    const nobody = { community_member_ids: [987_654] }
    const group = await make()
    const said = await app.as(admin).send('POST', `/internal_api/admin/access_groups/${group.id}/community_members`, nobody)
    expect([said.status, said.body.code]).to.deep.equal([404, 'community_member_not_found'])
  })
})
