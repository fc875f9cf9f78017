/** Bulk acts on access groups: in, out, and back to exactly the reasons that there were. */
import path from 'node:path'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import audience from '../../audience/contract.ts'
import access from '../contract.ts'

const plugin = (id: string) => path.resolve(import.meta.dirname, '../..', id)

describe('bulk acts on access groups', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let tom: TestMember
  before(async () => {
    app = await testApp(['spaces', 'content', 'members', 'audience', 'access'].map(plugin))
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
    tom = await app.member('member', { name: 'Tom' })
    await app.settle()
  })
  after(() => app?.close())
  const group = (name: string) => app.as(admin).call(access.routes.createGroup, { body: { access_group: { name } } })
  const put = (id: number, ...who: TestMember[]) =>
    app.as(admin).call(access.routes.addGroupMembers, { params: { access_group_id: id }, body: { community_member_ids: who.map((one) => one.id) } })
  const reasons = async (id: number) =>
    (
      await app.sql(
        'select member_id, source, expires_at is not null as ends from access.access_group_member where access_group_id = $1 order by member_id, source',
        [id],
      )
    ).map(({ member_id, source, ends }) => `${member_id === nell.id ? 'nell' : 'tom'} ${source}${ends ? ' ends' : ''}`)
  async function act(action: string, ids: number[]) {
    const people = (await app.sql('select id from audience.person where member_id = any($1)', [[nell.id, tom.id]])).map(({ id }) => id)
    const { id } = await app.as(admin).call(audience.routes.startBulk, {
      body: { action, input: { access_group_ids: ids }, people: { kind: 'members', ids: people } },
    })
    await app.settle()
    return {
      report: await app.as(admin).call(audience.routes.bulk, { params: { id } }),
      async undo() {
        await app.as(admin).call(audience.routes.undoBulk, { params: { id } })
        await app.settle()
      },
    }
  }

  it('puts in those who are not, and takes those alone out again', async () => {
    const { id } = await group('Added')
    await put(id, nell)
    const { report, undo } = await act('add_to_access_group', [id])
    expect(report).to.include({ succeeded: 2, failed: 0, can_undo: true })
    expect(await reasons(id)).to.deep.equal(['nell manual', 'tom bulk_task'])
    await undo()
    expect(await reasons(id)).to.deep.equal(['nell manual'])
  })

  it('takes out whatever the reason, and gives each reason back with its end', async () => {
    const [one, two] = [await group('One'), await group('Two')]
    await put(one.id, nell)
    await app.run(null, (ctx) =>
      ctx.use(access).open([nell.id], [{ kind: 'access_group', id: one.id }], { source: 'paywall', sourceId: 3 }, { expiresAt: new Date(Date.now() + 9e8) }),
    )
    await put(two.id, tom)
    const { undo } = await act('remove_from_access_group', [one.id, two.id])
    expect([await reasons(one.id), await reasons(two.id)]).to.deep.equal([[], []])
    await undo()
    expect([await reasons(one.id), await reasons(two.id)]).to.deep.equal([['nell manual', 'nell paywall ends'], ['tom manual']])
    expect(await app.sql('select from access.taken')).to.deep.equal([])
  })
})
