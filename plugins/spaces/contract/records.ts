/** What the calls answer: spaces, groups, who is in them, and invitations. */
import { date, z } from '@atrium/sdk'
import { choice, groupFlags, listedFlags, ownFlags, SpaceOptions } from './fields.ts'

const Policies = z.object({
  can_manage_space: z.boolean(),
  can_destroy_space: z.boolean(),
  can_view_space: z.boolean(),
  can_leave_space: z.boolean(),
  can_join_space: z.boolean(),
  can_create_post: z.boolean(),
  can_invite_members: z.boolean(),
  can_add_members: z.boolean(),
  can_view_members: z.boolean(),
  can_moderate_members: z.boolean(),
  can_export_members: z.boolean(),
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
  ...listedFlags,
  is_hidden: z.boolean(),
  is_hidden_from_non_members: z.boolean(),
  visibility: z.enum(['public', 'private', 'secret', 'draft']),
  is_member: z.boolean(),
  is_space_member: z.boolean(),
  space_member_id: z.number().nullable(),
  show_in_spaces_segment: z.boolean(),
  show_lock_icon_for_non_members: z.boolean(),
  hide_post_settings: z.boolean(),
  disable_member_post_covers: z.boolean(),
  require_topic_selection: z.boolean(),
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

/** One of the tabs under a space's name. `type` names the space type whose plugin draws it, null the members. */
export const SpaceTab = z.object({ key: z.string(), type: z.string().nullable(), count: z.number().nullable() })
export type SpaceTab = z.output<typeof SpaceTab>

const Shown = z.object({ id: z.number(), public_uid: z.string(), name: z.string(), avatar_url: z.string().nullable() })
/** What a space that is sold tells of itself to those who may not enter. */
export const Outside = z.object({
  /** What it holds, in words: "24 posts", "3 upcoming events". */
  holds: z.array(z.string()),
  /** Where it holds nothing yet, what it is for: "Posts", "Events". */
  awaits: z.array(z.string()),
  /** Who runs it, where no type of the space says so itself. */
  hosts: z.array(Shown),
  /** A few of its members, where they are public. */
  faces: z.array(Shown),
})
export type Outside = z.output<typeof Outside>

/** One space with every field of its own. */
export const OwnSpace = SpaceRecord.extend({
  ...SpaceOptions.shape,
  ...ownFlags,
  host: z.string(),
  /** Ids of what posts here may be filed under, as the topics say it. */
  topics: z.array(z.number()),
  topics_count: z.number(),
  /** How many ask to be let in; null for those who do not decide it. */
  join_requests_count: z.number().nullable(),
  lockscreen_site_page_url: z.string().nullable(),
  cover_image: z.string().nullable(),
  thumbnail_image_url: z.string().nullable(),
  welcome_banner_cover_url: z.string().nullable(),
  space_group: z.object({ id: z.number(), name: z.string(), slug: z.string() }),
  display_space_welcome_banner: z.boolean(),
  space_access_type: z.string().nullable(),
  tabs: z.array(SpaceTab),
  /** For who may not enter what is sold; else null. */
  outside: Outside.nullable(),
  /** Rises with each change of its settings; sent with one, it is refused once somebody else has saved. */
  version: z.number(),
  updated_at: date,
})
/** With the fields that the types of spaces bring. */
export const Space = OwnSpace.loose()
export type Space = z.output<typeof OwnSpace>

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
  policies: z.object({
    can_manage_space_group: z.boolean(),
    can_add_members: z.boolean(),
    can_create_space: z.boolean(),
    can_view_members: z.boolean(),
    can_export_members: z.boolean(),
  }),
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
  /** `public` joined by themselves, `invite` was added or invited. */
  access_type: z.enum(['public', 'invite', 'grant']),
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

export const Notifications = z.object({
  space_id: z.number(),
  notification_type: choice,
  in_app_notification_setting: choice,
  mobile_notification_setting: choice,
  unread_content_count: z.number(),
})

/** A link mailed to somebody; it lets one person in, once. */
export const Invitation = z.object({
  id: z.number(),
  email: z.string(),
  space_id: z.number().nullable(),
  space_group_id: z.number().nullable(),
  invited_by: z.string().nullable(),
  expires_at: date,
  created_at: date,
})
export type Invitation = z.output<typeof Invitation>
/** A member who asks to be let into a private space. */
export const JoinRequest = z.object({
  id: z.number(),
  message: z.string(),
  asked_at: date,
  member: z.object({ id: z.number(), public_uid: z.string(), name: z.string(), headline: z.string().nullable(), avatar_url: z.string().nullable() }),
})
export type JoinRequest = z.output<typeof JoinRequest>
/** The door of a private space, for somebody who is not in it. */
export const Admission = z.object({
  /** Who can let one in: those who run the space, then admins; at most five. */
  hosts: z.array(Shown),
  can_ask: z.boolean(),
  /** One's own request; null without one. */
  request: z.object({ status: z.enum(['open', 'accepted', 'declined']), asked_at: date }).nullable(),
  /** Something gives one this space: whoever has left it comes back without asking anybody. */
  is_given: z.boolean(),
})
export type Admission = z.output<typeof Admission>
/** What the mailed link shows before it is taken. */
export const InvitationPreview = z.object({
  name: z.string(),
  emoji: z.string().nullable(),
  kind: z.enum(['space', 'group']),
  path: z.string(),
  /** As far as the reader, who may be a stranger, sees the space. */
  cover_url: z.string().nullable(),
  description: z.string().nullable(),
  members_count: z.number().nullable(),
  invited_by: z.string().nullable(),
  is_member: z.boolean(),
  /** The reader signed up with it: nothing is left to be pressed. */
  taken: z.boolean(),
  /** Does it make whoever is no member of the community yet one? */
  lets_in: z.boolean(),
  expires_at: date,
})
