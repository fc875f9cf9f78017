/** What a member is here: their roles, for those who give them. */
import { Button, Checkbox, FormDialog, toast, translate, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import communities from '@atrium/sdk/kernel/communities'
import { useState } from 'react'
import contract, { type OnePerson } from '../../contract.ts'

const { roles: rolesRoute, updateMemberRoles } = communities.routes

export function Roles({ person }: { person: OnePerson }) {
  const t = useT()
  const { can } = useSession()
  const [open, setOpen] = useState(false)
  if (!can('communities.manage_roles') || person.member_id === null || person.status !== 'active') return null
  return (
    <>
      <Button icon="shield-check" onClick={() => setOpen(true)}>
        {t('person.roles')}
      </Button>
      {open && <RolesDialog person={person} memberId={person.member_id} onClose={() => setOpen(false)} />}
    </>
  )
}

function RolesDialog({ person, memberId, onClose }: { person: OnePerson; memberId: number; onClose: () => void }) {
  const t = useT()
  const { member } = useSession()
  const roles = useRead(rolesRoute)
  const [held, setHeld] = useState(person.roles)
  const save = useWrite(updateMemberRoles, {
    invalidates: [contract.routes.contact, contract.routes.list, rolesRoute],
    onSuccess: () => {
      toast.success(t('person.roles_saved'))
      onClose()
    },
  })
  const nameOf = ({ key, name }: { key: string; name: string }) => {
    const word = translate('shell', `role.${key}`)
    return word === `role.${key}` ? name : word
  }
  return (
    <FormDialog
      title={t('person.roles')}
      onClose={onClose}
      onSubmit={() => save.mutateAsync({ params: { memberId }, body: { roles: held } })}
      error={save.error}
      action={t('save')}
      pending={save.isPending}
    >
      <p className="text-text-2">{t('person.roles_text', { name: person.name })}</p>
      <div className="grid gap-2">
        {(roles.data?.records ?? []).map((role) => (
          <Checkbox
            key={role.key}
            label={nameOf(role)}
            checked={role.key === 'member' || held.includes(role.key)}
            disabled={role.key === 'member' || (member?.id === memberId && role.key === 'admin')}
            onChange={(on) => setHeld(on ? [...held, role.key] : held.filter((key) => key !== role.key))}
          />
        ))}
      </div>
    </FormDialog>
  )
}
