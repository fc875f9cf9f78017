/** What every request asks about a community, cached until its signal: fields, switches, settings, roles; and which host means which. */
import { isIP } from 'node:net'
import { type Contract, type Manifest, notFound, type Tier, TIERS } from '@atrium/sdk'
import type { CommunityInfo } from '@atrium/sdk/server'
import type { z } from 'zod'
import type { Config } from '../config.ts'
import { type Data, prepared, SIGNAL_TTL, SIGNALS_LOST } from '../data/index.ts'
import { type PermissionEntry, permissionsOf } from '../policies/index.ts'
import { Branding, CommunityFields, type CommunitySettings } from '@atrium/sdk/kernel/communities'
import { Fresh } from './fresh.ts'

export interface CommunityState {
  info: CommunityInfo
  /** Rises with every change. */
  version: number
  isHome: boolean
  customDomain: string | null
  createdAt: Date
  ownerAccountId: number | null
  /** Its days of grace have passed: it is about to go. */
  isOver: boolean
  branding: z.output<typeof Branding>
  /** Fields and settings without a column, defaults filled in; other modules' own keys as they are. */
  settings: z.output<typeof CommunityFields> & z.output<typeof CommunitySettings> & Record<string, any>
  switches: Map<string, boolean>
  pluginSettings: Map<string, object>
  /** Role key → full permissions. */
  roles: Map<string, Set<string>>
}
export type PluginStatus = 'on' | 'off' | 'plan'

/** What the modules here need to know of loaded plugins; the boot's registry fits. */
export interface PluginDirectory {
  plugins: ReadonlyMap<string, Plugin>
  /** All that contracts declare. */
  permissions: readonly PermissionEntry[]
  /** The community's record of settings, of all that read something of it. */
  communitySettings: typeof CommunitySettings
}
export interface Plugin {
  manifest: Manifest
  contract: Contract
  state: 'ready' | 'failed'
  error?: string
  defaultOn: boolean | 'first'
}

const STATE = `
  select c.*, coalesce(c.ends_at <= now(), false) as is_over,
    (select json_object_agg(s.plugin, s.enabled) from kernel.plugin_switch s where s.community_id = c.id) as switches,
    (select json_object_agg(s.plugin, s.value) from kernel.setting s where s.community_id = c.id) as plugin_settings,
    (select json_agg(json_build_object('key', r.key, 'builtin', r.is_builtin, 'stored', r.permissions)) from kernel.role r where r.community_id = c.id) as roles
  from kernel.community c where c.id = $1`
const HOST = `
  select id from kernel.community where (custom_domain = $1 or slug = $2) and (ends_at is null or ends_at > now())
  order by custom_domain = $1 desc nulls last limit 1`

/** A Host header without its port, in one form. */
export const hostName = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

export function createStates({ config, data, registry }: { config: Pick<Config, 'baseUrl' | 'port'>; data: Data; registry: PluginDirectory }) {
  const base = new URL(config.baseUrl ?? `http://localhost:${config.port}`)
  let tiers = new Map<string, Tier[]>()
  // by named statements, which have a deadline: every request waits for these
  const tierRows = new Fresh<'all', void>({ max: 1, ttl: SIGNAL_TTL }, async () => {
    const { rows } = await data.system.query<{ plugin: string; tiers: Tier[] }>(
      prepared('select plugin, array_agg(tier) as tiers from kernel.plugin_tier group by plugin', []),
    )
    tiers = new Map(rows.map((row) => [row.plugin, TIERS.filter((tier) => row.tiers.includes(tier))]))
  })
  async function load(id: number): Promise<CommunityState | null> {
    const { rows } = await data.system.query(prepared(STATE, [id]))
    return rows[0] ? toState(rows[0]) : null
  }
  const states = new Fresh<number, CommunityState | null>({ max: 2_000, ttl: SIGNAL_TTL }, load)
  const hosts = new Fresh<string, number | null>({ max: 2_000, ttl: SIGNAL_TTL }, async (key) => {
    const [host, slug] = key.split(' ')
    const { rows } = await data.system.query<{ id: number }>(prepared(HOST, [host, slug || null]))
    return rows[0]?.id ?? null
  })
  const primary = new Fresh<'primary', number | null>({ max: 1, ttl: SIGNAL_TTL }, async () => {
    const { rows } = await data.system.query<{ id: number }>(prepared('select id from kernel.community where is_primary', []))
    return rows[0]?.id ?? null
  })

  function toState(row: any): CommunityState {
    return {
      info: {
        id: row.id,
        slug: row.slug,
        name: row.name,
        url: addressOf(row),
        platformUrl: ownAddressOf(row),
        tier: row.tier,
        limits: row.limits,
        locale: row.locale,
        isPrivate: row.is_private,
      },
      version: row.version,
      isHome: row.is_primary,
      customDomain: row.custom_domain,
      createdAt: row.created_at,
      ownerAccountId: row.owner_account_id,
      isOver: row.is_over,
      branding: Branding.parse(row.branding),
      settings: { ...row.settings, ...CommunityFields.parse(row.settings), ...registry.communitySettings.parse(row.settings) },
      switches: new Map(Object.entries(row.switches ?? {})),
      pluginSettings: new Map(Object.entries(row.plugin_settings ?? {})),
      roles: new Map((row.roles ?? []).map((role: any) => [role.key, permissionsOf(role, registry.permissions)])),
    }
  }
  /** The community's own address: never taken from a request, as mails carry it (case A43). */
  function addressOf(row: { slug: string; custom_domain: string | null; is_primary: boolean }): string {
    return row.custom_domain ? originAt(row.custom_domain) : ownAddressOf(row)
  }
  /** Below the platform's own host: nobody else can read what is asked there. */
  const ownAddressOf = (row: { slug: string; is_primary: boolean }) => (row.is_primary ? base.origin : `${base.protocol}//${row.slug}.${base.host}`)
  /** A domain as it leads here: by the scheme and port of our own address. */
  const originAt = (domain: string) => `${base.protocol}//${domain}${base.port && `:${base.port}`}`
  /** The slug that a host names, null for the bare host. Without ATRIUM_URL the first label of any name with two or more may be one. */
  function slugIn(host: string): string | null {
    if (host === base.hostname || isIP(host)) return null
    if (host.endsWith(`.${base.hostname}`)) return host.slice(0, -base.hostname.length - 1)
    return config.baseUrl === null && host.includes('.') ? host.split('.')[0]! : null
  }

  function invalidate(communityId?: number) {
    if (communityId === undefined) {
      tierRows.clear()
      states.clear()
    } else states.invalidate(communityId)
    hosts.clear()
    primary.clear()
  }
  data.onSignal('community.changed', ({ id }: { id?: number }) => invalidate(id))
  data.onSignal(SIGNALS_LOST, () => invalidate())

  const tiersOf = (manifest: Manifest): Tier[] => tiers.get(manifest.id) ?? TIERS.filter((tier) => manifest.tiers?.includes(tier) ?? true)
  /** Is the plugin on here, off, or above this community's tier? What it needs counts too. */
  function statusIn(state: CommunityState, manifest: Manifest): PluginStatus {
    if (manifest.kind === 'feature') {
      if (!(state.switches.get(manifest.id) ?? (registry.plugins.get(manifest.id)?.defaultOn ?? true) === true)) return 'off'
      if (!tiersOf(manifest).includes(state.info.tier)) return 'plan'
    }
    // what it needs may be above this tier though it is not itself
    for (const need of manifest.needs ?? []) {
      const other = registry.plugins.get(need)
      const status = other ? statusIn(state, other.manifest) : 'off'
      if (status !== 'on') return status
    }
    return 'on'
  }

  /** The origin of a browser's address among those that are ours; the community's own for a host that anybody could have named. */
  function originOf(protocol: string, host: string, { info }: CommunityState): string {
    if (host === base.host) return base.origin
    return config.baseUrl !== null || host === new URL(info.url).host ? info.url : `${protocol}://${host}`
  }

  return {
    /** The platform's own host name. */
    host: base.hostname,
    originOf,
    originAt,
    /** Does an address lead to the platform's own host, or to a name below it? */
    isOwn: (address: string): boolean => {
      const { protocol, hostname } = new URL(address)
      return protocol === base.protocol && (hostname === base.hostname || hostname.endsWith(`.${base.hostname}`))
    },
    /** The host name that passkeys of an origin are bound to: one for all communities below our own. */
    rpIdOf(origin: string): string {
      const { hostname } = new URL(origin)
      return hostname.endsWith(`.${base.hostname}`) ? base.hostname : hostname
    },
    /** Of the bare host, which stands for every community. */
    bareOrigin: base.origin,
    primaryId: () => primary.get('primary'),
    loadTiers: () => tierRows.get('all'),
    invalidate,
    /** Cached until it changes. @throws AtriumError 404 */
    async state(communityId: number): Promise<CommunityState> {
      await tierRows.get('all')
      const state = await states.get(communityId)
      if (!state) throw notFound('Community')
      return state
    },
    /** As it is at this moment, whatever is cached: for work whose rights are asked again. @throws AtriumError 404 */
    async stateNow(communityId: number): Promise<CommunityState> {
      await tierRows.get('all')
      const state = await load(communityId)
      if (!state) throw notFound('Community')
      return state
    },
    /** `slug.domain` or an own domain; on the bare host the chosen community, else the primary one; null for a name that no community has. */
    async resolveHost(given: string, chosenId: number | null): Promise<number | null> {
      const host = hostName(given)
      const slug = slugIn(host)
      if (host !== base.hostname) {
        const named = await hosts.get(`${host} ${slug ?? ''}`)
        if (named !== null) return named
        // a name below our own that no community has: not the bare host under another name
        if (slug !== null && config.baseUrl !== null) return null
      }
      const chosen = chosenId === null ? null : await states.get(chosenId)
      return chosen && !chosen.isOver ? chosenId : primary.get('primary')
    },
    tiersOf,
    statusIn,
    /** Is the plugin on here, and does it work? */
    isOn: (state: CommunityState, plugin: Plugin): boolean => plugin.state === 'ready' && statusIn(state, plugin.manifest) === 'on',
    /** The fields among the settings that visitors may see. */
    publicSettings: (state: CommunityState) => ({
      ...registry.communitySettings.parse(state.settings),
      community_switcher_enabled: state.settings.community_switcher_enabled,
    }),
    /** Every process, this one first, reads the community anew; without an id, all of them. Call after the commit. */
    changed: (communityId?: number): Promise<void> => data.signal('community.changed', { id: communityId }),
  }
}
export type States = ReturnType<typeof createStates>
