/** The inbox: who may see what, two who answer at once, what is sent twice, and what becomes of a conversation. */
import { expect } from 'chai'
import { describePlugin, refusal } from '@atrium/sdk/testing'
import notifications from '../../notifications/contract.ts'
import contract from '../contract.ts'
import { type Studio, studio } from './kit.ts'

const { routes } = contract
const MINUTE = 60_000
const DAY = 86_400_000

describePlugin('plugins/inbox')

describe('the inbox', () => {
  let all: Studio
  before(async () => {
    all = await studio()
  })
  beforeEach(() => all.app.resetLimits())
  after(() => all?.app.close())

  it('takes what somebody asks, and clears what waits once the team has answered', async () => {
    const { nell, maya, ask, person, show, answer, talk } = all
    const { chatId } = await ask(await person(nell), 'Is the kiln free?')
    expect(await show(chatId)).to.deep.include({
      status: 'open',
      unread_count: 1,
      assignee: null,
      preview: 'Is the kiln free?',
      last_author: 'person',
      ai: 'off',
    })
    expect((await show(chatId)).waiting_since).to.be.a('string')
    await answer(maya, chatId, 'It is.')
    const after = await show(chatId)
    expect(after).to.deep.include({ unread_count: 0, waiting_since: null, due_at: null, last_author: 'team' })
    expect(after.assignee).to.include({ name: 'Maya Lund' })
    expect(await talk(chatId)).to.deep.equal(['person: Is the kiln free?', '(taken)', 'team: It is.'])
  })

  it('lets one of two answer who write at once, and writes nothing of the other', async () => {
    const { admin, maya, visitor, ask, answer, app } = all
    const { chatId, messageId } = await ask(await visitor(), 'Hello?')
    const both = await Promise.allSettled([answer(admin, chatId, 'One', { after_id: messageId }), answer(maya, chatId, 'Two', { after_id: messageId })])
    expect(both.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected'])
    const late = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(late.reason).to.include({ status: 409, code: 'answered_meanwhile' })
    expect(await app.sql(`select from inbox.message where chat_id = $1 and author = 'team'`, [chatId])).to.have.length(1)
    // a note disturbs nobody, and who has read the answer may write
    await answer(maya, chatId, 'For us', { after_id: messageId, is_note: true })
    const [{ id }] = await app.sql(`select max(id)::int as id from inbox.message where chat_id = $1 and author = 'team' and not is_note`, [chatId])
    await answer(maya, chatId, 'Three', { after_id: id })
    await answer(admin, chatId, 'Four')
  })

  it('takes the same message once, however often it is sent', async () => {
    const { admin, visitor, ask, say, answer, inbox, app, show } = all
    const personId = await visitor()
    const first = { text: 'Once', creationUuid: 'a-1' }
    const opened = await Promise.all(Array.from({ length: 8 }, () => inbox((service) => service.open({ personId, type: 'email', channel: 'widget', first }))))
    expect(new Set(opened.map(({ chatId }) => chatId)).size).to.equal(1)
    const { chatId } = await ask(personId, 'Another')
    const said = await Promise.all(Array.from({ length: 8 }, () => say(personId, chatId, 'Same', { creationUuid: 'b-1' })))
    expect(new Set(said.map(({ messageId }) => messageId)).size).to.equal(1)
    expect((await show(chatId)).unread_count).to.equal(2)
    const answers = await Promise.all(Array.from({ length: 8 }, () => answer(admin, chatId, 'Answer', { creation_uuid: 'c-1' })))
    expect(new Set(answers.map(({ id }) => id)).size).to.equal(1)
    const [row] = await app.sql('select unseen_count from inbox.chat where id = $1', [chatId])
    expect(row.unseen_count).to.equal(1)
  })

  it('shows nobody another’s conversation, and who asks no note', async () => {
    const { tom, maya, ask, answer, person, visitor, inbox, app, byId } = all
    const nora = await app.member('member', { name: 'Nora' })
    const [own, other] = [await person(nora), await visitor()]
    const { chatId } = await ask(own, 'Mine')
    await answer(maya, chatId, 'Careful with them', { is_note: true })
    await answer(maya, chatId, 'Yours')
    const tries = [
      () => inbox((service) => service.chat(other, chatId)),
      () => inbox((service) => service.messages(other, chatId, null, 20)),
      () => inbox((service) => service.say(other, chatId, { text: 'Hello' })),
      () => inbox((service) => service.markSeen(other, chatId)),
      () => inbox((service) => service.rate(other, chatId, 5, '')),
      () => inbox((service) => service.close(other, chatId)),
      () => inbox((service) => service.handOver(other, chatId)),
      () => app.as(tom).call(routes.memberMarkAsRead, byId(chatId)),
    ]
    for (const [i, attempt] of tries.entries()) expect(await refusal(attempt()), `${i}`).to.include({ status: 404 })
    const words = (await inbox((service) => service.messages(own, chatId, null, 20))).map(({ text, happening }) => happening ?? text)
    expect(words).to.deep.equal(['Mine', 'taken', 'Yours'])
    const { records, unread_count: unread } = await inbox((service) => service.chats(own, { page: 1, per_page: 10 }))
    expect([records.filter(({ id }) => id === chatId).map(({ unread_count, tags }) => [unread_count, tags]), unread]).to.deep.equal([[[1, []]], 1])
    await app.as(nora).call(routes.memberMarkAsRead, byId(chatId))
    expect((await inbox((service) => service.chats(own, { page: 1, per_page: 10 }))).unread_count).to.equal(0)
    for (const route of [routes.show, routes.messages, routes.panel, routes.preview])
      expect(await refusal(app.as(nora).call(route, byId(chatId)))).to.include({ status: 403 })
  })

  it('knows who asks by what is proven, and by nothing that was typed', async () => {
    const { visitor, ask, inbox, nell, talk, show } = all
    const typed = await visitor('ines@new.example', 'Ines')
    expect(await visitor('ines@new.example', 'Somebody'), 'another who types it').to.not.equal(typed)
    const proven = await visitor('ines@new.example', 'Ines', true)
    expect(proven).to.not.equal(typed)
    expect(await visitor('INES@new.example', 'Ines', true)).to.equal(proven)
    const anonymous = await visitor(null, '')
    const { chatId } = await ask(anonymous, 'Who am I?')
    expect((await show(chatId)).person.name).to.equal('Visitor')
    const member = await inbox((service) => service.personOf({ memberId: nell.id }, anonymous))
    expect((await show(chatId)).person).to.include({ id: member, name: 'Nell' })
    expect(await talk(chatId)).to.include('(merged)')
    // a browser that somebody else has proven an address in gives nothing of theirs away
    const { chatId: theirs } = await ask(proven, 'Private')
    await inbox((service) => service.personOf({ memberId: nell.id }, proven))
    expect((await show(theirs)).person.id).to.equal(proven)
    const signed = await inbox((service) => service.personOf({ externalId: 'u1', email: null, name: 'Una', isVerified: true }))
    expect(await inbox((service) => service.personOf({ externalId: 'u1', email: 'una@new.example', name: 'Una', isVerified: true }))).to.equal(signed)
  })

  it('solves, opens again by a message, and closes for good after some days', async () => {
    const { maya, visitor, ask, say, answer, show, update, talk, inbox, app } = all
    const personId = await visitor()
    const { chatId } = await ask(personId, 'Broken')
    await answer(maya, chatId, 'Mended', { solve: true })
    expect(await show(chatId)).to.include({ status: 'solved', waiting_since: null })
    await say(personId, chatId, 'Not yet')
    expect(await show(chatId)).to.include({ status: 'open', solved_at: null, unread_count: 1 })
    expect(await talk(chatId)).to.deep.equal(['person: Broken', '(taken)', 'team: Mended', '(solved)', '(reopened)', 'person: Not yet'])
    await update(chatId, { status: 'solved' })
    await inbox((service) => service.rate(personId, chatId, 4, 'Fine'))
    await app.clock.advance(15 * DAY)
    try {
      await app.runSchedule('close')
      expect(await show(chatId)).to.include({ status: 'closed', rating: 4 })
      expect(await refusal(say(personId, chatId, 'Again'))).to.include({ status: 409, code: 'chat_closed' })
      expect(await refusal(answer(maya, chatId, 'Again'))).to.include({ status: 409, code: 'chat_closed' })
    } finally {
      await app.clock.advance(-15 * DAY)
    }
  })

  it('wakes what was snoozed at its time, or by a message, and tells who has it', async () => {
    const { maya, visitor, ask, say, update, show, talk, app } = all
    const personId = await visitor(null, 'Otto')
    const { chatId } = await ask(personId, 'Later')
    const until = () => new Date(Date.now() + 30 * MINUTE).toISOString()
    expect(await refusal(update(chatId, { snoozed_until: new Date(0).toISOString() }))).to.include({ status: 422 })
    await update(chatId, { snoozed_until: until(), assignee_id: maya.id })
    expect(await all.list({ view: 'mine' }, maya)).to.not.include(chatId)
    expect(await all.list({ view: 'snoozed' })).to.include(chatId)
    await app.runSchedule('mind')
    expect((await show(chatId)).snoozed_until).to.be.a('string')
    await app.clock.advance(31 * MINUTE)
    await app.runSchedule('mind')
    await app.settle()
    await app.clock.advance(-31 * MINUTE)
    expect(await show(chatId)).to.include({ snoozed_until: null })
    const told = (await app.as(maya).call(notifications.routes.list)).records.map(({ sentence }) => sentence.map(({ text }) => text).join(''))
    expect(told).to.include('Snooze ended: conversation with Otto')
    await update(chatId, { snoozed_until: until() })
    await say(personId, chatId, 'Now')
    expect((await show(chatId)).snoozed_until).to.equal(null)
    expect((await talk(chatId)).filter((one) => one.startsWith('(')).slice(-2)).to.deep.equal(['(snoozed)', '(woken)'])
    await update(chatId, { status: 'solved' })
    expect(await refusal(update(chatId, { snoozed_until: until() }))).to.include({ status: 409, code: 'not_open' })
  })

  it('assigns to who may answer, to teams, and tags', async () => {
    const { admin, maya, tom, visitor, ask, update, talk, app } = all
    const { chatId } = await ask(await visitor(), 'For whom?')
    expect(await refusal(update(chatId, { assignee_id: tom.id }))).to.include({ status: 422 })
    const team = await app.as(admin).call(routes.createTeam, { body: { team: { name: 'Glaze', member_ids: [maya.id] } } })
    expect(await refusal(app.as(admin).call(routes.createTeam, { body: { team: { name: 'glaze' } } }))).to.include({ status: 409 })
    expect(await refusal(app.as(admin).call(routes.createTeam, { body: { team: { name: 'Wheel', member_ids: [tom.id] } } }))).to.include({ status: 422 })
    const tag = await app.as(maya).call(routes.createTag, { body: { name: 'Billing' } })
    expect((await app.as(maya).call(routes.createTag, { body: { name: 'billing' } })).id).to.equal(tag.id)
    const changed = await update(chatId, { assignee_id: maya.id, team_id: team.id, tag_ids: [tag.id, tag.id] })
    expect([changed.assignee!.id, changed.team!.name, changed.tags]).to.deep.equal([maya.id, 'Glaze', [{ id: tag.id, name: 'Billing' }]])
    expect(await all.list({ view: 'all', tag_id: tag.id })).to.deep.equal([chatId])
    expect(await all.list({ view: 'all', team_id: team.id })).to.deep.equal([chatId])
    await update(chatId, { assignee_id: null })
    expect((await talk(chatId)).slice(1)).to.deep.equal(['(assigned)', '(team)', '(released)'])
    await app.as(admin).call(routes.destroyTag, { params: { id: tag.id } })
    expect((await all.show(chatId)).tags).to.deep.equal([])
    expect(await refusal(update(chatId, { tag_ids: [tag.id] }))).to.include({ status: 422 })
  })

  it('lists who waits longest first, then the latest, page by page', async () => {
    const { visitor, ask, answer, update, app, admin } = all
    await app.sql(`update inbox.chat set status = 'closed'`)
    const personId = await visitor()
    const ids: number[] = []
    for (let i = 0; i < 5; i++) {
      ids.push((await ask(personId, `Question ${i}`)).chatId)
      await app.clock.advance(MINUTE)
    }
    const [one, two, three, four, five] = ids as [number, number, number, number, number]
    await answer(admin, two, 'Yes')
    await app.clock.advance(MINUTE)
    await answer(admin, four, 'Yes')
    const wanted = [one, three, five, four, two]
    expect(await all.list({ view: 'open' })).to.deep.equal(wanted)
    const paged: number[] = []
    let cursor: string | undefined
    do {
      const found = await app.as(admin).call(routes.list, { query: { view: 'open', per_page: 2, ...(cursor && { cursor }) } })
      paged.push(...found.records.map(({ id }) => id))
      cursor = found.next_cursor ?? undefined
    } while (cursor)
    expect(paged).to.deep.equal(wanted)
    expect(await all.list({ view: 'mine' })).to.deep.equal([four, two])
    expect(await all.list({ view: 'nobodys' })).to.deep.equal([one, three, five])
    expect(await app.as(admin).call(routes.unreadCounts)).to.deep.equal({ mine: 2, nobodys: 3, ai: 0, snoozed: 0, open: 5, unread: 3 })
    await app.as(admin).call(routes.adminMarkAsRead, { params: { id: one } })
    expect((await app.as(admin).call(routes.unreadCounts)).unread).to.equal(2)
    await update(one, { status: 'solved' })
    expect(await all.list({ view: 'solved' })).to.include(one)
    await app.clock.advance(-6 * MINUTE)
  })

  it('finds conversations by what was said, by their subjects, and by who asks', async () => {
    const { visitor, ask, answer, app, admin, maya } = all
    const { chatId: said } = await ask(await visitor(null, 'Quentin'), `Some words before it. ${'Filling words. '.repeat(20)} My celadon glaze has crawled.`)
    await answer(maya, said, 'Bisque it hotter, at cone 04', { is_note: true })
    const { chatId: named } = await ask(await visitor('quirin@potters.example', 'Quirin Sobek'), 'Hello')
    const find = async (text: string) => (await app.as(admin).call(routes.search, { query: { text } })).records
    expect((await find('celadon crawl')).map(({ id }) => id)).to.deep.equal([said])
    expect((await find('celadon'))[0]!.excerpt).to.include('celadon glaze')
    expect((await find('bisque')).map(({ id }) => id)).to.deep.equal([said])
    const { chatId: titled } = await ask(await visitor(null, 'Ulrike'), 'When is it here?', { subject: 'Parcel of oxides' })
    expect((await find('parcel ox')).map(({ id, excerpt }) => [id, excerpt])).to.deep.equal([[titled, 'When is it here?']])
    expect((await find('sobek')).map(({ id }) => id)).to.deep.equal([named])
    expect((await find('potters.example')).map(({ id }) => id)).to.deep.equal([named])
    expect((await find('quirin@potters.example')).map(({ id }) => id)).to.deep.equal([named])
    for (const text of ['nowhere', `'; drop table x --`, ':* & |', '\\', '!!!']) expect(await find(text), text).to.deep.equal([])
  })

  it('does by itself what rules say of a new conversation', async () => {
    const { admin, maya, visitor, person, nell, ask, show, app } = all
    const tag = await app.as(admin).call(routes.createTag, { body: { name: 'Refund' } })
    const make = (rule: object) => app.as(admin).call(routes.createRule, { body: { rule: rule as never } })
    const first = await make({ name: 'Refunds', conditions: [{ field: 'text', value: 'refund' }], assignee_id: maya.id, tag_ids: [tag.id] })
    await make({
      name: 'Members',
      conditions: [
        { field: 'is_member', value: 'true' },
        { field: 'type', is: false, value: 'live_chat' },
      ],
      priority: 'high_a_critical_issue_is_impacting_some_members_of_my_community',
    })
    const { chatId } = await ask(await visitor(), 'I want a REFUND')
    expect(await show(chatId)).to.deep.include({ tags: [{ id: tag.id, name: 'Refund' }], priority: null })
    expect((await show(chatId)).assignee!.id).to.equal(maya.id)
    const { chatId: members } = await ask(await person(nell), 'A refund for me')
    expect((await show(members)).priority).to.match(/^high_/)
    await app.as(admin).call(routes.updateRule, { params: { id: first.id }, body: { rule: { is_enabled: false } } })
    const { chatId: off } = await ask(await visitor(), 'refund', { type: 'live_chat' })
    expect(await show(off)).to.deep.include({ assignee: null, tags: [], priority: null })
    for (const { id } of (await app.as(admin).call(routes.rules)).records) await app.as(admin).call(routes.destroyRule, { params: { id } })
  })

  it('prepares replies, each shortcut once', async () => {
    const { admin, maya, app } = all
    const make = (shortcut: string) => app.as(admin).call(routes.createReply, { body: { prepared_reply: { shortcut, text: `Text of ${shortcut}` } } })
    const made = await make('hours')
    await make('prices')
    expect(await refusal(make('HOURS'))).to.include({ status: 409, code: 'shortcut_taken' })
    expect(await refusal(make('two words'))).to.include({ status: 422 })
    const list = async (query: object) => (await app.as(maya).call(routes.replies, { query })).records.map(({ shortcut }) => shortcut)
    expect(await list({})).to.deep.equal(['hours', 'prices'])
    expect(await list({ text: 'of pri' })).to.deep.equal(['prices'])
    const update = (shortcut: string) => app.as(admin).call(routes.updateReply, { params: { id: made.id }, body: { prepared_reply: { shortcut } } })
    expect(await refusal(update('prices'))).to.include({ status: 409 })
    expect(await update('times')).to.include({ shortcut: 'times', text: 'Text of hours' })
    expect(await refusal(app.as(maya).call(routes.createReply, { body: { prepared_reply: { shortcut: 'x', text: 'y' } } }))).to.include({ status: 403 })
  })

  it('tells the team of questions, and members of answers, which they answer where they are told', async () => {
    const { nell, admin, maya, person, ask, answer, talk, app, show } = all
    const { chatId } = await ask(await person(nell), 'Told?', { subject: 'Kiln log' })
    await app.settle()
    const sentences = async (who: typeof nell) =>
      (await app.as(who).call(notifications.routes.list)).records.map(({ id, action, sentence }) => ({
        id,
        action,
        said: sentence.map(({ text }) => text).join(''),
      }))
    for (const who of [admin, maya]) expect((await sentences(who)).map(({ said }) => said)).to.include('New message from Nell')
    await answer(maya, chatId, 'Ask @Ada Stone, she knows', { is_note: true })
    await answer(maya, chatId, 'Yes')
    await app.settle()
    expect((await sentences(admin)).map(({ said }) => said)).to.include('Maya Lund mentioned you in the conversation with Nell')
    const mine = await sentences(nell)
    expect(mine.filter(({ said }) => said === 'New reply in Kiln log')).to.have.length(1)
    // in the name of who was told
    await app.run(null, async (ctx) => {
      const reader = await ctx.actAs(nell.id)
      const kind = reader.fill(notifications.points.kind).find(({ value }) => value.key === 'inbox_reply')!
      const doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Thank you' }] }] }
      for (let i = 0; i < 2; i++) await kind.value.reply!(reader, chatId, doc, 'key-1')
    })
    expect((await talk(chatId)).at(-1)).to.equal('person: Thank you')
    // another's conversation is not there, and nobody answers as the team who may not
    const before = await talk(chatId)
    await person(all.tom)
    const asTom = (key: string) =>
      app.run(null, async (ctx) => {
        const reader = await ctx.actAs(all.tom.id)
        const kind = reader.fill(notifications.points.kind).find(({ value }) => value.key === key)!
        await kind.value.reply!(reader, chatId, { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'I am Nell' }] }] }, `tom-${key}`)
      })
    expect(await refusal(asTom('inbox_reply'))).to.include({ status: 404 })
    expect(await refusal(asTom('inbox_message'))).to.include({ status: 403 })
    expect(await talk(chatId)).to.deep.equal(before)
    expect(await show(chatId)).to.include({ unread_count: 1 })
  })

  it('begins a conversation with a member', async () => {
    const { admin, maya, tom, app, inbox, person } = all
    const made = await app.as(maya).call(routes.create, { body: { chat: { community_member_id: tom.id, subject: 'Welcome', text: 'How is it going?' } } })
    expect(made).to.deep.include({ subject: 'Welcome', waiting_since: null, last_author: 'team' })
    expect([made.assignee!.id, made.person.member_id]).to.deep.equal([maya.id, tom.id])
    expect((await inbox(async (service) => service.chats(await service.personOf({ memberId: tom.id }), { page: 1, per_page: 5 }))).unread_count).to.equal(1)
    expect(await refusal(app.as(admin).call(routes.create, { body: { chat: { community_member_id: 987_654, text: 'x' } } }))).to.include({ status: 404 })
    expect((await app.as(admin).call(routes.panel, { params: { id: made.id } })).person.id).to.equal(await person(tom))
  })

  it('shows beside a conversation who asks, where they were, and what they asked before', async () => {
    const { visitor, ask, inbox, app, maya } = all
    const personId = await visitor('panel@new.example', 'Pia')
    const visit = (path: string, more: object = {}) => inbox((service) => service.noteVisit(personId, { page: { title: `Page ${path}`, path }, ...more }))
    await visit('/one', { locale: 'pt-BR', timezone: 'Europe/Lisbon' })
    await visit('/two', { locale: 'xx', timezone: 'Middle/Earth' })
    await visit('/one')
    for (let i = 0; i < 12; i++) await inbox((service) => service.noteVisit(personId, {}))
    const { chatId: before } = await ask(personId, 'Before')
    const { chatId } = await ask(personId, 'Now')
    const panel = await app.as(maya).call(routes.panel, { params: { id: chatId } })
    expect(panel).to.include({ locale: 'pt-BR', timezone: 'Europe/Lisbon' })
    expect(panel.person).to.include({ name: 'Pia', email: 'panel@new.example', is_verified: false })
    expect(panel.pages.map(({ path }) => path)).to.deep.equal(['/one', '/two'])
    expect(panel.earlier.map(({ id, subject }) => [id, subject])).to.deep.equal([[before, 'Before']])
  })

  it('says how the team does', async () => {
    const { admin, app } = all
    const said = await app.as(admin).call(routes.report, { query: { days: 7 } })
    expect(said.days).to.have.length(7)
    expect(said.opened).to.be.greaterThan(5)
    expect(said.first_answer_seconds).to.be.a('number')
    expect([said.liked, said.ai_alone]).to.deep.equal([1, 0])
  })

  it('lets nobody begin conversations without end', async () => {
    const { visitor, ask } = all
    const personId = await visitor()
    for (let i = 0; i < 20; i++) await ask(personId, `Again ${i}`)
    expect(await refusal(ask(personId, 'Once more'))).to.include({ status: 429 })
    expect(await refusal(ask(await visitor(), '   '))).to.include({ status: 422 })
  })

  it('hears of changes in the room of the team, and members do not', async () => {
    const { maya, nell, visitor, ask, app } = all
    const heard = await app.hear(maya, 'inbox:team')
    const { chatId } = await ask(await visitor(), 'Live?')
    await app.settle()
    expect(heard.filter(({ name }) => name === 'chat.changed').map(({ payload }) => payload)).to.deep.include({ chatId, isNew: true })
    await app.hear(maya, `inbox:${chatId}`)
    for (const room of ['inbox:team', `inbox:${chatId}`]) {
      const failed = await app.hear(nell, room).then(
        () => null,
        (error: Error) => error.message,
      )
      expect(failed, room).to.include('may not join')
    }
  })

  it('forgets what a member asked who leaves, and keeps what they answered under no name', async () => {
    const { app, maya, visitor, ask, answer, person } = all
    const gone = await app.member('moderator', { name: 'Greta' })
    const { chatId: own } = await ask(await person(gone), 'Mine')
    const { chatId } = await ask(await visitor(), 'Theirs')
    await answer(gone, chatId, 'My answer')
    await app.run(null, async (ctx) => {
      const { erase } = await import('../server/service/erase.ts')
      await erase(ctx.as('inbox'), { memberId: gone.id, formerName: 'Greta', names: ['Greta'], emails: [] })
    })
    expect(await app.sql('select from inbox.chat where id = $1', [own])).to.deep.equal([])
    const { records } = await app.as(maya).call(routes.messages, { params: { id: chatId } })
    expect(records.find(({ text }) => text === 'My answer')).to.deep.include({ author: 'team', sender: null })
    expect((await all.show(chatId)).assignee).to.equal(null)
  })
})
