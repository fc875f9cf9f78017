/** Space groups and who is in them (A.2.5 of the published API). */
import { del, get, post, put } from '@atrium/sdk'
import { asked, byId, email, id, ids, int, listOf, maybe, moment, pages, said, text, words, yes, z } from './wire.ts'

export const SpaceGroup = z.object({
  id: int,
  name: text,
  slug: text,
  community_id: int,
  is_hidden_from_non_members: yes,
  hide_members_count: yes,
  allow_members_to_create_spaces: yes,
  automatically_add_members_to_new_spaces: yes,
  add_members_to_space_group_on_space_join: yes,
  hide_non_member_spaces_from_sidebar: yes,
  created_at: moment,
  updated_at: moment,
  space_group_members_count: int,
  spaces_count: int,
})
/** Of whoever is in a place; their address for tokens that may read members. */
export const membership = {
  id: int,
  user_id: int,
  community_member_id: int,
  moderator: yes,
  access_type: text,
  status: text,
  created_at: moment,
  updated_at: moment,
  community_member: z.object({
    name: text,
    first_name: text,
    last_name: text,
    avatar_url: maybe,
    headline: text,
    community_id: int,
    profile_url: text,
    public_uid: text,
    email: text,
  }),
}
export const GroupMember = z.object({ ...membership, space_group_id: int })
export const statuses = z.enum(['active', 'inactive', 'all']).default('active')
const GroupInput = z
  .object({
    name: words(120),
    slug: words(100),
    is_hidden_from_non_members: yes,
    hide_members_count: yes,
    allow_members_to_create_spaces: yes,
    automatically_add_members_to_new_spaces: yes,
    add_members_to_space_group_on_space_join: yes,
    hide_non_member_spaces_from_sidebar: yes,
  })
  .partial()
const at = '/api/admin/v2/space_groups' as const
const inside = '/api/admin/v2/space_group_members' as const
const place = z.object({ email, space_group_id: id })

export const groups = {
  spaceGroups: get(at, { ...asked, query: z.object({ ...pages, name: words(120).optional() }), reply: listOf(SpaceGroup), summary: 'Space groups' }),
  createSpaceGroup: post(at, {
    ...asked,
    body: GroupInput.required({ name: true, slug: true }),
    reply: SpaceGroup,
    status: 201,
    summary: 'New space group',
  }),
  spaceGroup: get(`${at}/:id`, { ...asked, ...byId, reply: SpaceGroup, summary: 'One space group' }),
  updateSpaceGroup: put(`${at}/:id`, {
    ...asked,
    ...byId,
    body: GroupInput.extend({ moderator_community_member_ids: ids.optional() }),
    reply: SpaceGroup,
    summary: 'Change a space group',
  }),
  deleteSpaceGroup: del(`${at}/:id`, { ...asked, ...byId, reply: said, summary: 'Delete a space group' }),
  spaceGroupMembers: get(inside, {
    ...asked,
    query: z.object({ ...pages, space_group_id: id, status: statuses }),
    reply: listOf(GroupMember),
    summary: 'Who is in a space group',
  }),
  addSpaceGroupMember: post(inside, { ...asked, body: place, reply: said, summary: 'Add a member to a space group' }),
  removeSpaceGroupMember: del(inside, { ...asked, query: place, reply: said, summary: 'Take a member out of a space group' }),
  spaceGroupMember: get('/api/admin/v2/space_group_member', { ...asked, query: place, reply: GroupMember, summary: 'One member of a space group' }),
}
