/** Access groups and who is in them. */
import { notFound } from '@atrium/sdk'
import accessPlugin from '../../../access/contract.ts'
import { access as routes } from '../../contract/access.ts'
import { ok, serve } from '../service/guard.ts'
import { pageOf } from '../service/lists.ts'
import { memberAt } from '../service/people.ts'

const { routes: to } = accessPlugin

export const access = serve(routes, {
  accessGroups: (ctx, { query: { page, per_page, ...query } }) => pageOf(ctx, to.groups, { query }, { page, per_page }, (records) => records),
  createAccessGroup: (ctx, { body }) => ctx.call(to.createGroup, { body }),
  updateAccessGroup: (ctx, { params, body }) => ctx.call(to.updateGroup, { params, body }),
  async archiveAccessGroup(ctx, { params }) {
    await ctx.call(to.archiveGroup, { params })
    return ok('Access group archived.')
  },
  unarchiveAccessGroup: (ctx, { params }) => ctx.call(to.unarchiveGroup, { params }),
  accessGroupMembers: (ctx, { params, query }) => pageOf(ctx, to.groupMembers, { params }, query, (records) => records),
  async addAccessGroupMember(ctx, { params, body }) {
    const { id } = await memberAt(ctx, body.email)
    await ctx.call(to.addGroupMembers, { params, body: { community_member_ids: [id] } })
    return { message: 'Community member added to the access group.' }
  },
  async removeAccessGroupMember(ctx, { params, query }) {
    const { id } = await memberAt(ctx, query.email)
    await ctx.call(to.removeGroupMembers, { params, body: { community_member_ids: [id] } })
    return { message: 'Community member removed from the access group.' }
  },
  async accessGroupMember(ctx, { params, query }) {
    const { id } = await memberAt(ctx, query.email)
    const { records } = await ctx.call(to.groupMembers, { params, query: { community_member_id: id } })
    if (!records[0]) throw notFound('Member', 'access_group_community_member_not_found')
    return records[0]
  },
  accessGroupsOfMember: (ctx, { params, query }) => pageOf(ctx, to.groupsOfMember, { params: { id: params.community_member_id } }, query, (records) => records),
})
