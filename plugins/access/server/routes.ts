/** Handlers of access: its groups, the registry, one person's page. */
import { invalid, notFound } from '@atrium/sdk'
import { type Ctx, decodeCursor, lastId, type Handlers, type Paging, page, rowsFor, containing } from '@atrium/sdk/server'
import spaces from '../../spaces/contract.ts'
import type contract from '../contract.ts'
import type { AccessGroup, OpenedTarget } from '../contract.ts'
import { groupById, groupCounts, groupList, groupMemberOne, groupMemberSearch, groupMembers, groupsOfMember, type GroupRow, type InRow } from './reads.ts'
import { createGroup, needMembers, putIn, setArchived, takeOut, updateGroup } from './service/groups.ts'
import { catalogue, open } from './service/index.ts'
import { accessOf, lossOf, takeAway } from './service/person.ts'
import { chips } from './service/reasons.ts'
import { simulate } from './service/simulate.ts'
import { listSpaceRoles } from './service/spaceRoles.ts'

const MANUAL = { source: 'manual', sourceId: null }
const last = (query: Paging): number => lastId(query) ?? 0

const toGroup = (row: GroupRow): AccessGroup => ({
  id: row.id,
  name: row.name,
  description: row.description,
  status: row.archived_at ? 'archived' : 'active',
  community_id: row.community_id,
  space_ids: row.space_ids,
  space_group_ids: row.space_group_ids,
  members_count: row.members_count,
  archived_at: row.archived_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
/** Of each member an entry of their own: whoever looks somebody up finds what was done to them. */
async function note(ctx: Ctx, action: string, memberIds: number[], data: Record<string, unknown>) {
  for (const id of memberIds) await ctx.audit(action, `member:${id}`, data)
}
async function show(ctx: Ctx, id: number): Promise<AccessGroup> {
  const [row] = await ctx.read(groupById, [id])
  if (!row) throw notFound('Access group', 'access_group_not_found')
  return toGroup(row)
}
async function toMembers(ctx: Ctx, groupId: number, rows: InRow[]) {
  const all = rows.flatMap((row) => row.reasons.map((reason) => ({ row, reason })))
  const named = await chips(
    ctx,
    all.map(({ reason }) => ({ source: reason.source, sourceId: reason.source_id, expiresAt: reason.expires_at, grantedAt: reason.created_at })),
  )
  const byRow = Map.groupBy(
    all.map(({ row }, place) => ({ id: row.id, chip: named[place]! })),
    ({ id }) => id,
  )
  return (row: InRow) => ({
    id: row.id,
    access_group_id: groupId,
    community_member_id: row.member_id,
    community_id: ctx.community.id,
    name: row.name,
    headline: row.headline,
    avatar_url: row.avatar_url,
    reasons: (byRow.get(row.id) ?? []).map(({ chip }) => chip),
    created_at: row.created_at,
    updated_at: row.updated_at,
  })
}
const targetsOf = (input: { space_ids?: number[]; space_group_ids?: number[]; access_group_ids?: number[] }): OpenedTarget[] => [
  ...(input.space_ids ?? []).map((id) => ({ kind: 'space' as const, id })),
  ...(input.space_group_ids ?? []).map((id) => ({ kind: 'space_group' as const, id })),
  ...(input.access_group_ids ?? []).map((id) => ({ kind: 'access_group' as const, id })),
]
/** A page of a list that is at hand whole; the cursor is the place of its last record. */
function part<T extends { name: string }>(all: T[], query: Paging & { name?: string }) {
  const wanted = query.name?.toLowerCase()
  const found = (wanted ? all.filter(({ name }) => name.toLowerCase().includes(wanted)) : all).map((record, place) => ({ record, place: place + 1 }))
  const rest = found.filter(({ place }) => place > last(query))
  return page(rest.slice(0, rowsFor(query)), { query, key: ({ place }) => [place], count: found.length }, ({ record }) => record)
}

export const handlers: Handlers<typeof contract> = {
  async groups(ctx, { query }) {
    const key = decodeCursor(query.cursor, ['string', 'number'])
    const rows = await ctx.sql<GroupRow>(groupList, [
      query.status,
      query.name ? containing(query.name) : null,
      query.ids ?? null,
      key?.[0] ?? null,
      key?.[1] ?? null,
      rowsFor(query),
    ])
    const [counts] = query.name || query.ids ? [] : await ctx.read(groupCounts)
    const count = counts ? (query.status === 'all' ? counts.active + counts.archived : counts[query.status]) : null
    return page(rows, { query, key: (row) => [row.name.toLowerCase(), row.id], count }, toGroup)
  },
  createGroup: async (ctx, { body }) => show(ctx, await createGroup(ctx, body.access_group)),
  group: (ctx, { params }) => show(ctx, params.id),
  async updateGroup(ctx, { params, body }) {
    await updateGroup(ctx, params.id, body.access_group)
    return show(ctx, params.id)
  },
  async archiveGroup(ctx, { params }) {
    await setArchived(ctx, params.id, true)
  },
  async unarchiveGroup(ctx, { params }) {
    await setArchived(ctx, params.id, false)
    return show(ctx, params.id)
  },
  async groupMembers(ctx, { params, query }) {
    const group = await show(ctx, params.access_group_id)
    const isNarrow = Boolean(query.community_member_id ?? query.query)
    const rows = query.community_member_id
      ? await ctx.sql<InRow>(groupMemberOne, [group.id, query.community_member_id])
      : query.query
        ? await ctx.sql<InRow>(groupMemberSearch, [group.id, containing(query.query), query.per_page])
        : await ctx.read(groupMembers, [group.id, last(query), rowsFor(query)])
    const present = await toMembers(ctx, group.id, rows)
    const paging = isNarrow ? { page: 1, per_page: query.per_page } : query
    return page(rows, { query: paging, key: (row) => [row.member_id], count: isNarrow ? null : group.members_count }, present)
  },
  async addGroupMembers(ctx, { params, body }) {
    await needMembers(ctx, body.community_member_ids)
    await putIn(ctx, params.access_group_id, body.community_member_ids, MANUAL, null)
    await note(ctx, 'access_group.members_added', body.community_member_ids, { group: (await show(ctx, params.access_group_id)).name })
    return { success: true as const }
  },
  async removeGroupMembers(ctx, { params, body }) {
    await takeOut(ctx, params.access_group_id, body.community_member_ids, null)
    await note(ctx, 'access_group.members_removed', body.community_member_ids, { group: (await show(ctx, params.access_group_id)).name })
  },
  async groupsOfMember(ctx, { params, query }) {
    if (!(await ctx.members.byIds([params.id])).has(params.id)) throw notFound('Member', 'community_member_not_found')
    const rows = await ctx.read(groupsOfMember, [params.id, last(query), rowsFor(query)])
    return page(rows, { query, key: (row) => [row.id] }, toGroup)
  },

  async grant(ctx, { body }) {
    const expiresAt = body.expires_at === null ? null : new Date(body.expires_at)
    if (expiresAt && expiresAt <= ctx.now()) throw invalid({ expires_at: ['Choose a time in the future.'] })
    await needMembers(ctx, body.community_member_ids)
    const targets = targetsOf(body)
    await open(ctx, body.community_member_ids, targets, MANUAL, expiresAt)
    await note(ctx, 'access.granted', body.community_member_ids, { targets, expires_at: body.expires_at })
    return { success: true as const }
  },
  async revoke(ctx, { body }) {
    const targets = targetsOf(body)
    await needMembers(ctx, body.community_member_ids, 'former')
    await takeAway(ctx, body.community_member_ids, targets, { source: body.source, sourceId: body.source_id })
    await note(ctx, 'access.revoked', body.community_member_ids, { targets, source: body.source, source_id: body.source_id })
  },
  memberAccess: (ctx, { params }) => accessOf(ctx, params.id),
  loss: (ctx, { body }) => lossOf(ctx, body.community_member_id, targetsOf(body), { source: body.source, sourceId: body.source_id }),
  simulate: (ctx, { query }) => simulate(ctx, query),
  spaceRoles: (ctx, { query }) => listSpaceRoles(ctx, query),
  async giveSpaceRole(ctx, { body }) {
    const target = body.space_id === undefined ? { kind: 'space_group' as const, id: body.space_group_id! } : { kind: 'space' as const, id: body.space_id }
    await ctx.use(spaces).giveRole(body.community_member_id, target, body.role)
    return { success: true as const }
  },
  async takeSpaceRole(ctx, { params }) {
    await ctx.use(spaces).takeRole(params.id)
  },
  spaces: async (ctx, { query }) => part((await catalogue(ctx)).spaces, query),
  spaceGroups: async (ctx, { query }) => part((await catalogue(ctx)).groups, query),
  accessGroups: async (ctx, { query }) => part((await catalogue(ctx)).accessGroups, query),
}
