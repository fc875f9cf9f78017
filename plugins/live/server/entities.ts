/** Tables of live rooms as the ORM knows them; the migration is their truth in SQL. */
import { p, table } from '@atrium/sdk/server'
import type {
  ACCESS_TYPES,
  Chapter,
  Invited,
  LEAVE_REASONS,
  PRESENCE,
  QUESTION_STATUSES,
  RECORDING_STATUSES,
  Role,
  ROOM_STATUSES,
  ROOM_TYPES,
  STAGE_KINDS,
  VIEW_TYPES,
  Way,
} from '../contract.ts'

const id = () => p.bigint('number')
const ids = () =>
  p
    .array(
      (one) => Number(one),
      (one) => String(one),
    )
    .columnType('bigint[]')

export const RoomTable = table(
  'live.room',
  {
    slug: p.text(),
    name: p.text(),
    description: p.text().default(''),
    roomType: p.text().$type<(typeof ROOM_TYPES)[number]>(),
    viewType: p.text().$type<(typeof VIEW_TYPES)[number]>().default('speaker_view'),
    accessType: p.text().$type<(typeof ACCESS_TYPES)[number]>().default('open'),
    status: p.text().$type<(typeof ROOM_STATUSES)[number]>().default('backstage'),
    authorMemberId: id().nullable(),
    spaceId: id().nullable(),
    eventId: id().nullable(),
    occurrenceId: id().nullable(),
    recordingEnabled: p.boolean().default(true),
    autoPostRecordingEnabled: p.boolean().default(false),
    muteOnJoin: p.boolean().default(false),
    limitUrlSharing: p.boolean().default(false),
    hideParticipantsList: p.boolean().default(false),
    hasWaitingRoom: p.boolean().default(false),
    isLocked: p.boolean().default(false),
    questionsEnabled: p.boolean().default(true),
    questionsAreChecked: p.boolean().default(false),
    anonymousQuestions: p.boolean().default(true),
    chatEnabled: p.boolean().default(true),
    chatRoomUuid: p.uuid().nullable(),
    invited: p.json<Partial<Invited>>(),
    invitedMemberIds: ids().default([]),
    invitedSpaceIds: ids().default([]),
    run: p.integer().default(0),
    peopleCount: p.integer().default(0),
    questionsCount: p.integer().default(0),
    endsAt: p.datetime().nullable(),
    liveAt: p.datetime().nullable(),
    closedAt: p.datetime().nullable(),
  },
  { own: ['name', 'description', 'slug', 'live_at', 'closed_at'] },
)
export const StaffTable = table('live.staff', { roomId: id(), memberId: id(), role: p.text().$type<'cohost' | 'moderator'>() }, { own: ['room_id', 'role'] })
export const ParticipantTable = table(
  'live.participant',
  {
    roomId: id(),
    run: p.integer(),
    memberId: id().nullable(),
    markHash: p.text().nullable(),
    name: p.text().default(''),
    role: p.text().$type<Role>().default('participant'),
    status: p.text().$type<(typeof PRESENCE)[number]>(),
    isMuted: p.boolean().default(false),
    onlyListens: p.boolean().default(false),
    media: p.text().$type<Way>().default('room'),
    handRaisedAt: p.datetime().nullable(),
    joinedAt: p.datetime(),
    seenAt: p.datetime(),
    leftAt: p.datetime().nullable(),
    leaveReason: p.text().$type<(typeof LEAVE_REASONS)[number]>().nullable(),
    seconds: p.integer().default(0),
  },
  { own: ['room_id', 'role', 'joined_at', 'left_at', 'seconds'] },
)
export const QuestionTable = table(
  'live.question',
  {
    roomId: id(),
    memberId: id().nullable(),
    isAnonymous: p.boolean().default(false),
    text: p.text(),
    status: p.text().$type<(typeof QUESTION_STATUSES)[number]>(),
    votesCount: p.integer().default(0),
    repliesCount: p.integer().default(0),
    pinnedAt: p.datetime().nullable(),
    answeredAt: p.datetime().nullable(),
    creationUuid: p.text().nullable(),
  },
  { own: ['room_id', 'is_anonymous', 'text', 'status'] },
)
export const VoteTable = table('live.question_vote', { questionId: id(), memberId: id() }, { own: ['question_id'] })
export const ReplyTable = table('live.question_reply', { questionId: id(), memberId: id().nullable(), text: p.text() }, { own: ['question_id', 'text'] })
export const StageItemTable = table('live.stage_item', {
  roomId: id(),
  kind: p.text().$type<(typeof STAGE_KINDS)[number]>(),
  text: p.text().default(''),
  url: p.text().nullable(),
  questionId: id().nullable(),
  position: p.integer(),
  shownAt: p.datetime().nullable(),
})
export const RecordingTable = table('live.recording', {
  roomId: id(),
  run: p.integer(),
  recordingKey: p.text(),
  name: p.text(),
  status: p.text().$type<(typeof RECORDING_STATUSES)[number]>(),
  reason: p.text().nullable(),
  progress: p.integer().default(0),
  startedByMemberId: id().nullable(),
  startedAt: p.datetime(),
  stoppedAt: p.datetime().nullable(),
  seconds: p.integer().nullable(),
  byteSize: p.bigint('number').default(0),
  fileId: id().nullable(),
  postSpaceId: id().nullable(),
  postByMemberId: id().nullable(),
  postId: id().nullable(),
  chapters: p.json<Chapter[]>().default([]),
})
export const FeedbackTable = table(
  'live.feedback',
  { roomId: id(), run: p.integer(), memberId: id(), rating: p.integer(), text: p.text().default('') },
  { own: ['room_id', 'rating', 'text'] },
)
export const entities = [RoomTable, StaffTable, ParticipantTable, QuestionTable, VoteTable, ReplyTable, StageItemTable, RecordingTable, FeedbackTable]
