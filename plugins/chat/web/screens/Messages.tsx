/** Messages in three columns: conversations, the one that is open, its details. On phones one at a time. */
import {
  cx,
  EmptyState,
  IconButton,
  NotAllowed,
  Query,
  Screen,
  Skeleton,
  useEvent,
  useNavigate,
  useParams,
  useQueryCache,
  useRead,
  useStored,
  useT,
} from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { Conversation } from '../components/Conversation.tsx'
import { Details } from '../components/Details.tsx'
import { RoomList } from '../components/RoomList.tsx'

const { routes, events } = contract
/** The whole place below banners and header, above the bar of phones. */
const FRAME = 'flex h-[calc(100dvh-var(--banners-h,0px)-var(--header-h)-var(--bottom-h))] min-w-0'

function Open({ uuid }: { uuid: string }) {
  const t = useT()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const query = useRead(routes.show, { params: { uuid } })
  const [details, setDetails] = useStored('chat.details', false)
  useEvent(events['room.changed'], (changed) => changed.uuid === uuid && void cache.invalidate(routes.show, { params: { uuid } }))
  if (query.error?.status === 404 || query.error?.status === 422)
    return (
      <div className="grid flex-1 place-items-center">
        <NotAllowed title={t('room.missing')} text={t('room.missingText')} />
      </div>
    )
  return (
    <div className="relative flex min-w-0 flex-1">
      <Query query={query} skeleton={<Skeleton h={56} className="m-4" />}>
        {({ chat_room: room }) => (
          <>
            <div className="min-w-0 flex-1">
              <Conversation
                key={uuid}
                room={room}
                path={`/messages/${uuid}`}
                lead={<IconButton icon="arrow-left" label={t('messages.back')} className="desk:hidden" onClick={() => navigate('/messages')} />}
                tools={<IconButton icon="panel-right" label={t('details.title')} pressed={details} onClick={() => setDetails(!details)} />}
              />
            </div>
            {details && (
              <Details
                room={room}
                onClose={() => setDetails(false)}
                onJump={(id) => {
                  location.hash = `message_${id}`
                }}
              />
            )}
          </>
        )}
      </Query>
    </div>
  )
}

export default function Messages() {
  const t = useT()
  const { uuid } = useParams<{ uuid?: string }>()
  return (
    <Screen name="chat/Messages" title={t('messages.title')} layout="focus">
      <h1 className="sr-only">{t('messages.title')}</h1>
      <div className={FRAME}>
        <div className={cx('w-[320px] flex-none border-e max-desk:w-full max-desk:border-e-0', uuid && 'max-desk:hidden')}>
          <RoomList current={uuid} />
        </div>
        {uuid ? (
          <Open key={uuid} uuid={uuid} />
        ) : (
          <div className="grid min-w-0 flex-1 place-items-center max-desk:hidden">
            <EmptyState icon="messages-square" title={t('messages.choose')} text={t('messages.chooseText')} />
          </div>
        )}
      </div>
    </Screen>
  )
}
