/** Acts on many people: what runs, how far it is, whom it failed for and why; ended and taken back here. */
import {
  AdminPage,
  Avatar,
  Badge,
  Button,
  Card,
  EmptyState,
  ErrorState,
  LoadMore,
  Progress,
  Skeleton,
  SkeletonText,
  Time,
  toast,
  useConfirm,
  useEvent,
  useQueryCache,
  useRead,
  useReadPages,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type BulkTask } from '../../contract.ts'

const { routes } = contract
/** News come by events to who asked for it; others look from time to time (ms). */
const LOOK = 4_000
const isMoving = ({ status }: BulkTask) => status === 'running' || status === 'undoing'

export default function BulkTasks() {
  const t = useT()
  const cache = useQueryCache()
  const [watching, setWatching] = useState(false)
  const query = useReadPages(routes.bulks, {}, { staleTime: 0, refetchInterval: watching ? LOOK : false })
  const tasks = query.data?.pages.flatMap((page) => page.records) ?? []
  const moving = tasks.some(isMoving)
  if (moving !== watching) setWatching(moving)
  useEvent(contract.events['bulk.progressed'], () => {
    for (const route of [routes.bulks, routes.bulk, routes.list, routes.count, routes.segments]) void cache.invalidate(route)
  })
  return (
    <AdminPage
      name="audience/BulkTasks"
      title={t('bulk.title')}
      text={t('bulk.text')}
      back={{ to: '/audience/manage', label: t('admin.audience') }}
      who="members.manage"
      wide
    >
      {query.isPending ? (
        <Skeleton w="100%" h={240} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : tasks.length === 0 ? (
        <EmptyState icon="list-checks" title={t('bulk.empty')} text={t('bulk.empty_text')} />
      ) : (
        <ul className="grid gap-3">
          {tasks.map((task) => (
            <li key={task.id}>
              <Line task={task} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore query={query} />
    </AdminPage>
  )
}

function Line({ task }: { task: BulkTask }) {
  const t = useT()
  const confirm = useConfirm()
  const [open, setOpen] = useState(false)
  const options = { invalidates: [routes.bulks], onError: (error: Error) => toast.error(error.message) }
  const cancel = useWrite(routes.cancelBulk, options)
  const undo = useWrite(routes.undoBulk, options)
  const done = task.succeeded + task.failed
  const what = t('bulk.did', { act: task.label, count: task.total })
  const params = { id: task.id }
  const ask = async () => {
    if (await confirm({ title: t('bulk.undo_title', { act: task.label }), text: t('bulk.undo_text'), action: t('bulk.undo') })) undo.mutate({ params })
  }
  return (
    <Card pad>
      <div className="flex flex-wrap items-center gap-3" data-bulk={task.id}>
        {task.author && <Avatar id={task.author.id} name={task.author.name} src={task.author.avatar_url} size={32} />}
        <div className="min-w-0 flex-1">
          <h2 className="text-15 font-semibold">{what}</h2>
          <p className="text-13 text-text-3">
            {task.author?.name} · <Time value={task.created_at} kind="datetime" />
          </p>
        </div>
        <Badge tone={task.status === 'done' ? (task.failed ? 'warning' : 'success') : isMoving(task) ? 'info' : undefined}>
          {t(`bulk.status_${task.status}`)}
        </Badge>
        {task.status === 'running' && (
          <Button size="sm" loading={cancel.isPending} onClick={() => cancel.mutate({ params })}>
            {t('bulk.cancel')}
          </Button>
        )}
        {task.can_undo && (
          <Button size="sm" icon="undo-2" loading={undo.isPending} onClick={() => void ask()}>
            {t('bulk.undo')}
          </Button>
        )}
      </div>
      <div className="mt-3">
        <Progress value={task.total ? Math.round((done / task.total) * 100) : 100} label={what} />
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 text-13 text-text-2 tabular-nums">
        <span>{t('bulk.progress', { done: task.succeeded, count: task.total })}</span>
        {task.failed > 0 && (
          <Button size="sm" variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('bulk.failed', { count: task.failed })}
          </Button>
        )}
      </p>
      {open && <Errors id={task.id} />}
    </Card>
  )
}

function Errors({ id }: { id: number }) {
  const query = useRead(routes.bulk, { params: { id } })
  if (query.error) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <SkeletonText lines={3} />
  return (
    <ul className="mt-2 divide-y divide-border border-t border-border">
      {query.data.errors.map((error) => (
        <li key={error.person_id} className="flex flex-wrap gap-x-3 py-2 text-13">
          <span className="font-medium">{error.name}</span>
          <span className="text-danger">{error.message}</span>
        </li>
      ))}
    </ul>
  )
}
