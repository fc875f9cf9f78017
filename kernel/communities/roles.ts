/** Roles and who has them. One rule holds in both directions: nobody gives, takes or edits a right that they do not hold (cases A15, A16). */
import { AGENT_ROLE, AtriumError, conflict, forbidden, invalid, notFound, slugify, sentence } from '@atrium/sdk'
import { isUniqueViolation, containing } from '@atrium/sdk/server'
import type { Data, Unit } from '../data/index.ts'
import { permissionsOf, toStored } from '../policies/index.ts'
import type { Actor, Change, ChangeCommunity } from './changes.ts'
import contract from '@atrium/sdk/kernel/communities'
import membership from '@atrium/sdk/kernel/membership'
import type { PluginDirectory } from './state.ts'

interface RoleRow {
  id: number
  key: string
  name: string
  is_builtin: boolean
  permissions: string[]
}
interface MemberRow {
  id: number
  public_uid: string
  account_id: number
  name: string
  email: string
  avatar_url: string | null
  roles: string[]
}
const ROLES = 'select id, key, name, is_builtin, permissions from kernel.role where community_id = $1 order by is_builtin desc, id'
const MEMBER = `select m.id, m.public_uid, m.account_id, m.name, m.avatar_url, m.roles, a.email
  from kernel.member m join kernel.account a on a.id = m.account_id where m.community_id = $1 and m.status = 'active'`

export function createRoles({ data, registry, change }: { data: Data; registry: PluginDirectory; change: ChangeCommunity }) {
  const held = (role: RoleRow) => permissionsOf({ key: role.key, builtin: role.is_builtin, stored: role.permissions }, registry.permissions)
  const present = (role: RoleRow, members: number) => ({
    id: role.id,
    key: role.key,
    name: role.name,
    is_builtin: role.is_builtin,
    permissions: [...held(role)],
    members_count: members,
  })

  /** Is the role within what the actor holds? The admin role is admins' alone, even while it grants nothing more. */
  const within = (actor: Actor, role: RoleRow) =>
    actor.all || (role.key !== 'admin' && [...held(role)].every((permission) => actor.permissions.has(permission)))
  function requireWithin(actor: Actor, role: RoleRow) {
    if (!within(actor, role)) throw forbidden(sentence('The {role} role includes permissions that you don’t have.', { role: role.name }), 'role_above_own')
  }
  function checkPermissions(actor: Actor, permissions: Iterable<string>) {
    const known = new Set(registry.permissions.map(({ full }) => full))
    for (const permission of permissions) {
      if (!known.has(permission)) throw invalid({ permissions: [sentence('Permission "{permission}" not found.', { permission })] })
      if (!actor.all && !actor.permissions.has(permission)) throw forbidden('You can’t grant or revoke a permission that you don’t have.', 'role_above_own')
    }
  }
  const rolesIn = async ({ client, communityId }: Change) => (await client.query<RoleRow>(ROLES, [communityId])).rows
  async function roleIn(work: Change, id: number): Promise<RoleRow> {
    const role = (await rolesIn(work)).find((row) => row.id === id)
    if (!role) throw notFound('Role')
    return role
  }
  async function countIn({ client, communityId }: Change, key: string): Promise<number> {
    const { rows } = await client.query(`select count(*)::int as n from kernel.member where community_id = $1 and status = 'active' and $2 = any(roles)`, [
      communityId,
      key,
    ])
    return rows[0].n
  }
  const differing = <T>(one: Iterable<T>, other: Iterable<T>): T[] => {
    const [left, right] = [new Set(one), new Set(other)]
    return [...[...left].filter((item) => !right.has(item)), ...[...right].filter((item) => !left.has(item))]
  }

  return {
    /** Roles of the unit's community with the number of active members. */
    async list(unit: Unit) {
      const roles = await unit.sql<RoleRow>(ROLES)
      const counts = await unit.sql<{ key: string; n: number }>(
        `select role as key, count(*)::int as n from kernel.member, unnest(roles) as role where community_id = $1 and status = 'active' group by role`,
      )
      const byKey = new Map(counts.map(({ key, n }) => [key, n]))
      return {
        records: roles.map((role) => present(role, byKey.get(role.key) ?? 0)),
        permissions: registry.permissions.map(({ full, title, plugin }) => ({ key: full, title, plugin })),
      }
    },
    /** @throws AtriumError 403, 409 */
    async create(communityId: number, input: { name: string; permissions: string[] }, actor: Actor) {
      checkPermissions(actor, input.permissions)
      const key = slugify(input.name)
      if (!key) throw invalid({ name: ['The name needs at least one letter or number.'] })
      return change(communityId, actor, async (work) => {
        const { rows } = await work.client
          .query<RoleRow>(
            'insert into kernel.role (community_id, key, name, permissions) values ($1, $2, $3, $4) returning id, key, name, is_builtin, permissions',
            [communityId, key, input.name, [...new Set(input.permissions)]],
          )
          .catch((error) => {
            throw isUniqueViolation(error) ? conflict('A role with this name already exists.', 'role_exists') : error
          })
        await work.audit('role.created', `role:${key}`, input)
        await work.emit(contract.events['role.changed'], { role: key })
        return present(rows[0]!, 0)
      })
    },
    /** @throws AtriumError 404, 403; 422 for the admin role, which always holds everything */
    async update(communityId: number, id: number, input: { name?: string; permissions?: string[] }, actor: Actor) {
      return change(communityId, actor, async (work) => {
        const role = await roleIn(work, id)
        requireWithin(actor, role)
        if (role.key === 'admin' && input.permissions) throw new AtriumError(422, 'role_fixed', 'Admins have every permission. This can’t be changed.')
        if (input.permissions) checkPermissions(actor, differing(held(role), input.permissions))
        const next = {
          ...role,
          name: input.name ?? role.name,
          permissions: input.permissions ? toStored({ key: role.key, builtin: role.is_builtin }, input.permissions, registry.permissions) : role.permissions,
        }
        await work.client.query('update kernel.role set name = $3, permissions = $4 where community_id = $1 and id = $2', [
          communityId,
          id,
          next.name,
          next.permissions,
        ])
        await work.audit('role.changed', `role:${role.key}`, input)
        await work.emit(contract.events['role.changed'], { role: role.key })
        return present(next, await countIn(work, role.key))
      })
    },
    /** Deletes an own role and takes it from its members. @throws AtriumError 404, 403; 422 for built-in roles */
    async remove(communityId: number, id: number, actor: Actor): Promise<void> {
      await change(communityId, actor, async (work) => {
        const role = await roleIn(work, id)
        if (role.is_builtin) throw new AtriumError(422, 'role_fixed', 'Default roles can’t be deleted.')
        requireWithin(actor, role)
        await work.client.query('delete from kernel.role where community_id = $1 and id = $2', [communityId, id])
        await work.client.query('update kernel.member set roles = array_remove(roles, $2), updated_at = now() where community_id = $1 and $2 = any(roles)', [
          communityId,
          role.key,
        ])
        await work.audit('role.deleted', `role:${role.key}`)
        await work.emit(contract.events['role.changed'], { role: role.key })
      })
      await data.signal('member.changed', { communityId })
    },

    /** Active members, newest first, below the id `before`, whose name holds `search`; of one role, or all. */
    async members(communityId: number, filter: { search?: string; role: string | null; limit: number; before: number | null }): Promise<MemberRow[]> {
      const { rows } = await data.system.query<MemberRow>(
        `${MEMBER} and ($2::bigint is null or m.id < $2) and ($3::text is null or m.name ilike $3) and ($5::text is null or $5 = any (m.roles)) order by m.id desc limit $4`,
        [communityId, filter.before, filter.search ? containing(filter.search) : null, filter.limit, filter.role],
      )
      return rows
    },
    /**
     * Sets a member's roles; `member` always stays, and so does what marks an AI agent.
     * @throws AtriumError 404; 403 where a role or the member is above the actor, and for the owner's admin role; 409 for the last admin
     */
    async setMemberRoles(communityId: number, memberId: number, wanted: string[], actor: Actor): Promise<MemberRow> {
      const member = await change(communityId, actor, async (work) => {
        const { rows } = await work.client.query<MemberRow>(`${MEMBER} and m.id = $2 for update of m`, [communityId, memberId])
        const target = rows[0]
        if (!target) throw notFound('Member')
        const byKey = new Map((await rolesIn(work)).map((role) => [role.key, role]))
        const roles = [...new Set(['member', ...target.roles.filter((key) => key === AGENT_ROLE), ...wanted])]
        const unknown = roles.filter((key) => !byKey.has(key) && !target.roles.includes(key))
        if (unknown.length) throw invalid({ roles: unknown.map((key) => sentence('Role "{role}" not found.', { role: key })) })
        const changed = differing(target.roles, roles)
        // who is above cannot be touched, not even with a role that is below
        for (const key of new Set([...target.roles, ...changed])) if (byKey.has(key)) requireWithin(actor, byKey.get(key)!)
        if (changed.includes('admin') && !roles.includes('admin')) {
          if (target.account_id === work.ownerAccountId) throw forbidden('The community owner must stay an admin.', 'owner_protected')
          if ((await countIn(work, 'admin')) < 2) throw conflict('A community needs at least one admin. Make another member an admin first.', 'last_admin')
        }
        if (changed.length === 0) return target
        await work.client.query('update kernel.member set roles = $3, updated_at = now() where community_id = $1 and id = $2', [communityId, memberId, roles])
        await work.audit('member.roles_changed', `member:${memberId}`, { before: target.roles, after: roles })
        await work.emit(membership.events['member.updated'], { memberId })
        return { ...target, roles }
      })
      await data.signal('member.changed', { communityId, memberId, accountId: member.account_id })
      return member
    },
  }
}
