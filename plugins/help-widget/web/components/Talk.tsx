/** One conversation: what was said, who answers, and where one writes on. */
import {
  Button,
  cx,
  IconButton,
  Menu,
  messageOf,
  newUuid,
  Note,
  Query,
  Skeleton,
  Time,
  useDraft,
  useQueryCache,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import contract, { type OwnChat, type OwnMessage, TIMES } from '../../contract.ts'
import { FileChips, FilesButton } from './Files.tsx'
import { Bubble } from './Bubble.tsx'
import { Face } from './Face.tsx'
import { Head } from './Head.tsx'
import { useHelp } from './places.ts'
import { Rating } from './Rating.tsx'
import { useAttached } from './useAttached.ts'
import { useHome } from './useHome.ts'

const { routes } = contract

/** Asked often at first; after a quarter of an hour without news seldom, and after an hour no more. */
function useMessages(id: number) {
  const [since] = useState(Date.now)
  return useRead(
    routes.messages,
    { query: { conversation_id: id, per_page: 100 } },
    {
      refetchInterval: (read) => {
        const last = Math.max(since, ...(read?.records ?? []).map(({ created_at }) => Date.parse(created_at)))
        const quiet = Date.now() - last
        return quiet > TIMES.stops ? false : quiet > TIMES.resting ? TIMES.closed : TIMES.open
      },
    },
  )
}

export function Talk({ id }: { id: number }) {
  const input = { params: { id } }
  const messages = useMessages(id)
  const last = messages.data?.records.at(-1)?.id
  const cache = useQueryCache()
  // what has come may have changed whose it is, and whether it is open
  useEffect(() => {
    if (last !== undefined) void cache.invalidate(routes.showConversation)
  }, [last, cache])
  return (
    <Query query={useRead(routes.showConversation, input)} skeleton={<Opening />}>
      {(chat) => (
        <Query query={messages} skeleton={<Opening />}>
          {({ records }) => <Shown chat={chat} messages={records} />}
        </Query>
      )}
    </Query>
  )
}

function Opening() {
  const t = useT()
  return (
    <>
      <Head title={t('title.talk')} />
      <Skeleton w="100%" h={420} />
    </>
  )
}
function Shown({ chat, messages }: { chat: OwnChat; messages: readonly OwnMessage[] }) {
  const t = useT()
  const { mutate: read } = useWrite(routes.updateConversation, { invalidates: [routes.home] })
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.id
  const isWaiting = chat.status === 'open' && chat.ai !== 'on' && chat.type !== 'live_chat' && messages.every(({ author }) => author === 'person')
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
    if (last !== undefined && chat.unread_count > 0) read({ params: { id: chat.id }, body: { conversation: { is_read: true } } })
  }, [last, chat.id, chat.unread_count, read])
  return (
    <div className="flex min-h-full flex-col">
      <TalkHead chat={chat} />
      <div role="log" aria-label={t('talk.messages')} className="grid flex-1 content-start gap-3 px-4 py-3">
        {messages.map((message) => (
          <Bubble key={message.id} message={message} />
        ))}
        {isWaiting && <Received chat={chat} />}
        {chat.asks_for_person && <p className="text-center text-12 text-text-3">{t('talk.waits')}</p>}
        {chat.status === 'solved' && <Rating chat={chat} />}
        <div ref={end} />
      </div>
      {chat.status === 'closed' ? <Closed /> : <Composer chat={chat} />}
    </div>
  )
}
function Closed() {
  const t = useT()
  const { go } = useHelp()
  return (
    <div className="sticky bottom-0 grid gap-2 border-t bg-surface p-4">
      <p className="text-center text-13 text-text-3">{t('talk.closed')}</p>
      <Button block onClick={() => go({ at: 'write', way: 'message' })}>
        {t('talks.new')}
      </Button>
    </div>
  )
}
/** Whoever answers here, what it is about, and what can be done with it. */
function TalkHead({ chat }: { chat: OwnChat }) {
  const t = useT()
  const change = useWrite(routes.updateConversation, { invalidates: [contract] })
  const set = (conversation: { status?: 'closed'; asks_for_person?: true }) => change.mutate({ params: { id: chat.id }, body: { conversation } })
  const { assignee, subject } = chat
  const name = assignee?.name ?? t(chat.ai === 'on' ? 'talk.agent' : 'talk.team')
  return (
    <Head title={name} text={subject || undefined} lead={<Face chat={chat} name={name} size={32} />}>
      {chat.ai === 'on' && !chat.asks_for_person && chat.status === 'open' && (
        <Button size="sm" onClick={() => set({ asks_for_person: true })}>
          {t('talk.person')}
        </Button>
      )}
      <Menu
        align="end"
        trigger={<IconButton icon="ellipsis" label={t('talk.more')} />}
        items={[
          { label: t('talk.download'), icon: 'download', onSelect: () => location.assign(`/internal_api/help_widget/chats/${chat.id}/download`) },
          ...(chat.status === 'closed' ? [] : [{ label: t('talk.end'), icon: 'archive', onSelect: () => set({ status: 'closed' as const }) }]),
        ]}
      />
    </Head>
  )
}
/** Until the first answer: that it has arrived, and where the answer will be. */
function Received({ chat }: { chat: OwnChat }) {
  const t = useT()
  const { data: home } = useHome()
  const { email } = chat.person
  return (
    <p role="status" className="text-center text-12 text-balance text-text-3">
      {email ? t('talk.received_email', { email }) : t('talk.received')}{' '}
      {home?.live.opens_at && (
        <>
          {t('live.opens')} <Time value={home.live.opens_at} kind="datetime" within />
          {'.'}
        </>
      )}
    </p>
  )
}

function Composer({ chat }: { chat: OwnChat }) {
  const t = useT()
  const draft = useDraft(`help:talk:${chat.id}`, { text: '', uuid: '' })
  const attached = useAttached()
  const say = useWrite(routes.createMessage, {
    invalidates: [routes.messages, routes.conversations],
    onSuccess: () => {
      draft.clear()
      attached.clear()
    },
  })
  const { text, uuid } = draft.value
  const isEmpty = text.trim() === '' && attached.ids.length === 0
  const send = () => {
    if (isEmpty || attached.isBusy || say.isPending) return
    // sent again after a break, it is the same message
    const creation_uuid = uuid || newUuid()
    draft.set({ text, uuid: creation_uuid })
    say.mutate({ body: { message: { conversation_id: chat.id, text: text.trim(), attachment_ids: attached.ids, creation_uuid } } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <div className="sticky bottom-0 grid gap-2 border-t bg-surface p-2">
      {say.isPaused && <Note icon="wifi-off">{t('talk.offline')}</Note>}
      {say.error && <Note tone="danger">{messageOf(say.error, t('talk.failed'))}</Note>}
      <FileChips files={attached.files} onRemove={attached.remove} />
      <div className="flex items-end gap-1">
        <FilesButton onAdd={attached.add} />
        <textarea
          rows={1}
          dir="auto"
          value={text}
          maxLength={10_000}
          aria-label={t('talk.write')}
          placeholder={t('talk.write')}
          readOnly={say.isPending}
          onKeyDown={onKeyDown}
          onChange={(event) => draft.set({ text: event.target.value, uuid: '' })}
          className={cx(
            'max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-control bg-transparent px-2 py-2.5 text-15 outline-none [field-sizing:content] max-desk:text-16',
          )}
        />
        <IconButton icon="send" label={t('write.send')} disabled={isEmpty || attached.isBusy} loading={say.isPending} onClick={send} />
      </div>
    </div>
  )
}
