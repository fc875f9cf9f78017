/** Paywalls that hold others: whatever these open, whoever has the bundle has, today and tomorrow. */
import { invalid } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import { spreadJob } from '../../jobs.ts'

/** One level: what a bundle holds holds nothing itself, so that none holds itself by a detour. @throws AtriumError 422 */
export async function checkContains(ctx: Ctx, paywallId: number | null, items: number[]): Promise<void> {
  if (items.length === 0) return
  const found = await ctx.sql<{ id: number; is_bundle: boolean }>(
    `select w.id, exists (select from paywalls.bundle_item b where b.community_id = $1 and b.paywall_id = w.id) as is_bundle
     from paywalls.paywall w where w.community_id = $1 and w.id = any ($2::bigint[])`,
    [items],
  )
  if (found.length < new Set(items).size || items.includes(paywallId ?? 0)) throw invalid({ 'paywall.contains': ['One of these paywalls doesn’t exist.'] })
  if (found.some(({ is_bundle }) => is_bundle)) throw invalid({ 'paywall.contains': ['A bundle can’t contain another bundle.'] })
  const [inside] = paywallId ? await ctx.sql('select 1 from paywalls.bundle_item where community_id = $1 and item_id = $2 limit 1', [paywallId]) : []
  if (inside) throw invalid({ 'paywall.contains': ['A bundle can’t contain another bundle.'] })
}
export async function setContains(ctx: Ctx, paywallId: number, items: number[]): Promise<void> {
  await ctx.sql(
    `with wanted as (select distinct unnest($3::bigint[]) as id),
       gone as (delete from paywalls.bundle_item b where b.community_id = $1 and b.paywall_id = $2 and b.item_id not in (select id from wanted))
     insert into paywalls.bundle_item (community_id, paywall_id, item_id) select $1, $2, id from wanted
     on conflict (community_id, paywall_id, item_id) do nothing`,
    [paywallId, items],
  )
}
/** Whoever holds a paywall, or a bundle that it is in, gets what is new there and loses what is gone. */
export async function spreadFrom(ctx: Ctx, paywallId: number): Promise<void> {
  const bundles = await ctx.sql<{ id: number }>('select paywall_id as id from paywalls.bundle_item where community_id = $1 and item_id = $2', [paywallId])
  for (const id of [paywallId, ...bundles.map((bundle) => bundle.id)])
    await ctx.enqueue(spreadJob, { paywallId: id, after: 0 }, { key: `paywalls.spread:${id}` })
}
