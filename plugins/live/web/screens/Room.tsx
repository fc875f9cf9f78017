/** `/live/:roomSlug`: a room from its door to its end. */
import { EmptyState, LinkButton, Loading, NotAllowed, Query, Screen, Skeleton, useNavigate, useParams, useRead, useSession, useT } from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract from '../../contract.ts'
import { Inside } from '../components/Inside.tsx'

const { routes } = contract
/** Who merely listens to a stream is not told of: the number of them is asked for. */
const ASK_MS = 30_000
const canCall = typeof RTCPeerConnection !== 'undefined'

export default function Room() {
  const t = useT()
  const navigate = useNavigate()
  const { roomSlug: slug = '' } = useParams<{ roomSlug: string }>()
  const { masquerading, viewOnly } = useSession()
  const query = useRead(routes.bySlug, { params: { slug } }, { refetchInterval: ASK_MS })
  useEffect(() => {
    if (!canCall) navigate(`/live/${slug}/not_supported`, { replace: true })
  }, [slug, navigate])
  // also one that was deleted while somebody is in it
  const isMissing = query.error?.status === 404
  return (
    <Screen name="live/Room" title={query.data?.name ?? t('room.title')} layout="focus">
      <main id="main" tabIndex={-1} className="min-h-dvh bg-bg outline-none">
        {isMissing ? (
          <div className="grid min-h-dvh place-items-center">
            <EmptyState icon="radio" title={t('room.missing')} text={t('room.missing_text')} action={<LinkButton to="/">{t('room.leave_page')}</LinkButton>} />
          </div>
        ) : masquerading || viewOnly ? (
          <div className="grid min-h-dvh place-items-center">
            <NotAllowed text={t('room.masquerading')} />
          </div>
        ) : (
          <Query query={query} skeleton={<Waiting />}>
            {(room) => <Inside key={room.id} room={room} />}
          </Query>
        )}
      </main>
    </Screen>
  )
}

const Waiting = () => (
  <Loading>
    <span className="flex h-14 items-center border-b px-5">
      <Skeleton w={160} h={16} />
    </span>
    <span className="mx-auto grid w-full max-w-[1240px] gap-7 px-7 pt-16 min-[1001px]:grid-cols-[minmax(0,1fr)_372px] max-desk:px-3 max-desk:pt-4">
      <Skeleton w="100%" h={440} className="rounded-sheet!" />
      <Skeleton w="100%" h={440} className="rounded-card!" />
    </span>
  </Loading>
)
