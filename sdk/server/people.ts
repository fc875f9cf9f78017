/** Who may see people, and who holds a permission. */
import { AGENT_ROLE } from '../core/schemas.ts'
import communities from '../kernel/communities/contract.ts'
import membership from '../kernel/membership/contract.ts'
import type { Ctx } from './ctx.ts'

/** Members see who is here; visitors only where the community has made its directory public. Lists of names ask this first. */
export const seesPeople = (ctx: Ctx): boolean => ctx.member !== null || (!ctx.community.isPrivate && ctx.communitySettings(membership).public_member_directory)

/** Whom the member of `ctx` is kept apart from, by every plugin that knows: neither is told whether the other is here. */
export const apartFrom = async (ctx: Ctx): Promise<ReadonlySet<number>> =>
  new Set((await Promise.all(ctx.fill(communities.points.apart).map(({ value }) => value(ctx)))).flat())

/**
 * SQL: whether a member is a person, and no AI agent.
 * @param member alias of `kernel.member_card` in the statement
 */
export const isPerson = (member: string): string => `not ('${AGENT_ROLE}' = any (${member}.roles))`

/**
 * SQL: whether a member holds a permission of the whole community, as an admin or by a role. `$1` is the community.
 * @param member alias of `kernel.member_card` in the statement; none of these comes from anybody's input
 * @param grant of the contract, where it gives the permission to other built-in roles than admins: they have it until an admin takes it from them
 */
export const holdsPermission = (member: string, permission: string, grant: readonly string[] = []): string => {
  const builtIn = grant.filter((role) => role !== 'admin').map((role) => `'${role}'`)
  const given = builtIn.length ? ` or held.is_builtin and held.key in (${builtIn.join(', ')}) and not ('-${permission}' = any (held.permissions))` : ''
  return `('admin' = any (${member}.roles) or exists (
    select from kernel.role_card held where held.community_id = $1 and held.key = any (${member}.roles) and ('${permission}' = any (held.permissions)${given})))`
}
