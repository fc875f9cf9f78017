/** Courses as other plugins use them. */
import type { Ctx } from '@atrium/sdk/server'
import type { CoursesService, LessonCard } from '../../contract.ts'
import { editsIn } from '../policies.ts'
import { lessonsById, type LessonRow } from '../reads.ts'
import { SectionTable } from '../entities.ts'
import { createCourse, createSection } from './courses.ts'
import { enrolAnybody } from './enrolment.ts'
import { addLesson } from './lessons.ts'
import { complete, reset, saveProgress } from './progress.ts'
import { lessonSeatOrNone } from './seat.ts'
import spaces from '../../../spaces/contract.ts'

const toCard = (row: LessonRow): LessonCard => ({
  ...{ id: row.id, courseId: row.course_id, sectionId: row.section_id, kind: row.kind, title: row.name, status: row.status },
})
export const createCoursesService = (ctx: Ctx): CoursesService => ({
  async lesson(lessonId) {
    const [row] = await ctx.read(lessonsById, [[lessonId]])
    if (!row || !(await ctx.use(spaces).access()).canView(row.course_id)) return null
    return (await lessonSeatOrNone(ctx, row.course_id, lessonId)) && toCard(row)
  },
  cards: async (lessonIds) => new Map((await ctx.read(lessonsById, [lessonIds])).map((row) => [row.id, toCard(row)])),
  async sectionNames(sectionIds) {
    const sections = await ctx.em.find(SectionTable, { id: { $in: sectionIds } }, { fields: ['id', 'name'] })
    return new Map(sections.map(({ id, name }) => [id, name]))
  },
  mayEdit: (courseId) => editsIn(ctx, courseId),
  complete: (lessonId, memberId, options) => complete(ctx, lessonId, memberId, options),
  reset: (lessonId, memberId) => reset(ctx, lessonId, memberId),
  enroll: (courseId, memberIds, options) => enrolAnybody(ctx, courseId, memberIds, options),
  create: (courseId, fields) => createCourse(ctx, courseId, fields),
  async addSection(courseId, { name, dripDelay, drippedAt }) {
    const id = await createSection(ctx, courseId, {
      name,
      drip_delay: dripDelay,
      dripped_at: drippedAt === undefined ? undefined : (drippedAt?.toISOString() ?? null),
    })
    return { id }
  },
  addLesson: (courseId, sectionId, lesson) => addLesson(ctx, courseId, sectionId, lesson),
  async visit(lessonId, { position, at }) {
    const [row] = await ctx.read(lessonsById, [[lessonId]])
    if (row) await saveProgress(ctx, row.course_id, { lesson_id: lessonId, position, watched_to: position, at: at?.toISOString() })
  },
})
