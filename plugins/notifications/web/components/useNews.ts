/** How much is new, live in every window. */
import { useEvent, useQueryCache, useRead, useReconnect, useSession } from '@atrium/sdk/web'
import contract from '../../contract.ts'

const { routes, events } = contract

/** What has come since one last looked; asked anew when something comes, in this window or another. */
export function useNews() {
  const { member } = useSession()
  const cache = useQueryCache()
  const counts = useRead(routes.newCount, undefined, { enabled: member !== null })
  const stale = () => {
    void cache.invalidate(routes.newCount)
    void cache.invalidate(routes.list)
  }
  useEvent(events['notice.changed'], stale)
  useReconnect(stale)
  return { count: 0, mentions: 0, ...(counts.data && { count: counts.data.new_notifications_count, mentions: counts.data.new_mentions_count }) }
}
