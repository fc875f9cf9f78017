/** Tables of spaces as the ORM knows them; the migration is their truth in SQL. */
import { type InferEntity, p, table, type TablesOf, versioned } from '@atrium/sdk/server'
import type { DISPLAY_VIEWS, POST_SORTS, SpaceOptions } from '../contract.ts'

/** A stored picture of a space. */
export interface Picture {
  id: number
  filename: string
}
/** What a member is told of what happens in a space. */
type Level = 'all' | 'never' | 'mention'
export type PictureSlot = 'cover' | 'thumbnail' | 'banner' | 'preview'

export const SpaceGroupTable = table('spaces.space_group', {
  name: p.text(),
  slug: p.text(),
  position: p.integer().default(0),
  isHiddenFromNonMembers: p.boolean().default(false),
  hideMembersCount: p.boolean().default(false),
  allowMembersToCreateSpaces: p.boolean().default(false),
  automaticallyAddMembersToNewSpaces: p.boolean().default(false),
  addMembersToSpaceGroupOnSpaceJoin: p.boolean().default(false),
  hideNonMemberSpacesFromSidebar: p.boolean().default(false),
  membersCount: p.integer().default(0),
})
export const SpaceTable = table('spaces.space', {
  ...versioned,
  spaceGroupId: p.bigint('number'),
  name: p.text(),
  slug: p.text(),
  position: p.integer().default(0),
  emoji: p.text().nullable(),
  types: p.array().default(['basic']),
  isPrivate: p.boolean().default(false),
  isHidden: p.boolean().default(false),
  isDraft: p.boolean().default(false),
  isPostDisabled: p.boolean().default(false),
  displayView: p.text().$type<(typeof DISPLAY_VIEWS)[number]>().default('posts'),
  defaultSort: p.text().$type<(typeof POST_SORTS)[number]>().default('latest'),
  hideSorting: p.boolean().default(false),
  hideFromSidebar: p.boolean().default(false),
  hideMembersCount: p.boolean().default(false),
  hideFromFeaturedAreas: p.boolean().default(false),
  sequence: p.bigint('number').default(0),
  postsCount: p.integer().default(0),
  membersCount: p.integer().default(0),
  /** Open ones. */
  requestsCount: p.integer().default(0),
  lastActivityAt: p.datetime().nullable(),
  options: p.json<Partial<SpaceOptions>>().defaultRaw("'{}'"),
  pictures: p.json<Partial<Record<PictureSlot, Picture>>>().defaultRaw("'{}'"),
})
export const SpaceMemberTable = table(
  'spaces.space_member',
  {
    spaceId: p.bigint('number'),
    memberId: p.bigint('number'),
    role: p.text().$type<'member' | 'moderator'>().default('member'),
    status: p.text().$type<'active' | 'inactive'>().default('active'),
    accessType: p.text().$type<'public' | 'invite' | 'grant'>().default('public'),
    readMark: p.bigint('number').default(0),
    notificationType: p.text().$type<Level>().default('all'),
    inAppNotificationSetting: p.text().$type<Level>().default('all'),
    mobileNotificationSetting: p.text().$type<Level>().default('all'),
    bannerHidden: p.boolean().default(false),
  },
  { own: ['space_id', 'role', 'status', 'access_type', 'notification_type', 'in_app_notification_setting', 'mobile_notification_setting'] },
)
export const SpaceGroupMemberTable = table(
  'spaces.space_group_member',
  {
    spaceGroupId: p.bigint('number'),
    memberId: p.bigint('number'),
    role: p.text().$type<'member' | 'moderator'>().default('member'),
    status: p.text().$type<'active' | 'inactive'>().default('active'),
    accessType: p.text().$type<'public' | 'invite' | 'grant'>().default('public'),
  },
  { own: ['space_group_id', 'role', 'status', 'access_type'] },
)
export const InvitationTable = table(
  'spaces.invitation',
  {
    spaceId: p.bigint('number').nullable(),
    spaceGroupId: p.bigint('number').nullable(),
    email: p.text(),
    tokenHash: p.text(),
    invitedBy: p.bigint('number').nullable(),
    claimedBy: p.bigint('number').nullable(),
    claimedAt: p.datetime().nullable(),
    expiresAt: p.datetime(),
  },
  { stays: 'links that open something are good in the installation that mailed them' },
)
export const InvitationCountTable = table(
  'spaces.invitation_count',
  {
    memberId: p.bigint('number'),
    hour: p.datetime(),
    mails: p.integer(),
  },
  { own: [] },
)

export const JoinRequestTable = table(
  'spaces.join_request',
  {
    spaceId: p.bigint('number'),
    memberId: p.bigint('number'),
    message: p.text(),
    status: p.text().$type<'open' | 'accepted' | 'declined'>().default('open'),
    decidedBy: p.bigint('number').nullable(),
    decidedAt: p.datetime().nullable(),
    askedAt: p.datetime(),
  },
  { own: ['space_id', 'message', 'status', 'asked_at', 'decided_at'] },
)

export const AccessGrantTable = table(
  'spaces.access_grant',
  {
    memberId: p.bigint('number'),
    target: p.text().$type<'space' | 'space_group'>(),
    targetId: p.bigint('number'),
    source: p.text(),
    sourceId: p.bigint('number').nullable(),
    grantedBy: p.bigint('number').nullable(),
    expiresAt: p.datetime().nullable(),
    state: p.text().$type<'pending' | 'live' | 'ending'>().default('pending'),
  },
  { own: ['target', 'target_id', 'source', 'expires_at', 'state'] },
)
export const SpaceRoleTable = table(
  'spaces.space_role',
  {
    memberId: p.bigint('number'),
    target: p.text().$type<'space' | 'space_group'>(),
    targetId: p.bigint('number'),
    roleKey: p.text(),
    grantedBy: p.bigint('number').nullable(),
  },
  { own: ['target', 'target_id', 'role_key'] },
)

export type SpaceEntity = InferEntity<typeof SpaceTable>
export const entities = [
  SpaceGroupTable,
  SpaceTable,
  SpaceMemberTable,
  SpaceGroupMemberTable,
  InvitationTable,
  InvitationCountTable,
  JoinRequestTable,
  AccessGrantTable,
  SpaceRoleTable,
]
/** For typed SQL: `ctx.em.getKysely<Tables>()`. */
export type Tables = TablesOf<
  | typeof SpaceGroupTable
  | typeof SpaceTable
  | typeof SpaceMemberTable
  | typeof SpaceGroupMemberTable
  | typeof InvitationTable
  | typeof InvitationCountTable
  | typeof JoinRequestTable
  | typeof AccessGrantTable
  | typeof SpaceRoleTable
>
