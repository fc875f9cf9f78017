/** Groups as readers see them. */
import type { Ctx } from '@atrium/sdk/server'
import type { SpaceGroup } from '../../contract.ts'
import { groupPolicy, type SeenGroup } from '../policies.ts'
import { groupCountsRead } from '../reads.ts'
import { reachOf, spaceMap } from './access.ts'
import { toGroup } from './present.ts'
import { listedSpaces } from './spaces.ts'

export interface GroupView {
  seen: SeenGroup
  /** How many spaces of it this reader knows of. */
  spaces: number
}
async function groupsWith(ctx: Ctx): Promise<GroupView[]> {
  const [{ groups }, spaces, reach] = await Promise.all([spaceMap(ctx), listedSpaces(ctx), reachOf(ctx)])
  const byGroup = Map.groupBy(spaces, (space) => space.space_group_id)
  return groups.map((row) => {
    const own = byGroup.get(row.id) ?? []
    // One's own spaces show their group, even when it hides from strangers.
    return { seen: { row, role: reach.groupRole(row.id), reach, inhabited: own.some(({ id }) => reach.isMember(id)) }, spaces: own.length }
  })
}
export async function presentGroups(ctx: Ctx, views: GroupView[]): Promise<SpaceGroup[]> {
  const [row] = await ctx.read(groupCountsRead)
  const members = new Map(row!.counts)
  return views.map(({ seen, spaces }) => toGroup(ctx, seen, spaces, members.get(seen.row.id) ?? 0))
}

/** Those of the list. */
export const shownGroups = async (ctx: Ctx) => (await groupsWith(ctx)).filter(({ seen }) => groupPolicy.view(ctx, seen))
export const groupById = async (ctx: Ctx, id: number) => (await groupsWith(ctx)).find(({ seen }) => seen.row.id === id)
export const groupBySlug = async (ctx: Ctx, slug: string) => (await groupsWith(ctx)).find(({ seen }) => seen.row.slug === slug)
