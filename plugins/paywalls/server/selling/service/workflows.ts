/** What workflows choose here by name. */
import { containing } from '@atrium/sdk/server'
import type { WorkflowResource } from '../../../../workflows/contract.ts'

export const paywall: WorkflowResource = {
  key: 'paywall',
  choices: (ctx, { text, ids, limit }) =>
    ctx.sql<{ id: number; name: string }>(
      `select id, name as name from paywalls.paywall where community_id = $1 and ($2::text is null or name ilike $2) and ($3::bigint[] is null or id = any ($3)) order by id desc limit $4`,
      [text ? containing(text) : null, ids ?? null, limit],
    ),
}
export const price: WorkflowResource = {
  key: 'price',
  choices: (ctx, { text, ids, limit }) =>
    ctx.sql<{ id: number; name: string }>(
      `select id, coalesce(nullif(name, ''), round(amount / 100.0, 2) || ' ' || upper(currency)) as name from paywalls.price where community_id = $1 and ($2::text is null or name ilike $2) and ($3::bigint[] is null or id = any ($3)) order by id desc limit $4`,
      [text ? containing(text) : null, ids ?? null, limit],
    ),
}
