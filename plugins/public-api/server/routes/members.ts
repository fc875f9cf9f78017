/** Members of the community. */
import { type Ctx, unlessRefused } from '@atrium/sdk/server'
import type { z } from 'zod'
import archive from '../../../archive/contract.ts'
import audience from '../../../audience/contract.ts'
import membersPlugin from '../../../members/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { type Member, type MemberInput, members as routes } from '../../contract/members.ts'
import { toChoice, toField } from '../service/fields.ts'
import { serve } from '../service/guard.ts'
import { pageOf } from '../service/lists.ts'
import { type Known, memberAt } from '../service/people.ts'

const { routes: to } = membersPlugin
const UNKNOWN = { activity_score: null, presence: null, participation: null, contribution: null, connection: null }

const toMember = (member: Known, activity_score: z.input<typeof Member>['activity_score'] = UNKNOWN): z.input<typeof Member> => ({
  id: member.id,
  first_name: member.first_name,
  last_name: member.last_name,
  email: member.email ?? '',
  headline: member.headline,
  created_at: member.created_at,
  updated_at: member.updated_at,
  community_id: member.community_id,
  last_seen_at: member.last_seen_at,
  profile_confirmed_at: member.active ? member.created_at : null,
  profile_url: member.profile_url,
  public_uid: member.public_uid,
  avatar_url: member.avatar_url,
  user_id: member.user_id,
  name: member.name,
  accepted_invitation: member.active ? `${new Date(member.created_at).toISOString().slice(0, 19).replace('T', ' ')} UTC` : null,
  active: member.active,
  sso_provider_user_id: null,
  flattened_profile_fields: member.flattened_profile_fields,
  posts_count: member.posts_count,
  comments_count: null,
  member_tags: member.member_tags.map(({ id, name }) => ({ id, name })),
  profile_fields: member.profile_fields.map((field) => {
    const { allow_null: _, archived: __, ...shown } = toField(field)
    const answer = field.community_member_profile_field
    return {
      ...shown,
      community_member_profile_field: answer && {
        ...{ id: answer.id, text: answer.text, textarea: answer.textarea, display_value: answer.display_value },
        ...{ created_at: answer.created_at, updated_at: answer.updated_at },
        community_member_choices: answer.community_member_choices.map((chosen) => ({ ...toChoice(chosen.profile_field_choice), id: chosen.id })),
      },
    }
  }),
  gamification_stats: member.gamification_stats,
  activity_score,
  member_since: member.created_at,
  member_since_overridden: false,
})

async function show(ctx: Ctx, id: number): Promise<z.input<typeof Member>> {
  const member = await ctx.call(to.show, { params: { id } })
  const person = ctx.has(audience)
    ? await unlessRefused(ctx.call(audience.routes.contact, { params: { sqid: member.public_uid }, query: { by: 'member' } }), null, 403, 404)
    : null
  return toMember(member, person?.scores ?? UNKNOWN)
}

/** What stands beside the profile itself: where they are in, and what they bear. Lists add; what was there stays. */
async function change(ctx: Ctx, id: number, { space_ids, space_group_ids, member_tag_ids, avatar, ...profile }: MemberInput): Promise<void> {
  const fields = { ...profile, ...(avatar === undefined ? {} : { avatar_signed_id: avatar }) }
  if (Object.values(fields).some((value) => value !== undefined)) await ctx.call(to.update, { params: { id }, body: fields })
  for (const space_id of space_ids ?? []) await ctx.call(spaces.routes.addMember, { params: { space_id }, body: { community_member_id: id } })
  for (const space_group_id of space_group_ids ?? [])
    await ctx.call(spaces.routes.addGroupMember, { params: { space_group_id }, body: { community_member_id: id } })
  for (const member_tag_id of member_tag_ids ?? []) await ctx.call(audience.routes.tagMember, { body: { community_member_id: id, member_tag_id } })
}

export const members = serve(routes, {
  members: (ctx, { query: { page, per_page, status, member_tag_ids } }) => {
    const filters = member_tag_ids?.length
      ? { filters: JSON.stringify({ match: 'all', rules: [{ filter: 'tag', operator: 'any_of', value: member_tag_ids }] }) }
      : {}
    return pageOf(ctx, to.managed, { query: { status, ...filters } }, { page, per_page }, (records) => records.map((member) => toMember(member)))
  },
  searchMember: async (ctx, { query }) => show(ctx, (await memberAt(ctx, query.email)).id),
  member: (ctx, { params }) => show(ctx, params.id),
  async createMember(ctx, { body: { email, password: _, skip_invitation: __, name = '', ...others } }) {
    const { id } = await ctx.call(to.create, { body: { email, name } })
    await change(ctx, id, others)
    return { message: 'This user has been added to the community.', community_member: await show(ctx, id) }
  },
  async updateMember(ctx, { params, body }) {
    await change(ctx, params.id, body)
    return show(ctx, params.id)
  },
  async deactivateMember(ctx, { params }) {
    await ctx.call(archive.routes.leave, { params })
    return { message: 'This member has been removed from the community.' }
  },
  async banMember(ctx, { params }) {
    await ctx.call(archive.routes.ban, { params, body: { reason: ctx.say('Banned by an admin.'), content: 'remove' } })
    return { message: 'This member has been banned and their content is being removed.' }
  },
  async deleteMember(ctx, { params }) {
    await ctx.call(archive.routes.deleteMember, { params, body: { content: 'remove' } })
    return { message: 'This member has been deleted and their content is being removed.' }
  },
})
