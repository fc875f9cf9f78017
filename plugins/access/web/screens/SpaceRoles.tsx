/** Roles that members hold in one space or group alone. */
import { AdminPage, Avatar, Button, Card, Combobox, type ComboboxOption, DataTable, Dialog, EmptyState, Field, Form, IconButton, Link } from '@atrium/sdk/web'
import { LoadMore, Query, Select, Skeleton, Time, toast, useConfirm, useFieldErrors, useReadPages, useT, useWrite, useWordsOf } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type RoleChoice, type SpaceRole } from '../../contract.ts'
import { findMembers } from '../components/members.ts'

export default function SpaceRoles() {
  const t = useT()
  const [giving, setGiving] = useState(false)
  const query = useReadPages(contract.routes.spaceRoles, { query: { per_page: 50 } })
  const roles = query.data?.pages[0]?.roles ?? []
  const press = () => setGiving(true)
  return (
    <AdminPage
      name="access/SpaceRoles"
      title={t('roles.title')}
      text={t('roles.text')}
      actions={[{ label: t('roles.give'), icon: 'plus', primary: true, onSelect: press }]}
      who="access.manage"
      wide
    >
      <Query query={query} skeleton={<Skeleton w="100%" h={280} />}>
        {({ pages }) => (
          <Card>
            <DataTable
              label={t('roles.title')}
              rows={pages.flatMap(({ records }) => records)}
              empty={
                <EmptyState
                  icon="shield-check"
                  title={t('roles.none')}
                  text={t('roles.noneText')}
                  action={
                    <Button variant="primary" icon="plus" onClick={press}>
                      {t('roles.give')}
                    </Button>
                  }
                />
              }
              columns={[
                {
                  key: 'member',
                  title: t('roles.member'),
                  render: (row) => (
                    <Link to={`/settings/access?member=${row.community_member_id}`} className="flex min-h-10 items-center gap-2.5 font-medium hover:underline">
                      <Avatar id={row.community_member_id} name={row.name} src={row.avatar_url} size={28} />
                      {row.name}
                    </Link>
                  ),
                },
                { key: 'role', title: t('roles.role'), state: true, render: (row) => row.role_name },
                {
                  key: 'place',
                  title: t('roles.place'),
                  render: (row) => (row.kind === 'space' ? row.place_name : t('roles.inGroup', { name: row.place_name })),
                },
                { key: 'since', title: t('roles.since'), render: (row) => <Time value={row.created_at} kind="day" /> },
                {
                  key: 'take',
                  pinned: true,
                  title: <span className="sr-only">{t('roles.take')}</span>,
                  align: 'right',
                  render: (row) => <Take row={row} />,
                },
              ]}
            />
          </Card>
        )}
      </Query>
      <LoadMore query={query} />
      {giving && <GiveRole roles={roles} onClose={() => setGiving(false)} />}
    </AdminPage>
  )
}

function Take({ row }: { row: SpaceRole }) {
  const t = useT()
  const confirm = useConfirm()
  const take = useWrite(contract.routes.takeSpaceRole, { invalidates: [contract] })
  async function press() {
    const words = { name: row.name, role: row.role_name, place: row.place_name }
    if (!(await confirm({ title: t('roles.takeTitle', words), text: t('roles.takeText', words), action: t('roles.take'), tone: 'danger' }))) return
    await take.mutateAsync({ params: { id: row.id } }).then(
      () => toast.success(t('roles.taken', words)),
      (error) => toast.error(error.message),
    )
  }
  return <IconButton icon="x" label={t('roles.takeFrom', { name: row.name })} loading={take.isPending} onClick={() => void press()} />
}

function GiveRole({ roles, onClose }: { roles: RoleChoice[]; onClose: () => void }) {
  const t = useT()
  const [member, setMember] = useState<ComboboxOption | null>(null)
  const [role, setRole] = useState(roles[0]?.key ?? '')
  const [place, setPlace] = useState('')
  const groups = useReadPages(contract.routes.spaceGroups, { query: { per_page: 100 } })
  const give = useWrite(contract.routes.giveSpaceRole, { invalidates: [contract] })
  const errors = useFieldErrors(give.error)
  const all = (groups.data?.pages ?? []).flatMap(({ records }) => records)
  const places = all.flatMap((group) => [
    { value: `space_group_id ${group.id}`, label: t('roles.inGroup', { name: group.name }) },
    ...group.spaces.map(({ id, name }) => ({ value: `space_id ${id}`, label: `– ${name}` })),
  ])
  async function submit() {
    const [kind, id] = place.split(' ') as ['space_id' | 'space_group_id', string]
    await give.mutateAsync({ body: { community_member_id: Number(member!.value), role, [kind]: Number(id) } })
    toast.success(t('roles.given', { name: member!.label }))
    onClose()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('roles.give')} width={520}>
      <Form onSubmit={submit} error={give.error}>
        <Field label={t('roles.member')} error={errors.community_member_id}>
          <Combobox load={findMembers} value={member} onChange={setMember} label={t('roles.member')} placeholder={t('sim.person')} />
        </Field>
        <Field label={t('roles.role')} help={t('roles.roleHelp')} error={errors.role}>
          <Select value={role} onChange={(event) => setRole(event.target.value)} options={roles.map(({ key, name }) => ({ value: key, label: name }))} />
        </Field>
        <Rights of={roles.find(({ key }) => key === role)} />
        <Field label={t('roles.place')} error={errors.space_id ?? errors.space_group_id}>
          <Select value={place} onChange={(event) => setPlace(event.target.value)} options={[{ value: '', label: t('roles.choosePlace') }, ...places]} />
        </Field>
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={!member || !role || !place} loading={give.isPending}>
            {t('roles.give')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** What the role gives there, in the words of the plugins whose rights these are. */
function Rights({ of }: { of: RoleChoice | undefined }) {
  if (!of) return null
  return (
    <ul className="list-disc ps-5 text-13 text-text-2">
      {of.permissions.map((permission) => (
        <Right key={permission} permission={permission} />
      ))}
    </ul>
  )
}
function Right({ permission }: { permission: string }) {
  const [plugin, key] = permission.split('.') as [string, string]
  const t = useWordsOf(plugin)
  return <li>{t(`permission.${key}`)}</li>
}
