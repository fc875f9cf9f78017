/** Fetches the code of the screen behind a link before it is followed. */
import { host } from '@atrium/sdk/web'
import { loadModule } from '../loader/index.ts'
import { find } from './table.ts'

/** Starts to fetch the code of the screen that the page opens with, while its words are on their way. */
export function startScreen(pathname: string): void {
  const found = find(host.getBoot(), pathname)
  if (!found || found.admin) return
  // A failure shows itself when it is rendered.
  if (found.kind === 'own') found.route.load().catch(() => {})
  else if (found.plugin.status === 'on') loadModule(found.plugin.id, found.module).catch(() => {})
}

export function prefetchScreen(pathname: string): void {
  const found = find(host.getBoot(), pathname)
  if (!found) return
  if (found.admin) void host.loadAdmin()
  const loading = found.kind === 'own' ? found.route.load() : found.plugin.status === 'on' ? host.loadModule(found.plugin.id, found.module) : Promise.resolve()
  // which of the kinds that share the address stands there, only the server knows
  for (const { id, kinds } of host.getBoot().plugins)
    for (const { address, screen } of Object.values(kinds)) if (address === found.pattern) host.loadModule(id, screen).catch(() => {})
  // A failure shows itself when the link is followed.
  loading.catch(() => {})
}
