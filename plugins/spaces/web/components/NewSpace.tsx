/** Makes a space with what it cannot be without: name, icon, what is in it, who sees it. The rest are its settings. */
import {
  Button,
  Dialog,
  Field,
  Form,
  IconPicker,
  Input,
  NotAllowed,
  Query,
  RadioGroup,
  Select,
  Skeleton,
  useFieldErrors,
  useNavigate,
  useRead,
  useSearch,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type KnownType, type SpaceGroup } from '../../contract.ts'
import { PlanLimit } from './PlanLimit.tsx'
import { useTypeLabel } from './tabs.ts'
import { useSidebar } from './useSidebar.ts'

const { routes } = contract
const VISIBILITIES = {
  public: {},
  private: { is_private: true },
  secret: { is_private: true, is_hidden: true },
  draft: { is_draft: true },
} as const
type Visibility = keyof typeof VISIBILITIES

/** @param back where one goes on without having made one */
export function NewSpace({ back }: { back: string }) {
  const t = useT()
  const navigate = useNavigate()
  const sidebar = useSidebar()
  const types = useRead(routes.types)
  return (
    <Dialog open onOpenChange={(open) => !open && navigate(back)} title={t('space.new')} width={560}>
      <Query query={sidebar} skeleton={<Skeleton w="100%" h={360} />}>
        {({ space_groups }) => {
          const groups = space_groups.filter(({ policies }) => policies.can_create_space)
          // the first space makes its group
          if (groups.length === 0 && space_groups.length > 0) return <NotAllowed />
          return (
            <Query query={types} skeleton={<Skeleton w="100%" h={360} />}>
              {(known) => <NewSpaceForm groups={groups} types={known.types} />}
            </Query>
          )
        }}
      </Query>
    </Dialog>
  )
}

function NewSpaceForm({ groups, types }: { groups: readonly SpaceGroup[]; types: readonly KnownType[] }) {
  const t = useT()
  const label = useTypeLabel()
  const navigate = useNavigate()
  const asked = useSearch()
  const wanted = Number(asked.get('group'))
  const [name, setName] = useState('')
  const [emoji, setEmoji] = useState('')
  const [groupId, setGroupId] = useState(groups.find(({ id }) => id === wanted)?.id ?? groups[0]?.id)
  const [type, setType] = useState(types.find(({ key }) => key === asked.get('type'))?.key ?? 'basic')
  const [visibility, setVisibility] = useState<Visibility>(type === 'course' ? 'draft' : 'public')
  const limit = useRead(routes.maxSpaceLimit)
  const create = useWrite(routes.create, { invalidates: [contract], onSuccess: ({ space }) => navigate(`/c/${space.slug}`) })
  const errors = useFieldErrors(create.error)
  const submit = () =>
    create.mutateAsync({
      body: { name: name.trim(), ...(groupId && { space_group_id: groupId }), types: [type], ...(emoji ? { emoji } : {}), ...VISIBILITIES[visibility] },
    })
  return (
    <Form onSubmit={submit} error={create.error}>
      <PlanLimit />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3">
        <Field label={t('form.emoji')} error={errors.emoji}>
          <IconPicker value={emoji} onChange={setEmoji} />
        </Field>
        <Field label={t('form.name')} error={errors.name}>
          <Input required autoFocus maxLength={120} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      </div>
      {groups.length > 1 && (
        <Field label={t('form.group')} error={errors.space_group_id}>
          <Select
            value={String(groupId)}
            onChange={(event) => setGroupId(Number(event.target.value))}
            options={groups.map((group) => ({ value: String(group.id), label: group.name }))}
          />
        </Field>
      )}
      <Field label={t('form.type')} error={errors.types} help={t(`new.type.${type}`) === `new.type.${type}` ? undefined : t(`new.type.${type}`)}>
        <Select
          value={type}
          onChange={(event) => setType(event.target.value)}
          options={types.filter(({ key }) => key !== 'members').map(({ key }) => ({ value: key, label: label(key) }))}
        />
      </Field>
      <RadioGroup
        cards
        label={t('form.visibility')}
        value={visibility}
        onChange={setVisibility}
        options={(Object.keys(VISIBILITIES) as Visibility[]).map((value) => ({ value, label: t(`visibility.${value}`), text: t(`visibility.${value}.help`) }))}
      />
      <Button
        type="submit"
        variant="primary"
        className="justify-self-start"
        loading={create.isPending}
        disabled={!name.trim() || limit.data?.limit_reached === true}
      >
        {t('space.create')}
      </Button>
    </Form>
  )
}
