/** The scrolling window of messages: days, the line of unread ones, steps to both sides, and to the newest. */
import { Button, cx, EmptyState, ErrorState, Icon, Loading, Skeleton, Time, useT } from '@atrium/sdk/web'
import { Fragment, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChatRoom, Message } from '../../contract.ts'
import { MessageItem, PendingItem } from './MessageItem.tsx'
import { type Pending, usePending } from './outbox.ts'
import type { Conversation } from './useConversation.ts'
import { useMessageActs } from './useActs.ts'

const TOGETHER_MS = 5 * 60_000
/** As near to the end as this, one is at the end. */
const NEAR = 60
const EDGE = 400

const sameDay = (a: string, b: string) => new Date(a).toDateString() === new Date(b).toDateString()
const follows = (one: Message, before: Message | undefined): boolean =>
  before !== undefined &&
  one.sender !== null &&
  before.sender?.community_member_id === one.sender.community_member_id &&
  before.replies_count === 0 &&
  Date.parse(one.sent_at) - Date.parse(before.sent_at) < TOGETHER_MS

export interface MessageListProps {
  conversation: Conversation
  room: ChatRoom
  path: string
  parentId: number | null
  /** Above the first message. */
  head?: ReactNode
  empty?: ReactNode
  marked: number | null
  editing: number | null
  onEdit: (id: number | null) => void
  onThread?: (id: number) => void
  /** The newest message is in view. */
  onEnd?: (message: Message) => void
}

export function MessageList({ conversation, room, path, parentId, head, empty, marked, editing, onEdit, onThread, onEnd }: MessageListProps) {
  const t = useT()
  const { records, before, after, unreadFrom, target, take, older, newer, jump } = conversation
  const acts = useMessageActs(take)
  const onSent = useCallback((message: Message) => message.chat_room_uuid === room.uuid && take([message]), [room.uuid, take])
  const waiting = usePending(room.uuid, parentId, onSent)
  const known = new Set(records.map((one) => one.creation_uuid))
  const pending: Pending[] = waiting.filter(({ key }) => !known.has(key))
  const box = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const held = useRef<{ id: number; top: number } | null>(null)
  const stick = useRef(true)
  const newest = records.at(-1)

  /** Remembers where the first message in view stands, so that it stays there when others come above it. */
  const hold = useCallback(() => {
    const pane = box.current
    if (!pane) return
    const { top } = pane.getBoundingClientRect()
    for (const element of pane.querySelectorAll<HTMLElement>('[data-message]')) {
      const at = element.getBoundingClientRect()
      if (at.bottom > top) {
        held.current = { id: Number(element.dataset.message), top: at.top }
        return
      }
    }
  }, [])
  const toEnd = useCallback(() => {
    const pane = box.current
    if (pane) pane.scrollTop = pane.scrollHeight
  }, [])
  const settle = useCallback(() => {
    const pane = box.current
    if (!pane) return
    const end = pane.scrollHeight - pane.scrollTop - pane.clientHeight < NEAR
    stick.current = end && !after
    setAtEnd(end && !after)
    hold()
    if (pane.scrollTop < EDGE) void older()
    if (pane.scrollHeight - pane.scrollTop - pane.clientHeight < EDGE) void newer()
  }, [after, hold, older, newer])

  const reached = useRef<number | null>(null)
  useLayoutEffect(() => {
    const pane = box.current
    if (!pane || !target) return
    if (reached.current !== target.at) {
      reached.current = target.at
      const element = target.id === 'end' ? null : pane.querySelector(`[data-message="${target.id}"]`)
      if (element) pane.scrollTop += element.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3
      else toEnd()
      settle()
      return
    }
    if (stick.current) toEnd()
    else if (held.current) {
      const element = pane.querySelector(`[data-message="${held.current.id}"]`)
      if (element) pane.scrollTop += element.getBoundingClientRect().top - held.current.top
    }
    settle()
  }, [records, pending.length, target])
  // pictures and cards grow after the messages are there
  useEffect(() => {
    const pane = box.current
    const content = pane?.firstElementChild
    if (!pane || !content) return
    const watcher = new ResizeObserver(() => stick.current && toEnd())
    watcher.observe(content)
    // and the pane shrinks, as when one has joined and may write
    watcher.observe(pane)
    return () => watcher.disconnect()
  }, [toEnd])
  useEffect(() => {
    if (!atEnd || !newest || !onEnd) return
    const tell = () => document.visibilityState === 'visible' && onEnd(newest)
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [atEnd, newest, onEnd])
  // one's own message is seen, wherever one was
  const written = pending.length
  useEffect(() => {
    if (written === 0) return
    stick.current = true
    if (after) void jump({})
    else toEnd()
  }, [written, after, jump, toEnd])

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        onScroll={settle}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
        tabIndex={0}
        role="log"
        aria-label={t('messages.log', { name: room.chat_room_name })}
        className="h-full overflow-y-auto overscroll-contain outline-offset-[-2px] [overflow-anchor:none]"
      >
        <div className={cx('flex min-h-full flex-col pb-3 pt-3.5', parentId === null && 'justify-end')}>
          {conversation.isLoading ? (
            <Loading className="grid gap-5 p-4">
              {[62, 84, 48, 70, 55].map((width) => (
                <div key={width} className="flex gap-3">
                  <Skeleton w={36} h={36} round />
                  <span className="grid flex-1 content-start gap-2">
                    <Skeleton w={110} />
                    <Skeleton w={`${width}%`} />
                  </span>
                </div>
              ))}
            </Loading>
          ) : conversation.error && records.length === 0 ? (
            <ErrorState error={conversation.error} onRetry={() => void jump({})} />
          ) : (
            <>
              {head}
              {records.length === 0 &&
                pending.length === 0 &&
                (empty ?? <EmptyState icon="message-circle" title={t('messages.empty')} text={t('messages.emptyText')} />)}
              {before && <Skeleton w="40%" className="mx-4 my-3" />}
              {records.map((message, i) => {
                const last = records[i - 1]
                const newDay = !last || !sameDay(last.sent_at, message.sent_at)
                const unread = message.id === unreadFrom
                return (
                  <Fragment key={message.id}>
                    {newDay && (
                      <div className="my-2 flex items-center gap-3 px-4 text-12 font-medium text-text-3">
                        <span className="h-px flex-1 bg-border" />
                        <Time value={message.sent_at} kind="day" />
                        <span className="h-px flex-1 bg-border" />
                      </div>
                    )}
                    {unread && (
                      <div className="my-1.5 flex items-center gap-3 px-4 text-12 font-semibold text-danger" data-unread-line>
                        <span className="h-px flex-1 bg-danger" />
                        {t('unread.line')}
                      </div>
                    )}
                    <MessageItem
                      message={message}
                      room={room}
                      path={path}
                      follows={!newDay && !unread && follows(message, last)}
                      marked={marked === message.id}
                      editing={editing === message.id}
                      acts={acts}
                      onEdit={onEdit}
                      onTake={take}
                      onThread={onThread}
                    />
                  </Fragment>
                )
              })}
              {pending.map((one) => (
                <PendingItem key={one.key} pending={one} />
              ))}
            </>
          )}
        </div>
      </div>
      <div className={cx('absolute bottom-3 start-1/2 -translate-x-1/2 rtl:translate-x-1/2', atEnd && 'invisible')}>
        <Button
          size="sm"
          className="rounded-full! shadow-float"
          onClick={() => {
            stick.current = true
            if (after) void jump({})
            else toEnd()
          }}
        >
          <Icon name="arrow-down" size="sm" />
          {t('newest')}
        </Button>
      </div>
    </div>
  )
}
