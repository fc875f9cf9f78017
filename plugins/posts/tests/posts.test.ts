/** Posts: conformance, and what people do with them. */
import { expect } from 'chai'
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import spaces from '../../spaces/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import posts from '../contract.ts'
import { paragraph, writePost } from './kit.ts'

const NEEDS = ['plugins/spaces', 'plugins/content', 'plugins/media']
describePlugin('plugins/posts')

describe('posts', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let priya: TestMember
  let space: { id: number; slug: string }
  const write = (who: TestMember, post: object = {}, spaceId = space.id) =>
    writePost(app, who, spaceId, { name: 'Three celadons', tiptap_body: { body: paragraph('The one in front fired at cone 9.') }, ...post })
  const list = (who: TestMember | null, query: object = {}) => app.as(who).call(posts.routes.list, { params: { spaceId: space.id }, query })

  before(async () => {
    app = await testApp([...NEEDS, 'plugins/posts'])
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
    priya = await app.member('member', { name: 'Priya' })
    space = await makeSpace(app, admin, [nell, priya])
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('are written in another’s name by those who manage posts, and by nobody else', async () => {
    expect((await write(admin, { author_id: nell.id })).author).to.include({ id: nell.id, name: 'Nell' })
    expect(await refusal(write(priya, { author_id: nell.id }))).to.include({ status: 403 })
    expect((await write(priya, { author_id: priya.id })).author.id).to.equal(priya.id)
    expect(await refusal(write(admin, { author_id: 987_654 }))).to.include({ status: 404, code: 'author_not_found' })
    const { records } = await list(priya, { post_type: 'image' })
    expect([records.length, (await list(priya, { post_type: 'basic' })).records.length > 0]).to.deep.equal([0, true])
  })

  it('pages by number as by cursor, with pinned posts before the first page alone', async () => {
    const here = await makeSpace(app, admin, [])
    const made = []
    for (let n = 0; n < 5; n++) made.push((await write(admin, { name: `Shelf ${n}` }, here.id)).id)
    const [pinned] = made
    await app.run(null, (ctx) => ctx.use(posts).pin(pinned!, true))
    const read = (query: object) => app.as(admin).call(posts.routes.list, { params: { spaceId: here.id }, query })
    const [one, two, three] = [await read({ per_page: 2 }), await read({ per_page: 2, page: 2 }), await read({ per_page: 2, page: 3 })]
    expect([one, two, three].map(({ records }) => records.map(({ id }) => id))).to.deep.equal([[pinned, made[4], made[3]], [made[2], made[1]], []])
    expect([one, two, three].map((page) => [page.page, page.has_next_page, page.count, page.page_count])).to.deep.equal([
      [1, true, 5, 3],
      [2, false, 5, 2],
      [3, false, 5, 0],
    ])
    expect((await read({ per_page: 2, page: 7, cursor: one.next_cursor! })).records, 'a cursor knows its own place').to.deep.equal(two.records)
    for (const route of [posts.routes.home, posts.routes.mine] as const) {
      const numbered = async (page: number) => (await app.as(admin).call(route, { query: { per_page: 2, page } })).records.map(({ id }) => id)
      expect(await numbered(2), route.path).to.not.deep.equal(await numbered(1))
    }
    expect((await read({ per_page: 1_000 })).per_page).to.equal(100)
    expect((await read({ per_page: 100, page: 20 })).records).to.deep.equal([])
    const tooDeep = await app.as(admin).send('GET', `/internal_api/spaces/${here.id}/posts?per_page=100&page=21`)
    expect([tooDeep.status, tooDeep.body.message]).to.deep.equal([422, 'Page numbers only work for the first 2,000 records. Use next_cursor after that.'])
  })

  it('tells who changes it over what somebody else has saved, with both texts; likes and pins are no edits', async () => {
    const { id, slug, version } = await write(nell)
    const patch = (who: TestMember, post: object) => app.as(who).send('PATCH', `/internal_api/spaces/${space.id}/posts/${slug}`, { post })
    await app.run(null, (ctx) => ctx.use(posts).pin(id, true))
    const text = (words: string) => ({ tiptap_body: { body: paragraph(words) } })
    expect((await patch(admin, { ...text('Theirs'), version })).body.version).to.equal(version + 1)
    const { status, body } = await patch(nell, { name: 'My name', ...text('Mine'), version })
    expect([status, body.code]).to.deep.equal([409, 'edit_conflict'])
    const { mine, theirs, ...rest } = body.error_details
    expect(rest).to.deep.include({ version: version + 1, saved_by: { id: admin.id, name: admin.name } })
    expect([mine.name, theirs.name, theirs.body_plain_text]).to.deep.equal(['My name', 'Three celadons', 'Theirs'])
    expect(JSON.stringify(mine.tiptap_body)).to.include('Mine')
    expect((await patch(nell, { ...text('Mine'), version: version + 1 })).body).to.include({ version: version + 2, body_plain_text: 'Mine' })
    expect((await patch(admin, text('A caller that knows no versions'))).status).to.equal(200)
  })

  it('publishes, shows it to others with the author and the policies, and tells the event', async () => {
    const post = await write(nell)
    expect(post.status).to.equal('published')
    expect(post.policies).to.deep.include({ can_update_post: true, can_manage_post: false, can_report_post: false })
    const seen = await app.as(priya).call(posts.routes.show, { params: { spaceId: space.slug, postSlug: post.slug } })
    expect(seen.author.name).to.equal('Nell')
    expect(seen.policies).to.deep.include({ can_update_post: false, can_report_post: true })
    const [event] = await app.sql(`select payload from kernel.event where name = 'post.published' order by id desc limit 1`)
    expect(event.payload).to.deep.equal({ postId: post.id, spaceId: space.id, memberId: nell.id })
  })

  it('keeps a draft to its author and those who manage posts', async () => {
    const draft = await write(nell, { status: 'draft' })
    const params = { spaceId: space.id, postSlug: draft.slug }
    expect((await list(priya)).records.map(({ id }) => id)).not.to.include(draft.id)
    expect((await app.as(priya).send('GET', `/internal_api/spaces/${space.id}/posts/${draft.slug}`)).status).to.equal(404)
    expect((await app.as(admin).call(posts.routes.show, { params })).id).to.equal(draft.id)
    expect((await app.as(nell).call(posts.routes.mine, { query: { status: 'draft' } })).records.map(({ id }) => id)).to.include(draft.id)
    const published = await app.as(nell).call(posts.routes.update, { params, body: { post: { status: 'published' } } })
    expect(published.published_at).to.be.a('string')
  })

  it('publishes a scheduled post at its time, once, and not before', async () => {
    const at = new Date(Date.now() + 3_600_000)
    const post = await write(nell, { status: 'scheduled', scheduled_at: at.toISOString() })
    await app.settle()
    expect((await list(priya)).records.map(({ id }) => id)).not.to.include(post.id)
    await app.clock.advance(3_700_000)
    await app.sql(`update graphile_worker._private_jobs set run_at = now()`)
    await app.settle()
    await app.clock.advance(-3_700_000)
    expect((await list(priya)).records.map(({ id }) => id)).to.include(post.id)
    await app.redeliver()
    expect((await app.sql(`select 1 from kernel.event where name = 'post.published' and (payload ->> 'postId')::bigint = $1`, [post.id])).length).to.equal(1)
  })

  it('refuses a time in the past, an empty post, an unknown node, a title of 10,000 characters, and loses nothing', async () => {
    const before = (await list(nell)).records.length
    const bad = [
      { status: 'scheduled', scheduled_at: new Date(0).toISOString() },
      { tiptap_body: { body: { type: 'doc', content: [] } } },
      { tiptap_body: { body: { type: 'doc', content: [{ type: 'script' }] } } },
      { tiptap_body: { body: 'text' } },
      { name: 'x'.repeat(10_000) },
      { topics: [999_999] },
      { cover_image: 'forged' },
    ]
    for (const fields of bad) {
      const { status, body } = await app
        .as(nell)
        .send('POST', `/internal_api/spaces/${space.id}/posts`, { post: { name: 'Fine', tiptap_body: { body: paragraph('fine') }, ...fields } })
      expect(status, JSON.stringify(fields).slice(0, 80)).to.be.within(400, 422)
      expect(body.success).to.equal(false)
      expect(body.message).to.be.a('string')
    }
    expect((await list(nell)).records.length).to.equal(before)
  })

  it('makes one post of the same client_id sent twice', async () => {
    const first = await write(nell, { client_id: 'abc' })
    const again = await write(nell, { client_id: 'abc' })
    expect(again.id).to.equal(first.id)
  })

  it('gives two posts of one title two slugs', async () => {
    const [a, b] = [await write(nell, { name: 'Same title' }), await write(nell, { name: 'Same title' })]
    expect(a.slug).to.equal('same-title')
    expect(b.slug).to.match(/^same-title-\w+$/)
  })

  it('A03: lets others neither change nor delete a post', async () => {
    const post = await write(nell)
    const address = `/internal_api/spaces/${space.id}/posts/${post.slug}`
    for (const method of ['PATCH', 'DELETE']) expect((await app.as(priya).send(method, address, { post: { name: 'mine' } })).status, method).to.equal(403)
    expect((await app.as(priya).send('POST', `${address}/pin`)).status).to.equal(403)
    expect((await app.as(null).send('PATCH', address, { post: { name: 'mine' } })).status).to.equal(401)
    expect((await app.as(nell).call(posts.routes.show, { params: { spaceId: space.id, postSlug: post.slug } })).name).to.equal('Three celadons')
  })

  it('A01 A23: answers 404 for posts of a private space, and takes no fields that are not its own', async () => {
    const secret = await makeSpace(app, admin, [], { is_private: true })
    const post = await write(admin, {}, secret.id)
    for (const who of [nell, null]) {
      expect((await app.as(who).send('GET', `/internal_api/spaces/${secret.id}/posts/${post.slug}`)).status).to.equal(404)
      expect((await app.as(who).send('GET', `/internal_api/spaces/${secret.id}/posts`)).status).to.equal(404)
      expect((await app.as(who).send('GET', `/internal_api/post_details?post_ids=${post.id}`)).body).to.deep.equal([])
    }
    const forged = await write(nell, { author_member_id: admin.id, likes_count: 99, community_id: 1, published_at: '2001-01-01T00:00:00Z' })
    expect(forged.author.id).to.equal(nell.id)
    expect(forged.user_likes_count).to.equal(0)
  })

  it('can be deleted and brought back for a day, then goes for good', async () => {
    const post = await write(nell, { name: 'Short life' })
    const params = { spaceId: space.id, postSlug: post.slug }
    await app.as(nell).call(posts.routes.destroy, { params })
    expect((await app.as(priya).send('GET', `/internal_api/spaces/${space.id}/posts/${post.slug}`)).status).to.equal(404)
    expect((await app.as(nell).call(posts.routes.restore, { params })).id).to.equal(post.id)
    await app.as(nell).call(posts.routes.destroy, { params })
    await app.clock.advance(25 * 3_600_000)
    expect((await app.as(nell).send('POST', `/internal_api/spaces/${space.id}/posts/${post.slug}/restore`)).status).to.equal(404)
    await app.clock.advance(-25 * 3_600_000)
  })

  it('pages by key without gaps or doubles in every order, pinned ones first', async () => {
    for (let i = 0; i < 25; i++) await write(i % 2 ? nell : priya, { name: `Post ${String(i).padStart(2, '0')}` })
    app.resetLimits()
    const pinned = await write(admin, { name: 'Read me first' })
    await app.as(admin).call(posts.routes.pin, { params: { spaceId: space.id, postSlug: pinned.slug } })
    for (const sort of ['latest', 'oldest', 'alphabetical', 'new_activity', 'likes', 'popular'] as const) {
      const seen: number[] = []
      let cursor: string | null | undefined
      do {
        const page = await list(nell, { sort, per_page: 7, ...(cursor ? { cursor } : {}) })
        if (seen.length === 0) expect(page.records[0]!.id, sort).to.equal(pinned.id)
        seen.push(...page.records.map(({ id }) => id))
        cursor = page.next_cursor
      } while (cursor)
      expect(new Set(seen).size, sort).to.equal(seen.length)
      expect(seen.length, sort).to.be.greaterThan(26)
    }
  })

  it('gathers the home feed of all visible spaces, newest first', async () => {
    const post = await write(priya, { name: 'Newest of all' })
    const { records } = await app.as(nell).call(posts.routes.home, { query: { per_page: 5 } })
    // The scheduled one above went out an hour ahead of the clock.
    expect(records.find(({ published_at }) => new Date(published_at!) <= new Date())!.id).to.equal(post.id)
  })

  it('lists what a member has published, newest first, as far as the reader sees the spaces', async () => {
    const tom = await app.member('member', { name: 'Tom' })
    await app.as(tom).call(spaces.routes.join, { params: { id: space.id } })
    const closed = await makeSpace(app, admin, [], { is_private: true })
    await app.run(null, (ctx) => ctx.use(spaces).addMembers(closed.id, [tom.id]))
    const out = []
    for (let i = 0; i < 5; i++) out.unshift((await write(tom, { name: `Number ${i}` })).id)
    await write(tom, { status: 'draft' })
    const inside = await write(tom, { name: 'Not for all' }, closed.id)
    const of = async (who: TestMember | null, per_page: number) => {
      const seen: number[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await app.as(who).call(posts.routes.byMember, { params: { id: tom.id }, query: { per_page, ...(cursor ? { cursor } : {}) } })
        seen.push(...page.records.map(({ id }) => id))
        if (!page.has_next_page) return seen
        cursor = page.next_cursor!
      }
    }
    for (const who of [priya, null]) expect(await of(who, 2)).to.deep.equal(out)
    expect(await of(tom, 20)).to.deep.equal([inside.id, ...out])
  })
})
