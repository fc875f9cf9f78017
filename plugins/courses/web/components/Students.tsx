/** Who learns: where people stop, how far each one is by section, who is stuck, and what is done about it. */
import { shownEmail } from '@atrium/sdk'
import {
  Avatar,
  Badge,
  Button,
  Chip,
  call,
  DataTable,
  Dialog,
  EmptyState,
  ErrorState,
  Field,
  IconButton,
  LoadMore,
  Menu,
  messageOf,
  Query,
  SearchField,
  Select,
  SelectionBar,
  Skeleton,
  Time,
  toast,
  useConfirm,
  useLocale,
  useNavigate,
  useQueryCache,
  useRead,
  useReadPages,
  useSession,
  useSettled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Course, type Stats, STUDENT_FILTERS, type Student } from '../../contract.ts'
import { MessageStudents, SentMessages } from './MessageStudents.tsx'
import { Numbers, Stops } from './StudentFigures.tsx'

const { routes } = contract

function Bars({ student, names, all }: { student: Student; names: Map<number, string>; all: number }) {
  const t = useT()
  return (
    <span className="flex min-w-[180px] items-center gap-3">
      <span className="flex flex-1 gap-[3px]" role="img" aria-label={t('home.progress', { percent: student.percent })}>
        {student.sections.map(({ section_id, completed, lessons }) => (
          <span key={section_id} className="h-2 overflow-hidden rounded-full bg-press" style={{ flex: lessons }} title={names.get(section_id)}>
            <span
              className={`block h-full ${completed >= lessons ? 'bg-success-solid' : 'bg-brand'}`}
              style={{ width: `${Math.min(100, (completed / lessons) * 100)}%` }}
            />
          </span>
        ))}
      </span>
      <span className="w-18 text-end text-13 whitespace-nowrap text-text-2 tabular-nums">{t('students.of', { done: student.completed, all })}</span>
    </span>
  )
}
const WEEK = 7 * 86_400_000
function stateOf(student: Student): 'finished' | 'stuck' | 'not_started' | 'active' {
  if (student.finished_at) return 'finished'
  if (student.completed === 0) return 'not_started'
  return Date.now() - new Date(student.last_seen_at ?? student.starts_at).getTime() > WEEK ? 'stuck' : 'active'
}
const TONES = { finished: 'success', stuck: 'warning', not_started: 'neutral', active: 'info' } as const

/** Of all students; what a search narrows is not counted. */
const countsOf = ({ students, finished, active, stuck, not_started }: Stats): Record<(typeof STUDENT_FILTERS)[number], number> => ({
  ...{ all: students, active, stuck, finished, not_started },
})

export function Students({ course }: { course: Course }) {
  const t = useT()
  const locale = useLocale()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const { has } = useSession()
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<(typeof STUDENT_FILTERS)[number]>('all')
  const [cohort, setCohort] = useState('')
  const [selected, setSelected] = useState<Set<number | string>>(new Set())
  const [shown, setShown] = useState<Student | null>(null)
  const [writing, setWriting] = useState(false)
  const params = { courseId: course.id }
  const words = useSettled(text.trim()) || undefined
  const stats = useRead(routes.stats, { params })
  const cohorts = useRead(routes.cohorts, { params })
  const query = useReadPages(routes.students, { params, query: { query: words, filter, cohort_id: cohort || undefined } }, { keepPrevious: true })
  const students = query.data?.pages.flatMap((page) => page.records) ?? []
  const counts = stats.data && countsOf(stats.data)
  const names = new Map(course.sections.map(({ id, name }) => [id, name]))
  const reset = async (ids: number[]) => {
    const yes = await confirm({
      title: t('students.reset_title', { count: ids.length }),
      text: t('students.reset_text'),
      action: t('students.reset'),
      tone: 'danger',
    })
    if (!yes) return
    try {
      for (const id of ids) await call(routes.setStudentProgress, { params: { ...params, id }, body: { status: 'incomplete' } })
      toast.success(t('students.reset_done', { count: ids.length }))
      setSelected(new Set())
    } catch (error) {
      toast.error(messageOf(error, t('failed')))
    }
    await cache.invalidate(contract)
  }
  const write = ({ id, community_member: { name } }: Student) => navigate(`/messages/new?to=${id}&name=${encodeURIComponent(name)}`)
  const whole = !words && filter === 'all' && !cohort
  return (
    <div className="mx-auto w-full max-w-[1120px] px-4 py-6">
      <Query query={stats} skeleton={<Skeleton h={220} className="mb-4" />}>
        {(numbers) => (
          <div className="mb-5 grid gap-4 wide:grid-cols-[1.35fr_1fr]">
            <Stops course={course} stats={numbers} />
            <Numbers stats={numbers} />
          </div>
        )}
      </Query>
      <SentMessages course={course} />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {STUDENT_FILTERS.map((key) => (
          <Chip key={key} pressed={filter === key} onClick={() => setFilter(key)}>
            {t(`students.filter_${key}`)}
            {counts && <span className="font-normal tabular-nums opacity-80">{counts[key].toLocaleString(locale)}</span>}
          </Chip>
        ))}
        {(cohorts.data?.records.length ?? 0) > 0 && (
          <Select
            size="sm"
            aria-label={t('cohorts.title')}
            className="!w-auto"
            value={cohort}
            onChange={(event) => setCohort(event.target.value)}
            options={[
              { value: '', label: t('students.all_cohorts') },
              ...(cohorts.data?.records ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        )}
        <div className="ms-auto flex w-full gap-2 sm:w-auto">
          <span className="min-w-0 flex-1 sm:w-56">
            <SearchField value={text} onChange={setText} placeholder={t('students.search')} />
          </span>
          {has('chat') && course.students_count > 0 && (
            <Button icon="mail" onClick={() => setWriting(true)}>
              {t('students.message')}
            </Button>
          )}
        </div>
      </div>
      {query.isPending ? (
        <Skeleton h={240} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable<Student>
          label={t('edit.students')}
          rows={students}
          selection={{ selected, onChange: setSelected }}
          empty={
            <EmptyState
              icon="users"
              title={t(whole ? 'students.none' : 'students.none_found')}
              text={t(whole ? 'students.none_text' : 'students.none_found_text')}
            />
          }
          columns={[
            {
              key: 'name',
              title: t('students.student'),
              render: (student) => (
                <span className="flex items-center gap-3">
                  <Avatar name={student.community_member.name} id={student.community_member.id} src={student.community_member.avatar_url} size={32} />
                  <span className="min-w-0">
                    <button type="button" className="block text-start font-medium wrap-anywhere hover:underline" onClick={() => setShown(student)}>
                      {student.community_member.name}
                    </button>
                    <span className="block truncate text-12 text-text-3">
                      {student.stuck_at && student.completed > 0 && !student.finished_at
                        ? t('students.stopped', { name: student.stuck_at.name })
                        : (student.cohort?.name ?? '')}
                    </span>
                  </span>
                </span>
              ),
            },
            { key: 'progress', title: t('students.progress'), render: (student) => <Bars student={student} names={names} all={course.lessons_count} /> },
            {
              key: 'seen',
              title: t('students.seen'),
              render: (student) => (student.last_seen_at ? <Time value={student.last_seen_at} /> : <span className="text-text-3">{t('students.never')}</span>),
            },
            {
              key: 'state',
              title: t('students.state'),
              state: true,
              render: (student) => <Badge tone={TONES[stateOf(student)]}>{t(`students.state_${stateOf(student)}`)}</Badge>,
            },
            {
              key: 'menu',
              pinned: true,
              align: 'right',
              title: <span className="sr-only">{t('students.acts')}</span>,
              render: (student) => (
                <Menu
                  trigger={<IconButton icon="ellipsis" label={t('edit.more', { name: student.community_member.name })} />}
                  items={[
                    { label: t('students.show'), icon: 'list-checks', onSelect: () => setShown(student) },
                    has('chat') && { label: t('students.message'), icon: 'mail', onSelect: () => write(student) },
                    { label: t('students.reset'), icon: 'rotate-ccw', tone: 'danger', onSelect: () => void reset([student.id]) },
                  ]}
                />
              ),
            },
          ]}
        />
      )}
      <LoadMore query={query} />
      {selected.size > 0 && (
        <SelectionBar count={selected.size} onClear={() => setSelected(new Set())}>
          {has('chat') && (
            <Button size="sm" icon="mail" onClick={() => setWriting(true)}>
              {t('students.message')}
            </Button>
          )}
          <Button size="sm" icon="rotate-ccw" onClick={() => void reset([...selected].map(Number))}>
            {t('students.reset')}
          </Button>
        </SelectionBar>
      )}
      {writing && (
        <MessageStudents
          course={course}
          whom={{ filter, cohort, ids: [...selected].map(Number) }}
          onClose={(sent) => {
            setWriting(false)
            if (sent) setSelected(new Set())
          }}
        />
      )}
      {shown && <OneStudent course={course} student={shown} onClose={() => setShown(null)} />}
    </div>
  )
}

function OneStudent({ course, student, onClose }: { course: Course; student: Student; onClose: () => void }) {
  const t = useT()
  const params = { courseId: course.id, id: student.id }
  const query = useRead(routes.student, { params })
  const cohorts = useRead(routes.cohorts, { params: { courseId: course.id } })
  const options = { invalidates: [contract], onError: (error: Error) => toast.error(error.message) }
  const set = useWrite(routes.setStudentProgress, options)
  const move = useWrite(routes.updateStudent, options)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={student.community_member.name} width={560}>
      <Query query={query} skeleton={<Skeleton h={240} />}>
        {(shown) => (
          <>
            <p className="mb-3 text-13 text-text-2">
              {t('students.began')} <Time within value={shown.starts_at} kind="day" /> · {t('home.done', { done: shown.completed, all: course.lessons_count })}
              {shown.email && ` · ${shownEmail(shown.email)}`}
            </p>
            {(cohorts.data?.records.length ?? 0) > 0 && (
              <Field label={t('students.cohort')} className="mb-3">
                <Select
                  value={String(shown.cohort?.id ?? '')}
                  onChange={(event) => move.mutate({ params, body: { cohort_id: event.target.value ? Number(event.target.value) : null } })}
                  options={[
                    { value: '', label: t('students.no_cohort') },
                    ...(cohorts.data?.records ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
                  ]}
                />
              </Field>
            )}
            <ul className="grid max-h-[50dvh] overflow-y-auto">
              {shown.lessons.map((lesson) => {
                const done = lesson.status === 'completed'
                return (
                  <li key={lesson.lesson_id} className="flex items-center gap-3 border-t border-border py-2 text-13 first:border-t-0">
                    <span className="min-w-0 flex-1 truncate">{lesson.name}</span>
                    {lesson.score !== null && <span className="tabular-nums">{t('percent', { percent: Math.round(lesson.score) })}</span>}
                    {done && lesson.completed_at && <Time value={lesson.completed_at} kind="day" className="text-12 text-text-3" />}
                    <Button
                      size="sm"
                      disabled={set.isPending}
                      onClick={() => set.mutate({ params, body: { lesson_id: lesson.lesson_id, status: done ? 'incomplete' : 'completed' } })}
                    >
                      {t(done ? 'students.undo' : 'students.mark')}
                    </Button>
                  </li>
                )
              })}
            </ul>
          </>
        )}
      </Query>
    </Dialog>
  )
}

export function ExportStudents({ course }: { course: Course }) {
  const t = useT()
  // The call is a post, which a form of the page sends, so that the browser keeps the answer as a file.
  const save = () => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: `/internal_api/courses/${course.id}/exports` })
    document.body.append(form)
    form.submit()
    form.remove()
  }
  return (
    <Button icon="download" onClick={save}>
      {t('students.export')}
    </Button>
  )
}
