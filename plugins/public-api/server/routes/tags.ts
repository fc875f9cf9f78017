/** Member tags and who bears them. */
import type { Ctx } from '@atrium/sdk/server'
import type { z } from 'zod'
import audience, { type MemberTag as Tag, type TaggedMember as Tagged } from '../../../audience/contract.ts'
import { type MemberTag, type TagInput, type TaggedMember, tags as routes } from '../../contract/tags.ts'
import { ok, serve } from '../service/guard.ts'
import { pageOf } from '../service/lists.ts'
import { memberAt, peopleOf } from '../service/people.ts'

const { routes: to } = audience
const toTag = (tag: Tag): z.input<typeof MemberTag> => ({ ...tag, custom_emoji_url: null, custom_emoji_dark_url: null })
async function toTagged(ctx: Ctx, records: Tagged[]): Promise<z.input<typeof TaggedMember>[]> {
  const people = await peopleOf(
    ctx,
    records.map(({ community_member_id }) => community_member_id),
  )
  return records.map((one) => {
    const isLead = one.contact_type === 'CommunityLead'
    return {
      ...one,
      user_id: people.get(one.community_member_id ?? 0)?.user_id ?? null,
      user_email: isLead ? null : one.email,
      lead_id: isLead ? one.contact_id : null,
      lead_email: isLead ? one.email : null,
    }
  })
}
function inputOf(body: TagInput | { member_tag: TagInput }) {
  const { custom_emoji, emoji = custom_emoji?.emoji, ...tag } = 'member_tag' in body ? body.member_tag : (body as TagInput)
  return { ...tag, ...(emoji === undefined ? {} : { emoji }) }
}

export const tags = serve(routes, {
  memberTags: (ctx, { query: { page, per_page, ...query } }) => pageOf(ctx, to.tags, { query }, { page, per_page }, (records) => records.map(toTag)),
  createMemberTag: async (ctx, { body }) => toTag(await ctx.call(to.createTag, { body: inputOf(body) as never })),
  memberTag: async (ctx, { params }) => toTag(await ctx.call(to.tag, { params })),
  updateMemberTag: async (ctx, { params, body }) => toTag(await ctx.call(to.updateTag, { params, body: inputOf(body) })),
  async deleteMemberTag(ctx, { params }) {
    await ctx.call(to.destroyTag, { params })
    return ok('Member tag deleted.')
  },
  taggedMembers: (ctx, { query: { page, per_page, ...query } }) => pageOf(ctx, to.tagged, { query }, { page, per_page }, (records) => toTagged(ctx, records)),
  async tagMember(ctx, { body }) {
    const { id } = await memberAt(ctx, body.user_email, 'user_not_found')
    await ctx.call(to.tagMember, { body: { community_member_id: id, member_tag_id: body.member_tag_id } })
    return { message: 'Member tag added.' }
  },
  async untagMember(ctx, { query }) {
    const { id } = await memberAt(ctx, query.user_email, 'user_not_found')
    await ctx.call(to.untagMember, { query: { community_member_id: id, member_tag_id: query.member_tag_id } })
    return { message: 'Member tag removed.' }
  },
  taggedMember: async (ctx, { params }) => (await toTagged(ctx, [await ctx.call(to.taggedMember, { params })]))[0]!,
})
