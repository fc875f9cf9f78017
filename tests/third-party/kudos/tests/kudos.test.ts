/** What kudos promise, after the suite that every plugin passes. */
import path from 'node:path'
import { describePlugin, refusal, type TestApp, testApp, type TestMember } from '@atrium/sdk/testing'
import content from 'atrium/plugins/content'
import { expect } from 'chai'
import contract from '../contract.ts'

const { list, give, remove, options, ranking } = contract.routes
const folder = path.resolve(import.meta.dirname, '..')
const DAY = 86_400_000

describePlugin(folder)

describe('kudos', () => {
  let app: TestApp
  let ana: TestMember
  let bo: TestMember
  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/members', 'plugins/search', folder])
    ana = await app.member('member', { name: 'Ana Clay' })
    bo = await app.member('member', { name: 'Bo Kiln' })
  })
  after(() => app?.close())

  const thank = (from: TestMember, to: TestMember, text = 'For the glaze.', category = 'Helpful') =>
    app.as(from).call(give, { body: { member_id: to.id, category, text } })

  it('are given to others, in a category that there is, and told to open browsers', async () => {
    const heard = await app.hear(bo)
    const kudo = await thank(ana, bo, '  For the kiln. ')
    expect([kudo.text, kudo.giver?.name, kudo.receiver?.name, kudo.likes_count]).to.deep.equal(['For the kiln.', 'Ana Clay', 'Bo Kiln', 0])
    expect(await refusal(thank(ana, ana))).to.include({ status: 422 })
    expect(await refusal(thank(ana, bo, 'x', 'Nonsense'))).to.include({ status: 422 })
    expect(await refusal(thank(ana, { ...bo, id: 999_999 }))).to.include({ status: 404 })
    await app.settle()
    expect(heard.map(({ name }) => name)).to.include('kudos.given')
  })

  it('are at most five a day, also of eight at once, and begin anew with the day', async () => {
    const eager = await app.member()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        thank(eager, bo).then(
          () => 'given',
          ({ code }) => code,
        ),
      ),
    )
    expect(answers.filter((answer) => answer === 'given')).to.have.length(5)
    expect(answers.filter((answer) => answer === 'kudos_used_up')).to.have.length(3)
    expect((await app.as(eager).call(options)).left_today).to.equal(0)
    await app.clock.advance(DAY)
    await thank(eager, bo)
    expect((await app.as(eager).call(options)).left_today).to.equal(4)
    await app.clock.advance(-DAY)
  })

  it('are listed by category and by who received them, page by page', async () => {
    const cy = await app.member()
    for (const text of ['one', 'two', 'three']) await thank(ana, cy, text, 'Inspiring')
    const first = await app.as(bo).call(list, { query: { category: 'Inspiring', per_page: 2 } })
    expect(first.records.map(({ text }) => text)).to.deep.equal(['three', 'two'])
    const rest = await app.as(bo).call(list, { query: { category: 'Inspiring', per_page: 2, cursor: first.next_cursor! } })
    expect(rest.records.map(({ text }) => text)).to.deep.equal(['one'])
    expect((await app.as(cy).call(list, { query: { mine: true } })).records).to.have.length(3)
    expect((await app.as(bo).call(list, { query: { member_id: ana.id } })).records).to.have.length(0)
  })

  it('are liked once by each, found by search, and taken back by who gave them or moderates', async () => {
    const dana = await app.member()
    const kudo = await thank(dana, bo, 'For the marvellous celadon')
    for (const who of [ana, ana, bo]) await app.run(null, async (ctx) => (await ctx.actAs(who.id)).use(content).like('kudo', kudo.id))
    const [shown] = (await app.as(ana).call(list, { query: { per_page: 1 } })).records
    expect([shown!.id, shown!.likes_count, shown!.is_liked]).to.deep.equal([kudo.id, 2, true])
    await app.settle()
    const search = () => app.as(ana).send('GET', '/internal_api/search?text=celadon')
    expect(JSON.stringify((await search()).body.records)).to.include('marvellous')
    expect(await refusal(app.as(bo).call(remove, { params: { id: kudo.id } }))).to.include({ status: 403 })
    await app.as(dana).call(remove, { params: { id: kudo.id } })
    expect((await search()).body.records).to.deep.equal([])
    const other = await thank(dana, bo)
    await app.as(await app.member('moderator')).call(remove, { params: { id: other.id } })
  })

  it('rank the week that is over, once, and tell the first three', async () => {
    const eve = await app.member()
    for (let n = 0; n < 2; n++) await thank(await app.member(), eve)
    await app.clock.advance(7 * DAY)
    await app.runSchedule('rank')
    await app.runSchedule('rank')
    const { records } = await app.as(ana).call(ranking)
    expect(records[0]!.member?.name).to.equal('Bo Kiln')
    expect(records.map(({ place }) => place)).to.deep.equal(records.map((_, at) => at + 1))
    const mails = (await app.sent()).filter(({ subject }) => subject.includes('thanked most'))
    expect(mails).to.have.length(3)
    expect(mails[0]!.text).to.include('place 1')
    await app.clock.advance(-7 * DAY)
  })
})
