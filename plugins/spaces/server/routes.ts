/** The calls of spaces: each asks a policy, then the service. */
import { AtriumError, notFound, sortSpaces } from '@atrium/sdk'
import { authorize, type Ctx, type Handlers, raw } from '@atrium/sdk/server'
import contract, { SpaceOptions } from '../contract.ts'
import { groupPolicy, type SeenGroup, type SeenSpace, spacePolicy } from './policies.ts'
import { facesRead, markReadWrite } from './reads.ts'
import { reachOf } from './service/access.ts'
import { groupById, groupBySlug, listGroups } from './service/groups.ts'
import { addMembers, addToGroup, exportMembers, join, leave, listMembers, membership, removeMember, updateMembership } from './service/members.ts'
import { sidebarHtml, toGroup, toGroupMember, toRecord, toSpace, toSpaceMember } from './service/present.ts'
import {
  createGroup,
  createSpace,
  deleteGroup,
  deleteSpace,
  duplicateSpace,
  limits,
  listedSpaces,
  spaceById,
  spaceBySlug,
  updateGroup,
  updateSpace,
} from './service/spaces.ts'

type SpaceAct = keyof typeof spacePolicy
type GroupAct = keyof typeof groupPolicy

const space = async (ctx: Ctx, id: number, act: SpaceAct): Promise<SeenSpace> => authorize(ctx, spacePolicy, act, await spaceById(ctx, id), 'Space')
const fresh = async (ctx: Ctx, id: number) => toSpace(ctx, (await spaceById(ctx, id))!)
async function group(ctx: Ctx, id: number, act: GroupAct): Promise<{ seen: SeenGroup; spaces: number }> {
  const found = await groupById(ctx, id)
  await authorize(ctx, groupPolicy, act, found?.seen, 'Space group')
  return found!
}
const freshGroup = async (ctx: Ctx, id: number) => {
  const { seen, spaces } = (await groupById(ctx, id))!
  return toGroup(ctx, seen, spaces)
}
const download = (filename: string, body: string) =>
  raw({
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${encodeURIComponent(filename)}"`,
      'Cache-Control': 'no-store',
    },
    body,
  })
const memberSort = ({ row }: SeenSpace) => SpaceOptions.shape.default_member_sort.parse(row.options.default_member_sort)

/** A page of a list that is at hand whole; the cursor is the id of its last record. */
function slice<T extends { id: number }>(records: T[], { page, per_page, cursor }: { page: number; per_page: number; cursor?: string }) {
  const after = cursor ? records.findIndex(({ id }) => id === Number(cursor)) + 1 : (page - 1) * per_page
  const shown = records.slice(after, after + per_page)
  const more = after + per_page < records.length
  return {
    page,
    per_page,
    has_next_page: more,
    count: records.length,
    page_count: shown.length,
    next_cursor: more ? String(shown.at(-1)!.id) : null,
    records: shown,
  }
}

const pageOfGroups = async (ctx: Ctx, { query }: { query: Parameters<typeof slice>[1] }) => slice(await listGroups(ctx), query)

export const routes: Handlers<typeof contract> = {
  async list(ctx, { query }) {
    const groups = await listGroups(ctx)
    const shown = new Set(groups.map(({ id }) => id))
    const spaces = (await listedSpaces(ctx)).filter(
      ({ row }) => shown.has(row.space_group_id) && (!query.space_group_id || row.space_group_id === query.space_group_id),
    )
    const records = sortSpaces(spaces, query.sort, ({ row }) => row).map((seen) => toRecord(ctx, seen))
    if (!query.include_sidebar) return { ...slice(records, query), sidebar_html: null, space_groups: groups }
    // Bounded by the tier's limit, so the sidebar gets them at once.
    return { ...slice(records, { page: 1, per_page: Math.max(records.length, 1) }), sidebar_html: sidebarHtml(groups, records), space_groups: groups }
  },
  async create(ctx, { body }) {
    const { seen } = await group(ctx, body.space_group_id, 'view')
    await authorize(ctx, groupPolicy, 'createSpace', seen, 'Space group')
    const id = await createSpace(ctx, body)
    return { success: true, space: await fresh(ctx, id) }
  },
  maxSpaceLimit: (ctx) => limits(ctx),
  types: (ctx) => ({ types: ctx.fill(contract.points.type).map(({ value }) => value) }),
  async bySlug(ctx, { params }) {
    return toSpace(ctx, await authorize(ctx, spacePolicy, 'view', await spaceBySlug(ctx, params.slug), 'Space'))
  },
  show: async (ctx, { params }) => toSpace(ctx, await space(ctx, params.id, 'view')),
  async update(ctx, { params, body }) {
    await space(ctx, params.id, 'manage')
    await updateSpace(ctx, params.id, body)
    return fresh(ctx, params.id)
  },
  async destroy(ctx, { params }) {
    await space(ctx, params.id, 'delete')
    await deleteSpace(ctx, params.id)
    return { success: true }
  },
  async duplicate(ctx, { params }) {
    await space(ctx, params.id, 'view')
    return { success: true, space: await fresh(ctx, await duplicateSpace(ctx, params.id)) }
  },
  async activeMembersCount(ctx, { params }) {
    await space(ctx, params.id, 'seeMembers')
    const [row] = await ctx.sql<{ count: number }>(
      `select count(*)::int as count from spaces.space_member m join kernel.member k on k.community_id = $1 and k.id = m.member_id
       where m.community_id = $1 and m.space_id = $2 and m.status = 'active' and k.status = 'active' and k.last_seen_at > now() - interval '30 days'`,
      [params.id],
    )
    return row!
  },
  async bookmarks(ctx, { params }) {
    const { row } = await space(ctx, params.id, 'enter')
    const links = (row.options.links ?? []).map((link, index) => ({ id: index + 1, display_type: 'link', ...link }))
    return slice(links.length ? [{ id: row.id, name: row.name, display_type: 'list', links }] : [], { page: 1, per_page: 20 })
  },
  async aiSummaries(ctx, { params }) {
    await space(ctx, params.id, 'enter')
    const [summarizer] = ctx.fill(contract.points.summarizer)
    if (!summarizer) throw new AtriumError(404, 'plugin_off', 'Summaries are switched off here.')
    return summarizer.value.summarize(ctx, params.id)
  },
  async resetUnreadCount(ctx, { params }) {
    await space(ctx, params.id, 'enter')
    await ctx.read(markReadWrite, [params.id, ctx.me().id])
    return { success: true }
  },
  async notificationDetails(ctx, { params }) {
    await space(ctx, params.id, 'enter')
    return toSpaceMember(ctx, await membership(ctx, 'space', params.id, { memberId: ctx.me().id }))
  },
  async updateNotificationDetails(ctx, { params, body }) {
    await space(ctx, params.id, 'enter')
    const row = await membership(ctx, 'space', params.id, { memberId: ctx.me().id })
    await ctx.sql(
      `update spaces.space_member set notification_type = $4, in_app_notification_setting = $5, mobile_notification_setting = $6, banner_hidden = coalesce($7, banner_hidden), updated_at = now()
       where community_id = $1 and space_id = $2 and member_id = $3`,
      [
        params.id,
        row.member_id,
        body.notification_type ?? row.notification_type,
        body.in_app_notification_setting ?? row.in_app_notification_setting,
        body.mobile_notification_setting ?? row.mobile_notification_setting,
        body.display_space_welcome_banner === undefined ? null : !body.display_space_welcome_banner,
      ],
    )
    return toSpaceMember(ctx, await membership(ctx, 'space', params.id, { id: row.id }))
  },
  async destroyBannerCover(ctx, { params }) {
    await space(ctx, params.id, 'manage')
    await updateSpace(ctx, params.id, { welcome_banner_cover: null })
    return { success: true }
  },
  async resetBannerPreference(ctx, { params }) {
    await space(ctx, params.id, 'manage')
    await ctx.sql('update spaces.space_member set banner_hidden = false where community_id = $1 and space_id = $2 and banner_hidden', [params.id])
    return { success: true }
  },

  async join(ctx, { params }) {
    const seen = await space(ctx, params.id, 'view')
    await join(ctx, seen)
    return fresh(ctx, params.id)
  },
  async leave(ctx, { params }) {
    await space(ctx, params.id, 'view')
    await leave(ctx, params.id)
    return { success: true }
  },
  async membersSidebar(ctx, { params }) {
    const seen = await space(ctx, params.id, 'seeMembers')
    const rows = await ctx.read(facesRead, [params.id, 8])
    return { count: toRecord(ctx, seen).members_count, records: rows.map((row) => toSpaceMember(ctx, row)) }
  },
  async candidates(ctx, { query }) {
    if (query.space_id) await space(ctx, query.space_id, 'addMembers')
    else if (query.space_group_id) await group(ctx, query.space_group_id, 'addMembers')
    else throw notFound('Space')
    const [table, key] = query.space_id ? ['space_member', 'space_id'] : ['space_group_member', 'space_group_id']
    const records = await ctx.sql<{ community_member_id: number; name: string; headline: string | null; avatar_url: string | null }>(
      `select k.id as community_member_id, k.name, k.headline, k.avatar_url from kernel.member k
       where k.community_id = $1 and k.status = 'active' and k.name ilike $3
         and not exists (select 1 from spaces.${table} m where m.community_id = $1 and m.${key} = $2 and m.member_id = k.id and m.status = 'active')
       order by k.name, k.id limit 20`,
      [query.space_id ?? query.space_group_id, `%${query.query.replace(/[\\%_]/g, '\\$&')}%`],
    )
    return { records }
  },
  async members(ctx, { params, query }) {
    const seen = await space(ctx, params.space_id, 'seeMembers')
    return listMembers(ctx, 'space', params.space_id, query, memberSort(seen), toSpaceMember)
  },
  async addMember(ctx, { params, body }) {
    const seen = await space(ctx, params.space_id, 'addMembers')
    const role = body.moderator && spacePolicy.manage(ctx, seen) ? 'moderator' : 'member'
    return { success: true, added: (await addMembers(ctx, 'space', params.space_id, [body.community_member_id], role)).length }
  },
  async bulkAddMembers(ctx, { params, body }) {
    const seen = await space(ctx, params.space_id, 'addMembers')
    const role = spacePolicy.manage(ctx, seen) ? body.role : 'member'
    return { success: true, added: (await addMembers(ctx, 'space', params.space_id, body.community_member_ids, role)).length }
  },
  async exportMembers(ctx, { params }) {
    const { row } = await space(ctx, params.space_id, 'manage')
    return download(`${row.slug}-members.csv`, await exportMembers(ctx, 'space', row.id))
  },
  async member(ctx, { params }) {
    await space(ctx, params.space_id, 'seeMembers')
    return toSpaceMember(ctx, await membership(ctx, 'space', params.space_id, { id: params.id }))
  },
  async updateMember(ctx, { params, body }) {
    await space(ctx, params.space_id, 'manage')
    const row = await membership(ctx, 'space', params.space_id, { id: params.id })
    return toSpaceMember(ctx, await updateMembership(ctx, 'space', row, body))
  },
  async removeMember(ctx, { params }) {
    const seen = await space(ctx, params.space_id, 'enter')
    const row = await membership(ctx, 'space', params.space_id, { id: params.id })
    if (row.member_id !== ctx.me().id) await authorize(ctx, spacePolicy, 'manage', seen, 'Space')
    await removeMember(ctx, 'space', params.space_id, row.member_id)
    return { success: true }
  },
  async membersCsv(ctx, { params }) {
    const { row } = await authorize(ctx, spacePolicy, 'manage', await spaceBySlug(ctx, params.space), 'Space')
    return download(`${row.slug}-members.csv`, await exportMembers(ctx, 'space', row.id))
  },
  async membersPagination(ctx, { params, query }) {
    const seen = await authorize(ctx, spacePolicy, 'seeMembers', await spaceBySlug(ctx, params.space), 'Space')
    return listMembers(ctx, 'space', seen.row.id, query, memberSort(seen), toSpaceMember)
  },

  publicGroups: pageOfGroups,
  groups: pageOfGroups,
  async createGroup(ctx, { body }) {
    const { id } = await createGroup(ctx, body)
    return freshGroup(ctx, id)
  },
  async group(ctx, { params }) {
    const { seen, spaces } = await group(ctx, params.id, 'view')
    return toGroup(ctx, seen, spaces)
  },
  async updateGroup(ctx, { params, body }) {
    await group(ctx, params.id, 'manage')
    await updateGroup(ctx, params.id, body)
    return freshGroup(ctx, params.id)
  },
  async destroyGroup(ctx, { params }) {
    await group(ctx, params.id, 'manage')
    await deleteGroup(ctx, params.id)
    return { success: true }
  },
  async groupMembers(ctx, { params, query }) {
    await group(ctx, params.space_group_id, 'seeMembers')
    return listMembers(ctx, 'group', params.space_group_id, query, 'latest', toGroupMember)
  },
  async addGroupMember(ctx, { params, body }) {
    await group(ctx, params.space_group_id, 'addMembers')
    return { success: true, added: await addToGroup(ctx, params.space_group_id, [body.community_member_id], body.moderator ? 'moderator' : 'member') }
  },
  async bulkAddGroupMembers(ctx, { params, body }) {
    await group(ctx, params.space_group_id, 'addMembers')
    return { success: true, added: await addToGroup(ctx, params.space_group_id, body.community_member_ids, body.role) }
  },
  async exportGroupMembers(ctx, { params }) {
    const { seen } = await group(ctx, params.space_group_id, 'manage')
    return download(`${seen.row.slug}-members.csv`, await exportMembers(ctx, 'group', seen.row.id))
  },
  async groupMember(ctx, { params }) {
    await group(ctx, params.space_group_id, 'seeMembers')
    return toGroupMember(ctx, await membership(ctx, 'group', params.space_group_id, { memberId: params.memberId }))
  },
  async updateGroupMember(ctx, { params, body }) {
    await group(ctx, params.space_group_id, 'manage')
    const row = await membership(ctx, 'group', params.space_group_id, { memberId: params.memberId })
    return toGroupMember(ctx, await updateMembership(ctx, 'group', row, body))
  },
  async removeGroupMember(ctx, { params }) {
    const { seen } = await group(ctx, params.space_group_id, 'seeMembers')
    if (params.memberId !== ctx.me().id) await authorize(ctx, groupPolicy, 'manage', seen, 'Space group')
    await membership(ctx, 'group', params.space_group_id, { memberId: params.memberId })
    await removeMember(ctx, 'group', params.space_group_id, params.memberId)
    return { success: true }
  },
  async groupMembersCsv(ctx, { params }) {
    const found = await groupBySlug(ctx, params.group)
    const { row } = await authorize(ctx, groupPolicy, 'manage', found?.seen, 'Space group')
    return download(`${row.slug}-members.csv`, await exportMembers(ctx, 'group', row.id))
  },
}

/** May this reader hear what happens in the space? */
export const mayHear = async (ctx: Ctx, spaceId: string): Promise<boolean> => (await reachOf(ctx)).canView(Number(spaceId))
