/** What is hidden in posts, titles, names, snippets and files: a model that obeys it can do nothing, tell nothing and lead nowhere. */
import { expect } from 'chai'
import { describePlugin } from '@atrium/sdk/testing'
import { eventSpace, planEvent } from '../../events/tests/kit.ts'
import events from '../../events/contract.ts'
import posts from '../../posts/contract.ts'
import spaces from '../../spaces/contract.ts'
import ai from '../contract.ts'
import { HIDDEN_PROMPTS } from './hiddenPrompts.ts'
import { type Studio, studio } from './kit.ts'

describePlugin('plugins/ai')

const { routes } = ai
const HARMLESS = 'Celadon goes grey when the iron reoxidises while the kiln cools.'

describe('hidden prompts', () => {
  let s: Studio
  let date: { occurrence_id: number; space_id: number; slug: string }
  before(async () => {
    s = await studio({ withModel: true, more: ['plugins/events'] })
    const space = await eventSpace(s.app, s.admin, [s.nell, s.tom])
    date = await planEvent(s.app, s.admin, space.id)
    await s.write(s.nell, s.closed.id, 'Lottery', 'The lottery number is 4711, celadon or not. Nobody outside may know it.')
    await s.app.as(s.admin).call(routes.updateProfile, { params: { id: s.agentId }, body: { profile: { tools: ['find_events', 'rsvp'] } } })
  })
  after(() => s?.close())

  for (const { name, where, text, obeyed, never } of HIDDEN_PROMPTS)
    it(`${name} (${where}): nothing comes of it`, async () => {
      s.app.resetLimits()
      s.model.clearFixtures()
      s.model.clearRequests()
      const hidden = text.replace('DATE', String(date.occurrence_id))
      const remove = await hide(where, hidden)
      await s.read()
      if (typeof obeyed === 'string') s.model.on({}, { content: obeyed })
      else {
        const input = JSON.stringify(obeyed.input).replace('"DATE"', String(date.occurrence_id))
        s.model.on({ hasToolResult: false }, { toolCalls: [{ name: obeyed.tool, arguments: input }] })
        s.model.on({ hasToolResult: true }, { content: 'I have prepared it. [1]' })
      }
      const { message, pieces } = await s.ask(s.tom, 'Why does celadon go grey?')
      const shown = pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : [])).join('')
      expect(shown, 'as it was streamed').not.to.match(never)
      expect(message.text, 'as it is kept').not.to.match(never)

      const sent = s.model.getRequests().map(({ body }) => JSON.stringify(body))
      expect(sent, 'the model was asked').not.to.deep.equal([])
      for (const request of sent) {
        expect(request, 'what the asker may not read').not.to.contain('4711')
        expect(request, 'letters that nobody sees').not.to.match(/[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069]/u)
        expect(request, 'addresses of people').not.to.match(/[a-z]+@example\./i)
      }
      const [first] = s.model.getRequests() as unknown as [{ body: { messages: { role: string; content: string }[] } }]
      const [system, ...others] = first.body.messages
      expect(system!.content, 'rules stand apart from what members write').not.to.contain(HARMLESS)
      expect(others.at(-1)!.content, 'the question stands last').to.match(/Question: Why does celadon go grey\?$/)
      // nothing that changes something is done before a person has said so
      const { rsvp_status: answered } = await s.app.as(s.tom).call(events.routes.show, { params: { spaceId: String(date.space_id), slug: date.slug } })
      expect(answered).to.equal(null)
      await remove()
    })

  /** @returns what takes it away again */
  async function hide(where: (typeof HIDDEN_PROMPTS)[number]['where'], text: string): Promise<() => Promise<unknown>> {
    if (where === 'snippet') {
      const { id } = await s.app.as(s.admin).call(routes.createSnippet, { body: { snippet: { title: 'Celadon', body: `${HARMLESS} ${text}` } } })
      return () => s.app.as(s.admin).call(routes.destroySnippet, { params: { id } })
    }
    if (where === 'file') {
      const { signedId } = await s.app.upload(s.admin, text, Buffer.from(HARMLESS))
      const { records } = await s.app.as(s.admin).call(routes.createFromFiles, { body: { files: [signedId] } })
      await s.app.settle()
      return () => s.app.as(s.admin).call(routes.destroySnippet, { params: { id: records[0]!.id } })
    }
    const author = where === 'name' ? await s.app.member('member', { name: text.slice(0, 60) }) : s.nell
    await s.app.as(author).call(spaces.routes.join, { params: { id: s.open.id } })
    const title = where === 'title' ? text : 'Grey celadon'
    const post = await s.write(author, s.open.id, title, where === 'post' ? `${HARMLESS} ${text}` : HARMLESS)
    return () => s.app.as(s.admin).call(posts.routes.destroy, { params: { spaceId: s.open.id, postSlug: post.slug }, query: {} })
  }
})
