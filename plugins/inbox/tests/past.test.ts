/** Conversations that were had before they are written down, as of a demo: each at its time, and told to nobody. */
import { expect } from 'chai'
import notifications from '../../notifications/contract.ts'
import contract from '../contract.ts'
import { type Studio, studio } from './kit.ts'

const { routes } = contract
const DAY = 86_400_000

describe('conversations of the past', () => {
  let all: Studio
  before(async () => {
    all = await studio()
  })
  after(() => all.app.close())

  it('stand at their times, are counted there, and nobody is told of them', async () => {
    const { app, inbox, admin, nell, maya, visitor, person, byId } = all
    const start = Date.now() - 5 * DAY
    const at = (minutes: number) => new Date(start + minutes * 60_000)
    const [member, vera] = [await person(nell), await visitor('vera@example.com', 'Vera', true)]
    const tagId = await inbox((service) => service.createTag('parcel'))
    for (const personId of [member, vera])
      await inbox(async (service) => {
        const { chatId } = await service.open({ personId, type: 'email', channel: 'email', first: { text: 'Where is my parcel?', via: 'email', at: at(0) } })
        const answer = { text: 'I pass this on.', name: 'Helper', agentId: 1, sources: [], confidence: 0.9 }
        await service.answerAsAgent(chatId, { ...answer, handsOver: true }, at(1))
        await service.answer(chatId, maya.id, 'On its way.', { at: at(30) })
        await service.answer(chatId, maya.id, '@Ada Stone, look.', { at: at(31), isNote: true })
        await service.say(personId, chatId, { text: 'It came.', at: at(60) })
        await service.update(chatId, { status: 'solved', tag_ids: [tagId] }, at(61))
        await service.rate(personId, chatId, 5, '', at(62))
        await service.markSeen(personId, chatId, at(63))
      })
    await app.settle()
    const { records } = await app.as(admin).call(routes.list, { query: { view: 'solved' } })
    expect(records).to.have.length(2)
    for (const chat of records) {
      expect(chat).to.deep.include({ created_at: at(0).toISOString(), solved_at: at(61).toISOString(), last_message_at: at(62).toISOString(), rating: 5 })
      expect(chat).to.deep.include({ ai: 'paused', asks_for_person: false, unread_count: 0, tags: [{ id: tagId, name: 'parcel' }] })
      const { records: messages } = await app.as(admin).call(routes.messages, byId(chat.id))
      expect(messages.filter(({ created_at }) => Date.parse(created_at) > at(62).getTime())).to.deep.equal([])
      if (!chat.person.member_id) expect((await app.as(admin).call(routes.panel, byId(chat.id))).since).to.equal(at(0).toISOString())
    }
    const figures = await app.as(admin).call(routes.report, { query: { days: 7 } })
    expect(figures).to.deep.include({ opened: 2, solved: 2, first_answer_seconds: 1_800, liked: 1 })
    for (const who of [admin, maya, nell]) expect((await app.as(who).call(notifications.routes.list)).records).to.deep.equal([])
    expect(await app.sent()).to.deep.equal([])
  })
})
