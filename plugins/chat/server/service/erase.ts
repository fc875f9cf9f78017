/** A member deleted their account: what they had not sent goes, and their name goes from messages that mention them. */
import { type Ctx, docToText, type ErasedMember, renameMentioned } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import { MessageTable, ReminderTable, RevisionTable, ScheduledTable, ThreadTable } from '../entities.ts'

async function unsent(ctx: Ctx, memberId: number) {
  await ctx.em.nativeDelete(ScheduledTable, { memberId })
  await ctx.em.nativeDelete(ReminderTable, { memberId })
  await ctx.em.nativeDelete(ThreadTable, { memberId })
  await ctx.sql(
    'delete from chat.voice v where v.community_id = $1 and v.member_id = $2 and not exists (select from chat.message m where m.community_id = $1 and m.voice_id = v.id)',
    [memberId],
  )
  const files = await ctx.sql<{ id: number }>(
    `select f.id from kernel.file_card f where f.community_id = $1 and f.member_id = $2 and (f.used_by like 'scheduled:%'
       or (f.used_by like 'voice:%' and not exists (select from chat.voice v where v.community_id = $1 and v.file_id = f.id)))`,
    [memberId],
  )
  for (const { id } of files) await ctx.files.remove(id)
}

export async function erase(ctx: Ctx, { memberId, formerName }: ErasedMember): Promise<void> {
  await unsent(ctx, memberId)
  const ids = await ctx.use(content).mentioning('message', memberId)
  for (const { id, body } of await ctx.em.find(MessageTable, { id: { $in: ids }, body: { $ne: null } }, { fields: ['id', 'body'] })) {
    const renamed = renameMentioned(body, memberId, formerName)
    if (renamed) await ctx.em.nativeUpdate(MessageTable, { id }, { body: renamed, text: docToText(renamed) })
  }
  for (const { id, body } of await ctx.em.find(RevisionTable, { messageId: { $in: ids }, body: { $ne: null } }, { fields: ['id', 'body'] })) {
    const renamed = renameMentioned(body, memberId, formerName)
    if (renamed) await ctx.em.nativeUpdate(RevisionTable, { id }, { body: renamed, text: docToText(renamed) })
  }
}
