/** Every night what nobody will look at again goes: notices long read, addresses that do not hold any more, answers that nobody confirmed. */
import type { Ctx } from '@atrium/sdk/server'
import { ReplyTable, UsedLinkTable } from '../entities.ts'
import { sweepHeld } from './held.ts'

const READ_DAYS = 90
const UNREAD_DAYS = 365
const STEP = 5_000

export async function sweep(ctx: Ctx): Promise<void> {
  const now = ctx.now().getTime()
  const before = (days: number) => new Date(now - days * 86_400_000)
  await ctx.em.nativeDelete(ReplyTable, { expiresAt: { $lt: ctx.now() } })
  await ctx.em.nativeDelete(UsedLinkTable, { expiresAt: { $lt: ctx.now() } })
  await sweepHeld(ctx)
  for (;;) {
    const gone = await ctx.sql(
      `delete from notifications.notice where id in (select id from notifications.notice
         where community_id = $1 and not is_new and told_at < $2 and (read_at is not null or told_at < $3) order by id limit $4) returning id`,
      [before(READ_DAYS), before(UNREAD_DAYS), STEP],
    )
    if (gone.length < STEP) return
  }
}
