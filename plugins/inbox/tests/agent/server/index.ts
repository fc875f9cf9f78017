/** An agent without a model. */
import { contribute, defineServer } from '@atrium/sdk/server'
import inbox, { type Answerer } from '../../../contract.ts'
import contract from '../contract.ts'

type Talk = Parameters<Answerer['answer']>[1]
/** What it does when it is asked, and all that it was asked. */
export const agent = {
  isReady: true,
  asked: [] as Talk[],
  answer: async (_talk: Talk): ReturnType<Answerer['answer']> => null,
}
export const says = (text: string, more: { handsOver?: boolean } = {}) => ({
  ...{ text, name: 'Kiln helper', agentId: 7, sources: [{ number: 1, title: 'Kiln log', path: '/c/kiln/log' }], confidence: 0.8, handsOver: false },
  ...more,
})
const answerer: Answerer = {
  profiles: async () => [{ id: 7, name: 'Kiln helper', avatar_url: null }],
  isReady: async () => agent.isReady,
  answer: (_ctx, talk) => {
    agent.asked.push(talk)
    return agent.answer(talk)
  },
}
export default defineServer(contract, { contributes: [contribute(inbox.points.answerer, answerer)] })
