/** Rows as the calls show them. */
import { markText } from '@atrium/sdk'
import { type Ctx, isoOf, pick } from '@atrium/sdk/server'
import type { z } from 'zod'
import { LISTED_FLAGS, OWN_FLAGS, type GroupMember, type OwnSpace, type SpaceGroup, type SpaceMember, SpaceOptions, type SpaceRecord } from '../../contract.ts'
import type { Picture } from '../entities.ts'
import { groupPolicy, type SeenGroup, type SeenSpace, spacePolicy } from '../policies.ts'
import type { MembershipRow } from '../reads.ts'
import { typeOptions } from './typeOptions.ts'

const pictureUrl = (ctx: Ctx, picture: Picture | undefined, variant: 'medium' | 'large') => (picture ? ctx.files.url(picture, variant) : null)

function visibility({ is_draft, is_hidden, is_private }: SeenSpace['row']) {
  if (is_draft) return 'draft' as const
  if (is_hidden) return 'secret' as const
  return is_private ? ('private' as const) : ('public' as const)
}

/** Sequence minus read mark; nothing is unread to those who are not in it. */
export const unreadOf = ({ membership_id, sequence, read_mark }: SeenSpace['row']): number =>
  membership_id === null ? 0 : Math.max(sequence - (read_mark ?? 0), 0)

/** A space in a list. */
export function toRecord(ctx: Ctx, seen: SeenSpace): SpaceRecord {
  const { row } = seen
  const { options } = row
  const acts = ctx.member !== null && !ctx.viewOnly
  const manages = spacePolicy.manage(ctx, seen)
  const adds = acts && spacePolicy.addMembers(ctx, seen)
  const isMember = row.membership_id !== null
  // Before the locked page one knows that the space is there and how many are in it, not what goes on inside.
  const enters = spacePolicy.enter(ctx, seen)
  return {
    id: row.id,
    community_id: row.community_id,
    slug: row.slug,
    name: row.name,
    url: `${ctx.community.url}/c/${row.slug}`,
    emoji: row.emoji,
    custom_emoji_url: options.custom_emoji_url ?? null,
    custom_emoji_dark_url: options.custom_emoji_dark_url ?? null,
    description: options.description ?? null,
    cover_image_url: pictureUrl(ctx, row.pictures.cover, 'large'),
    space_group_id: row.space_group_id,
    space_group_name: row.group_name,
    space_type: row.types[0] ?? 'basic',
    post_type: row.types[0] ?? 'basic',
    types: row.types,
    ...pick(row, LISTED_FLAGS),
    is_hidden: row.is_hidden,
    is_hidden_from_non_members: row.is_hidden,
    visibility: visibility(row),
    is_member: isMember,
    is_space_member: isMember,
    space_member_id: row.membership_id,
    show_in_spaces_segment: !row.hide_from_sidebar,
    show_lock_icon_for_non_members: options.show_lock_icon_for_non_members ?? true,
    hide_post_settings: options.hide_post_settings ?? false,
    disable_member_post_covers: options.disable_member_post_covers ?? false,
    require_topic_selection: options.require_topic_selection ?? false,
    posts_count: enters ? row.posts_count : 0,
    members_count: row.hide_members_count && !manages ? null : row.members_count,
    unread_content_count: unreadOf(row),
    sequence: enters ? row.sequence : 0,
    position: row.position,
    last_activity_at: enters ? isoOf(row.last_activity_at) : null,
    created_at: isoOf(row.created_at),
    policies: {
      can_manage_space: acts && manages,
      can_destroy_space: acts && spacePolicy.delete(ctx, seen),
      can_view_space: enters,
      can_leave_space: acts && spacePolicy.leave(ctx, seen),
      can_join_space: acts && spacePolicy.join(ctx, seen),
      can_create_post: acts && spacePolicy.post(ctx, seen),
      can_invite_members: adds,
      can_add_members: adds,
      can_view_members: spacePolicy.seeMembers(ctx, seen),
      can_moderate_members: acts && spacePolicy.moderate(ctx, seen),
      can_export_members: acts && spacePolicy.exportMembers(ctx, seen),
    },
  }
}

/** A space with every field but what others bring to it; those who may not enter get the locked page's and none of the inside. */
export function toSpace(ctx: Ctx, seen: SeenSpace): Omit<z.input<typeof OwnSpace>, 'tabs' | 'topics' | 'topics_count' | 'outside'> {
  const { row, reach } = seen
  const options = SpaceOptions.parse(row.options)
  const enters = reach.canView(row.id)
  const preview = pictureUrl(ctx, row.pictures.preview, 'large')
  return {
    ...options,
    ...(enters ? typeOptions(ctx, row.options) : { welcome_banner: {}, links: [] }),
    lock_screen_blocks: options.lock_screen_blocks.filter(({ hidden }) => !hidden || spacePolicy.manage(ctx, seen)),
    meta_tag_attributes: preview ? { ...options.meta_tag_attributes, opengraph_image: preview } : options.meta_tag_attributes,
    ...toRecord(ctx, seen),
    ...pick(row, OWN_FLAGS),
    join_requests_count: ctx.member && spacePolicy.moderate(ctx, seen) ? row.requests_count : null,
    host: new URL(ctx.community.url).host,
    lockscreen_site_page_url: null,
    cover_image: pictureUrl(ctx, row.pictures.cover, 'large'),
    thumbnail_image_url: pictureUrl(ctx, row.pictures.thumbnail, 'medium'),
    welcome_banner_cover_url: enters ? pictureUrl(ctx, row.pictures.banner, 'large') : null,
    space_group: { id: row.space_group_id, name: row.group_name, slug: row.group_slug },
    display_space_welcome_banner: enters && options.welcome_banner.enabled === true && row.banner_hidden !== true,
    space_access_type: null,
    version: row.version,
    updated_at: isoOf(row.updated_at),
  }
}

export function toGroup(ctx: Ctx, seen: SeenGroup, spacesCount: number, membersCount: number): SpaceGroup {
  const { row } = seen
  const may = (act: 'manage' | 'addMembers' | 'createSpace' | 'seeMembers' | 'exportMembers') =>
    ctx.member !== null && !ctx.viewOnly && groupPolicy[act](ctx, seen)
  const { created_at, updated_at, ...fields } = row
  return {
    ...fields,
    space_group_members_count: row.hide_members_count && !groupPolicy.moderate(ctx, seen) ? null : membersCount,
    spaces_count: spacesCount,
    is_member: seen.role !== null,
    created_at: isoOf(created_at),
    updated_at: isoOf(updated_at),
    policies: {
      can_manage_space_group: may('manage'),
      can_add_members: may('addMembers'),
      can_create_space: may('createSpace'),
      can_view_members: may('seeMembers'),
      can_export_members: may('exportMembers'),
    },
  }
}

function toMembership(ctx: Ctx, row: MembershipRow) {
  const [first = '', ...rest] = row.name.split(' ')
  return {
    id: row.id,
    user_id: row.account_id,
    community_member_id: row.member_id,
    moderator: row.role === 'moderator',
    role: row.role,
    access_type: row.access_type,
    status: row.status,
    created_at: isoOf(row.created_at),
    updated_at: isoOf(row.updated_at),
    community_member: {
      name: row.name,
      first_name: first,
      last_name: rest.join(' '),
      avatar_url: row.avatar_url,
      headline: row.headline,
      community_id: ctx.community.id,
      profile_url: `${ctx.community.url}/u/${row.public_uid}`,
      public_uid: row.public_uid,
      roles: { admin: row.roles.includes('admin'), moderator: row.roles.includes('moderator') || row.roles.includes('admin') },
    },
  }
}
export const toSpaceMember = (ctx: Ctx, row: MembershipRow): SpaceMember => ({
  ...toMembership(ctx, row),
  space_id: row.place_id,
  notification_type: row.notification_type,
  in_app_notification_setting: row.in_app_notification_setting,
  mobile_notification_setting: row.mobile_notification_setting,
  posts_read_count: row.read_mark,
})
export const toGroupMember = (ctx: Ctx, row: MembershipRow): GroupMember => ({ ...toMembership(ctx, row), space_group_id: row.place_id })

const safe = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
/** The sidebar as plain HTML, for clients that show it as it comes. */
export const sidebarHtml = (groups: SpaceGroup[], spaces: SpaceRecord[]): string =>
  groups
    .map((group) => {
      const items = spaces
        .filter((space) => space.space_group_id === group.id && !space.hide_from_sidebar && (space.is_member || !group.hide_non_member_spaces_from_sidebar))
        .map(
          ({ slug, emoji, name }) =>
            `<li><a href="/c/${safe(slug)}">${markText(emoji) && `<span aria-hidden="true">${safe(markText(emoji))}</span> `}${safe(name)}</a></li>`,
        )
      return `<section><h2>${safe(group.name)}</h2><ul>${items.join('')}</ul></section>`
    })
    .join('')
