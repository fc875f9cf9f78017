/** What other plugins and set-up call. */
import { AtriumError } from '@atrium/sdk'
import { type Ctx, inWriteAs } from '@atrium/sdk/server'
import { type AiService, agentFields, testQuestionFields } from '../../contract.ts'
import { agentById, createAgent } from './agents.ts'
import { cleaned } from './answering/prompt.ts'
import { ask, createConversation, rate } from './conversations.ts'
import { countWords, read } from './knowledge/reading.ts'
import { createSnippet } from './knowledge/sources.ts'
import { answerInWidget, widgetAgent } from './places/widget.ts'
import { createTest } from './quality.ts'
import { canWrite, write } from './writing/write.ts'

export const service = (ctx: Ctx): AiService => ({
  canWrite: () => canWrite(ctx),
  write: async (input) =>
    write(ctx, input).then(
      (text) => cleaned(text, 0).trim() || null,
      (error) => {
        if (error instanceof AtriumError && (error.code === 'ai_off' || error.code === 'ai_failed')) return null
        throw error
      },
    ),
  createAgent: (input) => createAgent(ctx, agentFields.parse(input)),
  widgetAgent: () => widgetAgent(ctx),
  answerInWidget: (input) => answerInWidget(ctx, input),
  memberOf: async (agentId) => (await agentById(ctx, agentId)).member_id,
  createSnippet: (input) => createSnippet(ctx, input),
  createTestQuestion: async (agentId, input) => (await createTest(ctx, agentId, testQuestionFields.parse(input))).id,
  async readAll() {
    await read(ctx)
    await countWords(ctx)
  },
  async ask({ agentId, question, rating }) {
    const { id: memberId } = ctx.me()
    const pieces = await ask(ctx, await inWriteAs(ctx, memberId, (asker) => createConversation(asker, agentId)), question)
    for await (const piece of pieces(AbortSignal.timeout(60_000))) {
      if (piece.type !== 'end') continue
      const { message } = piece
      return rating && message.status === 'done' ? inWriteAs(ctx, memberId, (asker) => rate(asker, message.id, rating, '')) : message
    }
    throw new Error('an answer had no end')
  },
})
