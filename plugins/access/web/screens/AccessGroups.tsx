/** Access groups in a table: those that give, and those put away. */
import { AdminPage, Card, DataTable, EmptyState, IconButton, Link, LinkButton, LoadMore, Menu, Query, SearchField, Segment } from '@atrium/sdk/web'
import { Skeleton, Time, useReadPages, useSettled, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../contract.ts'
import { useArchive } from '../components/useArchive.ts'

type Status = 'active' | 'archived'

export default function AccessGroups() {
  const t = useT()
  const [status, setStatus] = useState<Status>('active')
  const [text, setText] = useState('')
  const name = useSettled(text.trim()) || undefined
  const query = useReadPages(contract.routes.groups, { query: { status, name, per_page: 50 } }, { keepPrevious: true })
  const { archive, bringBack } = useArchive()
  const add = { label: t('groups.new'), icon: 'plus', to: '/settings/access_groups/new', primary: true }
  return (
    <AdminPage name="access/AccessGroups" title={t('groups.title')} text={t('groups.text')} actions={[add]} who="access.manage" wide>
      <Card>
        <div className="flex flex-wrap items-center gap-2 p-3">
          <SearchField value={text} onChange={setText} placeholder={t('groups.search')} className="min-w-48 flex-1" />
          <Segment
            label={t('groups.status')}
            value={status}
            onChange={setStatus}
            items={[
              { value: 'active', label: t('groups.active') },
              { value: 'archived', label: t('groups.archived') },
            ]}
          />
        </div>
        <Query query={query} skeleton={<Skeleton w="100%" h={320} />}>
          {({ pages }) => (
            <DataTable
              label={t('groups.title')}
              rows={pages.flatMap(({ records }) => records)}
              empty={
                name || status === 'archived' ? (
                  <EmptyState icon="key-round" title={t('groups.noneFound')} text={t(name ? 'groups.noneFoundText' : 'groups.noneArchived')} />
                ) : (
                  <EmptyState
                    icon="key-round"
                    title={t('groups.none')}
                    text={t('groups.noneText')}
                    action={
                      <LinkButton variant="primary" icon="plus" to={add.to}>
                        {add.label}
                      </LinkButton>
                    }
                  />
                )
              }
              columns={[
                {
                  key: 'name',
                  title: t('groups.name'),
                  render: (group) => (
                    <Link to={`/settings/access_groups/${group.id}`} className="grid min-h-10 content-center font-medium hover:underline">
                      {group.name}
                      {group.description && <span className="line-clamp-1 text-13 font-normal text-text-3">{group.description}</span>}
                    </Link>
                  ),
                },
                {
                  key: 'opens',
                  title: t('groups.opens'),
                  render: (group) =>
                    [
                      group.space_group_ids.length > 0 && t('groups.spaceGroups', { count: group.space_group_ids.length }),
                      group.space_ids.length > 0 && t('groups.spaces', { count: group.space_ids.length }),
                    ]
                      .filter(Boolean)
                      .join(', ') || t('groups.opensNothing'),
                },
                { key: 'members', title: t('groups.members'), align: 'right', render: (group) => t('number', { value: group.members_count }) },
                { key: 'created', title: t('groups.created'), render: (group) => <Time value={group.created_at} kind="day" /> },
                {
                  key: 'menu',
                  pinned: true,
                  title: <span className="sr-only">{t('groups.menu')}</span>,
                  align: 'right',
                  render: (group) => (
                    <Menu
                      trigger={<IconButton icon="ellipsis" label={t('groups.menuOf', { name: group.name })} />}
                      items={[
                        { label: t('groups.edit'), icon: 'pencil', to: `/settings/access_groups/${group.id}` },
                        '-',
                        group.status === 'active'
                          ? { label: t('groups.archive'), icon: 'archive', onSelect: () => void archive(group) }
                          : { label: t('groups.unarchive'), icon: 'rotate-ccw', onSelect: () => void bringBack(group) },
                      ]}
                    />
                  ),
                },
              ]}
            />
          )}
        </Query>
      </Card>
      <LoadMore query={query} />
    </AdminPage>
  )
}
