/** What one's own points came from, out of the sums that each day keeps by rule. */
import { type Ctx, decodeCursor, type Paging, page, rowsFor } from '@atrium/sdk/server'
import { rulesOf } from './rules.ts'

interface Row {
  day: string
  points: number
  by_rule: Record<string, number>
  awards: { points: number; reason: string }[]
}

/** Points of a rule whose plugin is off since are in the sum of the day, without a line of their own. */
export async function ownHistory(ctx: Ctx, query: Paging) {
  const [before = null] = decodeCursor(query.cursor, ['number'])?.map((ms) => Math.max(0, Number(ms))) ?? []
  const rows = await ctx.sql<Row>(
    `select d.day::text as day, d.points, d.by_rule, array(select jsonb_build_object('points', a.points, 'reason', a.reason) from gamification.award a
         where a.community_id = $1 and a.member_id = $2 and a.day = d.day order by a.id desc) as awards
     from gamification.day d where d.community_id = $1 and d.member_id = $2 and ($3::float8 is null or d.day < (to_timestamp($3 / 1000) at time zone 'UTC')::date)
       and (d.points <> 0 or d.earned <> 0) order by d.day desc limit $4`,
    [ctx.me().id, before, rowsFor(query)],
  )
  const rules = rulesOf(ctx)
  return page(rows, { query, key: ({ day }) => [Date.parse(day)] }, ({ day, points, by_rule, awards }) => ({
    ...{ day, points, awards },
    rules: rules
      .flatMap(({ key, label, icon }) => (by_rule[key] ? [{ key, label, icon, points: by_rule[key] }] : []))
      .sort((one, other) => other.points - one.points),
  }))
}
