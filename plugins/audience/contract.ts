/** What others may know of the audience: people with and without an account, their tags and segments, and what is done to many. */
import {
  date,
  changesOf,
  defineContract,
  del,
  done,
  event,
  flag,
  get,
  id,
  idList,
  line,
  list,
  paging,
  patch,
  point,
  post,
  put,
  RichTextDoc,
  type Sentence,
  slot,
  type,
  z,
  emailAddress,
} from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { FilterGroup } from '../members/contract.ts'

/** Most tags and segments of a community. */
export const MAX_TAGS = 200
export const MAX_SEGMENTS = 200
/** Most people that one bulk act takes. */
export const MAX_BULK = 100_000
export const SORTS = ['latest', 'oldest', 'alphabetical', 'last_seen'] as const
export const RULE_TYPES = ['all_contacts', 'all_members', 'custom_filters', 'selected_members'] as const
export const DISPLAY_FORMATS = ['label', 'icon'] as const
export const STATUSES = ['active', 'invited', 'deactivated', 'banned', 'contact'] as const

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Enter a color as #rrggbb.')
/** Opaque id of a person in addresses. */
const sqid = z.string().min(1).max(40)

const Locations = z.object({ post_bio: z.boolean(), profile_page: z.boolean(), member_directory: z.boolean() })
export type Locations = z.output<typeof Locations>
/** A tag (public API, A.2.4, with the text colour that answers to members carry). */
export const MemberTag = z.object({
  id: z.number(),
  name: z.string(),
  color: z.string(),
  text_color: z.string(),
  emoji: z.string().nullable(),
  display_format: z.enum(DISPLAY_FORMATS),
  display_locations: Locations,
  is_public: z.boolean(),
  is_background_enabled: z.boolean(),
  /** People who bear it, contacts among them. */
  tagged_members_count: z.number(),
  /** The segment whose people bear it by rule. */
  segment_id: z.number().nullable(),
  created_at: date,
  updated_at: date,
})
export type MemberTag = z.output<typeof MemberTag>
/** A tag that somebody bears. */
const TaggedMember = z.object({
  id: z.number(),
  member_tag_id: z.number(),
  member_tag_name: z.string(),
  member_tag_emoji: z.string().nullable(),
  contact_id: z.number(),
  contact_type: z.enum(['CommunityMember', 'CommunityLead']),
  community_member_id: z.number().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  created_at: date,
  updated_at: date,
})
export type TaggedMember = z.output<typeof TaggedMember>
const tagFields = z.object({
  name: line(60).min(1, 'Enter a name.'),
  color: colour.default('#dee1e5'),
  text_color: colour.default('#1c1e21'),
  emoji: z.string().trim().max(40).nullable().default(null),
  display_format: z.enum(DISPLAY_FORMATS).default('label'),
  display_locations: Locations.partial().default({}),
  is_public: z.boolean().default(true),
  is_background_enabled: z.boolean().default(true),
  segment_id: id.nullable().default(null),
})
export type TagInput = z.output<typeof tagFields>

const Named = z.object({ id: z.number(), name: z.string(), color: z.string(), text_color: z.string(), emoji: z.string().nullable() })
/** One person of the audience: a member, or a contact (`CommunityLead`). */
export const Person = z.object({
  id: z.number(),
  sqid: z.string(),
  type: z.enum(['CommunityMember', 'CommunityLead']),
  member_id: z.number().nullable(),
  public_uid: z.string().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  avatar_url: z.string().nullable(),
  headline: z.string().nullable(),
  status: z.enum(STATUSES),
  roles: z.array(z.string()),
  subscribed: z.boolean(),
  /** How the row came: `member`, `manual`, `import` … */
  source: z.string(),
  member_tags: z.array(Named),
  created_at: date,
  last_seen_at: date.nullable(),
  /** 0 to 10; null until the night counts it. */
  activity_score: z.number().nullable(),
})
export type Person = z.output<typeof Person>
const Score = z.object({ activity_score: z.string(), presence: z.string(), participation: z.string(), contribution: z.string(), connection: z.string() })
export const OnePerson = Person.extend({
  location: z.string().nullable(),
  bio: z.string().nullable(),
  fields: z.record(z.string(), z.string()),
  scores: Score.nullable(),
  /** In the reader's language. */
  facts: z.array(z.object({ label: z.string(), value: z.string(), to: z.string().nullable() })),
  notes_count: z.number(),
})
export type OnePerson = z.output<typeof OnePerson>

export const Note = z.object({
  id: z.number(),
  contact_id: z.number(),
  author_id: z.number().nullable(),
  author: z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable() }).nullable(),
  community_id: z.number(),
  tiptap_body: z.object({ body: RichTextDoc }),
  created_at: date,
  updated_at: date,
  policies: z.object({ can_edit: z.boolean(), can_destroy: z.boolean() }),
})
export type Note = z.output<typeof Note>
const noteBody = z.object({ tiptap_body: z.object({ body: RichTextDoc }) })

/** Rules as `members.filter` knows them; the service measures depth and number. */
const group = z.looseObject({ match: z.enum(['all', 'any']), rules: z.array(z.looseObject({})).max(50) })
const Rules = z.object({
  rule_type: z.enum(RULE_TYPES),
  match: z.enum(['all', 'any']).default('all'),
  /** Of `custom_filters` rules and groups of rules; of `selected_members` `{ community_member_id }`. */
  rules: z.array(z.looseObject({})).max(1_000).default([]),
})
export type Rules = z.output<typeof Rules>
/** A segment (public API, A.2.18). */
export const Segment = z.object({
  id: z.number(),
  title: z.string(),
  rules: Rules,
  visible: z.boolean(),
  /** Of one segment half a minute old at most; in a list as of `counted_at`. */
  audience_count: z.number(),
  /** Null: now. Older than a minute only while it is counted anew, which `countSegments` begins. */
  counted_at: date.nullable(),
  created_by: z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable(), public_uid: z.string() }).nullable(),
  created_at: date,
  updated_at: date,
})
export type Segment = z.output<typeof Segment>
const segmentFields = z.object({ title: line(120).min(1, 'Enter a name.'), rules: Rules, visible: z.boolean().default(true) })

/** Whom a list, a count, an export or a bulk act is about. */
const narrowing = {
  search_text: z.string().trim().max(100).optional(),
  /** `left`: who was a member and is none any more; they are in no other. */
  kind: z.enum(['all', 'members', 'contacts', 'left']).default('all'),
  segment_id: id.optional(),
}
/** A filter in an address is a text of JSON. */
const filterText = z
  .string()
  .max(12_000)
  .transform((text, check): z.output<typeof group> => {
    try {
      const read = group.safeParse(JSON.parse(text))
      if (read.success) return read.data
    } catch {}
    check.addIssue({ code: 'custom', message: 'This filter isn’t valid.' })
    return z.NEVER
  })
  .optional()
const chosen = z.object({
  ...narrowing,
  filter: group.optional(),
  /** These people alone. */
  ids: z.array(id).max(1_000).optional(),
})
export type Chosen = z.output<typeof chosen>

const BulkTask = z.object({
  id: z.number(),
  action: z.string(),
  label: z.string(),
  status: z.enum(['running', 'done', 'cancelled', 'undoing', 'undone']),
  total: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  can_undo: z.boolean(),
  author: z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable() }).nullable(),
  created_at: date,
  finished_at: date.nullable(),
})
export type BulkTask = z.output<typeof BulkTask>
const BulkReport = BulkTask.extend({ errors: z.array(z.object({ person_id: z.number(), name: z.string(), message: z.string() })) })
const Act = z.object({
  key: z.string(),
  label: z.string(),
  icon: z.string(),
  can_undo: z.boolean(),
  asks: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      kind: z.enum(['choices', 'text']),
      choices: z.array(z.object({ value: z.number(), label: z.string() })),
    }),
  ),
})
export type Act = z.output<typeof Act>

export const ActivityLog = z.object({
  id: z.number(),
  action: z.string(),
  /** In the reader's language: who did what to whom. */
  sentence: z.string(),
  actor: z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable(), public_uid: z.string() }).nullable(),
  subject: z.string(),
  subject_name: z.string().nullable(),
  ip: z.string().nullable(),
  created_at: date,
})
export type ActivityLog = z.output<typeof ActivityLog>
/** Groups of recent changes. */
export const CHANGE_GROUPS = ['imports', 'bulk', 'bans', 'deletions', 'prices', 'features'] as const
export type ChangeGroup = (typeof CHANGE_GROUPS)[number]
const Change = z.object({
  id: z.number(),
  group: z.enum(CHANGE_GROUPS),
  icon: z.string(),
  /** In the reader's language: who did what to whom. */
  sentence: z.string(),
  actor: ActivityLog.shape.actor,
  /** Where it is shown. */
  to: z.string().nullable(),
  can_undo: z.boolean(),
  /** What undoing leads to, in the reader's language; null where the sentence says it. */
  ask: z.object({ title: z.string(), text: z.string() }).nullable(),
  created_at: date,
})
export type Change = z.output<typeof Change>
const Happened = z.object({
  at: date,
  kind: z.string(),
  icon: z.string(),
  text: z.string(),
  to: z.string().nullable(),
  /** Of several that are told as one: each of them, the latest first. */
  parts: z.array(z.object({ at: date, text: z.string(), to: z.string().nullable() })),
})
export type Happened = z.output<typeof Happened>
const day = z.iso.date()
const logQuery = { actor_id: id.optional(), subject_id: id.optional(), action: z.string().trim().max(80).optional(), from: day.optional(), to: day.optional() }

const Found = z.object({ id: z.number(), title: z.string(), note: z.string().nullable(), path: z.string(), avatar_url: z.string().nullable() })
const bySqid = { params: z.object({ sqid }) }
const byId = { params: z.object({ id }) }
const can = 'members.manage'
const costly = { limit: { points: 10, seconds: 60 } }

/** A bulk act that another plugin brings; its words are `act.<key>` and `act.<key>.<name of what it asks>`. */
export interface AudienceAct {
  /** Unique: `add_to_access_group`. */
  key: string
  icon: string
  /** Full name: `access.manage`. */
  permission: string
  input?: z.ZodObject
  /** What the screen asks for the input: ids chosen from a list (`number[]`), or a text. */
  asks?: { name: string; kind: 'choices' | 'text'; choices?(ctx: Ctx): Promise<{ value: number; label: string }[]> }[]
  /** For at most 100 members at a time, in a transaction, in the name of who asked. Idempotent. `unchanged`: those whom undo leaves alone. */
  run(
    ctx: Ctx,
    memberIds: number[],
    input: Record<string, unknown>,
    task: { id: number },
  ): Promise<{ failed: { memberId: number; reason: string | Sentence }[]; unchanged?: number[] }>
  undo?(ctx: Ctx, memberIds: number[], input: Record<string, unknown>, task: { id: number }): Promise<void>
}
/** An entry of the audit log. */
export interface ChangeEntry {
  id: number
  action: string
  subject: string
  data: Record<string, unknown>
  created_at: Date
}
/** Changes that others want to see, and may want to take back: entries of the audit log by their actions. */
export interface ChangeKind {
  actions: readonly string[]
  group: ChangeGroup
  icon: string
  /** Full name: who holds it sees them, and may take them back. */
  permission: string
  to?(entry: ChangeEntry): string | null
  /** Ids of those that can be taken back now. */
  undoable?(ctx: Ctx, entries: readonly ChangeEntry[]): Promise<number[]>
  /** What is asked before one is taken back, by its id, where more happens than its sentence says. */
  asks?(ctx: Ctx, entries: readonly ChangeEntry[]): Promise<Map<number, { title: string; text: string }>>
  /** @throws AtriumError where it cannot be taken back after all */
  undo?(ctx: Ctx, entry: ChangeEntry): Promise<void>
}
export interface TimelineEntry {
  at: Date
  icon: string
  /** In the reader's language. */
  text: string
  to?: string | null
  /** Those with the same key that follow each other within a day are told as one, with how many they are. */
  together?: { key: string; text(count: number): string }
}
/** What happened with a member, for their page; its words have `timeline.<kind>`, by which it is chosen alone. */
export interface TimelineSource {
  kind: string
  /** Full name of what the reader must hold. */
  permission?: string
  /** The latest before a moment, so many at most. */
  of(ctx: Ctx, memberId: number, before: Date, limit: number): Promise<TimelineEntry[]>
}
/** A figure about a member, beside what their page tells of them. */
export interface PersonFact {
  /** Full name of what the reader must hold. */
  permission: string
  /** In the reader's language; null where there is nothing to tell. */
  of(ctx: Ctx, memberId: number): Promise<{ label: string; value: string; to?: string } | null>
}
export type ActivityPart = 'participation' | 'contribution' | 'connection'
/** Counts what members have done, for their activity score. */
export interface ActivityCount {
  part: ActivityPart
  /** Acts of these members since a moment; who did nothing may be left out. One query. */
  of(ctx: Ctx, memberIds: number[], since: Date): Promise<Map<number, number>>
}
/** A person of the page that slots stand in; null where a contact has no account. */
export interface OfPerson {
  memberId: number | null
  personId: number
  name: string
  status: (typeof STATUSES)[number]
}
export interface ContactRow {
  email: string
  name?: string
  fields?: Record<string, string>
  tagIds?: number[]
  source: string
  sourceId?: number
}
export interface KnownPerson {
  personId: number
  name: string
  fields: Record<string, string>
}
/** What an import found and what it wrote in its place; `name` only where it gave one. */
export interface OverwrittenPerson extends KnownPerson {
  written: { name?: string; fields: Record<string, string> }
}
/** A bulk act for others who do the same by themselves, with the words of the plugin that brought it. */
export interface OfferedAct extends Required<Pick<AudienceAct, 'key' | 'icon' | 'permission' | 'input' | 'asks' | 'run'>> {
  plugin: string
  t: Ctx['t']
}
/** Whom emails to many may go to: of these people all who want them. */
export interface ReachAsk {
  kind: 'everybody' | 'members' | 'contacts' | 'segments' | 'people'
  /** Of `segments`: whoever is in one of them. */
  segmentIds?: number[]
  /** Of `people`: these members. */
  memberIds?: number[]
}
export interface Reachable {
  personId: number
  memberId: number | null
  email: string
  name: string
  /** Where they live; null where nobody knows. */
  timeZone: string | null
}
/** Key of the mailing that ends with a person's subscription: all that is sent to many. */
export const MAILING = 'broadcasts'
export interface AudienceService {
  /** All bulk acts that there are here, whoever may do them: they ask no rights themselves. */
  acts(): OfferedAct[]
  /** Active members and contacts who want emails, by id, at most 1,000 after one. @throws AtriumError 404 without one of the segments */
  reachable(ask: ReachAsk, after: number, limit: number): Promise<Reachable[]>
  /** How many these are, and how many would be if they wanted emails. @throws AtriumError 404 */
  countReachable(ask: ReachAsk): Promise<{ count: number; unsubscribed: number }>
  /** Those of these people who may still be written to. */
  stillReachable(personIds: number[]): Promise<Set<number>>
  /** Whether people want emails to many; who is named by a member is found by them. */
  setSubscribed(who: { personId: number } | { memberId: number }, subscribed: boolean): Promise<void>
  isSubscribed(who: { personId: number } | { memberId: number }): Promise<boolean>

  /** Idempotent; what is no tag or member here is left out. */
  tag(memberIds: number[], tagIds: number[]): Promise<void>
  untag(memberIds: number[], tagIds: number[]): Promise<void>
  /**
   * Idempotent by address, in the order given; who is a member already stays one. At most 1,000 rows at a time. `fields` are added to those
   * that are there, a name fills an empty one. `tagIds`: tags that the person did not bear before.
   * @throws AtriumError 422 for an address that is none
   */
  upsertContacts(rows: ContactRow[]): Promise<{ personId: number; created: boolean; tagIds: number[] }[]>
  /** Contacts and members as they are, by address in small letters. At most 10,000 addresses. */
  known(emails: string[]): Promise<Map<string, KnownPerson>>
  /**
   * For the undo of an import: what is said of people is as before where still stands what it wrote; those who are members by now keep their own name.
   * @returns ids of people of whom something was left as it has become since
   */
  restoreContacts(rows: OverwrittenPerson[]): Promise<number[]>
  /** Takes tags given by hand from people, whether they are members or not. */
  untagPeople(personIds: number[], tagIds: number[]): Promise<void>
  /** Takes contacts of this source away again that are no members by now: for the undo of an import. */
  removeContacts(source: string, sourceId: number, personIds: number[]): Promise<void>
  /** Active members of a segment by id. @throws AtriumError 404 */
  memberIdsOf(segmentId: number, after: number, limit: number): Promise<number[]>
  tags(): Promise<{ id: number; name: string }[]>
  /** Makes a tag, or answers the one of that name. @param fields of a new one */
  ensureTag(name: string, fields?: Partial<TagInput>): Promise<number>
  /** Makes a segment, or answers the one of that title. For set-up. @throws AtriumError 422 */
  ensureSegment(title: string, rules: Rules): Promise<number>
  /** A note about a member in the name of the ctx's member. @throws AtriumError 404, 422 */
  note(memberId: number, doc: unknown): Promise<void>
  /** Segments by name, for pickers. */
  segments(): Promise<{ id: number; title: string; count: number }[]>
}

export default defineContract('audience', {
  settings: z.object({
    /** Days for which the activity log is kept; 0: for good. */
    activity_log_days: z.number().int().min(0).max(3650).default(0),
  }),
  routes: {
    list: get('/internal_api/audience', {
      can,
      query: paging.extend({ ...narrowing, sort: z.enum(SORTS).default('latest'), filter: filterText }),
      reply: list(Person),
      limit: { points: 240, seconds: 60 },
      summary: 'Members and contacts that match a filter',
    }),
    count: get('/internal_api/audience/count', {
      can,
      query: z.object({ ...narrowing, filter: filterText }),
      reply: z.object({ count: z.number(), members_count: z.number() }),
      limit: { points: 240, seconds: 60 },
      summary: 'How many match',
    }),
    acts: get('/internal_api/audience/acts', { can, reply: z.object({ records: z.array(Act) }), summary: 'Bulk acts that this admin may do' }),
    exportPeople: post('/internal_api/community_members/export', { can, ...costly, body: chosen, summary: 'Those chosen as CSV, at most 100,000' }),
    /** For links: the same as a file. */
    peopleCsv: get('/audience/people.csv', {
      can,
      ...costly,
      query: z.object({ ...narrowing, filter: filterText, ids: idList.optional() }),
      summary: 'Those chosen as CSV, at most 100,000',
    }),

    bulks: get('/internal_api/audience/bulk_tasks', { can, query: paging, reply: list(BulkTask), summary: 'Bulk acts, newest first' }),
    startBulk: post('/internal_api/audience/bulk_tasks', {
      can,
      ...costly,
      body: z.object({ action: z.string().max(60), input: z.record(z.string().max(60), z.unknown()).default({}), people: chosen }),
      reply: BulkReport,
      status: 201,
      summary: 'Begins an act on many people',
    }),
    bulk: get('/internal_api/audience/bulk_tasks/:id', { can, ...byId, reply: BulkReport, summary: 'One, with the first hundred it failed for' }),
    cancelBulk: post('/internal_api/audience/bulk_tasks/:id/cancel', { can, ...byId, reply: BulkReport, summary: 'Ends it where it stands' }),
    undoBulk: post('/internal_api/audience/bulk_tasks/:id/undo', { can, ...byId, reply: BulkReport, summary: 'Takes it back where it changed something' }),

    contact: get('/internal_api/contacts/:sqid', {
      can,
      params: z.object({ sqid }),
      query: z.object({
        /** What the address names: a person's sqid, a member's public id, or a person's id. */
        by: z.enum(['sqid', 'member', 'id']).default('sqid'),
      }),
      reply: OnePerson,
      summary: 'One person',
    }),
    createContact: post('/internal_api/contacts', {
      can,
      limit: { points: 60, seconds: 60 },
      body: z.object({ email: emailAddress, name: line(200).default(''), member_tag_ids: idList.default([]) }),
      reply: OnePerson,
      status: 201,
      summary: 'Add somebody without an account',
    }),
    updateContact: patch('/internal_api/contacts/:sqid', {
      can,
      ...bySqid,
      body: z.object({ name: line(200), email: emailAddress, subscribed: z.boolean() }).partial(),
      reply: OnePerson,
      summary: 'Change a contact; of a member only whether they are subscribed',
    }),
    destroyContact: del('/internal_api/contacts/:sqid', { can, ...bySqid, reply: done, summary: 'Delete a contact with notes and tags' }),
    contactTags: put('/internal_api/contacts/:sqid/member_tags', {
      can,
      ...bySqid,
      body: z.object({ member_tag_ids: z.array(id).max(MAX_TAGS) }),
      reply: OnePerson,
      summary: 'The tags that a person bears by hand',
    }),
    notes: get('/internal_api/contacts/:sqid/contact_notes', {
      can,
      ...bySqid,
      query: paging.extend({ per_page: z.coerce.number().int().min(1).max(100).default(5) }),
      reply: list(Note),
    }),
    createNote: post('/internal_api/contacts/:sqid/contact_notes', { can, ...bySqid, body: noteBody, reply: Note, status: 201 }),
    updateNote: patch('/internal_api/contact_notes/:id', { can, ...byId, body: noteBody, reply: Note }),
    destroyNote: del('/internal_api/contact_notes/:id', { can, ...byId, reply: done }),

    segments: get('/internal_api/segments', { can, query: paging.extend({ title: z.string().trim().max(120).optional() }), reply: list(Segment) }),
    countSegments: post('/internal_api/segments/count', {
      can,
      limit: { points: 60, seconds: 60 },
      reply: done,
      summary: 'Begins to count anew what was counted more than a minute ago',
    }),
    createSegment: post('/internal_api/segments', { can, body: segmentFields, reply: Segment, status: 201 }),
    segment: get('/internal_api/segments/:id', { can, ...byId, reply: Segment }),
    updateSegment: patch('/internal_api/segments/:id', { can, ...byId, body: changesOf(segmentFields), reply: Segment }),
    destroySegment: del('/internal_api/segments/:id', { can, ...byId, reply: done }),
    duplicateSegment: post('/internal_api/segments/:id/duplicate', {
      can,
      ...byId,
      body: z.object({ title: segmentFields.shape.title }),
      reply: Segment,
      status: 201,
    }),

    tags: get('/internal_api/member_tags', {
      can,
      query: paging.extend({
        name: z.string().trim().max(60).optional(),
        is_public: flag.optional(),
        sort: z.enum(['oldest', 'newest', 'alphabetical', 'alphabetical_desc']).default('alphabetical'),
      }),
      reply: list(MemberTag),
    }),
    createTag: post('/internal_api/member_tags', { can, form: true, body: tagFields, reply: MemberTag, status: 201 }),
    tag: get('/internal_api/member_tags/:id', { can, ...byId, reply: MemberTag }),
    updateTag: patch('/internal_api/member_tags/:id', { can, ...byId, body: changesOf(tagFields), reply: MemberTag }),
    destroyTag: del('/internal_api/member_tags/:id', { can, ...byId, reply: done }),

    tagged: get('/internal_api/tagged_members', {
      can,
      query: paging.extend({ member_tag_ids: idList.optional() }),
      reply: list(TaggedMember),
      summary: 'Who bears which tag, the latest first',
    }),
    tagMember: post('/internal_api/tagged_members', {
      can,
      body: z.object({ community_member_id: id, member_tag_id: id }),
      reply: done,
      status: 201,
      summary: 'Gives a tag by hand; idempotent',
    }),
    untagMember: del('/internal_api/tagged_members', {
      can,
      query: z.object({ community_member_id: id, member_tag_id: id }),
      reply: done,
      summary: 'Takes a tag from a member',
    }),
    taggedMember: get('/internal_api/tagged_members/:id', { can, ...byId, reply: TaggedMember }),

    search: get('/internal_api/admin/search', {
      can,
      query: z.object({ query: z.string().trim().min(1).max(100) }),
      reply: z.object({ people: z.array(Found), spaces: z.array(Found) }),
      limit: { points: 120, seconds: 60 },
      summary: 'People and spaces by name or address',
    }),
    activityLogs: get('/internal_api/activity_logs', {
      can,
      query: paging.extend(logQuery),
      reply: list(ActivityLog),
      summary: 'Who did what to whom, newest first',
    }),
    changes: get('/internal_api/changes', {
      can,
      query: paging.extend({ group: z.enum(CHANGE_GROUPS).optional() }),
      reply: list(Change),
      summary: 'Imports, bulk actions, bans, deletions, prices and features, newest first',
    }),
    undoChange: post('/internal_api/changes/:id/undo', { can, ...byId, ...costly, reply: done, summary: 'Takes a change back, where there is a way' }),
    timeline: get('/internal_api/contacts/:sqid/timeline', {
      can,
      ...bySqid,
      query: z.object({ before: z.coerce.date().optional(), kind: z.string().max(40).optional() }),
      reply: z.object({
        kinds: z.array(z.object({ key: z.string(), label: z.string() })),
        records: z.array(Happened),
        /** Asked as `before` for what was earlier; null at the end. */
        next: date.nullable(),
      }),
      summary: 'What happened with a member, newest first',
    }),
    exportLogs: post('/internal_api/activity_logs/export', { can, ...costly, body: z.object(logQuery), summary: 'The same as CSV, at most 50,000 rows' }),
    logsCsv: get('/settings/members/activity_logs.csv', { can, ...costly, query: z.object(logQuery), summary: 'The activity log as CSV, at most 50,000 rows' }),
    scores: get('/internal_api/activity_scores', {
      can,
      query: paging,
      reply: list(Score.extend({ community_member_id: z.number(), name: z.string(), counted_at: date })),
      summary: 'How active members are, 0 to 10, the most active first',
    }),
  },
  events: {
    'person.tagged': event(z.object({ memberId: id, tagId: id }), { automation: true, title: 'A member was given a tag' }),
    'person.untagged': event(z.object({ memberId: id, tagId: id }), { automation: true, title: 'A tag was taken from a member' }),
    /** By the reader's own choice; `ref` is what the link said by which they came, if they came by one. */
    'person.unsubscribed': event(z.object({ memberId: id.nullable(), personId: id.nullable(), ref: z.string() })),
    'bulk.progressed': event(z.object({ bulkId: id, memberId: id }), { realtime: 'member' }),
  },
  points: {
    act: point<AudienceAct>(),
    activity: point<ActivityCount>(),
    change: point<ChangeKind>(),
    timeline: point<TimelineSource>(),
    fact: point<PersonFact>(),
  },
  slots: {
    /** Sections of the person's page. */
    'person.info': slot<OfPerson>(),
    'person.access': slot<OfPerson>(),
    'person.billing': slot<OfPerson>(),
    /** What can be done with a person: buttons over all of their parts. */
    'person.acts': slot<OfPerson>(),
    /** Buttons beside the title of the audience, as the import. */
    'manage.actions': slot(),
    /** Builds a filter of members; null is everybody. This plugin fills it. */
    'filter.builder': slot<{ value: FilterGroup | null; onChange: (group: FilterGroup | null) => void }>(),
    /** The same filter as a sentence, within a line of text. */
    'filter.words': slot<{ value: FilterGroup }>(),
  },
  service: type<AudienceService>(),
})
