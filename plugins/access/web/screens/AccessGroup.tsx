/** One access group: its name, what it opens, and who is in it; the same form makes a new one. */
import { AdminPage, Card, CardHead, Field, Input, Note, Query, SaveBar, Skeleton, Textarea } from '@atrium/sdk/web'
import { toast, useFieldErrors, useNavigate, useParams, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type AccessGroup as Group } from '../../contract.ts'
import { GroupPeople } from '../components/GroupPeople.tsx'
import { type Places, PlaceTree } from '../components/PlaceTree.tsx'
import { useArchive } from '../components/useArchive.ts'

const BACK = '/settings/access_groups'
const EMPTY = { name: '', description: '', space_ids: [], space_group_ids: [] }
type Fields = Places & { name: string; description: string }

export default function AccessGroup() {
  const t = useT()
  const { id } = useParams()
  const query = useRead(contract.routes.group, id === 'new' ? undefined : { params: { id: Number(id) } })
  const { archive, bringBack } = useArchive()
  const group = query.data
  const turn =
    group &&
    (group.status === 'active'
      ? { label: t('groups.archive'), icon: 'archive', onSelect: () => archive(group) }
      : { label: t('groups.unarchive'), icon: 'rotate-ccw', onSelect: () => bringBack(group) })
  return (
    <AdminPage
      name="access/AccessGroup"
      title={id === 'new' ? t('groups.new') : (group?.name ?? t('groups.title'))}
      back={{ to: BACK, label: t('groups.title') }}
      actions={[turn]}
      who="access.manage"
    >
      {id === 'new' ? (
        <Editor key="new" saved={null} />
      ) : (
        <Query query={query} skeleton={<Skeleton w="100%" h={420} />}>
          {(found) => (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
              {found.status === 'archived' && <Note icon="archive">{t('group.isArchived')}</Note>}
              <Editor key={`${found.id} ${found.updated_at}`} saved={found} />
              <GroupPeople group={found} />
            </div>
          )}
        </Query>
      )}
    </AdminPage>
  )
}

function Editor({ saved }: { saved: Group | null }) {
  const t = useT()
  const navigate = useNavigate()
  const [fields, setFields] = useState<Fields>(saved ?? EMPTY)
  const create = useWrite(contract.routes.createGroup, { invalidates: [contract] })
  const update = useWrite(contract.routes.updateGroup, { invalidates: [contract] })
  const { error, isPending } = saved ? update : create
  const errors = useFieldErrors(error)
  const problem = (key: string) => errors[key] ?? errors[`access_group.${key}`]
  const before: Fields = saved ?? EMPTY
  const sorted = (ids: number[]) => [...ids].sort((one, other) => one - other).join()
  const dirty =
    fields.name !== before.name ||
    fields.description !== before.description ||
    sorted(fields.space_ids) !== sorted(before.space_ids) ||
    sorted(fields.space_group_ids) !== sorted(before.space_group_ids)

  async function save() {
    const { name, description, space_ids, space_group_ids } = fields
    const access_group = { name, description, space_ids, space_group_ids }
    const sent = saved ? update.mutateAsync({ params: { id: saved.id }, body: { access_group } }) : create.mutateAsync({ body: { access_group } })
    await sent.then(
      (made) => {
        toast.success(t(saved ? 'group.saved' : 'group.created'))
        if (!saved) navigate(`${BACK}/${made.id}`, { replace: true })
      },
      (thrown) => toast.error(thrown.message),
    )
  }
  return (
    <>
      <Card as="section" aria-label={t('group.about')}>
        <div className="grid gap-4 p-4 desk:p-5">
          <Field label={t('groups.name')} error={problem('name')}>
            <Input value={fields.name} maxLength={120} onChange={(event) => setFields({ ...fields, name: event.target.value })} />
          </Field>
          <Field label={t('group.description')} help={t('group.descriptionHelp')} error={problem('description')}>
            <Textarea value={fields.description} maxLength={1000} rows={2} onChange={(event) => setFields({ ...fields, description: event.target.value })} />
          </Field>
        </div>
      </Card>
      <Card as="section" aria-label={t('group.places')} className={saved ? undefined : 'mt-5'}>
        <CardHead title={t('group.places')} text={t('group.placesText')} />
        <div className="p-4 desk:p-5">
          <PlaceTree value={fields} onChange={(places) => setFields({ ...fields, ...places })} />
          {(problem('space_ids') ?? problem('space_group_ids')) && (
            <p role="alert" className="mt-2 text-13 text-danger">
              {problem('space_ids') ?? problem('space_group_ids')}
            </p>
          )}
        </div>
      </Card>
      <SaveBar dirty={dirty} saving={isPending} onSave={save} onReset={() => setFields(before)} action={saved ? undefined : t('group.create')} />
    </>
  )
}
