/** What people write to each other during a call. */
import { Avatar, Button, EmptyState, ErrorState, Loading, RichText, Skeleton, Time, useT } from '@atrium/sdk/web'
import { useEffect, useRef } from 'react'
import type { Message } from '../../../../chat/contract.ts'
import { useCall } from '../../room/call.ts'
import type { ChatState } from '../../room/useChat.ts'
import { ChatWrite } from './ChatWrite.tsx'

const TOGETHER_MS = 3 * 60_000
const follows = (one: Message, before: Message | undefined): boolean =>
  before !== undefined &&
  before.sender?.community_member_id === one.sender?.community_member_id &&
  Date.parse(one.created_at) - Date.parse(before.created_at) < TOGETHER_MS

export function ChatPanel({ chat }: { chat: ChatState }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const { records, isLoading, error, hasOlder } = chat
  const mine = useOwnCount(records)
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0
  }, [mine])
  return (
    <>
      {/* upside down, so that it begins at the end and stays there as messages come */}
      <div
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
        tabIndex={0}
        role="log"
        aria-label={t('stage.tab.chat')}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain outline-offset-[-2px] [scrollbar-width:thin]"
      >
        {isLoading ? (
          <Loading className="grid gap-4 p-3.5">
            {[70, 48, 62].map((width) => (
              <Skeleton key={width} w={`${width}%`} h={34} />
            ))}
          </Loading>
        ) : error && records.length === 0 ? (
          <ErrorState error={error} onRetry={() => void chat.again()} className="my-auto" />
        ) : (
          <div className="mb-auto grid gap-2.5 px-3.5 py-3">
            {records.length === 0 && <EmptyState icon="messages-square" title={t('room.chat.none')} text={t('room.chat.none_text')} className="px-2! py-8!" />}
            {hasOlder && (
              <Button size="sm" variant="ghost" className="justify-self-center" onClick={() => void chat.older().catch(() => {})}>
                {t('room.chat.older')}
              </Button>
            )}
            {records.map((message, place) => (
              <Said key={message.id} message={message} isFollowing={follows(message, records[place - 1])} />
            ))}
          </div>
        )}
      </div>
      <ChatWrite chat={chat} />
    </>
  )
}

function useOwnCount(records: readonly Message[]): number {
  const { me } = useCall()
  return records.filter(({ sender }) => sender?.community_member_id === me.community_member_id).length
}

function Said({ message, isFollowing }: { message: Message; isFollowing: boolean }) {
  const t = useT()
  const { sender, deleted_at, rich_text_body, body, created_at } = message
  const name = sender?.name ?? t('stage.someone')
  return (
    <article aria-label={t('room.chat.from', { name })} className={isFollowing ? 'ps-[34px]' : 'grid grid-cols-[24px_minmax(0,1fr)] gap-x-2.5'}>
      {!isFollowing && (
        <>
          <Avatar id={sender?.community_member_id ?? 0} name={name} src={sender?.avatar_url} size={24} className="row-span-2 mt-0.5" />
          <p className="flex items-baseline gap-2 text-12">
            <b className="truncate font-semibold">{name}</b>
            <Time value={created_at} kind="time" className="flex-none text-text-3" />
          </p>
        </>
      )}
      {deleted_at ? (
        <p className="text-13 italic text-text-3">{t('room.chat.deleted')}</p>
      ) : rich_text_body ? (
        <RichText doc={rich_text_body.body} small className="text-[14px]!" />
      ) : (
        <p className="whitespace-pre-line text-[14px] leading-5">{body}</p>
      )}
    </article>
  )
}
