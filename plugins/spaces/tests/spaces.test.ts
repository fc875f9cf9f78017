/** Spaces and groups: who sees what, who may do what, and the counts that must hold. */
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import contract from '../contract.ts'

const { routes } = contract

describePlugin('plugins/spaces')

describe('spaces', () => {
  let app: TestApp
  let admin: TestMember
  let ana: TestMember
  let ben: TestMember
  let groupId: number
  const make = async (name: string, more: object = {}) => (await app.as(admin).call(routes.create, { body: { name, space_group_id: groupId, ...more } })).space
  const listed = async (member: TestMember | null) => (await app.as(member).call(routes.list, { query: { include_sidebar: true } })).records
  const by = (id: number) => ({ params: { id } })

  before(async () => {
    app = await testApp(['plugins/spaces'])
    admin = await app.member('admin')
    ana = await app.member('member', { name: 'Ana Lima' })
    ben = await app.member('member', { name: 'Ben Okoro' })
    groupId = (await app.as(admin).call(routes.createGroup, { body: { name: 'The studio' } })).id
  })
  after(() => app.close())

  it('makes a space with every field, and its maker runs it', async () => {
    const space = await make('Glaze lab', {
      emoji: '🔬',
      description: 'Tests and tiles',
      display_view: 'masonry',
      default_sort: 'likes',
      hide_sorting: true,
      pinned_posts_label: 'Keep',
      visible_tabs: { members: false },
      meta_tag_attributes: { meta_title: 'Lab' },
    })
    expect(space).to.deep.include({
      slug: 'glaze-lab',
      emoji: '🔬',
      display_view: 'masonry',
      default_sort: 'likes',
      hide_sorting: true,
      pinned_posts_label: 'Keep',
      members_count: 1,
      is_member: true,
      visibility: 'public',
    })
    expect(space.visible_tabs).to.deep.equal({ members: false })
    expect(space.policies).to.deep.include({ can_manage_space: true, can_create_post: true, can_leave_space: true })
    expect((await make('Glaze lab')).slug).to.equal('glaze-lab-2')
    expect(await refusal(make('Third', { slug: 'glaze-lab' }))).to.include({ status: 422 })
    const changed = await app.as(admin).call(routes.update, { ...by(space.id), body: { visible_tabs: { posts: true }, locked_page_heading: 'Closed' } })
    expect(changed.visible_tabs).to.deep.equal({ members: false, posts: true })
    expect(changed).to.deep.include({ pinned_posts_label: 'Keep', locked_page_heading: 'Closed', name: 'Glaze lab' })
  })

  it('carries the fields that its types bring, as long as their plugin is on', async () => {
    const withChat = await testApp(['plugins/spaces', 'plugins/content', 'plugins/chat'])
    try {
      const boss = withChat.as(await withChat.member('admin'))
      const { id: space_group_id } = await boss.call(routes.createGroup, { body: { name: 'Talk' } })
      const fields = { chat_room_show_history: false, chat_room_description: 'Of clay' }
      const { space } = await boss.call(routes.create, { body: { name: 'Talk', space_group_id, types: ['chat'], ...fields, unknown_field: 1 } })
      expect(space).to.deep.include(fields)
      expect(space).to.not.have.property('unknown_field')
      const bad = await boss.send('PATCH', `/internal_api/spaces/${space.id}`, { chat_room_show_history: 'perhaps', chat_room_description: 'a'.repeat(2001) })
      expect(bad.body).to.deep.include({ code: 'invalid_input' })
      expect(bad.body.error_details).to.have.all.keys('chat_room_show_history', 'chat_room_description')
      expect(await boss.call(routes.update, { params: { id: space.id }, body: { name: 'Talks' } })).to.deep.include({ name: 'Talks', ...fields })
      const { types } = await boss.call(routes.types, {})
      expect(types.find(({ key }) => key === 'chat')).to.deep.equal({ key: 'chat', views: [], tabs: ['chat'], has_options: true })
      await withChat.switch('chat', false)
      expect(await boss.call(routes.bySlug, { params: { slug: space.slug } })).to.not.have.any.keys('chat_room_show_history', 'chat_room_description')
      await withChat.switch('chat', true)
      expect(await boss.call(routes.bySlug, { params: { slug: space.slug } })).to.deep.include(fields)
    } finally {
      await withChat.close()
    }
  })

  it('tells who changes its settings over those that somebody else has saved, and takes the change again with the newer version', async () => {
    const space = await make('Two hands')
    const other = await app.member('admin', { name: 'Otto Second' })
    const patch = (who: TestMember, body: object) => app.as(who).send('PATCH', `/internal_api/spaces/${space.id}`, body)
    const [mine, theirs] = [{ description: 'Mine' }, { description: 'Theirs' }]
    expect((await patch(other, { ...theirs, version: space.version })).body).to.include({ ...theirs, version: space.version + 1 })
    const { status, body } = await patch(admin, { ...mine, version: space.version })
    expect([status, body.code]).to.deep.equal([409, 'edit_conflict'])
    expect(body.error_details).to.deep.include({ version: space.version + 1, saved_by: { id: other.id, name: 'Otto Second' } })
    expect([body.error_details.mine.description, body.error_details.theirs.description]).to.deep.equal(['Mine', 'Theirs'])
    expect((await patch(admin, { ...mine, version: body.error_details.version })).status).to.equal(200)
    expect((await patch(other, { description: 'A caller that knows no versions' })).status).to.equal(200)
    const { version } = (await app.as(admin).send('GET', `/internal_api/spaces/${space.id}`)).body
    const eight = await Promise.all(Array.from({ length: 8 }, (_, n) => patch(n % 2 ? admin : other, { description: `At once ${n}`, version })))
    expect(eight.map((one) => one.status).sort()).to.deep.equal([200, ...Array(7).fill(409)])
    app.resetLimits()
  })

  it('shows public spaces to all, private ones with a lock, secret ones and drafts to their own', async () => {
    const [open, closed, secret, draft] = [
      await make('Open'),
      await make('Closed', { is_private: true }),
      await make('Secret', { is_hidden: true }),
      await make('Draft', { is_draft: true }),
    ]
    expect(secret).to.deep.include({ visibility: 'secret', is_private: true, is_hidden_from_non_members: true })
    const seen = await listed(ana)
    const found = (id: number) => seen.find((space) => space.id === id)
    expect(found(open.id)?.policies).to.deep.include({ can_view_space: true, can_join_space: true, can_create_post: false })
    expect(found(closed.id)?.policies).to.deep.include({ can_view_space: false, can_join_space: false })
    expect([found(secret.id), found(draft.id)]).to.deep.equal([undefined, undefined])
    expect((await listed(admin)).map(({ id }) => id)).to.include.members([open.id, closed.id, secret.id, draft.id])
    const hidden = await refusal(app.as(ana).call(routes.show, by(secret.id)))
    const absent = await refusal(app.as(ana).call(routes.show, by(999_999)))
    expect([hidden.status, hidden.code, hidden.message, hidden.details]).to.deep.equal([absent.status, absent.code, absent.message, absent.details])
    expect((await app.as(null).call(routes.show, by(open.id))).name).to.equal('Open')
    for (const route of [routes.members, routes.membersSidebar] as const)
      expect(await refusal(app.as(ana).call(route as typeof routes.membersSidebar, { params: { id: closed.id, space_id: closed.id } as never }))).to.include({
        status: 403,
      })
  })

  it('lets members join public spaces, once, and nobody the others (A10)', async () => {
    const [open, closed, secret] = [await make('Join me'), await make('Not me', { is_private: true }), await make('Nor me', { is_hidden: true })]
    await Promise.all([1, 2, 3].map(() => app.as(ana).call(routes.join, by(open.id))))
    const joined = await app.as(ana).call(routes.show, by(open.id))
    expect(joined).to.deep.include({ is_member: true, members_count: 2 })
    expect(joined.policies.can_create_post).to.equal(true)
    for (const space of [closed, secret]) expect(await refusal(app.as(ana).call(routes.join, by(space.id)))).to.include({ status: 404 })
    await app.as(ana).call(routes.leave, by(open.id))
    expect(await refusal(app.as(ana).call(routes.leave, by(open.id)))).to.include({ status: 422, code: 'user_not_member_error' })
    expect((await app.as(ana).call(routes.show, by(open.id))).members_count).to.equal(1)
  })

  it('lets those who run a space add, change and remove members, and counts them', async () => {
    const closed = await make('Firing crew', { is_private: true })
    const at = { params: { space_id: closed.id } }
    expect(await refusal(app.as(ana).call(routes.addMember, { ...at, body: { community_member_id: ana.id } }))).to.include({ status: 403 })
    const outsider = await app.member('member', { community: await app.community('Elsewhere') })
    expect(await app.as(admin).call(routes.bulkAddMembers, { ...at, body: { community_member_ids: [ana.id, ben.id, ana.id, outsider.id] } })).to.deep.include({
      added: 2,
    })
    expect((await app.as(ana).call(routes.show, by(closed.id))).members_count).to.equal(3)
    const { records } = await app.as(ana).call(routes.members, { ...at, query: { sort: 'alphabetical', query: 'okor' } })
    expect(records.map(({ community_member }) => community_member.name)).to.deep.equal(['Ben Okoro'])
    const row = { params: { space_id: closed.id, id: records[0]!.id } }
    // one id that is nobody here is told plainly, a list of ids takes those it can
    for (const community_member_id of [outsider.id, 999_999])
      expect(await refusal(app.as(admin).call(routes.addMember, { ...at, body: { community_member_id } }))).to.include({
        status: 404,
        code: 'community_member_not_found',
      })
    expect(await refusal(app.as(ana).call(routes.removeMember, row))).to.include({ status: 403 })
    expect((await app.as(admin).call(routes.updateMember, { ...row, body: { moderator: true } })).moderator).to.equal(true)
    expect((await app.as(ben).call(routes.show, by(closed.id))).policies.can_manage_space).to.equal(true)
    expect((await app.as(ben).call(routes.update, { ...by(closed.id), body: { description: 'Mine' } })).description).to.equal('Mine')
    expect(await refusal(app.as(ben).call(routes.destroy, by(closed.id)))).to.include({ status: 403 })
    await app.as(admin).call(routes.removeMember, row)
    expect((await app.as(admin).call(routes.show, by(closed.id))).members_count).to.equal(2)
    expect(await refusal(app.as(ben).call(routes.members, at))).to.include({ status: 403 })
  })

  it('tells of one member whether they are in', async () => {
    const space = await make('Narrow')
    await app.as(ana).call(routes.join, { params: { id: space.id } })
    const of = async (who: TestMember) =>
      (await app.as(admin).call(routes.members, { params: { space_id: space.id }, query: { community_member_id: who.id } })).records.map(
        (one) => one.community_member_id,
      )
    expect([await of(ana), await of(ben)]).to.deep.equal([[ana.id], []])
  })

  it('pages members by key', async () => {
    const space = await make('Crowd')
    const crowd = await Promise.all(Array.from({ length: 5 }, (_, n) => app.member('member', { name: `Potter ${n}` })))
    await app.as(admin).call(routes.bulkAddMembers, { params: { space_id: space.id }, body: { community_member_ids: crowd.map(({ id }) => id) } })
    for (const sort of ['latest', 'oldest', 'alphabetical'] as const) {
      const names: string[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await app.as(ana).call(routes.members, { params: { space_id: space.id }, query: { sort, per_page: 2, ...(cursor ? { cursor } : {}) } })
        names.push(...page.records.map(({ community_member }) => community_member.name))
        if (!page.has_next_page) break
        cursor = page.next_cursor!
      }
      expect(new Set(names).size, sort).to.equal(6)
      if (sort === 'alphabetical') expect(names).to.deep.equal([...names].sort())
    }
    expect(await refusal(app.as(ana).call(routes.members, { params: { space_id: space.id }, query: { per_page: -1 } }))).to.include({ status: 422 })
    const numbered = (page: number) => app.as(ana).call(routes.members, { params: { space_id: space.id }, query: { per_page: 2, page } })
    const pages = [await numbered(1), await numbered(2), await numbered(3)]
    expect(pages.map(({ has_next_page }) => has_next_page)).to.deep.equal([true, true, false])
    expect(pages.map(({ count }) => count)).to.deep.equal([6, 6, 6])
    expect(new Set(pages.flatMap(({ records }) => records.map(({ id }) => id))).size).to.equal(6)
  })

  it('counts unread as the sequence minus the read mark, and one’s own as read', async () => {
    const space = await make('News')
    await app.as(ana).call(routes.join, by(space.id))
    const unread = async (member: TestMember) => (await listed(member)).find(({ id }) => id === space.id)!.unread_content_count
    for (let n = 0; n < 3; n++) await app.run(null, (ctx) => ctx.use(contract).advance(space.id, 'post'))
    expect(await unread(ana)).to.equal(3)
    expect(await unread(ben)).to.equal(0)
    await app.as(ana).call(routes.resetUnreadCount, by(space.id))
    expect(await unread(ana)).to.equal(0)
    await app.as(ben).call(routes.join, by(space.id))
    expect(await unread(ben)).to.equal(0)
    await app.run(null, (ctx) => ctx.use(contract).advance(space.id, 'post'))
    await app.run(null, async (ctx) => ctx.use(contract).retreat(space.id))
    expect([await unread(ana), await unread(ben)]).to.deep.equal([1, 1])
    // a message is news, and no post
    await app.run(null, (ctx) => ctx.use(contract).advance(space.id, 'message'))
    expect(await unread(ana)).to.equal(2)
    expect((await app.as(ana).call(routes.show, by(space.id))).posts_count).to.equal(3)
  })

  it('keeps each member’s choice of notifications and the hidden banner', async () => {
    const space = await make('Welcome', { welcome_banner: { enabled: true, title: 'Hello' } })
    await app.as(ana).call(routes.join, by(space.id))
    expect((await app.as(ana).call(routes.show, by(space.id))).display_space_welcome_banner).to.equal(true)
    const saved = await app
      .as(ana)
      .call(routes.updateNotificationDetails, { ...by(space.id), body: { notification_type: 'mention', display_space_welcome_banner: false } })
    expect(saved).to.deep.equal({
      space_id: space.id,
      notification_type: 'mention',
      in_app_notification_setting: 'all',
      mobile_notification_setting: 'all',
      unread_content_count: 0,
    })
    expect((await app.as(ana).call(routes.show, by(space.id))).display_space_welcome_banner).to.equal(false)
    await app.as(admin).call(routes.resetBannerPreference, by(space.id))
    expect((await app.as(ana).call(routes.show, by(space.id))).display_space_welcome_banner).to.equal(true)
    expect(await refusal(app.as(ben).call(routes.notificationDetails, by(space.id)))).to.include({ status: 404 })
  })

  it('groups spaces, and rules of a group hold', async () => {
    const group = await app.as(admin).call(routes.createGroup, {
      body: {
        name: 'Learn',
        allow_members_to_create_spaces: true,
        automatically_add_members_to_new_spaces: true,
        add_members_to_space_group_on_space_join: true,
      },
    })
    expect(await refusal(app.as(ana).call(routes.createGroup, { body: { name: 'Mine' } }))).to.include({ status: 403 })
    expect(await refusal(app.as(ana).call(routes.create, { body: { name: 'Wheel', space_group_id: group.id } }))).to.include({ status: 403 })
    const first = (await app.as(admin).call(routes.create, { body: { name: 'Wheel', space_group_id: group.id } })).space
    await app.as(ana).call(routes.join, by(first.id))
    const own = (await app.as(ana).call(routes.create, { body: { name: 'Hand building', space_group_id: group.id } })).space
    expect(own.members_count).to.equal(2)
    expect(await app.as(ana).call(routes.group, by(group.id))).to.deep.include({ is_member: true, spaces_count: 2, space_group_members_count: 2 })
    expect(await refusal(app.as(admin).call(routes.destroyGroup, by(group.id)))).to.include({ status: 422, code: 'deletion_failed' })
    for (const space of [first, own]) await app.as(admin).call(routes.destroy, by(space.id))
    await app.as(admin).call(routes.updateGroup, { ...by(group.id), body: { is_hidden_from_non_members: true } })
    expect(await refusal(app.as(ben).call(routes.group, by(group.id)))).to.include({ status: 404 })
    await app.as(admin).call(routes.destroyGroup, by(group.id))
    expect(await refusal(app.as(admin).call(routes.group, by(group.id)))).to.include({ status: 404 })
  })

  it('duplicates settings without members, exports members, and answers for what no plugin brings', async () => {
    const space = await make('Original', { emoji: '🫖', display_view: 'grid' })
    const { space: copy } = await app.as(admin).call(routes.duplicate, by(space.id))
    expect(copy).to.deep.include({ name: 'Original (copy)', emoji: '🫖', display_view: 'grid', is_draft: true, members_count: 1 })
    const file = await app.as(admin).send('GET', `/c/${space.slug}/members.csv`)
    expect([file.status, file.headers['content-type']]).to.deep.equal([200, 'text/csv; charset=utf-8'])
    expect((await app.as(ana).send('GET', `/c/${space.slug}/members.csv`)).status).to.equal(403)
    expect(await refusal(app.as(ana).call(routes.aiSummaries, by(space.id)))).to.include({ status: 404, code: 'plugin_off' })
    expect((await app.as(admin).call(routes.maxSpaceLimit)).limit_reached).to.equal(false)
  })

  it('refuses bad input and unknown fields change nothing (A23)', async () => {
    const space = await make('Solid')
    const before = await app.as(admin).call(routes.show, by(space.id))
    const bad = [
      { name: '' },
      { name: 'x'.repeat(121) },
      { locked_button_url: 'javascript:alert(1)' },
      { display_view: 'spiral' },
      { types: ['nonsense'] },
      { slug: 'Not a slug!' },
      { locked_button_url: 'https://user:secret@example.com/' },
      { space_group_id: 999_999 },
    ]
    for (const body of bad)
      expect(await refusal(app.as(admin).call(routes.update, { ...by(space.id), body: body as never })), JSON.stringify(body))
        .to.have.property('status')
        .that.is.oneOf([400, 404, 422])
    await app.as(admin).send('PATCH', `/internal_api/spaces/${space.id}`, { id: 1, communityId: 2, members_count: 99, sequence: 99, created_at: '2001-01-01' })
    const after = await app.as(admin).call(routes.show, by(space.id))
    expect({ ...after, updated_at: '', version: 0 }).to.deep.equal({ ...before, updated_at: '', version: 0 })
  })

  it('shuts visitors out of a private community', async () => {
    const space = await make('Inside')
    const privately = (is_private: boolean) => app.as(admin).send('PATCH', '/internal_api/community', { is_private })
    expect((await privately(true)).status).to.equal(200)
    expect(await listed(null)).to.deep.equal([])
    expect(await refusal(app.as(null).call(routes.show, by(space.id)))).to.include({ status: 404 })
    await privately(false)
    expect((await listed(null)).map(({ id }) => id)).to.include(space.id)
  })
})

describe('the first space of a community', () => {
  let app: TestApp
  let admin: TestMember
  before(async () => {
    app = await testApp(['plugins/spaces'])
    admin = await app.member('admin')
  })
  after(() => app.close())

  it('makes its group, and the next lies in the same; whoever does not run spaces makes none', async () => {
    const member = await app.member('member')
    expect(await refusal(app.as(member).call(routes.create, { body: { name: 'Corner' } }))).to.include({ status: 404, code: 'space_group_not_found' })
    const { space } = await app.as(admin).call(routes.create, { body: { name: 'Lobby' } })
    expect((await app.as(admin).call(routes.create, { body: { name: 'Bench' } })).space.space_group_id).to.equal(space.space_group_id)
    const { space_groups } = await app.as(admin).call(routes.list, { query: { include_sidebar: true } })
    expect(space_groups.map(({ name }) => name)).to.deep.equal(['General'])
    expect(await refusal(app.as(member).call(routes.create, { body: { name: 'Corner' } }))).to.include({ status: 403 })
  })
})
