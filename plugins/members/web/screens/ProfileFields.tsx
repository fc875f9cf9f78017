/** `/members/profile_fields`: what the community asks its members, in which order. */
import {
  AdminPage,
  Badge,
  Button,
  Card,
  EmptyState,
  Icon,
  IconButton,
  Menu,
  Query,
  SearchField,
  Segment,
  Skeleton,
  Sortable,
  toast,
  useConfirm,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { type ReactNode, useState } from 'react'
import contract, { type ProfileField } from '../../contract.ts'
import { FIELD_ICONS, FieldForm } from '../components/FieldForm.tsx'

const { routes } = contract

export default function ProfileFields() {
  const t = useT()
  const [editing, setEditing] = useState<ProfileField | 'new' | null>(null)
  const [archived, setArchived] = useState(false)
  const [text, setText] = useState('')
  const query = useRead(routes.fields, { query: { archived } })
  const add = { label: t('fields.new'), icon: 'plus', primary: true, onSelect: () => setEditing('new') }
  return (
    <AdminPage
      name="members/ProfileFields"
      title={t('admin.fields')}
      text={t('fields.text')}
      who="members.manage"
      actions={[{ label: t('fields.places'), icon: 'eye', to: '/members/profile_fields/manage' }, add]}
    >
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <SearchField value={text} onChange={setText} label={t('fields.search')} placeholder={t('fields.search')} className="min-w-48 flex-1" />
        <Segment
          label={t('fields.state')}
          value={archived ? 'archived' : 'active'}
          onChange={(value) => setArchived(value === 'archived')}
          items={(['active', 'archived'] as const).map((value) => ({ value, label: t(`fields.${value}`) }))}
        />
      </div>
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={260} />}
        isEmpty={({ records }) => records.length === 0}
        empty={
          archived ? (
            <EmptyState icon="archive" title={t('fields.none_archived')} text={t('fields.none_archived_text')} />
          ) : (
            <EmptyState
              icon="list-checks"
              title={t('fields.none')}
              text={t('fields.none_text')}
              action={
                <Button variant="primary" icon="plus" onClick={add.onSelect}>
                  {add.label}
                </Button>
              }
            />
          )
        }
      >
        {({ records }) => <FieldList fields={records} text={text.trim().toLowerCase()} archived={archived} onEdit={setEditing} />}
      </Query>
      {editing && <FieldForm field={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </AdminPage>
  )
}

interface FieldListProps {
  fields: readonly ProfileField[]
  text: string
  archived: boolean
  onEdit: (field: ProfileField) => void
}
function FieldList({ fields, text, archived, onEdit }: FieldListProps) {
  const t = useT()
  const order = useWrite(routes.reorderFields, {
    invalidates: [routes.fields],
    optimistic: (cache, { body }) =>
      cache.update(routes.fields, { query: { archived: false } }, (reply) => ({
        ...reply,
        records: [...reply.records].sort((a, b) => body.profile_field_ids.indexOf(a.id) - body.profile_field_ids.indexOf(b.id)),
      })),
    onError: (error) => toast.error(error.message),
  })
  const shown = fields.filter(({ label }) => label.toLowerCase().includes(text))
  if (shown.length === 0) return <EmptyState icon="search" title={t('none.title')} text={t('fields.none_found')} />
  // what is sought, or archived, is not put in order
  if (archived || text)
    return (
      <Card as="ul">
        {shown.map((field) => (
          <li key={field.id} className="not-first:border-t">
            <Row field={field} onEdit={onEdit} />
          </li>
        ))}
      </Card>
    )
  return (
    <Card className="overflow-clip">
      <Sortable
        items={shown}
        label={t('admin.fields')}
        nameOf={({ label }) => label}
        onMove={(next) => order.mutate({ body: { profile_field_ids: next.map(({ id }) => id) } })}
        itemClassName="bg-surface not-first:border-t"
      >
        {(field, { grip }) => <Row field={field} grip={grip} onEdit={onEdit} />}
      </Sortable>
    </Card>
  )
}

function Row({ field, grip, onEdit }: { field: ProfileField; grip?: ReactNode; onEdit: (field: ProfileField) => void }) {
  const t = useT()
  const confirm = useConfirm()
  const options = { invalidates: [routes.fields, routes.filterKit, routes.answers], onError: (error: Error) => toast.error(error.message) }
  const archive = useWrite(routes.archiveField, { ...options, onSuccess: () => toast.success(t('fields.archived_done')) })
  const unarchive = useWrite(routes.unarchiveField, options)
  const destroy = useWrite(routes.destroyField, { ...options, onSuccess: () => toast.success(t('fields.deleted')) })
  const byId = { params: { id: field.id } }
  const remove = async () => {
    if (await confirm({ title: t('fields.delete_title', { name: field.label }), text: t('fields.delete_text'), action: t('fields.delete'), tone: 'danger' }))
      destroy.mutate(byId)
  }
  const places = field.pages.filter(({ visible }) => visible).map(({ name }) => t(`page.${name}`))
  return (
    <div className="flex items-center gap-3 px-3 py-3 desk:px-4">
      {grip}
      <Icon name={FIELD_ICONS[field.field_type]} className="text-text-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <button type="button" className="truncate text-start font-medium hover:underline" onClick={() => onEdit(field)}>
            {field.label}
          </button>
          {field.required && <Badge>{t('fields.required')}</Badge>}
          {field.admin_only && <Badge tone="info">{t('fields.admin_only')}</Badge>}
        </p>
        <p className="truncate text-13 text-text-3">{[t(`type.${field.field_type}`), ...places].join(' · ')}</p>
      </div>
      <Menu
        trigger={<IconButton icon="ellipsis" label={t('fields.menu', { name: field.label })} />}
        items={[
          { label: t('menu.edit'), icon: 'pencil', onSelect: () => onEdit(field) },
          field.archived
            ? { label: t('fields.unarchive'), icon: 'undo-2', onSelect: () => unarchive.mutate(byId) }
            : { label: t('fields.archive'), icon: 'archive', onSelect: () => archive.mutate(byId) },
          field.archived && { label: t('fields.delete'), icon: 'trash-2', tone: 'danger', onSelect: () => void remove() },
        ]}
      />
    </div>
  )
}
