/** Messages and the place where one writes more of them: of a conversation, and of a thread beside it. */
import { type ReactNode, useState } from 'react'
import type { ChatRoom, Message } from '../../contract.ts'
import { Composer } from './Composer.tsx'
import { MessageList } from './MessageList.tsx'
import type { Conversation } from './useConversation.ts'

export interface StreamProps {
  conversation: Conversation
  room: ChatRoom
  path: string
  /** The message that is answered; null outside threads. */
  parentId: number | null
  marked: number | null
  /** Above the first message. */
  head?: ReactNode
  empty?: ReactNode
  /** Above the composer. */
  above: ReactNode
  onThread?: (id: number) => void
  /** The newest message is in view. */
  onEnd: (message: Message) => void
  onTyping?: () => void
}
export function Stream({ above, onTyping, ...list }: StreamProps) {
  const { conversation, room, parentId } = list
  const [editing, setEditing] = useState<number | null>(null)
  const { community_member_id: me } = room.current_participant
  const lastOwn = conversation.records.findLast((one) => one.sender?.community_member_id === me && !one.deleted_at && !one.voice)
  return (
    <>
      <MessageList {...list} editing={editing} onEdit={setEditing} />
      {above}
      <Composer
        room={room}
        parentId={parentId ?? undefined}
        autoFocus={parentId !== null}
        onTyping={onTyping}
        onEditLast={() => lastOwn && setEditing(lastOwn.id)}
      />
    </>
  )
}
