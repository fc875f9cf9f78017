/** The list of conversations and the counts of what is unread, moved by pushes. */
import { useEvent, useQueryCache, useRead, useSession } from '@atrium/sdk/web'
import { useCallback, useEffect, useRef } from 'react'
import contract from '../../contract.ts'

const { routes, events } = contract
/** Many messages at once are one reading. */
const SETTLE_MS = 250

/** Reads lists anew, soon, whenever a conversation moves. */
export function useRoomNews(): void {
  const cache = useQueryCache()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const stale = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      for (const route of [routes.list, routes.pinnedRooms, routes.unreadRooms]) void cache.invalidate(route)
    }, SETTLE_MS)
  }, [cache])
  useEffect(() => () => clearTimeout(timer.current), [])
  useEvent(events['room.advanced'], stale)
  useEvent(events['room.read'], stale)
  useEvent(events['room.changed'], ({ uuid }) => {
    stale()
    if (uuid) void cache.invalidate(routes.show, { params: { uuid } })
    void cache.invalidate(routes.bySpace)
  })
  useEvent(events['thread.moved'], () => {
    void cache.invalidate(routes.unreadThreads)
    void cache.invalidate(routes.threads)
  })
}
/** Conversations and threads with something new. */
export function useUnread(): { rooms: ReadonlySet<string>; threads: number } {
  const { member } = useSession()
  const rooms = useRead(routes.unreadRooms, undefined, { enabled: member !== null })
  const threads = useRead(routes.unreadThreads, undefined, { enabled: member !== null })
  return { rooms: new Set(rooms.data?.chat_rooms), threads: threads.data?.chat_thread_ids.length ?? 0 }
}
