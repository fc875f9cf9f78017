/** A member deleted their account: their notes and follows go, and their name goes from comments that mention them. */
import type { RichTextDoc } from '@atrium/sdk'
import { type Ctx, docToText, type ErasedMember, renameMentioned } from '@atrium/sdk/server'
import { BookmarkTable, CommentTable, FollowTable, MentionTable } from '../entities.ts'

export async function mentioning(ctx: Ctx, kind: string, memberId: number): Promise<number[]> {
  const rows = await ctx.em.find(MentionTable, { memberId, kind }, { fields: ['recordId'] })
  return rows.map(({ recordId }) => recordId)
}

export async function erase(ctx: Ctx, { memberId, formerName }: ErasedMember): Promise<void> {
  await ctx.em.nativeDelete(BookmarkTable, { memberId })
  await ctx.em.nativeDelete(FollowTable, { memberId })
  const ids = await mentioning(ctx, 'comment', memberId)
  for (const { id, body } of await ctx.em.find(CommentTable, { id: { $in: ids }, body: { $ne: null } }, { fields: ['body'] })) {
    const renamed = renameMentioned(body as RichTextDoc, memberId, formerName)
    if (renamed) await ctx.em.nativeUpdate(CommentTable, { id }, { body: renamed, text: docToText(renamed) })
  }
}
