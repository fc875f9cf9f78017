/** Who of some people meets a condition. */
import { type Ctx, isPerson, type RawBuilder, type SqlBool, sql } from '@atrium/sdk/server'
import members, { type FilterGroup } from '../../../members/contract.ts'
import type { Audience } from '../../contract.ts'

export interface PersonAsk {
  person?: FilterGroup | null
  community_segment_id?: number | null
}
/** Both as one group; null: everybody. */
export function groupOf({ person, community_segment_id: segment }: PersonAsk): FilterGroup | null {
  const groups = [...(person ? [person] : []), ...(segment ? [{ filter: 'segment', operator: 'any_of', value: [segment] }] : [])]
  return groups.length === 0 ? null : { match: 'all', rules: groups }
}
/** A condition on `m`, a row of `kernel.member_card`. @throws AtriumError 422 for a filter that is gone */
export async function conditionOf(ctx: Ctx, ask: PersonAsk): Promise<RawBuilder<SqlBool>> {
  const group = groupOf(ask)
  return group ? (await ctx.use(members).condition(group)).member : sql<SqlBool>`true`
}
/** Those of these members, active here, who meet it. @throws AtriumError 422 */
export async function meeting(ctx: Ctx, memberIds: number[], ask: PersonAsk): Promise<Set<number>> {
  if (memberIds.length === 0) return new Set()
  const where = await conditionOf(ctx, ask)
  const { rows } = await sql<{ id: number }>`select m.id from kernel.member_card m
    where m.community_id = ${ctx.community.id} and m.id = any (${[...new Set(memberIds)]}::bigint[]) and m.status = 'active' and ${sql.raw(isPerson('m'))} and ${where}`.execute(
    ctx.em.getKysely(),
  )
  return new Set(rows.map(({ id }) => id))
}
/** The condition of whoever is in one of these audiences; without any it is nobody. @throws AtriumError 422 */
export async function audienceCondition(ctx: Ctx, audiences: readonly Audience[]): Promise<RawBuilder<SqlBool>> {
  const parts = await Promise.all(
    audiences.map(({ kind, community_segment_id, person, member_ids }): RawBuilder<SqlBool> | Promise<RawBuilder<SqlBool>> => {
      if (kind === 'members') return sql<SqlBool>`m.id = any (${member_ids}::bigint[])`
      if (kind === 'all_members') return sql<SqlBool>`true`
      return conditionOf(ctx, kind === 'segment' ? { community_segment_id } : { person })
    }),
  )
  return parts.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(parts, sql` or `)})`
}
/** Whether an active member is in one of these audiences. @throws AtriumError 422 */
export async function isIn(ctx: Ctx, memberId: number, audiences: readonly Audience[]): Promise<boolean> {
  const where = await audienceCondition(ctx, audiences)
  const { rows } =
    await sql`select 1 from kernel.member_card m where m.community_id = ${ctx.community.id} and m.id = ${memberId} and m.status = 'active' and ${where}`.execute(
      ctx.em.getKysely(),
    )
  return rows.length > 0
}
/** @throws AtriumError 422 */
export async function countPeople(ctx: Ctx, audiences: readonly Audience[]): Promise<number> {
  const where = await audienceCondition(ctx, audiences)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from kernel.member_card m
    where m.community_id = ${ctx.community.id} and m.status = 'active' and ${where}`.execute(ctx.em.getKysely())
  return rows[0]!.count
}
