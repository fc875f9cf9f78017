/** Whom a list, a count, an export, a rule or a bulk act is about, as SQL: people as `p`, and the members among them as `m`. */
import { notFound } from '@atrium/sdk'
import { type Ctx, type RawBuilder, type SqlBool, sql, containing } from '@atrium/sdk/server'
import members, { type Condition } from '../../../members/contract.ts'
import type { Chosen, Rules } from '../../contract.ts'
import { SegmentTable } from '../entities.ts'
import { checkedFilter } from './rules.ts'

const EVERYBODY: Condition = { member: sql<SqlBool>`true`, contact: sql<SqlBool>`true` }

/** @throws AtriumError 422 for rules that name what does not exist */
export async function conditionOf(ctx: Ctx, rules: Rules): Promise<Condition> {
  switch (rules.rule_type) {
    case 'all_contacts':
      return EVERYBODY
    case 'all_members':
      return { ...EVERYBODY, contact: null }
    case 'selected_members': {
      const ids = rules.rules.map(({ community_member_id }) => Number(community_member_id))
      return { member: sql<SqlBool>`m.id = any (${ids}::bigint[])`, contact: null }
    }
    case 'custom_filters':
      return ctx.use(members).condition(checkedFilter({ match: rules.match, rules: rules.rules }))
  }
}
export async function segmentCondition(ctx: Ctx, id: number): Promise<Condition> {
  const segment = await ctx.em.findOne(SegmentTable, { id }, { fields: ['rules'] })
  if (!segment) throw notFound('Segment', 'segment_not_found')
  return conditionOf(ctx, segment.rules)
}

const both = (a: Condition, b: Condition): Condition => ({
  member: sql<SqlBool>`(${a.member}) and (${b.member})`,
  contact: a.contact && b.contact && sql<SqlBool>`(${a.contact}) and (${b.contact})`,
})

export const FROM = (ctx: Ctx) => sql`audience.person p left join kernel.member_card m on m.community_id = ${ctx.community.id} and m.id = p.member_id`

/** The condition on people that belongs to one on members and contacts. */
export function whoMeets({ member, contact }: Condition, kind: Chosen['kind'] = 'all'): RawBuilder<SqlBool> {
  const ofMembers = sql<SqlBool>`(m.status in ('active', 'invited') and (${member}))`
  if (kind === 'left') return sql<SqlBool>`(m.status in ('deactivated', 'banned') and (${member}))`
  if (kind === 'members' || (kind === 'all' && !contact)) return ofMembers
  const ofContacts = contact ? sql<SqlBool>`(p.member_id is null and (${contact}))` : sql<SqlBool>`false`
  return kind === 'contacts' ? ofContacts : sql<SqlBool>`(${ofMembers} or ${ofContacts})`
}

/** `p.community_id = … and …` for what was chosen. @throws AtriumError 404 without the segment, 422 */
export async function chosenWhere(ctx: Ctx, { search_text, kind, segment_id, filter, ids }: Chosen): Promise<RawBuilder<SqlBool>> {
  let condition = segment_id ? await segmentCondition(ctx, segment_id) : EVERYBODY
  if (filter) condition = both(condition, await ctx.use(members).condition(checkedFilter(filter)))
  const parts = [sql`p.community_id = ${ctx.community.id}`, whoMeets(condition, kind)]
  if (ids) parts.push(sql`p.id = any (${ids}::bigint[])`)
  if (search_text) {
    const pattern = containing(search_text)
    parts.push(sql`(public.unaccent(p.name) ilike public.unaccent(${pattern}) or p.email ilike ${pattern})`)
  }
  return sql.join<SqlBool>(parts, sql` and `)
}
