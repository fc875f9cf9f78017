/** Work of workflows that nobody waits for: its names, and what each carries. */
import { id, z } from '@atrium/sdk'
import { type Ctx, job } from '@atrium/sdk/server'

/** Moves runs of one workflow, those of one shard; adds itself again while any are ready. */
export const runJob = job('run', z.object({ workflowId: id, shard: z.number().int().min(0) }))
/** Lets in the next of an audience; adds itself again while there are more. */
export const enterJob = job('enter', z.object({ workflowId: id, key: z.string(), after: z.number().int().min(0) }))
/** Ends runs of a workflow that was stopped; adds itself again while any are under way. */
export const endJob = job('end', z.object({ workflowId: id }))
/** Every minute: waits that are over, times of schedules that have come, and what a process that died has left. */
export const wakeJob = job('wake', z.object({}))
/** Makes webhooks' calls that are due; adds itself again when the next one is. */
export const callJob = job('call', z.object({}))
/** By night: runs that ended long ago. */
export const purgeJob = job('purge', z.object({}))

/** Runs of one workflow are moved by so many jobs at most; whose they are decides which. */
export const SHARDS = 4
/** Asks for the jobs that move these runs. */
export async function goOn(ctx: Ctx, workflowId: number, shards: Iterable<number>): Promise<void> {
  for (const shard of new Set(shards)) await ctx.enqueue(runJob, { workflowId, shard }, { key: `wf:${workflowId}:${shard}` })
}
export const askForCalls = (ctx: Ctx, runAt?: Date): Promise<void> => ctx.enqueue(callJob, {}, { key: 'calls', ...(runAt && { runAt }) })
