/** Runs as admins see and move them. */
import { randomUUID } from 'node:crypto'
import { conflict, notFound } from '@atrium/sdk'
import { addTo, containing, type Ctx, lastId, type Paging, page, rowsFor, type RowOf } from '@atrium/sdk/server'
import contract, { type Outcome, type RunState } from '../../contract.ts'
import { RunTable, type StepTable, WorkflowTable } from '../entities.ts'
import { goOn, purgeJob } from '../jobs.ts'
import { cardOf } from './actions.ts'
import { needRights } from './check.ts'
import { active, end, letIn } from './enter.ts'
import { wake } from './engine.ts'
import { facesOf, presentActions, saidReason } from './present.ts'
import { eventsOf } from './triggers.ts'
import { readsPrivate } from './variables.ts'
import { type RunRow, versionOf } from './versions.ts'
import { load } from './workflows.ts'

type StepRow = RowOf<typeof StepTable>
type Listed = RunRow & { workflow_name: string; number: number; action_type: string | null; outcomes: Outcome[] }
/** Steps of a run that a list draws. */
const PATH = 12
const LISTED = `select r.*, w.name as workflow_name, v.number,
    (select coalesce(array_agg(s.outcome order by s.seq), '{}') from workflows.step s where s.community_id = $1 and s.run_id = r.id and s.seq <= ${PATH}) as outcomes,
    (select a ->> 'action_type' from jsonb_array_elements(v.definition -> 'actions') a where a ->> 'id' = r.node limit 1) as action_type
  from workflows.run r join workflows.workflow w on w.community_id = $1 and w.id = r.workflow_id join workflows.version v on v.community_id = $1 and v.id = r.version_id`

async function present(ctx: Ctx, rows: Listed[]) {
  const faces = await facesOf(
    ctx,
    rows.map(({ member_id }) => member_id),
  )
  const events = eventsOf(ctx)
  return rows.map((row) => ({
    ...{
      id: row.id,
      workflow_id: row.workflow_id,
      workflow_name: row.workflow_name,
      published_version: row.number,
      member: faces(row.member_id),
      status: row.status,
    },
    ...{
      action_id: row.node,
      action_label: row.action_type ? cardOf(ctx, row.action_type).label : null,
      steps_count: row.seq,
      outcomes: row.outcomes,
      wake_at: row.wake_at,
    },
    waits_for: row.waits_for ? (events.get(row.waits_for)?.label ?? row.waits_for) : null,
    message: saidReason(ctx, row),
    ...{ started_at: row.created_at, finished_at: row.finished_at },
  }))
}
const presentSteps = (ctx: Ctx, rows: StepRow[]) =>
  rows.map((row) => {
    const { label, icon } = cardOf(ctx, row.action_type)
    return {
      ...{
        id: row.id,
        run_id: row.run_id,
        seq: row.seq,
        action_id: row.node,
        action_type: row.action_type,
        label,
        icon,
        outcome: row.outcome,
        branch: row.branch,
      },
      ...{
        message: saidReason(ctx, row),
        input: readsPrivate(ctx) ? row.input : {},
        output: row.output,
        attempts: row.attempts,
        created_at: row.created_at,
        finished_at: row.finished_at,
      },
    }
  })

interface Asked extends Paging {
  status: RunState | 'running' | 'all'
  action_id?: string | undefined
  member_id?: number | undefined
  query?: string | undefined
}
/** @param workflowId null: of all */
export async function listRuns(ctx: Ctx, workflowId: number | null, query: Asked) {
  if (workflowId !== null) await load(ctx, workflowId)
  const states = query.status === 'all' ? null : query.status === 'running' ? ['ready', 'waiting'] : [query.status]
  const where: string[] = ['r.community_id = $1']
  const params: unknown[] = []
  const also = (text: (at: string) => string, value: unknown) => {
    if (value === null || value === undefined || value === '') return
    params.push(value)
    where.push(text(`$${params.length + 1}`))
  }
  also((at) => `r.workflow_id = ${at}`, workflowId)
  also((at) => `r.status = any (${at}::text[])`, states)
  also((at) => `r.node = ${at}`, query.action_id)
  also((at) => `r.member_id = ${at}`, query.member_id)
  also((at) => `r.id < ${at}`, lastId(query))
  also(
    (at) =>
      `exists (select from kernel.member_card m where m.community_id = $1 and m.id = r.member_id and public.unaccent(m.name) ilike public.unaccent(${at}))`,
    query.query ? containing(query.query) : null,
  )
  const rows = await ctx.sql<Listed>(`${LISTED} where ${where.join(' and ')} order by r.id desc limit ${rowsFor(query)}`, params)
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: await present(ctx, envelope.records) }
}
async function find(ctx: Ctx, workflowId: number, id: number): Promise<Listed> {
  const [row] = await ctx.sql<Listed>(`${LISTED} where r.community_id = $1 and r.workflow_id = $2 and r.id = $3`, [workflowId, id])
  if (!row) throw notFound('Run', 'run_not_found')
  return row
}
export async function showRun(ctx: Ctx, workflowId: number, id: number) {
  const row = await find(ctx, workflowId, id)
  const { definition } = await versionOf(ctx, row.version_id)
  const steps = await ctx.sql<StepRow>('select * from workflows.step where community_id = $1 and run_id = $2 order by seq', [id])
  const type = definition.trigger.trigger_type
  return {
    ...(await present(ctx, [row]))[0]!,
    payload: readsPrivate(ctx) ? row.payload : {},
    trigger_label: type === null ? null : (eventsOf(ctx).get(type)?.label ?? null),
    actions: presentActions(ctx, workflowId, definition.actions),
    steps: presentSteps(ctx, steps),
    can_retry: row.status === 'failed',
    can_cancel: row.status === 'ready' || row.status === 'waiting',
  }
}
export async function listTasks(ctx: Ctx, workflowId: number, query: Paging & { action_id?: string | undefined; outcome?: Outcome | undefined }) {
  await load(ctx, workflowId)
  const rows = await ctx.sql<StepRow & { member_id: number | null }>(
    `select s.*, r.member_id from workflows.step s join workflows.run r on r.community_id = $1 and r.id = s.run_id
     where s.community_id = $1 and s.workflow_id = $2 and ($3::text is null or s.node = $3) and ($4::text is null or s.outcome = $4) and ($5::bigint is null or s.id < $5)
     order by s.id desc limit ${rowsFor(query)}`,
    [workflowId, query.action_id ?? null, query.outcome ?? null, lastId(query)],
  )
  const faces = await facesOf(
    ctx,
    rows.map(({ member_id }) => member_id),
  )
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: presentSteps(ctx, envelope.records).map((step, at) => ({ ...step, member: faces(envelope.records[at]!.member_id) })) }
}

/** @throws AtriumError 404, 409 for one that is not switched on */
export async function startRuns(ctx: Ctx, workflowId: number, memberIds: number[]) {
  await load(ctx, workflowId)
  const workflow = await active(ctx, workflowId)
  needRights(ctx, workflow.definition.actions)
  const known = await ctx.members.byIds(memberIds)
  const there = [...new Set(memberIds)].filter((id) => known.get(id)?.isActive)
  const begun = await letIn(ctx, workflow, there, { key: `h:${randomUUID()}` })
  return { started: begun.length, left_out: memberIds.length - begun.length, run_ids: begun.map(({ id }) => Number(id)) }
}

/** Again from the failed card, or on without it. @returns how many */
async function resume(ctx: Ctx, ids: number[], skip: boolean): Promise<number> {
  const rows = await ctx.sql<RunRow>(
    "select * from workflows.run where community_id = $1 and id = any ($2::bigint[]) and status = 'failed' order by id for update",
    [ids],
  )
  for (const row of rows) {
    const { tree, definition } = await versionOf(ctx, row.version_id)
    const next = skip && row.node ? tree.next(row.node) : row.node
    const status = skip && next === null ? 'done' : 'ready'
    if (skip) await ctx.sql("update workflows.step set outcome = 'skipped' where community_id = $1 and run_id = $2 and seq = $3", [row.id, row.seq])
    // the step's number stays, so that its key does
    await ctx.sql(
      `update workflows.run set status = $3, node = $4, seq = $5, attempts = 0, error = null, error_values = null, finished_at = $6,
         running_key = case when $7::boolean then member_id::text end, updated_at = $8 where community_id = $1 and id = $2`,
      [
        row.id,
        status,
        next,
        skip ? row.seq : Math.max(0, row.seq - 1),
        status === 'done' ? ctx.now() : null,
        definition.reentry === 'not_running' && status === 'ready',
        ctx.now(),
      ],
    )
    await addTo(ctx, WorkflowTable, row.workflow_id, { failed_count: -1, ...(status === 'done' && { done_count: 1 }) })
    if (status === 'ready') await goOn(ctx, row.workflow_id, [row.shard])
  }
  return rows.length
}
export async function updateRun(ctx: Ctx, workflowId: number, id: number, operation: 'retry' | 'skip' | 'resume'): Promise<void> {
  const row = await find(ctx, workflowId, id)
  needRights(ctx, (await versionOf(ctx, row.version_id)).definition.actions)
  if (operation !== 'resume') {
    if (row.status === 'failed' && (await ctx.em.count(RunTable, { workflowId, memberId: row.member_id, runningKey: { $ne: null } })) > 0)
      throw conflict('This member is already in this workflow.', 'run_under_way')
    if ((await resume(ctx, [id], operation === 'skip')) === 0) throw conflict('Only runs that failed can be retried.', 'run_not_failed')
    return
  }
  const woken = await ctx.sql(
    "update workflows.run set wake_at = $3 where community_id = $1 and id = $2 and status = 'waiting' and wake_at is not null returning 1",
    [id, ctx.now()],
  )
  if (woken.length === 0) throw conflict('This run isn’t waiting.', 'run_not_waiting')
  await wake(ctx)
}
export async function retryRuns(ctx: Ctx, workflowId: number, actionId: string | undefined): Promise<number> {
  await load(ctx, workflowId)
  const rows = await ctx.sql<{ id: number; version_id: number }>(
    `select r.id, r.version_id from workflows.run r join workflows.version v on v.community_id = $1 and v.id = r.version_id
     where r.community_id = $1 and r.workflow_id = $2 and r.status = 'failed' and ($3::text is null or r.node = $3)
       and not exists (select from workflows.run o where o.community_id = $1 and o.workflow_id = $2 and o.running_key = r.member_id::text)
       -- of somebody who may be in it once at a time, the last one
       and (v.definition ->> 'reentry' <> 'not_running' or not exists (select from workflows.run o
         where o.community_id = $1 and o.workflow_id = $2 and o.member_id = r.member_id and o.status = 'failed' and ($3::text is null or o.node = $3) and o.id > r.id))
     order by r.id limit 1000`,
    [workflowId, actionId ?? null],
  )
  for (const versionId of new Set(rows.map((row) => row.version_id))) needRights(ctx, (await versionOf(ctx, versionId)).definition.actions)
  return resume(
    ctx,
    rows.map(({ id }) => id),
    false,
  )
}
export async function cancelRun(ctx: Ctx, workflowId: number, id: number): Promise<void> {
  await find(ctx, workflowId, id)
  if ((await end(ctx, [id], 'cancelled')) === 0) throw conflict('This run has already ended.', 'run_over')
}
export async function destroyRun(ctx: Ctx, workflowId: number, id: number): Promise<void> {
  await find(ctx, workflowId, id)
  const gone = await ctx.sql<{ status: RunState }>(
    "delete from workflows.run where community_id = $1 and id = $2 and status not in ('ready', 'waiting') returning status",
    [id],
  )
  if (gone.length === 0) throw conflict('Cancel this run first.', 'run_under_way')
  await addTo(ctx, WorkflowTable, workflowId, { runs_count: -1, [`${gone[0]!.status}_count`]: -1 })
}
const PURGED = 5_000
/** Runs that ended long ago, and what they told; adds itself again while there are more. */
export async function purge(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - ctx.settings(contract).history_days * 86_400_000)
  const gone = await ctx.sql<{ workflow_id: number; status: RunState; count: number }>(
    `with old as (select id from workflows.run where community_id = $1 and finished_at < $2 order by finished_at limit ${PURGED}),
       gone as (delete from workflows.run r using old o where r.community_id = $1 and r.id = o.id returning r.workflow_id, r.status)
     select workflow_id, status, count(*)::int from gone group by 1, 2`,
    [before],
  )
  for (const { workflow_id, status, count } of gone) await addTo(ctx, WorkflowTable, workflow_id, { runs_count: -count, [`${status}_count`]: -count })
  await ctx.sql('delete from workflows.notification where community_id = $1 and created_at < $2', [before])
  if (gone.reduce((sum, { count }) => sum + count, 0) === PURGED) await ctx.enqueue(purgeJob, {}, { key: 'purge' })
}
