/** Records of answers: agents, a conversation of the admin's, what was added to what is known, and test questions. Knowledge is asked for by one's own rights alone. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import contract from '../contract.ts'

const { routes } = contract
const QUESTION = 'What is said of clay?'

const records = defineRecords(contract, {
  leaving: { stays: ['ai.agent', 'ai.source', 'ai.agent_version', 'ai.test_run', 'ai.passage'], goes: ['ai.conversation', 'ai.reply'] },
  async fill({ app, side, word, mark }: Target & SpacesMade) {
    const as = app.as(side.admin)
    // by hand, as a community keeps only twenty, and this is made again and again
    const agent = async (name: string) => {
      const [made] = await app.sql<{ id: number }>('insert into ai.agent (community_id, name, is_enabled) values ($1, $2, true) returning id', [
        side.communityId,
        `Agent ${mark} ${name}`,
      ])
      await app.sql(`insert into ai.agent_version (community_id, agent_id, number, state, author_member_id) values ($1, $2, 1, '{}', $3)`, [
        side.communityId,
        made!.id,
        side.admin.id,
      ])
      return Number(made!.id)
    }
    const [aiAgent, aiAgentGone] = [await agent('helper'), await agent('gone')]
    const snippet = async (title: string) =>
      (await as.call(routes.createSnippet, { body: { snippet: { title: `${word} ${title}`, body: `${word} tells of clay, ${mark}.` } } })).id
    const [aiSnippet, aiSnippetGone] = [await snippet('clay'), await snippet('gone')]
    const conversation = async () => (await as.call(routes.createConversation, { body: { agent_id: aiAgent } })).id
    const [aiConversation, aiConversationGone, aiFree] = [await conversation(), await conversation(), await conversation()]
    const message = async (status: string, action: object | null = null) => {
      const [made] = await app.sql<{ id: number }>(
        `with question as (insert into ai.message (community_id, conversation_id, author, text) values ($1, $2, 'person', $3))
         insert into ai.message (community_id, conversation_id, author, text, status, outcome, action) values ($1, $2, 'agent', $3, $4, 'answered', $5::jsonb) returning id`,
        [side.communityId, aiConversation, `${word}?`, status, action && JSON.stringify(action)],
      )
      return Number(made!.id)
    }
    const [aiMessage, aiFailed] = [await message('done'), await message('failed')]
    const aiPrepared = await message('done', { tool: 'none', label: word, status: 'waiting', result: null, path: null, input: {} })
    const test = async () => (await as.call(routes.createTestQuestion, { params: { id: aiAgent }, body: { test_question: { question: `${word}?` } } })).id
    const [aiTest, aiTestGone] = [await test(), await test()]
    return {
      ...{ aiAgent, aiAgentGone, aiSnippet, aiSnippetGone, aiConversation, aiConversationGone, aiFree, aiMessage, aiFailed, aiPrepared },
      ...{ aiTest, aiTestGone },
    }
  },
  inputs: {
    agents: { input: () => ({}), foreign: [200] },
    conversations: { input: () => ({}), foreign: [200] },
    createConversation: ({ aiAgent }) => ({ body: { agent_id: aiAgent } }),
    conversation: ({ aiConversation }) => ({ params: { id: aiConversation } }),
    destroyConversation: { input: ({ aiConversationGone }) => ({ params: { id: aiConversationGone } }), uses: true },
    messages: ({ aiConversation }) => ({ params: { id: aiConversation } }),
    ask: ({ aiFree }) => ({ params: { id: aiFree }, body: { question: QUESTION } }),
    stop: ({ aiMessage }) => ({ params: { id: aiMessage } }),
    again: { input: ({ aiFailed }) => ({ params: { id: aiFailed } }), uses: true },
    rate: ({ aiMessage }) => ({ params: { id: aiMessage }, body: { rating: 1 } }),
    confirm: { input: ({ aiPrepared }) => ({ params: { id: aiPrepared }, body: { confirm: false } }), uses: true },
    preference: { input: () => ({}), foreign: [200] },
    updatePreference: { body: { is_read: true }, foreign: [200] },

    // no model is set up here
    summary: { input: ({ space }) => ({ query: { kind: 'space', id: space.id } }), foreign: [200] },
    writing: { input: () => ({}), foreign: [200] },
    translate: { input: ({ aiAgent }) => ({ body: { kind: 'post', id: aiAgent } }), own: [404] },
    suggestReplies: { input: () => ({ body: { chat_room_uuid: '00000000-0000-4000-8000-000000000000' } }), own: [404] },
    writeSummary: { input: ({ space }) => ({ body: { kind: 'space', id: space.id } }), own: [404] },

    profiles: { input: () => ({}), foreign: [200], wide: true },
    createProfile: { body: { profile: { name: 'Another' } }, foreign: 'any', own: [201, 409] },
    searchProfiles: { input: () => ({}), foreign: [200] },
    audienceCount: { input: () => ({}), foreign: [200], wide: true },
    activeCheck: { input: () => ({}), foreign: [200] },
    profile: { input: ({ aiAgent }) => ({ params: { id: aiAgent } }), wide: true },
    updateProfile: { input: ({ aiAgent }) => ({ params: { id: aiAgent }, body: { profile: { headline: 'Knows kilns' } } }), wide: true },
    destroyProfile: { input: ({ aiAgentGone }) => ({ params: { id: aiAgentGone } }), uses: true, wide: true },
    versions: { input: ({ aiAgent }) => ({ params: { id: aiAgent } }), wide: true },
    restoreVersion: { input: ({ aiAgent }) => ({ params: { id: aiAgent, number: 1 } }), wide: true },
    profileComments: { input: ({ aiAgent }) => ({ params: { id: aiAgent } }), wide: true },
    playground: { input: ({ aiAgent }) => ({ params: { id: aiAgent }, body: { question: QUESTION } }), wide: true },
    tools: { input: () => ({}), foreign: [200] },

    sources: { input: () => ({}), foreign: [200], wide: true },
    overview: { input: () => ({}), foreign: [200], wide: true },
    snippets: { input: () => ({}), foreign: [200], wide: true },
    createSnippet: { body: { snippet: { title: 'Another', body: 'Another text of clay.' } }, foreign: 'any' },
    createFromFiles: { input: ({ file }) => ({ body: { files: [file.signedId] } }), foreign: [404] },
    createAddress: { body: { address: 'https://clay.example/' }, foreign: 'any' },
    bulkDestroySnippets: { input: ({ aiSnippetGone }) => ({ body: { ids: [aiSnippetGone] } }), foreign: [200], uses: true, wide: true },
    previewSnippets: { body: { question: QUESTION }, foreign: 'any', wide: true },
    snippet: { input: ({ aiSnippet }) => ({ params: { id: aiSnippet } }), wide: true },
    updateSnippet: { input: ({ aiSnippet }) => ({ params: { id: aiSnippet }, body: { snippet: { title: 'Changed' } } }), wide: true },
    destroySnippet: { input: ({ aiSnippetGone }) => ({ params: { id: aiSnippetGone } }), uses: true, wide: true },
    readAgain: { input: ({ aiSnippet }) => ({ params: { id: aiSnippet } }), wide: true },
    readAllAgain: { input: () => ({}), foreign: [200], wide: true },
    spaces: { input: () => ({}), foreign: [200], wide: true },

    quality: { input: () => ({}), foreign: [200], wide: true },
    unanswered: { input: () => ({}), foreign: [200], wide: true },
    rated: { input: () => ({}), foreign: [200], wide: true },
    testQuestions: { input: ({ aiAgent }) => ({ params: { id: aiAgent } }), wide: true },
    createTestQuestion: { input: ({ aiAgent }) => ({ params: { id: aiAgent }, body: { test_question: { question: QUESTION } } }), wide: true },
    updateTestQuestion: { input: ({ aiTest }) => ({ params: { id: aiTest }, body: { test_question: { question: QUESTION } } }), wide: true },
    destroyTestQuestion: { input: ({ aiTestGone }) => ({ params: { id: aiTestGone } }), uses: true, wide: true },
    runTests: { input: ({ aiAgent }) => ({ params: { id: aiAgent } }), own: [202, 409], wide: true },
    setting: { input: () => ({}), foreign: [200], wide: true },
    updateSetting: { body: { setting: { monthly_tokens: 1_000_000 } }, foreign: [200] },
    tryProvider: { input: () => ({}), foreign: [200] },
  },
  screens: {
    '/messages/bot/:id': ({ aiAgent }) => `/messages/bot/${aiAgent}`,
    '/settings/ai-agents/agents/:id': ({ aiAgent }) => `/settings/ai-agents/agents/${aiAgent}`,
  },
})
export default records
export type AiMade = MadeBy<typeof records>
