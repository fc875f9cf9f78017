/** Groups of paywalls: of one currency, so that what is in them can be put beside each other. */
import { notFound } from '@atrium/sdk'
import { type Ctx, hold } from '@atrium/sdk/server'
import type { PaywallGroup } from '../../../contract/records.ts'
import { GroupTable } from '../../entities.ts'

interface GroupRow {
  id: number
  name: string
  currency: string
  paywalls: { id: number; name: string }[]
  created_at: Date
  updated_at: Date
}
const select = `select g.id, g.name, g.currency, g.created_at, g.updated_at,
    coalesce((select json_agg(json_build_object('id', w.id, 'name', w.name) order by lower(w.name)) from paywalls.paywall w
      where w.community_id = $1 and w.paywall_group_id = g.id), '[]') as paywalls
  from paywalls.paywall_group g where g.community_id = $1`
export const presentGroup = (row: GroupRow): PaywallGroup => ({
  id: row.id,
  name: row.name,
  currency_id: row.currency,
  paywalls: row.paywalls,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
export const listGroups = (ctx: Ctx, after: [string, number] | null, limit: number): Promise<GroupRow[]> =>
  ctx.sql<GroupRow>(`${select} and ($2::text is null or (lower(g.name), g.id) > ($2, $3)) order by lower(g.name), g.id limit $4`, [
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit,
  ])
export async function showGroup(ctx: Ctx, id: number): Promise<PaywallGroup> {
  const [row] = await ctx.sql<GroupRow>(`${select} and g.id = $2`, [id])
  if (!row) throw notFound('Paywall group')
  return presentGroup(row)
}
export async function createGroup(ctx: Ctx, input: { name: string; currency_id: string }): Promise<number> {
  const group = ctx.em.create(GroupTable, { name: input.name, currency: input.currency_id })
  await ctx.em.flush()
  return group.id
}
export async function renameGroup(ctx: Ctx, id: number, name: string): Promise<void> {
  ;(await hold(ctx, GroupTable, id, 'Paywall group')).name = name
  await ctx.em.flush()
}
export async function destroyGroup(ctx: Ctx, id: number): Promise<void> {
  await hold(ctx, GroupTable, id, 'Paywall group')
  await ctx.em.nativeDelete(GroupTable, { id })
}
