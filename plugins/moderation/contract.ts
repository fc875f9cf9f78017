/** What others may know of moderation: reports, cases, what is decided about them, and the rules that act by themselves. */
import { CONTENT } from '../archive/contract.ts'
import { Author, changesOf, date, defineContract, done, event, get, id, list, open, paging, patch, point, post, ProofChallenge, type, z } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'

export const REASONS = ['harassment', 'spam', 'incorrect_location', 'against_guidelines', 'other'] as const
/** Reasons whose text each reader gets in their own language. */
export const PREPARED = ['spam', 'harassment', 'against_guidelines', 'incorrect_location'] as const
/** A case without a report: a rule began it. */
export const RULES = ['words', 'links', 'first_posts'] as const
export const STATUSES = ['inbox', 'approved', 'rejected'] as const
/** Names that the calls have for what is reported, and our own: a kind of content, or `member`. */
export const TYPES = ['post', 'comment', 'message', 'member', 'Post', 'Comment', 'connect/connection', 'chat_room_message'] as const
export const ACTS = ['keep', 'move', 'remove', 'warn', 'silence', 'ban'] as const
/** Hours for which somebody is silenced. */
export const SILENCES = [1, 24, 168] as const
/** For so long a decision can be taken back, and nobody hears of it. */
export const UNDO_SECONDS = 10
/** Days in which its author may ask for a second look; then what was removed goes for good. */
export const APPEAL_DAYS = 30
export const MAX_WORDS = 500
/** Records that a report of a member names. */
export const MAX_EVIDENCE = 3

export type Reason = (typeof REASONS)[number]
export type ModerationAct = (typeof ACTS)[number]
export type Prepared = (typeof PREPARED)[number]

const Reporter = Author.extend({
  reason: z.enum(REASONS),
  body: z.string(),
  reported_at: date,
  /** Of what they reported before, how much was decided, and how much of it as they saw it. */
  decided: z.number(),
  right: z.number(),
})
/** A case, with the fields of the public API's flagged content; those of a report are the first one's. */
const fields = {
  id: z.number(),
  status: z.enum(STATUSES),
  reported_reason_type: z.string(),
  reported_reason_body: z.string().nullable(),
  reported_at: date,
  action_taken_at: date.nullable(),
  action_reason_body: z.string().nullable(),
  created_at: date,
  updated_at: date,
  content_id: z.number(),
  content_type: z.string(),
  content_authored_by_id: z.number().nullable(),
  content_authored_by_name: z.string().nullable(),
  content_authored_by_email: z.string().nullable(),
  reported_by_id: z.number().nullable(),
  reported_by_name: z.string().nullable(),
  reported_by_email: z.string().nullable(),
  action_by_id: z.number().nullable(),
  action_by_name: z.string().nullable(),
  action_by_email: z.string().nullable(),
  /** The rest is ours. */
  action: z.enum(ACTS).nullable(),
  author: Author.nullable(),
  excerpt: z.string(),
  space: z.object({ id: z.number(), name: z.string(), emoji: z.string().nullable() }).nullable(),
  reports_count: z.number(),
  reasons: z.array(z.string()),
  rule: z.enum(RULES).nullable(),
  /** Nobody but its author sees it until somebody has looked. */
  is_hidden: z.boolean(),
  /** It has never been shown. */
  is_held: z.boolean(),
  appealed_at: date.nullable(),
  /** Where it was before a decision moved it. */
  moved_from: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** What was removed is kept still. */
  may_restore: z.boolean(),
}
export const Flagged = z.object(fields)
export type Flagged = z.output<typeof Flagged>

const Said = z.object({ id: z.number(), author: Author.nullable(), text: z.string(), created_at: date })
export const Case = z.object({
  ...fields,
  /** A ban keeps all that its author wrote from readers: what is kept comes back with the others when it ends, what is removed does not. */
  is_kept_back: z.boolean(),
  note: z.string(),
  appeal: z.string().nullable(),
  /** What it says, as it stands now; null once it is gone. */
  content: z
    .object({
      title: z.string(),
      path: z.string(),
      text: z.string(),
      created_at: date,
      /** What a rule has found in it. */
      marks: z.array(z.string()),
      before: z.array(Said),
      after: z.array(Said),
    })
    .nullable(),
  /** Where a member was reported: what of theirs was reported or removed of late. */
  evidence: z.array(
    z.object({ case_id: z.number(), content_type: z.string(), excerpt: z.string(), reason: z.string(), action: z.enum(ACTS).nullable(), created_at: date }),
  ),
  author_facts: z
    .object({
      joined_at: date,
      posts: z.number(),
      cases: z.number(),
      warnings: z.number(),
      silenced_until: date.nullable(),
      history: z.array(z.object({ what: z.string(), reason: z.string(), at: date, by: z.string().nullable() })),
    })
    .nullable(),
  reporters: z.array(Reporter),
  /** What may be done about it here. */
  acts: z.array(z.enum(ACTS)),
  /** Where it may be moved to. */
  spaces: z.array(z.object({ id: z.number(), name: z.string(), emoji: z.string().nullable() })),
  /** A plugin can say which rule it may break (`adviser`). */
  can_hint: z.boolean(),
})
export type Case = z.output<typeof Case>

/** An opinion, by a model, to read before one decides. */
export const Hint = z.object({
  /** The rule that it may break; null for none. */
  rule: z.enum(PREPARED).nullable(),
  certainty: z.enum(['low', 'medium', 'high']),
  /** Why, in a sentence. */
  text: z.string(),
  created_at: date,
})
export type Hint = z.output<typeof Hint>

/** A case as the author of what it is about sees it. */
export const OwnCase = z.object({
  id: z.number(),
  content_type: z.string(),
  /** Of what it is about; empty where it has none. */
  title: z.string(),
  space: z.string().nullable(),
  text: z.string(),
  /** `waiting` for a first look, `looking` again after an appeal. */
  state: z.enum(['waiting', 'looking', 'kept', 'moved', 'removed', 'warned']),
  reason: z.string().nullable(),
  decided_at: date.nullable(),
  appeal: z.string().nullable(),
  may_appeal: z.boolean(),
})
export type OwnCase = z.output<typeof OwnCase>

const word = z.string().trim().min(1).max(80)
const does = z.enum(['block', 'hold', 'flag'])
/** What acts by itself. Who runs the community is never kept from writing by a rule. */
export const Rules = z.object({
  words_enabled: z.boolean().default(false),
  words: z.array(word).max(MAX_WORDS).default([]).meta({ control: 'own' }),
  words_action: does.default('hold'),
  /** English abuse, also where it is spelled to be missed. */
  abuse_enabled: z.boolean().default(false),
  abuse_action: does.default('flag'),
  links_enabled: z.boolean().default(false),
  blocked_links: z.array(word).max(MAX_WORDS).default([]).meta({ control: 'own' }),
  links_action: does.default('block'),
  first_posts_enabled: z.boolean().default(false),
  first_posts: z.number().int().min(1).max(20).default(1),
  reports_enabled: z.boolean().default(true),
  reports: z.number().int().min(1).max(50).default(3),
  newcomers_enabled: z.boolean().default(false),
  newcomer_days: z.number().int().min(1).max(90).default(7),
  newcomer_links: z.number().int().min(0).max(50).default(2),
  newcomer_mentions: z.number().int().min(0).max(50).default(5),
  newcomer_messages: z.number().int().min(0).max(1000).default(30),
  /** Whoever signs up has their browser work for a moment first. */
  proof_enabled: z.boolean().default(false),
})
export type Rules = z.output<typeof Rules>

/** What a browser solves before its sign-up. */
export type Challenge = z.output<typeof ProofChallenge>

const onCase = { params: z.object({ id }) }
const manage = { can: 'manage' } as const
const reason = z.string().trim().max(1000)
/** A prepared reason, instead of a text of one’s own. */
const reasonKey = z.enum(PREPARED).nullable().default(null)
const onRecord = { params: z.object({ kind: z.string().max(40), id }) }
const Message = z.object({ subject: z.string(), text: z.string() })
const deciding = { ...manage, ...onCase, limit: { points: 240, seconds: 60 } }
/** Member side and admin side of the public API name the same things differently. */
const Report = z
  .object({
    content_id: id.optional(),
    content_type: z.string().max(40).optional(),
    flagged_contentable_id: id.optional(),
    flagged_contentable_type: z.string().max(40).optional(),
    reported_reason_type: z.string().max(40),
    reported_reason_body: z.string().trim().max(1000).default(''),
    /** Of a member: what of theirs it is about, which is reported with them. */
    evidence: z
      .array(z.object({ content_id: id, content_type: z.string().max(40) }))
      .max(MAX_EVIDENCE)
      .default([]),
  })
  .refine((report) => report.content_id ?? report.flagged_contentable_id, { path: ['content_id'], message: 'Choose what to report.' })
const Written = z.object({
  content_id: z.number(),
  content_type: z.string(),
  /** Of a post its title, of a comment that of what it is about; empty where its text says all. */
  title: z.string(),
  excerpt: z.string(),
  space: z.string().nullable(),
  created_at: date,
})
export type Written = z.output<typeof Written>
export type ReportInput = z.output<typeof Report>

/** What somebody reports in their own name. */
export interface NewReport {
  /** A kind of content, or `member`. */
  kind: string
  id: number
  reason: Reason
  body?: string
  /** An import: reported then, and nobody is told. */
  at?: Date
}
export interface NewDecision {
  act: ModerationAct
  reason?: string
  hours?: number
  remove?: boolean
  /** Where to, for `move`. */
  spaceId?: number
  /** An import: decided then, it stands, and nobody is told. */
  at?: Date
}
/** What an adviser reads. */
export interface Advised {
  kind: string
  spaceId: number | null
  authorMemberId: number | null
  /** Of what it stands in. */
  title: string
  text: string
  /** What was said about it, the oldest first. */
  before: string[]
  after: string[]
  /** What it was reported for. */
  reasons: string[]
  space: { name: string; description: string | null } | null
}
/** Brings an opinion on what a case is about. It decides nothing. */
export interface Adviser {
  /** Whether it may have one: what is left out there is shown to no model. */
  isReady(ctx: Ctx, about: Pick<Advised, 'kind' | 'spaceId' | 'authorMemberId'>): Promise<boolean>
  /** Outside of transactions. @throws AtriumError 429, 502 */
  advise(ctx: Ctx, about: Advised): Promise<z.input<typeof Hint>>
}
export interface ModerationService {
  /** @throws AtriumError 403 for what is one's own, 404 for what the reader does not see, 422 */
  report(input: NewReport): Promise<{ caseId: number }>
  /** @throws AtriumError 403, 404, 409 `already_decided` */
  decide(caseId: number, decision: NewDecision): Promise<void>
  setRules(changes: Partial<Rules>): Promise<Rules>
}

export default defineContract('moderation', {
  permissions: {
    manage: { title: 'Review and decide on reported content', grant: ['admin', 'moderator'] },
    rules: { title: 'Manage automatic moderation rules', grant: ['admin'] },
  },
  settings: Rules,
  routes: {
    list: get('/internal_api/flagged_contents', {
      ...manage,
      query: paging.extend({
        status: z.enum(['all', ...STATUSES]).default('inbox'),
        reason: z.enum([...REASONS, ...RULES]).optional(),
        content_type: z.string().max(40).optional(),
        /** Of one record, beside its type: the case that waits, else the latest. */
        content_id: id.optional(),
        is_hidden: z.enum(['true', 'false']).optional(),
      }),
      reply: list(Flagged),
      summary: 'Cases: those that wait from the oldest, decided ones from the newest',
    }),
    create: post('/internal_api/flagged_contents', {
      can: 'member',
      limit: { points: 30, seconds: 3600 },
      body: z.object({ flagged_content: Report }),
      reply: done.extend({ already_reported: z.boolean() }),
      status: 201,
      summary: 'Reports a record or a member; a second report of the same, while the first one waits, changes nothing',
    }),
    written: get('/internal_api/moderation/members/:id/written', {
      can: 'member',
      params: z.object({ id }),
      reply: z.object({ records: z.array(Written) }),
      summary: 'What a member wrote of late, as far as the reader sees it and may report it',
    }),
    log: get('/internal_api/flagged_contents/log', {
      ...manage,
      query: paging.extend({ act: z.enum(ACTS).optional(), moderator_id: z.coerce.number().int().positive().optional() }),
      reply: list(Flagged),
      summary: 'What was decided, the latest first',
    }),
    figures: get('/internal_api/flagged_contents/figures', {
      ...manage,
      reply: z.object({
        /** Decided within seven days. */
        decided: z.number(),
        /** From the first report to the decision, on average; null where none was decided. */
        minutes: z.number().nullable(),
        /** Of these how many of each act. */
        acts: z.array(z.object({ act: z.enum(ACTS), count: z.number() })),
        /** Who has decided anything, ever. */
        moderators: z.array(z.object({ id: z.number(), name: z.string() })),
      }),
      summary: 'How much was decided this week, what and how soon, and who decides',
    }),
    unaddressed: get('/internal_api/flagged_contents/unaddressed_count', { ...manage, reply: z.object({ count: z.number() }) }),
    export: post('/internal_api/flagged_contents/export', {
      ...manage,
      limit: { points: 10, seconds: 60 },
      query: z.object({ status: z.enum(['all', ...STATUSES]).default('all') }),
      summary: 'The latest 5,000 cases as CSV',
    }),
    show: get('/internal_api/flagged_contents/:id', {
      ...manage,
      ...onCase,
      reply: Case,
      summary: 'One case: the content in its context, its author, who reported it',
    }),
    hint: post('/internal_api/flagged_contents/:id/hint', {
      ...manage,
      ...onCase,
      limit: { points: 20, seconds: 60 },
      transaction: false,
      reply: Hint,
      summary: 'Which rule it may break, in a sentence, by a plugin that has a model asked; 422 hints_unavailable without one',
    }),
    approve: post('/internal_api/flagged_contents/:id/approve', {
      ...deciding,
      body: z.object({ reason: reason.default('') }).default({ reason: '' }),
      reply: Flagged,
      summary: 'It stays',
    }),
    reject: post('/internal_api/flagged_contents/:id/reject', {
      ...deciding,
      body: z.object({ reason: reason.default('') }).default({ reason: '' }),
      reply: Flagged,
      summary: 'It is removed',
    }),
    decide: post('/internal_api/flagged_contents/:id/decide', {
      ...deciding,
      body: z.object({
        act: z.enum(ACTS),
        /** Told to the author. */
        reason: reason.default(''),
        reason_key: reasonKey,
        /** Of a silence. */
        hours: z.number().int().min(1).max(8760).default(24),
        /** Where to, for `move`. */
        space_id: id.optional(),
        /** With a warning, a silence or a ban. */
        remove: z.boolean().default(true),
        /** Of a ban, in the future; null: for good. */
        ends_at: z.iso.datetime({ offset: true }).nullable().default(null),
        /** Of a ban: what becomes of everything that they wrote. */
        content: z.enum(CONTENT).default('hide'),
      }),
      reply: Flagged,
      summary: `Keeps, moves, removes, warns, silences or bans; for ${UNDO_SECONDS} seconds it can be taken back, then the author is told`,
    }),
    undo: post('/internal_api/flagged_contents/:id/undo', { ...deciding, reply: Flagged, summary: 'Takes a decision back that nobody has been told of' }),
    restore: post('/internal_api/flagged_contents/:id/restore', {
      ...deciding,
      reply: Flagged,
      summary: 'Brings back what was removed, whoever decided so, and tells its author',
    }),
    preview: get('/internal_api/flagged_contents/:id/preview', {
      ...manage,
      ...onCase,
      query: z.object({
        act: z.enum(ACTS),
        reason: reason.default(''),
        reason_key: z.enum(PREPARED).optional(),
        hours: z.coerce.number().int().min(1).max(8760).default(24),
        ends_at: z.iso.datetime({ offset: true }).optional(),
        space_id: z.coerce.number().int().positive().optional(),
      }),
      reply: Message,
      summary: 'What the author will get, in their language',
    }),
    previewRemoval: get('/internal_api/moderation/records/:kind/:id/removal', {
      can: 'member',
      ...onRecord,
      query: z.object({ reason: reason.default(''), reason_key: z.enum(PREPARED).optional() }),
      reply: Message,
      summary: 'What the author of a record that the reader sees would get if it was removed, in their language',
    }),
    note: patch('/internal_api/flagged_contents/:id', {
      ...deciding,
      body: z.object({ note: z.string().max(2000) }),
      reply: done,
      summary: 'A note that moderators read',
    }),

    own: get('/internal_api/moderation/cases/:id', {
      can: 'member',
      impersonated: 'never',
      ...onCase,
      reply: OwnCase,
      summary: 'A case about something of one’s own',
    }),
    ownOf: get('/internal_api/moderation/records/:kind/:id/case', {
      can: 'member',
      impersonated: 'never',
      ...onRecord,
      reply: z.object({ case: OwnCase.nullable() }),
      summary: 'The latest case about a record of one’s own that its author may know of',
    }),
    appeal: post('/internal_api/moderation/cases/:id/appeal', {
      can: 'member',
      ...onCase,
      limit: { points: 10, seconds: 3600 },
      body: z.object({ text: z.string().trim().min(1, 'Enter a reason.').max(2000) }),
      reply: OwnCase,
      summary: 'Asks for a second look, once',
    }),
    lift: post('/internal_api/moderation/members/:id/lift_silence', { ...manage, params: z.object({ id }), reply: done, summary: 'Ends a silence now' }),

    proof: get('/internal_api/moderation/proof_of_work', {
      can: open('whoever signs up has no account yet'),
      limit: { points: 60, seconds: 600 },
      reply: z.object({ challenge: ProofChallenge.nullable() }),
      summary: 'What a browser is to solve before its sign-up: `proof` there is the base64 of the JSON of challenge and solution. Null where none is asked for',
    }),

    settings: get('/internal_api/settings/moderation', { can: 'rules', reply: Rules }),
    saveSettings: patch('/internal_api/settings/moderation', { can: 'rules', form: true, body: changesOf(Rules), reply: Rules }),
  },
  points: { adviser: point<Adviser>() },
  service: type<ModerationService>(),
  events: {
    'case.opened': event(z.object({ caseId: id, kind: z.string(), recordId: id, memberId: id.nullable() }), {
      automation: true,
      title: 'Content needs review',
    }),
    'case.decided': event(z.object({ caseId: id, act: z.enum(ACTS), kind: z.string(), recordId: id, memberId: id.nullable() }), {
      automation: true,
      title: 'Report decided',
    }),
    'member.silenced': event(z.object({ memberId: id, until: date }), { automation: true, title: 'Member silenced' }),
    /** Told by a push to those who moderate. */
    'queue.changed': event(z.object({})),
  },
})
