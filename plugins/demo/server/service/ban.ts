/** Somebody who came to sell, and is kept out of Clay & Fire. */
import type { Ctx } from '@atrium/sdk/server'
import archive from '../../../archive/contract.ts'
import { banJob } from '../jobs.ts'
import { DAY } from './calendar.ts'

/** @param ctx the demo's own */
export async function addBan(ctx: Ctx, adminId: number): Promise<void> {
  const { id } = await ctx.members.add({ name: 'Kiln Deals Direct', email: 'offers@kiln-deals.example.com', headline: 'Bulk kilns, best price' })
  await ctx.enqueue(banJob, { adminId, memberId: id })
}
export async function ban(ctx: Ctx, { adminId, memberId }: { adminId: number; memberId: number }): Promise<void> {
  if (!ctx.has(archive)) return
  const admin = await ctx.actAs(adminId)
  const endsAt = new Date(admin.now().getTime() + 30 * DAY)
  await admin.use(archive).ban(memberId, { reason: 'Wrote the same offer to everybody in the directory.', content: 'hide', endsAt })
}
