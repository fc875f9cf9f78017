/** What others may know of live rooms: rooms and streams, who is in them, questions, what stands on stage, recordings. */
import { changesOf, defineContract, del, done, event, get, id, list, open, patch, point, post, type, z } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import {
  EndInput,
  Invited,
  Join,
  ParticipantChange,
  peopleQuery,
  Preferences,
  QuestionInput,
  questionsQuery,
  questionText,
  RecorderChanges,
  RoomChanges,
  roomFields,
  type RoomInput,
  roomsQuery,
  sdp,
  stageFields,
} from './contract/fields.ts'
import {
  Admission,
  broadcastFile,
  byRoom,
  Feedback,
  LEAVE_REASONS,
  LiveRoom,
  Participant,
  Question,
  QuestionReply,
  Recording,
  ROLES,
  SOURCES,
  StageItem,
  Track,
  WAYS,
} from './contract/records.ts'

export * from './contract/fields.ts'
export * from './contract/records.ts'

/** Of a speech engine: words of a room as they are said. Nobody does it here unless a plugin brings it. */
export interface Captioner {
  isReady(ctx: Ctx): Promise<boolean>
}
/** Live rooms for other plugins, in the name of the ctx's member. For events, set-up and workflows. */
export interface LiveService {
  /** @throws AtriumError 403, 422 */
  create(input: z.input<typeof roomFields> & { room_type: LiveRoom['room_type'] }): Promise<{ id: number; slug: string }>
  /** For set-up: a room that is over, with who was there and what was asked. */
  addPast(input: PastRoom): Promise<{ id: number; slug: string }>
}
export interface PastRoom {
  room: RoomInput & { room_type: LiveRoom['room_type'] }
  liveAt: Date
  closedAt: Date
  people: readonly { memberId: number; role: (typeof ROLES)[number]; joinedAt: Date; seconds: number }[]
  questions: readonly { text: string; memberId: number; votes: readonly number[]; isAnswered: boolean; at: Date }[]
  feedback: readonly { memberId: number; rating: number; text: string }[]
}

const guests = open('A public stream is watched without an account; the room decides for each.')
const busy = { limit: { points: 120, seconds: 60 } }
/** Sent and asked for at each change of who speaks. */
const media = { can: guests, limit: { points: 240, seconds: 60 }, impersonated: 'never' } as const
const byOne = { params: z.object({ id, itemId: id }) }
const byQuestion = { params: z.object({ id, questionId: id }) }
const byReply = { params: z.object({ id, questionId: id, replyId: id }) }
const byPerson = { params: z.object({ id, participantId: id }) }
const byRecorder = { params: z.object({ id, recording_key: z.string().regex(/^[\w-]{8,64}$/) }) }
const staff = z.object({ community_member_id: id })
const StaffMember = z.object({ id: z.number(), community_member_id: z.number(), name: z.string(), avatar_url: z.string().nullable(), role: z.enum(ROLES) })
const room = z.object({ room: roomFields })
const changes = z.object({ room: RoomChanges })
const fact = z.object({ roomId: id, run: z.number().int() })

export default defineContract('live', {
  permissions: {
    create: { title: 'Start live rooms', grant: ['admin', 'moderator'], space: true },
    manage: { title: 'Manage any live room', grant: ['admin'], space: true },
  },
  routes: {
    streams: get('/internal_api/live_streams', { can: 'member', query: roomsQuery, reply: list(LiveRoom), summary: 'Streams, those that are on first' }),
    createStream: post('/internal_api/live_streams', { can: 'member', ...busy, body: room, reply: LiveRoom, status: 201 }),
    stream: get('/internal_api/live_streams/:id', { can: guests, ...byRoom, reply: LiveRoom }),
    updateStream: patch('/internal_api/live_streams/:id', { can: 'member', ...busy, ...byRoom, body: changes, reply: LiveRoom }),
    destroyStream: del('/internal_api/live_streams/:id', { can: 'member', ...busy, ...byRoom, reply: done }),
    rooms: get('/internal_api/rooms', { can: 'member', query: roomsQuery, reply: list(LiveRoom), summary: 'Rooms, those that are on first' }),
    createRoom: post('/internal_api/rooms', { can: 'member', ...busy, body: room, reply: LiveRoom, status: 201 }),
    room: get('/internal_api/rooms/:id', { can: 'member', ...byRoom, reply: LiveRoom }),
    updateRoom: patch('/internal_api/rooms/:id', { can: 'member', ...busy, ...byRoom, body: changes, reply: LiveRoom }),
    destroyRoom: del('/internal_api/rooms/:id', { can: 'member', ...busy, ...byRoom, reply: done }),
    bySlug: get('/internal_api/live/by_slug/:slug', {
      can: guests,
      params: z.object({ slug: z.string().max(80) }),
      reply: LiveRoom,
      summary: 'A room or stream by its address',
    }),
    now: get('/internal_api/live/now', {
      can: 'member',
      reply: z.object({ records: z.array(LiveRoom.pick({ id: true, slug: true, name: true, room_type: true, live_at: true, participants_preview: true })) }),
      summary: 'What is on now, for the sidebar: the twenty latest',
    }),

    goLive: post('/internal_api/live/:id/go_live', {
      can: 'member',
      ...busy,
      ...byRoom,
      reply: LiveRoom,
      summary: 'Lets people in; one that is over begins anew',
    }),
    join: post('/internal_api/live/:id/join', {
      can: guests,
      limit: { points: 60, seconds: 60 },
      impersonated: 'never',
      ...byRoom,
      body: Join,
      reply: Admission,
      summary: 'Comes in, or waits at the door',
    }),
    /** Whoever says nothing for a minute is gone. */
    beat: post('/internal_api/live/:id/beat', {
      ...media,
      ...byRoom,
      body: z.object({ participant_id: id }),
      reply: z.object({
        participant: Participant,
        /** Where it is not what one has, one comes in again. */
        media: z.enum(WAYS),
        room: LiveRoom.pick({ status: true, is_recording: true, ends_at: true }),
      }),
      summary: 'Says that one is still here, and hears what one may',
    }),
    leave: post('/internal_api/live/:id/leave', {
      can: guests,
      ...busy,
      ...byRoom,
      body: z.object({ reason: z.enum(LEAVE_REASONS).default('left') }),
      reply: done,
    }),
    publish: post('/internal_api/live/:id/publish', {
      ...media,
      can: 'member',
      ...byRoom,
      transaction: false,
      body: z.object({
        sdp,
        /** What each section of the offer carries. Without it the first sound is the microphone's, the first picture the camera's, the second ones a screen's. */
        sources: z.record(z.string().max(16), z.enum(SOURCES)).optional(),
      }),
      reply: z.object({ sdp: z.string() }),
      summary: 'Offers sound and picture (WebRTC), and is answered',
    }),
    subscribe: post('/internal_api/live/:id/subscribe', {
      ...media,
      ...byRoom,
      transaction: false,
      body: z.object({ sdp }),
      reply: z.object({
        sdp: z.string(),
        tracks: z.array(Track),
        /** Sections that the offer has too few of. */
        missing: z.object({ audio: z.number(), video: z.number() }).default({ audio: 0, video: 0 }),
      }),
      summary: 'Asks for the sound and picture of everybody (WebRTC)',
    }),
    prefer: post('/internal_api/live/:id/prefer', {
      ...media,
      ...byRoom,
      transaction: false,
      body: z.object({ preferences: Preferences }),
      reply: done,
      summary: 'How large each picture is shown, so that no more is sent',
    }),
    broadcast: get('/internal_api/live/:id/hls/:file', {
      can: guests,
      impersonated: 'never',
      params: z.object({ id, file: broadcastFile }),
      summary: 'The broadcast of a stream (HLS), for those who are in it: its playlist, and what that names',
    }),
    hand: post('/internal_api/live/:id/hand', { can: 'member', ...busy, ...byRoom, body: z.object({ is_raised: z.boolean() }), reply: done }),
    react: post('/internal_api/live/:id/reactions', {
      can: 'member',
      limit: { points: 60, seconds: 60 },
      ...byRoom,
      body: z.object({ emoji: z.enum(['👏', '❤️', '😂', '😮', '🎉', '👍']) }),
      reply: done,
    }),
    muteAll: post('/internal_api/live/:id/mute_all', { can: 'member', ...busy, ...byRoom, reply: done, summary: 'Silences all but those who run the room' }),

    participants: get('/internal_api/live/:id/participants', { can: 'member', ...byRoom, query: peopleQuery, reply: list(Participant) }),
    updateParticipant: patch('/internal_api/live/:id/participants/:participantId', {
      can: 'member',
      ...busy,
      ...byPerson,
      body: z.object({ participant: ParticipantChange }),
      reply: Participant,
    }),
    changeRole: patch('/internal_api/live/:id/participants/:participantId/role', {
      can: 'member',
      ...busy,
      ...byPerson,
      body: z.object({ role: z.enum(['cohost', 'moderator', 'participant']) }),
      reply: Participant,
      summary: 'Another role at once, in mid-call',
    }),
    removeParticipant: del('/internal_api/live/:id/participants/:participantId', {
      can: 'member',
      ...busy,
      ...byPerson,
      query: z.object({ ban: z.enum(['true', 'false']).default('false') }),
      reply: done,
    }),
    participantsCsv: get('/internal_api/live/:id/participants.csv', { can: 'member', ...byRoom, summary: 'Who was there, from when to when' }),
    invite: post('/internal_api/live/:id/invite', {
      can: 'member',
      limit: { points: 20, seconds: 60 },
      ...byRoom,
      body: z.object({ invited_entities_ids: Invited }),
      reply: z.object({ success: z.literal(true), invited_count: z.number() }),
    }),
    cohosts: get('/internal_api/live/:id/cohosts', { can: 'member', ...byRoom, reply: z.object({ records: z.array(StaffMember) }) }),
    createCohost: post('/internal_api/live/:id/cohosts', {
      can: 'member',
      ...busy,
      ...byRoom,
      body: z.object({ cohost: staff }),
      reply: StaffMember,
      status: 201,
    }),
    cohost: get('/internal_api/live/:id/cohosts/:itemId', { can: 'member', ...byOne, reply: StaffMember }),
    updateCohost: patch('/internal_api/live/:id/cohosts/:itemId', {
      can: 'member',
      ...busy,
      ...byOne,
      body: z.object({ role: z.enum(['cohost', 'moderator']) }),
      reply: StaffMember,
    }),
    destroyCohost: del('/internal_api/live/:id/cohosts/:itemId', { can: 'member', ...busy, ...byOne, reply: done }),
    moderators: get('/internal_api/live/:id/moderators', { can: 'member', ...byRoom, reply: z.object({ records: z.array(StaffMember) }) }),
    createModerator: post('/internal_api/live/:id/moderators', {
      can: 'member',
      ...busy,
      ...byRoom,
      body: z.object({ moderator: staff }),
      reply: StaffMember,
      status: 201,
    }),
    moderator: get('/internal_api/live/:id/moderators/:itemId', { can: 'member', ...byOne, reply: StaffMember }),
    updateModerator: patch('/internal_api/live/:id/moderators/:itemId', {
      can: 'member',
      ...busy,
      ...byOne,
      body: z.object({ role: z.enum(['cohost', 'moderator']) }),
      reply: StaffMember,
    }),
    destroyModerator: del('/internal_api/live/:id/moderators/:itemId', { can: 'member', ...busy, ...byOne, reply: done }),

    end: post('/internal_api/live/:id/end', { can: 'member', ...busy, ...byRoom, body: EndInput, reply: LiveRoom }),
    endDelayed: post('/internal_api/live/:id/end_delayed', {
      can: 'member',
      ...busy,
      ...byRoom,
      body: z.object({
        /** Null: it does not end by itself any more. */
        minutes: z.number().int().min(1).max(60).nullable(),
      }),
      reply: LiveRoom,
    }),
    feedback: post('/internal_api/live/:id/feedback', {
      can: 'member',
      ...busy,
      ...byRoom,
      body: z.object({ rating: z.number().int().min(1).max(5), text: z.string().trim().max(1_000).default('') }),
      reply: Feedback,
      status: 201,
    }),
    chatTranscript: get('/internal_api/live/:id/chat_transcript', { can: 'member', ...byRoom, summary: 'All that was written in the chat, as a text' }),
    report: post('/internal_api/live/:id/reports', {
      can: 'member',
      limit: { points: 10, seconds: 60 },
      ...byRoom,
      body: z.object({ participant_id: id, reason: z.string().trim().min(1, 'Say what happened.').max(1_000) }),
      reply: done,
      status: 201,
    }),

    recorders: get('/internal_api/live/:id/recorders', { can: 'member', ...byRoom, reply: z.object({ records: z.array(Recording) }) }),
    createRecorder: post('/internal_api/live/:id/recorders', {
      can: 'member',
      ...busy,
      ...byRoom,
      transaction: false,
      reply: Recording,
      status: 201,
      summary: 'Begins a recording',
    }),
    recorder: get('/internal_api/live/:id/recorders/:recording_key', { can: 'member', ...byRecorder, reply: Recording }),
    updateRecorder: patch('/internal_api/live/:id/recorders/:recording_key', {
      can: 'member',
      ...busy,
      ...byRecorder,
      body: z.object({ recorder: RecorderChanges }),
      reply: Recording,
    }),
    stopRecorder: del('/internal_api/live/:id/recorders/:recording_key', {
      can: 'member',
      ...busy,
      ...byRecorder,
      reply: Recording,
      summary: 'Ends a recording',
    }),
    destroyRecording: del('/internal_api/live/:id/recordings/:itemId', { can: 'member', ...busy, ...byOne, reply: done }),

    questions: get('/internal_api/live/:id/questions', {
      can: guests,
      ...byRoom,
      query: questionsQuery,
      reply: list(Question).extend({ counts: z.record(z.string(), z.number()) }),
    }),
    createQuestion: post('/internal_api/live/:id/questions', {
      can: 'member',
      limit: { points: 6, seconds: 60 },
      ...byRoom,
      body: z.object({ question: QuestionInput }),
      reply: Question,
      status: 201,
    }),
    question: get('/internal_api/live/:id/questions/:questionId', { can: guests, ...byQuestion, reply: Question }),
    updateQuestion: patch('/internal_api/live/:id/questions/:questionId', {
      can: 'member',
      ...busy,
      ...byQuestion,
      body: z.object({ question: z.object({ text: questionText }) }),
      reply: Question,
    }),
    destroyQuestion: del('/internal_api/live/:id/questions/:questionId', { can: 'member', ...busy, ...byQuestion, reply: done }),
    approveQuestion: post('/internal_api/live/:id/questions/:questionId/approve', { can: 'member', ...busy, ...byQuestion, reply: Question }),
    dismissQuestion: post('/internal_api/live/:id/questions/:questionId/dismiss', { can: 'member', ...busy, ...byQuestion, reply: Question }),
    answerQuestion: post('/internal_api/live/:id/questions/:questionId/answer', { can: 'member', ...busy, ...byQuestion, reply: Question }),
    bringBackQuestion: post('/internal_api/live/:id/questions/:questionId/bring_back', { can: 'member', ...busy, ...byQuestion, reply: Question }),
    upvoteQuestion: post('/internal_api/live/:id/questions/:questionId/upvote', { can: 'member', ...busy, ...byQuestion, reply: Question }),
    withdrawVote: del('/internal_api/live/:id/questions/:questionId/upvote', { can: 'member', ...busy, ...byQuestion, reply: Question }),
    spotlightQuestion: post('/internal_api/live/:id/questions/:questionId/spotlight', { can: 'member', ...busy, ...byQuestion, reply: Question }),
    endSpotlight: del('/internal_api/live/:id/questions/:questionId/spotlight', { can: 'member', ...busy, ...byQuestion, reply: Question }),
    pinQuestion: post('/internal_api/live/:id/questions/:questionId/pin', { can: 'member', ...busy, ...byQuestion, reply: Question }),
    unpinQuestion: del('/internal_api/live/:id/questions/:questionId/pin', { can: 'member', ...busy, ...byQuestion, reply: Question }),
    replies: get('/internal_api/live/:id/questions/:questionId/replies', {
      can: guests,
      ...byQuestion,
      reply: z.object({ records: z.array(QuestionReply) }),
      summary: 'The first hundred, the oldest first',
    }),
    createReply: post('/internal_api/live/:id/questions/:questionId/replies', {
      can: 'member',
      limit: { points: 12, seconds: 60 },
      ...byQuestion,
      body: z.object({ reply: z.object({ text: questionText }) }),
      reply: QuestionReply,
      status: 201,
    }),
    reply: get('/internal_api/live/:id/questions/:questionId/replies/:replyId', { can: guests, ...byReply, reply: QuestionReply }),
    updateReply: patch('/internal_api/live/:id/questions/:questionId/replies/:replyId', {
      can: 'member',
      ...busy,
      ...byReply,
      body: z.object({ reply: z.object({ text: questionText }) }),
      reply: QuestionReply,
    }),
    destroyReply: del('/internal_api/live/:id/questions/:questionId/replies/:replyId', { can: 'member', ...busy, ...byReply, reply: done }),

    stageItems: get('/internal_api/live/:id/spotlight_items', { can: guests, ...byRoom, reply: z.object({ records: z.array(StageItem) }) }),
    createStageItem: post('/internal_api/live/:id/spotlight_items', {
      can: 'member',
      ...busy,
      ...byRoom,
      body: z.object({ spotlight_item: stageFields }),
      reply: StageItem,
      status: 201,
    }),
    stageItem: get('/internal_api/live/:id/spotlight_items/:itemId', { can: guests, ...byOne, reply: StageItem }),
    updateStageItem: patch('/internal_api/live/:id/spotlight_items/:itemId', {
      can: 'member',
      ...busy,
      ...byOne,
      body: z.object({ spotlight_item: changesOf(stageFields.omit({ kind: true, question_id: true })) }),
      reply: StageItem,
    }),
    destroyStageItem: del('/internal_api/live/:id/spotlight_items/:itemId', { can: 'member', ...busy, ...byOne, reply: done }),
  },
  events: {
    'room.went_live': event(fact.extend({ memberId: id.nullable(), spaceId: id.nullable(), slug: z.string(), name: z.string() }), {
      automation: true,
      title: 'A live room opens',
    }),
    'room.ended': event(fact, { automation: true, title: 'A live room ends' }),
    /** Somebody was there, and goes; `seconds` in all of this run. */
    'room.attended': event(fact.extend({ memberId: id, seconds: z.number().int() }), { automation: true, title: 'A member attended a live room' }),
    /** Pushed to the room `live:<id>`: its facts are other ones. */
    'live_room.changed': event(z.object({ roomId: id })),
    /** Pushed likewise: who is in it, hands and roles. */
    'people.changed': event(z.object({ roomId: id })),
    /** Pushed likewise: somebody began or ended sending. */
    'tracks.changed': event(z.object({ roomId: id })),
    'questions.changed': event(z.object({ roomId: id })),
    'stage.changed': event(z.object({ roomId: id })),
    'reaction.given': event(z.object({ roomId: id, participantId: id, emoji: z.string() })),
    /** Told to one member: silenced, removed, let in, another role. */
    'participant.told': event(
      z.object({ roomId: id, participantId: id, memberId: id, what: z.enum(['admitted', 'muted', 'unmuted', 'role', 'removed', 'hand_down']) }),
      { realtime: 'member' },
    ),
  },
  points: { captioner: point<Captioner>() },
  service: type<LiveService>(),
})
