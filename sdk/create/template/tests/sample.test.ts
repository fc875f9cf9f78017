/** What Sample promises, after the suite that every plugin passes. */
import { strict as assert } from 'node:assert'
import path from 'node:path'
import { describePlugin, type TestApp, testApp } from '@atrium/sdk/testing'
import contract from '../contract.ts'

const { list, create, remove } = contract.routes
const folder = path.resolve(import.meta.dirname, '..')

describePlugin(folder, {
  async fill(app, member, canary) {
    const note = await app.as(member).call(create, { body: { text: canary } })
    return { remove: { params: { id: note.id } } }
  },
})

describe('sample', function notes() {
  this.timeout(60_000)
  let app: TestApp
  before(async () => {
    app = await testApp([folder])
  })
  after(() => app?.close())

  it('lets members write notes, and remove only their own', async () => {
    const [ana, bo, moderator] = [await app.member(), await app.member(), await app.member('moderator')]
    const note = await app.as(ana).call(create, { body: { text: '  Bring the red clay. ' } })
    assert.equal(note.text, 'Bring the red clay.')
    assert.equal(note.author?.name, ana.name)

    const { records } = await app.as(bo).call(list)
    assert.deepEqual(
      records.map(({ id, policies }) => [id, policies.can_remove]),
      [[note.id, false]],
    )
    await assert.rejects(app.as(bo).call(remove, { params: { id: note.id } }), { status: 403 })
    await app.as(moderator).call(remove, { params: { id: note.id } })
    assert.deepEqual((await app.as(ana).call(list)).records, [])
  })
})
