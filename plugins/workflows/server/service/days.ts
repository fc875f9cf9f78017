/** Runs by day, in UTC: for bars and limits. */
import type { Ctx } from '@atrium/sdk/server'
import type { Day } from '../../contract.ts'

const DAY_MS = 86_400_000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
export interface DayAmounts {
  runs?: number
  done?: number
  failed?: number
  held_back?: number
}
/** Late in the transaction, as many write the same row. */
export async function addToDay(ctx: Ctx, workflowId: number, { runs = 0, done = 0, failed = 0, held_back = 0 }: DayAmounts): Promise<void> {
  if (runs + done + failed + held_back === 0) return
  await ctx.sql(
    `insert into workflows.day (community_id, workflow_id, day, runs, done, failed, held_back, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (community_id, workflow_id, day) do update set runs = day.runs + excluded.runs, done = day.done + excluded.done,
       failed = day.failed + excluded.failed, held_back = day.held_back + excluded.held_back, updated_at = excluded.created_at`,
    [workflowId, dayOf(ctx.now()), runs, done, failed, held_back, ctx.now()],
  )
}
/** The last days of some workflows, the oldest first, with those on which nothing was. */
export async function daysOf(ctx: Ctx, workflowIds: number[] | null, count: number): Promise<Map<number | null, Day[]>> {
  const today = ctx.now().getTime()
  const days = Array.from({ length: count }, (_, at) => dayOf(new Date(today - (count - 1 - at) * DAY_MS)))
  const rows = await ctx.sql<{ workflow_id: number | null; day: string; runs: number; done: number; failed: number }>(
    `select ${workflowIds ? 'workflow_id' : 'null::bigint as workflow_id'}, to_char(day, 'YYYY-MM-DD') as day, sum(runs)::int as runs, sum(done)::int as done, sum(failed)::int as failed
     from workflows.day where community_id = $1 and day >= $2 and ($3::bigint[] is null or workflow_id = any ($3)) group by 1, day`,
    [days[0], workflowIds],
  )
  const found = new Map(rows.map((row) => [`${row.workflow_id} ${row.day}`, row]))
  return new Map(
    (workflowIds ?? [null]).map((id) => [
      id,
      days.map((day) => {
        const { runs = 0, done = 0, failed = 0 } = found.get(`${id} ${day}`) ?? {}
        return { day, runs, done, failed }
      }),
    ]),
  )
}
