/** Workflows from draft to archive: what is written, switched on, off, put away, copied. */
import { randomUUID } from 'node:crypto'
import { AtriumError, conflict, notFound, sentence } from '@atrium/sdk'
import { containing, type Ctx, demandVersion, hold, lastId, type Paging, page, raiseVersion, rowsFor, sql } from '@atrium/sdk/server'
import contract, {
  type Action,
  type Audience,
  Definition,
  type HistoryKind,
  MAX_NAME,
  type State,
  type WorkflowEdit,
  type WorkflowType,
} from '../../contract.ts'
import { ChangeTable, ScheduleTable, type Tables, VersionTable, WorkflowTable } from '../entities.ts'
import { askedOf } from './actions.ts'
import { problemsOf } from './check.ts'
import { endAll } from './enter.ts'
import { nextAt } from './moments.ts'
import { facesOf, historySentence, presentAll, presentDefinition, presentDetail, schedulesOf, type WorkflowRow } from './present.ts'

const all = (ctx: Ctx) => ctx.em.getKysely<Tables>().selectFrom('workflows.workflow').selectAll().where('community_id', '=', ctx.community.id)
/** @throws AtriumError 404 */
export async function load(ctx: Ctx, id: number): Promise<WorkflowRow> {
  const row = await all(ctx).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Workflow', 'workflow_not_found')
  return row
}
export const holdOne = (ctx: Ctx, id: number) => hold(ctx, WorkflowTable, id, 'Workflow', 'workflow_not_found')
export async function show(ctx: Ctx, id: number, published?: number) {
  const row = await load(ctx, id)
  if (published === undefined) return presentDefinition(ctx, row)
  const version = await ctx.em.findOne(VersionTable, { workflowId: id, number: published })
  if (!version) throw notFound('Version', 'version_not_found')
  return presentDefinition(ctx, row, version.definition)
}
export const detail = async (ctx: Ctx, id: number) => presentDetail(ctx, await load(ctx, id))

interface Asked extends Paging {
  query?: string | undefined
  status: State | 'all'
  workflow_type?: WorkflowType | undefined
  trigger_type?: string | undefined
}
export async function listWorkflows(ctx: Ctx, query: Asked) {
  const last = lastId(query)
  const rows = await all(ctx)
    .$if(query.status !== 'all', (some) => some.where('status', '=', query.status as State))
    .$if(query.workflow_type !== undefined, (some) => some.where('workflow_type', '=', query.workflow_type!))
    .$if(query.trigger_type !== undefined, (some) => some.where(sql<boolean>`definition -> 'trigger' ->> 'trigger_type' = ${query.trigger_type}`))
    .$if(Boolean(query.query), (some) => some.where('name', 'ilike', containing(query.query!)))
    .$if(last !== null, (some) => some.where('id', '<', last!))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute()
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: (await presentAll(ctx, envelope.records)) as never[] }
}

export async function note(ctx: Ctx, workflowId: number, kind: HistoryKind, version: number | null = null): Promise<void> {
  ctx.em.create(ChangeTable, { workflowId, kind, publishedVersion: version, memberId: ctx.member?.id ?? null })
  await ctx.em.flush()
}
const named = <T extends { id?: string | undefined }>(all: T[] | undefined) => all?.map((one) => ({ ...one, id: one.id ?? randomUUID() }))
/** Cards in each branch are numbered from 0, with what each asks for, and no two have the same id. @throws AtriumError 422 */
function ordered(ctx: Ctx, actions: Action[]): Action[] {
  const ids = new Set<string>()
  for (const { id } of actions) {
    if (ids.has(id)) throw new AtriumError(422, 'validation_failed', 'Two steps have the same id.', { details: { [id]: ['Two steps have the same id.'] } })
    ids.add(id)
  }
  const places = new Map<string, number>()
  return actions
    .map((action, at) => ({ action, at }))
    .toSorted((a, b) => a.action.position - b.action.position || a.at - b.at)
    .map(({ action }) => {
      const key = `${action.parent_id} ${action.branch}`
      const position = places.get(key) ?? 0
      places.set(key, position + 1)
      return askedOf(ctx, { ...action, position })
    })
}

export async function create(
  ctx: Ctx,
  { name, workflow_type, ...edit }: WorkflowEdit & { name: string; workflow_type: WorkflowType },
  template: string | null = null,
): Promise<number> {
  const definition = Definition.parse({ ...edit, audiences: named(edit.audiences), actions: edit.actions && ordered(ctx, edit.actions) })
  const made = ctx.em.create(WorkflowTable, { name, workflowType: workflow_type, definition, createdByMemberId: ctx.me().id, template })
  await ctx.em.flush()
  await note(ctx, made.id, 'created')
  await ctx.audit('workflow.created', `workflow:${made.id}`, { name })
  return made.id
}
/** @throws AtriumError 404, 409 `edit_conflict`, or for one that is put away */
export async function update(ctx: Ctx, id: number, { version, ...edit }: WorkflowEdit & { version?: number | undefined }): Promise<void> {
  const row = await holdOne(ctx, id)
  await demandVersion(ctx, version, row, edit, async () => ({ name: row.name, ...row.definition }))
  if (row.status === 'archived') throw conflict('Restore this workflow from the archive first.', 'workflow_archived')
  const { name, audiences, actions, ...rest } = edit
  row.name = name ?? row.name
  const given = Object.fromEntries(
    Object.entries({ ...rest, audiences: named(audiences), actions: actions && ordered(ctx, actions) }).filter(([, value]) => value !== undefined),
  )
  if (Object.keys(given).length > 0) {
    row.definition = Definition.parse({ ...row.definition, ...given })
    row.hasChanges = row.publishedVersion !== null
  }
  raiseVersion(ctx, row)
  row.updatedAt = ctx.now()
  await ctx.em.flush()
}
const isOn = () => conflict('Turn off this workflow first.', 'workflow_active')
export async function destroy(ctx: Ctx, id: number): Promise<void> {
  const { name, status } = await holdOne(ctx, id)
  if (status === 'active') throw isOn()
  await ctx.sql('delete from workflows.run where community_id = $1 and workflow_id = $2', [id])
  await ctx.em.nativeDelete(WorkflowTable, { id })
  await ctx.audit('workflow.deleted', `workflow:${id}`, { name })
}

/** @throws AtriumError 404, 409 where it is on as it stands, or too many are; 422 with what is wrong by card */
export async function activate(ctx: Ctx, id: number): Promise<void> {
  const row = await holdOne(ctx, id)
  if (row.status === 'archived') throw conflict('Restore this workflow from the archive first.', 'workflow_archived')
  if (row.status === 'active' && !row.hasChanges) throw conflict('This workflow is already on.', 'workflow_active')
  const schedules = await schedulesOf(ctx, [id])
  const wrong = await problemsOf(ctx, row.workflowType, row.definition, schedules)
  if (Object.keys(wrong).length > 0) throw new AtriumError(422, 'workflow_incomplete', 'This workflow isn’t complete yet.', { details: wrong as never })
  if (row.status !== 'active') {
    const most = ctx.settings(contract).active_limit
    if ((await ctx.em.count(WorkflowTable, { status: 'active' })) >= most)
      throw conflict(sentence('Up to {max} workflows can be on at once.', { max: most }), 'too_many_workflows')
  }
  const wasOn = row.status === 'active'
  if (row.publishedVersion === null || row.hasChanges) {
    const number = (row.publishedVersion ?? 0) + 1
    ctx.em.create(VersionTable, { workflowId: id, number, definition: row.definition, memberId: ctx.me().id })
    row.publishedVersion = number
  }
  Object.assign(row, { status: 'active', hasChanges: false, actorMemberId: ctx.me().id, updatedAt: ctx.now(), ...(!wasOn && { activatedAt: ctx.now() }) })
  row.triggerType = row.workflowType === 'dynamic' ? row.definition.trigger.trigger_type : null
  await ctx.em.flush()
  if (!wasOn) for (const schedule of schedules) await ctx.em.nativeUpdate(ScheduleTable, { id: schedule.id }, { nextAt: nextAt(schedule, ctx.now()) })
  await note(ctx, id, wasOn ? 'published' : 'activated', row.publishedVersion)
  await ctx.audit('workflow.activated', `workflow:${id}`, { name: row.name })
}
export async function inactivate(ctx: Ctx, id: number, stopRuns: boolean): Promise<void> {
  const row = await holdOne(ctx, id)
  if (row.status !== 'active') throw conflict('This workflow isn’t on.', 'workflow_not_active')
  Object.assign(row, { status: 'inactive', updatedAt: ctx.now() })
  await ctx.em.flush()
  await note(ctx, id, 'inactivated', row.publishedVersion)
  if (stopRuns) await endAll(ctx, id)
  await ctx.audit('workflow.inactivated', `workflow:${id}`, { name: row.name })
}
export async function archive(ctx: Ctx, id: number, archived: boolean): Promise<void> {
  const row = await holdOne(ctx, id)
  if (row.status === 'active') throw isOn()
  if ((row.status === 'archived') === archived) return
  Object.assign(row, { status: archived ? 'archived' : row.publishedVersion === null ? 'draft' : 'inactive', updatedAt: ctx.now() })
  await ctx.em.flush()
  await note(ctx, id, archived ? 'archived' : 'unarchived')
  if (archived) await endAll(ctx, id)
}
export async function duplicate(ctx: Ctx, id: number): Promise<number> {
  const { name: first, workflow_type, definition } = await load(ctx, id)
  const name = ctx.t('copy_of', { name: first }).slice(0, MAX_NAME)
  const made = ctx.em.create(WorkflowTable, { name, workflowType: workflow_type, definition, createdByMemberId: ctx.me().id })
  await ctx.em.flush()
  for (const { runs_at: runsAt, recurrence, time_zone: timeZone } of await schedulesOf(ctx, [id]))
    ctx.em.create(ScheduleTable, { workflowId: made.id, runsAt, recurrence, timeZone })
  await ctx.em.flush()
  await note(ctx, made.id, 'duplicated')
  await ctx.audit('workflow.created', `workflow:${made.id}`, { name })
  return made.id
}
export async function history(ctx: Ctx, id: number, query: Paging) {
  await load(ctx, id)
  const last = lastId(query)
  const rows = await ctx.em
    .getKysely<Tables>()
    .selectFrom('workflows.change')
    .selectAll()
    .where('community_id', '=', ctx.community.id)
    .where('workflow_id', '=', id)
    .$if(last !== null, (some) => some.where('id', '<', last!))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute()
  const faces = await facesOf(
    ctx,
    rows.map(({ member_id }) => member_id),
  )
  return page(rows, { query, key: (row) => [row.id] }, (row) => {
    const member = faces(row.member_id)
    return {
      ...{ id: row.id, kind: row.kind, published_version: row.published_version, member, created_at: row.created_at },
      sentence: historySentence(ctx, row.kind, member?.name ?? null, row.published_version),
    }
  })
}

/** One card is put in, changed, moved or taken out. */
export async function changeActions(ctx: Ctx, id: number, change: (actions: Action[]) => Action[]): Promise<WorkflowRow> {
  const row = await holdOne(ctx, id)
  await update(ctx, id, { actions: change(row.definition.actions) })
  return load(ctx, id)
}
/** The same for whom it is for. */
export async function changeAudiences(ctx: Ctx, id: number, change: (audiences: Audience[]) => Audience[]): Promise<void> {
  const { definition } = await holdOne(ctx, id)
  await update(ctx, id, { audiences: change(definition.audiences) })
}
export const addAction = (actions: Action[], action: Action): Action[] => [
  ...actions.map((one) =>
    one.parent_id === action.parent_id && one.branch === action.branch && one.position >= action.position ? { ...one, position: one.position + 1 } : one,
  ),
  action,
]
/** With all in its branches. */
export function withoutAction(actions: Action[], id: string): Action[] {
  const gone = new Set([id])
  for (let before = 0; before < gone.size; ) {
    before = gone.size
    for (const one of actions) if (one.parent_id !== null && gone.has(one.parent_id)) gone.add(one.id)
  }
  return actions.filter((one) => !gone.has(one.id))
}
/** @throws AtriumError 404 */
export function findIn<T extends { id: string }>(all: T[], id: string, what: 'Action' | 'Audience'): T {
  const one = all.find((each) => each.id === id)
  if (!one) throw what === 'Action' ? notFound('Action', 'action_not_found') : notFound('Audience', 'audience_not_found')
  return one
}
