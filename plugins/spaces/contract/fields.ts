/** What callers may write: fields of spaces, groups and invitations, checked once for server and tests. */
import { editedVersion, id, z, emailAddress } from '@atrium/sdk'

export const DISPLAY_VIEWS = ['posts', 'cards', 'list', 'thumbnail', 'feed', 'masonry', 'grid', 'calendar'] as const
export const POST_SORTS = ['latest', 'popular', 'oldest', 'likes', 'alphabetical', 'new_activity'] as const
/** Patterns that forms check while one types; flags `iu` and `u`. */
export const ADDRESS_PATTERN = '^(https?:\\/\\/(?![^/?#\\s]*@)[^\\s]+|\\/(?![/\\\\])[^\\s]*)$'
export const SLUG_PATTERN = '^[\\p{Ll}\\p{Lo}\\p{N}]+(-[\\p{Ll}\\p{Lo}\\p{N}]+)*$'
/** Addresses one invitation may name, and how long its link holds. */
export const MOST_INVITED = 50
export const INVITATION_DAYS = 14
/** Invitations by mail, to spaces and groups together: of one member in an hour, and of all members in a day. */
export const INVITATIONS_AN_HOUR = 100
export const INVITATIONS_A_DAY = 1000

const neverAll = z.enum(['never', 'all'])
export const choice = z.enum(['all', 'never', 'mention'])
export const line = (max: number) => z.string().trim().max(max)
/** An address on this site or an http one without user and password: never a script, nor `//` or `/\`, which lead elsewhere. */
const webAddress = z.string().trim().max(2000).regex(new RegExp(ADDRESS_PATTERN, 'iu'))
const nothing = z.literal('').transform(() => null)
const text = (max: number) => line(max).nullable()
const address = z.union([nothing, webAddress]).nullable()
export const slug = z.string().trim().toLowerCase().min(1).max(100).regex(new RegExp(SLUG_PATTERN, 'u'))

const hidden = z.boolean().default(false)
/** A part of the page that stands before a space for those who may not enter; hidden ones are kept for those who run it. */
export const LockBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), hidden, data: z.object({ heading: line(200).default(''), text: line(2000).default('') }) }),
  z.object({ type: z.literal('picture'), hidden, data: z.object({ url: webAddress, alt: line(200).default('') }) }),
  z.object({ type: z.literal('button'), hidden, data: z.object({ label: line(80).min(1), url: webAddress }) }),
])
export type LockBlock = z.output<typeof LockBlock>

/** Fields of every space that no query filters by; they live in one JSON column, defaults are filled in when read. */
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
  lock_screen_blocks: z.array(LockBlock).max(20).default([]),
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
  hide_right_sidebar: z.boolean().default(false),
  /** Tabs by their key; one that is not named is shown. */
  visible_tabs: z
    .record(line(40), z.boolean())
    .refine((tabs) => Object.keys(tabs).length <= 20, 'You can have up to 20 tabs.')
    .default({}),
  meta_tag_attributes: z
    .object({ meta_title: text(120), meta_description: text(300), opengraph_title: text(120), opengraph_description: text(300), opengraph_image: address })
    .partial()
    .default({}),
  default_notification_setting: neverAll.default('all'),
  default_in_app_notification_setting: neverAll.default('all'),
  default_mobile_notification_setting: neverAll.default('all'),
  default_mention_in_app_notification_setting: neverAll.default('all'),
  default_mention_mobile_notification_setting: neverAll.default('all'),
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

/** What a space has set, by the names of its columns: taken by the calls, kept and answered as it is. These in lists too. */
export const listedFlags = {
  is_private: z.boolean(),
  is_draft: z.boolean(),
  display_view: z.enum(DISPLAY_VIEWS),
  hide_from_sidebar: z.boolean(),
  hide_members_count: z.boolean(),
}
export const ownFlags = {
  default_sort: z.enum(POST_SORTS),
  hide_sorting: z.boolean(),
  hide_from_featured_areas: z.boolean(),
  is_post_disabled: z.boolean(),
}
const namesOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[]
export const LISTED_FLAGS = namesOf(listedFlags)
export const OWN_FLAGS = namesOf(ownFlags)
export const columns = {
  name: line(120).min(1),
  space_group_id: id,
  emoji: text(40),
  /** Secret: listed for members only. The two names mean the same. */
  is_hidden: z.boolean(),
  is_hidden_from_non_members: z.boolean(),
  ...listedFlags,
  ...ownFlags,
}
// `default()` would write defaults over stored values on a partial update, so the inputs take the bare fields.
const optionFields = Object.fromEntries(Object.entries(SpaceOptions.shape).map(([key, field]) => [key, field.unwrap().optional()])) as {
  [K in keyof typeof SpaceOptions.shape]: z.ZodOptional<ReturnType<(typeof SpaceOptions.shape)[K]['unwrap']>>
}
/** Signed id of a direct upload; null takes the picture away. */
const picture = z.string().max(500).nullable()
const files = { cover_image: picture, thumbnail_image: picture, welcome_banner_cover: picture, opengraph_picture: picture }
const OwnUpdate = z.object({
  ...z.object({ ...columns, ...files, slug, types: z.array(line(40)).min(1).max(8), position: z.number().int().min(0).max(100_000) }).partial().shape,
  ...optionFields,
  version: editedVersion,
  /** Another name of `emoji` that clients send. */
  custom_emoji: z.object({ emoji: text(40) }).optional(),
})
/** Loose, as types of spaces bring fields of their own. */
export const SpaceUpdate = OwnUpdate.loose()
/** Without a group it lies in the first one, which is made where there is none. */
export const SpaceCreate = SpaceUpdate.extend({ name: columns.name, space_group_id: id.optional(), space_type: line(40).optional() })
export type SpaceInput = z.output<typeof OwnUpdate>

/** What may be changed on many spaces at once. */
export const SpacesUpdate = z
  .object({
    space_group_id: columns.space_group_id,
    is_private: columns.is_private,
    is_hidden: columns.is_hidden,
    is_draft: columns.is_draft,
    hide_from_sidebar: columns.hide_from_sidebar,
    hide_from_featured_areas: columns.hide_from_featured_areas,
  })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'Specify what to change.')

export const groupFlags = {
  is_hidden_from_non_members: z.boolean(),
  hide_members_count: z.boolean(),
  allow_members_to_create_spaces: z.boolean(),
  automatically_add_members_to_new_spaces: z.boolean(),
  add_members_to_space_group_on_space_join: z.boolean(),
  hide_non_member_spaces_from_sidebar: z.boolean(),
}
export const GROUP_FLAGS = namesOf(groupFlags)
export const GroupUpdate = z
  .object({ name: columns.name, slug, position: z.number().int().min(0).max(100_000), moderator_community_member_ids: z.array(id).max(100), ...groupFlags })
  .partial()
export const GroupCreate = GroupUpdate.extend({ name: columns.name })
export type GroupInput = z.output<typeof GroupUpdate>

export const InvitationInput = z.object({
  emails: z.array(emailAddress.toLowerCase()).min(1).max(MOST_INVITED),
  message: line(1000).default(''),
})
