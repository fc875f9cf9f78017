/** The course around its lessons: settings, sections and their order, topics, cohorts. */
import { AtriumError, conflict, invalid, notFound, sentence } from '@atrium/sdk'
import { addTo, assign, type Ctx, demandVersion, hold, isUniqueViolation, raiseVersion } from '@atrium/sdk/server'
import type { z } from 'zod'
import spaces from '../../../spaces/contract.ts'
import { type default as courses, MAX_SECTIONS, type Settings } from '../../contract.ts'
import { CohortTable, CourseTable, type Looks, SectionTable, TopicTable } from '../entities.ts'
import { certifyJob } from '../jobs.ts'
import { invalidateOutline, outlineOf } from './outline.ts'
import { madeCourse } from './seat.ts'
import { removeLesson, told } from './lessons.ts'

type Body<R extends keyof typeof courses.routes> = (typeof courses.routes)[R] extends { options: { body: infer B extends z.ZodType } } ? z.output<B> : never

/** @throws AtriumError 409 `edit_conflict`, 422 */
export async function updateCourse(ctx: Ctx, courseId: number, { version, ...input }: Body<'update'>['course'], theirs: () => Promise<object>): Promise<void> {
  await madeCourse(ctx, courseId)
  const course = await hold(ctx, CourseTable, courseId, 'Course')
  await demandVersion(ctx, version, course, input, theirs)
  assign(CourseTable, course, { summary: input.summary, in_directory: input.in_directory })
  if (input.prerequisite_ids) {
    const ids = [...new Set(input.prerequisite_ids)]
    const cards = await ctx.use(spaces).cards(ids)
    const access = await ctx.use(spaces).access()
    if (ids.includes(courseId)) throw invalid({ 'course.prerequisite_ids': ['A course can’t be its own prerequisite.'] })
    if (ids.some((id) => !cards.get(id)?.types.includes('course') || !access.canView(id))) throw notFound('Course')
    const others = await ctx.em.find(CourseTable, { id: ids }, { disableIdentityMap: true })
    if (others.some(({ prerequisiteIds }) => prerequisiteIds.includes(courseId)))
      throw invalid({ 'course.prerequisite_ids': ['One of these courses already requires this one.'] })
    course.prerequisiteIds = ids
  }
  if (input.course_topic_ids) await setTopics(ctx, course, input.course_topic_ids)
  if (input.certificate) {
    const before = course.certificate
    course.certificate = { ...before, ...input.certificate }
    if (course.certificate.enabled && !before.enabled) await ctx.enqueue(certifyJob, { courseId }, { key: `certify:${courseId}` })
  }
  raiseVersion(ctx, course)
  await ctx.em.flush()
  told(ctx, courseId)
}
async function setTopics(ctx: Ctx, course: { topicIds: number[] }, wanted: number[]): Promise<void> {
  const ids = [...new Set(wanted)]
  const known = await ctx.em.count(TopicTable, { id: ids })
  if (known !== ids.length) throw notFound('Topic', 'topic_not_found')
  const before = course.topicIds
  await addTo(
    ctx,
    TopicTable,
    ids.filter((id) => !before.includes(id)),
    { courses_count: 1 },
  )
  await addTo(
    ctx,
    TopicTable,
    before.filter((id) => !ids.includes(id)),
    { courses_count: -1 },
  )
  course.topicIds = ids
}
export async function updateSettings(ctx: Ctx, courseId: number, changes: Partial<Settings>): Promise<void> {
  await madeCourse(ctx, courseId)
  const course = await hold(ctx, CourseTable, courseId, 'Course')
  assign(CourseTable, course, changes)
  await ctx.em.flush()
  told(ctx, courseId)
}

export type SectionInput = Body<'updateSection'>['section']
const fill = (section: object, { dripped_at, ...input }: SectionInput) => {
  assign(SectionTable, section, input)
  if (dripped_at !== undefined) assign(SectionTable, section, { dripped_at: dripped_at ? new Date(dripped_at) : null })
}
/** @throws AtriumError 422 for one too many */
export async function createSection(ctx: Ctx, courseId: number, input: Body<'createSection'>['section']): Promise<number> {
  await madeCourse(ctx, courseId)
  await hold(ctx, CourseTable, courseId, 'Course')
  const { sections } = await outlineOf(ctx, courseId)
  if (sections.length >= MAX_SECTIONS) throw invalid({ section: [sentence('A course can have up to {max} sections.', { max: MAX_SECTIONS })] })
  const section = ctx.em.create(SectionTable, { courseId, name: input.name, position: (sections.at(-1)?.position ?? -1) + 1 })
  fill(section, input)
  await ctx.em.flush()
  told(ctx, courseId)
  return section.id
}
async function heldSection(ctx: Ctx, courseId: number, id: number) {
  const section = await hold(ctx, SectionTable, id, 'Section', 'course_section_not_found')
  if (section.courseId !== courseId || section.deletedAt) throw notFound('Section', 'course_section_not_found')
  return section
}
export async function updateSection(ctx: Ctx, courseId: number, id: number, input: SectionInput): Promise<void> {
  fill(await heldSection(ctx, courseId, id), input)
  await ctx.em.flush()
  told(ctx, courseId)
}
/** With its lessons. They go first, and the section with the last trace of them. */
export async function removeSection(ctx: Ctx, courseId: number, id: number): Promise<void> {
  await heldSection(ctx, courseId, id)
  const lessons = (await outlineOf(ctx, courseId)).lessons.filter(({ section_id }) => section_id === id)
  for (const lesson of lessons) await removeLesson(ctx, courseId, lesson.id)
  if (lessons.length === 0) await ctx.em.nativeDelete(SectionTable, { id })
  else await ctx.em.nativeUpdate(SectionTable, { id }, { deletedAt: ctx.now() })
  told(ctx, courseId)
}

/** Puts sections and lessons in this order; what is not named stands behind. @throws AtriumError 404 for what is not of the course */
export async function reorder(ctx: Ctx, courseId: number, order: { section_id: number; lesson_ids: number[] }[]): Promise<void> {
  await hold(ctx, CourseTable, courseId, 'Course')
  invalidateOutline(ctx, courseId)
  const { sections, lessons, byId, sectionOf } = await outlineOf(ctx, courseId)
  const named = order.flatMap(({ lesson_ids }) => lesson_ids)
  if (new Set(named).size !== named.length) throw invalid({ new_order: ['A lesson can only be in one place.'] })
  if (named.some((id) => !byId.has(id))) throw notFound('Lesson', 'course_lesson_not_found')
  if (order.some(({ section_id }) => !sectionOf.has(section_id))) throw notFound('Section', 'course_section_not_found')
  const first = new Set(order.map(({ section_id }) => section_id))
  const wanted = new Set(named)
  const whole = [...order, ...sections.filter(({ id }) => !first.has(id)).map(({ id }) => ({ section_id: id, lesson_ids: [] as number[] }))].map((part) => ({
    ...part,
    lesson_ids: [...part.lesson_ids, ...lessons.filter(({ id, section_id }) => section_id === part.section_id && !wanted.has(id)).map(({ id }) => id)],
  }))
  const places = whole.flatMap(({ section_id, lesson_ids }) => lesson_ids.map((id, position) => ({ id, section_id, position })))
  await ctx.sql(
    `update courses.section s set position = o.position::int from unnest($2::bigint[]) with ordinality o(id, position)
     where s.community_id = $1 and s.id = o.id and s.position <> o.position`,
    [whole.map(({ section_id }) => section_id)],
  )
  await ctx.sql(
    `update courses.lesson l set section_id = o.section_id, position = o.position from unnest($2::bigint[], $3::bigint[], $4::int[]) o(id, section_id, position)
     where l.community_id = $1 and l.id = o.id and (l.section_id, l.position) is distinct from (o.section_id, o.position)`,
    [places.map(({ id }) => id), places.map(({ section_id }) => section_id), places.map(({ position }) => position)],
  )
  told(ctx, courseId)
}

const sameName = () =>
  new AtriumError(422, 'invalid_input', 'A topic with this name already exists.', {
    details: { 'course_topic.name': ['A topic with this name already exists.'] },
  })
const unlessTaken = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'topic_name')) throw sameName()
    throw error
  }
}
export async function createTopic(ctx: Ctx, name: string): Promise<number> {
  const topic = ctx.em.create(TopicTable, { name })
  await unlessTaken(() => ctx.em.flush())
  return topic.id
}
/** The topic of this name, made where it is new. */
export async function topicNamed(ctx: Ctx, name: string): Promise<number> {
  const [row] = await ctx.sql<{ id: number }>('select id from courses.topic where community_id = $1 and lower(name) = lower($2)', [name])
  return row?.id ?? createTopic(ctx, name)
}
export async function updateTopic(ctx: Ctx, id: number, name: string): Promise<void> {
  const topic = await hold(ctx, TopicTable, id, 'Topic', 'topic_not_found')
  topic.name = name
  await unlessTaken(() => ctx.em.flush())
}
export async function removeTopic(ctx: Ctx, id: number): Promise<void> {
  await hold(ctx, TopicTable, id, 'Topic', 'topic_not_found')
  await ctx.sql('update courses.course set topic_ids = array_remove(topic_ids, $2::bigint) where community_id = $1 and $2 = any (topic_ids)', [id])
  await ctx.em.nativeDelete(TopicTable, { id })
}

const MAX_COHORTS = 100
export async function createCohort(ctx: Ctx, courseId: number, input: { name: string; starts_at: string }): Promise<number> {
  await madeCourse(ctx, courseId)
  if ((await ctx.em.count(CohortTable, { courseId })) >= MAX_COHORTS) throw conflict(sentence('A course can have up to {max} cohorts.', { max: MAX_COHORTS }))
  const cohort = ctx.em.create(CohortTable, { courseId, name: input.name, startsAt: new Date(input.starts_at) })
  await ctx.em.flush()
  return cohort.id
}
async function heldCohort(ctx: Ctx, courseId: number, id: number) {
  const cohort = await hold(ctx, CohortTable, id, 'Cohort')
  if (cohort.courseId !== courseId) throw notFound('Cohort')
  return cohort
}
/** What opens by days moves with its beginning. */
export async function updateCohort(ctx: Ctx, courseId: number, id: number, input: { name?: string; starts_at?: string }): Promise<void> {
  const cohort = await heldCohort(ctx, courseId, id)
  if (input.name) cohort.name = input.name
  if (input.starts_at) {
    cohort.startsAt = new Date(input.starts_at)
    await ctx.sql('update courses.enrolment set starts_at = $3 where community_id = $1 and cohort_id = $2 and starts_at <> $3', [id, cohort.startsAt])
  }
  await ctx.em.flush()
}
export async function removeCohort(ctx: Ctx, courseId: number, id: number): Promise<void> {
  await heldCohort(ctx, courseId, id)
  await ctx.em.nativeDelete(CohortTable, { id })
}

/** As `CoursesService.create`. */
export async function createCourse(
  ctx: Ctx,
  courseId: number,
  fields: {
    summary?: string
    courseType?: Settings['course_type']
    enforceOrder?: boolean
    certificate?: boolean
    topics?: string[]
    cohorts?: { name: string; startsAt: Date }[]
  },
): Promise<{ cohortIds: number[] }> {
  await madeCourse(ctx, courseId)
  const course = await hold(ctx, CourseTable, courseId, 'Course')
  assign(CourseTable, course, { summary: fields.summary, course_type: fields.courseType, enforce_lessons_order: fields.enforceOrder })
  const looks: Looks = { enabled: fields.certificate ?? false }
  course.certificate = { ...course.certificate, ...looks }
  const topics = []
  for (const name of fields.topics ?? []) topics.push(await topicNamed(ctx, name))
  await setTopics(ctx, course, topics)
  await ctx.em.flush()
  const cohortIds = []
  for (const { name, startsAt } of fields.cohorts ?? []) cohortIds.push(await createCohort(ctx, courseId, { name, starts_at: startsAt.toISOString() }))
  return { cohortIds }
}
