/** Which screen stands at an address, and whom its manifest lets in: the shell asks the same two lists. */
import type { BootPlugin } from '@atrium/sdk/web'

export interface ScreenFound {
  kind: 'public' | 'member' | 'admin'
  can: string | null
  /** The plugin's. */
  title: string
  off: boolean
}
const matches = (pattern: string, path: string) => new RegExp(`^${pattern.replace(/:[^/]+/g, '[^/]+')}$`).test(path)
/** The address with the fewest names is the nearest, as `/c/:space/members` before `/c/:space/:slug`. */
const nearest = (patterns: string[], path: string) =>
  patterns.filter((pattern) => matches(pattern, path)).sort((one, other) => one.split(':').length - other.split(':').length)[0]

export function screenAt(plugins: readonly BootPlugin[], path: string): ScreenFound | null {
  for (const plugin of plugins) {
    const found = { title: plugin.title, off: plugin.status !== 'on' }
    const admin = nearest(Object.keys(plugin.admin), path)
    if (admin) return { ...found, kind: 'admin', can: plugin.admin[admin]!.can ?? null }
    const screen = nearest(Object.keys(plugin.screens), path)
    // places in spaces are answered by their policies
    if (screen && !screen.startsWith('/c/')) return { ...found, kind: plugin.screens[screen]!.public ? 'public' : 'member', can: null }
  }
  return null
}
