/** Learners as those see them who teach: how far, where stuck, since when away; their table as CSV; the course in numbers. */
import { notFound } from '@atrium/sdk'
import { authorOf, containing, csv, type CsvColumns, type Ctx, decodeCursor, isoOf, page, type Paging, rowsFor } from '@atrium/sdk/server'
import type { z } from 'zod'
import type { Stats, Student } from '../../contract/records.ts'
import { completedIn, doneOf, progressOf, statsRead, type StudentRow, type StudentSort, studentsSql } from '../reads.ts'
import { isOut, type Outline, outlineOf } from './outline.ts'
import { percentDone, toProgress } from './present.ts'
import { seatIn } from './seat.ts'

const WEEK = 7 * 86_400_000
const weekAgo = (ctx: Ctx) => new Date(ctx.now().getTime() - WEEK)

/** Which students are meant. */
export interface StudentNarrowing {
  query?: string | undefined
  filter: string
  cohort_id?: number | undefined
  community_member_ids?: number[] | undefined
}
/** The values of `STUDENTS_WHERE`, without the community. */
export const narrowing = (ctx: Ctx, courseId: number, { query, filter, cohort_id, community_member_ids }: StudentNarrowing): unknown[] => [
  ...[courseId, cohort_id ?? null, filter, weekAgo(ctx)],
  ...[query ? containing(query) : null, community_member_ids ?? null],
]
export interface StudentQuery extends Paging, StudentNarrowing {
  sort: StudentSort
}
async function toStudents(ctx: Ctx, courseId: number, rows: StudentRow[], outline: Outline, lessonsCount: number): Promise<z.input<typeof Student>[]> {
  const out = outline.lessons.filter(isOut)
  const ids = rows.map(({ member_id }) => member_id)
  const [done, people, addresses] = await Promise.all([
    ids.length ? ctx.read(doneOf, [courseId, ids]) : [],
    ctx.members.byIds(ids),
    ctx.me().isAdmin ? ctx.members.addresses(ids) : undefined,
  ])
  const inSection = Map.groupBy(out, ({ section_id }) => section_id)
  const doneBy = new Map(done.map((row) => [row.member_id, new Set(row.lessons)]))
  return rows.flatMap((row) => {
    const author = authorOf(people.get(row.member_id))
    if (!author) return []
    const has = doneBy.get(row.member_id)
    const waits = out.find(({ id }) => !has?.has(id))
    return [
      {
        ...{ id: row.member_id, community_member: author, email: addresses?.get(row.member_id)?.email ?? null },
        cohort: row.cohort_id ? { id: row.cohort_id, name: row.cohort_name ?? '' } : null,
        ...{ starts_at: isoOf(row.starts_at)!, completed: row.completed_count, percent: percentDone(row.completed_count, lessonsCount) },
        stuck_at: waits ? { id: waits.id, name: waits.name, section_id: waits.section_id } : null,
        ...{ last_seen_at: isoOf(row.last_seen_at), finished_at: isoOf(row.finished_at) },
        sections: outline.sections.flatMap(({ id }) => {
          const lessons = inSection.get(id) ?? []
          return lessons.length > 0 ? [{ section_id: id, completed: lessons.filter((lesson) => has?.has(lesson.id)).length, lessons: lessons.length }] : []
        }),
      },
    ]
  })
}
const keyOf = (sort: StudentSort, row: StudentRow): number[] =>
  sort === 'newest' ? [row.id, row.id] : sort === 'progress' ? [row.completed_count, row.id] : [(row.last_seen_at ?? new Date(0)).getTime(), row.id]

/** The key of the last row as the statement compares it. */
const keyText = (sort: StudentSort, key: number): string => (sort === 'last_seen' ? new Date(Math.min(Math.max(key, 0), 8e15)).toISOString() : String(key))
const find = (ctx: Ctx, courseId: number, { sort, ...whom }: StudentNarrowing & { sort: StudentSort }, last: number[] | null, limit: number) =>
  ctx.sql<StudentRow>(studentsSql(sort), [...narrowing(ctx, courseId, whom), last ? keyText(sort, last[0]!) : null, last?.[1] ?? 0, limit])

export async function listStudents(ctx: Ctx, courseId: number, query: StudentQuery) {
  const { course } = await seatIn(ctx, courseId, 'update')
  const outline = await outlineOf(ctx, courseId)
  const rows = await find(ctx, courseId, query, decodeCursor(query.cursor, ['number', 'number']) as number[] | null, rowsFor(query))
  const whole = !query.query && query.filter === 'all' && !query.cohort_id
  const found = page(rows, { query, key: (row) => keyOf(query.sort, row), count: whole ? course.students_count : null }, (row) => row)
  return { ...found, records: await toStudents(ctx, courseId, found.records, outline, course.lessons_count) }
}

/** @throws AtriumError 404 for who is no student of the course */
export async function showStudent(ctx: Ctx, courseId: number, memberId: number) {
  const { course } = await seatIn(ctx, courseId, 'update')
  const outline = await outlineOf(ctx, courseId)
  const rows = await find(ctx, courseId, { sort: 'newest', filter: 'all', community_member_ids: [memberId] }, null, 1)
  const [student] = await toStudents(ctx, courseId, rows, outline, course.lessons_count)
  if (!student) throw notFound('Student')
  const progress = new Map((await ctx.read(progressOf, [memberId, courseId])).map((row) => [row.lesson_id, row]))
  return {
    ...student,
    lessons: outline.lessons.filter(isOut).map(({ id, name, section_id }) => ({ ...toProgress(id, progress.get(id)), name, section_id })),
  }
}

const ROWS = 500
/** Everybody, read page by page. */
export async function exportStudents(ctx: Ctx, courseId: number): Promise<string> {
  const { course } = await seatIn(ctx, courseId, 'update')
  const students: (StudentRow & { email: string })[] = []
  let last: number[] | null = null
  for (;;) {
    const rows: StudentRow[] = await find(ctx, courseId, { sort: 'newest', filter: 'all' }, last, ROWS)
    const addresses = ctx.me().isAdmin ? await ctx.members.addresses(rows.map(({ member_id }) => member_id)) : undefined
    students.push(...rows.map((row) => ({ ...row, email: addresses?.get(row.member_id)?.email ?? '' })))
    if (rows.length < ROWS) break
    last = keyOf('newest', rows.at(-1)!)
  }
  await ctx.audit('courses.exported', `course:${courseId}`, { students: students.length })
  const columns: CsvColumns<(typeof students)[number]> = [
    [ctx.t('export.name'), (row) => row.name],
    [ctx.t('export.email'), (row) => row.email],
    [ctx.t('export.cohort'), (row) => row.cohort_name ?? ''],
    [ctx.t('export.began'), (row) => row.starts_at],
    [ctx.t('export.completed'), (row) => row.completed_count],
    [ctx.t('export.lessons'), () => course.lessons_count],
    [ctx.t('export.percent'), (row) => percentDone(row.completed_count, course.lessons_count)],
    [ctx.t('export.last_seen'), (row) => row.last_seen_at ?? ''],
    [ctx.t('export.finished'), (row) => row.finished_at ?? ''],
  ]
  return csv(columns, students)
}

export async function statsOf(ctx: Ctx, courseId: number): Promise<z.input<typeof Stats>> {
  const { course } = await seatIn(ctx, courseId, 'update')
  const [[row], { sections, lessons }, kept] = await Promise.all([
    ctx.read(statsRead, [courseId, weekAgo(ctx)]),
    outlineOf(ctx, courseId),
    ctx.read(completedIn, [courseId]),
  ])
  const completed = new Map(kept.map(({ id, completed_count }) => [id, completed_count]))
  const { done, ...counts } = row!
  const bySection = Map.groupBy(lessons.filter(isOut), ({ section_id }) => section_id)
  const all = counts.students * course.lessons_count
  return {
    ...counts,
    average_percent: all === 0 ? 0 : Math.min(100, Math.round((done / all) * 100)),
    lessons: sections.flatMap(({ id }) =>
      (bySection.get(id) ?? []).map((lesson) => ({
        ...{ id: lesson.id, name: lesson.name, section_id: id, completed: completed.get(lesson.id) ?? 0 },
        percent: counts.students === 0 ? 0 : Math.min(100, Math.round(((completed.get(lesson.id) ?? 0) / counts.students) * 100)),
      })),
    ),
  }
}
