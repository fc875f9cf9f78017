/** The simulator says of three readers in five places what their own requests find; and roles of single spaces hold there and nowhere else. */
import path from 'node:path'
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import posts from '../../posts/contract.ts'
import spaces from '../../spaces/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import access, { type Simulation } from '../contract.ts'

const { routes } = access
const folder = path.resolve(import.meta.dirname, '..')

describe('who sees what', () => {
  let app: TestApp
  let admin: TestMember
  let ana: TestMember
  let moderator: TestMember
  before(async () => {
    app = await testApp([...['spaces', 'content', 'posts', 'members'].map((id) => path.resolve(folder, '..', id)), folder])
    admin = await app.member('admin')
    ana = await app.member('member', { name: 'Ana' })
    moderator = await app.member('moderator', { name: 'Mo' })
  })
  after(() => app?.close())

  const ask = (who: TestMember | null, address: string, by = admin): Promise<Simulation> =>
    app.as(by).call(routes.simulate, { query: { ...(who ? { who: 'member' as const, member_id: who.id } : { who: 'visitor' as const }), path: address } })
  const said = ({ lines }: Simulation, key: string) => lines.find((line) => line.key === key)!
  const write = (by: TestMember, spaceId: number, fields: object = {}) =>
    app.as(by).call(posts.routes.create, { params: { spaceId }, body: { post: { name: 'A tile', body: 'Grey.', ...fields } } })

  it('agrees with what three readers find in five places', async () => {
    const open = await makeSpace(app, admin, [ana])
    const given = await makeSpace(app, admin, [], { is_private: true })
    const secret = await makeSpace(app, admin, [], { is_hidden: true })
    const silent = await makeSpace(app, admin, [ana], { is_post_disabled: true })
    const draft = await makeSpace(app, admin, [ana], { is_draft: true })
    await app.as(admin).call(routes.grant, { body: { community_member_ids: [ana.id], space_ids: [given.id] } })
    for (const reader of [ana, moderator, null])
      for (const place of [open, given, secret, silent, draft]) {
        const as = app.as(reader)
        const answer = await ask(reader, `/c/${place.slug}`)
        const what = `${reader?.name ?? 'a visitor'} in ${place.name}`
        const shown = await as.send('GET', `/internal_api/spaces/${place.id}`)
        expect(said(answer, 'view').allowed, `${what}: know`).to.equal(shown.status === 200)
        expect(said(answer, 'enter').allowed, `${what}: enter`).to.equal(shown.body.policies?.can_view_space === true)
        const people = await as.send('GET', `/internal_api/spaces/${place.id}/space_members`)
        expect(said(answer, 'seeMembers').allowed, `${what}: members`).to.equal(people.status === 200)
        const written = await as.send('POST', `/internal_api/spaces/${place.id}/posts`, { post: { name: 'Try', body: 'Try.' } })
        expect(said(answer, 'post').allowed, `${what}: write`).to.equal(written.status === 201)
        expect(said(answer, 'manage').allowed, `${what}: settings`).to.equal(shown.body.policies?.can_manage_space === true)
        for (const line of answer.lines) expect(line.why, `${what}: ${line.key} says why`).to.not.be.empty
      }
    expect(said(await ask(ana, `/c/${given.slug}`), 'enter').reasons.map(({ label }) => label)).to.deep.equal(['Given manually'])
  })

  it('agrees about posts', async () => {
    const room = await makeSpace(app, admin, [ana], { is_private: true })
    const post = await write(admin, room.id)
    for (const reader of [ana, moderator, null]) {
      const answer = await ask(reader, `/c/${room.slug}/${post.slug}`)
      const shown = await app.as(reader).send('GET', `/internal_api/spaces/${room.id}/posts/${post.slug}`)
      expect(said(answer, 'place.see').allowed).to.equal(shown.status === 200)
      const changed = await app.as(reader).send('PATCH', `/internal_api/spaces/${room.id}/posts/${post.slug}`, { post: { name: 'Mine' } })
      expect(said(answer, 'place.update').allowed).to.equal(changed.status === 200)
    }
  })

  it('names a suspension', async () => {
    const room = await makeSpace(app, admin, [ana], { is_private: true })
    const { records } = await app.as(admin).call(spaces.routes.members, { params: { space_id: room.id } })
    const own = records.find(({ community_member_id }) => community_member_id === ana.id)!
    await app.as(admin).call(spaces.routes.updateMember, { params: { space_id: room.id, id: own.id }, body: { status: 'inactive' } })
    const line = said(await ask(ana, `/c/${room.slug}`), 'enter')
    expect([line.allowed, line.why]).to.deep.equal([false, ['Their membership is suspended.']])
  })

  it('answers for screens by the rights they ask for', async () => {
    const screen = async (who: TestMember, can: string) => {
      const query = { who: 'member' as const, member_id: who.id, path: '/settings/x', screen: 'admin' as const, can }
      return said(await app.as(admin).call(routes.simulate, { query }), 'screen').allowed
    }
    expect([await screen(ana, 'posts.manage'), await screen(moderator, 'posts.manage'), await screen(moderator, 'spaces.manage')]).to.deep.equal([
      false,
      true,
      false,
    ])
  })

  it('is for those who may look as that person, and for places that are there', async () => {
    const room = await makeSpace(app, admin, [])
    expect(await refusal(ask(ana, `/c/${room.slug}`, moderator))).to.include({ status: 403 })
    expect(await refusal(ask(ana, '/c/nowhere'))).to.include({ status: 404, code: 'space_not_found' })
    expect(await refusal(ask({ ...ana, id: 987_654 }, `/c/${room.slug}`))).to.include({ status: 404 })
    expect((await app.as(admin).send('GET', '/internal_api/access_registry/simulation?who=member&path=/c/x')).status).to.equal(422)
  })

  it('knows roles of single spaces, which hold there alone', async () => {
    const [here, there] = [await makeSpace(app, admin, [ana], { is_private: true }), await makeSpace(app, admin, [ana], { is_private: true })]
    const written = [await write(admin, here.id), await write(admin, there.id)]
    const change = async (place: { id: number }, slug: string) =>
      (await app.as(ana).send('PATCH', `/internal_api/spaces/${place.id}/posts/${slug}`, { post: { name: 'Moderated' } })).status
    const body = { community_member_id: ana.id, role: 'moderator' }
    await app.as(admin).call(routes.giveSpaceRole, { body: { ...body, space_id: here.id } })
    await app.as(admin).call(routes.giveSpaceRole, { body: { ...body, space_id: here.id } })
    expect([await change(here, written[0]!.slug), await change(there, written[1]!.slug)]).to.deep.equal([200, 403])
    expect(said(await ask(ana, `/c/${here.slug}`), 'moderate').why).to.deep.equal(['Roles in this space: moderator.'])
    const { records } = await app.as(admin).call(routes.spaceRoles, { query: { community_member_id: ana.id } })
    expect(records.map(({ role, place_name }) => [role, place_name])).to.deep.equal([['moderator', here.name]])
    await app.as(admin).call(routes.takeSpaceRole, { params: { id: records[0]!.id } })
    expect(await change(here, written[0]!.slug)).to.equal(403)
    for (const role of ['admin', 'member', 'nobody'])
      expect(await refusal(app.as(admin).call(routes.giveSpaceRole, { body: { ...body, role, space_id: here.id } })), role).to.include({ status: 422 })
    expect(await refusal(app.as(admin).call(routes.giveSpaceRole, { body: { ...body, space_id: 987_654 } }))).to.include({ status: 404 })
  })

  it('goes with the role itself', async () => {
    const room = await makeSpace(app, admin, [ana], { is_private: true })
    const made = (await app.as(admin).send('POST', '/internal_api/roles', { name: 'Keeper', permissions: ['content.moderate'] })).body
    await app.as(admin).call(routes.giveSpaceRole, { body: { community_member_id: ana.id, role: made.key, space_id: room.id } })
    expect(said(await ask(ana, `/c/${room.slug}`), 'moderate').allowed).to.equal(true)
    await app.as(admin).send('DELETE', `/internal_api/roles/${made.id}`)
    await app.settle()
    expect(await app.sql('select from spaces.space_role where role_key = $1', [made.key])).to.deep.equal([])
    expect(said(await ask(ana, `/c/${room.slug}`), 'moderate').allowed).to.equal(false)
  })

  it('hold for a whole group, and open nothing by themselves', async () => {
    const room = await makeSpace(app, admin, [], { is_private: true })
    await app.as(admin).call(routes.giveSpaceRole, { body: { community_member_id: ana.id, role: 'moderator', space_group_id: room.space_group_id } })
    expect(said(await ask(ana, `/c/${room.slug}`), 'enter').allowed).to.equal(false)
    await app.run(null, (ctx) => ctx.use(spaces).addMembers(room.id, [ana.id]))
    expect(said(await ask(ana, `/c/${room.slug}`), 'moderate').allowed).to.equal(true)
  })
})
