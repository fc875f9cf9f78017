/** What has changed at a provider waits here until its state is fetched. */
import type { Ctx } from '@atrium/sdk/server'
import type { ProviderKey } from '../../contract.ts'
import { drainJob } from '../jobs.ts'
import type { Rung } from '../providers/rings.ts'

/** Notes what has rung; the job comes when the transaction is committed. */
export async function ring(ctx: Ctx, provider: ProviderKey, rung: Rung[]): Promise<void> {
  if (rung.length === 0) return
  await ctx.sql(
    `insert into payments.bell as b (community_id, provider, kind, object_id, due_at)
     select distinct $1::bigint, $2, r.kind, r.id, $4::timestamptz from jsonb_to_recordset($3::jsonb) as r(kind text, id text) order by 3, 4
     on conflict (community_id, kind, object_id) do update set rung = b.rung + 1, due_at = least(b.due_at, excluded.due_at), updated_at = now()`,
    [provider, JSON.stringify(rung), ctx.now()],
  )
  await ctx.enqueue(drainJob, {}, { key: 'drain' })
}
