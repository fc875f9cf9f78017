/** What others may know of spaces: calls, events, points, and the service that decides who sees what. */
import {
  type Tier,
  date,
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
  SPACE_SORTS,
  type,
  z,
} from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'

/** Most spaces a community may hold, by tier. */
export const SPACE_LIMITS: Record<Tier, number> = { basic: 20, professional: 100, business: 1000 }
export const DISPLAY_VIEWS = ['posts', 'cards', 'list', 'thumbnail', 'feed', 'masonry', 'grid', 'calendar'] as const
export const POST_SORTS = ['latest', 'popular', 'oldest', 'likes', 'alphabetical', 'new_activity'] as const

const neverAll = z.enum(['never', 'all'])
const choice = z.enum(['all', 'never', 'mention'])
const line = (max: number) => z.string().trim().max(max)
/** An address on this site or an http one: never a script, nor `//` or `/\`, which lead elsewhere. */
const webAddress = z
  .string()
  .trim()
  .max(2000)
  .regex(/^(https?:\/\/[^\s]+|\/(?![/\\])[^\s]*)$/i)
const nothing = z.literal('').transform(() => null)
const text = (max: number) => line(max).nullable()
const address = z.union([nothing, webAddress]).nullable()
const slug = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(100)
  .regex(/^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u)

/** Fields of a space that no query filters by; they live in one JSON column, defaults are filled in when read. */
export const SpaceOptions = z.object({
  description: text(2000).default(null),
  cover_image_visible: z.boolean().default(true),
  cover_image_display_style: z.enum(['normal', 'wide']).default('normal'),
  custom_emoji_url: address.default(null),
  custom_emoji_dark_url: address.default(null),
  locked_button_url: address.default(null),
  locked_button_label: text(80).default(null),
  locked_page_heading: text(200).default(null),
  locked_page_description: text(2000).default(null),
  lock_screen_blocks: z
    .array(z.object({ type: line(40), hidden: z.boolean().default(false), data: z.record(z.string(), z.unknown()).default({}) }))
    .max(20)
    .default([]),
  hide_post_settings: z.boolean().default(false),
  require_topic_selection: z.boolean().default(false),
  prevent_members_from_adding_others: z.boolean().default(true),
  disable_member_post_covers: z.boolean().default(false),
  pinned_posts_label: text(60).default(null),
  show_lock_icon_for_non_members: z.boolean().default(true),
  default_comment_sort: z.enum(['oldest', 'latest']).default('oldest'),
  default_member_sort: z.enum(['oldest', 'latest', 'alphabetical']).default('latest'),
  default_tab: line(40).default('posts'),
  show_tab_bar: z.boolean().default(true),
  show_next_event: z.boolean().default(true),
  hide_right_sidebar: z.boolean().default(false),
  visible_tabs: z.object({ posts: z.boolean(), members: z.boolean(), upcoming: z.boolean(), past: z.boolean() }).partial().default({}),
  meta_tag_attributes: z
    .object({ meta_title: text(120), meta_description: text(300), opengraph_title: text(120), opengraph_description: text(300), opengraph_image: address })
    .partial()
    .default({}),
  chat_room_show_history: z.boolean().default(true),
  chat_room_description: text(2000).default(null),
  course_setting: z
    .object({
      course_type: z.enum(['self_paced', 'scheduled', 'structured']),
      new_comment_notification_enabled: z.boolean(),
      enforce_lessons_order: z.boolean(),
      custom_lesson_label: text(40),
      custom_section_label: text(40),
      lesson_thumbnails_visible: z.boolean(),
    })
    .partial()
    .default({}),
  event_auto_rsvp_enabled: z.boolean().default(false),
  default_notification_setting: neverAll.default('all'),
  default_in_app_notification_setting: neverAll.default('all'),
  default_mobile_notification_setting: neverAll.default('all'),
  default_mention_in_app_notification_setting: neverAll.default('all'),
  default_mention_mobile_notification_setting: neverAll.default('all'),
  topics: z.array(id).max(100).default([]),
  welcome_banner: z
    .object({ enabled: z.boolean(), title: line(120), text: line(1000) })
    .partial()
    .default({}),
  links: z
    .array(z.object({ name: line(80).min(1), url: webAddress, emoji: text(40).default(null) }))
    .max(20)
    .default([]),
})
export type SpaceOptions = z.output<typeof SpaceOptions>

const columns = {
  name: line(120).min(1),
  space_group_id: id,
  emoji: text(40),
  is_private: z.boolean(),
  /** Secret: listed for members only. The two names mean the same. */
  is_hidden: z.boolean(),
  is_hidden_from_non_members: z.boolean(),
  is_draft: z.boolean(),
  display_view: z.enum(DISPLAY_VIEWS),
  default_sort: z.enum(POST_SORTS),
  hide_sorting: z.boolean(),
  hide_from_sidebar: z.boolean(),
  hide_members_count: z.boolean(),
  hide_from_featured_areas: z.boolean(),
  is_post_disabled: z.boolean(),
}
// `default()` would write defaults over stored values on a partial update, so the inputs take the bare fields.
const optionFields = Object.fromEntries(Object.entries(SpaceOptions.shape).map(([key, field]) => [key, field.unwrap().optional()])) as {
  [K in keyof typeof SpaceOptions.shape]: z.ZodOptional<ReturnType<(typeof SpaceOptions.shape)[K]['unwrap']>>
}
const files = {
  /** Signed id of a direct upload; null takes the picture away. */
  cover_image: z.string().max(500).nullable(),
  thumbnail_image: z.string().max(500).nullable(),
  welcome_banner_cover: z.string().max(500).nullable(),
}
export const SpaceUpdate = z.object({
  ...z.object({ ...columns, ...files, slug, types: z.array(line(40)).min(1).max(8), position: z.number().int().min(0).max(100_000) }).partial().shape,
  ...optionFields,
})
export const SpaceCreate = SpaceUpdate.extend({ name: columns.name, space_group_id: id, space_type: line(40).optional() })
export type SpaceInput = z.output<typeof SpaceUpdate>

const Policies = z.object({
  can_manage_space: z.boolean(),
  can_view_space: z.boolean(),
  can_leave_space: z.boolean(),
  can_join_space: z.boolean(),
  can_create_post: z.boolean(),
  can_invite_members: z.boolean(),
  can_add_members: z.boolean(),
})

/** What lists and the sidebar carry. */
export const SpaceRecord = z.object({
  id: z.number(),
  community_id: z.number(),
  slug: z.string(),
  name: z.string(),
  url: z.string(),
  emoji: z.string().nullable(),
  custom_emoji_url: z.string().nullable(),
  custom_emoji_dark_url: z.string().nullable(),
  description: z.string().nullable(),
  cover_image_url: z.string().nullable(),
  space_group_id: z.number(),
  space_group_name: z.string(),
  space_type: z.string(),
  post_type: z.string(),
  types: z.array(z.string()),
  display_view: z.enum(DISPLAY_VIEWS),
  is_private: z.boolean(),
  is_hidden: z.boolean(),
  is_hidden_from_non_members: z.boolean(),
  is_draft: z.boolean(),
  visibility: z.enum(['public', 'private', 'secret', 'draft']),
  is_member: z.boolean(),
  is_space_member: z.boolean(),
  space_member_id: z.number().nullable(),
  hide_from_sidebar: z.boolean(),
  hide_members_count: z.boolean(),
  show_lock_icon_for_non_members: z.boolean(),
  posts_count: z.number(),
  members_count: z.number().nullable(),
  unread_content_count: z.number(),
  sequence: z.number(),
  position: z.number(),
  last_activity_at: date.nullable(),
  created_at: date,
  policies: Policies,
})
export type SpaceRecord = z.output<typeof SpaceRecord>

/** One space with every field. */
export const Space = SpaceRecord.extend({
  ...SpaceOptions.shape,
  default_sort: z.enum(POST_SORTS),
  hide_sorting: z.boolean(),
  hide_from_featured_areas: z.boolean(),
  is_post_disabled: z.boolean(),
  cover_image: z.string().nullable(),
  thumbnail_image_url: z.string().nullable(),
  welcome_banner_cover_url: z.string().nullable(),
  space_group: z.object({ id: z.number(), name: z.string(), slug: z.string() }),
  display_space_welcome_banner: z.boolean(),
  space_access_type: z.string().nullable(),
  updated_at: date,
})
export type Space = z.output<typeof Space>

const groupFlags = {
  is_hidden_from_non_members: z.boolean(),
  hide_members_count: z.boolean(),
  allow_members_to_create_spaces: z.boolean(),
  automatically_add_members_to_new_spaces: z.boolean(),
  add_members_to_space_group_on_space_join: z.boolean(),
  hide_non_member_spaces_from_sidebar: z.boolean(),
}
export const GroupUpdate = z
  .object({ name: columns.name, slug, position: z.number().int().min(0).max(100_000), moderator_community_member_ids: z.array(id).max(100), ...groupFlags })
  .partial()
export const GroupCreate = GroupUpdate.extend({ name: columns.name })
export type GroupInput = z.output<typeof GroupUpdate>

export const SpaceGroup = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  community_id: z.number(),
  position: z.number(),
  ...groupFlags,
  space_group_members_count: z.number().nullable(),
  spaces_count: z.number(),
  is_member: z.boolean(),
  created_at: date,
  updated_at: date,
  policies: z.object({ can_manage_space_group: z.boolean(), can_add_members: z.boolean(), can_create_space: z.boolean() }),
})
export type SpaceGroup = z.output<typeof SpaceGroup>

const person = z.object({
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.string().nullable(),
  headline: z.string().nullable(),
  community_id: z.number(),
  profile_url: z.string(),
  public_uid: z.string(),
  roles: z.object({ admin: z.boolean(), moderator: z.boolean() }),
})
const membership = {
  id: z.number(),
  user_id: z.number(),
  community_member_id: z.number(),
  moderator: z.boolean(),
  role: z.enum(['member', 'moderator']),
  access_type: z.string(),
  status: z.enum(['active', 'inactive']),
  created_at: date,
  updated_at: date,
  community_member: person,
}
export const SpaceMember = z.object({
  ...membership,
  space_id: z.number(),
  notification_type: choice,
  in_app_notification_setting: choice,
  mobile_notification_setting: choice,
  posts_read_count: z.number(),
})
export type SpaceMember = z.output<typeof SpaceMember>
export const GroupMember = z.object({ ...membership, space_group_id: z.number() })
export type GroupMember = z.output<typeof GroupMember>

const Notifications = z.object({ space_id: z.number(), notification_type: choice, in_app_notification_setting: choice, mobile_notification_setting: choice })
const role = z.enum(['member', 'moderator'])
const memberQuery = paging.extend({
  status: z.enum(['active', 'inactive', 'all']).default('active'),
  sort: z.enum(['oldest', 'latest', 'alphabetical']).optional(),
  query: line(100).optional(),
})
const addOne = z.object({ community_member_id: id, moderator: z.boolean().optional() })
const addMany = z.object({ community_member_ids: idList, role: role.default('member') })
const added = done.extend({ added: z.number() })
const wrapped = done.extend({ space: Space })
const bySpace = { params: z.object({ id }) }
const inSpace = { params: z.object({ space_id: id }) }
const oneInSpace = { params: z.object({ space_id: id, id }) }
const inGroup = { params: z.object({ space_group_id: id }) }
const oneInGroup = { params: z.object({ space_group_id: id, memberId: id }) }
const visitors = open('visitors of a public community see its public spaces; what each reader sees is decided by access')

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
}

/** One member's reach, made once a request. Visitors reach public spaces of public communities. */
export interface Access {
  /** Spaces whose content this reader sees. */
  visibleIds: number[]
  /** Spaces this reader belongs to. */
  memberIds: number[]
  canView(spaceId: number): boolean
  canPost(spaceId: number): boolean
  canModerate(spaceId: number): boolean
  isMember(spaceId: number): boolean
}

export interface SpacesService {
  access(): Promise<Access>
  card(spaceId: number): Promise<SpaceCard | null>
  cards(spaceIds: number[]): Promise<Map<number, SpaceCard>>
  bySlug(slug: string): Promise<SpaceCard | null>
  /** One more item in the space: raises its sequence (unread = sequence minus read mark) and its posts count. Returns the new sequence. */
  advance(spaceId: number): Promise<number>
  /** One item fewer. */
  retreat(spaceId: number): Promise<void>
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
  }): Promise<SpaceCard>
  /** Members of a space, for lists that narrow themselves to it. @throws AtriumError 404 or 403 where this reader may not see who is in it */
  memberIds(spaceId: number): Promise<number[]>
  /** Spaces a member belongs to, as far as this reader sees them and who is in them; by name. */
  ofMember(memberId: number): Promise<SpaceCard[]>
  /** Adds members (idempotent). */
  addMembers(spaceId: number, memberIds: number[], role?: 'member' | 'moderator'): Promise<void>
}

/** Puts a grant on top of membership: access groups, paywalls and trials fill this, they never filter lists themselves. */
export interface AccessGrant {
  /** Extra spaces this reader sees. */
  spaceIds(ctx: Ctx): Promise<number[]>
}

/** A type that spaces can hold as a tab: basic, image, event, chat, course, members. */
export interface SpaceType {
  key: string
  /** Display views it offers, the first is the default. */
  views: string[]
}

/** What an AI plugin brings: a short account of what happened in a space. */
export interface SpaceSummarizer {
  summarize(
    ctx: Ctx,
    spaceId: number,
  ): Promise<{ overview: string; topics: { topic_name: string; summary: string; contributors: { id: number; name: string }[]; relevant_post_ids: number[] }[] }>
}

export default defineContract('spaces', {
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
      reply: z.object({ types: z.array(z.object({ key: z.string(), views: z.array(z.string()) })) }),
      summary: 'Types that a space can hold here, as plugins bring them',
    }),
    bySlug: get('/internal_api/spaces/by_slug/:slug', { can: visitors, params: z.object({ slug: z.string().max(200) }), reply: Space }),
    show: get('/internal_api/spaces/:id', { can: visitors, ...bySpace, reply: Space }),
    update: patch('/internal_api/spaces/:id', { can: 'member', ...bySpace, body: SpaceUpdate, reply: Space }),
    destroy: del('/internal_api/spaces/:id', { can: 'member', ...bySpace, reply: done }),
    duplicate: post('/internal_api/spaces/:id/duplicate', { can: 'manage', ...bySpace, reply: wrapped, status: 201 }),
    activeMembersCount: get('/internal_api/spaces/:id/active_members_count', { can: visitors, ...bySpace, reply: z.object({ count: z.number() }) }),
    bookmarks: get('/internal_api/spaces/:id/bookmarks', {
      can: visitors,
      ...bySpace,
      reply: list(
        z.object({
          id: z.number(),
          name: z.string(),
          display_type: z.string(),
          links: z.array(z.object({ id: z.number(), name: z.string(), display_type: z.string(), url: z.string(), emoji: z.string().nullable() })),
        }),
      ),
    }),
    aiSummaries: get('/internal_api/spaces/:id/ai_summaries', {
      can: 'member',
      ...bySpace,
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
    addMember: post('/internal_api/spaces/:space_id/space_members', { can: 'member', ...inSpace, body: addOne, reply: added, status: 201 }),
    bulkAddMembers: post('/internal_api/spaces/:space_id/space_members/bulk_create', { can: 'member', ...inSpace, body: addMany, reply: added, status: 201 }),
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

    publicGroups: get('/space_groups', { can: visitors, query: paging, reply: list(SpaceGroup) }),
    groups: get('/internal_api/space_groups', { can: visitors, query: paging, reply: list(SpaceGroup) }),
    createGroup: post('/internal_api/space_groups', { can: 'manage', body: GroupCreate, reply: SpaceGroup, status: 201 }),
    group: get('/internal_api/space_groups/:id', { can: visitors, ...bySpace, reply: SpaceGroup }),
    updateGroup: patch('/internal_api/space_groups/:id', { can: 'manage', ...bySpace, body: GroupUpdate, reply: SpaceGroup }),
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
      body: addOne,
      reply: added,
      status: 201,
    }),
    bulkAddGroupMembers: post('/internal_api/space_groups/:space_group_id/space_group_members/bulk_create', {
      can: 'member',
      ...inGroup,
      body: addMany,
      reply: added,
      status: 201,
    }),
    exportGroupMembers: post('/internal_api/space_groups/:space_group_id/space_group_members/export', {
      can: 'manage',
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
    groupMembersCsv: get('/s/:group/members.csv', { can: 'manage', params: z.object({ group: z.string().max(200) }), limit: { points: 10, seconds: 60 } }),
  },
  events: {
    'space.created': event(SpaceFact, { automation: true, title: 'A space was made' }),
    'space.updated': event(SpaceFact),
    'space.deleted': event(SpaceFact, { title: 'A space was deleted' }),
    /** Told past the outbox, by a push: an open sidebar counts up without asking. */
    'space.advanced': event(z.object({ spaceId: id, sequence: z.number(), byMemberId: id.nullable() })),
    'space.member_joined': event(Membership, { realtime: 'member', automation: true, title: 'A member joined a space' }),
    'space.member_left': event(Membership, { realtime: 'member', automation: true, title: 'A member left a space' }),
  },
  points: { type: point<SpaceType>(), grant: point<AccessGrant>(), summarizer: point<SpaceSummarizer>() },
  slots: ['space.tab', 'space.aside', 'space.tools', 'space.composer', 'space.feed'],
  service: type<SpacesService>(),
})
