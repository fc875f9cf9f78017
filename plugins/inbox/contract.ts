/** What others may know of the inbox: conversations of whoever asks with the team, whichever way they came. */
import { changesOf, date, defineContract, del, done, event, get, id, line, list, paging, patch, point, post, put, slot, type, z } from '@atrium/sdk'
import type { Ctx, Paging } from '@atrium/sdk/server'
import {
  type AREAS,
  changeFields,
  type Changes,
  type CHANNELS,
  Chat,
  ChatMessage,
  ChatTag,
  Face,
  InboxPerson,
  InboxReport,
  MAX_FILES,
  MAX_SUBJECT,
  MAX_TEXT,
  OfficeHours,
  PreparedReply,
  preparedFields,
  type PRIORITIES,
  Rule,
  ruleFields,
  STATUSES,
  Targets,
  Team,
  teamFields,
  type TICKET_TYPES,
  TYPES,
  VIEWS,
} from './contract/records.ts'

export * from './contract/records.ts'

/** Who asks, as the way by which they come knows them. */
export type Asker =
  | { memberId: number }
  /** Somebody another site has signed for: `externalId` is theirs there. */
  | { externalId: string; email: string | null; name: string; isVerified: true }
  | { email: string | null; name: string; isVerified?: boolean }
export interface Said {
  text: string
  /** Of files that are kept already. */
  fileIds?: number[]
  /** Made by the browser once a message: sent again, the first is answered. */
  creationUuid?: string | null
  via?: 'here' | 'email'
  /** For set-up: when it was said. Default now. */
  at?: Date
}
/** What an agent has written. */
export interface AgentAnswer {
  text: string
  name: string
  agentId: number
  sources: { number: number; title: string; path: string | null }[]
  confidence: number
  /** People shall answer from now on. */
  handsOver: boolean
}
export interface Opened {
  personId: number
  type: (typeof TYPES)[number]
  channel: (typeof CHANNELS)[number]
  subject?: string
  ticket?: { type: (typeof TICKET_TYPES)[number]; area: (typeof AREAS)[number]; priority: (typeof PRIORITIES)[number] }
  first: Said
}
/** Conversations of one person; `unread_count`: of all of them those with something that they have not seen. */
export const OwnChats = list(Chat).extend({ unread_count: z.number() })
/** For the ways by which people ask: each call is about one person's own conversations, and knows nothing of notes. */
export interface InboxService {
  /** The row of who asks, made where there is none; `known` is the row that this browser has had so far, whose conversations come along. */
  personOf(asker: Asker, known?: number | null): Promise<number>
  /** The row of a member who has asked before; null for all others. Nothing is written. */
  knownMember(memberId: number): Promise<number | null>
  /** What the browser of who asks says of itself, for the panel beside their conversations: the latest pages are kept. */
  noteVisit(personId: number, visit: { locale?: string; timezone?: string; page?: { title: string; path: string }; at?: Date }): Promise<void>
  /** Begins a conversation with its first message; rules and targets are applied. @throws AtriumError 422, 429 */
  open(input: Opened): Promise<{ chatId: number; messageId: number }>
  /** @throws AtriumError 404 for somebody else's; 409 `chat_closed`; 422 */
  say(personId: number, chatId: number, said: Said): Promise<{ messageId: number }>
  /** The latest first. */
  chats(personId: number, query: Paging & { type?: (typeof TYPES)[number] | 'all' }): Promise<z.output<typeof OwnChats>>
  /** @throws AtriumError 404 */
  chat(personId: number, chatId: number): Promise<Chat>
  /** Without notes, the oldest first; those after a message, or the latest. @throws AtriumError 404 */
  messages(personId: number, chatId: number, after: number | null, limit: number): Promise<ChatMessage[]>
  /** @throws AtriumError 404 */
  message(personId: number, messageId: number): Promise<ChatMessage & { chat_id: number }>
  /** Other words for their own latest message, which nobody of the team has read. @throws AtriumError 404; 409 `message_read`; 422 */
  reword(personId: number, messageId: number, text: string): Promise<void>
  /** The same goes; with it a conversation in which nothing else stands. @throws AtriumError 404; 409 `message_read` */
  takeBack(personId: number, messageId: number): Promise<void>
  markSeen(personId: number, chatId: number, at?: Date): Promise<void>
  rate(personId: number, chatId: number, rating: number, note: string, at?: Date): Promise<void>
  close(personId: number, chatId: number): Promise<void>
  /** Asks for a person where an agent answers. */
  handOver(personId: number, chatId: number): Promise<void>
  /** Whether people answer live chats now: within office hours, and somebody of the team is here. */
  live(): Promise<{ isOpen: boolean; online: Face[]; minutes: number | null; opensAt: Date | null }>
  /** Of these conversations those that have changed since, with what changed: for whoever waits for answers. One query. */
  changedSince(chatIds: number[], since: Date): Promise<{ chatId: number; messageId: number }[]>
  /** For set-up, as all that follow. Nobody is told of what was said before it was written down. */
  createReply(input: z.input<typeof preparedFields>): Promise<number>
  createTeam(input: z.input<typeof teamFields>): Promise<number>
  createTag(name: string): Promise<number>
  createRule(input: z.input<typeof ruleFields>): Promise<number>
  /** A message of the team as somebody of it wrote it. */
  answer(chatId: number, memberId: number, text: string, options?: { isNote?: boolean; at?: Date }): Promise<number>
  /** An answer as an agent wrote it; agents answer this conversation from then on, unless it hands over. */
  answerAsAgent(chatId: number, answer: AgentAnswer, at?: Date): Promise<void>
  /** By the ctx's member. @throws AtriumError 404, 409, 422 */
  update(chatId: number, changes: Changes, at?: Date): Promise<void>
}
/** Answers in place of the team, as AI agents do: asked after each message of who asks, outside of transactions. */
export interface Answerer {
  /** Those that answer here, for the team. */
  profiles?(ctx: Ctx): Promise<Face[]>
  /** Whether it answers such conversations. */
  isReady(ctx: Ctx, chat: { type: (typeof TYPES)[number] }): Promise<boolean>
  /** @returns null where it has nothing to say; `handsOver` where people shall answer */
  answer(
    ctx: Ctx,
    talk: { chatId: number; memberId: number | null; locale: string; messages: { author: 'person' | 'team' | 'ai'; text: string }[] },
  ): Promise<AgentAnswer | null>
}

const can = 'answer'
const manage = 'manage'
const byId = { params: z.object({ id }) }
const busy = { limit: { points: 120, seconds: 60 } }
const settings = z.object({
  targets: Targets.default({ live_chat: 3, urgent: 60, high: 240, low: 1_440 }),
  office_hours: OfficeHours.default({
    timezone: 'UTC',
    days: [null, ...Array.from({ length: 5 }, () => ({ from: '09:00', to: '17:00' })), null],
  }),
  /** Days after which a solved conversation is closed. */
  close_after_days: z.number().int().min(1).max(365).default(14),
})

export default defineContract('inbox', {
  permissions: {
    answer: { title: 'Answer conversations in the inbox', grant: ['admin', 'moderator'] },
    manage: { title: 'Set up the inbox: teams, prepared replies, rules and targets', grant: ['admin'] },
  },
  settings,
  routes: {
    list: get('/internal_api/community_inbox/chats', {
      can,
      query: paging.extend({
        view: z.enum(VIEWS).default('open'),
        type: z.enum(['all', ...TYPES]).default('all'),
        team_id: id.optional(),
        tag_id: id.optional(),
        assignee_id: id.optional(),
      }),
      reply: list(Chat),
      summary: 'Conversations, who waits longest first where somebody waits, else the latest first',
    }),
    create: post('/internal_api/community_inbox/chats', {
      can,
      ...busy,
      body: z.object({
        chat: z.object({ community_member_id: id, subject: line(MAX_SUBJECT).default(''), text: z.string().trim().min(1, 'Write a message.').max(MAX_TEXT) }),
      }),
      reply: Chat,
      status: 201,
      summary: 'The team begins a conversation with a member',
    }),
    show: get('/internal_api/community_inbox/chats/:id', { can, ...byId, reply: Chat }),
    update: patch('/internal_api/community_inbox/chats/:id', {
      can,
      ...busy,
      ...byId,
      body: z.object({
        chat: changeFields,
      }),
      reply: Chat,
    }),
    preview: get('/internal_api/community_inbox/chats/:id/preview', {
      can,
      ...byId,
      reply: z.object({ chat: Chat, records: z.array(ChatMessage) }),
      summary: 'A conversation with its last messages; looking at it marks nothing as read',
    }),
    messages: get('/internal_api/community_inbox/chats/:id/messages', { can, ...byId, query: paging, reply: list(ChatMessage), summary: 'The latest first' }),
    createMessage: post('/internal_api/community_inbox/chats/:id/messages', {
      can,
      ...busy,
      ...byId,
      body: z
        .object({
          text: z.string().trim().max(MAX_TEXT).default(''),
          files: z.array(z.string().max(2_000)).max(MAX_FILES).default([]),
          is_note: z.boolean().default(false),
          /** Solves it with this message. */
          solve: z.boolean().default(false),
          creation_uuid: z
            .string()
            .regex(/^[\w-]{1,64}$/)
            .optional(),
          /** The last message that the writer has seen: 409 `answered_meanwhile` where another of the team has answered since. */
          after_id: id.optional(),
        })
        .refine(({ text, files }) => text !== '' || files.length > 0, { path: ['text'], message: 'Write a message.' }),
      reply: ChatMessage,
      status: 201,
      summary: 'Answers, or notes for the team; whoever answers takes a conversation that is nobody’s, and agents rest',
    }),
    adminMarkAsRead: post('/internal_api/community_inbox/chats/:id/admin_mark_as_read', { can, ...byId, reply: done, summary: 'The team has read it' }),
    memberMarkAsRead: post('/internal_api/community_inbox/chats/:id/member_mark_as_read', {
      can: 'member',
      impersonated: 'never',
      ...byId,
      reply: done,
      summary: 'Who asks has read it',
    }),
    pauseAi: post('/internal_api/community_inbox/chats/:id/pause_ai', { can, ...busy, ...byId, reply: Chat, summary: 'Agents rest here' }),
    resumeAi: post('/internal_api/community_inbox/chats/:id/resume_ai', { can, ...busy, ...byId, reply: Chat, summary: 'Agents answer here again' }),
    draft: post('/internal_api/community_inbox/chats/:id/draft', {
      can,
      limit: { points: 20, seconds: 60 },
      transaction: false,
      ...byId,
      reply: z.object({ text: z.string() }),
      summary: 'An answer as AI would write it, for whoever answers to change; nothing is sent',
    }),
    panel: get('/internal_api/community_inbox/chats/:id/person', {
      can,
      ...byId,
      reply: z.object({
        person: InboxPerson,
        /** Since when they are known here, or members. */
        since: date,
        locale: z.string().nullable(),
        timezone: z.string().nullable(),
        /** Pages that they looked at last, the latest first. */
        pages: z.array(z.object({ title: z.string(), path: z.string(), at: date })),
        earlier: z.array(z.object({ id: z.number(), subject: z.string(), status: z.enum(STATUSES), created_at: date })),
      }),
      summary: 'Who asks, with their history; other plugins add what they know in the slot `inbox.person`',
    }),
    unreadCounts: get('/internal_api/community_inbox/unread_counts', {
      can,
      reply: z.object({ mine: z.number(), nobodys: z.number(), ai: z.number(), snoozed: z.number(), open: z.number(), unread: z.number() }),
    }),
    search: get('/internal_api/community_inbox/search', {
      can,
      query: paging.extend({ text: z.string().trim().min(1).max(200) }),
      reply: list(Chat.extend({ excerpt: z.string() })),
      limit: { points: 120, seconds: 60 },
      summary: 'Conversations in whose messages these words stand, or whose asker is called so',
    }),
    botProfiles: get('/internal_api/community_inbox/community_bot/profiles', {
      can,
      reply: z.object({ records: z.array(Face) }),
      summary: 'Agents that answer here',
    }),
    report: get('/internal_api/community_inbox/report', {
      can,
      query: z.object({ days: z.coerce.number().int().min(1).max(90).default(7) }),
      reply: InboxReport,
    }),
    colleagues: get('/internal_api/community_inbox/colleagues', {
      can,
      reply: z.object({ records: z.array(Face) }),
      summary: 'Who may answer here',
    }),
    tags: get('/internal_api/community_inbox/tags', { can, reply: z.object({ records: z.array(ChatTag) }) }),
    createTag: post('/internal_api/community_inbox/tags', {
      can,
      ...busy,
      body: z.object({ name: line(40).min(1, 'Enter a name.') }),
      reply: ChatTag,
      status: 201,
    }),
    destroyTag: del('/internal_api/community_inbox/tags/:id', { can: manage, ...byId, reply: done }),
    replies: get('/internal_api/community_inbox/prepared_replies', {
      can,
      query: paging.extend({ text: z.string().trim().max(100).optional() }),
      reply: list(PreparedReply),
    }),
    createReply: post('/internal_api/community_inbox/prepared_replies', {
      can: manage,
      ...busy,
      body: z.object({ prepared_reply: preparedFields }),
      reply: PreparedReply,
      status: 201,
    }),
    updateReply: patch('/internal_api/community_inbox/prepared_replies/:id', {
      can: manage,
      ...busy,
      ...byId,
      body: z.object({ prepared_reply: changesOf(preparedFields) }),
      reply: PreparedReply,
    }),
    destroyReply: del('/internal_api/community_inbox/prepared_replies/:id', { can: manage, ...byId, reply: done }),
    teams: get('/internal_api/community_inbox/teams', { can, reply: z.object({ records: z.array(Team) }) }),
    createTeam: post('/internal_api/community_inbox/teams', { can: manage, ...busy, body: z.object({ team: teamFields }), reply: Team, status: 201 }),
    updateTeam: patch('/internal_api/community_inbox/teams/:id', {
      can: manage,
      ...busy,
      ...byId,
      body: z.object({ team: changesOf(teamFields) }),
      reply: Team,
    }),
    destroyTeam: del('/internal_api/community_inbox/teams/:id', { can: manage, ...byId, reply: done }),
    rules: get('/internal_api/community_inbox/rules', { can: manage, reply: z.object({ records: z.array(Rule) }) }),
    createRule: post('/internal_api/community_inbox/rules', { can: manage, ...busy, body: z.object({ rule: ruleFields }), reply: Rule, status: 201 }),
    updateRule: patch('/internal_api/community_inbox/rules/:id', {
      can: manage,
      ...busy,
      ...byId,
      body: z.object({ rule: changesOf(ruleFields) }),
      reply: Rule,
    }),
    destroyRule: del('/internal_api/community_inbox/rules/:id', { can: manage, ...byId, reply: done }),
    setting: get('/internal_api/community_inbox/setting', { can: manage, reply: settings }),
    updateSetting: put('/internal_api/community_inbox/setting', { can: manage, ...busy, body: z.object({ setting: settings }), reply: settings }),
  },
  events: {
    /** Pushed to the room `inbox:team`, which whoever may answer hears: a conversation is new or another one; it is read anew. */
    'chat.changed': event(z.object({ chatId: id, isNew: z.boolean() })),
    'chat.opened': event(z.object({ chatId: id, personId: id, memberId: id.nullable() })),
    'message.created': event(z.object({ chatId: id, messageId: id, author: z.enum(['person', 'team', 'ai', 'system']), isNote: z.boolean() })),
    'chat.solved': event(z.object({ chatId: id, personId: id, memberId: id.nullable() })),
  },
  points: {
    /** One at most answers; the first that is ready. */
    answerer: point<Answerer>(),
  },
  slots: {
    /** In the panel beside a conversation: what another plugin knows of who asks. */
    'inbox.person': slot<{ memberId: number | null; email: string | null }>(),
  },
  service: type<InboxService>(),
})
