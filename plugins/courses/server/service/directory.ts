/** The directory: courses that stand in lists for the reader, by name; those that they may not enter with a lock and what opens them. */
import { type Ctx, lastId, page, rowsFor } from '@atrium/sdk/server'
import type { z } from 'zod'
import spaces from '../../../spaces/contract.ts'
import type courses from '../../contract.ts'
import { type CourseRow, coursesById, enrolmentsOf } from '../reads.ts'
import { toCards } from './present.ts'

type Asked = z.output<(typeof courses)['routes']['directory']['options']['query']>
type Query = Pick<Asked, 'page' | 'per_page'> & Partial<Asked>

export async function listCourses(ctx: Ctx, query: Query) {
  const access = await ctx.use(spaces).access()
  const cards = await ctx.use(spaces).cards(access.listedIds())
  const words = query.query?.toLocaleLowerCase(ctx.locale)
  const named = [...cards.values()].filter(({ types, name }) => types.includes('course') && (!words || name.toLocaleLowerCase(ctx.locale).includes(words)))
  const ids = named.map(({ id }) => id)
  const [rows, own] = await Promise.all([ctx.read(coursesById, [ids]), ctx.member && query.mine ? ctx.read(enrolmentsOf, [ctx.member.id, ids]) : []])
  const learns = new Set(own.map(({ course_id }) => course_id))
  const wanted = (row: CourseRow) =>
    row.in_directory && (!query.course_topic_id || row.topic_ids.includes(query.course_topic_id)) && (!query.mine || learns.has(row.id))
  const shown = rows.filter(wanted).sort((a, b) => cards.get(a.id)!.name.localeCompare(cards.get(b.id)!.name, ctx.locale) || a.id - b.id)
  const after = lastId(query)
  const from = after === null ? 0 : shown.findIndex(({ id }) => id === after) + 1
  const found = page(shown.slice(from, from + rowsFor(query)), { query, key: (row) => [row.id], count: shown.length }, (row) => row)
  return { ...found, records: await toCards(ctx, found.records) }
}
