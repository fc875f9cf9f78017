/** Agents that hear nothing where a text is to stand: whoever named them there would wait for an answer. */
import { AGENT_ROLE } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import { cardOf } from './records.ts'

interface Place {
  space_id?: number | undefined
  record_kind?: string | undefined
  record_id?: number | undefined
}
/** The space of a text, where this reader sees it; else null, so that who is in the others is not told. */
export async function spaceOf(ctx: Ctx, { space_id, record_kind, record_id }: Place): Promise<number | null> {
  if (space_id !== undefined) return (await ctx.use(spaces).access()).canView(space_id) ? space_id : null
  return record_kind !== undefined && record_id !== undefined ? ((await cardOf(ctx, record_kind, record_id))?.spaceId ?? null) : null
}
/** Agents are members of the spaces in which they answer. */
export async function silentIn(ctx: Ctx, members: readonly { id: number; roles: readonly string[] }[], spaceId: number | null): Promise<Set<number>> {
  const silent = new Set<number>()
  if (spaceId === null) return silent
  for (const { id, roles } of members) if (roles.includes(AGENT_ROLE) && (await ctx.use(spaces).standingsOf(id)).get(spaceId) !== 'member') silent.add(id)
  return silent
}
