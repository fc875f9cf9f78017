/** Bulk actions: what runs, how far it is, what could not be done and why. */
import {
  AdminPage,
  Avatar,
  Badge,
  Button,
  Card,
  EmptyState,
  ErrorState,
  Link,
  LoadMore,
  Progress,
  Skeleton,
  SkeletonText,
  Time,
  toast,
  useEvent,
  useQueryCache,
  useRead,
  useReadPages,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type BulkReply } from '../../contract.ts'

const { routes } = contract
/** News come by events to who asked for it; others look from time to time (ms). */
const LOOK = 4_000

export default function BulkActions() {
  const t = useT()
  const cache = useQueryCache()
  const [watching, setWatching] = useState(false)
  const query = useReadPages(routes.bulks, {}, { staleTime: 0, refetchInterval: watching ? LOOK : false })
  const bulks = query.data?.pages.flatMap((page) => page.records) ?? []
  const running = bulks.some(({ status }) => status === 'running')
  if (running !== watching) setWatching(running)
  useEvent(contract.events['bulk.progressed'], () => {
    void cache.invalidate(routes.bulks)
    void cache.invalidate(routes.bulk)
    void cache.invalidate(routes.mine)
  })
  return (
    <AdminPage
      name="posts/BulkActions"
      title={t('admin.bulk')}
      text={t('bulk.text')}
      back={{ to: '/settings/posts', label: t('admin.posts') }}
      who="posts.manage"
      wide
    >
      {query.isPending ? (
        <Skeleton w="100%" h={240} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : bulks.length === 0 ? (
        <EmptyState icon="list-checks" title={t('bulk.empty')} text={t('bulk.empty_text')} />
      ) : (
        <ul className="grid gap-3">
          {bulks.map((bulk) => (
            <li key={bulk.id}>
              <Line bulk={bulk} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore query={query} />
    </AdminPage>
  )
}

function Line({ bulk }: { bulk: BulkReply }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const cancel = useWrite(routes.cancelBulk, { invalidates: [routes.bulks], onError: (error) => toast.error(error.message) })
  const done = bulk.succeeded + bulk.failed
  const what = t(`bulk.did_${bulk.action}`, { count: bulk.total, space: bulk.space?.name ?? '', topics: bulk.topics.map(({ name }) => name).join(', ') || '–' })
  return (
    <Card pad>
      <div className="flex flex-wrap items-center gap-3" data-bulk={bulk.id}>
        {bulk.author && <Avatar id={bulk.author.id} name={bulk.author.name} src={bulk.author.avatar_url} size={32} />}
        <div className="min-w-0 flex-1">
          <h2 className="text-15 font-semibold">{what}</h2>
          <p className="text-13 text-text-3">
            {bulk.author?.name} · <Time value={bulk.created_at} kind="datetime" />
          </p>
        </div>
        <Badge tone={bulk.status === 'done' ? (bulk.failed ? 'warning' : 'success') : bulk.status === 'running' ? 'info' : undefined}>
          {t(`bulk.status_${bulk.status}`)}
        </Badge>
        {bulk.status === 'running' && (
          <Button size="sm" loading={cancel.isPending} onClick={() => cancel.mutate({ params: { id: bulk.id } })}>
            {t('bulk.cancel')}
          </Button>
        )}
      </div>
      <div className="mt-3">
        <Progress value={bulk.total ? Math.round((done / bulk.total) * 100) : 100} label={what} />
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 text-13 text-text-2 tabular-nums">
        <span>{t('bulk.progress', { done: bulk.succeeded, count: bulk.total })}</span>
        {bulk.failed > 0 && (
          <Button size="sm" variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('bulk.failed', { count: bulk.failed })}
          </Button>
        )}
      </p>
      {open && <Errors id={bulk.id} />}
    </Card>
  )
}

function Errors({ id }: { id: number }) {
  const t = useT()
  const query = useRead(routes.bulk, { params: { id } })
  if (query.error) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <SkeletonText lines={3} />
  return (
    <ul className="mt-2 divide-y divide-border border-t border-border">
      {query.data.errors.map((error) => (
        <li key={error.post_id} className="flex flex-wrap gap-x-3 py-2 text-13">
          <Link to={`/posts/${error.post_id}`} className="font-medium hover:underline">
            {error.name || t('admin.untitled')}
          </Link>
          <span className="text-danger">{error.message}</span>
        </li>
      ))}
    </ul>
  )
}
