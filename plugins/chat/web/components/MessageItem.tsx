/** One message with what can be done with it. */
import {
  Avatar,
  AvatarStack,
  Badge,
  cx,
  EmojiPicker,
  formatTime,
  Icon,
  IconButton,
  Link,
  Menu,
  MomentDialog,
  ReactionChip,
  RichText,
  Slot,
  useSlotAhead,
  Time,
  useMoments,
  useSession,
  useT,
} from '@atrium/sdk/web'
import { memo, useState } from 'react'
import content from '../../../content/contract.ts'
import contract, { type ChatRoom, type Message } from '../../contract.ts'
import { EditBox } from './Composer.tsx'
import { HistoryDialog, ReadersDialog } from './dialogs.tsx'
import { discard, type Pending, retry } from './outbox.ts'
import { hasReacted, type MessageActs } from './useActs.ts'
import { VoicePlayer } from './VoicePlayer.tsx'

const ROW = 'group/msg relative outline-none grid grid-cols-[36px_minmax(0,1fr)] gap-x-3 px-4 max-desk:gap-x-2.5 max-desk:px-3'
/** Pictures are no wider and no higher than 360 px; each opens large. */
const WORDS = 'break-words [&_figure]:max-w-[min(360px,calc(360px*var(--ratio,1)))]'

function Reactions({ message, acts }: { message: Message; acts: MessageActs }) {
  const t = useT()
  const { member } = useSession()
  if (message.reactions.length === 0) return null
  return (
    <div className="mt-1.5 flex flex-wrap gap-1.5">
      {message.reactions.map(({ emoji, count }) => (
        <ReactionChip
          key={emoji}
          emoji={emoji}
          count={count}
          mine={hasReacted(message, emoji, member!.id)}
          label={t('reaction', { emoji, count })}
          onClick={() => void acts.react(message, emoji)}
        />
      ))}
    </div>
  )
}

export interface MessageItemProps {
  message: Message
  room: ChatRoom
  /** Address of the conversation. */
  path: string
  /** Of the same person within minutes: without face and name. */
  follows: boolean
  marked: boolean
  editing: boolean
  acts: MessageActs
  onEdit: (id: number | null) => void
  onTake: (messages: readonly Message[]) => void
  onThread?: (id: number) => void
}

function Tools({ message, room, path, acts, onEdit, onThread }: MessageItemProps) {
  const t = useT()
  const { member, viewOnly } = useSession()
  const [dialog, setDialog] = useState<'history' | 'readers' | 'remind' | null>(null)
  const ahead = useSlotAhead(content.slots['record.menu'])
  const moments = useMoments()
  const own = message.sender?.community_member_id === member?.id
  const { can_manage: manages, can_send_message: writes } = room.current_participant
  const pins = room.chat_room_kind === 'space' ? manages : true
  const spotlit = room.spotlight_message_id === message.id
  return (
    <div className="absolute -top-3 end-4 z-10 hidden items-center rounded-control border bg-surface shadow-float group-focus-within/msg:flex group-hover/msg:flex has-[[aria-expanded=true]]:flex">
      {!viewOnly && (
        <EmojiPicker
          label={t('react')}
          align="end"
          trigger={<IconButton size="sm" icon="smile-plus" label={t('react')} />}
          onPick={(emoji) => void acts.react(message, emoji)}
          quick
        />
      )}
      {onThread && <IconButton size="sm" icon="messages-square" label={t('thread.reply')} onClick={() => onThread(message.id)} />}
      <Menu
        ahead={ahead}
        trigger={<IconButton size="sm" icon="ellipsis" label={t('message.menu')} />}
        items={[
          onThread && { label: t('thread.reply'), icon: 'messages-square', onSelect: () => onThread(message.id) },
          own && writes && !message.voice && { label: t('edit'), icon: 'pencil', onSelect: () => onEdit(message.id) },
          pins &&
            message.parent_message_id === null && {
              label: t(message.pinned_at ? 'unpin' : 'pin'),
              icon: message.pinned_at ? 'pin-off' : 'pin',
              onSelect: () => void acts.pin(message),
            },
          pins &&
            message.parent_message_id === null && {
              label: t(spotlit ? 'spotlight.off' : 'spotlight.on'),
              icon: 'lightbulb',
              onSelect: () => void acts.spotlight(message, !spotlit),
            },
          { label: t(message.bookmark_id ? 'unsave' : 'save.message'), icon: 'bookmark', onSelect: () => void acts.bookmark(message) },
          { label: t('link.copy'), icon: 'link', onSelect: () => void acts.copyLink(message, path) },
          message.position !== null && { label: t('unread.mark'), icon: 'mail-open', onSelect: () => void acts.markUnread(message) },
          { heading: t('remind.title') },
          ...moments.map(({ label, at }) => ({ label, icon: 'clock', onSelect: () => void acts.remind(message, at) })),
          { label: t('later.choose'), icon: 'calendar', onSelect: () => setDialog('remind') },
          !own && { content: <Slot of={content.slots['record.menu']} props={{ kind: 'message', id: message.id }} /> },
          '-',
          message.edited_at !== null && { label: t('history.title'), icon: 'history', onSelect: () => setDialog('history') },
          message.position !== null &&
            room.chat_room_kind !== 'space' && { label: t('readers.title'), icon: 'check-check', onSelect: () => setDialog('readers') },
          (own || manages) && { label: t('delete.action'), icon: 'trash-2', tone: 'danger' as const, onSelect: () => void acts.remove(message) },
        ]}
      />
      {dialog === 'history' && <HistoryDialog message={message} onClose={() => setDialog(null)} />}
      {dialog === 'readers' && <ReadersDialog message={message} onClose={() => setDialog(null)} />}
      {dialog === 'remind' && (
        <MomentDialog
          title={t('remind.title')}
          action={t('remind.action')}
          onClose={() => setDialog(null)}
          onPick={(at) => {
            setDialog(null)
            void acts.remind(message, at)
          }}
        />
      )}
    </div>
  )
}

export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { message, follows, marked, editing, acts, onEdit, onTake, onThread } = props
  const t = useT()
  const { sender } = message
  const gone = message.deleted_at !== null
  return (
    <article
      id={`message_${message.id}`}
      data-message={message.id}
      // a touch shows what can be done with it
      tabIndex={-1}
      aria-label={t('message.by', { name: sender?.name ?? t('gone') })}
      className={cx(
        ROW,
        follows ? 'py-0.5' : 'pb-0.5 pt-2.5',
        marked ? 'bg-brand-soft' : 'hover:bg-hover',
        message.pinned_at && 'shadow-[inset_2px_0_0_var(--brand-color)]',
      )}
    >
      {follows ? (
        <Time
          value={message.sent_at}
          kind="time"
          className="-ms-3 whitespace-nowrap pt-[3px] text-end text-11 leading-5 tabular-nums text-text-3 opacity-0 group-hover/msg:opacity-100 max-desk:hidden"
        />
      ) : gone ? (
        <span className="size-9 rounded-full bg-hover" />
      ) : (
        <Avatar id={sender?.community_member_id ?? 0} name={sender?.name ?? '?'} src={sender?.avatar_url} size={36} />
      )}
      <div className="col-start-2 min-w-0">
        {!follows && (
          <div className="flex flex-wrap items-baseline gap-x-[7px]">
            {sender ? (
              <Link to={`/u/${sender.user_public_uid}`} className="text-13 font-semibold hover:underline">
                {sender.name}
              </Link>
            ) : (
              <span className="text-13 text-text-3">{t(gone ? 'deleted.someone' : 'gone')}</span>
            )}
            {sender?.is_agent && <Badge tone="info">{t('message.agent')}</Badge>}
            <Time value={message.sent_at} kind="time" className="text-12 tabular-nums text-text-3" />
          </div>
        )}
        {gone ? (
          <p className="text-13 italic text-text-3">{t('deleted')}</p>
        ) : editing ? (
          <EditBox
            message={message}
            onDone={(changed) => {
              if (changed) onTake([changed])
              onEdit(null)
            }}
          />
        ) : (
          <>
            {message.rich_text_body && <RichText doc={message.rich_text_body.body} small downloads className={WORDS} />}
            {message.voice && <VoicePlayer voice={message.voice} />}
            {message.edited_at && <span className="text-12 text-text-3">{t('edited')}</span>}
            <Reactions message={message} acts={acts} />
          </>
        )}
        {onThread && message.replies_count > 0 && (
          <button
            type="button"
            onClick={() => onThread(message.id)}
            className="-ms-1.5 mt-1.5 inline-flex items-center gap-2 rounded-control px-1.5 py-1 text-13 font-medium text-link hover:bg-surface-2 max-desk:min-h-11"
          >
            <AvatarStack
              people={message.thread_participants_preview.map((one) => ({ id: one.community_member_id, name: one.name, avatar_url: one.avatar_url }))}
              size={20}
            />
            {t('thread.count', { count: message.replies_count })}
            {message.last_reply_at && (
              <span className="font-normal text-12 text-text-3">
                {t('thread.last', { time: formatTime(message.last_reply_at, { kind: 'short', within: true }) })}
              </span>
            )}
          </button>
        )}
        {!gone && !editing && (
          <>
            <Tools {...props} />
            <Slot of={contract.slots['chat.message.actions']} props={{ message, kind: 'message', id: message.id }} />
          </>
        )}
      </div>
    </article>
  )
})

/** A message on its way. */
export function PendingItem({ pending }: { pending: Pending }) {
  const t = useT()
  const { member } = useSession()
  return (
    <article className={cx(ROW, 'py-1.5')} data-pending={pending.key} aria-label={t('message.by', { name: member?.name ?? '' })}>
      <Avatar id={member?.id ?? 0} name={member?.name ?? '?'} src={member?.avatarUrl} size={36} />
      <div className="min-w-0">
        <div className={cx(!pending.failure && 'opacity-60')}>
          {pending.doc && <RichText doc={pending.doc} small className={WORDS} />}
          {pending.voice && <VoicePlayer voice={pending.voice} />}
        </div>
        {pending.failure ? (
          <p className="flex flex-wrap items-center gap-x-3 text-12 text-danger">
            {pending.failure}
            <button type="button" className="font-medium underline max-desk:min-h-11" onClick={() => retry(pending.key)}>
              {t('outbox.retry')}
            </button>
            <button type="button" className="font-medium underline max-desk:min-h-11" onClick={() => discard(pending.key)}>
              {t('outbox.discard')}
            </button>
          </p>
        ) : (
          <p className="flex items-center gap-1 text-12 text-text-3">
            <Icon name={navigator.onLine ? 'clock' : 'wifi-off'} size="sm" />
            {t(navigator.onLine ? 'outbox.sending' : 'outbox.offline')}
          </p>
        )}
      </div>
    </article>
  )
}
