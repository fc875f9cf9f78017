/** Which addresses are somebody's, so that nothing else is put there. */
import type { Contract } from '../core/contract.ts'
import type { Manifest } from '../core/manifest.ts'
import { accountAddresses, adminAddresses } from '../kernel/shell/contract.ts'

/** What is answered before calls and screens. */
const HOUSE = ['/health', '/ready', '/metrics', '/boot', '/api', '/openapi.json', '/assets/:file', '/plugins/:file', '/words/:file', '/files/:file']
type Plugins = ReadonlyMap<string, { manifest: Manifest; contract: Contract }>
const known = new WeakMap<Plugins, readonly string[]>()

/** Patterns of all of them, of plugins that are off too: screens, settings, calls, what the house itself answers. */
export function addressesOf(plugins: Plugins): readonly string[] {
  const before = known.get(plugins)
  if (before) return before
  const own = [...plugins.values()].flatMap(({ manifest: { screens = {}, admin = {} }, contract }) => [
    ...Object.keys(screens),
    ...Object.keys(admin),
    ...Object.values(contract.routes ?? {}).map(({ path }) => path),
  ])
  const all = [...new Set([...HOUSE, ...accountAddresses, ...adminAddresses, ...own])]
  known.set(plugins, all)
  return all
}
