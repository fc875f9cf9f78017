/** The list of conversations: search, filters, pinned ones above. */
import {
  Avatar,
  AvatarStack,
  Count,
  cx,
  EmptyState,
  Icon,
  IconButton,
  Link,
  LinkButton,
  LoadMore,
  Menu,
  Query,
  SearchField,
  Segment,
  Skeleton,
  Time,
  toast,
  useNavigate,
  usePresence,
  useQueryCache,
  useRead,
  useReadPages,
  useSession,
  useSettled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type ChatRoom } from '../../contract.ts'
import { Hits, LEAST_LETTERS } from './Hits.tsx'
import { useRoomNews } from './useRooms.ts'

const { routes } = contract
type Filter = 'all' | 'unread' | 'groups' | 'archived'

function Face({ room }: { room: ChatRoom }) {
  const [other] = room.other_participants_preview
  const presence = usePresence(room.chat_room_kind === 'direct' && other ? [other.community_member_id] : [])
  if (room.chat_room_kind === 'direct')
    return (
      <Avatar
        id={other?.community_member_id ?? 0}
        name={room.chat_room_name}
        src={other?.avatar_url}
        size={40}
        presence={presence.get(other?.community_member_id ?? 0)}
      />
    )
  return (
    <span className="grid size-10 flex-none place-items-center">
      <AvatarStack
        people={room.other_participants_preview.map((one) => ({ id: one.community_member_id, name: one.name, avatar_url: one.avatar_url }))}
        max={2}
        size={24}
      />
    </span>
  )
}

function lastWords(t: ReturnType<typeof useT>, room: ChatRoom, memberId: number | undefined): string {
  const { last_message: last } = room
  if (!last) return t('last.none')
  const words = last.kind === 'text' ? last.body : t(`last.${last.kind}`)
  if (last.kind === 'deleted') return words
  if (last.sender_member_id === memberId) return t('last.own', { words })
  return room.chat_room_kind === 'direct' ? words : `${last.sender_name}: ${words}`
}
function Row({ room, here }: { room: ChatRoom; here: boolean }) {
  const t = useT()
  const { member } = useSession()
  const unread = room.unread_messages_count
  const { muted, pinned } = room.current_participant
  return (
    <li>
      <Link
        to={`/messages/${room.uuid}`}
        aria-current={here ? 'page' : undefined}
        className={cx('flex min-h-16 items-center gap-3 rounded-control px-3 py-2', here ? 'bg-brand-soft' : 'hover:bg-hover')}
      >
        <Face room={room} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className={cx('min-w-0 flex-1 truncate', unread > 0 ? 'font-semibold' : 'font-medium')}>{room.chat_room_name}</span>
            {pinned && <Icon name="pin" size="sm" label={t('room.pinned')} className="text-text-3" />}
            {muted && <Icon name="bell-off" size="sm" label={t('room.muted')} className="text-text-3" />}
            <Time value={room.last_message_at} kind="short" className="text-12 tabular-nums text-text-3" />
          </span>
          <span className="flex items-center gap-2">
            <span className={cx('min-w-0 flex-1 truncate text-13', unread > 0 && !muted ? 'text-text' : 'text-text-3')}>{lastWords(t, room, member?.id)}</span>
            {unread > 0 && <Count value={unread} quiet={muted} label={t('room.unread', { count: unread })} />}
          </span>
        </span>
      </Link>
    </li>
  )
}

export function RoomList({ current }: { current?: string }) {
  const t = useT()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const { can, viewOnly } = useSession()
  const [filter, setFilter] = useState<Filter>('all')
  const [text, setText] = useState('')
  const search_text = useSettled(text.trim()) || undefined
  useRoomNews()
  const rooms = useReadPages(
    routes.list,
    { query: { filter, pinned: filter === 'all' && !search_text ? 'apart' : 'among', search_text, per_page: 30 } },
    { keepPrevious: true },
  )
  const pinned = useRead(routes.pinnedRooms, { params: { uuid: 'all' } })
  const markAll = useWrite(routes.markAllAsRead, {
    onSuccess: () => cache.invalidate(contract),
    onError: (error) => toast.error(error.message),
  })
  const writes = can('chat.create') && !viewOnly
  return (
    <section aria-label={t('messages.title')} className="relative flex h-full min-w-0 flex-col">
      <header className="flex h-14 flex-none items-center gap-1 border-b ps-4 pe-2">
        <h2 className="flex-1 text-17">{t('messages.title')}</h2>
        <Menu
          trigger={<IconButton icon="ellipsis" label={t('messages.menu')} />}
          items={[
            { label: t('threads.title'), icon: 'messages-square', to: '/threads' },
            !viewOnly && { label: t('markAll'), icon: 'check-check', onSelect: () => markAll.mutate() },
          ]}
        />
        {writes && <IconButton icon="square-pen" label={t('new.title')} className="max-desk:hidden" onClick={() => navigate('/messages/new')} />}
      </header>
      <div className="grid gap-2 px-3 pb-1 pt-3">
        <SearchField value={text} onChange={setText} label={t('search.rooms')} placeholder={t('search.rooms')} />
        <Segment<Filter>
          label={t('filter.label')}
          value={filter}
          onChange={setFilter}
          items={(['all', 'unread', 'groups', 'archived'] as const).map((value) => ({ value, label: t(`filter.${value}`) }))}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-1.5 pb-3 max-desk:pb-20">
        <Query
          query={rooms}
          skeleton={
            <div className="grid gap-1 p-2">
              {[1, 2, 3, 4, 5].map((n) => (
                <div key={n} className="flex h-16 items-center gap-3">
                  <Skeleton w={40} h={40} round />
                  <span className="grid flex-1 gap-2">
                    <Skeleton w="50%" />
                    <Skeleton w="80%" />
                  </span>
                </div>
              ))}
            </div>
          }
        >
          {({ pages }) => {
            const above = filter === 'all' && !search_text ? (pinned.data?.records ?? []) : []
            const records = pages.flatMap((page) => page.records)
            const nothing = <EmptyState icon="search" title={t(search_text ? 'search.none' : 'filter.none')} />
            const said = search_text && search_text.length >= LEAST_LETTERS && (
              <Hits text={search_text} heading={t('search.messages')} onPick={(uuid, id) => navigate(`/messages/${uuid}#message_${id}`)}>
                {records.length === 0 && nothing}
              </Hits>
            )
            if (above.length + records.length === 0)
              return filter === 'all' && !search_text ? (
                <EmptyState
                  icon="message-circle"
                  title={t('messages.none')}
                  text={t('messages.noneText')}
                  action={
                    writes && (
                      <LinkButton to="/messages/new" variant="primary" className="max-desk:hidden">
                        {t('new.title')}
                      </LinkButton>
                    )
                  }
                />
              ) : (
                said || nothing
              )
            return (
              <>
                <ul>
                  {[...above, ...records].map((room) => (
                    <Row key={room.uuid} room={room} here={room.uuid === current} />
                  ))}
                </ul>
                <LoadMore query={rooms} />
                {said}
              </>
            )
          }}
        </Query>
      </div>
      {writes && (
        <LinkButton to="/messages/new" variant="primary" icon="square-pen" className="absolute! bottom-4 end-4 rounded-full! shadow-float desk:hidden">
          {t('new.title')}
        </LinkButton>
      )}
    </section>
  )
}
