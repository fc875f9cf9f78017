/** What calls on live rooms take. */
import { changesOf, flag, id, line, paging, type Tier, z } from '@atrium/sdk'
import { ACCESS_TYPES, Chapter, LAYERS, QUESTION_STATUSES, ROLES, ROOM_STATUSES, SOURCES, STAGE_KINDS, VIEW_TYPES } from './records.ts'

export const MAX_NAME = 120
export const MAX_INVITED = 500
/** Letters of an offer: eight pictures in three layers stay below. */
export const MAX_SDP = 64_000
export const MAX_QUESTION = 500
/** Questions of one member in a room that nobody has answered or dismissed yet. */
export const MAX_OPEN_QUESTIONS = 20
/** Of one question. */
export const MAX_REPLIES = 100
/** Things ready for the stage of one room. */
export const MAX_STAGE_ITEMS = 50

/** One recording ends by itself after so long. */
export const MAX_RECORDING_HOURS = 4
interface LiveLimits {
  live_stream_max_host_capacity: number
  live_stream_max_spectator_capacity: number
  live_room_participants_capacity: number
  live_stream_recording_hours: number
}
/** By tier and under the names of the public API: who speaks in a stream, who listens to it, who is in a room at once; hours of recordings that are kept. */
export const LIVE_LIMITS: Record<Tier, LiveLimits> = {
  basic: {
    ...{ live_stream_max_host_capacity: 3, live_stream_max_spectator_capacity: 50, live_room_participants_capacity: 8, live_stream_recording_hours: 20 },
  },
  professional: {
    ...{ live_stream_max_host_capacity: 6, live_stream_max_spectator_capacity: 300, live_room_participants_capacity: 20, live_stream_recording_hours: 100 },
  },
  business: {
    ...{ live_stream_max_host_capacity: 12, live_stream_max_spectator_capacity: 2_000, live_room_participants_capacity: 50, live_stream_recording_hours: 500 },
  },
}

const ids = z.array(id).max(MAX_INVITED).default([])
export const Invited = z.object({ members_ids: ids, spaces_ids: ids, space_groups_ids: ids, member_tags_ids: ids })
export type Invited = z.output<typeof Invited>

export const roomFields = z.object({
  name: line(MAX_NAME).min(1, 'Enter a name.'),
  description: z.string().trim().max(2_000).default(''),
  /** Made of the name where it is left out. */
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .max(80)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use letters, numbers, and hyphens.')
    .optional(),
  view_type: z.enum(VIEW_TYPES).default('speaker_view'),
  access_type: z.enum(ACCESS_TYPES).default('open'),
  /** Where it belongs: members of the space are let in, and its recording is posted there. */
  space_id: id.nullable().default(null),
  recording_enabled: z.boolean().default(true),
  auto_post_recording_enabled: z.boolean().default(false),
  mute_on_join: z.boolean().default(false),
  limit_url_sharing: z.boolean().default(false),
  hide_participants_list: z.boolean().default(false),
  has_waiting_room: z.boolean().default(false),
  questions_enabled: z.boolean().default(true),
  questions_are_checked: z.boolean().default(false),
  anonymous_questions: z.boolean().default(true),
  chat_enabled: z.boolean().default(true),
  invited_entities_ids: Invited.prefault({}),
})
export type RoomInput = z.output<typeof roomFields>
/** Whom it invites stays where nothing is said of it, and is as said where something is. */
export const RoomChanges = changesOf(roomFields.extend({ is_locked: z.boolean(), invited_entities_ids: Invited }))
export type RoomChanges = z.output<typeof RoomChanges>
export const roomsQuery = paging.extend({
  status: z.enum([...ROOM_STATUSES, 'all']).default('all'),
  search_text: z.string().trim().max(100).optional(),
  space_id: id.optional(),
  /** Of one date of an event: that date's room alone. */
  occurrence_id: id.optional(),
})

export const Join = z.object({
  /** No more than one has: whoever runs the room may come as a listener. */
  role: z.enum(ROLES).optional(),
  /** Of a visitor. */
  name: line(80).optional(),
  /** Without sending anything. */
  only_listens: z.boolean().default(false),
})
export const RecorderChanges = changesOf(
  z.object({
    name: line(MAX_NAME).min(1, 'Enter a name.'),
    chapters: z
      .array(Chapter)
      .max(100)
      .transform((given) => given.sort((one, other) => one.at - other.at)),
  }),
)
export type RecorderChanges = z.output<typeof RecorderChanges>
export const sdp = z.string().min(1).max(MAX_SDP)
export const Preferences = z.array(z.object({ participant_id: id, source: z.enum(SOURCES), layer: z.enum(LAYERS) })).max(100)

export const ParticipantChange = z
  .object({
    /** `true` lets somebody in from the door. */
    is_admitted: z.literal(true),
    is_muted: z.boolean(),
    /** Takes a raised hand down. */
    hand_raised: z.literal(false),
  })
  .partial()
export const peopleQuery = paging.extend({ search_text: z.string().trim().max(100).optional(), status: z.enum(['in', 'waiting']).default('in') })

export const questionText = z.string().trim().min(1, 'Enter a question.').max(MAX_QUESTION)
export const QuestionInput = z.object({ text: questionText, is_anonymous: z.boolean().default(false), creation_uuid: z.string().max(64).optional() })
export const questionsQuery = paging.extend({
  status: z.enum([...QUESTION_STATUSES, 'all']).default('open'),
  sort: z.enum(['top', 'latest']).default('top'),
  is_own: flag.optional(),
})
export const stageFields = z.object({
  kind: z.enum(STAGE_KINDS),
  text: line(300).default(''),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullable()
    .default(null),
  question_id: id.nullable().default(null),
  position: z.number().int().min(0).max(1_000).optional(),
  is_on_stage: z.boolean().default(false),
})
export const EndInput = z.object({
  keeps_recording: z.boolean().default(true),
  keeps_chat: z.boolean().default(true),
  post_to_space_id: id.nullable().default(null),
})
