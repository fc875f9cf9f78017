/** Member tags and who bears them (A.2.4 of the published API). */
import { del, flag, get, post, put } from '@atrium/sdk'
import { asked, byId, email, id, idList, int, listOf, maybe, maybeInt, message, moment, pages, said, text, words, yes, z } from './wire.ts'

const places = z.object({ post_bio: yes, profile_page: yes, member_directory: yes })
export const MemberTag = z.object({
  id: int,
  created_at: moment,
  updated_at: moment,
  name: text,
  is_public: yes,
  is_background_enabled: yes,
  tagged_members_count: int,
  color: text,
  display_format: text,
  emoji: maybe,
  custom_emoji_url: maybe,
  custom_emoji_dark_url: maybe,
  display_locations: places.nullable(),
})
export const TaggedMember = z.object({
  id: int,
  member_tag_id: int,
  member_tag_name: text,
  member_tag_emoji: maybe,
  /** Null of contacts, and for tokens that may not read members. */
  user_id: maybeInt,
  user_email: maybe,
  lead_id: maybeInt,
  lead_email: maybe,
  community_member_id: maybeInt,
  contact_id: int,
  created_at: moment,
  updated_at: moment,
})
const TagInput = z
  .object({
    name: words(60),
    color: words(20),
    display_format: z.enum(['label', 'icon']),
    emoji: words(40).nullable(),
    is_background_enabled: yes,
    is_public: yes,
    display_locations: places.partial(),
    custom_emoji: z.object({ emoji_type: z.enum(['emoji', 'custom', 'shapes']), emoji: words(40), identifier: words(200), signed_id: words(500) }).partial(),
  })
  .partial()
export type TagInput = z.output<typeof TagInput>
const body = z.union([z.object({ member_tag: TagInput }), TagInput])
const at = '/api/admin/v2/member_tags' as const
const tagged = '/api/admin/v2/tagged_members' as const

export const tags = {
  memberTags: get(at, {
    ...asked,
    query: z.object({
      ...pages,
      name: words(60).optional(),
      is_public: flag.optional(),
      sort: z.enum(['oldest', 'newest', 'alphabetical', 'alphabetical_desc']).default('newest'),
    }),
    reply: listOf(MemberTag),
    summary: 'Member tags',
  }),
  createMemberTag: post(at, { ...asked, body, reply: MemberTag, status: 201, summary: 'New member tag' }),
  memberTag: get(`${at}/:id`, { ...asked, ...byId, reply: MemberTag, summary: 'One member tag' }),
  updateMemberTag: put(`${at}/:id`, { ...asked, ...byId, body, reply: MemberTag, summary: 'Change a member tag' }),
  deleteMemberTag: del(`${at}/:id`, { ...asked, ...byId, reply: said, summary: 'Delete a member tag' }),
  taggedMembers: get(tagged, {
    ...asked,
    query: z.object({ ...pages, member_tag_ids: idList.optional() }),
    reply: listOf(TaggedMember),
    summary: 'Who bears which tag',
  }),
  tagMember: post(tagged, { ...asked, body: z.object({ member_tag_id: id, user_email: email }), reply: message, status: 201, summary: 'Give a member a tag' }),
  untagMember: del(tagged, { ...asked, query: z.object({ member_tag_id: id, user_email: email }), reply: message, summary: 'Take a tag from a member' }),
  taggedMember: get(`${tagged}/:id`, { ...asked, ...byId, reply: TaggedMember, summary: 'One tag that somebody bears' }),
}
