/** Tags that an invitation or import gives; kept by the audience, where it is on. */
import type { Ctx } from '@atrium/sdk/server'
import audience from '../../../audience/contract.ts'

export async function tagMembers(ctx: Ctx, memberIds: number[], tagIds: number[]): Promise<void> {
  if (memberIds.length && tagIds.length && ctx.has(audience)) await ctx.use(audience).tag(memberIds, tagIds)
}
