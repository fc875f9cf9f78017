/** When workflows begin by themselves: moments written, moved, and come. */
import { conflict, invalid, notFound } from '@atrium/sdk'
import { type Ctx, hold, lastId, type Paging, page, rowsFor } from '@atrium/sdk/server'
import { MAX_SCHEDULES, ScheduleInput } from '../../contract.ts'
import { ScheduleTable, type Tables, WorkflowTable } from '../entities.ts'
import { needRights } from './check.ts'
import { active, letInAudience } from './enter.ts'
import { nextAt, nextOf } from './moments.ts'
import { presentSchedule, type ScheduleRow } from './present.ts'
import { load } from './workflows.ts'

type Written = Pick<ScheduleRow, 'runs_at' | 'recurrence' | 'time_zone'>
/** @throws AtriumError 422 */
export function checked(ctx: Ctx, input: ScheduleInput, type: 'one_time' | 'scheduled' | null): Written {
  const { runs_at, recurrence, time_zone } = input
  if ((runs_at === null) === (recurrence === null)) throw invalid({ runs_at: ['Choose when this starts.'] })
  if (type === 'one_time' && recurrence) throw invalid({ recurrence: ['This workflow runs once.'] })
  if (recurrence?.frequency === 'weekly' && recurrence.weekdays.length === 0) throw invalid({ 'recurrence.weekdays': ['Choose at least one day.'] })
  const written = { runs_at: runs_at === null ? null : new Date(runs_at), recurrence, time_zone }
  if (!nextAt(written, ctx.now())) throw invalid({ [recurrence ? 'recurrence.ends_at' : 'runs_at']: ['Choose a time in the future.'] })
  return written
}
const rows = (ctx: Ctx, workflowId: number) =>
  ctx.em.getKysely<Tables>().selectFrom('workflows.schedule').selectAll().where('community_id', '=', ctx.community.id).where('workflow_id', '=', workflowId)
export async function listSchedules(ctx: Ctx, workflowId: number, query: Paging) {
  await load(ctx, workflowId)
  const last = lastId(query)
  const found = await rows(ctx, workflowId)
    .$if(last !== null, (some) => some.where('id', '>', last!))
    .orderBy('id')
    .limit(rowsFor(query))
    .execute()
  return page(found, { query, key: (row) => [row.id] }, (row) => presentSchedule(ctx, row))
}
export async function showSchedule(ctx: Ctx, workflowId: number, id: number) {
  const row = await rows(ctx, workflowId).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Schedule', 'schedule_not_found')
  return presentSchedule(ctx, row)
}
const typeOf = async (ctx: Ctx, workflowId: number) => {
  const { workflow_type: type, status } = await load(ctx, workflowId)
  // of what is on, which the draft may differ from
  if (status === 'active') needRights(ctx, (await active(ctx, workflowId)).definition.actions)
  if (status === 'archived') throw conflict('Restore this workflow from the archive first.', 'workflow_archived')
  if (type === 'dynamic') throw conflict('This workflow is started by an event, so it can’t have a schedule.', 'workflow_dynamic')
  return type
}
export async function createSchedule(ctx: Ctx, workflowId: number, input: ScheduleInput) {
  const type = await typeOf(ctx, workflowId)
  await hold(ctx, WorkflowTable, workflowId)
  const { runs_at: runsAt, recurrence, time_zone: timeZone } = checked(ctx, input, type)
  if ((await ctx.em.count(ScheduleTable, { workflowId })) >= MAX_SCHEDULES)
    throw conflict('This workflow already has the maximum number of schedules.', 'too_many_schedules')
  const made = ctx.em.create(ScheduleTable, {
    workflowId,
    runsAt,
    recurrence,
    timeZone,
    nextAt: nextAt({ runs_at: runsAt, recurrence, time_zone: timeZone }, ctx.now()),
  })
  await ctx.em.flush()
  return showSchedule(ctx, workflowId, made.id)
}
export async function updateSchedule(ctx: Ctx, workflowId: number, id: number, changes: Partial<ScheduleInput>) {
  const type = await typeOf(ctx, workflowId)
  const before = await showSchedule(ctx, workflowId, id)
  const given = {
    runs_at: before.runs_at ? new Date(before.runs_at).toISOString() : null,
    recurrence: before.recurrence,
    time_zone: before.time_zone,
    ...changes,
  }
  const written = checked(ctx, ScheduleInput.parse(given), type)
  await ctx.em.nativeUpdate(
    ScheduleTable,
    { id, workflowId },
    { runsAt: written.runs_at, recurrence: written.recurrence, timeZone: written.time_zone, nextAt: nextAt(written, ctx.now()), updatedAt: ctx.now() },
  )
  return showSchedule(ctx, workflowId, id)
}
export async function destroySchedule(ctx: Ctx, workflowId: number, id: number): Promise<void> {
  await showSchedule(ctx, workflowId, id)
  await ctx.em.nativeDelete(ScheduleTable, { id, workflowId })
}
export async function reschedule(ctx: Ctx, workflowId: number, { next_at, schedule_id }: { next_at: string; schedule_id?: number | undefined }) {
  await typeOf(ctx, workflowId)
  const [row] = await rows(ctx, workflowId)
    .$if(schedule_id !== undefined, (some) => some.where('id', '=', schedule_id!))
    .orderBy('next_at')
    .limit(1)
    .execute()
  if (!row) throw notFound('Schedule', 'schedule_not_found')
  const at = new Date(next_at)
  if (at <= ctx.now()) throw invalid({ next_at: ['Choose a time in the future.'] })
  await ctx.em.nativeUpdate(ScheduleTable, { id: row.id }, { nextAt: at, ...(row.runs_at && { runsAt: at }), updatedAt: ctx.now() })
  return showSchedule(ctx, workflowId, row.id)
}

/** Times that have come. One that was missed, as while the server was away, begins once and late; the ones between are left out. */
export async function beginDue(ctx: Ctx): Promise<void> {
  const due = await ctx.sql<ScheduleRow>(
    `select s.* from workflows.schedule s join workflows.workflow w on w.community_id = $1 and w.id = s.workflow_id and w.status = 'active'
     where s.community_id = $1 and s.next_at <= $2 order by s.next_at limit 20 for update of s skip locked`,
    [ctx.now()],
  )
  for (const row of due) {
    await ctx.em.nativeUpdate(
      ScheduleTable,
      { id: row.id },
      { lastAt: row.next_at, nextAt: row.recurrence ? nextOf(row.recurrence, row.time_zone, ctx.now()) : null, updatedAt: ctx.now() },
    )
    await letInAudience(ctx, row.workflow_id, `s:${row.id}:${row.next_at!.toISOString()}`)
  }
}
