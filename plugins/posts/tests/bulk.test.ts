/** Bulk actions: one act on many posts, in the name of who asked, and each post by itself. */
import { expect } from 'chai'
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import spaces from '../../spaces/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import posts from '../contract.ts'
import { writePost } from './kit.ts'

describe('bulk actions on posts', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let priya: TestMember
  let open: { id: number; slug: string }

  const write = (who: TestMember, post: object = {}, spaceId = open.id) => writePost(app, who, spaceId, post)
  const start = (body: object, who = admin) => app.as(who).call(posts.routes.startBulk, { body: body as never })
  const result = async (id: number) => {
    await app.settle()
    return app.as(admin).call(posts.routes.bulk, { params: { id } })
  }

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/posts'])
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
    priya = await app.member('member', { name: 'Priya' })
    open = await makeSpace(app, admin, [nell, priya])
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('do one thing to all posts that a filter finds, and say what could not be done', async () => {
    const marked = `Batch ${Date.now()}`
    for (let i = 0; i < 30; i++) {
      app.resetLimits()
      await write(nell, { name: `${marked} ${i}`, status: 'draft' })
    }
    await app.sql(`update posts.post set body = '{"type":"doc","content":[]}', text = '' where name = $1`, [`${marked} 7`])
    const bulk = await start({ action: 'publish', filter: { status: 'draft', search_text: marked, all_authors: true } })
    expect([bulk.status, bulk.total]).to.deep.equal(['running', 30])
    const done = await result(bulk.id)
    expect(done).to.include({ status: 'done', succeeded: 29, failed: 1 })
    expect(done.errors.map(({ name, message }) => [name, message])).to.deep.equal([[`${marked} 7`, 'Write something first.']])
    expect((await app.sql(`select 1 from posts.post where name like $1 and status = 'published'`, [`${marked}%`])).length).to.equal(29)
    await app.redeliver()
    expect((await result(bulk.id)).succeeded).to.equal(29)
  })

  it('move, pin, label, take back and delete what was chosen', async () => {
    const made = [await write(nell, { name: 'One' }), await write(priya, { name: 'Two' })]
    const ids = made.map(({ id }) => id)
    const topic = await app.as(admin).call(posts.routes.createTopic, { body: { name: 'Chosen' } })
    const target = await makeSpace(app, admin, [])
    const state = async () =>
      await app.sql(
        'select space_id, pinned_at is not null as pinned, topic_ids, status, deleted_at is not null as gone from posts.post where id = any($1) order by id',
        [ids],
      )
    await result((await start({ action: 'topics', ids, topics: [topic.id] })).id)
    await result((await start({ action: 'move', ids, space_id: target.id })).id)
    await result((await start({ action: 'pin', ids })).id)
    const expected = { space_id: target.id, pinned: true, topic_ids: [topic.id], status: 'published', gone: false }
    expect(await state()).to.deep.equal([expected, expected])
    await result((await start({ action: 'unpin', ids })).id)
    await result((await start({ action: 'unpublish', ids })).id)
    await result((await start({ action: 'delete', ids })).id)
    const gone = { ...expected, pinned: false, status: 'draft', gone: true }
    expect(await state()).to.deep.equal([gone, gone])
    const { records } = await app.as(admin).call(posts.routes.bulks)
    expect(records.slice(0, 4).map(({ action }) => action)).to.deep.equal(['delete', 'unpublish', 'unpin', 'pin'])
    expect(await app.outside(null, (ctx) => ctx.use(spaces).postsCount(target.id))).to.equal(0)
  })

  it('stop when they are cancelled, need posts, a space and the right', async () => {
    const post = await write(nell)
    expect(await refusal(start({ action: 'pin', ids: [post.id] }, nell))).to.include({ status: 403 })
    expect(await refusal(start({ action: 'pin', ids: [] }))).to.include({ status: 422 })
    expect(await refusal(start({ action: 'pin' }))).to.include({ status: 422 })
    expect(await refusal(start({ action: 'move', ids: [post.id] }))).to.include({ status: 422 })
    expect(await refusal(start({ action: 'topics', ids: [post.id], topics: [987_654] }))).to.include({ status: 422 })
    const bulk = await start({ action: 'delete', ids: [post.id] })
    // The work itself is over by now, so that nothing but the cancelling touches the row.
    await result(bulk.id)
    await app.sql(`update posts.bulk set status = 'running', succeeded = 0 where id = $1`, [bulk.id])
    const cancelled = await app.as(admin).call(posts.routes.cancelBulk, { params: { id: bulk.id } })
    expect(cancelled.status).to.equal('cancelled')
  })

  it('undo a deletion from the list of those that can be restored still', async () => {
    const [one, two] = [await write(nell, { name: 'Gone one' }), await write(nell, { name: 'Gone two' })]
    await result((await start({ action: 'delete', ids: [one.id, two.id] })).id)
    const gone = async () =>
      (await app.as(admin).call(posts.routes.mine, { query: { status: 'deleted', all_authors: true, search_text: 'Gone' } })).records.map(({ name }) => name)
    expect(await gone()).to.deep.equal(['Gone two', 'Gone one'])
    const back = await result((await start({ action: 'restore', ids: [one.id, two.id] })).id)
    expect(back).to.include({ succeeded: 2, failed: 0 })
    expect(await gone()).to.deep.equal([])
    const actions = await app.sql<{ action: string }>(`select action from kernel.audit where subject = $1 order by id`, [`post:${one.id}`])
    expect(actions.map(({ action }) => action)).to.deep.equal(['post.deleted_in_bulk', 'post.restored_in_bulk'])
    await result((await start({ action: 'delete', ids: [one.id] })).id)
    await app.sql(`update posts.post set deleted_at = now() - interval '25 hours' where id = $1`, [one.id])
    expect(await gone(), 'after a day').to.deep.equal([])
  })
})
