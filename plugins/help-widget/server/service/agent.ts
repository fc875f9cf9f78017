/** The community's AI agent in the inbox: it answers whoever asks by the widget, where it may. */
import ai from '../../../ai/contract.ts'
import type { Answerer } from '../../../inbox/contract.ts'
import type { Ctx } from '@atrium/sdk/server'

/** Below this an answer is not sure enough to stand alone: people are asked too. */
const SURE = 0.5

const agentOf = async (ctx: Ctx) => (ctx.has(ai) ? ctx.use(ai).widgetAgent() : null)

export const answerer: Answerer = {
  async profiles(ctx) {
    const agent = await agentOf(ctx)
    return agent ? [{ id: agent.id, name: agent.name, avatar_url: agent.avatar_url }] : []
  },
  isReady: async (ctx, { type }) => type === 'circle_bot' && (await agentOf(ctx)) !== null,
  async answer(ctx, { memberId, messages }) {
    const agent = await agentOf(ctx)
    const question = messages.at(-1)
    if (!agent || question?.author !== 'person') return null
    const before = messages.slice(0, -1).map(({ author, text }) => ({ author: author === 'person' ? ('person' as const) : ('agent' as const), text }))
    const answer = await ctx.use(ai).answerInWidget({ agentId: agent.id, memberId, question: question.text, before })
    if (!answer) return null
    const { text, sources, confidence, outcome } = answer
    return { text, name: agent.name, agentId: agent.id, sources, confidence, handsOver: outcome !== 'answered' || confidence < SURE }
  },
}
