/** How far somebody is: places are kept, lessons are done or not, courses are finished. What one learner does at once follows each other. */
import { AtriumError, conflict, invalid, notFound } from '@atrium/sdk'
import { addTo, type Ctx } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import courses from '../../contract.ts'
import { CourseTable, LessonTable } from '../entities.ts'
import {
  cohortsOf,
  type CourseRow,
  coursesById,
  enrolmentHeld,
  type EnrolmentRow,
  enrolmentWrite,
  lessonsById,
  type LightLesson,
  placeWrite,
  progressOn,
  type ProgressRow,
  progressWrite,
  seenWrite,
} from '../reads.ts'
import { certify, enrol } from './enrolment.ts'
import { kindOf } from './kinds.ts'
import { isOut } from './outline.ts'
import { type Learning, lessonSeat, seatIn } from './seat.ts'

/** A medium counts as watched from this part of its length on: the last seconds are credits, and lengths are rounded. */
const WATCHED = 0.95

/** A move in one lesson; `done` undefined leaves it as it is. */
interface Move {
  position?: number
  watchedTo?: number
  done?: boolean
  score?: number
  /** By the server's clock; of what is brought in from elsewhere, the time there. */
  at: Date
  /** When the learner's player says that it was: it orders what is said of one place, and dates nothing. */
  notedAt?: Date
  /** What somebody else says of them is no sign of life. */
  seen: boolean
}
async function held(ctx: Ctx, courseId: number, memberId: number, at: Date): Promise<EnrolmentRow> {
  const find = async () => (await ctx.read(enrolmentHeld, [memberId, courseId]))[0]
  const found = await find()
  if (found) return found
  await enrol(ctx, courseId, [memberId], { at })
  const made = await find()
  if (!made) throw notFound('Student')
  return made
}
const NOTHING: ProgressRow = { lesson_id: 0, position: 0, watched_to: 0, score: null, completed_at: null, noted_at: new Date(0) }

async function move(ctx: Ctx, course: CourseRow, lesson: Pick<LightLesson, 'id' | 'status'>, memberId: number, { done, score, at, notedAt = at, ...to }: Move) {
  const now = ctx.now()
  const enrolment = await held(ctx, course.id, memberId, at)
  const before = (await ctx.read(progressOn, [memberId, lesson.id]))[0] ?? NOTHING
  const was = before.completed_at !== null
  const is = done ?? was
  const best = score === undefined ? before.score : Math.max(score, before.score ?? 0)
  const completedAt = is ? (before.completed_at ?? at) : null
  const [row] = await ctx.read(progressWrite, [
    ...[course.id, lesson.id, memberId, to.position ?? null, to.watchedTo ?? null],
    ...[completedAt, best, notedAt, now],
  ])
  const step = Number(is) - Number(was)
  const counted = isOut(lesson) ? step : 0
  const completed = enrolment.completed_count + counted
  const finishes = is && enrolment.finished_at === null && course.lessons_count > 0 && completed >= course.lessons_count
  const finishedAt = finishes ? at : null
  await ctx.read(enrolmentWrite, [enrolment.id, counted, to.seen ? lesson.id : null, to.seen ? at : enrolment.last_seen_at, finishedAt])
  if (step !== 0) {
    await addTo(ctx, LessonTable, lesson.id, { completed_count: step })
    const told = { courseId: course.id, lessonId: lesson.id, memberId }
    if (is) ctx.emit(courses.events['lesson.completed'], { ...told, at: completedAt!.toISOString() })
    else ctx.emit(courses.events['lesson.reset'], told)
  }
  if (finishedAt) {
    await addTo(ctx, CourseTable, course.id, { finished_count: 1 })
    ctx.emit(courses.events['course.finished'], { courseId: course.id, memberId, at: finishedAt.toISOString() })
    if (course.certificate.enabled) await certify(ctx, course, memberId)
  }
  return { row: row!, completed, finishedAt: enrolment.finished_at ?? finishedAt }
}

export interface OwnMove {
  lesson_id: number
  status?: 'incomplete' | 'completed'
  position?: number
  watched_to?: number
  at?: string
}
/**
 * What the reader's own player says. Sent twice, or late after a lost connection, it changes nothing that is newer.
 * @throws AtriumError 403 `lesson_locked`, `not_enrolled`; 409 `kind_completes` where the lesson itself says that it is done, `media_not_watched`
 */
export async function saveProgress(ctx: Ctx, courseId: number, input: OwnMove) {
  const { seat, lesson, at: before } = await lessonSeat(ctx, courseId, input.lesson_id)
  if (!seat.isMember) throw new AtriumError(403, 'not_enrolled', 'Join the course to save your progress.')
  const done = input.status && input.status === 'completed'
  if (done && kindOf(ctx, lesson.kind).completes === 'kind' && !before?.completed_at)
    throw new AtriumError(409, 'kind_completes', 'Finish the activity in this lesson to complete it.')
  const watchedTo = Math.max(input.watched_to ?? 0, before?.watched_to ?? 0)
  if (done && lesson.enforce_media_completion && lesson.media_duration && watchedTo < lesson.media_duration * WATCHED)
    throw new AtriumError(409, 'media_not_watched', 'Watch to the end first.')
  const now = ctx.now()
  const said = input.at ? new Date(input.at) : now
  // no clock of a browser runs ahead of ours
  const notedAt = said > now ? now : said
  if (done === undefined && seat.enrolment) return { ...(await keepPlace(ctx, seat.enrolment, lesson.id, input, notedAt)), course: seat.course }
  const to = { position: input.position, watchedTo: input.watched_to, done, seen: true, at: now, notedAt }
  return { ...(await move(ctx, seat.course, lesson, ctx.me().id, to)), course: seat.course }
}
/** A sign of life is written down once a minute; the place each time, and nothing of the learner is held for it. */
const SEEN_EVERY = 60_000
async function keepPlace(ctx: Ctx, learning: Learning, lessonId: number, { position, watched_to }: OwnMove, notedAt: Date) {
  const now = ctx.now()
  const isSeen = learning.last_lesson_id === lessonId && (learning.last_seen_at?.getTime() ?? 0) > now.getTime() - SEEN_EVERY
  if (!isSeen) await ctx.read(seenWrite, [learning.id, lessonId, now])
  const [row] = await ctx.read(placeWrite, [learning.course_id, lessonId, learning.member_id, position ?? null, watched_to ?? null, notedAt, now])
  return { row: row!, completed: learning.completed_count, finishedAt: learning.finished_at }
}

async function known(ctx: Ctx, lessonId: number): Promise<{ lesson: LightLesson; course: CourseRow }> {
  const [lesson] = await ctx.read(lessonsById, [[lessonId]])
  const [course] = lesson ? await ctx.read(coursesById, [[lesson.course_id]]) : []
  if (!lesson || !course) throw notFound('Lesson', 'course_lesson_not_found')
  return { lesson, course }
}
/** As `CoursesService.complete`. */
export async function complete(ctx: Ctx, lessonId: number, memberId: number, { score, at }: { score?: number; at?: Date } = {}): Promise<void> {
  if (score !== undefined && !(score >= 0 && score <= 100)) throw invalid({ score: ['Enter a score between 0 and 100.'] })
  const { lesson, course } = await known(ctx, lessonId)
  await move(ctx, course, lesson, memberId, { done: true, score, at: at ?? ctx.now(), seen: ctx.member?.id === memberId })
}
/** As `CoursesService.reset`. */
export async function reset(ctx: Ctx, lessonId: number, memberId: number): Promise<void> {
  const { lesson, course } = await known(ctx, lessonId)
  await forget(ctx, course, memberId, [lesson])
}

/** Takes what a learner has done in these lessons. A certificate that was given stays given. */
export async function forget(ctx: Ctx, course: CourseRow, memberId: number, lessons: Pick<LightLesson, 'id' | 'status'>[]): Promise<void> {
  const [enrolment] = await ctx.read(enrolmentHeld, [memberId, course.id])
  const gone = await ctx.sql<{ lesson_id: number; was_done: boolean }>(
    `delete from courses.progress where community_id = $1 and member_id = $2 and lesson_id = any ($3::bigint[]) returning lesson_id, completed_at is not null as was_done`,
    [memberId, lessons.map(({ id }) => id)],
  )
  const undone = new Set(gone.flatMap(({ lesson_id, was_done }) => (was_done ? lesson_id : [])))
  if (!enrolment || undone.size === 0) return
  const counted = lessons.filter((lesson) => undone.has(lesson.id) && isOut(lesson)).length
  await addTo(ctx, LessonTable, [...undone], { completed_count: -1 })
  await ctx.sql(
    'update courses.enrolment set completed_count = greatest(completed_count - $3::int, 0), finished_at = null, updated_at = $4 where community_id = $1 and id = $2',
    [...[enrolment.id, counted, ctx.now()]],
  )
  if (enrolment.finished_at) await addTo(ctx, CourseTable, course.id, { finished_count: -1 })
  for (const lessonId of undone) ctx.emit(courses.events['lesson.reset'], { courseId: course.id, lessonId, memberId })
}

/**
 * Begins a course in the reader's own name; who is not in the space joins it where it is open.
 * @throws AtriumError 403, 404; 409 `cohort_started`, as one that began long ago would open all that unlocks by days
 */
export async function begin(ctx: Ctx, courseId: number, cohortId: number | null): Promise<void> {
  const access = await ctx.use(spaces).access()
  const seat = await seatIn(ctx, courseId)
  const cohort = cohortId === null ? undefined : (await ctx.read(cohortsOf, [courseId])).find(({ id }) => id === cohortId)
  if (cohort && cohort.starts_at <= ctx.now()) throw conflict('This cohort has already started. Choose another one.', 'cohort_started')
  if (!access.isMember(courseId)) {
    if (!access.mayJoin(courseId)) throw new AtriumError(403, 'not_enrolled', 'You don’t have access to this course.')
    await ctx.use(spaces).addMembers(courseId, [ctx.me().id])
  }
  if (!seat.enrolment) await enrol(ctx, courseId, [ctx.me().id], { cohortId })
}
