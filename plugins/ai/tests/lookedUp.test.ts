/** What is told where no model writes: what plugins look up, where something belongs, what others have answered, and whom to write to. */
import { expect } from 'chai'
import { describePlugin, type TestMember } from '@atrium/sdk/testing'
import content from '../../content/contract.ts'
import { eventSpace, planEvent } from '../../events/tests/kit.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import ai from '../contract.ts'
import { type Studio, studio } from './kit.ts'

describePlugin('plugins/ai')

const { routes } = ai

describe('answers that are looked up', () => {
  let s: Studio
  before(async () => {
    s = await studio({ more: ['plugins/events', 'plugins/courses', 'plugins/payments', 'plugins/access', 'plugins/paywalls'] })
    const [open, closed] = [await eventSpace(s.app, s.admin, [s.nell, s.tom]), await eventSpace(s.app, s.admin, [s.nell], { is_private: true })]
    await planEvent(s.app, s.admin, open.id, { name: 'Anagama night shift' })
    await planEvent(s.app, s.admin, closed.id, { name: 'Jury of the show' })
    await makeSpace(s.app, s.admin, [], { types: ['course'], name: 'Throwing from zero' })
    await makeSpace(s.app, s.admin, [s.nell, s.tom], { name: 'Introductions' })
    await makeSpace(s.app, s.admin, [s.nell, s.tom], { name: 'Swap shelf' })
    await makeSpace(s.app, s.admin, [s.nell], { name: 'Swap shelf of the jury', is_hidden_from_non_members: true, is_private: true })
    await s.app.as(s.admin).call(routes.updateProfile, { params: { id: s.agentId }, body: { profile: { tools: ['find_events', 'find_courses'] } } })
  })
  beforeEach(() => s.app.resetLimits())
  after(() => s?.close())
  const told = async (who: TestMember, question: string) => (await s.ask(who, question)).message

  it('tell of events that the asker sees, in the language that they ask in too', async () => {
    for (const question of ['When is the next event?', 'Quando é o próximo evento?']) {
      const message = await told(s.tom, question)
      expect(message, question).to.include({ outcome: 'answered', is_extract: true })
      expect(message.text).to.contain('Anagama night shift').and.not.to.contain('Jury')
      expect(message.sources[0]).to.include({ number: 1, title: 'Anagama night shift' })
      expect(message.sources[0]!.path).to.match(/^\/c\//)
    }
    expect((await told(s.nell, 'Which events are there?')).text).to.contain('Jury of the show')
  })
  it('tell of the one that is named, and of none where another thing is', async () => {
    expect((await told(s.nell, 'When is the anagama night shift?')).sources.map(({ title }) => title)).to.deep.equal(['Anagama night shift'])
    expect((await told(s.nell, 'When is the football final?')).outcome).to.equal('unanswered')
    expect((await told(s.nell, 'How long is the course Throwing from zero?')).sources.map(({ title }) => title)).to.deep.equal(['Throwing from zero'])
  })
  it('lead to the space where something belongs, of those that the asker sees', async () => {
    expect((await told(s.tom, 'Where do I introduce myself?')).sources.map(({ title }) => title)).to.deep.equal(['Introductions'])
    expect((await told(s.tom, 'Onde me apresento?')).sources.map(({ title }) => title)).to.deep.equal(['Introductions'])
    expect((await told(s.tom, 'Where can I swap a glaze?')).sources.map(({ title }) => title)).to.deep.equal(['Swap shelf'])
    expect((await told(s.tom, 'Where can I train a falcon?')).outcome).to.equal('unanswered')
  })
  it('say who somebody is, of those whose profiles the asker may see', async () => {
    expect((await told(s.tom, 'Who is Nell?')).sources.map(({ title }) => title)).to.deep.equal(['Nell'])
    expect((await told(s.tom, 'Quem é Nell?')).sources[0]!.path).to.match(/^\/u\//)
    expect((await told(s.tom, 'Who is Bartholomew?')).outcome).to.equal('unanswered')
  })
  it('are none of a tool that the agent may not use', async () => {
    await s.app.as(s.admin).call(routes.updateProfile, { params: { id: s.agentId }, body: { profile: { tools: [] } } })
    expect((await told(s.tom, 'When is the next event?')).outcome).to.equal('unanswered')
  })
  it('name the team where people are asked for, and nobody of it to itself', async () => {
    const asked = await told(s.tom, 'I want to talk to a human')
    expect(asked).to.include({ outcome: 'handed_over' })
    expect(asked.text).to.contain('Ada')
    expect(asked.sources[0]!.path).to.match(/^\/u\//)
    expect((await told(s.admin, 'I want to talk to a human')).text).not.to.contain('Ada')
  })
})

describe('a post that asks', () => {
  let s: Studio
  before(async () => {
    s = await studio()
  })
  beforeEach(() => s.app.resetLimits())
  after(() => s?.close())
  const reply = (who: TestMember, postId: number, text: string) =>
    s.app.as(who).call(content.routes.createComment, { params: { postId }, body: { comment: { body: text } } })

  it('is answered by the replies below it, the best first, without those of its author and of who wants nothing read', async () => {
    const post = await s.write(s.tom, s.open.id, 'Handles crack in winter', 'My handles crack at the upper join. What am I doing wrong?')
    await reply(s.tom, post.id, 'I forgot to say that the handles are of porcelain.')
    await reply(s.admin, post.id, 'Could you show a picture?')
    const best = await reply(s.nell, post.id, 'Vinegar slip keeps the join of my handles in one piece.')
    const other = await reply(s.admin, post.id, 'Let them dry under plastic for two days.')
    await s.read()
    const { message } = await s.ask(s.nell, 'Why do handles crack?')
    expect(message.text).to.contain('Vinegar slip').and.to.contain('under plastic').and.not.to.contain('porcelain').and.not.to.contain('picture')
    expect(message.sources.map(({ path }) => path?.includes('#'))).to.deep.equal([true, true, false])
    expect(message.sources[0]!.path).to.contain(String(best.id))
    expect(message.sources[1]!.path).to.contain(String(other.id))
    await s.app.as(s.admin).call(routes.updatePreference, { body: { is_read: false } })
    await s.read()
    expect((await s.ask(s.nell, 'Why do handles crack?')).message.text).not.to.contain('under plastic')
  })
  it('that says nothing else is answered by its replies alone, and by nothing where it has none', async () => {
    const post = await s.write(s.tom, s.open.id, 'Does anybody rent out an extruder?', 'Does anybody rent out an extruder?')
    await s.read()
    expect((await s.ask(s.nell, 'Who rents out an extruder?')).message.outcome).to.equal('unanswered')
    await reply(s.nell, post.id, 'The studio in Cork lends its own for a weekend.')
    await s.read()
    const { message } = await s.ask(s.nell, 'Who rents out an extruder?')
    expect(message.text).to.contain('Cork').and.not.to.contain('anybody')
    expect(message.sources).to.have.length(1)
  })
})
