/** Looking and acting as somebody else (A87): what stays closed, and the trace that every write leaves. */
import { expect } from 'chai'
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import { openFilled, renew, type Side } from './world.ts'

describe('impersonation', () => {
  let app: TestApp
  let side: Side
  let admin: TestMember

  before(async () => {
    const world = await openFilled()
    app = world.app
    side = world.a
    admin = await app.member('admin', { name: 'Looking Admin' })
    await app.settle()
  })
  beforeEach(() => renew(app, side))
  afterEach(() => app.as(admin).send('DELETE', '/internal_api/masquerading/masquerades'))
  after(() => app?.close())
  const wear = async (mode: 'full' | 'view_only', entity_id = side.open.guest.id) => {
    app.resetLimits()
    expect((await app.as(admin).send('POST', '/internal_api/masquerading/masquerades', { entity_id, mode })).status).to.equal(201)
  }
  let since = 0
  const rows = () =>
    app.sql<any>('select member_id, action, subject, data, ip from kernel.audit where community_id = $1 and id > $2 order by id desc', [
      side.communityId,
      since,
    ])

  it('A87: letters, drafts and bookmarks of the one who is looked at stay closed, to admins too', async () => {
    const { uuid } = side.open.chat
    const never = [
      '/internal_api/chat_rooms',
      `/internal_api/chat_rooms/search?text=${side.open.word}`,
      '/internal_api/chat_threads',
      '/internal_api/chat_reminders',
      `/internal_api/chat_rooms/${uuid}/scheduled_messages`,
      `/internal_api/chat_rooms/${uuid}/export`,
      '/internal_api/bookmarks',
      '/internal_api/posts',
    ]
    const hidden = [`/internal_api/chat_rooms/${uuid}`, `/internal_api/chat_rooms/${uuid}/messages`, `/internal_api/chat_rooms/by_id/${side.open.chat.id}`]
    for (const address of [...never, ...hidden]) expect((await app.as(side.open.guest).send('GET', address)).status, `${address} for its owner`).to.equal(200)
    for (const mode of ['view_only', 'full'] as const) {
      await wear(mode)
      for (const address of never) {
        const { status, body } = await app.as(admin).send('GET', address)
        expect([status, body.code], `${mode} ${address}`).to.deep.equal([403, 'masquerading'])
      }
      for (const address of hidden) expect((await app.as(admin).send('GET', address)).status, `${mode} ${address}`).to.equal(404)
      await app.as(admin).send('DELETE', '/internal_api/masquerading/masquerades')
    }
    await wear('view_only')
    const badges = ['/internal_api/chat_rooms/unread_chat_rooms', '/internal_api/chat_threads/unread_chat_threads']
    for (const address of badges) {
      const { status, body } = await app.as(admin).send('GET', address)
      expect([status, Object.values(body)], address).to.deep.equal([200, [[]]])
    }
    await app.as(admin).send('DELETE', '/internal_api/masquerading/masquerades')
    for (const address of ['/internal_api/chat_rooms', '/internal_api/bookmarks']) expect((await app.as(admin).send('GET', address)).status).to.equal(200)
  })

  it('A87: every write of a mask is in the audit, by whoever really did it', async () => {
    await wear('full', side.admin.id)
    since = (await app.sql<any>('select max(id) as id from kernel.audit'))[0].id
    const as = app.as(admin)
    expect((await as.send('POST', `/internal_api/posts/${side.open.post.id}/comments`, { comment: { body: 'As another' } })).status).to.equal(201)
    let [last] = await rows()
    expect(last).to.deep.include({ member_id: admin.id, action: 'masquerade.acted', subject: 'content.createComment' })
    expect(last.data.acting_as).to.include({ id: side.admin.id })
    expect((await as.send('POST', '/internal_api/jobs/replay', { ids: [987_654] })).status).to.equal(200)
    expect((await as.send('PATCH', '/internal_api/sign_in_settings', { two_fa_roles: [] })).status).to.equal(403)
    // what changes settings by a plugin's own way, and what is not one transaction
    expect((await as.send('PATCH', '/internal_api/chat_preferences', { messaging_enabled: true })).status).to.be.below(300)
    expect((await as.send('PATCH', '/internal_api/community', { name: 'Renamed by a mask' })).status).to.equal(200)
    const acted = (await rows()).filter(({ action }) => ['jobs.replayed', 'plugin.configured', 'community.updated', 'masquerade.acted'].includes(action))
    expect(acted.map(({ action }) => action)).to.include.members(['jobs.replayed', 'plugin.configured', 'community.updated'])
    for (const { member_id, action } of acted) expect(member_id, action).to.equal(admin.id)
    ;[last] = acted.filter(({ action }) => action === 'plugin.configured')
    expect(last.data.acting_as).to.include({ id: side.admin.id })
    expect(acted.filter(({ subject }) => subject === 'communities.updateCommunity')).to.have.length(1)
  })

  it('A87: what is refused leaves no trace of having been done', async () => {
    await wear('full')
    const before = await rows()
    expect((await app.as(admin).send('POST', '/internal_api/posts/987654321/comments', { comment: { body: 'Nowhere' } })).status).to.equal(404)
    expect(await rows()).to.deep.equal(before)
  })
})
