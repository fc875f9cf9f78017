/** The way to the inbox in the header, for those who answer there, with how much is new among theirs and what is nobody's. The settings menu shows it too. */
import { HeaderLink, useBadge, useEvent, useQueryCache, useRead, useReconnect, useRoom, useSession, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { INBOX } from '../components/places.ts'

const { routes, events } = contract

export default function HeaderIcon() {
  const { can } = useSession()
  return can('inbox.answer') ? <ToInbox /> : null
}

/** What is new, kept in step with what is said and who has read it. */
function useNew(): number {
  const cache = useQueryCache()
  const refresh = () => void cache.invalidate(routes.unreadCounts)
  useRoom('inbox', 'team')
  useEvent(events['chat.changed'], refresh)
  useReconnect(refresh)
  return useRead(routes.unreadCounts).data?.unread ?? 0
}
function ToInbox() {
  const t = useT()
  const count = useNew()
  useBadge(INBOX, count)
  const label = count > 0 ? t('header.unread', { count }) : t('admin.inbox')
  return <HeaderLink to={INBOX} icon="inbox" label={label} count={count} />
}
