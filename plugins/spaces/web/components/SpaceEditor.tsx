/** Makes a space or changes one, for admins in their settings and for those who run a space where they are. */
import {
  AdminPage,
  Button,
  EmptyState,
  Form,
  LinkButton,
  NotAllowed,
  Note,
  Query,
  SaveBar,
  saveEdit,
  Skeleton,
  toast,
  useBlocker,
  useNavigate,
  useRead,
  useSearch,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type KnownType, type Space, type SpaceGroup, type SpaceRecord } from '../../contract.ts'
import { SpaceForm } from './form/SpaceForm.tsx'
import { bodyOf, FLAG_DEFAULTS, problemsOf, type SpaceValues, valuesOf } from './form/values.ts'
import { useActs } from './useActs.tsx'
import { useSidebar } from './useSidebar.ts'

const { routes } = contract

/** How full the plan is; those who near its end are told. */
export function PlanLimit() {
  const t = useT()
  const { data } = useRead(routes.maxSpaceLimit)
  if (!data) return null
  const words = t('admin.limit', { used: data.spaces_count, max: data.max_space_limit })
  return data.limit_reached ? (
    <Note tone="warning" title={words} className="mb-5">
      {t('admin.limitReached')}
    </Note>
  ) : (
    <p className="mb-5 text-13 text-text-3">{words}</p>
  )
}

/** What the fields are called that two people may have changed at once. */
const LABELS: Record<string, string> = {
  name: 'form.name',
  slug: 'form.slug',
  description: 'form.description',
  emoji: 'form.emoji',
  types: 'form.type',
  space_group_id: 'form.group',
  display_view: 'form.view',
  default_sort: 'form.sort',
  welcome_banner: 'form.welcome',
  links: 'form.links',
}

/** As the form sends them, with those of types as they are. */
const fieldsOf = (record: Space) => ({ ...record, ...bodyOf(valuesOf(record, record.space_group_id)) })
function labelOf(field: string, { type_options }: SpaceValues): string {
  if (field in FLAG_DEFAULTS) return `flag.${field}`
  return LABELS[field] ?? (field in type_options ? 'form.kinds' : 'space.title')
}

interface EditProps {
  space: Space | null
  groups: readonly SpaceGroup[]
  others: readonly SpaceRecord[]
  types: readonly KnownType[]
  /** Where one goes when the space is gone. */
  back: string
}
function Edit({ space, groups, others, types, back }: EditProps) {
  const t = useT()
  const navigate = useNavigate()
  const wanted = Number(useSearch().get('group'))
  const [start, setStart] = useState(() => valuesOf(space, groups.find(({ id }) => id === wanted)?.id ?? groups[0]!.id))
  const [values, setValues] = useState(start)
  // what `start` comes from: the space is read anew when somebody else saves it
  const [base, setBase] = useState(space)
  const { deleteSpace, duplicateSpace } = useActs()
  const limit = useRead(routes.maxSpaceLimit, undefined, { enabled: space === null })
  const create = useWrite(routes.create, { invalidates: [contract], onSuccess: ({ space: made }) => navigate(`/c/${made.slug}`) })
  const update = useWrite(routes.update, {
    invalidates: [contract],
    onSuccess: (saved) => {
      const next = valuesOf(saved, saved.space_group_id)
      setBase(saved)
      setStart(next)
      setValues(next)
      toast.success(t('saved'))
    },
  })
  const dirty = values !== start
  const wrong = Object.keys(problemsOf(values, space, others)).length
  useBlocker(dirty && !create.isPending && !create.isSuccess, t('form.leave'))
  const form = (
    <SpaceForm values={values} onChange={setValues} space={space} groups={groups} others={others} types={types} error={space ? update.error : create.error} />
  )
  if (!space)
    return (
      <Form onSubmit={() => create.mutateAsync({ body: bodyOf(values) })} error={create.error}>
        {form}
        <div className="desk:pl-[184px]">
          <Button
            type="submit"
            variant="primary"
            size="lg"
            loading={create.isPending}
            disabled={!values.name.trim() || wrong > 0 || limit.data?.limit_reached === true}
          >
            {t('space.create')}
          </Button>
        </div>
      </Form>
    )
  const save = async () => {
    if (wrong === 0)
      await saveEdit({
        version: base!.version,
        base: fieldsOf(base!),
        mine: bodyOf(values),
        fieldsOf,
        send: (body, newest) => update.mutateAsync({ params: { id: space.id }, body: { ...body, version: newest } }),
        label: (field) => t(labelOf(field, values)),
      })
    else toast.error(t('problem.some', { count: wrong }))
  }
  return (
    <Form onSubmit={save} error={update.error}>
      {form}
      {space.policies.can_destroy_space && (
        <div className="flex flex-wrap gap-2 desk:pl-[184px]">
          <Button icon="copy" onClick={() => void duplicateSpace(space)}>
            {t('menu.duplicate')}
          </Button>
          <Button variant="danger-ghost" icon="trash-2" onClick={() => void deleteSpace(space, () => navigate(back))}>
            {t('delete.action')}
          </Button>
        </div>
      )}
      <SaveBar
        dirty={dirty}
        saving={update.isPending}
        onSave={save}
        onReset={() => setValues(start)}
        text={wrong > 0 ? t('problem.some', { count: wrong }) : undefined}
      />
    </Form>
  )
}

export interface SpaceEditorProps {
  screen: string
  /** Null makes a new one. */
  id: string | null
  back: (space: Space | undefined) => { to: string; label: string }
}
export function SpaceEditor({ screen, id, back }: SpaceEditorProps) {
  const t = useT()
  const { can } = useSession()
  const sidebar = useSidebar()
  const query = useRead(routes.show, { params: { id: id ?? 0 } }, { enabled: id !== null })
  const types = useRead(routes.types)
  const title = id === null ? t('space.new') : (query.data?.name ?? t('space.title'))
  const skeleton = (
    <div className="grid gap-4">
      <Skeleton w="100%" h={280} />
      <Skeleton w="100%" h={220} />
    </div>
  )
  const link = back(query.data)
  return (
    <AdminPage name={screen} title={title} back={link} who="anybody" wide>
      <Query query={sidebar} skeleton={skeleton}>
        {({ space_groups, records }) => {
          const creates = space_groups.filter(({ policies }) => policies.can_create_space)
          const edit = (space: Space | null) => (
            <Query query={types} skeleton={skeleton}>
              {(known) => (
                <Edit key={space?.id ?? 'new'} space={space} groups={space ? space_groups : creates} others={records} types={known.types} back={link.to} />
              )}
            </Query>
          )
          if (id !== null)
            return (
              <Query query={query} skeleton={skeleton}>
                {(space) => (space.policies.can_manage_space ? edit(space) : <NotAllowed />)}
              </Query>
            )
          if (creates.length > 0)
            return (
              <>
                <PlanLimit />
                {edit(null)}
              </>
            )
          if (!can('spaces.manage')) return <NotAllowed />
          return (
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
        }}
      </Query>
    </AdminPage>
  )
}
