/** Records of access: a group that opens the target's space, with a member in it. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import contract from '../contract.ts'
import { keepTaken } from '../server/reads.ts'

const { routes } = contract

const records = defineRecords(contract, {
  leaving: { goes: ['access.access_group_member', 'access.taken'] },
  // whose rights hold in single spaces
  with: ['posts'],
  async fill({ app, side, word, mark, guest, space }: Target & SpacesMade) {
    const as = app.as(side.admin)
    const made = await as.call(routes.createGroup, { body: { access_group: { name: `${word} ${mark}`, description: word, space_ids: [space.id] } } })
    await as.call(routes.addGroupMembers, { params: { access_group_id: made.id }, body: { community_member_ids: [guest.id] } })
    // as a bulk act takes it and gives it back
    await app.run(side.communityId, (ctx) => ctx.sql(keepTaken, [[made.id], [guest.id], 1, ctx.now()]))
    const held = await as.call(routes.spaceRoles, { query: { community_member_id: guest.id } })
    return { accessGroup: { id: made.id }, spaceRole: { id: held.records[0]!.id } }
  },
  inputs: {
    groups: { input: ({ accessGroup }) => ({ query: { ids: accessGroup.id } }), shared: true, foreign: 'any' },
    createGroup: { input: ({ space }) => ({ body: { access_group: { name: 'Another', space_ids: [space.id] } } }), foreign: 'any' },
    group: { input: ({ accessGroup }) => ({ params: { id: accessGroup.id } }), shared: true },
    updateGroup: { input: ({ accessGroup }) => ({ params: { id: accessGroup.id }, body: { access_group: { name: 'Changed' } } }), shared: true },
    archiveGroup: { input: ({ accessGroup }) => ({ params: { id: accessGroup.id } }), uses: true, shared: true },
    unarchiveGroup: { input: ({ accessGroup }) => ({ params: { id: accessGroup.id } }), shared: true },
    groupMembers: { input: ({ accessGroup }) => ({ params: { access_group_id: accessGroup.id } }), shared: true },
    addGroupMembers: {
      input: ({ accessGroup, side }) => ({ params: { access_group_id: accessGroup.id }, body: { community_member_ids: [side.member.id] } }),
      shared: true,
    },
    removeGroupMembers: {
      input: ({ accessGroup, guest }) => ({ params: { access_group_id: accessGroup.id }, body: { community_member_ids: [guest.id] } }),
      uses: true,
      shared: true,
    },
    groupsOfMember: { input: ({ guest }) => ({ params: { id: guest.id } }), shared: true, foreign: 'any' },
    grant: ({ space, guest }) => ({ body: { community_member_ids: [guest.id], space_ids: [space.id] } }),
    revoke: ({ space, guest }) => ({ body: { community_member_ids: [guest.id], space_ids: [space.id] } }),
    memberAccess: { input: ({ guest }) => ({ params: { id: guest.id } }), shared: true },
    simulate: ({ guest, space }) => ({ query: { who: 'member', member_id: guest.id, path: `/c/${space.slug}` } }),
    spaceRoles: { input: ({ guest }) => ({ query: { community_member_id: guest.id } }), shared: true, foreign: 'any' },
    giveSpaceRole: ({ guest, space }) => ({ body: { community_member_id: guest.id, role: 'moderator', space_id: space.id } }),
    takeSpaceRole: { input: ({ spaceRole }) => ({ params: { id: spaceRole.id } }), uses: true, shared: true },
    loss: { input: ({ guest, space }) => ({ body: { community_member_id: guest.id, space_ids: [space.id] } }), foreign: 'any' },
  },
  screens: {
    '/settings/access_groups/:id': ({ accessGroup }) => [`/settings/access_groups/${accessGroup.id}`, '/settings/access_groups/new'],
    '/settings/access': ({ guest, space }) => [
      '/settings/access',
      `/settings/access?member=${guest.id}`,
      `/settings/access?member=${guest.id}&tab=place&path=/c/${space.slug}`,
    ],
  },
})
export default records
export type AccessMade = MadeBy<typeof records>
