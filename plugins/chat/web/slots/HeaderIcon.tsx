/** The way to messages in the header, with the number of conversations and threads that have something new. */
import { HeaderLink, useBadge, useSession, useT } from '@atrium/sdk/web'
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
  return <HeaderLink to="/messages" icon="messages-square" label={label} count={count} />
}
