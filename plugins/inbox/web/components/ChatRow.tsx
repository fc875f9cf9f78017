/** One conversation in the list. */
import { Avatar, Badge, cx, Link, Time, useSession, useT } from '@atrium/sdk/web'
import type { Chat } from '../../contract.ts'
import { Channel } from './Channel.tsx'
import { Due } from './Due.tsx'
import { chatPath } from './places.ts'

/** What is said of its state; the most urgent first. */
function Marks({ chat }: { chat: Chat }) {
  const t = useT()
  const { status, due_at, ai, asks_for_person, snoozed_until } = chat
  if (status !== 'open')
    return (
      <Badge tone="success" icon="check">
        {t(`status.${status}`)}
      </Badge>
    )
  return (
    <>
      {due_at && !snoozed_until && <Due at={due_at} />}
      {ai === 'on' && (
        <Badge tone="brand" icon="sparkles">
          {t('row.ai')}
        </Badge>
      )}
      {asks_for_person && (
        <Badge tone="warning" icon="user">
          {t('row.asks')}
        </Badge>
      )}
      {snoozed_until && (
        <Badge icon="moon">
          <Time value={snoozed_until} kind="datetime" />
        </Badge>
      )}
    </>
  )
}

function Assignee({ chat, className }: { chat: Chat; className?: string }) {
  const t = useT()
  const { member } = useSession()
  const { assignee, team, status, ai } = chat
  if (assignee)
    return (
      <span className={cx('ms-auto inline-flex min-w-0 items-center gap-1.5 text-12', className)}>
        <Avatar id={assignee.id} name={assignee.name} src={assignee.avatar_url} size={20} />
        <span className="truncate">{assignee.id === member?.id ? t('you') : assignee.name}</span>
      </span>
    )
  if (team) return <span className={cx('ms-auto min-w-0 truncate text-12', className)}>{team.name}</span>
  return status === 'open' && ai !== 'on' ? <span className={cx('ms-auto text-12', className)}>{t('unassigned')}</span> : null
}

interface ChatRowProps {
  chat: Chat
  /** The words that were found, in place of the latest ones. */
  excerpt?: string
  current: boolean
}
export function ChatRow({ chat, excerpt, current }: ChatRowProps) {
  const t = useT()
  const { id, person, subject, preview, unread_count, last_message_at } = chat
  const isNew = unread_count > 0
  const faint = current ? undefined : 'text-text-3'
  return (
    <li data-chat={id}>
      <Link
        to={chatPath(id)}
        aria-current={current || undefined}
        className={cx(
          'relative grid grid-cols-[36px_minmax(0,1fr)] gap-x-2.5 rounded-control p-2.5 text-13 max-desk:rounded-none max-desk:border-b max-desk:py-3 max-desk:text-15',
          current ? 'bg-brand-soft text-on-brand-soft' : 'hover:bg-hover',
        )}
      >
        {isNew && <span className="absolute start-0 top-6 size-1.5 rounded-full bg-brand max-desk:start-0.5" />}
        <Avatar id={person.id} name={person.name} src={person.avatar_url} size={36} presence={person.is_online ? 'online' : undefined} />
        <span className="min-w-0">
          <span className="flex items-center gap-1.5">
            <span className={cx('truncate', isNew ? 'font-semibold' : 'font-medium')}>{person.name}</span>
            <Channel chat={chat} className={cx('flex-none', faint)} />
            {isNew && <span className="sr-only">{t('row.unread', { count: unread_count })}</span>}
            <Time value={last_message_at} kind="short" className={cx('ms-auto flex-none text-12 tabular-nums', faint)} />
          </span>
          {subject && <span className={cx('block truncate', isNew ? 'font-semibold' : 'font-medium')}>{subject}</span>}
          <span className={cx('block truncate', faint)}>{excerpt ?? preview}</span>
          <span className="mt-1.5 flex min-h-5 flex-wrap items-center gap-1.5">
            <Marks chat={chat} />
            {chat.rating !== null && (
              <Badge icon="star">
                <span className="sr-only">{t('row.rating')}</span> {chat.rating}
              </Badge>
            )}
            <Assignee chat={chat} className={current ? undefined : 'text-text-2'} />
          </span>
        </span>
      </Link>
    </li>
  )
}
