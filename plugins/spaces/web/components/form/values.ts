/** What the form of a space holds, what is wrong with it, and how the calls take it. */
import { ADDRESS_PATTERN, SLUG_PATTERN, type Space, type SpaceRecord } from '../../../contract.ts'

/** Switches, by the section that shows them. */
export const FLAGS = {
  cover: ['cover_image_visible'],
  lock: ['show_lock_icon_for_non_members'],
  people: ['prevent_members_from_adding_others', 'hide_members_count'],
  layout: ['hide_from_sidebar', 'hide_right_sidebar', 'hide_from_featured_areas', 'hide_sorting', 'show_tab_bar'],
  posting: ['is_post_disabled', 'require_topic_selection', 'hide_post_settings', 'disable_member_post_covers'],
} as const
export type Flag = (typeof FLAGS)[keyof typeof FLAGS][number]
export const FLAG_NAMES: readonly Flag[] = Object.values(FLAGS).flat()
/** Lines of text that may be empty. */
const TEXTS = [
  ...['description', 'custom_emoji_url', 'custom_emoji_dark_url', 'emoji', 'pinned_posts_label'],
  ...['locked_page_heading', 'locked_page_description', 'locked_button_label', 'locked_button_url'],
] as const
export type Text =
  | 'description'
  | 'custom_emoji_url'
  | 'custom_emoji_dark_url'
  | 'emoji'
  | 'pinned_posts_label'
  | 'locked_page_heading'
  | 'locked_page_description'
  | 'locked_button_label'
  | 'locked_button_url'
const META = ['meta_title', 'meta_description', 'opengraph_title', 'opengraph_description'] as const
export type Meta = (typeof META)[number]
export const PICTURES = ['cover_image', 'thumbnail_image', 'welcome_banner_cover', 'opengraph_picture'] as const
/** Signed id once chosen, null once taken away, undefined when untouched; `shown` is what stands there. */
interface PictureValue {
  shown: string | null
  signed?: string | null
}
export type PictureName = (typeof PICTURES)[number]
/** Told of everything, of mentions, of nothing. */
export type Level = 'all' | 'mention' | 'never'

export type SpaceValues = Record<Flag, boolean> &
  Record<Text, string> &
  Record<Meta, string> &
  Record<PictureName, PictureValue> &
  Pick<
    Space,
    | 'name'
    | 'slug'
    | 'types'
    | 'visibility'
    | 'display_view'
    | 'default_sort'
    | 'default_comment_sort'
    | 'default_member_sort'
    | 'default_tab'
    | 'cover_image_display_style'
    | 'lock_screen_blocks'
    | 'links'
  > & {
    space_group_id: number
    visible_tabs: Record<string, boolean>
    /** What was changed of the fields that types bring. */
    type_options: Record<string, unknown>
    banner: { enabled: boolean; title: string; text: string }
    in_app: Level
    mobile: Level
    email: 'all' | 'never'
  }

const level = (space: Space, medium: 'in_app' | 'mobile'): Level => {
  if (space[`default_${medium}_notification_setting`] === 'all') return 'all'
  return space[`default_mention_${medium}_notification_setting`] === 'all' ? 'mention' : 'never'
}

export function valuesOf(space: Space): SpaceValues {
  const each = <K extends string, V>(keys: readonly K[], value: (key: K) => V) => Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>
  const shown: Record<PictureName, string | null | undefined> = {
    cover_image: space.cover_image_url,
    thumbnail_image: space.thumbnail_image_url,
    welcome_banner_cover: space.welcome_banner_cover_url,
    opengraph_picture: space.meta_tag_attributes.opengraph_image,
  }
  return {
    ...each(FLAG_NAMES, (flag) => space[flag]),
    ...(each(TEXTS, (key) => (space[key as Text] as string | null | undefined) ?? '') as Record<Text, string>),
    ...each(META, (key) => space.meta_tag_attributes[key] ?? ''),
    ...each(PICTURES, (name): PictureValue => ({ shown: shown[name] ?? null })),
    name: space.name,
    slug: space.slug,
    types: space.types,
    visibility: space.visibility,
    display_view: space.display_view,
    default_sort: space.default_sort ?? 'latest',
    default_comment_sort: space.default_comment_sort ?? 'oldest',
    default_member_sort: space.default_member_sort ?? 'latest',
    default_tab: space.default_tab,
    cover_image_display_style: space.cover_image_display_style,
    lock_screen_blocks: space.lock_screen_blocks,
    links: space.links,
    space_group_id: space.space_group_id,
    visible_tabs: space.visible_tabs,
    type_options: {},
    banner: {
      enabled: space.welcome_banner.enabled ?? false,
      title: space.welcome_banner.title ?? '',
      text: space.welcome_banner.text ?? '',
    },
    in_app: level(space, 'in_app'),
    mobile: level(space, 'mobile'),
    email: space.default_notification_setting ?? 'all',
  }
}

/** The values as the calls take them. */
export function bodyOf(values: SpaceValues) {
  const { visibility, banner, in_app, mobile, email, slug, type_options, ...rest } = values
  const { meta_title, meta_description, opengraph_title, opengraph_description } = rest
  const plain = Object.fromEntries(
    Object.entries(rest).filter(([key]) => !(PICTURES as readonly string[]).includes(key) && !(META as readonly string[]).includes(key)),
  ) as Omit<typeof rest, PictureName | Meta>
  const texts = Object.fromEntries(TEXTS.map((key) => [key, values[key as Text].trim() || null])) as Record<Text, string | null>
  const pictures = Object.fromEntries(PICTURES.filter((name) => values[name].signed !== undefined).map((name) => [name, values[name].signed])) as Partial<
    Record<PictureName, string | null>
  >
  const on = (yes: boolean) => (yes ? ('all' as const) : ('never' as const))
  return {
    ...type_options,
    ...plain,
    ...texts,
    ...pictures,
    ...(slug ? { slug } : {}),
    is_private: visibility === 'private' || visibility === 'secret',
    is_hidden: visibility === 'secret',
    is_draft: visibility === 'draft',
    meta_tag_attributes: {
      ...{ meta_title, meta_description, opengraph_title, opengraph_description },
      // a picture that was an address goes with its picture
      ...(values.opengraph_picture.signed === null ? { opengraph_image: null } : {}),
    },
    welcome_banner: banner,
    default_notification_setting: email,
    default_in_app_notification_setting: on(in_app === 'all'),
    default_mention_in_app_notification_setting: on(in_app !== 'never'),
    default_mobile_notification_setting: on(mobile === 'all'),
    default_mention_mobile_notification_setting: on(mobile !== 'never'),
  }
}

const isAddress = (text: string) => new RegExp(ADDRESS_PATTERN, 'iu').test(text.trim())
/** What is wrong, as words by field, while one types. An empty name says nothing before the first attempt. */
export function problemsOf(values: SpaceValues, space: { id: number } | null, others: readonly SpaceRecord[]): Record<string, string> {
  const found: Record<string, string> = {}
  if (space && !values.name.trim()) found.name = 'problem.name'
  if (values.slug && !new RegExp(SLUG_PATTERN, 'u').test(values.slug)) found.slug = 'problem.slug'
  else if (others.some((other) => other.slug === values.slug && other.id !== space?.id)) found.slug = 'problem.taken'
  for (const key of ['locked_button_url', 'custom_emoji_url', 'custom_emoji_dark_url'] as const)
    if (values[key].trim() && !isAddress(values[key])) found[key] = 'problem.address'
  values.links.forEach((link, index) => {
    if (!link.name.trim()) found[`links.${index}.name`] = 'problem.label'
    if (!isAddress(link.url)) found[`links.${index}.url`] = 'problem.address'
  })
  values.lock_screen_blocks.forEach((block, index) => {
    if (block.type !== 'text' && !isAddress(block.data.url)) found[`lock_screen_blocks.${index}.data.url`] = 'problem.address'
    if (block.type === 'button' && !block.data.label.trim()) found[`lock_screen_blocks.${index}.data.label`] = 'problem.label'
  })
  return found
}
