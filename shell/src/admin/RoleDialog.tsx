/** Names a role: a new one begins with what another allows, or with nothing. */
import { useState } from 'react'
import { Button, Dialog, Field, Form, Input, Select, toast, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import communities from '@atrium/sdk/kernel/communities'
import type { Role } from '../api.ts'
import { roleName } from './roleName.ts'

const { createRole, roles: rolesRoute, updateRole } = communities.routes

interface RoleDialogProps {
  /** Null makes a new one. */
  role: Role | null
  /** What a new one begins as. */
  copyOf: Role | null
  roles: readonly Role[]
  onClose: () => void
}
export function RoleDialog({ role, copyOf, roles, onClose }: RoleDialogProps) {
  const t = useT()
  const [name, setName] = useState(role?.name ?? (copyOf ? t('roles.copyOf', { role: roleName(t, copyOf) }) : ''))
  const [from, setFrom] = useState(copyOf ? String(copyOf.id) : '')
  const create = useWrite(createRole, { invalidates: [rolesRoute] })
  const rename = useWrite(updateRole, { invalidates: [rolesRoute] })
  const { isPending, error } = role ? rename : create
  const errors = useFieldErrors(error)

  async function submit() {
    const permissions = roles.find(({ id }) => String(id) === from)?.permissions ?? []
    if (role) await rename.mutateAsync({ params: { id: role.id }, body: { name: name.trim() } })
    else await create.mutateAsync({ body: { name: name.trim(), permissions } })
    toast.success(t(role ? 'roles.renamed' : 'roles.created', { role: name.trim() }))
    onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t(role ? 'roles.rename' : 'roles.new')}>
      <Form onSubmit={submit} error={error}>
        <Field label={t('roles.name')} error={errors.name}>
          <Input required maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        {!role && (
          <Field label={t('roles.from')} help={t('roles.from.help')} error={errors.permissions}>
            <Select
              value={from}
              onChange={(event) => setFrom(event.target.value)}
              options={[
                { value: '', label: t('roles.from.nothing') },
                ...roles.filter(({ key }) => key !== 'admin').map((one) => ({ value: String(one.id), label: roleName(t, one) })),
              ]}
            />
          </Field>
        )}
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
