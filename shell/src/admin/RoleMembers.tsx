/** Members with their roles; a search finds one, a menu changes what they are. */
import { shownEmail } from '@atrium/sdk'
import { useState } from 'react'
import { Avatar, Badge, Button, Menu, SearchField, Select, toast, useReadPages, useSession, useSettled, useT, useWrite, PagedCard } from '@atrium/sdk/web'
import communities from '@atrium/sdk/kernel/communities'
import type { Role, RoleMember } from '../api.ts'
import { roleName } from './roleName.ts'

const { memberRoles, roles: rolesRoute, updateMemberRoles } = communities.routes

interface RoleMembersProps {
  roles: Role[]
  /** Key of the role whose members alone are shown; empty: all. */
  only: string
  onOnly: (key: string) => void
}
export function RoleMembers({ roles, only, onOnly }: RoleMembersProps) {
  const t = useT()
  const [text, setText] = useState('')
  const wanted = useSettled(text.trim())
  const query = useReadPages(memberRoles, { query: { ...(wanted ? { query: wanted } : {}), ...(only ? { role: only } : {}) } }, { keepPrevious: true })
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-2">
        <SearchField value={text} onChange={setText} placeholder={t('roles.members.find')} className="min-w-56 flex-1" />
        <Select
          aria-label={t('roles.role')}
          className="w-48 max-desk:w-full"
          value={only}
          onChange={(event) => onOnly(event.target.value)}
          options={[{ value: '', label: t('roles.members.all') }, ...roles.map((role) => ({ value: role.key, label: roleName(t, role) }))]}
        />
      </div>
      <PagedCard query={query} icon="users" empty={{ title: t('roles.members.empty.title'), text: t('roles.members.empty.text') }}>
        {(member) => <Row key={member.id} member={member} roles={roles} />}
      </PagedCard>
    </>
  )
}

function Row({ member, roles }: { member: RoleMember; roles: Role[] }) {
  const t = useT()
  const session = useSession()
  const save = useWrite(updateMemberRoles, { invalidates: [memberRoles, rolesRoute] })
  const held = roles.filter(({ key }) => member.roles.includes(key))
  const own = session.member?.id === member.id

  const turn = (key: string) => {
    const next = member.roles.includes(key) ? member.roles.filter((other) => other !== key) : [...member.roles, key]
    return save.mutateAsync({ params: { memberId: member.id }, body: { roles: next } }).then(
      () => toast.success(t('roles.members.changed', { member: member.name })),
      (error) => toast.error(error.message),
    )
  }

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 desk:px-5">
      <Avatar name={member.name} id={member.id} src={member.avatar_url} size={36} />
      <div className="min-w-40 flex-1">
        <p className="truncate font-medium">{member.name}</p>
        <p className="truncate text-13 text-text-3">{shownEmail(member.email)}</p>
      </div>
      <span className="flex flex-wrap gap-1">
        {held.map((role) => (
          <Badge key={role.id} tone={role.key === 'admin' ? 'brand' : 'neutral'}>
            {roleName(t, role)}
          </Badge>
        ))}
      </span>
      <Menu
        trigger={
          <Button size="sm" loading={save.isPending} aria-label={t('roles.members.change.label', { member: member.name })}>
            {t('roles.members.change')}
          </Button>
        }
        items={roles.map((role) => ({
          label: roleName(t, role),
          checked: member.roles.includes(role.key),
          // Everyone is a member, and nobody shuts oneself out by accident.
          disabled: role.key === 'member' || (own && role.key === 'admin'),
          onSelect: () => void turn(role.key),
        }))}
      />
    </li>
  )
}
