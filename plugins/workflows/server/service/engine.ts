/**
 * Moves runs from card to card. A job takes up to 100 runs of a workflow, does the step of each, writes it down and moves them, in one transaction; that
 * again for some seconds, and then another job goes on. A process that dies takes a whole transaction with it: each step is once in effect.
 */
import { Sentence } from '@atrium/sdk'
import { actingAs, addTo, type Ctx, inWrite } from '@atrium/sdk/server'
import contract, {
  type Action,
  type ActionOutcome,
  type Branch,
  type Definition,
  lengthOf,
  type Outcome,
  type RunState,
  ScheduleInput,
} from '../../contract.ts'
import { WorkflowTable } from '../entities.ts'
import { askForCalls, goOn, runJob } from '../jobs.ts'
import { act, actionsOf, inputOf, isLogic, LOGIC_PARAMS, textsOf } from './actions.ts'
import { addCalls } from './calls.ts'
import { addToDay } from './days.ts'
import { originOf } from './enter.ts'
import { meets } from './fields.ts'
import { nextTime } from './moments.ts'
import { WEBHOOK } from './own.ts'
import { meeting } from './people.ts'
import { aboutOf, eventsOf } from './triggers.ts'
import type { Tree } from './tree.ts'
import { filledIn, valuesFor, variablesIn } from './variables.ts'
import { type RunRow, versionOf } from './versions.ts'

/** Runs of one transaction, and people of one call of an action: few enough that the first of many are soon a step further, and that nobody waits long for their rows. */
export const BATCH = 100
/** Milliseconds of one job. */
const TURN_MS = 5_000
/** How often a step is tried that fails for no reason of its own. */
const MOST_ATTEMPTS = 4

/** What becomes of a run by a step. */
interface Move {
  run: RunRow
  /** Null: none is written, as nothing was done. */
  step: { action: Action; outcome: Outcome; branch?: Branch | null; reason?: string | Sentence | null; input?: object; output?: object } | null
  status: RunState
  node: string | null
  wakeAt?: Date | null
  waitsFor?: string | null
  reason?: string | Sentence | null
}
const said = (reason: string | Sentence | null | undefined) =>
  reason === null || reason === undefined
    ? { error: null, values: null }
    : reason instanceof Sentence
      ? { error: reason.template, values: reason.values }
      : { error: reason, values: null }

/** One turn of the job. */
export async function run(ctx: Ctx, { workflowId, shard }: { workflowId: number; shard: number }): Promise<void> {
  for (const end = performance.now() + TURN_MS; performance.now() < end; ) {
    let taken: number[] = []
    try {
      await inWrite(ctx, async (inner) => {
        const rows = await ready(inner, workflowId, shard)
        taken = rows.map(({ id }) => id)
        await step(inner, workflowId, rows)
      })
    } catch (error) {
      if (taken.length === 0) throw error
      ctx.log.warn({ err: error, workflow: workflowId, runs: taken.length }, 'steps of a workflow failed; each run is tried alone')
      for (const id of taken) await alone(ctx, workflowId, id)
    }
    if (taken.length === 0) return
  }
  await inWrite(ctx, (inner) => inner.enqueue(runJob, { workflowId, shard }, { key: `wf:${workflowId}:${shard}` }))
}
const ready = (ctx: Ctx, workflowId: number, shard: number) =>
  ctx.sql<RunRow>(
    `select * from workflows.run where community_id = $1 and workflow_id = $2 and shard = $3 and status = 'ready'
       and id > (select ended_up_to from workflows.workflow where community_id = $1 and id = $2) order by id limit ${BATCH} for update skip locked`,
    [workflowId, shard],
  )
/** One that cannot be moved keeps none of the others; it is tried again later, and fails in the end. */
async function alone(ctx: Ctx, workflowId: number, id: number): Promise<void> {
  try {
    await inWrite(ctx, async (inner) =>
      step(
        inner,
        workflowId,
        await inner.sql<RunRow>("select * from workflows.run where community_id = $1 and id = $2 and status = 'ready' for update skip locked", [id]),
      ),
    )
  } catch (error) {
    ctx.log.error({ err: error, workflow: workflowId, run: id }, 'a step of a workflow failed')
    await inWrite(ctx, async (inner) => {
      const [row] = await inner.sql<RunRow>("select * from workflows.run where community_id = $1 and id = $2 and status = 'ready' for update", [id])
      if (!row) return
      const { tree } = await versionOf(inner, row.version_id)
      const action = row.node ? tree.byId.get(row.node) : undefined
      const attempts = row.attempts + 1
      await inner.sql('update workflows.run set attempts = $3 where community_id = $1 and id = $2', [id, attempts])
      const wakeAt = new Date(inner.now().getTime() + 30_000 * 4 ** row.attempts)
      const reason = 'Something went wrong on our side. Try again later.'
      if (attempts < MOST_ATTEMPTS || !action)
        await write(inner, workflowId, [{ run: { ...row, attempts }, step: null, status: 'waiting', node: row.node, wakeAt }])
      else
        await write(inner, workflowId, [{ run: { ...row, attempts }, step: { action, outcome: 'failed', reason }, status: 'failed', node: row.node, reason }])
    })
  }
}

/** The next step of each of these runs, which are held. */
export async function step(ctx: Ctx, workflowId: number, rows: RunRow[]): Promise<void> {
  if (rows.length === 0) return
  const [workflow] = await ctx.sql<{ actor_member_id: number | null }>('select actor_member_id from workflows.workflow where community_id = $1 and id = $2', [
    workflowId,
  ])
  const moves: Move[] = []
  for (const group of Map.groupBy(rows, (row) => `${row.version_id} ${row.node} ${row.woken} ${row.depth} ${row.chain.join()}`).values()) {
    const { definition, tree } = await versionOf(ctx, group[0]!.version_id)
    moves.push(...(await moveGroup(ctx, workflowId, workflow!.actor_member_id, definition, tree, group)))
  }
  await write(ctx, workflowId, moves)
}
async function moveGroup(ctx: Ctx, workflowId: number, actorId: number | null, definition: Definition, tree: Tree, rows: RunRow[]): Promise<Move[]> {
  const [{ node, depth, chain, event_id: eventId, woken }] = rows as [RunRow]
  const action = node === null ? undefined : tree.byId.get(node)
  if (!action) return rows.map((run) => ({ run, step: null, status: 'done', node: null }))
  const stopped = (run: RunRow, reason: string): Move => ({ run, step: { action, outcome: 'failed', reason }, status: 'failed', node, reason })
  const actor = actorId === null ? null : await actingAs(ctx, actorId, { eventId, depth, origin: originOf([...chain, workflowId]) })
  if (!actor?.can('workflows.manage')) {
    await suspend(ctx, workflowId)
    return rows.map((run) => stopped(run, 'The admin who turned on this workflow no longer has permission. Turn it on again.'))
  }
  const ids = rows.flatMap(({ member_id }) => member_id ?? [])
  const moves: Move[] = []
  const here = aboutOf(ctx, definition.trigger.trigger_type ?? '').isGone ? new Set(ids) : await meeting(ctx, ids, {})
  const leaving = definition.stop_when?.person ? await meeting(ctx, ids, { person: definition.stop_when.person }) : new Set<number>()
  const going: (RunRow & { member_id: number })[] = []
  for (const run of rows) {
    if (run.member_id === null || !here.has(run.member_id))
      moves.push({ run, step: null, status: 'cancelled', node, reason: 'This person is no longer a member.' })
    else if (leaving.has(run.member_id)) moves.push({ run, step: null, status: 'left', node })
    else going.push(run as RunRow & { member_id: number })
  }
  if (going.length === 0) return moves
  const on = (run: RunRow, branch: Branch | null = null) => {
    const next = tree.next(action.id, branch)
    return { run, node: next, status: next === null ? ('done' as const) : ('ready' as const) }
  }
  const type = action.action_type
  if (isLogic(type)) {
    const read = LOGIC_PARAMS[type].safeParse(action.api_params)
    if (!read.success) return [...moves, ...going.map((run) => stopped(run, 'This step isn’t filled in correctly.'))]
    const params = read.data as any
    if (woken !== null && type !== 'condition' && type !== 'stop') {
      const branch: Branch | null = type === 'wait_for' ? (woken === 'event' ? 'yes' : 'no') : null
      return [...moves, ...going.map((run): Move => ({ ...on(run, branch), step: { action, outcome: 'done', branch } }))]
    }
    if (type === 'condition' || type === 'stop') {
      const met = await meeting(
        ctx,
        going.map(({ member_id }) => member_id),
        params,
      )
      for (const run of going) {
        const holds = met.has(run.member_id) && (type === 'stop' || meets(params.filters, run.payload))
        if (type === 'condition') moves.push({ ...on(run, holds ? 'yes' : 'no'), step: { action, outcome: 'done', branch: holds ? 'yes' : 'no' } })
        else if (holds) moves.push({ run, node, status: 'left', step: { action, outcome: 'done' } })
        else moves.push({ ...on(run), step: { action, outcome: 'skipped' } })
      }
      return moves
    }
    const zones = type === 'wait_until' && params.zone === 'person' ? await zonesOf(ctx, ids) : new Map<number, string>()
    for (const run of going) {
      const wakeAt =
        type === 'wait_until'
          ? nextTime(zones.get(run.member_id) ?? ctx.settings(contract).time_zone, ctx.now(), params.time, params.weekday)
          : new Date(ctx.now().getTime() + lengthOf(params))
      moves.push({ run, node, status: 'waiting', wakeAt, waitsFor: type === 'wait_for' ? params.trigger_type : null, step: { action, outcome: 'waiting' } })
    }
    return moves
  }
  const known = actionsOf(actor).get(type)
  if (!known) return [...moves, ...going.map((run) => stopped(run, 'The feature for this step is turned off or no longer exists.'))]
  if (known.permission !== null && !actor.can(known.permission))
    return [...moves, ...going.map((run) => stopped(run, 'The admin who turned on this workflow doesn’t have permission to do this.'))]
  const texts = textsOf(known, action.api_params)
  const asked = variablesIn(texts)
  // events are named for their variables alone
  const event = [...asked].some((name) => name.startsWith('event.')) ? (eventsOf(ctx).get(definition.trigger.trigger_type ?? '') ?? null) : null
  const values = await valuesFor(
    actor,
    asked,
    going.map(({ member_id, payload }) => ({ memberId: member_id, payload })),
    event,
  )
  const people: { run: (typeof going)[number]; memberId: number; input: Record<string, unknown>; key: string }[] = []
  going.forEach((run, at) => {
    const params = { ...action.api_params, ...filledIn(texts, values[at]!) }
    const read = inputOf(known, params)
    if ('wrong' in read) moves.push({ run, step: { action, outcome: 'failed', reason: read.wrong, input: params }, status: 'failed', node, reason: read.wrong })
    else people.push({ run, memberId: run.member_id, input: read.input, key: `${run.id}-${run.seq + 1}` })
  })
  if (type === WEBHOOK)
    return [...moves, ...people.map(({ run, input }): Move => ({ run, node, status: 'waiting', step: { action, outcome: 'waiting', input } }))]
  // a person may be in two runs of a batch; an action is asked for each of them once
  for (const round of rounds(people)) {
    const outcomes = await act(actor, known, round, { workflowId, actionId: action.id, actorId: actorId! })
    for (const { run, memberId, input } of round) moves.push(moved(on(run), action, input, outcomes.get(memberId)!))
  }
  return moves
}
function moved(on: Pick<Move, 'run' | 'node' | 'status'>, action: Action, input: object, outcome: ActionOutcome): Move {
  const { output = {} } = outcome
  if (outcome.is === 'failed')
    return {
      run: on.run,
      node: action.id,
      status: 'failed',
      reason: outcome.reason,
      step: { action, outcome: 'failed', reason: outcome.reason, input, output },
    }
  return { ...on, step: { action, outcome: outcome.is, reason: outcome.is === 'skipped' ? outcome.reason : null, input, output } }
}
function rounds<T extends { memberId: number }>(people: T[]): T[][] {
  const all: T[][] = []
  const seen = new Map<number, number>()
  for (const person of people) {
    const round = seen.get(person.memberId) ?? 0
    seen.set(person.memberId, round + 1)
    ;(all[round] ??= []).push(person)
  }
  return all
}
async function zonesOf(ctx: Ctx, ids: number[]): Promise<Map<number, string>> {
  const rows = await ctx.sql<{ id: number; time_zone: string | null }>(
    'select id, time_zone from kernel.member_card where community_id = $1 and id = any ($2::bigint[])',
    [ids],
  )
  return new Map(rows.flatMap(({ id, time_zone: zone }) => (zone && ScheduleInput.shape.time_zone.safeParse(zone).success ? [[id, zone]] : [])))
}

/** Nobody comes in any more: whoever switched it on may not do so now. */
export async function suspend(ctx: Ctx, workflowId: number): Promise<void> {
  const moved = await ctx.sql(
    "update workflows.workflow set status = 'inactive', updated_at = now() where community_id = $1 and id = $2 and status = 'active' returning published_version",
    [workflowId],
  )
  if (moved.length > 0)
    await ctx.sql(
      `insert into workflows.change (community_id, workflow_id, kind, published_version, created_at)
       select $1, id, 'suspended', published_version, $3 from workflows.workflow where community_id = $1 and id = $2`,
      [workflowId, ctx.now()],
    )
}

const STEPS = `insert into workflows.step (community_id, workflow_id, run_id, seq, node, action_type, outcome, branch, error, error_values, input, output, attempts, finished_at, created_at, updated_at)
  select $1, $2, s.run_id, s.seq, s.node, s.action_type, s.outcome, s.branch, s.error, s.error_values, s.input, s.output, s.attempts,
    case when s.outcome <> 'waiting' then $4::timestamptz end, $4, $4
  from jsonb_to_recordset($3::jsonb) as s(run_id bigint, seq int, node text, action_type text, outcome text, branch text, error text, error_values jsonb, input jsonb, output jsonb, attempts smallint)
  on conflict (community_id, run_id, seq) do update set outcome = excluded.outcome, branch = excluded.branch, error = excluded.error, error_values = excluded.error_values,
    output = excluded.output, attempts = excluded.attempts, finished_at = excluded.finished_at, updated_at = excluded.updated_at
  returning id, run_id, seq`
const RUNS = `update workflows.run r set status = u.status, node = u.node, seq = u.seq, wake_at = u.wake_at, waits_for = u.waits_for, woken = null,
    attempts = case when u.stays then r.attempts else 0 end, error = u.error, error_values = u.error_values,
    running_key = case when u.over then null else r.running_key end, finished_at = case when u.over then $3::timestamptz end, updated_at = $3
  from jsonb_to_recordset($2::jsonb) as u(id bigint, status text, node text, seq int, wake_at timestamptz, waits_for text, error text, error_values jsonb, over boolean, stays boolean)
  where r.community_id = $1 and r.id = u.id`

/** Steps, runs and numbers, together. A wait that is over closes the step that it opened. */
export async function write(ctx: Ctx, workflowId: number, moves: Move[]): Promise<void> {
  if (moves.length === 0) return
  const now = ctx.now()
  const opened = (run: RunRow) => run.woken !== null
  const seqOf = ({ run, step: one }: Move) => (one ? (opened(run) ? run.seq : run.seq + 1) : run.seq)
  const steps = moves.flatMap((move) => {
    const { run, step: one } = move
    if (!one) return []
    const { error, values } = said(one.reason)
    return [
      {
        ...{ run_id: run.id, seq: seqOf(move), node: one.action.id, action_type: one.action.action_type, outcome: one.outcome, branch: one.branch ?? null },
        ...{
          error,
          error_values: values,
          input: one.input ?? one.action.api_params,
          output: one.output ?? {},
          attempts: Math.max(1, run.attempts + (one.outcome === 'failed' ? 0 : 1)),
        },
      },
    ]
  })
  const written = steps.length ? await ctx.sql<{ id: number; run_id: number; seq: number }>(STEPS, [workflowId, JSON.stringify(steps), now]) : []
  const isOver = (status: RunState) => status !== 'ready' && status !== 'waiting'
  await ctx.sql(RUNS, [
    JSON.stringify(
      moves.map((move) => {
        const { error, values } = said(move.reason)
        const stays = !move.step && move.status === 'waiting'
        return {
          ...{ id: move.run.id, status: move.status, node: move.node, seq: seqOf(move), wake_at: move.wakeAt ?? null, waits_for: move.waitsFor ?? null },
          ...{ error, error_values: values, over: isOver(move.status), stays },
        }
      }),
    ),
    now,
  ])
  const calls = moves.filter(({ step: one, status }) => one?.action.action_type === WEBHOOK && status === 'waiting')
  if (calls.length > 0) {
    const ids = new Map(written.map(({ id, run_id }) => [run_id, id]))
    await addCalls(
      ctx,
      workflowId,
      calls.map(({ run, step: one }) => ({
        run,
        stepId: ids.get(run.id)!,
        seq: run.seq + 1,
        node: one!.action.id,
        input: one!.input as { url: string; data: string },
      })),
    )
    await askForCalls(ctx)
  }
  const of = (status: RunState) => moves.filter((move) => move.status === status).length
  const counts = { waiting_count: of('waiting'), done_count: of('done'), left_count: of('left'), failed_count: of('failed'), cancelled_count: of('cancelled') }
  // the day before the workflow, as whoever comes in does, so that nobody waits for each other
  await addToDay(ctx, workflowId, { done: counts.done_count + counts.left_count, failed: counts.failed_count })
  if (Object.values(counts).some((count) => count > 0)) await addTo(ctx, WorkflowTable, workflowId, counts)
}

const WAKE = 5_000
/** Waits that are over. @returns whether more follow */
export async function wake(ctx: Ctx): Promise<boolean> {
  const woken = await ctx.sql<{ workflow_id: number; shard: number; count: number }>(
    `with due as (select id from workflows.run where community_id = $1 and status = 'waiting' and wake_at <= $2 order by wake_at limit ${WAKE} for update skip locked),
       woken as (update workflows.run r set status = 'ready', wake_at = null, waits_for = null, updated_at = $2,
         woken = case when exists (select from workflows.step s where s.community_id = $1 and s.run_id = r.id and s.seq = r.seq and s.outcome = 'waiting') then 'time' end
         from due d where r.community_id = $1 and r.id = d.id returning r.workflow_id, r.shard)
     select workflow_id, shard, count(*)::int from woken group by 1, 2`,
    [ctx.now()],
  )
  for (const { workflow_id, shard, count } of woken) {
    await addTo(ctx, WorkflowTable, workflow_id, { waiting_count: -count })
    await goOn(ctx, workflow_id, [shard])
  }
  return woken.reduce((sum, { count }) => sum + count, 0) === WAKE
}
/** Runs that no job is left for, as after a process that died: asking twice does no harm. */
export async function look(ctx: Ctx): Promise<void> {
  const rows = await ctx.sql<{ workflow_id: number; shard: number }>(
    "select distinct workflow_id, shard from workflows.run where community_id = $1 and status = 'ready'",
  )
  for (const [workflowId, some] of Map.groupBy(rows, ({ workflow_id }) => workflow_id))
    await goOn(
      ctx,
      workflowId,
      some.map(({ shard }) => shard),
    )
}
