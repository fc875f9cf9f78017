/** Access groups and who is in them (A.2.21 of the published API). */
import { del, get, patch, post, put } from '@atrium/sdk'
import { asked, byId, email, id, idList, int, listOf, message, moment, pages, said, text, words, z } from './wire.ts'

export const AccessGroup = z.object({ id: int, name: text, description: text, status: text, community_id: int, created_at: moment, updated_at: moment })
export const AccessGroupMember = z.object({
  id: int,
  access_group_id: int,
  community_member_id: int,
  community_id: int,
  created_at: moment,
  updated_at: moment,
})
const at = '/api/admin/v2/access_groups' as const
const inGroup = { params: z.object({ access_group_id: id }) }
const input = z.object({ name: words(120), description: words(1_000) })
const one = `${at}/:access_group_id/community_members` as const

export const access = {
  accessGroups: get(at, {
    ...asked,
    /** A status that there is none of is refused with 400 `invalid_status`. */
    query: z.object({ ...pages, status: words(40).default('active'), ids: idList.optional(), name: words(120).optional() }),
    reply: listOf(AccessGroup),
    summary: 'Access groups',
  }),
  createAccessGroup: post(at, {
    ...asked,
    body: z.object({ access_group: input.partial({ description: true }) }),
    reply: AccessGroup,
    status: 201,
    summary: 'New access group',
  }),
  updateAccessGroup: put(`${at}/:id`, {
    ...asked,
    ...byId,
    body: z.object({ access_group: input.partial() }),
    reply: AccessGroup,
    summary: 'Change an access group',
  }),
  archiveAccessGroup: del(`${at}/:id`, { ...asked, ...byId, reply: said, summary: 'Archive an access group' }),
  unarchiveAccessGroup: patch(`${at}/:id/unarchive`, { ...asked, ...byId, reply: AccessGroup, summary: 'Bring an archived access group back' }),
  accessGroupMembers: get(one, { ...asked, ...inGroup, query: z.object(pages), reply: listOf(AccessGroupMember), summary: 'Who is in an access group' }),
  addAccessGroupMember: post(one, {
    ...asked,
    ...inGroup,
    body: z.object({ email }),
    reply: message,
    status: 201,
    summary: 'Put a member into an access group',
  }),
  removeAccessGroupMember: del(one, { ...asked, ...inGroup, query: z.object({ email }), reply: message, summary: 'Take a member out of an access group' }),
  accessGroupMember: get(`${at}/:access_group_id/community_member`, {
    ...asked,
    ...inGroup,
    query: z.object({ email }),
    reply: AccessGroupMember,
    summary: 'One member of an access group',
  }),
  accessGroupsOfMember: get('/api/admin/v2/community_members/:community_member_id/access_groups', {
    ...asked,
    params: z.object({ community_member_id: id }),
    query: z.object(pages),
    reply: listOf(AccessGroup),
    summary: 'Access groups of a member',
  }),
}
