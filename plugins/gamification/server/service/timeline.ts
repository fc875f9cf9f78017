/** Points on a person's page: what gave them, and when. */
import type { TimelineSource } from '../../../audience/contract.ts'
import { rulesOf } from './rules.ts'

export const points: TimelineSource = {
  kind: 'points',
  permission: 'gamification.manage',
  async of(ctx, memberId, before, limit) {
    const rows = await ctx.sql<{ rule: string; points: number; created_at: Date }>(
      `select rule, points, created_at from gamification.entry where community_id = $1 and member_id = $2 and given and not down and points <> 0 and created_at < $3
       order by created_at desc limit $4`,
      [memberId, before, limit],
    )
    const labels = new Map(rulesOf(ctx).map(({ key, label }) => [key, label]))
    return rows.map(({ rule, points: count, created_at }) => ({
      at: created_at,
      icon: 'trophy',
      text: ctx.t('timeline.earned', { count, rule: labels.get(rule) ?? ctx.t('timeline.by_hand') }),
    }))
  },
}
