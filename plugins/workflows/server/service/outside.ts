/** A run goes on when what was asked of the outside has come to an end. */
import { addTo, type Ctx } from '@atrium/sdk/server'
import { WorkflowTable } from '../entities.ts'
import { goOn } from '../jobs.ts'
import { addToDay } from './days.ts'
import { type RunRow, versionOf } from './versions.ts'

interface Ended {
  ok: boolean
  message: string | null
  attempts: number
  output: Record<string, unknown>
}
export async function finishOutside(
  ctx: Ctx,
  { run_id, step_id, node }: { run_id: number; step_id: number | null; node: string },
  { ok, message, attempts, output }: Ended,
): Promise<void> {
  const now = ctx.now()
  const [run] = await ctx.sql<RunRow>("select * from workflows.run where community_id = $1 and id = $2 and status = 'waiting' and node = $3 for update", [
    run_id,
    node,
  ])
  if (!run) return
  await ctx.sql(
    'update workflows.step set outcome = $3, error = $4, output = $5, attempts = $6, finished_at = $7, updated_at = $7 where community_id = $1 and id = $2',
    [step_id, ok ? 'done' : 'failed', message, JSON.stringify(output), attempts, now],
  )
  const next = ok ? (await versionOf(ctx, run.version_id)).tree.next(node) : node
  const status = !ok ? 'failed' : next === null ? 'done' : 'ready'
  await ctx.sql(
    `update workflows.run set status = $3, node = $4, error = $5, finished_at = $6, running_key = case when $6::timestamptz is null then running_key end, updated_at = $7
     where community_id = $1 and id = $2`,
    [run_id, status, next, ok ? null : message, status === 'ready' ? null : now, now],
  )
  await addTo(ctx, WorkflowTable, run.workflow_id, { waiting_count: -1, ...(status !== 'ready' && { [`${status}_count`]: 1 }) })
  await addToDay(ctx, run.workflow_id, { done: status === 'done' ? 1 : 0, failed: status === 'failed' ? 1 : 0 })
  if (status === 'ready') await goOn(ctx, run.workflow_id, [run.shard])
}
