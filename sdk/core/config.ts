/** The shape of plugins.config.ts. */
import type { Tier } from './tiers.ts'

export interface PluginEntry {
  /** A folder (relative to plugins.config.ts, or absolute) or the name of an npm package. */
  from: string
  /** Overrides the manifest's tiers. */
  tiers?: Tier[]
  /** Whether a new community starts with it; `first`: only the one that the first start makes. Default true. */
  on?: boolean | 'first'
  /** Free options, readable by the plugin as `ctx.options`. */
  options?: Record<string, unknown>
}
export const definePlugins = (entries: (string | PluginEntry)[]): PluginEntry[] => entries.map((entry) => (typeof entry === 'string' ? { from: entry } : entry))
