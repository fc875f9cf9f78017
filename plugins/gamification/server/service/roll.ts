/** The sums of 7 and 30 days lose what has grown too old, and places of the period before are counted, once for each new day. */
import type { Ctx } from '@atrium/sdk/server'
import { dayOf, rolledTo } from './points.ts'

const DAY = 86_400_000
/** Days are kept for two periods of 30, and what arrives late. */
const KEPT = 70
const SPANS = [
  { days: 7, points: 'points_7', before: 'before_7' },
  { days: 30, points: 'points_30', before: 'before_30' },
] as const

/** Computes the sums for a new day. May run again: the locked row says up to which day it has run. */
export async function roll(ctx: Ctx): Promise<void> {
  const today = dayOf(ctx.now())
  if ((await rolledTo(ctx)) >= today) return
  const [row] = await ctx.sql<{ day: string }>('select counted_on::text as day from gamification.roll where community_id = $1 for update')
  if (!row || row.day >= today) return
  // members without points for longer than the period have sums of 0
  const from = Math.max(Date.parse(row.day), Date.parse(today) - KEPT * DAY)
  for (let day = from + DAY; day <= Date.parse(today); day += DAY)
    for (const { days, points } of SPANS)
      await ctx.sql(
        `update gamification.standing s set ${points} = s.${points} - d.points from gamification.day d
         where s.community_id = $1 and d.community_id = $1 and d.day = $2::date - ${days} and d.member_id = s.member_id and d.points <> 0`,
        [dayOf(new Date(day))],
      )
  await ctx.sql('update gamification.roll set counted_on = $2::date, updated_at = $3 where community_id = $1', [today, ctx.now()])
  await ctx.sql('delete from gamification.day where community_id = $1 and day < $2::date - 70', [today])
  await countBefore(ctx)
}

/** Of the 7 and 30 days before these, and of all time as it was a week ago. */
export async function countBefore(ctx: Ctx): Promise<void> {
  const today = dayOf(ctx.now())
  const keep = (before: string, sums: string) =>
    ctx.sql(
      `with sums as (${sums}), ranked as (
         select s.id, rank() over (order by sums.points desc) as place from sums join gamification.standing s on s.community_id = $1 and s.member_id = sums.member_id
         where s.listed and sums.points > 0)
       update gamification.standing s set ${before} = r.place from gamification.standing x left join ranked r on r.id = x.id
       where x.community_id = $1 and s.community_id = $1 and s.id = x.id and s.${before} is distinct from r.place and $2::date is not null`,
      [today],
    )
  for (const { days, before } of SPANS)
    await keep(
      before,
      `select member_id, sum(points) as points from gamification.day where community_id = $1 and day > $2::date - ${2 * days} and day <= $2::date - ${days} group by member_id`,
    )
  await keep('before_all', 'select member_id, total_points - points_7 as points from gamification.standing where community_id = $1')
}
