/** What conversations with the team look like: who asks, what was said, and what the team keeps of it. */
import { date, id, isZone, line, z } from '@atrium/sdk'

/** Characters of one message, of a subject and of a prepared reply. */
export const MAX_TEXT = 10_000
export const MAX_SUBJECT = 200
/** Files of one message. */
export const MAX_FILES = 10
/** Most prepared replies, teams and rules of a community, and tags of a conversation. */
export const MAX_REPLIES = 500
export const MAX_TEAMS = 50
export const MAX_RULES = 50
export const MAX_TAGS = 20
/** Tags of a community. */
export const MAX_KNOWN_TAGS = 500
/** What counts in the lists stop here: "99+". */
export const MAX_COUNT = 100

/** `draft` is begun and not yet sent; whoever writes into a solved one opens it again, a closed one stays as it is. */
export const STATUSES = ['draft', 'open', 'solved', 'closed'] as const
/** `circle_bot` begins with an AI agent, `live_chat` waits for a person, `email` is answered when there is time; tickets are of the last. */
export const TYPES = ['circle_bot', 'live_chat', 'email'] as const
/** Where it began. */
export const CHANNELS = ['widget', 'community', 'email'] as const
export const TICKET_TYPES = ['bug', 'feedback', 'question'] as const
/** Areas and priorities of a ticket, section 5 of the specification. */
export const AREAS = [
  ...(['admin_billing', 'apps', 'courses', 'events', 'live_streams_and_rooms', 'member_access', 'paywalls'] as const),
  ...(['posts_and_comments', 'settings', 'other'] as const),
] as const
export const PRIORITIES = [
  'low_i_have_a_question_or_feedback',
  'low_a_non_critical_issue_is_slowing_me_down',
  'high_a_critical_issue_is_impacting_some_members_of_my_community',
  'urgent_a_member_or_admin_cannot_access_their_account',
  'urgent_a_major_feature_does_not_work_for_my_community',
] as const
/** Lists of the inbox. */
export const VIEWS = ['mine', 'nobodys', 'ai', 'snoozed', 'open', 'solved', 'all'] as const
/** Whether an agent answers here: `off` where none is asked, `paused` while people do. */
export const AI_STATES = ['on', 'paused', 'off'] as const
/** Who has said something: who asks, the team, an agent; `system` tells what happened. */
export const AUTHORS = ['person', 'team', 'ai', 'system'] as const
/** What a line of `system` tells; its values stand in `values`. `unproven` is an email of which nobody knows who wrote it: its words are the text, `from` whom it names. */
export const HAPPENINGS = [
  ...(['taken', 'assigned', 'released', 'team', 'solved', 'closed', 'reopened', 'snoozed', 'woken'] as const),
  ...(['ai_paused', 'ai_resumed', 'handed_over', 'rated', 'merged', 'unproven'] as const),
] as const
/** 1 to 5. */
export const rating = z.number().int().min(1).max(5)

export const Face = z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable() })
export type Face = z.output<typeof Face>

/** Who asks: a member, or somebody known by an address or a site's signed word, or nobody yet. */
export const InboxPerson = z.object({
  id: z.number(),
  member_id: z.number().nullable(),
  public_uid: z.string().nullable(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  email: z.string().nullable(),
  /** The address was proven, or another site has signed for it. */
  is_verified: z.boolean(),
  is_online: z.boolean(),
})
export type InboxPerson = z.output<typeof InboxPerson>

export const ChatTag = z.object({ id: z.number(), name: z.string() })
export const Chat = z.object({
  id: z.number(),
  type: z.enum(TYPES),
  status: z.enum(STATUSES),
  channel: z.enum(CHANNELS),
  subject: z.string(),
  person: InboxPerson,
  assignee: Face.nullable(),
  team: z.object({ id: z.number(), name: z.string() }).nullable(),
  ticket_type: z.enum(TICKET_TYPES).nullable(),
  area: z.enum(AREAS).nullable(),
  priority: z.enum(PRIORITIES).nullable(),
  tags: z.array(ChatTag),
  ai: z.enum(AI_STATES),
  /** An agent answered, and a person is asked for. */
  asks_for_person: z.boolean(),
  snoozed_until: date.nullable(),
  /** Messages that nobody of the team has seen; for who asks, those that they have not seen. */
  unread_count: z.number(),
  /** Since when somebody waits for an answer; null where nobody does. */
  waiting_since: date.nullable(),
  /** When it should be answered, by the targets; null where there is none. */
  due_at: date.nullable(),
  /** The first letters of the latest message that the asker sees too. */
  preview: z.string(),
  last_author: z.enum(AUTHORS),
  last_message_at: date,
  rating: rating.nullable(),
  rating_note: z.string(),
  created_at: date,
  solved_at: date.nullable(),
})
export type Chat = z.output<typeof Chat>

/** What may be changed of a conversation; what is left out stays. */
export const changeFields = z
  .object({
    status: z.enum(['open', 'solved', 'closed']),
    subject: line(MAX_SUBJECT),
    assignee_id: id.nullable(),
    team_id: id.nullable(),
    priority: z.enum(PRIORITIES).nullable(),
    snoozed_until: z.iso.datetime({ offset: true }).nullable(),
    tag_ids: z.array(id).max(MAX_TAGS),
  })
  .partial()
export type Changes = z.output<typeof changeFields>

export const ChatFile = z.object({ id: z.number(), filename: z.string(), content_type: z.string(), byte_size: z.number(), url: z.string() })
export type ChatFile = z.output<typeof ChatFile>
/** What an agent has answered from. */
export const Source = z.object({ number: z.number(), title: z.string(), path: z.string().nullable() })
export const ChatMessage = z.object({
  id: z.number(),
  author: z.enum(AUTHORS),
  /** Of the team, or the agent; null where who asks has said it. */
  sender: Face.nullable(),
  text: z.string(),
  files: z.array(ChatFile),
  /** Only the team sees it. */
  is_note: z.boolean(),
  /** Of a line that tells what happened. */
  happening: z.enum(HAPPENINGS).nullable(),
  values: z.record(z.string(), z.string()),
  sources: z.array(Source),
  /** 0 to 1, of an agent's answer. */
  confidence: z.number().nullable(),
  via: z.enum(['here', 'email']),
  /** Who asks has seen it. */
  seen_at: date.nullable(),
  creation_uuid: z.string().nullable(),
  created_at: date,
})
export type ChatMessage = z.output<typeof ChatMessage>

/** A text that is put in by `/` and its shortcut; `{name}`, `{first_name}`, `{email}`, `{community}` and `{me}` stand for what they say. */
export const PreparedReply = z.object({ id: z.number(), shortcut: z.string(), text: z.string(), updated_at: date })
export type PreparedReply = z.output<typeof PreparedReply>
export const preparedFields = z.object({
  shortcut: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N}_-]{1,40}$/u, 'Use letters, digits, dashes and underscores.'),
  text: z.string().trim().min(1, 'Enter a text.').max(MAX_TEXT),
})
export const Team = z.object({ id: z.number(), name: z.string(), members: z.array(Face) })
export type Team = z.output<typeof Team>
export const teamFields = z.object({ name: line(60).min(1, 'Enter a name.'), member_ids: z.array(id).max(200).default([]) })

export const RULE_FIELDS = ['type', 'channel', 'ticket_type', 'area', 'priority', 'text', 'is_member'] as const
/** What is done with a new conversation: all conditions hold, then each act, in the order of the rules. */
export const ruleFields = z.object({
  name: line(80).min(1, 'Enter a name.'),
  is_enabled: z.boolean().default(true),
  conditions: z
    .array(z.object({ field: z.enum(RULE_FIELDS), is: z.boolean().default(true), value: line(200) }))
    .max(10)
    .default([]),
  assignee_id: id.nullable().default(null),
  team_id: id.nullable().default(null),
  tag_ids: z.array(id).max(MAX_TAGS).default([]),
  priority: z.enum(PRIORITIES).nullable().default(null),
})
export const Rule = z.object({
  id: z.number(),
  name: z.string(),
  is_enabled: z.boolean(),
  conditions: z.array(z.object({ field: z.enum(RULE_FIELDS), is: z.boolean(), value: z.string() })),
  assignee_id: z.number().nullable(),
  team_id: z.number().nullable(),
  tag_ids: z.array(z.number()),
  priority: z.enum(PRIORITIES).nullable(),
})
export type Rule = z.output<typeof Rule>

/** Minutes until the first answer, within office hours: of live chats, and of the rest by how urgent they are. 0: no target. */
export const Targets = z.object({
  live_chat: z.number().int().min(0).max(100_000),
  urgent: z.number().int().min(0).max(100_000),
  high: z.number().int().min(0).max(100_000),
  low: z.number().int().min(0).max(100_000),
})
export type Targets = z.output<typeof Targets>
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time.')
/** One day of the week, Sunday first; null: nobody is there. One that ends before it begins ends on the next day. */
export const OfficeHours = z.object({
  /** IANA */
  timezone: z.string().max(60).refine(isZone, 'Choose a valid time zone.'),
  days: z.array(z.object({ from: clock, to: clock }).nullable()).length(7),
})
export type OfficeHours = z.output<typeof OfficeHours>

/** How the team did. */
export const InboxReport = z.object({
  /** Median in seconds; null where nobody was answered. */
  first_answer_seconds: z.number().nullable(),
  opened: z.number(),
  solved: z.number(),
  /** Of those answered: by agents alone, 0 to 1. */
  ai_alone: z.number().nullable(),
  /** Of the ratings those of 4 and 5, 0 to 1. */
  liked: z.number().nullable(),
  days: z.array(z.object({ day: z.string(), opened: z.number(), solved: z.number() })),
})
export type InboxReport = z.output<typeof InboxReport>
