/** Tables of courses as the ORM knows them. Counters are kept here in the transaction that changes them. */
import { bulkColumns, bulkItemColumns, type InferEntity, p, table, type TablesOf, versioned } from '@atrium/sdk/server'
import type { COURSE_TYPES, LESSON_LABELS, LESSON_STATUSES, SECTION_LABELS } from '../contract.ts'

/** How a certificate looks and what it says beside names and dates. */
export interface Looks {
  enabled?: boolean
  title?: string
  text?: string
  signer?: string
  signer_title?: string
}
const ids = p
  .array(
    (id) => Number(id),
    (id) => String(id),
  )
  .columnType('bigint[]')

export const CourseTable = table('courses.course', {
  ...versioned,
  summary: p.text().default(''),
  courseType: p.text().$type<(typeof COURSE_TYPES)[number]>().default('self_paced'),
  customLessonLabel: p.text().$type<(typeof LESSON_LABELS)[number]>().nullable(),
  customSectionLabel: p.text().$type<(typeof SECTION_LABELS)[number]>().nullable(),
  enforceLessonsOrder: p.boolean().default(false),
  newCommentNotificationEnabled: p.boolean().default(true),
  lessonThumbnailsVisible: p.boolean().default(false),
  inDirectory: p.boolean().default(true),
  topicIds: ids.default([]),
  prerequisiteIds: ids.default([]),
  certificate: p.json<Looks>().defaultRaw("'{}'"),
  lessonsCount: p.integer().default(0),
  duration: p.bigint('number').default(0),
  studentsCount: p.integer().default(0),
  finishedCount: p.integer().default(0),
  toldUntil: p.datetime(),
})
export type CourseRecord = InferEntity<typeof CourseTable>

export const SectionTable = table('courses.section', {
  courseId: p.bigint('number'),
  name: p.text(),
  position: p.integer().default(0),
  dripDelay: p.integer().default(0),
  drippedAt: p.datetime().nullable(),
  notifyStudentsEnabled: p.boolean().default(true),
  /** It goes with the last trace of its lessons. */
  deletedAt: p.datetime().nullable(),
})

export const LessonTable = table(
  'courses.lesson',
  {
    ...versioned,
    courseId: p.bigint('number'),
    sectionId: p.bigint('number'),
    authorMemberId: p.bigint('number').nullable(),
    name: p.text(),
    kind: p.text().default('text'),
    status: p.text().$type<(typeof LESSON_STATUSES)[number]>().default('draft'),
    position: p.integer().default(0),
    body: p.json<any>().nullable(),
    text: p.text().default(''),
    mediaFileId: p.bigint('number').nullable(),
    mediaDuration: p.integer().nullable(),
    isMediaEnabled: p.boolean().default(true),
    isMediaDownloadEnabled: p.boolean().default(false),
    enforceMediaCompletion: p.boolean().default(false),
    autocompleteOnMediaCompletion: p.boolean().default(false),
    isCommentsEnabled: p.boolean().default(true),
    isFree: p.boolean().default(false),
    thumbnailFileId: p.bigint('number').nullable(),
    fileIds: ids.default([]),
    embedUrl: p.text().nullable(),
    liveUrl: p.text().nullable(),
    liveStartsAt: p.datetime().nullable(),
    liveEndsAt: p.datetime().nullable(),
    chapters: p.json<{ at: number; title: string }[]>().defaultRaw("'[]'"),
    commentsCount: p.integer().default(0),
    likesCount: p.integer().default(0),
    /** Students who are done with it. */
    completedCount: p.integer().default(0),
    publishedAt: p.datetime().nullable(),
    deletedAt: p.datetime().nullable(),
  },
  { own: ['course_id', 'section_id', 'name', 'kind', 'status', 'body', 'text', 'published_at', 'deleted_at'] },
)
export type LessonRecord = InferEntity<typeof LessonTable>

export const CohortTable = table('courses.cohort', {
  courseId: p.bigint('number'),
  name: p.text(),
  startsAt: p.datetime(),
  studentsCount: p.integer().default(0),
})

export const EnrolmentTable = table(
  'courses.enrolment',
  {
    courseId: p.bigint('number'),
    memberId: p.bigint('number'),
    cohortId: p.bigint('number').nullable(),
    startsAt: p.datetime(),
    completedCount: p.integer().default(0),
    lastLessonId: p.bigint('number').nullable(),
    lastSeenAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
  },
  { own: ['course_id', 'cohort_id', 'starts_at', 'completed_count', 'last_lesson_id', 'last_seen_at', 'finished_at'] },
)

export const ProgressTable = table(
  'courses.progress',
  {
    courseId: p.bigint('number'),
    lessonId: p.bigint('number'),
    memberId: p.bigint('number'),
    position: p.double().$type<number>().default(0),
    watchedTo: p.double().$type<number>().default(0),
    score: p.double().$type<number>().nullable(),
    completedAt: p.datetime().nullable(),
    notedAt: p.datetime(),
  },
  { own: ['course_id', 'lesson_id', 'position', 'watched_to', 'score', 'completed_at', 'noted_at'] },
)

export const NoteTable = table(
  'courses.note',
  {
    lessonId: p.bigint('number'),
    memberId: p.bigint('number'),
    at: p.double().$type<number>().nullable(),
    text: p.text(),
  },
  { own: ['lesson_id', 'at', 'text'] },
)

export const TopicTable = table('courses.topic', { name: p.text(), coursesCount: p.integer().default(0) })

export const CertificateTable = table(
  'courses.certificate',
  {
    code: p.text(),
    courseId: p.bigint('number'),
    memberId: p.bigint('number').nullable(),
    memberName: p.text(),
    courseName: p.text(),
    looks: p.json<Looks>().defaultRaw("'{}'"),
    issuedAt: p.datetime(),
  },
  { own: ['code', 'course_id', 'member_name', 'course_name', 'issued_at'] },
)

export const MessageTable = table('courses.message', { ...bulkColumns, courseId: p.bigint('number'), text: p.text() }, { own: ['course_id', 'text'] })
export const MessageItemTable = table('courses.message_item', { ...bulkItemColumns, memberId: p.bigint('number') }, { own: [] })

export const entities = [
  CourseTable,
  SectionTable,
  LessonTable,
  CohortTable,
  EnrolmentTable,
  ProgressTable,
  NoteTable,
  TopicTable,
  CertificateTable,
  MessageTable,
  MessageItemTable,
]
export type CourseTables = TablesOf<
  | typeof CourseTable
  | typeof SectionTable
  | typeof LessonTable
  | typeof CohortTable
  | typeof EnrolmentTable
  | typeof ProgressTable
  | typeof NoteTable
  | typeof TopicTable
  | typeof CertificateTable
  | typeof MessageTable
  | typeof MessageItemTable
>
