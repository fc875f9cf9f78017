/** The list behind the sidebar: read once, kept in step by events without asking again for each post. */
import { useEvent, useQueryCache, useRead, useSession } from '@atrium/sdk/web'
import contract, { type SpaceRecord } from '../../contract.ts'

export const SIDEBAR = { query: { include_sidebar: true } }
const { events, routes } = contract

export function useSidebar() {
  const { member } = useSession()
  const cache = useQueryCache()
  const stale = () => void cache.invalidate(contract)
  useEvent(events['space.created'], stale)
  useEvent(events['space.updated'], stale)
  useEvent(events['space.deleted'], stale)
  useEvent(events['space.member_joined'], stale)
  useEvent(events['space.member_left'], stale)
  useEvent(events['space.advanced'], ({ spaceId, sequence, byMemberId }) => {
    const count = (space: SpaceRecord): SpaceRecord => {
      if (space.id !== spaceId || sequence <= space.sequence) return space
      const more = sequence - space.sequence - (byMemberId === member?.id ? 1 : 0)
      return { ...space, sequence, unread_content_count: space.is_member ? space.unread_content_count + Math.max(more, 0) : 0 }
    }
    cache.update(routes.list, SIDEBAR, (reply) => ({ ...reply, records: reply.records.map(count) }))
  })
  return useRead(routes.list, SIDEBAR)
}
/** Marks a space as read in the sidebar at once. */
export function useMarkedRead() {
  const cache = useQueryCache()
  return (spaceId: number) =>
    cache.update(routes.list, SIDEBAR, (reply) => ({
      ...reply,
      records: reply.records.map((space) => (space.id === spaceId ? { ...space, unread_content_count: 0 } : space)),
    }))
}
