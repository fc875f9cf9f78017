/** What the audience brings to the filters of members: tags, segments, activity, and what is known of contacts. */
import { type Ctx, type RawBuilder, type SqlBool, sql } from '@atrium/sdk/server'
import type { AskedRule, MemberFilter } from '../../../members/contract.ts'
import { segmentCondition } from './narrow.ts'
import { checkGraph } from './rules.ts'

/** Jobs and who may manage people see every tag. */
const seesAll = (ctx: Ctx) => ctx.request === null || ctx.can('members.manage')
const PUBLIC = sql<SqlBool>`t.is_public and (t.display_locations ->> 'member_directory')::boolean`
const idsOf = ({ value }: AskedRule): number[] => [value].flat().map(Number).filter(Number.isSafeInteger)
const opposite = (rule: AskedRule, condition: RawBuilder<SqlBool>) =>
  rule.operator === 'none_of' ? sql<SqlBool>`not coalesce((${condition}), false)` : condition

/** Whether the person bears one of the tags. @param person the id of their row */
const bears = (ctx: Ctx, rule: AskedRule, person: RawBuilder<unknown>) =>
  opposite(
    rule,
    sql<SqlBool>`exists (select from audience.person_tag pt join audience.tag t on t.community_id = pt.community_id and t.id = pt.tag_id
      where pt.community_id = ${ctx.community.id} and pt.person_id = ${person} and pt.tag_id = any (${idsOf(rule)}::bigint[]) and ${seesAll(ctx) ? sql`true` : PUBLIC})`,
  )
const personOf = (ctx: Ctx) => sql`(select ap.id from audience.person ap where ap.community_id = ${ctx.community.id} and ap.member_id = m.id)`

const tag: MemberFilter = {
  key: 'tag',
  type: 'choice',
  directory: true,
  async choices(ctx) {
    const rows = await ctx.sql<{ id: number; name: string }>(
      `select t.id, t.name from audience.tag t where t.community_id = $1 and ($2 or (t.is_public and (t.display_locations ->> 'member_directory')::boolean)) order by lower(t.name)`,
      [seesAll(ctx)],
    )
    return rows.map(({ id, name }) => ({ value: String(id), label: name }))
  },
  where: async (ctx, rule) => bears(ctx, rule, personOf(ctx)),
  whereContact: async (ctx, rule) => bears(ctx, rule, sql`p.id`),
}

/** What others say of a segment is put together once a request. Circles, which would wait for themselves, are looked for first. */
async function inside(ctx: Ctx, rule: AskedRule, side: 'member' | 'contact'): Promise<RawBuilder<SqlBool>> {
  await ctx.once('audience.graph', () => checkGraph(ctx))
  const parts = await Promise.all(
    idsOf(rule).map(async (id) => (await ctx.once(`audience.segment:${id}`, () => segmentCondition(ctx, id)))[side] ?? sql<SqlBool>`false`),
  )
  return opposite(rule, parts.length ? sql<SqlBool>`(${sql.join(parts, sql` or `)})` : sql<SqlBool>`false`)
}
const segment: MemberFilter = {
  key: 'segment',
  type: 'choice',
  async choices(ctx) {
    const rows = await ctx.sql<{ id: number; title: string }>('select id, title from audience.segment where community_id = $1 order by lower(title)')
    return rows.map(({ id, title }) => ({ value: String(id), label: title }))
  },
  where: (ctx, rule) => inside(ctx, rule, 'member'),
  whereContact: (ctx, rule) => inside(ctx, rule, 'contact'),
}

const score: MemberFilter = {
  key: 'activity_score',
  type: 'number',
  async where(ctx, { operator, value }) {
    const kept = sql`(select s.score from audience.score s where s.community_id = ${ctx.community.id} and s.member_id = m.id)`
    if (operator === 'is_empty') return sql<SqlBool>`${kept} is null`
    const wanted = Number(value)
    if (operator === 'gt') return sql<SqlBool>`${kept} > ${wanted}`
    return operator === 'lt' ? sql<SqlBool>`${kept} < ${wanted}` : sql<SqlBool>`round(${kept}::numeric, 1) = ${wanted}`
  },
}
const subscribed: MemberFilter = {
  key: 'subscribed',
  type: 'flag',
  where: async (ctx, { value }) =>
    sql<SqlBool>`exists (select from audience.person ap where ap.community_id = ${ctx.community.id} and ap.member_id = m.id and ap.subscribed = ${value === true})`,
  whereContact: async (_ctx, { value }) => sql<SqlBool>`p.subscribed = ${value === true}`,
}
/** Members and contacts told apart by a rule, so that groups of rules can. */
const kind: MemberFilter = {
  key: 'has_account',
  type: 'flag',
  where: async (_ctx, { value }) => sql<SqlBool>`${value === true}`,
  whereContact: async (_ctx, { value }) => sql<SqlBool>`${value !== true}`,
}

export const filters: MemberFilter[] = [tag, segment, score, subscribed, kind]
