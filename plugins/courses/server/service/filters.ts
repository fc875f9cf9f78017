/** What courses bring to the filters of members: in a course, how far, done. */
import { type Ctx, type RawBuilder, type SqlBool, sql } from '@atrium/sdk/server'
import type { AskedRule, FilterVariant, MemberFilter } from '../../../members/contract.ts'
import spaces from '../../../spaces/contract.ts'

const idsOf = ({ value }: AskedRule): number[] => [value].flat().map(Number).filter(Number.isSafeInteger)
async function coursesSeen(ctx: Ctx): Promise<{ id: number; name: string }[]> {
  const access = await ctx.use(spaces).access()
  const cards = await ctx.use(spaces).cards(access.visibleIds())
  return [...cards.values()].filter(({ types }) => types.includes('course')).map(({ id, name }) => ({ id, name }))
}
const choices = async (ctx: Ctx) => (await coursesSeen(ctx)).map(({ id, name }) => ({ value: String(id), label: name }))
/** @param more an `and …` on `e` */
const enrolled = (ctx: Ctx, rule: AskedRule, more: RawBuilder<unknown>): RawBuilder<SqlBool> => {
  const inside = sql<SqlBool>`exists (select 1 from courses.enrolment e where e.community_id = ${ctx.community.id} and e.member_id = m.id
    and e.course_id = any (${idsOf(rule)}::bigint[]) ${more})`
  return rule.operator === 'none_of' ? sql<SqlBool>`not ${inside}` : inside
}
export const filters: MemberFilter[] = [
  { key: 'course', type: 'choice', choices, where: async (ctx, rule) => enrolled(ctx, rule, sql``) },
  { key: 'course_finished', type: 'choice', choices, where: async (ctx, rule) => enrolled(ctx, rule, sql`and e.finished_at is not null`) },
  {
    key: 'course_progress',
    type: 'number',
    variants: async (ctx): Promise<FilterVariant[]> => (await coursesSeen(ctx)).map(({ id, name }) => ({ param: String(id), label: name })),
    async where(ctx, { operator, value, param }) {
      const percent = sql`(select case when c.lessons_count > 0 then least(100, e.completed_count * 100.0 / c.lessons_count) else 0 end
        from courses.enrolment e join courses.course c on c.community_id = ${ctx.community.id} and c.id = e.course_id
        where e.community_id = ${ctx.community.id} and e.member_id = m.id and e.course_id = ${Number(param) || 0})`
      if (operator === 'is_empty') return sql<SqlBool>`${percent} is null`
      const wanted = Number(value)
      if (operator === 'gt') return sql<SqlBool>`${percent} > ${wanted}`
      return operator === 'lt' ? sql<SqlBool>`${percent} < ${wanted}` : sql<SqlBool>`round(${percent}) = ${wanted}`
    },
  },
]
