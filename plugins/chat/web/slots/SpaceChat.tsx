/** The conversation of a chat space, in the centre of the page. */
import { call, Card, EmptyState, ErrorState, Skeleton, useEvent, useQueryCache, useRead, useSession, useT, WaysIn } from '@atrium/sdk/web'
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react'
import spaces, { type InSpace } from '../../../spaces/contract.ts'
import contract from '../../contract.ts'

const { routes, events } = contract
/** Slots come with every page; what is in a conversation, with those that show one. */
const Conversation = lazy(async () => ({ default: (await import('../components/Conversation.tsx')).Conversation }))

export default function SpaceChat({ spaceId, space }: InSpace) {
  const cache = useQueryCache()
  const { member, viewOnly } = useSession()
  const query = useRead(routes.bySpace, { params: { spaceId } }, { enabled: member !== null })
  const { refetch } = query
  const room = query.data?.chat_room
  // the first to come in makes the conversation; members are counted in it from then on
  const opened = useRef(false)
  const isNew = room === null || (room?.current_participant.id === 0 && space.is_member)
  useEffect(() => {
    if (!isNew || viewOnly || opened.current) return
    opened.current = true
    call(routes.openSpace, { params: { spaceId } }).then(
      () => void refetch(),
      () => {},
    )
  }, [isNew, viewOnly, spaceId, refetch])
  useEvent(events['room.changed'], ({ uuid }) => uuid === room?.uuid && void refetch())
  useEvent(spaces.events['space.member_joined'], (payload) => {
    if (payload.spaceId !== spaceId) return
    opened.current = false
    void refetch()
  })
  // what is read here is not unread in the sidebar
  const onRead = useCallback(() => {
    if (!space.is_member) return
    void call(spaces.routes.resetUnreadCount, { params: { id: spaceId } }).then(
      () => void cache.invalidate(spaces.routes.list),
      () => {},
    )
  }, [space.is_member, spaceId, cache])
  if (!member) return <Outside />
  if (query.error) return <ErrorState error={query.error} onRetry={() => void refetch()} />
  return (
    <div className="relative flex min-h-0 overflow-hidden rounded-card border bg-surface max-desk:-mx-3 max-desk:rounded-none max-desk:border-x-0 max-desk:border-b-0">
      {room ? (
        <div className="min-w-0 flex-1">
          <Suspense fallback={<Skeleton h={200} className="m-4" />}>
            <Conversation key={room.uuid} room={room} path={`/c/${space.slug}?tab=chat`} bare onRead={onRead} />
          </Suspense>
        </div>
      ) : (
        <Skeleton h={200} className="m-4 flex-1" />
      )}
    </div>
  )
}

/** For visitors, and for those who have an account but are not in this community. */
function Outside() {
  const t = useT()
  const { account, community, signUpAllowed } = useSession()
  return (
    <Card>
      <EmptyState
        icon="message-circle"
        title={t('space.visitor.title')}
        text={t(account ? 'space.visitor.joinFirst' : signUpAllowed ? 'space.visitor.text' : 'space.visitor.closed', { community: community.name })}
        action={<WaysIn className="justify-center" />}
      />
    </Card>
  )
}
