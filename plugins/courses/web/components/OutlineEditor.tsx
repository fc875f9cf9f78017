/** The outline as it is built: sections and lessons in one list that is put in order by mouse, touch or keyboard, and what is done with each. */
import {
  Badge,
  Button,
  cx,
  Field,
  Icon,
  IconButton,
  Input,
  Link,
  Menu,
  type MenuItem,
  Select,
  Sortable,
  type SortHandle,
  Switch,
  toast,
  translate,
  useConfirm,
  useFieldErrors,
  useNavigate,
  useRead,
  useT,
  useWrite,
  FormDialog,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Course, MAX_DELAY, type OutlineLesson, type Section } from '../../contract.ts'
import { clock, dripOf, editPath, lessonWord, managePath, sectionWord, span } from './words.ts'

const { routes } = contract

type Row = { key: string; section: Section; lesson: OutlineLesson | null }
const rowsOf = (course: Course): Row[] =>
  course.sections.flatMap((section) => [
    { key: `s${section.id}`, section, lesson: null },
    ...section.lessons.map((lesson) => ({ key: `l${lesson.id}`, section, lesson })),
  ])

/** What the list says after a row was moved: a section takes its lessons along, a lesson belongs to the section above it. */
export function orderOf(rows: Row[], moved: Row): { section_id: number; lesson_ids: number[] }[] {
  if (!moved.lesson) {
    const order = rows.filter(({ lesson }) => !lesson).map(({ section }) => section)
    return order.map((section) => ({ section_id: section.id, lesson_ids: section.lessons.map(({ id }) => id) }))
  }
  const order: { section_id: number; lesson_ids: number[] }[] = []
  const early: number[] = []
  for (const { section, lesson } of rows) {
    if (!lesson) order.push({ section_id: section.id, lesson_ids: order.length === 0 ? [...early] : [] })
    else if (order.length === 0) early.push(lesson.id)
    else order.at(-1)!.lesson_ids.push(lesson.id)
  }
  return order
}

export function OutlineEditor({ course, currentId }: { course: Course; currentId?: number }) {
  const t = useT()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const [editing, setEditing] = useState<Section | 'new' | null>(null)
  const [adding, setAdding] = useState<Section | null>(null)
  const params = { courseId: course.id }
  const options = { invalidates: [contract], onError: (error: Error) => toast.error(error.message) }
  const reorder = useWrite(routes.reorder, {
    ...options,
    optimistic: (cache, { body }) =>
      cache.update(routes.show, { params }, (shown) => {
        const lessons = new Map(shown.sections.flatMap((section) => section.lessons.map((lesson) => [lesson.id, lesson])))
        const sections = new Map(shown.sections.map((section) => [section.id, section]))
        return {
          ...shown,
          sections: body.new_order.flatMap(({ section_id, lesson_ids }) => {
            const section = sections.get(Number(section_id))
            return section ? [{ ...section, lessons: lesson_ids.flatMap((id) => lessons.get(Number(id)) ?? []) }] : []
          }),
        }
      }),
  })
  const removeSection = useWrite(routes.destroySection, options)
  const removeLesson = useWrite(routes.destroyLesson, options)
  const duplicate = useWrite(routes.duplicateLesson, {
    ...options,
    onSuccess: (copy) => navigate(editPath(course.slug, copy.section_id, copy.id)),
  })
  const askSection = async (section: Section) => {
    const yes = await confirm({
      title: t('edit.delete_section', { name: section.name }),
      text: t('edit.delete_section_text', { count: section.lessons.length }),
      action: t('delete'),
      tone: 'danger',
    })
    if (yes) removeSection.mutate({ params: { ...params, id: section.id } })
  }
  const askLesson = async (lesson: OutlineLesson) => {
    const yes = await confirm({
      title: t('edit.delete_lesson', { name: lesson.name }),
      text: t('edit.delete_lesson_text'),
      action: t('delete'),
      tone: 'danger',
    })
    if (!yes) return
    await removeLesson.mutateAsync({ params: { ...params, id: lesson.id } })
    if (lesson.id === currentId) navigate(managePath(course.slug, 'content'), { replace: true })
  }
  const rows = rowsOf(course)
  return (
    <div className="p-3">
      <div className="mb-1 flex items-center justify-between gap-2 px-1">
        <h2 className="text-13 font-semibold">{t('edit.outline')}</h2>
        <Button size="sm" icon="plus" onClick={() => setEditing('new')}>
          {sectionWord(t, course)}
        </Button>
      </div>
      {rows.length === 0 && <p className="px-1 py-6 text-13 text-text-3">{t('edit.no_sections')}</p>}
      <Sortable<Row>
        items={rows}
        itemKey={(row) => row.key}
        nameOf={({ section, lesson }) => lesson?.name ?? section.name}
        label={t('edit.outline')}
        onMove={(next, moved) => reorder.mutate({ params, body: { new_order: orderOf(next, moved) } })}
      >
        {({ section, lesson }, handle) => {
          const isLast = lesson ? section.lessons.at(-1)?.id === lesson.id : section.lessons.length === 0
          const add = isLast && (
            <Button variant="ghost" size="sm" icon="plus" className="ms-7 text-text-3" onClick={() => setAdding(section)}>
              {lessonWord(t, course)}
              <span className="sr-only">{t('edit.add_to', { name: section.name })}</span>
            </Button>
          )
          const row = lesson ? (
            <LessonRow
              course={course}
              section={section}
              lesson={lesson}
              current={lesson.id === currentId}
              handle={handle}
              items={[
                { label: t('edit.duplicate'), icon: 'copy', onSelect: () => duplicate.mutate({ params: { ...params, id: lesson.id } }) },
                { label: t('delete'), icon: 'trash-2', tone: 'danger', onSelect: () => void askLesson(lesson) },
              ]}
            />
          ) : (
            <div className="mt-3 flex min-h-9 items-center gap-1 border-t border-border pt-2 max-desk:min-h-11">
              {handle.grip}
              <h3 className="min-w-0 flex-1 truncate text-13 font-semibold">{section.name}</h3>
              {dripOf(t, course, section) && <Badge icon="calendar-days">{dripOf(t, course, section)}</Badge>}
              <Length section={section} />
              <Menu
                trigger={<IconButton icon="ellipsis" size="sm" label={t('edit.more', { name: section.name })} />}
                items={[
                  { label: t('edit.add_lesson', { lesson: lessonWord(t, course) }), icon: 'plus', onSelect: () => setAdding(section) },
                  { label: t('edit.change'), icon: 'pencil', onSelect: () => setEditing(section) },
                  { label: t('delete'), icon: 'trash-2', tone: 'danger', onSelect: () => void askSection(section) },
                ]}
              />
            </div>
          )
          return (
            <>
              {row}
              {add}
            </>
          )
        }}
      </Sortable>
      {editing && <SectionForm course={course} section={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      {adding && <LessonForm course={course} section={adding} onClose={() => setAdding(null)} />}
    </div>
  )
}

function Length({ section }: { section: Section }) {
  const t = useT()
  const seconds = section.lessons.reduce((sum, lesson) => sum + (lesson.featured_media_duration ?? 0), 0)
  return seconds > 0 ? <span className="text-12 text-text-3 tabular-nums">{span(t, seconds)}</span> : null
}

interface LessonRowProps {
  course: Course
  section: Section
  lesson: OutlineLesson
  current: boolean
  handle: SortHandle
  items: MenuItem[]
}
function LessonRow({ course, section, lesson, current, handle, items }: LessonRowProps) {
  const t = useT()
  return (
    <div
      className={cx(
        'flex min-h-9 items-center gap-1 rounded-control max-desk:min-h-11',
        current ? 'bg-brand-soft text-on-brand-soft' : 'bg-surface hover:bg-hover',
      )}
    >
      {handle.grip}
      <Icon name={lesson.icon} size="sm" className="flex-none text-text-3" />
      <Link
        to={editPath(course.slug, section.id, lesson.id)}
        aria-current={current ? 'page' : undefined}
        className={cx('min-w-0 flex-1 px-1.5 py-2 text-13', current && 'font-medium')}
      >
        {lesson.name}
      </Link>
      {lesson.is_free && <Badge tone="info">{t('free')}</Badge>}
      {lesson.status === 'draft' && <Badge tone="warning">{t(lesson.is_empty ? 'edit.empty' : 'draft')}</Badge>}
      {lesson.featured_media_duration !== null && <span className="text-12 text-text-3 tabular-nums">{clock(lesson.featured_media_duration)}</span>}
      <Menu trigger={<IconButton icon="ellipsis" size="sm" label={t('edit.more', { name: lesson.name })} />} items={items} />
    </div>
  )
}

/** A moment of `<input type="datetime-local">`, by the clock of this browser. */
export const localMoment = (iso: string | null): string => {
  if (!iso) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
export const momentIso = (local: string): string | null => (local ? new Date(local).toISOString() : null)

function SectionForm({ course, section, onClose }: { course: Course; section: Section | null; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(section?.name ?? '')
  const [delay, setDelay] = useState(String(section?.drip_delay ?? 0))
  const [opens, setOpens] = useState(localMoment(section?.opens_at ?? null))
  const [tells, setTells] = useState(section?.notify_students_enabled ?? true)
  const options = { invalidates: [contract], onSuccess: onClose }
  const create = useWrite(routes.createSection, options)
  const update = useWrite(routes.updateSection, options)
  const { error, isPending } = section ? update : create
  const errors = useFieldErrors(error)
  const submit = () => {
    const body = { section: { name, drip_delay: Number(delay) || 0, dripped_at: momentIso(opens), notify_students_enabled: tells } }
    return section
      ? update.mutateAsync({ params: { courseId: course.id, id: section.id }, body })
      : create.mutateAsync({ params: { courseId: course.id }, body })
  }
  return (
    <FormDialog
      title={t(section ? 'edit.section_change' : 'edit.section_new')}
      onClose={onClose}
      onSubmit={submit}
      error={error}
      action={t('save')}
      pending={isPending}
    >
      <Field label={t('edit.name')} error={errors['section.name']}>
        <Input value={name} maxLength={120} autoFocus onChange={(event) => setName(event.target.value)} />
      </Field>
      {course.course_type === 'structured' && (
        <Field label={t('edit.drip_delay')} help={t('edit.drip_delay_help')} error={errors['section.drip_delay']}>
          <Input type="number" min={0} max={MAX_DELAY} value={delay} onChange={(event) => setDelay(event.target.value)} />
        </Field>
      )}
      {course.course_type === 'scheduled' && (
        <Field label={t('edit.dripped_at')} error={errors['section.dripped_at']}>
          <Input type="datetime-local" value={opens} onChange={(event) => setOpens(event.target.value)} />
        </Field>
      )}
      <Switch label={t('edit.tells')} checked={tells} onChange={setTells} />
    </FormDialog>
  )
}

function LessonForm({ course, section, onClose }: { course: Course; section: Section; onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [kind, setKind] = useState('video')
  const kinds = useRead(routes.kinds)
  const create = useWrite(routes.createLesson, {
    invalidates: [contract],
    onSuccess: (lesson) => {
      onClose()
      navigate(editPath(course.slug, lesson.section_id, lesson.id))
    },
  })
  const errors = useFieldErrors(create.error)
  return (
    <FormDialog
      title={t('edit.add_lesson', { lesson: lessonWord(t, course) })}
      onClose={onClose}
      onSubmit={() => create.mutateAsync({ params: { courseId: course.id }, body: { lesson: { name, kind, section_id: section.id } } })}
      error={create.error}
      action={t('edit.add')}
      pending={create.isPending}
    >
      <Field label={t('edit.name')} error={errors['lesson.name']}>
        <Input value={name} maxLength={200} autoFocus onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('edit.kind')} error={errors['lesson.kind']}>
        <Select
          value={kind}
          onChange={(event) => setKind(event.target.value)}
          options={(kinds.data?.records ?? []).map(({ key, plugin }) => ({ value: key, label: translate(plugin, `lesson.${key}`) }))}
        />
      </Field>
    </FormDialog>
  )
}
