/** What others may know of chat: rooms, participants, messages, threads. */
import {
  date,
  defineContract,
  del,
  done,
  event,
  flag,
  get,
  id,
  idList,
  line,
  list,
  paging,
  patch,
  point,
  post,
  RichTextDoc,
  RichTextField,
  type,
  z,
} from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'

export const KINDS = ['direct', 'group_chat', 'space'] as const
export type RoomKind = (typeof KINDS)[number]
/** Characters of one message. */
export const MAX_TEXT = 10_000
/** Members of a group chat; more belong into a space. */
export const MAX_GROUP = 200
export const MAX_MENTIONS = 50
/** A voice message lasts this long at most. */
export const MAX_VOICE_MS = 10 * 60_000
/** Bars of a waveform, each 0 to 100. */
export const PEAKS = 48
/** Faces beside a count of replies. */
export const FACES = 4
/** Changes that one catch-up brings. */
export const CATCH_UP = 200
/** Rooms larger than this do not tell who has read what. */
export const READERS_SHOWN = 100

const uuid = z.uuid()
/** Words that call everybody in the room. */
export const callsRoom = (text: string): boolean => /(^|[\s([])@(room|here|sala|todos)(?![\p{L}\p{N}_])/u.test(text)

const TextInput = z.object({
  body: z.string().max(50_000).optional(),
  rich_text_body: z.object({ body: RichTextDoc }).optional(),
  voice_message_id: id.nullish(),
})
const said = ({ body, rich_text_body, voice_message_id }: z.output<typeof TextInput>) =>
  body !== undefined || rich_text_body !== undefined || (voice_message_id ?? null) !== null
const SAY = { path: ['body'], message: 'Write something.' }
const clientId = z.string().regex(/^[\w-]{1,64}$/)
export const MessageInput = TextInput.extend({
  parent_message_id: id.nullish(),
  /** Made by the browser once a message: sent again, the first is answered. */
  creation_uuid: clientId.optional(),
})

const Person = z.object({
  /** The participant, 0 where they are none. */
  id: z.number(),
  community_member_id: z.number(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  user_public_uid: z.string(),
})
export type Person = z.output<typeof Person>
const Voice = z.object({ id: z.number(), url: z.string(), content_type: z.string(), duration_ms: z.number(), peaks: z.array(z.number()) })
export type Voice = z.output<typeof Voice>

export const Message = z.object({
  id: z.number(),
  /** Its place among the room's messages outside threads; null for replies. */
  position: z.number().nullable(),
  /** Of its last change; the higher of two states is the newer. */
  sequence: z.number(),
  creation_uuid: z.string().nullable(),
  parent_message_id: z.number().nullable(),
  chat_room_uuid: z.string(),
  chat_room_participant_id: z.number().nullable(),
  chat_thread_id: z.number().nullable(),
  body: z.string(),
  rich_text_body: RichTextField.nullable(),
  voice: Voice.nullable(),
  sender: Person.nullable(),
  replies_count: z.number(),
  last_reply_at: date.nullable(),
  total_thread_participants_count: z.number(),
  thread_participants_preview: z.array(Person),
  reactions: z.array(z.object({ emoji: z.string(), count: z.number(), community_member_ids: z.array(z.number()) })),
  /** The reader's own; absent where the message came by a push, which is the same for all. */
  bookmark_id: z.number().nullable().optional(),
  pinned_at: date.nullable(),
  edited_at: date.nullable(),
  deleted_at: date.nullable(),
  created_at: date,
  sent_at: date,
  embedded_chat_message_access: z.array(z.never()),
})
export type Message = z.output<typeof Message>

export const Participant = Person.extend({
  headline: z.string().nullable(),
  bio: z.string().nullable(),
  location: z.string().nullable(),
  user_id: z.number(),
  admin: z.boolean(),
  community_admin: z.boolean(),
  moderator: z.boolean(),
  muted: z.boolean(),
  archived: z.boolean(),
  /** `idle`: a browser is open that nobody has touched for a while. */
  status: z.enum(['online', 'idle', 'offline']),
  /** When they were here last, in the reader's language; empty for those who are, and where nobody knows. */
  last_seen_text: z.string(),
  deleted_at: date.nullable(),
  /** Up to where they have read, as a position; null of others where the room does not tell who has read what. */
  read_position: z.number().nullable(),
})
export type Participant = z.output<typeof Participant>
const CurrentParticipant = Participant.extend({ read_position: z.number(), can_send_message: z.boolean(), can_manage: z.boolean(), pinned: z.boolean() })

export const ChatRoom = z.object({
  id: z.number(),
  uuid: z.string(),
  identifier: z.string(),
  chat_room_kind: z.enum(KINDS),
  chat_room_name: z.string(),
  chat_room_description: z.string(),
  chat_room_show_history: z.boolean(),
  chat_room_participants_count: z.number(),
  unread_messages_count: z.number(),
  first_unread_message_id: z.number().nullable(),
  /** Four at most; of a space none where the reader may not see who is in it, and there nobody knows whether they may write. */
  other_participants_preview: z.array(Person.extend({ can_send_message: z.boolean().nullable() })),
  current_participant: CurrentParticipant,
  last_message: z
    .object({
      id: z.number(),
      parent_message_id: z.null(),
      chat_thread_id: z.number().nullable(),
      chat_room_participant_id: z.number().nullable(),
      created_at: date,
      sent_at: date,
      edited_at: date.nullable(),
      chat_room_uuid: z.string(),
      sender_member_id: z.number().nullable(),
      sender_name: z.string(),
      sender: Person.nullable(),
      /** Its first 160 characters. */
      body: z.string(),
      /** The whole, where it is short; a long one has a call of its own. */
      rich_text_body: z.object({ body: RichTextDoc }).nullable(),
      kind: z.enum(['text', 'voice', 'file', 'deleted']),
    })
    .nullable(),
  last_message_at: date,
  pinned_message_id: z.number().nullable(),
  spotlight_message_id: z.number().nullable(),
  is_embedded: z.boolean(),
  parent_type: z.literal('Space').nullable(),
  parent_id: z.number().nullable(),
  sequence: z.number(),
  position: z.number(),
})
export type ChatRoom = z.output<typeof ChatRoom>
const wrapped = z.object({ chat_room: ChatRoom })

/** Messages round an anchor. With `after_sequence`, what changed since then, in the order of the changes. */
export const Messages = z.object({
  id: z.number().nullable(),
  has_previous_page: z.boolean(),
  has_next_page: z.boolean(),
  first_id: z.number().nullable(),
  last_id: z.number().nullable(),
  total_count: z.number(),
  sequence: z.number(),
  records: z.array(Message),
})
export type Messages = z.output<typeof Messages>

export const Thread = z.object({
  id: z.number(),
  unread_replies_count: z.number(),
  parent_message: Message,
  replies: z.array(Message),
  chat_room: z.object({
    uuid: z.string(),
    kind: z.enum(KINDS),
    name: z.string(),
    embedded_space: z.object({ id: z.number(), slug: z.string(), emoji: z.string().nullable() }).nullable(),
  }),
})
export type Thread = z.output<typeof Thread>

const Scheduled = z.object({
  id: z.number(),
  chat_room_uuid: z.string(),
  parent_message_id: z.number().nullable(),
  body: z.string(),
  rich_text_body: z.object({ body: RichTextDoc }),
  send_at: date,
  failure: z.string().nullable(),
})
export type Scheduled = z.output<typeof Scheduled>
const Reminder = z.object({ id: z.number(), remind_at: date, message: Message })
const Recipient = Person.omit({ id: true }).extend({ headline: z.string().nullable() })
export type Recipient = z.output<typeof Recipient>
const Preferences = z.object({
  messaging_enabled: z.boolean(),
  group_messaging_enabled: z.boolean(),
  voice_messages_enabled: z.boolean(),
  /** Off: members write to admins and moderators alone, and those to everybody. */
  member_to_member_messaging_enabled: z.boolean(),
  /** A first message between members needs what plugins vouch for: a connection. */
  connection_required: z.boolean(),
})
export type Preferences = z.output<typeof Preferences>

const room = { params: z.object({ uuid }) }
const oneMessage = { params: z.object({ uuid, id }) }
const onMessage = { params: z.object({ uuid, messageId: id }) }
const oneParticipant = { params: z.object({ uuid, id }) }
const signedIn = { can: 'member' } as const
const busy = { limit: { points: 120, seconds: 60 } }
const writing = { can: 'create', limit: { points: 60, seconds: 60 } } as const
const soon = z.iso.datetime({ offset: true })

export interface NewMessage {
  roomUuid: string
  /** TipTap JSON, or plain text. */
  doc: unknown
  parentId?: number | null
  clientId?: string
  /** An import: written then, and nobody is told. */
  at?: Date
}
/** Chat for other plugins: as the member in whose name the request runs. */
export interface ChatService {
  /** The direct conversation with a member, made where there is none. @throws AtriumError 403 where one may not write to them */
  direct(memberId: number): Promise<{ uuid: string }>
  group(input: { name: string; memberIds: number[]; showHistory?: boolean }): Promise<{ uuid: string }>
  /** The conversation of a chat space. @throws AtriumError 404 */
  ofSpace(spaceId: number): Promise<{ uuid: string }>
  /** @throws AtriumError 403, 404, 422 */
  send(input: NewMessage): Promise<{ id: number; uuid: string }>
  markRead(roomUuid: string): Promise<void>
  /** Members to be told of a message: those in the room who have not muted it, without its author. For notifications. */
  audience(messageId: number): Promise<number[]>
}

/** Who may write to whom beyond the community's settings: connections fill it. */
export interface WritePermit {
  /** Those of these members who have agreed to hear from the reader. One query. */
  agreed(ctx: Ctx, memberIds: number[]): Promise<number[]>
}

export default defineContract('chat', {
  permissions: {
    manage: { title: 'Decide who may write to whom', grant: ['admin'] },
    create: { title: 'Write messages', grant: ['admin', 'moderator', 'member'] },
  },
  settings: z.object({
    messaging_enabled: z.boolean().default(true),
    group_messaging_enabled: z.boolean().default(true),
    voice_messages_enabled: z.boolean().default(true),
    member_to_member_messaging_enabled: z.boolean().default(true),
    connection_required: z.boolean().default(false),
  }),
  routes: {
    list: get('/internal_api/chat_rooms', {
      masked: 'never',
      ...signedIn,
      query: paging.extend({
        filter: z.enum(['all', 'unread', 'groups', 'archived']).default('all'),
        /** `apart` leaves pinned ones out, for lists that show them above by their own call. */
        pinned: z.enum(['among', 'apart']).default('among'),
        search_text: line(100).optional(),
      }),
      reply: list(ChatRoom),
      summary: 'Conversations, the latest first',
    }),
    create: post('/internal_api/chat_rooms', {
      masked: 'never',
      can: 'create',
      limit: { points: 30, seconds: 60 },
      body: z.object({
        chat_room: TextInput.extend({
          kind: z.enum(['direct', 'group_chat']),
          community_member_ids: z.array(id).min(1).max(MAX_GROUP),
          name: line(80).optional(),
          description: line(300).optional(),
          show_history: z.boolean().optional(),
          creation_uuid: clientId.optional(),
        }),
      }),
      reply: wrapped,
      status: 201,
      summary: 'A conversation: the one there is, where it is direct; with its first message, where one is given',
    }),
    unreadRooms: get('/internal_api/chat_rooms/unread_chat_rooms', {
      ...signedIn,
      reply: z.object({ chat_rooms: z.array(z.string()) }),
      summary: 'Conversations with something unread, muted and archived ones left out',
    }),
    markAllAsRead: post('/internal_api/chat_rooms/mark_all_as_read', { ...signedIn, reply: done, summary: 'Every conversation and thread' }),
    search: get('/internal_api/chat_rooms/search', {
      masked: 'never',
      ...signedIn,
      query: z.object({ text: line(200).min(1), uuid: uuid.optional() }),
      limit: { points: 60, seconds: 60 },
      reply: z.object({ records: z.array(z.object({ message: Message, room: z.object({ uuid: z.string(), name: z.string(), kind: z.enum(KINDS) }) })) }),
      summary: 'Messages that hold these words, in one conversation or in all of one’s own',
    }),
    recipients: get('/internal_api/chat_rooms/recipients', {
      can: 'create',
      query: z.object({ text: line(100).default('') }),
      limit: { points: 120, seconds: 60 },
      reply: z.object({ records: z.array(Recipient) }),
      summary: 'Members one may write to',
    }),
    bySpace: get('/internal_api/chat_rooms/by_space/:spaceId', {
      ...signedIn,
      params: z.object({ spaceId: id }),
      reply: wrapped,
      summary: 'The conversation of a chat space; 404 `chat_room_not_found` before somebody has opened it',
    }),
    openSpace: post('/internal_api/chat_rooms/by_space/:spaceId', { ...signedIn, params: z.object({ spaceId: id }), reply: wrapped }),
    byId: get('/internal_api/chat_rooms/by_id/:id', { ...signedIn, params: z.object({ id }), reply: wrapped }),
    show: get('/internal_api/chat_rooms/:uuid', { ...signedIn, ...room, reply: wrapped }),
    update: patch('/internal_api/chat_rooms/:uuid', {
      ...signedIn,
      ...room,
      body: z.object({ chat_room: z.object({ name: line(80), description: line(300), show_history: z.boolean() }).partial() }),
      reply: wrapped,
      summary: 'For admins of a group chat',
    }),
    destroy: del('/internal_api/chat_rooms/:uuid', { ...signedIn, ...room, reply: done, summary: 'Deletes a group chat with all that was said' }),
    participant: get('/internal_api/chat_rooms/:uuid/participant', { ...signedIn, ...room, reply: CurrentParticipant }),
    participants: get('/internal_api/chat_rooms/:uuid/participants', {
      ...signedIn,
      ...room,
      query: paging.extend({ community_member_ids: idList.optional() }),
      reply: list(Participant),
      summary: 'Who is in it, or which of these members are',
    }),
    addParticipant: post('/internal_api/chat_rooms/:uuid/participants', {
      can: 'create',
      ...room,
      limit: { points: 60, seconds: 60 },
      body: z.object({
        /** One or many. */
        chat_room_participant: z.union([
          z.object({ community_member_ids: z.array(id).min(1).max(MAX_GROUP) }),
          z.object({ community_member_id: id }).transform((one) => ({ community_member_ids: [one.community_member_id] })),
        ]),
      }),
      reply: wrapped,
      status: 201,
    }),
    updateParticipant: patch('/internal_api/chat_rooms/:uuid/participants/:id', {
      ...signedIn,
      ...oneParticipant,
      body: z.object({ admin: z.boolean(), archived: z.boolean(), muted: z.boolean() }).partial(),
      reply: wrapped,
      summary: 'Archived and muted are one’s own; admin is given by admins of the group',
    }),
    removeParticipant: del('/internal_api/chat_rooms/:uuid/participants/:id', {
      ...signedIn,
      ...oneParticipant,
      reply: done,
      summary: 'Leaves, or takes somebody out',
    }),
    pinRoom: post('/internal_api/chat_rooms/:uuid/pin', { ...signedIn, ...room, reply: done }),
    unpinRoom: del('/internal_api/chat_rooms/:uuid/pin', { ...signedIn, ...room, reply: done }),
    pinnedRooms: get('/internal_api/chat_rooms/:uuid/pinned_chat_rooms', {
      masked: 'never',
      ...signedIn,
      params: z.object({ uuid: z.union([uuid, z.literal('all')]) }),
      reply: z.object({ records: z.array(ChatRoom) }),
      summary: 'One’s pinned conversations; `all` in place of the conversation one is in',
    }),
    markRead: post('/internal_api/chat_rooms/:uuid/mark_as_read', {
      ...signedIn,
      ...room,
      /** Up to this message; all without it. Marks never go back. */
      body: z.object({ message_id: id.optional() }),
      reply: done.extend({ read_position: z.number() }),
    }),
    markThreadRead: post('/internal_api/chat_rooms/:uuid/mark_thread_read', {
      ...signedIn,
      ...room,
      body: z.object({ parent_message_id: id }),
      reply: done,
    }),

    messages: get('/internal_api/chat_rooms/:uuid/messages', {
      ...signedIn,
      ...room,
      query: z.object({
        /** The anchor; without one the newest messages come. */
        id: id.optional(),
        previous_per_page: z.coerce.number().int().min(0).max(100).default(20),
        next_per_page: z.coerce.number().int().min(0).max(100).default(20),
        /** Of one thread. */
        parent_message_id: id.optional(),
        /** Anchors at the first unread message, where there is one. */
        unread: flag.optional(),
        /** Anchors at the first message from this moment on. */
        date: soon.optional(),
        after_sequence: z.coerce.number().int().min(0).optional(),
      }),
      reply: Messages,
    }),
    pinned: get('/internal_api/chat_rooms/:uuid/pinned_messages', { ...signedIn, ...room, reply: z.object({ records: z.array(Message) }) }),
    createMessage: post('/internal_api/chat_rooms/:uuid/messages', {
      ...writing,
      ...room,
      body: MessageInput.refine(said, SAY),
      reply: Message,
      status: 201,
    }),
    message: get('/internal_api/chat_rooms/:uuid/messages/:id', { ...signedIn, ...oneMessage, reply: Message }),
    updateMessage: patch('/internal_api/chat_rooms/:uuid/messages/:id', {
      ...writing,
      ...oneMessage,
      body: TextInput.omit({ voice_message_id: true }).refine((input) => said(input), SAY),
      reply: Message,
    }),
    destroyMessage: del('/internal_api/chat_rooms/:uuid/messages/:id', { ...signedIn, ...oneMessage, reply: done, summary: 'Leaves a trace' }),
    revisions: get('/internal_api/chat_rooms/:uuid/messages/:id/revisions', {
      ...signedIn,
      ...oneMessage,
      reply: z.object({ records: z.array(z.object({ id: z.number(), body: z.string(), created_at: date })) }),
      summary: 'What it said before, newest first',
    }),
    readers: get('/internal_api/chat_rooms/:uuid/messages/:id/readers', {
      ...signedIn,
      ...oneMessage,
      reply: z.object({ records: z.array(Person) }),
      summary: 'Who has read it, in rooms that are not too large to tell',
    }),
    pin: post('/internal_api/chat_rooms/:uuid/messages/:messageId/pin', { ...signedIn, ...onMessage, ...busy, reply: Message }),
    unpin: del('/internal_api/chat_rooms/:uuid/messages/:messageId/pin', { ...signedIn, ...onMessage, ...busy, reply: Message }),
    markUnread: post('/internal_api/chat_rooms/:uuid/messages/:messageId/mark_unread', { ...signedIn, ...onMessage, reply: wrapped }),
    spotlight: post('/internal_api/chat_rooms/:uuid/messages/:messageId/spotlight', { ...signedIn, ...onMessage, ...busy, reply: Message }),
    removeSpotlight: del('/internal_api/chat_rooms/:uuid/messages/:messageId/spotlight', { ...signedIn, ...onMessage, ...busy, reply: Message }),
    remind: post('/internal_api/chat_rooms/:uuid/messages/:messageId/reminder', {
      ...signedIn,
      ...onMessage,
      ...busy,
      body: z.object({ remind_at: soon }),
      reply: Reminder,
      status: 201,
    }),
    forgetReminder: del('/internal_api/chat_rooms/:uuid/messages/:messageId/reminder', { ...signedIn, ...onMessage, reply: done }),
    reminders: get('/internal_api/chat_reminders', {
      masked: 'never',
      ...signedIn,
      reply: z.object({ records: z.array(Reminder) }),
      summary: 'One’s reminders to come',
    }),

    scheduled: get('/internal_api/chat_rooms/:uuid/scheduled_messages', {
      masked: 'never',
      ...signedIn,
      ...room,
      reply: z.object({ records: z.array(Scheduled) }),
    }),
    schedule: post('/internal_api/chat_rooms/:uuid/scheduled_messages', {
      ...writing,
      ...room,
      body: MessageInput.omit({ voice_message_id: true }).extend({ send_at: soon }),
      reply: Scheduled,
      status: 201,
    }),
    unschedule: del('/internal_api/chat_rooms/:uuid/scheduled_messages/:id', { ...signedIn, ...oneMessage, reply: done }),

    threads: get('/internal_api/chat_threads', { masked: 'never', ...signedIn, query: paging, reply: list(Thread) }),
    unreadThreads: get('/internal_api/chat_threads/unread_chat_threads', { ...signedIn, reply: z.object({ chat_thread_ids: z.array(z.number()) }) }),
    thread: get('/internal_api/chat_threads/:id', { masked: 'never', ...signedIn, params: z.object({ id }), reply: Thread }),
    markThread: post('/internal_api/chat_threads/:id/mark_as_read', { ...signedIn, params: z.object({ id }), reply: done }),

    voiceUpload: post('/internal_api/voice_messages/signed_upload_url', {
      can: 'create',
      limit: { points: 30, seconds: 60 },
      body: z.object({
        filename: z.string().min(1).max(200).default('voice.webm'),
        byte_size: z
          .number()
          .int()
          .min(1)
          .max(25 * 2 ** 20),
        content_type: z.string().max(100).optional(),
      }),
      reply: z.object({ signed_id: z.string(), url: z.string(), headers: z.record(z.string(), z.string()) }),
      status: 201,
      summary: 'Where to send a recording',
    }),
    processVoice: post('/internal_api/voice_messages/process_file', {
      can: 'create',
      limit: { points: 30, seconds: 60 },
      body: z.object({
        signed_id: z.string().max(2000),
        duration_ms: z.number().int().min(1).max(MAX_VOICE_MS),
        peaks: z.array(z.number().min(0).max(100)).min(1).max(512),
      }),
      reply: Voice,
      status: 201,
      summary: 'Makes a recording that has arrived ready to be sent',
    }),
    preferences: get('/internal_api/chat_preferences', { can: 'manage', reply: Preferences }),
    updatePreferences: patch('/internal_api/chat_preferences', { can: 'manage', body: Preferences.partial(), reply: Preferences }),
  },
  events: {
    /** A message was said: for notifications and automation. Open browsers hear of it before, by `message.changed`. */
    'message.sent': event(
      z.object({
        messageId: id,
        roomId: id,
        uuid,
        kind: z.enum(KINDS),
        spaceId: id.nullable(),
        memberId: id,
        parentId: id.nullable(),
        /** Everybody in the room is called by name. */
        callsRoom: z.boolean(),
      }),
      { automation: true, title: 'A message is sent' },
    ),
    'message.edited': event(z.object({ messageId: id, roomId: id, uuid })),
    'message.deleted': event(z.object({ messageId: id, roomId: id, uuid })),
    'message.reminded': event(z.object({ messageId: id, memberId: id, uuid }), { realtime: 'member', title: 'A reminder of a message is due' }),
    /** Told by a push to the room `chat:<uuid>`. Without records the browser asks what came after the sequence it has. */
    'message.changed': event(z.object({ uuid, sequence: z.number(), position: z.number(), records: z.array(z.any()).optional() })),
    /** Told by a push to each participant: the list of conversations moves without asking. */
    'room.advanced': event(z.object({ uuid, position: z.number(), at: z.string(), last: z.any() })),
    /** Told by a push: name, rights or participants are other ones; read anew. */
    'room.changed': event(z.object({ uuid: z.string() })),
    /** Told by a push to the participant's own browsers, and to small rooms. */
    'room.read': event(z.object({ uuid, memberId: id, position: z.number() })),
    /** Told by a push to those in the thread: an answer came, or one's own mark moved. */
    'thread.moved': event(z.object({ messageId: id })),
  },
  points: { permit: point<WritePermit>() },
  slots: ['chat.message.actions', 'chat.details'],
  service: type<ChatService>(),
})
