/** Points on a person's page: what gave them day by day, and what was taken back with what was removed. */
import content from '../../../content/contract.ts'
import type { PersonFact, TimelineSource } from '../../../audience/contract.ts'
import { statsOf } from './board.ts'
import { rulesOf } from './rules.ts'

interface Row {
  rule: string
  down: boolean
  times: number
  points: number
  /** The one record they are about; null where there are several, or none. */
  record: string | null
  at: Date
}

/** The last of a day; what was brought from elsewhere stands on its own day, not on that of the import. */
const AT = `least(max(created_at), (day + 1)::timestamp at time zone 'UTC' - interval '1 second')`

export const points: TimelineSource = {
  kind: 'points',
  permission: 'gamification.manage',
  async of(ctx, memberId, before, limit) {
    const rows = await ctx.sql<Row>(
      `select rule, down, count(*)::int as times, sum(points)::int as points, ${AT} as at,
         case when count(distinct record) = 1 and bool_and(record is not null) then min(record) end as record
       from gamification.entry where community_id = $1 and member_id = $2 and given and points <> 0
       group by rule, day, down having ${AT} < $3 order by ${AT} desc limit $4`,
      [memberId, before, limit],
    )
    const labels = new Map(rulesOf(ctx).map(({ key, label }) => [key, label]))
    const named = rows.flatMap(({ record }) => (record === null ? [] : [split(record)]))
    const cards = new Map<string, { title: string; path: string }>()
    for (const [kind, of] of Map.groupBy(named, (one) => one.kind)) {
      const ids = [...new Set(of.map(({ id }) => id))]
      for (const { id, title, path } of await ctx.use(content).cards(kind, ids)) cards.set(`${kind}:${id}`, { title, path })
    }
    return rows.map(({ rule, down, times, points: count, record, at }) => {
      const card = record === null ? undefined : cards.get(record)
      const what = labels.get(rule) ?? ctx.t('timeline.by_hand')
      return {
        at,
        icon: 'trophy',
        text: ctx.t(down ? 'timeline.taken' : 'timeline.earned', {
          count,
          rule: [times > 1 ? `${what} ×${times}` : what, card?.title && `“${card.title}”`].filter(Boolean).join(', '),
        }),
        to: card?.path ?? null,
      }
    })
  },
}
const split = (record: string): { kind: string; id: number } => {
  const [kind, id] = record.split(':') as [string, string]
  return { kind, id: Number(id) }
}

export const earned: PersonFact = {
  permission: 'gamification.manage',
  async of(ctx, memberId) {
    const stats = (await statsOf(ctx, [memberId])).get(memberId)
    return stats
      ? { label: ctx.t('fact.points'), value: ctx.t('fact.points_level', { points: stats.total_points, level: stats.current_level_name ?? '' }) }
      : null
  },
}
