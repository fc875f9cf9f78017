/** One act on many things as people watch it: how far it is, ended or taken back, and what it failed for. */
import { useState } from 'react'
import { useWords } from '../../core/i18n.tsx'
import { Link } from '../../core/router.tsx'
import { Avatar } from '../Avatar.tsx'
import { Button } from '../Button.tsx'
import type { BulkCardProps, BulkErrorsProps } from '../lateProps.ts'
import { Badge, Progress, SkeletonText } from '../marks.tsx'
import { ErrorState } from '../states.tsx'
import { Card } from '../surfaces.tsx'
import { Time } from '../Time.tsx'

export function BulkCard({ task, title, text, busy, onCancel, onUndo, errors }: BulkCardProps) {
  const t = useWords()
  const [open, setOpen] = useState(false)
  const { author, status, total, succeeded, failed } = task
  const moves = status === 'running' || status === 'undoing'
  return (
    <Card pad>
      <div className="flex flex-wrap items-center gap-3" data-bulk={task.id}>
        {author && <Avatar id={author.id} name={author.name} src={author.avatar_url} size={32} />}
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="text-15 font-semibold">{title}</h2>
          <p className="text-13 text-text-3">
            {author?.name} · <Time value={task.created_at} kind="datetime" />
          </p>
        </div>
        <Badge tone={status === 'done' ? (failed ? 'warning' : 'success') : moves ? 'info' : undefined}>{t(`bulk.${status}`)}</Badge>
        {status === 'running' && onCancel && (
          <Button size="sm" loading={busy} onClick={onCancel}>
            {t('bulk.cancel')}
          </Button>
        )}
        {onUndo && (
          <Button size="sm" icon="undo-2" loading={busy} onClick={onUndo}>
            {t('bulk.undo')}
          </Button>
        )}
      </div>
      <div className="mt-3">
        <Progress value={total ? ((succeeded + failed) / total) * 100 : 100} label={title} />
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 text-13 text-text-2 tabular-nums" aria-live="polite">
        <span>{t('bulk.progress', { done: succeeded, count: total })}</span>
        {text && <span>{text}</span>}
        {failed > 0 && (
          <Button size="sm" variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('bulk.failed', { count: failed })}
          </Button>
        )}
      </p>
      {open && errors}
    </Card>
  )
}

export function BulkErrors<T extends { name: string; message: string }>({ query, to }: BulkErrorsProps<T>) {
  const t = useWords()
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonText lines={3} />
  return (
    <ul className="mt-2 divide-y divide-border border-t border-border">
      {query.data.errors.map((error, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two things may have one name, and the list never moves
        <li key={at} className="flex flex-wrap gap-x-3 py-2 text-13">
          {to ? (
            <Link to={to(error)} className="font-medium hover:underline">
              {error.name || t('bulk.unnamed')}
            </Link>
          ) : (
            <span className="font-medium">{error.name || t('bulk.unnamed')}</span>
          )}
          <span className="text-danger">{error.message}</span>
        </li>
      ))}
    </ul>
  )
}
