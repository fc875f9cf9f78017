/** What others may know of workflows: what begins one, what it does, what became of it, and what plugins bring to it. */
import { changesOf, date, defineContract, del, done, get, id, idList, line, list, paging, patch, point, post, put, type, z } from '@atrium/sdk'
import {
  Action,
  Audience,
  MAX_ACTIONS,
  MAX_AUDIENCES,
  MAX_PEOPLE,
  REENTRIES,
  Schedule,
  ScheduleInput,
  STATES,
  StopWhen,
  Trigger,
  TYPES,
  workflowName,
} from './contract/definition.ts'
import type { WorkflowAction, WorkflowResource, WorkflowsService } from './contract/points.ts'
import {
  ActionOffer,
  Choosable,
  DryRun,
  HistoryEntry,
  OUTCOMES,
  Preview,
  Run,
  RUN_STATES,
  RunDetail,
  ShownAction,
  ShownAudience,
  Task,
  Template,
  TriggerOffer,
  Usage,
  Variable,
  Workflow,
  WorkflowDefinition,
  WorkflowDetail,
} from './contract/records.ts'

export * from './contract/definition.ts'
export type { ActedPerson, ActionAsk, ActionOutcome, RecordedRun, WorkflowAction, WorkflowResource, WorkflowsService } from './contract/points.ts'
export * from './contract/records.ts'

const can = 'manage' as const
const byId = { params: z.object({ id }) }
/** A card or an audience of a workflow; both are named by texts. */
const inner = { params: z.object({ id, innerId: z.string().max(40) }) }
const byRun = { params: z.object({ id, runId: id }) }
const search = { query: z.object({ query: z.string().trim().max(100).optional(), limit: z.coerce.number().int().min(1).max(50).default(20) }) }
const chosen = z.object({ records: z.array(Choosable) })
const costly = { limit: { points: 60, seconds: 60 } }
const often = { limit: { points: 600, seconds: 60 } }

const ActionInput = Action.omit({ id: true }).extend({ id: Action.shape.id.optional() })
const AudienceInput = Audience.omit({ id: true }).extend({ id: Audience.shape.id.optional() })
const edit = z.object({
  name: workflowName,
  trigger: Trigger,
  stop_when: StopWhen.nullable(),
  reentry: z.enum(REENTRIES),
  audiences: z.array(AudienceInput).max(MAX_AUDIENCES),
  actions: z.array(Action).max(MAX_ACTIONS),
})
export type WorkflowEdit = Partial<z.output<typeof edit>>
const runsQuery = paging.extend({
  status: z.enum([...RUN_STATES, 'running', 'all']).default('all'),
  /** Where they are, or stopped. */
  action_id: z.string().max(40).optional(),
  member_id: id.optional(),
  /** A person by name. */
  query: z.string().trim().max(100).optional(),
})
/** The version that the edit began with; who sends none overwrites. */
const version = z.number().int().positive().optional()

export default defineContract('workflows', {
  permissions: { manage: { title: 'Make and run workflows', grant: ['admin'] } },
  settings: z.object({
    /** Workflows that are switched on at once. */
    active_limit: z.number().int().min(1).max(500).default(50),
    /** Runs that begin on one day, in UTC. */
    runs_per_day: z.number().int().min(1).max(10_000_000).default(1_000_000),
    /** Runs of one workflow that one person begins on one day. */
    runs_per_person: z.number().int().min(1).max(1_000).default(50),
    /** Days for which finished runs are kept. */
    history_days: z.number().int().min(7).max(3_650).default(180),
    /** The community's own clock, by which cards wait until a moment. */
    time_zone: ScheduleInput.shape.time_zone,
  }),
  routes: {
    list: get('/workflows/api/v1/workflows', {
      can,
      query: paging.extend({
        query: z.string().trim().max(100).optional(),
        /** `all` has those that are archived too, last. */
        status: z.enum([...STATES, 'all']).default('all'),
        workflow_type: z.enum(TYPES).optional(),
        /** Those that this event begins. */
        trigger_type: z.string().max(120).optional(),
      }),
      reply: list(Workflow),
      summary: 'Workflows, those that were changed last first',
    }),
    create: post('/workflows/api/v1/workflows', {
      can,
      body: changesOf(edit).and(z.object({ name: workflowName, workflow_type: z.enum(TYPES) })),
      reply: WorkflowDefinition,
      status: 201,
      summary: 'A draft',
    }),
    show: get('/workflows/api/v1/workflows/:id', {
      can,
      ...byId,
      query: z.object({
        /** As it was switched on then; left out: as it stands now. */
        published_version: z.coerce.number().int().positive().optional(),
      }),
      reply: WorkflowDefinition,
      summary: 'One, with its cards and what is still wrong with them',
    }),
    update: patch('/workflows/api/v1/workflows/:id', {
      can,
      ...byId,
      ...often,
      body: changesOf(edit).and(z.object({ version })),
      reply: WorkflowDefinition,
      summary: 'Changes it; people in it keep the version that they began with, and others get the change when it is switched on again',
    }),
    destroy: del('/workflows/api/v1/workflows/:id', { can, ...byId, reply: done, summary: 'Deletes one that is not switched on, with its runs' }),
    activate: post('/workflows/api/v1/workflows/:id/activate', {
      can,
      ...byId,
      reply: WorkflowDefinition,
      summary: 'Switches it on as it stands, in the name of whoever asks; 422 names what is wrong by card',
    }),
    inactivate: post('/workflows/api/v1/workflows/:id/inactivate', {
      can,
      ...byId,
      body: z.object({ /** Runs under way are ended too; otherwise they go on to their end. */ stop_runs: z.boolean().default(false) }),
      reply: WorkflowDefinition,
      summary: 'Switches it off: nobody comes in any more',
    }),
    archive: post('/workflows/api/v1/workflows/:id/archive', {
      can,
      ...byId,
      body: z.object({ archived: z.boolean().default(true) }),
      reply: WorkflowDefinition,
      summary: 'Puts one away that is not switched on, or takes it out again',
    }),
    duplicate: post('/workflows/api/v1/workflows/:id/duplicate', {
      can,
      ...byId,
      reply: WorkflowDefinition,
      status: 201,
      summary: 'A draft that says the same',
    }),
    history: get('/workflows/api/v1/workflows/:id/history', {
      can,
      ...byId,
      query: paging,
      reply: list(HistoryEntry),
      summary: 'What was done to it, newest first',
    }),
    detail: get('/workflows/api/v1/workflows/:id/detail', { can, ...byId, reply: WorkflowDetail, summary: 'One, with its figures' }),

    triggers: get('/workflows/api/v1/triggers', { can, reply: z.object({ records: z.array(TriggerOffer) }), summary: 'Events that can begin one' }),
    actionTypes: get('/workflows/api/v1/action_types', { can, reply: z.object({ records: z.array(ActionOffer) }), summary: 'What cards there are' }),
    resources: get('/workflows/api/v1/resources/:key', {
      can,
      ...often,
      params: z.object({ key: z.string().max(60) }),
      query: search.query.extend({ ids: idList.optional() }),
      reply: chosen,
      summary: 'Things to choose for a filter or a card: spaces, courses, tags …',
    }),

    allRuns: get('/workflows/api/v1/runs', { can, query: runsQuery, reply: list(Run), summary: 'Runs of all workflows, newest first' }),
    runs: get('/workflows/api/v1/workflows/:id/runs', { can, ...byId, query: runsQuery, reply: list(Run), summary: 'Its runs, newest first' }),
    startRuns: post('/workflows/api/v1/workflows/:id/runs', {
      can,
      ...byId,
      ...costly,
      body: z.object({ community_member_ids: z.array(id).min(1, 'Choose at least one person.').max(MAX_PEOPLE) }),
      reply: z.object({ started: z.number(), left_out: z.number(), run_ids: z.array(z.number()) }),
      status: 201,
      summary: 'Begins one that is switched on for these people by hand',
    }),
    run: get('/workflows/api/v1/workflows/:id/runs/:runId', { can, ...byRun, reply: RunDetail, summary: 'One run with its steps' }),
    updateRun: patch('/workflows/api/v1/workflows/:id/runs/:runId', {
      can,
      ...byRun,
      body: z.object({
        /** `retry`: again from the failed card. `skip`: on without it. `resume`: the wait is over now. */
        operation: z.enum(['retry', 'skip', 'resume']),
      }),
      reply: RunDetail,
      summary: 'Moves a run on that failed or waits',
    }),
    destroyRun: del('/workflows/api/v1/workflows/:id/runs/:runId', { can, ...byRun, reply: done, summary: 'Deletes one that is over' }),
    cancelRun: post('/workflows/api/v1/workflows/:id/runs/:runId/cancel', { can, ...byRun, reply: RunDetail, summary: 'Ends one where it is' }),
    cancelRuns: post('/workflows/api/v1/workflows/:id/runs/cancel', {
      can,
      ...byId,
      reply: z.object({ cancelled: z.number() }),
      summary: 'Ends all of them where they are',
    }),
    retryRuns: post('/workflows/api/v1/workflows/:id/runs/retry', {
      can,
      ...byId,
      body: z.object({ /** Those that failed there. */ action_id: z.string().max(40).optional() }),
      reply: z.object({ retried: z.number() }),
      summary: 'Retries those that failed',
    }),
    dryRun: post('/workflows/api/v1/workflows/:id/dry_runs', {
      can,
      ...byId,
      ...costly,
      body: z.object({
        community_member_id: id,
        /** What the event would carry. */
        payload: z.record(z.string().max(60), z.unknown()).default({}),
        /** How waits for events and conditions on them turn out. */
        happens: z.boolean().default(false),
      }),
      reply: DryRun,
      summary: 'Every step that it would take for somebody, as it stands now; nothing is done',
    }),
    tasks: get('/workflows/api/v1/workflows/:id/tasks', {
      can,
      ...byId,
      query: paging.extend({ action_id: z.string().max(40).optional(), outcome: z.enum(OUTCOMES).optional() }),
      reply: list(Task),
      summary: 'Steps of all of its runs, newest first',
    }),

    audiences: get('/workflows/api/v1/workflows/:id/audiences', {
      can,
      ...byId,
      query: paging,
      reply: list(ShownAudience),
      summary: 'Whom one with a schedule is for',
    }),
    createAudience: post('/workflows/api/v1/workflows/:id/audiences', { can, ...byId, body: AudienceInput, reply: ShownAudience, status: 201 }),
    audience: get('/workflows/api/v1/workflows/:id/audiences/:innerId', { can, ...inner, reply: ShownAudience }),
    updateAudience: patch('/workflows/api/v1/workflows/:id/audiences/:innerId', {
      can,
      ...inner,
      body: changesOf(AudienceInput.omit({ id: true })),
      reply: ShownAudience,
    }),
    destroyAudience: del('/workflows/api/v1/workflows/:id/audiences/:innerId', { can, ...inner, reply: done }),

    actions: get('/workflows/api/v1/workflows/:id/actions', {
      can,
      ...byId,
      query: paging,
      reply: list(ShownAction),
      summary: 'Its cards in the order in which they are read',
    }),
    createAction: post('/workflows/api/v1/workflows/:id/actions', {
      can,
      ...byId,
      body: ActionInput,
      reply: ShownAction,
      status: 201,
      summary: 'Puts a card in, before the one that has its place',
    }),
    action: get('/workflows/api/v1/workflows/:id/actions/:innerId', { can, ...inner, reply: ShownAction }),
    updateAction: patch('/workflows/api/v1/workflows/:id/actions/:innerId', {
      can,
      ...inner,
      ...often,
      body: changesOf(ActionInput.omit({ id: true })),
      reply: ShownAction,
      summary: 'Changes a card, or moves it',
    }),
    destroyAction: del('/workflows/api/v1/workflows/:id/actions/:innerId', {
      can,
      ...inner,
      reply: done,
      summary: 'Takes a card out with all in its branches',
    }),
    upsertActions: put('/workflows/api/v1/workflows/:id/actions/upsert', {
      can,
      ...byId,
      ...often,
      body: z.object({ actions: z.array(Action).max(MAX_ACTIONS), version }),
      reply: WorkflowDefinition,
      summary: 'All cards at once: those that are left out are gone',
    }),

    schedules: get('/workflows/api/v1/workflows/:id/schedules', { can, ...byId, query: paging, reply: list(Schedule), summary: 'When it begins by itself' }),
    createSchedule: post('/workflows/api/v1/workflows/:id/schedules', { can, ...byId, body: ScheduleInput, reply: Schedule, status: 201 }),
    schedule: get('/workflows/api/v1/workflows/:id/schedules/:scheduleId', { can, params: z.object({ id, scheduleId: id }), reply: Schedule }),
    updateSchedule: patch('/workflows/api/v1/workflows/:id/schedules/:scheduleId', {
      can,
      params: z.object({ id, scheduleId: id }),
      body: changesOf(ScheduleInput),
      reply: Schedule,
    }),
    destroySchedule: del('/workflows/api/v1/workflows/:id/schedules/:scheduleId', { can, params: z.object({ id, scheduleId: id }), reply: done }),
    reschedule: post('/workflows/api/v1/workflows/:id/schedules/reschedule', {
      can,
      ...byId,
      body: z.object({
        /** The next time only; those after it stay. */
        next_at: z.iso.datetime({ offset: true }),
        schedule_id: id.optional(),
      }),
      reply: Schedule,
      summary: 'Moves the next time',
    }),
    upcoming: post('/workflows/api/v1/schedule_previews', {
      can,
      ...often,
      body: ScheduleInput,
      reply: z.object({ records: z.array(date) }),
      summary: 'The next six times of a schedule that is being written',
    }),
    audienceCount: post('/workflows/api/v1/audience_counts', {
      can,
      ...often,
      body: z.object({ audiences: z.array(AudienceInput).max(MAX_AUDIENCES) }),
      reply: z.object({ members: z.number() }),
      summary: 'How many it would be for',
    }),

    templates: get('/workflows/api/v1/templates', { can, reply: z.object({ records: z.array(Template) }), summary: 'Workflows to begin with' }),
    template: get('/workflows/api/v1/templates/:key', { can, params: z.object({ key: z.string().max(60) }), reply: Template, summary: 'One of them' }),
    createFromTemplate: post('/workflows/api/v1/templates/:key/create_workflow', {
      can,
      params: z.object({ key: z.string().max(60) }),
      body: z.object({ name: line(120).optional() }),
      reply: WorkflowDefinition,
      status: 201,
      summary: 'A draft made from one',
    }),
    usageStats: get('/workflows/api/v1/usage_stats', { can, reply: Usage, summary: 'Runs by day, and how near the limits are' }),
    interpolatedPreview: post('/workflows/api/v1/interpolated_preview', {
      can,
      ...often,
      body: z.object({
        /** By whatever names. */
        texts: z.record(z.string().max(60), z.string().max(20_000)),
        community_member_id: id.optional(),
        trigger_type: z.string().max(120).nullable().default(null),
        payload: z.record(z.string().max(60), z.unknown()).default({}),
      }),
      reply: z.object({
        texts: z.record(z.string(), z.string()),
        /** Variables that there are none of. */
        unknown: z.array(z.string()),
      }),
      summary: 'Texts with their variables filled in for somebody; left out: for oneself',
    }),
    dynamicVariables: get('/workflows/api/v1/dynamic_variables', {
      can,
      query: z.object({ trigger_type: z.string().max(120).optional() }),
      reply: z.object({ records: z.array(Variable) }),
      summary: 'Variables that may stand in texts',
    }),
    previewAttributes: get('/workflows/api/v1/preview_attributes', {
      can,
      query: z.object({ community_member_id: id.optional(), trigger_type: z.string().max(120).optional() }),
      reply: z.object({ records: z.array(Variable) }),
      summary: 'The same with their values for somebody',
    }),
    previewMessages: get('/workflows/api/v1/preview_messages', {
      can,
      query: z.object({ workflow_id: id, action_id: z.string().max(40), community_member_id: id.optional() }),
      reply: Preview,
      summary: 'How a card’s message looks to somebody',
    }),
    signingSecret: get('/workflows/api/v1/signing_secret', {
      can,
      reply: z.object({ secret: z.string().nullable() }),
      summary: 'What webhooks are signed with; null: none was made yet',
    }),
    renewSigningSecret: post('/workflows/api/v1/signing_secret', {
      can,
      ...costly,
      reply: z.object({ secret: z.string() }),
      summary: 'A new one, in place of the one before',
    }),
    webhookTest: post('/workflows/api/v1/webhook_tests', {
      can,
      limit: { points: 20, seconds: 60 },
      transaction: false,
      body: z.object({ url: z.string().trim().max(2_000) }),
      reply: z.object({ ok: z.boolean(), status: z.number().nullable(), message: z.string().nullable(), body: z.string(), took_ms: z.number() }),
      summary: 'Calls an address once with a made-up person',
    }),
    contacts: get('/workflows/api/v1/contacts', {
      can,
      ...search,
      reply: z.object({ records: z.array(Choosable.extend({ avatar_url: z.string().nullable() })) }),
      summary: 'People to try it on',
    }),
    events: get('/workflows/api/v1/events', { can, ...search, reply: chosen, summary: 'Events to choose' }),
    posts: get('/workflows/api/v1/posts', { can, ...search, reply: chosen, summary: 'Posts to choose' }),
    recurringEventSettings: get('/workflows/api/v1/recurring_event_settings', { can, ...search, reply: chosen, summary: 'Recurring events to choose' }),
    paywallPrices: get('/workflows/api/v1/paywall_prices', { can, ...search, reply: chosen, summary: 'Prices to choose' }),
  },
  points: { action: point<WorkflowAction>(), resource: point<WorkflowResource>() },
  service: type<WorkflowsService>(),
})
