/** How people come into a workflow: by an event, by the time of a schedule, by hand. */
import { conflict } from '@atrium/sdk'
import { addTo, type Ctx, type EventMeta, type RowOf, sql } from '@atrium/sdk/server'
import contract, { type Definition } from '../../contract.ts'
import { type RunTable, WorkflowTable } from '../entities.ts'
import { endJob, enterJob, goOn, SHARDS } from '../jobs.ts'
import { addToDay } from './days.ts'
import { meets } from './fields.ts'
import { audienceCondition, conditionOf, meeting } from './people.ts'
import { treeOf } from './tree.ts'
import { aboutOf } from './triggers.ts'

/** Events that led to one another; beyond that the kernel drops them. */
const MAX_DEPTH = 8
/** Runs that one statement begins or ends. */
const SOME = 5_000
export const ORIGIN = contract.id
/** Workflows that have led to an event. */
export const chainOf = (origin: string | null): number[] =>
  origin?.startsWith(`${ORIGIN}:`)
    ? origin
        .slice(ORIGIN.length + 1)
        .split(',')
        .map(Number)
    : []
export const originOf = (chain: readonly number[]): string => `${ORIGIN}:${chain.join(',')}`

export interface Listening {
  id: number
  version_id: number
  definition: Definition
}
const ACTIVE = `select w.id, v.id as version_id, v.definition from workflows.workflow w
  join workflows.version v on v.community_id = $1 and v.workflow_id = w.id and v.number = w.published_version
  where w.community_id = $1 and w.status = 'active'`

/** Runs of today, in UTC, of all workflows. */
export async function runsToday(ctx: Ctx): Promise<number> {
  const [row] = await ctx.sql<{ runs: number }>('select coalesce(sum(runs), 0)::int as runs from workflows.day where community_id = $1 and day = $2', [
    ctx.now().toISOString().slice(0, 10),
  ])
  return row!.runs
}

/** An event of a plugin, which begins nothing that was off when it came: whom it lets in, whose waits it ends, and whose runs. */
export async function heard(ctx: Ctx, { name, payload }: { name: string; payload: Record<string, unknown> }, meta: EventMeta): Promise<void> {
  const { person, isGone } = aboutOf(ctx, name)
  const memberId = person in payload ? payload[person] : meta.actorMemberId
  if (typeof memberId !== 'number') return
  await endWaits(ctx, name, payload, memberId)
  const listening = await ctx.sql<Listening>(`${ACTIVE} and w.trigger_type = $2 and w.activated_at <= $3 order by w.id`, [name, meta.at])
  const chain = chainOf(meta.origin)
  for (const workflow of listening) {
    // it never starts itself again, be it over others
    if (chain.includes(workflow.id) || meta.depth >= MAX_DEPTH) continue
    const { trigger } = workflow.definition
    if (!meets(trigger.filters, payload)) continue
    if (!isGone && !(await meeting(ctx, [memberId], trigger)).has(memberId)) continue
    await letIn(ctx, workflow, [memberId], { key: `e:${meta.eventId}`, eventId: meta.eventId, payload, chain, depth: meta.depth })
  }
}
/** Waits for this event of this person are over, and runs that it is to stop. */
async function endWaits(ctx: Ctx, name: string, payload: Record<string, unknown>, memberId: number): Promise<void> {
  type Waiting = Pick<RowOf<typeof RunTable>, 'id' | 'workflow_id' | 'shard' | 'node' | 'waits_for' | 'stops_on' | 'status'> & { definition: Definition }
  const rows = await ctx.sql<Waiting>(
    `select r.id, r.workflow_id, r.shard, r.node, r.waits_for, r.stops_on, r.status, v.definition from workflows.run r
     join workflows.version v on v.community_id = $1 and v.id = r.version_id
     where r.community_id = $1 and r.member_id = $2 and r.status in ('ready', 'waiting') and (r.waits_for = $3 or r.stops_on = $3) order by r.id for update of r`,
    [memberId, name],
  )
  for (const row of rows) {
    const { stop_when: stop, actions } = row.definition
    if (row.stops_on === name && stop && meets(stop.filters, payload)) {
      await end(ctx, [row.id], 'left')
      continue
    }
    const wait = actions.find(({ id }) => id === row.node)
    const filters = wait?.api_params.filters as Definition['trigger']['filters'] | undefined
    if (
      row.status !== 'waiting' ||
      row.waits_for !== name ||
      (filters && !meets({ ...filters, match: filters.match ?? 'all', rules: filters.rules ?? [] }, payload))
    )
      continue
    await ctx.sql(
      `update workflows.run set status = 'ready', woken = 'event', wake_at = null, waits_for = null, updated_at = now() where community_id = $1 and id = $2`,
      [row.id],
    )
    await addTo(ctx, WorkflowTable, row.workflow_id, { waiting_count: -1 })
    await goOn(ctx, row.workflow_id, [row.shard])
  }
}
const UNDER_WAY = "status in ('ready', 'waiting')"
/** Ends runs that are under way, where they are. @returns how many there were */
export const end = (ctx: Ctx, ids: number[], how: 'left' | 'cancelled'): Promise<number> => endThose(ctx, 'id = any ($2::bigint[])', ids, how)
async function endThose(ctx: Ctx, which: string, value: unknown, how: 'left' | 'cancelled', lock = 'for update'): Promise<number> {
  const ended = await ctx.sql<{ workflow_id: number; was: string; count: number }>(
    `with before as (select id, workflow_id, status from workflows.run where community_id = $1 and ${UNDER_WAY} and ${which} order by id limit ${SOME} ${lock}),
       ended as (update workflows.run r set status = $3, finished_at = $4, running_key = null, wake_at = null, waits_for = null, updated_at = $4
         from before b where r.community_id = $1 and r.id = b.id returning r.id),
       steps as (update workflows.step s set outcome = 'cancelled', finished_at = $4, updated_at = $4 from before b
         where s.community_id = $1 and s.run_id = b.id and s.outcome = 'waiting'),
       calls as (update workflows.call c set status = 'cancelled', updated_at = $4 from before b where c.community_id = $1 and c.run_id = b.id and c.status = 'waiting')
     select workflow_id, status as was, count(*)::int from before group by 1, 2`,
    [value, how, ctx.now()],
  )
  for (const { workflow_id, was, count } of ended)
    await addTo(ctx, WorkflowTable, workflow_id, { [`${how}_count`]: count, ...(was === 'waiting' && { waiting_count: -count }) })
  return ended.reduce((sum, { count }) => sum + count, 0)
}
/**
 * Stops a workflow in the middle: nobody comes in any more, and whoever is under way goes no further. Few are ended at once, many by a job, which nobody
 * waits for; those in the middle of a step are ended after it.
 * @returns how many were under way
 */
export async function endAll(ctx: Ctx, workflowId: number): Promise<number> {
  const [row] = await ctx.sql<{ count: number }>(
    `with last as (select coalesce(max(id), 0) as id from workflows.run where community_id = $1 and workflow_id = $2),
       stopped as (update workflows.workflow w set coming_in = '{}', ended_up_to = last.id from last where w.community_id = $1 and w.id = $2 returning 1)
     select count(*)::int from workflows.run, stopped where community_id = $1 and workflow_id = $2 and ${UNDER_WAY}`,
    [workflowId],
  )
  await endSome(ctx, workflowId)
  return row?.count ?? 0
}
/** The next of those that are to end. */
export async function endSome(ctx: Ctx, workflowId: number): Promise<void> {
  const [row] = await ctx.sql<{ ended_up_to: number }>('select ended_up_to from workflows.workflow where community_id = $1 and id = $2', [workflowId])
  const upTo = Number(row?.ended_up_to ?? 0)
  if (upTo === 0) return
  const toEnd = `workflow_id = $2 and id <= ${upTo}`
  const ended = await endThose(ctx, toEnd, workflowId, 'cancelled', 'for update skip locked')
  const [left] = await ctx.sql(`select 1 from workflows.run where community_id = $1 and ${UNDER_WAY} and ${toEnd} limit 1`, [workflowId])
  // those in the middle of a step are not waited for
  if (left) await ctx.enqueue(endJob, { workflowId }, { key: `end:${workflowId}`, ...(ended < SOME && { runAt: new Date(ctx.now().getTime() + 1_000) }) })
  else await ctx.sql('update workflows.workflow set ended_up_to = 0 where community_id = $1 and id = $2 and ended_up_to = $3', [workflowId, upTo])
}

interface Entrance {
  /** The same for the same person twice lets them in once. */
  key: string
  eventId?: number
  payload?: Record<string, unknown>
  chain?: number[]
  depth?: number
}
const INSERT = sql`insert into workflows.run
  (community_id, workflow_id, version_id, member_id, shard, node, stops_on, payload, event_id, depth, chain, entry_key, running_key, created_at, updated_at)`
/** Columns of `INSERT` for members `m`. */
function rowsFor(ctx: Ctx, { id, version_id, definition }: Listening, { key, eventId = null as never, payload = {}, chain = [], depth = 0 }: Entrance) {
  const { reentry, actions, stop_when } = definition
  const entry = reentry === 'once' ? sql`'m:' || m.id` : sql`${`${key}:`}::text || m.id`
  const now = ctx.now()
  return sql`${ctx.community.id}, ${id}::bigint, ${version_id}::bigint, m.id, m.id % ${sql.lit(SHARDS)}, ${treeOf(actions).first}::text, ${stop_when?.trigger_type ?? null}::text,
    ${JSON.stringify(payload)}::jsonb, ${eventId ?? null}::bigint, ${depth}::smallint, ${chain}::bigint[], ${entry},
    ${reentry === 'not_running' ? sql`m.id::text` : sql`null`}, ${now}::timestamptz, ${now}::timestamptz`
}
/** @returns runs that have begun. Who is over a limit, or in already, does not come in. */
export async function letIn(ctx: Ctx, workflow: Listening, memberIds: number[], entrance: Entrance): Promise<{ id: number; shard: number }[]> {
  const { runs_per_day, runs_per_person } = ctx.settings(contract)
  const today = ctx.now().toISOString().slice(0, 10)
  const [before] = await ctx.sql<{ runs: number; often: number[] }>(
    `select (select coalesce(sum(runs), 0)::int from workflows.day where community_id = $1 and day = $4) as runs,
       array(select member_id from workflows.run where community_id = $1 and workflow_id = $2 and member_id = any ($3::bigint[]) and created_at >= $4::date::timestamp at time zone 'UTC'
         group by member_id having count(*) >= $5)::int[] as often`,
    [workflow.id, memberIds, today, runs_per_person],
  )
  const { runs, often } = before!
  const let_ = memberIds.filter((id) => !often.includes(id)).slice(0, Math.max(0, runs_per_day - runs))
  const heldBack = memberIds.length - let_.length
  const { rows } = await sql<{ id: number; shard: number }>`${INSERT} select ${rowsFor(ctx, workflow, entrance)} from unnest(${let_}::bigint[]) as m(id)
    order by m.id on conflict do nothing returning id, shard`.execute(ctx.em.getKysely())
  await begun(ctx, workflow.id, rows.length, heldBack)
  await goOn(
    ctx,
    workflow.id,
    rows.map(({ shard }) => shard),
  )
  return rows
}
async function begun(ctx: Ctx, workflowId: number, runs: number, heldBack: number): Promise<void> {
  await addToDay(ctx, workflowId, { runs, held_back: heldBack })
  if (runs === 0) return
  await ctx.sql('update workflows.workflow set runs_count = runs_count + $3, last_run_at = $4 where community_id = $1 and id = $2', [
    workflowId,
    runs,
    ctx.now(),
  ])
}
/** An audience comes in bit by bit: the first are on their way while others come, and it can be stopped in the middle. */
export async function letInAudience(ctx: Ctx, workflowId: number, key: string): Promise<void> {
  await ctx.sql('update workflows.workflow set coming_in = array_append(array_remove(coming_in, $3), $3) where community_id = $1 and id = $2', [
    workflowId,
    key,
  ])
  await ctx.enqueue(enterJob, { workflowId, key, after: 0 })
}
/** The next of an audience, those with ids above `after`, unless it was stopped. */
export async function letInSome(ctx: Ctx, { workflowId, key, after }: { workflowId: number; key: string; after: number }): Promise<void> {
  const [workflow] = await ctx.sql<Listening>(`${ACTIVE} and w.id = $2 and $3 = any (w.coming_in)`, [workflowId, key])
  if (!workflow) return
  const { audiences, trigger } = workflow.definition
  const [where, also] = [await audienceCondition(ctx, audiences), await conditionOf(ctx, trigger)]
  const room = Math.max(0, ctx.settings(contract).runs_per_day - (await runsToday(ctx)))
  const { rows } = await sql<{ runs: number; people: number; last: number | null }>`with chosen as (select m.id from kernel.member_card m
        where m.community_id = ${ctx.community.id} and m.status = 'active' and m.id > ${after} and ${where} and ${also} order by m.id limit ${SOME}),
      begun as (${INSERT} select ${rowsFor(ctx, workflow, { key })} from (select id from chosen order by id limit ${room}) m on conflict do nothing returning 1)
    select (select count(*) from begun)::int as runs, count(*)::int as people, max(id) as last from chosen`.execute(ctx.em.getKysely())
  const { runs, people, last } = rows[0]!
  await begun(ctx, workflowId, runs, people > room ? 1 : 0)
  if (runs > 0)
    await goOn(
      ctx,
      workflowId,
      Array.from({ length: SHARDS }, (_, shard) => shard),
    )
  if (people === SOME && people <= room) await ctx.enqueue(enterJob, { workflowId, key, after: Number(last) })
  else {
    await ctx.sql('update workflows.workflow set coming_in = array_remove(coming_in, $3) where community_id = $1 and id = $2', [workflowId, key])
    await finish(ctx, workflowId)
  }
}
/** One that runs once and whose last time has come is off by itself; whoever is under way goes on. */
const finish = (ctx: Ctx, workflowId: number) =>
  ctx.sql(
    `with over as (update workflows.workflow w set status = 'inactive', updated_at = $3
       where w.community_id = $1 and w.id = $2 and w.status = 'active' and w.workflow_type = 'one_time' and w.coming_in = '{}'
         and not exists (select from workflows.schedule s where s.community_id = $1 and s.workflow_id = w.id and s.next_at is not null)
       returning w.id, w.published_version)
     insert into workflows.change (community_id, workflow_id, kind, published_version, created_at) select $1, id, 'finished', published_version, $3 from over`,
    [workflowId, ctx.now()],
  )
/** @throws AtriumError 409 for one that is not switched on */
export async function active(ctx: Ctx, workflowId: number): Promise<Listening> {
  const [one] = await ctx.sql<Listening>(`${ACTIVE} and w.id = $2`, [workflowId])
  if (!one) throw conflict('Turn on this workflow first.', 'workflow_not_active')
  return one
}
