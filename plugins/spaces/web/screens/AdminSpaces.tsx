/** All spaces, for those who run them: as a table with filters and acts on many, or in the order of the sidebar. */
import { AdminPage, LinkButton, Query, Segment, Skeleton, useLocation, useNavigate, useSearch, useT } from '@atrium/sdk/web'
import { OrderSpaces } from '../components/OrderSpaces.tsx'
import { NewSpace } from '../components/NewSpace.tsx'
import { PlanLimit } from '../components/PlanLimit.tsx'
import { SpaceTable } from '../components/SpaceTable.tsx'
import { useSidebar } from '../components/useSidebar.ts'

export default function AdminSpaces() {
  const t = useT()
  const navigate = useNavigate()
  const making = useLocation() === '/settings/spaces/new'
  const view = useSearch().get('view') === 'order' ? 'order' : 'table'
  const query = useSidebar()
  const add = (
    <LinkButton variant="primary" icon="plus" to="/settings/spaces/new">
      {t('space.new')}
    </LinkButton>
  )
  return (
    <AdminPage
      name="spaces/AdminSpaces"
      title={t('admin.title')}
      actions={[
        { label: t('space.new'), icon: 'plus', to: '/settings/spaces/new', primary: true },
        { label: t('group.new'), icon: 'folder-plus', to: '/space_groups/new' },
      ]}
      who="spaces.manage"
      wide
    >
      {making && <NewSpace back="/settings/spaces" />}
      <PlanLimit />
      <Segment
        className="mb-4"
        label={t('admin.view')}
        value={view}
        onChange={(next) => navigate(next === 'order' ? '/settings/spaces?view=order' : '/settings/spaces', { replace: true })}
        items={[
          { value: 'table', label: t('admin.table'), icon: 'table' },
          { value: 'order', label: t('admin.order'), icon: 'chevrons-up-down' },
        ]}
      />
      <Query query={query} skeleton={<Skeleton w="100%" h={420} />}>
        {({ records, space_groups }) =>
          view === 'order' && space_groups.length > 0 ? (
            <OrderSpaces groups={space_groups} spaces={records} />
          ) : (
            <SpaceTable groups={space_groups} records={records} add={add} />
          )
        }
      </Query>
    </AdminPage>
  )
}
