/** Acts on notices in the browser: read and archived without waiting for the answer. */
import { toast, useQueryCache, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Notification } from '../../contract.ts'

const { routes } = contract

export function useActs() {
  const t = useT()
  const cache = useQueryCache()
  const change = (id: number, fields: Partial<Notification>) =>
    cache.update(routes.list, undefined, (page) => ({ ...page, records: page.records.map((one) => (one.id === id ? { ...one, ...fields } : one)) }))
  const failed = (error: Error) => {
    toast.error(error.message)
    void cache.invalidate(routes.list)
  }
  const options = { invalidates: [routes.list, routes.newCount], onError: failed }
  const markRead = useWrite(routes.markAsRead, options)
  const markUnread = useWrite(routes.markAsUnread, options)
  const archived = useWrite(routes.archive, { ...options, onSuccess: () => toast.success(t('archived')) })
  const all = useWrite(routes.markAllAsRead, options)
  const stopped = useWrite(routes.stop, { ...options, onSuccess: () => toast.success(t('stopped')) })
  return {
    read(notice: Notification) {
      if (notice.read_at) return
      change(notice.id, { read_at: new Date().toISOString() })
      markRead.mutate({ params: { id: notice.id } })
    },
    unread(notice: Notification) {
      change(notice.id, { read_at: null })
      markUnread.mutate({ params: { id: notice.id } })
    },
    archive(notice: Notification) {
      cache.update(routes.list, undefined, (page) => ({ ...page, records: page.records.filter(({ id }) => id !== notice.id) }))
      archived.mutate({ params: { id: notice.id } })
    },
    stop(notice: Notification) {
      stopped.mutate({ params: { id: notice.id } })
    },
    readAll: (group: 'all' | 'mentions' | 'inbox') => all.mutate({ body: { notification_group: group } }),
  }
}
