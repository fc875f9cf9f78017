/** Tables of the inbox as the ORM knows them; the migration is their truth in SQL. */
import { p, table, type TablesOf } from '@atrium/sdk/server'
import type { AI_STATES, AREAS, AUTHORS, CHANNELS, HAPPENINGS, PRIORITIES, Rule, STATUSES, TICKET_TYPES, TYPES } from '../contract.ts'

const id = () => p.bigint('number')
const ids = () =>
  p
    .array(
      (one) => Number(one),
      (one) => String(one),
    )
    .columnType('bigint[]')

export const PersonTable = table(
  'inbox.person',
  {
    memberId: id().nullable(),
    externalId: p.text().nullable(),
    email: p.text().nullable(),
    name: p.text().default(''),
    isVerified: p.boolean().default(false),
    locale: p.text().nullable(),
    timezone: p.text().nullable(),
    pages: p.json<{ title: string; path: string; at: string }[]>().default([]),
    seenAt: p.datetime().nullable(),
  },
  { own: ['external_id', 'email', 'name', 'is_verified', 'locale', 'timezone', 'pages', 'seen_at'] },
)
export const TeamTable = table('inbox.team', { name: p.text(), memberIds: ids() })
export const TagTable = table('inbox.tag', { name: p.text() })
export const ChatTable = table(
  'inbox.chat',
  {
    personId: id(),
    type: p.text().$type<(typeof TYPES)[number]>(),
    status: p.text().$type<(typeof STATUSES)[number]>().default('open'),
    channel: p.text().$type<(typeof CHANNELS)[number]>(),
    subject: p.text().default(''),
    assigneeId: id().nullable(),
    teamId: id().nullable(),
    ticketType: p.text().$type<(typeof TICKET_TYPES)[number]>().nullable(),
    area: p.text().$type<(typeof AREAS)[number]>().nullable(),
    priority: p.text().$type<(typeof PRIORITIES)[number]>().nullable(),
    ai: p.text().$type<(typeof AI_STATES)[number]>().default('off'),
    asksForPerson: p.boolean().default(false),
    snoozedUntil: p.datetime().nullable(),
    unreadCount: p.integer().default(0),
    unseenCount: p.integer().default(0),
    waitingSince: p.datetime().nullable(),
    dueAt: p.datetime().nullable(),
    firstAnsweredAt: p.datetime().nullable(),
    isAiAlone: p.boolean().default(false),
    preview: p.text().default(''),
    lastAuthor: p.text().$type<(typeof AUTHORS)[number]>().default('person'),
    lastMessageId: id().nullable(),
    lastMessageAt: p.datetime(),
    rating: p.integer().nullable(),
    ratingNote: p.text().default(''),
    token: p.text().nullable(),
    mailedId: id().nullable(),
    askedId: id().nullable(),
    askedAt: p.datetime().nullable(),
    askedTries: p.integer().default(0),
    solvedAt: p.datetime().nullable(),
  },
  { secret: ['token'] },
)
export const ChatTagTable = table('inbox.chat_tag', { chatId: id(), tagId: id() })
export const MessageTable = table(
  'inbox.message',
  {
    chatId: id(),
    author: p.text().$type<(typeof AUTHORS)[number]>(),
    memberId: id().nullable(),
    senderName: p.text().nullable(),
    agentId: id().nullable(),
    text: p.text().default(''),
    fileIds: ids(),
    isNote: p.boolean().default(false),
    happening: p.text().$type<(typeof HAPPENINGS)[number]>().nullable(),
    happened: p.json<Record<string, string>>(),
    sources: p.json<{ number: number; title: string; path: string | null }[]>().default([]),
    confidence: p.float().nullable(),
    via: p.text().$type<'here' | 'email'>().default('here'),
    seenAt: p.datetime().nullable(),
    creationUuid: p.text().nullable(),
    emailId: p.text().nullable(),
  },
  // what the team says among themselves about somebody else is nobody's own
  { own: ['chat_id', 'author', 'text', 'file_ids', 'via'], ownWhen: 'not t.is_note' },
)
export const PreparedReplyTable = table('inbox.prepared_reply', { shortcut: p.text(), text: p.text() })
export const RuleTable = table('inbox.rule', {
  name: p.text(),
  isEnabled: p.boolean().default(true),
  conditions: p.json<Rule['conditions']>().default([]),
  assigneeId: id().nullable(),
  teamId: id().nullable(),
  tagIds: ids(),
  priority: p.text().$type<(typeof PRIORITIES)[number]>().nullable(),
})

export const entities = [PersonTable, TeamTable, TagTable, ChatTable, ChatTagTable, MessageTable, PreparedReplyTable, RuleTable]
export type Tables = TablesOf<(typeof entities)[number]>
