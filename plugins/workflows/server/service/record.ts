/** Runs of the past, for set-up: they are written down as if the engine had moved them. */
import { addTo, type Ctx } from '@atrium/sdk/server'
import { type Action, lengthOf, type RecordedRun, type Unit } from '../../contract.ts'
import { VersionTable, WorkflowTable } from '../entities.ts'
import { SHARDS } from '../jobs.ts'
import { actionsOf, isLogic, textsOf } from './actions.ts'
import { active } from './enter.ts'
import { treeOf } from './tree.ts'
import { eventsOf } from './triggers.ts'
import { filledIn, valuesFor, variablesIn } from './variables.ts'

interface Walked {
  status: 'waiting' | 'done' | 'failed'
  node: string | null
  wakeAt: Date | null
  waitsFor: string | null
  error: string | null
  endedAt: Date | null
  steps: { action: Action; outcome: 'done' | 'waiting' | 'failed'; branch: 'yes' | 'no' | null; error: string | null; at: Date; finishedAt: Date | null }[]
}
/** How far they would have come by now. */
function walk(actions: Action[], { at, says, fails }: RecordedRun, now: Date): Walked {
  const tree = treeOf(actions)
  const steps: Walked['steps'] = []
  let [time, node] = [at, tree.first]
  const upTo = (rest: Partial<Walked>): Walked => ({ status: 'done', node, wakeAt: null, waitsFor: null, error: null, endedAt: time, steps, ...rest })
  while (node !== null) {
    const action: Action = tree.byId.get(node)!
    const type = action.action_type
    const isWaitFor = type === 'wait_for'
    const branch = isWaitFor || type === 'condition' ? says : null
    const length = isWaitFor || type === 'wait' ? lengthOf(action.api_params as { amount: number; unit: Unit }) : 1_500
    const until = new Date(time.getTime() + length * (isWaitFor && says === 'yes' ? 0.4 : 1))
    if (until > now) {
      steps.push({ action, outcome: 'waiting', branch: null, error: null, at: time, finishedAt: null })
      const waitsFor = isWaitFor ? (action.api_params as { trigger_type: string }).trigger_type : null
      return upTo({ status: 'waiting', wakeAt: new Date(time.getTime() + length), waitsFor, endedAt: null })
    }
    const error = fails && !isLogic(type) ? fails : null
    steps.push({ action, outcome: error ? 'failed' : 'done', branch, error, at: time, finishedAt: until })
    time = until
    if (error) return upTo({ status: 'failed', error })
    node = tree.next(node, branch)
  }
  return upTo({})
}

/** @throws AtriumError 409 for one that is not switched on */
export async function record(ctx: Ctx, { workflowId, since, runs }: { workflowId: number; since: Date; runs: RecordedRun[] }): Promise<void> {
  const workflow = await active(ctx, workflowId)
  const { actions, reentry, trigger } = workflow.definition
  const event = eventsOf(ctx).get(trigger.trigger_type ?? '') ?? null
  const people = runs.map(({ memberId }) => ({ memberId, payload: { memberId } }))
  const inputs = new Map<string, Record<string, unknown>[]>()
  for (const { id, action_type, api_params } of actions) {
    const known = actionsOf(ctx).get(action_type)
    const texts = known ? textsOf(known, api_params) : {}
    const values = await valuesFor(ctx, variablesIn(texts), people, event)
    inputs.set(
      id,
      values.map((one) => ({ ...api_params, ...filledIn(texts, one) })),
    )
  }
  const walked = runs.map((run) => walk(actions, run, ctx.now()))
  const rows = runs.map(({ memberId, at }, n) => {
    const { status, node, wakeAt, waitsFor, error, endedAt, steps } = walked[n]!
    const running_key = status === 'waiting' && reentry === 'not_running' ? String(memberId) : null
    return {
      ...{ member_id: memberId, shard: memberId % SHARDS, status, node, wake_at: wakeAt, waits_for: waitsFor, error, seq: steps.length, finished_at: endedAt },
      ...{ entry_key: reentry === 'once' ? `m:${memberId}` : `recorded:${n}`, running_key, at, changed: endedAt ?? at, payload: { memberId } },
    }
  })
  const made = await ctx.sql<{ id: number }>(
    `insert into workflows.run (community_id, workflow_id, version_id, member_id, shard, status, node, wake_at, waits_for, error, seq, finished_at, entry_key, running_key, payload, chain, created_at, updated_at)
     select $1, $2, $3, r.member_id, r.shard, r.status, r.node, r.wake_at, r.waits_for, r.error, r.seq, r.finished_at, r.entry_key, r.running_key, r.payload, '{}', r.at, r.changed
     from jsonb_to_recordset($4::jsonb) as r(member_id bigint, shard smallint, status text, node text, wake_at timestamptz, waits_for text, error text, seq int,
       finished_at timestamptz, entry_key text, running_key text, payload jsonb, at timestamptz, changed timestamptz) returning id`,
    [workflowId, workflow.version_id, JSON.stringify(rows)],
  )
  const steps = walked.flatMap((one, n) =>
    one.steps.map(({ action, outcome, branch, error, at, finishedAt }, place) => ({
      ...{ run_id: made[n]!.id, seq: place + 1, node: action.id, action_type: action.action_type, outcome, branch, error, at },
      ...{ input: inputs.get(action.id)![n], finished_at: finishedAt, changed: finishedAt ?? at },
    })),
  )
  await ctx.sql(
    `insert into workflows.step (community_id, workflow_id, run_id, seq, node, action_type, outcome, branch, error, input, output, finished_at, created_at, updated_at)
     select $1, $2, s.run_id, s.seq, s.node, s.action_type, s.outcome, s.branch, s.error, s.input, '{}', s.finished_at, s.at, s.changed
     from jsonb_to_recordset($3::jsonb) as s(run_id bigint, seq int, node text, action_type text, outcome text, branch text, error text, input jsonb, finished_at timestamptz, at timestamptz, changed timestamptz)`,
    [workflowId, JSON.stringify(steps)],
  )
  await ctx.sql(
    `insert into workflows.day (community_id, workflow_id, day, runs, done, failed, created_at)
     select $1, $2, day, sum(begun), sum(done), sum(failed), $3 from (
       select (created_at at time zone 'UTC')::date as day, 1 as begun, 0 as done, 0 as failed from workflows.run where community_id = $1 and workflow_id = $2
       union all select (finished_at at time zone 'UTC')::date, 0, (status = 'done')::int, (status = 'failed')::int
         from workflows.run where community_id = $1 and workflow_id = $2 and finished_at is not null) days group by day
     on conflict (community_id, workflow_id, day) do update set runs = excluded.runs, done = excluded.done, failed = excluded.failed`,
    [workflowId, ctx.now()],
  )
  const of = (status: Walked['status']) => walked.filter((one) => one.status === status).length
  await addTo(ctx, WorkflowTable, workflowId, { runs_count: runs.length, waiting_count: of('waiting'), done_count: of('done'), failed_count: of('failed') })
  const lastRunAt = runs.length ? new Date(Math.max(...runs.map(({ at }) => at.getTime()))) : null
  await ctx.em.nativeUpdate(WorkflowTable, { id: workflowId }, { createdAt: since, lastRunAt })
  await ctx.em.nativeUpdate(VersionTable, { workflowId }, { createdAt: since })
  await ctx.sql('update workflows.change set created_at = $3 where community_id = $1 and workflow_id = $2', [workflowId, since])
}
