/** Records of spaces: a group with a space of the target's kind, a member of both, an invitation. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import contract from '../contract.ts'

const { routes } = contract
const token = () => Math.random().toString(16).slice(2).padEnd(32, '0')
const newEmails = () => ({ emails: [`new-${token()}@example.com`] })

const records = defineRecords(contract, {
  leaving: { stays: ['spaces.space_group_member', 'spaces.space_member'], goes: ['spaces.access_grant', 'spaces.space_role', 'spaces.join_request'] },
  cached: ['spaces.mine', 'spaces.still'],
  async fill({ app, side, kind, word, mark, guest }: Target) {
    const as = app.as(side.admin)
    const group = await as.call(routes.createGroup, { body: { name: `Group ${mark}` } })
    const { space } = await as.call(routes.create, {
      body: {
        name: `${kind === 'secret' ? word : 'Room'} ${mark}`,
        slug: `room-${mark}`,
        space_group_id: group.id,
        description: kind === 'closed' ? null : word,
        is_private: kind !== 'open',
        is_hidden: kind === 'secret',
      },
    })
    await as.call(routes.bulkAddGroupMembers, { params: { space_group_id: group.id }, body: { community_member_ids: [side.admin.id, guest.id] } })
    await as.call(routes.addMember, { params: { space_id: space.id }, body: { community_member_id: guest.id } })
    const members = await as.call(routes.members, { params: { space_id: space.id } })
    const invited = await as.call(routes.invite, { params: { id: space.id }, body: { emails: [`${word}-${mark}@example.com`] } })
    const membership = members.records.find(({ community_member_id }) => community_member_id === guest.id)!
    // the link of an invitation is in the mail alone
    const [mail] = await app.sql<{ text: string }>('select text from kernel.mail where recipient = $1 order by id desc limit 1', [
      `${word}-${mark}@example.com`,
    ])
    const link = /\/space_invitations\/[\w-]+/.exec(mail!.text)![0]
    // no walk over many targets meets the hourly limit
    await app.sql('update spaces.invitation_count set mails = 0 where community_id = $1', [side.communityId])
    // those who may open the space ask for nothing, whatever its kind: what is asked is written
    const [request] = await app.sql<{ id: number }>(
      'insert into spaces.join_request (community_id, space_id, member_id, message) values ($1, $2, $3, $4) returning id',
      [side.communityId, space.id, side.member.id, `${word} asks`],
    )
    await app.sql('update spaces.space set requests_count = 1 where id = $1', [space.id])
    // a reason beside the membership of their own, which stays what it is
    await app.run(side.communityId, (ctx) => ctx.use(contract).grant([guest.id], [{ kind: 'space', id: space.id }], { source: 'manual', sourceId: null }))
    // what a role gives in a space is other plugins' to say, so that alone none can be given
    await app.sql("insert into spaces.space_role (community_id, member_id, target, target_id, role_key) values ($1, $2, 'space', $3, 'moderator')", [
      side.communityId,
      guest.id,
      space.id,
    ])
    return { group, space, request: { id: request!.id }, membership: { id: membership.id }, invitation: { id: invited.records[0]!.id, link } }
  },
  inputs: {
    list: { input: ({ group }) => ({ query: { include_sidebar: true, space_group_id: group.id } }), foreign: 'any' },
    create: ({ group }) => ({ body: { name: 'Annexe', space_group_id: group.id } }),
    maxSpaceLimit: { input: ({ group }) => ({ query: { space_group_id: group.id } }), foreign: 'any' },
    bySlug: ({ space }) => ({ params: { slug: space.slug } }),
    show: ({ space }) => ({ params: { id: space.id } }),
    duplicate: ({ space }) => ({ params: { id: space.id } }),
    activeMembersCount: ({ space }) => ({ params: { id: space.id } }),
    bookmarks: ({ space }) => ({ params: { id: space.id } }),
    resetUnreadCount: ({ space }) => ({ params: { id: space.id } }),
    notificationDetails: ({ space }) => ({ params: { id: space.id } }),
    updateNotificationDetails: ({ space }) => ({ params: { id: space.id }, body: { notification_type: 'never' } }),
    destroyBannerCover: ({ space }) => ({ params: { id: space.id } }),
    resetBannerPreference: ({ space }) => ({ params: { id: space.id } }),
    aiSummaries: { input: ({ space }) => ({ params: { id: space.id } }), own: [404] },
    update: ({ space, group, file }) => ({
      params: { id: space.id },
      body: { name: 'Changed', space_group_id: group.id, cover_image: file.signedId },
    }),
    destroy: { input: ({ space }) => ({ params: { id: space.id } }), uses: true },
    join: { input: ({ space }) => ({ params: { id: space.id } }), own: [200, 404, 422] },
    leave: { input: ({ space }) => ({ params: { id: space.id } }), uses: true },
    candidates: ({ space }) => ({ query: { query: 'Person', space_id: space.id } }),
    reorder: ({ group, space }) => ({ body: { space_group_id: group.id, space_ids: [space.id] } }),
    bulkUpdate: ({ space }) => ({ body: { space_ids: [space.id], space: { hide_from_sidebar: true } } }),
    bulkDestroy: { input: ({ space }) => ({ body: { space_ids: [space.id] } }), uses: true },
    reorderGroups: ({ group }) => ({ body: { space_group_ids: [group.id] } }),
    invitations: ({ space }) => ({ params: { id: space.id } }),
    invite: ({ space }) => ({ params: { id: space.id }, body: newEmails() }),
    groupInvitations: { input: ({ group }) => ({ params: { id: group.id } }), shared: true },
    inviteToGroup: { input: ({ group }) => ({ params: { id: group.id }, body: newEmails() }), shared: true },
    revokeInvitation: { input: ({ invitation }) => ({ params: { id: invitation.id } }), uses: true },
    // the token is in the mail alone
    invitation: { input: () => ({ params: { token: token() } }), own: [404] },
    acceptInvitation: { input: () => ({ params: { token: token() } }), own: [404] },
    admission: { input: ({ space }) => ({ params: { id: space.id } }) },
    askToJoin: { input: ({ space }) => ({ params: { id: space.id }, body: { message: 'May I come in?' } }), own: [403], ownOutside: 'spaces.join_request' },
    withdrawRequest: { input: ({ space }) => ({ params: { id: space.id } }), ownOutside: 'spaces.join_request' },
    joinRequests: ({ space }) => ({ params: { id: space.id } }),
    decideRequest: { input: ({ space, request }) => ({ params: { space_id: space.id, id: request.id }, body: { accept: false } }), uses: true },
    membersSidebar: ({ space }) => ({ params: { id: space.id } }),
    members: ({ space }) => ({ params: { space_id: space.id } }),
    exportMembers: ({ space }) => ({ params: { space_id: space.id } }),
    addMember: { input: ({ space, side }) => ({ params: { space_id: space.id }, body: { community_member_id: side.member.id } }), uses: true },
    bulkAddMembers: { input: ({ space, side }) => ({ params: { space_id: space.id }, body: { community_member_ids: [side.member.id] } }), uses: true },
    member: ({ space, membership }) => ({ params: { space_id: space.id, id: membership.id } }),
    updateMember: ({ space, membership }) => ({ params: { space_id: space.id, id: membership.id }, body: { moderator: true } }),
    removeMember: { input: ({ space, membership }) => ({ params: { space_id: space.id, id: membership.id } }), uses: true },
    membersCsv: ({ space }) => ({ params: { space: space.slug } }),
    membersPagination: ({ space }) => ({ params: { space: space.slug } }),
    createGroup: { input: () => ({ body: { name: `Group ${token()}` } }), foreign: 'any' },
    group: { input: ({ group }) => ({ params: { id: group.id } }), shared: true },
    updateGroup: {
      input: ({ group, guest }) => ({ params: { id: group.id }, body: { name: 'Changed', moderator_community_member_ids: [guest.id] } }),
      shared: true,
    },
    destroyGroup: { input: ({ group }) => ({ params: { id: group.id } }), uses: true, own: [200, 409, 422], shared: true },
    groupMembers: { input: ({ group }) => ({ params: { space_group_id: group.id } }), shared: true },
    exportGroupMembers: { input: ({ group }) => ({ params: { space_group_id: group.id } }), shared: true },
    addGroupMember: {
      input: ({ group, side }) => ({ params: { space_group_id: group.id }, body: { community_member_id: side.member.id } }),
      uses: true,
      shared: true,
    },
    bulkAddGroupMembers: {
      input: ({ group, side }) => ({ params: { space_group_id: group.id }, body: { community_member_ids: [side.member.id] } }),
      uses: true,
      shared: true,
    },
    groupMember: { input: ({ group, guest }) => ({ params: { space_group_id: group.id, memberId: guest.id } }), shared: true },
    updateGroupMember: {
      input: ({ group, guest }) => ({ params: { space_group_id: group.id, memberId: guest.id }, body: { role: 'moderator' } }),
      shared: true,
    },
    removeGroupMember: { input: ({ group, guest }) => ({ params: { space_group_id: group.id, memberId: guest.id } }), uses: true, shared: true },
    groupMembersCsv: { input: ({ group }) => ({ params: { group: group.slug } }), shared: true },
  },
  screens: {
    '/c/:space': ({ space }) => `/c/${space.slug}`,
    '/c/:space/members': ({ space }) => `/c/${space.slug}/members`,
    '/spaces/:id/settings': ({ space }) => `/spaces/${space.id}/settings`,
    '/space_invitations/:token': ({ invitation }) => invitation.link,
    '/s/:group': ({ group }) => `/s/${group.slug}`,
    '/s/:group/invite': ({ group }) => `/s/${group.slug}/invite`,
    '/s/:group/settings': ({ group }) => `/s/${group.slug}/settings`,
    '/settings/spaces': () => ['/settings/spaces', '/settings/spaces?view=order'],
    '/settings/spaces/:id': ({ space }) => `/settings/spaces/${space.id}`,
  },
  isInside: (row, { space }) => row.space_id === space.id,
})
export default records
export type SpacesMade = MadeBy<typeof records>
