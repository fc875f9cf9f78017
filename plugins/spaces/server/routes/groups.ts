/** Calls of space groups and the people in them. */
import { authorize, type Ctx, type Handlers } from '@atrium/sdk/server'
import type contract from '../../contract.ts'
import { groupPolicy, NO_GROUP } from '../policies.ts'
import { groupBySlug, presentGroups, shownGroups } from '../service/groups.ts'
import { reorderGroups } from '../service/many.ts'
import { addToGroup, exportMembers, listMembers, membership, needMember, removeMember, updateMembership } from '../service/members.ts'
import { toGroupMember } from '../service/present.ts'
import { createGroup, deleteGroup, updateGroup } from '../service/spaces.ts'
import { download, freshGroup, group, slice } from './shared.ts'

async function pageOfGroups(ctx: Ctx, { query }: { query: { page: number; per_page: number; cursor?: string; name?: string } }) {
  const wanted = query.name?.toLowerCase()
  const groups = await presentGroups(ctx, await shownGroups(ctx))
  return slice(wanted ? groups.filter(({ name }) => name.toLowerCase().includes(wanted)) : groups, query)
}

export const groupRoutes = {
  publicGroups: pageOfGroups,
  groups: pageOfGroups,
  async reorderGroups(ctx, { body }) {
    await reorderGroups(ctx, body.space_group_ids)
  },
  async createGroup(ctx, { body }) {
    const { id } = await createGroup(ctx, body)
    return freshGroup(ctx, id)
  },
  async group(ctx, { params }) {
    const [shown] = await presentGroups(ctx, [await group(ctx, params.id, 'view')])
    return shown!
  },
  async updateGroup(ctx, { params, body }) {
    await group(ctx, params.id, 'manage')
    await updateGroup(ctx, params.id, body)
    return freshGroup(ctx, params.id)
  },
  async destroyGroup(ctx, { params }) {
    await group(ctx, params.id, 'manage')
    await deleteGroup(ctx, params.id)
  },
  async groupMembers(ctx, { params, query }) {
    await group(ctx, params.space_group_id, 'seeMembers')
    return listMembers(ctx, 'group', params.space_group_id, query, 'latest', toGroupMember)
  },
  async addGroupMember(ctx, { params, body }) {
    await group(ctx, params.space_group_id, 'addMembers')
    await needMember(ctx, body.community_member_id)
    return {
      success: true,
      added: await addToGroup(ctx, params.space_group_id, [body.community_member_id], { role: body.moderator ? 'moderator' : 'member', lifts: true }),
    }
  },
  async bulkAddGroupMembers(ctx, { params, body }) {
    await group(ctx, params.space_group_id, 'addMembers')
    return { success: true, added: await addToGroup(ctx, params.space_group_id, body.community_member_ids, { role: body.role, lifts: true }) }
  },
  async exportGroupMembers(ctx, { params }) {
    const allow = (asker: Ctx) => group(asker, params.space_group_id, 'exportMembers')
    const { seen } = await allow(ctx)
    return download(`${seen.row.slug}-members.csv`, await exportMembers(ctx, 'group', seen.row.id, allow))
  },
  async groupMember(ctx, { params }) {
    await group(ctx, params.space_group_id, 'seeMembers')
    return toGroupMember(ctx, await membership(ctx, 'group', params.space_group_id, { memberId: params.memberId }))
  },
  async updateGroupMember(ctx, { params, body }) {
    await group(ctx, params.space_group_id, 'moderate')
    const row = await membership(ctx, 'group', params.space_group_id, { memberId: params.memberId })
    return toGroupMember(ctx, await updateMembership(ctx, 'group', row, body))
  },
  async removeGroupMember(ctx, { params }) {
    const { seen } = await group(ctx, params.space_group_id, 'seeMembers')
    const row = await membership(ctx, 'group', params.space_group_id, { memberId: params.memberId })
    if (params.memberId !== ctx.me().id || row.status !== 'active') await authorize(ctx, groupPolicy, 'moderate', seen, ...NO_GROUP)
    await removeMember(ctx, 'group', params.space_group_id, params.memberId)
  },
  async groupMembersCsv(ctx, { params }) {
    const allow = async (asker: Ctx) => authorize(asker, groupPolicy, 'exportMembers', (await groupBySlug(asker, params.group))?.seen, ...NO_GROUP)
    const { row } = await allow(ctx)
    return download(`${row.slug}-members.csv`, await exportMembers(ctx, 'group', row.id, allow))
  },
} satisfies Partial<Handlers<typeof contract>>
