/** Reasons to be inside: each is given and taken apart, memberships follow them, and what was otherwise stays. */
import path from 'node:path'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import spaces, { type GrantTarget } from '../contract.ts'
import { makeSpace } from './kit.ts'

const A = { source: 'access_group', sourceId: 1 }
const B = { source: 'paywall', sourceId: 2 }

describe('grants', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let tom: TestMember
  before(async () => {
    app = await testApp([path.resolve(import.meta.dirname, '..')])
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
    tom = await app.member('member', { name: 'Tom' })
  })
  after(() => app?.close())

  const service = <T>(fn: (service: ReturnType<typeof use>) => Promise<T>) => app.run(null, (ctx) => fn(ctx.use(spaces)))
  const use = (ctx: Parameters<Parameters<TestApp['run']>[1]>[0]) => ctx.use(spaces)
  const give = (who: TestMember[], targets: GrantTarget[], reason = A, expiresAt: Date | null = null) =>
    service((s) =>
      s.grant(
        who.map(({ id }) => id),
        targets,
        reason,
        { expiresAt },
      ),
    )
  const take = (who: TestMember[] | null, reason = A, targets?: GrantTarget[]) =>
    service((s) => s.revokeGrant(who?.map(({ id }) => id) ?? null, reason, targets))
  const sees = async (who: TestMember, id: number) => (await app.as(who).send('GET', `/internal_api/spaces/${id}`)).body.is_member === true
  const closed = (members: TestMember[] = [], fields: object = {}) => makeSpace(app, admin, members, { is_private: true, ...fields })
  const space = ({ id }: { id: number }): GrantTarget => ({ kind: 'space', id })
  const group = ({ space_group_id: id }: { space_group_id: number }): GrantTarget => ({ kind: 'space_group', id })
  const count = async (id: number) => (await app.sql<{ members_count: number }>('select members_count from spaces.space where id = $1', [id]))[0]!.members_count

  it('stay one by one: a reason that goes leaves what another gives', async () => {
    const room = await closed()
    await give([nell], [space(room)])
    await give([nell], [space(room)])
    await give([nell], [group(room)], B)
    expect([await sees(nell, room.id), await count(room.id)]).to.deep.equal([true, 2])
    await take([nell])
    expect(await sees(nell, room.id)).to.equal(true)
    await take([nell], B)
    expect([await sees(nell, room.id), await count(room.id)]).to.deep.equal([false, 1])
    expect(await app.sql('select from spaces.access_grant where member_id = $1', [nell.id])).to.have.length(0)
    const told = await app.sql<{ name: string }>(
      "select name from kernel.event where name like 'space.member_%' and (payload ->> 'spaceId')::bigint = $1 and (payload ->> 'memberId')::bigint = $2 order by id",
      [room.id, nell.id],
    )
    expect(told.map(({ name }) => name)).to.deep.equal(['space.member_joined', 'space.member_left'])
  })

  it('leave a membership of one’s own, made before or after', async () => {
    const [before, after] = [await closed([nell]), await closed()]
    await give([nell], [space(before), space(after)])
    await app.as(admin).call(spaces.routes.addMember, { params: { space_id: after.id }, body: { community_member_id: nell.id } })
    await take(null)
    expect([await sees(nell, before.id), await sees(nell, after.id), await count(after.id)]).to.deep.equal([true, true, 2])
  })

  it('do not lift a suspension', async () => {
    const room = await closed([tom])
    await app.sql("update spaces.space_member set status = 'inactive' where space_id = $1 and member_id = $2", [room.id, tom.id])
    await give([tom], [space(room)])
    expect(await sees(tom, room.id)).to.equal(false)
    await take([tom])
    expect(await app.sql('select status from spaces.space_member where space_id = $1 and member_id = $2', [room.id, tom.id])).to.deep.equal([
      { status: 'inactive' },
    ])
  })

  it('of a group hold for spaces that come later, that are published, and not for those that move away', async () => {
    const room = await closed()
    await give([tom], [group(room)])
    const make = async (fields: object) =>
      (await app.as(admin).call(spaces.routes.create, { body: { name: 'Later', space_group_id: room.space_group_id, is_private: true, ...fields } })).space
    const [later, draft] = [await make({}), await make({ is_draft: true })]
    expect([await sees(tom, later.id), await sees(tom, draft.id)]).to.deep.equal([true, false])
    await app.as(admin).call(spaces.routes.update, { params: { id: draft.id }, body: { is_draft: false } })
    expect(await sees(tom, draft.id)).to.equal(true)
    const elsewhere = await closed()
    await app.as(admin).call(spaces.routes.update, { params: { id: later.id }, body: { space_group_id: elsewhere.space_group_id } })
    await app.as(admin).call(spaces.routes.reorder, { body: { space_group_id: elsewhere.space_group_id, space_ids: [draft.id] } })
    expect([await sees(tom, later.id), await sees(tom, draft.id), await sees(tom, room.id)]).to.deep.equal([false, false, true])
    await take(null)
  })

  it('end at their moment, and close the rooms', async () => {
    const room = await closed()
    const end = new Date(Date.now() + 3_600_000)
    await give([nell], [space(room)], A, end)
    await app.settle()
    expect(await sees(nell, room.id)).to.equal(true)
    await app.clock.advance(3_700_000)
    await app.settle()
    await app.runSchedule('settleGrants')
    expect(await sees(nell, room.id)).to.equal(false)
    await app.clock.advance(-3_700_000)
  })

  it('of the same moment count once', async () => {
    const room = await closed()
    await Promise.all(Array.from({ length: 8 }, (_, n) => give([nell], [space(room)], { source: 'paywall', sourceId: n % 2 })))
    expect([await count(room.id), (await service((s) => s.reasonsOf(nell.id))).filter(({ target }) => target.id === room.id).length]).to.deep.equal([2, 2])
    await Promise.all(Array.from({ length: 8 }, (_, n) => take([nell], { source: 'paywall', sourceId: n % 2 })))
    expect([await count(room.id), await sees(nell, room.id)]).to.deep.equal([1, false])
  })

  it('for thousands are settled by the job, in steps', async () => {
    const [first, second] = [await closed(), await closed()]
    const ids = (
      await app.sql<{ id: number }>(
        `with accounts as (insert into kernel.account (email, name) select 'many-' || n || '@example.com', 'Many ' || n from generate_series(1, 1200) n returning id, name)
         insert into kernel.member (community_id, account_id, name, public_uid) select $1, id, name, 'many' || id from accounts returning id`,
        [await app.primaryId()],
      )
    ).map(({ id }) => Number(id))
    await service((s) => s.grant(ids, [space(first), group(second)], A))
    await app.settle()
    expect([await count(first.id), await count(second.id)]).to.deep.equal([1201, 1201])
    await take(null)
    await app.settle()
    expect([await count(first.id), await count(second.id)]).to.deep.equal([1, 1])
    expect(await app.sql("select from spaces.access_grant where source = 'access_group'")).to.have.length(0)
  })

  it('know no places of another community', async () => {
    const room = await closed()
    const other = await app.community()
    const error = await app.run(other.id, (ctx) => ctx.use(spaces).grant([nell.id], [space(room)], A)).catch((thrown) => thrown)
    expect(error.status).to.equal(404)
  })

  it('lets who was given a space leave it, and come back without asking as long as that lasts', async () => {
    const room = await makeSpace(app, admin, [], { is_private: true })
    const pia = await app.member('member', { name: 'Pia' })
    const reason = { source: 'course', sourceId: 77 }
    await app.run(null, (ctx) => ctx.use(spaces).grant([pia.id], [{ kind: 'space', id: room.id }], reason))
    await app.settle()
    const as = app.as(pia)
    const isIn = async () =>
      (await app.sql("select 1 from spaces.space_member where space_id = $1 and member_id = $2 and status = 'active'", [room.id, pia.id])).length === 1
    await as.call(spaces.routes.leave, { params: { id: room.id } })
    await app.settle()
    expect(await isIn()).to.equal(false)
    expect(await as.call(spaces.routes.admission, { params: { id: room.id } })).to.include({ is_given: true, can_ask: true })
    await as.call(spaces.routes.askToJoin, { params: { id: room.id }, body: {} })
    expect(await isIn()).to.equal(true)
    await app.settle()
    await as.call(spaces.routes.leave, { params: { id: room.id } })
    await app.settle()
    await app.run(null, (ctx) => ctx.use(spaces).revokeGrant([pia.id], reason))
    expect(await as.call(spaces.routes.admission, { params: { id: room.id } })).to.include({ is_given: false })
    await as.call(spaces.routes.askToJoin, { params: { id: room.id }, body: {} })
    expect(await isIn()).to.equal(false)
  })
})
