/** Course topics: the names by which the directory is narrowed. */
import {
  AdminPage,
  EmptyState,
  Field,
  IconButton,
  Input,
  Menu,
  PagedTable,
  Time,
  toast,
  useConfirm,
  useFieldErrors,
  useReadPages,
  useT,
  useWrite,
  FormDialog,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Topic } from '../../contract.ts'

const { routes } = contract

export default function Topics() {
  const t = useT()
  const confirm = useConfirm()
  const [editing, setEditing] = useState<Topic | 'new' | null>(null)
  const query = useReadPages(routes.topics)
  const remove = useWrite(routes.destroyTopic, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const ask = async (topic: Topic) => {
    const yes = await confirm({ title: t('topics.delete', { name: topic.name }), text: t('topics.delete_text'), action: t('delete'), tone: 'danger' })
    if (yes) remove.mutate({ params: { id: topic.id } })
  }
  return (
    <AdminPage
      name="courses/Topics"
      title={t('admin.topics')}
      text={t('topics.text')}
      actions={[{ label: t('topics.new'), icon: 'plus', primary: true, onSelect: () => setEditing('new') }]}
      who="courses.manage"
    >
      <PagedTable
        query={query}
        height={240}
        label={t('admin.topics')}
        empty={<EmptyState icon="tags" title={t('topics.none')} text={t('topics.none_text')} />}
        columns={[
          { key: 'name', title: t('edit.name'), render: ({ name }: Topic) => <span className="font-medium">{name}</span> },
          { key: 'courses', title: t('nav.courses'), align: 'right', render: ({ courses_count }: Topic) => courses_count },
          { key: 'created', title: t('topics.created'), render: ({ created_at }: Topic) => <Time value={created_at} kind="day" /> },
          {
            key: 'menu',
            pinned: true,
            align: 'right',
            title: <span className="sr-only">{t('students.acts')}</span>,
            render: (topic: Topic) => (
              <Menu
                trigger={<IconButton icon="ellipsis" label={t('edit.more', { name: topic.name })} />}
                items={[
                  { label: t('edit.change'), icon: 'pencil', onSelect: () => setEditing(topic) },
                  { label: t('delete'), icon: 'trash-2', tone: 'danger', onSelect: () => void ask(topic) },
                ]}
              />
            ),
          },
        ]}
      />
      {editing && <TopicForm topic={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </AdminPage>
  )
}
function TopicForm({ topic, onClose }: { topic: Topic | null; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(topic?.name ?? '')
  const options = { invalidates: [contract], onSuccess: onClose }
  const create = useWrite(routes.createTopic, options)
  const update = useWrite(routes.updateTopic, options)
  const { error, isPending } = topic ? update : create
  const errors = useFieldErrors(error)
  const submit = () =>
    topic ? update.mutateAsync({ params: { id: topic.id }, body: { course_topic: { name } } }) : create.mutateAsync({ body: { course_topic: { name } } })
  return (
    <FormDialog title={t(topic ? 'topics.edit' : 'topics.new')} onClose={onClose} onSubmit={submit} error={error} action={t('save')} pending={isPending}>
      <Field label={t('edit.name')} error={errors['course_topic.name']}>
        <Input value={name} maxLength={60} autoFocus onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
