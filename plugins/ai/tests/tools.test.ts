/** What agents do for who asks: with their rights, and after they have confirmed it. */
import { expect } from 'chai'
import { describePlugin, type TestMember } from '@atrium/sdk/testing'
import { eventSpace, planEvent } from '../../events/tests/kit.ts'
import events, { type EventReply } from '../../events/contract.ts'
import spaces from '../../spaces/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import ai from '../contract.ts'
import { type Studio, studio } from './kit.ts'

describePlugin('plugins/ai')

const { routes } = ai
const TOOLS = ['find_events', 'rsvp', 'find_courses', 'join_course', 'own_plans']

describe('tools of agents', () => {
  let s: Studio
  let firing: EventReply
  let secret: EventReply
  let courseId: number

  before(async () => {
    s = await studio({ withModel: true, more: ['plugins/events', 'plugins/courses', 'plugins/payments', 'plugins/access', 'plugins/paywalls'] })
    const [open, closed] = [await eventSpace(s.app, s.admin, [s.nell, s.tom]), await eventSpace(s.app, s.admin, [s.nell], { is_private: true })]
    firing = await planEvent(s.app, s.admin, open.id, { name: 'Anagama night shift' })
    secret = await planEvent(s.app, s.admin, closed.id, { name: 'Jury of the show' })
    courseId = (await makeSpace(s.app, s.admin, [], { types: ['course'], name: 'Throwing from zero' })).id
    await s.app.as(s.admin).call(routes.updateProfile, { params: { id: s.agentId }, body: { profile: { tools: TOOLS } } })
  })
  beforeEach(() => {
    s.app.resetLimits()
    s.model.clearFixtures()
    s.model.clearRequests()
  })
  after(() => s?.close())

  /** The model calls a tool once, and says so. @returns what the model was told of it, and the answer */
  async function calls(who: TestMember, name: string, input: object, question = 'Please do this for me') {
    s.model.on({ hasToolResult: false }, { toolCalls: [{ name, arguments: JSON.stringify(input) }] })
    s.model.on({ hasToolResult: true }, { content: 'There you are.' })
    const { message } = await s.ask(who, question)
    const told = s.model
      .getRequests()
      .flatMap(({ body }) => (body as { messages: { role: string; content: string }[] }).messages)
      .filter(({ role }) => role === 'tool')
    s.model.clearFixtures()
    s.model.clearRequests()
    return { message, told: told.map(({ content }) => content).join('\n') }
  }
  const decide = (who: TestMember, id: number, confirm: boolean) => s.app.as(who).call(routes.confirm, { params: { id }, body: { confirm } })

  it('are offered by the plugins that are on, with words of their own', async () => {
    const { records } = await s.app.as(s.admin).call(routes.tools)
    expect(records.map(({ key }) => key)).to.have.members(TOOLS)
    expect(records.filter(({ label, help }) => !label || label.startsWith('tool.') || !help || help.startsWith('tool.'))).to.deep.equal([])
    expect(records.flatMap(({ key, confirm }) => (confirm ? [key] : []))).to.have.members(['rsvp', 'join_course'])
  })
  it('tell of events that the asker sees, and of no others', async () => {
    const [nell, tom] = [await calls(s.nell, 'find_events', {}), await calls(s.tom, 'find_events', {})]
    expect(nell.told).to.contain('Anagama night shift').and.to.contain('Jury of the show')
    expect(tom.told).to.contain('Anagama night shift').and.not.to.contain('Jury')
    expect((await calls(s.nell, 'find_events', { words: 'anagama', until: '2000-01-01' })).told).to.contain('no event was found')
  })
  it('only prepare what changes something; it is done once its asker confirms it', async () => {
    const { message, told } = await calls(s.tom, 'rsvp', { date: firing.occurrence_id, answer: 'yes' })
    expect(told).to.contain('Prepared')
    expect(message.action).to.include({ tool: 'rsvp', status: 'waiting' })
    expect(message.action!.label).to.contain('Anagama night shift')
    const status = async () => (await s.app.as(s.tom).call(events.routes.show, { params: { spaceId: String(firing.space_id), slug: firing.slug } })).rsvp_status
    expect(await status()).to.equal(null)
    const foreign = await s.app.as(s.nell).send('POST', `/internal_api/community_bot/messages/${message.id}/action`, { confirm: true })
    expect(foreign.status).to.equal(404)
    expect((await decide(s.tom, message.id, true)).action).to.include({ status: 'done' })
    expect(await status()).to.equal('yes')
    const twice = await s.app.as(s.tom).send('POST', `/internal_api/community_bot/messages/${message.id}/action`, { confirm: true })
    expect(twice.status).to.equal(409)
  })
  it('prepare nothing that the asker may not do, and do nothing that they may no longer do', async () => {
    const hidden = await calls(s.tom, 'rsvp', { date: secret.occurrence_id, answer: 'yes' })
    expect(hidden.message.action).to.equal(null)
    expect(hidden.told).to.contain('may not do that').and.not.to.contain('Jury')
    const { message } = await calls(s.nell, 'rsvp', { date: secret.occurrence_id, answer: 'yes' })
    expect(message.action).to.include({ status: 'waiting' })
    await s.app.as(s.nell).call(spaces.routes.leave, { params: { id: secret.space_id } })
    expect((await decide(s.nell, message.id, true)).action).to.include({ status: 'refused', result: 'Event not found.' })
  })
  it('join a course that is open, and say what of it is locked', async () => {
    const { told } = await calls(s.tom, 'find_courses', { words: 'throwing' })
    expect(told).to.contain(`course ${courseId}: Throwing from zero`).and.to.contain('open to this person')
    const { message } = await calls(s.tom, 'join_course', { course: courseId })
    expect((await decide(s.tom, message.id, true)).action).to.include({ status: 'done' })
    expect((await calls(s.tom, 'join_course', { course: courseId })).message.action).to.equal(null)
    expect((await calls(s.tom, 'own_plans', {})).told).to.contain('bought nothing')
  })
  it('are not there where the agent may not use them', async () => {
    await s.app.as(s.admin).call(routes.updateProfile, { params: { id: s.agentId }, body: { profile: { tools: ['find_events'] } } })
    const { message } = await calls(s.nell, 'rsvp', { date: firing.occurrence_id, answer: 'yes' })
    expect(message.action).to.equal(null)
  })
})
