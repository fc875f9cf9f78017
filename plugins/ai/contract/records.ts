/** What the calls of answers take and give. */
import { date, id, line, z } from '@atrium/sdk'

export const TONES = ['warm', 'plain', 'brief'] as const
/** Where an agent answers: on its own page, in posts and comments of its spaces, in conversations of chat. */
export const PLACES = ['ask', 'posts', 'rooms', 'widget'] as const
/** Of a space: not at all, as knowledge, or also where it answers. */
export const SPACE_USES = ['no', 'read', 'answer'] as const
export type SpaceUse = (typeof SPACE_USES)[number]
export const MAX_AGENTS = 20
/** Questions that an agent offers first, and letters of each. */
export const MAX_STARTERS = 4
export const MAX_STARTER = 120
/** Of `answer_after_hours`: a week. */
export const MAX_HOURS = 168
export const MAX_QUESTION = 2_000
export const MAX_INSTRUCTIONS = 8_000
export const MAX_SNIPPET = 20_000
export const MAX_SOURCES = 2_000
export const MAX_TEST_QUESTIONS = 200

const Person = z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable() })

/** What an answer leads to. `number` is the `[1]` in its text. */
export const Source = z.object({
  number: z.number(),
  kind: z.string(),
  title: z.string(),
  /** Address within the community, or of another site; null for texts that stand nowhere else. */
  path: z.string().nullable(),
  /** Name of its space, or of what it is. */
  place: z.string().nullable(),
  icon: z.string(),
  excerpt: z.string(),
  author: z.string().nullable(),
  /** When it was said; null of texts that an admin added. */
  created_at: date.nullable(),
})
export type Source = z.output<typeof Source>

/** An act that an agent has prepared: it is done in the asker's name once they confirm it. */
export const Action = z.object({
  tool: z.string(),
  label: z.string(),
  /** Signed by nobody: kept with the message, and read from there. */
  status: z.enum(['waiting', 'done', 'refused', 'dismissed']),
  result: z.string().nullable(),
  path: z.string().nullable(),
})
export type Action = z.output<typeof Action>

export const Message = z.object({
  id: z.number(),
  author: z.enum(['person', 'agent']),
  text: z.string(),
  status: z.enum(['writing', 'done', 'stopped', 'failed']),
  outcome: z.enum(['answered', 'unanswered', 'handed_over']).nullable(),
  /** Quoted from its sources, by no model. */
  is_extract: z.boolean(),
  /** 0 to 1: how much of the question its passages hold. */
  confidence: z.number().nullable(),
  sources: z.array(Source),
  action: Action.nullable(),
  /** Why it failed, in the reader's language. */
  problem: z.string().nullable(),
  took_ms: z.number().nullable(),
  rating: z.union([z.literal(-1), z.literal(1)]).nullable(),
  /** Spaces that the nearest passages come from, the nearest first: where the community would be asked. */
  near_space_ids: z.array(z.number()),
  created_at: date,
})
export type Message = z.output<typeof Message>

/** What comes while an answer is written, a line of an event stream each. */
export type Piece = { type: 'sources'; sources: Source[] } | { type: 'text'; text: string } | { type: 'end'; message: Message }

/** As those who ask see it. */
export const AgentCard = z.object({
  id: z.number(),
  name: z.string(),
  headline: z.string(),
  greeting: z.string(),
  /** Questions that it offers first. */
  starters: z.array(z.string()),
  avatar_url: z.string().nullable(),
  is_default: z.boolean(),
  /** In whose name it speaks outside of its own page; null where it never has. */
  member_id: z.number().nullable(),
})
export type AgentCard = z.output<typeof AgentCard>

export const HandOver = z.object({
  /** Where the asker says so. */
  asked: z.boolean().default(true),
  /** Where nothing was found. */
  unsure: z.boolean().default(true),
  /** Where the question has one of these. */
  words: z.array(line(60).min(1)).max(50).default([]),
})
export const agentFields = z.object({
  name: line(60).min(1, 'Enter a name.'),
  headline: line(120).default(''),
  greeting: line(300).default(''),
  starters: z.array(line(MAX_STARTER).min(1)).max(MAX_STARTERS).default([]),
  /** A picture that was uploaded. */
  avatar: z.string().max(2_000).nullable().optional(),
  instructions: z.string().trim().max(MAX_INSTRUCTIONS).default(''),
  tone: z.enum(TONES).default('plain'),
  /** BCP 47; none: the asker's own. */
  languages: z.array(z.string().max(35)).max(20).default([]),
  is_enabled: z.boolean().default(false),
  is_default: z.boolean().default(false),
  audience: z
    .object({ kind: z.enum(['members', 'segments']).default('members'), segment_ids: z.array(id).max(20).default([]) })
    .default({ kind: 'members', segment_ids: [] }),
  places: z
    .object({ ask: z.boolean().default(true), posts: z.boolean().default(false), rooms: z.boolean().default(false), widget: z.boolean().default(false) })
    .default({ ask: true, posts: false, rooms: false, widget: false }),
  /** Hours after which it answers a question in its spaces that nobody has answered; null: only whoever asks it. */
  answer_after_hours: z.number().int().min(1).max(MAX_HOURS).nullable().default(null),
  /** By the id of a space; `read` where nothing is said. */
  spaces: z.record(z.string().regex(/^\d{1,15}$/), z.enum(SPACE_USES)).default({}),
  tools: z.array(z.string().max(80)).max(50).default([]),
  hand_over: HandOver.default({ asked: true, unsure: true, words: [] }),
})
export const Agent = AgentCard.extend({
  instructions: z.string(),
  tone: z.enum(TONES),
  languages: z.array(z.string()),
  is_enabled: z.boolean(),
  audience: z.object({ kind: z.enum(['members', 'segments']), segment_ids: z.array(z.number()) }),
  places: z.record(z.enum(PLACES), z.boolean()),
  answer_after_hours: z.number().nullable(),
  spaces: z.record(z.string(), z.enum(SPACE_USES)),
  tools: z.array(z.string()),
  hand_over: HandOver,
  version: z.number(),
  questions_count: z.number(),
  created_at: date,
  updated_at: date,
})
export type Agent = z.output<typeof Agent>
export const AgentVersion = z.object({ id: z.number(), number: z.number(), author: Person.nullable(), created_at: date, state: agentFields.partial() })
export type AgentVersion = z.output<typeof AgentVersion>

/** A text that an admin wrote, a file or an address that they added. */
export const Knowledge = z.object({
  id: z.number(),
  kind: z.enum(['snippet', 'file', 'address']),
  title: z.string(),
  body: z.string(),
  address: z.string().nullable(),
  status: z.enum(['waiting', 'reading', 'ready', 'failed']),
  problem: z.string().nullable(),
  passages_count: z.number(),
  pages_count: z.number(),
  /** May be said where visitors read along. */
  is_public: z.boolean(),
  read_at: date.nullable(),
  author: Person.nullable(),
  created_at: date,
  updated_at: date,
})
export type Knowledge = z.output<typeof Knowledge>

/** A passage that would be read for a question. */
export const Passage = z.object({
  id: z.number(),
  kind: z.string(),
  icon: z.string(),
  title: z.string(),
  path: z.string().nullable(),
  place: z.string().nullable(),
  text: z.string(),
  /** 0 to 1, the best first. */
  score: z.number(),
  /** False where the person in whose eyes it was looked for may not read it; its text is empty then. */
  is_readable: z.boolean(),
})
export type Passage = z.output<typeof Passage>

export const Conversation = z.object({
  id: z.number(),
  title: z.string(),
  agent: AgentCard,
  last_message_at: date,
  created_at: date,
})
export type Conversation = z.output<typeof Conversation>

export const TestQuestion = z.object({
  id: z.number(),
  question: z.string(),
  expected_path: z.string().nullable(),
  expected_words: z.array(z.string()),
  is_unanswerable: z.boolean(),
  /** Of the latest run, and of the one before it: 0 to 100. */
  score: z.number().nullable(),
  score_before: z.number().nullable(),
  answer: z.string().nullable(),
})
export type TestQuestion = z.output<typeof TestQuestion>
export const testQuestionFields = z.object({
  question: line(MAX_QUESTION).min(1, 'Enter a question.'),
  expected_path: line(500).nullable().default(null),
  expected_words: z.array(line(100).min(1)).max(20).default([]),
  is_unanswerable: z.boolean().default(false),
})
export const TestRun = z.object({
  id: z.number(),
  version: z.number(),
  status: z.enum(['running', 'done', 'failed']),
  /** 0 to 100. */
  score: z.number().nullable(),
  tokens: z.number(),
  created_at: date,
  finished_at: date.nullable(),
})
export type TestRun = z.output<typeof TestRun>

/** From so many letters of a post, comments under it, and things in a space on they can be summarized. */
export const LONG_POST = 1_500
export const LONG_TALK = 10
export const MUCH_NEW = 5
/** `id`: of the post, or of the space; of a space what came out since `date_from`, without it within a week. */
export const Summarized = z.object({
  kind: z.enum(['post', 'conversation', 'space']),
  id,
  date_from: z.iso.datetime({ offset: true }).optional(),
})
export type Summarized = z.output<typeof Summarized>
export const Summary = z.object({
  text: z.string(),
  /** Of a space. */
  topics: z.array(
    z.object({
      name: z.string(),
      summary: z.string(),
      records: z.array(
        z.object({ kind: z.string(), id: z.number(), title: z.string(), path: z.string(), author: z.object({ id: z.number(), name: z.string() }).nullable() }),
      ),
    }),
  ),
  created_at: date,
})
export type Summary = z.output<typeof Summary>

/** Letters of a text that can be translated. */
export const MAX_TRANSLATED = 12_000
export const Translated = z.object({ kind: z.enum(['post', 'comment']), id })
export type Translated = z.output<typeof Translated>
export const Translation = z.object({
  /** BCP 47, as the model tells it, and its name in the reader's language. */
  language: z.string(),
  language_name: z.string(),
  /** Null where the text is in the reader's language already. */
  text: z.string().nullable(),
  created_at: date,
})
export type Translation = z.output<typeof Translation>
