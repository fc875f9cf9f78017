/** One conversation: messages, who types, where one writes. In the messages screen and in a chat space. */
import { Button, call, cx, Icon, IconButton, Input, Popover, toast, usePresence, useRead, useRoom, useSession, useT, useTyping } from '@atrium/sdk/web'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import contract, { type ChatRoom, type Message } from '../../contract.ts'
import { SearchBox } from './SearchBox.tsx'
import { Stream } from './Stream.tsx'
import { ThreadPanel } from './ThreadPanel.tsx'
import { useConversation } from './useConversation.ts'

const { routes } = contract
const MARK_MS = 400

/** The message that the address points to. */
const hashMessage = (): number | null => {
  const found = /^#message_(\d+)$/.exec(location.hash)
  return found ? Number(found[1]) : null
}

function Typing({ uuid, memberIds }: { uuid: string; memberIds: number[] }) {
  const t = useT()
  const people = useRead(
    routes.participants,
    { params: { uuid }, query: { community_member_ids: [...memberIds].sort((a, b) => a - b).join(',') } },
    { enabled: memberIds.length > 0, keepPrevious: true },
  )
  const names = memberIds.flatMap((id) => people.data?.records.find((one) => one.community_member_id === id)?.name ?? [])
  return (
    <p className="h-5 truncate px-5 text-12 text-text-3" aria-live="polite">
      {names.length === 1 ? t('typing.one', { name: names[0]! }) : names.length > 1 ? t('typing.many', { count: names.length }) : ''}
    </p>
  )
}

/** Whether the other one is here, else when they were. */
function Here({ uuid, memberId }: { uuid: string; memberId: number }) {
  const t = useT()
  const state = usePresence([memberId]).get(memberId) ?? 'offline'
  const { data } = useRead(routes.participants, { params: { uuid }, query: { community_member_ids: String(memberId) } })
  const when = data?.records[0]?.last_seen_text
  return state === 'offline' && when ? t('presence.seen', { when }) : t(`presence.${state}`)
}

/** What somebody has put above the conversation for all. */
function Above({ room, jump }: { room: ChatRoom; jump: (id: number) => void }) {
  const t = useT()
  const id = room.spotlight_message_id ?? room.pinned_message_id
  const { data } = useRead(routes.message, { params: { uuid: room.uuid, id: id ?? 0 } }, { enabled: id !== null })
  if (!id || !data || data.deleted_at) return null
  const lit = room.spotlight_message_id !== null
  return (
    <button
      type="button"
      onClick={() => jump(id)}
      className={cx(
        'flex min-h-10 w-full items-center gap-2.5 border-b px-4 py-1.5 text-start text-13',
        lit ? 'bg-brand-soft text-on-brand-soft' : 'bg-surface-2 hover:bg-hover',
      )}
    >
      <Icon name={lit ? 'lightbulb' : 'pin'} size="sm" label={t(lit ? 'spotlight.label' : 'pinned.label')} />
      <span className="flex-none font-semibold">{data.sender?.name}</span>
      <span className="min-w-0 flex-1 truncate">{data.body || t('last.file')}</span>
    </button>
  )
}

function JumpToDate({ onPick }: { onPick: (date: string) => void }) {
  const t = useT()
  const [day, setDay] = useState(new Date().toLocaleDateString('sv'))
  return (
    <Popover label={t('jump.date')} align="end" trigger={<IconButton icon="calendar-days" label={t('jump.date')} />}>
      {(close) => (
        <form
          className="flex items-center gap-2 p-2"
          onSubmit={(event) => {
            event.preventDefault()
            close()
            onPick(new Date(`${day}T00:00`).toISOString())
          }}
        >
          <Input type="date" aria-label={t('jump.date')} value={day} onChange={(event) => setDay(event.target.value)} required />
          <Button type="submit" variant="primary">
            {t('jump.action')}
          </Button>
        </form>
      )}
    </Popover>
  )
}

export interface ConversationProps {
  room: ChatRoom
  /** Address of the conversation. */
  path: string
  /** Before the name: the way back on phones. */
  lead?: ReactNode
  tools?: ReactNode
  /** Without a head where the page has one. */
  bare?: boolean
  onRead?: () => void
}

export function Conversation({ room, path, lead, tools, bare, onRead }: ConversationProps) {
  const t = useT()
  const { uuid } = room
  const { viewOnly } = useSession()
  const [marked, setMarked] = useState<number | null>(hashMessage)
  const conversation = useConversation(uuid, null, marked ? { id: marked } : { unread: true })
  const [thread, setThread] = useState<{ id: number; marked: number | null } | null>(null)
  const [searching, setSearching] = useState(false)
  const typing = useTyping('chat', uuid)
  useRoom('chat', uuid)
  const { jump } = conversation
  const newest = conversation.records.at(-1)
  const author = newest?.sender?.community_member_id
  const { arrived } = typing
  const known = useRef<number>(undefined)
  useEffect(() => {
    if (!newest?.id || !author) return
    // what stood there when it was opened has not just come
    if (known.current !== undefined) arrived(author)
    known.current = newest.id
  }, [newest?.id, author, arrived])

  const show = useCallback(
    async (id: number) => {
      setMarked(id)
      try {
        const message = await call(routes.message, { params: { uuid, id } })
        if (message.parent_message_id) setThread({ id: message.parent_message_id, marked: id })
        await jump({ id })
      } catch (error) {
        toast.error((error as Error).message)
      }
    },
    [uuid, jump],
  )
  useEffect(() => {
    const follow = () => {
      const id = hashMessage()
      if (id) void show(id)
    }
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [show])

  // what was marked unread by hand stays so until the conversation is opened again
  const told = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const onEnd = useCallback(
    (message: Message) => {
      if (viewOnly || message.id <= told.current) return
      told.current = message.id
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        call(routes.markRead, { params: { uuid }, body: { message_id: message.id } }).then(
          () => onRead?.(),
          () => {
            told.current = 0
          },
        )
      }, MARK_MS)
    },
    [uuid, viewOnly, onRead],
  )
  useEffect(() => () => clearTimeout(timer.current), [])

  const others = room.other_participants_preview.map((one) => one.community_member_id)
  const actions = (
    <>
      <IconButton icon="search" label={t('search.room')} pressed={searching} onClick={() => setSearching(!searching)} />
      <JumpToDate onPick={(date) => void jump({ date })} />
      {tools}
    </>
  )
  return (
    <div className="flex h-full min-w-0">
      <section className="flex h-full min-w-0 flex-1 flex-col" aria-label={room.chat_room_name}>
        {bare ? (
          <div className="flex items-center justify-end gap-1 border-b px-3 py-1">{actions}</div>
        ) : (
          <header className="flex h-14 flex-none items-center gap-2.5 border-b px-4 max-desk:px-2">
            {lead}
            <div className="min-w-0 flex-1">
              <h1 className="truncate text-15">{room.chat_room_name}</h1>
              <p className="truncate text-12 text-text-3">
                {room.chat_room_kind === 'direct' && others.length > 0 ? (
                  <Here uuid={uuid} memberId={others[0]!} />
                ) : (
                  room.chat_room_description || t('members.count', { count: room.chat_room_participants_count })
                )}
              </p>
            </div>
            {actions}
          </header>
        )}
        {searching && <SearchBox uuid={uuid} onPick={(id) => void show(id)} onClose={() => setSearching(false)} />}
        <Above room={room} jump={(id) => void show(id)} />
        <Stream
          key={uuid}
          conversation={conversation}
          room={room}
          path={path}
          parentId={null}
          autoFocus={!bare && !marked && matchMedia('(pointer: fine)').matches}
          marked={marked}
          onThread={(id) => setThread({ id, marked: null })}
          onEnd={onEnd}
          onTyping={typing.tell}
          above={<Typing uuid={uuid} memberIds={typing.memberIds} />}
        />
      </section>
      {thread && <ThreadPanel key={thread.id} room={room} path={path} messageId={thread.id} marked={thread.marked} onClose={() => setThread(null)} />}
    </div>
  )
}
