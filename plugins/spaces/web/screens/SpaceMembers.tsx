/** The members of a space. */
import { LinkButton, Query, Screen, useParams, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { Locked } from '../components/Locked.tsx'
import { MemberList } from '../components/MemberList.tsx'
import { SpaceHead } from '../components/SpaceHead.tsx'
import { SpaceSkeleton } from '../components/SpaceSkeleton.tsx'

export default function SpaceMembers() {
  const t = useT()
  const { space: slug } = useParams<{ space: string }>()
  const query = useRead(contract.routes.bySlug, { params: { slug } })
  return (
    <Screen name="spaces/SpaceMembers" title={query.data ? t('members.title', { name: query.data.name }) : t('tab.members')}>
      <Query query={query} skeleton={<SpaceSkeleton />}>
        {(space) =>
          space.policies.can_view_space ? (
            <>
              <SpaceHead space={space} tab="members" />
              <MemberList key={space.id} space={space} />
              {space.policies.can_manage_space && (
                <div className="mt-4">
                  {/* A download is the browser's affair, not the router's. */}
                  <LinkButton variant="ghost" icon="download" to={`/c/${space.slug}/members.csv`} download>
                    {t('members.export')}
                  </LinkButton>
                </div>
              )}
            </>
          ) : (
            <Locked space={space} />
          )
        }
      </Query>
    </Screen>
  )
}
