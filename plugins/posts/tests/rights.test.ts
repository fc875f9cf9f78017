/** Posts: rights that are asked anew when a post comes out, and what is told to nobody who may not know it. */
import { expect } from 'chai'
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import spaces from '../../spaces/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import posts from '../contract.ts'
import { at, changePost, writePost } from './kit.ts'

describe('rights of posts', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let priya: TestMember
  let moderator: TestMember

  const space = (fields: object = {}, members = [nell, priya]) => makeSpace(app, admin, members, fields)
  const write = (who: TestMember, spaceId: number, post: object = {}) => writePost(app, who, spaceId, post)
  const change = (who: TestMember, post: Parameters<typeof at>[0], fields: object) => changePost(app, who, post, fields)
  const status = async (call: Promise<unknown>) => (await refusal(call)).status
  const silence = (spaceId: number, on: boolean) =>
    app.as(admin).call(spaces.routes.update, { params: { id: spaceId }, body: { is_post_disabled: on } as never })
  const stateOf = async (id: number) => (await app.sql('select status, published_at from posts.post where id = $1', [id]))[0]

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/posts', 'plugins/home'])
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
    priya = await app.member('member', { name: 'Priya' })
    moderator = await app.member('moderator', { name: 'Mo' })
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('are asked anew when a draft comes out or goes on the calendar', async () => {
    const here = await space()
    const draft = await write(nell, here.id, { status: 'draft' })
    await silence(here.id, true)
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    expect(await status(change(nell, draft, { status: 'published' }))).to.equal(403)
    expect(await status(change(nell, draft, { status: 'scheduled', scheduled_at: soon }))).to.equal(403)
    expect((await change(nell, draft, { name: 'Words may change' })).name).to.equal('Words may change')
    expect((await change(admin, draft, { status: 'published' })).status, 'whoever runs the space may').to.equal('published')
    await silence(here.id, false)
  })

  it('let a scheduled post of somebody who lost them fall back to a draft', async () => {
    const here = await space()
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const [kept, silenced, gone] = [
      await write(priya, here.id, { status: 'scheduled', scheduled_at: soon }),
      await write(nell, here.id, { status: 'scheduled', scheduled_at: soon }),
      await write(moderator, here.id, { status: 'scheduled', scheduled_at: soon }),
    ]
    await app.sql(`update spaces.space_member set status = 'inactive' where space_id = $1 and member_id = $2`, [here.id, nell.id])
    // The process keeps who is in which space until it hears of a change.
    await app.as(admin).call(spaces.routes.update, { params: { id: here.id }, body: { name: 'Changed' } })
    await app.sql(`update kernel.member set status = 'deactivated' where id = $1`, [moderator.id])
    await app.clock.advance(3_700_000)
    await app.sql('update graphile_worker._private_jobs set run_at = now()')
    await app.settle()
    await app.clock.advance(-3_700_000)
    await app.sql(`update kernel.member set status = 'active' where id = $1`, [moderator.id])
    expect((await stateOf(kept.id)).status).to.equal('published')
    expect((await stateOf(silenced.id)).status).to.equal('draft')
    expect((await stateOf(gone.id)).status).to.equal('draft')
  })

  it('count a post once, however often it is taken back and brought out', async () => {
    const here = await space()
    const post = await write(nell, here.id)
    const { published_at } = await stateOf(post.id)
    const counts = async () => (await app.sql('select sequence, posts_count from spaces.space where id = $1', [here.id]))[0]
    const before = await counts()
    for (let n = 0; n < 3; n++) {
      await change(nell, post, { status: 'draft' })
      await change(nell, post, { status: 'published' })
    }
    await app.as(nell).call(posts.routes.destroy, at(post))
    await app.as(nell).call(posts.routes.restore, at(post))
    expect(await counts()).to.deep.equal(before)
    expect((await stateOf(post.id)).published_at, 'it stands where it stood').to.deep.equal(published_at)
    const told = await app.sql(`select 1 from kernel.event where name = 'post.published' and (payload ->> 'postId')::bigint = $1`, [post.id])
    expect(told).to.have.length(1)
  })

  it('keep members from settings that a space hides, in every call', async () => {
    const here = await space({ hide_post_settings: true })
    const usual = { is_comments_enabled: true, is_liking_enabled: true, hide_meta_info: false, skip_notifications: false, meta_title: '' }
    const post = await write(nell, here.id, usual)
    for (const fields of [
      { is_comments_enabled: false },
      { is_comments_closed: true },
      { is_liking_enabled: false },
      { hide_meta_info: true },
      { skip_notifications: true },
      { meta_title: 'Mine' },
    ]) {
      expect(await status(write(nell, here.id, fields)), JSON.stringify(fields)).to.equal(422)
      expect(await status(change(nell, post, fields)), JSON.stringify(fields)).to.equal(422)
    }
    await change(admin, post, { is_comments_enabled: false })
    expect((await change(nell, post, { is_comments_enabled: false, name: 'Still mine' })).name, 'what is so may be said').to.equal('Still mine')
    const draft = { status: 'draft', client_id: 'one-key' }
    await write(nell, here.id, draft)
    expect(await status(write(nell, here.id, { ...draft, hide_meta_info: true })), 'sent again').to.equal(422)
  })

  it('hide topics of secret spaces, and all of them from visitors of a private community', async () => {
    const secret = await space({ is_hidden: true, is_private: true, visibility: 'secret' } as object, [nell])
    const topic = await app.as(admin).call(posts.routes.createTopic, { body: { name: 'Hush', space_ids: [secret.id] } })
    const free = await app.as(admin).call(posts.routes.createTopic, { body: { name: 'Loud' } })
    const names = async (who: TestMember | null) => (await app.as(who).call(posts.routes.topics, { query: { per_page: 100 } })).records.map(({ name }) => name)
    expect(await names(nell)).to.include.members(['Hush', 'Loud'])
    for (const who of [priya, null]) {
      expect(await names(who))
        .to.include('Loud')
        .and.not.include('Hush')
      expect(await status(app.as(who).call(posts.routes.showTopic, { params: { id: topic.id } }))).to.equal(404)
    }
    expect((await app.as(null).call(posts.routes.showTopic, { params: { id: free.id } })).name).to.equal('Loud')
    const shut = (is_private: boolean) => app.as(admin).send('PATCH', '/internal_api/community', { is_private })
    await shut(true)
    const closed = (await app.as(null).send('GET', '/internal_api/topics')).status
    const banner = (await app.as(null).send('GET', '/internal_api/home')).status
    await shut(false)
    expect([closed, banner]).to.deep.equal([401, 401])
  })

  it('tell strangers with a shared address nothing but the post', async () => {
    const here = await space({ is_private: true, name: 'Behind the curtain' }, [nell])
    const post = await write(nell, here.id, { name: 'For my mother' })
    await app.as(nell).send('POST', '/internal_api/user_likes', { user_likeable_type: 'Post', user_likeable_id: post.id })
    const { share_uid } = await change(nell, post, { share_post_enabled: true })
    const shared = await app.as(null).call(posts.routes.show, { params: { spaceId: here.slug, postSlug: share_uid! } })
    expect(shared.name).to.equal('For my mother')
    expect([shared.space.name, shared.space_slug, shared.reactions, shared.sample_user_likes_community_members]).to.deep.equal(['', '', [], []])
    expect(JSON.stringify(shared)).to.not.include('curtain"')
  })

  it('keep bulk actions to those who asked for them, and to those who see every space', async () => {
    const here = await space()
    const post = await write(nell, here.id)
    const bulk = await app.as(admin).call(posts.routes.startBulk, { body: { action: 'pin', ids: [post.id] } })
    expect(await status(app.as(moderator).call(posts.routes.bulk, { params: { id: bulk.id } }))).to.equal(404)
    expect(await status(app.as(moderator).call(posts.routes.cancelBulk, { params: { id: bulk.id } }))).to.equal(404)
    expect((await app.as(moderator).call(posts.routes.bulks, {})).records).to.deep.equal([])
    const theirs = await app.as(moderator).call(posts.routes.startBulk, { body: { action: 'unpin', ids: [post.id] } })
    expect((await app.as(moderator).call(posts.routes.bulks, {})).records.map(({ id }) => id)).to.deep.equal([theirs.id])
    expect((await app.as(admin).call(posts.routes.bulks, {})).records.map(({ id }) => id)).to.include.members([bulk.id, theirs.id])
  })
})
