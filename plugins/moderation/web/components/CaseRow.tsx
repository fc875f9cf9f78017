/** One case in the queue. */
import { Avatar, Badge, cx, IconMark, Link, Time, useT } from '@atrium/sdk/web'
import type { Flagged } from '../../contract.ts'
import { Restore } from './Restore.tsx'

interface CaseRowProps {
  one: Flagged
  current: boolean
  to: string
}
export function CaseRow({ one, current, to }: CaseRowProps) {
  const t = useT()
  const { author, space, excerpt, reports_count, reasons, content_type, is_hidden, is_held, appealed_at } = one
  return (
    <li className={cx('rounded-control', current ? 'bg-brand-soft text-brand-soft-text' : 'hover:bg-hover')}>
      <Link to={to} replace aria-current={current || undefined} className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-2.5 rounded-control p-2.5 text-13">
        <Avatar id={author?.id ?? 0} name={author?.name ?? '?'} src={author?.avatar_url} size={32} />
        <span className="min-w-0">
          <span className="flex items-baseline gap-1.5">
            <span className="truncate font-semibold">{author?.name ?? '?'}</span>
            <span className={cx('min-w-0 flex-1 truncate text-12', !current && 'text-text-3')}>
              {space ? (
                <>
                  <IconMark value={space.emoji} /> {space.name}
                </>
              ) : (
                t(`kind.${content_type}`)
              )}
            </span>
          </span>
          <span className={cx('mt-0.5 line-clamp-2 wrap-anywhere', !current && 'text-text-2')}>{excerpt || one.reported_reason_body}</span>
          <span className="mt-1.5 flex flex-wrap items-center gap-1">
            <Time value={one.created_at} kind="datetime" className={cx('me-1 flex-none text-12', !current && 'text-text-3')} />
            {reports_count > 0 && (
              <Badge tone="danger" icon="flag">
                {t('queue.reports', { count: reports_count })}
              </Badge>
            )}
            {appealed_at && <Badge tone="brand">{t('queue.appeal')}</Badge>}
            {reasons.slice(0, 2).map((reason) => (
              <Badge key={reason}>{t(`reason.${reason}`)}</Badge>
            ))}
            {one.status === 'inbox' && is_hidden && <Badge icon="eye-off">{t(is_held ? 'queue.held' : 'queue.hidden')}</Badge>}
          </span>
        </span>
      </Link>
      {one.may_restore && <Restore id={one.id} className="mb-2.5 ms-[52px]" />}
    </li>
  )
}
