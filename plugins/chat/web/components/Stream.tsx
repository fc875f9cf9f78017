/** Messages and the place where one writes more of them: of a conversation, and of a thread beside it. */
import { cx, type EditorHandle, useSession } from '@atrium/sdk/web'
import { type ReactNode, useRef, useState } from 'react'
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
  /** Where one came to write. */
  autoFocus?: boolean
  onThread?: (id: number) => void
  /** The newest message is in view. */
  onEnd: (message: Message) => void
  onTyping?: () => void
}
export function Stream({ above, autoFocus, onTyping, ...list }: StreamProps) {
  const { conversation, room, parentId } = list
  const { viewOnly } = useSession()
  const [editing, setEditing] = useState<number | null>(null)
  const [over, setOver] = useState(false)
  const editor = useRef<EditorHandle>(null)
  const { community_member_id: me, can_send_message: writes } = room.current_participant
  const lastOwn = conversation.records.findLast((one) => one.sender?.community_member_id === me && !one.deleted_at && !one.voice)
  const takes = writes && !viewOnly
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way to what the composer's button does
    <div
      className={cx('flex min-h-0 flex-1 flex-col', over && 'bg-brand-soft')}
      onDragOver={(event) => {
        if (!takes || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)}
      onDrop={(event) => {
        setOver(false)
        // what is dropped on a text is taken by its editor
        if (!takes || event.defaultPrevented || event.dataTransfer.files.length === 0) return
        event.preventDefault()
        editor.current?.attach([...event.dataTransfer.files])
      }}
    >
      <MessageList
        {...list}
        editing={editing}
        onEdit={(id) => {
          setEditing(id)
          if (id === null) editor.current?.focus()
        }}
      />
      {above}
      <Composer
        room={room}
        parentId={parentId ?? undefined}
        autoFocus={autoFocus}
        editor={editor}
        onTyping={onTyping}
        onEditLast={() => lastOwn && setEditing(lastOwn.id)}
      />
    </div>
  )
}
