/** What Sample promises, after the suite that every plugin passes. */
import path from 'node:path'
import { describePlugin, refusal, type TestApp, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import contract from '../contract.ts'

const { list, create, remove } = contract.routes
const folder = path.resolve(import.meta.dirname, '..')

describePlugin(folder)

describe('sample', () => {
  let app: TestApp
  before(async () => {
    app = await testApp([folder])
  })
  after(() => app?.close())

  it('lets members write notes, and remove only their own', async () => {
    const [ana, bo, moderator] = [await app.member(), await app.member(), await app.member('moderator')]
    const note = await app.as(ana).call(create, { body: { text: '  Bring the red clay. ' } })
    expect([note.text, note.author.name]).to.deep.equal(['Bring the red clay.', ana.name])

    const { records } = await app.as(bo).call(list)
    expect(records.map(({ id, policies }) => [id, policies.can_remove])).to.deep.equal([[note.id, false]])
    expect(await refusal(app.as(bo).call(remove, { params: { id: note.id } }))).to.include({ status: 403 })
    await app.as(moderator).call(remove, { params: { id: note.id } })
    expect((await app.as(ana).call(list)).records).to.deep.equal([])
  })

  it('stamps a note by the clock of the house', async () => {
    await app.clock.advance(3_600_000)
    const { created_at } = await app.as(await app.member()).call(create, { body: { text: 'Written in an hour' } })
    expect(Date.parse(created_at as string) - Date.now()).to.be.greaterThan(3_000_000)
    await app.clock.advance(-3_600_000)
  })
})
