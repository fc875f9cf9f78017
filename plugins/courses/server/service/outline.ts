/** The outline of a course as the process keeps it, and what of it is open to one learner. */
import { invalid } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import { type EnrolmentRow, type LightLesson, lessonsOf, type CourseRow, type SectionRow, sectionsOf } from '../reads.ts'
import { type LOCKS, OWN_KINDS } from '../../contract.ts'

export type Lock = (typeof LOCKS)[number]
export interface Outline {
  sections: SectionRow[]
  /** In the order in which they are learnt, drafts among them. */
  lessons: LightLesson[]
  byId: Map<number, LightLesson>
  sectionOf: Map<number, SectionRow>
}

/** Everything but words; whoever changes a section or a lesson calls `invalidateOutline`. */
export const outlineOf = (ctx: Ctx, courseId: number): Promise<Outline> =>
  ctx.cached('courses.outline', courseId, async () => {
    const [sections, rows] = await Promise.all([ctx.read(sectionsOf, [courseId]), ctx.read(lessonsOf, [courseId])])
    const grouped = Map.groupBy(rows, ({ section_id }) => section_id)
    const lessons = sections.flatMap(({ id }) => grouped.get(id) ?? [])
    return {
      sections,
      lessons,
      byId: new Map(lessons.map((lesson) => [lesson.id, lesson])),
      sectionOf: new Map(sections.map((section) => [section.id, section])),
    }
  })
export const invalidateOutline = (ctx: Ctx, courseId: number): void => ctx.invalidate('courses.outline', courseId)

/** @throws AtriumError 422 for a course without a published lesson */
export async function demandLessons(ctx: Ctx, courseId: number): Promise<void> {
  if (!(await outlineOf(ctx, courseId)).lessons.some(isOut)) throw invalid({ is_draft: [NO_LESSONS] }, NO_LESSONS)
}
const NO_LESSONS = 'Publish a lesson first. An empty course can’t be published.'

export const isOut = (lesson: { status: string }): boolean => lesson.status === 'published'

const DAY = 86_400_000
/** When a section opens for somebody who began at `startsAt`; null where it waits for no date. */
export function opensAt(course: Pick<CourseRow, 'course_type'>, section: Pick<SectionRow, 'dripped_at' | 'drip_delay'>, startsAt: Date): Date | null {
  if (course.course_type === 'scheduled') return section.dripped_at
  if (course.course_type === 'structured' && section.drip_delay > 0) return new Date(startsAt.getTime() + section.drip_delay * DAY)
  return null
}

export interface Standing {
  course: CourseRow
  canEdit: boolean
  isMember: boolean
  /** The reader may not enter the space. */
  isOutside: boolean
  enrolment: Pick<EnrolmentRow, 'starts_at'> | null
  /** Another course is to be finished first. */
  waits: boolean
}
/** Why nothing of the course opens for the reader, but for what is free. */
export function lockOfCourse({ canEdit, isMember, enrolment, waits }: Standing, now: Date): Lock | null {
  if (canEdit) return null
  if (!isMember) return 'enrolment'
  if (waits) return 'prerequisite'
  return enrolment && enrolment.starts_at > now ? 'cohort' : null
}
export interface Opening {
  locked: Lock | null
  opensAt: Date | null
  /** Order is enforced, and the lesson before it is not done. */
  needsPrevious: boolean
}
/** What stands between the reader and one lesson; what others bring as free needs a place in the space. @param needsPrevious order is enforced, and one before it is not done */
export function openingOf(standing: Standing, lesson: LightLesson, section: SectionRow, needsPrevious: boolean, now: Date): Opening {
  const opens = opensAt(standing.course, section, standing.enrolment?.starts_at ?? now)
  const isFree = lesson.is_free && (!standing.isOutside || (OWN_KINDS as readonly string[]).includes(lesson.kind))
  const locked = lockOfCourse(standing, now) ?? (standing.canEdit ? null : opens && opens > now ? 'date' : needsPrevious ? 'previous' : null)
  return { locked: isFree ? null : locked, opensAt: opens, needsPrevious }
}
/** The same of each lesson, in one walk. @param done lessons the reader is done with */
export function openings(outline: Outline, standing: Standing, done: ReadonlySet<number>, now: Date): Map<number, Opening> {
  const found = new Map<number, Opening>()
  let ready = true
  for (const lesson of outline.lessons) {
    const needsPrevious = standing.course.enforce_lessons_order && !ready && !done.has(lesson.id)
    found.set(lesson.id, openingOf(standing, lesson, outline.sectionOf.get(lesson.section_id)!, needsPrevious, now))
    if (isOut(lesson) && !done.has(lesson.id)) ready = false
  }
  return found
}

/** The lesson to go on with: the last one visited while it is not done, else the first one that is open and not done. */
export function nextOf(outline: Outline, opening: Map<number, Opening>, done: ReadonlySet<number>, lastId: number | null): number | null {
  const open = (lesson: LightLesson | undefined) => lesson && isOut(lesson) && !done.has(lesson.id) && opening.get(lesson.id)?.locked === null
  const last = lastId ? outline.byId.get(lastId) : undefined
  return (open(last) ? last : outline.lessons.find(open))?.id ?? null
}
