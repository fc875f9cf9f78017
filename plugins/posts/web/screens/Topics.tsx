/** Topics: the names that posts carry, for those who keep them in order. */
import {
  AdminPage,
  Badge,
  Checkbox,
  EmptyState,
  PagedTable,
  Field,
  IconButton,
  Input,
  Menu,
  SearchField,
  Switch,
  Time,
  toast,
  useConfirm,
  useFieldErrors,
  useRead,
  useReadPages,
  useSettled,
  useT,
  useWrite,
  FormDialog,
} from '@atrium/sdk/web'
import { useState } from 'react'
import spaces from '../../../spaces/contract.ts'
import contract, { type FullTopic } from '../../contract.ts'

const { routes } = contract

export default function Topics() {
  const t = useT()
  const confirm = useConfirm()
  const [text, setText] = useState('')
  const [editing, setEditing] = useState<FullTopic | 'new' | null>(null)
  const name = useSettled(text.trim()) || undefined
  const query = useReadPages(routes.topics, { query: { name } }, { keepPrevious: true })
  const list = useRead(spaces.routes.list, { query: { include_sidebar: true } })
  const spaceNames = new Map((list.data?.records ?? []).map((space) => [space.id, `${space.emoji ?? ''} ${space.name}`.trim()]))
  const remove = useWrite(routes.destroyTopic, {
    invalidates: [contract],
    onSuccess: () => toast.success(t('topics.deleted')),
    onError: (error) => toast.error(error.message),
  })
  const ask = async (topic: FullTopic) => {
    const yes = await confirm({
      title: t('topics.delete_title', { name: topic.name }),
      text: t('topics.delete_text'),
      action: t('menu.delete'),
      tone: 'danger',
    })
    if (yes) remove.mutate({ params: { id: topic.id } })
  }
  return (
    <AdminPage
      name="posts/Topics"
      title={t('admin.topics')}
      text={t('topics.text')}
      actions={[{ label: t('topics.new'), icon: 'plus', primary: true, onSelect: () => setEditing('new') }]}
      who="posts.manage"
      wide
    >
      <div className="mb-4 max-w-80">
        <SearchField value={text} onChange={setText} placeholder={t('topics.search')} />
      </div>
      <PagedTable
        query={query}
        height={240}
        label={t('admin.topics')}
        empty={<EmptyState icon="tags" title={t(name ? 'topics.none_found' : 'topics.none')} text={t('topics.none_text')} />}
        columns={[
          {
            key: 'name',
            title: t('topics.name'),
            render: (topic: FullTopic) => (
              <span className="flex items-center gap-2 font-medium">
                {topic.name}
                {topic.admin_only && <Badge>{t('topics.admin_only')}</Badge>}
              </span>
            ),
          },
          {
            key: 'spaces',
            title: t('topics.spaces'),
            render: (topic: FullTopic) =>
              topic.space_ids.length === 0 ? (
                <span className="text-text-3">{t('topics.everywhere')}</span>
              ) : (
                topic.space_ids.map((id) => spaceNames.get(id) ?? id).join(', ')
              ),
          },
          { key: 'author', title: t('admin.author'), render: (topic: FullTopic) => topic.author?.name ?? '' },
          { key: 'created_at', title: t('admin.date'), render: (topic: FullTopic) => <Time value={topic.created_at} kind="day" /> },
          {
            key: 'menu',
            pinned: true,
            title: <span className="sr-only">{t('topics.acts')}</span>,
            align: 'right',
            render: (topic: FullTopic) => (
              <Menu
                trigger={<IconButton icon="ellipsis" label={t('topics.menu', { name: topic.name })} />}
                items={[
                  { label: t('menu.edit'), icon: 'pencil', onSelect: () => setEditing(topic) },
                  { label: t('menu.delete'), icon: 'trash-2', tone: 'danger', onSelect: () => void ask(topic) },
                ]}
              />
            ),
          },
        ]}
      />
      {editing && <TopicForm topic={editing === 'new' ? null : editing} spaceNames={spaceNames} onClose={() => setEditing(null)} />}
    </AdminPage>
  )
}

function TopicForm({ topic, spaceNames, onClose }: { topic: FullTopic | null; spaceNames: Map<number, string>; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(topic?.name ?? '')
  const [adminOnly, setAdminOnly] = useState(topic?.admin_only ?? false)
  const [some, setSome] = useState((topic?.space_ids.length ?? 0) > 0)
  const [chosen, setChosen] = useState<number[]>(topic?.space_ids ?? [])
  const options = {
    invalidates: [contract],
    onSuccess: () => {
      toast.success(t('topics.saved'))
      onClose()
    },
  }
  const create = useWrite(routes.createTopic, options)
  const update = useWrite(routes.updateTopic, options)
  const { isPending } = topic ? update : create
  const error = topic ? update.error : create.error
  const errors = useFieldErrors(error)
  const submit = () => {
    const body = { name, admin_only: adminOnly, space_ids: some ? chosen : [] }
    return topic ? update.mutateAsync({ params: { id: topic.id }, body }) : create.mutateAsync({ body })
  }
  return (
    <FormDialog title={t(topic ? 'topics.edit' : 'topics.new')} onClose={onClose} onSubmit={submit} error={error} action={t('topics.save')} pending={isPending}>
      <Field label={t('topics.name')} error={errors.name}>
        <Input value={name} maxLength={80} onChange={(event) => setName(event.target.value)} autoFocus />
      </Field>
      <Switch label={t('topics.admin_only_long')} checked={adminOnly} onChange={setAdminOnly} />
      <Switch label={t('topics.some_spaces')} checked={some} onChange={setSome} />
      {some && (
        <fieldset className="grid max-h-56 gap-2 overflow-y-auto rounded-card border border-border p-3">
          <legend className="sr-only">{t('topics.spaces')}</legend>
          {[...spaceNames].map(([id, label]) => (
            <Checkbox
              key={id}
              label={label}
              checked={chosen.includes(id)}
              onChange={(on) => setChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  )
}
