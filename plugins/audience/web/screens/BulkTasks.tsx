/** Acts on many people: what runs, how far it is, whom it failed for and why; ended and taken back here. */
import {
  AdminPage,
  BulkCard,
  BulkErrors,
  EmptyState,
  ErrorState,
  LoadMore,
  Skeleton,
  toast,
  useBulks,
  useConfirm,
  useEvent,
  useQueryCache,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import contract, { type BulkTask } from '../../contract.ts'

const { routes } = contract

export default function BulkTasks() {
  const t = useT()
  const cache = useQueryCache()
  const { query, tasks } = useBulks(routes.bulks, {})
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
  const options = { invalidates: [routes.bulks], onError: (error: Error) => toast.error(error.message) }
  const cancel = useWrite(routes.cancelBulk, options)
  const undo = useWrite(routes.undoBulk, options)
  const params = { id: task.id }
  const ask = async () => {
    if (await confirm({ title: t('bulk.undo_title', { act: task.label }), text: t('bulk.undo_text'), action: t('bulk.undo') })) undo.mutate({ params })
  }
  return (
    <BulkCard
      task={task}
      title={t('bulk.did', { act: task.label, count: task.total })}
      busy={cancel.isPending || undo.isPending}
      onCancel={() => cancel.mutate({ params })}
      onUndo={task.can_undo ? () => void ask() : undefined}
      errors={<Errors id={task.id} />}
    />
  )
}

const Errors = ({ id }: { id: number }) => <BulkErrors query={useRead(routes.bulk, { params: { id } })} />
