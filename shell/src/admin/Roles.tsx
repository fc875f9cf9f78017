/** Roles as sets of permissions, and who has them. */
import { useState } from 'react'
import {
  AdminPage,
  Badge,
  Card,
  CardHead,
  Checkbox,
  Field,
  IconButton,
  Menu,
  Query,
  Skeleton,
  Note,
  Select,
  Tabs,
  toast,
  translate,
  useBoot,
  useNarrow,
  useConfirm,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import communities from '@atrium/sdk/kernel/communities'
import type { Permission, Role } from '../api.ts'
import { pluginTitle } from '../frame/pluginWords.ts'
import { RoleDialog } from './RoleDialog.tsx'
import { RoleMembers } from './RoleMembers.tsx'
import { roleName } from './roleName.ts'

const { deleteRole, memberRoles, roles: rolesRoute, updateRole } = communities.routes

export default function Roles() {
  const t = useT()
  const query = useRead(rolesRoute)
  const [tab, setTab] = useState<'roles' | 'members'>('roles')
  const [naming, setNaming] = useState<Role | 'new' | null>(null)
  const [copying, setCopying] = useState<Role | null>(null)
  const [only, setOnly] = useState('')
  const act: RoleActs = {
    onRename: setNaming,
    onCopy: (role) => {
      setCopying(role)
      setNaming('new')
    },
    onMembers: ({ key }) => {
      setOnly(key)
      setTab('members')
    },
  }
  const create = { label: t('roles.new'), icon: 'plus', primary: true, onSelect: () => setNaming('new') }
  return (
    <AdminPage name="communities/Roles" title={t('admin.roles')} text={t('roles.text')} actions={[create]}>
      <Tabs
        current={tab}
        label={t('admin.roles')}
        items={[
          { key: 'roles', label: t('roles.tab.roles'), onSelect: () => setTab('roles') },
          { key: 'members', label: t('roles.tab.members'), onSelect: () => setTab('members') },
        ]}
        className="mb-5"
      />
      <Query query={query} skeleton={<Skeleton w="100%" h={480} />}>
        {({ records, permissions }) =>
          tab === 'roles' ? <Matrix roles={records} permissions={permissions} act={act} /> : <RoleMembers roles={records} only={only} onOnly={setOnly} />
        }
      </Query>
      {naming && (
        <RoleDialog
          role={naming === 'new' ? null : naming}
          copyOf={copying}
          roles={query.data?.records ?? []}
          onClose={() => {
            setNaming(null)
            setCopying(null)
          }}
        />
      )}
    </AdminPage>
  )
}

/** What the menu of a role offers. */
interface RoleActs {
  onRename: (role: Role) => void
  onCopy: (role: Role) => void
  onMembers: (role: Role) => void
}
interface MatrixProps {
  roles: Role[]
  permissions: Permission[]
  act: RoleActs
}
function Matrix({ roles, permissions, act }: MatrixProps) {
  const t = useT()
  const { plugins } = useBoot()
  const owners = [...new Set(permissions.map(({ plugin }) => plugin))]
  const ownerTitle = (id: string) => {
    const owner = plugins.find((plugin) => plugin.id === id)
    return owner ? pluginTitle(owner) : t('roles.kernel')
  }
  const groups = owners.map((owner) => ({ owner, title: ownerTitle(owner), permissions: permissions.filter(({ plugin }) => plugin === owner) }))
  if (useNarrow()) return <OneRole roles={roles} groups={groups} act={act} />
  return (
    <Card className="overflow-hidden">
      <p className="border-b px-5 py-2.5 text-13 text-text-2">{t('roles.admin.all')}</p>
      <section className="max-h-[calc(100dvh-220px)] overflow-auto" aria-label={t('roles.matrix')}>
        <table className="w-full text-13">
          <thead>
            <tr className="text-start">
              <th scope="col" className="sticky start-0 top-0 z-3 min-w-44 border-b bg-surface-2 py-2 ps-5 pe-3 font-medium text-text-3">
                {t('roles.permission')}
              </th>
              {roles.map((role) => (
                <th key={role.id} scope="col" className="sticky top-0 z-2 min-w-28 border-b bg-surface-2 px-2 py-1 text-center font-medium">
                  <RoleHead role={role} act={act} />
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ owner, title, permissions: own }) => (
            <tbody key={owner}>
              <tr>
                <th scope="colgroup" colSpan={roles.length + 1} className="border-b bg-surface px-5 pb-2 pt-4 text-start font-semibold">
                  {title}
                </th>
              </tr>
              {own.map((permission) => (
                <tr key={permission.key} className="hover:bg-hover">
                  <th scope="row" className="sticky start-0 z-1 border-b bg-surface py-2.5 ps-5 pe-3 text-start font-normal text-text-2">
                    {permissionTitle(permission)}
                  </th>
                  {roles.map((role) => (
                    <td key={role.id} className="border-b px-2 text-center">
                      <PermissionBox role={role} permission={permission} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </section>
    </Card>
  )
}

interface OneRoleProps {
  roles: Role[]
  groups: { owner: string; title: string; permissions: Permission[] }[]
  act: RoleActs
}
/** The matrix on a phone: one role at a time. */
function OneRole({ roles, groups, act }: OneRoleProps) {
  const t = useT()
  const [id, setId] = useState(roles[0]!.id)
  const role = roles.find((one) => one.id === id) ?? roles[0]!
  return (
    <div className="grid gap-4">
      <Field label={t('roles.role')} aside={<RoleHead role={role} act={act} />}>
        <Select
          value={String(role.id)}
          onChange={(event) => setId(Number(event.target.value))}
          options={roles.map((one) => ({ value: String(one.id), label: roleName(t, one) }))}
        />
      </Field>
      {role.key === 'admin' && <Note>{t('roles.admin.all')}</Note>}
      {groups.map(({ owner, title, permissions }) => (
        <Card key={owner} as="section" aria-label={title}>
          <CardHead title={title} />
          <ul className="divide-y divide-border">
            {permissions.map((permission) => (
              <li key={permission.key} className="flex min-h-12 items-center gap-3 px-4 py-2">
                <span className="min-w-0 flex-1">{permissionTitle(permission)}</span>
                <PermissionBox role={role} permission={permission} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

/** A permission in the reader's language: plugins say theirs as `permission.<key>` among their words, the shell says the kernel's. */
function permissionTitle({ key, plugin, title }: Permission): string {
  const words = [translate(plugin, `permission.${key.slice(key.indexOf('.') + 1)}`), translate('shell', `permission.${key}`)]
  return words.find((said) => !said.startsWith('permission.')) ?? title
}

function RoleHead({ role, act }: { role: Role; act: RoleActs }) {
  const t = useT()
  const confirm = useConfirm()
  const remove = useWrite(deleteRole, { invalidates: [rolesRoute, memberRoles] })
  const name = roleName(t, role)

  async function press() {
    const text = t('roles.delete.text', { count: role.members_count })
    if (!(await confirm({ title: t('roles.delete.title', { role: name }), text, action: t('roles.delete'), tone: 'danger' }))) return
    await remove.mutateAsync({ params: { id: role.id } }).then(
      () => toast.success(t('roles.deleted', { role: name })),
      (error) => toast.error(error.message),
    )
  }

  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      {name}
      <Badge>{t('number', { value: role.members_count })}</Badge>
      <Menu
        trigger={<IconButton size="sm" icon="ellipsis" label={t('roles.menu', { role: name })} />}
        items={[
          { label: t('roles.showMembers'), icon: 'users', onSelect: () => act.onMembers(role) },
          role.key !== 'admin' && { label: t('roles.copy'), icon: 'copy', onSelect: () => act.onCopy(role) },
          !role.is_builtin && { label: t('roles.rename'), icon: 'pencil', onSelect: () => act.onRename(role) },
          !role.is_builtin && { label: t('roles.delete'), icon: 'trash-2', tone: 'danger', onSelect: () => void press() },
        ]}
      />
    </span>
  )
}

function PermissionBox({ role, permission }: { role: Role; permission: Permission }) {
  const t = useT()
  const all = role.key === 'admin'
  const save = useWrite(updateRole, {
    optimistic: (cache, { params, body }) =>
      cache.update(rolesRoute, undefined, (reply) => ({
        ...reply,
        records: reply.records.map((record) => (record.id === params.id ? { ...record, permissions: body.permissions ?? record.permissions } : record)),
      })),
  })
  const turn = (on: boolean) => {
    const rest = role.permissions.filter((key) => key !== permission.key)
    return save
      .mutateAsync({ params: { id: role.id }, body: { permissions: on ? [...rest, permission.key] : rest } })
      .catch((error) => toast.error(error.message))
  }
  return (
    <Checkbox
      aria-label={t('roles.box', { role: roleName(t, role), permission: permissionTitle(permission) })}
      checked={all || role.permissions.includes(permission.key)}
      disabled={all || save.isPending}
      onChange={(on) => void turn(on)}
      className="align-middle"
    />
  )
}
