/** Many who are put on the list in the background: how far it is, seen by those who run the event; the last one stays in sight for a day. */
import { BulkCard, BulkErrors, recentBulks, toast, useBulks, useEvent, useQueryCache, useRead, useT, useWrite } from '@atrium/sdk/web'
import contract, { type BulkRsvp, type EventReply } from '../../contract.ts'

const { routes } = contract

export function BulkRsvps({ event }: { event: EventReply }) {
  const cache = useQueryCache()
  const params = { spaceId: event.space_id, slug: event.slug }
  const { tasks } = useBulks(routes.bulkRsvps, { params, query: { per_page: 5 } })
  useEvent(contract.events['bulk_rsvp.progressed'], () => void cache.invalidate(contract))
  const shown = recentBulks(tasks)
  if (shown.length === 0) return null
  return (
    <div className="mb-4 grid gap-3">
      {shown.map((task) => (
        <Line key={task.id} task={task} params={params} />
      ))}
    </div>
  )
}

interface LineProps {
  task: BulkRsvp
  params: { spaceId: number; slug: string }
}
function Line({ task, params }: LineProps) {
  const t = useT()
  const cancel = useWrite(routes.cancelBulkRsvp, { invalidates: [routes.bulkRsvps], onError: (error) => toast.error(error.message) })
  return (
    <BulkCard
      task={task}
      title={t(`attendees.bulk_${task.role}`, { count: task.total })}
      text={task.waiting > 0 ? t('attendees.bulk_waiting', { count: task.waiting }) : undefined}
      busy={cancel.isPending}
      onCancel={() => cancel.mutate({ params: { ...params, id: task.id } })}
      errors={<Errors id={task.id} params={params} />}
    />
  )
}
const Errors = ({ id, params }: { id: number; params: LineProps['params'] }) => (
  <BulkErrors query={useRead(routes.bulkRsvpReport, { params: { ...params, id } })} />
)
