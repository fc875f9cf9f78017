/** Writes to many students at once, and shows how far what was sent is. */
import { cut } from '@atrium/sdk'
import {
  BulkCard,
  BulkErrors,
  Button,
  Dialog,
  Field,
  recentBulks,
  Select,
  Textarea,
  toast,
  useBulks,
  useEvent,
  useFieldErrors,
  useQueryCache,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Course, MAX_TEXT_MESSAGE, STUDENT_FILTERS, type StudentMessage } from '../../contract.ts'

const { routes } = contract

export interface Whom {
  filter: (typeof STUDENT_FILTERS)[number]
  cohort: string
  /** Those chosen in the list, instead. */
  ids: number[]
}
interface MessageStudentsProps {
  course: Course
  whom: Whom
  onClose: (sent: boolean) => void
}
export function MessageStudents({ course, whom, onClose }: MessageStudentsProps) {
  const t = useT()
  const [text, setText] = useState('')
  const [filter, setFilter] = useState(whom.filter)
  const [cohort, setCohort] = useState(whom.cohort)
  const cohorts = useRead(routes.cohorts, { params: { courseId: course.id } })
  const send = useWrite(routes.messageStudents, {
    invalidates: [routes.messages],
    onSuccess: ({ total }) => {
      toast.success(t('message.started', { count: total }))
      onClose(true)
    },
  })
  const errors = useFieldErrors(send.error)
  const chosen = whom.ids.length
  const reach = useRead(
    routes.messageReach,
    { params: { courseId: course.id }, query: { filter, cohort_id: cohort ? Number(cohort) : undefined } },
    { enabled: chosen === 0, keepPrevious: true },
  )
  const count = chosen || reach.data?.count
  const start = () =>
    send.mutate({
      params: { courseId: course.id },
      body: { text, ...(chosen ? { community_member_ids: whom.ids } : { filter, cohort_id: cohort ? Number(cohort) : undefined }) },
    })
  const known = cohorts.data?.records ?? []
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      title={chosen ? t('message.title_chosen', { count: chosen }) : t('message.title')}
      width={520}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('cancel')}</Button>
          <Button variant="primary" icon="send" loading={send.isPending} disabled={!text.trim() || count === 0} onClick={start}>
            {count === undefined ? t('message.send') : t('message.send_to', { count })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {chosen === 0 && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('message.whom')} error={errors.filter}>
              <Select
                value={filter}
                onChange={(event) => setFilter(event.target.value as Whom['filter'])}
                options={STUDENT_FILTERS.map((key) => ({ value: key, label: t(`students.filter_${key}`) }))}
              />
            </Field>
            {known.length > 0 && (
              <Field label={t('students.cohort')}>
                <Select
                  value={cohort}
                  onChange={(event) => setCohort(event.target.value)}
                  options={[{ value: '', label: t('students.all_cohorts') }, ...known.map(({ id, name }) => ({ value: String(id), label: name }))]}
                />
              </Field>
            )}
          </div>
        )}
        <Field label={t('message.text')} help={t('message.help')} error={errors.text}>
          <Textarea rows={6} autoFocus maxLength={MAX_TEXT_MESSAGE} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        {send.error && Object.keys(errors).length === 0 && (
          <p role="alert" className="text-13 text-danger">
            {send.error.message}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** Messages on their way; the last one stays in sight for a day. */
export function SentMessages({ course }: { course: Course }) {
  const cache = useQueryCache()
  const params = { courseId: course.id }
  const { tasks } = useBulks(routes.messages, { params, query: { per_page: 5 } })
  useEvent(contract.events['message.progressed'], () => {
    void cache.invalidate(routes.messages)
    void cache.invalidate(routes.message)
  })
  const shown = recentBulks(tasks)
  if (shown.length === 0) return null
  return (
    <div className="mb-5 grid gap-3">
      {shown.map((task) => (
        <Line key={task.id} task={task} courseId={course.id} />
      ))}
    </div>
  )
}
function Line({ task, courseId }: { task: StudentMessage; courseId: number }) {
  const t = useT()
  const cancel = useWrite(routes.cancelMessage, { invalidates: [routes.messages], onError: (error) => toast.error(error.message) })
  const words = task.text.length > 60 ? `${cut(task.text, 60).trimEnd()}…` : task.text
  return (
    <BulkCard
      task={task}
      title={t('message.sent', { count: task.total, text: words })}
      busy={cancel.isPending}
      onCancel={() => cancel.mutate({ params: { courseId, id: task.id } })}
      errors={<Errors id={task.id} courseId={courseId} />}
    />
  )
}
const Errors = ({ id, courseId }: { id: number; courseId: number }) => <BulkErrors query={useRead(routes.message, { params: { courseId, id } })} />
