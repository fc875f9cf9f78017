/** What others may know of chat: rooms, participants, messages, threads. */
import { date, defineContract, del, done, event, flag, get, id, idList, line, list, paging, patch, post, type, z, slot } from '@atrium/sdk'
import { clientId, KINDS, MAX_GROUP, MAX_VOICE_MS, MessageInput, type RoomKind, said, SAY, TextInput } from './contract/fields.ts'
import {
  ChatRoom,
  CurrentParticipant,
  Message,
  Messages,
  Participant,
  Person,
  Preferences,
  Recipient,
  Reminder,
  Scheduled,
  Thread,
  Voice,
} from './contract/records.ts'

export {
  CATCH_UP,
  callsRoom,
  FACES,
  isPersonal,
  KINDS,
  MAX_GROUP,
  MAX_MENTIONS,
  MAX_TEXT,
  MAX_VOICE_MS,
  PEAKS,
  READERS_SHOWN,
  type RoomKind,
} from './contract/fields.ts'
export {
  ChatRoom,
  Message,
  Messages,
  Participant,
  type Person,
  type Preferences,
  type Recipient,
  type Scheduled,
  Thread,
  type Voice,
} from './contract/records.ts'

const uuid = z.uuid()
const wrapped = z.object({ chat_room: ChatRoom })
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
export interface MessagePlace {
  roomUuid: string
  kind: RoomKind
  /** The message that began its thread. */
  parentId: number | null
  /** Whom one speaks with in a direct conversation, whoever has said it. */
  directMemberIds: number[]
}
export interface SaidMessage {
  id: number
  /** Null where the person is gone. */
  memberId: number | null
  name: string
  text: string
}
/** Chat for other plugins: as the member in whose name the request runs. */
export interface ChatService {
  /** The direct conversation with a member, made where there is none. @throws AtriumError 403 where one may not write to them */
  direct(memberId: number): Promise<{ uuid: string }>
  group(input: { name: string; memberIds: number[]; showHistory?: boolean }): Promise<{ uuid: string }>
  /** The conversation of a chat space. @throws AtriumError 404 */
  ofSpace(spaceId: number): Promise<{ uuid: string }>
  /** A conversation beside something of the caller's, such as a call: it stands in no list, and nobody is told of its messages. */
  embedded(input: { name: string }): Promise<{ uuid: string }>
  /** Lets a member read and write in such a conversation, from its first message on; who is in it already stays. An admin moderates it. @throws AtriumError 404 */
  letIn(roomUuid: string, memberId: number, options?: { admin?: boolean }): Promise<void>
  /** @throws AtriumError 404 */
  putOut(roomUuid: string, memberId: number): Promise<void>
  /** With all that was said in it. @throws AtriumError 404 */
  removeEmbedded(roomUuid: string): Promise<void>
  /** @throws AtriumError 403, 404, 422 */
  send(input: NewMessage): Promise<{ id: number; uuid: string }>
  markRead(roomUuid: string): Promise<void>
  /** Members to be told of a message: those in the room who have not muted it, without its author. For notifications. */
  audience(messageId: number): Promise<number[]>
  /** Where a message stands, whoever asks; null where it is gone. */
  placeOf(messageId: number): Promise<MessagePlace | null>
  /** The latest written messages of a conversation outside of threads, the oldest first, as far as this member reads them. @throws AtriumError 404 */
  latest(roomUuid: string, most: number): Promise<SaidMessage[]>
}

/** What a chat space asks of its conversation; set with the space. */
export const SpaceOptions = z.object({
  /** Whether newcomers read what was said before they came. */
  chat_room_show_history: z.boolean().default(true),
  /** What the conversation is about. */
  chat_room_description: z.string().trim().max(2000).nullable().default(null),
})
export type SpaceOptions = z.output<typeof SpaceOptions>

export default defineContract('chat', {
  permissions: {
    manage: { title: 'Manage messaging settings', grant: ['admin'] },
    create: { title: 'Send messages', grant: ['admin', 'moderator', 'member'] },
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
      impersonated: 'never',
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
      impersonated: 'never',
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
      impersonated: 'never',
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
      reply: z.object({ chat_room: ChatRoom.nullable() }),
      summary: 'The conversation of a chat space; null before somebody has opened it',
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
    export: get('/internal_api/chat_rooms/:uuid/export', {
      impersonated: 'never',
      ...signedIn,
      ...room,
      limit: { points: 10, seconds: 60 },
      summary: 'What one may read of it, the latest 2,000 messages with their threads, as a text file',
    }),
    pinRoom: post('/internal_api/chat_rooms/:uuid/pin', { ...signedIn, ...room, reply: done }),
    unpinRoom: del('/internal_api/chat_rooms/:uuid/pin', { ...signedIn, ...room, reply: done }),
    pinnedRooms: get('/internal_api/chat_rooms/:uuid/pinned_chat_rooms', {
      impersonated: 'never',
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
      impersonated: 'never',
      ...signedIn,
      reply: z.object({ records: z.array(Reminder) }),
      summary: 'One’s reminders to come',
    }),

    scheduled: get('/internal_api/chat_rooms/:uuid/scheduled_messages', {
      impersonated: 'never',
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

    threads: get('/internal_api/chat_threads', { impersonated: 'never', ...signedIn, query: paging, reply: list(Thread) }),
    unreadThreads: get('/internal_api/chat_threads/unread_chat_threads', { ...signedIn, reply: z.object({ chat_thread_ids: z.array(z.number()) }) }),
    thread: get('/internal_api/chat_threads/:id', { impersonated: 'never', ...signedIn, params: z.object({ id }), reply: Thread }),
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
    updatePreferences: patch('/internal_api/chat_preferences', { can: 'manage', form: true, body: Preferences.partial(), reply: Preferences }),
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
  slots: {
    'chat.message.actions': slot<{ message: Message; kind: 'message'; id: number }>(),
    'chat.details': slot<{ room: ChatRoom }>(),
    /** Above what is written, as long as that is empty; `onPick` begins it with a text. */
    'chat.composer.lead': slot<{ room: ChatRoom; onPick: (text: string) => void }>(),
  },
  service: type<ChatService>(),
})
