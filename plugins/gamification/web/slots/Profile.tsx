/** On a profile: level, points, streak and badges of a member who shows them. */
import type { SlotPropsOf } from '@atrium/sdk'
import type members from '../../../members/contract.ts'
import { Badge, Card, Icon, Progress, useRead, useSession, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function Profile({ memberId }: SlotPropsOf<(typeof members.slots)['profile.about']>) {
  const t = useT()
  const { member } = useSession()
  const { data } = useRead(contract.routes.standing, { params: { id: memberId } }, { enabled: member !== null })
  if (!data?.gamification_stats) return null
  const { gamification_stats: stats, level_emoji, streak, rank, badges } = data
  const below = [
    stats.points_to_next_level !== null && t('levels.to_next', { count: stats.points_to_next_level, level: (stats.current_level ?? 0) + 1 }),
    rank !== null && t('profile.rank', { rank }),
  ]
  return (
    <Card pad className="grid gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-15 font-semibold">
          {level_emoji && <span aria-hidden>{level_emoji} </span>}
          {t('profile.level', { level: stats.current_level ?? 1, name: stats.current_level_name ?? '' })}
        </h2>
        <span className="text-12 text-text-3 tabular-nums">{t('points.count', { count: stats.total_points })}</span>
      </div>
      <Progress value={stats.level_progress ?? 0} label={t('levels.progress', { percent: stats.level_progress ?? 0 })} />
      <p className="text-12 text-text-3">{below.filter(Boolean).join(' · ')}</p>
      {streak && streak.best > 1 && (
        <p className="flex items-center gap-1.5 text-13 text-text-2">
          <Icon name="flame" className="size-4 text-warning" />
          {t(`streak.${streak.unit}`, { count: streak.current })}
          <span className="text-text-3">· {t('streak.best', { count: streak.best })}</span>
        </p>
      )}
      {badges.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={t('badges.title')}>
          {badges.map((badge) => (
            <li key={badge.id} title={badge.description || undefined}>
              <Badge>
                <span aria-hidden>{badge.emoji}</span> {badge.name}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
