/** `/c/{space}/{slug}`: asks once what stands there, and shows the screen of that kind with the replies that came along. */
import {
  KindScreen,
  Screen,
  Skeleton,
  SkeletonText,
  useNavigate,
  useParams,
  useQueryCache,
  useRead,
  useSearch,
  useSession,
  useT,
  wayBack,
} from '@atrium/sdk/web'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import contract from '../../contract.ts'
import { Missing } from '../components/Missing.tsx'

export default function Address() {
  const t = useT()
  const { space, slug } = useParams<{ space: string; slug: string }>()
  const here = `/c/${space}/${slug}`
  // what changes in the query afterwards is the affair of the screen that is shown
  const arrival = useRef({ here, search: String(useSearch()) || undefined })
  if (arrival.current.here !== here) arrival.current = { here, search: String(new URLSearchParams(location.search)) || undefined }
  const [shown, setShown] = useState<{ here: string; kind: string }>()
  const isShown = shown?.here === here
  const query = useRead(
    contract.routes.at,
    { query: { space: space!, slug: slug!, search: arrival.current.search } },
    { staleTime: Number.POSITIVE_INFINITY, enabled: !isShown },
  )
  const cache = useQueryCache()
  const navigate = useNavigate()
  const { account, community } = useSession()
  const { data, dataUpdatedAt } = query
  // Of a private community visitors see what is shared; for the rest they may be members who are not signed in.
  const signIn = query.isError && !account && community.isPrivate
  // An old link: the record has moved since.
  const moved = data && data.path !== here ? data.path : null
  useEffect(() => {
    if (signIn) navigate(`/user/sign_in${wayBack()}`, { replace: true })
    else if (moved) navigate(moved + location.search + location.hash, { replace: true })
  }, [signIn, moved, navigate])
  useLayoutEffect(() => {
    if (!data || moved || isShown) return
    cache.add(data.first, dataUpdatedAt)
    setShown({ here, kind: data.kind })
  }, [cache, data, dataUpdatedAt, moved, isShown, here])
  if (isShown) return <KindScreen kind={shown.kind} />
  return (
    <Screen name="content/Address" title={t(query.isError ? 'address.missing' : 'address.loading')}>
      {query.isError && !signIn ? (
        <Missing space={space!} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="grid gap-5" aria-hidden="true">
          <Skeleton w="70%" h={28} />
          <SkeletonText lines={5} />
        </div>
      )}
    </Screen>
  )
}
