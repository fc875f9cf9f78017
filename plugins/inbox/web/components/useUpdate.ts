/** Changes a conversation, and says so where that failed. */
import { messageOf, toast, useQueryCache, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../contract.ts'

const { routes } = contract

export function useUpdate(id: number) {
  const t = useT()
  const cache = useQueryCache()
  const write = useWrite(routes.update, {
    invalidates: [routes.list, routes.unreadCounts, routes.messages],
    onSuccess: (reply) => void cache.update(routes.show, { params: { id } }, () => reply),
    onError: (error) => toast.error(messageOf(error, t('failed'))),
  })
  type Changes = Parameters<typeof write.mutate>[0]['body']['chat']
  return { change: (chat: Changes) => write.mutate({ params: { id }, body: { chat } }), isPending: write.isPending }
}
export type Change = ReturnType<typeof useUpdate>['change']
