/** What calls take: the fields of a course, its sections and lessons, with their bounds. */
import { id, line, RichTextDoc, z } from '@atrium/sdk'

export const COURSE_TYPES = ['self_paced', 'scheduled', 'structured'] as const
export const LESSON_LABELS = [
  'activity',
  'assignment',
  'challenge',
  'class',
  'day',
  'exercise',
  'lecture',
  'lesson',
  'practice',
  'session',
  'topic',
  'tutorial',
  'workshop',
] as const
export const SECTION_LABELS = ['chapter', 'level', 'module', 'part', 'path', 'phase', 'section', 'stage', 'track', 'unit', 'week'] as const
export const LESSON_STATUSES = ['draft', 'published'] as const
export const PROGRESS = ['incomplete', 'completed'] as const
/** What a lesson is when no other plugin brings it. */
export const OWN_KINDS = ['text', 'video', 'audio', 'file', 'embed', 'live'] as const
/** Characters of a lesson's text. */
export const MAX_TEXT = 60_000
export const MAX_FILES = 30
export const MAX_CHAPTERS = 100
export const MAX_SECTIONS = 200
export const MAX_LESSONS = 1000
/** Days a section may wait after somebody has begun. */
export const MAX_DELAY = 3650

export const moment = z.iso.datetime({ offset: true })
export const kindKey = z.string().regex(/^[a-z][a-z0-9_]{1,29}$/)
const signedId = z.string().min(1).max(200)
const ids = (most: number) => z.array(id).max(most)
const address = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => /^https:\/\/\S+$/i.test(text) && URL.canParse(text), 'Enter a URL that begins with https.')

export const Certificate = z.object({
  enabled: z.boolean(),
  /** In place of "Certificate of completion". */
  title: line(80),
  /** Below the name, in place of the usual sentence. */
  text: line(300),
  signer: line(80),
  signer_title: line(80),
})
export type CertificateInput = z.output<typeof Certificate>

export const courseFields = z.object({
  /** For the directory and the head of the course. */
  summary: line(300),
  course_topic_ids: ids(10),
  /** Courses to finish before this one opens. */
  prerequisite_ids: ids(10),
  in_directory: z.boolean(),
  certificate: Certificate.partial(),
})
export const settingFields = z.object({
  course_type: z.enum(COURSE_TYPES),
  custom_lesson_label: z.enum(LESSON_LABELS).nullable(),
  custom_section_label: z.enum(SECTION_LABELS).nullable(),
  enforce_lessons_order: z.boolean(),
  new_comment_notification_enabled: z.boolean(),
  lesson_thumbnails_visible: z.boolean(),
})
export type Settings = z.output<typeof settingFields>

export const sectionFields = z.object({
  name: line(120).min(1, 'Enter a name.'),
  /** Days after somebody has begun; counts in a structured course. */
  drip_delay: z.number().int().min(0).max(MAX_DELAY),
  /** Counts in a scheduled course. */
  dripped_at: moment.nullable(),
  notify_students_enabled: z.boolean(),
})

export const Chapter = z.object({ at: z.number().int().min(0).max(360_000), title: line(120).min(1, 'Enter a name.') })
export const lessonFields = z.object({
  name: line(200).min(1, 'Enter a name.'),
  kind: kindKey,
  status: z.enum(LESSON_STATUSES),
  tiptap_body: z.object({ body: RichTextDoc }).nullable(),
  /** Of an upload; null takes it away. */
  featured_media_signed_id: signedId.nullable(),
  /** Seconds. The file's own where it has one. */
  featured_media_duration: z.number().int().min(0).max(360_000).nullable(),
  is_featured_media_enabled: z.boolean(),
  is_featured_media_download_enabled: z.boolean(),
  enforce_featured_media_completion: z.boolean(),
  autocomplete_on_featured_media_completion: z.boolean(),
  is_comments_enabled: z.boolean(),
  /** Readable by who is not enrolled. */
  is_free: z.boolean(),
  thumbnail_signed_id: signedId.nullable(),
  /** Uploads that are to be among its files, in this order; those it holds are named by the id they have in the reply. */
  file_signed_ids: z.array(signedId).max(MAX_FILES),
  /** Of a player of one of the known sites. */
  embed_url: address.nullable(),
  /** Where a live session takes place. */
  live_url: address.nullable(),
  live_starts_at: moment.nullable(),
  live_ends_at: moment.nullable(),
  chapters: z.array(Chapter).max(MAX_CHAPTERS),
})
export type LessonInput = z.output<typeof lessonFields>
