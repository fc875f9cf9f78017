/** Bulk actions: what runs, how far it is, what could not be done and why. */
import {
  AdminPage,
  BulkCard,
  BulkErrors,
  EmptyState,
  ErrorState,
  LinkButton,
  LoadMore,
  Skeleton,
  toast,
  useBulks,
  useEvent,
  useQueryCache,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import contract, { type BulkReply } from '../../contract.ts'

const { routes } = contract

export default function BulkActions() {
  const t = useT()
  const cache = useQueryCache()
  const { query, tasks: bulks } = useBulks(routes.bulks, {})
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
        <EmptyState
          icon="list-checks"
          title={t('bulk.empty')}
          text={t('bulk.empty_text')}
          action={<LinkButton to="/settings/posts">{t('bulk.open')}</LinkButton>}
        />
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
  const cancel = useWrite(routes.cancelBulk, { invalidates: [routes.bulks], onError: (error) => toast.error(error.message) })
  const what = { count: bulk.total, space: bulk.space?.name ?? '', topics: bulk.topics.map(({ name }) => name).join(', ') || '–' }
  return (
    <BulkCard
      task={bulk}
      title={t(`bulk.did_${bulk.action}`, what)}
      busy={cancel.isPending}
      onCancel={() => cancel.mutate({ params: { id: bulk.id } })}
      errors={<Errors id={bulk.id} />}
    />
  )
}

const Errors = ({ id }: { id: number }) => <BulkErrors query={useRead(routes.bulk, { params: { id } })} to={({ post_id }) => `/posts/${post_id}`} />
