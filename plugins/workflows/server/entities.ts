/** The tables of workflows. */
import { p, table, type TablesOf, versioned } from '@atrium/sdk/server'
import type { Definition, Outcome, Recurrence, RunState, State, WorkflowType } from '../contract.ts'
import type { Branch, HistoryKind } from '../contract.ts'

export const WorkflowTable = table('workflows.workflow', {
  ...versioned,
  name: p.text(),
  workflowType: p.text().$type<WorkflowType>(),
  status: p.text().$type<State>().default('draft'),
  /** As it is being written. */
  definition: p.json<Definition>(),
  /** Differs from the version that was switched on last. */
  hasChanges: p.boolean().default(false),
  /** Its number; who comes in gets this one. */
  publishedVersion: p.integer().nullable(),
  /** Of that version: what begins it. */
  triggerType: p.text().nullable(),
  /** Who switched it on: it acts with their rights. */
  actorMemberId: p.bigint('number').nullable(),
  createdByMemberId: p.bigint('number').nullable(),
  template: p.text().nullable(),
  activatedAt: p.datetime().nullable(),
  lastRunAt: p.datetime().nullable(),
  /** Audiences that are coming in, by what tells one from another. */
  comingIn: p.array().columnType('text[]').default([]),
  /** Runs up to this one are to end where they are; a job ends them. */
  endedUpTo: p.bigint('number').default(0),
  // of the runs that are kept
  runsCount: p.integer().default(0),
  waitingCount: p.integer().default(0),
  doneCount: p.integer().default(0),
  leftCount: p.integer().default(0),
  failedCount: p.integer().default(0),
  cancelledCount: p.integer().default(0),
})
/** What was switched on; never changed. */
export const VersionTable = table(
  'workflows.version',
  {
    workflowId: p.bigint('number'),
    number: p.integer(),
    definition: p.json<Definition>(),
    memberId: p.bigint('number').nullable(),
  },
  { own: [] },
)
/** Somebody on their way through a version. */
export const RunTable = table(
  'workflows.run',
  {
    workflowId: p.bigint('number'),
    versionId: p.bigint('number'),
    memberId: p.bigint('number').nullable(),
    status: p.text().$type<RunState>().default('ready'),
    /** Which of the workflow's jobs moves it. */
    shard: p.smallint().default(0),
    /** The card that comes next, that it waits at, or at which it ended. */
    node: p.text().nullable(),
    wakeAt: p.datetime().nullable(),
    /** The event that it waits for. */
    waitsFor: p.text().nullable(),
    /** The event that ends it. */
    stopsOn: p.text().nullable(),
    /** What ended a wait: the event came, or the time was over. */
    woken: p.text().$type<'event' | 'time'>().nullable(),
    /** Steps so far. */
    seq: p.integer().default(0),
    /** Of the step that comes next. */
    attempts: p.smallint().default(0),
    /** What the event carried. */
    payload: p.json<Record<string, unknown>>(),
    eventId: p.bigint('number').nullable(),
    /** How many events led here, and through which workflows: none of them begins in turn. */
    depth: p.smallint().default(0),
    chain: p.array((id) => Number(id)).columnType('bigint[]'),
    /** Nobody comes in twice by one event, by one time of a schedule, or at all where the workflow says so. */
    entryKey: p.text(),
    /** While it is under way, where the workflow lets nobody in twice at once. */
    runningKey: p.text().nullable(),
    error: p.text().nullable(),
    errorValues: p.json<Record<string, string | number>>().nullable(),
    finishedAt: p.datetime().nullable(),
  },
  { own: ['workflow_id', 'status', 'finished_at'] },
)
export const StepTable = table('workflows.step', {
  workflowId: p.bigint('number'),
  runId: p.bigint('number'),
  seq: p.integer(),
  node: p.text(),
  actionType: p.text(),
  outcome: p.text().$type<Outcome>(),
  branch: p.text().$type<Branch>().nullable(),
  error: p.text().nullable(),
  errorValues: p.json<Record<string, string | number>>().nullable(),
  input: p.json<Record<string, unknown>>(),
  output: p.json<Record<string, unknown>>(),
  attempts: p.smallint().default(1),
  finishedAt: p.datetime().nullable(),
})
export const ScheduleTable = table('workflows.schedule', {
  workflowId: p.bigint('number'),
  runsAt: p.datetime().nullable(),
  recurrence: p.json<Recurrence>().nullable(),
  timeZone: p.text().default('UTC'),
  nextAt: p.datetime().nullable(),
  lastAt: p.datetime().nullable(),
})
/** What was done to a workflow. */
export const ChangeTable = table(
  'workflows.change',
  {
    workflowId: p.bigint('number'),
    kind: p.text().$type<HistoryKind>(),
    publishedVersion: p.integer().nullable(),
    memberId: p.bigint('number').nullable(),
  },
  { own: [] },
)
/** Runs of one day, in UTC. */
export const DayTable = table('workflows.day', {
  workflowId: p.bigint('number'),
  day: p.date(),
  runs: p.integer().default(0),
  done: p.integer().default(0),
  failed: p.integer().default(0),
  /** Who did not come in because a limit was reached. */
  heldBack: p.integer().default(0),
})
/** A call of a webhook that is on its way, or was. */
export const CallTable = table('workflows.call', {
  workflowId: p.bigint('number'),
  runId: p.bigint('number'),
  stepId: p.bigint('number').nullable(),
  node: p.text(),
  url: p.text(),
  body: p.text(),
  status: p.text().$type<'waiting' | 'claimed' | 'done' | 'failed' | 'cancelled'>().default('waiting'),
  /** What the receiver knows repetitions by. */
  key: p.text(),
  attempts: p.smallint().default(0),
  dueAt: p.datetime(),
  claimedUntil: p.datetime().nullable(),
  responseStatus: p.integer().nullable(),
  error: p.text().nullable(),
})
/** What somebody was told by a notification. */
export const NotificationTable = table(
  'workflows.notification',
  { workflowId: p.bigint('number'), memberId: p.bigint('number'), text: p.text(), path: p.text() },
  { own: ['text', 'path'] },
)
/** What a community's webhooks are signed with. A restored copy makes its own at the first call. */
export const SecretTable = table('workflows.secret', { sealed: p.text().nullable() }, { secret: ['sealed'] })
export const entities = [WorkflowTable, VersionTable, RunTable, StepTable, ScheduleTable, ChangeTable, DayTable, CallTable, NotificationTable, SecretTable]
export type Tables = TablesOf<(typeof entities)[number]>
