/** The members of a space. */
import { Button, LinkButton, NotAllowed, Query, Screen, useParams, useRead, useSession, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Space } from '../../contract.ts'
import { AddMembers } from '../components/AddMembers.tsx'
import { Locked } from '../components/Locked.tsx'
import { JoinRequests } from '../components/JoinRequests.tsx'
import { MemberList } from '../components/MemberList.tsx'
import { SpaceHead } from '../components/SpaceHead.tsx'
import { SpaceSkeleton } from '../components/SpaceSkeleton.tsx'
import { useSpace } from '../components/useSpace.ts'

function Inside({ space }: { space: Space }) {
  const t = useT()
  const { viewOnly } = useSession()
  const [adding, setAdding] = useState(false)
  const active = useRead(contract.routes.activeMembersCount, { params: { id: space.id } })
  const { can_add_members: adds, can_moderate_members: tends, can_export_members: exports } = space.policies
  return (
    <>
      <div className="mb-3 flex min-h-9 flex-wrap items-center gap-2">
        <p className="flex-1 text-13 text-text-2 max-desk:basis-full">{active.data && t('members.active', { count: active.data.count })}</p>
        {exports && (
          // A download is the browser's affair, not the router's.
          <LinkButton variant="ghost" icon="download" to={`/c/${space.slug}/members.csv`} download>
            {t('members.export')}
          </LinkButton>
        )}
        {adds && !viewOnly && (
          <Button icon="user-plus" onClick={() => setAdding(true)}>
            {t('add.menu')}
          </Button>
        )}
      </div>
      {tends && !viewOnly && <JoinRequests spaceId={space.id} />}
      <MemberList key={space.id} where={{ space }} />
      {adding && <AddMembers where={{ space }} manages={tends} open onOpenChange={setAdding} />}
    </>
  )
}

export default function SpaceMembers() {
  const t = useT()
  const { space: slug } = useParams<{ space: string }>()
  const { query, state, listed } = useSpace(slug)
  return (
    <Screen name="spaces/SpaceMembers" title={query.data ? t('members.title', { name: query.data.name }) : t('tab.members')}>
      {query.error?.status === 404 ? (
        <NotAllowed title={t('space.missing')} text={t('space.missingText')} />
      ) : (
        <Query query={query} skeleton={<SpaceSkeleton listed={listed} />}>
          {(space) =>
            space.policies.can_view_space ? (
              <div data-loader={state}>
                <SpaceHead space={space} tab="members" />
                {space.policies.can_view_members ? <Inside space={space} /> : <NotAllowed title={t('members.closed')} text={t('members.closedText')} />}
              </div>
            ) : (
              <Locked space={space} />
            )
          }
        </Query>
      )}
    </Screen>
  )
}
