/** What calls answer: courses, sections, lessons, progress and students, as one reader sees them (public API, A.2.12, and what it leaves out). */
import { Author, date, RichTextField, z } from '@atrium/sdk'
import { Certificate, Chapter, COURSE_TYPES, LESSON_STATUSES, PROGRESS, settingFields } from './fields.ts'

/** Why a lesson does not open: its date, the lesson before it, another course, the cohort's beginning, or one is not in the course. */
export const LOCKS = ['date', 'previous', 'prerequisite', 'cohort', 'enrolment'] as const
const status = z.enum(PROGRESS)
const lock = z.enum(LOCKS).nullable()

export const Topic = z.object({ id: z.number(), name: z.string(), courses_count: z.number(), created_at: date, updated_at: date })
export type Topic = z.output<typeof Topic>

/** A course as a card. */
export const CourseCard = z.object({
  /** The space's id: a course is what a space holds. */
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  emoji: z.string().nullable(),
  summary: z.string(),
  cover_url: z.string().nullable(),
  course_type: z.enum(COURSE_TYPES),
  topics: z.array(z.object({ id: z.number(), name: z.string() })),
  lessons_count: z.number(),
  /** Seconds of all published lessons that say how long they are. */
  duration: z.number(),
  students_count: z.number(),
  /** Of the reader; null while they have not begun. */
  progress: z.object({ completed: z.number(), percent: z.number(), finished_at: date.nullable() }).nullable(),
  /** The reader may not enter it. */
  is_locked: z.boolean(),
  /** The least that opens it, in words; null for what is open, or not sold. */
  price: z.string().nullable(),
})
export type CourseCard = z.output<typeof CourseCard>

export const OutlineLesson = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.string(),
  icon: z.string(),
  status: z.enum(LESSON_STATUSES),
  /** Of a draft, for who edits: what its kind is for is not there yet. */
  is_empty: z.boolean(),
  is_free: z.boolean(),
  is_featured_media_enabled: z.boolean(),
  /** Seconds. */
  featured_media_duration: z.number().nullable(),
  thumbnail_url: z.string().nullable(),
  comments_count: z.number(),
  /** When it opens for this reader, where that is a date. */
  dripped_at: date.nullable(),
  needs_to_complete_previous_lesson: z.boolean(),
  locked: lock,
  live_starts_at: date.nullable(),
  progress: z.object({ status, position: z.number(), score: z.number().nullable() }),
})
export type OutlineLesson = z.output<typeof OutlineLesson>

export const Section = z.object({
  id: z.number(),
  name: z.string(),
  space_id: z.number(),
  drip_delay: z.number(),
  notify_students_enabled: z.boolean(),
  /** Open for this reader. */
  is_dropped: z.boolean(),
  is_dripped: z.boolean(),
  /** When it opens for this reader; null: it waits for nothing. */
  dripped_at: date.nullable(),
  /** As it is set, for who edits. */
  opens_at: date.nullable(),
  lessons: z.array(OutlineLesson),
  created_at: date,
  updated_at: date,
})
export type Section = z.output<typeof Section>

const CertificateOf = z.object({ code: z.string(), url: z.string(), pdf_url: z.string(), issued_at: date })
export const Enrolment = z.object({
  cohort: z.object({ id: z.number(), name: z.string(), starts_at: date }).nullable(),
  starts_at: date,
  completed: z.number(),
  percent: z.number(),
  last_lesson_id: z.number().nullable(),
  last_seen_at: date.nullable(),
  finished_at: date.nullable(),
  certificate: CertificateOf.nullable(),
})
export type Enrolment = z.output<typeof Enrolment>

export const Cohort = z.object({
  id: z.number(),
  name: z.string(),
  starts_at: date,
  students_count: z.number(),
  created_at: date,
  updated_at: date,
})
export type Cohort = z.output<typeof Cohort>

/** A course with its outline, as this reader sees it: all that its home, its player and its editor show beside the lesson itself. */
export const Course = CourseCard.extend({
  ...settingFields.shape,
  in_directory: z.boolean(),
  version: z.number(),
  prerequisites: z.array(z.object({ id: z.number(), name: z.string(), slug: z.string(), finished: z.boolean() })),
  /** Of an admin's own; null for who may not edit. */
  certificate: Certificate.nullable(),
  gives_certificate: z.boolean(),
  sections: z.array(Section),
  enrolment: Enrolment.nullable(),
  /** Why nothing opens for this reader. */
  locked: lock,
  /** The lesson to go on with: the last one visited that is not done, else the first one open. */
  next_lesson_id: z.number().nullable(),
  teachers: z.array(Author),
  policies: z.object({ can_edit: z.boolean(), can_enrol: z.boolean(), can_see_students: z.boolean() }),
})
export type Course = z.output<typeof Course>

export const LessonFile = z.object({
  id: z.number(),
  filename: z.string(),
  content_type: z.string(),
  byte_size: z.number(),
  created_at: date,
  signed_id: z.string(),
  url: z.string(),
  type: z.string(),
})
export type LessonFile = z.output<typeof LessonFile>

export const Media = z.object({
  id: z.number(),
  filename: z.string(),
  content_type: z.string(),
  byte_size: z.number(),
  url: z.string(),
  type: z.string(),
  signed_id: z.string(),
  metadata: z.object({
    identified: z.boolean(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    duration: z.number().nullable(),
    analyzed: z.boolean(),
  }),
})
export type Media = z.output<typeof Media>

export const Lesson = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.string(),
  icon: z.string(),
  /** `kind`: nobody presses "done" here, the lesson says it. */
  completes: z.enum(['learner', 'kind']),
  status: z.enum(LESSON_STATUSES),
  version: z.number(),
  section_id: z.number(),
  space_id: z.number(),
  space: z.object({ id: z.number(), name: z.string(), slug: z.string() }),
  is_comments_enabled: z.boolean(),
  is_free: z.boolean(),
  is_featured_media_enabled: z.boolean(),
  is_featured_media_download_enabled: z.boolean(),
  enforce_featured_media_completion: z.boolean(),
  autocomplete_on_featured_media_completion: z.boolean(),
  featured_media: Media.nullable(),
  featured_media_duration: z.number().nullable(),
  thumbnail: LessonFile.nullable(),
  rich_text_body: RichTextField.nullable(),
  body_html: z.string(),
  embed_url: z.string().nullable(),
  /** Its player; null for none. */
  embed: z.object({ name: z.string(), src: z.string(), ratio: z.number().nullable(), height: z.number().nullable() }).nullable(),
  live_url: z.string().nullable(),
  live_starts_at: date.nullable(),
  live_ends_at: date.nullable(),
  chapters: z.array(Chapter),
  files: z.array(LessonFile),
  comments_count: z.number(),
  bookmark_id: z.number().nullable(),
  dripped_at: date.nullable(),
  needs_to_complete_previous_lesson: z.boolean(),
  /** Where the reader is: seconds of its media, the furthest of them, whether it is done. */
  progress: z.object({ status, position: z.number(), watched_to: z.number(), completed_at: date.nullable(), score: z.number().nullable() }),
  /** What its kind adds; null for those of this plugin. */
  extra: z.unknown(),
  previous_lesson_id: z.number().nullable(),
  next_lesson_id: z.number().nullable(),
  created_at: date,
  updated_at: date,
  policies: z.object({ can_edit: z.boolean(), can_comment: z.boolean() }),
})
export type Lesson = z.output<typeof Lesson>

export const Note = z.object({ id: z.number(), lesson_id: z.number(), at: z.number().nullable(), text: z.string(), created_at: date, updated_at: date })
export type Note = z.output<typeof Note>

export const Progress = z.object({
  lesson_id: z.number(),
  status,
  position: z.number(),
  watched_to: z.number(),
  completed_at: date.nullable(),
  score: z.number().nullable(),
})
export type Progress = z.output<typeof Progress>

export const OwnProgress = z.object({
  completed: z.number(),
  percent: z.number(),
  finished_at: date.nullable(),
  last_lesson_id: z.number().nullable(),
  next_lesson_id: z.number().nullable(),
  certificate: CertificateOf.nullable(),
  lessons: z.array(Progress),
})
export type OwnProgress = z.output<typeof OwnProgress>

export const Student = z.object({
  id: z.number(),
  community_member: Author,
  email: z.string().nullable(),
  cohort: z.object({ id: z.number(), name: z.string() }).nullable(),
  starts_at: date,
  completed: z.number(),
  percent: z.number(),
  /** The lesson that waits for them: the first published one that is not done. */
  stuck_at: z.object({ id: z.number(), name: z.string(), section_id: z.number() }).nullable(),
  last_seen_at: date.nullable(),
  finished_at: date.nullable(),
  /** Done and all, section by section, in the order of the outline. */
  sections: z.array(z.object({ section_id: z.number(), completed: z.number(), lessons: z.number() })),
})
export type Student = z.output<typeof Student>

export const Stats = z.object({
  students: z.number(),
  /** Who has done at least one lesson. */
  started: z.number(),
  finished: z.number(),
  /** Who has done nothing yet. With those on the way, those away and those who have finished they are all students. */
  not_started: z.number(),
  /** On the way, and seen within seven days. */
  active: z.number(),
  /** On the way, and not seen for seven days. */
  stuck: z.number(),
  /** Of all students, 0 to 100. */
  average_percent: z.number(),
  lessons: z.array(z.object({ id: z.number(), name: z.string(), section_id: z.number(), completed: z.number(), percent: z.number() })),
})
export type Stats = z.output<typeof Stats>

/** What a page that verifies a certificate says. */
export const Certified = z.object({
  code: z.string(),
  name: z.string(),
  course: z.string(),
  community: z.string(),
  /** What stands above and below the name, and who signs: as it was when it was given; null for the usual words. */
  title: z.string().nullable(),
  text: z.string().nullable(),
  signer: z.string().nullable(),
  signer_title: z.string().nullable(),
  issued_at: date,
  url: z.string(),
  /** Its address as a QR code: a path in a square of so many modules. */
  qr: z.object({ size: z.number(), path: z.string() }),
  pdf_url: z.string(),
})
export type Certified = z.output<typeof Certified>
