/** Calls about the community itself: who looks at it, its settings, plugins, tiers, roles. And the events of its members. */
import {
  changesOf,
  date,
  defineContract,
  editedVersion,
  del,
  done,
  event,
  get,
  id,
  line,
  list,
  type Locale,
  LOCALES,
  localeOf,
  open,
  paging,
  patch,
  PICTURES,
  point,
  post,
  type Route,
  SWITCH_GROUPS,
  z,
  typedEmail,
} from '../../index.ts'
import type { Ctx } from '../../server/ctx.ts'
import type { MailKind, MailWords } from '../../server/mailInput.ts'
import { Branding, colourPair, CommunityFields, CommunitySettings, signedId, Theme, tier } from './contract/schemas.ts'

export { Branding, CATEGORIES, CommunityFields, CommunitySettings, Listing } from './contract/schemas.ts'

const locale = z.preprocess((tag) => (typeof tag === 'string' && localeOf(tag)) || tag, z.enum(LOCALES)) as unknown as z.ZodType<Locale, string>
const slug = z
  .string()
  .trim()
  .toLowerCase()
  .min(2)
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, numbers and single hyphens.')
const Prefs = z.object({ brand_color: colourPair, brand_text_color: colourPair })
const Community = CommunityFields.extend({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  url: z.string(),
  locale: z.string(),
  is_private: z.boolean(),
  current_plan_tier: tier,
  created_at: date,
  prefs: Prefs,
  branding: Branding,
  /** Rises with each change; sent with one, it is refused once somebody else has saved. */
  version: z.number(),
})
/** Fields stand in the body itself, or inside `community` and `community_setting`. */
const either = <Out, In>(schema: z.ZodType<Out, In>) =>
  z.preprocess((body) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
    const { community, community_setting, ...rest } = body as Record<string, object>
    return { ...rest, ...community, ...community_setting }
  }, schema) as unknown as z.ZodType<Out, In | { community?: In; community_setting?: In }>
const CommunityChange = z.intersection(
  changesOf(CommunityFields.extend(CommunitySettings.shape)),
  z
    .object({
      name: line(80).min(1),
      locale,
      is_private: z.boolean(),
      prefs: Prefs.partial(),
      theme: changesOf(Theme),
      logo_signed_id: signedId,
      icon_signed_id: signedId,
      dark_logo_signed_id: signedId,
      dark_icon_signed_id: signedId,
      version: editedVersion,
    })
    .partial(),
)

/** What a founder said about the community: question to answer. */
export const answers = z.record(z.string().max(40), line(200)).refine((all) => Object.keys(all).length <= 20, 'Add up to 20 answers.')
const Switcher = z.object({ id: z.number(), name: z.string(), slug: z.string(), icon_url: z.string().nullable(), url: z.string(), unread: z.boolean() })
const PluginState = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  icon: z.string(),
  picture: z.enum(PICTURES),
  kind: z.enum(['base', 'feature']),
  /** Whether people meet it anywhere: one that shows nothing is no feature of a plan. */
  shows: z.boolean(),
  enabled: z.boolean(),
  status: z.enum(['on', 'off', 'plan', 'failed']),
  error: z.string().nullable(),
  tiers: z.array(tier),
  // the lowest tier that has it, where the present one is too low
  tier_needed: tier.nullable(),
  needs: z.array(z.string()),
  wants: z.array(z.string()),
  needed_by: z.array(z.string()),
  permissions: z.array(z.object({ key: z.string(), title: z.string() })),
  has_settings: z.boolean(),
  /** What it adds to the General screen. */
  switches: z.array(z.object({ key: z.string(), group: z.enum(SWITCH_GROUPS) })),
})
const PluginSettings = z.object({ schema: z.record(z.string(), z.unknown()), value: z.record(z.string(), z.unknown()) })
const TierRow = PluginState.pick({ id: true, title: true, icon: true, kind: true, shows: true, tiers: true })
const Tiers = z.object({ records: z.array(TierRow) })
const Owners = z.object({ records: z.array(z.object({ id: z.number(), name: z.string(), email: z.string() })) })
const Role = z.object({
  id: z.number(),
  key: z.string(),
  name: z.string(),
  is_builtin: z.boolean(),
  permissions: z.array(z.string()),
  members_count: z.number(),
})
const RoleMember = z.object({
  id: z.number(),
  public_uid: z.string(),
  name: z.string(),
  email: z.string(),
  avatar_url: z.string().nullable(),
  roles: z.array(z.string()),
})
const permissions = z.array(z.string().max(80)).max(500)
const pluginId = z.object({ id: z.string().max(40) })

const Ownership = z.object({
  /** Null where the owner is no member. */
  owner: z.object({ id: z.number(), name: z.string() }).nullable(),
  is_owner: z.boolean(),
  /** The member whom the community is offered to. */
  offer: z.object({ id: z.number(), name: z.string(), is_mine: z.boolean(), expires_at: date }).nullable(),
  /** When the community goes for good. */
  ends_at: date.nullable(),
  can_end: z.boolean(),
})
/** Asked of the person themselves, who has just proven who they are. */
const owning = { can: 'admin', transaction: false, impersonated: 'never', reply: Ownership } as const

const plain = new WeakMap<object, z.output<typeof Branding>>()
/** As the community looks: its own colours where it wants them used, else the house's. */
export function shownBranding(community: {
  branding: z.output<typeof Branding>
  settings: { customize_community_enabled: boolean }
}): z.output<typeof Branding> {
  const { branding, settings } = community
  if (settings.customize_community_enabled) return branding
  if (!plain.has(branding)) {
    const { default_appearance, current_theme, is_custom } = branding.theme
    const { theme } = Branding.parse({})
    plain.set(branding, { ...branding, theme: { ...theme, default_appearance, current_theme: is_custom ? theme.current_theme : current_theme } })
  }
  return plain.get(branding)!
}

/** The contract with the settings record as the installed plugins make it: `settings` has all of its fields, of which types know the kernel's own. */
export function withSettings<C extends { routes: Record<'updateCommunity' | 'settings' | 'updateSettings', Route> }>(contract: C, settings: z.ZodObject): C {
  const { updateCommunity, settings: shown, updateSettings } = contract.routes
  const having = (route: Route, options: Partial<Route['options']>): Route => ({ ...route, options: { ...route.options, ...options } })
  const routes = {
    updateCommunity: having(updateCommunity, { body: either(z.intersection(changesOf(settings), CommunityChange)) }),
    settings: having(shown, { reply: settings }),
    updateSettings: having(updateSettings, { body: either(changesOf(settings)), reply: settings }),
  }
  return { ...contract, routes: { ...contract.routes, ...routes } }
}

export default defineContract('communities', {
  permissions: {
    manage: { title: 'Manage community settings, branding and features', grant: ['admin'] },
    manage_roles: { title: 'Manage and assign roles', grant: ['admin'] },
    masquerade: { title: 'View and act as another member, including in private spaces', grant: ['admin'] },
  },
  communitySettings: CommunitySettings,
  points: {
    /** Whether the member of `ctx` has something unread; any yes marks the community in the switcher. Asked at most every half minute. */
    unread: point<(ctx: Ctx) => Promise<boolean>>(),
    /** Whom the member of `ctx` is kept apart from: neither is told whether the other is here. Asked with each socket, and again by `recheckRooms`. */
    apart: point<(ctx: Ctx) => Promise<number[]>>(),
    /** What has to be done before the community may end, as a sentence for its owner; null when nothing is left. */
    ending: point<(ctx: Ctx) => Promise<string | null>>(),
    /** Kinds of mails that a plugin sends by itself, in the language of `ctx`. */
    mails: point<(ctx: Ctx) => MailKind[]>(),
    /** The community's own words for a kind of mail, by its full name (`archive.ban`), in a language; null where it has none. */
    words: point<(ctx: Ctx, asked: { kind: string; values: Readonly<Record<string, string | number>>; locale: string }) => Promise<MailWords | null>>(),
  },
  events: {
    /** Told in the new community. `template` and `answers` are what its founder chose. */
    'community.created': event(z.object({ ownerMemberId: id, template: z.string().nullable(), answers: z.record(z.string(), z.string()) })),
    'plugin.switched': event(z.object({ plugin: z.string(), enabled: z.boolean() }), { realtime: 'community', title: 'A plugin was switched' }),
    'community.updated': event(z.object({ communityId: id }), { realtime: 'community', title: 'The community was changed' }),
    'role.changed': event(z.object({ role: z.string() }), { realtime: 'community', title: 'A role was changed' }),
  },
  routes: {
    punditUsers: get('/internal_api/pundit_users', { can: open('tells visitors too what the community is'), summary: 'Who looks, at what, with which rights' }),
    flags: get('/internal_api/communities/experimentation/flags', {
      can: open('reads nothing but the cookies of the caller'),
      // the cookies stand in the headers, which only a stream route is handed
      stream: true,
      reply: z.object({ flags: z.record(z.string(), z.boolean()), experiments: z.record(z.string(), z.boolean()) }),
      summary: 'Feature toggles from cookies flag_… and experiment_… with the value true',
    }),

    community: get('/internal_api/community', { can: 'member', reply: Community }),
    updateCommunity: patch('/internal_api/community', { can: 'manage', form: true, transaction: false, body: either(CommunityChange), reply: Community }),
    settings: get('/internal_api/community/settings', { can: 'member', reply: CommunitySettings }),
    updateSettings: patch('/internal_api/community/settings', {
      can: 'manage',
      transaction: false,
      body: either(changesOf(CommunitySettings)),
      reply: CommunitySettings,
    }),
    create: post('/internal_api/communities', {
      can: 'account',
      transaction: false,
      status: 201,
      body: z.object({
        name: line(80).min(1),
        slug: slug.optional(),
        locale: locale.optional(),
        template: line(40).optional(),
        answers: answers.default({}),
      }),
      reply: z.object({ id: z.number(), slug: z.string(), url: z.string() }),
      limit: { points: 10, seconds: 86_400 },
      summary: 'Starts a community and chooses it; the caller owns it',
    }),

    ownership: get('/internal_api/community/ownership', {
      can: 'admin',
      reply: Ownership,
      summary: 'Who owns the community, whom it is offered to, when it ends',
    }),
    offerOwnership: post('/internal_api/community/ownership', {
      ...owning,
      challenge: true,
      body: z.object({ member_id: id }),
      limit: { points: 10, seconds: 3600 },
      summary: 'Owner: offers the community to another admin, for seven days',
    }),
    acceptOwnership: post('/internal_api/community/ownership/accept', {
      ...owning,
      challenge: true,
      summary: 'Whoever it was offered to owns it; the former owner stays an admin',
    }),
    withdrawOwnership: del('/internal_api/community/ownership', { ...owning, summary: 'Takes the offer back, or declines it' }),

    end: post('/internal_api/community/ending', {
      ...owning,
      challenge: true,
      body: z.object({ name: line(80) }),
      summary: 'Owner: the community goes for good in 14 days. `name` is its name, typed',
    }),
    keep: del('/internal_api/community/ending', { ...owning, summary: 'Owner: keeps the community after all' }),

    switchers: get('/internal_api/community_switchers', {
      can: 'account',
      reply: z.object({ records: z.array(Switcher) }),
      summary: 'Communities of the caller, in the order chosen',
    }),
    reorderSwitchers: patch('/internal_api/community_switchers/reorder', {
      can: 'account',
      transaction: false,
      body: z.object({ ids: z.array(id).max(500) }),
      reply: done,
    }),
    leave: del('/internal_api/community_switchers/:id', {
      can: 'account',
      transaction: false,
      params: z.object({ id }),
      reply: done,
      summary: 'Leaves a community; its owner and its last admin cannot',
    }),
    choose: post('/internal_api/community_switchers/choose', {
      can: 'account',
      transaction: false,
      impersonated: true,
      body: z.object({ community_id: id }),
      reply: z.object({ url: z.string() }),
      summary: 'Chooses the community that the bare host shows to this session; answers where to go',
    }),

    plugins: get('/internal_api/plugins', { can: 'manage', reply: z.object({ records: z.array(PluginState) }) }),
    switchPlugin: patch('/internal_api/plugins/:id', {
      can: 'manage',
      transaction: false,
      params: pluginId,
      body: z.object({ enabled: z.boolean(), also: z.array(z.string().max(40)).max(50).default([]) }),
      reply: PluginState,
      summary: 'Switches a plugin on or off. `also` names those that go off with it because they need it',
    }),
    pluginSettings: get('/internal_api/plugin_settings/:id', { can: 'manage', params: pluginId, reply: PluginSettings }),
    updatePluginSettings: patch('/internal_api/plugin_settings/:id', {
      can: 'manage',
      transaction: false,
      params: pluginId,
      body: z.record(z.string().max(80), z.unknown()),
      reply: PluginSettings,
    }),

    tiers: get('/internal_api/platform/tiers', { can: 'account', reply: Tiers, summary: 'Platform owner: which plugin is in which tier' }),
    updateTiers: patch('/internal_api/platform/tiers', {
      can: 'account',
      transaction: false,
      body: z.object({ plugin: z.string().max(40), tiers: z.array(tier).min(1).max(3) }),
      reply: Tiers,
    }),
    updateTier: patch('/internal_api/platform/communities/:id/tier', {
      can: 'account',
      transaction: false,
      params: z.object({ id }),
      body: z.object({ tier }),
      reply: done,
      summary: 'Platform owner: moves a community to another tier',
    }),

    owners: get('/internal_api/platform/owners', { can: 'account', reply: Owners, summary: 'Platform owner: who owns the platform' }),
    addOwner: post('/internal_api/platform/owners', {
      can: 'account',
      transaction: false,
      challenge: true,
      body: z.object({ email: typedEmail }),
      reply: done,
      limit: { points: 10, seconds: 3600 },
      summary: 'Platform owner: makes the account of a confirmed email address another owner',
    }),
    removeOwner: del('/internal_api/platform/owners/:id', {
      can: 'account',
      transaction: false,
      challenge: true,
      params: z.object({ id }),
      reply: done,
      limit: { points: 10, seconds: 3600 },
      summary: 'Platform owner: removes an owner, by the id of the account; the last one stays',
    }),

    roles: get('/internal_api/roles', {
      can: 'manage_roles',
      reply: z.object({ records: z.array(Role), permissions: z.array(z.object({ key: z.string(), title: z.string(), plugin: z.string() })) }),
    }),
    createRole: post('/internal_api/roles', {
      can: 'manage_roles',
      transaction: false,
      status: 201,
      body: z.object({ name: line(60).min(1), permissions: permissions.default([]) }),
      reply: Role,
    }),
    updateRole: patch('/internal_api/roles/:id', {
      can: 'manage_roles',
      transaction: false,
      params: z.object({ id }),
      body: z.object({ name: line(60).min(1), permissions }).partial(),
      reply: Role,
    }),
    deleteRole: del('/internal_api/roles/:id', { can: 'manage_roles', transaction: false, params: z.object({ id }), reply: done }),
    memberRoles: get('/internal_api/member_roles', {
      can: 'manage_roles',
      query: paging.extend({ query: z.string().trim().max(100).optional(), role: z.string().max(80).optional() }),
      reply: list(RoleMember),
      summary: 'Active members with their roles, newest first',
    }),
    updateMemberRoles: patch('/internal_api/member_roles/:memberId', {
      can: 'manage_roles',
      transaction: false,
      params: z.object({ memberId: id }),
      body: z.object({ roles: z.array(z.string().max(80)).max(50) }),
      reply: RoleMember,
    }),
  },
})
