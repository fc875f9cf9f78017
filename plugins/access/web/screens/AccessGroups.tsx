/** Access groups in a table: those that give, and those put away. */
import { Link, LinkButton, ListScreen, Time, useList, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { useArchive } from '../components/useArchive.ts'

export default function AccessGroups() {
  const t = useT()
  const list = useList(contract.routes.groups, { search: 'name', filters: { status: 'active' }, query: { per_page: 50 } })
  const { archive, bringBack } = useArchive()
  const add = { label: t('groups.new'), icon: 'plus', to: '/settings/access_groups/new', primary: true }
  return (
    <ListScreen
      name="access/AccessGroups"
      title={t('groups.title')}
      text={t('groups.text')}
      actions={[add]}
      who="access.manage"
      list={list}
      search={t('groups.search')}
      filters={[
        {
          field: 'status',
          label: t('groups.status'),
          segment: true,
          options: [
            { value: 'active', label: t('groups.active') },
            { value: 'archived', label: t('groups.archived') },
          ],
        },
      ]}
      empty={{
        icon: 'key-round',
        title: t('groups.none'),
        text: t('groups.noneText'),
        action: (
          <LinkButton variant="primary" icon="plus" to={add.to}>
            {add.label}
          </LinkButton>
        ),
      }}
      found={{ title: t('groups.noneFound'), text: t(list.asked.name ? 'groups.noneFoundText' : 'groups.noneArchived') }}
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
      ]}
      menu={(group) => ({
        label: t('groups.menuOf', { name: group.name }),
        items: [
          { label: t('groups.edit'), icon: 'pencil', to: `/settings/access_groups/${group.id}` },
          '-',
          group.status === 'active'
            ? { label: t('groups.archive'), icon: 'archive', onSelect: () => void archive(group) }
            : { label: t('groups.unarchive'), icon: 'rotate-ccw', onSelect: () => void bringBack(group) },
        ],
      })}
    />
  )
}
