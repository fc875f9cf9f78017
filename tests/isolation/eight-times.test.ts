/** The same write eight times at once: every change of state by name, its counters across plugins, and that a fact is told once. */
import type { Route } from '@atrium/sdk'
import { press, type TestApp, type TestMember } from '@atrium/sdk/testing'
import { expect } from 'chai'
import chat from '../../plugins/chat/contract.ts'
import content from '../../plugins/content/contract.ts'
import operations from '../../plugins/operations/contract.ts'
import polls from '../../plugins/polls/contract.ts'
import posts from '../../plugins/posts/contract.ts'
import spaces from '../../plugins/spaces/contract.ts'
import { doc, makeTarget, openFilled, renew, type Side, type Target } from './world.ts'

const TIMES = 8

describe('eight times at once', () => {
  let app: TestApp
  let side: Side
  before(async () => {
    const world = await openFilled()
    app = world.app
    side = world.a
    await app.settle()
  })
  beforeEach(async () => {
    app.resetLimits()
    await renew(app, side)
    await app.as(side.admin).call(operations.routes.mendCounters)
  })
  after(() => app?.close())

  const differences = async () => (await app.as(side.admin).call(operations.routes.counters)).differences
  const eight = <T>(act: () => Promise<T>) => Promise.all(Array.from({ length: TIMES }, act))
  /** The statuses, in order. */
  async function pressEight(member: TestMember, route: Route, input: any): Promise<number[]> {
    const results = await eight(() => press(app, member, route, input))
    await app.settle()
    return results.map(({ status }) => status).sort()
  }
  /** Facts told about a record since the last look, by name. */
  let last = 0
  async function told(): Promise<Record<string, number>> {
    const rows = await app.sql<{ id: number; name: string }>('select id, name from kernel.event where id > $1 order by id', [last])
    last = rows.at(-1)?.id ?? last
    return Object.fromEntries([...Map.groupBy(rows, ({ name }) => name)].map(([name, all]) => [name, all.length]))
  }

  describe('a change of state is counted and told once', () => {
    let target: Target
    let member: TestMember
    beforeEach(async () => {
      target = await makeTarget(app, side, 'open')
      member = await app.member()
      await app.as(member).call(spaces.routes.join, { params: { id: target.space.id } })
      await app.settle()
      await told()
    })
    const at = (slug: string) => ({ params: { spaceId: target.space.id, postSlug: slug } })
    const draft = () =>
      app.as(side.admin).call(posts.routes.create, {
        params: { spaceId: target.space.id },
        body: { post: { name: 'A draft', tiptap_body: { body: doc('x') }, status: 'draft' } },
      })
    const spaceNow = async (id = target.space.id) =>
      (await app.sql<{ posts_count: number; sequence: number }>('select posts_count, sequence::int from spaces.space where id = $1', [id]))[0]!

    it('a draft that is published', async () => {
      const { slug } = await draft()
      const before = await spaceNow()
      await pressEight(side.admin, posts.routes.update, { ...at(slug), body: { post: { status: 'published' } } })
      expect(await spaceNow()).to.deep.equal({ posts_count: before.posts_count + 1, sequence: before.sequence + 1 })
      expect(await told()).to.include({ 'post.published': 1 })
      expect(await differences()).to.deep.equal([])
    })
    it('a post that is taken back, moved, deleted, and brought back', async () => {
      await pressEight(side.admin, posts.routes.update, { ...at(target.post.slug), body: { post: { status: 'draft' } } })
      expect(await told()).to.include({ 'post.unpublished': 1 })
      await pressEight(side.admin, posts.routes.update, { ...at(target.post.slug), body: { post: { status: 'published' } } })
      const from = await spaceNow()
      const to = await spaceNow(side.closed.space.id)
      await told()
      await pressEight(side.admin, posts.routes.update, { ...at(target.post.slug), body: { post: { space_id: side.closed.space.id } } })
      expect([(await spaceNow()).posts_count, (await spaceNow(side.closed.space.id)).posts_count]).to.deep.equal([from.posts_count - 1, to.posts_count + 1])
      const [{ slug }] = (await app.sql<{ slug: string }>('select slug from posts.post where id = $1', [target.post.id])) as [{ slug: string }]
      const there = { params: { spaceId: side.closed.space.id, postSlug: slug } }
      await told()
      await pressEight(side.admin, posts.routes.destroy, there)
      expect(await told()).to.include({ 'post.deleted': 1 })
      await pressEight(side.admin, posts.routes.restore, there)
      expect((await spaceNow(side.closed.space.id)).posts_count).to.equal(to.posts_count + 1)
      expect(await differences()).to.deep.equal([])
    })
    it('eight moves to and fro', async () => {
      const places = [side.closed.space.id, side.secret.space.id, target.space.id]
      await Promise.all(
        Array.from({ length: TIMES }, (_, n) =>
          app.as(side.admin).send('PATCH', `/internal_api/spaces/${target.space.id}/posts/${target.post.slug}`, { post: { space_id: places[n % 3] } }),
        ),
      )
      await app.settle()
      expect(await differences()).to.deep.equal([])
    })
    it('joining and leaving a space, and a suspension', async () => {
      const newcomer = await app.member()
      await app.settle()
      await told()
      const here = { params: { id: target.space.id } }
      await pressEight(newcomer, spaces.routes.join, here)
      expect(await told()).to.include({ 'space.member_joined': 1 })
      const { records } = await app.as(side.admin).call(spaces.routes.members, { params: { space_id: target.space.id }, query: { per_page: 100 } })
      const { id } = records.find((record) => record.community_member_id === newcomer.id)!
      const membership = { params: { space_id: target.space.id, id } }
      await pressEight(side.admin, spaces.routes.updateMember, { ...membership, body: { status: 'inactive' } })
      expect(await told()).to.include({ 'space.member_left': 1 })
      await pressEight(side.admin, spaces.routes.updateMember, { ...membership, body: { status: 'active' } })
      expect(await told()).to.include({ 'space.member_joined': 1 })
      await pressEight(newcomer, spaces.routes.leave, here)
      expect(await told()).to.include({ 'space.member_left': 1 })
      expect(await differences()).to.deep.equal([])
    })
    it('a space and a poll that are deleted', async () => {
      await pressEight(side.admin, polls.routes.destroy, { params: { id: target.poll.id } })
      expect(await told()).to.include({ 'poll.deleted': 1 })
      await pressEight(side.admin, spaces.routes.destroy, { params: { id: target.space.id } })
      expect(await told()).to.include({ 'space.deleted': 1 })
    })
    it('a like, a reaction, a comment that goes, a vote', async () => {
      const like = { body: { user_likeable_type: 'Post', user_likeable_id: target.post.id } }
      await pressEight(member, content.routes.like, like)
      expect(await told()).to.include({ 'content.liked': 1 })
      await pressEight(member, content.routes.unlike, like)
      expect(await told()).to.include({ 'content.unliked': 1 })
      const reaction = { body: { reactable_type: 'post', reactable_id: target.post.id, emoji: '🎉' } }
      await pressEight(member, content.routes.react, reaction)
      expect(await told()).to.include({ 'content.reacted': 1 })
      await pressEight(member, content.routes.unreact, reaction)
      expect(await told()).to.include({ 'content.reacted': 1 })
      await pressEight(side.admin, content.routes.destroyComment, { params: { postId: target.post.id, id: target.comment.id } })
      expect(await told()).to.include({ 'comment.deleted': 1 })
      await pressEight(member, polls.routes.vote, { params: { pollId: target.poll.id }, body: { poll_response: { poll_option_id: target.poll.option } } })
      expect(await told()).to.include({ 'poll.voted': 1 })
      expect(await differences()).to.deep.equal([])
    })
    it('a chat space that is opened, a message that goes', async () => {
      const group = target.group.id
      const { space } = await app.as(side.admin).call(spaces.routes.create, { body: { name: 'Talk', space_group_id: group, types: ['chat'] } })
      await app.as(member).call(spaces.routes.join, { params: { id: space.id } })
      await pressEight(member, chat.routes.openSpace, { params: { spaceId: space.id } })
      expect(await differences()).to.deep.equal([])
      await told()
      await pressEight(side.admin, chat.routes.destroyMessage, { params: { uuid: target.chat.uuid, id: target.chat.message } })
      expect(await told()).to.include({ 'message.deleted': 1 })
      await pressEight(side.admin, chat.routes.removeParticipant, { params: { uuid: target.chat.uuid, id: target.chat.participant } })
      await pressEight(side.admin, chat.routes.addParticipant, {
        params: { uuid: target.chat.uuid },
        body: { chat_room_participant: { community_member_ids: [target.guest.id] } },
      })
      expect(await differences()).to.deep.equal([])
    })
  })

  it('a counter that is wrong is an incident at night, and an admin mends it', async () => {
    await app.sql('update posts.post set likes_count = 40 where id = $1', [side.open.post.id])
    await app.kernel.modules.jobs.tick('kernel.all_counters', new Date('2030-01-01T02:30:00Z'))
    await app.settle()
    const letter = async () => (await app.as(side.admin).call(operations.routes.jobs)).dead_letters.records.find(({ name }) => name === 'kernel.counters')
    const incident = (await letter())!
    expect(incident.error).to.match(new RegExp(`posts\\.post\\.likes_count of ${side.open.post.id} is 40, counted \\d`))
    const [wrong] = await differences()
    expect(wrong).to.include({ counter: 'posts.post.likes_count', id: side.open.post.id, kept: 40 })
    expect(await app.as(side.admin).call(operations.routes.mendCounters)).to.deep.equal({ mended: [wrong] })
    expect(await differences()).to.deep.equal([])
    await app.as(side.admin).call(operations.routes.replay, { body: { ids: [incident.id] } })
    await app.settle()
    expect(await letter(), 'looked again, and it was well').to.equal(undefined)
  })
})
