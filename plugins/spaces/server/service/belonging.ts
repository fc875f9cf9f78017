/** Who belongs where, for other plugins: of a space its members, of a member the spaces. */
import { authorize, type Ctx } from '@atrium/sdk/server'
import type { SpaceCard } from '../../contract.ts'
import { NO_SPACE, spacePolicy } from '../policies.ts'
import { joinedRead, memberIdsRead, memberSpacesRead, type SpaceRow } from '../reads.ts'
import { reachOf, spaceMap } from './access.ts'
import { spaceById, spaceCards } from './spaces.ts'

/** @throws AtriumError 404 or 403 where this reader may not see who is in the space */
export async function memberIds(ctx: Ctx, spaceId: number): Promise<number[]> {
  await authorize(ctx, spacePolicy, 'seeMembers', await spaceById(ctx, spaceId), ...NO_SPACE)
  return (await ctx.read(memberIdsRead, [spaceId])).map((row) => row.member_id)
}
/** A member's spaces, as far as this reader sees both them and who is in them. */
export async function ofMember(ctx: Ctx, memberId: number): Promise<SpaceCard[]> {
  const { visibleIds } = await reachOf(ctx)
  const rows = await ctx.read(memberSpacesRead, [memberId, visibleIds()])
  const cards = await spaceCards(
    ctx,
    rows.map((row) => row.id),
  )
  return rows.flatMap((row) => cards.get(row.id) ?? [])
}
export async function seesMembers(ctx: Ctx, spaceId: number): Promise<boolean> {
  const [{ byId }, reach] = await Promise.all([spaceMap(ctx), reachOf(ctx)])
  const row = byId.get(spaceId)
  // nothing that the rule looks at moves with the reader's own row
  return row !== undefined && (await spacePolicy.seeMembers(ctx, { row: row as SpaceRow, reach }))
}
export async function joinedAt(ctx: Ctx, spaceId: number): Promise<Date | null> {
  const [row] = ctx.member ? await ctx.read(joinedRead, [spaceId, ctx.member.id]) : []
  return row?.created_at ?? null
}
