/** `/live/:roomSlug/public`: a public stream, watched without an account. */
import { EmptyState, ErrorState, Loading, Screen, Skeleton, useNavigate, useParams, useRead, useSession, useT, WaysIn } from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract from '../../contract.ts'
import { Watch } from '../components/public/Watch.tsx'

const { routes } = contract
/** Visitors hear no news: the room is asked for again. */
const ASK_MS = 12_000

export default function PublicStream() {
  const t = useT()
  const navigate = useNavigate()
  const { member } = useSession()
  const { roomSlug: slug = '' } = useParams<{ roomSlug: string }>()
  const { data: room, error, refetch } = useRead(routes.bySlug, { params: { slug } }, { enabled: member === null, refetchInterval: ASK_MS })
  const isMissing = error?.status === 404
  useEffect(() => {
    if (member) navigate(`/live/${slug}`, { replace: true })
  }, [member, slug, navigate])
  return (
    <Screen name="live/PublicStream" title={room?.name ?? t('public.title')} layout="focus">
      <main id="main" tabIndex={-1} className="min-h-dvh bg-bg outline-none">
        {room && !isMissing ? (
          <Watch key={room.id} room={room} />
        ) : (
          <div className="grid min-h-dvh place-items-center">
            {isMissing ? (
              <EmptyState icon="radio" title={t('public.missing')} text={t('public.missing_text')} action={<WaysIn className="justify-center" />} />
            ) : error ? (
              <ErrorState error={error} onRetry={() => void refetch()} />
            ) : (
              <Loading className="w-full max-w-[452px] px-3">
                <Skeleton w="100%" h={280} className="rounded-card!" />
              </Loading>
            )}
          </div>
        )}
      </main>
    </Screen>
  )
}
