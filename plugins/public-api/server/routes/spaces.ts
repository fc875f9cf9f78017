/** Spaces and who is in them. */
import { AtriumError, invalid } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import courses from '../../../courses/contract.ts'
import membersPlugin from '../../../members/contract.ts'
import spacesPlugin from '../../../spaces/contract.ts'
import { type SpaceInput, spaces as routes } from '../../contract/spaces.ts'
import { ok, serve } from '../service/guard.ts'
import { cut, pageOf } from '../service/lists.ts'
import { toMemberships } from '../service/memberships.ts'
import { memberAt } from '../service/people.ts'
import { offerTopics, showSpace, showSpaces } from '../service/spaces.ts'

const { routes: to } = spacesPlugin
const SORTS: Record<string, 'active' | 'alphabetical' | 'latest' | 'none'> = {
  active: 'active',
  likes: 'active',
  alphabetical: 'alphabetical',
  latest_updated: 'latest',
}

/** Fields in the words of spaces; what belongs to other plugins is told by `also`. */
function inputOf({ topics: _, custom_emoji, event_auto_rsvp_enabled: __, show_next_event: ___, ...space }: SpaceInput) {
  const emoji = space.emoji ?? custom_emoji?.emoji
  return { ...space, ...(emoji === undefined ? {} : { emoji }) }
}
async function also(ctx: Ctx, id: number, topics: number[] | undefined, course: object | undefined): Promise<void> {
  if (topics) await offerTopics(ctx, id, topics)
  if (course) await ctx.call(courses.routes.updateSettings, { params: { courseId: id }, body: { course_setting: course } })
}
async function membershipOf(ctx: Ctx, space_id: number, email: string) {
  const { id } = await memberAt(ctx, email, 'user_not_found')
  const { records } = await ctx.call(to.members, { params: { space_id }, query: { community_member_id: id, status: 'all' } })
  if (!records[0]) throw new AtriumError(404, 'space_member_not_found', 'Space member not found.')
  return records[0]
}

export const spaces = serve(routes, {
  spaces: (ctx, { query: { page, per_page, sort } }) =>
    pageOf(ctx, to.list, { query: { sort: SORTS[sort ?? ''] ?? 'none' } }, { page, per_page }, (records) =>
      showSpaces(
        ctx,
        records.map(({ id }) => id),
      ),
    ),
  async createSpace(ctx, { body: { course_setting, ...input } }) {
    const { space } = await ctx.call(to.create, { body: inputOf(input) as never })
    await also(ctx, space.id, input.topics, course_setting)
    return { ...ok('Space created.'), space: await showSpace(ctx, space.id) }
  },
  space: (ctx, { params }) => showSpace(ctx, params.id),
  async updateSpace(ctx, { params, body: { course_setting_attributes, ...input } }) {
    await ctx.call(to.update, { params, body: inputOf(input) as never })
    await also(ctx, params.id, input.topics, course_setting_attributes)
    return showSpace(ctx, params.id)
  },
  async deleteSpace(ctx, { params }) {
    await ctx.call(to.destroy, { params })
    return ok('Space deleted.')
  },
  spaceSummary: (ctx, { params, query }) => ctx.call(to.aiSummaries, { params: { id: params.space_id }, query: { date_from: query.date_from } }),
  spaceMembers: (ctx, { query: { page, per_page, space_id, status } }) =>
    pageOf(ctx, to.members, { params: { space_id }, query: { status } }, { page, per_page }, (records) => toMemberships(ctx, records)),
  async addSpaceMember(ctx, { body: { email, space_id } }) {
    const { id } = await memberAt(ctx, email, 'user_not_found')
    await ctx.call(to.addMember, { params: { space_id }, body: { community_member_id: id } })
    return { message: 'User added to the space.' }
  },
  async removeSpaceMember(ctx, { query: { email, space_id } }) {
    const { id } = await membershipOf(ctx, space_id, email)
    await ctx.call(to.removeMember, { params: { space_id, id } })
    return { message: 'User removed from the space.' }
  },
  spaceMember: async (ctx, { query: { email, space_id } }) => (await toMemberships(ctx, [await membershipOf(ctx, space_id, email)]))[0]!,
  async spacesOfMember(ctx, { query: { community_member_id, user_email, ...asked } }) {
    if (!community_member_id && !user_email) throw invalid({ community_member_id: ['Name a member by id or email address.'] })
    const id = community_member_id ?? (await memberAt(ctx, user_email!)).id
    const { records } = await ctx.call(membersPlugin.routes.spaces, { params: { id } })
    return cut(records, asked, (some) =>
      showSpaces(
        ctx,
        some.map((space) => space.id),
      ),
    )
  },
})
