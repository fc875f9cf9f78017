/** Nobody who left or was put out goes on working in the background (A81): what they had left for later is not done. */
import { expect } from 'chai'
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import chat from '../../plugins/chat/contract.ts'
import posts from '../../plugins/posts/contract.ts'
import spaces from '../../plugins/spaces/contract.ts'
import { doc, openWorld } from './world.ts'

describe('the departed', () => {
  let app: TestApp
  let admin: TestMember
  let friend: TestMember
  let spaceId: number

  before(async () => {
    app = await openWorld()
    admin = await app.member('admin')
    friend = await app.member('member')
    const group = await app.as(admin).call(spaces.routes.createGroup, { body: { name: 'Studio' } })
    spaceId = (await app.as(admin).call(spaces.routes.create, { body: { name: 'Kiln', space_group_id: group.id } })).space.id
    await app.settle()
  })
  after(() => app?.close())

  /** A post and a letter for tomorrow. */
  async function leaveForLater(author: TestMember) {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    await app.run(null, (ctx) => ctx.use(spaces).addMembers(spaceId, [author.id]))
    const as = app.as(author)
    const post = await as.call(posts.routes.create, {
      params: { spaceId },
      body: { post: { name: 'For tomorrow', tiptap_body: { body: doc('x') }, status: 'scheduled', scheduled_at: tomorrow } },
    })
    const { chat_room } = await as.call(chat.routes.create, { body: { chat_room: { kind: 'direct', community_member_ids: [friend.id] } } })
    await as.call(chat.routes.schedule, { params: { uuid: chat_room.uuid }, body: { body: 'for tomorrow', send_at: tomorrow } })
    return { postId: post.id, uuid: chat_room.uuid }
  }
  async function wait() {
    await app.clock.advance(2 * 86_400_000)
    await app.sql(`update graphile_worker._private_jobs set run_at = now()`)
    await app.settle()
    await app.clock.advance(-2 * 86_400_000)
  }
  const stateOf = async ({ postId, uuid }: { postId: number; uuid: string }) => ({
    post: (await app.sql('select status from posts.post where id = $1', [postId]))[0].status,
    said: (await app.as(friend).call(chat.routes.messages, { params: { uuid }, query: { previous_per_page: 10 } })).records.map(({ body }: any) => body),
    failed: (await app.sql('select last_error from graphile_worker._private_jobs where last_error is not null')).length,
  })

  it('publishes and sends for those who are still here', async () => {
    const left = await leaveForLater(await app.member('member'))
    await wait()
    const { post, said, failed } = await stateOf(left)
    expect([post, said.length, failed]).to.deep.equal(['published', 1, 0])
  })

  for (const how of ['banned', 'deactivated'] as const)
    it(`A81: publishes and sends nothing for somebody ${how}, and fails nothing`, async () => {
      const author = await app.member('member')
      const left = await leaveForLater(author)
      expect(await app.run(null, (ctx) => ctx.members.remove(author.id, how))).to.equal(true)
      await app.settle()
      await wait()
      expect(await stateOf(left)).to.deep.equal({ post: 'draft', said: [], failed: 0 })
      const refused = await app.run(null, (ctx) => ctx.actAs(author.id)).catch((error) => error)
      expect(refused).to.include({ status: 403, code: 'member_inactive' })
    })
})
