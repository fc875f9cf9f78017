/** The one description of a manifest: the kernel checks with it at start, and its types are made of it. */
import { z } from 'zod'
import { TIERS } from './tiers.ts'

const address = z.string().regex(/^\/[\w\-/:.]*$/, 'an address starts with / and has words, dashes and :names')

export const ScreenShape = z.strictObject({
  /** File under `web/` without ending, `screens/Post`; its last part is the screen's name. */
  module: z.string(),
  /**
   * Signed-out visitors may open it; with `always` those of a private community too: there single records may be shared with
   * everybody, and the screen's own calls decide. Default false: they are sent to sign-in.
   */
  public: z.union([z.boolean(), z.literal('always')]).optional(),
  /** Visitors who come to `/` are led here while this one of the plugin's `communitySettings` is on. */
  visitorsHome: z.string().optional(),
  /** `wide` gives it the full width, `bare` the whole window without header and bars; default is the reading column with sidebars. */
  layout: z.enum(['column', 'wide', 'focus', 'bare']).optional(),
  /** Other sites may show it in a frame (`?iframe=true`), where the point `shell.framers` names them. Default: nobody does. */
  embeds: z.literal(true).optional(),
  /** Phones show no bottom bar there: the foot of the screen is where one writes. */
  bottomBar: z.literal(false).optional(),
})
export const KindShape = z.strictObject({
  /** A screen's address that several kinds share, of this plugin or one in `needs` or `wants`: `/c/:space/:slug` of `content`. */
  address,
  /** File under `web/` without ending: what is shown there of this kind. */
  screen: z.string(),
})
export const SlotShape = z.strictObject({
  module: z.string(),
  order: z.number().optional(),
  /** Locale key of its name, in slots that show one for each contribution, as tabs. Default: the plugin's name. */
  title: z.string().optional(),
})
export const GROUPS = [
  ...(['audience', 'content', 'growth', 'automation', 'paywalls', 'ai'] as const),
  ...(['analytics', 'site', 'general', 'developers', 'plans'] as const),
] as const
export const AdminScreenShape = z.strictObject({
  module: z.string(),
  group: z.enum(GROUPS),
  /** Locale key of the menu entry; without it the screen has an address and no entry. */
  title: z.string().optional(),
  /** Address of an entry, of this plugin or another: this one is a tab of its page and has no entry of its own, unless that one cannot be opened. */
  under: address.optional(),
  icon: z.string().optional(),
  order: z.number().optional(),
  /** Full permission (`posts.manage`) that shows the entry. Default: the role admin. */
  can: z.string().optional(),
})
export const NavShape = z.strictObject({
  /** Locale key. */
  title: z.string(),
  to: z.string().startsWith('/'),
  icon: z.string(),
  order: z.number().optional(),
  /** Full permission that shows it. */
  can: z.string().optional(),
})
/** `keys`: shown and bound, as `g h`. `mine`: it stands in the member's own menu too. */
export const ActionShape = NavShape.extend({ keys: z.string().optional(), mine: z.boolean().optional() })

/** What the drawing of a feature in the list of features shows. */
export const PICTURES = [
  ...(['cards', 'chart', 'chat', 'course', 'events', 'flow', 'form', 'keys', 'levels'] as const),
  ...(['links', 'list', 'mail', 'page', 'people', 'poll', 'posts', 'price', 'push', 'quiz', 'review'] as const),
] as const

export const ManifestShape = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/, 'lower case letters, digits and dashes'),
  title: z.string().min(1).max(60),
  description: z.string().max(300).optional(),
  /** A name of the SDK's icon set. */
  icon: z.string(),
  /** The drawing beside it in the list of features. Default `list`. */
  picture: z.enum(PICTURES).optional(),
  /** The SDK range it was written for, as npm writes ranges: `^1.0`. */
  sdk: z.string(),
  /** `base` plugins cannot be switched off. */
  kind: z.enum(['base', 'feature']),
  /** Tiers that include it; `plugins.config.ts` and the platform owner may change it. Default all. */
  tiers: z.array(z.enum(TIERS)).min(1).optional(),
  needs: z.array(z.string()).optional(),
  wants: z.array(z.string()).optional(),
  screens: z.record(address, ScreenShape).optional(),
  /** Content kinds whose records have a page at an address that others share, by the kind's name; `content` gives the addresses out. */
  kinds: z.record(z.string(), KindShape).optional(),
  /** Slots of this plugin, of those in `needs` and `wants`, and of the shell, by their names. */
  slots: z.record(z.string(), z.union([SlotShape, z.array(SlotShape)])).optional(),
  admin: z.record(address, AdminScreenShape).optional(),
  /** Tabs in the header. */
  tabs: z.array(NavShape).optional(),
  /** Links at the top of the sidebar. */
  links: z.array(NavShape).optional(),
  /** Segments of the phone's bottom bar. */
  bottom: z.array(NavShape).optional(),
  /** Entries of the command palette. */
  actions: z.array(ActionShape).optional(),
  /**
   * Hosts that `ctx.fetch` calls more often than the 120 times a minute that any host gets: `{ 'api.example.com': 600 }`. In each process. `*` is
   * any host that this plugin calls, for one that calls what admins name.
   */
  outbound: z.record(z.string().regex(/^([a-z0-9.-]+|\*)$/, 'a host in small letters, without scheme and port'), z.number().int().min(1).max(6_000)).optional(),
})
