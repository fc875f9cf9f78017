/** What is deleted goes in the background, some at a time, so that a course of thousands holds nobody up. */
import { actingAs, type Ctx } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import courses from '../../contract.ts'
import { CourseTable, LessonTable, SectionTable } from '../entities.ts'
import { certifyJob, enrolSpaceJob, purgeCourseJob, purgeJob } from '../jobs.ts'
import { courseHeld, coursesById, lessonsOf } from '../reads.ts'
import { enrol, certify } from './enrolment.ts'
import spaces from '../../../spaces/contract.ts'
import { editsIn } from '../policies.ts'
import { kindsOf } from './kinds.ts'
import { filesOf } from './lessons.ts'

const AT_ONCE = 5_000
const PEOPLE_AT_ONCE = 200

export async function purgeLesson(ctx: Ctx, lessonId: number): Promise<void> {
  const lesson = await ctx.em.findOne(LessonTable, { id: lessonId, deletedAt: { $ne: null } })
  if (!lesson) return
  const gone = await ctx.sql(
    'delete from courses.progress where id in (select id from courses.progress where community_id = $1 and lesson_id = $2 limit $3) returning id',
    [lessonId, AT_ONCE],
  )
  if (gone.length === AT_ONCE) return ctx.enqueue(purgeJob, { lessonId })
  for (const fileId of filesOf(lesson)) await removeFile(ctx, fileId, lessonId)
  await kindsOf(ctx).get(lesson.kind)?.brought?.remove?.(ctx, [lessonId])
  await ctx.em.nativeDelete(LessonTable, { id: lessonId })
  await ctx.sql(
    `delete from courses.section s where s.community_id = $1 and s.id = $2 and s.deleted_at is not null
       and not exists (select from courses.lesson l where l.community_id = $1 and l.course_id = s.course_id and l.section_id = s.id)`,
    [lesson.sectionId],
  )
  const { courseId } = lesson
  if (await ctx.use(spaces).card(courseId)) return
  // two that go at once each saw the other, and nobody was the last
  await ctx.read(courseHeld, [courseId])
  if ((await ctx.em.count(LessonTable, { courseId })) === 0) await ctx.enqueue(purgeCourseJob, { courseId })
}
/** A copy of the lesson may hold the same file; it says whose it is. */
async function removeFile(ctx: Ctx, fileId: number, lessonId: number) {
  const [file] = await ctx.sql<{ used_by: string | null }>('select used_by from kernel.file_card where community_id = $1 and id = $2', [fileId])
  if (file?.used_by === `lesson:${lessonId}`) await ctx.files.remove(fileId)
}

/** The space is gone: its lessons go as deleted ones do, then the course itself. Certificates stay. */
export async function purgeCourse(ctx: Ctx, courseId: number): Promise<void> {
  if (await ctx.use(spaces).card(courseId)) return
  const lessons = await ctx.read(lessonsOf, [courseId])
  if (lessons.length > 0) {
    for (const lesson of lessons.slice(0, 50)) {
      await ctx.em.nativeUpdate(LessonTable, { id: lesson.id }, { deletedAt: ctx.now() })
      ctx.search.remove('lesson', lesson.id)
      await ctx.use(content).forget('lesson', lesson.id)
      ctx.emit(courses.events['lesson.deleted'], { courseId, lessonId: lesson.id })
      await ctx.enqueue(purgeJob, { lessonId: lesson.id })
    }
    return ctx.enqueue(purgeCourseJob, { courseId })
  }
  // the last of its lessons to go calls again
  if ((await ctx.em.count(LessonTable, { courseId })) > 0) return
  const gone = await ctx.sql(
    'delete from courses.enrolment where id in (select id from courses.enrolment where community_id = $1 and course_id = $2 limit $3) returning id',
    [courseId, AT_ONCE],
  )
  if (gone.length === AT_ONCE) return ctx.enqueue(purgeCourseJob, { courseId })
  await ctx.sql(
    'update courses.topic set courses_count = greatest(courses_count - 1, 0) where community_id = $1 and id in (select unnest(topic_ids) from courses.course where community_id = $1 and id = $2)',
    [courseId],
  )
  await ctx.em.nativeDelete(SectionTable, { courseId })
  await ctx.em.nativeDelete(CourseTable, { id: courseId })
}

/** Those who had done a lesson before it came out, or was a draft again. */
export async function recount(ctx: Ctx, courseId: number, lessonId: number): Promise<void> {
  await ctx.sql(
    `update courses.enrolment e set completed_count = (
       select count(*) from courses.progress p join courses.lesson l on l.community_id = $1 and l.id = p.lesson_id
       where p.community_id = $1 and p.member_id = e.member_id and p.course_id = e.course_id and p.completed_at is not null and l.status = 'published' and l.deleted_at is null)
     where e.community_id = $1 and e.course_id = $2 and exists (
       select from courses.progress p where p.community_id = $1 and p.lesson_id = $3 and p.member_id = e.member_id and p.completed_at is not null)`,
    [courseId, lessonId],
  )
}
export async function certifyAll(ctx: Ctx, courseId: number): Promise<void> {
  const [course] = await ctx.read(coursesById, [[courseId]])
  if (course?.certificate.enabled && (await certify(ctx, course))) await ctx.enqueue(certifyJob, { courseId })
}
/** Who teaches is no student of their own course. */
export async function enrolJoined(ctx: Ctx, courseId: number, memberId: number): Promise<void> {
  const card = await ctx.use(spaces).card(courseId)
  if (!card?.types.includes('course')) return
  const own = await actingAs(ctx, memberId)
  if (!own || !(await own.use(spaces).access()).isMember(courseId) || (await editsIn(own, courseId))) return
  await enrol(ctx, courseId, [memberId])
}
/** A space that had members before it held a course. */
export async function enrolSpace(ctx: Ctx, courseId: number, after: number): Promise<void> {
  const ids = await ctx.use(spaces).membersAfter(courseId, after, PEOPLE_AT_ONCE)
  for (const id of ids) await enrolJoined(ctx, courseId, id)
  if (ids.length === PEOPLE_AT_ONCE) await ctx.enqueue(enrolSpaceJob, { courseId, after: ids.at(-1)! })
}
