/** Roles as sets of permissions, and who has them. */
import { useState } from 'react'
import {
  Badge,
  Button,
  Card,
  Checkbox,
  Dialog,
  Field,
  Form,
  IconButton,
  Input,
  Menu,
  Query,
  Skeleton,
  Tabs,
  toast,
  translate,
  useBoot,
  useConfirm,
  useFieldErrors,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { createRole, deleteRole, type Permission, type Role, memberRoles, roles as rolesRoute, updateRole } from '../api.ts'
import { pluginTitle } from '../frame/pluginWords.ts'
import { AdminPage } from './AdminPage.tsx'
import { RoleMembers } from './RoleMembers.tsx'
import { roleName } from './roleName.ts'

export default function Roles() {
  const t = useT()
  const query = useRead(rolesRoute)
  const [tab, setTab] = useState<'roles' | 'members'>('roles')
  const [naming, setNaming] = useState<Role | 'new' | null>(null)
  const create = (
    <Button variant="primary" icon="plus" onClick={() => setNaming('new')}>
      {t('roles.new')}
    </Button>
  )
  return (
    <AdminPage name="communities/Roles" title="admin.roles" text={t('roles.text')} actions={create}>
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
          tab === 'roles' ? <Matrix roles={records} permissions={permissions} onRename={setNaming} /> : <RoleMembers roles={records} />
        }
      </Query>
      {naming && <RoleDialog role={naming === 'new' ? null : naming} onClose={() => setNaming(null)} />}
    </AdminPage>
  )
}

interface MatrixProps {
  roles: Role[]
  permissions: Permission[]
  onRename: (role: Role) => void
}
function Matrix({ roles, permissions, onRename }: MatrixProps) {
  const t = useT()
  const { plugins } = useBoot()
  const owners = [...new Set(permissions.map(({ plugin }) => plugin))]
  const ownerTitle = (id: string) => {
    const owner = plugins.find((plugin) => plugin.id === id)
    return owner ? pluginTitle(owner) : t('roles.kernel')
  }
  return (
    <Card className="overflow-hidden">
      <section className="max-h-[calc(100dvh-220px)] overflow-auto" aria-label={t('roles.matrix')}>
        <table className="w-full text-13">
          <thead>
            <tr className="text-left">
              <th scope="col" className="sticky left-0 top-0 z-3 min-w-44 border-b bg-surface-2 py-2 pl-5 pr-3 font-medium text-text-3">
                {t('roles.permission')}
              </th>
              {roles.map((role) => (
                <th key={role.id} scope="col" className="sticky top-0 z-2 min-w-28 border-b bg-surface-2 px-2 py-1 text-center font-medium">
                  <RoleHead role={role} onRename={() => onRename(role)} />
                </th>
              ))}
            </tr>
          </thead>
          {owners.map((owner) => (
            <tbody key={owner}>
              <tr>
                <th scope="colgroup" colSpan={roles.length + 1} className="border-b bg-surface px-5 pb-2 pt-4 text-left font-semibold">
                  {ownerTitle(owner)}
                </th>
              </tr>
              {permissions
                .filter(({ plugin }) => plugin === owner)
                .map((permission) => (
                  <tr key={permission.key} className="hover:bg-hover">
                    <th scope="row" className="sticky left-0 z-1 border-b bg-surface py-2.5 pl-5 pr-3 text-left font-normal text-text-2">
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

/** Plugins may say a permission in the reader's language: `permission.<key>` among their words. */
function permissionTitle({ key, plugin, title }: Permission): string {
  const word = `permission.${key.slice(key.indexOf('.') + 1)}`
  const said = translate(plugin, word)
  return said === word ? title : said
}

function RoleHead({ role, onRename }: { role: Role; onRename: () => void }) {
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
      {!role.is_builtin && (
        <Menu
          trigger={<IconButton size="sm" icon="ellipsis" label={t('roles.menu', { role: name })} />}
          items={[
            { label: t('roles.rename'), icon: 'pencil', onSelect: onRename },
            { label: t('roles.delete'), icon: 'trash-2', tone: 'danger', onSelect: () => void press() },
          ]}
        />
      )}
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

function RoleDialog({ role, onClose }: { role: Role | null; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(role?.name ?? '')
  const create = useWrite(createRole, { invalidates: [rolesRoute] })
  const rename = useWrite(updateRole, { invalidates: [rolesRoute] })
  const { isPending, error } = role ? rename : create
  const errors = useFieldErrors(error)

  async function submit() {
    if (role) await rename.mutateAsync({ params: { id: role.id }, body: { name: name.trim() } })
    else await create.mutateAsync({ body: { name: name.trim() } })
    toast.success(t(role ? 'roles.renamed' : 'roles.created', { role: name.trim() }))
    onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t(role ? 'roles.rename' : 'roles.new')}>
      <Form onSubmit={submit} error={error}>
        <Field label={t('roles.name')} help={role ? undefined : t('roles.name.help')} error={errors.name}>
          <Input required maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={!name.trim()} loading={isPending}>
            {t(role ? 'roles.rename' : 'roles.create')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
