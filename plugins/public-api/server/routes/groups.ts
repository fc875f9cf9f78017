/** Space groups and who is in them. */
import type { z } from 'zod'
import spaces, { type SpaceGroup as Group } from '../../../spaces/contract.ts'
import { groups as routes, type SpaceGroup } from '../../contract/groups.ts'
import { ok, serve } from '../service/guard.ts'
import { pageOf } from '../service/lists.ts'
import { toMemberships } from '../service/memberships.ts'
import { memberAt } from '../service/people.ts'

const { routes: to } = spaces
const toGroup = (group: Group): z.input<typeof SpaceGroup> => ({ ...group, space_group_members_count: group.space_group_members_count ?? 0 })

export const groups = serve(routes, {
  spaceGroups: (ctx, { query: { page, per_page, name } }) => pageOf(ctx, to.groups, { query: { name } }, { page, per_page }, (records) => records.map(toGroup)),
  createSpaceGroup: async (ctx, { body }) => toGroup(await ctx.call(to.createGroup, { body })),
  spaceGroup: async (ctx, { params }) => toGroup(await ctx.call(to.group, { params })),
  updateSpaceGroup: async (ctx, { params, body }) => toGroup(await ctx.call(to.updateGroup, { params, body })),
  async deleteSpaceGroup(ctx, { params }) {
    await ctx.call(to.destroyGroup, { params })
    return ok('Space group deleted.')
  },
  spaceGroupMembers: (ctx, { query: { page, per_page, space_group_id, status } }) =>
    pageOf(ctx, to.groupMembers, { params: { space_group_id }, query: { status } }, { page, per_page }, (records) => toMemberships(ctx, records)),
  async addSpaceGroupMember(ctx, { body: { email, space_group_id } }) {
    const { id } = await memberAt(ctx, email, 'user_not_found')
    await ctx.call(to.addGroupMember, { params: { space_group_id }, body: { community_member_id: id } })
    return ok('User added to the space group.')
  },
  async removeSpaceGroupMember(ctx, { query: { email, space_group_id } }) {
    const { id } = await memberAt(ctx, email, 'user_not_found')
    await ctx.call(to.removeGroupMember, { params: { space_group_id, memberId: id } })
    return ok('User removed from the space group.')
  },
  async spaceGroupMember(ctx, { query: { email, space_group_id } }) {
    const { id } = await memberAt(ctx, email, 'user_not_found')
    return (await toMemberships(ctx, [await ctx.call(to.groupMember, { params: { space_group_id, memberId: id } })]))[0]!
  },
})
