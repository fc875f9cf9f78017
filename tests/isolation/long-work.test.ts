/** Rights in long work: whoever loses them while a bulk act, an export, a schedule or a broadcast goes on, does not one thing more by it. */
import communities from '@atrium/sdk/kernel/communities'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import chat from '../../plugins/chat/contract.ts'
import community from '../../plugins/community/contract.ts'
import posts from '../../plugins/posts/contract.ts'
import spaces from '../../plugins/spaces/contract.ts'
import { makeSpace } from '../../plugins/spaces/tests/kit.ts'

const doc = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })

describe('rights in long work', () => {
  let app: TestApp
  let admin: TestMember
  let open: number
  let secret: number
  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/posts', 'plugins/home', 'plugins/community', 'plugins/members', 'plugins/chat'])
    admin = await app.member('admin')
    const make = async (name: string, more = {}) => (await makeSpace(app, admin, [], { name, ...more })).id
    open = await make('Open')
    secret = await make('Closed', { is_private: true })
    await app.settle()
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  /** Somebody who moderates both spaces. */
  async function moderator(): Promise<TestMember> {
    const member = await app.member('moderator')
    for (const id of [open, secret])
      await app.as(admin).call(spaces.routes.addMember, { params: { space_id: id }, body: { community_member_id: member.id, moderator: true } })
    return member
  }
  const write = async (count: number) => {
    const ids: number[] = []
    for (let n = 0; n < count; n++) {
      if (n % 20 === 0) app.resetLimits()
      ids.push(
        (await app.as(admin).call(posts.routes.create, { params: { spaceId: open }, body: { post: { name: `P ${n}`, tiptap_body: { body: doc('x') } } } })).id,
      )
    }
    await app.settle()
    return ids
  }
  const where = async (ids: number[]) =>
    (await app.sql<{ space_id: number }>('select distinct space_id from posts.post where id = any($1) order by 1', [ids])).map((row) => row.space_id)
  const putOut = async (member: TestMember, spaceId: number) => {
    const { records } = await app.as(admin).call(spaces.routes.members, { params: { space_id: spaceId } })
    const { id } = records.find((record) => record.community_member_id === member.id)!
    await app.as(admin).call(spaces.routes.removeMember, { params: { space_id: spaceId, id } })
  }
  /** Holds the worker back until what follows the start is done. */
  async function heldBack(act: () => Promise<unknown>): Promise<void> {
    await app.kernel.modules.jobs.stop()
    await act().finally(() => app.kernel.modules.jobs.start())
    await app.settle()
  }

  it('a bulk move into a space that its moderator was put out of moves nothing, and says so for each post', async () => {
    const ids = await write(60)
    const member = await moderator()
    let bulkId = 0
    await heldBack(async () => {
      bulkId = (await app.as(member).call(posts.routes.startBulk, { body: { action: 'move', ids, space_id: secret } })).id
      await putOut(member, secret)
    })
    expect(await where(ids)).to.deep.equal([open])
    const told = await app.as(admin).call(posts.routes.bulk, { params: { id: bulkId } })
    expect(told).to.include({ status: 'done', succeeded: 0, failed: 60 })
    expect(told.errors.map(({ message }) => message)).to.deep.equal(Array(60).fill('Space not found.'))
  })

  it('put out between two posts, the rest stays, in another process too', async () => {
    const ids = await write(40)
    const member = await moderator()
    const { id } = await app.as(member).call(posts.routes.startBulk, { body: { action: 'move', ids, space_id: secret } })
    // behind the back of what this process keeps, as another process would
    await app.sql('delete from spaces.space_member where space_id = $1 and member_id = $2', [secret, member.id])
    await app.settle()
    const { succeeded, failed } = await app.as(admin).call(posts.routes.bulk, { params: { id } })
    const moved = (await app.sql('select 1 from posts.post where id = any($1) and space_id = $2', [ids, secret])).length
    expect([succeeded + failed, succeeded]).to.deep.equal([40, moved])
    expect(failed, 'not one more after the right was gone').to.be.greaterThan(0)
  })

  it('so do a role that was taken, a member who left, and one who was banned', async () => {
    const ids = await write(3)
    for (const lose of [
      (member: TestMember) => app.as(admin).call(communities.routes.updateMemberRoles, { params: { memberId: member.id }, body: { roles: ['member'] } }),
      (member: TestMember) => app.run(admin.communityId, (ctx) => ctx.members.remove(member.id, 'deactivated')),
      (member: TestMember) => app.run(admin.communityId, (ctx) => ctx.members.remove(member.id, 'banned')),
    ]) {
      const member = await app.member('admin')
      let bulkId = 0
      await heldBack(async () => {
        bulkId = (await app.as(member).call(posts.routes.startBulk, { body: { action: 'delete', ids } })).id
        await lose(member)
      })
      expect(await app.as(admin).call(posts.routes.bulk, { params: { id: bulkId } })).to.include({ succeeded: 0, failed: 3 })
    }
    expect(await where(ids)).to.deep.equal([open])
  })

  it('a scheduled post and a scheduled message of somebody put out meanwhile do not come out', async () => {
    const member = await moderator()
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const post = await app.as(member).call(posts.routes.create, {
      params: { spaceId: secret },
      body: { post: { name: 'Later', tiptap_body: { body: doc('x') }, status: 'scheduled', scheduled_at: at } as never },
    })
    const other = await app.member()
    const { chat_room: room } = await app.as(admin).call(chat.routes.create, {
      body: { chat_room: { kind: 'group_chat', name: 'Four', community_member_ids: [member.id, other.id], body: 'hello' } },
    })
    await app.as(member).call(chat.routes.schedule, { params: { uuid: room.uuid }, body: { body: 'later', send_at: at } })
    await putOut(member, secret)
    await app.sql('update chat.participant set left_at = now() where room_id = $1 and member_id = $2', [room.id, member.id])
    await app.clock.advance(3_700_000)
    await app.sql('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
    await app.settle()
    const [row] = await app.sql<{ status: string }>('select status from posts.post where id = $1', [post.id])
    expect(row!.status).to.equal('draft')
    expect(await app.sql(`select 1 from chat.message where room_id = $1 and text = 'later'`, [room.id])).to.deep.equal([])
  })

  it('a broadcast ends with the rights of who began it', async () => {
    const member = await app.member('admin')
    await heldBack(async () => {
      await app.as(member).call(community.routes.broadcast, { body: { subject: 'News', body: 'Come' } })
      await app.as(admin).call(communities.routes.updateMemberRoles, { params: { memberId: member.id }, body: { roles: ['member'] } })
    })
    expect((await app.sent()).filter(({ subject }) => subject === 'News')).to.deep.equal([])
  })

  it('each step of an export asks again', async () => {
    const member = await app.member()
    await app.as(admin).call(spaces.routes.addMember, { params: { space_id: open }, body: { community_member_id: member.id, moderator: true } })
    const { exportMembers } = await import('../../plugins/spaces/server/service/members.ts')
    const exported = () =>
      app
        .run(admin.communityId, async (ctx) =>
          exportMembers(await ctx.actAs(member.id), 'space', open, async (now) => {
            if (!(await now.use(spaces).access()).canModerate(open)) throw new Error('refused')
          }),
        )
        .then(
          () => 'whole',
          (error: Error) => error.message,
        )
    expect(await exported()).to.equal('whole')
    // behind the back of what this process keeps, as another process would
    await app.sql('delete from spaces.space_member where space_id = $1 and member_id = $2', [open, member.id])
    expect(await exported()).to.equal('refused')
  })
})
