/** All forms: how many submissions each has, and what is done with it. */
import {
  Button,
  Field,
  FormDialog,
  Input,
  Link,
  ListScreen,
  Time,
  toast,
  useAskedWrite,
  useFieldErrors,
  useList,
  useNavigate,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { STATUSES } from '../../contract.ts'
import { Share } from '../components/Share.tsx'
import { StatusBadge } from '../components/StatusBadge.tsx'

const { routes } = contract

export default function Forms() {
  const t = useT()
  const navigate = useNavigate()
  const [isNew, setIsNew] = useState(false)
  const [shared, setShared] = useState<number | null>(null)
  const list = useList(routes.list, { search: 'name', filters: { status: '' } })
  const onError = (error: Error) => toast.error(error.message)
  const duplicate = useWrite(routes.duplicate, { invalidates: [routes.list], onSuccess: (made) => navigate(`/settings/emails/forms/${made.id}`), onError })
  const publish = useWrite(routes.publish, { invalidates: [contract], onSuccess: () => toast.success(t('published')), onError })
  const remove = useAskedWrite(routes.destroy, [contract])
  const add = () => setIsNew(true)
  return (
    <ListScreen
      name="forms/Forms"
      title={t('admin.forms')}
      text={t('list.text')}
      actions={[{ label: t('list.new'), icon: 'plus', primary: true, onSelect: add }]}
      who="forms.manage"
      list={list}
      search={t('list.search')}
      filters={[
        {
          field: 'status',
          label: t('list.status'),
          options: [{ value: '', label: t('list.all') }, ...STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))],
          segment: true,
        },
      ]}
      height={280}
      empty={{
        icon: 'clipboard-list',
        title: t('list.none'),
        text: t('list.none_text'),
        action: (
          <Button variant="primary" icon="plus" onClick={add}>
            {t('list.new')}
          </Button>
        ),
      }}
      found={{ title: t('list.none_found') }}
      columns={[
        {
          key: 'name',
          title: t('list.name'),
          render: (form) => (
            <Link to={`/settings/emails/forms/${form.id}`} className="font-medium hover:underline">
              {form.name}
            </Link>
          ),
        },
        { key: 'status', state: true, title: t('list.status'), render: (form) => <StatusBadge status={form.status} /> },
        {
          key: 'submissions',
          title: t('list.submissions'),
          align: 'right',
          render: (form) => (
            <Link to={`/settings/emails/forms/${form.id}/submissions`} className="tabular-nums hover:underline">
              {form.submissions_count.toLocaleString()}
            </Link>
          ),
        },
        { key: 'updated', title: t('list.updated'), className: 'whitespace-nowrap', render: (form) => <Time value={form.updated_at} kind="day" /> },
      ]}
      menu={(form) => ({
        label: t('list.menu', { name: form.name }),
        items: [
          { label: t('edit'), icon: 'pencil', to: `/settings/emails/forms/${form.id}` },
          { label: t('list.submissions'), icon: 'inbox', to: `/settings/emails/forms/${form.id}/submissions` },
          form.status === 'published'
            ? { label: t('share'), icon: 'share-2', onSelect: () => setShared(form.id) }
            : { label: t('publish'), icon: 'play', onSelect: () => publish.mutate({ params: { id: form.id } }) },
          { label: t('duplicate'), icon: 'copy', onSelect: () => duplicate.mutate({ params: { id: form.id } }) },
          '-',
          {
            label: t('delete'),
            icon: 'trash-2',
            tone: 'danger',
            onSelect: () =>
              void remove(
                { params: { id: form.id } },
                { title: t('delete.title', { name: form.name }), text: t('delete.text', { count: form.submissions_count }), action: t('delete') },
                t('deleted', { name: form.name }),
              ),
          },
        ],
      })}
    >
      {isNew && <NewForm onClose={() => setIsNew(false)} />}
      {shared !== null && <ShareOf id={shared} onClose={() => setShared(null)} />}
    </ListScreen>
  )
}

function ShareOf({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useRead(routes.show, { params: { id } })
  return data ? <Share form={data} onClose={onClose} /> : null
}

function NewForm({ onClose }: { onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const create = useWrite(routes.create, { invalidates: [routes.list], onSuccess: (form) => navigate(`/settings/emails/forms/${form.id}`) })
  const errors = useFieldErrors(create.error)
  return (
    <FormDialog
      title={t('list.new')}
      onClose={onClose}
      onSubmit={() => create.mutateAsync({ body: { name } })}
      error={create.error}
      action={t('create')}
      pending={create.isPending}
    >
      <Field label={t('list.name')} help={t('list.name_help')} error={errors['name']}>
        <Input value={name} maxLength={120} required autoFocus placeholder={t('list.name_example')} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
