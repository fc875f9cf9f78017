/** The way to messages in the header, with the number of conversations and threads that have something new. */
import { Icon, Link, useBadge, useSession, useT } from '@atrium/sdk/web'
import { useRoomNews, useUnread } from '../components/useRooms.ts'

export default function HeaderIcon() {
  const t = useT()
  const { member } = useSession()
  const { rooms, threads } = useUnread()
  useRoomNews()
  const count = rooms.size + threads
  // phones have the way to messages in their bar
  useBadge('/messages', count)
  if (!member) return null
  const label = count > 0 ? t('header.unread', { count }) : t('messages.title')
  return (
    <Link
      to="/messages"
      aria-label={label}
      title={label}
      className="relative hidden size-8 flex-none place-items-center rounded-control hover:bg-header-active current:bg-header-active desk:grid"
    >
      <Icon name="messages-square" />
      {count > 0 && (
        <span
          className="absolute -end-1 -top-0.5 grid min-w-4 place-items-center rounded-full bg-mention px-1 text-11 font-semibold leading-4 text-white tabular-nums"
          aria-hidden="true"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  )
}
