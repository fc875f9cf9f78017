/** What the conversation of a space asks of it: the options that hold there, and since when somebody belongs to it. */
import type { Ctx } from '@atrium/sdk/server'
import type { ChatRules } from '../../contract.ts'
import { spacePolicy } from '../policies.ts'
import { joinedRead, type SpaceRow } from '../reads.ts'
import { reachOf, spaceMap } from './access.ts'

export async function chatRules(ctx: Ctx, spaceId: number): Promise<ChatRules> {
  const [{ byId }, reach] = await Promise.all([spaceMap(ctx), reachOf(ctx)])
  const row = byId.get(spaceId)
  return {
    showHistory: row?.options.chat_room_show_history ?? true,
    description: row?.options.chat_room_description ?? '',
    // nothing that the rule looks at moves with the reader's own row
    seesMembers: row !== undefined && (await spacePolicy.seeMembers(ctx, { row: row as SpaceRow, reach })),
  }
}
export async function joinedAt(ctx: Ctx, spaceId: number): Promise<Date | null> {
  const [row] = ctx.member ? await ctx.read(joinedRead, [spaceId, ctx.member.id]) : []
  return row?.created_at ?? null
}
