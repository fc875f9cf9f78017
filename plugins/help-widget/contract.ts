/** What others may know of the help widget: what whoever asks finds, and their own conversations with the team. */
import { changesOf, date, defineContract, del, done, get, id, line, list, open, paging, patch, post, put, z } from '@atrium/sdk'
import {
  AREAS,
  AUTHORS,
  Chat,
  ChatMessage,
  Face,
  HAPPENINGS,
  InboxPerson,
  MAX_FILES,
  MAX_SUBJECT,
  MAX_TEXT,
  PRIORITIES,
  rating,
  TICKET_TYPES,
} from '../inbox/contract.ts'

export { AREAS, PRIORITIES, TICKET_TYPES }

/** Bytes of one file that is sent to the team. */
export const MAX_FILE_BYTES = 10 * 2 ** 20
/** Sites that may show the widget, and spaces whose posts are its articles. */
export const MAX_SITES = 50
export const MAX_SPACES = 50
/** Characters of what is said beside an opinion. */
export const MAX_NOTE = 1_000

/** Milliseconds: how long a visitor's conversation is looked at anew while it is open, while it is not, and after which nobody waits for it (specification, section 9). */
export const TIMES = { open: 3_000, closed: 300_000, resting: 900_000, stops: 3_600_000 } as const

const visitors = open('Whoever has a question may ask it, here or on a site of the community’s; each sees nothing but their own conversations.')
const readers = open('Articles of the widget are posts that any visitor may read.')
/** The origin of what people take from the bar of their browser: `shop.example/pots` is `https://shop.example`. What is no address stays as it is, and is refused. */
const originOf = (text: string): string => {
  const whole = text.includes('://') ? text : `https://${text}`
  return text !== '' && URL.canParse(whole) ? new URL(whole).origin : text
}
/** Private talk: closed to whoever looks as its owner, and so is the widget. */
const own = { can: visitors, impersonated: 'never' } as const
const looking = { limit: { points: 300, seconds: 60 } }
const writing = { limit: { points: 30, seconds: 60, shared: 'writing' } }
const byId = { params: z.object({ id }) }

/** A conversation as whoever asks knows it. */
export const OwnChat = Chat.pick({
  ...{ id: true, type: true, status: true, subject: true, assignee: true, ticket_type: true, area: true, priority: true, ai: true },
  ...{
    asks_for_person: true,
    unread_count: true,
    preview: true,
    last_author: true,
    last_message_at: true,
    rating: true,
    rating_note: true,
    created_at: true,
    solved_at: true,
  },
}).extend({
  /** Where answers are mailed; null where nobody has said. */
  person: InboxPerson.pick({ email: true }),
})
export type OwnChat = z.output<typeof OwnChat>
export const OwnMessage = ChatMessage.pick({
  ...{ id: true, sender: true, text: true, files: true, values: true, sources: true, seen_at: true, creation_uuid: true, created_at: true },
}).extend({ chat_id: z.number(), author: z.enum(AUTHORS), happening: z.enum(HAPPENINGS).nullable() })
export type OwnMessage = z.output<typeof OwnMessage>

export const Article = z.object({
  id: z.number(),
  space_id: z.number(),
  space_name: z.string(),
  title: z.string(),
  excerpt: z.string(),
  /** In the community. */
  path: z.string(),
  cover_url: z.string().nullable(),
  updated_at: date,
})
export type Article = z.output<typeof Article>
export const FullArticle = Article.extend({
  /** Safe HTML. */
  html: z.string(),
  /** What the reader has said of it; null: nothing. */
  is_helpful: z.boolean().nullable(),
})
export const Feedback = z.object({ id: z.number(), post_id: z.number(), is_helpful: z.boolean(), note: z.string(), created_at: date })
const feedbackFields = z.object({ post_id: id, is_helpful: z.boolean(), note: z.string().trim().max(MAX_NOTE).default('') })

export const WidgetEvent = z.object({ id: z.number(), name: z.string(), starts_at: date, path: z.string(), place: z.string() })
/** Whether people answer live now; `flow` says what is offered: a chat, a message that is answered later, or an agent first. */
export const LiveStatus = z.object({
  flow: z.enum(['live_chat', 'email', 'circle_bot']),
  is_open: z.boolean(),
  online: z.array(Face),
  /** Until an answer, as it was of late. */
  minutes: z.number().nullable(),
  opens_at: date.nullable(),
})

const creation_uuid = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
/** Of a first or further message. */
const said = { text: z.string().trim().max(MAX_TEXT).default(''), attachment_ids: z.array(id).max(MAX_FILES).default([]), creation_uuid }
const email = z.email('Enter a valid email address.').max(320).optional()
const name = line(120).optional()
const opened = z.object({ ...said, email, name })
const changes = z
  .object({
    /** `closed` ends it. */
    status: z.enum(['closed']),
    /** All of it is seen. */
    is_read: z.literal(true),
    rating,
    rating_note: z.string().trim().max(MAX_NOTE),
    /** A person is asked for, in place of the agent. */
    asks_for_person: z.literal(true),
  })
  .partial()

/** Calls of one kind of conversations: all, those with an agent, live ones. */
const kindOf = <const All extends string, const One extends string>(path: All, one: One) =>
  ({
    list: get(path, { ...own, ...looking, query: paging, reply: list(OwnChat).extend({ unread_count: z.number() }), summary: 'One’s own, the latest first' }),
    create: post(path, {
      ...own,
      ...writing,
      body: z.object({ conversation: opened }),
      reply: OwnChat,
      status: 201,
      summary: 'Begins one with its first message',
    }),
    show: get(one, { ...own, ...looking, ...byId, reply: OwnChat }),
    update: patch(one, { ...own, ...writing, ...byId, body: z.object({ conversation: changes }), reply: OwnChat }),
    destroy: del(one, { ...own, ...writing, ...byId, reply: done, summary: 'Ends it; the team keeps what was said' }),
  }) as const
const conversations = kindOf('/internal_api/help_widget/conversations', '/internal_api/help_widget/conversations/:id')
const chats = kindOf('/internal_api/help_widget/chats', '/internal_api/help_widget/chats/:id')
const liveChats = kindOf('/internal_api/help_widget/live_chats', '/internal_api/help_widget/live_chats/:id')

const upload = {
  ...own,
  limit: { points: 20, seconds: 60, shared: 'upload' },
  stream: true,
  transaction: false,
  query: z.object({ filename: z.string().min(1).max(500) }),
} as const
const Attachment = z.object({ id: z.number(), filename: z.string(), content_type: z.string(), byte_size: z.number() })

const settings = z.object({
  /** The button inside the community. */
  in_community: z.boolean().default(true),
  greeting: line(120).default(''),
  /** Spaces whose posts are articles, and the one whose posts are news. */
  space_ids: z.array(id).max(MAX_SPACES).default([]),
  news_space_id: id.nullable().default(null),
  /** Stands first at home. */
  pinned_post_id: id.nullable().default(null),
  shows_events: z.boolean().default(true),
  has_tickets: z.boolean().default(true),
  has_live_chat: z.boolean().default(true),
  /** Areas that tickets choose from; of one or none nobody is asked. */
  ticket_areas: z
    .array(z.enum(AREAS))
    .max(AREAS.length)
    .default([...AREAS]),
  /** Visitors say who they are before they write: without an address no answer reaches them once they are gone. */
  asks_email: z.boolean().default(true),
  /** Origins of sites that may show it: `https://example.com`. */
  sites: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .max(200)
        .overwrite(originOf)
        .regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/, 'Enter a URL, like https://example.com.'),
    )
    .max(MAX_SITES, 'You can add up to {maximum} sites.')
    .default([]),
  place: z.enum(['end', 'start']).default('end'),
  /** Sealed; what sites sign for their visitors with. */
  secret: z.string().max(400).default(''),
})
export const Setup = settings.omit({ secret: true })

export default defineContract('help-widget', {
  permissions: { manage: { title: 'Set up the help widget', grant: ['admin'] } },
  settings,
  routes: {
    script: get('/widget.js', { can: visitors, ...looking, summary: 'The script that other sites load: a button, and the window once it is pressed' }),
    visit: post('/internal_api/help_widget/visits', {
      ...own,
      ...writing,
      body: z.object({
        /** Signed by the site (JWT, HS256) with the secret of the widget: `sub`, `exp`, and as they like `email` and `name`. Empty: the site signs for nobody. */
        identity: z.string().max(4_000).optional(),
        timezone: z.string().max(60).optional(),
        page: z.object({ title: z.string().max(500), path: z.string().max(2_000) }).optional(),
      }),
      reply: z.object({ is_known: z.boolean(), name: z.string() }),
      summary: 'Somebody opens the widget: who they are, and what they look at',
    }),
    home: get('/internal_api/help_widget/home', {
      can: visitors,
      ...looking,
      reply: z.object({
        /** Whether the button stands in the community. */
        in_community: z.boolean(),
        greeting: z.string(),
        name: z.string(),
        team: z.array(Face),
        live: LiveStatus,
        has_tickets: z.boolean(),
        ticket_areas: z.array(z.enum(AREAS)),
        asks_email: z.boolean(),
        pinned_post: Article.nullable(),
        articles: z.array(Article),
        news: z.array(Article),
        events: z.array(WidgetEvent),
        /** The latest of one’s own with something unread. */
        unread_count: z.number(),
        latest: OwnChat.nullable(),
        has_seen_onboarding: z.boolean(),
      }),
      summary: 'What stands first',
    }),
    pinnedPost: get('/internal_api/help_widget/home/pinned_post', { can: readers, ...looking, reply: z.object({ post: Article.nullable() }) }),
    posts: get('/internal_api/help_widget/posts', {
      can: readers,
      ...looking,
      query: paging.extend({ space_id: id.optional(), search_text: z.string().trim().max(200).optional() }),
      reply: list(Article),
      summary: 'Articles, the best first for words, else the latest',
    }),
    post: get('/internal_api/help_widget/posts/:id', { can: readers, ...looking, ...byId, reply: FullArticle }),
    news: get('/internal_api/help_widget/news', { can: readers, ...looking, query: paging, reply: list(Article) }),
    spaceGroups: get('/internal_api/help_widget/space_groups', {
      can: readers,
      ...looking,
      reply: z.object({ records: z.array(z.object({ id: z.number(), name: z.string(), spaces: z.array(z.object({ id: z.number(), name: z.string() })) })) }),
      summary: 'Spaces with articles, in their groups',
    }),
    events: get('/internal_api/help_widget/events', { can: readers, ...looking, reply: z.object({ records: z.array(WidgetEvent) }), summary: 'What is next' }),
    feedbacks: get('/internal_api/help_widget/post_feedbacks', {
      ...own,
      ...looking,
      query: paging,
      reply: list(Feedback),
      summary: 'One’s own, the latest first',
    }),
    createFeedback: post('/internal_api/help_widget/post_feedbacks', {
      ...own,
      ...writing,
      body: z.object({ post_feedback: feedbackFields }),
      reply: Feedback,
      status: 201,
    }),
    showFeedback: get('/internal_api/help_widget/post_feedbacks/:id', { ...own, ...looking, ...byId, reply: Feedback }),
    updateFeedback: patch('/internal_api/help_widget/post_feedbacks/:id', {
      ...own,
      ...writing,
      ...byId,
      body: z.object({ post_feedback: changesOf(feedbackFields.omit({ post_id: true })) }),
      reply: Feedback,
    }),
    destroyFeedback: del('/internal_api/help_widget/post_feedbacks/:id', { ...own, ...writing, ...byId, reply: done }),
    conversations: conversations.list,
    createConversation: conversations.create,
    showConversation: conversations.show,
    updateConversation: conversations.update,
    destroyConversation: conversations.destroy,
    chats: chats.list,
    createChat: chats.create,
    showChat: chats.show,
    updateChat: chats.update,
    destroyChat: chats.destroy,
    download: get('/internal_api/help_widget/chats/:id/download', { ...own, ...looking, ...byId, summary: 'All that was said, as a text' }),
    liveStatus: get('/internal_api/help_widget/live_chats/status', { can: visitors, ...looking, reply: LiveStatus }),
    liveUpload: post('/internal_api/help_widget/live_chats/upload', { ...upload, reply: Attachment, status: 201 }),
    liveChats: liveChats.list,
    createLiveChat: liveChats.create,
    showLiveChat: liveChats.show,
    updateLiveChat: liveChats.update,
    destroyLiveChat: liveChats.destroy,
    messages: get('/internal_api/help_widget/messages', {
      ...own,
      ...looking,
      query: z.object({ conversation_id: id, after_id: id.optional(), per_page: z.coerce.number().int().min(1).max(100).default(50) }),
      reply: z.object({ records: z.array(OwnMessage) }),
      summary: 'The oldest first: those after one, or the latest',
    }),
    createMessage: post('/internal_api/help_widget/messages', {
      ...own,
      ...writing,
      body: z.object({ message: z.object({ conversation_id: id, ...said }) }),
      reply: OwnMessage,
      status: 201,
    }),
    showMessage: get('/internal_api/help_widget/messages/:id', { ...own, ...looking, ...byId, reply: OwnMessage }),
    updateMessage: patch('/internal_api/help_widget/messages/:id', {
      ...own,
      ...writing,
      ...byId,
      body: z.object({ message: z.object({ text: z.string().trim().min(1, 'Write a message.').max(MAX_TEXT) }) }),
      reply: OwnMessage,
      summary: 'Other words for one’s own latest, until somebody has read it',
    }),
    destroyMessage: del('/internal_api/help_widget/messages/:id', {
      ...own,
      ...writing,
      ...byId,
      reply: done,
      summary: 'Takes back one’s own latest, until somebody has read it',
    }),
    attach: post('/internal_api/help_widget/attachments', { ...upload, reply: Attachment, status: 201 }),
    checkAttachment: get('/internal_api/help_widget/attachments/:id/check', {
      ...own,
      ...looking,
      ...byId,
      query: z.object({ target: z.enum(['conversation', 'live_chat', 'ticket']).default('conversation') }),
      reply: Attachment.extend({ is_ready: z.boolean() }),
      summary: 'Whether a file of one’s own may be sent',
    }),
    ticket: post('/internal_api/help_widget/tickets', {
      ...own,
      ...writing,
      body: z.object({
        ticket: opened.extend({
          text: z.string().trim().min(1, 'Write what happened.').max(MAX_TEXT),
          subject: line(MAX_SUBJECT).default(''),
          type: z.enum(TICKET_TYPES),
          area: z.enum(AREAS),
          priority: z.enum(PRIORITIES),
        }),
      }),
      reply: OwnChat,
      status: 201,
    }),
    completeOnboarding: post('/internal_api/help_widget/onboardings/mark_as_completed', {
      can: 'member',
      reply: done,
      summary: 'The member has seen what the widget is for',
    }),
    setting: get('/internal_api/help_widget/setting', {
      can: 'manage',
      reply: Setup.extend({ has_secret: z.boolean(), script: z.string(), spaces: z.array(z.object({ id: z.number(), name: z.string() })) }),
    }),
    updateSetting: put('/internal_api/help_widget/setting', { can: 'manage', ...writing, body: z.object({ setting: changesOf(Setup) }), reply: done }),
    createSecret: post('/internal_api/help_widget/secrets', {
      can: 'manage',
      challenge: true,
      limit: { points: 10, seconds: 60 },
      reply: z.object({ secret: z.string() }),
      status: 201,
      summary: 'A new secret, shown once; what the former one has signed is nobody’s word any more',
    }),
  },
})
