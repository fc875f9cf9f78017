/** Plugins within a community: on and off, tiers, and their typed settings. */
import { AtriumError, invalid, type Limits, notFound, planRequired, type Tier, TIERS, z, nameOf, sentence, showsAnything, switchesOf } from '@atrium/sdk'
import { parseErrors } from '@atrium/sdk/server'
import type { Data, Unit } from '../data/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Actor, Change, ChangeCommunity } from './changes.ts'
import contract from '@atrium/sdk/kernel/communities'
import type { CommunityState, Plugin, PluginDirectory, States } from './state.ts'

interface Parts {
  data: Data
  jobs: Jobs
  registry: PluginDirectory
  states: States
  change: ChangeCommunity
}

export function createPlugins({ data, jobs, registry, states, change }: Parts) {
  const find = (id: string): Plugin => {
    const plugin = registry.plugins.get(id)
    if (!plugin) throw notFound('Plugin')
    return plugin
  }
  const name = (id: string) => nameOf(registry.plugins.get(id)?.manifest ?? { id, title: id })
  const switchedOn = (state: CommunityState, { manifest, defaultOn }: Plugin) =>
    manifest.kind === 'base' || (state.switches.get(manifest.id) ?? defaultOn === true)
  const needing = (id: string) => [...registry.plugins.values()].filter(({ manifest }) => manifest.needs?.includes(id))

  /** Every plugin that cannot run without this one and is on, those that need them included. */
  function dependants(state: CommunityState, id: string, found = new Set<string>()): Set<string> {
    for (const plugin of needing(id))
      if (switchedOn(state, plugin) && !found.has(plugin.manifest.id)) {
        found.add(plugin.manifest.id)
        dependants(state, plugin.manifest.id, found)
      }
    return found
  }

  async function having(id: string): Promise<number[]> {
    const plugin = registry.plugins.get(id)
    if (!plugin) return []
    const { manifest, defaultOn } = plugin
    const { rows } = await data.system.query<{ id: number }>(
      `select c.id from kernel.community c left join kernel.plugin_switch s on s.community_id = c.id and s.plugin = $1
       where $2 or (coalesce(s.enabled, $3) and c.tier = any($4)) order by c.id`,
      [id, manifest.kind === 'base', defaultOn === true, states.tiersOf(manifest)],
    )
    let ids = rows.map((row) => row.id)
    for (const need of manifest.needs ?? []) {
      const also = new Set(await having(need))
      ids = ids.filter((communityId) => also.has(communityId))
    }
    return ids
  }

  async function write({ client, communityId, audit, emit }: Change, id: string, enabled: boolean) {
    await client.query(
      `insert into kernel.plugin_switch (community_id, plugin, enabled) values ($1, $2, $3)
       on conflict (community_id, plugin) do update set enabled = excluded.enabled, ready_at = null, changed_at = now()`,
      [communityId, id, enabled],
    )
    await jobs.addIn(client, { communityId, task: enabled ? 'kernel.enable' : 'kernel.disable', payload: { plugin: id } })
    await audit('plugin.switched', `plugin:${id}`, { enabled })
    await emit(contract.events['plugin.switched'], { plugin: id, enabled })
  }

  const card = (manifest: Plugin['manifest']) => {
    const { id, title, icon, kind, picture = 'list' } = manifest
    return { id, title, icon, picture, kind, shows: showsAnything(manifest), tiers: states.tiersOf(manifest) }
  }
  function present(state: CommunityState, plugin: Plugin) {
    const { id, description, needs = [], wants = [] } = plugin.manifest
    const status = states.statusIn(state, plugin.manifest)
    const tiers = states.tiersOf(plugin.manifest)
    return {
      ...card(plugin.manifest),
      description: description ?? null,
      enabled: switchedOn(state, plugin),
      status: plugin.state === 'failed' ? ('failed' as const) : status,
      error: plugin.error ?? null,
      tier_needed: tiers.includes(state.info.tier) ? null : (tiers[0] ?? null),
      needs,
      wants,
      needed_by: needing(id).map(({ manifest }) => manifest.id),
      permissions: registry.permissions.flatMap(({ plugin: owner, full, title }) => (owner === id ? [{ key: full, title }] : [])),
      has_settings: plugin.contract.settings !== undefined,
      switches: switchesOf(plugin.contract),
    }
  }
  const tierRows = () => ({
    records: [...registry.plugins.values()].map(({ manifest }) => card(manifest)),
  })
  async function settingsOf(communityId: number, id: string) {
    const { contract } = find(id)
    if (!contract.settings) throw notFound('Settings')
    const { pluginSettings } = await states.state(communityId)
    return { shape: contract.settings, value: contract.settings.parse(pluginSettings.get(id) ?? {}) as Record<string, unknown> }
  }
  const settingsReply = (shape: z.ZodObject, value: Record<string, unknown>) => ({
    schema: z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>,
    value,
  })
  const STORE = `insert into kernel.setting (community_id, plugin, value) values ($1, $2, $3)
    on conflict (community_id, plugin) do update set value = excluded.value, updated_at = now()`
  /** What others save at the same moment stays beside it. $4 what has changed, $5 its names. */
  const CHANGE = `insert into kernel.setting (community_id, plugin, value) values ($1, $2, $3)
    on conflict (community_id, plugin) do update set value = (kernel.setting.value - $5::text[]) || $4::jsonb, updated_at = now() returning value`

  return {
    async list(communityId: number) {
      const state = await states.state(communityId)
      return { records: [...registry.plugins.values()].map((plugin) => present(state, plugin)) }
    },
    /**
     * Switches a plugin. Off takes those along that need it, when `also` names them all.
     * @param actor null: the house itself
     * @throws AtriumError 404; 402 above the tier; 422 for base plugins, for needs that are off, for dependants not named
     */
    async setSwitch(communityId: number, id: string, enabled: boolean, actor: Actor | null, also: string[] = []) {
      const plugin = find(id)
      if (plugin.manifest.kind === 'base')
        throw new AtriumError(422, 'base_plugin', sentence('{plugin} is a core feature and is always on.', { plugin: nameOf(plugin.manifest) }))
      const before = await states.state(communityId)
      await change(communityId, actor, async (work) => {
        // read anew: within the lock nobody else switches
        const { rows } = await work.client.query<{ plugin: string; enabled: boolean }>(
          'select plugin, enabled from kernel.plugin_switch where community_id = $1',
          [communityId],
        )
        const state = { ...before, switches: new Map(rows.map((row) => [row.plugin, row.enabled])) }
        if (state.switches.get(id) === enabled) return
        if (enabled) {
          if (!states.tiersOf(plugin.manifest).includes(state.info.tier)) throw planRequired(plugin.manifest, states.tiersOf(plugin.manifest)[0])
          const missing = (plugin.manifest.needs ?? []).filter((need) => states.statusIn(state, find(need).manifest) !== 'on')
          if (missing.length)
            throw new AtriumError(
              422,
              'needs_off',
              sentence('{plugin} requires {others}. Turn that on first.', { plugin: nameOf(plugin.manifest), others: missing.map(name) }),
              { details: { needs: missing } },
            )
        } else {
          const others = [...dependants(state, id)]
          const unnamed = others.filter((other) => !also.includes(other))
          if (unnamed.length)
            throw new AtriumError(
              422,
              'needed_by',
              sentence('{others} can’t work without {plugin}.', { others: unnamed.map(name), plugin: nameOf(plugin.manifest) }),
              { details: { needed_by: unnamed } },
            )
          for (const other of others) await write(work, other, false)
        }
        await write(work, id, enabled)
      })
      return present(await states.state(communityId), plugin)
    },
    /** Notes that the enable hook has ended well. */
    async markReady(communityId: number, id: string): Promise<void> {
      await data.system.query(
        `insert into kernel.plugin_switch (community_id, plugin, enabled, ready_at) values ($1, $2, true, now())
         on conflict (community_id, plugin) do update set ready_at = now()`,
        [communityId, id],
      )
    },
    /** Has its enable hook ended well since it was last switched on? */
    async isReady(communityId: number, id: string): Promise<boolean> {
      const { rowCount } = await data.system.query('select from kernel.plugin_switch where community_id = $1 and plugin = $2 and ready_at is not null', [
        communityId,
        id,
      ])
      return rowCount === 1
    },
    /** Ids of the communities where a plugin is on. */
    async communitiesWith(id: string): Promise<number[]> {
      await states.loadTiers()
      return having(id)
    },

    async settings(communityId: number, id: string) {
      const { shape, value } = await settingsOf(communityId, id)
      return settingsReply(shape, value)
    },
    /** @throws ZodError for values that the contract does not take */
    async updateSettings(communityId: number, id: string, changes: Record<string, unknown>, actor: Actor, locale: string) {
      const { shape, value } = await settingsOf(communityId, id)
      const unknown = Object.keys(changes).filter((key) => !(key in shape.shape))
      if (unknown.length) throw invalid(Object.fromEntries(unknown.map((key) => [key, ['Setting not found.']])))
      const next = shape.parse({ ...value, ...changes }, { error: parseErrors(locale) })
      await change(communityId, actor, async ({ client, audit, emit }) => {
        await client.query(STORE, [communityId, id, JSON.stringify(next)])
        await audit('plugin.configured', `plugin:${id}`, { changes })
        await emit(contract.events['community.updated'], { communityId })
      })
      return settingsReply(shape, next)
    },
    /** A plugin's settings as they are stored now; nobody else changes them until the transaction ends. */
    async heldSettings(unit: Unit, id: string): Promise<object> {
      const [row] = await unit.sql<{ value: object }>('select value from kernel.setting where community_id = $1 and plugin = $2 for update', [id])
      return row?.value ?? {}
    },
    /** A plugin keeps its own settings, in its own transaction. @param changed names of what differs @returns all as they are stored now */
    async writeSettings(unit: Unit, id: string, value: object, changed: readonly string[]): Promise<object> {
      const own = Object.fromEntries(Object.entries(value).filter(([name]) => changed.includes(name)))
      const [row] = await unit.sql<{ value: object }>(CHANGE, [id, JSON.stringify(value), JSON.stringify(own), changed])
      unit.afterCommit(async () => {
        await data.system.query('update kernel.community set version = version + 1, updated_at = now() where id = $1', [unit.communityId])
        await states.changed(unit.communityId)
      })
      return row!.value
    },

    async tiers() {
      await states.loadTiers()
      return tierRows()
    },
    /** Which tiers include a plugin, for the whole platform. @throws AtriumError 404; 422 for base plugins */
    async setTiers(id: string, tiers: Tier[]): Promise<ReturnType<typeof tierRows>> {
      if (find(id).manifest.kind === 'base')
        throw new AtriumError(422, 'base_plugin', sentence('{plugin} is a core feature, included in every plan.', { plugin: name(id) }))
      await data.systemTx(async (client) => {
        await client.query('delete from kernel.plugin_tier where plugin = $1', [id])
        await client.query('insert into kernel.plugin_tier (plugin, tier) select $1, unnest($2::text[])', [id, TIERS.filter((tier) => tiers.includes(tier))])
        await client.query('update kernel.community set version = version + 1')
      })
      await states.changed()
      return this.tiers()
    },
    async setTier(communityId: number, tier: Tier, actor: Actor | null, limits?: Limits): Promise<void> {
      await change(communityId, actor, async ({ client, audit, emit }) => {
        await client.query('update kernel.community set tier = $2, limits = coalesce($3, limits) where id = $1', [communityId, tier, limits ?? null])
        await audit('community.tier_changed', `community:${communityId}`, { tier, ...limits })
        await emit(contract.events['community.updated'], { communityId })
      })
    },
  }
}
