/** What nobody gets by a way round: back in after a suspension, in by a letter of somebody who may invite no more, news of a closed space. */
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import contract, { INVITATIONS_A_DAY, INVITATIONS_AN_HOUR } from '../contract.ts'

const { routes } = contract

describe('safety of spaces', () => {
  let app: TestApp
  let admin: TestMember
  let mod: TestMember
  let ana: TestMember
  let ben: TestMember
  let groupId: number
  const as = (member: TestMember | null) => app.as(member)
  const make = async (name: string, more: object = {}, group_id = groupId) =>
    (await as(admin).call(routes.create, { body: { name, space_group_id: group_id, ...more } })).space
  const memberIn = async (spaceId: number, member: TestMember) => {
    const { records } = await as(admin).call(routes.members, { params: { space_id: spaceId }, query: { status: 'all' } })
    return records.find(({ community_member_id }) => community_member_id === member.id)
  }
  const add = (spaceId: number, member: TestMember, moderator = false, by = admin) =>
    as(by).call(routes.addMember, { params: { space_id: spaceId }, body: { community_member_id: member.id, moderator } })
  const put = async (spaceId: number, member: TestMember, body: { role?: 'member' | 'moderator'; status?: 'active' | 'inactive' }, by = admin) =>
    as(by).call(routes.updateMember, { params: { space_id: spaceId, id: (await memberIn(spaceId, member))!.id }, body })
  const tokenFor = async (email: string) => {
    await app.settle()
    return /space_invitations\/([\w-]+)/.exec((await app.sent()).filter(({ recipient }) => recipient === email).at(-1)!.text)![1]!
  }
  const accept = (member: TestMember, token: string, body = {}) => as(member).call(routes.acceptInvitation, { params: { token }, body })

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/posts'])
    admin = await app.member('admin')
    mod = await app.member('moderator', { name: 'Mod' })
    ana = await app.member('member', { name: 'Ana' })
    ben = await app.member('member', { name: 'Ben' })
    groupId = (await as(admin).call(routes.createGroup, { body: { name: 'The studio' } })).id
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('keeps whoever is suspended out until somebody who may ends it, and takes the old role away', async () => {
    const { id } = await make('Open door')
    await add(id, ana, true)
    const mayJoin = async (who: typeof ana) => (await as(who).call(routes.show, { params: { id } })).policies.can_join_space
    await put(id, ana, { status: 'inactive' })
    expect([await mayJoin(ana), await mayJoin(ben)], 'the way in').to.deep.equal([false, true])
    expect(await refusal(as(ana).call(routes.join, { params: { id } }))).to.include({ status: 403, code: 'space_membership_suspended' })
    // nor by leaving first, nor by a letter, nor by a friend, nor by a plugin that adds everybody
    expect(await refusal(as(ana).call(routes.leave, { params: { id } }))).to.include({ status: 422 })
    const row = (await memberIn(id, ana))!
    expect(await refusal(as(ana).call(routes.removeMember, { params: { space_id: id, id: row.id } }))).to.include({ status: 403 })
    await as(admin).call(routes.invite, { params: { id }, body: { emails: ['back@example.com'] } })
    expect(await refusal(accept(ana, await tokenFor('back@example.com')))).to.include({ status: 403, code: 'space_membership_suspended' })
    await as(admin).call(routes.update, { params: { id }, body: { prevent_members_from_adding_others: false } })
    await as(ben).call(routes.join, { params: { id } })
    expect((await add(id, ana, false, ben)).added).to.equal(0)
    await app.run(null, (ctx) => ctx.use(contract).addMembers(id, [ana.id]))
    expect((await memberIn(id, ana))!.status).to.equal('inactive')
    expect((await add(id, ana)).added).to.equal(1)
    expect(await memberIn(id, ana)).to.include({ status: 'active', role: 'member' })
    const [counts] = await app.sql('select members_count from spaces.space where id = $1', [id])
    expect(counts.members_count).to.equal(3)
  })

  it('ends a letter with the right of whoever wrote it', async () => {
    const { id } = await make('Letters', { is_private: true })
    const send = async (by: TestMember, email: string) => {
      await as(by).call(routes.invite, { params: { id }, body: { emails: [email] } })
      return tokenFor(email)
    }
    await add(id, ana, true)
    const keepers = await send(ana, 'one@example.com')
    await put(id, ana, { role: 'member' })
    expect(await refusal(accept(ben, keepers))).to.include({ status: 410, code: 'invitation_gone' })
    expect(await refusal(as(null).call(routes.invitation, { params: { token: keepers } }))).to.include({ status: 410 })
    await put(id, ana, { role: 'moderator' })
    await accept(ben, keepers)
    const boss = await app.member('admin', { name: 'Boss' })
    const bosses = await send(boss, 'two@example.com')
    await app.sql(`update kernel.member set roles = '{member}' where id = $1`, [boss.id])
    const eve = await app.member()
    expect(await refusal(accept(eve, bosses))).to.include({ status: 410 })
    await app.sql(`update kernel.member set roles = '{member,admin}', status = 'banned' where id = $1`, [boss.id])
    expect(await refusal(accept(eve, bosses))).to.include({ status: 410 })
    await app.sql(`update kernel.member set status = 'active' where id = $1`, [boss.id])
    await accept(eve, bosses)
    expect((await memberIn(id, eve))?.status).to.equal('active')
  })

  it('tells those before a locked page how many are in, and nothing of what goes on', async () => {
    const { id } = await make('Closed', { is_private: true })
    await app.run(null, (ctx) => ctx.use(contract).advance(id, 'post'))
    const seen = await as(ben).call(routes.show, { params: { id } })
    expect(seen).to.include({ posts_count: 0, sequence: 0, last_activity_at: null, members_count: 1 })
    const listed = (await as(ben).call(routes.list, { query: { include_sidebar: true } })).records.find((one) => one.id === id)!
    expect(listed).to.include({ posts_count: 0, sequence: 0, last_activity_at: null })
    expect(await as(admin).call(routes.show, { params: { id } })).to.include({ posts_count: 1, sequence: 1 })
    await make('Under the table', { is_hidden: true })
    const [mine, all] = [await as(ben).call(routes.maxSpaceLimit), await as(admin).call(routes.maxSpaceLimit)]
    expect(mine.spaces_count).to.be.lessThan(all.spaces_count)
  })

  it('takes the sound away with the right to hear', async () => {
    const { id } = await make('Loud')
    await add(id, ana, true)
    await as(ben).call(routes.join, { params: { id } })
    const heard: (number | undefined)[] = []
    app.kernel.modules.data.onSignal('member.changed', ({ memberId }: { memberId?: number }) => heard.push(memberId))
    await put(id, ana, { role: 'member' })
    await as(admin).call(routes.update, { params: { id }, body: { is_draft: true } })
    await app.settle()
    expect(heard).to.include(ana.id).and.include(undefined)
  })

  it('holds one budget of letters for spaces and groups, and writes down who sent how many', async () => {
    const { id } = await make('Mail')
    const emails = (from: number, count: number) => Array.from({ length: count }, (_, n) => `m${from + n}@example.com`)
    const toSpace = (list: string[], by = admin) => as(by).call(routes.invite, { params: { id }, body: { emails: list } })
    const toGroup = (list: string[]) => as(admin).call(routes.inviteToGroup, { params: { id: groupId }, body: { emails: list } })
    const [{ mails: before } = { mails: 0 }] = await app.sql<{ mails: number }>(
      'select sum(mails)::int as mails from spaces.invitation_count where member_id = $1',
      [admin.id],
    )
    await toSpace(emails(0, 50))
    await toGroup(emails(0, INVITATIONS_AN_HOUR - 50 - (before ?? 0)))
    expect(await refusal(toGroup(['more@example.com']))).to.include({ status: 429, code: 'invitation_limit_reached' })
    const [line] = await app.sql(`select data from kernel.audit where action = 'invitations.sent' and subject = $1`, [`space:${id}`])
    expect(line.data).to.deep.equal({ count: 50 })
    await app.sql(`update spaces.invitation_count set mails = $1`, [INVITATIONS_A_DAY])
    expect(await refusal(toSpace(['other@example.com'], mod))).to.include({ status: 429 })
    await app.sql('delete from spaces.invitation_count')
  })

  it('lets moderators of the community see to people, and not to who runs a space', async () => {
    const group = await as(admin).call(routes.createGroup, { body: { name: 'Evening' } })
    const { id } = await make('Wheel', {}, group.id)
    const closed = await make('Kiln', { is_private: true }, group.id)
    await add(id, ana, true)
    await add(id, ben, false, mod)
    expect((await memberIn(id, ben))?.status).to.equal('active')
    await put(id, ben, { status: 'inactive' }, mod)
    expect(await refusal(put(id, ben, { role: 'moderator' }, mod))).to.include({ status: 403 })
    expect(await refusal(put(id, ana, { status: 'inactive' }, mod))).to.include({ status: 403 })
    expect(await refusal(as(mod).call(routes.update, { params: { id }, body: { description: 'x' } }))).to.include({ status: 403 })
    const eve = await app.member()
    await add(id, eve, true, mod)
    expect((await memberIn(id, eve))?.role, 'asked for more than is theirs to give').to.equal('member')
    await as(mod).call(routes.removeMember, { params: { space_id: id, id: (await memberIn(id, eve))!.id } })
    await as(mod).call(routes.invite, { params: { id }, body: { emails: ['pal@example.com'] } })
    expect((await as(mod).call(routes.invitations, { params: { id } })).records).to.have.length(1)
    expect(await refusal(add(closed.id, eve, false, mod)), 'what they do not see').to.include({ status: 403 })
    // the group, its people and its letters
    expect((await as(mod).call(routes.group, { params: { id: group.id } })).policies).to.deep.equal({
      ...{ can_manage_space_group: false, can_add_members: true, can_create_space: false, can_view_members: true, can_export_members: false },
    })
    await as(mod).call(routes.inviteToGroup, { params: { id: group.id }, body: { emails: ['pal@example.com'] } })
    await as(mod).call(routes.addGroupMember, { params: { space_group_id: group.id }, body: { community_member_id: eve.id } })
    expect((await as(mod).call(routes.groupMembers, { params: { space_group_id: group.id } })).records.map((row) => row.community_member_id)).to.include(eve.id)
    expect((await memberIn(id, eve))?.status).to.equal('active')
    expect(await memberIn(closed.id, eve)).to.equal(undefined)
    expect(await refusal(as(ben).call(routes.groupMembers, { params: { space_group_id: group.id } }))).to.include({ status: 403 })
    // tables of members only where the community allows it
    const table = () =>
      as(mod)
        .send('POST', `/internal_api/spaces/${id}/space_members/export`)
        .then(({ status }) => status)
    const groupTable = () =>
      as(mod)
        .send('GET', `/s/${group.slug}/members.csv`)
        .then(({ status }) => status)
    expect([await table(), await groupTable()]).to.deep.equal([403, 403])
    await as(admin).send('PATCH', '/internal_api/community/settings', { allow_moderator_csv_download: true })
    expect([await table(), await groupTable()]).to.deep.equal([200, 200])
  })

  it('adds many to a group and its open spaces at once, each counted', async () => {
    const group = await as(admin).call(routes.createGroup, { body: { name: 'Many', automatically_add_members_to_new_spaces: true } })
    const spaces = await Promise.all(['A', 'B', 'C'].map((name) => make(name, {}, group.id)))
    const people = await Promise.all(['X', 'Y', 'Z'].map((name) => app.member('member', { name })))
    const ids = people.map(({ id }) => id)
    await Promise.all(ids.map((id) => as(admin).call(routes.addGroupMember, { params: { space_group_id: group.id }, body: { community_member_id: id } })))
    await as(admin).call(routes.bulkAddGroupMembers, { params: { space_group_id: group.id }, body: { community_member_ids: ids } })
    spaces.push(await make('D', {}, group.id))
    for (const { id } of spaces) {
      const [row] = await app.sql<{ counted: number; there: number }>(
        `select s.members_count as counted, (select count(*)::int from spaces.space_member m where m.space_id = s.id and m.status = 'active') as there from spaces.space s where s.id = $1`,
        [id],
      )
      expect(row).to.deep.equal({ counted: 4, there: 4 })
    }
  })

  it('names what was not found, and refuses a type that nobody brings with 400', async () => {
    expect(await refusal(as(ana).call(routes.show, { params: { id: 999_999 } }))).to.include({ status: 404, code: 'space_not_found' })
    expect(await refusal(as(ana).call(routes.group, { params: { id: 999_999 } }))).to.include({ status: 404, code: 'space_group_not_found' })
    expect(await refusal(make('Strange', { space_type: 'nonsense' }))).to.include({ status: 400, code: 'invalid_space_type' })
  })

  it('leaves spaces of others out of the HTML sidebar where the group says so', async () => {
    const group = await as(admin).call(routes.createGroup, { body: { name: 'Own only', hide_non_member_spaces_from_sidebar: true } })
    const space = await make('Quiet corner', {}, group.id)
    const html = async (member: TestMember) => (await as(member).call(routes.list, { query: { include_sidebar: true } })).sidebar_html
    expect(await html(ben)).not.to.include(`/c/${space.slug}`)
    expect(await html(admin)).to.include(`/c/${space.slug}`)
  })

  describe('a community that is closed', () => {
    const signUp = (email: string, invitation_token?: string) =>
      app.as(null).send('POST', '/internal_api/sign_up', { name: 'Newcomer', email, password: 'Kiln-2026!', invitation_token })
    let closed: Awaited<ReturnType<typeof make>>
    before(async () => {
      closed = await make('Behind the wall', { is_private: true, prevent_members_from_adding_others: false })
      await add(closed.id, ana)
      await as(admin).send('PATCH', '/internal_api/community', { is_private: true })
    })

    it('lets in whom somebody with the right has invited, at the address the letter went to', async () => {
      await as(admin).call(routes.invite, { params: { id: closed.id }, body: { emails: ['new@example.com'] } })
      const token = await tokenFor('new@example.com')
      expect((await signUp('new@example.com')).status).to.equal(403)
      expect((await signUp('other@example.com', token)).status).to.equal(403)
      const made = await signUp('new@example.com', token)
      expect(made.status, JSON.stringify(made.body)).to.be.oneOf([200, 201])
      await app.settle()
      const rows = await app.sql(
        `select m.status from spaces.space_member m join kernel.member k on k.id = m.member_id join kernel.account a on a.id = k.account_id where m.space_id = $1 and a.email = 'new@example.com'`,
        [closed.id],
      )
      expect(rows).to.deep.equal([{ status: 'active' }])
      // members may bring members of the community, and nobody from outside
      await as(ana).call(routes.invite, { params: { id: closed.id }, body: { emails: ['friend@example.com'] } })
      expect((await signUp('friend@example.com', await tokenFor('friend@example.com'))).status).to.equal(403)
    })

    it('makes a member of somebody who is signed in and comes with a letter, once', async () => {
      const outsider = await app.member()
      await app.sql(`update kernel.member set status = 'deactivated' where id = $1`, [outsider.id])
      await app.kernel.modules.data.signal('member.changed', { communityId: outsider.communityId, memberId: outsider.id })
      const banned = await app.member()
      await app.sql(`update kernel.member set status = 'banned' where id = $1`, [banned.id])
      await app.kernel.modules.data.signal('member.changed', { communityId: banned.communityId, memberId: banned.id })
      await as(ana).call(routes.invite, { params: { id: closed.id }, body: { emails: ['a1@example.com'] } })
      const friends = await tokenFor('a1@example.com')
      expect((await as(outsider).call(routes.invitation, { params: { token: friends } })).lets_in).to.equal(false)
      expect(await refusal(accept(outsider, friends))).to.include({ status: 403, code: 'sign_up_closed' })
      await as(admin).call(routes.invite, { params: { id: closed.id }, body: { emails: ['a2@example.com'] } })
      const token = await tokenFor('a2@example.com')
      expect((await refusal(accept(banned, token))).status).to.equal(403)
      await as(admin).send('PATCH', '/internal_api/community/settings', { consent_required: true })
      expect(await refusal(accept(outsider, token))).to.include({ status: 422, code: 'consent_required' })
      const { path } = await accept(outsider, token, { consent: true })
      expect(path).to.equal(`/c/${closed.slug}`)
      expect((await as(outsider).call(routes.show, { params: { id: closed.id } })).is_member).to.equal(true)
      expect((await accept(outsider, token)).path).to.equal(path)
      await as(admin).send('PATCH', '/internal_api/community/settings', { consent_required: false })
    })
  })
})
