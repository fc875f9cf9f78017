/** What calls on live rooms answer. */
import { Author, date, id, line, z } from '@atrium/sdk'

/** `stream`: a few speak and many listen; `conference`: everybody may speak. */
export const ROOM_TYPES = ['stream', 'conference'] as const
/** `open`: the community, or the space it belongs to; `secret`: who is invited; `public_stream`: visitors too, of streams alone. */
export const ACCESS_TYPES = ['open', 'secret', 'public_stream'] as const
export const VIEW_TYPES = ['speaker_view', 'speaker_variant_view', 'grid_view'] as const
/** `backstage`: those who run it prepare, and nobody else is let in. */
export const ROOM_STATUSES = ['backstage', 'live', 'ended'] as const
export const ROLES = ['host', 'cohost', 'moderator', 'participant'] as const
export type Role = (typeof ROLES)[number]
/** `waiting`: at the door; `removed`: may come back; `banned`: may not. */
export const PRESENCE = ['waiting', 'in', 'left', 'removed', 'banned'] as const
export const QUESTION_STATUSES = ['waiting', 'open', 'answered', 'dismissed'] as const
export const STAGE_KINDS = ['question', 'text', 'link'] as const
export const RECORDING_STATUSES = ['recording', 'processing', 'ready', 'failed'] as const
/** Why somebody goes. */
export const LEAVE_REASONS = ['left', 'closed', 'lost', 'ended'] as const

export const Participant = z.object({
  id: z.number(),
  /** Null for a visitor of a public stream. */
  community_member_id: z.number().nullable(),
  public_uid: z.string(),
  name: z.string(),
  headline: z.string(),
  avatar_url: z.string().nullable(),
  role: z.enum(ROLES),
  status: z.enum(PRESENCE),
  /** Since when a hand is up. */
  hand_raised_at: date.nullable(),
  /** Kept silent by those who run the room until they let it speak again. */
  is_muted: z.boolean(),
  /** Whether it may send sound and picture. */
  can_speak: z.boolean(),
  joined_at: date,
})
export type Participant = z.output<typeof Participant>

export const LiveRoom = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(ROOM_STATUSES),
  room_type: z.enum(ROOM_TYPES),
  view_type: z.enum(VIEW_TYPES),
  access_type: z.enum(ACCESS_TYPES),
  room_provider: z.enum(['embedded', 'livekit']),
  recording_enabled: z.boolean(),
  /** A recording is being made. */
  is_recording: z.boolean(),
  auto_post_recording_enabled: z.boolean(),
  mute_on_join: z.boolean(),
  limit_url_sharing: z.boolean(),
  hide_participants_list: z.boolean(),
  has_waiting_room: z.boolean(),
  is_locked: z.boolean(),
  questions_enabled: z.boolean(),
  /** Questions wait for whoever runs the room before others see them. */
  questions_are_checked: z.boolean(),
  anonymous_questions: z.boolean(),
  chat_enabled: z.boolean(),
  chat_room_uuid: z.string().nullable(),
  space: z.object({ id: z.number(), name: z.string(), slug: z.string() }).nullable(),
  event_id: z.number().nullable(),
  creator: Author.nullable(),
  /** Of speakers at once. */
  host_capacity: z.number(),
  /** Why more listeners cannot come in, for those who run it: broadcasts need ffmpeg and space on the disk. */
  broadcast_problem: z.enum(['tools_missing', 'disk_full']).nullable(),
  /** Who is in it, the first few; `count`: all. */
  participants_preview: z.object({ count: z.number(), records: z.array(Author) }),
  /** Null for those who do not run it. */
  invited_entities_ids: z
    .object({ members_ids: z.array(z.number()), spaces_ids: z.array(z.number()), space_groups_ids: z.array(z.number()), member_tags_ids: z.array(z.number()) })
    .nullable(),
  questions_count: z.number(),
  /** How often it has gone live. */
  runs_count: z.number(),
  /** It ends by itself then. */
  ends_at: date.nullable(),
  /** When the date begins that it was opened for. */
  starts_at: date.nullable().default(null),
  live_at: date.nullable(),
  closed_at: date.nullable(),
  created_at: date,
  is_creator: z.boolean(),
  can_host: z.boolean(),
  can_manage: z.boolean(),
  can_moderate: z.boolean(),
})
export type LiveRoom = z.output<typeof LiveRoom>

export const Question = z.object({
  id: z.number(),
  text: z.string(),
  status: z.enum(QUESTION_STATUSES),
  /** Null where it was asked anonymously, also for those who run the room. */
  author: Author.nullable(),
  is_own: z.boolean(),
  is_anonymous: z.boolean(),
  votes_count: z.number(),
  is_voted: z.boolean(),
  replies_count: z.number(),
  is_pinned: z.boolean(),
  is_on_stage: z.boolean(),
  answered_at: date.nullable(),
  created_at: date,
  policies: z.object({ can_update: z.boolean(), can_destroy: z.boolean(), can_moderate: z.boolean() }),
})
export type Question = z.output<typeof Question>
export const QuestionReply = z.object({
  id: z.number(),
  question_id: z.number(),
  text: z.string(),
  author: Author.nullable(),
  is_own: z.boolean(),
  created_at: date,
})
export type QuestionReply = z.output<typeof QuestionReply>

/** What stands ready for the stage, or on it. */
export const StageItem = z.object({
  id: z.number(),
  kind: z.enum(STAGE_KINDS),
  text: z.string(),
  url: z.string().nullable(),
  question_id: z.number().nullable(),
  position: z.number(),
  is_on_stage: z.boolean(),
  shown_at: date.nullable(),
})
export type StageItem = z.output<typeof StageItem>

/** `at` in seconds, each after the one before it. */
export const Chapter = z.object({ at: z.number().int().min(0).max(86_400), title: line(120).min(1, 'Enter a name.') })
export type Chapter = z.output<typeof Chapter>
export const Recording = z.object({
  id: z.number(),
  recording_key: z.string(),
  name: z.string(),
  status: z.enum(RECORDING_STATUSES),
  /** What went wrong, as a word for it: `no_media`, `tools_missing`, `storage_full`, `unreadable`, or the code of what was refused. */
  reason: z.string().nullable(),
  /** Percent of what is made of it, while it is being processed. */
  progress: z.number(),
  started_at: date,
  stopped_at: date.nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  byte_size: z.number(),
  /** Of plugin media, once it is ready. */
  file_id: z.number().nullable(),
  url: z.string().nullable(),
  post_path: z.string().nullable(),
  chapters: z.array(Chapter),
})
export type Recording = z.output<typeof Recording>

/** How somebody who is in it gets sound and picture: by a link of their own, or with all who have none by the broadcast, some seconds later. */
export const WAYS = ['room', 'hls'] as const
export type Way = (typeof WAYS)[number]
/** A broadcast's playlist and its parts. */
export const PLAYLIST = 'live.m3u8'
export const broadcastFile = z.string().regex(/^(?:live\.m3u8|part\d{6,8}\.ts)$/)
/** How far back one may go in a broadcast. */
export const REWIND_SECONDS = 3_600
/** How a browser reaches sound and picture. */
export const Admission = z.object({
  participant: Participant,
  /** `waiting`: at the door until somebody opens; `hls`: the playlist is watched, as there are more listeners than places in the room. */
  media: z.enum([...WAYS, 'waiting']),
  playlist_url: z.string().nullable(),
  ice_servers: z.array(z.object({ urls: z.array(z.string()), username: z.string().optional(), credential: z.string().optional() })),
})
export type Admission = z.output<typeof Admission>
export const SOURCES = ['microphone', 'camera', 'screen', 'screen_audio'] as const
export type Source = (typeof SOURCES)[number]
export const LAYERS = ['h', 'm', 'l', 'off'] as const
/** Which section of the answer carries whose picture or sound. */
export const Track = z.object({ mid: z.string(), participant_id: z.number(), source: z.enum(SOURCES) })
export type Track = z.output<typeof Track>

export const Feedback = z.object({ id: z.number(), rating: z.number(), text: z.string(), created_at: date })
export const byRoom = { params: z.object({ id }) }
