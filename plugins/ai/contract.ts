/** What others may know of answers: who asks whom, what agents know, what it costs, and whether it was right. */
import { changesOf, date, defineContract, del, done, event, get, id, idList, line, list, paging, patch, point, post, type, z } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import {
  Agent,
  AgentCard,
  agentFields,
  AgentVersion,
  Conversation,
  Knowledge,
  MAX_QUESTION,
  MAX_SNIPPET,
  Message,
  Passage,
  Source,
  Summarized,
  Summary,
  TestQuestion,
  testQuestionFields,
  TestRun,
  Translated,
  Translation,
} from './contract/records.ts'

export * from './contract/records.ts'

/** Something that was looked up: its name, where it is, and a line about it in the reader's language. */
export interface Told {
  kind: string
  id: number
  icon: string
  title: string
  path: string
  text: string
}
/** Brings something that an agent may do for who asks, for the point `ai.tool`. The plugin's words `tool.<key>` and `tool.<key>.help` say it. */
export interface AgentTool {
  /** Unique among all plugins: `find_events`. */
  key: string
  icon: string
  /** What it does and when, for the model, in English. */
  description: string
  input: z.ZodType
  /** It changes something, so the asker confirms it first; `run` is called then, with the asker's rights of that moment. */
  confirm: boolean
  /** What will be done, in the asker's language, where `confirm`: "RSVP to Open studio, Saturday 14:00". Null where it cannot be done. */
  label?(ctx: Ctx, input: any): Promise<string | null>
  /** @returns what came of it, for the model and for people; a path that leads there. @throws AtriumError as any act of the asker does */
  run(ctx: Ctx, input: any): Promise<{ text: string; path?: string }>
  /**
   * Where no model can call it: what the asker is told of, what matters most first. The plugin's words `tool.<key>.asked` have what people ask for it
   * by, `tool.<key>.named` what they ask of one thing by its name ("when is"), `|` between two, and `tool.<key>.told` announces the lines.
   */
  tell?(ctx: Ctx): Promise<Told[]>
}

export interface WrittenInput {
  /** What shall be written, in English: "Summarize this discussion in five sentences." */
  task: string
  /** What it is about. Nothing in it is obeyed. */
  text: string
  /** BCP 47 */
  locale: string
  maxTokens?: number
}
export interface WidgetAnswer {
  text: string
  outcome: 'answered' | 'unanswered' | 'handed_over'
  sources: { number: number; title: string; path: string | null }[]
  /** 0 to 1: how much of the question what was found holds. */
  confidence: number
}
export interface AiService {
  /** Whether a model can be asked here: one is set up, and tokens are left this month. */
  canWrite(): Promise<boolean>
  /**
   * A text that a model writes: summaries, suggested replies, translations. Outside of transactions, in jobs and routes with `transaction: false`.
   * @returns null where no model is set up, or it did not answer
   * @throws AtriumError 429 `ai_budget_used`
   */
  write(input: WrittenInput): Promise<string | null>
  /** For set-up. */
  createAgent(input: z.input<typeof agentFields>): Promise<number>
  /** The agent that answers in the help widget, which is one at most: the default one before others. */
  widgetAgent(): Promise<AgentCard | null>
  /**
   * Its answer to somebody there, outside of transactions. The team reads along, so only what any member may read is said, and to whoever is no member
   * only what any visitor may.
   * @returns null where it may not answer, or the month's tokens are used @throws what the model's server throws
   */
  answerInWidget(input: {
    agentId: number
    memberId: number | null
    question: string
    before: { author: 'person' | 'agent'; text: string }[]
  }): Promise<WidgetAnswer | null>
  /** The member in whose name an agent speaks; null for one that speaks on its own page alone. @throws AtriumError 404 */
  memberOf(agentId: number): Promise<number | null>
  /** For set-up. */
  createSnippet(input: { title: string; body: string; is_public?: boolean }): Promise<number>
  /** For set-up. */
  createTestQuestion(agentId: number, input: z.input<typeof testQuestionFields>): Promise<number>
  /** For set-up: reads all that waits to be read, now. */
  readAll(): Promise<void>
  /** For set-up and tests, outside of transactions: a question as its asker puts it, answered at once, and what they think of the answer. */
  ask(input: { agentId: number; question: string; rating?: 1 | -1 | undefined }): Promise<z.output<typeof Message>>
}

const can = 'manage'
const byId = { params: z.object({ id }) }
const own = { can: 'member', impersonated: 'never' } as const
const busy = { limit: { points: 60, seconds: 60 } }
const asking = { limit: { points: 20, seconds: 60, shared: 'asking' }, transaction: false } as const
const writing = { limit: { points: 20, seconds: 60, shared: 'writing' }, transaction: false } as const
const snippetFields = z.object({
  title: line(200).min(1, 'Enter a title.'),
  body: z.string().trim().min(1, 'Enter the text.').max(MAX_SNIPPET),
  is_public: z.boolean().default(false),
})
const question = z.string().trim().min(1, 'Enter a question.').max(MAX_QUESTION, 'Questions can be up to {maximum} characters.')

/** How answers are made in a community. */
export const AiSettings = z.object({
  /** house: the server of this installation; own: one with the community's own key; none: answers are quoted from their sources. */
  provider: z.enum(['house', 'own', 'none']),
  /** Whether this installation has one. */
  has_house: z.boolean(),
  address: z.string(),
  /** Whether a key is kept; it is never told. */
  has_key: z.boolean(),
  model: z.string(),
  embedding_model: z.string(),
  /** Tokens of a month, in and out; 0: no limit. */
  monthly_tokens: z.number(),
  /** Kinds of records that nobody's answers come from. */
  excluded_kinds: z.array(z.string()),
  excluded_space_ids: z.array(z.number()),
  /** Days that conversations are kept; 0: until their owner deletes them. */
  keep_days: z.number(),
  kinds: z.array(z.object({ kind: z.string(), plugin: z.string(), icon: z.string(), passages_count: z.number() })),
  use: z.object({ tokens: z.number(), days: z.array(z.object({ day: z.string(), tokens: z.number(), questions: z.number() })) }),
})
export type AiSettings = z.output<typeof AiSettings>

export default defineContract('ai', {
  permissions: { manage: { title: 'Manage AI agents and what they know', grant: ['admin'] } },
  settings: z.object({
    provider: z.enum(['house', 'own', 'none']).default('house'),
    address: z.string().default(''),
    /** Sealed. */
    key: z.string().nullable().default(null),
    model: z.string().default(''),
    embedding_model: z.string().default(''),
    monthly_tokens: z.number().default(0),
    excluded_kinds: z.array(z.string()).default([]),
    excluded_space_ids: z.array(z.number()).default([]),
    keep_days: z.number().default(0),
  }),
  routes: {
    // those who ask
    agents: get('/internal_api/community_bot/agents', {
      can: 'member',
      reply: z.object({
        records: z.array(AgentCard),
        knows: z.object({ spaces: z.number(), passages: z.number() }),
      }),
    }),
    conversations: get('/internal_api/community_bot/conversations', {
      ...own,
      query: paging,
      reply: list(Conversation),
      summary: 'One’s own conversations with agents, the latest first',
    }),
    createConversation: post('/internal_api/community_bot/conversations', {
      ...own,
      ...busy,
      body: z.object({ agent_id: id }),
      reply: Conversation,
      status: 201,
    }),
    conversation: get('/internal_api/community_bot/conversations/:id', { ...own, ...byId, reply: Conversation }),
    destroyConversation: del('/internal_api/community_bot/conversations/:id', { ...own, ...byId, reply: done }),
    messages: get('/internal_api/community_bot/conversations/:id/messages', {
      ...own,
      ...byId,
      query: paging,
      reply: list(Message),
      summary: 'Questions and answers, the latest first',
    }),
    ask: post('/internal_api/community_bot/conversations/:id/messages', {
      ...own,
      ...byId,
      ...asking,
      body: z.object({ question }),
      summary: 'Asks; the answer comes as an event stream: what is read, words, and the message at the end',
    }),
    stop: post('/internal_api/community_bot/messages/:id/stop', {
      ...own,
      ...byId,
      reply: done,
      summary: 'Ends an answer that is being written; what is there stays',
    }),
    again: post('/internal_api/community_bot/messages/:id/again', {
      ...own,
      ...byId,
      ...asking,
      summary: 'Answers the question of a failed or stopped answer once more, as an event stream',
    }),
    rate: post('/internal_api/community_bot/messages/:id/rating', {
      ...own,
      ...busy,
      ...byId,
      body: z.object({ rating: z.union([z.literal(-1), z.literal(1)]).nullable(), note: line(500).default('') }),
      reply: Message,
    }),
    confirm: post('/internal_api/community_bot/messages/:id/action', {
      ...own,
      ...busy,
      ...byId,
      body: z.object({ confirm: z.boolean() }),
      reply: Message,
      summary: 'Does what the agent has prepared, with the asker’s own rights, or drops it',
    }),
    preference: get('/internal_api/community_bot/preference', { can: 'member', reply: z.object({ is_read: z.boolean() }) }),
    updatePreference: patch('/internal_api/community_bot/preference', {
      can: 'member',
      ...busy,
      body: z.object({ is_read: z.boolean() }),
      reply: z.object({ is_read: z.boolean() }),
      summary: 'Whether agents may read what one has written',
    }),

    // what is written for those who read
    summary: get('/internal_api/community_bot/summaries', {
      can: 'member',
      query: Summarized,
      reply: z.object({
        /** A model is set up, tokens are left, and there is enough to summarize. */
        can_write: z.boolean(),
        /** Letters of a post, comments, things in a space. */
        size: z.number(),
        summary: Summary.nullable(),
      }),
      summary: 'What is kept of a summary, as long as nothing has changed since; reading it costs nothing',
    }),
    writeSummary: post('/internal_api/community_bot/summaries', {
      can: 'member',
      ...writing,
      body: Summarized,
      reply: Summary,
      summary: 'Has a summary written by the model, once for all who read the same',
    }),

    writing: get('/internal_api/community_bot/writing', {
      can: 'member',
      reply: z.object({ can_write: z.boolean() }),
      summary: 'Whether a model writes here: one is set up, and tokens are left this month',
    }),
    translate: post('/internal_api/community_bot/translations', {
      can: 'member',
      ...writing,
      body: Translated,
      reply: Translation,
      summary: 'A text of somebody else in the reader’s language, once for each language',
    }),

    suggestReplies: post('/internal_api/community_bot/replies', {
      can: 'member',
      impersonated: 'never',
      ...writing,
      body: z.object({ chat_room_uuid: z.uuid() }),
      reply: z.object({ replies: z.array(z.string()) }),
      summary: 'Three answers that one could give to the latest message of a conversation, in one’s own name; nothing is sent',
    }),

    // agents
    profiles: get('/internal_api/community_bot/profiles', { can, reply: z.object({ records: z.array(Agent) }) }),
    createProfile: post('/internal_api/community_bot/profiles', { can, ...busy, body: z.object({ profile: agentFields }), reply: Agent, status: 201 }),
    searchProfiles: get('/internal_api/community_bot/profiles/search', {
      can: 'member',
      query: z.object({ text: z.string().trim().max(100).default('') }),
      reply: z.object({ records: z.array(AgentCard) }),
    }),
    audienceCount: get('/internal_api/community_bot/profiles/audience_count', {
      can,
      query: z.object({ segment_ids: idList.optional() }),
      reply: z.object({ count: z.number() }),
      summary: 'How many members may ask an agent of such an audience',
    }),
    activeCheck: get('/internal_api/community_bot/profiles/active_check', {
      can: 'member',
      reply: z.object({ is_active: z.boolean() }),
      summary: 'Whether this member may ask anybody here',
    }),
    profile: get('/internal_api/community_bot/profiles/:id', { can, ...byId, reply: Agent }),
    updateProfile: patch('/internal_api/community_bot/profiles/:id', {
      can,
      ...busy,
      ...byId,
      body: z.object({ profile: changesOf(agentFields), version: z.number().int().optional() }),
      reply: Agent,
      summary: 'Changes an agent; each change is a version. 409 where another has changed it since `version`',
    }),
    destroyProfile: del('/internal_api/community_bot/profiles/:id', { can, ...byId, reply: done }),
    versions: get('/internal_api/community_bot/profiles/:id/versions', { can, ...byId, query: paging, reply: list(AgentVersion) }),
    restoreVersion: post('/internal_api/community_bot/profiles/:id/versions/:number/restore', {
      can,
      ...busy,
      params: z.object({ id, number: z.coerce.number().int().min(1) }),
      reply: Agent,
    }),
    profileComments: get('/internal_api/community_bot/profiles/:id/comments', {
      can,
      ...byId,
      query: paging,
      reply: list(
        z.object({
          id: z.number(),
          /** Of the post; empty, as its text, where it is gone or not for this reader. */
          title: z.string(),
          text: z.string(),
          sources: z.array(Source),
          path: z.string().nullable(),
          rating: z.number().nullable(),
          created_at: date,
        }),
      ),
      summary: 'What the agent has answered in posts and comments, the latest first',
    }),
    playground: post('/internal_api/community_bot/profiles/:id/playground', {
      can,
      ...byId,
      ...asking,
      body: z.object({ question, as_member_id: id.nullable().default(null), profile: agentFields.partial().optional() }),
      reply: z.object({ message: Message, passages: z.array(Passage), prompt: z.string() }),
      summary: 'An answer in the eyes of another member, with the passages and the prompt; nothing of it is kept',
    }),
    tools: get('/internal_api/community_bot/tools', {
      can,
      reply: z.object({
        records: z.array(z.object({ key: z.string(), plugin: z.string(), icon: z.string(), label: z.string(), help: z.string(), confirm: z.boolean() })),
      }),
    }),

    // knowledge
    sources: get('/internal_api/community_bot/sources', {
      can,
      query: paging.extend({ kind: z.enum(['snippet', 'file', 'address']).optional(), text: z.string().trim().max(100).optional() }),
      reply: list(Knowledge),
    }),
    overview: get('/internal_api/community_bot/knowledge', {
      can,
      reply: z.object({
        passages_count: z.number(),
        read_at: date.nullable(),
        /** Records that wait to be read. */
        waiting_count: z.number(),
        kinds: z.array(z.object({ kind: z.string(), plugin: z.string(), icon: z.string(), passages_count: z.number(), is_excluded: z.boolean() })),
        sources: z.array(z.object({ kind: z.enum(['snippet', 'file', 'address']), count: z.number(), passages_count: z.number(), problems_count: z.number() })),
      }),
    }),
    snippets: get('/internal_api/community_bot/snippets', { can, query: paging, reply: list(Knowledge) }),
    createSnippet: post('/internal_api/community_bot/snippets', {
      can,
      ...busy,
      body: z.object({ snippet: snippetFields }),
      reply: Knowledge,
      status: 201,
    }),
    createFromFiles: post('/internal_api/community_bot/snippets/create_from_files', {
      can,
      ...busy,
      body: z.object({ files: z.array(z.string().max(2_000)).min(1).max(20) }),
      reply: z.object({ records: z.array(Knowledge) }),
      status: 201,
      summary: 'Knowledge of uploaded files (their signed ids): PDF, DOCX and text',
    }),
    createAddress: post('/internal_api/community_bot/sources/addresses', {
      can,
      ...busy,
      body: z.object({ address: z.url({ protocol: /^https?$/ }).max(2_000) }),
      reply: Knowledge,
      status: 201,
    }),
    bulkDestroySnippets: post('/internal_api/community_bot/snippets/bulk_destroy', {
      can,
      ...busy,
      body: z.object({ ids: z.array(id).min(1).max(200) }),
      reply: z.object({ count: z.number() }),
    }),
    previewSnippets: post('/internal_api/community_bot/snippets/preview', {
      can,
      ...busy,
      transaction: false,
      body: z.object({ question, as_member_id: id.nullable().default(null) }),
      reply: z.object({ records: z.array(Passage), took_ms: z.number() }),
      summary: 'Which passages a question would find, in the eyes of a member',
    }),
    snippet: get('/internal_api/community_bot/snippets/:id', { can, ...byId, reply: Knowledge }),
    updateSnippet: patch('/internal_api/community_bot/snippets/:id', {
      can,
      ...busy,
      ...byId,
      body: z.object({ snippet: changesOf(snippetFields) }),
      reply: Knowledge,
    }),
    destroySnippet: del('/internal_api/community_bot/snippets/:id', { can, ...byId, reply: done }),
    readAgain: post('/internal_api/community_bot/sources/:id/read', {
      can,
      ...busy,
      ...byId,
      reply: Knowledge,
      summary: 'Reads a file or an address once more',
    }),
    readAllAgain: post('/internal_api/community_bot/knowledge/read', {
      can,
      limit: { points: 6, seconds: 3600 },
      reply: done,
      summary: 'Reads everything anew',
    }),
    spaces: get('/internal_api/community_bot/spaces', {
      can,
      reply: z.object({
        records: z.array(z.object({ id: z.number(), name: z.string(), emoji: z.string().nullable(), passages_count: z.number(), is_excluded: z.boolean() })),
      }),
    }),

    // quality
    quality: get('/internal_api/community_bot/quality', {
      can,
      query: z.object({ agent_id: id.optional(), days: z.coerce.number().int().min(7).max(90).default(30) }),
      reply: z.object({
        days: z.array(z.object({ day: z.string(), answered: z.number(), unanswered: z.number(), handed_over: z.number(), tokens: z.number() })),
        liked: z.number(),
        disliked: z.number(),
      }),
    }),
    unanswered: get('/internal_api/community_bot/quality/unanswered', {
      can,
      query: paging,
      reply: list(z.object({ id: z.number(), question: z.string(), count: z.number(), confidence: z.number(), created_at: date })),
      summary: 'Questions of the last 30 days that nothing was found for, alike ones together',
    }),
    rated: get('/internal_api/community_bot/quality/rated', {
      can,
      query: paging.extend({ rating: z.enum(['liked', 'disliked']).optional() }),
      reply: list(z.object({ id: z.number(), question: z.string(), answer: z.string(), rating: z.number(), note: z.string().nullable(), created_at: date })),
    }),
    testQuestions: get('/internal_api/community_bot/profiles/:id/test_questions', {
      can,
      ...byId,
      reply: z.object({ records: z.array(TestQuestion), runs: z.array(TestRun) }),
    }),
    createTestQuestion: post('/internal_api/community_bot/profiles/:id/test_questions', {
      can,
      ...busy,
      ...byId,
      body: z.object({ test_question: testQuestionFields }),
      reply: TestQuestion,
      status: 201,
    }),
    updateTestQuestion: patch('/internal_api/community_bot/test_questions/:id', {
      can,
      ...busy,
      ...byId,
      body: z.object({ test_question: changesOf(testQuestionFields) }),
      reply: TestQuestion,
    }),
    destroyTestQuestion: del('/internal_api/community_bot/test_questions/:id', { can, ...byId, reply: done }),
    runTests: post('/internal_api/community_bot/profiles/:id/test_runs', { can, limit: { points: 10, seconds: 3600 }, ...byId, reply: TestRun, status: 202 }),

    setting: get('/internal_api/community_bot/setting', { can, reply: AiSettings }),
    updateSetting: patch('/internal_api/community_bot/setting', {
      can,
      ...busy,
      body: z.object({
        setting: z
          .object({
            provider: z.enum(['house', 'own', 'none']),
            address: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
            /** Empty: none. Left out: as it was. */
            key: z.string().trim().max(500),
            model: line(200),
            embedding_model: line(200),
            monthly_tokens: z.number().int().min(0).max(10_000_000_000),
            excluded_kinds: z.array(z.string().max(60)).max(100),
            excluded_space_ids: z.array(id).max(1_000),
            keep_days: z.number().int().min(0).max(3_650),
          })
          .partial(),
      }),
      reply: AiSettings,
    }),
    tryProvider: post('/internal_api/community_bot/setting/try', {
      can,
      limit: { points: 10, seconds: 60 },
      transaction: false,
      reply: z.object({ ok: z.boolean(), answer: z.string().nullable(), problem: z.string().nullable(), took_ms: z.number() }),
      summary: 'Asks the model for a word, as it is set up',
    }),
  },
  events: {
    'question.asked': event(z.object({ memberId: id, messageId: id, agentId: id }), { automation: true, title: 'A member asked an agent' }),
    'question.unanswered': event(z.object({ memberId: id, messageId: id, agentId: id, question: z.string() }), {
      automation: true,
      title: 'An agent had no answer',
    }),
    'answer.finished': event(z.object({ conversationId: id, messageId: id }), { realtime: 'member' }),
    'knowledge.changed': event(z.object({}), { realtime: 'community' }),
  },
  points: { tool: point<AgentTool>() },
  service: type<AiService>(),
})
