/** Where a reader stands in a course: what they see, what they may change, since when they learn. Every call begins here. */
import { forbidden, notFound } from '@atrium/sdk'
import { authorize, type Ctx, isoOf, pick, unlessRefused } from '@atrium/sdk/server'
import spaces, { type SpaceCard } from '../../../spaces/contract.ts'
import { coursePolicy, editsIn, outsidePolicy } from '../policies.ts'
import {
  certificateOf,
  type CourseRow,
  coursesById,
  courseWrite,
  doneAmong,
  type EnrolmentRow,
  enrolmentsOf,
  type LightLesson,
  placeRead,
  type ProgressRow,
  type SeatRow,
  seatRead,
  type Step,
  stepRead,
} from '../reads.ts'
import { isOut, openingOf, openings, type Opening, outlineOf, type Outline, type Standing } from './outline.ts'

/** What is kept of a learner in a course. */
export type Learning = Omit<EnrolmentRow, 'created_at' | 'updated_at'> & { cohort: { id: number; name: string; starts_at: string } | null }
export interface Seat extends Standing {
  card: SpaceCard
  enrolment: Learning | null
  /** Courses to finish first, with whether the reader has. */
  prerequisites: { id: number; name: string; slug: string; finished: boolean }[]
}

const courseNotFound = () => notFound('Course')

/** The space of a course, whoever asks. @throws AtriumError 404 for a space that holds none */
export async function courseCard(ctx: Ctx, courseId: number): Promise<SpaceCard> {
  const card = await ctx.use(spaces).card(courseId)
  if (!card?.types.includes('course')) throw courseNotFound()
  return card
}
/** What is kept of the course, made where nothing is kept yet. In a write. */
export async function madeCourse(ctx: Ctx, courseId: number): Promise<CourseRow> {
  await courseCard(ctx, courseId)
  await ctx.read(courseWrite, [courseId, ctx.now()])
  const [course] = await ctx.read(coursesById, [[courseId]])
  if (!course) throw courseNotFound()
  return course
}
/** A course of which nothing is kept yet. */
const unwritten = (id: number, now: Date): CourseRow => ({
  ...{ id, version: 1, version_by: null, summary: '', course_type: 'self_paced', custom_lesson_label: null, custom_section_label: null },
  ...{ enforce_lessons_order: false, new_comment_notification_enabled: true, lesson_thumbnails_visible: false, in_directory: true },
  ...{ topic_ids: [], prerequisite_ids: [], certificate: {}, lessons_count: 0, duration: 0, students_count: 0, finished_count: 0 },
  ...{ told_until: now, created_at: now, updated_at: now },
})

const learningOf = (row: SeatRow, memberId: number): Learning | null =>
  row.enrolment_id === null
    ? null
    : {
        ...{ id: row.enrolment_id, course_id: row.id, member_id: memberId, starts_at: row.starts_at, completed_count: row.completed_count },
        ...pick(row, ['cohort_id', 'last_lesson_id', 'last_seen_at', 'finished_at']),
        cohort: row.cohort_id === null ? null : { id: row.cohort_id, name: row.cohort_name!, starts_at: isoOf(row.cohort_starts_at)! },
      }

/** `know`: what is told outside of it. */
type Act = 'know' | keyof typeof coursePolicy
/** @param read one statement for the course, the reader's own row in it and what they have touched */
async function sit(ctx: Ctx, courseId: number, act: Act, read: Promise<SeatRow[]>): Promise<Seat & { steps: Step[] }> {
  // who may not see it is told so first, whatever became of what was read meanwhile
  read.catch(() => {})
  const card = await courseCard(ctx, courseId)
  if (act === 'know') await authorize(ctx, outsidePolicy, 'view', { id: courseId, inDirectory: (await read)[0]?.in_directory ?? true }, 'Course')
  else await authorize(ctx, coursePolicy, act, { id: courseId }, 'Course')
  const [access, canEdit, [row]] = await Promise.all([ctx.use(spaces).access(), editsIn(ctx, courseId), read])
  const course = row ?? unwritten(courseId, ctx.now())
  const before = course.prerequisite_ids
  const [cards, rows] = before.length
    ? await Promise.all([ctx.use(spaces).cards(before), ctx.member ? ctx.read(enrolmentsOf, [ctx.member.id, before]) : []])
    : [new Map<number, SpaceCard>(), []]
  const prerequisites = before.flatMap((id) => {
    const other = cards.get(id)
    // a course that is gone, or that the reader can never find, holds nobody up
    if (!other || !access.canView(id)) return []
    return [{ id, name: other.name, slug: other.slug, finished: rows.some((row) => row.course_id === id && row.finished_at !== null) }]
  })
  return {
    card,
    course,
    canEdit,
    isMember: access.isMember(courseId),
    isOutside: !access.canView(courseId),
    enrolment: row && ctx.member ? learningOf(row, ctx.member.id) : null,
    prerequisites,
    waits: prerequisites.some(({ finished }) => !finished),
    steps: row?.steps ?? [],
  }
}
const reader = (ctx: Ctx) => ctx.member?.id ?? 0
/** @throws AtriumError 404 for whom the space is hidden from, 403 for who may not do that */
export const seatIn = (ctx: Ctx, courseId: number, act: Act = 'view'): Promise<Seat> => sit(ctx, courseId, act, ctx.read(seatRead, [reader(ctx), courseId]))

/** How far somebody is in a lesson. */
export type At = Pick<ProgressRow, 'position' | 'watched_to' | 'score' | 'completed_at'>
const atOf = ([, position, watched_to, score, completedAt]: Step): At => ({
  ...{ position, watched_to, score },
  completed_at: completedAt === null ? null : new Date(completedAt),
})
export interface Place {
  seat: Seat
  outline: Outline
  progress: Map<number, At>
  done: Set<number>
  opening: Map<number, Opening>
}
/** The reader’s seat with the outline and how far they are in it. */
export async function placeIn(ctx: Ctx, courseId: number, act: Act = 'view'): Promise<Place> {
  const [{ steps, ...seat }, outline] = await Promise.all([sit(ctx, courseId, act, ctx.read(placeRead, [reader(ctx), courseId])), outlineOf(ctx, courseId)])
  const progress = new Map(steps.map((step) => [step[0], atOf(step)]))
  const done = new Set(steps.flatMap(([lessonId, , , , completedAt]) => (completedAt === null ? [] : lessonId)))
  return { seat, outline, progress, done, opening: openings(outline, seat, done, ctx.now()) }
}

const SAYS = {
  date: 'This lesson unlocks later.',
  previous: 'Complete the previous lesson first.',
  prerequisite: 'Complete the required courses first.',
  cohort: 'This course hasn’t started yet.',
  enrolment: 'Join the course to open its lessons.',
} as const
/** @throws AtriumError 404 for a draft or a lesson of elsewhere, 403 `lesson_locked` for one that is not open to the reader */
function demandOpen(seat: Seat, lesson: LightLesson | undefined, opening: Opening | undefined): LightLesson {
  if (!lesson || (!isOut(lesson) && !seat.canEdit)) throw notFound('Lesson', 'course_lesson_not_found')
  if (opening?.locked) throw forbidden(SAYS[opening.locked], 'lesson_locked')
  return lesson
}
/** @throws as `demandOpen` */
export const openLesson = ({ seat, outline, opening }: Place, lessonId: number): LightLesson =>
  demandOpen(seat, outline.byId.get(lessonId), opening.get(lessonId))

export interface LessonSeat {
  seat: Seat
  outline: Outline
  lesson: LightLesson
  at: At | undefined
  opening: Opening
}
/** The reader before one lesson that is open to them, whatever else they have done in the course. @throws as `demandOpen` */
export async function lessonSeat(ctx: Ctx, courseId: number, lessonId: number, act: 'know' | 'view' = 'view'): Promise<LessonSeat> {
  const [{ steps, ...seat }, outline] = await Promise.all([
    sit(ctx, courseId, act, ctx.read(stepRead, [reader(ctx), courseId, lessonId])),
    outlineOf(ctx, courseId),
  ])
  const at = steps[0] && atOf(steps[0])
  const lesson = outline.byId.get(lessonId)
  if (!lesson) throw notFound('Lesson', 'course_lesson_not_found')
  const orders = seat.course.enforce_lessons_order && !at?.completed_at && !lesson.is_free
  const opening = openingOf(seat, lesson, outline.sectionOf.get(lesson.section_id)!, orders && !(await isNext(ctx, seat, outline, lesson)), ctx.now())
  return { seat, outline, at, opening, lesson: demandOpen(seat, lesson, opening) }
}
/** The same; null for a lesson that is not open to the reader. */
export const lessonSeatOrNone = (ctx: Ctx, courseId: number, lessonId: number): Promise<LessonSeat | null> =>
  unlessRefused(lessonSeat(ctx, courseId, lessonId), null, 403, 404)
/** All that is out before it is done. */
async function isNext(ctx: Ctx, { course }: Seat, outline: Outline, lesson: LightLesson): Promise<boolean> {
  const before = outline.lessons.slice(0, outline.lessons.indexOf(lesson)).filter(isOut)
  if (before.length === 0) return true
  const [done] = await ctx.read(doneAmong, [reader(ctx), course.id, before.map(({ id }) => id)])
  return done!.count === before.length
}

/** The certificate of a member, where one was given. */
export const certificateFor = async (ctx: Ctx, memberId: number, courseId: number) => (await ctx.read(certificateOf, [memberId, courseId]))[0] ?? null
