/** Hot reads of chat. Thought for a million messages in one room and a thousand rooms of one member. */
import { columnsOf, type Counter, type MemberCard, type RowOf, statement } from '@atrium/sdk/server'
import { FACES } from '../contract.ts'
import { MessageTable, ParticipantTable, RoomTable, type VoiceTable } from './entities.ts'

export interface PersonJson {
  id: number
  community_member_id: number
  name: string
  avatar_url: string | null
  user_public_uid: string
}
const ROOM = { but: ['community_id', 'creator_member_id', 'created_at', 'updated_at'] } as const
const MINE = ['admin', 'muted', 'read_position', 'joined_after_id'] as const
type Mine = RowOf<typeof ParticipantTable, (typeof MINE)[number]>
export type RoomRow = Omit<RowOf<typeof RoomTable>, (typeof ROOM)['but'][number]> & {
  /** The reader's own row; null where they are not in it. */
  participant_id: number | null
  archived: boolean | null
  pinned: boolean | null
} & { [Column in keyof Mine]: Mine[Column] | null }
const roomColumns = `${columnsOf(RoomTable, ROOM, 'r')}, ${columnsOf(ParticipantTable, MINE, 'p')},
  p.id as participant_id, p.pinned_at is not null as pinned,
  -- a direct conversation comes back from the archive by its next message
  p.archived_at is not null and (r.kind <> 'direct' or r.last_message_at <= p.archived_at) as archived`
const withMine = `left join chat.participant p on p.community_id = $1 and p.room_id = r.id and p.member_id = $2 and p.left_at is null`
const oneRoom = (key: string) => `select ${roomColumns} from chat.room r ${withMine} where r.community_id = $1 and ${key} = $3`
/** $2 reader, $3 key. Unique keys of room and participant. */
export const roomByUuid = statement<RoomRow>('chat.room_by_uuid', oneRoom('r.uuid'))
export const roomById = statement<RoomRow>('chat.room_by_id', oneRoom('r.id'))
export const roomBySpace = statement<RoomRow>('chat.room_by_space', oneRoom('r.space_id'))
export const roomByIdentifier = statement<RoomRow>('chat.room_by_identifier', oneRoom('r.identifier'))
/** $2 reader, $3 rooms. Primary key. */
export const roomsById = statement<RoomRow>(
  'chat.rooms_by_id',
  `select ${roomColumns} from chat.room r ${withMine} where r.community_id = $1 and r.id = any ($3::bigint[])`,
)
/** $2 reader, $3 uuid. Who writes waits here for who wrote before, so that numbers in a room follow the order of commits. */
export const roomLock = statement<RoomRow>('chat.room_lock', `${oneRoom('r.uuid')} for update of r`)

export interface LastJson {
  id: number
  created_at: string
  edited_at: string | null
  participant_id: number | null
  member_id: number | null
  name: string | null
  avatar_url: string | null
  public_uid: string | null
  text: string
  rich: unknown
  replies_count: number
  voice: boolean
  body: boolean
  deleted: boolean
}
export interface ListedRow extends RoomRow {
  first_unread_id: number | null
  others: (PersonJson & { roles: string[]; is_active: boolean })[] | null
  last: LastJson | null
}
/** What a list shows beside the row: four others, the last message as far as the reader may see it, the first unread one. Each by key. */
const extras = `
  (select json_agg(json_build_object('id', o.id, 'community_member_id', k.id, 'name', k.name, 'avatar_url', k.avatar_url,
      'user_public_uid', k.public_uid, 'roles', k.roles, 'is_active', k.status = 'active') order by o.id)
   from (select o.id, o.member_id from chat.participant o
     where o.community_id = $1 and o.room_id = x.id and o.member_id <> $2 and (o.left_at is null or x.kind = 'direct') order by o.id limit 4) o
   join kernel.member_card k on k.community_id = $1 and k.id = o.member_id) as others,
  (select json_build_object('id', m.id, 'created_at', m.created_at, 'edited_at', m.edited_at, 'member_id', m.member_id, 'name', k.name,
      'avatar_url', k.avatar_url, 'public_uid', k.public_uid, 'text', left(m.text, 160), 'replies_count', m.replies_count,
      'rich', case when octet_length(m.body::text) <= 4000 then m.body end, 'participant_id', (select q.id from chat.participant q
        where q.community_id = $1 and q.room_id = m.room_id and q.member_id = m.member_id),
      'voice', m.voice_id is not null, 'body', m.body is not null, 'deleted', m.deleted_at is not null)
   from chat.message m left join kernel.member_card k on k.community_id = $1 and k.id = m.member_id
   where m.community_id = $1 and m.id = x.last_message_id and (x.show_history or m.id > coalesce(x.joined_after_id, x.last_message_id))) as last,
  case when x.read_position < x.position then (select m.id from chat.message m
   where m.community_id = $1 and m.room_id = x.id and m.parent_id is null and m.position > x.read_position order by m.position limit 1) end as first_unread_id`
export const LISTED = (inner: string) => `select x.*, ${extras} from (${inner}) x order by x.last_message_at desc, x.id desc`
/**
 * $2 reader, $3 last_message_at and $4 id of the last row or null, $5 rows, $6 filter, $7 true: without pinned ones.
 * The reader's rows of `participant_member` with their rooms by primary key; a member's rooms are sorted, which is a thousand at most.
 */
export const roomsRead = statement<ListedRow>(
  'chat.rooms',
  LISTED(`select * from (select ${roomColumns} from chat.participant p join chat.room r on r.community_id = $1 and r.id = p.room_id
     where p.community_id = $1 and p.member_id = $2 and p.left_at is null and r.kind in ('direct', 'group_chat')
       -- opened and left without a word
       and (r.kind <> 'direct' or r.last_message_id is not null)) y
   where ($3::timestamptz is null or (y.last_message_at, y.id) < ($3, $4::bigint)) and y.archived = ($6 = 'archived')
     and ($6 <> 'unread' or y.position > y.read_position) and ($6 <> 'groups' or y.kind = 'group_chat') and not ($7 and y.pinned)
   order by y.last_message_at desc, y.id desc limit $5`),
)
/** $2 reader, $3 rows. The same rows; pinned ones only. */
export const pinnedRooms = statement<ListedRow>(
  'chat.pinned_rooms',
  LISTED(`select ${roomColumns} from chat.participant p join chat.room r on r.community_id = $1 and r.id = p.room_id
   where p.community_id = $1 and p.member_id = $2 and p.left_at is null and r.kind in ('direct', 'group_chat') and p.pinned_at is not null order by p.pinned_at limit $3`),
)
/** $2 reader, $3 room. One of them. */
export const listedRoom = statement<ListedRow>(
  'chat.listed_room',
  LISTED(`select ${roomColumns} from chat.room r ${withMine} where r.community_id = $1 and r.id = $3`),
)
/** $2 reader, $3 rooms. Some of them. */
export const listedRooms = statement<ListedRow>(
  'chat.listed_rooms',
  LISTED(`select ${roomColumns} from chat.room r ${withMine} where r.community_id = $1 and r.id = any ($3::bigint[])`),
)
/** $2 reader. What has something unread, as the badge counts it. */
export const unreadRooms = statement<{ uuid: string }>(
  'chat.unread_rooms',
  `select r.uuid from chat.participant p join chat.room r on r.community_id = $1 and r.id = p.room_id
   where p.community_id = $1 and p.member_id = $2 and p.left_at is null and not p.muted and r.kind in ('direct', 'group_chat') and r.position > p.read_position
     and (p.archived_at is null or (r.kind = 'direct' and r.last_message_at > p.archived_at)) order by r.id limit 1000`,
)

const MESSAGE = { but: ['community_id', 'updated_at', 'voice_id', 'thread_member_ids', 'withdrawn', 'withdrawn_alone'] } as const
export type MessageRow = Omit<RowOf<typeof MessageTable>, (typeof MESSAGE)['but'][number]> & {
  room_uuid: string
  thread_members: number
  /** Who answered first, a few. */
  face_ids: number[]
  voice: RowOf<typeof VoiceTable, 'id' | 'file_id' | 'duration_ms' | 'peaks'> | null
  participant_id: number | null
}
const messageColumns = `${columnsOf(MessageTable, MESSAGE, 'm')},
  cardinality(m.thread_member_ids) as thread_members, m.thread_member_ids[1:${FACES}] as face_ids,
  (select r.uuid from chat.room r where r.community_id = $1 and r.id = m.room_id) as room_uuid,
  (select p.id from chat.participant p where p.community_id = $1 and p.room_id = m.room_id and p.member_id = m.member_id) as participant_id,
  case when m.voice_id is not null then (select json_build_object('id', v.id, 'file_id', v.file_id, 'duration_ms', v.duration_ms, 'peaks', v.peaks)
    from chat.voice v where v.community_id = $1 and v.id = m.voice_id) end as voice`
const fromMessages = 'from chat.message m where m.community_id = $1'
// Room and id are compared as one key: asked for by id alone, PostgreSQL may walk the primary key, past the messages of all other rooms.
const top = 'and m.parent_id is null and (m.room_id, m.id)'
/** $2 room, $3 the reader's floor, $4 anchor, $5 rows. Walks `message_top` from the anchor, whatever the room's size. */
export const messagesBefore = statement<MessageRow>(
  'chat.messages_before',
  `select ${messageColumns} ${fromMessages} ${top} > ($2, $3) and (m.room_id, m.id) < ($2, $4) order by m.room_id desc, m.id desc limit $5`,
)
export const messagesFrom = statement<MessageRow>(
  'chat.messages_from',
  `select ${messageColumns} ${fromMessages} ${top} >= ($2, greatest($3 + 1, $4)) and m.room_id <= $2 order by m.room_id, m.id limit $5`,
)
/** $2 parent, $3 anchor, $4 rows. Walks `message_thread`. */
export const repliesBefore = statement<MessageRow>(
  'chat.replies_before',
  `select ${messageColumns} ${fromMessages} and m.parent_id = $2 and m.id < $3 order by m.id desc limit $4`,
)
export const repliesFrom = statement<MessageRow>(
  'chat.replies_from',
  `select ${messageColumns} ${fromMessages} and m.parent_id = $2 and m.id >= $3 order by m.id limit $4`,
)
/** $2 parents, $3 rows of each, the latest first. Walks `message_thread` once a parent. */
export const latestReplies = statement<MessageRow>(
  'chat.latest_replies',
  `select ${messageColumns} from unnest($2::bigint[]) as root (id)
     cross join lateral (select * from chat.message r where r.community_id = $1 and r.parent_id = root.id order by r.id desc limit $3) m order by m.id desc`,
)
/** $2 room, $3 floor, $4 sequence, $5 rows. Walks `message_sequence`. */
export const messagesChanged = statement<MessageRow>(
  'chat.messages_changed',
  `select ${messageColumns} ${fromMessages} and m.room_id = $2 and coalesce(m.parent_id, m.id) > $3 and m.sequence > $4 order by m.sequence, m.id limit $5`,
)
/** $2 message. Primary key. */
export const messageById = statement<MessageRow>('chat.message_by_id', `select ${messageColumns} ${fromMessages} and m.id = $2`)
/** $2 messages. Primary key. */
export const messagesById = statement<MessageRow>('chat.messages_by_id', `select ${messageColumns} ${fromMessages} and m.id = any ($2::bigint[])`)
/** $2 reader, $3 writer, $4 rows: the latest in conversations that both are in. `participant_member`, then the writer's messages of each room. */
export const messagesBy = statement<{ id: number }>(
  'chat.messages_by',
  `select m.id from chat.participant mine
     join chat.participant theirs on theirs.community_id = $1 and theirs.room_id = mine.room_id and theirs.member_id = $3
     cross join lateral (select x.id from chat.message x where x.community_id = $1 and x.room_id = mine.room_id and x.member_id = $3 and x.deleted_at is null
       order by x.id desc limit $4) m
   where mine.community_id = $1 and mine.member_id = $2 and mine.left_at is null order by m.id desc limit $4`,
)
/** $2 last message, $3 rows: what the search index keeps. Primary key. */
export const messagesAfter = statement<
  Pick<MessageRow, 'id' | 'member_id' | 'text' | 'body' | 'created_at' | 'deleted_at'> & { room: Pick<RoomRow, 'id' | 'kind' | 'uuid' | 'space_id'> }
>(
  'chat.messages_after',
  `select m.id, m.member_id, m.text, m.body, m.created_at, m.deleted_at,
     (select json_build_object('id', r.id, 'kind', r.kind, 'uuid', r.uuid, 'space_id', r.space_id) from chat.room r where r.community_id = $1 and r.id = m.room_id) as room
   ${fromMessages} and m.id > $2 order by m.id limit $3`,
)
/** $2 room, $3 floor. Walks `message_pinned`. */
export const messagesPinned = statement<MessageRow>(
  'chat.messages_pinned',
  `select ${messageColumns} ${fromMessages} and m.room_id = $2 and coalesce(m.parent_id, m.id) > $3 and m.pinned_at is not null order by m.pinned_at desc limit 50`,
)
/** $2 room, $3 author, $4 client id. Unique key. */
export const messageByClient = statement<{ id: number; uuid: string }>(
  'chat.message_by_client',
  `select m.id, r.uuid from chat.message m join chat.room r on r.community_id = $1 and r.id = m.room_id
   where m.community_id = $1 and m.room_id = $2 and m.member_id = $3 and m.client_id = $4`,
)
/** $2 room. Whoever asks next waits until this transaction has ended. */
export const roomHold = statement('chat.room_hold', 'select from chat.room where community_id = $1 and id = $2 for no key update')
/**
 * $2 room, $3 author, $4 parent or null, $5 body, $6 text, $7 voice or null, $8 client id or null, $9 moment. The row as it was written;
 * none where the client id is taken. `roomHold` went before. Numbers, the room's last message, the author's mark and the parent's count
 * all move in one statement. Until something is said a room is as old as itself; an import's first message may be older.
 */
export const messageWrite = statement<MessageRow & { room_position: number }>(
  'chat.message_write',
  `with numbered as (
     select sequence + 1 as sequence, position + case when $4::bigint is null then 1 else 0 end as position from chat.room where community_id = $1 and id = $2),
   m as (
     insert into chat.message (community_id, room_id, member_id, parent_id, position, sequence, body, text, voice_id, client_id, created_at, updated_at)
     select $1, $2, $3, $4, case when $4::bigint is null then n.position end, n.sequence, $5, $6, $7, $8, $9, $9 from numbered n
     on conflict (community_id, room_id, member_id, client_id) do nothing returning *),
   advanced as (
     update chat.room r set sequence = m.sequence, position = coalesce(m.position, r.position), updated_at = now(),
       last_message_id = case when m.parent_id is null then m.id else r.last_message_id end,
       last_message_at = case when m.parent_id is not null then r.last_message_at when r.last_message_id is null then $9 else greatest(r.last_message_at, $9) end
     from m where r.community_id = $1 and r.id = $2),
   answered as (
     update chat.message p set replies_count = p.replies_count + 1, last_reply_at = $9, sequence = m.sequence,
       thread_member_ids = case when $3 = any (p.thread_member_ids) then p.thread_member_ids else p.thread_member_ids || $3::bigint end
     from m where p.community_id = $1 and p.id = $4),
   marked as (
     update chat.participant p set read_position = m.position, archived_at = null from m
     where p.community_id = $1 and p.room_id = $2 and p.member_id = $3 and $4::bigint is null)
   select ${messageColumns}, n.position as room_position from m, numbered n`,
)
/** $2 room, $3 message. One row where somebody in the room came after it. Walks the unique key of the room until one is found. */
export const cameLater = statement<{ id: number }>(
  'chat.came_later',
  'select id from chat.participant where community_id = $1 and room_id = $2 and left_at is null and joined_after_id >= $3 limit 1',
)
/** $2 room, $3 moment. The last message outside threads said by then. Walks `message_day`. */
export const lastBefore = statement<{ id: number }>(
  'chat.last_before',
  `select id from chat.message where community_id = $1 and room_id = $2 and parent_id is null and created_at <= $3 order by created_at desc, id desc limit 1`,
)
/** $2 room. Members to be told by a push. */
export const roomMembers = statement<{ member_id: number; muted: boolean; joined_after_id: number }>(
  'chat.room_members',
  'select member_id, muted, joined_after_id from chat.participant where community_id = $1 and room_id = $2 and left_at is null order by id limit 1000',
)

type Person = Pick<MemberCard, 'account_id' | 'public_uid' | 'name' | 'headline' | 'bio' | 'location' | 'avatar_url' | 'roles' | 'last_seen_at'>
export interface ParticipantRow extends Person {
  id: number
  member_id: number
  admin: boolean
  muted: boolean
  archived: boolean
  pinned: boolean
  read_position: number
  left_at: Date | null
  is_active: boolean
}
const participantColumns = `p.id, p.member_id, k.account_id, k.public_uid, k.name, k.headline, k.bio, k.location, k.avatar_url, k.roles, p.admin, p.muted,
  p.archived_at is not null as archived, p.pinned_at is not null as pinned, p.read_position, p.left_at, k.last_seen_at, k.status = 'active' as is_active`
const fromParticipants =
  'from chat.participant p join kernel.member_card k on k.community_id = $1 and k.id = p.member_id where p.community_id = $1 and p.room_id = $2'
/** $2 room, $3 last id or null, $4 rows. Walks the unique key of the room. */
export const participantsRead = statement<ParticipantRow>(
  'chat.participants',
  `select ${participantColumns} ${fromParticipants} and p.left_at is null and k.status = 'active' and ($3::bigint is null or p.id > $3) order by p.id limit $4`,
)
/** $2 room, $3 members. Unique key. */
export const participantsAmong = statement<ParticipantRow>(
  'chat.participants_among',
  `select ${participantColumns} ${fromParticipants} and p.left_at is null and k.status = 'active' and p.member_id = any ($3::bigint[]) order by p.id`,
)
/** $2 room, $3 participant. */
export const participantById = statement<ParticipantRow>(
  'chat.participant_by_id',
  `select ${participantColumns} ${fromParticipants} and p.id = $3 and p.left_at is null`,
)
/** $2 room, $3 position. Those who have read up to there. */
export const readersRead = statement<ParticipantRow>(
  'chat.readers',
  `select ${participantColumns} ${fromParticipants} and p.left_at is null and p.read_position >= $3 order by p.id limit 200`,
)

export interface ThreadRow {
  message_id: number
  room_id: number
  unread: number
  last_reply_at: Date
}
const myThreads = `from chat.thread t join chat.message m on m.community_id = $1 and m.id = t.message_id
  join chat.room r on r.community_id = $1 and r.id = t.room_id
  left join chat.participant p on p.community_id = $1 and p.room_id = t.room_id and p.member_id = $2 and p.left_at is null
  where t.community_id = $1 and t.member_id = $2 and m.replies_count > 0 and m.deleted_at is null
    and case when r.kind = 'space' then r.space_id = any ($3::bigint[]) else p.id is not null end
    and (r.show_history or m.id > coalesce(p.joined_after_id, r.last_message_id))`
/** $2 reader, $3 spaces they see, $4 moment and $5 id of the last one or null, $6 rows. The reader's rows of thread, each with message and room by key. */
export const threadsRead = statement<ThreadRow>(
  'chat.threads',
  `select t.message_id, t.room_id, greatest(m.replies_count - t.read_replies, 0) as unread, m.last_reply_at ${myThreads}
   and ($4::timestamptz is null or (m.last_reply_at, t.message_id) < ($4, $5::bigint)) order by m.last_reply_at desc, t.message_id desc limit $6`,
)
/** $2 reader, $3 spaces they see. */
export const unreadThreads = statement<{ id: number }>(
  'chat.unread_threads',
  `select t.message_id as id ${myThreads} and m.replies_count > t.read_replies order by t.message_id limit 1000`,
)

/** What is kept on conversations and messages, counted anew; a removed reply is counted, as its placeholder stays. */
export const counters: Counter[] = [
  {
    kept: 'chat.room.participants_count',
    counted: 'select room_id as id, count(*) from chat.participant where community_id = $1 and left_at is null group by room_id',
  },
  {
    kept: 'chat.message.replies_count',
    counted: 'select parent_id as id, count(*) from chat.message where community_id = $1 and parent_id is not null group by parent_id',
  },
]
