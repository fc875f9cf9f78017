/** A member deleted their account: what they said of articles goes, and files that they never sent. */
import type { Ctx, ErasedMember } from '@atrium/sdk/server'

export async function erase(ctx: Ctx, { memberId }: ErasedMember): Promise<void> {
  const waiting = await ctx.sql<{ file_id: number; sent_at: Date | null }>(
    'delete from help_widget.attachment where community_id = $1 and member_id = $2 returning file_id, sent_at',
    [memberId],
  )
  // those that were sent go with their conversation
  for (const { file_id, sent_at } of waiting) if (sent_at === null) await ctx.files.remove(file_id)
  await ctx.sql('delete from help_widget.feedback where community_id = $1 and member_id = $2', [memberId])
  await ctx.sql('delete from help_widget.onboarding where community_id = $1 and member_id = $2', [memberId])
}
