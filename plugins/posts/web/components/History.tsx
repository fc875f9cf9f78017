/** The edit history of a post: who changed what and when, and the way back to a former state. */
import { cut } from '@atrium/sdk'
import {
  Avatar,
  Badge,
  Button,
  call,
  cx,
  Dialog,
  EmptyState,
  Failure,
  Loading,
  LoadMore,
  Skeleton,
  SkeletonText,
  Time,
  toast,
  useConfirm,
  useQueryCache,
  useRead,
  useReadPages,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type DiffPart, type RevisionLine } from '../../contract.ts'
import type { PostDialogProps } from './dialogs.tsx'

const { routes } = contract
/** Of what stayed the same, so much is shown on each side of a change (characters). */
const CONTEXT = 160

/** Long stretches without a change give way to a sign of omission. */
function shortened(parts: DiffPart[]): DiffPart[] {
  return parts.map((part, index) => {
    if (part.kind !== 'same' || part.text.length <= CONTEXT * 2) return part
    const head = index === 0 ? '' : cut(part.text, CONTEXT).replace(/\S*$/, '')
    const tail = index === parts.length - 1 ? '' : part.text.slice(-CONTEXT).replace(/^\S*/, '')
    return { kind: 'same', text: `${head}…${tail}` }
  })
}

function Diff({ parts }: { parts: DiffPart[] }) {
  const t = useT()
  return (
    <p className="whitespace-pre-wrap break-words">
      {shortened(parts).map((part, index) => {
        const key = `${index}${part.kind}`
        if (part.kind === 'added')
          return (
            <ins key={key} className="rounded-mark bg-success-soft text-success no-underline">
              <span className="sr-only">{t('history.added')} </span>
              {part.text}
            </ins>
          )
        if (part.kind === 'removed')
          return (
            <del key={key} className="rounded-mark bg-danger-soft text-danger">
              <span className="sr-only">{t('history.removed')} </span>
              {part.text}
            </del>
          )
        return <span key={key}>{part.text}</span>
      })}
    </p>
  )
}

function Shown({ post, line, isFirst, onRestored }: PostDialogProps & { line: RevisionLine; isFirst: boolean; onRestored: () => void; onClose: () => void }) {
  const t = useT()
  const confirm = useConfirm()
  const cache = useQueryCache()
  const [busy, setBusy] = useState(false)
  const params = { spaceId: post.space_id, postSlug: post.slug, id: line.id }
  const query = useRead(routes.revision, { params }, { staleTime: Number.POSITIVE_INFINITY })
  const restore = async () => {
    if (busy || !(await confirm({ title: t('history.restore_title'), text: t('history.restore_text'), action: t('history.restore'), tone: 'primary' }))) return
    setBusy(true)
    try {
      await call(routes.restoreRevision, { params })
      void cache.invalidate(contract)
      toast.success(t('history.restored'))
      onRestored()
    } catch (error) {
      toast.error((error as Error).message)
      setBusy(false)
    }
  }
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonText lines={6} />
  const { diff } = query.data
  const changed = diff.text.some(({ kind }) => kind !== 'same') || diff.name.some(({ kind }) => kind !== 'same')
  return (
    <div className="grid gap-4">
      <div className="text-17 font-semibold">
        <Diff parts={diff.name} />
      </div>
      {isFirst ? <p className="whitespace-pre-wrap">{diff.text.map(({ text }) => text).join('')}</p> : <Diff parts={diff.text} />}
      {!isFirst && !changed && <p className="text-13 text-text-3">{t('history.look_only')}</p>}
      {(diff.cover_changed || diff.gallery_changed) && <p className="text-13 text-text-3">{t(diff.gallery_changed ? 'history.gallery' : 'history.cover')}</p>}
      {!line.is_current && (
        <div>
          <Button icon="rotate-ccw" loading={busy} onClick={() => void restore()}>
            {t('history.restore')}
          </Button>
        </div>
      )}
    </div>
  )
}

export function History({ post, onClose }: PostDialogProps) {
  const t = useT()
  const query = useReadPages(routes.revisions, { params: { spaceId: post.space_id, postSlug: post.slug } }, { staleTime: 0 })
  const [chosen, setChosen] = useState<number | null>(null)
  const lines = query.data?.pages.flatMap((page) => page.records) ?? []
  const line = lines.find(({ id }) => id === chosen) ?? lines[0]
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('history.title')} width={880} flush>
      {query.error && !query.data ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Loading className="p-5">
          <Skeleton w="100%" h={220} />
        </Loading>
      ) : !line ? (
        <EmptyState icon="history" title={t('history.none')} text={t('history.none_text')} className="py-12" />
      ) : (
        <div className="grid desk:grid-cols-[260px_minmax(0,1fr)]">
          <div className="max-h-56 overflow-y-auto border-b border-border p-2 desk:max-h-[62vh] desk:border-e desk:border-b-0">
            <ul aria-label={t('history.title')}>
              {lines.map((item) => (
                <li key={item.id}>
                  <button
                    type="button"
                    aria-current={item.id === line.id}
                    onClick={() => setChosen(item.id)}
                    className={cx(
                      'flex min-h-11 w-full items-center gap-2.5 rounded-control px-2 py-1.5 text-start',
                      item.id === line.id ? 'bg-brand-soft' : 'hover:bg-hover',
                    )}
                  >
                    <Avatar id={item.author?.id ?? 0} name={item.author?.name ?? '?'} src={item.author?.avatar_url} size={24} />
                    <span className="min-w-0 flex-1">
                      <span className="block truncate text-13 font-medium">{item.author?.name ?? t('history.gone')}</span>
                      <span className="block text-12 text-text-3">
                        <Time value={item.created_at} kind="datetime" />
                      </span>
                    </span>
                    {item.is_current && <Badge>{t('history.current')}</Badge>}
                  </button>
                </li>
              ))}
            </ul>
            <LoadMore query={query} />
          </div>
          <div className="max-h-[62vh] overflow-y-auto p-5" key={line.id}>
            <Shown post={post} line={line} isFirst={line === lines.at(-1) && !query.hasNextPage} onRestored={onClose} onClose={onClose} />
          </div>
        </div>
      )}
    </Dialog>
  )
}
