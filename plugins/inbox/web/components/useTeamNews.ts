/** Keeps what the inbox shows in step with what others do: each change is told to the room of the team, and read anew. */
import { useEvent, useQueryCache, useReconnect, useRoom } from '@atrium/sdk/web'
import contract from '../../contract.ts'

const { routes, events } = contract

export function useTeamNews(): void {
  const cache = useQueryCache()
  useRoom('inbox', 'team')
  const lists = () => {
    void cache.invalidate(routes.list)
    void cache.invalidate(routes.unreadCounts)
  }
  useEvent(events['chat.changed'], ({ chatId, isNew }) => {
    lists()
    if (isNew) return
    void cache.invalidate(routes.show, { params: { id: chatId } })
    void cache.invalidate(routes.messages, { params: { id: chatId } })
  })
  useReconnect(() => {
    lists()
    void cache.invalidate(routes.show)
    void cache.invalidate(routes.messages)
  })
}
