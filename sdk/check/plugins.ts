/** Checks manifests and contracts together and tells every problem at once, with file and field. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import cron from 'node-cron'
import semver from 'semver'
import { type Contract, defineContract, type Route } from '../core/contract.ts'
import type { Manifest } from '../core/manifest.ts'
import { ManifestShape } from '../core/manifestSchema.ts'
import type { ServerDef } from '../server/define.ts'
import { icons } from '../web/icons.ts'
import { foreignImports, idleJobs, missingWords } from './sources.ts'

export { ruleProblems } from './rules.ts'

/** A plugin whose manifest is read, and nothing else. */
export interface FoundPlugin {
  manifest: Manifest
  /** Absolute folder. */
  dir: string
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

/** Problems of the manifests, each as `file: field: what is wrong`. */
export function manifestProblems(found: FoundPlugin[]): string[] {
  const problems: string[] = []
  const ids = new Map<string, string>()
  const addresses = new Map<string, string>()
  for (const plugin of found) {
    const { manifest, dir } = plugin
    const say = (field: string, text: string) => problems.push(`${join(dir, 'plugin.ts')}: ${field}: ${text}`)
    const shape = ManifestShape.safeParse(manifest)
    for (const issue of shape.error?.issues ?? []) say(issue.path.join('.') || 'manifest', issue.message)
    if (!shape.success) continue
    if (ids.has(manifest.id)) say('id', `"${manifest.id}" is the id of ${ids.get(manifest.id)} too`)
    ids.set(manifest.id, dir)
    if (!sdkFits(manifest.sdk)) say('sdk', `it was written for ${manifest.sdk}, this is ${SDK_VERSION}`)
    for (const address of [...Object.keys(manifest.screens ?? {}), ...Object.keys(manifest.admin ?? {})]) {
      const key = keyOf(address)
      if (addresses.has(key)) say(`screens["${address}"]`, `${addresses.get(key)} has this address already`)
      addresses.set(key, manifest.id)
    }
    for (const [field, module] of modulesOf(plugin))
      if (!existsSync(join(dir, 'web', `${module}.tsx`)) && !existsSync(join(dir, 'dist'))) say(field, `there is no web/${module}.tsx`)
    for (const [field, icon] of iconsOf(manifest))
      if (!(icons as readonly string[]).includes(icon)) say(field, `the SDK's set has no icon "${icon}" (@atrium/sdk/icons)`)
    problems.push(...missingWords(dir, manifest), ...foreignImports(dir))
  }
  for (const { manifest, dir } of found) {
    for (const need of manifest.needs ?? []) if (!ids.has(need)) problems.push(`${join(dir, 'plugin.ts')}: needs: there is no plugin "${need}"`)
    const known = [manifest.id, ...(manifest.needs ?? []), ...(manifest.wants ?? [])]
    // what a plugin that is not installed offers cannot be known
    const isWhole = known.every((id) => ids.has(id))
    for (const [kind, { address }] of Object.entries(manifest.kinds ?? {}))
      if (isWhole && !known.includes(addresses.get(keyOf(address)) ?? ''))
        problems.push(`${join(dir, 'plugin.ts')}: kinds.${kind}.address: neither this plugin nor one in needs or wants has a screen at "${address}"`)
  }
  return problems
}

/** Plugins in the order of their needs. Says so when they need each other in a ring. */
export function order<T extends { manifest: { id: string; needs?: string[]; wants?: string[] } }>(plugins: T[]): { ordered: T[]; problems: string[] } {
  const byId = new Map(plugins.map((plugin) => [plugin.manifest.id, plugin]))
  const ordered: T[] = []
  const problems: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (plugin: T, path: string[]) => {
    const { id, needs = [] } = plugin.manifest
    if (state.get(id) === 'done') return
    if (state.get(id) === 'open') {
      problems.push(`needs form a ring: ${[...path.slice(path.indexOf(id)), id].join(' → ')}`)
      return
    }
    state.set(id, 'open')
    for (const need of needs) {
      const other = byId.get(need)
      if (other) visit(other, [...path, id])
    }
    state.set(id, 'done')
    ordered.push(plugin)
  }
  for (const plugin of plugins) visit(plugin, [])
  return { ordered, problems }
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

/** Problems that show only once contracts and server parts are loaded. */
export function contractProblems(plugins: PluginParts[], kernelContracts: Contract[]): string[] {
  const problems: string[] = plugins.flatMap(idleJobs)
  const contracts = new Map([...kernelContracts, ...plugins.map(({ contract }) => contract)].map((contract) => [contract.id, contract]))
  const installed = new Set(plugins.map(({ manifest }) => manifest.id))
  const permissions = new Set([...contracts.values()].flatMap(({ id, permissions = {} }) => Object.keys(permissions).map((name) => `${id}.${name}`)))
  for (const { manifest, server, dir, contract } of plugins) {
    const known = new Set([manifest.id, ...(manifest.needs ?? []), ...(manifest.wants ?? []), ...kernelContracts.map(({ id }) => id)])
    for (const { event, name } of server?.on ?? [])
      if (!known.has(event.plugin))
        problems.push(`${join(dir, 'server/index.ts')}: on.${name}: "${event.name}" belongs to ${event.plugin}, which is neither in needs nor in wants`)
    for (const { point } of server?.contributes ?? []) {
      const say = (text: string) => problems.push(`${join(dir, 'server/index.ts')}: contributes: ${text}`)
      if (!known.has(point.plugin)) say(`${point.plugin}.${point.name} belongs to a plugin that is neither in needs nor in wants`)
      else if (contracts.has(point.plugin) && !contracts.get(point.plugin)!.points?.[point.name]) say(`${point.plugin} has no point "${point.name}"`)
    }
    // what a plugin that is not installed offers cannot be known
    const isWhole = [...(manifest.needs ?? []), ...(manifest.wants ?? [])].every((id) => installed.has(id))
    const offered = [...known].flatMap((id) => Object.keys(contracts.get(id)?.slots ?? {}))
    for (const name of Object.keys(manifest.slots ?? {}))
      if (isWhole && !offered.some((slot) => slotFits(slot, name)))
        problems.push(`${join(dir, 'plugin.ts')}: slots["${name}"]: neither this plugin nor one in needs or wants has such a slot`)
    for (const [field, can] of permissionsNamed(manifest))
      if (!permissions.has(can)) problems.push(`${join(dir, 'plugin.ts')}: ${field}.can: there is no permission "${can}"`)
    const schema = manifest.id.replaceAll('-', '_')
    for (const entity of server?.entities ?? []) {
      const meta = entity.init().meta
      if (meta.schema !== schema)
        problems.push(`${join(dir, 'server/entities.ts')}: ${meta.schema}.${meta.tableName}: tables of ${manifest.id} are named "${schema}.…"`)
    }
    for (const address of Object.keys(server?.pages ?? {}))
      if (!manifest.screens?.[address]) problems.push(`${join(dir, 'server/index.ts')}: pages: "${address}" is no screen of this plugin`)
    for (const { name, options } of Object.values(contract.routes ?? {}))
      if (
        typeof options.can === 'string' &&
        !['member', 'account'].includes(options.can) &&
        !permissions.has(options.can.includes('.') ? options.can : `${contract.id}.${options.can}`)
      )
        problems.push(`${join(dir, 'contract.ts')}: routes.${name}.can: there is no permission "${options.can}"`)
  }
  return problems
}

const addressOf = ({ method, path }: Route) => `${method} ${keyOf(path)}`
function faultOf({ contract, server, manifest: { id } }: PluginParts, taken: Map<string, string>): string | null {
  const bad = server?.jobs?.find(({ schedule }) => schedule !== undefined && !cron.validate(schedule))
  if (bad) return `the schedule of its job "${bad.name}" is none: "${bad.schedule}"`
  const brings = [
    ...Object.values(contract.routes ?? {}).map(addressOf),
    ...Object.keys(server?.rooms ?? {}).map((name) => `the room "${name}"`),
    ...(server?.on ?? []).map(({ name }) => `the subscriber "${id}.${name}"`),
    ...(server?.jobs ?? []).map(({ name }) => `the job "${id}.${name}"`),
  ]
  const twice = brings.find((one, at) => taken.has(one) || brings.indexOf(one) !== at)
  if (twice) return `${twice} is declared by ${taken.get(twice) ?? id} already`
  for (const one of brings) taken.set(one, id)
  return null
}
/** Switches off, with the reason in `error`, each plugin with a fault that is no other's matter: a schedule that is none, an address or a name that is taken. */
export function failFaulty(plugins: (PluginParts & { error?: string })[], kernelContracts: Contract[]): void {
  const taken = new Map(kernelContracts.flatMap(({ id, routes = {} }) => Object.values(routes).map((route) => [addressOf(route), id])))
  for (const plugin of plugins) {
    const fault = plugin.state === 'ready' ? faultOf(plugin, taken) : null
    if (fault) Object.assign(plugin, { state: 'failed', server: null, contract: defineContract(plugin.manifest.id, {}), error: fault })
  }
}
