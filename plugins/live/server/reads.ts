/** Hot reads of live rooms: rooms as one reader stands to them, people, questions. */
import { columnsOf, type Counter, decodeCursor, type RowOf, statement } from '@atrium/sdk/server'
import type { Way } from '../contract.ts'
import { ParticipantTable, QuestionTable, RoomTable, type StageItemTable } from './entities.ts'

/** The numbers in a cursor, which anybody may have made up, as ids, counts and moments of columns. @throws AtriumError 422 */
export const wholeKey = (cursor: string | undefined, parts: number): number[] =>
  (decodeCursor(cursor, Array<'number'>(parts).fill('number')) ?? []).map((part) => Math.max(0, Math.trunc(part as number)))

/** Faces on the card of a room. */
const FACES = 5
export type RoomRow = Omit<RowOf<typeof RoomTable>, 'community_id'> & {
  staff_role: 'cohost' | 'moderator' | null
  is_recording: boolean
  /** Members who are in it, those who run it first. */
  face_ids: number[]
}
/** `$2` is the reader or 0: visitors see the faces of those who speak. Staff by its unique key, faces by participant_listed, the recording by recording_on. */
export const rooms = (where: string, order = '') => `select ${columnsOf(RoomTable, { but: ['community_id'] }, 'r')}, s.role as staff_role,
    exists (select from live.recording c where c.community_id = $1 and c.room_id = r.id and c.status = 'recording') as is_recording,
    array(select p.member_id from live.participant p where p.community_id = $1 and p.room_id = r.id and p.status = 'in' and p.member_id is not null
      and (p.role in ('host', 'cohost') or $2 <> 0 and (not r.hide_participants_list or p.role = 'moderator')) order by p.role = 'participant', p.joined_at, p.id limit ${FACES}) as face_ids
  from live.room r left join live.staff s on s.community_id = $1 and s.room_id = r.id and s.member_id = $2
  where r.community_id = $1 and ${where} ${order}`
/** $3 ids. Primary key. */
export const roomsById = statement<RoomRow>('live.rooms', rooms('r.id = any ($3::bigint[])'))
/** $3 slug. Unique key. */
export const roomBySlug = statement<{ id: number }>('live.by_slug', 'select id from live.room where community_id = $1 and slug = $2')

export type PersonRow = Omit<RowOf<typeof ParticipantTable>, 'community_id' | 'created_at' | 'updated_at'> & {
  staff_role: 'cohost' | 'moderator' | null
  room_type: 'stream' | 'conference'
  author_member_id: number | null
}
/** Participants with what makes a role of them. */
export const people = (
  where: string,
  order = '',
) => `select ${columnsOf(ParticipantTable, { but: ['community_id', 'created_at', 'updated_at'] }, 'p')}, s.role as staff_role, r.room_type, r.author_member_id
  from live.participant p join live.room r on r.community_id = $1 and r.id = p.room_id
  left join live.staff s on s.community_id = $1 and s.room_id = p.room_id and s.member_id = p.member_id
  where p.community_id = $1 and ${where} ${order}`
/** $2 room, $3 id. Primary key. */
export const personById = statement<PersonRow>('live.person', people('p.room_id = $2 and p.id = $3'))
/** $2 room, $3 run, $4 member or 0, $5 mark or ''. One of the two unique keys each. */
export const ownPerson = statement<PersonRow>('live.own', people('p.room_id = $2 and p.run = $3 and (p.member_id = $4 or p.mark_hash = $5)'))
/** $2 room, $3 run, $4 member. Unique key. */
export const ownPersonOf = statement<PersonRow>('live.own_of', people('p.room_id = $2 and p.run = $3 and p.member_id = $4'))

/** $2 room, $3 member or 0, $4 mark or ''. The call of a stream that is on, and how the reader is in it. Primary key, then as `live.own`. */
export const watching = statement<{ run: number; media: Way }>(
  'live.watching',
  `select r.run, p.media from live.room r join live.participant p on p.community_id = $1 and p.room_id = r.id and p.run = r.run
   where r.community_id = $1 and r.id = $2 and r.status = 'live' and r.room_type = 'stream' and p.status = 'in' and (p.member_id = $3 or p.mark_hash = $4)`,
)

export type QuestionRow = Omit<RowOf<typeof QuestionTable>, 'community_id' | 'creation_uuid' | 'updated_at'> & { is_voted: boolean; is_on_stage: boolean }
/** `$2` is the reader or 0. Votes and the stage by their unique keys. */
export const questions = (where: string, order = '') => `select ${columnsOf(QuestionTable, { but: ['community_id', 'creation_uuid', 'updated_at'] }, 'q')},
    exists (select from live.question_vote v where v.community_id = $1 and v.question_id = q.id and v.member_id = $2) as is_voted,
    exists (select from live.stage_item i where i.community_id = $1 and i.question_id = q.id and i.shown_at is not null) as is_on_stage
  from live.question q where q.community_id = $1 and ${where} ${order}`
/** $3 room, $4 id. Primary key. */
export const questionById = statement<QuestionRow>('live.question', questions('q.room_id = $3 and q.id = $4'))

export type StageRow = Omit<RowOf<typeof StageItemTable>, 'community_id' | 'created_at' | 'updated_at'>
/** $2 room, $3 id or null, $4 whether all that stands ready, or only what is shown. Index stage_item_listed. */
export const stageOf = statement<StageRow>(
  'live.stage',
  `select i.id, i.room_id, i.kind, coalesce(q.text, i.text) as text, i.url, i.question_id, i.position, i.shown_at
   from live.stage_item i left join live.question q on q.community_id = $1 and q.id = i.question_id
   where i.community_id = $1 and i.room_id = $2 and ($3::bigint is null or i.id = $3) and ($4 or i.shown_at is not null) order by i.position, i.id`,
)

export const counters: Counter[] = [
  {
    kept: 'live.room.people_count',
    counted: `select room_id as id, count(*) from live.participant where community_id = $1 and status = 'in' group by room_id`,
  },
  {
    kept: 'live.room.questions_count',
    counted: `select room_id as id, count(*) from live.question where community_id = $1 and status in ('open', 'answered') group by room_id`,
  },
  {
    kept: 'live.question.votes_count',
    counted: 'select question_id as id, count(*) from live.question_vote where community_id = $1 group by question_id',
  },
  {
    kept: 'live.question.replies_count',
    counted: 'select question_id as id, count(*) from live.question_reply where community_id = $1 group by question_id',
  },
]
