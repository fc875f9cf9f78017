/** What came of broadcasts, kept by the hour: a report reads hours, not emails. */
import type { Ctx } from '@atrium/sdk/server'
import type { Figures } from '../../contract.ts'

export type Counted = Exclude<keyof Figures, 'recipients'>
const HOUR = 3_600_000
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR) * HOUR)

/** Adds to this hour, or another. Last in its transaction, as many write to the same row. */
export async function countIn(ctx: Ctx, broadcastId: number, variant: 'a' | 'b', amounts: Partial<Record<Counted, number>>, at = ctx.now()): Promise<void> {
  const names = Object.keys(amounts) as Counted[]
  if (names.length === 0) return
  await ctx.sql(
    `insert into email.hour as h (community_id, broadcast_id, hour, variant, ${names.join(', ')})
     values ($1, $2, $3, $4, ${names.map((_, i) => `$${i + 5}`).join(', ')})
     on conflict (community_id, broadcast_id, hour, variant) do update set updated_at = excluded.updated_at, ${names.map((name) => `${name} = h.${name} + excluded.${name}`).join(', ')}`,
    [broadcastId, hourOf(at), variant, ...names.map((name) => amounts[name]!)],
  )
}
/** What went out, counted anew from the emails themselves: a process that died between an email and its count makes no difference. */
export async function recount(ctx: Ctx, broadcastId: number): Promise<void> {
  await ctx.sql(`update email.hour set sent = 0, failed = 0, skipped = 0, bounced = 0 where community_id = $1 and broadcast_id = $2`, [broadcastId])
  await ctx.sql(
    `insert into email.hour as h (community_id, broadcast_id, hour, variant, sent, failed, skipped, bounced)
     select $1, $2, date_trunc('hour', coalesce(sent_at, bounced_at, updated_at)), coalesce(variant, 'a'), count(*) filter (where status = 'sent'),
       count(*) filter (where status = 'failed' and bounced_at is null), count(*) filter (where status = 'skipped'), count(*) filter (where bounced_at is not null)
     from email.recipient where community_id = $1 and broadcast_id = $2 and status in ('sent', 'failed', 'skipped') group by 3, 4
     on conflict (community_id, broadcast_id, hour, variant) do update
       set sent = excluded.sent, failed = excluded.failed, skipped = excluded.skipped, bounced = excluded.bounced`,
    [broadcastId],
  )
}
const SUMS = ['sent', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed', 'failed', 'skipped'] as const
/** Of several broadcasts; one query. */
export async function figuresOf(ctx: Ctx, broadcasts: { id: number; recipients_count: number }[]): Promise<Map<number, Figures>> {
  const rows = broadcasts.length
    ? await ctx.sql<{ broadcast_id: number } & Record<Counted, number>>(
        `select broadcast_id, ${SUMS.map((name) => `sum(${name})::int as ${name}`).join(', ')} from email.hour where community_id = $1 and broadcast_id = any ($2::bigint[]) group by 1`,
        [broadcasts.map(({ id }) => id)],
      )
    : []
  const found = new Map(rows.map(({ broadcast_id, ...sums }) => [Number(broadcast_id), sums]))
  const none = Object.fromEntries(SUMS.map((name) => [name, 0])) as Record<Counted, number>
  return new Map(broadcasts.map(({ id, recipients_count }) => [id, { recipients: recipients_count, ...(found.get(id) ?? none) }]))
}
