/** What others may know of members: the directory, profiles and their fields, connections, whom one keeps away; filters and marks that others bring. */
import {
  communitySwitch,
  defineContract,
  del,
  done,
  emailAddress,
  event,
  flag,
  get,
  id,
  idList,
  line,
  list,
  open,
  paging,
  patch,
  point,
  post,
  slot,
  type,
  z,
} from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import {
  AnsweredField,
  FIELD_PAGES,
  type FieldInput,
  type FieldPage,
  type FieldValue,
  FieldCreate,
  FieldUpdate,
  FieldValues,
  ProfileField,
} from './contract/fields.ts'
import { type Condition, type FilterChoice, type FilterGroup, FilterInput, FilterOffer, type MemberFilter } from './contract/filters.ts'
import {
  AdminPreference,
  Boundary,
  BOUNDARY_KINDS,
  Connection,
  DirectoryMember,
  type GamificationStats,
  ManagedMember,
  type MemberMark,
  Preference,
  Profile,
  ProfileSpace,
} from './contract/records.ts'

export {
  AnsweredField,
  CHOICE_TYPES,
  FIELD_PAGES,
  FIELD_TYPES,
  type FieldInput,
  type FieldPage,
  type FieldType,
  type FieldValue,
  MAX_CHOICES,
  MAX_FIELDS,
  MAX_LINE,
  MAX_LINKS,
  MAX_LONG,
  type NumberOptions,
  ProfileField,
} from './contract/fields.ts'
export {
  type AskedRule,
  type Condition,
  type FilterChoice,
  type FilterGroup,
  FilterInput,
  FilterOffer,
  type FilterRule,
  type FilterType,
  type FilterVariant,
  MAX_DEPTH,
  MAX_RULES,
  type MemberFilter,
  OPERATORS,
} from './contract/filters.ts'
export {
  Boundary,
  type BoundaryKind,
  Connection,
  type ConnectionState,
  DirectoryMember,
  GamificationStats,
  ManagedMember,
  MemberMark,
  type Preference,
  Profile,
  type Standing,
} from './contract/records.ts'

export const SORTS = ['latest', 'alphabetical', 'oldest'] as const
export const VIEWS = ['cards', 'list'] as const
/** From so many letters on a search answers the best first, in no other order. */
export const RANKED_LETTERS = 3
/** Who joined within so many days is new. */
export const NEW_DAYS = 30
/** Requests to connect that one may have waiting. */
export const MAX_WAITING = 200

const readers = open('a community may make its directory public; the handler asks its setting before anything else')
const byId = { params: z.object({ id }) }
const busy = { limit: { points: 60, seconds: 60 } }

/** What slots of a profile are handed. */
export interface OfMember {
  memberId: number
  name: string
  /** On cards of the directory: a small button. */
  compact?: boolean
}

/** Brings marks beside names, as tags. */
export interface MemberMarks {
  /** Of each member those that this reader may see. One query. */
  of(ctx: Ctx, memberIds: number[]): Promise<Map<number, MemberMark[]>>
}

/** Brings what members have earned. */
export interface MemberStats {
  /** Of those who show it. One query. */
  of(ctx: Ctx, memberIds: number[]): Promise<Map<number, GamificationStats>>
}

/** Members for other plugins. */
export interface Listed {
  id: number
  publicUid: string
  name: string
  headline: string | null
  avatarUrl: string | null
}
export interface MembersService {
  /** One condition of a group of rules, for `where` in the caller's own typed SQL on `kernel.member_card as m`. @throws AtriumError 422 for what names no filter, or asks wrongly */
  condition(group: FilterGroup): Promise<Condition>
  /** What can be filtered by: in the directory, or all there is. The reader's locale. */
  filters(place: 'directory' | 'manage'): Promise<FilterOffer[]>
  /** Choices of a filter, `field:12`; empty where it has none. */
  choicesOf(filter: string): Promise<FilterChoice[]>
  marks(memberIds: number[]): Promise<Map<number, MemberMark[]>>
  /** Fields that are not archived, in their order; those of one page, or all. */
  fields(page?: FieldPage): Promise<z.input<typeof ProfileField>[]>
  /** For set-up and imports. @throws AtriumError 409, 422 */
  createField(input: FieldInput): Promise<{ id: number }>
  /** Answers by the key of their field, as they are shown. */
  valuesOf(memberIds: number[]): Promise<Map<number, Record<string, string | string[]>>>
  /**
   * Keeps answers by the key of their field; choices by id or by their words. In whose name it is done is the caller's matter.
   * @throws AtriumError 422 with `community_member_profile_fields.<key>` for what a field cannot hold
   */
  saveValues(memberId: number, values: Record<string, FieldValue>): Promise<void>
  /** Those whom the directory lists, the latest first, and how many it lists; whoever asks. The caller has decided that people may be shown. */
  listed(limit: number): Promise<{ people: Listed[]; total: number }>
  /** Those of these members who have agreed to hear from the reader. One query. */
  agreed(memberIds: number[]): Promise<number[]>
  /** Those of them who do not hear from the reader, whatever the settings of messages say: a block, or their own wish. */
  refused(memberIds: number[]): Promise<number[]>
  /** Asks somebody to connect, in the name of the ctx's member. @returns the connection's id @throws AtriumError 403, 404, 409 */
  request(memberId: number): Promise<number>
  /** A connection that both agree on, whatever was before. For set-up and imports. */
  connect(one: number, other: number): Promise<void>
  block(memberId: number): Promise<void>
}

/** Who may write to whom, as the settings of connections show it. */
const MessagingSettings = z.object({
  enabled: z.boolean(),
  member_to_member_messaging_enabled: z.boolean(),
  group_messaging_enabled: z.boolean(),
  voice_messages_enabled: z.boolean(),
  require_connection_before_messaging: z.boolean(),
})
type MessagingSettings = z.output<typeof MessagingSettings>
/** Messages between members: the plugin that has them fills it. */
export interface Messaging {
  /** Those of these members to whom the reader may write for the first time. */
  reachable(ctx: Ctx, memberIds: number[]): Promise<Set<number>>
  settings(ctx: Ctx): MessagingSettings
  change(ctx: Ctx, changes: Partial<MessagingSettings>): Promise<void>
}

/** Bans: the plugin that has them fills it. */
export interface Banning {
  /** The ban that holds, for those who may lift it; null for everybody else. */
  of(ctx: Ctx, memberId: number): Promise<{ id: number; until: Date | null } | null>
}

const ConnectSettings = z.object({
  connect: z.object({
    enabled: z.boolean(),
    /** Whether members are shown people to meet, and whether admins and moderators are left out there. */
    recommendations: z.boolean(),
    exclude_admins_from_recommendations: z.boolean(),
    exclude_moderators_from_recommendations: z.boolean(),
  }),
  member_directory: z.object({ public: z.boolean(), sort: z.enum(SORTS), view: z.enum(VIEWS) }),
  /** Null without the plugin that has messages. */
  messaging: MessagingSettings.nullable(),
})
const connectBody = z
  .object({
    connect: ConnectSettings.shape.connect.partial(),
    member_directory: ConnectSettings.shape.member_directory.partial(),
    messaging: MessagingSettings.partial(),
  })
  .partial()

const text = (max: number) => line(max).nullable()
const ownAnswers = z.object({ profile_fields: z.object({ visible: z.array(AnsweredField), not_visible: z.array(AnsweredField) }) })
const filterQuery = z
  .string()
  .max(8_000)
  .transform((json, check) => {
    try {
      return JSON.parse(json) as unknown
    } catch {
      check.addIssue({ code: 'custom', message: 'This filter isn’t valid.' })
      return z.NEVER
    }
  })
  .pipe(FilterInput)
/** `memberId` is who is told, `byMemberId` who did it. */
const connected = z.object({ connectionId: id, memberId: id, byMemberId: id })

export default defineContract('members', {
  communitySettings: z.object({ allow_profile_search_indexing: communitySwitch('visitors'), hide_emails_on_member_profiles: communitySwitch('members', true) }),
  permissions: { manage: { title: 'Manage members, their profiles and profile fields', grant: ['admin'] } },
  settings: z.object({
    connect_enabled: z.boolean().default(true),
    recommendations: z.boolean().default(true),
    exclude_admins_from_recommendations: z.boolean().default(false),
    exclude_moderators_from_recommendations: z.boolean().default(false),
    directory_sort: z.enum(SORTS).default('latest'),
    directory_view: z.enum(VIEWS).default('cards'),
  }),
  routes: {
    list: get('/internal_api/community_members', {
      can: readers,
      query: paging.extend({
        /** Name, headline or place; from three letters on the best come first, whatever the sort. For those who may manage people addresses too. */
        search_text: z.string().trim().max(100).optional(),
        query_type: z.enum(['name', 'email', 'name_and_email']).default('name_and_email'),
        sort: z.enum(SORTS).default('latest'),
        space_id: id.optional(),
        online: flag.optional(),
        /** Who joined within the last 30 days. */
        is_new: flag.optional(),
        /** A `FilterGroup` as JSON. */
        filters: filterQuery.optional(),
      }),
      reply: list(DirectoryMember).extend({ online_count: z.number().nullable() }),
      limit: { points: 120, seconds: 60 },
      summary: 'The member directory',
    }),
    filterKit: get('/internal_api/filter_kit_configuration', {
      can: readers,
      query: z.object({ context: z.enum(['member_directory', 'audience']).default('member_directory') }),
      reply: z.object({ enabled: z.boolean(), records: z.array(FilterOffer), sort: z.enum(SORTS), view: z.enum(VIEWS) }),
      summary: 'What members can be filtered by, and how the directory is shown; `audience` for those who may manage people',
    }),
    profile: get('/internal_api/profiles/:id', {
      can: readers,
      params: z.object({ id: z.string().max(40) }),
      reply: Profile,
      summary: 'One profile, by public_uid or member id',
    }),
    spaces: get('/internal_api/members/:id/spaces', {
      can: readers,
      ...byId,
      reply: z.object({ records: z.array(ProfileSpace) }),
      summary: 'Spaces of a member that the reader sees too',
    }),
    preference: get('/internal_api/community_members/preference', { can: 'member', reply: Preference, summary: 'What one lets others see and do' }),
    updatePreference: patch('/internal_api/community_members/preference', {
      can: 'member',
      form: true,
      ...busy,
      body: Preference.partial(),
      reply: Preference,
    }),
    managed: get('/internal_api/admin/community_members', {
      can: 'manage',
      query: paging.extend({
        /** `inactive`: invited, or gone. Who is banned is in none. */
        status: z.enum(['active', 'inactive', 'all']).default('active'),
        /** Of this address alone, written as it is kept or not. */
        email: z.string().trim().min(1).max(320).optional(),
        ids: idList.optional(),
        /** A `FilterGroup` as JSON. */
        filters: filterQuery.optional(),
      }),
      reply: list(ManagedMember),
      summary: 'Members with addresses, all fields and preferences, newest first',
    }),
    create: post('/internal_api/community_members', {
      can: 'manage',
      ...busy,
      body: z.object({ email: emailAddress, name: line(100).default(''), headline: text(160).optional() }),
      reply: ManagedMember,
      status: 201,
      summary: 'Makes somebody a member at once, whose account is made where there is none; who is one already stays as they are. No email is sent',
    }),
    show: get('/internal_api/community_members/:id', {
      can: 'manage',
      ...byId,
      reply: ManagedMember,
      summary: 'A member with address, all fields and preferences',
    }),
    update: patch('/internal_api/community_members/:id', {
      can: 'manage',
      ...byId,
      ...busy,
      body: z
        .object({
          name: line(100).min(1, 'Enter a name.'),
          headline: text(160),
          bio: z.string().trim().max(2000).nullable(),
          location: text(120),
          website: text(300),
          avatar_signed_id: z.string().max(500).nullable(),
          preferences: AdminPreference.partial(),
          community_member_profile_fields: FieldValues,
        })
        .partial(),
      reply: ManagedMember,
      summary: 'Changes a member’s profile; what is not named stays',
    }),
    answers: get('/internal_api/profile', { can: 'member', reply: ownAnswers, summary: 'One’s own answers to the profile fields' }),
    updateAnswers: patch('/internal_api/profile', {
      can: 'member',
      ...busy,
      body: z.object({ community_member_profile_fields: FieldValues }),
      reply: ownAnswers,
      summary: 'Changes them, by the key of the field; what is not named stays',
    }),

    signUpQuestions: get('/internal_api/profile/sign_up', {
      can: 'member',
      reply: z.object({ records: z.array(AnsweredField) }),
      summary: 'What the community asks newcomers and the caller has not answered; nothing once they were asked',
    }),
    answerSignUp: post('/internal_api/profile/sign_up', {
      can: 'member',
      ...busy,
      body: z.object({ community_member_profile_fields: FieldValues }),
      reply: done,
      summary: 'Answers them, or puts them off where none is required; they are not asked again',
    }),

    fields: get('/internal_api/profile_fields', {
      can: 'manage',
      query: z.object({ label: line(100).optional(), archived: flag.optional() }),
      reply: z.object({ records: z.array(ProfileField) }),
      summary: 'The community’s profile fields, in their order',
    }),
    createField: post('/internal_api/profile_fields', { can: 'manage', ...busy, body: FieldCreate, reply: ProfileField, status: 201 }),
    reorderFields: patch('/internal_api/profile_fields/reorder', {
      can: 'manage',
      ...busy,
      body: z.object({ profile_field_ids: z.array(id).min(1).max(200) }),
      reply: done,
      summary: 'Puts the fields in this order',
    }),
    field: get('/internal_api/profile_fields/:id', { can: 'manage', ...byId, reply: ProfileField }),
    updateField: patch('/internal_api/profile_fields/:id', { can: 'manage', ...byId, ...busy, body: FieldUpdate, reply: ProfileField }),
    archiveField: post('/internal_api/profile_fields/:id/archive', {
      can: 'manage',
      ...byId,
      ...busy,
      reply: done,
      summary: 'Asked and shown nowhere any more; answers stay',
    }),
    unarchiveField: post('/internal_api/profile_fields/:id/unarchive', { can: 'manage', ...byId, ...busy, reply: done }),
    destroyField: del('/internal_api/profile_fields/:id', {
      can: 'manage',
      ...byId,
      reply: done,
      summary: 'Deletes an archived field with everybody’s answers; 422 for one that is not archived',
    }),
    pageFields: get('/internal_api/page_profile_fields', {
      can: 'member',
      query: z.object({ page_name: z.enum(FIELD_PAGES) }),
      reply: z.object({ records: z.array(ProfileField) }),
      summary: 'Fields of a page, in their order',
    }),

    connections: get('/internal_api/connections', {
      can: 'member',
      query: paging.extend({
        state: z.enum(['accepted', 'incoming', 'outgoing']).default('accepted'),
        /** Whose accepted ones; one’s own by default. */
        member_id: id.optional(),
      }),
      reply: list(Connection).extend({ incoming_count: z.number() }),
    }),
    recommendations: get('/internal_api/connections/recommendations', {
      can: 'member',
      reply: z.object({ records: z.array(DirectoryMember.extend({ mutual_count: z.number(), same_place: z.boolean() })) }),
      limit: { points: 60, seconds: 60 },
      summary: 'People to meet: connected with one’s connections, from the same place, or here lately; six at most',
    }),
    createConnection: post('/internal_api/connections', {
      can: 'member',
      limit: { points: 30, seconds: 3600 },
      body: z.object({ recipient_id: id, message: line(300).default('') }),
      reply: Connection,
      status: 201,
      summary: 'Asks to connect; accepts where the other one has asked already',
    }),
    acceptConnection: post('/internal_api/connections/:id/accept', { can: 'member', ...byId, ...busy, reply: Connection }),
    ignoreConnection: post('/internal_api/connections/:id/ignore', { can: 'member', ...byId, ...busy, reply: done, summary: 'The asker is not told' }),
    withdrawConnection: del('/internal_api/connections/:id/withdraw', {
      can: 'member',
      ...byId,
      ...busy,
      reply: done,
      summary: 'Takes back a request, or ends a connection',
    }),

    boundaries: get('/internal_api/boundaries', {
      can: 'member',
      impersonated: 'never',
      query: paging.extend({ kind: z.enum(BOUNDARY_KINDS).default('block') }),
      reply: list(Boundary),
      summary: 'Whom one has blocked or muted',
    }),
    createBoundary: post('/internal_api/boundaries', {
      can: 'member',
      impersonated: 'never',
      ...busy,
      body: z.object({ community_member_id: id, kind: z.enum(BOUNDARY_KINDS) }),
      reply: done,
      status: 201,
      summary: 'Blocks or mutes a member, who is not told; 422 cannot_block_staff for admins and moderators',
    }),
    destroyBoundary: del('/internal_api/boundaries/:kind/:id', {
      can: 'member',
      impersonated: 'never',
      ...busy,
      params: z.object({ kind: z.enum(BOUNDARY_KINDS), id }),
      reply: done,
      summary: 'Ends that; `id` is the member’s',
    }),

    connectSettings: get('/internal_api/settings/connect', { can: 'manage', reply: ConnectSettings }),
    updateConnectSettings: patch('/internal_api/settings/connect', { can: 'manage', body: connectBody, reply: ConnectSettings }),
  },
  events: {
    'connection.requested': event(connected, { realtime: 'member', automation: { person: 'byMemberId' }, title: 'A member asked to connect' }),
    'connection.accepted': event(connected, { realtime: 'member', automation: true, title: 'A connection was accepted' }),
    /** One’s own connections or what one has blocked moved, in another window too. */
    'connection.changed': event(z.object({ memberId: id }), { realtime: 'member' }),
    'profile_field.changed': event(z.object({ fieldId: id }), { realtime: 'community' }),
  },
  points: {
    filter: point<MemberFilter>(),
    marks: point<MemberMarks>(),
    stats: point<MemberStats>(),
    messaging: point<Messaging>(),
    banning: point<Banning>(),
  },
  slots: {
    /** Buttons on the profile and on the card over links to it. */
    'profile.actions': slot<OfMember>(),
    /** Entries of the menu there, each a `MenuEntry`. */
    'profile.menu': slot<OfMember>(),
    /** In place of those on the profile of somebody who is banned: until when, and the way back. */
    'profile.banned': slot<OfMember & { ban: { id: number; until: string | null } }>(),
    'profile.posts': slot<OfMember>(),
    /** A tab of one's own, named by the slot's `title`. */
    'profile.tab': slot<OfMember>(),
    /** A section at the foot of the tab "About". */
    'profile.about': slot<OfMember>(),
  },
  service: type<MembersService>(),
})
