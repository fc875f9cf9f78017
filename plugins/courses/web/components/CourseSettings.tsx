/** How a course behaves: its pace, its order, its certificate, what it waits for, its cohorts. */
import {
  Button,
  Card,
  CardHead,
  Checkbox,
  Field,
  Form,
  formatTime,
  IconButton,
  Input,
  LinkButton,
  ListRow,
  Query,
  RadioGroup,
  SaveBar,
  Select,
  SettingRow,
  Skeleton,
  Slot,
  Switch,
  Textarea,
  toast,
  useConfirm,
  useEdits,
  useFieldErrors,
  useRead,
  useSession,
  useT,
  useWrite,
  FormDialog,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Cohort, type Course, COURSE_TYPES, LESSON_LABELS, SECTION_LABELS, type Settings } from '../../contract.ts'
import { localMoment, momentIso } from './OutlineEditor.tsx'

const { routes } = contract
type Certificate = NonNullable<Course['certificate']>
interface Fields extends Settings {
  summary: string
  in_directory: boolean
  course_topic_ids: number[]
  prerequisite_ids: number[]
  certificate: Certificate
}
const SETTINGS = [
  'course_type',
  'custom_lesson_label',
  'custom_section_label',
  'enforce_lessons_order',
  'new_comment_notification_enabled',
  'lesson_thumbnails_visible',
] as const
const fieldsOf = (course: Course): Fields => ({
  ...(Object.fromEntries(SETTINGS.map((key) => [key, course[key]])) as Settings),
  summary: course.summary,
  in_directory: course.in_directory,
  course_topic_ids: course.topics.map(({ id }) => id),
  prerequisite_ids: course.prerequisites.map(({ id }) => id),
  certificate: course.certificate!,
})

export function CourseSettings({ course }: { course: Course }) {
  const t = useT()
  const params = { courseId: course.id }
  const { can } = useSession()
  const topics = useRead(routes.topics, { query: { per_page: 100 } })
  const others = useRead(routes.directory, { query: { per_page: 100 } })
  const settings = useWrite(routes.updateSettings, { invalidates: [contract] })
  const update = useWrite(routes.update, { invalidates: [contract] })
  const { value, set, errors, form, bar } = useEdits(fieldsOf(course), async (changes) => {
    const own = Object.fromEntries(SETTINGS.filter((key) => key in changes).map((key) => [key, changes[key]]))
    const { summary, in_directory, course_topic_ids, prerequisite_ids, certificate } = changes
    const rest = { summary, in_directory, course_topic_ids, prerequisite_ids, certificate }
    if (Object.values(rest).some((one) => one !== undefined)) await update.mutateAsync({ params, body: { course: rest } })
    if (Object.keys(own).length > 0) await settings.mutateAsync({ params, body: { course_setting: own } })
  })
  const toggle = (ids: number[], id: number, on: boolean) => (on ? [...ids, id] : ids.filter((one) => one !== id))
  const look = (change: Partial<Certificate>) => set({ certificate: { ...value.certificate, ...change } })
  const row = (key: 'enforce_lessons_order' | 'new_comment_notification_enabled' | 'lesson_thumbnails_visible' | 'in_directory') => (
    <SettingRow
      title={t(`field.${key}`)}
      text={t(`field.${key}_help`)}
      control={(aria) => <Switch {...aria} checked={value[key]} onChange={(on) => set({ [key]: on })} />}
    />
  )
  const waitsFor = (others.data?.records ?? []).filter(({ id }) => id !== course.id)
  return (
    <div className="mx-auto grid w-full max-w-[760px] gap-5 px-4 py-6">
      <Form {...form} className="grid gap-5">
        <Card>
          <CardHead title={t('settings.course')} />
          <div className="p-4 desk:p-5">
            <Field label={t('field.summary')} help={t('field.summary_help')} error={errors['course.summary']} className="mb-4">
              <Textarea value={value.summary} maxLength={300} rows={2} onChange={(event) => set({ summary: event.target.value })} />
            </Field>
            <Field label={t('field.course_type')}>
              <RadioGroup
                cards
                label={t('field.course_type')}
                value={value.course_type}
                onChange={(course_type) => set({ course_type })}
                options={COURSE_TYPES.map((key) => ({ value: key, label: t(`type.${key}`), text: t(`type.${key}_text`) }))}
              />
            </Field>
            <div className="mt-4 grid gap-4 sm:grid-cols-2">
              <Field label={t('field.custom_section_label')}>
                <Select
                  value={value.custom_section_label ?? 'section'}
                  onChange={(event) => set({ custom_section_label: event.target.value as Settings['custom_section_label'] })}
                  options={SECTION_LABELS.map((key) => ({ value: key, label: t(`label.${key}`) }))}
                />
              </Field>
              <Field label={t('field.custom_lesson_label')}>
                <Select
                  value={value.custom_lesson_label ?? 'lesson'}
                  onChange={(event) => set({ custom_lesson_label: event.target.value as Settings['custom_lesson_label'] })}
                  options={LESSON_LABELS.map((key) => ({ value: key, label: t(`label.${key}`) }))}
                />
              </Field>
            </div>
          </div>
          {row('enforce_lessons_order')}
          {row('new_comment_notification_enabled')}
          {row('lesson_thumbnails_visible')}
          {row('in_directory')}
        </Card>
        <Card>
          <CardHead
            title={t('settings.certificate')}
            text={t('settings.certificate_text')}
            action={
              <LinkButton size="sm" icon="eye" target="_blank" to={`/internal_api/courses/${course.id}/certificate.pdf`}>
                {t('settings.sample')}
              </LinkButton>
            }
          />
          <SettingRow
            title={t('field.certificate')}
            text={t('field.certificate_help')}
            control={(aria) => <Switch {...aria} checked={value.certificate.enabled} onChange={(enabled) => look({ enabled })} />}
          />
          {value.certificate.enabled && (
            <div className="grid gap-4 p-4 sm:grid-cols-2 desk:p-5">
              {(['title', 'text', 'signer', 'signer_title'] as const).map((key) => (
                <Field key={key} label={t(`certificate_field.${key}`)}>
                  <Input value={value.certificate[key]} maxLength={key === 'text' ? 300 : 80} onChange={(event) => look({ [key]: event.target.value })} />
                </Field>
              ))}
            </div>
          )}
        </Card>
        {waitsFor.length > 0 && (
          <Card>
            <CardHead title={t('settings.prerequisites')} text={t('settings.prerequisites_text')} />
            <div className="grid gap-2 p-4 desk:p-5">
              {waitsFor.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={value.prerequisite_ids.includes(id)}
                  onChange={(on) => set({ prerequisite_ids: toggle(value.prerequisite_ids, id, on) })}
                />
              ))}
              {errors['course.prerequisite_ids'] && <p className="text-13 text-danger">{errors['course.prerequisite_ids']}</p>}
            </div>
          </Card>
        )}
        {((topics.data?.records.length ?? 0) > 0 || can('courses.manage')) && (
          <Card>
            <CardHead
              title={t('settings.topics')}
              text={t('settings.topics_text')}
              action={
                can('courses.manage') && (
                  <LinkButton size="sm" to="/settings/course_topics">
                    {t('settings.topics_manage')}
                  </LinkButton>
                )
              }
            />
            <div className="grid gap-2 p-4 desk:p-5">
              {topics.data?.records.length === 0 && <p className="text-13 text-text-3">{t('topics.none')}</p>}
              {topics.data?.records.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={value.course_topic_ids.includes(id)}
                  onChange={(on) => set({ course_topic_ids: toggle(value.course_topic_ids, id, on) })}
                />
              ))}
            </div>
          </Card>
        )}
        <SaveBar {...bar} />
      </Form>
      <Slot of={contract.slots['course.selling']} props={{ course }} />
      <Cohorts course={course} />
    </div>
  )
}

function Cohorts({ course }: { course: Course }) {
  const t = useT()
  const confirm = useConfirm()
  const params = { courseId: course.id }
  const query = useRead(routes.cohorts, { params })
  const [editing, setEditing] = useState<Cohort | 'new' | null>(null)
  const remove = useWrite(routes.destroyCohort, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const ask = async (cohort: Cohort) => {
    const yes = await confirm({ title: t('cohorts.delete', { name: cohort.name }), text: t('cohorts.delete_text'), action: t('delete'), tone: 'danger' })
    if (yes) remove.mutate({ params: { ...params, id: cohort.id } })
  }
  return (
    <Card>
      <CardHead
        title={t('cohorts.title')}
        text={t('cohorts.text')}
        action={
          <Button size="sm" icon="plus" onClick={() => setEditing('new')}>
            {t('cohorts.new')}
          </Button>
        }
      />
      <Query
        query={query}
        skeleton={<Skeleton h={60} />}
        isEmpty={({ records }) => records.length === 0}
        empty={<p className="p-4 text-13 text-text-3 desk:px-5">{t('cohorts.none')}</p>}
      >
        {({ records }) => (
          <ul>
            {records.map((cohort: Cohort) => (
              <ListRow as="li" key={cohort.id} className="flex items-center gap-3">
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{cohort.name}</span>
                  <span className="text-13 text-text-3">
                    {formatTime(cohort.starts_at, { kind: 'datetime' })} · {t('home.students', { count: cohort.students_count })}
                  </span>
                </span>
                <IconButton icon="pencil" label={t('cohorts.change', { name: cohort.name })} onClick={() => setEditing(cohort)} />
                <IconButton icon="trash-2" label={t('cohorts.delete', { name: cohort.name })} onClick={() => void ask(cohort)} />
              </ListRow>
            ))}
          </ul>
        )}
      </Query>
      {editing && <CohortForm course={course} cohort={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </Card>
  )
}
function CohortForm({ course, cohort, onClose }: { course: Course; cohort: Cohort | null; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(cohort?.name ?? '')
  const [starts, setStarts] = useState(localMoment(cohort?.starts_at ?? null))
  const options = { invalidates: [contract], onSuccess: onClose }
  const create = useWrite(routes.createCohort, options)
  const update = useWrite(routes.updateCohort, options)
  const { error, isPending } = cohort ? update : create
  const errors = useFieldErrors(error)
  const submit = () => {
    const body = { cohort: { name, starts_at: momentIso(starts) ?? '' } }
    return cohort ? update.mutateAsync({ params: { courseId: course.id, id: cohort.id }, body }) : create.mutateAsync({ params: { courseId: course.id }, body })
  }
  return (
    <FormDialog title={t(cohort ? 'cohorts.edit' : 'cohorts.new')} onClose={onClose} onSubmit={submit} error={error} action={t('save')} pending={isPending}>
      <Field label={t('edit.name')} error={errors['cohort.name']}>
        <Input value={name} maxLength={80} autoFocus onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('cohorts.starts')} error={errors['cohort.starts_at']}>
        <Input type="datetime-local" value={starts} onChange={(event) => setStarts(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
