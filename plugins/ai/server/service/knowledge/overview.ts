/** What agents know here: how many passages of which kind and space, and what is left out. */
import type { Ctx } from '@atrium/sdk/server'
import spaces from '../../../../spaces/contract.ts'
import contract from '../../../contract.ts'
import { kindsOf } from './reading.ts'
import { SOURCE_KIND } from './found.ts'

export async function kinds(ctx: Ctx) {
  const rows = await ctx.sql<{ kind: string; count: number }>('select kind, count(*)::int as count from ai.passage where community_id = $1 group by kind')
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]))
  const { excluded_kinds } = ctx.settings(contract)
  return kindsOf(ctx).map(({ kind, plugin, icon }) => ({
    kind,
    plugin,
    icon,
    passages_count: counts.get(kind) ?? 0,
    is_excluded: excluded_kinds.includes(kind),
  }))
}
export async function overview(ctx: Ctx) {
  const [reading] = await ctx.sql<{ read_at: Date | null; waiting: number }>(
    `select r.read_at, (select count(*)::int from (select from kernel.search_text t where t.community_id = $1 and (t.put_at, t.kind, t.record_id) > (r.put_at, r.kind, r.record_id) limit 10000) w) as waiting
     from ai.reading r where r.community_id = $1`,
  )
  const sources = await ctx.sql<{ kind: 'snippet' | 'file' | 'address'; count: number; passages_count: number; problems_count: number }>(
    `select kind, count(*)::int as count, coalesce(sum(passages_count), 0)::int as passages_count, count(*) filter (where problem is not null)::int as problems_count
     from ai.source where community_id = $1 group by kind`,
  )
  const of = await kinds(ctx)
  const total = of.reduce((sum, { passages_count }) => sum + passages_count, 0) + sources.reduce((sum, { passages_count }) => sum + passages_count, 0)
  return { passages_count: total, read_at: reading?.read_at ?? null, waiting_count: reading?.waiting ?? 0, kinds: of, sources }
}
export async function spacesRead(ctx: Ctx) {
  const rows = await ctx.sql<{ space_id: number; count: number }>(
    'select space_id, count(*)::int as count from ai.passage where community_id = $1 and space_id is not null group by space_id',
  )
  const counts = new Map(rows.map(({ space_id, count }) => [space_id, count]))
  const { excluded_space_ids } = ctx.settings(contract)
  return (await ctx.use(spaces).tree()).flatMap((group) =>
    group.spaces.map(({ id, name, emoji }) => ({ id, name, emoji, passages_count: counts.get(id) ?? 0, is_excluded: excluded_space_ids.includes(id) })),
  )
}
/** For those who ask: how much there is that they may read. */
export async function knows(ctx: Ctx) {
  const ids = (await ctx.use(spaces).access()).visibleIds()
  const [row] = await ctx.sql<{ passages: number; spaces: number }>(
    `select count(*)::int as passages, count(distinct space_id)::int as spaces from ai.passage where community_id = $1 and (space_id is null or space_id = any ($2)) and kind <> '${SOURCE_KIND}'`,
    [ids],
  )
  return row!
}
