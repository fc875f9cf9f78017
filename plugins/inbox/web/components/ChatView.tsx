/** One conversation, and beside it who asks. */
import { Avatar, Drawer, EmptyState, Failure, IconButton, LinkButton, Skeleton, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract, { type Chat } from '../../contract.ts'
import { Acts } from './Acts.tsx'
import { AiBar } from './AiBar.tsx'
import { wayOf } from './Channel.tsx'
import { Composer } from './Composer.tsx'
import { PersonPanel } from './PersonPanel.tsx'
import { INBOX } from './places.ts'
import { Talk, TalkSkeleton, useMessages } from './Talk.tsx'
import { Typing, useColleaguesTyping } from './Typing.tsx'
import { useWidth } from './useWidth.ts'

const { routes } = contract
/** From here on who asks stands beside what was said. */
const WIDE = 1300

/** The team has read it, once somebody looks at it. */
function useReading({ id, unread_count }: Chat): void {
  const { viewOnly } = useSession()
  const { mutate } = useWrite(routes.adminMarkAsRead, { invalidates: [routes.show, routes.list, routes.unreadCounts] })
  useEffect(() => {
    if (viewOnly || unread_count === 0) return
    const read = () => document.visibilityState === 'visible' && mutate({ params: { id } })
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [id, unread_count, viewOnly, mutate])
}

function Head({ chat, onPerson }: { chat: Chat; onPerson?: () => void }) {
  const t = useT()
  const { viewOnly } = useSession()
  const { person, subject } = chat
  return (
    <header className="flex min-h-14 flex-none items-center gap-2 border-b bg-surface py-2 ps-4 pe-3 max-desk:ps-3 max-desk:pe-2">
      <Avatar
        id={person.id}
        name={person.name}
        src={person.avatar_url}
        size={36}
        presence={person.is_online ? 'online' : undefined}
        className="max-sm:hidden"
      />
      <div className="min-w-0 flex-1 ps-1">
        <h2 className="truncate text-15 font-semibold">{person.name}</h2>
        <p className="truncate text-12 text-text-3">{[subject, t(`way.${wayOf(chat)}`)].filter(Boolean).join(' · ')}</p>
      </div>
      {onPerson && <IconButton icon="panel-right" label={t('person.show')} onClick={onPerson} className="max-desk:size-11" />}
      {!viewOnly && <Acts chat={chat} />}
    </header>
  )
}

function Open({ chat }: { chat: Chat }) {
  const t = useT()
  const { viewOnly } = useSession()
  const isWide = useWidth(WIDE)
  const [isShown, setShown] = useState(false)
  const [sent, setSent] = useState(0)
  const talk = useMessages(chat.id)
  const newest = talk.messages.at(-1)
  const typing = useColleaguesTyping(chat.id, newest)
  useReading(chat)
  return (
    <>
      <section aria-label={t('talk.of', { name: chat.person.name })} className="flex min-h-0 min-w-0 flex-1 flex-col">
        <Head chat={chat} onPerson={isWide ? undefined : () => setShown(true)} />
        <AiBar chat={chat} />
        <Talk chat={chat} {...talk} sent={sent} />
        <Typing memberIds={typing.memberIds} />
        {!viewOnly && <Composer chat={chat} lastId={newest?.id} onTyping={typing.tell} onSent={() => setSent(sent + 1)} />}
      </section>
      {isWide ? (
        <aside aria-label={t('person.title')} className="w-72 flex-none overflow-y-auto border-s [scrollbar-width:thin]">
          <PersonPanel chat={chat} />
        </aside>
      ) : (
        <Drawer open={isShown} onOpenChange={setShown} title={t('person.title')} flush>
          <PersonPanel chat={chat} />
        </Drawer>
      )}
    </>
  )
}

export function ChatView({ id }: { id: number }) {
  const t = useT()
  const query = useRead(routes.show, { params: { id } })
  if (query.data) return <Open chat={query.data} />
  return (
    <div className="grid min-w-0 flex-1 content-start">
      {query.error?.status === 404 ? (
        <EmptyState icon="inbox" title={t('talk.missing')} text={t('talk.missing_text')} action={<LinkButton to={INBOX}>{t('talk.back')}</LinkButton>} />
      ) : query.error ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <div className="flex h-14 items-center gap-3 border-b bg-surface px-4">
            <Skeleton w={36} h={36} round />
            <Skeleton w={160} />
          </div>
          <TalkSkeleton />
        </>
      )}
    </div>
  )
}
