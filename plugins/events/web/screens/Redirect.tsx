/** `/events/{id}` leads to the event's own address. */
import { ErrorState, Screen, Skeleton, useNavigate, useParams, useRead, useT } from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract from '../../contract.ts'

export default function Redirect() {
  const t = useT()
  const { id } = useParams<{ id: string }>()
  const navigate = useNavigate()
  const query = useRead(contract.routes.address, { params: { id } })
  const url = query.data?.url
  useEffect(() => {
    if (url) navigate(url + location.search + location.hash, { replace: true })
  }, [url, navigate])
  return (
    <Screen name="events/Redirect" title={t('event.loading')}>
      {query.error ? <ErrorState error={query.error} onRetry={() => query.refetch()} /> : <Skeleton w="60%" h={32} />}
    </Screen>
  )
}
