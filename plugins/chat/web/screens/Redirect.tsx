/** `/conversations/{id}` leads to the conversation. */
import { ErrorState, NotAllowed, Screen, Skeleton, useNavigate, useParams, useRead, useT } from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract from '../../contract.ts'

export default function Redirect() {
  const t = useT()
  const { id } = useParams<{ id: string }>()
  const navigate = useNavigate()
  const direct = !/^\d{1,15}$/.test(id)
  const query = useRead(contract.routes.byId, { params: { id: direct ? 1 : id } }, { enabled: !direct })
  const uuid = direct ? id : query.data?.chat_room.uuid
  useEffect(() => {
    if (uuid) navigate(`/messages/${uuid}${location.hash}`, { replace: true })
  }, [uuid, navigate])
  return (
    <Screen name="chat/Redirect" title={t('messages.title')}>
      {query.error?.status === 404 ? (
        <NotAllowed title={t('room.missing')} text={t('room.missingText')} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton w="60%" h={32} />
      )}
    </Screen>
  )
}
