/** Makes a space, or changes one: `/settings/spaces/new`, `/settings/spaces/12`. */
import {
  Button,
  EmptyState,
  Form,
  LinkButton,
  NotAllowed,
  PageHeader,
  Query,
  SaveBar,
  Screen,
  Skeleton,
  toast,
  useBlocker,
  useNavigate,
  useParams,
  useRead,
  useSearch,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Space, type SpaceGroup } from '../../contract.ts'
import { bodyOf, SpaceForm, valuesOf } from '../components/SpaceForm.tsx'
import { useActs } from '../components/useActs.tsx'
import { useSidebar } from '../components/useSidebar.ts'

const { routes } = contract

interface EditProps {
  space: Space | null
  groups: readonly SpaceGroup[]
  types: readonly string[]
}
function Edit({ space, groups, types }: EditProps) {
  const t = useT()
  const navigate = useNavigate()
  const wanted = Number(useSearch().get('group'))
  const [start, setStart] = useState(() => valuesOf(space, groups.find(({ id }) => id === wanted)?.id ?? groups[0]!.id))
  const [values, setValues] = useState(start)
  const { deleteSpace, duplicateSpace } = useActs()
  const create = useWrite(routes.create, { invalidates: [contract], onSuccess: ({ space: made }) => navigate(`/c/${made.slug}`) })
  const update = useWrite(routes.update, {
    invalidates: [contract],
    onSuccess: (saved) => {
      const next = valuesOf(saved, saved.space_group_id)
      setStart(next)
      setValues(next)
      toast.success(t('saved'))
    },
  })
  const dirty = values !== start
  useBlocker(dirty && !create.isPending && !create.isSuccess, t('form.leave'))
  const form = <SpaceForm values={values} onChange={setValues} groups={groups} types={types} error={space ? update.error : create.error} />
  if (!space)
    return (
      <Form onSubmit={() => create.mutateAsync({ body: bodyOf(values) })} error={create.error}>
        {form}
        <div>
          <Button type="submit" variant="primary" size="lg" loading={create.isPending} disabled={!values.name.trim()}>
            {t('space.create')}
          </Button>
        </div>
      </Form>
    )
  const save = () => update.mutateAsync({ params: { id: space.id }, body: bodyOf(values) })
  return (
    <Form onSubmit={save} error={update.error}>
      {form}
      <div className="flex flex-wrap gap-2">
        <Button icon="copy" onClick={() => void duplicateSpace(space)}>
          {t('menu.duplicate')}
        </Button>
        <Button variant="danger-ghost" icon="trash-2" onClick={() => void deleteSpace(space, () => navigate('/settings/spaces'))}>
          {t('delete.action')}
        </Button>
      </div>
      <SaveBar dirty={dirty} saving={update.isPending} onSave={save} onReset={() => setValues(start)} />
    </Form>
  )
}

export default function AdminSpace() {
  const t = useT()
  const { id } = useParams<{ id: string }>()
  const isNew = id === 'new'
  const sidebar = useSidebar()
  const query = useRead(routes.show, { params: { id: isNew ? 0 : id } }, { enabled: !isNew })
  const types = useRead(routes.types)
  const title = isNew ? t('space.new') : (query.data?.name ?? t('space.title'))
  const groups = sidebar.data?.space_groups.filter(({ policies }) => policies.can_create_space) ?? []
  const skeleton = (
    <div className="grid gap-4">
      <Skeleton w="100%" h={280} />
      <Skeleton w="100%" h={220} />
    </div>
  )
  const edit = (space: Space | null) => (
    <Query query={types} skeleton={skeleton}>
      {(known) => (
        <Edit key={space?.id ?? 'new'} space={space} groups={space ? (sidebar.data?.space_groups ?? []) : groups} types={known.types.map(({ key }) => key)} />
      )}
    </Query>
  )
  return (
    <Screen name="spaces/AdminSpace" title={title}>
      <PageHeader title={title} back={{ to: '/settings/spaces', label: t('admin.title') }} />
      <Query query={sidebar} skeleton={skeleton}>
        {({ space_groups }) =>
          isNew ? (
            groups.length ? (
              edit(null)
            ) : (
              <EmptyState
                icon="folder-plus"
                title={t('groups.none')}
                text={t('admin.needGroup')}
                action={
                  <LinkButton variant="primary" to="/space_groups/new">
                    {t('group.new')}
                  </LinkButton>
                }
              />
            )
          ) : space_groups.length ? (
            <Query query={query} skeleton={skeleton}>
              {(space) => (space.policies.can_manage_space ? edit(space) : <NotAllowed />)}
            </Query>
          ) : (
            <NotAllowed />
          )
        }
      </Query>
    </Screen>
  )
}
