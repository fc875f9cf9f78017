/** What the calls answer: conversations, who is in them, what is said, and what waits to be. */
import { date, RichTextDoc, RichTextField, z } from '@atrium/sdk'
import { KINDS } from './fields.ts'

export const Person = z.object({
  /** The participant, 0 where they are none. */
  id: z.number(),
  community_member_id: z.number(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  user_public_uid: z.string(),
  /** Of messages by AI agents. */
  is_agent: z.literal(true).optional(),
})
export type Person = z.output<typeof Person>
export const Voice = z.object({ id: z.number(), url: z.string(), content_type: z.string(), duration_ms: z.number(), peaks: z.array(z.number()) })
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
export const CurrentParticipant = Participant.extend({ read_position: z.number(), can_send_message: z.boolean(), can_manage: z.boolean(), pinned: z.boolean() })

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

export const Scheduled = z.object({
  id: z.number(),
  chat_room_uuid: z.string(),
  parent_message_id: z.number().nullable(),
  body: z.string(),
  rich_text_body: z.object({ body: RichTextDoc }),
  send_at: date,
  failure: z.string().nullable(),
})
export type Scheduled = z.output<typeof Scheduled>
export const Reminder = z.object({ id: z.number(), remind_at: date, message: Message })
export const Recipient = Person.omit({ id: true }).extend({ headline: z.string().nullable() })
export type Recipient = z.output<typeof Recipient>
export const Preferences = z.object({
  messaging_enabled: z.boolean(),
  group_messaging_enabled: z.boolean(),
  voice_messages_enabled: z.boolean(),
  /** Off: members write to admins and moderators alone, and those to everybody. */
  member_to_member_messaging_enabled: z.boolean(),
  /** A first message between members needs what plugins vouch for: a connection. */
  connection_required: z.boolean(),
})
export type Preferences = z.output<typeof Preferences>
