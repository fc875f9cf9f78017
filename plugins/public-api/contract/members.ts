/** Community members (A.2.2 of the published API). */
import { del, get, post, put } from '@atrium/sdk'
import { Choice, numberOptions, pagesOfField } from './fields.ts'
import { asked, byId, email, idList, ids, int, listOf, maybe, maybeInt, maybeMoment, message, moment, pages, text, words, yes, z } from './wire.ts'

const answer = z.object({
  id: int,
  text: maybe,
  textarea: maybe,
  created_at: moment,
  updated_at: moment,
  display_value: z.union([text, z.array(text)]),
  community_member_choices: z.array(z.object({ id: int, value: text, profile_field_choice: z.object({ id: int, value: text }) })),
})
export const Member = z.object({
  id: int,
  first_name: maybe,
  last_name: maybe,
  /** Empty for whoever has left. */
  email: text,
  headline: maybe,
  created_at: moment,
  updated_at: moment,
  community_id: int,
  last_seen_at: maybeMoment,
  profile_confirmed_at: maybeMoment,
  profile_url: text,
  public_uid: text,
  avatar_url: maybe,
  user_id: int,
  name: text,
  accepted_invitation: maybe,
  active: yes,
  sso_provider_user_id: maybe,
  flattened_profile_fields: z.record(text, z.union([text, z.array(text)])),
  /** Null where nobody counts them. */
  posts_count: maybeInt,
  comments_count: maybeInt,
  member_tags: z.array(z.object({ id: int, name: text })),
  profile_fields: z.array(
    z.object({
      id: int,
      label: text,
      field_type: text,
      key: text,
      placeholder: maybe,
      description: maybe,
      required: yes,
      platform_field: yes,
      created_at: moment,
      updated_at: moment,
      community_member_profile_field: answer.nullable(),
      number_options: numberOptions,
      choices: z.array(Choice),
      pages: pagesOfField,
    }),
  ),
  gamification_stats: z
    .object({
      community_member_id: int,
      total_points: int,
      current_level: maybeInt,
      current_level_name: maybe,
      points_to_next_level: maybeInt,
      level_progress: maybeInt,
    })
    .nullable(),
  /** Known of one member, and not in lists. */
  activity_score: z.object({ activity_score: maybe, presence: maybe, participation: maybe, contribution: maybe, connection: maybe }),
  member_since: maybeMoment,
  member_since_overridden: yes,
})
const answers = z.record(words(100), z.union([words(5_000), z.number(), z.array(z.union([words(300), z.number()])).max(50), z.null()]))
const fields = {
  /** Signed id of an upload. */
  avatar: words(500).nullish(),
  name: words(100),
  headline: words(160).nullish(),
  preferences: z.object({ messaging_enabled_by_admin: yes, visible_in_member_directory: yes, make_my_email_public: yes, messaging_enabled: yes }).partial(),
  space_ids: ids,
  space_group_ids: ids,
  member_tag_ids: ids,
  community_member_profile_fields: answers,
}
const MemberInput = z.object(fields).partial()
export type MemberInput = z.output<typeof MemberInput>
const at = '/api/admin/v2/community_members' as const

export const members = {
  members: get(at, {
    ...asked,
    query: z.object({ ...pages, status: z.enum(['active', 'inactive', 'all']).default('active'), member_tag_ids: idList.optional() }),
    reply: listOf(Member),
    summary: 'Members of the community',
  }),
  searchMember: get(`${at}/search`, { ...asked, query: z.object({ email }), reply: Member, summary: 'The member with an email address' }),
  member: get(`${at}/:id`, { ...asked, ...byId, reply: Member, summary: 'One member' }),
  createMember: post(at, {
    ...asked,
    body: MemberInput.extend({ email, password: words(500).optional(), skip_invitation: yes.optional() }),
    reply: message.extend({ community_member: Member }),
    status: 201,
    summary: 'Make somebody a member',
  }),
  updateMember: put(`${at}/:id`, { ...asked, ...byId, body: MemberInput, reply: Member, summary: 'Change a member' }),
  deactivateMember: del(`${at}/:id`, { ...asked, ...byId, reply: message, summary: 'Take a member out of the community' }),
  banMember: put(`${at}/:id/ban_member`, { ...asked, ...byId, reply: message, summary: 'Ban a member, with all that they wrote' }),
  deleteMember: put(`${at}/:id/delete_member`, { ...asked, ...byId, reply: message, summary: 'Delete a member with all that they wrote' }),
}
