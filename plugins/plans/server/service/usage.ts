/** What a community uses, what it would have room for, and why a smaller plan does not fit. */
import { type Limits, LIMITS, sentence } from '@atrium/sdk'
import { type Ctx, isPerson, statement, usedBytes } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import type { Overview, PlanLimits, Reason } from '../../contract.ts'

const GIGABYTE = 1024 ** 3
/** Roles are read of active members only when an admin looks. AI agents take nobody's place. */
const people = statement<{ members: number; seats: number }>(
  'plans.people',
  `select count(*)::int as members, count(*) filter (where roles && '{admin,moderator}')::int as seats
   from kernel.member_card m where community_id = $1 and status = 'active' and ${isPerson('m')}`,
)

export async function usageOf(ctx: Ctx): Promise<Overview['usage']> {
  const [rows, count, bytes] = [await ctx.read(people), await ctx.use(spaces).count(), await usedBytes(ctx)]
  const { members, seats } = rows[0]!
  return { members, spaces: count, storage: Math.round((bytes / GIGABYTE) * 100) / 100, seats }
}

/** As the kernel holds them: what has no limit is absent, storage is in bytes. */
export function toHeld({ storage, ...others }: PlanLimits): Limits {
  const held = Object.fromEntries(Object.entries(others).filter(([, max]) => max !== null)) as Limits
  return storage === null ? held : { ...held, storage: storage * GIGABYTE }
}
export const fromHeld = ({ members, spaces: count, storage, seats }: Limits): PlanLimits => ({
  ...{ members: members ?? null, spaces: count ?? null, seats: seats ?? null },
  storage: storage === undefined ? null : Math.round((storage / GIGABYTE) * 100) / 100,
})

/** Everything of which there is more than these limits leave room for. */
export function reasonsAgainst(ctx: Ctx, limits: PlanLimits, used: Overview['usage']): Reason[] {
  return LIMITS.flatMap((limit) => {
    const max = limits[limit]
    if (max === null || used[limit] <= max) return []
    const values = { used: used[limit], max }
    const said = {
      members: sentence('{used} members; this plan allows {max}.', values),
      spaces: sentence('{used} spaces; this plan allows {max}.', values),
      storage: sentence('{used} GB of files; this plan allows {max}.', values),
      seats: sentence('{used} admins and moderators; this plan allows {max}.', values),
    }[limit]
    return [{ limit, used: used[limit], max, message: ctx.say(said) }]
  })
}
