/** What was said in a conversation: the latest at the foot, older ones come as one scrolls up. */
import { Button, EmptyState, Failure, Icon, Loading, LoadMore, Skeleton, Time, useReadPages, useT } from '@atrium/sdk/web'
import { Fragment, useEffect, useRef, useState } from 'react'
import contract, { type Chat, type ChatMessage } from '../../contract.ts'
import { MessageView } from './MessageView.tsx'
import { SystemLine } from './SystemLine.tsx'

const { routes } = contract
const TOGETHER_MS = 5 * 60_000
/** As near to the end as this, one is at the end. */
const NEAR = 80

const sameDay = (a: string, b: string) => new Date(a).toDateString() === new Date(b).toDateString()
const isFollowing = (one: ChatMessage, before: ChatMessage | undefined): boolean =>
  before !== undefined &&
  one.author !== 'system' &&
  before.author === one.author &&
  before.is_note === one.is_note &&
  before.sender?.id === one.sender?.id &&
  before.sources.length === 0 &&
  before.confidence === null &&
  Date.parse(one.created_at) - Date.parse(before.created_at) < TOGETHER_MS

/** The messages that are there so far, the oldest first. */
export function useMessages(chatId: number) {
  const query = useReadPages(routes.messages, { params: { id: chatId } })
  const messages = query.data?.pages.flatMap(({ records }) => records).reverse() ?? []
  return { query, messages }
}

export const TalkSkeleton = () => (
  <Loading className="grid gap-5 p-5">
    {[62, 48, 70, 55].map((width) => (
      <div key={width} className="flex gap-2.5">
        <Skeleton w={32} h={32} round />
        <span className="grid flex-1 content-start gap-2">
          <Skeleton w={110} />
          <Skeleton w={`${width}%`} h={38} />
        </span>
      </div>
    ))}
  </Loading>
)

function Messages({ messages, chat }: { messages: readonly ChatMessage[]; chat: Chat }) {
  return messages.map((message, i) => {
    const last = messages[i - 1]
    const isNewDay = !last || !sameDay(last.created_at, message.created_at)
    return (
      <Fragment key={message.id}>
        {isNewDay && (
          <p className="flex items-center justify-center gap-1.5 text-12 font-medium text-text-3">
            <Icon name="calendar" size="sm" />
            <Time value={message.created_at} kind="day" />
          </p>
        )}
        {message.happening ? (
          <SystemLine message={message} />
        ) : (
          <MessageView message={message} person={chat.person} follows={!isNewDay && isFollowing(message, last)} />
        )}
      </Fragment>
    )
  })
}

interface TalkProps extends ReturnType<typeof useMessages> {
  chat: Chat
  /** Raised with each message of one's own, which is seen wherever one was. */
  sent: number
}
export function Talk({ chat, query, messages, sent }: TalkProps) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const [isAway, setAway] = useState(false)
  const toEnd = () => {
    if (box.current) box.current.scrollTop = 0
  }
  useEffect(() => {
    if (sent > 0) toEnd()
  }, [sent])
  if (query.error && !query.data)
    return (
      <div className="min-h-0 flex-1">
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  return (
    <div className="relative min-h-0 flex-1">
      {/* upside down, so that it begins at the end and stays there as messages come */}
      <div
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
        tabIndex={0}
        role="log"
        aria-label={t('talk.label')}
        onScroll={({ currentTarget }) => setAway(Math.abs(currentTarget.scrollTop) > NEAR)}
        className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain outline-offset-[-2px] [scrollbar-width:thin]"
      >
        {query.isPending ? (
          <TalkSkeleton />
        ) : (
          <div className="mb-auto grid gap-3.5 px-5 py-4 max-desk:px-3">
            {messages.length === 0 && <EmptyState icon="message-circle" title={t('talk.none')} />}
            <Messages messages={messages} chat={chat} />
          </div>
        )}
        <LoadMore query={query} />
      </div>
      {isAway && (
        <Button
          size="sm"
          icon="arrow-down"
          onClick={toEnd}
          className="absolute! bottom-3 start-1/2 -translate-x-1/2 rounded-full! shadow-float rtl:translate-x-1/2"
        >
          {t('talk.newest')}
        </Button>
      )}
    </div>
  )
}
