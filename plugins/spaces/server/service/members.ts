/** Joining, leaving, adding and listing the members of spaces and groups. */
import { AtriumError, notFound } from '@atrium/sdk'
import { type Ctx, decodeCursor, type Paging, page, rowsFor } from '@atrium/sdk/server'
import contract from '../../contract.ts'
import { csv } from '../csv.ts'
import type { SeenSpace } from '../policies.ts'
import {
  addMembersWrite,
  type MemberSort,
  type MembershipRow,
  membershipById,
  membershipOf,
  memberSearch,
  membersRead,
  type Place,
  removeMemberWrite,
  updateMemberWrite,
} from '../reads.ts'
import { forgetReach } from './access.ts'

/** Adds those who are not in yet; returns whom. Joining a space may bring membership of its group. */
export async function addMembers(
  ctx: Ctx,
  place: Place,
  placeId: number,
  memberIds: number[],
  role: 'member' | 'moderator' = 'member',
  access: 'public' | 'invite' = 'invite',
): Promise<number[]> {
  if (memberIds.length === 0) return []
  const rows = await ctx.sql<{ member_id: number }>(addMembersWrite(place), [placeId, memberIds, role, access])
  const added = rows.map(({ member_id }) => member_id)
  if (added.length && place === 'space') {
    for (const memberId of added) ctx.emit(contract.events['space.member_joined'], { spaceId: placeId, memberId })
    const [group] = await ctx.sql<{ id: number }>(
      `select g.id from spaces.space s join spaces.space_group g on g.community_id = $1 and g.id = s.space_group_id
       where s.community_id = $1 and s.id = $2 and g.add_members_to_space_group_on_space_join`,
      [placeId],
    )
    if (group) await ctx.sql(addMembersWrite('group'), [group.id, added, 'member', access])
  }
  forgetReach(ctx, added)
  return added
}

/** @throws AtriumError 404 unless this is an active member of the community */
export async function needMember(ctx: Ctx, memberId: number): Promise<void> {
  const [row] = await ctx.sql("select from kernel.member where community_id = $1 and id = $2 and status = 'active'", [memberId])
  if (!row) throw notFound('Member', 'community_member_not_found')
}

/** Adds members to a group and to those of its spaces that anybody may join. */
export async function addToGroup(ctx: Ctx, groupId: number, memberIds: number[], role: 'member' | 'moderator'): Promise<number> {
  const added = await addMembers(ctx, 'group', groupId, memberIds, role)
  const spaces = await ctx.sql<{ id: number }>(
    'select id from spaces.space where community_id = $1 and space_group_id = $2 and not is_private and not is_hidden and not is_draft',
    [groupId],
  )
  for (const { id } of spaces) await addMembers(ctx, 'space', id, memberIds)
  return added.length
}

/** Takes a member out. Returns false when there was none. */
export async function removeMember(ctx: Ctx, place: Place, placeId: number, memberId: number): Promise<boolean> {
  const rows = await ctx.sql(removeMemberWrite(place), [placeId, memberId])
  forgetReach(ctx, [memberId])
  if (rows.length === 0) return false
  ctx.recheckRooms(memberId)
  if (place === 'space') ctx.emit(contract.events['space.member_left'], { spaceId: placeId, memberId })
  return true
}

export async function membership(ctx: Ctx, place: Place, placeId: number, by: { id: number } | { memberId: number }): Promise<MembershipRow> {
  const [row] =
    'id' in by
      ? await ctx.sql<MembershipRow>(membershipById(place), [placeId, by.id])
      : await ctx.sql<MembershipRow>(membershipOf(place), [placeId, by.memberId])
  if (!row) throw notFound(place === 'space' ? 'Space member' : 'Space group member', `space_${place === 'space' ? '' : 'group_'}member_not_found`)
  return row
}

export async function updateMembership(
  ctx: Ctx,
  place: Place,
  row: MembershipRow,
  input: { role?: 'member' | 'moderator'; moderator?: boolean; status?: 'active' | 'inactive' },
): Promise<MembershipRow> {
  const role = input.role ?? (input.moderator === undefined ? row.role : input.moderator ? 'moderator' : 'member')
  const status = input.status ?? row.status
  await ctx.sql(updateMemberWrite(place), [row.place_id, row.member_id, role, status])
  if (status !== row.status) ctx.recheckRooms(row.member_id)
  if (place === 'space' && status !== row.status)
    ctx.emit(contract.events[status === 'active' ? 'space.member_joined' : 'space.member_left'], { spaceId: row.place_id, memberId: row.member_id })
  forgetReach(ctx, [row.member_id])
  return membership(ctx, place, row.place_id, { id: row.id })
}

export interface MemberQuery extends Paging {
  status: 'active' | 'inactive' | 'all'
  sort?: MemberSort
  query?: string
}
/**
 * A page of members by key. A search answers its first page only: whoever is not among them types more.
 * @param active how many active members there are, for those who may know
 */
export async function listMembers<Out>(
  ctx: Ctx,
  place: Place,
  placeId: number,
  input: MemberQuery,
  fallback: MemberSort,
  present: (ctx: Ctx, row: MembershipRow) => Out,
  active: number | null = null,
) {
  const sort = input.sort ?? fallback
  const key = (row: MembershipRow) => [row.id, row.name]
  if (input.query) {
    const rows = await ctx.sql<MembershipRow>(memberSearch(place), [placeId, input.status, `%${input.query.replace(/[\\%_]/g, '\\$&')}%`, input.per_page])
    return page(rows, { query: { page: 1, per_page: input.per_page }, key }, (row) => present(ctx, row))
  }
  const last = decodeCursor(input.cursor, ['number', 'string'])
  const rows = await ctx.read(membersRead(place, sort), [placeId, input.status, last?.[0] ?? null, rowsFor(input), last?.[1] ?? null])
  return page(rows, { query: input, key, count: input.status === 'active' ? active : null }, (row) => present(ctx, row))
}

const EXPORT_STEP = 1_000
/** All members as CSV. */
export async function exportMembers(ctx: Ctx, place: Place, placeId: number): Promise<string> {
  const rows: MembershipRow[] = []
  for (let last: number | null = null; ; ) {
    const step: MembershipRow[] = await ctx.read(membersRead(place, 'oldest'), [placeId, 'all', last, EXPORT_STEP, null])
    rows.push(...step)
    if (step.length < EXPORT_STEP) break
    last = step.at(-1)!.id
  }
  await ctx.audit('members.exported', `${place}:${placeId}`, { count: rows.length })
  return csv(
    ['Member id', 'Name', 'Headline', 'Role', 'Status', 'Joined at', 'Profile'],
    rows.map((row) => [row.member_id, row.name, row.headline, row.role, row.status, row.created_at, `${ctx.community.url}/u/${row.public_uid}`]),
  )
}

/** Joins a space that is open to this member. */
export async function join(ctx: Ctx, { row, reach }: SeenSpace): Promise<void> {
  const member = ctx.me()
  // A private space's members are added; whoever posts the address learns no more than of an absent one (A10).
  if (!reach.canView(row.id)) throw notFound('Space')
  await addMembers(ctx, 'space', row.id, [member.id], 'member', 'public')
}

/** @throws AtriumError 422 `user_not_member_error` for those who are not in it. */
export async function leave(ctx: Ctx, spaceId: number): Promise<void> {
  if (!(await removeMember(ctx, 'space', spaceId, ctx.me().id))) throw new AtriumError(422, 'user_not_member_error', 'You are not a member of this space.')
}
