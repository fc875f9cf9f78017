/** The way to the inbox in the header, for those who answer there, with how much is new among theirs and what is nobody's. The settings menu shows it too. */
import { Icon, Link, useBadge, useEvent, useQueryCache, useRead, useReconnect, useRoom, useSession, useT } from '@atrium/sdk/web'
import contract, { MAX_COUNT } from '../../contract.ts'
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
  return (
    <Link
      to={INBOX}
      aria-label={label}
      title={label}
      // phones have no room for it: there the settings lead to it
      className="relative hidden size-8 flex-none place-items-center rounded-control hover:bg-header-active current:bg-header-active desk:grid"
    >
      <Icon name="inbox" />
      {count > 0 && (
        <span
          className="absolute -end-1 -top-0.5 grid min-w-4 place-items-center rounded-full bg-mention px-1 text-11 font-semibold leading-4 text-white tabular-nums"
          aria-hidden="true"
        >
          {count < MAX_COUNT ? count : `${MAX_COUNT - 1}+`}
        </span>
      )}
    </Link>
  )
}
