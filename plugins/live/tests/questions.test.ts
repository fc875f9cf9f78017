/** Questions of a room: who sees which, who asked, votes, what those who keep order decide, and the stage. */
import { expect } from 'chai'
import type { TestMember } from '@atrium/sdk/testing'
import masquerading from '../../masquerading/contract.ts'
import moderation from '../../moderation/contract.ts'
import { MAX_OPEN_QUESTIONS } from '../contract.ts'
import { at, eight, outcome, routes, type Studio, studio } from './kit.ts'

describe('questions of a live room', () => {
  let all: Studio
  before(async () => {
    all = await studio(['notifications', 'moderation', 'masquerading'])
  })
  beforeEach(() => all.app.resetLimits())
  after(() => all?.app.close())
  const on = (id: number, questionId: number) => ({ params: { id, questionId } })
  type Act =
    | typeof routes.approveQuestion
    | typeof routes.dismissQuestion
    | typeof routes.answerQuestion
    | typeof routes.bringBackQuestion
    | typeof routes.upvoteQuestion
    | typeof routes.spotlightQuestion
    | typeof routes.pinQuestion
  const act = (route: Act, who: TestMember, id: number, questionId: number) => all.app.as(who).call(route, on(id, questionId))
  const texts = async (who: TestMember | null, id: number, query?: object) => (await all.questions(who, id, query)).map(({ text }) => text)
  const reword = (who: TestMember, id: number, questionId: number, text: string) =>
    all.app.as(who).call(routes.updateQuestion, { ...on(id, questionId), body: { question: { text } } })
  const destroy = (who: TestMember, id: number, questionId: number) => all.app.as(who).call(routes.destroyQuestion, on(id, questionId))

  it('are seen at once, or by their author and those who keep order until they are approved', async () => {
    const { maya, nell, tom, onAir, ask } = all
    const free = await onAir()
    expect((await ask(nell, free.id, 'Which clay?')).status).to.equal('open')
    expect(await texts(tom, free.id)).to.deep.equal(['Which clay?'])
    const room = await onAir('room', { questions_are_checked: true })
    const waiting = await ask(nell, room.id, 'Which glaze?')
    expect(waiting.status).to.equal('waiting')
    expect(await Promise.all([nell, maya, tom].map((who) => texts(who, room.id)))).to.deep.equal([['Which glaze?'], ['Which glaze?'], []])
    expect(await outcome(all.app.as(tom).call(routes.question, on(room.id, waiting.id)))).to.equal('404 not_found')
    expect(await outcome(act(routes.approveQuestion, tom, room.id, waiting.id)), 'not even that it is there').to.equal('404 not_found')
    expect(await outcome(act(routes.approveQuestion, nell, room.id, waiting.id))).to.equal('403 forbidden')
    expect(await eight(() => act(routes.approveQuestion, maya, room.id, waiting.id))).to.deep.equal({ ok: 1, '409 question_changed': 7 })
    expect(await texts(tom, room.id)).to.deep.equal(['Which glaze?'])
    const list = await all.app.as(tom).call(routes.questions, at(room.id))
    expect(list.counts).to.deep.equal({ waiting: 0, open: 1, answered: 0, dismissed: 0 })
    // what is edited is looked at again
    expect((await reword(nell, room.id, waiting.id, 'Buy my kilns')).status).to.equal('waiting')
    expect(await texts(tom, room.id)).to.deep.equal([])
    expect((await all.show(tom, room.slug)).questions_count).to.equal(0)
  })

  it('of their author are edited and deleted until they are answered, and by nobody else', async () => {
    const { maya, nell, tom, onAir, ask } = all
    const room = await onAir()
    const { id } = await ask(nell, room.id, 'Which clay?')
    expect([await outcome(reword(tom, room.id, id, 'X')), await outcome(reword(maya, room.id, id, 'X'))]).to.deep.equal(['403 forbidden', '403 forbidden'])
    expect(await reword(nell, room.id, id, 'Which stoneware?')).to.deep.include({ text: 'Which stoneware?', is_own: true })
    expect(await outcome(destroy(tom, room.id, id))).to.equal('403 forbidden')
    await act(routes.answerQuestion, maya, room.id, id)
    expect(await outcome(reword(nell, room.id, id, 'Never mind'))).to.equal('409 question_closed')
    expect(await outcome(destroy(nell, room.id, id))).to.equal('403 forbidden')
    await destroy(maya, room.id, id)
    const own = await ask(nell, room.id, 'And the glaze?')
    await destroy(nell, room.id, own.id)
    expect(await texts(maya, room.id)).to.deep.equal([])
    for (const text of ['', '  ', 'x'.repeat(501)]) expect(await outcome(ask(nell, room.id, text)), text.slice(0, 5)).to.equal('422 invalid_input')
  })

  it('A85 A86: that are anonymous tell nobody who asked: no reply, no push, no file, nobody who looks as their author', async () => {
    const { app, admin, maya, nell, tom, onAir, ask, questions } = all
    const room = await onAir()
    const heard = await Promise.all([maya, tom].map((who) => app.hear(who, `live:${room.id}`)))
    const asked = await ask(nell, room.id, 'Why is the kiln so slow?', { is_anonymous: true })
    expect(asked).to.deep.include({ author: null, is_own: true, is_anonymous: true })
    await app.as(maya).call(routes.answerQuestion, on(room.id, asked.id))
    await app.as(maya).call(routes.bringBackQuestion, on(room.id, asked.id))
    await app.as(maya).call(routes.spotlightQuestion, on(room.id, asked.id))
    await all.join(nell, room.id)
    await app.settle()
    for (const who of [admin, maya, tom]) {
      const shown = [
        await questions(who, room.id),
        await app.as(who).call(routes.question, on(room.id, asked.id)),
        await app.as(who).call(routes.stageItems, at(room.id)),
        await questions(who, room.id, { status: 'all', is_own: 'true' }),
      ]
      expect(JSON.stringify(shown), who.name)
        .to.include('so slow')
        .and.not.match(new RegExp(`Nell|"(author_)?(community_)?member_id":${nell.id}\\b`))
      expect((shown[0] as { is_own: boolean }[])[0]!.is_own).to.equal(false)
    }
    const pushed = heard.flat().filter(({ name }) => /question|stage/.test(name))
    expect(pushed.length).to.be.greaterThan(5)
    for (const { payload } of pushed) expect(payload).to.deep.equal({ roomId: room.id })
    expect(await app.sql(`select 1 from kernel.event where payload::text like '%"questionId"%'`)).to.have.length(0)
    // nor is an admin who looks as their author
    await ask(nell, room.id, 'And by name?')
    const hidden = await ask(nell, room.id, 'Who hides this?', { is_anonymous: true })
    await app.as(maya).call(routes.dismissQuestion, on(room.id, hidden.id))
    await app.as(admin).call(masquerading.routes.start, { body: { entity_id: nell.id } })
    const own = await questions(admin, room.id, { status: 'all', is_own: 'true' })
    const seen = await questions(admin, room.id)
    await app.as(admin).call(masquerading.routes.stop)
    expect(own.map(({ text }) => text)).to.deep.equal(['And by name?'])
    expect(seen.map(({ text, is_own }) => [text, is_own])).to.deep.equal([
      ['And by name?', true],
      ['Why is the kiln so slow?', false],
    ])
    expect(await texts(nell, room.id)).to.deep.equal(['Who hides this?', 'And by name?', 'Why is the kiln so slow?'])
    const file = await app.as(maya).send('GET', `/internal_api/live/${room.id}/participants.csv`)
    expect(String(file.body)).to.not.include('slow')
    expect(await outcome(ask(nell, (await onAir('room', { anonymous_questions: false })).id, 'Who?', { is_anonymous: true }))).to.equal('422 invalid_input')
  })

  it('are asked once, however often they are sent, and not without end', async () => {
    const { app, nell, onAir, ask } = all
    const room = await onAir()
    const same = await Promise.all(Array.from({ length: 6 }, () => ask(nell, room.id, 'Once?', { creation_uuid: 'once' })))
    expect(new Set(same.map(({ id }) => id)).size).to.equal(1)
    app.resetLimits()
    expect(await outcome(ask(nell, (await onAir()).id, 'Twice?', { creation_uuid: 'once' }))).to.equal('409 sent_before')
    for (let n = 2; n <= MAX_OPEN_QUESTIONS - 3; n++) {
      app.resetLimits()
      await ask(nell, room.id, `Question ${n}?`)
    }
    app.resetLimits()
    const last = await Promise.all(Array.from({ length: 6 }, (_, n) => outcome(ask(nell, room.id, `Last ${n}?`))))
    expect(last.sort()).to.deep.equal([...Array(3).fill('409 too_many_questions'), ...Array(3).fill('ok')])
    app.resetLimits()
    const flood = await Promise.all(Array.from({ length: 10 }, () => outcome(ask(nell, room.id, 'Again?'))))
    expect(flood).to.include('429 rate_limited')
  })

  it('are voted for once by each, however often and at once, and listed by it', async () => {
    const { app, maya, nell, tom, priya, onAir, ask, differences } = all
    const room = await onAir()
    const ids: number[] = []
    for (const text of ['A?', 'B?', 'C?']) ids.push((await ask(nell, room.id, text)).id)
    const [a, b, c] = ids as [number, number, number]
    expect(await eight(() => act(routes.upvoteQuestion, tom, room.id, b))).to.deep.equal({ ok: 8 })
    expect(await act(routes.upvoteQuestion, priya, room.id, b)).to.include({ votes_count: 2, is_voted: true })
    await act(routes.upvoteQuestion, tom, room.id, c)
    expect(await texts(tom, room.id, { status: 'open' })).to.deep.equal(['B?', 'C?', 'A?'])
    expect(await texts(tom, room.id, { status: 'open', sort: 'latest' })).to.deep.equal(['C?', 'B?', 'A?'])
    const withdraw = () => app.as(tom).call(routes.withdrawVote, on(room.id, b))
    expect(await eight(withdraw)).to.deep.equal({ ok: 8 })
    expect((await app.as(tom).call(routes.question, on(room.id, b))).votes_count).to.equal(1)
    // pinned ones stand first, page by page too
    await act(routes.pinQuestion, maya, room.id, a)
    const pages: string[] = []
    let cursor: string | undefined
    do {
      const page = await app.as(tom).call(routes.questions, { ...at(room.id), query: { per_page: 1, ...(cursor && { cursor }) } })
      pages.push(...page.records.map(({ text }) => text))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(pages).to.deep.equal(['A?', 'C?', 'B?'])
    await app.as(maya).call(routes.unpinQuestion, on(room.id, a))
    await act(routes.answerQuestion, maya, room.id, b)
    expect(await outcome(act(routes.upvoteQuestion, tom, room.id, b))).to.equal('409 question_closed')
    expect(await differences()).to.deep.equal([])
  })

  it('are dismissed, which only their author and those who keep order see, and brought back', async () => {
    const { app, maya, nell, tom, onAir, ask, show, differences } = all
    const room = await onAir()
    const { id } = await ask(nell, room.id, 'Off the subject?')
    const keeper = await app.as(maya).call(routes.createModerator, { ...at(room.id), body: { moderator: { community_member_id: tom.id } } })
    expect(await outcome(act(routes.dismissQuestion, all.priya, room.id, id))).to.equal('403 forbidden')
    expect((await act(routes.dismissQuestion, tom, room.id, id)).status).to.equal('dismissed')
    expect(await Promise.all([nell, maya, tom, all.priya].map((who) => texts(who, room.id)))).to.deep.equal([...Array(3).fill(['Off the subject?']), []])
    expect((await show(maya, room.slug)).questions_count).to.equal(0)
    expect((await act(routes.bringBackQuestion, tom, room.id, id)).status).to.equal('open')
    expect(await outcome(act(routes.spotlightQuestion, tom, room.id, id)), 'the stage is the hosts’').to.equal('403 forbidden')
    await app.as(maya).call(routes.destroyModerator, { params: { id: room.id, itemId: keeper.id } })
    expect(await differences()).to.deep.equal([])
  })

  it('stand on the stage one at a time, and come down with what takes them away', async () => {
    const { app, maya, nell, onAir, ask, end } = all
    const room = await onAir()
    const ids: number[] = []
    for (let n = 0; n < 6; n++) ids.push((await ask(nell, room.id, `Question ${n}?`)).id)
    const items = (who: TestMember | null = nell) => app.as(who).call(routes.stageItems, at(room.id))
    expect(await eight((n) => act(routes.spotlightQuestion, maya, room.id, ids[n % 6]!))).to.deep.equal({ ok: 8 })
    expect((await items()).records, 'others see what is shown').to.have.length(1)
    expect((await items(maya)).records).to.have.length(6)
    const add = (fields: object, who = maya) =>
      app.as(who).call(routes.createStageItem, { ...at(room.id), body: { spotlight_item: fields as { kind: 'text' } } })
    expect(await outcome(add({ kind: 'text', text: 'Thank you' }, nell))).to.equal('403 forbidden')
    const text = await add({ kind: 'text', text: 'Thank you', is_on_stage: true })
    expect((await items()).records.map((item) => [item.text, item.is_on_stage])).to.deep.equal([['Thank you', true]])
    const link = await add({ kind: 'link', url: 'https://example.com/kiln' })
    expect(await outcome(app.as(nell).call(routes.stageItem, { params: { id: room.id, itemId: link.id } })), 'what stands ready').to.equal('404 not_found')
    await app.as(maya).call(routes.updateStageItem, { params: { id: room.id, itemId: link.id }, body: { spotlight_item: { is_on_stage: true } } })
    expect((await items()).records.map(({ id }) => id)).to.deep.equal([link.id])
    await app.as(maya).call(routes.destroyStageItem, { params: { id: room.id, itemId: text.id } })
    for (const bad of [
      { kind: 'text' },
      { kind: 'link' },
      { kind: 'question' },
      { kind: 'link', url: 'javascript:alert(1)' },
      { kind: 'question', question_id: 987_654 },
    ])
      expect((await outcome(add(bad))).slice(0, 3), JSON.stringify(bad)).to.be.oneOf(['404', '422'])
    // with the answer, and with the end
    const shown = await act(routes.spotlightQuestion, maya, room.id, ids[0]!)
    expect(shown.is_on_stage).to.equal(true)
    expect((await act(routes.answerQuestion, maya, room.id, ids[0]!)).is_on_stage).to.equal(false)
    expect((await items()).records).to.deep.equal([])
    await act(routes.spotlightQuestion, maya, room.id, ids[1]!)
    await app.as(maya).call(routes.endSpotlight, on(room.id, ids[1]!))
    expect((await items()).records).to.deep.equal([])
    await act(routes.spotlightQuestion, maya, room.id, ids[1]!)
    await end(maya, room.id)
    expect((await items()).records).to.deep.equal([])
  })

  it('have replies, of their author and those who keep order; of the latter alone where questions are looked at first', async () => {
    const { app, maya, nell, tom, onAir, ask, differences } = all
    const room = await onAir()
    const { id } = await ask(nell, room.id, 'Which clay?')
    const reply = (who: TestMember, text: string, roomId = room.id, questionId = id) =>
      app.as(who).call(routes.createReply, { ...on(roomId, questionId), body: { reply: { text } } })
    const said = await reply(tom, 'Porcelain')
    const one = { params: { id: room.id, questionId: id, replyId: said.id } }
    expect(await outcome(app.as(nell).call(routes.updateReply, { ...one, body: { reply: { text: 'X' } } }))).to.equal('403 forbidden')
    expect((await app.as(tom).call(routes.updateReply, { ...one, body: { reply: { text: 'Stoneware' } } })).text).to.equal('Stoneware')
    expect((await app.as(nell).call(routes.replies, on(room.id, id))).records.map(({ text, author }) => [text, author?.name])).to.deep.equal([
      ['Stoneware', 'Tom'],
    ])
    expect(await outcome(app.as(nell).call(routes.destroyReply, one))).to.equal('403 forbidden')
    await app.as(maya).call(routes.destroyReply, one)
    const strict = await onAir('room', { questions_are_checked: true })
    const waiting = await ask(nell, strict.id, 'May I?')
    expect(await outcome(reply(maya, 'Yes', strict.id, waiting.id))).to.equal('409 question_hidden')
    await act(routes.approveQuestion, maya, strict.id, waiting.id)
    expect(await outcome(reply(tom, 'No', strict.id, waiting.id))).to.equal('403 forbidden')
    expect((await reply(maya, 'Yes', strict.id, waiting.id)).author?.name).to.equal('Maya Lund')
    expect(await differences()).to.deep.equal([])
  })

  it('of a public stream are read by visitors, as far as they are shown, and asked by members alone', async () => {
    const { app, maya, nell, onAir, ask } = all
    const stream = await onAir('stream', { access_type: 'public_stream', questions_are_checked: true })
    const shown = await ask(nell, stream.id, 'Shown?')
    await ask(nell, stream.id, 'Waiting?')
    await act(routes.approveQuestion, maya, stream.id, shown.id)
    expect(await texts(null, stream.id)).to.deep.equal(['Shown?'])
    const [question] = await all.questions(null, stream.id)
    expect(question).to.deep.include({ is_own: false, is_voted: false, policies: { can_update: false, can_destroy: false, can_moderate: false } })
    expect(await outcome(app.as(null).call(routes.upvoteQuestion, on(stream.id, shown.id)))).to.equal('401 unauthenticated')
  })

  it('are not asked where they are turned off, or when the room is over', async () => {
    const { maya, nell, onAir, ask, end } = all
    const off = await onAir('room', { questions_enabled: false })
    expect(await outcome(ask(nell, off.id, 'May I?'))).to.equal('403 questions_off')
    const over = await onAir()
    await end(maya, over.id)
    expect(await outcome(ask(nell, over.id, 'Too late?'))).to.equal('409 room_ended')
  })

  it('obey the community’s rules: what is held waits for those who keep order, and who is silenced neither asks nor speaks', async () => {
    const { app, admin, nell, tom, priya, onAir, ask, join } = all
    const rules = (changes: object) => app.run(null, (ctx) => ctx.use(moderation).setRules(changes))
    const room = await onAir()
    await rules({ words_enabled: true, words: ['casino'], words_action: 'hold' })
    expect((await ask(nell, room.id, 'A casino night?')).status).to.equal('waiting')
    expect((await app.as(admin).call(moderation.routes.list)).records, 'no case names who asked').to.deep.equal([])
    await rules({ words_action: 'block' })
    expect(await outcome(ask(tom, room.id, 'A casino night?'))).to.equal('422 not_to_be_said')
    await rules({ words_enabled: false })
    const { participant: before } = await join(priya, room.id)
    expect(before.can_speak).to.equal(true)
    await app.run(null, async (ctx) => {
      const service = (await ctx.actAs(admin.id)).use(moderation)
      const { caseId } = await service.report({ kind: 'member', id: priya.id, reason: 'spam' })
      await service.decide(caseId, { act: 'silence', reason: 'Advertises', hours: 24 })
    })
    await app.settle()
    expect(await outcome(ask(priya, room.id, 'Hello?'))).to.equal('403 may_not_write')
    // also where they were in it before
    expect(await outcome(app.as(priya).call(routes.publish, { ...at(room.id), body: { sdp: 'v=0' } }))).to.equal('403 may_not_speak')
    const beat = await app.as(priya).call(routes.beat, { ...at(room.id), body: { participant_id: before.id } })
    expect(beat.participant).to.include({ status: 'in', can_speak: false })
    expect((await join(priya, room.id)).participant.can_speak).to.equal(false)
  })
})
