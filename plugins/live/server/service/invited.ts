/** Whom a room invites, as it was said and what it comes to: members by name and by tag, spaces also those of groups. */
import { forbidden, invalid, notFound, sentence } from '@atrium/sdk'
import type { Cards, Ctx } from '@atrium/sdk/server'
import members from '../../../members/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { type Invited, MAX_INVITED } from '../../contract.ts'
import { NOBODY_INVITED } from './present.ts'

/** Members that tags may come to. */
const MOST_TAGGED = 2_000

export interface Resolved {
  invited: Invited
  memberIds: number[]
  spaceIds: number[]
}

async function demandMembers(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const known = ids.length ? await ctx.members.byIds([...ids]) : new Map()
  if (ids.some((id) => !known.get(id)?.isActive)) throw notFound('Member')
}
/** @throws AtriumError 403 for who may not know them */
async function taggedIds(ctx: Ctx, tagIds: readonly number[]): Promise<number[]> {
  if (tagIds.length === 0) return []
  if (!ctx.can('members.manage')) throw forbidden('You can’t invite by tag.')
  const { member } = await ctx.use(members).condition({ match: 'all', rules: [{ filter: 'tag', operator: 'any_of', value: [...tagIds] }] })
  const rows = await ctx.em
    .getKysely<Cards>()
    .selectFrom('kernel.member_card as m')
    .select('m.id')
    .where('m.community_id', '=', ctx.community.id)
    .where('m.status', '=', 'active')
    .where(member)
    .orderBy('m.id')
    .limit(MOST_TAGGED + 1)
    .execute()
  if (rows.length > MOST_TAGGED)
    throw invalid({ invited_entities_ids: [sentence('These tags include more than {max} members. Invite spaces instead.', { max: MOST_TAGGED })] })
  return rows.map(({ id }) => id)
}

/** @throws AtriumError 422 */
export function demandFew(invited: Invited): void {
  if (Object.values(invited).some((ids) => ids.length > MAX_INVITED))
    throw invalid({ invited_entities_ids: [sentence('You can invite up to {max} members, spaces, groups, or tags each.', { max: MAX_INVITED })] })
}
/**
 * @param before what is invited already, of which nothing is asked again
 * @throws AtriumError 403; 404 for members who are not here, and for spaces that the ctx's member does not see; 422
 */
export async function resolveInvited(ctx: Ctx, wanted: Invited, before: Partial<Invited> = {}): Promise<Resolved> {
  const known = { ...NOBODY_INVITED, ...before }
  const unique = (ids: readonly number[]) => [...new Set(ids)]
  const invited: Invited = {
    members_ids: unique(wanted.members_ids),
    spaces_ids: unique(wanted.spaces_ids),
    space_groups_ids: unique(wanted.space_groups_ids),
    member_tags_ids: unique(wanted.member_tags_ids),
  }
  demandFew(invited)
  await demandMembers(
    ctx,
    invited.members_ids.filter((id) => !known.members_ids.includes(id)),
  )
  const { canView } = await ctx.use(spaces).access()
  if (invited.spaces_ids.some((id) => !known.spaces_ids.includes(id) && !canView(id))) throw notFound('Space')
  const groups = invited.space_groups_ids.length ? await ctx.use(spaces).tree() : []
  const ofGroups = invited.space_groups_ids.flatMap((id) => {
    const inside = (groups.find((group) => group.id === id)?.spaces ?? []).filter((space) => canView(space.id))
    if (inside.length === 0 && !known.space_groups_ids.includes(id)) throw notFound('Space group')
    return inside.map((space) => space.id)
  })
  return {
    invited,
    memberIds: unique([...invited.members_ids, ...(await taggedIds(ctx, invited.member_tags_ids))]),
    spaceIds: unique([...invited.spaces_ids, ...ofGroups]),
  }
}
