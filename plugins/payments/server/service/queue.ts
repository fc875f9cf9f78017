/** The refresh queue: what has changed at a provider waits in it until its state is fetched. */
import type { Ctx } from '@atrium/sdk/server'
import type { ProviderKey } from '../../contract.ts'
import { drainJob } from '../jobs.ts'
import type { Subject } from '../providers/subjects.ts'

/** Queues these, each once however often it is asked for; the job comes when the transaction is committed. */
export async function queueRefresh(ctx: Ctx, provider: ProviderKey, subjects: Subject[]): Promise<void> {
  if (subjects.length === 0) return
  await ctx.sql(
    `insert into payments.refresh as q (community_id, provider, kind, object_id, due_at)
     select distinct $1::bigint, $2, r.kind, r.id, $4::timestamptz from jsonb_to_recordset($3::jsonb) as r(kind text, id text) order by 3, 4
     on conflict (community_id, kind, object_id) do update set asked = q.asked + 1, due_at = least(q.due_at, excluded.due_at), updated_at = now()`,
    [provider, JSON.stringify(subjects), ctx.now()],
  )
  await ctx.enqueue(drainJob, {}, { key: 'drain' })
}
