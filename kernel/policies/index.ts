/** Who holds which right: roles as sets of permissions, what a person may do, what an API token may reach. */
import type { Route } from '@atrium/sdk'
import type { Identity } from '../accounts/index.ts'

/** A permission that a contract declares. */
export interface PermissionEntry {
  /** `posts.manage` */
  full: string
  title: string
  /** Built-in roles that hold it until an admin changes that. */
  grant: string[]
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

/** What to store so that `permissionsOf` gives `wanted`. */
export function toStored(role: { key: string; builtin: boolean }, wanted: Iterable<string>, catalogue: readonly PermissionEntry[]): string[] {
  const want = new Set(wanted)
  const granted = permissionsOf({ ...role, stored: [] }, catalogue)
  return [...[...want].filter((full) => !granted.has(full)), ...[...granted].filter((full) => !want.has(full)).map((full) => TAKEN + full)]
}

/** Holds the full permission here? Admins hold all; who is no member holds none. */
export const can = (identity: Identity | null, permission: string): boolean =>
  identity?.member != null && (identity.allPermissions || identity.permissions.has(permission))

export type Scope = 'read' | 'write' | 'admin'
type Reach = 'open' | 'member' | 'account' | 'admin'
/**
 * What each scope of an API token opens: by method, the kinds of routes. Without the scope `admin` a token has the
 * rights of a plain member, whoever made it, and never touches the account itself.
 */
export const SCOPES: Record<Scope, { reads: readonly Reach[]; writes: readonly Reach[] }> = {
  read: { reads: ['open', 'member'], writes: [] },
  write: { reads: ['open', 'member'], writes: ['open', 'member'] },
  admin: { reads: ['open', 'member', 'account', 'admin'], writes: ['open', 'member', 'account', 'admin'] },
}

/** May a token with these scopes call the route at all? Permissions are checked after it, as for everybody. */
export function scopeAllows(scopes: readonly string[], route: Pick<Route, 'method' | 'options'>): boolean {
  const { can } = route.options
  const reach = typeof can === 'object' ? 'open' : can === 'account' || can === 'admin' ? can : 'member'
  return scopes.some((scope) => Object.hasOwn(SCOPES, scope) && SCOPES[scope as Scope][route.method === 'GET' ? 'reads' : 'writes'].includes(reach))
}
