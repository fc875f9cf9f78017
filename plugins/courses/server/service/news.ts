/** What learners are told: a section has opened for them, they have finished. Nothing is kept for each of them until it is told. */
import { type Ctx, on } from '@atrium/sdk/server'
import notifications, { type NotificationKind, type NotificationSubject } from '../../../notifications/contract.ts'
import spaces from '../../../spaces/contract.ts'
import courses from '../../contract.ts'
import { CourseTable } from '../entities.ts'
import { certificateOf, coursesById, type LightLesson, lessonsById, studentsAfter } from '../reads.ts'
import { isOut, outlineOf } from './outline.ts'
import { certificatePath } from './present.ts'

const DAY = 86_400_000

/** The course of lessons as their subject, so that many of one course are one line. */
const courseSubjects: NotificationKind['subjects'] = async (ctx, ids) => {
  const [rows, access, cards] = await Promise.all([ctx.read(coursesById, [ids]), ctx.use(spaces).access(), ctx.use(spaces).cards(ids)])
  return new Map(
    rows.flatMap(({ id }): [number, NotificationSubject][] => {
      const card = cards.get(id)
      return card && access.canView(id) ? [[id, { title: card.name, path: `/c/${card.slug}`, spaceId: id, replyable: false, type: 'Course' }]] : []
    }),
  )
}
/** Of one lesson: whoever was told of it is not told again. */
const ofLesson = ({ id, course_id: courseId, section_id: sectionId }: Pick<LightLesson, 'id' | 'course_id' | 'section_id'>) => ({
  kind: lessonOpened.key,
  subjectId: courseId,
  key: `lesson-opened:${id}`,
  spaceId: courseId,
  values: { lesson: id, anchor: `/sections/${sectionId}/lessons/${id}` },
})
export const lessonOpened: NotificationKind = {
  key: 'lesson_opened',
  icon: 'graduation-cap',
  topic: 'learning',
  defaults: { in_app: true, email: true, push: true },
  countsActs: true,
  subjects: courseSubjects,
  /** Those for whom its section is open: where days count, since a day at most, so that who began long ago is not told of it. */
  async recipients(ctx, _courseId, after, limit, { lesson: lessonId }) {
    const [lesson] = await ctx.read(lessonsById, [[Number(lessonId)]])
    const [course] = lesson ? await ctx.read(coursesById, [[lesson.course_id]]) : []
    const section = course && (await outlineOf(ctx, course.id)).sectionOf.get(lesson!.section_id)
    if (!section) return []
    const days = course.course_type === 'structured' ? section.drip_delay : 0
    const until = ctx.now().getTime() - days * DAY
    const rows = await ctx.read(studentsAfter, [course.id, after, new Date(until), days > 0 ? new Date(until - DAY) : null, limit])
    return rows.map(({ member_id }) => ({ memberId: member_id, reason: 'student' }))
  },
  // whoever learns in a course sees what is open in it
  recipientsSee: true,
}
export const courseFinished: NotificationKind = {
  key: 'course_finished',
  icon: 'trophy',
  topic: 'learning',
  defaults: { in_app: true, email: true, push: false },
  async subjects(ctx, ids) {
    const me = ctx.member?.id
    const [access, cards] = await Promise.all([ctx.use(spaces).access(), ctx.use(spaces).cards(ids)])
    const rows = new Map<number, string>()
    for (const id of ids) {
      const [row] = me ? await ctx.read(certificateOf, [me, id]) : []
      if (row) rows.set(id, row.code)
    }
    return new Map(
      ids.flatMap((id) => {
        const card = cards.get(id)
        if (!card || !access.canView(id)) return []
        const code = rows.get(id)
        return [
          [id, { title: card.name, path: code ? certificatePath(code) : `/c/${card.slug}`, spaceId: id, excerpt: '', replyable: false, type: 'Course' }],
        ] as const
      }),
    )
  },
}
export const kinds = [lessonOpened, courseFinished]

export const news = [
  on(courses.events['lesson.deleted'], 'withdraw-opened', async (ctx, { courseId, lessonId }) => {
    if (ctx.has(notifications)) await ctx.use(notifications).withdraw(lessonOpened.key, courseId, `lesson-opened:${lessonId}`)
  }),
  on(courses.events['course.finished'], 'tell-finished', async (ctx, { courseId, memberId, at }) => {
    if (!ctx.has(notifications)) return
    await ctx.use(notifications).tell({
      ...{ kind: courseFinished.key, subjectId: courseId, key: `course-finished:${courseId}:${memberId}`, actorMemberId: null, spaceId: courseId },
      ...{ at: new Date(at), to: [{ memberId, reason: 'finished' }] },
    })
  }),
]

/** Whether anybody's days came between two moments. Index enrolment_starts. */
async function anybodySince(ctx: Ctx, courseId: number, days: number, from: Date, until: Date): Promise<boolean> {
  const shift = (moment: Date) => new Date(moment.getTime() - days * DAY)
  const rows = await ctx.sql('select from courses.enrolment where community_id = $1 and course_id = $2 and starts_at > $3 and starts_at <= $4 limit 1', [
    ...[courseId, shift(from), shift(until)],
  ])
  return rows.length > 0
}
/** Every minute: what opened since the last time is told. Opening itself needs no work: dates are compared as somebody reads. */
export async function drip(ctx: Ctx): Promise<void> {
  if (!ctx.has(notifications)) return
  const now = ctx.now()
  const due = await ctx.em.find(CourseTable, { courseType: { $in: ['scheduled', 'structured'] } }, { orderBy: { id: 'asc' } })
  for (const course of due) {
    if (course.toldUntil >= now) continue
    const { sections, lessons } = await outlineOf(ctx, course.id)
    for (const section of sections) {
      const opened = lessons.filter((one) => one.section_id === section.id && isOut(one))
      if (opened.length === 0 || !section.notify_students_enabled) continue
      const opens = section.dripped_at
      const due =
        course.courseType === 'structured'
          ? section.drip_delay > 0 && (await anybodySince(ctx, course.id, section.drip_delay, course.toldUntil, now))
          : opens !== null && opens > course.toldUntil && opens <= now
      if (!due) continue
      // all are counted, and one push says so
      for (const [i, lesson] of opened.entries())
        await ctx.use(notifications).tellMany({ ...ofLesson(lesson), actorMemberId: null, at: now, ...(i > 0 && { channels: ['in_app', 'email'] }) })
    }
    course.toldUntil = now
  }
  await ctx.em.flush()
}
/** A lesson that comes out in a section that is open already is told at once. */
export async function tellPublished(ctx: Ctx, courseId: number, lessonId: number): Promise<void> {
  if (!ctx.has(notifications)) return
  const [course] = await ctx.read(coursesById, [[courseId]])
  const { byId, sectionOf } = await outlineOf(ctx, courseId)
  const lesson = byId.get(lessonId)
  const section = lesson && sectionOf.get(lesson.section_id)
  if (!course || course.students_count === 0 || !section?.notify_students_enabled || !isOut(lesson!)) return
  const now = ctx.now()
  if (course.course_type === 'scheduled' ? section.dripped_at && section.dripped_at > now : course.course_type === 'structured' && section.drip_delay > 0)
    return
  await ctx.use(notifications).tellMany({ ...ofLesson(lesson!), actorMemberId: lesson!.author_member_id, at: now })
}
