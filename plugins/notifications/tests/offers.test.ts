/** What may be done with news where one is told of it: in the list, and by the buttons of emails; the levels of the preferences; whose clocks count. */
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import contract from '../contract.ts'
import { APP, inboxOf, tellIn } from './kit.ts'
import { answers, callable, joined } from './news/server/index.ts'

const { routes } = contract
const MINUTE = 60_000

describe('what news offers', () => {
  let app: TestApp
  let tell: ReturnType<typeof tellIn>
  let [ana, ben] = [] as unknown as [TestMember, TestMember]
  let subject = 9_000
  const mails = async () => app.sql<{ text: string; html: string }>('select text, html from kernel.mail order by id')
  let ticks = 0
  const mailAll = async () => {
    await app.clock.advance(6 * MINUTE)
    // each a minute of its own, as of one the schedule lets one through
    await app.kernel.modules.jobs.tick('notifications.mail-due', new Date(Date.now() - ++ticks * MINUTE))
    await app.settle()
  }
  before(async () => {
    app = await testApp(APP)
    tell = tellIn(app)
    ana = await app.member('member')
    ben = await app.member('member', { name: 'Ben Okoro' })
  })
  after(() => app.close())

  it('is done in the list, for its reader alone, and shown with what came of it', async () => {
    const subjectId = ++subject
    await tell([ana], { subjectId, key: `o${subjectId}`, actorMemberId: ben.id })
    const [notice] = await inboxOf(app, ana)
    expect(notice!.offers.map(({ key, label }) => [key, label])).to.deep.equal([
      ['join', 'Join in'],
      ['pass', 'Pass'],
      ['reply', 'Reply'],
    ])
    const taking = { params: { id: notice!.id, key: 'join' }, body: {} }
    expect(await refusal(app.as(ben).call(routes.take, taking))).to.include({ status: 404 })
    expect(await refusal(app.as(ana).call(routes.take, { ...taking, params: { id: notice!.id, key: 'sell' } }))).to.include({ status: 404 })
    const now = await app.as(ana).call(routes.take, taking)
    expect([now.outcome, now.offers.map(({ key }) => key), now.read_at === null]).to.deep.equal(['You’re in', ['reply'], false])
    expect(joined.has(`${ana.id}:${subjectId}`)).to.equal(true)
    expect(await refusal(app.as(ana).call(routes.take, taking)), 'offered no more').to.include({ status: 404 })
  })

  it('is answered in words where an email might be, once', async () => {
    const subjectId = ++subject
    await tell([ana], { subjectId, key: `r${subjectId}`, actorMemberId: ben.id })
    const [notice] = await inboxOf(app, ana)
    const reply = (text?: string) => app.as(ana).call(routes.take, { params: { id: notice!.id, key: 'reply' }, body: text === undefined ? {} : { text } })
    expect(await refusal(reply())).to.include({ status: 404 })
    await reply('At noon.')
    await reply('At noon.')
    const said = [...answers.values()].filter((answer) => answer.subjectId === subjectId)
    expect(said.map(({ memberId }) => memberId)).to.deep.equal([ana.id])
    expect(JSON.stringify(said[0]!.doc)).to.include('At noon.')
  })

  it('has buttons in emails that ask first, work without signing in, and once', async () => {
    const subjectId = ++subject
    await tell([ana], { subjectId, key: `m${subjectId}`, actorMemberId: ben.id })
    await mailAll()
    const mail = (await mails()).at(-1)!
    const url = new URL(/^Join in:\n(\S+)$/m.exec(mail.text)![1]!)
    expect(mail.html).to.include(url.pathname).and.not.include('>Pass<')
    const visit = (method: string) => fetch(app.url + url.pathname, { method })
    const isIn = () => joined.has(`${ana.id}:${subjectId}`)
    const page = await visit('GET')
    expect([page.status, (await page.text()).includes('<form method="post">'), isIn()], 'looked at').to.deep.equal([200, true, false])
    const done = await visit('POST')
    expect([done.status, (await done.text()).includes('You’re in'), isIn()]).to.deep.equal([200, true, true])
    joined.delete(`${ana.id}:${subjectId}`)
    expect(await (await visit('POST')).text()).to.include('no longer works')
    expect(isIn(), 'used').to.equal(false)
    expect((await fetch(`${app.url}${url.pathname.slice(0, -8)}AAAAAAAA`, { method: 'POST' })).status).to.equal(404)
  })

  it('goes by the ways of its reason', async () => {
    const before = (await mails()).length
    await tell([ana], { subjectId: ++subject, key: `w${subject}`, actorMemberId: ben.id, reason: 'commented' })
    await mailAll()
    expect((await mails()).length).to.equal(before)
    expect((await inboxOf(app, ana))[0]!.reason).to.equal('commented')
  })

  it('stands in the preferences for whoever can get it, and three levels have every switch', async () => {
    const preferences = () => app.as(ana).call(routes.preferences)
    expect((await preferences()).kinds.map(({ type }) => type)).not.to.include('call')
    callable.add(ana.id)
    const first = await preferences()
    expect(first.kinds.find(({ type }) => type === 'call')).to.include({ topic: 'people', required: false })
    expect(first.preset, 'as it comes').to.equal('everything')
    const choose = (body: object) => app.as(ana).call(routes.updatePreferences, { body })
    const switches = (kinds: typeof first.kinds, key: string) =>
      kinds.filter(({ type }) => type === key).map(({ in_app, email, push }) => [in_app, email, push])
    const mine = await choose({ preset: 'mine' })
    expect([mine.preset, switches(mine.kinds, 'call'), switches(mine.kinds, 'story')]).to.deep.equal(['mine', [[false, false, false]], [[true, true, true]]])
    const quiet = await choose({ preset: 'quiet' })
    expect([quiet.preset, switches(quiet.kinds, 'call'), switches(quiet.kinds, 'story')]).to.deep.equal([
      'quiet',
      [[false, false, false]],
      [[true, false, false]],
    ])
    expect((await choose({ preferences: [{ type: 'story', medium: 'push', enabled: true }] })).preset).to.equal(null)
    expect((await choose({ preset: 'everything' })).preset).to.equal('everything')
  })

  it('tells times by the clocks that its reader has said, else by those of their browser', async () => {
    const zone = () => app.run(null, async (ctx) => (await ctx.actAs(ben.id)).use(contract).zone())
    expect(await zone()).to.equal(null)
    await app.as(ben).call(routes.noteZone, { body: { time_zone: 'America/New_York' } })
    expect([await zone(), (await app.as(ben).call(routes.preferences)).time_zone]).to.deep.equal(['America/New_York', null])
    await app.as(ben).call(routes.updatePreferences, { body: { time_zone: 'Europe/Lisbon' } })
    await app.as(ben).call(routes.noteZone, { body: { time_zone: 'Asia/Tokyo' } })
    expect(await zone()).to.equal('Europe/Lisbon')
  })
})
