/** What gamification brings to the filters of members. Who stays out is found by neither. */
import { type Ctx, type RawBuilder, type SqlBool, sql } from '@atrium/sdk/server'
import type { AskedRule, MemberFilter } from '../../../members/contract.ts'
import { levelsOf } from './levels.ts'

const kept = (ctx: Ctx, column: 'total_points' | 'level'): RawBuilder<unknown> =>
  sql`(select gs.${sql.ref(column)} from gamification.standing gs where gs.community_id = ${ctx.community.id} and gs.member_id = m.id and gs.listed)`
const numbersOf = ({ value }: AskedRule): number[] => [value].flat().map(Number).filter(Number.isSafeInteger)

const points: MemberFilter = {
  key: 'points',
  type: 'number',
  directory: true,
  async where(ctx, { operator, value }) {
    const own = kept(ctx, 'total_points')
    if (operator === 'is_empty') return sql<SqlBool>`${own} is null`
    const wanted = Number(value)
    if (operator === 'gt') return sql<SqlBool>`${own} > ${wanted}`
    return operator === 'lt' ? sql<SqlBool>`${own} < ${wanted}` : sql<SqlBool>`${own} = ${wanted}`
  },
}
const level: MemberFilter = {
  key: 'level',
  type: 'choice',
  directory: true,
  choices: async (ctx) => (await levelsOf(ctx)).map(({ number, name }) => ({ value: String(number), label: `${number} · ${name}` })),
  async where(ctx, rule) {
    const inside = sql<SqlBool>`coalesce(${kept(ctx, 'level')} = any (${numbersOf(rule)}::int[]), false)`
    return rule.operator === 'none_of' ? sql<SqlBool>`not ${inside}` : inside
  },
}
export const filters: MemberFilter[] = [points, level]
