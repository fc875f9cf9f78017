/** What the shell needs to draw its first frame without a call; its shape is `BootData` of the SDK's web entry. */
import { shownBranding } from '@atrium/sdk/kernel/communities'
import { themeCss } from '@atrium/sdk/theme'
import type { CommunityState } from '../communities/index.ts'
import type { RootContainer } from '../container.ts'
import type { RequestState } from './dispatch.ts'
import type { WebFiles } from '@atrium/sdk/build'

/** Made once for each state of a community: it is asked with every page. */
const sheets = new WeakMap<object, string>()
function themeSheet(branding: CommunityState['branding']): string {
  let css = sheets.get(branding)
  if (css === undefined) sheets.set(branding, (css = themeCss(branding.theme)))
  return css
}

export interface BootInput {
  root: RootContainer
  state: RequestState
  build: WebFiles
  status: number
  prefetch: { key: unknown[]; data: unknown }[]
  flash: { tone: 'success' | 'error'; message: string } | null
}

/** By community as it stands: for visitors, and for members, who see what admins' menus are made of. */
const lists = new WeakMap<CommunityState, Map<boolean, ReturnType<typeof listPlugins>>>()
function pluginsOf(root: RootContainer, build: WebFiles, community: CommunityState, member: boolean) {
  const known = lists.get(community) ?? new Map()
  lists.set(community, known)
  if (!known.has(member)) known.set(member, listPlugins(root, build, community, member))
  return known.get(member)!
}
function listPlugins({ cradle: { registry, communities } }: RootContainer, build: WebFiles, community: CommunityState, member: boolean) {
  return [...registry.plugins.values()].map((plugin) => {
    const { id, title, icon, screens = {}, kinds = {}, slots = {}, admin = {}, tabs = [], links = [], bottom = [], actions = [] } = plugin.manifest
    const on = communities.statusIn(community, plugin.manifest)
    const web = build.plugins.get(id)
    const status = on !== 'on' ? on : plugin.state === 'failed' || web?.error ? 'failed' : 'on'
    const shown = status === 'on'
    return {
      id,
      title,
      icon,
      status,
      tiers: communities.tiersOf(plugin.manifest),
      remote: web?.remote ?? null,
      screens,
      kinds: shown ? kinds : {},
      slots: shown ? slots : {},
      admin: shown && member ? admin : {},
      tabs: shown ? tabs : [],
      links: shown ? links : [],
      bottom: shown ? bottom : [],
      actions: shown ? actions : [],
    }
  })
}

export async function bootData({ root, state, build, status, prefetch, flash }: BootInput) {
  const { communities, accounts, mail } = root.cradle
  const { community, identity } = state
  const branding = shownBranding(community)
  return {
    community: {
      ...community.info,
      branding: { ...branding, theme_css: themeSheet(branding) },
      settings: communities.publicSettings(community),
      sign_up_allowed: accounts.signUpAllowed(community),
      custom_sign_up_link_url: community.settings.custom_sign_up_link_url,
      sends_mail: mail.sends,
    },
    account: identity && {
      ...identity.account,
      secondFactorDue: identity.secondFactorDue,
      mayStartCommunities: await communities.mayStart(identity.account, identity.member, community.info.id),
    },
    member: identity?.member ?? null,
    permissions: identity ? (identity.allPermissions ? ['*'] : [...identity.permissions]) : [],
    communities: identity && !state.masquerade ? await accounts.sessions.reachable(identity, community.info.id) : [],
    viewOnly: state.masquerade?.viewOnly ?? false,
    masquerading: state.masquerade?.entity ?? null,
    locale: state.locale,
    appearance: identity?.account.appearance ?? null,
    messages: root.cradle.words.addresses(state.locale),
    plugins: pluginsOf(root, build, community, identity?.member != null),
    flash,
    page: { status },
    release: build.release,
    prefetch,
  }
}
