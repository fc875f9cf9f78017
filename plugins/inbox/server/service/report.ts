/** How the team does: first answers, what was opened and solved, and what people thought of it. */
import type { Ctx } from '@atrium/sdk/server'
import { Temporal } from 'temporal-polyfill'
import contract from '../../contract.ts'

interface Figures {
  first_answer_seconds: number | null
  opened: number
  ai_alone: number | null
  liked: number | null
}
/** By the clocks of the office hours, today among them. What the team began itself waited for nobody. */
export async function report(ctx: Ctx, days: number) {
  const zone = ctx.settings(contract).office_hours.timezone
  const today = Temporal.Instant.fromEpochMilliseconds(ctx.now().getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const first = today.subtract({ days: days - 1 })
  const since = new Date(first.toZonedDateTime(zone).epochMilliseconds)
  const [figures] = await ctx.sql<Figures>(
    `select count(*)::int as opened,
       percentile_cont(0.5) within group (order by extract(epoch from first_answered_at - created_at)) filter (where first_answered_at > created_at)::float8 as first_answer_seconds,
       (count(*) filter (where is_ai_alone))::float8 / nullif(count(*) filter (where is_ai_alone or first_answered_at is not null), 0) as ai_alone,
       (count(*) filter (where rating >= 4))::float8 / nullif(count(rating), 0) as liked
     from inbox.chat where community_id = $1 and created_at >= $2 and status <> 'draft'`,
    [since],
  )
  const byDay = (column: 'created_at' | 'solved_at') =>
    ctx.sql<{ day: string; count: number }>(
      `select to_char(${column} at time zone $3, 'YYYY-MM-DD') as day, count(*)::int as count from inbox.chat
       where community_id = $1 and ${column} >= $2 and status <> 'draft' group by 1`,
      [since, zone],
    )
  const [opened, solved] = [await byDay('created_at'), await byDay('solved_at')].map((rows) => new Map(rows.map(({ day, count }) => [day, count])))
  const all = Array.from({ length: days }, (_, i) => {
    const day = first.add({ days: i }).toString()
    return { day, opened: opened!.get(day) ?? 0, solved: solved!.get(day) ?? 0 }
  })
  return { ...figures!, solved: all.reduce((sum, day) => sum + day.solved, 0), days: all }
}
