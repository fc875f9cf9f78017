/** What people have asked the studio, as its team finds it. */
import { type TestApp, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import inbox from '../../inbox/contract.ts'

const { routes } = inbox

describe('the inbox of the demo', () => {
  let app: TestApp
  before(async () => {
    app = await testApp(['spaces', 'content', 'media', 'home', 'posts', 'members', 'notifications', 'demo', 'ai', 'inbox'].map((id) => `plugins/${id}`))
    await app.primaryId()
    await app.settle()
  })
  after(() => app?.close())

  it('has conversations in every state, each in its own past', async () => {
    const [first] = await app.sql<{ id: number }>('select min(id)::int as id from kernel.member')
    const counts = await app.sql<{ status: string; n: number }>('select status, count(*)::int as n from inbox.chat group by 1')
    const of = (status: string) => counts.find((one) => one.status === status)?.n ?? 0
    expect(of('open') + of('solved') + of('closed')).to.equal(24)
    expect(of('open')).to.be.greaterThan(8)
    expect(of('closed')).to.equal(2)
    const [{ n: own }] = (await app.sql(`select count(*)::int as n from inbox.chat where status = 'open' and assignee_id = $1`, [first!.id])) as [{ n: number }]
    expect(own).to.be.greaterThan(2)
    expect(
      await app.sql(`select m.id from inbox.message m join inbox.chat c on c.id = m.chat_id
        where m.created_at > now() - interval '3 minutes' or m.created_at < c.created_at or (m.seen_at < m.created_at)`),
    ).to.deep.equal([])
    expect(await app.sql('select id from inbox.chat where last_message_at > now() or solved_at < created_at or first_answered_at < created_at')).to.deep.equal(
      [],
    )
  })

  it('tells nobody of it, and mails nobody', async () => {
    expect(await app.sql(`select id from notifications.notice where kind like 'inbox%'`)).to.deep.equal([])
    expect(await app.sent()).to.deep.equal([])
  })

  it('is read as any inbox is', async () => {
    const admin = app.as(await app.member('admin'))
    const { records } = await admin.call(routes.list, { query: { view: 'nobodys' } })
    expect(records.map(({ subject }) => subject)).to.include.members(['Charged twice in November', 'Which glaze is food safe?'])
    expect(records[0]!.waiting_since).to.be.a('string')
    expect((await admin.call(routes.list, { query: { view: 'ai' } })).records).to.have.length(1)
    expect((await admin.call(routes.list, { query: { view: 'snoozed' } })).records).to.have.length(2)
    expect((await admin.call(routes.replies, { query: { text: 'refund' } })).records).to.have.length(1)
    const figures = await admin.call(routes.report, { query: { days: 30 } })
    expect(figures.first_answer_seconds).to.be.greaterThan(60)
    expect(figures.liked).to.be.within(0.5, 1)
  })
})
