/** A member deleted their account: their notes and follows go, and their name goes from comments that mention them. */
import { type Ctx, docToText, type ErasedMember, renameMentioned } from '@atrium/sdk/server'

export async function mentioning(ctx: Ctx, kind: string, memberId: number): Promise<number[]> {
  const rows = await ctx.sql<{ record_id: number }>('select record_id from content.mention where community_id = $1 and member_id = $2 and kind = $3', [
    memberId,
    kind,
  ])
  return rows.map(({ record_id }) => record_id)
}

export async function erase(ctx: Ctx, { memberId, formerName }: ErasedMember): Promise<void> {
  for (const table of ['bookmark', 'follow']) await ctx.sql(`delete from content.${table} where community_id = $1 and member_id = $2`, [memberId])
  const named = await ctx.sql<{ id: number; body: any }>(
    'select id, body from content.comment where community_id = $1 and id = any($2::bigint[]) and body is not null',
    [await mentioning(ctx, 'comment', memberId)],
  )
  for (const { id, body } of named) {
    const renamed = renameMentioned(body, memberId, formerName)
    if (renamed)
      await ctx.sql('update content.comment set body = $3, text = $4 where community_id = $1 and id = $2', [id, JSON.stringify(renamed), docToText(renamed)])
  }
}
