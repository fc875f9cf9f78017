/** What others may know of courses: calls, events, the point for kinds of lessons, and the service by which these say that a lesson is done. */
import {
  bulkErrors,
  BulkTask,
  date,
  defineContract,
  del,
  done,
  editedVersion,
  event,
  flag,
  get,
  id,
  line,
  list,
  open,
  paging,
  patch,
  point,
  post,
  slot,
  type,
  z,
} from '@atrium/sdk'
import content, { Comment, CommentCreate, CommentUpdate } from '../content/contract.ts'
import { courseFields, kindKey, lessonFields, LESSON_STATUSES, MAX_LESSONS, MAX_SECTIONS, PROGRESS, sectionFields, settingFields } from './contract/fields.ts'
import {
  Certified,
  Cohort,
  Course,
  CourseCard,
  Enrolment,
  Lesson,
  LessonFile,
  Note,
  OwnProgress,
  Progress,
  Section,
  Stats,
  Student,
  Topic,
} from './contract/records.ts'
import type { CoursesService, LessonEditor, LessonKind, LessonPlayer } from './contract/service.ts'

export type { CoursesService, LessonCard, LessonEditor, LessonKind, LessonPlayer, NewLesson } from './contract/service.ts'
export {
  COURSE_TYPES,
  LESSON_LABELS,
  LESSON_STATUSES,
  type LessonInput,
  MAX_CHAPTERS,
  MAX_DELAY,
  MAX_FILES,
  MAX_LESSONS,
  MAX_SECTIONS,
  MAX_TEXT,
  OWN_KINDS,
  SECTION_LABELS,
  type Settings,
} from './contract/fields.ts'
export {
  type Certified,
  type Cohort,
  type Course,
  type CourseCard,
  type Enrolment,
  type Lesson,
  type LessonFile,
  LOCKS,
  type Media,
  type Note,
  type OutlineLesson,
  type OwnProgress,
  type Progress,
  type Section,
  type Stats,
  type Student,
  type Topic,
} from './contract/records.ts'

const readers = open('A public community shows its public courses; the space decides who sees which, and lessons ask for enrolment.')
const verifiers = open('Whoever holds the code of a certificate may check it.')
const byCourse = { params: z.object({ courseId: id }) }
const inCourse = { params: z.object({ courseId: id, id }) }
const inLesson = { params: z.object({ courseId: id, lessonId: id }) }
const oneInLesson = { params: z.object({ courseId: id, lessonId: id, id }) }
const busy = { limit: { points: 120, seconds: 60 } }
const code = z.string().regex(/^[A-Za-z0-9]{4}(-[A-Za-z0-9]{4}){3}$/)
const member = { can: 'member' } as const
const newLesson = lessonFields
  .partial()
  .required({ name: true })
  .extend({ section_id: id, position: z.number().int().min(0).max(MAX_LESSONS).optional() })
const cohortFields = z.object({ name: line(80).min(1, 'Enter a name.'), starts_at: z.iso.datetime({ offset: true }) })
const topicFields = z.object({ name: line(60).min(1, 'Enter a name.') })
const noteFields = z.object({ text: z.string().trim().min(1, 'Write something.').max(2000), at: z.number().min(0).max(360_000).nullable() })
/** What a filter of students may say. */
export const STUDENT_FILTERS = ['all', 'active', 'stuck', 'finished', 'not_started'] as const
const studentNarrowing = z.object({
  query: z.string().trim().max(100).optional(),
  filter: z.enum(STUDENT_FILTERS).default('all'),
  cohort_id: id.optional(),
})
const studentQuery = paging.extend({
  ...studentNarrowing.shape,
  sort: z.enum(['newest', 'progress', 'last_seen']).default('newest'),
})

const fact = z.object({ courseId: id, memberId: id })
const lessonFact = z.object({ courseId: id, lessonId: id })

const StudentMessage = BulkTask.extend({ text: z.string() })
export type StudentMessage = z.output<typeof StudentMessage>
/** Students whom one message reaches at most. */
export const MAX_MESSAGED = 5_000
export const MAX_TEXT_MESSAGE = 4_000

/** Courses that the home page shows to those who are not in the community yet. */
export const HOME_COURSES = 2

export default defineContract('courses', {
  permissions: { manage: { title: 'Create courses and see their students', grant: ['admin'], space: true } },
  routes: {
    directory: get('/internal_api/courses', {
      can: readers,
      query: paging.extend({ query: z.string().trim().max(100).optional(), course_topic_id: id.optional(), mine: flag.optional() }),
      reply: list(CourseCard),
      summary: 'Courses that the reader may see, by name',
    }),
    show: get('/internal_api/courses/:courseId', {
      can: readers,
      ...byCourse,
      reply: Course,
      summary: 'A course with its outline and the reader’s own progress',
    }),
    update: patch('/internal_api/courses/:courseId', {
      ...member,
      ...byCourse,
      body: z.object({ course: courseFields.partial().extend({ version: editedVersion }) }),
      reply: Course,
    }),
    settings: get('/internal_api/courses/:courseId/settings', { can: readers, ...byCourse, reply: settingFields }),
    updateSettings: patch('/internal_api/courses/:courseId/settings', {
      ...member,
      ...byCourse,
      body: z.object({ course_setting: settingFields.partial() }),
      reply: settingFields,
    }),
    enrol: post('/internal_api/courses/:courseId/enrolments', {
      ...member,
      ...busy,
      ...byCourse,
      body: z.object({ cohort_id: id.nullish() }),
      reply: Enrolment,
      status: 201,
      summary: 'Begin a course; a second time nothing changes',
    }),

    sections: get('/internal_api/courses/:courseId/sections', { can: readers, ...byCourse, reply: z.object({ records: z.array(Section) }) }),
    createSection: post('/internal_api/courses/:courseId/sections', {
      ...member,
      ...byCourse,
      body: z.object({ section: sectionFields.partial().required({ name: true }) }),
      reply: Section,
      status: 201,
    }),
    anySection: get('/internal_api/course_sections/:id', { can: readers, params: z.object({ id }), reply: Section, summary: 'A section of whichever course' }),
    anyLesson: get('/internal_api/course_lessons/:id', { can: readers, params: z.object({ id }), reply: Lesson, summary: 'A lesson of whichever course' }),
    section: get('/internal_api/courses/:courseId/sections/:id', { can: readers, ...inCourse, reply: Section }),
    updateSection: patch('/internal_api/courses/:courseId/sections/:id', {
      ...member,
      ...inCourse,
      body: z.object({ section: sectionFields.partial() }),
      reply: Section,
    }),
    destroySection: del('/internal_api/courses/:courseId/sections/:id', { ...member, ...inCourse, reply: done, summary: 'Delete a section with its lessons' }),

    lessons: get('/internal_api/courses/:courseId/lessons', {
      can: readers,
      ...byCourse,
      query: paging.extend({ section_id: id.optional(), status: z.enum(LESSON_STATUSES).optional() }),
      reply: list(Section.shape.lessons.element.extend({ section_id: z.number() })),
    }),
    createLesson: post('/internal_api/courses/:courseId/lessons', {
      ...member,
      ...busy,
      ...byCourse,
      body: z.object({ lesson: newLesson }),
      reply: Lesson,
      status: 201,
    }),
    lesson: get('/internal_api/courses/:courseId/lessons/:id', {
      can: readers,
      ...inCourse,
      reply: Lesson,
      summary: 'A lesson that is open to the reader; 403 `lesson_locked` says why it is not',
    }),
    updateLesson: patch('/internal_api/courses/:courseId/lessons/:id', {
      ...member,
      ...busy,
      ...inCourse,
      body: z.object({ lesson: lessonFields.omit({ kind: true }).partial().extend({ section_id: id.optional(), version: editedVersion }) }),
      reply: Lesson,
    }),
    destroyLesson: del('/internal_api/courses/:courseId/lessons/:id', { ...member, ...inCourse, reply: done }),
    duplicateLesson: post('/internal_api/courses/:courseId/lessons/:id/duplicates', {
      ...member,
      ...busy,
      ...inCourse,
      reply: Lesson,
      status: 201,
      summary: 'A draft with the same content, right behind it',
    }),
    reorder: post('/internal_api/courses/:courseId/reorders', {
      ...member,
      ...busy,
      ...byCourse,
      body: z.object({ new_order: z.array(z.object({ section_id: id, lesson_ids: z.array(id).max(MAX_LESSONS) })).max(MAX_SECTIONS) }),
      reply: done,
      summary: 'Put sections and lessons in this order; those that are not named stand behind',
    }),
    publish: post('/internal_api/courses/:courseId/publications', {
      ...member,
      ...busy,
      ...byCourse,
      body: z.object({ lesson_ids: z.array(id).min(1).max(MAX_LESSONS) }),
      reply: z.object({ published: z.number() }),
      summary: 'Publish drafts; those that are out already are passed over',
    }),

    progress: get('/internal_api/courses/:courseId/progress', { ...member, ...byCourse, reply: OwnProgress }),
    saveProgress: patch('/internal_api/courses/:courseId/progress', {
      ...member,
      limit: { points: 240, seconds: 60 },
      ...byCourse,
      body: z.object({
        lesson_id: id,
        status: z.enum(PROGRESS).optional(),
        /** Seconds of its media. */
        position: z.number().min(0).max(360_000).optional(),
        /** The furthest second that was played, without jumps. */
        watched_to: z.number().min(0).max(360_000).optional(),
        /** When the browser noted it: of two that arrive in the wrong order the later one stays. */
        at: z.iso.datetime({ offset: true }).optional(),
      }),
      reply: Progress.extend({ completed: z.number(), percent: z.number(), finished_at: date.nullable() }),
      summary: 'Where the reader is in a lesson, and whether they are done with it; the same twice changes nothing',
    }),
    files: get('/internal_api/courses/:courseId/files', { ...member, ...byCourse, query: paging, reply: list(LessonFile.extend({ lesson_id: z.number() })) }),
    lessonFiles: get('/internal_api/courses/:courseId/lessons/:id/files', { can: readers, ...inCourse, query: paging, reply: list(LessonFile) }),
    notes: get('/internal_api/courses/:courseId/lessons/:lessonId/notes', { ...member, ...inLesson, reply: z.object({ records: z.array(Note) }) }),
    createNote: post('/internal_api/courses/:courseId/lessons/:lessonId/notes', {
      ...member,
      ...busy,
      ...inLesson,
      body: z.object({ note: noteFields.partial({ at: true }) }),
      reply: Note,
      status: 201,
    }),
    updateNote: patch('/internal_api/courses/:courseId/lessons/:lessonId/notes/:id', {
      ...member,
      ...oneInLesson,
      body: z.object({ note: noteFields.partial() }),
      reply: Note,
    }),
    destroyNote: del('/internal_api/courses/:courseId/lessons/:lessonId/notes/:id', { ...member, ...oneInLesson, reply: done }),

    students: get('/internal_api/courses/:courseId/students', { ...member, ...byCourse, query: studentQuery, reply: list(Student) }),
    addStudents: post('/internal_api/courses/:courseId/students', {
      ...member,
      ...busy,
      ...byCourse,
      body: z.object({ community_member_ids: z.array(id).min(1).max(100), cohort_id: id.nullish() }),
      reply: done,
      status: 201,
    }),
    student: get('/internal_api/courses/:courseId/students/:id', {
      ...member,
      ...inCourse,
      reply: Student.extend({ lessons: z.array(Progress.extend({ name: z.string(), section_id: z.number() })) }),
      summary: 'One student, lesson by lesson; the id is the member’s',
    }),
    updateStudent: patch('/internal_api/courses/:courseId/students/:id', {
      ...member,
      ...inCourse,
      body: z.object({ cohort_id: id.nullable() }),
      reply: done,
    }),
    setStudentProgress: post('/internal_api/courses/:courseId/students/:id/progress', {
      ...member,
      ...busy,
      ...inCourse,
      body: z.object({ lesson_id: id.optional(), status: z.enum(PROGRESS) }),
      reply: done,
      summary: 'Mark a lesson done for a student, or reset it; without a lesson the whole course begins anew',
    }),
    messageStudents: post('/internal_api/courses/:courseId/messages', {
      ...member,
      ...byCourse,
      limit: { points: 10, seconds: 3_600 },
      body: studentNarrowing.extend({
        text: z.string().trim().min(1, 'Write something.').max(MAX_TEXT_MESSAGE),
        /** These students alone. */
        community_member_ids: z.array(id).min(1).max(1_000).optional(),
      }),
      reply: StudentMessage,
      status: 201,
      summary: 'Begins to write to many students, to each in a conversation of their own',
    }),
    messageReach: get('/internal_api/courses/:courseId/message_reach', {
      ...member,
      ...byCourse,
      query: studentNarrowing,
      reply: z.object({ count: z.number() }),
      summary: 'How many students a message would go to',
    }),
    messages: get('/internal_api/courses/:courseId/messages', { ...member, ...byCourse, query: paging, reply: list(StudentMessage) }),
    message: get('/internal_api/courses/:courseId/messages/:id', {
      ...member,
      ...inCourse,
      reply: StudentMessage.extend({ errors: bulkErrors }),
      summary: 'One, with the first hundred whom it did not reach',
    }),
    cancelMessage: post('/internal_api/courses/:courseId/messages/:id/cancel', {
      ...member,
      ...inCourse,
      reply: StudentMessage,
      summary: 'Ends it where it stands; what is sent stays sent',
    }),
    export: post('/internal_api/courses/:courseId/exports', {
      ...member,
      ...byCourse,
      limit: { points: 10, seconds: 60 },
      summary: 'Students with their progress as CSV',
    }),
    stats: get('/internal_api/courses/:courseId/stats', { ...member, ...byCourse, reply: Stats }),

    cohorts: get('/internal_api/courses/:courseId/cohorts', { can: readers, ...byCourse, reply: z.object({ records: z.array(Cohort) }) }),
    createCohort: post('/internal_api/courses/:courseId/cohorts', {
      ...member,
      ...byCourse,
      body: z.object({ cohort: cohortFields }),
      reply: Cohort,
      status: 201,
    }),
    updateCohort: patch('/internal_api/courses/:courseId/cohorts/:id', {
      ...member,
      ...inCourse,
      body: z.object({ cohort: cohortFields.partial() }),
      reply: Cohort,
      summary: 'What opens by days moves with its beginning',
    }),
    destroyCohort: del('/internal_api/courses/:courseId/cohorts/:id', { ...member, ...inCourse, reply: done, summary: 'Its students stay in the course' }),

    lessonComments: get('/internal_api/courses/:courseId/lessons/:lessonId/lesson_comments', {
      can: readers,
      ...inLesson,
      query: content.routes.recordComments.options.query,
      reply: content.routes.recordComments.options.reply,
    }),
    createLessonComment: post('/internal_api/courses/:courseId/lessons/:lessonId/lesson_comments', {
      ...member,
      limit: { points: 20, seconds: 60 },
      ...inLesson,
      body: CommentCreate,
      reply: Comment,
      status: 201,
    }),
    lessonComment: get('/internal_api/courses/:courseId/lessons/:lessonId/lesson_comments/:id', { can: readers, ...oneInLesson, reply: Comment }),
    updateLessonComment: patch('/internal_api/courses/:courseId/lessons/:lessonId/lesson_comments/:id', {
      ...member,
      limit: { points: 20, seconds: 60 },
      ...oneInLesson,
      body: CommentUpdate,
      reply: Comment,
    }),
    destroyLessonComment: del('/internal_api/courses/:courseId/lessons/:lessonId/lesson_comments/:id', { ...member, ...oneInLesson, reply: done }),

    topics: get('/internal_api/course_topics', { can: readers, query: paging, reply: list(Topic) }),
    createTopic: post('/internal_api/course_topics', { can: 'manage', body: z.object({ course_topic: topicFields }), reply: Topic, status: 201 }),
    topic: get('/internal_api/course_topics/:id', { can: readers, params: z.object({ id }), reply: Topic }),
    updateTopic: patch('/internal_api/course_topics/:id', {
      can: 'manage',
      params: z.object({ id }),
      body: z.object({ course_topic: topicFields }),
      reply: Topic,
    }),
    destroyTopic: del('/internal_api/course_topics/:id', { can: 'manage', params: z.object({ id }), reply: done }),

    kinds: get('/internal_api/course_lesson_kinds', {
      ...member,
      reply: z.object({ records: z.array(z.object({ key: kindKey, icon: z.string(), plugin: z.string() })) }),
      summary: 'Kinds of lessons that one may add here',
    }),
    certified: get('/internal_api/certificates/:code', { can: verifiers, params: z.object({ code }), limit: { points: 60, seconds: 60 }, reply: Certified }),
    certificatePdf: get('/certificates/:code.pdf', { can: verifiers, params: z.object({ code }), limit: { points: 30, seconds: 60 } }),
    samplePdf: get('/internal_api/courses/:courseId/certificate.pdf', {
      ...member,
      ...byCourse,
      limit: { points: 30, seconds: 60 },
      summary: 'How a certificate of this course looks',
    }),
  },
  events: {
    'message.progressed': event(z.object({ messageId: z.number(), memberId: z.number() }), { realtime: 'member' }),
    'course.enrolled': event(fact.extend({ at: z.string() }), { realtime: 'member', automation: true, title: 'A member began a course' }),
    'lesson.completed': event(fact.extend({ lessonId: id, at: z.string() }), { realtime: 'member', automation: true, title: 'A lesson was completed' }),
    /** What somebody had done is not done any more. */
    'lesson.reset': event(fact.extend({ lessonId: id }), { realtime: 'member' }),
    'course.finished': event(fact.extend({ at: z.string() }), { realtime: 'member', automation: true, title: 'A course was finished' }),
    /** A lesson came out for the first time. */
    'lesson.published': event(lessonFact, { automation: true, title: 'A lesson was published' }),
    'lesson.deleted': event(lessonFact),
    /** Outline or settings are other than before; `spaceId` names the socket room. */
    'course.changed': event(z.object({ courseId: id, spaceId: id }), { realtime: 'space' }),
  },
  points: { lesson: point<LessonKind>() },
  slots: {
    /** What a lesson of that kind shows: `course.lesson.player.quiz`. */
    'course.lesson.player.*': slot<LessonPlayer>(),
    'course.lesson.editor.*': slot<LessonEditor>(),
    /** Where a course is built: what it costs. `id`: of its space. */
    'course.selling': slot<{ course: { id: number; name: string; slug: string } }>(),
    /** In place of "Begin" where the course is not open to the reader: a paywall offers it here. */
    'course.locked': slot<{
      courseId: number
      spaceId: number
      /** One button alone, beside others. */
      line?: boolean
    }>(),
  },
  service: type<CoursesService>(),
})
