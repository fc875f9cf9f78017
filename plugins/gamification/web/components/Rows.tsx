/** Places as a list. */
import { Avatar, Badge, cx, Icon, Link, Sparkline, useSession, useT } from '@atrium/sdk/web'
import type { BoardMember, LeaderboardRow } from '../../contract.ts'
import { Change } from './Change.tsx'

const GRID = 'grid grid-cols-[24px_34px_minmax(0,1fr)_auto] items-center gap-x-2 px-3.5 sm:grid-cols-[32px_42px_minmax(0,1fr)_62px_56px] sm:gap-x-2.5 sm:px-5'
/** Rows of the list bring how their last 30 days went; those about one’s own place do not. */
type ListedRow = LeaderboardRow & Partial<BoardMember>

export function RowsHead() {
  const t = useT()
  return (
    <div aria-hidden className={cx(GRID, 'h-9 border-b bg-surface-2 text-12 font-medium text-text-3')}>
      <span className="col-span-2">{t('board.place')}</span>
      <span>{t('board.member')}</span>
      <span className="max-sm:hidden">{t('period.30_days')}</span>
      <span className="text-end">{t('board.points')}</span>
    </div>
  )
}
/** What somebody got most of their points for, with the points; their headline where that is not known. */
export function BestAt({ row: { best_at = [], headline }, className }: { row: ListedRow; className?: string }) {
  const t = useT()
  if (best_at.length === 0) return headline && <span className={cx('block truncate', className)}>{headline}</span>
  return (
    <span className={cx('flex min-w-0 gap-x-3', className)}>
      {best_at.map(({ key, label, icon, points }, i) => (
        <span key={key} className={cx('flex min-w-0 items-center gap-1', i > 0 && 'max-sm:hidden')}>
          <Icon name={icon} className="size-3.5 flex-none" />
          <span className="truncate">{label}</span>
          <span className="tabular-nums">+{t('number', { value: points })}</span>
        </span>
      ))}
    </span>
  )
}
export function Row({ row, id }: { row: ListedRow; id?: string }) {
  const t = useT()
  const { member } = useSession()
  const own = member?.id === row.community_member_id
  return (
    <li id={id} className={cx(GRID, 'min-h-16 not-first:border-t sm:min-h-14', own ? 'bg-brand-soft text-on-brand-soft' : 'hover:bg-hover')}>
      <span className={cx('text-end font-medium tabular-nums', !own && 'text-text-2')}>{row.rank}</span>
      <Change value={row.change} />
      <Link to={`/u/${row.public_uid}`} className="group flex min-h-11 min-w-0 items-center gap-3">
        <Avatar id={row.community_member_id} name={row.name} src={row.avatar_url} size={36} />
        <span className="min-w-0">
          <span className="flex items-center gap-2">
            <span className="truncate font-medium group-hover:underline">{row.name}</span>
            {own && <Badge>{t('board.you')}</Badge>}
            <span className={cx('whitespace-nowrap text-12', !own && 'text-text-3', own && 'max-sm:hidden')}>
              {t('level.short', { level: row.current_level })}
            </span>
          </span>
          <BestAt row={row} className={cx('text-13', !own && 'text-text-3')} />
        </span>
      </Link>
      <span className="max-sm:hidden">{row.trend && <Sparkline values={row.trend} />}</span>
      <span className="text-end font-semibold tabular-nums">{t('number', { value: row.total_points })}</span>
    </li>
  )
}
