/** Who learns in a course: beginning it, leaving it, cohorts, and the certificate of who has finished. */
import { randomBytes } from 'node:crypto'
import { notFound } from '@atrium/sdk'
import { addTo, type Ctx } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import courses from '../../contract.ts'
import { CohortTable, CourseTable, EnrolmentTable } from '../entities.ts'
import { courseHeld, type CourseRow } from '../reads.ts'
import { courseCard, madeCourse } from './seat.ts'

export interface Beginning {
  cohortId?: number | null
  at?: Date
}
/** Lessons that these have done count again, or no longer. */
const countLessons = (ctx: Ctx, courseId: number, memberIds: number[], by: 1 | -1) =>
  ctx.sql(
    `update courses.lesson l set completed_count = greatest(l.completed_count + $4::int * x.n, 0)
     from (select lesson_id, count(*)::int as n from courses.progress where community_id = $1 and course_id = $2 and member_id = any ($3::bigint[]) and completed_at is not null group by lesson_id) x
     where l.community_id = $1 and l.id = x.lesson_id`,
    [courseId, memberIds, by],
  )

/** Makes learners of members of the space; idempotent. Who was here before goes on where they were. @throws AtriumError 404 */
export async function enrol(ctx: Ctx, courseId: number, memberIds: number[], { cohortId = null, at }: Beginning = {}): Promise<void> {
  if (memberIds.length === 0) return
  await madeCourse(ctx, courseId)
  // those who add several at once, and one who comes by themself meanwhile, would wait for each other
  await ctx.read(courseHeld, [courseId])
  const now = at ?? ctx.now()
  const cohort = cohortId ? await ctx.em.findOne(CohortTable, { id: cohortId, courseId }) : null
  if (cohortId && !cohort) throw notFound('Cohort')
  const rows = await ctx.sql<{ member_id: number; finished: boolean }>(
    `insert into courses.enrolment (community_id, course_id, member_id, cohort_id, starts_at, completed_count, finished_at, created_at, updated_at)
     select $1, $2, m.id, $4, $5,
       (select count(*) from courses.progress p join courses.lesson l on l.community_id = $1 and l.id = p.lesson_id
        where p.community_id = $1 and p.course_id = $2 and p.member_id = m.id and p.completed_at is not null and l.status = 'published' and l.deleted_at is null),
       (select c.issued_at from courses.certificate c where c.community_id = $1 and c.course_id = $2 and c.member_id = m.id), $6, $6
     from kernel.member_card m where m.community_id = $1 and m.id = any ($3::bigint[]) and m.status in ('active', 'invited')
       -- asked before, as a conflict would wait for whoever is just learning, who may wait for the course
       and not exists (select from courses.enrolment e where e.community_id = $1 and e.course_id = $2 and e.member_id = m.id)
     order by m.id
     on conflict (community_id, course_id, member_id) do nothing returning member_id, finished_at is not null as finished`,
    [courseId, memberIds, cohortId, cohort?.startsAt ?? now, now],
  )
  if (rows.length === 0) return
  const added = rows.map(({ member_id }) => member_id)
  await countLessons(ctx, courseId, added, 1)
  await addTo(ctx, CourseTable, courseId, { students_count: added.length, finished_count: rows.filter(({ finished }) => finished).length })
  if (cohortId) await addTo(ctx, CohortTable, cohortId, { students_count: added.length })
  for (const memberId of added) ctx.emit(courses.events['course.enrolled'], { courseId, memberId, at: now.toISOString() })
}

/** The same for whoever may not be in the space yet. */
export async function enrolAnybody(ctx: Ctx, courseId: number, memberIds: number[], beginning?: Beginning): Promise<void> {
  await courseCard(ctx, courseId)
  await ctx.use(spaces).addMembers(courseId, memberIds)
  await enrol(ctx, courseId, memberIds, beginning)
}

/** Whoever leaves the space learns no more; what they did stays for when they come back. */
export async function leave(ctx: Ctx, courseId: number, memberId: number): Promise<void> {
  const [row] = await ctx.sql<{ cohort_id: number | null; finished_at: Date | null }>(
    'delete from courses.enrolment where community_id = $1 and course_id = $2 and member_id = $3 returning cohort_id, finished_at',
    [courseId, memberId],
  )
  if (!row) return
  await countLessons(ctx, courseId, [memberId], -1)
  await addTo(ctx, CourseTable, courseId, { students_count: -1, finished_count: row.finished_at ? -1 : 0 })
  if (row.cohort_id) await addTo(ctx, CohortTable, row.cohort_id, { students_count: -1 })
}

/** Moves a learner to another cohort, whose beginning is theirs from now on. @throws AtriumError 404 */
export async function changeCohort(ctx: Ctx, courseId: number, memberId: number, cohortId: number | null): Promise<void> {
  const cohort = cohortId ? await ctx.em.findOne(CohortTable, { id: cohortId, courseId }) : null
  if (cohortId && !cohort) throw notFound('Cohort')
  const enrolment = await ctx.em.findOne(EnrolmentTable, { courseId, memberId })
  if (!enrolment) throw notFound('Student')
  if (enrolment.cohortId === cohortId) return
  if (enrolment.cohortId) await addTo(ctx, CohortTable, enrolment.cohortId, { students_count: -1 })
  if (cohortId) await addTo(ctx, CohortTable, cohortId, { students_count: 1 })
  enrolment.cohortId = cohortId
  if (cohort) enrolment.startsAt = cohort.startsAt
  await ctx.em.flush()
}

/** Four groups of four: 64 random bits, which nobody guesses. */
const newCode = (): string => randomBytes(8).toString('hex').toUpperCase().match(/.{4}/g)!.join('-')

/** Gives their certificate to those who have finished and have none, some at a time. @param memberId only this one @returns whether there may be more */
export async function certify(ctx: Ctx, course: CourseRow, memberId: number | null = null): Promise<boolean> {
  const AT_ONCE = 200
  const { name } = await courseCard(ctx, course.id)
  const rows = await ctx.sql<{ member_id: number; name: string; finished_at: Date }>(
    `select e.member_id, m.name, e.finished_at from courses.enrolment e join kernel.member_card m on m.community_id = $1 and m.id = e.member_id
     where e.community_id = $1 and e.course_id = $2 and e.finished_at is not null and ($3::bigint is null or e.member_id = $3)
       and not exists (select from courses.certificate c where c.community_id = $1 and c.course_id = $2 and c.member_id = e.member_id) limit $4`,
    [course.id, memberId, AT_ONCE],
  )
  if (rows.length > 0)
    await ctx.sql(
      `insert into courses.certificate (community_id, code, course_id, member_id, member_name, course_name, looks, issued_at, created_at, updated_at)
       select $1, c.code, $2, c.member_id, c.name, $3, $4, c.at, $5, $5
       from unnest($6::text[], $7::bigint[], $8::text[], $9::timestamptz[]) c(code, member_id, name, at) on conflict do nothing`,
      [
        ...[course.id, name, JSON.stringify(course.certificate), ctx.now(), rows.map(newCode), rows.map(({ member_id }) => member_id)],
        ...[rows.map((row) => row.name), rows.map((row) => row.finished_at)],
      ],
    )
  return rows.length === AT_ONCE
}
