/** Lists of posts: what stands in the home feed, what is unread, and filters that keep the order that was chosen. */
import { expect } from 'chai'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import spaces from '../../spaces/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import posts from '../contract.ts'
import { writePost } from './kit.ts'

describe('lists of posts', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let priya: TestMember

  const space = (fields: object = {}, members = [nell, priya]) => makeSpace(app, admin, members, fields)
  const write = (who: TestMember, spaceId: number, post: object = {}) => writePost(app, who, spaceId, post)
  const home = async (who: TestMember | null, query: object = {}) =>
    (await app.as(who).call(posts.routes.home, { query: { per_page: 100, ...query } })).records.map(({ id }) => id)
  const listed = (who: TestMember | null, spaceId: number, query: object) => app.as(who).call(posts.routes.list, { params: { spaceId }, query })
  const ids = async (...given: Parameters<typeof listed>) => (await listed(...given)).records.map(({ id }) => id)

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/posts', 'plugins/home'])
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
    priya = await app.member('member', { name: 'Priya' })
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('leave out of the home feed what its author’s space, or whoever keeps it, wants out of featured areas', async () => {
    const [shown, modest] = [await space(), await space({ hide_from_featured_areas: true })]
    const open = await write(nell, shown.id)
    const hidden = await write(admin, shown.id, { hide_from_featured_areas: true })
    const apart = await write(nell, modest.id)
    const all = [open.id, hidden.id, apart.id]
    for (const query of [{}, { sort: 'popular' }, { sort: 'oldest' }, { following: true }, { unread: true }])
      expect(
        (await home(priya, query)).filter((id) => all.includes(id)),
        JSON.stringify(query),
      ).to.deep.equal([open.id])
    expect((await app.as(priya).call(posts.routes.reading, {})).map(({ id }) => id)).to.not.include(apart.id)
    expect(await ids(priya, shown.id, {}), 'their own space shows them').to.include(hidden.id)
    expect(await ids(priya, modest.id, {})).to.deep.equal([apart.id])
    await app.as(admin).call(spaces.routes.update, { params: { id: modest.id }, body: { hide_from_featured_areas: false } })
    expect(await home(priya)).to.include(apart.id)
  })

  it('go through the posts of more spaces than a page has rows, in every order', async () => {
    const length = 24
    const many = await Promise.all(Array.from({ length }, () => space({}, [])))
    // two in each, so that some spaces come late altogether and some twice in a row
    for (let i = 0; i < length * 2; i++) {
      app.resetLimits()
      const { id } = await write(admin, many[(i * 7) % length]!.id, { name: `${String.fromCharCode(97 + ((i * 11) % 26))} ${i}` })
      await app.sql(`update posts.post set published_at = now() - $2 * interval '1 hour', likes_count = $3 where id = $1`, [id, (i * 13) % 48, (i * 5) % 9])
    }
    const columns = { latest: 'published_at desc, id desc', oldest: 'published_at, id', alphabetical: 'lower(name), id', likes: 'likes_count desc, id desc' }
    for (const [sort, order] of Object.entries(columns)) {
      const expected = (
        await app.sql<{ id: number }>(
          `select id from posts.post where status = 'published' and not hide_from_featured_areas and space_id = any($1::bigint[]) order by ${order}`,
          [many.map(({ id }) => id)],
        )
      ).map(({ id }) => id)
      const found: number[] = []
      let cursor: string | undefined
      do {
        const page = await app.as(admin).call(posts.routes.home, { query: { per_page: 20, sort: sort as 'latest', cursor } })
        found.push(...page.records.filter(({ space_id }) => many.some(({ id }) => id === space_id)).map(({ id }) => id))
        cursor = page.next_cursor ?? undefined
      } while (cursor)
      expect(found, sort).to.deep.equal(expected)
    }
  })

  it('reach in the home feed those who read little of what is written', async () => {
    const [quiet, loud] = [await space({}, []), await space({}, [])]
    await app.as(nell).call(spaces.routes.join, { params: { id: quiet.id } })
    const mine: number[] = []
    const writeMine = async (count: number) => {
      app.resetLimits()
      for (let i = 0; i < count; i++) mine.unshift((await write(admin, quiet.id)).id)
    }
    await writeMine(22)
    const { id } = await write(admin, loud.id)
    const columns = 'community_id, space_id, author_member_id, status, name, body, text, excerpt, published_at, last_activity_at'
    await app.sql(`insert into posts.post (${columns}, slug) select ${columns}, 'loud-' || n from posts.post, generate_series(1, 500) n where id = $1`, [id])
    await writeMine(3)
    const found: number[] = []
    let cursor: string | undefined
    do {
      const page = await app.as(nell).call(posts.routes.home, { query: { following: true, per_page: 20, cursor } })
      found.push(...page.records.map((post) => post.id))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(found.filter((each) => mine.includes(each))).to.deep.equal(mine)
    await app.sql('delete from posts.post where space_id = $1', [loud.id])
  })

  it('tell what is unread: the newest of others, as many as the space is ahead', async () => {
    const [one, two] = [await space(), await space()]
    const first = await write(nell, one.id)
    expect(await home(priya, { unread: true })).to.include(first.id)
    expect(await home(nell, { unread: true }), 'one’s own is no news').to.not.include(first.id)
    expect(await home(null, { unread: true })).to.deep.equal([])
    await app.as(priya).call(spaces.routes.resetUnreadCount, { params: { id: one.id } })
    expect(await home(priya, { unread: true })).to.not.include(first.id)
    const second = await write(nell, one.id, { name: 'Zebra' })
    await write(priya, one.id)
    const third = await write(nell, two.id, { name: 'Ant' })
    const mine = [first.id, second.id, third.id]
    const among = async (query: object) => (await home(priya, { unread: true, ...query })).filter((id) => mine.includes(id))
    expect(await among({})).to.deep.equal([third.id, second.id])
    expect(await among({ sort: 'alphabetical' })).to.deep.equal([third.id, second.id])
    expect(await among({ sort: 'oldest' })).to.deep.equal([second.id, third.id])
    const pages = await app.as(priya).call(posts.routes.home, { query: { unread: true, per_page: 1 } })
    const next = await app.as(priya).call(posts.routes.home, { query: { unread: true, per_page: 1, cursor: pages.next_cursor! } })
    expect(next.records[0]!.id).to.not.equal(pages.records[0]!.id)
  })

  it('keep the chosen order where topics, words or ids narrow them', async () => {
    const here = await space()
    const { id: topic } = await app.run(null, (ctx) => ctx.use(posts).topic('Ash glazes'))
    const names = ['Beech ash', 'Apple ash', 'Cedar ash']
    const made: number[] = []
    for (const name of names) made.push((await write(nell, here.id, { name, topics: [topic] })).id)
    const other = await write(nell, here.id, { name: 'Salt' })
    await app.settle()
    for (const narrow of [{ topics: String(topic) }, { search_text: 'ash' }, { post_ids: made.join(',') }]) {
      expect(await ids(priya, here.id, { ...narrow, sort: 'alphabetical' }), JSON.stringify(narrow)).to.deep.equal([made[1], made[0], made[2]])
      expect(await ids(priya, here.id, { ...narrow, sort: 'oldest' })).to.deep.equal(made)
      expect(await ids(priya, here.id, narrow)).to.deep.equal([...made].reverse())
      const paged: number[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await listed(priya, here.id, { ...narrow, sort: 'alphabetical', per_page: 1, ...(cursor ? { cursor } : {}) })
        paged.push(...page.records.map(({ id }) => id))
        if (!page.has_next_page) break
        cursor = page.next_cursor!
      }
      expect(paged).to.deep.equal([made[1], made[0], made[2]])
    }
    expect(await ids(priya, here.id, { search_text: 'Sa' })).to.deep.equal([other.id])
    expect(await ids(priya, here.id, { post_ids: '' })).to.deep.equal([])
  })

  it('are light: what only one post’s own page needs comes with that alone, and nothing false in its place', async () => {
    const here = await space()
    const post = await write(admin, here.id, { meta_title: 'For search', internal_custom_html: '<p>own</p>' })
    await app.as(admin).call(posts.routes.knowledgeBase, { params: { spaceId: here.id, postSlug: post.slug }, body: { is_in_knowledge_base: false } })
    const [line] = (await listed(admin, here.id, {})).records
    expect(line).to.not.have.any.keys('custom_html', 'internal_custom_html', 'is_in_knowledge_base', 'meta_tag_attributes', 'body_for_editor', 'first_liked_by')
    expect(line).to.include({ is_liked: false, likes_count: 0, comment_count: 0, space_type: 'basic', cardview_image: null, topic_follower_id: null })
    const whole = await app.as(admin).call(posts.routes.show, { params: { spaceId: here.id, postSlug: post.slug } })
    expect(whole).to.deep.include({ is_in_knowledge_base: false, meta_tag_attributes: { meta_title: 'For search' }, internal_custom_html: '<p>own</p>' })
    expect(whole).to.deep.include({ body_trix_content: null, first_liked_by: [], body_for_editor: whole.tiptap_body.body })
    expect(whole.author.roles, 'an admin moderates too, under posts as under comments').to.deep.equal({ admin: true, moderator: true, agent: false })
    await app.as(nell).send('POST', `/internal_api/posts/${post.id}/post_followers`)
    const [followed] = (await listed(nell, here.id, {})).records
    const { records } = (await app.as(nell).send('GET', `/internal_api/posts/${post.id}/post_followers`)).body
    expect(followed!.post_follower_id).to.equal(records.find((one: any) => one.community_member_id === nell.id).id)
    expect((await app.as(nell).call(posts.routes.show, { params: { spaceId: here.id, postSlug: post.slug } })).body_for_editor).to.equal(undefined)
  })

  it('show drafts to their authors and to those who run the space', async () => {
    const here = await space()
    const draft = await write(nell, here.id, { status: 'draft', name: 'Half a thought' })
    const out = await write(nell, here.id)
    expect(await ids(nell, here.id, { status: 'draft' })).to.deep.equal([draft.id])
    expect(await ids(admin, here.id, { status: 'draft' })).to.deep.equal([draft.id])
    expect(await ids(priya, here.id, { status: 'draft' })).to.deep.equal([])
    expect(await ids(priya, here.id, { status: 'published' })).to.deep.equal([out.id])
    expect((await app.as(null).send('GET', `/internal_api/spaces/${here.id}/posts?status=draft`)).status).to.equal(401)
  })

  it('name beside a post what else its space has, what shares its topics elsewhere, and how much its author wrote', async () => {
    const [here, there, closed] = [await space(), await space(), await space({ is_private: true }, [])]
    const { id: topic } = await app.run(null, (ctx) => ctx.use(posts).topic('Shino'))
    const post = await write(nell, here.id, { name: 'Carbon trap', topics: [topic] })
    const near: number[] = []
    for (const name of ['One', 'Two', 'Three', 'Four']) near.unshift((await write(priya, here.id, { name })).id)
    const alike = await write(priya, there.id, { name: 'Shino on stoneware', topics: [topic] })
    await write(priya, there.id, { name: 'Of something else' })
    await write(admin, closed.id, { name: 'Shino, in secret', topics: [topic] })
    const hidden = await write(admin, there.id, { name: 'Shino, set aside', topics: [topic], hide_from_featured_areas: true })
    const beside = (who: TestMember | null) => app.as(who).call(posts.routes.beside, { params: { spaceId: here.id, postSlug: post.slug } })
    const found = await beside(priya)
    expect(found.space.map(({ id }) => id)).to.deep.equal(near.slice(0, 3))
    expect(found.related.map(({ id }) => id)).to.deep.equal([alike.id])
    expect(found.related[0]).to.include({ title: 'Shino on stoneware', url: `/c/${there.slug}/${alike.slug}`, space_name: there.name, author_name: 'Priya' })
    const written = await app.sql<{ count: number }>(
      `select count(*)::int as count from posts.post where author_member_id = $1 and status = 'published' and deleted_at is null`,
      [nell.id],
    )
    expect(found.author_posts_count).to.equal(written[0]!.count)
    expect((await beside(admin)).related.map(({ title }) => title)).to.have.members(['Shino on stoneware', 'Shino, in secret'])
    expect(found.related.map(({ id }) => id)).to.not.include(hidden.id)
    const apart = await write(nell, there.id, { name: 'No topics' })
    expect((await app.as(priya).call(posts.routes.beside, { params: { spaceId: there.id, postSlug: apart.slug } })).related).to.deep.equal([])
  })
})
