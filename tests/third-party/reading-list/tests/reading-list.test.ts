/** What the reading list promises, after the suite that every plugin passes. */
import path from 'node:path'
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import posts from 'atrium/plugins/posts'
import spaces from 'atrium/plugins/spaces'
import contract from '../contract.ts'

const folder = path.resolve(import.meta.dirname, '..')
const needs = ['plugins/spaces', 'plugins/content', 'plugins/posts']
const { list, remove } = contract.routes

async function openSpace(app: TestApp, admin: TestMember, isPrivate = false) {
  const group = await app.as(admin).call(spaces.routes.createGroup, { body: { name: 'Studio' } })
  const { space } = await app
    .as(admin)
    .call(spaces.routes.create, { body: { name: isPrivate ? 'Kiln keys' : 'Kiln talk', space_group_id: group.id, is_private: isPrivate } })
  return space
}

/** Writes a post as a member would, and waits until everybody who listens has heard of it. */
async function publish(app: TestApp, author: TestMember, spaceId: number, name: string) {
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: name }] }] }
  const post = await app.as(author).call(posts.routes.create, { params: { spaceId }, body: { post: { name, tiptap_body: { body } } } })
  await app.settle()
  return post
}

describePlugin(folder)

describe('reading list', function readingList() {
  this.timeout(60_000)
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  const titles = async (reader: TestMember) => (await app.as(reader).call(list)).records.map(({ title }) => title)

  before(async () => {
    app = await testApp([...needs, folder])
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
  })
  after(() => app?.close())

  it('takes on what a member publishes, once, with its address', async () => {
    const space = await openSpace(app, admin)
    await app.as(nell).call(spaces.routes.join, { params: { id: space.id } })
    const post = await publish(app, nell, space.id, 'Three celadons')
    await app.redeliver()
    const { records } = await app.as(admin).call(list)
    expect(records.map(({ title, path }) => [title, path])).to.deep.equal([['Three celadons', `/c/${space.slug}/${post.slug}`]])
  })

  it('shows posts of a private space to its members only', async () => {
    const { id } = await openSpace(app, admin, true)
    await publish(app, admin, id, 'Where the key is')
    expect(await titles(nell)).to.deep.equal(['Three celadons'])
    expect(await titles(admin)).to.deep.equal(['Where the key is', 'Three celadons'])
  })

  it('lets those who curate take a post off', async () => {
    const { records } = await app.as(nell).call(list)
    const input = { params: { id: records[0]!.id } }
    expect(await refusal(app.as(nell).call(remove, input))).to.include({ status: 403 })
    await app.as(await app.member('moderator')).call(remove, input)
    expect(await titles(nell)).to.deep.equal([])
  })

  it('takes nothing on while it is switched off', async () => {
    const space = await openSpace(app, admin)
    await app.switch('reading-list', false)
    await publish(app, admin, space.id, 'Unseen')
    await app.switch('reading-list', true)
    expect(await titles(admin)).not.to.include('Unseen')
  })
})
