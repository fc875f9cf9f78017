/** What people have asked the studio, as its team finds it. */
import { type Caller, type TestApp, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import inbox, { type Chat } from '../../inbox/contract.ts'
import notifications from '../../notifications/contract.ts'

const { routes } = inbox

describe('the inbox of the demo', () => {
  let app: TestApp
  let admin: Caller
  let chats: Chat[]
  before(async () => {
    app = await testApp(['spaces', 'content', 'media', 'home', 'posts', 'members', 'notifications', 'demo', 'ai', 'inbox'].map((id) => `plugins/${id}`))
    await app.primaryId()
    await app.settle()
    admin = app.as(await app.member('admin'))
    chats = (await admin.call(routes.list, { query: { view: 'all', per_page: 60 } })).records
  })
  after(() => app?.close())

  it('has conversations in every state, each in its own past', async () => {
    const of = (...statuses: string[]) => chats.filter(({ status }) => statuses.includes(status)).length
    expect([of('open', 'solved', 'closed'), of('closed')]).to.deep.equal([24, 2])
    expect(of('open')).to.be.greaterThan(8)
    const late = Date.now() - 3 * 60_000
    for (const { id, created_at, solved_at, last_message_at } of chats) {
      const { records } = await admin.call(routes.messages, { params: { id }, query: { per_page: 60 } })
      for (const one of records) {
        expect(Date.parse(one.created_at), one.text).to.be.within(Date.parse(created_at), late)
        if (one.seen_at) expect(Date.parse(one.seen_at), one.text).to.be.within(Date.parse(one.created_at), late)
      }
      expect(Date.parse(last_message_at)).to.be.below(late)
      if (solved_at) expect(Date.parse(solved_at)).to.be.greaterThan(Date.parse(created_at))
    }
  })

  it('tells nobody of it, and mails nobody', async () => {
    const [row] = await app.sql<{ id: number; accountId: number }>('select id, account_id as "accountId" from kernel.member order by id limit 1')
    const owner = { ...row!, name: '', communityId: await app.primaryId(), token: '' }
    await app.renew(owner)
    const { records } = await app.as(owner).call(notifications.routes.list)
    expect(records.filter(({ action }) => action.startsWith('inbox'))).to.deep.equal([])
    expect(await app.sent()).to.deep.equal([])
  })

  it('is read as any inbox is', async () => {
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
