/** Addresses of posts: one each, however many want the same in one moment, and old ones that lead to the new. */
import { expect } from 'chai'
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { makeSpace } from '../../spaces/tests/kit.ts'
import posts from '../contract.ts'
import { at, changePost, writePost } from './kit.ts'

describe('addresses of posts', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let priya: TestMember

  const space = (fields: object = {}, members = [nell, priya]) => makeSpace(app, admin, members, fields)
  const write = (who: TestMember, spaceId: number, post: object = {}) => writePost(app, who, spaceId, post)
  const change = (who: TestMember, post: Parameters<typeof at>[0], fields: object) => changePost(app, who, post, fields)
  const times = <T>(count: number, make: (index: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, index) => make(index)))
  const oneEach = (made: { slug: string }[], word: string) => {
    expect(made.map(({ slug }) => slug)).to.include(word)
    for (const { slug } of made) expect(slug).to.match(new RegExp(`^${word}(-[a-z0-9]{6})?$`))
    expect(new Set(made.map(({ slug }) => slug)).size).to.equal(made.length)
  }

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/posts'])
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
    priya = await app.member('member', { name: 'Priya' })
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('are one each where posts of one title are sent at once', async () => {
    const here = await space()
    oneEach(await times(6, () => write(nell, here.id, { name: 'At once' })), 'at-once')
  })

  it('are one each where drafts of one title come out at once, and one goes on the calendar', async () => {
    const here = await space()
    const drafts = await times(6, () => write(nell, here.id, { name: 'At once', status: 'draft' }))
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
    const out = await Promise.all(
      drafts.map((draft, index) => change(nell, draft, index === 0 ? { status: 'scheduled', scheduled_at } : { status: 'published', name: 'At once' })),
    )
    oneEach(out, 'at-once')
    expect(out.map(({ status }) => status)).to.deep.equal(['scheduled', ...Array(5).fill('published')])
  })

  it('are one each where posts of one title move to a space at once', async () => {
    const target = await space()
    const made = await times(6, async () => write(nell, (await space()).id, { name: 'On the move' }))
    const moved = await Promise.all(made.map((post) => change(admin, post, { space_id: target.id })))
    oneEach(moved, 'on-the-move')
    for (const [index, post] of made.entries())
      expect((await app.as(nell).call(posts.routes.show, at(post))).id, 'by its old address').to.equal(moved[index]!.id)
  })

  it('lead from where a post was to where it is, for those who may see it where it is', async () => {
    const [open, closed] = [await space(), await space({ is_private: true }, [nell])]
    const post = await write(nell, open.id, { name: 'On the move' })
    await change(admin, post, { space_id: closed.id })
    expect((await app.as(nell).call(posts.routes.show, at(post))).space_id).to.equal(closed.id)
    expect(await refusal(app.as(priya).call(posts.routes.show, at(post)))).to.include({ status: 404 })
    const page = (who: TestMember | null) => app.as(who).send('GET', post.url, undefined, { accept: 'text/html' })
    expect(String((await page(nell)).body)).to.include('On the move')
    expect(String((await page(null)).body)).to.not.include('On the move')
    const next = await write(nell, open.id, { name: 'On the move' })
    expect(next.slug, 'who comes after may have the address').to.equal(post.slug)
    expect((await app.as(nell).call(posts.routes.show, at(post))).id).to.equal(next.id)
  })

  it('that are handed on go with the post to another space, and lead nobody to what is not shared any more', async () => {
    const [open, closed] = [await space(), await space({ is_private: true }, [nell])]
    const post = await write(nell, open.id, { name: 'Look at this' })
    const shared = await change(nell, post, { share_post_enabled: true })
    const show = (where: { id: number }) => app.as(null).call(posts.routes.show, { params: { spaceId: where.id, postSlug: shared.share_uid! } })
    expect((await show(open)).id).to.equal(post.id)
    const moved = await change(admin, post, { space_id: closed.id })
    expect(await show(closed)).to.include({ id: post.id, is_shared_view: true })
    await change(nell, moved, { share_post_enabled: false })
    expect(await refusal(show(closed))).to.include({ status: 404 })
    expect(await refusal(app.as(nell).call(posts.routes.pin, { params: { spaceId: closed.id, postSlug: shared.share_uid! } }))).to.include({ status: 404 })
  })
})
