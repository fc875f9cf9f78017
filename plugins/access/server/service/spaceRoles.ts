/** Roles held in single spaces and groups, by their names. */
import { type Ctx, lastId, type Paging, page, rowsFor } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'

export async function listSpaceRoles(ctx: Ctx, query: Paging & { community_member_id?: number }) {
  const before = lastId(query)
  const [rows, tree, roles] = await Promise.all([
    ctx.use(spaces).placeRoles({ memberId: query.community_member_id, before, limit: rowsFor(query) }),
    ctx.use(spaces).tree(),
    ctx.sql<{ key: string; name: string }>('select key, name from kernel.role_card where community_id = $1 order by is_builtin desc, id limit 200'),
  ])
  const people = await ctx.members.byIds(rows.map(({ memberId }) => memberId))
  const places = new Map(
    tree.flatMap((group) => [[`space_group:${group.id}`, group.name], ...group.spaces.map(({ id, name }) => [`space:${id}`, name])] as [string, string][]),
  )
  const names = new Map(roles.map(({ key, name }) => [key, name]))
  const found = page(rows, { query, key: (row) => [row.id] }, (row) => {
    const member = people.get(row.memberId)
    return {
      id: row.id,
      community_member_id: row.memberId,
      name: member?.name ?? '',
      avatar_url: member?.avatarUrl ?? null,
      role: row.role,
      role_name: names.get(row.role) ?? row.role,
      kind: row.target.kind,
      place_id: row.target.id,
      place_name: places.get(`${row.target.kind}:${row.target.id}`) ?? '',
      created_at: row.givenAt,
    }
  })
  const choices = roles
    .map(({ key, name }) => ({ key, name, permissions: ctx.spaceRightsOf(key) }))
    .filter(({ key, permissions }) => key !== 'admin' && key !== 'member' && permissions.length > 0)
  return { ...found, roles: choices }
}
