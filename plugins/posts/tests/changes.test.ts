/** Deleted posts among the recent changes: one by one and many at once, and back. */
import { expect } from 'chai'
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import audience from '../../audience/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import posts from '../contract.ts'
import { writePost } from './kit.ts'

describe('deleted posts among the recent changes', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let open: { id: number; slug: string }
  const list = async (group: 'bulk' | 'deletions') => (await app.as(admin).call(audience.routes.changes, { query: { group } })).records
  const undo = (id: number) => app.as(admin).call(audience.routes.undoChange, { params: { id } })
  const isOut = async (id: number) => (await app.sql('select 1 from posts.post where id = $1 and deleted_at is null', [id])).length === 1

  before(async () => {
    const names = ['spaces', 'content', 'media', 'members', 'audience', 'posts', 'notifications', 'moderation']
    app = await testApp(names.map((name) => `plugins/${name}`))
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
    open = await makeSpace(app, admin, [nell])
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('bring one back within a day', async () => {
    const { id, slug } = await writePost(app, nell, open.id, { name: 'Raku at dusk' })
    await app.as(nell).call(posts.routes.destroy, { params: { spaceId: open.id, postSlug: slug } })
    const [change] = await list('deletions')
    expect(change).to.include({ can_undo: true })
    expect(change!.sentence).to.include('Raku at dusk')
    await undo(change!.id)
    expect(await isOut(id)).to.equal(true)
    expect((await list('deletions')).map(({ can_undo }) => can_undo).slice(0, 2)).to.deep.equal([false, false])
    expect(await refusal(undo(change!.id))).to.include({ status: 409 })
  })

  it('bring back what was removed with a reason, for who removed it', async () => {
    const { id, slug } = await writePost(app, nell, open.id, { name: 'Glaze for sale' })
    await app.as(admin).call(posts.routes.destroy, { params: { spaceId: open.id, postSlug: slug }, query: { reason: 'No adverts' } })
    const [change] = await list('deletions')
    expect(change).to.include({ can_undo: true })
    await undo(change!.id)
    await app.settle()
    expect(await isOut(id)).to.equal(true)
    expect((await list('deletions'))[0]).to.include({ can_undo: false })
  })

  it('are one change where many were deleted at once, and all come back', async () => {
    const ids = [(await writePost(app, nell, open.id, { name: 'One' })).id, (await writePost(app, nell, open.id, { name: 'Two' })).id]
    await app.as(admin).call(posts.routes.startBulk, { body: { action: 'delete', ids } })
    await app.settle()
    expect((await list('deletions')).some(({ sentence }) => sentence.includes('Two'))).to.equal(false)
    const [change] = await list('bulk')
    expect(change).to.include({ can_undo: true, sentence: `${admin.name} deleted 2 posts` })
    await undo(change!.id)
    await app.settle()
    expect(await Promise.all(ids.map(isOut))).to.deep.equal([true, true])
  })
})
