/** Whom a broadcast goes to: all members, or those of segments, each once. */
import { invalid } from '@atrium/sdk'
import { type Ctx, isRefusal, unlessRefused } from '@atrium/sdk/server'
import audience from '../../../audience/contract.ts'
import notifications from '../../../notifications/contract.ts'
import { type Audience, KIND } from '../../contract.ts'

/** Members that are asked for at a time where they are only counted. */
const COUNTED = 5_000

/** @throws AtriumError 422 for segments that are not there */
export async function checkAudience(ctx: Ctx, { kind, segment_ids: ids }: Audience): Promise<void> {
  if (kind !== 'segments') return
  for (const id of ids) {
    try {
      await ctx.use(audience).memberIdsOf(id, Number.MAX_SAFE_INTEGER, 1)
    } catch (error) {
      if (!isRefusal(error)) throw error
      throw invalid({ 'audience.segment_ids': ['This segment no longer exists. Choose another.'] })
    }
  }
}

/** The next members after `after`, by id, of a segment by its place in the audience; null behind the last one. A segment that is gone has nobody. */
export async function membersAfter(ctx: Ctx, of: Audience, segment: number, after: number, limit: number): Promise<number[] | null> {
  if (of.kind === 'members') {
    if (segment > 0) return null
    const rows = await ctx.sql<{ id: number }>(
      "select id from kernel.member_card where community_id = $1 and status = 'active' and id > $2 order by id limit $3",
      [after, limit],
    )
    return rows.map(({ id }) => id)
  }
  const id = of.segment_ids[segment]
  return id === undefined ? null : unlessRefused(ctx.use(audience).memberIdsOf(id, after, limit), [])
}

export async function countAudience(ctx: Ctx, of: Audience): Promise<{ members: number; reachable: number }> {
  if (of.kind === 'members') {
    const [row] = await ctx.sql<{ count: number }>("select count(*)::int as count from kernel.member_card where community_id = $1 and status = 'active'")
    return { members: row!.count, reachable: await ctx.use(notifications).pushReach(KIND) }
  }
  const all = new Set<number>()
  for (let segment = 0; segment < of.segment_ids.length; segment++) {
    let page: number[] | null = []
    let after = 0
    do {
      page = (await membersAfter(ctx, of, segment, after, COUNTED)) ?? []
      for (const id of page) all.add(id)
      after = page.at(-1) ?? after
    } while (page.length === COUNTED)
  }
  return { members: all.size, reachable: all.size === 0 ? 0 : await ctx.use(notifications).pushReach(KIND, [...all]) }
}
