/** Calls of the people in a space: joining, leaving, listing, adding, changing, exporting. */
import { notFound } from '@atrium/sdk'
import { authorize, type Ctx, type Handlers, containing } from '@atrium/sdk/server'
import type contract from '../../contract.ts'
import { NO_SPACE, type SeenSpace, spacePolicy } from '../policies.ts'
import { facesRead } from '../reads.ts'
import {
  addMembers,
  type Entry,
  exportMembers,
  join,
  leave,
  listMembers,
  membership,
  needMember,
  notApart,
  removeMember,
  updateMembership,
} from '../service/members.ts'
import { toRecord, toSpaceMember } from '../service/present.ts'
import { spaceBySlug } from '../service/spaces.ts'
import { download, fresh, group, memberSort, space } from './shared.ts'

/** Only who runs the space makes others run it; only who sees to its people ends a suspension. */
const entryBy = (ctx: Ctx, seen: SeenSpace, wanted: 'member' | 'moderator'): Entry => ({
  role: spacePolicy.manage(ctx, seen) ? wanted : 'member',
  lifts: spacePolicy.moderate(ctx, seen),
})

/** Who comes in by the hand of somebody else, goes so, or is given other duties. */
const noteMembers = async (ctx: Ctx, action: 'added' | 'removed' | 'changed', { row }: SeenSpace, memberIds: number[]) => {
  for (const id of memberIds) await ctx.audit(`space.member_${action}`, `member:${id}`, { space: row.name, spaceId: row.id })
}

export const memberRoutes = {
  async join(ctx, { params }) {
    const seen = await space(ctx, params.id, 'view')
    await join(ctx, seen)
    return fresh(ctx, params.id)
  },
  async leave(ctx, { params }) {
    await space(ctx, params.id, 'view')
    await leave(ctx, params.id)
  },
  async membersSidebar(ctx, { params }) {
    const seen = await space(ctx, params.id, 'seeMembers')
    const rows = await notApart(ctx, await ctx.read(facesRead, [params.id, 8]))
    return { count: toRecord(ctx, seen).members_count, records: rows.map((row) => toSpaceMember(ctx, row)) }
  },
  async candidates(ctx, { query }) {
    if (query.space_id) await space(ctx, query.space_id, 'addMembers')
    else if (query.space_group_id) await group(ctx, query.space_group_id, 'addMembers')
    else throw notFound('Space', 'space_not_found')
    const [table, key] = query.space_id ? ['space_member', 'space_id'] : ['space_group_member', 'space_group_id']
    const records = await ctx.sql<{ community_member_id: number; name: string; headline: string | null; avatar_url: string | null }>(
      `select k.id as community_member_id, k.name, k.headline, k.avatar_url from kernel.member_card k
       where k.community_id = $1 and k.status = 'active' and k.name ilike $3
         and not exists (select 1 from spaces.${table} m where m.community_id = $1 and m.${key} = $2 and m.member_id = k.id and m.status = 'active')
       order by k.name, k.id limit 20`,
      [query.space_id ?? query.space_group_id, containing(query.query)],
    )
    return { records }
  },
  async members(ctx, { params, query }) {
    const seen = await space(ctx, params.space_id, 'seeMembers')
    return listMembers(ctx, 'space', params.space_id, query, memberSort(seen), toSpaceMember, toRecord(ctx, seen).members_count)
  },
  async addMember(ctx, { params, body }) {
    const seen = await space(ctx, params.space_id, 'addMembers')
    await needMember(ctx, body.community_member_id)
    const entry = entryBy(ctx, seen, body.moderator ? 'moderator' : 'member')
    const added = await addMembers(ctx, 'space', [params.space_id], [body.community_member_id], entry)
    await noteMembers(ctx, 'added', seen, added)
    return { success: true, added: added.length }
  },
  async bulkAddMembers(ctx, { params, body }) {
    const seen = await space(ctx, params.space_id, 'addMembers')
    const added = await addMembers(ctx, 'space', [params.space_id], body.community_member_ids, entryBy(ctx, seen, body.role))
    await noteMembers(ctx, 'added', seen, added)
    return { success: true, added: added.length }
  },
  async exportMembers(ctx, { params }) {
    const allow = (asker: Ctx) => space(asker, params.space_id, 'exportMembers')
    const { row } = await allow(ctx)
    return download(`${row.slug}-members.csv`, await exportMembers(ctx, 'space', row.id, allow))
  },
  async member(ctx, { params }) {
    await space(ctx, params.space_id, 'seeMembers')
    return toSpaceMember(ctx, await membership(ctx, 'space', params.space_id, { id: params.id }))
  },
  async updateMember(ctx, { params, body }) {
    const seen = await space(ctx, params.space_id, 'moderate')
    const row = await membership(ctx, 'space', params.space_id, { id: params.id })
    // Who runs the space is not for those who only see to its people.
    if (row.role === 'moderator' || body.role || body.moderator !== undefined) await authorize(ctx, spacePolicy, 'manage', seen, ...NO_SPACE)
    const changed = await updateMembership(ctx, 'space', row, body)
    await noteMembers(ctx, 'changed', seen, [row.member_id])
    return toSpaceMember(ctx, changed)
  },
  async removeMember(ctx, { params }) {
    const seen = await space(ctx, params.space_id, 'enter')
    const row = await membership(ctx, 'space', params.space_id, { id: params.id })
    const own = row.member_id === ctx.me().id
    // One's own suspension cannot be left behind by leaving.
    if (!own || row.status !== 'active') await authorize(ctx, spacePolicy, !own && row.role === 'moderator' ? 'manage' : 'moderate', seen, ...NO_SPACE)
    await removeMember(ctx, 'space', params.space_id, row.member_id)
    if (!own) await noteMembers(ctx, 'removed', seen, [row.member_id])
  },
  async membersCsv(ctx, { params }) {
    const allow = async (asker: Ctx) => authorize(asker, spacePolicy, 'exportMembers', await spaceBySlug(asker, params.space), ...NO_SPACE)
    const { row } = await allow(ctx)
    return download(`${row.slug}-members.csv`, await exportMembers(ctx, 'space', row.id, allow))
  },
  async membersPagination(ctx, { params, query }) {
    const seen = await authorize(ctx, spacePolicy, 'seeMembers', await spaceBySlug(ctx, params.space), ...NO_SPACE)
    return listMembers(ctx, 'space', seen.row.id, query, memberSort(seen), toSpaceMember, toRecord(ctx, seen).members_count)
  },
} satisfies Partial<Handlers<typeof contract>>
