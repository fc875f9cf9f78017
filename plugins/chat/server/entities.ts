/** Tables of chat as the ORM knows them; the migration is their truth in SQL. */
import { p, table, type TablesOf } from '@atrium/sdk/server'
import type { RoomKind } from '../contract.ts'

const ids = p
  .array(
    (id) => Number(id),
    (id) => String(id),
  )
  .columnType('bigint[]')
const id = () => p.bigint('number')

export const RoomTable = table('chat.room', {
  uuid: p.uuid().defaultRaw('gen_random_uuid()'),
  kind: p.text().$type<RoomKind>(),
  identifier: p.text().nullable(),
  name: p.text().default(''),
  description: p.text().default(''),
  showHistory: p.boolean().default(true),
  spaceId: id().nullable(),
  creatorMemberId: id().nullable(),
  sequence: id().default(0),
  position: id().default(0),
  participantsCount: p.integer().default(0),
  lastMessageId: id().nullable(),
  lastMessageAt: p.datetime(),
  pinnedMessageId: id().nullable(),
  spotlightMessageId: id().nullable(),
})
export const ParticipantTable = table(
  'chat.participant',
  {
    roomId: id(),
    memberId: id(),
    admin: p.boolean().default(false),
    muted: p.boolean().default(false),
    archivedAt: p.datetime().nullable(),
    pinnedAt: p.datetime().nullable(),
    readPosition: id().default(0),
    joinedAfterId: id().default(0),
    leftAt: p.datetime().nullable(),
  },
  { own: ['room_id', 'admin', 'muted', 'archived_at', 'pinned_at', 'left_at'] },
)
export const VoiceTable = table(
  'chat.voice',
  {
    memberId: id(),
    fileId: id(),
    durationMs: p.integer(),
    peaks: p
      .array(
        (peak) => Number(peak),
        (peak) => String(peak),
      )
      .columnType('smallint[]'),
  },
  { own: ['file_id', 'duration_ms'] },
)
export const MessageTable = table(
  'chat.message',
  {
    roomId: id(),
    memberId: id().nullable(),
    parentId: id().nullable(),
    position: id().nullable(),
    sequence: id(),
    body: p.json<any>().nullable(),
    text: p.text().default(''),
    voiceId: id().nullable(),
    clientId: p.text().nullable(),
    repliesCount: p.integer().default(0),
    lastReplyAt: p.datetime().nullable(),
    threadMemberIds: ids,
    pinnedAt: p.datetime().nullable(),
    editedAt: p.datetime().nullable(),
    deletedAt: p.datetime().nullable(),
    /** What it said, while it is hidden; then it is deleted too. */
    withdrawn: p.json<{ body: any; text: string; voiceId: number | null }>().nullable(),
    /** Hidden by itself, so it does not come back with its author. */
    withdrawnAlone: p.boolean().default(false),
  },
  { own: ['room_id', 'parent_id', 'body', 'text', 'voice_id', 'withdrawn', 'edited_at', 'deleted_at'] },
)
export const RevisionTable = table('chat.revision', { messageId: id(), body: p.json<any>().nullable(), text: p.text() })
export const ThreadTable = table(
  'chat.thread',
  { messageId: id(), roomId: id(), memberId: id(), readReplies: p.integer().default(0) },
  { own: ['message_id', 'room_id'] },
)
export const ScheduledTable = table(
  'chat.scheduled',
  {
    roomId: id(),
    memberId: id(),
    parentId: id().nullable(),
    body: p.json<any>(),
    text: p.text(),
    clientId: p.text(),
    sendAt: p.datetime(),
    failure: p.text().nullable(),
  },
  { own: ['room_id', 'parent_id', 'body', 'text', 'send_at'] },
)
export const ReminderTable = table(
  'chat.reminder',
  { messageId: id(), memberId: id(), remindAt: p.datetime(), remindedAt: p.datetime().nullable() },
  { own: ['message_id', 'remind_at', 'reminded_at'] },
)

export const entities = [RoomTable, ParticipantTable, VoiceTable, MessageTable, RevisionTable, ThreadTable, ScheduledTable, ReminderTable]
export type Tables = TablesOf<(typeof entities)[number]>
