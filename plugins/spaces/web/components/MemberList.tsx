/** The members of a space, page by page; those who run it change roles and take people out. */
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
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useDeferredValue, useState } from 'react'
import contract, { type Space, type SpaceMember } from '../../contract.ts'

const { routes } = contract

function Row({ space, row, presence }: { space: Space; row: SpaceMember; presence?: 'online' | 'idle' | 'offline' }) {
  const t = useT()
  const confirm = useConfirm()
  const write = { invalidates: [contract], onError: (error: Error) => toast.error(error.message) }
  const update = useWrite(routes.updateMember, write)
  const remove = useWrite(routes.removeMember, write)
  const { community_member: person } = row
  const params = { space_id: space.id, id: row.id }
  const take = async () => {
    const yes = await confirm({
      title: t('remove.title', { name: person.name, space: space.name }),
      text: t('remove.text'),
      action: t('remove.action'),
      tone: 'danger',
    })
    if (yes) remove.mutate({ params })
  }
  return (
    <ListRow as="li">
      <Avatar id={row.community_member_id} name={person.name} src={person.avatar_url} size={40} presence={presence} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-1.5">
          <Link to={`/u/${person.public_uid}`} className="font-semibold hover:underline">
            {person.name}
          </Link>
          {row.moderator && <Badge tone="brand">{t('role.moderator')}</Badge>}
          {row.status === 'inactive' && <Badge>{t('role.inactive')}</Badge>}
        </p>
        {person.headline && <p className="truncate text-13 text-text-2">{person.headline}</p>}
      </div>
      <span className="text-12 text-text-3 max-desk:hidden">
        {t('members.since')} <Time value={row.created_at} kind="date" />
      </span>
      {space.policies.can_manage_space && (
        <Menu
          trigger={<IconButton icon="ellipsis" label={t('members.menu', { name: person.name })} />}
          items={[
            {
              label: t(row.moderator ? 'role.makeMember' : 'role.makeModerator'),
              icon: 'shield',
              onSelect: () => update.mutate({ params, body: { moderator: !row.moderator } }),
            },
            '-',
            { label: t('remove.action'), icon: 'user-minus', tone: 'danger', onSelect: () => void take() },
          ]}
        />
      )}
    </ListRow>
  )
}

export function MemberList({ space }: { space: Space }) {
  const t = useT()
  const [text, setText] = useState('')
  const [sort, setSort] = useState(space.default_member_sort)
  const wanted = useDeferredValue(text.trim())
  const query = useReadPages(routes.members, { params: { space_id: space.id }, query: { sort, ...(wanted ? { query: wanted } : {}) } }, { keepPrevious: true })
  const rows = query.data?.pages.flatMap((page) => page.records) ?? []
  const presence = usePresence(rows.map((row) => row.community_member_id))
  if (query.error && !query.data) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div>
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchField value={text} onChange={setText} placeholder={t('members.search')} className="flex-1" />
        <Select
          size="sm"
          aria-label={t('members.sort')}
          value={sort}
          onChange={(event) => setSort(event.target.value as typeof sort)}
          options={(['latest', 'oldest', 'alphabetical'] as const).map((value) => ({ value, label: t(`members.${value}`) }))}
          className="w-40"
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
        <EmptyState icon="users" title={t(wanted ? 'members.noneFound' : 'members.none')} text={t(wanted ? 'members.noneFoundText' : 'members.noneText')} />
      ) : (
        <Card as="ul">
          {rows.map((row) => (
            <Row key={row.id} space={space} row={row} presence={presence.get(row.community_member_id)} />
          ))}
        </Card>
      )}
      <LoadMore query={query} />
    </div>
  )
}
