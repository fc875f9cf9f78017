/** What imports keep of people goes when they can no longer be undone. */
import type { Ctx } from '@atrium/sdk/server'
import { UNDO_DAYS } from '../../../contract.ts'
import { ImportTable, MailCountTable, RowTable } from '../../entities.ts'

const DAY_MS = 86_400_000
/** Rows and files of imports that ended, or that nobody has gone on with, before that; the task itself stays in the list. */
export async function tidy(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - UNDO_DAYS * DAY_MS)
  const old = await ctx.em.find(
    ImportTable,
    { updatedAt: { $lt: before }, fileId: { $ne: null }, status: ['done', 'stopped', 'undone', 'failed', 'mapping', 'ready'] },
    { limit: 20 },
  )
  for (const task of old) {
    await ctx.em.nativeDelete(RowTable, { importId: task.id })
    await ctx.files.remove(task.fileId!)
    task.fileId = null
    if (task.status === 'mapping' || task.status === 'ready') task.status = 'failed'
  }
  await ctx.em.nativeDelete(MailCountTable, { hour: { $lt: before } })
}
