/** Handlers of courses. */
import { notFound } from '@atrium/sdk'
import { authorize, csvFile, type Ctx, decodeCursor, type Handlers, isoOf, lastId, page, pick, raw, rowsFor, unlessRefused } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import type courses from '../contract.ts'
import { NoteTable } from './entities.ts'
import { coursePolicy } from './policies.ts'
import {
  certificateByCode,
  type CohortRow,
  cohortsOf,
  courseOfSection,
  enrolmentsOf,
  lessonsById,
  type NoteRow,
  notesOf,
  type TopicRow,
  topicsRead,
} from './reads.ts'
import { listCourses } from './service/directory.ts'
import { emptyDrafts } from './service/empty.ts'
import { certificatePdf, samplePdf } from './service/certificates.ts'
import * as course from './service/courses.ts'
import { enrolAnybody, changeCohort } from './service/enrolment.ts'
import { kindsOf } from './service/kinds.ts'
import { createLesson, duplicateLesson, publishMany, removeLesson, updateLesson } from './service/lessons.ts'
import { isOut, outlineOf } from './service/outline.ts'
import {
  percentDone,
  SETTINGS,
  showCourse,
  showLesson,
  showProgress,
  thumbnailsOf,
  toCertified,
  toEnrolment,
  toFile,
  toOutlineLesson,
  toProgress,
  toSections,
} from './service/present.ts'
import { begin, complete, forget, saveProgress } from './service/progress.ts'
import { lessonSeat, placeIn, seatIn } from './service/seat.ts'
import { cancelMessage, listMessages, messageReach, messageStudents, showMessage } from './service/messages.ts'
import { exportStudents, listStudents, showStudent, statsOf } from './service/students.ts'

/** @throws AtriumError 404, 403 unless the reader builds this course */
const editing = (ctx: Ctx, courseId: number) => seatIn(ctx, courseId, 'update')
const lessonOf = async (ctx: Ctx, courseId: number, id: number) => showLesson(ctx, courseId, id)

const toTopic = (row: TopicRow) => ({ ...pick(row, ['id', 'name', 'courses_count']), created_at: isoOf(row.created_at)!, updated_at: isoOf(row.updated_at)! })
async function topicOf(ctx: Ctx, id: number) {
  const row = (await ctx.read(topicsRead)).find((topic) => topic.id === id)
  if (!row) throw notFound('Topic', 'topic_not_found')
  return toTopic(row)
}
const toCohort = (row: CohortRow) => ({
  ...pick(row, ['id', 'name', 'students_count']),
  ...{ starts_at: isoOf(row.starts_at)!, created_at: isoOf(row.created_at)!, updated_at: isoOf(row.updated_at)! },
})
async function cohortOf(ctx: Ctx, courseId: number, id: number) {
  const row = (await ctx.read(cohortsOf, [courseId])).find((cohort) => cohort.id === id)
  if (!row) throw notFound('Cohort')
  return toCohort(row)
}
async function sectionOf(ctx: Ctx, courseId: number, id: number) {
  const section = (await toSections(ctx, await placeIn(ctx, courseId))).find((one) => one.id === id)
  if (!section) throw notFound('Section', 'course_section_not_found')
  return section
}
const toNote = (row: NoteRow) => ({ ...pick(row, ['id', 'lesson_id', 'at', 'text']), created_at: isoOf(row.created_at)!, updated_at: isoOf(row.updated_at)! })
/** Comments of a lesson that is open to the reader. */
async function threadOf(ctx: Ctx, { courseId, lessonId }: { courseId: number; lessonId: number }) {
  await lessonSeat(ctx, courseId, lessonId)
  return ctx.use(content).thread('lesson', lessonId)
}
async function ownNote(ctx: Ctx, { courseId, lessonId, id }: { courseId: number; lessonId: number; id: number }) {
  await lessonSeat(ctx, courseId, lessonId)
  const note = await ctx.em.findOne(NoteTable, { id, lessonId, memberId: ctx.me().id })
  if (!note) throw notFound('Note')
  return note
}
const noteReply = async (ctx: Ctx, lessonId: number, id: number) => toNote((await ctx.read(notesOf, [ctx.me().id, lessonId])).find((note) => note.id === id)!)
async function certificate(ctx: Ctx, code: string) {
  const [row] = await ctx.read(certificateByCode, [code.toUpperCase()])
  if (!row) throw notFound('Certificate')
  return row
}

export const handlers: Handlers<typeof courses> = {
  directory: (ctx, { query }) => listCourses(ctx, query),
  show: (ctx, { params }) => showCourse(ctx, params.courseId),
  async update(ctx, { params, body }) {
    await editing(ctx, params.courseId)
    await course.updateCourse(ctx, params.courseId, body.course, () => showCourse(ctx, params.courseId))
    return showCourse(ctx, params.courseId)
  },
  settings: async (ctx, { params }) => pick((await seatIn(ctx, params.courseId)).course, SETTINGS),
  async updateSettings(ctx, { params, body }) {
    await editing(ctx, params.courseId)
    await course.updateSettings(ctx, params.courseId, body.course_setting)
    return pick((await seatIn(ctx, params.courseId)).course, SETTINGS)
  },
  async enrol(ctx, { params, body }) {
    await begin(ctx, params.courseId, body.cohort_id ?? null)
    const seat = await seatIn(ctx, params.courseId)
    return toEnrolment(ctx, seat.enrolment!, seat.course)
  },

  sections: async (ctx, { params }) => ({ records: await toSections(ctx, await placeIn(ctx, params.courseId)) }),
  async createSection(ctx, { params, body }) {
    await editing(ctx, params.courseId)
    return sectionOf(ctx, params.courseId, await course.createSection(ctx, params.courseId, body.section))
  },
  async anySection(ctx, { params }) {
    const [row] = await ctx.read(courseOfSection, [params.id])
    const section = row && (await unlessRefused(sectionOf(ctx, row.course_id, params.id), null, 404))
    if (!section) throw notFound('Section', 'course_section_not_found')
    return section
  },
  async anyLesson(ctx, { params }) {
    const [row] = await ctx.read(lessonsById, [[params.id]])
    const lesson = row && (await unlessRefused(lessonOf(ctx, row.course_id, params.id), null, 404))
    if (!lesson) throw notFound('Lesson', 'course_lesson_not_found')
    return lesson
  },
  section: (ctx, { params }) => sectionOf(ctx, params.courseId, params.id),
  async updateSection(ctx, { params, body }) {
    await editing(ctx, params.courseId)
    await course.updateSection(ctx, params.courseId, params.id, body.section)
    return sectionOf(ctx, params.courseId, params.id)
  },
  async destroySection(ctx, { params }) {
    await editing(ctx, params.courseId)
    await course.removeSection(ctx, params.courseId, params.id)
  },

  async lessons(ctx, { params, query }) {
    const place = await placeIn(ctx, params.courseId)
    const shown = place.outline.lessons.filter(
      (lesson) =>
        (place.seat.canEdit || isOut(lesson)) &&
        (!query.section_id || lesson.section_id === query.section_id) &&
        (!query.status || lesson.status === query.status),
    )
    const after = lastId(query)
    const from = after === null ? 0 : shown.findIndex(({ id }) => id === after) + 1
    const [thumbnails, empty] = await Promise.all([thumbnailsOf(ctx, place), place.seat.canEdit ? emptyDrafts(ctx, shown) : new Set<number>()])
    return page(shown.slice(from, from + rowsFor(query)), { query, key: (row) => [row.id], count: shown.length }, (row) => ({
      ...toOutlineLesson(ctx, row, place, thumbnails, empty),
      section_id: row.section_id,
    }))
  },
  async createLesson(ctx, { params, body }) {
    await editing(ctx, params.courseId)
    const { id } = await createLesson(ctx, params.courseId, body.lesson)
    return lessonOf(ctx, params.courseId, id)
  },
  lesson: (ctx, { params }) => lessonOf(ctx, params.courseId, params.id),
  async updateLesson(ctx, { params, body }) {
    await editing(ctx, params.courseId)
    await updateLesson(ctx, params.courseId, params.id, body.lesson, () => lessonOf(ctx, params.courseId, params.id))
    return lessonOf(ctx, params.courseId, params.id)
  },
  async destroyLesson(ctx, { params }) {
    await editing(ctx, params.courseId)
    await removeLesson(ctx, params.courseId, params.id)
  },
  async duplicateLesson(ctx, { params }) {
    await editing(ctx, params.courseId)
    return lessonOf(ctx, params.courseId, await duplicateLesson(ctx, params.courseId, params.id))
  },
  async reorder(ctx, { params, body }) {
    await editing(ctx, params.courseId)
    await course.reorder(ctx, params.courseId, body.new_order)
  },
  async publish(ctx, { params, body }) {
    await editing(ctx, params.courseId)
    return { published: await publishMany(ctx, params.courseId, body.lesson_ids) }
  },

  progress: (ctx, { params }) => showProgress(ctx, params.courseId),
  async saveProgress(ctx, { params, body }) {
    const { row, completed, finishedAt, course: its } = await saveProgress(ctx, params.courseId, body)
    return { ...toProgress(body.lesson_id, row), completed, percent: percentDone(completed, its.lessons_count), finished_at: isoOf(finishedAt) }
  },
  async files(ctx, { params, query }) {
    const { outline, opening, seat } = await placeIn(ctx, params.courseId)
    const all = outline.lessons
      .filter((lesson) => (seat.canEdit || isOut(lesson)) && opening.get(lesson.id)?.locked === null)
      .flatMap((lesson) => lesson.file_ids.map((fileId) => ({ fileId, lesson })))
    const after = decodeCursor(query.cursor, ['number', 'number'])
    const from = after ? all.findIndex(({ fileId, lesson }) => lesson.id === after[0] && fileId === after[1]) + 1 : 0
    const some = all.slice(from, from + rowsFor(query))
    const files = await ctx.files.byIds(some.map(({ fileId }) => fileId))
    return page(
      some.filter(({ fileId }) => files.has(fileId)),
      { query, key: ({ fileId, lesson }) => [lesson.id, fileId], count: all.length },
      ({ fileId, lesson }) => ({ ...toFile(ctx, files.get(fileId)!, lesson.created_at), lesson_id: lesson.id }),
    )
  },
  async lessonFiles(ctx, { params, query }) {
    const { files } = await lessonOf(ctx, params.courseId, params.id)
    const from = files.findIndex(({ id }) => id === lastId(query)) + 1
    return page(files.slice(from, from + rowsFor(query)), { query, key: ({ id }) => [id], count: files.length }, (file) => file)
  },
  async notes(ctx, { params }) {
    await lessonSeat(ctx, params.courseId, params.lessonId)
    return { records: (await ctx.read(notesOf, [ctx.me().id, params.lessonId])).map(toNote) }
  },
  async createNote(ctx, { params, body }) {
    await lessonSeat(ctx, params.courseId, params.lessonId)
    const note = ctx.em.create(NoteTable, { lessonId: params.lessonId, memberId: ctx.me().id, text: body.note.text, at: body.note.at ?? null })
    await ctx.em.flush()
    return noteReply(ctx, params.lessonId, note.id)
  },
  async updateNote(ctx, { params, body }) {
    const note = await ownNote(ctx, params)
    if (body.note.text !== undefined) note.text = body.note.text
    if (body.note.at !== undefined) note.at = body.note.at
    await ctx.em.flush()
    return noteReply(ctx, params.lessonId, note.id)
  },
  async destroyNote(ctx, { params }) {
    await ctx.em.nativeDelete(NoteTable, { id: (await ownNote(ctx, params)).id })
  },

  students: (ctx, { params, query }) => listStudents(ctx, params.courseId, query),
  async addStudents(ctx, { params, body }) {
    await editing(ctx, params.courseId)
    const known = await ctx.members.byIds(body.community_member_ids)
    if (body.community_member_ids.some((id) => !known.get(id)?.isActive)) throw notFound('Member', 'community_member_not_found')
    await enrolAnybody(ctx, params.courseId, body.community_member_ids, { cohortId: body.cohort_id })
  },
  student: (ctx, { params }) => showStudent(ctx, params.courseId, params.id),
  async updateStudent(ctx, { params, body }) {
    await editing(ctx, params.courseId)
    await changeCohort(ctx, params.courseId, params.id, body.cohort_id)
  },
  async setStudentProgress(ctx, { params, body }) {
    const { course: its } = await editing(ctx, params.courseId)
    const [enrolment] = await ctx.read(enrolmentsOf, [params.id, [params.courseId]])
    if (!enrolment) throw notFound('Student')
    const { lessons, byId } = await outlineOf(ctx, params.courseId)
    const wanted = body.lesson_id === undefined ? lessons : [byId.get(body.lesson_id)].flatMap((lesson) => lesson ?? [])
    if (wanted.length === 0 && body.lesson_id !== undefined) throw notFound('Lesson', 'course_lesson_not_found')
    if (body.status === 'incomplete') await forget(ctx, its, params.id, wanted)
    else for (const lesson of wanted.filter(isOut)) await complete(ctx, lesson.id, params.id)
    const { name } = (await ctx.members.byIds([params.id])).get(params.id)!
    await ctx.audit('courses.progress_set', `member:${params.id}`, { name, course: params.courseId, status: body.status })
  },
  messageStudents: (ctx, { params, body }) => messageStudents(ctx, params.courseId, body),
  messageReach: (ctx, { params, query }) => messageReach(ctx, params.courseId, query),
  messages: (ctx, { params, query }) => listMessages(ctx, params.courseId, query),
  message: (ctx, { params }) => showMessage(ctx, params.courseId, params.id),
  cancelMessage: (ctx, { params }) => cancelMessage(ctx, params.courseId, params.id),
  async export(ctx, { params }) {
    return csvFile(`students-${params.courseId}.csv`, await exportStudents(ctx, params.courseId))
  },
  stats: (ctx, { params }) => statsOf(ctx, params.courseId),

  async cohorts(ctx, { params }) {
    await seatIn(ctx, params.courseId)
    return { records: (await ctx.read(cohortsOf, [params.courseId])).map(toCohort) }
  },
  async createCohort(ctx, { params, body }) {
    await editing(ctx, params.courseId)
    return cohortOf(ctx, params.courseId, await course.createCohort(ctx, params.courseId, body.cohort))
  },
  async updateCohort(ctx, { params, body }) {
    await editing(ctx, params.courseId)
    await course.updateCohort(ctx, params.courseId, params.id, body.cohort)
    return cohortOf(ctx, params.courseId, params.id)
  },
  async destroyCohort(ctx, { params }) {
    await editing(ctx, params.courseId)
    await course.removeCohort(ctx, params.courseId, params.id)
  },

  lessonComments: async (ctx, { params, query }) => (await threadOf(ctx, params)).list(query),
  createLessonComment: async (ctx, { params, body }) => (await threadOf(ctx, params)).create(body),
  lessonComment: async (ctx, { params }) => (await threadOf(ctx, params)).show(params.id),
  updateLessonComment: async (ctx, { params, body }) => (await threadOf(ctx, params)).update(params.id, body),
  async destroyLessonComment(ctx, { params }) {
    await (await threadOf(ctx, params)).remove(params.id)
  },

  async topics(ctx, { query }) {
    const rows = await ctx.read(topicsRead)
    const from = rows.findIndex(({ id }) => id === lastId(query)) + 1
    return page(rows.slice(from, from + rowsFor(query)), { query, key: (row) => [row.id], count: rows.length }, toTopic)
  },
  createTopic: async (ctx, { body }) => topicOf(ctx, await course.createTopic(ctx, body.course_topic.name)),
  topic: (ctx, { params }) => topicOf(ctx, params.id),
  async updateTopic(ctx, { params, body }) {
    await course.updateTopic(ctx, params.id, body.course_topic.name)
    return topicOf(ctx, params.id)
  },
  async destroyTopic(ctx, { params }) {
    await course.removeTopic(ctx, params.id)
  },

  kinds: async (ctx) => ({ records: [...kindsOf(ctx).values()].map(({ key, icon, plugin }) => ({ key, icon, plugin })) }),
  certified: async (ctx, { params }) => toCertified(ctx, await certificate(ctx, params.code)),
  async certificatePdf(ctx, { params }) {
    return raw(await certificatePdf(ctx, await certificate(ctx, params.code)))
  },
  async samplePdf(ctx, { params }) {
    const seat = await seatIn(ctx, params.courseId)
    await authorize(ctx, coursePolicy, 'update', { id: params.courseId }, 'Course')
    return raw(await samplePdf(ctx, seat))
  },
}
