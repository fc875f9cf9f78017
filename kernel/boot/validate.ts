/** Checks manifests and contracts together and tells every problem at once, with file and field. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Contract, TIERS } from '@atrium/sdk'
import { z } from 'zod'
import type { Found } from './discover.ts'
import type { LoadedPlugin } from './registry.ts'

export const SDK_VERSION = '1.0.0'
const address = z.string().regex(/^\/[\w\-/:.]*$/, 'an address starts with / and has words, dashes and :names')
const nav = z.strictObject({ title: z.string(), to: z.string().startsWith('/'), icon: z.string(), order: z.number().optional(), can: z.string().optional() })
const slot = z.strictObject({ module: z.string(), order: z.number().optional() })
const groups = ['audience', 'content', 'growth', 'automation', 'paywalls', 'ai', 'analytics', 'site', 'general', 'developers', 'plans'] as const
const Shape = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/, 'lower case letters, digits and dashes'),
  title: z.string().min(1).max(60),
  description: z.string().max(300).optional(),
  icon: z.string(),
  sdk: z.string(),
  kind: z.enum(['base', 'feature']),
  tiers: z
    .array(z.enum(TIERS as [string, ...string[]]))
    .min(1)
    .optional(),
  needs: z.array(z.string()).optional(),
  wants: z.array(z.string()).optional(),
  screens: z
    .record(
      address,
      z.strictObject({
        module: z.string(),
        public: z.union([z.boolean(), z.literal('always')]).optional(),
        layout: z.enum(['column', 'wide', 'focus']).optional(),
      }),
    )
    .optional(),
  slots: z.record(z.string(), z.union([slot, z.array(slot)])).optional(),
  admin: z
    .record(
      address,
      z.strictObject({
        module: z.string(),
        group: z.enum(groups),
        title: z.string().optional(),
        icon: z.string().optional(),
        order: z.number().optional(),
        can: z.string().optional(),
      }),
    )
    .optional(),
  tabs: z.array(nav).optional(),
  links: z.array(nav).optional(),
  bottom: z.array(nav).optional(),
  actions: z.array(nav.extend({ keys: z.string().optional() })).optional(),
})

/** `^1.2`, `~1.2.3`, `1.x` and `*` against the SDK's version: same major, not newer than ours. */
export function sdkFits(range: string, version = SDK_VERSION): boolean {
  if (range === '*') return true
  const wanted = /^[\^~]?(\d+)(?:\.(\d+|x))?(?:\.(\d+|x))?$/.exec(range)
  if (!wanted) return false
  const [major, minor] = version.split('.').map(Number) as [number, number]
  return Number(wanted[1]) === major && (wanted[2] === undefined || wanted[2] === 'x' || Number(wanted[2]) <= minor)
}

const modulesOf = ({ manifest }: Found) => [
  ...Object.entries(manifest.screens ?? {}).map(([key, { module }]) => [`screens["${key}"].module`, module] as const),
  ...Object.entries(manifest.admin ?? {}).map(([key, { module }]) => [`admin["${key}"].module`, module] as const),
  ...Object.entries(manifest.slots ?? {}).flatMap(([key, slots]) => [slots].flat().map(({ module }) => [`slots["${key}"].module`, module] as const)),
]

/** Problems of the manifests, each as `file: field: what is wrong`. */
export function manifestProblems(found: Found[]): string[] {
  const problems: string[] = []
  const ids = new Map<string, string>()
  const addresses = new Map<string, string>()
  for (const plugin of found) {
    const { manifest, dir } = plugin
    const say = (field: string, text: string) => problems.push(`${join(dir, 'plugin.ts')}: ${field}: ${text}`)
    const shape = Shape.safeParse(manifest)
    for (const issue of shape.error?.issues ?? []) say(issue.path.join('.') || 'manifest', issue.message)
    if (!shape.success) continue
    if (ids.has(manifest.id)) say('id', `"${manifest.id}" is the id of ${ids.get(manifest.id)} too`)
    ids.set(manifest.id, dir)
    if (!sdkFits(manifest.sdk)) say('sdk', `it was written for ${manifest.sdk}, this is ${SDK_VERSION}`)
    for (const address of [...Object.keys(manifest.screens ?? {}), ...Object.keys(manifest.admin ?? {})]) {
      const key = address.replace(/:\w+/g, ':')
      if (addresses.has(key)) say(`screens["${address}"]`, `${addresses.get(key)} has this address already`)
      addresses.set(key, manifest.id)
    }
    for (const [field, module] of modulesOf(plugin))
      if (!existsSync(join(dir, 'web', `${module}.tsx`)) && !existsSync(join(dir, 'dist'))) say(field, `there is no web/${module}.tsx`)
  }
  for (const { manifest, dir } of found)
    for (const need of manifest.needs ?? []) if (!ids.has(need)) problems.push(`${join(dir, 'plugin.ts')}: needs: there is no plugin "${need}"`)
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

/** Problems that show only once contracts and server parts are loaded. */
export function contractProblems(plugins: LoadedPlugin[], kernelContracts: Contract[]): string[] {
  const problems: string[] = []
  for (const { manifest, server, dir, contract } of plugins) {
    const known = new Set([manifest.id, ...(manifest.needs ?? []), ...(manifest.wants ?? []), ...kernelContracts.map(({ id }) => id)])
    for (const { event, name } of server?.on ?? [])
      if (!known.has(event.plugin))
        problems.push(`${join(dir, 'server/index.ts')}: on.${name}: "${event.name}" belongs to ${event.plugin}, which is neither in needs nor in wants`)
    for (const { point } of server?.contributes ?? [])
      if (!known.has(point.plugin))
        problems.push(`${join(dir, 'server/index.ts')}: contributes: ${point.plugin}.${point.name} belongs to a plugin that is neither in needs nor in wants`)
    for (const address of Object.keys(server?.pages ?? {}))
      if (!manifest.screens?.[address]) problems.push(`${join(dir, 'server/index.ts')}: pages: "${address}" is no screen of this plugin`)
    for (const route of Object.values(contract.routes ?? {}))
      if (typeof route.options.can === 'string' && !['member', 'account'].includes(route.options.can) && !contract.permissions?.[route.options.can])
        problems.push(`${join(dir, 'contract.ts')}: routes.${route.name}.can: there is no permission "${route.options.can}"`)
  }
  return problems
}
