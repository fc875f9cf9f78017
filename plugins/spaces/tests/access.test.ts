/** Who reaches what: every kind of space for every kind of person, and the ways in (A10, A11). */
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import posts from '../../posts/contract.ts'
import contract from '../contract.ts'

const { routes } = contract
const KINDS = {
  public: {},
  private: { is_private: true },
  secret: { is_hidden: true },
  draft: { is_draft: true },
} as const
type Kind = keyof typeof KINDS
const PEOPLE = ['visitor', 'stranger', 'member', 'keeper', 'moderator', 'admin'] as const
type Person = (typeof PEOPLE)[number]
const ACTS = ['list', 'show', 'members', 'posts', 'join'] as const

/** Answers to list (shown or not), show, members, posts, join. `keeper` moderates the space, `moderator` the community. */
const EXPECTED: Record<Kind, Record<Person, [list: boolean, show: number, members: number, posts: number, join: number]>> = {
  public: {
    visitor: [true, 200, 403, 200, 401],
    stranger: [true, 200, 200, 200, 200],
    member: [true, 200, 200, 200, 200],
    keeper: [true, 200, 200, 200, 200],
    moderator: [true, 200, 200, 200, 200],
    admin: [true, 200, 200, 200, 200],
  },
  private: {
    visitor: [true, 200, 403, 404, 401],
    stranger: [true, 200, 403, 404, 404],
    member: [true, 200, 200, 200, 200],
    keeper: [true, 200, 200, 200, 200],
    moderator: [true, 200, 403, 404, 404],
    admin: [true, 200, 200, 200, 200],
  },
  secret: {
    visitor: [false, 404, 404, 404, 401],
    stranger: [false, 404, 404, 404, 404],
    member: [true, 200, 200, 200, 200],
    keeper: [true, 200, 200, 200, 200],
    moderator: [false, 404, 404, 404, 404],
    admin: [true, 200, 200, 200, 200],
  },
  draft: {
    visitor: [false, 404, 404, 404, 401],
    stranger: [false, 404, 404, 404, 404],
    // a member of a draft waits until it is ready
    member: [false, 404, 404, 404, 404],
    keeper: [true, 200, 200, 200, 200],
    moderator: [false, 404, 404, 404, 404],
    admin: [true, 200, 200, 200, 200],
  },
}

describe('access to spaces', () => {
  let app: TestApp
  let groupId: number
  const who = {} as Record<Person, TestMember | null>
  const made = {} as Record<Kind, { id: number; slug: string }>
  const admin = () => app.as(who.admin)
  const make = async (name: string, more: object = {}) => (await admin().call(routes.create, { body: { name, space_group_id: groupId, ...more } })).space
  const status = async (person: TestMember | null, method: string, address: string, body?: object) => (await app.as(person).send(method, address, body)).status
  const settings = (changes: object) => admin().send('PATCH', '/internal_api/community/settings', changes)

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/posts'])
    who.visitor = null
    who.admin = await app.member('admin')
    who.moderator = await app.member('moderator')
    for (const name of ['stranger', 'member', 'keeper'] as const) who[name] = await app.member('member', { name })
    groupId = (await admin().call(routes.createGroup, { body: { name: 'The studio' } })).id
    for (const kind of Object.keys(KINDS) as Kind[]) {
      made[kind] = await make(kind, KINDS[kind])
      const at = { params: { space_id: made[kind].id } }
      await admin().call(routes.addMember, { ...at, body: { community_member_id: who.member!.id } })
      await admin().call(routes.addMember, { ...at, body: { community_member_id: who.keeper!.id, moderator: true } })
      await admin().call(posts.routes.create, {
        params: { spaceId: made[kind].id },
        body: { post: { name: 'Here', tiptap_body: { body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }] } } } },
      })
    }
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  for (const kind of Object.keys(KINDS) as Kind[])
    for (const name of PEOPLE)
      it(`${kind} for ${name}: ${EXPECTED[kind][name].join(', ')} to ${ACTS.join(', ')}${kind === 'public' ? '' : ' (A10)'}`, async () => {
        const { id, slug } = made[kind]
        const person = who[name]
        const at = `/internal_api/spaces/${id}`
        const { records } = await app.as(person).call(routes.list, { query: { include_sidebar: true } })
        const answers = [
          records.some((space) => space.id === id),
          await status(person, 'GET', at),
          await status(person, 'GET', `${at}/space_members`),
          await status(person, 'GET', `${at}/posts`),
          await status(person, 'POST', `${at}/join`),
        ]
        expect(answers).to.deep.equal(EXPECTED[kind][name])
        for (const address of [`${at}/space_members/sidebar`, `/c/${slug}/members_pagination`])
          expect(await status(person, 'GET', address), address).to.equal(EXPECTED[kind][name][2])
        expect(await status(person, 'GET', `/internal_api/spaces/by_slug/${slug}`)).to.equal(EXPECTED[kind][name][1])
        const runs = name === 'admin' || name === 'keeper'
        const seen = EXPECTED[kind][name][1] === 200
        expect(await status(person, 'PATCH', at, { description: 'New' })).to.equal(runs ? 200 : person ? (seen ? 403 : 404) : 401)
        const [row] = await app.sql<{ members: number; listed: number }>(
          `select s.members_count as members, (select count(*)::int from spaces.space_member m where m.space_id = s.id and m.status = 'active') as listed from spaces.space s where s.id = $1`,
          [id],
        )
        expect(row!.members).to.equal(row!.listed)
      })

  it('shows members of public spaces to visitors only where the directory is public', async () => {
    const at = `/internal_api/spaces/${made.public.id}`
    const addresses = [`${at}/space_members`, `${at}/space_members/sidebar`, `/c/${made.public.slug}/members_pagination`, `${at}/active_members_count`]
    for (const address of addresses) expect(await status(null, 'GET', address), address).to.equal(403)
    const closed = await app.as(null).call(routes.show, { params: { id: made.public.id } })
    expect([closed.policies.can_view_members, closed.tabs.map(({ key }) => key)]).to.deep.equal([false, ['posts']])
    await settings({ public_member_directory: true })
    for (const address of addresses) expect(await status(null, 'GET', address), address).to.equal(200)
    expect(await status(null, 'GET', `/internal_api/spaces/${made.private.id}/space_members`)).to.equal(403)
    await settings({ public_member_directory: false })
  })

  it('keeps the inside of a private space from its locked page, and shows the blocks meant for it', async () => {
    const space = await make('Guild', {
      is_private: true,
      welcome_banner: { enabled: true, title: 'Otters only' },
      links: [{ name: 'Otters', url: 'https://otters.example' }],
      lock_screen_blocks: [
        { type: 'text', data: { heading: 'What the guild is' } },
        { type: 'text', hidden: true, data: { text: 'Not yet' } },
      ],
    })
    const seen = await app.as(who.stranger).call(routes.show, { params: { id: space.id } })
    expect(JSON.stringify(seen)).not.to.match(/otters/i)
    expect([seen.lock_screen_blocks.length, seen.tabs, seen.display_space_welcome_banner]).to.deep.equal([1, [], false])
    expect((await admin().call(routes.show, { params: { id: space.id } })).lock_screen_blocks).to.have.length(2)
    const page = await app.as(null).send('GET', `/c/${space.slug}`)
    expect(JSON.stringify(page.body)).not.to.match(/otters/i)
    for (const data of [
      { label: 'x', url: 'javascript:alert(1)' },
      { label: 'x', url: '//elsewhere.example' },
    ])
      expect(await status(who.admin, 'PATCH', `/internal_api/spaces/${space.id}`, { lock_screen_blocks: [{ type: 'button', data }] })).to.equal(422)
  })

  it('invites by mail: a link lets one person into its own space, once, in time, and nobody who is banned (A11)', async () => {
    const [first, second] = [await make('First', { is_hidden: true }), await make('Second', { is_hidden: true })]
    const token = async (to: string) => {
      const mail = (await app.sent()).filter(({ recipient }) => recipient === to).at(-1)!
      return /space_invitations\/([\w-]+)/.exec(mail.text)![1]!
    }
    const invite = (space: { id: number }, emails: string[]) => admin().call(routes.invite, { params: { id: space.id }, body: { emails, message: 'Do come' } })
    const accept = (person: TestMember | null, key: string) => app.as(person).send('POST', `/internal_api/space_invitations/by_token/${key}/accept`)
    expect(await status(who.stranger, 'POST', `/internal_api/spaces/${first.id}/invitations`, { emails: ['a@example.com'] })).to.equal(404)
    expect((await invite(first, ['One@example.com', 'one@example.com'])).sent).to.equal(1)
    // pressed twice, mailed once
    expect((await invite(first, ['one@example.com'])).sent).to.equal(0)
    await app.settle()
    const key = await token('one@example.com')
    expect((await app.as(null).send('GET', `/internal_api/space_invitations/by_token/${key}`)).body).to.include({ name: 'First', kind: 'space' })

    const [banned, ana, ben] = await Promise.all(['Banned', 'Ana', 'Ben'].map((name) => app.member('member', { name })))
    await app.sql(`update kernel.member set status = 'banned' where id = $1`, [banned!.id])
    await app.kernel.modules.data.signal?.('member.changed', { communityId: banned!.communityId, memberId: banned!.id })
    expect((await accept(banned!, key)).status).to.be.oneOf([401, 403])
    expect((await accept(null, key)).status).to.equal(401)
    const both = await Promise.all([accept(ana!, key), accept(ben!, key)])
    expect(both.map(({ status: answer }) => answer).sort()).to.deep.equal([200, 410])
    const winner = both[0]!.status === 200 ? ana! : ben!
    const loser = winner === ana ? ben! : ana!
    expect((await accept(winner, key)).body).to.deep.equal({ success: true, path: `/c/${first.slug}` })
    expect(await status(winner, 'GET', `/internal_api/spaces/${second.id}`)).to.equal(404)
    expect(await status(loser, 'GET', `/internal_api/spaces/${first.id}`)).to.equal(404)
    const row = (await admin().call(routes.members, { params: { space_id: first.id } })).records.find(
      ({ community_member_id }) => community_member_id === winner.id,
    )
    expect(row).to.deep.include({ access_type: 'invite', role: 'member' })

    const { records } = await invite(second, ['late@example.com', 'back@example.com'])
    await app.settle()
    const [late, back] = [await token('late@example.com'), await token('back@example.com')]
    await app.sql(`update spaces.invitation set expires_at = now() - interval '1 minute' where email = 'late@example.com'`)
    expect((await accept(loser, late)).status).to.equal(410)
    const taken = records.find(({ email }) => email === 'back@example.com')!
    expect(await status(loser, 'DELETE', `/internal_api/space_invitations/${taken.id}`)).to.equal(404)
    await admin().call(routes.revokeInvitation, { params: { id: taken.id } })
    expect((await accept(loser, back)).status).to.equal(404)
    expect((await admin().call(routes.invitations, { params: { id: second.id } })).records).to.deep.equal([])
  })

  it('invites with words that hold an address of their own, beside the link that opens the space', async () => {
    const space = await make('Worded')
    const body = { emails: ['worded@example.com'], message: 'Look at https://studio.example/kiln first.' }
    expect((await admin().call(routes.invite, { params: { id: space.id }, body })).sent).to.equal(1)
    const [mail] = await app.sql<{ text: string; is_secret: boolean }>(`select text, is_secret from kernel.mail where recipient = 'worded@example.com'`)
    expect(mail!.is_secret).to.equal(true)
    expect(mail!.text).to.include('https://studio.example/kiln').and.to.include('/space_invitations/')
  })

  it('invites to a group and its open spaces', async () => {
    const group = await admin().call(routes.createGroup, { body: { name: 'Evening class' } })
    const { space } = await admin().call(routes.create, { body: { name: 'Wheel', space_group_id: group.id } })
    await admin().call(routes.inviteToGroup, { params: { id: group.id }, body: { emails: ['evening@example.com'] } })
    await app.settle()
    const key = /space_invitations\/([\w-]+)/.exec((await app.sent()).find(({ recipient }) => recipient === 'evening@example.com')!.text)![1]!
    const { path } = await app.as(who.stranger).call(routes.acceptInvitation, { params: { token: key }, body: {} })
    expect(path).to.equal(`/s/${group.slug}`)
    expect((await app.as(who.stranger).call(routes.show, { params: { id: space.id } })).is_member).to.equal(true)
  })

  it('orders spaces and groups, and changes or deletes many at once, all or none', async () => {
    const group = await admin().call(routes.createGroup, { body: { name: 'Order' } })
    const [a, b, c] = await Promise.all(
      ['A', 'B', 'C'].map(async (name) => (await admin().call(routes.create, { body: { name, space_group_id: group.id } })).space),
    )
    const away = await make('Away')
    const order = async () =>
      (await admin().call(routes.list, { query: { include_sidebar: true } })).records.filter((space) => space.space_group_id === group.id).map(({ id }) => id)
    await admin().call(routes.reorder, { body: { space_group_id: group.id, space_ids: [c!.id, away.id, a!.id] } })
    expect(await order()).to.deep.equal([c!.id, away.id, a!.id, b!.id])
    expect(await status(who.admin, 'PATCH', '/internal_api/spaces/reorder', { space_group_id: group.id, space_ids: [a!.id, 999_999] })).to.equal(404)
    expect(await order()).to.deep.equal([c!.id, away.id, a!.id, b!.id])
    await admin().call(routes.reorderGroups, { body: { space_group_ids: [group.id, groupId] } })
    expect((await admin().call(routes.groups)).records.map(({ id }) => id).slice(0, 2)).to.deep.equal([group.id, groupId])

    const ids = [a!.id, b!.id]
    expect((await admin().call(routes.bulkUpdate, { body: { space_ids: ids, space: { is_hidden: true } } })).updated).to.equal(2)
    expect((await admin().call(routes.show, { params: { id: b!.id } })).visibility).to.equal('secret')
    expect(await status(who.admin, 'POST', '/internal_api/spaces/bulk_destroy', { space_ids: [a!.id, 999_999] })).to.equal(404)
    expect(await status(who.stranger, 'POST', '/internal_api/spaces/bulk_destroy', { space_ids: ids })).to.equal(403)
    expect((await admin().call(routes.bulkDestroy, { body: { space_ids: [...ids, a!.id] } })).deleted).to.equal(2)
    expect(await order()).to.deep.equal([c!.id, away.id])
  })

  it('asks members for a topic, keeps covers to those who run the space, and tells the composer', async () => {
    const space = await make('Rules', { require_topic_selection: true, disable_member_post_covers: true, hide_post_settings: true })
    await app.as(who.stranger).call(routes.join, { params: { id: space.id } })
    const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }] }
    const write = (person: TestMember | null, post: object) =>
      app.as(person).send('POST', `/internal_api/spaces/${space.id}/posts`, { post: { name: 'Mine', tiptap_body: { body }, ...post } })
    const refused = await write(who.stranger!, {})
    expect([refused.status, Object.keys(refused.body.error_details)]).to.deep.equal([422, ['post.topics']])
    expect((await write(who.stranger!, { status: 'draft' })).status).to.equal(201)
    expect((await write(who.admin!, {})).status).to.equal(201)
    expect(await app.run(null, async (ctx) => (await ctx.actAs(who.stranger!.id)).use(contract).writingRules(space.id))).to.deep.equal({
      hidePostSettings: true,
      noCovers: true,
      topicNeeded: true,
    })
  })

  it('gives newcomers the levels of notification that the space sets', async () => {
    const never = { default_in_app_notification_setting: 'never', default_mobile_notification_setting: 'never' } as const
    const space = await make('Quiet', { ...never, default_mention_mobile_notification_setting: 'never' })
    await app.as(who.stranger).call(routes.join, { params: { id: space.id } })
    expect(await app.as(who.stranger).call(routes.notificationDetails, { params: { id: space.id } })).to.include({
      in_app_notification_setting: 'mention',
      mobile_notification_setting: 'never',
    })
  })

  it('holds several types as tabs, with counts, and hides those that are switched off', async () => {
    const space = await make('Many', { types: ['basic', 'members'], visible_tabs: { posts: true, members: true } })
    expect(space.tabs).to.deep.equal([
      { key: 'posts', type: 'basic', count: 0 },
      { key: 'members', type: null, count: 1 },
    ])
    await admin().call(routes.update, { params: { id: space.id }, body: { visible_tabs: { posts: false, members: false } } })
    expect((await app.as(who.stranger).call(routes.show, { params: { id: space.id } })).tabs).to.deep.equal([])
    // whoever runs the space keeps the list of its people
    expect((await admin().call(routes.show, { params: { id: space.id } })).tabs.map(({ key }) => key)).to.deep.equal(['members'])
  })

  it('answers the page of a public space as HTML with its meta tags, and absent ones as not found', async () => {
    const space = await make('Shop window', {
      description: 'For everybody',
      meta_tag_attributes: { meta_title: 'Window', meta_description: 'Look in', opengraph_title: 'A window', opengraph_description: 'Seen from afar' },
    })
    const page = async (slug: string) => {
      const answer = await fetch(`${app.url}/c/${slug}`)
      return { status: answer.status, html: await answer.text() }
    }
    const { html } = await page(space.slug)
    for (const part of ['<title>Window', 'content="Look in"', 'content="A window"', 'content="Seen from afar"', '>Shop window</h1>', 'For everybody'])
      expect(html, part).to.include(part)
    expect((await page(made.public.slug)).html).to.include(`/c/${made.public.slug}/here`)
    const [secret, absent] = [await page(made.secret.slug), await page('nowhere')]
    expect([secret.status, absent.status]).to.deep.equal([404, 404])
    expect(secret.html).not.to.include('secret</h1>')
  })

  it('says when the plan holds no more spaces', async () => {
    const limit = await admin().call(routes.maxSpaceLimit, { query: { space_group_id: groupId } })
    await app.sql(
      `insert into spaces.space (community_id, space_group_id, name, slug) select $1, $2, 'Full ' || n, 'full-' || n from generate_series(1, $3::int) n`,
      [who.admin!.communityId, groupId, limit.max_space_limit - limit.spaces_count],
    )
    expect(await admin().call(routes.maxSpaceLimit)).to.deep.equal({ ...limit, spaces_count: limit.max_space_limit, limit_reached: true })
    const full = await app.as(who.admin).send('POST', '/internal_api/spaces', { name: 'One more', space_group_id: groupId })
    expect([full.status, full.body.code]).to.deep.equal([403, 'space_limit_reached'])
  })
})
