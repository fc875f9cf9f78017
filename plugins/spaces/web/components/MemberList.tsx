/** The members of a space or a group, page by page; those who run it change roles and take people out. */
import {
  Avatar,
  Badge,
  Card,
  EmptyState,
  Failure,
  IconButton,
  Link,
  ListRow,
  Loading,
  LoadMore,
  Menu,
  SearchField,
  Select,
  Skeleton,
  Time,
  toast,
  useConfirm,
  usePresence,
  useReadPages,
  useSettled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type GroupMember, type Space, type SpaceGroup, type SpaceMember } from '../../contract.ts'

const { routes } = contract
/** One of the two places where people belong. */
export type Where = { space: Space } | { group: SpaceGroup }
type Row = SpaceMember | GroupMember
type Change = { moderator?: boolean; status?: 'active' | 'inactive' }

const nameOf = (where: Where) => ('space' in where ? where.space.name : where.group.name)
/** Sees to the people there. */
const tends = (where: Where) => ('space' in where ? where.space.policies.can_moderate_members : where.group.policies.can_add_members)
/** Says who runs it. */
const runs = (where: Where) => ('space' in where ? where.space.policies.can_manage_space : where.group.policies.can_add_members)

/** The same two acts on either kind of membership. */
function useActsOn(where: Where) {
  const write = { invalidates: [contract], onError: (error: Error) => toast.error(error.message) }
  const updateInSpace = useWrite(routes.updateMember, write)
  const updateInGroup = useWrite(routes.updateGroupMember, write)
  const removeFromSpace = useWrite(routes.removeMember, write)
  const removeFromGroup = useWrite(routes.removeGroupMember, write)
  return {
    update: (row: Row, body: Change) =>
      'space' in where
        ? updateInSpace.mutate({ params: { space_id: where.space.id, id: row.id }, body })
        : updateInGroup.mutate({ params: { space_group_id: where.group.id, memberId: row.community_member_id }, body }),
    remove: (row: Row) =>
      'space' in where
        ? removeFromSpace.mutate({ params: { space_id: where.space.id, id: row.id } })
        : removeFromGroup.mutate({ params: { space_group_id: where.group.id, memberId: row.community_member_id } }),
  }
}

function MemberRow({ where, row, presence }: { where: Where; row: Row; presence?: 'online' | 'idle' | 'offline' }) {
  const t = useT()
  const confirm = useConfirm()
  const { update, remove } = useActsOn(where)
  const { community_member: person } = row
  const take = async () => {
    const yes = await confirm({
      title: t('remove.title', { name: person.name, space: nameOf(where) }),
      text: t('remove.text'),
      action: t('remove.action'),
      tone: 'danger',
    })
    if (yes) remove(row)
  }
  const active = row.status === 'active'
  return (
    <ListRow as="li">
      <Avatar id={row.community_member_id} name={person.name} src={person.avatar_url} size={40} presence={presence} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-1.5">
          <Link to={`/u/${person.public_uid}`} className="font-semibold hover:underline">
            {person.name}
          </Link>
          {row.moderator && <Badge tone="brand">{t('role.moderator')}</Badge>}
          {!active && <Badge>{t('role.inactive')}</Badge>}
        </p>
        {person.headline && <p className="truncate text-13 text-text-2">{person.headline}</p>}
      </div>
      <span className="text-12 text-text-3 max-desk:hidden">
        {t('members.since')} <Time value={row.created_at} kind="date" />
      </span>
      {tends(where) && (runs(where) || !row.moderator) && (
        <Menu
          trigger={<IconButton icon="ellipsis" label={t('members.menu', { name: person.name })} />}
          items={[
            runs(where) && {
              label: t(row.moderator ? 'role.makeMember' : 'role.makeModerator'),
              icon: 'shield',
              onSelect: () => update(row, { moderator: !row.moderator }),
            },
            {
              label: t(active ? 'role.deactivate' : 'role.activate'),
              icon: active ? 'ban' : 'user-check',
              onSelect: () => update(row, { status: active ? 'inactive' : 'active' }),
            },
            '-',
            { label: t('remove.action'), icon: 'user-minus', tone: 'danger', onSelect: () => void take() },
          ]}
        />
      )}
    </ListRow>
  )
}

const SORTS = ['latest', 'oldest', 'alphabetical'] as const
const STATUSES = ['active', 'inactive', 'all'] as const

function useMembers(where: Where, query: { sort: (typeof SORTS)[number]; status: (typeof STATUSES)[number]; query?: string }) {
  const inSpace = useReadPages(
    routes.members,
    { params: { space_id: 'space' in where ? where.space.id : 0 }, query },
    { keepPrevious: true, enabled: 'space' in where },
  )
  const inGroup = useReadPages(
    routes.groupMembers,
    { params: { space_group_id: 'group' in where ? where.group.id : 0 }, query },
    { keepPrevious: true, enabled: 'group' in where },
  )
  return 'space' in where ? inSpace : inGroup
}

export function MemberList({ where }: { where: Where }) {
  const t = useT()
  const [text, setText] = useState('')
  const [sort, setSort] = useState<(typeof SORTS)[number]>('space' in where ? where.space.default_member_sort : 'latest')
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('active')
  const wanted = useSettled(text.trim())
  const query = useMembers(where, { sort, status, ...(wanted ? { query: wanted } : {}) })
  const rows: Row[] = (query.data?.pages ?? []).flatMap((page): Row[] => page.records)
  const presence = usePresence(rows.map((row) => row.community_member_id))
  if (query.error && !query.data) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  const narrowed = wanted !== '' || status !== 'active'
  return (
    <div>
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchField value={text} onChange={setText} placeholder={t('members.search')} className="min-w-44 flex-1" />
        {tends(where) && (
          <Select
            size="sm"
            aria-label={t('members.status')}
            value={status}
            onChange={(event) => setStatus(event.target.value as typeof status)}
            options={STATUSES.map((value) => ({ value, label: t(`members.status.${value}`) }))}
            className="w-32"
          />
        )}
        <Select
          size="sm"
          aria-label={t('members.sort')}
          value={sort}
          onChange={(event) => setSort(event.target.value as typeof sort)}
          options={SORTS.map((value) => ({ value, label: t(`members.${value}`) }))}
          className="w-36"
        />
      </div>
      {query.isPending ? (
        <Loading>
          <div className="grid gap-3">
            {[1, 2, 3, 4, 5, 6].map((row) => (
              <Skeleton key={row} w="100%" h={64} />
            ))}
          </div>
        </Loading>
      ) : rows.length === 0 ? (
        <EmptyState icon="users" title={t(narrowed ? 'members.noneFound' : 'members.none')} text={t(narrowed ? 'members.noneFoundText' : 'members.noneText')} />
      ) : (
        <Card as="ul">
          {rows.map((row) => (
            <MemberRow key={row.id} where={where} row={row} presence={presence.get(row.community_member_id)} />
          ))}
        </Card>
      )}
      <LoadMore query={query} />
    </div>
  )
}
