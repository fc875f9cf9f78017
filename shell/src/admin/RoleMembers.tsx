/** Members with their roles; a search finds one, a menu changes what they are. */
import { useState } from 'react'
import {
  Avatar,
  Badge,
  Button,
  Card,
  EmptyState,
  LoadMore,
  Menu,
  Query,
  SearchField,
  Skeleton,
  toast,
  useReadPages,
  useSession,
  useSettled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { type Role, type RoleMember, memberRoles, roles as rolesRoute, updateMemberRoles } from '../api.ts'
import { roleName } from './roleName.ts'

export function RoleMembers({ roles }: { roles: Role[] }) {
  const t = useT()
  const [text, setText] = useState('')
  const wanted = useSettled(text.trim())
  const query = useReadPages(memberRoles, { query: wanted ? { query: wanted } : {} }, { keepPrevious: true })
  return (
    <>
      <SearchField value={text} onChange={setText} placeholder={t('roles.members.find')} className="mb-4 max-w-80 max-desk:max-w-none" />
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={360} />}
        isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
        empty={
          <Card>
            <EmptyState icon="users" title={t('roles.members.empty.title')} text={t('roles.members.empty.text')} />
          </Card>
        }
      >
        {({ pages }) => (
          <>
            <Card as="ul" className="divide-y divide-border">
              {pages.flatMap(({ records }) => records.map((member) => <Row key={member.id} member={member} roles={roles} />))}
            </Card>
            <LoadMore query={query} />
          </>
        )}
      </Query>
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
        <p className="truncate text-13 text-text-3">{member.email}</p>
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
