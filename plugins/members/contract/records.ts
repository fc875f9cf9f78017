/** Members as calls show them: rows of the directory, profiles, connections (public API, A.2.2). */
import { date, z } from '@atrium/sdk'
import { AnsweredField } from './fields.ts'

export const CONNECTION_STATES = ['requested', 'accepted', 'ignored'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]
export const BOUNDARY_KINDS = ['block', 'mute'] as const
export type BoundaryKind = (typeof BOUNDARY_KINDS)[number]

/** A mark beside a name, as tags are (public API, A.2.18). */
export const MemberMark = z.object({
  id: z.number(),
  name: z.string(),
  color: z.string(),
  text_color: z.string(),
  emoji: z.string().nullable(),
  display_format: z.string(),
  is_public: z.boolean(),
})
export type MemberMark = z.output<typeof MemberMark>

/** What a member has earned, where a plugin keeps points. */
export const GamificationStats = z.object({
  community_member_id: z.number(),
  total_points: z.number(),
  current_level: z.number().nullable(),
  current_level_name: z.string().nullable(),
  points_to_next_level: z.number().nullable(),
  /** Percent of the way from this level to the next; 100 at the last. */
  level_progress: z.number().nullable(),
})
export type GamificationStats = z.output<typeof GamificationStats>

/** How the reader and somebody stand. `incoming` waits for the reader, `outgoing` for the other one, who may have ignored it. */
export const Standing = z.object({ id: z.number(), state: z.enum(['incoming', 'outgoing', 'accepted']) })
export type Standing = z.output<typeof Standing>

const roles = z.object({ admin: z.boolean(), moderator: z.boolean(), agent: z.boolean() })
const person = {
  id: z.number(),
  community_member_id: z.number(),
  public_uid: z.string(),
  name: z.string(),
  headline: z.string().nullable(),
  avatar_url: z.string().nullable(),
  profile_url: z.string(),
  roles,
  created_at: date,
}
const withReader = {
  /** For those who may manage people, and where member and community let others see it; else null. */
  email: z.string().nullable(),
  member_tags: z.array(MemberMark),
  /** Null without such a plugin, and for who shows none. */
  gamification_stats: GamificationStats.nullable(),
  /** Null for visitors. */
  can_receive_dm_from_current_member: z.boolean().nullable(),
  messaging_enabled: z.boolean().nullable(),
  connection: Standing.nullable(),
  /** Whether the reader may ask to connect. */
  can_connect: z.boolean(),
}

/** A row of the directory (public API, A.2.2, `basic_community_member`). */
export const DirectoryMember = z.object({
  ...person,
  ...withReader,
  profile_info: z.object({ location: z.string().nullable() }),
  /** Answers to fields that are shown in the directory. */
  profile_fields: z.array(z.object({ id: z.number(), label: z.string(), display_value: z.union([z.string(), z.array(z.string())]) })),
})
export type DirectoryMember = z.output<typeof DirectoryMember>

const address = z.string().nullable()
/** A profile (public API, A.2.2, `public_profile`). Counts are of what this reader may see. */
export const Profile = z.object({
  ...person,
  ...withReader,
  bio: z.string().nullable(),
  large_avatar_url: z.string().nullable(),
  profile_info: z.object({ website: address, location: address, twitter_url: address, facebook_url: address, instagram_url: address, linkedin_url: address }),
  profile_fields: z.array(AnsweredField),
  /** Null for visitors, and for who was never seen. */
  last_seen_at: date.nullable(),
  /** Null where no plugin has posts. */
  posts_count: z.number().nullable(),
  spaces_count: z.number(),
  connections_count: z.number(),
  /** Whether the reader has muted them. */
  is_muted: z.boolean(),
  /** Of somebody who is banned, whose profile only those see who may lift that; `until` null: for good. */
  ban: z.object({ id: z.number(), until: date.nullable() }).nullable(),
  policies: z.object({ can_edit: z.boolean(), can_block: z.boolean() }),
})
export type Profile = z.output<typeof Profile>

export const Preference = z.object({
  visible_in_member_directory: z.boolean(),
  /** Others see the address, where the community lets them. */
  make_my_email_public: z.boolean(),
  /** Others may begin to write to one. */
  messaging_enabled: z.boolean(),
})
export type Preference = z.output<typeof Preference>
export const AdminPreference = Preference.extend({ messaging_enabled_by_admin: z.boolean() })

/** A member as those see them who may manage people (public API, A.2.2, `community_member`). */
export const ManagedMember = z.object({
  ...person,
  user_id: z.number(),
  community_id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  bio: z.string().nullable(),
  location: z.string().nullable(),
  website: z.string().nullable(),
  active: z.boolean(),
  /** Posts where the reader sees them; null where nobody counts these. */
  posts_count: z.number().nullable(),
  member_tags: z.array(MemberMark),
  gamification_stats: GamificationStats.nullable(),
  profile_fields: z.array(AnsweredField),
  flattened_profile_fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  preferences: AdminPreference,
  last_seen_at: date.nullable(),
  updated_at: date,
})
export type ManagedMember = z.output<typeof ManagedMember>

export const ProfileSpace = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  emoji: z.string().nullable(),
  is_private: z.boolean(),
  url: z.string(),
})

const Somebody = z.object({
  id: z.number(),
  public_uid: z.string(),
  name: z.string(),
  headline: z.string().nullable(),
  avatar_url: z.string().nullable(),
  roles,
})
export const Connection = z.object({
  id: z.number(),
  state: z.enum(['incoming', 'outgoing', 'accepted']),
  message: z.string(),
  /** The other one. */
  member: Somebody,
  created_at: date,
  accepted_at: date.nullable(),
})
export type Connection = z.output<typeof Connection>
export const Boundary = z.object({ id: z.number(), kind: z.enum(BOUNDARY_KINDS), member: Somebody, created_at: date })
export type Boundary = z.output<typeof Boundary>
