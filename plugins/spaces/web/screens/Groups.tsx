/** Every group with its spaces: where one looks round. */
import { EmptyState, Link, LinkButton, PageHeader, Query, Screen, useLocation, useSession, useT } from '@atrium/sdk/web'
import { SpaceGrid } from '../components/SpaceCard.tsx'
import { GridSkeleton } from '../components/GridSkeleton.tsx'
import { NewSpace } from '../components/NewSpace.tsx'
import { useSidebar } from '../components/useSidebar.ts'

export default function Groups() {
  const t = useT()
  const { can } = useSession()
  const making = useLocation() === '/spaces/new'
  const query = useSidebar()
  const make = can('spaces.manage') && (
    <LinkButton variant="primary" icon="folder-plus" to="/space_groups/new">
      {t('group.new')}
    </LinkButton>
  )
  return (
    <Screen name="spaces/Groups" title={t('groups.title')} layout="wide">
      {making && <NewSpace back="/space_groups" />}
      <PageHeader title={t('groups.title')} text={t('groups.text')} actions={make} />
      <Query
        query={query}
        skeleton={<GridSkeleton />}
        isEmpty={(data) => data.space_groups.length === 0}
        empty={<EmptyState icon="layout-grid" title={t('groups.none')} text={t('groups.noneText')} action={make} />}
      >
        {({ space_groups, records }) =>
          space_groups.map((group) => {
            const spaces = records.filter((space) => space.space_group_id === group.id)
            return (
              <section key={group.id} className="mb-8">
                <h2 className="mb-3 text-17">
                  <Link to={`/s/${group.slug}`} className="hover:underline">
                    {group.name}
                  </Link>
                </h2>
                {spaces.length ? <SpaceGrid spaces={spaces} /> : <p className="text-13 text-text-3">{t('group.empty')}</p>}
              </section>
            )
          })
        }
      </Query>
    </Screen>
  )
}
