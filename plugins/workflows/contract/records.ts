/** Workflows, their runs and steps, as calls answer them. */
import { date, z } from '@atrium/sdk'
import { Action, Audience, BRANCHES, Definition, FIELD_TYPES, Recurrence, Schedule, STATES, StopWhen, Trigger, TYPES } from './definition.ts'

/** `left`: stopped early by what the workflow says. */
export const RUN_STATES = ['ready', 'waiting', 'done', 'left', 'failed', 'cancelled'] as const
export type RunState = (typeof RUN_STATES)[number]
/** `waiting`: a wait, or something outside that is on its way. */
export const OUTCOMES = ['done', 'skipped', 'failed', 'waiting', 'cancelled'] as const
export type Outcome = (typeof OUTCOMES)[number]

const Person = z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable() }).nullable()
/** Null for who has deleted their account. */
const Whom = z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable(), public_uid: z.string() }).nullable()
const Day = z.object({ day: z.string(), runs: z.number(), done: z.number(), failed: z.number() })
export type Day = z.output<typeof Day>

export const Workflow = z.object({
  id: z.number(),
  name: z.string(),
  status: z.enum(STATES),
  workflow_type: z.enum(TYPES),
  type_label: z.string(),
  /** What begins it, in the reader's language: "A member joined". */
  trigger_label: z.string().nullable(),
  trigger_type: z.string().nullable(),
  /** The plugin whose event begins it is off here. */
  is_trigger_missing: z.boolean(),
  community_segment_id: z.number().nullable(),
  /** Where it is shown. */
  url: z.string(),
  runs_count: z.number(),
  /** Runs that are under way, and those that wait among them. */
  running_count: z.number(),
  waiting_count: z.number(),
  done_count: z.number(),
  failed_count: z.number(),
  /** The last seven days, the oldest first. */
  week: z.array(Day),
  next_at: date.nullable(),
  /** For edits that meet. */
  version: z.number(),
  /** The last version that was switched on; null: none was. */
  published_version: z.number().nullable(),
  /** What stands here differs from it. */
  has_changes: z.boolean(),
  /** In whose name it acts. */
  acts_as: Person,
  created_by: Person,
  activated_at: date.nullable(),
  last_run_at: date.nullable(),
  created_at: date,
  updated_at: date,
})
export type Workflow = z.output<typeof Workflow>

/** A card as it is shown. */
export const ShownAction = Action.extend({
  workflow_id: z.number(),
  /** Its number in the order in which they are read, from 1. */
  list_position: z.number(),
  /** What it does, in the reader's language: "Add tags". */
  label: z.string(),
  icon: z.string(),
  /** Its plugin is off or gone. */
  is_missing: z.boolean(),
  branches: z.array(z.enum(BRANCHES)),
})
export type ShownAction = z.output<typeof ShownAction>
export const ShownAudience = Audience.extend({ workflow_id: z.number(), label: z.string(), members_count: z.number() })
export type ShownAudience = z.output<typeof ShownAudience>
/** What keeps it from being switched on, by the card's id, `trigger`, `audiences` or `schedules`. */
export const Problems = z.record(z.string(), z.array(z.string()))
export type Problems = z.output<typeof Problems>
/** With all that the editor needs. */
export const WorkflowDefinition = Workflow.extend({
  trigger: Trigger,
  stop_when: StopWhen.nullable(),
  reentry: Definition.shape.reentry,
  audiences: z.array(ShownAudience),
  schedules: z.array(Schedule),
  actions: z.array(ShownAction),
  problems: Problems,
})
export type WorkflowDefinition = z.output<typeof WorkflowDefinition>

/** How far runs come: those that had a step at this card, by what came of it. */
export const Reached = z.object({ action_id: z.string(), reached: z.number(), done: z.number(), failed: z.number(), skipped: z.number(), waiting: z.number() })
export type Reached = z.output<typeof Reached>
export const Failure = z.object({ action_id: z.string(), label: z.string(), message: z.string(), count: z.number(), since: date, last_at: date })
/** With what its page of runs needs. */
export const WorkflowDetail = WorkflowDefinition.extend({
  left_count: z.number(),
  cancelled_count: z.number(),
  /** The last 30 days, the oldest first. */
  days: z.array(Day),
  funnel: z.array(Reached),
  /** Runs that stand failed, by card and reason. */
  failures: z.array(Failure),
})
export type WorkflowDetail = z.output<typeof WorkflowDetail>

export const HISTORY_KINDS = [
  'created',
  'published',
  'activated',
  'inactivated',
  'archived',
  'unarchived',
  'duplicated',
  'stopped',
  'suspended',
  'finished',
] as const
export type HistoryKind = (typeof HISTORY_KINDS)[number]
/** Something that was done to the workflow itself. `suspended`: whoever switched it on may not do so any more. */
export const HistoryEntry = z.object({
  id: z.number(),
  kind: z.enum(HISTORY_KINDS),
  /** In the reader's language: who did what. */
  sentence: z.string(),
  published_version: z.number().nullable(),
  member: Person,
  created_at: date,
})
export type HistoryEntry = z.output<typeof HistoryEntry>

export const Run = z.object({
  id: z.number(),
  workflow_id: z.number(),
  workflow_name: z.string(),
  published_version: z.number(),
  member: Whom,
  status: z.enum(RUN_STATES),
  /** The card where it is, or where it failed or left. */
  action_id: z.string().nullable(),
  action_label: z.string().nullable(),
  steps_count: z.number(),
  /** What came of the first twelve steps, in their order. */
  outcomes: z.array(z.enum(OUTCOMES)),
  /** Until when it waits at the longest. */
  wake_at: date.nullable(),
  /** The event that it waits for. */
  waits_for: z.string().nullable(),
  message: z.string().nullable(),
  started_at: date,
  finished_at: date.nullable(),
})
export type Run = z.output<typeof Run>
export const Step = z.object({
  id: z.number(),
  run_id: z.number(),
  seq: z.number(),
  action_id: z.string(),
  action_type: z.string(),
  label: z.string(),
  icon: z.string(),
  outcome: z.enum(OUTCOMES),
  /** Of a card that branches: which way it went. */
  branch: z.enum(BRANCHES).nullable(),
  /** The reason of one that failed or was skipped. */
  message: z.string().nullable(),
  /** What went in, its variables filled in, and what came out. */
  input: z.record(z.string(), z.unknown()),
  output: z.record(z.string(), z.unknown()),
  attempts: z.number(),
  created_at: date,
  finished_at: date.nullable(),
})
export type Step = z.output<typeof Step>
export const Task = Step.extend({ member: Whom })
export type Task = z.output<typeof Task>
export const RunDetail = Run.extend({
  /** What the event carried, as variables. */
  payload: z.record(z.string(), z.unknown()),
  trigger_label: z.string().nullable(),
  /** The cards of its version; those without a step are not yet done, or never were. */
  actions: z.array(ShownAction),
  steps: z.array(Step),
  can_retry: z.boolean(),
  can_cancel: z.boolean(),
})
export type RunDetail = z.output<typeof RunDetail>

/** What a dry run would do, in order. Nothing of it is done. */
export const DryStep = z.object({
  action_id: z.string(),
  action_type: z.string(),
  label: z.string(),
  icon: z.string(),
  outcome: z.enum(['would', 'skipped', 'failed']),
  branch: z.enum(BRANCHES).nullable(),
  /** What it would do, in a sentence. */
  sentence: z.string(),
  message: z.string().nullable(),
  input: z.record(z.string(), z.unknown()),
  /** When it would be, if it began now. */
  at: date,
})
export type DryStep = z.output<typeof DryStep>
export const DryRun = z.object({
  member: Whom,
  /** Would they come in at all? The reason where they would not. */
  enters: z.boolean(),
  reason: z.string().nullable(),
  steps: z.array(DryStep),
  ends_at: date,
})
export type DryRun = z.output<typeof DryRun>

const Choice = z.object({ value: z.union([z.number(), z.string()]), label: z.string() })
/** A field that a screen asks for: of an event's filter, or of an action. */
export const EventField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(FIELD_TYPES),
  operators: z.array(z.string()),
  choices: z.array(Choice).nullable(),
  /** Of `resource`: its key for `resources`. */
  resource: z.string().nullable(),
})
export type EventField = z.output<typeof EventField>
export const TriggerOffer = z.object({
  /** `events.rsvp.created` */
  trigger_type: z.string(),
  plugin: z.string(),
  /** What the plugin is called. */
  group: z.string(),
  icon: z.string(),
  label: z.string(),
  fields: z.array(EventField),
  /** It is about somebody, for whom the workflow then runs. */
  has_person: z.boolean(),
})
export type TriggerOffer = z.output<typeof TriggerOffer>

export const ASK_KINDS = ['choices', 'resource', 'text', 'longtext', 'richtext', 'number', 'flag', 'address', 'date'] as const
export type AskKind = (typeof ASK_KINDS)[number]
export const Ask = z.object({
  name: z.string(),
  label: z.string(),
  help: z.string().nullable(),
  kind: z.enum(ASK_KINDS),
  is_required: z.boolean(),
  /** Several may be chosen: a list of values. */
  is_multiple: z.boolean(),
  /** Variables may stand in it. */
  has_variables: z.boolean(),
  choices: z.array(Choice).nullable(),
  resource: z.string().nullable(),
  default: z.unknown(),
})
export type Ask = z.output<typeof Ask>
export const ACTION_GROUPS = ['tell', 'people', 'content', 'points', 'outside', 'logic'] as const
export type ActionGroup = (typeof ACTION_GROUPS)[number]
export const ActionOffer = z.object({
  action_type: z.string(),
  plugin: z.string(),
  group: z.enum(ACTION_GROUPS),
  icon: z.string(),
  label: z.string(),
  /** One line that says what it does. */
  text: z.string().nullable(),
  effect: z.enum(['inside', 'outside']),
  /** The reader holds the right to it. */
  is_allowed: z.boolean(),
  branches: z.array(z.enum(BRANCHES)),
  asks: z.array(Ask),
})
export type ActionOffer = z.output<typeof ActionOffer>

export const Template = z.object({
  id: z.string(),
  group: z.enum(['members', 'courses', 'events', 'money', 'content', 'growth']),
  icon: z.string(),
  title: z.string(),
  /** What happens, in one sentence. */
  sentence: z.string(),
  workflow_type: z.enum(TYPES),
  trigger_label: z.string().nullable(),
  actions: z.array(ShownAction.omit({ workflow_id: true })),
  recurrence: Recurrence.nullable(),
  /** Plugins that it needs and that are off here, by their titles. */
  missing: z.array(z.string()),
  /** Made from it here already. */
  is_used: z.boolean(),
})
export type Template = z.output<typeof Template>

export const Usage = z.object({
  active_count: z.number(),
  active_limit: z.number(),
  runs_today: z.number(),
  runs_limit: z.number(),
  failed_today: z.number(),
  waiting_count: z.number(),
  /** Events that began nothing because a limit was reached, today. */
  held_back_today: z.number(),
  /** The last 30 days, the oldest first. */
  days: z.array(Day),
})
export type Usage = z.output<typeof Usage>

export const Variable = z.object({
  /** `person.first_name` */
  key: z.string(),
  label: z.string(),
  group: z.enum(['person', 'profile', 'event', 'community', 'time']),
  /** Its value for the person that was asked about. */
  value: z.string().nullable(),
})
export type Variable = z.output<typeof Variable>
/** Something to choose by its id. */
export const Choosable = z.object({ id: z.number(), name: z.string(), note: z.string().nullable() })
export type Choosable = z.output<typeof Choosable>
export const Preview = z.object({
  subject: z.string().nullable(),
  text: z.string(),
  /** A whole document, where it is an email. */
  html: z.string().nullable(),
})
export type Preview = z.output<typeof Preview>
