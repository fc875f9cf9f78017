/** All spaces in one table, for those who run them. */
import {
  Badge,
  Card,
  DataTable,
  EmptyState,
  IconButton,
  Link,
  LinkButton,
  Menu,
  Note,
  PageHeader,
  Query,
  Screen,
  SearchField,
  Select,
  Skeleton,
  Time,
  useRead,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type SpaceRecord } from '../../contract.ts'
import { Glyph } from '../components/Glyph.tsx'
import { useActs } from '../components/useActs.tsx'
import { useSidebar } from '../components/useSidebar.ts'

type Sort = { key: string; descending: boolean }
const TONES = { public: 'neutral', private: 'info', secret: 'warning', draft: 'line' } as const

function sorted(rows: SpaceRecord[], { key, descending }: Sort): SpaceRecord[] {
  const value = (space: SpaceRecord): string | number =>
    key === 'members'
      ? (space.members_count ?? 0)
      : key === 'posts'
        ? space.posts_count
        : key === 'activity'
          ? (space.last_activity_at ?? '')
          : space.name.toLowerCase()
  const order = [...rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)]
    return typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y))
  })
  return descending ? order.reverse() : order
}

export default function AdminSpaces() {
  const t = useT()
  const [text, setText] = useState('')
  const [group, setGroup] = useState('')
  const [sort, setSort] = useState<Sort>({ key: 'name', descending: false })
  const query = useSidebar()
  const limit = useRead(contract.routes.maxSpaceLimit)
  const { deleteSpace, duplicateSpace, copyLink } = useActs()
  const add = (
    <LinkButton variant="primary" icon="plus" to="/settings/spaces/new">
      {t('space.new')}
    </LinkButton>
  )
  return (
    <Screen name="spaces/AdminSpaces" title={t('admin.title')} layout="wide">
      <PageHeader
        title={t('admin.title')}
        text={limit.data && t('admin.limit', { used: limit.data.spaces_count, max: limit.data.max_space_limit })}
        actions={
          <>
            <LinkButton icon="folder-plus" to="/space_groups/new">
              {t('group.new')}
            </LinkButton>
            {add}
          </>
        }
      />
      {limit.data?.limit_reached && (
        <Note tone="warning" className="mb-4">
          {t('admin.limitReached')}
        </Note>
      )}
      <Query query={query} skeleton={<Skeleton w="100%" h={420} />}>
        {({ records, space_groups }) => {
          const wanted = text.trim().toLowerCase()
          const rows = sorted(
            records.filter(
              (space) => (!group || String(space.space_group_id) === group) && (space.name.toLowerCase().includes(wanted) || space.slug.includes(wanted)),
            ),
            sort,
          )
          return (
            <Card>
              <div className="flex flex-wrap gap-2 p-3">
                <SearchField value={text} onChange={setText} placeholder={t('admin.search')} className="min-w-48 flex-1" />
                <Select
                  size="sm"
                  aria-label={t('admin.group')}
                  className="w-44"
                  value={group}
                  onChange={(event) => setGroup(event.target.value)}
                  options={[{ value: '', label: t('admin.allGroups') }, ...space_groups.map(({ id, name }) => ({ value: String(id), label: name }))]}
                />
              </div>
              <DataTable
                label={t('admin.title')}
                rows={rows}
                sort={{ ...sort, onChange: (key, descending) => setSort({ key, descending }) }}
                empty={
                  <EmptyState
                    icon="layout-grid"
                    title={t(records.length ? 'admin.noneFound' : 'admin.none')}
                    text={t(records.length ? 'admin.noneFoundText' : 'admin.noneText')}
                    action={records.length ? undefined : add}
                  />
                }
                columns={[
                  {
                    key: 'name',
                    title: t('form.name'),
                    sortable: true,
                    render: (space) => (
                      <Link to={`/settings/spaces/${space.id}`} className="flex min-h-10 items-center gap-2.5 font-medium hover:underline">
                        <Glyph space={space} />
                        {space.name}
                      </Link>
                    ),
                  },
                  { key: 'group', title: t('form.group'), optional: true, render: (space) => space.space_group_name },
                  {
                    key: 'visibility',
                    title: t('form.visibility'),
                    render: (space) => <Badge tone={TONES[space.visibility]}>{t(`visibility.${space.visibility}`)}</Badge>,
                  },
                  { key: 'members', title: t('tab.members'), sortable: true, align: 'right', optional: true, render: (space) => space.members_count },
                  { key: 'posts', title: t('tab.posts'), sortable: true, align: 'right', optional: true, render: (space) => space.posts_count },
                  {
                    key: 'activity',
                    title: t('admin.activity'),
                    sortable: true,
                    optional: true,
                    render: (space) => (space.last_activity_at ? <Time value={space.last_activity_at} /> : '–'),
                  },
                  {
                    key: 'menu',
                    title: <span className="sr-only">{t('menu.label')}</span>,
                    align: 'right',
                    render: (space) => (
                      <Menu
                        trigger={<IconButton icon="ellipsis" label={t('sidebar.spaceMenu', { name: space.name })} />}
                        items={[
                          { label: t('menu.open'), icon: 'arrow-up-right', to: `/c/${space.slug}` },
                          { label: t('menu.settings'), icon: 'pencil', to: `/settings/spaces/${space.id}` },
                          { label: t('link.copy'), icon: 'link', onSelect: () => void copyLink(`/c/${space.slug}`) },
                          { label: t('menu.duplicate'), icon: 'copy', onSelect: () => void duplicateSpace(space) },
                          '-',
                          { label: t('delete.action'), icon: 'trash-2', tone: 'danger', onSelect: () => void deleteSpace(space) },
                        ]}
                      />
                    ),
                  },
                ]}
              />
            </Card>
          )
        }}
      </Query>
    </Screen>
  )
}
