/** What others may know of spaces: calls, events, points, and the service that decides who sees what. */
import {
  communitySwitch,
  defineContract,
  del,
  done,
  event,
  flag,
  get,
  id,
  idList,
  list,
  open,
  paging,
  patch,
  point,
  post,
  slot,
  SPACE_SORTS,
  type Tier,
  type,
  z,
} from '@atrium/sdk'
import type { Ctx, Markup, RawBuilder, SearchDocument, SqlBool } from '@atrium/sdk/server'
import type { Channel, Level } from '../notifications/contract.ts'
import { choice, type DISPLAY_VIEWS, GroupCreate, GroupUpdate, InvitationInput, line, SpaceCreate, SpacesUpdate, SpaceUpdate } from './contract/fields.ts'
import {
  Admission,
  GroupMember,
  Invitation,
  InvitationPreview,
  JoinRequest,
  Notifications,
  type Outside,
  Space,
  SpaceGroup,
  SpaceMember,
  SpaceRecord,
} from './contract/records.ts'

export {
  ADDRESS_PATTERN,
  DISPLAY_VIEWS,
  GROUP_FLAGS,
  type GroupInput,
  LISTED_FLAGS,
  OWN_FLAGS,
  INVITATION_DAYS,
  INVITATIONS_A_DAY,
  INVITATIONS_AN_HOUR,
  type LockBlock,
  MOST_INVITED,
  POST_SORTS,
  SLUG_PATTERN,
  type SpaceInput,
  SpaceOptions,
} from './contract/fields.ts'
export {
  type Admission,
  GroupMember,
  type Invitation,
  type JoinRequest,
  type Outside,
  type OwnSpace,
  Space,
  SpaceGroup,
  SpaceMember,
  SpaceRecord,
  type SpaceTab,
} from './contract/records.ts'

/** Where a space's items are counted, for the plugins whose items they are (`counters` of their server). */
export const POSTS_COUNT = 'spaces.space.posts_count'

/** Most spaces a community may hold, by tier. */
export const SPACE_LIMITS: Record<Tier, number> = { basic: 20, professional: 100, business: 1000 }
const role = z.enum(['member', 'moderator'])
const memberQuery = paging.extend({
  status: z.enum(['active', 'inactive', 'all']).default('active'),
  sort: z.enum(['oldest', 'latest', 'alphabetical']).optional(),
  query: line(100).optional(),
  /** Of this member alone. */
  community_member_id: id.optional(),
})
const groupQuery = paging.extend({ name: line(120).optional() })
const addOne = z.object({ community_member_id: id, moderator: z.boolean().optional() })
const addMany = z.object({ community_member_ids: idList, role: role.default('member') })
const added = done.extend({ added: z.number() })
const wrapped = done.extend({ space: Space })
const bySpace = { params: z.object({ id }) }
const inSpace = { params: z.object({ space_id: id }) }
const oneInSpace = { params: z.object({ space_id: id, id }) }
const inGroup = { params: z.object({ space_group_id: id }) }
const oneInGroup = { params: z.object({ space_group_id: id, memberId: id }) }
const byToken = { params: z.object({ token: z.string().min(1).max(100) }) }
const invited = done.extend({ sent: z.number(), records: z.array(Invitation) })
const invitationLimit = { points: 20, seconds: 3600 }
const adding = { limit: { points: 120, seconds: 60 } }
const addingMany = { limit: { points: 20, seconds: 60 } }
const visitors = open('visitors of a public community see its public spaces; what each reader sees is decided by access')

/** A type as the form of a space asks for it. */
const KnownType = z.object({ key: z.string(), views: z.array(z.string()), tabs: z.array(z.string()), has_options: z.boolean() })
export type KnownType = z.output<typeof KnownType>
/** What the form of a space hands to those who show the fields of their types. */
export interface SpaceSettings {
  /** Types that are chosen just now. */
  types: string[]
  /** Fields of the space as they are set, and changed just now; of a new space only the latter. */
  values: Record<string, unknown>
  onChange(change: Record<string, unknown>): void
  /** What the server refused, by field. */
  errors: Record<string, string | undefined>
}
const SpaceFact = z.object({ spaceId: id, spaceGroupId: id })
const Membership = z.object({ spaceId: id, memberId: id })

export interface SpaceCard {
  id: number
  slug: string
  name: string
  emoji: string | null
  isPrivate: boolean
  /** Listed for members only. */
  isSecret: boolean
  spaceGroupId: number
  types: string[]
  /** How comments there are read where the reader has not chosen. */
  commentSort: 'oldest' | 'latest'
}

/** One member's reach, made once a request. Visitors reach public spaces of public communities. */
export interface SpaceDescription extends SpaceCard {
  description: string | null
  customEmojiUrl: string | null
  /** Null where it is not shown. */
  membersCount: number | null
}
export interface Access {
  /** Spaces whose content this reader sees. */
  visibleIds(): number[]
  /** Spaces this reader belongs to. */
  memberIds(): number[]
  canView(spaceId: number): boolean
  /** Does this reader know that the space is there? Private spaces stand in lists with a lock; secret ones and drafts do not. */
  isListed(spaceId: number): boolean
  /** Spaces that a list shows this reader, open or locked. */
  listedIds(): number[]
  canPost(spaceId: number): boolean
  canModerate(spaceId: number): boolean
  /** Holds a right there: by a role in the community, or (of permissions with `space: true`) by one given for the space or its group. */
  can(permission: string, spaceId: number): boolean
  /** Keys of the roles that this reader holds in that space or its group alone. */
  rolesAt(spaceId: number): string[]
  isMember(spaceId: number): boolean
  /** Whether the way in is open: neither inside, nor suspended there. */
  mayJoin(spaceId: number): boolean
  /** Whether its posts may stand on the home page and among highlights. */
  isFeatured(spaceId: number): boolean
}

/** Why a grant was given: `manual`, `access_group`, `paywall`, `invitation_link`, `import`, `course`, `event`, `workflow`, … with the id of that record. */
export interface GrantSource {
  source: string
  sourceId: number | null
}
/** What a grant opens: a space, or a group with all its spaces that are no drafts, also those that come later. */
export interface GrantTarget {
  kind: 'space' | 'space_group'
  id: number
}
/** What a reader may do in a space, and the facts that decide it. */
export interface SpaceAnswer {
  may: Record<'view' | 'enter' | 'join' | 'post' | 'seeMembers' | 'addMembers' | 'moderate' | 'manage', boolean>
  standing: Standing
  isPrivate: boolean
  isSecret: boolean
  isDraft: boolean
  /** Only those who run it write there. */
  isSilent: boolean
  hidesMembers: boolean
  /** Holds `spaces.manage`. */
  manages: boolean
  /** Moderator of the space by membership. */
  runs: boolean
  rolesHere: string[]
}
export interface PlaceRole {
  id: number
  memberId: number
  target: GrantTarget
  /** Key of a role of the community. */
  role: string
  givenAt: Date
}
/** Inside; not inside, though it is open to them; sees and runs every space; suspended there; out of it. */
export type Standing = 'member' | 'open' | 'manages' | 'suspended' | 'outside'
/** Why a member is, or could be, somewhere. */
export interface Reason extends GrantSource {
  target: GrantTarget
  expiresAt: Date | null
  grantedAt: Date
}

export interface OpenRequest {
  id: number
  space: { id: number; name: string; slug: string }
  member: { id: number; name: string; avatar_url: string | null; public_uid: string }
  message: string
  created_at: Date
}
export interface SpacesService {
  access(): Promise<Access>
  /** What any visitor sees, or any member who is in no space, whoever asks: for what is drawn once for all of them. */
  accessOf(anybody: 'visitor' | 'member'): Promise<Access>
  /** For `namedIn`: only what lies in spaces that the reader sees; whatever there is where nobody reads, as in a job. */
  inSight(column: string): Promise<{ column: string; spaceIds: number[] | null }>
  card(spaceId: number): Promise<SpaceCard | null>
  cards(spaceIds: number[]): Promise<Map<number, SpaceCard>>
  /** What a card says of them beside, whoever asks, in the sidebar's order. */
  described(spaceIds: number[]): Promise<SpaceDescription[]>
  /** What one tells of itself to this reader as HTML, where they may not enter it; else nothing. */
  told(spaceId: number): Promise<Markup>
  /** Addresses of their covers, of those that have one. */
  covers(spaceIds: number[]): Promise<Map<number, string>>
  /**
   * Of spaces that any member may see those of these types whose name holds the words, 20 at most, whoever asks:
   * to choose one for what everybody is shown.
   * @param listed those too whose page sells them to whoever may not enter
   */
  named(search: string, types: readonly string[], options?: { listed?: boolean }): Promise<{ id: number; name: string }[]>
  /** Every group with its spaces, in the sidebar's order, whoever asks: for those who may manage access. */
  tree(): Promise<{ id: number; name: string; slug: string; spaces: SpaceCard[] }[]>
  bySlug(slug: string): Promise<SpaceCard | null>
  /** Of the reader's spaces those with something unread, and how much: sequence minus read mark. */
  unread(): Promise<{ id: number; count: number }[]>
  /** How many spaces there are, whoever may see them. */
  count(): Promise<number>
  /** How many items are in the space, from its kept counter. */
  postsCount(spaceId: number): Promise<number>
  /** What holds for this reader when they write there. */
  writingRules(spaceId: number): Promise<WritingRules>
  /** Fields that a type of spaces brings (`SpaceType.options`), as they are set for this space; defaults where there is none. */
  optionsOf<T extends z.ZodObject>(spaceId: number, schema: T): Promise<z.output<T>>
  /** Whether this reader may see who is in the space. */
  seesMembers(spaceId: number): Promise<boolean>
  /** Since when the reader belongs to the space; null where they do not. */
  joinedAt(spaceId: number): Promise<Date | null>
  /**
   * One more item in the space: its sequence (unread = sequence minus read mark), and for a post its posts count, rise at the
   * end of the transaction, so that writers wait for each other for moments only. What is imported, of an earlier moment, counts at once.
   */
  advance(spaceId: number, what: 'post' | 'message', importedFrom?: Date): Promise<void>
  /** One post fewer; the sequence never falls. */
  retreat(spaceId: number): void
  /** One that was there before is back: it counts, and is no news. */
  regain(spaceId: number): void
  /** What the search index keeps of spaces after this id; `last` is the last one looked at, null at the end. */
  documents(after: number, limit: number): Promise<{ documents: SearchDocument[]; last: number | null }>
  /** For seeds and set-up. */
  createGroup(input: { name: string; slug?: string }): Promise<{ id: number; slug: string }>
  create(input: {
    name: string
    slug?: string
    spaceGroupId: number
    emoji?: string
    types?: string[]
    isPrivate?: boolean
    isHidden?: boolean
    description?: string
    displayView?: string
    coverSignedId?: string
  }): Promise<SpaceCard>
  /** Members of a space, for lists that narrow themselves to it. @throws AtriumError 404 or 403 where this reader may not see who is in it */
  memberIds(spaceId: number): Promise<number[]>
  /** Spaces a member belongs to, as far as this reader sees them and who is in them; by name. */
  ofMember(memberId: number): Promise<SpaceCard[]>
  /** Spaces whose members this reader may see, or groups with something for this reader, as the choices of a list. */
  placesOfMembers(kind: GrantTarget['kind']): Promise<{ value: string; label: string }[]>
  /** A condition on `kernel.member_card as m`: active members of one of these, which the caller has taken from `placesOfMembers`. */
  isIn(kind: GrantTarget['kind'], ids: number[]): RawBuilder<SqlBool>
  /** How much these members want to hear of a space, by each way; who is not in it is left out. */
  notificationLevels(spaceId: number, memberIds: number[]): Promise<Map<number, Record<Channel, Level>>>
  /** One level by every way in each of the reader's own spaces, or in one of them. */
  setNotificationLevel(level: Level, spaceId?: number): Promise<void>
  /** Ids of members in a space above `after`, in order: for work that goes through all of them. The caller has decided that it may. */
  membersAfter(spaceId: number, after: number, limit: number): Promise<number[]>
  /** Open requests to be let in, the newest first, of all spaces that this reader may let people into. @param before id of the last one known */
  joinRequests(before: number | null, limit: number): Promise<OpenRequest[]>
  /** The reader joins, as by the button; idempotent. @throws AtriumError 404 for what is not open to them, 403 for who is suspended there */
  join(spaceId: number): Promise<void>
  /** Adds members (idempotent); whoever is suspended there stays so. */
  addMembers(spaceId: number, memberIds: number[], role?: 'member' | 'moderator'): Promise<void>
  /** Takes members out, whatever the reason they were in; whoever is suspended there stays so. @returns who was in */
  removeMembers(spaceId: number, memberIds: number[]): Promise<number[]>
  /**
   * Gives members a reason to be inside; idempotent, a new end replaces the old one. Whoever has a reason is a member, for as long as one is left;
   * who was in otherwise stays when all have gone, who is suspended stays so. Many are let in by a job, within moments.
   * @throws AtriumError 404 where a target is absent
   */
  grant(memberIds: number[], targets: GrantTarget[], reason: GrantSource, options?: { expiresAt?: Date | null }): Promise<void>
  /**
   * Takes this reason away from these members (`null`: from all); without `targets` everything it gave. `own` is what made them members themselves:
   * named members and targets leave, unless something else was given.
   */
  revokeGrant(memberIds: number[] | null, reason: GrantSource, targets?: GrantTarget[]): Promise<void>
  /** Every reason of a member, also of one who has left the space or is suspended there; membership of their own among them, as `own`. */
  reasonsOf(memberId: number): Promise<Reason[]>
  /** Gives a role of the community for one space or group alone; idempotent. Who asks holds all that it gives. @throws AtriumError 403 `role_above_own`, 404, 422 for a role that gives nothing there */
  giveRole(memberId: number, target: GrantTarget, role: string): Promise<void>
  takeRole(id: number): Promise<void>
  /** Roles held in single places, by key: newest first. */
  placeRoles(filter: { memberId?: number; before: number | null; limit: number }): Promise<PlaceRole[]>
  /** The policies' answers for this reader in a space, with what they look at; null where there is none. For whoever asks why. */
  explain(spaceId: number): Promise<SpaceAnswer | null>
  /** How a member stands to every space, whoever asks. */
  standingsOf(memberId: number): Promise<Map<number, Standing>>
}

/**
 * A type that spaces can hold as a tab. Posts draw `basic` and `image` in the slot `space.feed`; every other type is drawn by whatever fills
 * `space.type.<key>`, and called by that plugin's words `type.<key>`, its tabs by `tab.<key of the tab>`.
 */
export interface SpaceType {
  key: string
  /** Display views it offers, the first is the default. */
  views: (typeof DISPLAY_VIEWS)[number][]
  /** Keys of its tabs where it is not one of its own name. */
  tabs?: string[]
  /**
   * Fields that a space has for this type, each with a default. They are written and read with the space's own (so their names must not be among
   * those), and filled in by the form's slot `space.settings`.
   */
  options?: z.ZodObject
  /** Its items are messages, which are written in passing. */
  isChat?: boolean
  /** Whether an AI can say in a few sentences what happened in it. Default true. */
  summarized?: boolean
  /** How many things stand under each of its tabs; those left out show no number. */
  counts?(ctx: Ctx, spaceId: number): Promise<Record<string, number>>
  /** Asked before a draft comes out. @throws AtriumError 422 for what would come out empty */
  publishing?(ctx: Ctx, spaceId: number): Promise<void>
  /** The beginning of its content, for visitors before any script runs. */
  page?(ctx: Ctx, spaceId: number): Promise<Markup>
  /** What it tells of itself to those who may not enter, before any script runs: what the slot `space.outside.<key>` shows. */
  outside?(ctx: Ctx, spaceId: number): Promise<Markup>
  /** What it holds in a few words each, as "3 upcoming events", told where the space is sold to those outside; empty where that is nothing. */
  holds?(ctx: Ctx, spaceId: number): Promise<string[]>
  /** The page that somebody new begins with, where that is not the space itself, as the first lesson of a course. */
  begins?(ctx: Ctx, spaceId: number): Promise<string | null>
}

/** Brings a way into spaces that are closed, as what it costs. */
export interface SpaceOffer {
  /** The least that opens each of them, in words: "From €14 a month"; and the picture it is sold with. What nothing opens is left out. */
  least(ctx: Ctx, spaceIds: number[]): Promise<Map<number, { price: string; coverUrl: string | null }>>
  /** What the slot `space.locked` shows, before any script runs; null where nothing opens the space. */
  page(ctx: Ctx, space: { id: number; slug: string; name: string; hasCover: boolean }): Promise<{ body: Markup; image: string | null } | null>
}

/** Brings what posts in a space are filed under. */
export interface SpaceTopics {
  /** Ids of the topics offered there. */
  offeredIn(ctx: Ctx, spaceId: number): Promise<number[]>
}

export interface OwnWords {
  subject: string
  body: string
  button_label: string
}
/** Brings the community's own words for invitations by mail; the place they lead to and the inviter's lines are added. */
export interface InvitationEmail {
  /** Null where the community has none of its own. */
  words(ctx: Ctx, letter: { name: string; inviter: string }): Promise<OwnWords | null>
}

/** What a space asks of those who write in it, as it holds for one reader: whoever runs the space is asked nothing. */
export interface WritingRules {
  /** Members do not see the settings of a post. */
  hidePostSettings: boolean
  /** Members add no covers. */
  noCovers: boolean
  /** A post names at least one topic. */
  topicNeeded: boolean
}

/** What an AI plugin brings: a short account of what happened in a space. */
export interface SpaceSummarizer {
  summarize(
    ctx: Ctx,
    spaceId: number,
    since: Date | null,
  ): Promise<{ overview: string; topics: { topic_name: string; summary: string; contributors: { id: number; name: string }[]; relevant_post_ids: number[] }[] }>
}

/** What a tab of a space hands to whoever draws it. */
export interface InSpace {
  spaceId: number
  space: Space
  /** The tab's key. */
  tab: string
  /** One of the type's views. */
  view: string
}

export default defineContract('spaces', {
  communitySettings: z.object({
    allow_moderator_csv_download: communitySwitch('members'),
    hide_post_settings: communitySwitch('posts'),
    disable_member_post_covers: communitySwitch('posts'),
  }),
  permissions: { manage: { title: 'Manage spaces and space groups', grant: ['admin'] } },
  routes: {
    list: get('/internal_api/spaces', {
      can: visitors,
      query: paging.extend({ include_sidebar: flag.optional(), space_group_id: id.optional(), sort: z.enum(SPACE_SORTS).default('none') }),
      reply: list(SpaceRecord).extend({ sidebar_html: z.string().nullable(), space_groups: z.array(SpaceGroup) }),
      summary: 'Spaces this reader may know of; with include_sidebar all of them at once',
    }),
    create: post('/internal_api/spaces', { can: 'member', body: SpaceCreate, reply: wrapped, status: 201 }),
    maxSpaceLimit: get('/internal_api/spaces/max_space_limit', {
      can: 'member',
      query: z.object({ space_group_id: id.optional() }),
      reply: z.object({ max_space_limit: z.number(), spaces_count: z.number(), limit_reached: z.boolean() }),
    }),
    types: get('/internal_api/spaces/types', {
      can: 'member',
      reply: z.object({ types: z.array(KnownType) }),
      summary: 'Types that a space can hold here, as plugins bring them',
    }),
    bySlug: get('/internal_api/spaces/by_slug/:slug', { can: visitors, params: z.object({ slug: z.string().max(200) }), reply: Space }),
    reorder: patch('/internal_api/spaces/reorder', {
      can: 'manage',
      body: z.object({ space_group_id: id, space_ids: z.array(id).min(1).max(1000) }),
      reply: done,
      summary: 'Puts these spaces into the group, in this order',
    }),
    bulkUpdate: patch('/internal_api/spaces/bulk', {
      can: 'manage',
      body: z.object({ space_ids: idList, space: SpacesUpdate }),
      reply: done.extend({ updated: z.number() }),
      summary: 'Changes many spaces alike; all or none',
    }),
    bulkDestroy: post('/internal_api/spaces/bulk_destroy', {
      can: 'manage',
      body: z.object({ space_ids: idList }),
      reply: done.extend({ deleted: z.number() }),
      summary: 'Deletes spaces with all that is in them; all or none',
    }),
    show: get('/internal_api/spaces/:id', { can: visitors, ...bySpace, reply: Space }),
    update: patch('/internal_api/spaces/:id', { can: 'member', ...bySpace, body: SpaceUpdate, reply: Space }),
    destroy: del('/internal_api/spaces/:id', { can: 'member', ...bySpace, reply: done }),
    duplicate: post('/internal_api/spaces/:id/duplicate', { can: 'manage', ...bySpace, reply: wrapped, status: 201 }),
    activeMembersCount: get('/internal_api/spaces/:id/active_members_count', { can: visitors, ...bySpace, reply: z.object({ count: z.number() }) }),
    bookmarks: get('/internal_api/spaces/:id/bookmarks', {
      can: visitors,
      ...bySpace,
      query: paging,
      reply: list(
        z.object({
          id: z.number(),
          name: z.string(),
          display_type: z.string(),
          links: z.array(
            z.object({
              id: z.number(),
              name: z.string(),
              display_type: z.string(),
              url: z.string(),
              emoji: z.string().nullable(),
              custom_emoji_url: z.null(),
              custom_emoji_dark_url: z.null(),
            }),
          ),
        }),
      ),
    }),
    aiSummaries: get('/internal_api/spaces/:id/ai_summaries', {
      can: 'member',
      ...bySpace,
      query: z.object({ date_from: z.iso.datetime({ offset: true }).optional() }),
      reply: z.object({
        overview: z.string(),
        topics: z.array(
          z.object({
            topic_name: z.string(),
            summary: z.string(),
            contributors: z.array(z.object({ id: z.number(), name: z.string() })),
            relevant_post_ids: z.array(z.number()),
          }),
        ),
      }),
    }),
    resetUnreadCount: post('/internal_api/spaces/:id/reset_unread_count', { can: 'member', ...bySpace, reply: done }),
    notificationDetails: get('/internal_api/spaces/:id/space_notification_details', { can: 'member', ...bySpace, reply: Notifications }),
    updateNotificationDetails: patch('/internal_api/spaces/:id/space_notification_details', {
      can: 'member',
      ...bySpace,
      body: z
        .object({
          notification_type: choice,
          in_app_notification_setting: choice,
          mobile_notification_setting: choice,
          display_space_welcome_banner: z.boolean(),
        })
        .partial(),
      reply: Notifications,
    }),
    destroyBannerCover: del('/internal_api/spaces/:id/space_welcome_banners/destroy_cover', { can: 'member', ...bySpace, reply: done }),
    resetBannerPreference: post('/internal_api/spaces/:id/space_welcome_banners/reset_members_preference', { can: 'member', ...bySpace, reply: done }),

    join: post('/internal_api/spaces/:id/join', { can: 'member', ...bySpace, reply: Space, limit: { points: 60, seconds: 60 } }),
    leave: post('/internal_api/spaces/:id/leave', { can: 'member', ...bySpace, reply: done }),
    admission: get('/internal_api/spaces/:id/admission', {
      can: 'member',
      ...bySpace,
      reply: Admission,
      summary: 'Who can let one into the space, and how one’s own request stands',
    }),
    askToJoin: post('/internal_api/spaces/:id/join_request', {
      can: 'member',
      ...bySpace,
      body: z.object({ message: line(500).default('') }),
      reply: done,
      limit: { points: 20, seconds: 3600 },
      summary: 'Asks those who run a private space to be let in; asking again while a request is open changes nothing',
    }),
    withdrawRequest: del('/internal_api/spaces/:id/join_request', { can: 'member', ...bySpace, reply: done }),
    joinRequests: get('/internal_api/spaces/:id/join_requests', { can: 'member', ...bySpace, reply: z.object({ records: z.array(JoinRequest) }) }),
    decideRequest: post('/internal_api/spaces/:space_id/join_requests/:id', {
      can: 'member',
      ...oneInSpace,
      body: z.object({ accept: z.boolean() }),
      reply: done,
      summary: 'Lets the member in, or not; what is decided stays decided',
    }),
    membersSidebar: get('/internal_api/spaces/:id/space_members/sidebar', {
      can: visitors,
      ...bySpace,
      reply: z.object({ count: z.number().nullable(), records: z.array(SpaceMember) }),
    }),
    candidates: get('/internal_api/space_members/candidates', {
      can: 'member',
      query: z.object({ query: line(100).default(''), space_id: id.optional(), space_group_id: id.optional() }),
      reply: z.object({
        records: z.array(z.object({ community_member_id: z.number(), name: z.string(), headline: z.string().nullable(), avatar_url: z.string().nullable() })),
      }),
      limit: { points: 120, seconds: 60 },
      summary: 'Members who are not yet in the space or group, for those who may add them',
    }),
    members: get('/internal_api/spaces/:space_id/space_members', { can: visitors, ...inSpace, query: memberQuery, reply: list(SpaceMember) }),
    addMember: post('/internal_api/spaces/:space_id/space_members', { can: 'member', ...inSpace, ...adding, body: addOne, reply: added, status: 201 }),
    bulkAddMembers: post('/internal_api/spaces/:space_id/space_members/bulk_create', {
      can: 'member',
      ...inSpace,
      ...addingMany,
      body: addMany,
      reply: added,
      status: 201,
    }),
    exportMembers: post('/internal_api/spaces/:space_id/space_members/export', { can: 'member', ...inSpace, limit: { points: 10, seconds: 60 } }),
    member: get('/internal_api/spaces/:space_id/space_members/:id', { can: 'member', ...oneInSpace, reply: SpaceMember }),
    updateMember: patch('/internal_api/spaces/:space_id/space_members/:id', {
      can: 'member',
      ...oneInSpace,
      body: z.object({ role, moderator: z.boolean(), status: z.enum(['active', 'inactive']) }).partial(),
      reply: SpaceMember,
    }),
    removeMember: del('/internal_api/spaces/:space_id/space_members/:id', { can: 'member', ...oneInSpace, reply: done }),
    membersCsv: get('/c/:space/members.csv', { can: 'member', params: z.object({ space: z.string().max(200) }), limit: { points: 10, seconds: 60 } }),
    membersPagination: get('/c/:space/members_pagination', {
      can: visitors,
      params: z.object({ space: z.string().max(200) }),
      query: memberQuery,
      reply: list(SpaceMember),
    }),

    publicGroups: get('/space_groups', { can: visitors, query: groupQuery, reply: list(SpaceGroup) }),
    groups: get('/internal_api/space_groups', { can: visitors, query: groupQuery, reply: list(SpaceGroup) }),
    createGroup: post('/internal_api/space_groups', { can: 'manage', body: GroupCreate, reply: SpaceGroup, status: 201 }),
    reorderGroups: patch('/internal_api/space_groups/reorder', {
      can: 'manage',
      body: z.object({ space_group_ids: z.array(id).min(1).max(1000) }),
      reply: done,
      summary: 'Puts the groups in this order',
    }),
    group: get('/internal_api/space_groups/:id', { can: visitors, ...bySpace, reply: SpaceGroup }),
    updateGroup: patch('/internal_api/space_groups/:id', { can: 'manage', form: true, ...bySpace, body: GroupUpdate, reply: SpaceGroup }),
    destroyGroup: del('/internal_api/space_groups/:id', { can: 'manage', ...bySpace, reply: done }),
    groupMembers: get('/internal_api/space_groups/:space_group_id/space_group_members', {
      can: 'member',
      ...inGroup,
      query: memberQuery,
      reply: list(GroupMember),
    }),
    addGroupMember: post('/internal_api/space_groups/:space_group_id/space_group_members', {
      can: 'member',
      ...inGroup,
      ...adding,
      body: addOne,
      reply: added,
      status: 201,
    }),
    bulkAddGroupMembers: post('/internal_api/space_groups/:space_group_id/space_group_members/bulk_create', {
      can: 'member',
      ...inGroup,
      ...addingMany,
      body: addMany,
      reply: added,
      status: 201,
    }),
    exportGroupMembers: post('/internal_api/space_groups/:space_group_id/space_group_members/export', {
      can: 'member',
      ...inGroup,
      limit: { points: 10, seconds: 60 },
    }),
    groupMember: get('/internal_api/space_groups/:space_group_id/space_group_members/:memberId', { can: 'member', ...oneInGroup, reply: GroupMember }),
    updateGroupMember: patch('/internal_api/space_groups/:space_group_id/space_group_members/:memberId', {
      can: 'member',
      ...oneInGroup,
      body: z.object({ role, moderator: z.boolean(), status: z.enum(['active', 'inactive']) }).partial(),
      reply: GroupMember,
    }),
    removeGroupMember: del('/internal_api/space_groups/:space_group_id/space_group_members/:memberId', { can: 'member', ...oneInGroup, reply: done }),
    groupMembersCsv: get('/s/:group/members.csv', { can: 'member', params: z.object({ group: z.string().max(200) }), limit: { points: 10, seconds: 60 } }),

    invitations: get('/internal_api/spaces/:id/invitations', { can: 'member', ...bySpace, reply: z.object({ records: z.array(Invitation) }) }),
    invite: post('/internal_api/spaces/:id/invitations', {
      can: 'member',
      ...bySpace,
      body: InvitationInput,
      reply: invited,
      status: 201,
      limit: invitationLimit,
      summary: 'Mails a link to each address; each link lets one person in, once',
    }),
    groupInvitations: get('/internal_api/space_groups/:id/invitations', { can: 'member', ...bySpace, reply: z.object({ records: z.array(Invitation) }) }),
    inviteToGroup: post('/internal_api/space_groups/:id/invitations', {
      can: 'member',
      ...bySpace,
      body: InvitationInput,
      reply: invited,
      status: 201,
      limit: invitationLimit,
      summary: 'The same for a group and its open spaces',
    }),
    revokeInvitation: del('/internal_api/space_invitations/:id', { can: 'member', ...bySpace, reply: done }),
    invitation: get('/internal_api/space_invitations/by_token/:token', {
      can: open('whoever holds the mailed link may see where it leads before signing in'),
      ...byToken,
      reply: InvitationPreview,
      limit: { points: 60, seconds: 60 },
    }),
    acceptInvitation: post('/internal_api/space_invitations/by_token/:token/accept', {
      can: 'account',
      ...byToken,
      body: z.object({ consent: z.boolean().optional() }),
      reply: done.extend({ path: z.string() }),
      limit: { points: 60, seconds: 60 },
    }),
  },
  events: {
    'space.created': event(SpaceFact, { automation: true, title: 'A space was made' }),
    'space.updated': event(SpaceFact),
    'space.deleted': event(SpaceFact, { title: 'A space was deleted' }),
    'space_group.deleted': event(z.object({ spaceGroupId: id })),
    /** Told past the outbox, by a push: an open sidebar counts up without asking. */
    'space.advanced': event(z.object({ spaceId: id, sequence: z.number(), byMemberId: id.nullable() })),
    'space.member_joined': event(Membership, { realtime: 'member', automation: true, title: 'A member joined a space' }),
    'space.join_requested': event(Membership, { automation: true, title: 'A member asked to join a space' }),
    'space.join_decided': event(Membership.extend({ accepted: z.boolean() }), {
      realtime: 'member',
      automation: true,
      title: 'A request to join a space was decided',
    }),
    'space.member_left': event(Membership, { realtime: 'member', automation: true, title: 'A member left a space' }),
  },
  points: {
    type: point<SpaceType>(),
    summarizer: point<SpaceSummarizer>(),
    topics: point<SpaceTopics>(),
    email: point<InvitationEmail>(),
    offer: point<SpaceOffer>(),
  },
  slots: {
    /** What the community is, below an invitation. */
    'invitation.about': slot(),
    /** The way in that others offer before a space that this reader may not enter, as what it costs. */
    'space.locked': slot<{ space: Space; onOffered: () => void }>(),
    /** What a space of a type tells of itself to those who may not enter it; the part is the type's key. */
    'space.outside.*': slot<{ spaceId: number }>(),
    /** What a space that is sold tells of itself: what it holds, and who runs it. */
    'space.told': slot<{ outside: Outside }>(),
    /** Where somebody is about to leave a space: what goes on although they do. Within a sentence: no blocks. */
    'space.leaving': slot<{ spaceId: number }>(),
    'space.tab': slot<{ space: Space }>(),
    'space.aside': slot<{ spaceId: number; space: Space }>(),
    'space.tools': slot<{ spaceId: number; space: Space; tab: string | undefined }>(),
    'space.composer': slot<InSpace>(),
    'space.feed': slot<InSpace>(),
    /** What a space of a type shows; the part is the type's key. */
    'space.type.*': slot<InSpace>(),
    /** Fields of types, in the form of a space; a part shows nothing unless its type is chosen. */
    'space.settings': slot<SpaceSettings>(),
  },
  service: type<SpacesService>(),
})
