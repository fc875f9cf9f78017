/** Workflows, cards and schedules as calls answer them. */
import { Sentence } from '@atrium/sdk'
import type { Ctx, RowOf } from '@atrium/sdk/server'
import type {
  Action,
  Audience,
  Definition,
  HistoryKind,
  Schedule,
  ShownAction,
  ShownAudience,
  Workflow,
  WorkflowDefinition,
  WorkflowDetail,
} from '../../contract.ts'
import type { ScheduleTable, Tables, WorkflowTable } from '../entities.ts'
import { cardOf } from './actions.ts'
import { problemsOf, type Wrong } from './check.ts'
import { daysOf } from './days.ts'
import { timesOf } from './moments.ts'
import { countPeople } from './people.ts'
import { treeOf } from './tree.ts'
import { eventsOf, resourcesOf } from './triggers.ts'

export type WorkflowRow = RowOf<typeof WorkflowTable>
export type ScheduleRow = RowOf<typeof ScheduleTable>
type Input<T> = { [K in keyof T]: T[K] extends string | null ? T[K] | Date | null : T[K] }

const UPCOMING = 6
export const facesOf = async (ctx: Ctx, ids: (number | null)[]) => {
  const members = await ctx.members.byIds(ids.flatMap((id) => id ?? []))
  return (id: number | null) => {
    const one = id === null ? undefined : members.get(id)
    return one ? { id: one.id, name: one.name, avatar_url: one.avatarUrl, public_uid: one.publicUid } : null
  }
}
export const schedulesOf = (ctx: Ctx, workflowIds: number[]): Promise<ScheduleRow[]> =>
  ctx.em
    .getKysely<Tables>()
    .selectFrom('workflows.schedule')
    .selectAll()
    .where('community_id', '=', ctx.community.id)
    .where('workflow_id', 'in', workflowIds.length ? workflowIds : [0])
    .orderBy('id')
    .execute()

export async function presentAll(ctx: Ctx, rows: WorkflowRow[]): Promise<Input<Workflow>[]> {
  const ids = rows.map(({ id }) => id)
  const [faces, weeks, schedules] = [
    await facesOf(
      ctx,
      rows.flatMap((row) => [row.actor_member_id, row.created_by_member_id]),
    ),
    await daysOf(ctx, ids, 7),
    await schedulesOf(ctx, ids),
  ]
  const events = eventsOf(ctx)
  return rows.map((row) => {
    const { trigger } = row.definition
    const event = trigger.trigger_type === null ? undefined : events.get(trigger.trigger_type)
    const over = row.done_count + row.left_count + row.failed_count + row.cancelled_count
    const next = schedules.flatMap(({ workflow_id, next_at }) => (workflow_id === row.id && next_at ? [next_at] : [])).sort((a, b) => a.getTime() - b.getTime())
    return {
      ...{ id: row.id, name: row.name, status: row.status, workflow_type: row.workflow_type, type_label: ctx.t(`type.${row.workflow_type}`) },
      trigger_label: row.workflow_type === 'dynamic' ? (event?.label ?? null) : null,
      trigger_type: trigger.trigger_type,
      is_trigger_missing: trigger.trigger_type !== null && !event,
      community_segment_id: trigger.community_segment_id,
      url: `/settings/workflows/view/${row.id}`,
      ...{ runs_count: row.runs_count, running_count: Math.max(0, row.runs_count - over), waiting_count: row.waiting_count },
      ...{ done_count: row.done_count, failed_count: row.failed_count, week: weeks.get(row.id)! },
      next_at: row.status === 'active' ? (next[0] ?? null) : null,
      ...{ version: row.version, published_version: row.published_version, has_changes: row.has_changes },
      ...{ acts_as: faces(row.actor_member_id), created_by: faces(row.created_by_member_id) },
      ...{ activated_at: row.activated_at, last_run_at: row.last_run_at, created_at: row.created_at, updated_at: row.updated_at },
    }
  })
}

export function presentActions(ctx: Ctx, workflowId: number, actions: Action[]): ShownAction[] {
  const { inOrder } = treeOf(actions)
  // what hangs nowhere is shown too, or nobody could mend it
  const all = [...inOrder, ...actions.filter((action) => !inOrder.includes(action))]
  return all.map((action, at) => {
    const { label, icon, isMissing, branches } = cardOf(ctx, action.action_type)
    return { ...action, workflow_id: workflowId, list_position: at + 1, label, icon, is_missing: isMissing, branches }
  })
}
export async function presentAudiences(ctx: Ctx, workflowId: number, audiences: Audience[]): Promise<ShownAudience[]> {
  const segments = new Map<number, string>()
  const ids = audiences.flatMap(({ community_segment_id: id }) => id ?? [])
  if (ids.length) for (const { id, name } of await resourcesOf(ctx).get('segment')!.choices(ctx, { ids, limit: ids.length })) segments.set(id, name)
  const shown: ShownAudience[] = []
  for (const audience of audiences) {
    const { kind, community_segment_id: segment } = audience
    const isWhole = kind !== 'segment' || (segment !== null && segments.has(segment))
    shown.push({
      ...audience,
      workflow_id: workflowId,
      label: (segment !== null && segments.get(segment)) || ctx.t(`audience.${kind}`),
      members_count: isWhole ? await countPeople(ctx, [audience]) : 0,
    })
  }
  return shown
}
export const presentSchedule = (ctx: Ctx, row: ScheduleRow): Input<Omit<Schedule, 'upcoming'>> & { upcoming: Date[] } => ({
  ...{ id: row.id, workflow_id: row.workflow_id, kind: row.recurrence ? 'recurring' : 'one_time', runs_at: row.runs_at, recurrence: row.recurrence },
  ...{ time_zone: row.time_zone, next_at: row.next_at, last_at: row.last_at },
  upcoming: upcomingOf(ctx, row),
})
export function upcomingOf(
  ctx: Ctx,
  { runs_at, recurrence, time_zone, next_at }: Pick<ScheduleRow, 'runs_at' | 'recurrence' | 'time_zone' | 'next_at'>,
): Date[] {
  if (!next_at) return []
  if (!recurrence || runs_at) return [next_at]
  return [next_at, ...timesOf(recurrence, time_zone, next_at > ctx.now() ? next_at : ctx.now(), UPCOMING - 1)]
}

export const saidProblems = (ctx: Ctx, wrong: Wrong): Record<string, string[]> =>
  Object.fromEntries(Object.entries(wrong).map(([where, what]) => [where, what.map((one) => ctx.say(one))]))

export async function presentDefinition(
  ctx: Ctx,
  row: WorkflowRow,
  definition: Definition = row.definition,
): Promise<Input<WorkflowDefinition> & Record<string, any>> {
  const [shown] = await presentAll(ctx, [row])
  const schedules = await schedulesOf(ctx, [row.id])
  return {
    ...shown!,
    ...{ trigger: definition.trigger, stop_when: definition.stop_when, reentry: definition.reentry },
    audiences: await presentAudiences(ctx, row.id, definition.audiences),
    schedules: schedules.map((schedule) => presentSchedule(ctx, schedule)) as never,
    actions: presentActions(ctx, row.id, definition.actions),
    // what is on as it stands was checked when it was switched on
    problems: row.status === 'active' && !row.has_changes ? {} : saidProblems(ctx, await problemsOf(ctx, row.workflow_type, definition, schedules)),
  }
}
export async function presentDetail(ctx: Ctx, row: WorkflowRow): Promise<Input<WorkflowDetail> & Record<string, any>> {
  const funnel = await ctx.sql<{ action_id: string; outcome: string; count: number }>(
    'select node as action_id, outcome, count(*)::int from workflows.step where community_id = $1 and workflow_id = $2 group by 1, 2',
    [row.id],
  )
  const failures = await ctx.sql<{ action_id: string; error: string | null; error_values: any; count: number; since: Date; last_at: Date }>(
    `select node as action_id, error, error_values, count(*)::int, min(finished_at) as since, max(finished_at) as last_at from workflows.run
     where community_id = $1 and workflow_id = $2 and status = 'failed' and node is not null group by 1, 2, 3 order by 4 desc limit 20`,
    [row.id],
  )
  const cards = new Map(row.definition.actions.map((action) => [action.id, cardOf(ctx, action.action_type).label]))
  const byCard = Map.groupBy(funnel, ({ action_id }) => action_id)
  const sum = (rows: typeof funnel, outcome?: string) => rows.reduce((total, one) => total + (!outcome || one.outcome === outcome ? one.count : 0), 0)
  return {
    ...(await presentDefinition(ctx, row)),
    ...{ left_count: row.left_count, cancelled_count: row.cancelled_count, days: (await daysOf(ctx, [row.id], 30)).get(row.id)! },
    funnel: treeOf(row.definition.actions).inOrder.map(({ id }) => {
      const rows = byCard.get(id) ?? []
      return {
        action_id: id,
        reached: sum(rows),
        done: sum(rows, 'done'),
        failed: sum(rows, 'failed'),
        skipped: sum(rows, 'skipped'),
        waiting: sum(rows, 'waiting'),
      }
    }),
    failures: failures.map((one) => ({
      ...{ action_id: one.action_id, label: cards.get(one.action_id) ?? ctx.t('card.missing'), message: saidReason(ctx, one) ?? '' },
      ...{ count: one.count, since: one.since, last_at: one.last_at },
    })) as never,
  } as never
}
export const saidReason = (ctx: Ctx, { error, error_values }: { error: string | null; error_values: any }): string | null =>
  error === null ? null : ctx.say(new Sentence(error, error_values ?? {}))
export const historySentence = (ctx: Ctx, kind: HistoryKind, who: string | null, version: number | null): string =>
  ctx.t(`history.${kind}`, { who: who ?? ctx.t('history.nobody'), version: version ?? 0 })
