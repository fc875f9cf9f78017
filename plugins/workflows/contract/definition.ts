/** What a workflow says: its trigger, whom it is for, its cards, and when it begins by itself. */
import { date, id, isZone, line, z } from '@atrium/sdk'
import { type FilterGroup, FilterInput } from '../../members/contract.ts'

export const STATES = ['draft', 'active', 'inactive', 'archived'] as const
export type State = (typeof STATES)[number]
/** By an event; once for an audience; again and again for one. */
export const TYPES = ['dynamic', 'one_time', 'scheduled'] as const
export type WorkflowType = (typeof TYPES)[number]
/** Who was in a workflow already: comes in again, never again, or not while they are in it. */
export const REENTRIES = ['always', 'once', 'not_running'] as const
export type Reentry = (typeof REENTRIES)[number]
/** Ways out of a card that branches: the condition holds, or the event came; it does not, or the time was over. */
export const BRANCHES = ['yes', 'no'] as const
export type Branch = (typeof BRANCHES)[number]
export const UNITS = ['minutes', 'hours', 'days', 'weeks'] as const
export type Unit = (typeof UNITS)[number]
/** Whose clock a moment is of. */
export const ZONES = ['community', 'person'] as const
/** Cards that are logic; all others are actions of plugins, called `plugin.key`. */
export const LOGIC = ['condition', 'wait', 'wait_until', 'wait_for', 'stop'] as const
export type Logic = (typeof LOGIC)[number]
/** Cards of a workflow. */
export const MAX_ACTIONS = 100
/** Branches in branches. */
export const MAX_DEPTH = 10
export const MAX_WAIT_DAYS = 365
export const MAX_AUDIENCES = 20
export const MAX_SCHEDULES = 5
export const MAX_NAME = 120
/** People of one call. */
export const MAX_PEOPLE = 100

/** Types of what an event carries, and the operators of each. `choice` has the list, a `resource` is asked for by `resources`. */
export const FIELD_TYPES = ['text', 'number', 'flag', 'date', 'choice', 'resource'] as const
export type FieldType = (typeof FIELD_TYPES)[number]
export const FIELD_OPERATORS = {
  text: ['is', 'is_not', 'contains', 'does_not_contain', 'is_empty', 'is_not_empty'],
  number: ['is', 'gt', 'lt', 'is_empty'],
  flag: ['is'],
  date: ['before', 'after', 'is_empty'],
  choice: ['any_of', 'none_of'],
  resource: ['any_of', 'none_of', 'is_empty'],
} as const satisfies Record<FieldType, readonly string[]>

const actionId = z.string().regex(/^[a-zA-Z0-9_-]{1,40}$/, 'This id isn’t valid.')
/** One condition on what the event carried: `{ field: 'spaceId', operator: 'any_of', value: [3] }`. */
export const FieldRule = z.object({
  field: z.string().max(60),
  operator: z.string().max(40),
  value: z.union([z.string().max(500), z.number(), z.boolean(), z.array(z.union([z.string().max(500), z.number()])).max(200), z.null()]).optional(),
})
export type FieldRule = z.output<typeof FieldRule>
export const FieldFilter = z.object({ match: z.enum(['all', 'any']).default('all'), rules: z.array(FieldRule).max(20).default([]) })
export type FieldFilter = z.output<typeof FieldFilter>
/** Conditions on the person; null: everybody. */
export const PersonFilter: z.ZodType<FilterGroup | null> = FilterInput.nullable()

export const Trigger = z.object({
  /** An event by its full name: `membership.member.joined`. Null: none chosen yet, or the workflow begins by a schedule. */
  trigger_type: z.string().max(120).nullable().default(null),
  filters: FieldFilter.prefault({}),
  person: PersonFilter.default(null),
  community_segment_id: id.nullable().default(null),
})
export type Trigger = z.output<typeof Trigger>
/** Ends the run of a person in the middle. */
export const StopWhen = z.object({
  /** This event of theirs has come. */
  trigger_type: z.string().max(120).nullable().default(null),
  filters: FieldFilter.prefault({}),
  /** They meet this before a step. */
  person: PersonFilter.default(null),
})
export type StopWhen = z.output<typeof StopWhen>

/** A card. They are a tree: `parent_id` is the card that branches, `position` the place in that branch. */
export const Action = z.object({
  id: actionId,
  /** `chat.message` of a plugin, or one of `LOGIC`. */
  action_type: z.string().max(80),
  parent_id: actionId.nullable().default(null),
  branch: z.enum(BRANCHES).nullable().default(null),
  position: z.number().int().min(0).max(1_000).default(0),
  /** What it asks for; texts may have variables, `{{ person.first_name | there }}`. Checked when the workflow is switched on. */
  api_params: z.record(z.string().max(60), z.unknown()).default({}),
})
export type Action = z.output<typeof Action>

export const AUDIENCE_KINDS = ['all_members', 'segment', 'filter', 'members'] as const
/** Whom a workflow with a schedule is for; who is in two is in once. */
export const Audience = z.object({
  id: actionId,
  kind: z.enum(AUDIENCE_KINDS).default('all_members'),
  community_segment_id: id.nullable().default(null),
  person: PersonFilter.default(null),
  member_ids: z.array(id).max(1_000).default([]),
})
export type Audience = z.output<typeof Audience>

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:30.')
/** On which days, at which time of the clock on the wall. */
export const Recurrence = z.object({
  frequency: z.enum(FREQUENCIES),
  /** Every so many days, weeks or months. */
  interval: z.number().int().min(1).max(52).default(1),
  /** Of weekly ones: 1 is Monday, 7 is Sunday. */
  weekdays: z.array(z.number().int().min(1).max(7)).max(7).default([]),
  /** Of monthly ones; in a month that is shorter it is the last. */
  day: z.number().int().min(1).max(31).default(1),
  time,
  ends_at: z.iso.datetime({ offset: true }).nullable().default(null),
})
export type Recurrence = z.output<typeof Recurrence>
export const ScheduleInput = z.object({
  /** The moment, of one_time. */
  runs_at: z.iso.datetime({ offset: true }).nullable().default(null),
  /** Of recurring. */
  recurrence: Recurrence.nullable().default(null),
  time_zone: z.string().max(60).refine(isZone, 'Choose a valid time zone.').default('UTC'),
})
export type ScheduleInput = z.output<typeof ScheduleInput>
export const Schedule = z.object({
  id: z.number(),
  workflow_id: z.number(),
  kind: z.enum(['one_time', 'recurring']),
  runs_at: date.nullable(),
  recurrence: Recurrence.nullable(),
  time_zone: z.string(),
  /** When it begins next; null: never again. */
  next_at: date.nullable(),
  /** That and the five after it. */
  upcoming: z.array(date),
  last_at: date.nullable(),
})
export type Schedule = z.output<typeof Schedule>

/** All of it, as a version keeps it. */
export const Definition = z.object({
  trigger: Trigger.prefault({}),
  stop_when: StopWhen.nullable().default(null),
  reentry: z.enum(REENTRIES).default('not_running'),
  audiences: z.array(Audience).max(MAX_AUDIENCES).default([]),
  actions: z.array(Action).max(MAX_ACTIONS).default([]),
})
export type Definition = z.output<typeof Definition>
export const workflowName = line(MAX_NAME).min(1, 'Enter a name.')

// what the cards of logic ask for
const amount = z.number({ error: 'Enter a number.' }).int().min(1, 'Enter at least 1.')
const MINUTES: Record<Unit, number> = { minutes: 1, hours: 60, days: 1_440, weeks: 10_080 }
/** Milliseconds of a wait. */
export const lengthOf = ({ amount: count, unit }: { amount: number; unit: Unit }): number => count * MINUTES[unit] * 60_000
const isWithinYear = (wait: { amount: number; unit: Unit }) => lengthOf(wait) <= MAX_WAIT_DAYS * 86_400_000
const tooLong = { path: ['amount'], message: 'A wait can last up to 365 days.' }
export const WaitParams = z.object({ amount, unit: z.enum(UNITS) }).refine(isWithinYear, tooLong)
export const WaitUntilParams = z.object({
  /** The next such day, 1 is Monday; null: whichever day comes next. */
  weekday: z.number().int().min(1).max(7).nullable().default(null),
  time,
  zone: z.enum(ZONES).default('community'),
})
export const WaitForParams = z
  .object({
    trigger_type: z.string({ error: 'Choose an event.' }).min(1, 'Choose an event.').max(120),
    filters: FieldFilter.prefault({}),
    amount,
    unit: z.enum(UNITS),
  })
  .refine(isWithinYear, tooLong)
export const ConditionParams = z
  .object({ person: PersonFilter.default(null), community_segment_id: id.nullable().default(null), filters: FieldFilter.prefault({}) })
  .refine((one) => one.person !== null || one.community_segment_id !== null || one.filters.rules.length > 0, {
    path: ['person'],
    message: 'Add at least one condition.',
  })
/** Without a condition it is the end of the branch. */
export const StopParams = z.object({ person: PersonFilter.default(null), community_segment_id: id.nullable().default(null) })
