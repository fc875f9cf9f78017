/** A community with posts that agents know, a model of another maker's making, and questions as browsers put them. */
import { LLMock } from '@copilotkit/aimock'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import posts from '../../posts/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import ai, { type Message, type Piece } from '../contract.ts'

const NEEDS = ['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/members', 'plugins/posts']

/**
 * @param withModel a server that speaks OpenAI's protocol; without it answers are quotes
 * @param more folders of plugins beside those that answers need
 */
export async function studio({ withModel = false, options = {} as object, more = [] as string[] } = {}) {
  const model = withModel ? new LLMock({ port: 0, logLevel: 'silent' }) : null
  await model?.start()
  const llm = model ? { baseUrl: `${model.url}/v1`, apiKey: 'key', model: 'scripted', ...options } : {}
  const app: TestApp = await testApp([...NEEDS, ...more, { from: 'plugins/ai', options: { llm } } as never])
  const [admin, nell, tom] = [
    await app.member('admin', { name: 'Ada' }),
    await app.member('member', { name: 'Nell' }),
    await app.member('member', { name: 'Tom' }),
  ]
  const open = await makeSpace(app, admin, [nell, tom])
  const closed = await makeSpace(app, admin, [nell], { is_private: true })
  const { id: agentId } = await app.as(admin).call(ai.routes.createProfile, { body: { profile: { name: 'Kiln helper', is_enabled: true } } })
  const begin = async (who: TestMember) => (await app.as(who).call(ai.routes.createConversation, { body: { agent_id: agentId } })).id
  return {
    ...{ app, model: model!, admin, nell, tom, open, closed, agentId, begin },
    async write(who: TestMember, spaceId: number, name: string, text: string) {
      const body = { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
      return app.as(who).call(posts.routes.create, { params: { spaceId }, body: { post: { name, tiptap_body: { body } } } })
    },
    async read() {
      await app.settle()
      // what was put within the last second is left for the next run
      await app.sql(`update kernel.search_document set put_at = put_at - interval '2 seconds' where put_at > clock_timestamp() - interval '2 seconds'`)
      await app.runSchedule('read')
      await app.settle()
      await app.runSchedule('tidy')
    },
    async ask(who: TestMember, question: string, known?: number) {
      const conversationId = known ?? (await begin(who))
      const reply = await app.as(who).send('POST', `/internal_api/community_bot/conversations/${conversationId}/messages`, { question })
      return { ...ended(String(reply.body)), conversationId }
    },
    async close() {
      await app.close()
      await model?.stop()
    },
  }
}
export type Studio = Awaited<ReturnType<typeof studio>>

/** The pieces of a stream, and the message at its end. */
export function ended(text: string): { pieces: Piece[]; message: Message } {
  const pieces = text
    .split('\n\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line.replace(/^data: /, '')) as Piece)
  const last = pieces.at(-1)
  if (last?.type !== 'end') throw new Error(`the stream has no end: ${text}`)
  return { pieces, message: last.message }
}
