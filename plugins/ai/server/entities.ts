/** Tables of answers as the ORM knows them; the migration is their truth in SQL. */
import { p, table } from '@atrium/sdk/server'
import type { Action, PLACES, SpaceUse, Source } from '../contract.ts'

export const AgentTable = table(
  'ai.agent',
  {
    name: p.text(),
    headline: p.text().default(''),
    avatarFileId: p.bigint('number').nullable(),
    instructions: p.text().default(''),
    greeting: p.text().default(''),
    starters: p.array().default([]),
    tone: p.text().$type<'warm' | 'plain' | 'brief'>().default('plain'),
    languages: p.array().default([]),
    isEnabled: p.boolean().default(false),
    isDefault: p.boolean().default(false),
    audience: p.json().$type<{ kind: 'members' | 'segments'; segment_ids: number[] }>(),
    places: p.json().$type<Record<(typeof PLACES)[number], boolean>>(),
    spaces: p.json().$type<Record<string, SpaceUse>>(),
    tools: p.array().default([]),
    handOver: p.json().$type<{ asked: boolean; unsure: boolean; words: string[] }>(),
    version: p.integer().default(1),
    questionsCount: p.integer().default(0),
    memberId: p.bigint('number').nullable(),
    answerAfterHours: p.integer().nullable(),
  },
  { own: [] },
)
export const AgentVersionTable = table(
  'ai.agent_version',
  { agentId: p.bigint('number'), number: p.integer(), state: p.json(), authorMemberId: p.bigint('number').nullable() },
  { own: ['agent_id', 'number'] },
)
export const SourceTable = table(
  'ai.source',
  {
    kind: p.text().$type<'snippet' | 'file' | 'address'>(),
    title: p.text(),
    body: p.text().default(''),
    fileId: p.bigint('number').nullable(),
    address: p.text().nullable(),
    status: p.text().$type<'waiting' | 'reading' | 'ready' | 'failed'>().default('waiting'),
    problem: p.text().nullable(),
    passagesCount: p.integer().default(0),
    pagesCount: p.integer().default(0),
    readAt: p.datetime().nullable(),
    authorMemberId: p.bigint('number').nullable(),
    /** May be said where visitors read along. */
    isPublic: p.boolean().default(false),
  },
  { own: ['kind', 'title', 'body', 'address', 'is_public'] },
)
const DERIVED = 'it is made anew out of what the community holds'
export const PassageTable = table(
  'ai.passage',
  {
    kind: p.text(),
    recordId: p.bigint('number'),
    position: p.integer(),
    spaceId: p.bigint('number').nullable(),
    authorMemberId: p.bigint('number').nullable(),
    title: p.text(),
    path: p.text().nullable(),
    text: p.text(),
    words: p.text().lazy(),
    vector: p.blob().nullable().lazy(),
  },
  { stays: DERIVED },
)
export const WordTable = table('ai.word', { word: p.text(), passages: p.integer() }, { stays: DERIVED })
export const ReadingTable = table(
  'ai.reading',
  {
    putAt: p.datetime(),
    kind: p.text().default(''),
    recordId: p.bigint('number').default(0),
    passagesCount: p.integer().default(0),
    countedAt: p.datetime().nullable(),
    readAt: p.datetime().nullable(),
  },
  { stays: DERIVED },
)
export const ConversationTable = table(
  'ai.conversation',
  {
    agentId: p.bigint('number'),
    memberId: p.bigint('number'),
    title: p.text().default(''),
    place: p.text().$type<'ask' | 'mention' | 'comment' | 'widget' | 'playground'>().default('ask'),
    lastMessageAt: p.datetime(),
  },
  { own: ['title', 'place', 'last_message_at'] },
)
export const MessageTable = table('ai.message', {
  conversationId: p.bigint('number'),
  author: p.text().$type<'person' | 'agent'>(),
  text: p.text().default(''),
  status: p.text().$type<'writing' | 'done' | 'stopped' | 'failed'>().default('done'),
  outcome: p.text().$type<'answered' | 'unanswered' | 'handed_over'>().nullable(),
  isExtract: p.boolean().default(false),
  confidence: p.float().nullable(),
  sources: p.json().$type<Source[]>(),
  action: p.json().$type<(Action & { input: unknown }) | null>().nullable(),
  problem: p.text().nullable(),
  tokensIn: p.integer().default(0),
  tokensOut: p.integer().default(0),
  tokensHeld: p.integer().default(0),
  tookMs: p.integer().nullable(),
  rating: p.smallint().$type<-1 | 1 | null>().nullable(),
  ratingNote: p.text().nullable(),
  leaseUntil: p.datetime().nullable(),
  tries: p.integer().default(0),
  nearSpaceIds: p.array((id) => Number(id)).default([]),
})
export const ReplyTable = table(
  'ai.reply',
  {
    agentId: p.bigint('number'),
    kind: p.text(),
    recordId: p.bigint('number'),
    memberId: p.bigint('number'),
    thread: p.text(),
    isAsked: p.boolean(),
    status: p.text().$type<'waiting' | 'said' | 'silent'>().default('waiting'),
    tries: p.integer().default(0),
    tokensHeld: p.integer().default(0),
    messageId: p.bigint('number').nullable(),
    saidKind: p.text().nullable(),
    saidId: p.bigint('number').nullable(),
  },
  { own: ['kind', 'record_id', 'thread', 'is_asked'] },
)
export const MonthTable = table('ai.month', {
  month: p.date(),
  tokensIn: p.bigint('number').default(0),
  tokensOut: p.bigint('number').default(0),
  held: p.bigint('number').default(0),
})
export const DayTable = table('ai.day', {
  agentId: p.bigint('number'),
  day: p.date(),
  answered: p.integer().default(0),
  unanswered: p.integer().default(0),
  handedOver: p.integer().default(0),
  liked: p.integer().default(0),
  disliked: p.integer().default(0),
  tokens: p.bigint('number').default(0),
})
export const OptOutTable = table('ai.opt_out', { memberId: p.bigint('number') }, { own: [] })
export const TestQuestionTable = table('ai.test_question', {
  agentId: p.bigint('number'),
  question: p.text(),
  expectedPath: p.text().nullable(),
  expectedWords: p.array().default([]),
  isUnanswerable: p.boolean().default(false),
})
export const TestRunTable = table(
  'ai.test_run',
  {
    agentId: p.bigint('number'),
    version: p.integer(),
    status: p.text().$type<'running' | 'done' | 'failed'>(),
    score: p.float().nullable(),
    tokens: p.bigint('number').default(0),
    finishedAt: p.datetime().nullable(),
    authorMemberId: p.bigint('number').nullable(),
  },
  { own: [] },
)
export const TestResultTable = table('ai.test_result', {
  runId: p.bigint('number'),
  questionId: p.bigint('number'),
  answer: p.text(),
  sources: p.json().$type<Source[]>(),
  score: p.float(),
  hasSource: p.boolean(),
  wordsShare: p.float(),
})
export const WrittenTable = table(
  'ai.written',
  { hash: p.text(), text: p.text().nullable(), leaseUntil: p.datetime().nullable(), ofMemberIds: p.array((id) => Number(id)).default([]) },
  { stays: DERIVED },
)
export const entities = [
  ...[AgentTable, AgentVersionTable, SourceTable, PassageTable, WordTable, ReadingTable, ConversationTable, MessageTable, ReplyTable],
  ...[MonthTable, DayTable, OptOutTable, TestQuestionTable, TestRunTable, TestResultTable, WrittenTable],
]
