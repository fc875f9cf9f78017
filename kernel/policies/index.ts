/** Who holds which right: roles as sets of permissions, and what an API token may reach. */
import { forbidden, type Route } from '@atrium/sdk'

/** A permission that a contract declares. */
export interface PermissionEntry {
  /** `posts.manage` */
  full: string
  title: string
  /** Built-in roles that hold it until an admin changes that. */
  grant: string[]
  /** Named among the community's policies as `can_<name>`. */
  policy?: boolean
  /** May be held for one space. */
  space?: boolean
  plugin: string
}

/** Takes a permission from a built-in role that its contract grants; the rest of an entry is the permission's full name. */
const TAKEN = '-'

/**
 * The permissions of a role. A built-in role keeps only what differs from the contracts' grants, so that a plugin
 * that comes later brings its grants to communities that exist already.
 */
export function permissionsOf(role: { key: string; builtin: boolean; stored: string[] }, catalogue: readonly PermissionEntry[]): Set<string> {
  if (role.key === 'admin' && role.builtin) return new Set(catalogue.map(({ full }) => full))
  const granted = role.builtin ? catalogue.filter(({ grant }) => grant.includes(role.key)).map(({ full }) => full) : []
  const held = new Set([...granted, ...role.stored.filter((entry) => !entry.startsWith(TAKEN))])
  for (const entry of role.stored) if (entry.startsWith(TAKEN)) held.delete(entry.slice(TAKEN.length))
  return held
}

/** All that roles give together. @param held role key → full permissions, of the community */
export const rightsOf = (roles: readonly string[], held: ReadonlyMap<string, ReadonlySet<string>>): Set<string> =>
  new Set(roles.flatMap((role) => [...(held.get(role) ?? [])]))

/** What to store so that `permissionsOf` gives `wanted`. */
export function toStored(role: { key: string; builtin: boolean }, wanted: Iterable<string>, catalogue: readonly PermissionEntry[]): string[] {
  const want = new Set(wanted)
  const granted = permissionsOf({ ...role, stored: [] }, catalogue)
  return [...[...want].filter((full) => !granted.has(full)), ...[...granted].filter((full) => !want.has(full)).map((full) => TAKEN + full)]
}

/**
 * May an API token with these scopes call the route at all? Permissions are checked after it, as for everybody. `read` and `write` open all plugins,
 * `posts:read` and `posts:write` one. With the scope `admin` a token has the rights of who made it, without it those of a plain member, and never
 * touches the account itself; `admin` alone opens everything.
 */
export function scopeAllows(scopes: readonly string[], { plugin, method, options }: Pick<Route, 'plugin' | 'method' | 'options'>): boolean {
  if (options.maps || (scopes.length === 1 && scopes[0] === 'admin')) return true
  if ((options.can === 'account' || options.can === 'admin') && !scopes.includes('admin')) return false
  const enough = method === 'GET' ? ['write', 'read'] : ['write']
  return enough.some((scope) => scopes.includes(scope) || scopes.includes(`${plugin}:${scope}`))
}

/** @throws AtriumError 403 unless this person owns the platform */
export function platformOwnerOnly(account: { isPlatformOwner: boolean } | null): void {
  if (!account?.isPlatformOwner) throw forbidden('Only the platform owner can do this.')
}
