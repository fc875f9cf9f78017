/** Course topics: the names by which the directory is narrowed. */
import {
  AdminPage,
  Button,
  DataTable,
  Dialog,
  EmptyState,
  ErrorState,
  Field,
  Form,
  IconButton,
  Input,
  LoadMore,
  Menu,
  Skeleton,
  Time,
  toast,
  useConfirm,
  useFieldErrors,
  useReadPages,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useId, useState } from 'react'
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
      {query.isPending ? (
        <Skeleton w="100%" h={240} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <DataTable<Topic>
            label={t('admin.topics')}
            rows={query.data.pages.flatMap((page) => page.records)}
            empty={<EmptyState icon="tags" title={t('topics.none')} text={t('topics.none_text')} />}
            columns={[
              { key: 'name', title: t('edit.name'), render: ({ name }) => <span className="font-medium">{name}</span> },
              { key: 'courses', title: t('nav.courses'), align: 'right', render: ({ courses_count }) => courses_count },
              { key: 'created', title: t('topics.created'), render: ({ created_at }) => <Time value={created_at} kind="day" /> },
              {
                key: 'menu',
                pinned: true,
                align: 'right',
                title: <span className="sr-only">{t('students.acts')}</span>,
                render: (topic) => (
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
          <LoadMore query={query} />
        </>
      )}
      {editing && <TopicForm topic={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </AdminPage>
  )
}
function TopicForm({ topic, onClose }: { topic: Topic | null; onClose: () => void }) {
  const t = useT()
  const form = useId()
  const [name, setName] = useState(topic?.name ?? '')
  const options = { invalidates: [contract], onSuccess: onClose }
  const create = useWrite(routes.createTopic, options)
  const update = useWrite(routes.updateTopic, options)
  const { error, isPending } = topic ? update : create
  const errors = useFieldErrors(error)
  const submit = () =>
    topic ? update.mutateAsync({ params: { id: topic.id }, body: { course_topic: { name } } }) : create.mutateAsync({ body: { course_topic: { name } } })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(topic ? 'topics.edit' : 'topics.new')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} loading={isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit} error={error}>
        <Field label={t('edit.name')} error={errors['course_topic.name']}>
          <Input value={name} maxLength={60} autoFocus onChange={(event) => setName(event.target.value)} />
        </Field>
      </Form>
    </Dialog>
  )
}
