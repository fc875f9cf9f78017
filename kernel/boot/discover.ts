/** Finds the plugins that plugins.config.ts names and reads their manifests, contracts and server parts. */
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { defineContract, type Contract, type Manifest, type PluginEntry, z } from '@atrium/sdk'
import type { NamedSchema } from '@atrium/sdk/openapi'
import { type FoundPlugin, standIn } from '@atrium/sdk/check'
import type { ServerDef } from '@atrium/sdk/server'
import type { LoadedPlugin } from '../registry.ts'
import { within } from '../data/within.ts'

export interface Found extends FoundPlugin {
  entry: PluginEntry
}

/** The folder of an entry: as given, relative to plugins.config.ts, or an npm package. */
function folderOf(entry: PluginEntry, base: string): string | null {
  const folder = isAbsolute(entry.from) ? entry.from : resolve(base, entry.from)
  if (existsSync(folder)) return folder
  try {
    return dirname(fileURLToPath(import.meta.resolve(`${entry.from}/package.json`, pathToFileURL(join(base, 'plugins.config.ts')))))
  } catch {
    return null
  }
}

/** `plugin.ts`, or `plugin.js` in a published package (Node strips no types under node_modules). */
const fileIn = (dir: string, name: string) => [`${name}.ts`, `${name}.js`].map((file) => join(dir, file)).find(existsSync)

/** Reads every manifest and runs nothing else of a plugin. `problems` are those of plugins.config.ts. */
export async function discover(entries: PluginEntry[], base: string): Promise<{ found: Found[]; problems: string[] }> {
  const problems: string[] = []
  const found: Found[] = []
  for (const entry of entries) {
    const dir = folderOf(entry, base)
    const file = dir && fileIn(dir, 'plugin')
    if (!dir || !file) {
      problems.push(`plugins.config.ts: "${entry.from}" is no folder or package with a plugin.ts`)
      continue
    }
    try {
      const manifest = ((await import(pathToFileURL(file).href)) as { default?: Manifest }).default
      if (!manifest) throw new Error('it has no default export made with definePlugin')
      found.push({ entry, dir, manifest: entry.tiers ? { ...manifest, tiers: entry.tiers } : manifest })
    } catch (error) {
      found.push({ entry, dir, manifest: standIn(dir), error: `plugin.ts: ${(error as Error).message}` })
    }
  }
  return { found, problems }
}

/** What a contract exports beside itself: its schemas have names there, by which OpenAPI calls them. */
const schemasAmong = (id: string, exported: object): NamedSchema[] =>
  Object.entries(exported).flatMap(([name, schema]) => (schema instanceof z.ZodType ? [{ name: `${id}.${name}`, schema }] : []))

/** Loads contract and server part. A plugin that throws or hangs here becomes failed; the rest go on (cases F12, F13). */
export async function load({ entry, dir, manifest, error }: Found): Promise<LoadedPlugin> {
  const plugin: LoadedPlugin = {
    manifest,
    contract: defineContract(manifest.id, {}),
    server: null,
    dir,
    state: error === undefined ? 'ready' : 'failed',
    error,
    options: entry.options ?? {},
    schemas: [],
    defaultOn: entry.on ?? true,
  }
  try {
    const file = fileIn(dir, 'contract')
    const { default: contract, ...exported } = (file ? await within('its contract', () => import(pathToFileURL(file).href)) : {}) as { default?: Contract }
    if (contract && contract.id !== manifest.id) throw new Error(`contract.ts names the plugin "${contract.id}"`)
    if (contract) plugin.contract = contract
    plugin.schemas = schemasAmong(manifest.id, exported)
    // its addresses answer that it does not work
    if (plugin.state === 'failed') return plugin
    const server = fileIn(join(dir, 'server'), 'index')
    if (server) plugin.server = ((await within('its server part', () => import(pathToFileURL(server).href))) as { default: ServerDef }).default
    const missing = Object.keys(plugin.contract.routes ?? {}).filter((name) => !(plugin.server?.routes as Record<string, unknown> | undefined)?.[name])
    if (missing.length) throw new Error(`no handler for the route${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`)
  } catch (thrown) {
    plugin.state = 'failed'
    plugin.server = null
    plugin.error ??= `it could not be loaded: ${(thrown as Error).message}`
  }
  return plugin
}
