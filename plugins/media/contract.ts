/** What others may know of media: uploads, the list of files, how videos and sounds play, their words, how much was watched, the limits. */
import { changesOf, date, defineContract, del, done, get, id, line, list, open, paging, patch, point, post, put, slot, type, z } from '@atrium/sdk'
import type { Ctx, FileInfo } from '@atrium/sdk/server'

const Upload = z.object({
  id: z.number(),
  signed_id: z.string(),
  filename: z.string(),
  content_type: z.string(),
  byte_size: z.number(),
  /** Bytes that have arrived. */
  offset: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** Tiny picture as a data: address, or null. */
  placeholder: z.string().nullable(),
  url: z.string().nullable(),
  /** What rich text calls the same thing. */
  attachable_sgid: z.string(),
})
/** Where a file stands: the record's title and address, as far as they are known. */
const Usage = z.object({ kind: z.string(), title: z.string().nullable(), path: z.string().nullable() })
export const STATUSES = ['none', 'pending', 'processing', 'completed', 'failed'] as const
/** Why a video or sound could not be made ready: `tools_missing` is the server's own lack, `too_long` more than the time limit allows. */
export const REASONS = ['tools_missing', 'unreadable', 'no_media', 'too_long', 'timeout', 'cancelled'] as const

export const AttachedFile = z.object({
  id: z.number(),
  filename: z.string(),
  content_type: z.string(),
  byte_size: z.number(),
  url: z.string(),
  thumb_url: z.string().nullable(),
  /** Bytes of what was made of it: streams, previews. */
  derived_bytes: z.number(),
  used_by: z.string().nullable(),
  used_in: Usage.nullable(),
  /** Of videos and sounds; null for other files. */
  transcoding: z.object({ status: z.enum(STATUSES), progress: z.number(), reason: z.enum(REASONS).nullable() }).nullable(),
  member: z.object({ id: z.number(), name: z.string() }).nullable(),
  created_at: date,
})
export type AttachedFile = z.output<typeof AttachedFile>

export const KINDS = ['image', 'video', 'audio', 'other'] as const
/** What a link shows as a card. Players need nothing of it but title and picture. */
export const Embed = z.object({
  /** `unknown`: nobody has asked yet; `failed`: there is nothing to show. */
  status: z.enum(['unknown', 'pending', 'ready', 'failed']),
  title: z.string().nullable(),
  description: z.string().nullable(),
  site_name: z.string().nullable(),
  image_url: z.string().nullable(),
})
export type Embed = z.output<typeof Embed>
export const SORTS = ['newest', 'largest'] as const

/** All that a player asks for. Addresses are the reader's own and expire like the file's. */
export const Playback = z.object({
  /** The file's. */
  id: z.number(),
  filename: z.string(),
  kind: z.enum(['video', 'audio']),
  /** `none`: nobody has asked for it. Until it is `completed`, and after it `failed`, the original plays. */
  status: z.enum(STATUSES),
  /** Percent. */
  progress: z.number(),
  reason: z.enum(REASONS).nullable(),
  duration: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** The original. */
  url: z.string(),
  /** HLS with fragmented MP4, of a video that is completed. */
  playlist_url: z.string().nullable(),
  /** AAC, of a sound in a format that not every browser plays. */
  audio_url: z.string().nullable(),
  poster_url: z.string().nullable(),
  /** WebVTT whose cues name pieces of one picture. */
  sprite_url: z.string().nullable(),
  /** Loudness over time, 0 to 100, 64 to 1000 values. */
  peaks: z.array(z.number()).nullable(),
  captions: z.array(z.object({ id: z.number(), language: z.string(), label: z.string(), url: z.string() })),
  /** Where the reader stopped, in seconds. */
  position: z.number(),
  /** Whether the reader may retry, cancel, and write captions. */
  can_edit: z.boolean(),
})
export type Playback = z.output<typeof Playback>

export const CUES = 10_000
export const CUE_TEXT = 1_000
export const Cue = z
  .object({ start: z.number().min(0).max(360_000), end: z.number().min(0).max(360_000), text: z.string().trim().min(1).max(CUE_TEXT) })
  .refine(({ start, end }) => end > start, 'The end time must be after the start time.')
export type Cue = z.output<typeof Cue>
/** Script, region and variant in their places: what is merely like a tag has no name in any language. */
const language = z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?(-[A-Za-z0-9]{5,8})?$/, 'Choose a valid language.')
const label = line(80).min(1)
const Words = z.object({
  cues: z.array(Cue).max(CUES),
  /** A WebVTT or SubRip file, instead of cues. */
  vtt: z.string().max(500_000),
  language,
  label,
})
export const Transcript = z.object({
  id: z.number(),
  file_id: z.number(),
  filename: z.string(),
  language: z.string(),
  label: z.string(),
  origin: z.enum(['typed', 'uploaded', 'automatic']),
  cues: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
  vtt_url: z.string(),
  can_edit: z.boolean(),
  updated_at: date,
})
export type Transcript = z.output<typeof Transcript>

const Watched = z.object({
  views: z.number(),
  /** Different members. */
  viewers: z.number(),
  /** Seconds. */
  watched: z.number(),
  /** How often somebody came to the end for the first time. */
  completions: z.number(),
})
export const MediaAnalytics = z.object({
  from: z.string(),
  to: z.string(),
  totals: Watched,
  days: z.array(Watched.extend({ date: z.string() })),
  /** The most watched, twenty at most. */
  files: z.array(Watched.extend({ id: z.number(), filename: z.string(), duration: z.number().nullable() })),
})
export type MediaAnalytics = z.output<typeof MediaAnalytics>

/** Turns speech into captions; nobody does here unless a plugin brings it. */
export interface Transcriber {
  /** Called in a job without a transaction. @param audio mono, 16 kHz, WAV */
  transcribe(ctx: Ctx, audio: AsyncIterable<Uint8Array>, language: string): Promise<Cue[]>
}

/** For plugins that make files themselves, in the name of the ctx's member. */
export interface MediaService {
  /** @throws AtriumError 402 `limit_reached`, 413 `storage_full` where so many bytes more have no room */
  demandRoom(bytes: number): Promise<void>
  /** A video or sound as an upload: made ready for every browser, and with `captions` its words written down where a plugin does that. */
  prepare(file: FileInfo, more?: { captions?: boolean }): Promise<void>
}
/** Names the parts of a recording by what is said in it. */
export interface ChapterWriter {
  /** Called outside of transactions. @param duration in seconds @param memberId who uploaded it @throws AtriumError 422, 429, 502 */
  chapters(ctx: Ctx, recording: { cues: readonly Cue[]; duration: number; memberId: number | null }): Promise<z.input<typeof Chapters>['chapters']>
}
/** `at` in seconds, each after the one before it. */
export const Chapters = z.object({ chapters: z.array(z.object({ at: z.number().int().min(0), title: z.string().min(1).max(120) })).max(100) })

/** The signed address by which the reader was shown the file: the proof that they may see it. Uploaders and those who manage files need none. */
const src = z.string().max(1000).optional()
const ofFile = { params: z.object({ id }), query: z.object({ src }) }
const checksum = z.string().regex(/^[A-Za-z0-9+/]{22}==$/, 'This isn’t a base64-encoded MD5 checksum.')
/** What the address of an upload carries, where it began with one. */
const compared = z.object({ checksum: checksum.optional() })
const link = z
  .string()
  .max(2048)
  .refine((text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) && !new URL(text).username, 'Enter a valid URL.')

const settings = z.object({
  /** Megabytes. */
  max_file_megabytes: z.number().int().min(1).max(1_000).meta({ unit: 'megabytes' }).default(200),
  members_may_upload: z.boolean().default(true),
  /** Makes streams of videos, and sounds that play everywhere, as they are uploaded. */
  prepare_media: z.boolean().default(true),
  /** Gigabytes that all files together may take; null is as much as there is room. */
  quota_gigabytes: z.number().min(1).max(100_000).meta({ unit: 'gigabytes' }).nullable().default(null),
})
const Storage = settings.extend({
  /** Programs for videos and sounds that the server lacks: then originals play as they are. */
  missing_tools: z.array(z.string()),
  used_bytes: z.number(),
  files_count: z.number(),
  by_kind: z.array(z.object({ kind: z.enum(KINDS), bytes: z.number(), files: z.number() })),
})
export type Storage = z.output<typeof Storage>

/** What `media.chapters` is handed. */
export interface ChaptersEditor {
  fileId: number
  /** Its signed address. */
  src: string
  isEmpty: boolean
  /** Puts them in place of those that are there; they are saved with what they stand in. */
  onChapters: (chapters: { at: number; title: string }[]) => void
}

export default defineContract('media', {
  permissions: { manage: { title: 'View and delete all files', grant: ['admin'] } },
  settings,
  service: type<MediaService>(),
  points: {
    transcriber: point<Transcriber>(),
    chapters: point<ChapterWriter>(),
  },
  slots: {
    /** For screens that edit what a video or sound stands in: its captions, with how to add some. `src` is its signed address. */
    'media.captions': slot<{ fileId: number; src: string }>(),
    /** Beside the chapters of a video or sound, where they are edited. `isEmpty`: there are none yet. */
    'media.chapters': slot<ChaptersEditor>(),
  },
  routes: {
    directUploads: post('/internal_api/direct_uploads', {
      can: 'member',
      body: z.object({
        blob: z.object({
          filename: z.string().min(1).max(500),
          byte_size: z.number().int().min(1),
          content_type: z.string().max(200).optional(),
          checksum: checksum.optional(),
        }),
      }),
      reply: z.object({
        id: z.number(),
        signed_id: z.string(),
        attachable_sgid: z.string(),
        filename: z.string(),
        /** As it was announced; what the bytes are is seen once they have come. */
        content_type: z.string(),
        byte_size: z.number(),
        checksum: z.string().nullable(),
        created_at: date,
        /** Of the file, once it is whole. */
        url: z.string(),
        direct_upload: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }),
      }),
      status: 201,
      limit: { points: 120, seconds: 60 },
      summary: 'Begin an upload: reserves room, answers where to send the bytes',
    }),
    offset: get('/internal_api/direct_uploads/:signed_id', {
      can: 'member',
      params: z.object({ signed_id: z.string().max(200) }),
      query: compared,
      reply: z.object({ signed_id: z.string(), offset: z.number() }),
      summary: 'How many bytes have arrived',
    }),
    append: put('/internal_api/direct_uploads/:signed_id', {
      can: 'member',
      params: z.object({ signed_id: z.string().max(200) }),
      query: compared,
      reply: Upload.partial().extend({ signed_id: z.string(), offset: z.number() }),
      stream: true,
      transaction: false,
      summary: 'Send bytes from the offset named by the header Upload-Offset',
    }),
    embed: get('/internal_api/embeds', {
      can: 'member',
      query: z.object({ url: link }),
      reply: Embed,
      limit: { points: 300, seconds: 60 },
      summary: 'What is known of a page that a text links to; asks nobody',
    }),
    createEmbed: post('/internal_api/embeds', {
      can: 'member',
      body: z.object({ url: link }),
      reply: Embed,
      limit: { points: 30, seconds: 60 },
      summary: 'Have a page looked at for its card; the answer is there a moment later',
    }),
    settings: get('/internal_api/media_settings', { can: 'member', reply: settings, summary: 'Limits of uploads' }),
    updateSettings: patch('/internal_api/media_settings', { can: 'manage', body: changesOf(settings), reply: settings, summary: 'Change the limits' }),
    storage: get('/internal_api/settings/storage', { can: 'manage', reply: Storage, summary: 'What the files take, and what they may' }),
    updateStorage: patch('/internal_api/settings/storage', { can: 'manage', form: true, body: changesOf(settings), reply: Storage }),
    files: get('/internal_api/attached_files', {
      can: 'manage',
      query: paging.extend({
        search_text: z.string().max(200).optional(),
        kind: z.enum(KINDS).optional(),
        member_id: z.coerce.number().int().optional(),
        /** Only what something uses, or only what nothing uses. */
        used: z.enum(['yes', 'no']).optional(),
        sort: z.enum(SORTS).default('newest'),
      }),
      reply: list(AttachedFile),
      summary: 'All files of the community',
    }),
    remove: del('/internal_api/attached_files/:id', { can: 'manage', params: z.object({ id }), reply: done, summary: 'Delete a file for good' }),
    removeMany: post('/internal_api/attached_files/bulk_destroy', {
      can: 'manage',
      body: z.object({ ids: z.array(id).min(1).max(100) }),
      reply: z.object({ removed: z.number() }),
      summary: 'Delete files for good; those that are gone already are passed over',
    }),

    transcode: post('/internal_api/media_transcodings', {
      can: 'member',
      body: z.object({ file_id: id }),
      reply: Playback,
      status: 201,
      limit: { points: 30, seconds: 60 },
      summary: 'Have a video or sound made ready for every browser, for the first time or again after a failure',
    }),
    transcoding: get('/internal_api/media_transcodings/:id', {
      can: open('the signed address of the file proves that its reader was let see it'),
      ...ofFile,
      reply: Playback,
      summary: 'How far it is, and all that a player needs; the id is the file’s',
    }),
    cancel: del('/internal_api/media_transcodings/:id', { can: 'member', params: z.object({ id }), reply: Playback, summary: 'Stop making it ready' }),
    progress: post('/internal_api/media_progress', {
      can: 'member',
      body: z.object({
        file_id: id,
        src,
        /** Made by the player each time it is opened: one view. */
        session: z.uuid(),
        /** Seconds from the beginning. */
        position: z.number().min(0).max(360_000),
        /** Seconds watched since the session began, so that what is sent twice counts once. */
        watched: z.number().min(0).max(360_000),
        ended: z.boolean().default(false),
      }),
      reply: done,
      limit: { points: 120, seconds: 60 },
      summary: 'Where a member is in a video or sound (video.progress), every 15 seconds and on leaving',
    }),

    createTranscript: post('/internal_api/media_transcripts', {
      can: 'member',
      body: Words.partial({ cues: true, vtt: true, label: true }).extend({ file_id: id, automatic: z.boolean().default(false) }),
      reply: Transcript,
      status: 201,
      limit: { points: 30, seconds: 60 },
      summary: 'Captions in one more language: typed, from a file, or by a transcriber where there is one',
    }),
    transcript: get('/internal_api/media_transcripts/:id', {
      can: open('the signed address of the file proves that its reader was let see it'),
      ...ofFile,
      reply: Transcript,
      summary: 'One transcript with its cues',
    }),
    updateTranscript: patch('/internal_api/media_transcripts/:id', {
      can: 'member',
      params: z.object({ id }),
      body: Words.partial(),
      reply: Transcript,
      limit: { points: 60, seconds: 60 },
      summary: 'Change cues, language or name',
    }),
    removeTranscript: del('/internal_api/media_transcripts/:id', { can: 'member', params: z.object({ id }), reply: done, summary: 'Delete a transcript' }),
    writeChapters: post('/internal_api/media_transcripts/:id/chapters', {
      can: 'member',
      params: z.object({ id }),
      limit: { points: 20, seconds: 60 },
      transaction: false,
      reply: Chapters,
      summary:
        'Chapters by what is said, for those who may write captions; they are kept by whoever shows the recording. 422 chapters_unavailable where no plugin writes them',
    }),
    vtt: get('/media_transcripts/:id.vtt', {
      can: open('the signed address of the file proves that its reader was let see it'),
      ...ofFile,
      summary: 'A transcript as WebVTT',
    }),
    analytics: get('/internal_api/analytics/media', {
      can: 'manage',
      query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
      reply: MediaAnalytics,
      summary: 'How much was watched, by day and by file, today included',
    }),
  },
})
