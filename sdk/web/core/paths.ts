/** Matches addresses against the patterns of manifests: `/c/:space/:slug`. */

const patterns = new Map<string, RegExp>()
/** `:name` takes one part of the path, up to a dot where an ending follows: `/c/:space/members.csv`. */
function compile(pattern: string): RegExp {
  const source = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:(\w+)/g, '(?<$1>[^/]+?)')
  return new RegExp(`^${source}/?$`)
}
/** The parameters with which `pathname` is an address of the pattern; null when it is none. */
export function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  let known = patterns.get(pattern)
  if (!known) patterns.set(pattern, (known = compile(pattern)))
  const found = known.exec(pathname)
  if (!found) return null
  try {
    return Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    return null
  }
}
/** Sorts patterns so that the first match is the narrowest: fewer parameters first, then the longer one. */
export const bySpecificity = (one: string, other: string): number => weight(one) - weight(other)
const weight = (pattern: string) => (pattern.match(/:/g)?.length ?? 0) * 1000 - pattern.length
