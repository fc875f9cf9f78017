/** Changes a space, for admins in their settings and for those who run a space where they are. */
import {
  AdminPage,
  Button,
  Form,
  NotAllowed,
  Query,
  SaveBar,
  saveEdit,
  Skeleton,
  toast,
  useBlocker,
  useNavigate,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type KnownType, type Space, type SpaceGroup, type SpaceRecord } from '../../contract.ts'
import { SpaceForm } from './form/SpaceForm.tsx'
import { bodyOf, FLAG_NAMES, problemsOf, type SpaceValues, valuesOf } from './form/values.ts'
import { useActs } from './useActs.tsx'
import { useSidebar } from './useSidebar.ts'

const { routes } = contract

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
const fieldsOf = (record: Space) => ({ ...record, ...bodyOf(valuesOf(record)) })
function labelOf(field: string, { type_options }: SpaceValues): string {
  if ((FLAG_NAMES as readonly string[]).includes(field)) return `flag.${field}`
  return LABELS[field] ?? (field in type_options ? 'form.kinds' : 'space.title')
}

interface EditProps {
  space: Space
  groups: readonly SpaceGroup[]
  others: readonly SpaceRecord[]
  types: readonly KnownType[]
  /** Where one goes when the space is gone. */
  back: string
}
function Edit({ space, groups, others, types, back }: EditProps) {
  const t = useT()
  const navigate = useNavigate()
  const [start, setStart] = useState(() => valuesOf(space))
  const [values, setValues] = useState(start)
  // what `start` comes from: the space is read anew when somebody else saves it
  const [base, setBase] = useState(space)
  const { deleteSpace, duplicateSpace } = useActs()
  const update = useWrite(routes.update, {
    invalidates: [contract],
    onSuccess: (saved) => {
      const next = valuesOf(saved)
      setBase(saved)
      setStart(next)
      setValues(next)
      toast.success(t('saved'))
    },
  })
  const dirty = values !== start
  const wrong = Object.keys(problemsOf(values, space, others)).length
  useBlocker(dirty, t('form.leave'))
  const save = async () => {
    if (wrong === 0)
      await saveEdit({
        version: base.version,
        base: fieldsOf(base),
        mine: bodyOf(values),
        fieldsOf,
        send: (body, newest) => update.mutateAsync({ params: { id: space.id }, body: { ...body, version: newest } }),
        label: (field) => t(labelOf(field, values)),
      })
    else toast.error(t('problem.some', { count: wrong }))
  }
  return (
    <Form onSubmit={save} error={update.error}>
      <SpaceForm values={values} onChange={setValues} space={space} groups={groups} others={others} types={types} error={update.error} />
      {space.policies.can_destroy_space && (
        <div className="flex flex-wrap gap-2 desk:ps-[184px]">
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
  id: string
  back: (space: Space | undefined) => { to: string; label: string }
}
export function SpaceEditor({ screen, id, back }: SpaceEditorProps) {
  const t = useT()
  const sidebar = useSidebar()
  const query = useRead(routes.show, { params: { id } })
  const types = useRead(routes.types)
  const skeleton = (
    <div className="grid gap-4">
      <Skeleton w="100%" h={280} />
      <Skeleton w="100%" h={220} />
    </div>
  )
  const link = back(query.data)
  return (
    <AdminPage name={screen} title={query.data?.name ?? t('space.title')} back={link} who="anybody" wide>
      <Query query={sidebar} skeleton={skeleton}>
        {({ space_groups, records }) => (
          <Query query={types} skeleton={skeleton}>
            {(known) => (
              <Query query={query} skeleton={skeleton}>
                {(space) =>
                  space.policies.can_manage_space ? (
                    <Edit key={space.id} space={space} groups={space_groups} others={records} types={known.types} back={link.to} />
                  ) : (
                    <NotAllowed />
                  )
                }
              </Query>
            )}
          </Query>
        )}
      </Query>
    </AdminPage>
  )
}
