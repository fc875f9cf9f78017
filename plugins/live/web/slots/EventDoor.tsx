/** On the page of an event: the door of the room of its date, and for who may edit the event the way to make one. */
import {
  AvatarStack,
  Badge,
  Button,
  LinkButton,
  toast,
  useNavigate,
  useParams,
  useRead,
  useRoom,
  useSearch,
  useSession,
  useT,
  useWrite,
  useEvent,
} from '@atrium/sdk/web'
import events from '../../../events/contract.ts'
import contract, { type LiveRoom } from '../../contract.ts'

const { routes } = contract
const ASK_MS = 60_000

interface EventDoorProps {
  eventId: number
  occurrenceId: number
}
export default function EventDoor({ eventId, occurrenceId }: EventDoorProps) {
  const { member } = useSession()
  const query = { occurrence_id: occurrenceId, per_page: 1 }
  const options = { enabled: member !== null, refetchInterval: ASK_MS }
  const rooms = useRead(routes.rooms, { query }, options)
  const streams = useRead(routes.streams, { query }, options)
  const room = [...(rooms.data?.records ?? []), ...(streams.data?.records ?? [])].find((one) => one.event_id === eventId)
  const isKnown = rooms.data !== undefined && streams.data !== undefined
  const again = () => {
    void rooms.refetch()
    void streams.refetch()
  }
  if (room) return <Door room={room} onNews={again} />
  return member && isKnown ? <Open occurrenceId={occurrenceId} /> : null
}

function Door({ room, onNews }: { room: LiveRoom; onNews: () => void }) {
  const t = useT()
  useRoom('live', room.id)
  useEvent(contract.events['live_room.changed'], ({ roomId }) => roomId === room.id && onNews())
  const { count, records } = room.participants_preview
  const isLive = room.status === 'live'
  return (
    <div className="grid gap-2">
      {isLive && (
        <p className="flex items-center gap-2">
          <Badge tone="live">{t('settings.status.live')}</Badge>
          <AvatarStack people={records} size={20} max={3} />
          <span>{t(room.room_type === 'stream' ? 'prejoin.watching' : 'prejoin.there', { count })}</span>
        </p>
      )}
      <LinkButton block to={`/live/${room.slug}`} variant={isLive ? 'primary' : 'default'} icon="radio">
        {t(isLive ? 'room.door.join' : room.status === 'ended' ? 'room.door.ended' : room.can_moderate ? 'prejoin.backstage' : 'room.door.soon')}
      </LinkButton>
    </div>
  )
}

/** The page that this stands on has read the event already. */
function Open({ occurrenceId }: { occurrenceId: number }) {
  const t = useT()
  const navigate = useNavigate()
  const { space = '', slug = '' } = useParams<{ space: string; slug: string }>()
  const date = Number(useSearch().get('date')) || undefined
  const { data } = useRead(
    events.routes.show,
    { params: { spaceId: space, slug }, query: date ? { occurrence_id: date } : {} },
    { enabled: space !== '' && slug !== '' },
  )
  const open = useWrite(events.routes.liveRoom, {
    invalidates: [routes.rooms, routes.streams],
    onSuccess: ({ url }) => navigate(url),
    onError: (error) => toast.error(error.message),
  })
  if (!data?.policies.can_update_post || data.is_cancelled) return null
  return (
    <Button block icon="radio" loading={open.isPending} onClick={() => open.mutate({ params: { spaceId: space, slug }, body: { event_id: occurrenceId } })}>
      {t('room.door.create')}
    </Button>
  )
}
