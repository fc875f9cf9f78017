/** Above what is written in a conversation: answers that one could give, for whoever asks for them; to an agent, what it offers to be asked first. */
import { Button, Icon, messageOf, toast, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import type { ChatRoom } from '../../../chat/contract.ts'
import contract from '../../contract.ts'
import { Starters } from '../components/Starters.tsx'

const { routes } = contract

interface RepliesProps {
  room: ChatRoom
  onPick: (text: string) => void
}
export default function Replies({ room, onPick }: RepliesProps) {
  const [other] = room.other_participants_preview
  if (room.chat_room_kind === 'direct' && room.last_message === null && other) return <First memberId={other.community_member_id} onPick={onPick} />
  return <Suggested room={room} onPick={onPick} />
}
function First({ memberId, onPick }: { memberId: number; onPick: (text: string) => void }) {
  const { data } = useRead(routes.agents)
  const agent = data?.records.find(({ member_id }) => member_id === memberId)
  return <Starters questions={agent?.starters ?? []} onPick={onPick} className="mb-2" />
}
function Suggested({ room, onPick }: RepliesProps) {
  const t = useT()
  const { member, viewOnly } = useSession()
  const last = room.last_message
  const isFromAnother = last !== null && last.kind === 'text' && last.sender_member_id !== member?.id && !last.sender?.is_agent
  const { data: model } = useRead(routes.writing, undefined, { enabled: isFromAnother && !viewOnly })
  const [found, setFound] = useState<{ messageId: number; replies: string[] } | null>(null)
  const write = useWrite(routes.suggestReplies, {
    onSuccess: ({ replies }) => last && setFound({ messageId: last.id, replies }),
    onError: (error) => toast.error(messageOf(error, t('written.failed'))),
  })
  if (!isFromAnother || !model?.can_write || viewOnly || room.chat_room_kind === 'space') return null
  if (found?.messageId !== last.id)
    return (
      <Button
        size="sm"
        variant="ghost"
        icon="sparkles"
        className="mb-1"
        loading={write.isPending}
        onClick={() => write.mutate({ body: { chat_room_uuid: room.uuid } })}
      >
        {t('replies.suggest')}
      </Button>
    )
  return (
    <div className="mb-2">
      <p className="mb-1 flex items-center gap-1.5 text-12 text-text-3">
        <Icon name="sparkles" size="sm" />
        {t('replies.title')}
      </p>
      <ul className="flex gap-2 overflow-x-auto pb-1 desk:flex-wrap desk:overflow-visible" aria-label={t('replies.title')}>
        {found.replies.map((text) => (
          <li key={text} className="flex-none max-w-80">
            <button
              type="button"
              dir="auto"
              className="line-clamp-2 min-h-11 w-full rounded-card border bg-surface px-3 py-2 text-start text-13 hover:bg-hover desk:min-h-0"
              onClick={() => onPick(text)}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
