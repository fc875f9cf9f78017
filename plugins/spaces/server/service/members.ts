/** Joining, leaving, adding and listing the members of spaces and groups. */
import { AtriumError, forbidden, notFound } from '@atrium/sdk'
import { apartFrom, csv, type CsvColumns, type Ctx, decodeCursor, type Paging, page, rowsFor, containing } from '@atrium/sdk/server'
import contract from '../../contract.ts'
import type { Tables } from '../entities.ts'
import type { SeenSpace } from '../policies.ts'
import {
  addMembersWrite,
  closeRequestsWrite,
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
import { invalidateReach } from './access.ts'

export interface Entry {
  role?: 'member' | 'moderator'
  /** `public` by themselves, `invite` by others, `grant` as long as there is a reason for it. */
  access?: 'public' | 'invite' | 'grant'
  /** Ends a suspension: only for those who may set one. */
  lifts?: boolean
}
/** Adds those who are not in yet; returns whom. Joining a space may bring membership of its group. */
export async function addMembers(ctx: Ctx, place: Place, placeIds: number[], memberIds: number[], entry: Entry = {}): Promise<number[]> {
  if (memberIds.length === 0 || placeIds.length === 0) return []
  const { role = 'member', access = 'invite', lifts = false } = entry
  const rows = await ctx.sql<{ place_id: number; member_id: number }>(addMembersWrite(place), [placeIds, memberIds, role, access, lifts])
  const added = [...new Set(rows.map(({ member_id }) => member_id))]
  if (added.length && place === 'space') {
    await ctx.sql(closeRequestsWrite, [placeIds, added, 'accepted', ctx.member?.id ?? null])
    for (const { place_id, member_id } of rows) ctx.emit(contract.events['space.member_joined'], { spaceId: place_id, memberId: member_id })
    const groups = await ctx.sql<{ id: number }>(
      `select distinct g.id from spaces.space s join spaces.space_group g on g.community_id = $1 and g.id = s.space_group_id
       where s.community_id = $1 and s.id = any ($2::bigint[]) and g.add_members_to_space_group_on_space_join`,
      [placeIds],
    )
    if (groups.length) await ctx.sql(addMembersWrite('group'), [groups.map(({ id }) => id), added, 'member', access, false])
  }
  invalidateReach(ctx, added)
  return added
}
/** Whoever comes in by themselves or with an invitation stays out while suspended. @throws AtriumError 403 `space_membership_suspended` */
export async function enter(ctx: Ctx, place: Place, placeId: number, memberId: number, add: () => Promise<unknown>): Promise<void> {
  await add()
  const [row] = await ctx.sql<{ status: string }>(membershipOf(place), [placeId, memberId])
  if (row?.status === 'inactive') throw forbidden('Your membership here is suspended. Contact an admin.', 'space_membership_suspended')
}

/** @throws AtriumError 404 unless this is an active member of the community */
export async function needMember(ctx: Ctx, memberId: number): Promise<void> {
  const [row] = await ctx.sql("select from kernel.member_card where community_id = $1 and id = $2 and status = 'active'", [memberId])
  if (!row) throw notFound('Member', 'community_member_not_found')
}

/** Adds members to a group and to those of its spaces that anybody may join. */
export async function addToGroup(ctx: Ctx, groupId: number, memberIds: number[], entry: Entry = {}): Promise<number> {
  const added = await addMembers(ctx, 'group', [groupId], memberIds, entry)
  // rows are locked in one order, so that two transactions cannot deadlock
  const spaces = await ctx.em
    .getKysely<Tables>()
    .selectFrom('spaces.space')
    .select('id')
    .where('community_id', '=', ctx.community.id)
    .where('space_group_id', '=', groupId)
    .where((space) => space.and({ is_private: false, is_hidden: false, is_draft: false }))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await addMembers(
    ctx,
    'space',
    spaces.map(({ id }) => id),
    memberIds,
  )
  return added.length
}

/** Takes a member out; a suspension is not left behind by leaving. Returns false when there was none. */
export async function removeMember(ctx: Ctx, place: Place, placeId: number, memberId: number, leaves = false): Promise<boolean> {
  const rows = await ctx.sql(removeMemberWrite(place), [placeId, memberId, !leaves])
  invalidateReach(ctx, [memberId])
  if (rows.length === 0) return false
  ctx.recheckRooms(memberId)
  if (place === 'space') ctx.emit(contract.events['space.member_left'], { spaceId: placeId, memberId })
  return true
}

/** @returns those who were in */
export async function removeMembers(ctx: Ctx, spaceId: number, memberIds: number[]): Promise<number[]> {
  const gone: number[] = []
  // in one order, so that two who take out the same people do not wait for each other
  for (const memberId of [...memberIds].sort((a, b) => a - b)) if (await removeMember(ctx, 'space', spaceId, memberId)) gone.push(memberId)
  return gone
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
  // of several at once, the one that changes it is the one that tells
  const [was] = await ctx.sql<Pick<MembershipRow, 'role' | 'status'>>(updateMemberWrite(place), [row.place_id, row.member_id, role, status])
  if (place === 'space' && was && status !== was.status)
    ctx.emit(contract.events[status === 'active' ? 'space.member_joined' : 'space.member_left'], { spaceId: row.place_id, memberId: row.member_id })
  invalidateReach(ctx, [row.member_id])
  if (was && (status !== was.status || role !== was.role)) ctx.recheckRooms(row.member_id)
  return membership(ctx, place, row.place_id, { id: row.id })
}

export interface MemberQuery extends Paging {
  status: 'active' | 'inactive' | 'all'
  sort?: MemberSort
  query?: string
  community_member_id?: number
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
  if (input.community_member_id) {
    const rows = (await ctx.sql<MembershipRow>(membershipOf(place), [placeId, input.community_member_id])).filter(
      ({ status }) => input.status === 'all' || status === input.status,
    )
    return near(
      ctx,
      page(rows, { query: { page: 1, per_page: input.per_page }, key, count: rows.length }, (row) => row),
      present,
    )
  }
  if (input.query) {
    const rows = await ctx.sql<MembershipRow>(memberSearch(place), [placeId, input.status, containing(input.query), input.per_page])
    return near(
      ctx,
      page(rows, { query: { page: 1, per_page: input.per_page }, key }, (row) => row),
      present,
    )
  }
  const last = decodeCursor(input.cursor, ['number', 'string'])
  const rows = await ctx.read(membersRead(place, sort), [placeId, input.status, last?.[0] ?? null, rowsFor(input), last?.[1] ?? null])
  return near(
    ctx,
    page(rows, { query: input, key, count: input.status === 'active' ? active : null }, (row) => row),
    present,
  )
}
/** Without those whom a block parts from the reader. */
async function near<Envelope extends { records: MembershipRow[] }, Out>(ctx: Ctx, envelope: Envelope, present: (ctx: Ctx, row: MembershipRow) => Out) {
  return { ...envelope, records: (await notApart(ctx, envelope.records)).map((row) => present(ctx, row)) }
}
export async function notApart<Row extends { member_id: number }>(ctx: Ctx, rows: Row[]): Promise<Row[]> {
  const apart = await apartFrom(ctx)
  return apart.size ? rows.filter(({ member_id }) => !apart.has(member_id)) : rows
}

const EXPORT_STEP = 1_000
/** All members as CSV. @param allow asks whether the caller may have them; before each step, as large spaces take a while */
export async function exportMembers(ctx: Ctx, place: Place, placeId: number, allow: (ctx: Ctx) => Promise<unknown>): Promise<string> {
  const rows: MembershipRow[] = []
  for (let last: number | null = null; ; ) {
    await allow(await ctx.actAs(ctx.me().id))
    const step: MembershipRow[] = await ctx.read(membersRead(place, 'oldest'), [placeId, 'all', last, EXPORT_STEP, null])
    rows.push(...step)
    if (step.length < EXPORT_STEP) break
    last = step.at(-1)!.id
  }
  await ctx.audit('members.exported', `${place}:${placeId}`, { count: rows.length })
  const columns: CsvColumns<MembershipRow> = [
    ['Member id', (row) => row.member_id],
    ['Name', (row) => row.name],
    ['Headline', (row) => row.headline],
    ['Role', (row) => row.role],
    ['Status', (row) => row.status],
    ['Joined at', (row) => row.created_at],
    ['Profile', (row) => `${ctx.community.url}/u/${row.public_uid}`],
  ]
  return csv(columns, rows)
}

/** Joins a space that is open to this member. */
export async function join(ctx: Ctx, { row, reach }: SeenSpace): Promise<void> {
  const member = ctx.me()
  // A private space's members are added; who calls the route of a private space gets the same answer as for one that does not exist (case A10).
  if (!reach.canView(row.id)) throw notFound('Space', 'space_not_found')
  await enter(ctx, 'space', row.id, member.id, () => addMembers(ctx, 'space', [row.id], [member.id], { access: 'public' }))
}

/** @throws AtriumError 422 `user_not_member_error` for those who are not in it. */
export async function leave(ctx: Ctx, spaceId: number): Promise<void> {
  if (!(await removeMember(ctx, 'space', spaceId, ctx.me().id, true))) throw new AtriumError(422, 'user_not_member_error', 'You’re not a member of this space.')
}
