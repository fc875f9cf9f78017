/** Threads one takes part in, across conversations, the latest first. */
import {
  Avatar,
  Badge,
  Button,
  Card,
  EmptyState,
  Link,
  LoadMore,
  PageHeader,
  Query,
  RichText,
  Screen,
  SkeletonText,
  Time,
  toast,
  useEvent,
  useQueryCache,
  useReadPages,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import contract, { type Message, type Thread } from '../../contract.ts'
import { VoicePlayer } from '../components/VoicePlayer.tsx'

const { routes, events } = contract

function Words({ message }: { message: Message }) {
  const t = useT()
  return (
    <div className="grid grid-cols-[28px_minmax(0,1fr)] gap-2.5">
      <Avatar id={message.sender?.community_member_id ?? 0} name={message.sender?.name ?? '?'} src={message.sender?.avatar_url} size={28} />
      <div className="min-w-0">
        <p className="flex items-baseline gap-2 text-13">
          <span className="font-semibold">{message.sender?.name ?? t('gone')}</span>
          <span className="text-12 text-text-3">
            <Time value={message.sent_at} />
          </span>
        </p>
        {message.deleted_at ? (
          <p className="text-13 italic text-text-3">{t('deleted')}</p>
        ) : (
          message.rich_text_body && <RichText doc={message.rich_text_body.body} small />
        )}
        {message.voice && <VoicePlayer voice={message.voice} />}
      </div>
    </div>
  )
}

function Item({ thread }: { thread: Thread }) {
  const t = useT()
  const { chat_room: room, parent_message: parent, replies } = thread
  const at = room.embedded_space ? `/c/${room.embedded_space.slug}?tab=chat` : `/messages/${room.uuid}`
  const last = replies.at(-1) ?? parent
  const read = useWrite(routes.markThread, { invalidates: [routes.threads, routes.unreadThreads], onError: (error) => toast.error(error.message) })
  return (
    <Card pad as="article">
      <header className="mb-3 flex flex-wrap items-center gap-2 text-13">
        <Link to={at} className="font-semibold hover:underline">
          {room.name}
        </Link>
        {thread.unread_replies_count > 0 && <Badge tone="brand">{t('thread.new', { count: thread.unread_replies_count })}</Badge>}
        <span className="flex-1" />
        {thread.unread_replies_count > 0 && (
          <Button size="sm" variant="ghost" icon="check-check" onClick={() => read.mutate({ params: { id: thread.id } })}>
            {t('thread.read')}
          </Button>
        )}
      </header>
      <Words message={parent} />
      <div className="ms-3.5 mt-3 grid gap-3 border-s-2 ps-4">
        {parent.replies_count > replies.length && (
          <Link to={`${at}#message_${last.id}`} className="text-13 text-link hover:underline">
            {t('thread.earlier', { count: parent.replies_count - replies.length })}
          </Link>
        )}
        {replies.map((one) => (
          <Words key={one.id} message={one} />
        ))}
        <Link
          to={`${at}#message_${last.id}`}
          className="text-13 font-medium text-link hover:underline max-desk:inline-flex max-desk:min-h-11 max-desk:items-center"
        >
          {t('thread.open')}
        </Link>
      </div>
    </Card>
  )
}

export default function Threads() {
  const t = useT()
  const cache = useQueryCache()
  const query = useReadPages(routes.threads)
  useEvent(events['thread.moved'], () => void cache.invalidate(routes.threads))
  return (
    <Screen name="chat/Threads" title={t('threads.title')}>
      <PageHeader title={t('threads.title')} text={t('threads.text')} back={{ to: '/messages', label: t('messages.title') }} />
      <Query query={query} skeleton={<SkeletonText lines={6} />}>
        {({ pages }) =>
          pages[0]!.records.length === 0 ? (
            <EmptyState icon="messages-square" title={t('threads.none')} text={t('threads.noneText')} />
          ) : (
            <div className="grid gap-4">
              {pages.flatMap(({ records }) => records.map((thread) => <Item key={thread.id} thread={thread} />))}
              <LoadMore query={query} />
            </div>
          )
        }
      </Query>
    </Screen>
  )
}
