/** Roles of the community that a member holds in one space or group alone: of their rights those hold there that are about records of spaces. */
import { forbidden, invalid, notFound, sentence } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { GrantTarget, PlaceRole } from '../../contract.ts'
import { SpaceRoleTable } from '../entities.ts'
import { invalidateReach, roomsOf } from './access.ts'
import { needTargets } from './grants.ts'
import { needMember } from './members.ts'

const nameOf = async (ctx: Ctx, memberId: number) => (await ctx.members.byIds([memberId])).get(memberId)?.name

/** @throws AtriumError 403 `role_above_own`, 404, 422 */
export async function giveRole(ctx: Ctx, memberId: number, target: GrantTarget, role: string): Promise<void> {
  const rights = ctx.spaceRightsOf(role)
  if (role === 'admin' || role === 'member' || rights.length === 0) throw invalid({ role: ['This role can’t be assigned in a single space.'] })
  if (rights.some((right) => !ctx.can(right)))
    throw forbidden(sentence('The {role} role includes permissions that you don’t have.', { role }), 'role_above_own')
  await needMember(ctx, memberId)
  await needTargets(ctx, [target])
  await ctx.sql(
    `insert into spaces.space_role (community_id, member_id, target, target_id, role_key, granted_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing`,
    [memberId, target.kind, target.id, role, ctx.member?.id ?? null, ctx.now()],
  )
  invalidateReach(ctx, [memberId])
  await ctx.audit('space_role.given', `member:${memberId}`, { name: await nameOf(ctx, memberId), role, target })
}

/** @throws AtriumError 404 */
export async function takeRole(ctx: Ctx, id: number): Promise<void> {
  const row = await ctx.em.findOne(SpaceRoleTable, id, { disableIdentityMap: true })
  if (!row || !(await ctx.em.nativeDelete(SpaceRoleTable, { id }))) throw notFound('Role')
  invalidateReach(ctx, [row.memberId])
  roomsOf(ctx, [row.memberId])
  await ctx.audit('space_role.taken', `member:${row.memberId}`, {
    name: await nameOf(ctx, row.memberId),
    role: row.roleKey,
    target: { kind: row.target, id: row.targetId },
  })
}

/** A role has changed: where it is gone, nobody holds it in any place any more; where it gives other rights, they are asked anew. */
export async function dropRole(ctx: Ctx, role: string): Promise<void> {
  const holders = await ctx.sql<{ member_id: number }>('select distinct member_id from spaces.space_role where community_id = $1 and role_key = $2', [role])
  if (holders.length === 0) return
  const memberIds = holders.map(({ member_id }) => member_id)
  const [there] = await ctx.sql('select from kernel.role_card where community_id = $1 and key = $2', [role])
  if (!there) await ctx.em.nativeDelete(SpaceRoleTable, { roleKey: role })
  invalidateReach(ctx, memberIds)
  roomsOf(ctx, memberIds)
}

export async function placeRoles(ctx: Ctx, { memberId, before, limit }: { memberId?: number; before: number | null; limit: number }): Promise<PlaceRole[]> {
  const where = { ...(memberId ? { memberId } : {}), ...(before ? { id: { $lt: before } } : {}) }
  const rows = await ctx.em.find(SpaceRoleTable, where, { orderBy: { id: 'desc' }, limit, disableIdentityMap: true })
  return rows.map((row) => ({
    id: row.id,
    memberId: row.memberId,
    target: { kind: row.target, id: row.targetId },
    role: row.roleKey,
    givenAt: row.createdAt,
  }))
}
