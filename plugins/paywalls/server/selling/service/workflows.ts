/** What workflows choose here by name. */
import { columnsOf, containing, namedIn } from '@atrium/sdk/server'
import type { WorkflowResource } from '../../../../workflows/contract.ts'
import { type PriceRow, PriceTable } from '../../entities.ts'
import { priceName } from './names.ts'

export const paywall: WorkflowResource = {
  key: 'paywall',
  choices: (ctx, ask) => namedIn(ctx, 'paywalls.paywall', ask),
}
/** Named by what it is part of and by what it costs, as most have no name of their own. */
export const price: WorkflowResource = {
  key: 'price',
  async choices(ctx, { text, ids, limit }) {
    const rows = await ctx.sql<PriceRow & { paywall: string }>(
      `select ${columnsOf(PriceTable, undefined, 'p')}, w.name as paywall from paywalls.price p join paywalls.paywall w on w.id = p.paywall_id
       where p.community_id = $1 and ($2::text is null or p.name ilike $2 or w.name ilike $2) and ($3::bigint[] is null or p.id = any ($3)) order by p.id desc limit $4`,
      [text ? containing(text) : null, ids ?? null, limit],
    )
    return rows.map((row) => ({ id: row.id, name: `${row.paywall} · ${row.name || priceName(ctx, row)}` }))
  },
}
