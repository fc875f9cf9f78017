/** The answers to one message, beside the conversation; on phones over it. */
import { call, IconButton, Query, Skeleton, useRead, useSession, useT } from '@atrium/sdk/web'
import { useCallback } from 'react'
import contract, { type ChatRoom } from '../../contract.ts'
import { MessageItem } from './MessageItem.tsx'
import { Stream } from './Stream.tsx'
import { useMessageActs } from './useActs.ts'
import { useConversation } from './useConversation.ts'

const { routes } = contract

export interface ThreadPanelProps {
  room: ChatRoom
  path: string
  messageId: number
  marked: number | null
  onClose: () => void
}
export function ThreadPanel({ room, path, messageId, marked, onClose }: ThreadPanelProps) {
  const t = useT()
  const { viewOnly } = useSession()
  const conversation = useConversation(room.uuid, messageId, marked ? { id: marked } : {})
  const parent = useRead(routes.message, { params: { uuid: room.uuid, id: messageId } })
  const refetch = useCallback(() => void parent.refetch(), [parent.refetch])
  const acts = useMessageActs(refetch)
  const onEnd = useCallback(() => {
    if (!viewOnly) void call(routes.markThreadRead, { params: { uuid: room.uuid }, body: { parent_message_id: messageId } }).catch(() => {})
  }, [room.uuid, messageId, viewOnly])
  return (
    <aside
      className="flex h-full w-[360px] flex-none flex-col border-s bg-bg max-wide:absolute max-wide:inset-y-0 max-wide:end-0 max-wide:z-20 max-wide:shadow-float max-desk:inset-0 max-desk:w-full"
      aria-label={t('thread.title')}
    >
      <header className="flex h-14 flex-none items-center justify-between border-b px-4">
        <h2 className="text-15">{t('thread.title')}</h2>
        <IconButton icon="x" label={t('thread.close')} onClick={onClose} />
      </header>
      <Stream
        conversation={conversation}
        room={room}
        path={path}
        parentId={messageId}
        autoFocus
        marked={marked}
        onEnd={onEnd}
        above={<div className="h-3 flex-none" />}
        empty={<p className="px-4 py-3 text-13 text-text-3">{t('thread.empty')}</p>}
        head={
          <div className="mb-1 border-b pb-3">
            <Query query={parent} skeleton={<Skeleton h={60} />}>
              {(message) => (
                <MessageItem
                  message={message}
                  room={room}
                  path={path}
                  follows={false}
                  marked={false}
                  editing={false}
                  acts={acts}
                  onEdit={() => {}}
                  onTake={refetch}
                />
              )}
            </Query>
          </div>
        }
      />
    </aside>
  )
}
