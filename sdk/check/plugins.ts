/** What is wrong with a plugin by its manifest and contract. A plugin's mistake is the plugin's: it is named, and the rest runs. */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import cron from 'node-cron'
import semver from 'semver'
import type { Contract, Route } from '../core/contract.ts'
import type { Manifest } from '../core/manifest.ts'
import { ManifestShape } from '../core/manifestSchema.ts'
import { anyAutomation, type ServerDef } from '../server/define.ts'
import { icons } from '../web/icons.ts'
import { filledIn } from './defaults.ts'

export { ruleProblems } from './rules.ts'

/** A plugin whose manifest is read, and nothing else. */
export interface FoundPlugin {
  manifest: Manifest
  /** Absolute folder. */
  dir: string
  /** Why it does not work. */
  error?: string
}
export interface PluginParts extends FoundPlugin {
  contract: Contract
  /** Null without one, and where it could not be loaded. */
  server: ServerDef | null
  state: 'ready' | 'failed'
}

export const SDK_VERSION = '1.0.0'
/** Does a range of the SDK fit ours? */
export const sdkFits = (range: string, version = SDK_VERSION): boolean => semver.validRange(range) !== null && range !== '' && semver.satisfies(version, range)

const modulesOf = ({ manifest }: FoundPlugin) => [
  ...Object.entries(manifest.screens ?? {}).map(([key, { module }]) => [`screens["${key}"].module`, module] as const),
  ...Object.entries(manifest.kinds ?? {}).map(([kind, { screen }]) => [`kinds.${kind}.screen`, screen] as const),
  ...Object.entries(manifest.admin ?? {}).map(([key, { module }]) => [`admin["${key}"].module`, module] as const),
  ...Object.entries(manifest.slots ?? {}).flatMap(([key, slots]) => [slots].flat().map(({ module }) => [`slots["${key}"].module`, module] as const)),
]

const iconsOf = ({ icon, admin = {}, tabs = [], links = [], bottom = [], actions = [] }: Manifest): [field: string, icon: string][] => [
  ['icon', icon],
  ...Object.entries(admin).flatMap(([address, entry]): [string, string][] => (entry.icon ? [[`admin["${address}"].icon`, entry.icon]] : [])),
  ...Object.entries({ tabs, links, bottom, actions }).flatMap(([field, entries]) =>
    entries.map((entry): [string, string] => [`${field}["${entry.to}"].icon`, entry.icon]),
  ),
]

/** Addresses that differ in the names of their parts alone are one. */
const keyOf = (address: string): string => address.replace(/:\w+/g, ':')

/** What is wrong with a manifest by itself, each as `plugin.ts: field: what`. */
export function manifestProblems(plugin: FoundPlugin): string[] {
  const { manifest, dir } = plugin
  const shape = ManifestShape.safeParse(manifest)
  if (!shape.success) return shape.error.issues.map(({ path, message }) => `plugin.ts: ${path.join('.') || 'manifest'}: ${message}`)
  return [
    ...(sdkFits(manifest.sdk) ? [] : [`plugin.ts: sdk: it was written for ${manifest.sdk}, this is ${SDK_VERSION}`]),
    ...modulesOf(plugin)
      .filter(([, module]) => !existsSync(join(dir, 'web', `${module}.tsx`)) && !existsSync(join(dir, 'dist')))
      .map(([field, module]) => `plugin.ts: ${field}: there is no web/${module}.tsx`),
    ...iconsOf(manifest)
      .filter(([, icon]) => !(icons as readonly string[]).includes(icon))
      .map(([field, icon]) => `plugin.ts: ${field}: the SDK's set has no icon "${icon}" (@atrium/sdk/icons)`),
  ]
}

/** All that is shown of a plugin whose manifest is no use: what it is called, as far as it says so, and on its screens that it does not work. */
export const standIn = (dir: string, { id, title, description, kind, tiers, screens }: Partial<Manifest> = {}): Manifest => {
  const { shape } = ManifestShape
  const folder = basename(dir)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
  return {
    id: shape.id.safeParse(id).data ?? (folder.slice(0, 27) || 'plugin'),
    title: shape.title.safeParse(title).data ?? basename(dir),
    description: shape.description.safeParse(description).data,
    icon: 'puzzle',
    sdk: '*',
    kind: shape.kind.safeParse(kind).data ?? 'feature',
    tiers: shape.tiers.safeParse(tiers).data,
    screens: shape.screens.safeParse(screens).data,
  }
}

/** Plugins in the order of their needs. `rings` are those that need each other. */
export function order<T extends { manifest: { id: string; needs?: string[]; wants?: string[] } }>(plugins: T[]): { ordered: T[]; rings: string[][] } {
  const byId = new Map(plugins.map((plugin) => [plugin.manifest.id, plugin]))
  const ordered: T[] = []
  const rings: string[][] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (plugin: T, path: string[]) => {
    const { id, needs = [] } = plugin.manifest
    if (state.get(id) === 'done') return
    if (state.get(id) === 'open') return void rings.push([...path.slice(path.indexOf(id)), id])
    state.set(id, 'open')
    for (const need of needs) {
      const other = byId.get(need)
      if (other) visit(other, [...path, id])
    }
    state.set(id, 'done')
    ordered.push(plugin)
  }
  for (const plugin of plugins) visit(plugin, [])
  return { ordered, rings }
}

/**
 * What is found, in the order of needs, each under an id of its own. Of a plugin whose manifest is wrong, or takes what one before it has,
 * a stand-in is left, with the reason in `error`.
 */
export function sound<T extends FoundPlugin>(found: T[]): T[] {
  const ids = new Set<string>()
  const addresses = new Map<string, string>()
  const failed = (plugin: T, problems: string[]): T => ({ ...plugin, manifest: standIn(plugin.dir, plugin.manifest), error: problems.join('; ') })
  const checked = found.map((plugin) => {
    const { manifest, error } = plugin
    const own = error ? [error] : manifestProblems(plugin)
    if (own.length) return failed(plugin, own)
    const wanted = [...Object.keys(manifest.screens ?? {}), ...Object.keys(manifest.admin ?? {})]
    const taken = wanted
      .filter((address) => addresses.has(keyOf(address)))
      .map((address) => `plugin.ts: screens["${address}"]: ${addresses.get(keyOf(address))} has this address already`)
    if (ids.has(manifest.id)) taken.unshift(`plugin.ts: id: another plugin is called "${manifest.id}" already`)
    if (taken.length) return failed(plugin, taken)
    ids.add(manifest.id)
    for (const address of wanted) addresses.set(keyOf(address), manifest.id)
    return plugin
  })
  const named = checked.map((plugin) => {
    if (!plugin.error) return plugin
    let { id } = plugin.manifest
    for (let other = 2; ids.has(id); other++) id = `${plugin.manifest.id.slice(0, 27)}-${other}`
    ids.add(id)
    const screens = Object.fromEntries(Object.entries(plugin.manifest.screens ?? {}).filter(([address]) => !addresses.has(keyOf(address))))
    return { ...plugin, manifest: { ...plugin.manifest, id, screens } }
  })
  const { rings } = order(named)
  const whole = named.map((plugin) => {
    const { id, needs = [], wants = [], kinds = {} } = plugin.manifest
    const ring = rings.find((one) => one.includes(id))
    const absent = needs.filter((need) => !ids.has(need))
    const known = [id, ...needs, ...wants]
    // what a plugin that is not installed offers cannot be known
    const isWhole = known.every((one) => ids.has(one))
    const homeless = Object.entries(kinds).filter(([, { address }]) => isWhole && !known.includes(addresses.get(keyOf(address)) ?? ''))
    const problems = [
      ...(ring ? [`plugin.ts: needs: they form a ring: ${ring.join(' → ')}`] : []),
      ...absent.map((need) => `plugin.ts: needs: there is no plugin "${need}"`),
      ...homeless.map(([kind, { address }]) => `plugin.ts: kinds.${kind}.address: neither this plugin nor one in needs or wants has a screen at "${address}"`),
    ]
    return problems.length ? failed(plugin, problems) : plugin
  })
  return order(whole).ordered
}

/** A `*` in a slot's name stands for one part. */
const slotFits = (slot: string, name: string) => {
  const [before, after] = slot.split('*')
  return after === undefined ? slot === name : name.length > before!.length + after.length && name.startsWith(before!) && name.endsWith(after)
}
const permissionsNamed = ({ admin = {}, tabs = [], links = [], bottom = [], actions = [] }: Manifest): [field: string, can: string][] => [
  ...Object.entries(admin).flatMap(([address, { can }]): [string, string][] => (can ? [[`admin["${address}"]`, can]] : [])),
  ...Object.entries({ tabs, links, bottom, actions }).flatMap(([field, entries]) =>
    entries.flatMap(({ can, to }): [string, string][] => (can ? [[`${field}["${to}"]`, can]] : [])),
  ),
]

const addressOf = ({ method, path }: Route) => `${method} ${keyOf(path)}`
const isSchedule = (schedule: string | undefined) => schedule === undefined || cron.validate(schedule)

/** What is wrong with the contract and server part of one plugin among all, each as `file: field: what`. */
export function contractProblems(plugin: PluginParts, plugins: PluginParts[], kernelContracts: Contract[]): string[] {
  const { manifest, server, contract } = plugin
  const problems: string[] = []
  const ready = plugins.filter(({ state }) => state === 'ready')
  const contracts = new Map([...kernelContracts, ...ready.map(({ contract }) => contract)].map((one) => [one.id, one]))
  const permissions = new Set([...contracts.values()].flatMap(({ id, permissions = {} }) => Object.keys(permissions).map((name) => `${id}.${name}`)))
  const known = new Set([manifest.id, ...(manifest.needs ?? []), ...(manifest.wants ?? []), ...kernelContracts.map(({ id }) => id)])
  // what a plugin offers that is not installed, or does not work, cannot be known
  const isSilent = (id: string) => !contracts.has(id) && (known.has(id) || plugins.some(({ manifest }) => manifest.id === id))
  const isGiven = (permission: string) => permissions.has(permission) || isSilent(permission.split('.')[0]!)
  const isWhole = [...known].every((id) => contracts.has(id))
  for (const { event, name } of server?.on ?? [])
    if (event !== anyAutomation && !known.has(event.plugin))
      problems.push(`server/index.ts: on.${name}: "${event.name}" belongs to ${event.plugin}, which is neither in needs nor in wants`)
  for (const { point } of server?.contributes ?? [])
    if (!known.has(point.plugin))
      problems.push(`server/index.ts: contributes: ${point.plugin}.${point.name} belongs to a plugin that is neither in needs nor in wants`)
    else if (contracts.has(point.plugin) && !contracts.get(point.plugin)!.points?.[point.name])
      problems.push(`server/index.ts: contributes: ${point.plugin} has no point "${point.name}"`)
  const offered = [...known].flatMap((id) => Object.keys(contracts.get(id)?.slots ?? {}))
  for (const name of Object.keys(manifest.slots ?? {}))
    if (isWhole && !offered.some((slot) => slotFits(slot, name)))
      problems.push(`plugin.ts: slots["${name}"]: neither this plugin nor one in needs or wants has such a slot`)
  for (const [field, can] of permissionsNamed(manifest)) if (!isGiven(can)) problems.push(`plugin.ts: ${field}.can: there is no permission "${can}"`)
  for (const [address, { visitorsHome }] of Object.entries(manifest.screens ?? {}))
    if (visitorsHome !== undefined && !contract.communitySettings?.shape[visitorsHome])
      problems.push(`plugin.ts: screens["${address}"].visitorsHome: contract.ts has no "${visitorsHome}" in communitySettings`)
  const schema = manifest.id.replaceAll('-', '_')
  for (const entity of server?.entities ?? []) {
    const meta = entity.init().meta
    if (meta.schema !== schema) problems.push(`server/entities.ts: ${meta.schema}.${meta.tableName}: tables of ${manifest.id} are named "${schema}.…"`)
  }
  for (const address of Object.keys(server?.pages ?? {}))
    if (!manifest.screens?.[address]) problems.push(`server/index.ts: pages: "${address}" is no screen of this plugin`)
  for (const { name, method, options } of Object.values(contract.routes ?? {})) {
    const { can } = options
    if (typeof can === 'string' && !['member', 'account'].includes(can) && !isGiven(can.includes('.') ? can : `${contract.id}.${can}`))
      problems.push(`contract.ts: routes.${name}.can: there is no permission "${can}"`)
    for (const field of /^(PATCH|PUT)$/.test(method) && options.body ? filledIn(options.body) : [])
      problems.push(`contract.ts: routes.${name}.body: "${field}" is set to its default where a change does not name it; changesOf() leaves it out`)
  }
  for (const { name, schedule } of server?.jobs ?? []) if (!isSchedule(schedule)) problems.push(`the schedule of its job "${name}" is none: "${schedule}"`)
  return problems
}

const publicNames = ({ routes = {}, communitySettings }: Contract): string[] => [
  ...Object.values(routes).map(addressOf),
  ...Object.keys(communitySettings?.shape ?? {}).map((name) => `the setting "${name}" of the community`),
]
/** Names that are the house's, of which there is one each. */
const namesOf = ({ contract, server, manifest: { id } }: PluginParts): string[] => [
  ...publicNames(contract),
  ...Object.keys(server?.rooms ?? {}).map((name) => `the room "${name}"`),
  ...(server?.front ? ['the front'] : []),
  ...(server?.on ?? []).map(({ name }) => `the subscriber "${id}.${name}"`),
  ...(server?.jobs ?? []).map(({ name }) => `the job "${id}.${name}"`),
]
/**
 * Switches off, with the reasons in `error`, each plugin whose contract or server part is wrong, or takes what one before it has. Its own
 * addresses stay, and answer that it does not work.
 */
export function failFaulty(plugins: PluginParts[], kernelContracts: Contract[]): void {
  const taken = new Map(kernelContracts.flatMap((contract) => publicNames(contract).map((name) => [name, contract.id])))
  for (const plugin of plugins) {
    const { id } = plugin.manifest
    const names = namesOf(plugin)
    const twice = names.filter((one, at) => taken.has(one) || names.indexOf(one) !== at)
    if (plugin.state === 'ready') {
      const problems = twice.map((one) => `${one} is declared by ${taken.get(one) ?? id} already`)
      try {
        problems.push(...contractProblems(plugin, plugins, kernelContracts))
      } catch (error) {
        problems.push((error as Error).message)
      }
      if (problems.length) Object.assign(plugin, { state: 'failed', server: null, error: problems.join('; ') })
    }
    if (plugin.state === 'failed') {
      const routes = Object.entries<Route>(plugin.contract.routes ?? {}).filter(([, route]) => !twice.includes(addressOf(route)))
      plugin.contract = { ...plugin.contract, routes: Object.fromEntries(routes), ...(twice.length && { communitySettings: undefined }) }
    }
    for (const one of names) if (!taken.has(one)) taken.set(one, id)
  }
}

/** Each plugin that needs one that failed fails because of it, by name, before it fails by itself (case F12). @param plugins in the order of needs */
export function failDependants<T extends PluginParts>(plugins: T[], fail: (plugin: T, error: Error) => void): void {
  const failed = new Set(plugins.filter(({ state }) => state === 'failed').map(({ manifest }) => manifest.id))
  for (const plugin of plugins) {
    const need = plugin.manifest.needs?.find((id) => failed.has(id))
    if (need === undefined || plugin.state === 'failed') continue
    fail(plugin, new Error(`it needs ${need}, which failed`))
    failed.add(plugin.manifest.id)
  }
}
