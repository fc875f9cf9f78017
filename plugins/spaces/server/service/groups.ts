/** Groups as readers see them. */
import type { Ctx } from '@atrium/sdk/server'
import type { SpaceGroup } from '../../contract.ts'
import { groupPolicy, type SeenGroup } from '../policies.ts'
import { groupsRead } from '../reads.ts'
import { reachOf } from './access.ts'
import { toGroup } from './present.ts'
import { listedSpaces } from './spaces.ts'

/** Every group, with how many spaces of it this reader knows of; `shown` tells whether the group itself is listed. */
async function groupsWith(ctx: Ctx): Promise<{ seen: SeenGroup; spaces: number; shown: boolean }[]> {
  const [rows, spaces, reach] = await Promise.all([ctx.read(groupsRead, [ctx.member?.id ?? 0]), listedSpaces(ctx), reachOf(ctx)])
  const byGroup = Map.groupBy(spaces, (space) => space.space_group_id)
  return rows.map((row) => {
    const own = byGroup.get(row.id) ?? []
    // One's own spaces show their group, even when it hides from strangers.
    const seen = { row, reach, inhabited: own.some(({ id }) => reach.isMember(id)) }
    return { seen, spaces: own.length, shown: groupPolicy.view(ctx, seen) }
  })
}

export const listGroups = async (ctx: Ctx): Promise<SpaceGroup[]> =>
  (await groupsWith(ctx)).filter(({ shown }) => shown).map(({ seen, spaces }) => toGroup(ctx, seen, spaces))
export const groupById = async (ctx: Ctx, id: number) => (await groupsWith(ctx)).find(({ seen }) => seen.row.id === id)
export const groupBySlug = async (ctx: Ctx, slug: string) => (await groupsWith(ctx)).find(({ seen }) => seen.row.slug === slug)
