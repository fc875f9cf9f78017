/** What an admin sees of points: how many came on each day, and what they came by. */
import type { Ctx } from '@atrium/sdk/server'
import type { z } from 'zod'
import type { Figures } from '../../contract.ts'
import { presentLevels } from './levels.ts'
import { dayOf } from './points.ts'
import { rulesOf } from './rules.ts'

const DAYS = 30
const DAY = 86_400_000

export async function figures(ctx: Ctx): Promise<z.input<typeof Figures>> {
  const days = Array.from({ length: DAYS }, (_, i) => dayOf(new Date(ctx.now().getTime() - (DAYS - 1 - i) * DAY)))
  const since = days[0]!
  const [byDay, byRule, levels] = await Promise.all([
    ctx.sql<{ day: string; points: number; by_hand: number }>(
      `select day::text as day, sum(points)::int as points, sum(points - earned)::int as by_hand from gamification.day where community_id = $1 and day >= $2::date group by day`,
      [since],
    ),
    ctx.sql<{ key: string; points: number }>(
      `select r.key, sum(r.value::int)::int as points from gamification.day d, jsonb_each_text(d.by_rule) r where d.community_id = $1 and d.day >= $2::date group by r.key`,
      [since],
    ),
    presentLevels(ctx),
  ])
  const points = new Map(byDay.map((row) => [row.day, row.points]))
  const earned = new Map(byRule.map((row) => [row.key, row.points]))
  const rules = rulesOf(ctx).map(({ key, label, icon }) => ({ key, label, icon, points: earned.get(key) ?? 0 }))
  return {
    days: days.map((day) => ({ day, points: points.get(day) ?? 0 })),
    rules: rules.filter((rule) => rule.points > 0).sort((one, other) => other.points - one.points),
    by_hand: byDay.reduce((sum, row) => sum + row.by_hand, 0),
    levels,
  }
}
