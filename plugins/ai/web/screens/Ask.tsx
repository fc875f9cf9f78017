/** `/ask`: a question, an answer out of what one may read, and where it is from. `/messages/bot/:id` asks the agent of that id. */
import {
  Button,
  EmptyState,
  IconButton,
  LinkButton,
  Menu,
  messageOf,
  NotAllowed,
  Note,
  Query,
  Screen,
  Skeleton,
  useLocation,
  useNavigate,
  useParams,
  useRead,
  useSearch,
  useSession,
  useT,
} from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import contract, { type AgentCard } from '../../contract.ts'
import { Composer } from '../components/ask/Composer.tsx'
import { History } from '../components/ask/History.tsx'
import { Sources } from '../components/ask/Sources.tsx'
import { TurnView } from '../components/ask/TurnView.tsx'
import { useAsking } from '../components/ask/useAsking.ts'
import { Face } from '../components/Face.tsx'
import { Starters } from '../components/Starters.tsx'

const { routes } = contract
/** Pixels from the end within which what comes is followed. */
const NEAR_END = 120

export default function Ask() {
  const t = useT()
  const { viewOnly, can } = useSession()
  const query = useRead(routes.agents)
  const { id } = useParams<{ id?: string }>()
  const named = id === undefined ? undefined : Number(id)
  const agent = query.data?.records.find((one) => named === undefined || one.id === named)
  if (agent && query.data && !viewOnly) return <Conversation key={agent.id} agent={agent} all={query.data.records} knows={query.data.knows} />
  const isAdmin = can('ai.manage')
  return (
    <Screen name="ai/Ask" title={t('nav.ask')}>
      {viewOnly ? (
        <NotAllowed title={t('ask.view_only')} text={t('ask.view_only_text')} />
      ) : (
        <Query query={query} skeleton={<Skeleton w="100%" h={420} />}>
          {() => (
            <EmptyState
              icon="sparkles"
              title={t(named === undefined ? 'ask.none' : 'ask.none_such')}
              text={t(isAdmin ? 'ask.none_admin' : 'ask.none_text')}
              action={
                isAdmin ? (
                  <LinkButton variant="primary" to="/settings/ai-agents/agents">
                    {t('ask.set_up')}
                  </LinkButton>
                ) : named === undefined ? undefined : (
                  <LinkButton to="/ask">{t('nav.ask')}</LinkButton>
                )
              }
            />
          )}
        </Query>
      )}
    </Screen>
  )
}

interface ConversationProps {
  agent: AgentCard
  all: readonly AgentCard[]
  knows: { spaces: number; passages: number }
}
function Conversation({ agent, all, knows }: ConversationProps) {
  const t = useT()
  const navigate = useNavigate()
  const path = useLocation()
  const wanted = Number(useSearch().get('conversation')) || null
  const [isOpen, setOpen] = useState(false)
  const [pointed, setPointed] = useState<number | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const open = (id: number | null) => {
    setOpen(false)
    setChosen(null)
    navigate(id === null ? path : `${path}?conversation=${id}`)
  }
  const { query, turns, ask, again, stop, retry, failed, isWriting } = useAsking(agent.id, wanted, (id) =>
    navigate(`${path}?conversation=${id}`, { replace: true }),
  )
  const scroller = useRef<HTMLDivElement>(null)
  const end = useRef(true)
  const last = turns.at(-1)
  const length = last?.answer?.text.length ?? 0
  useEffect(() => {
    const box = scroller.current
    if (!box || !end.current) return
    // an answer that is longer than the page is read from its question on
    const asked = [...box.querySelectorAll('article')].at(-1)
    const top = asked ? asked.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop : Infinity
    box.scrollTop = failed ? box.scrollHeight : Math.min(top, box.scrollHeight)
  }, [turns.length, length, last?.answer?.status, failed])
  const shown = turns.find(({ answer }) => answer?.id === chosen)?.answer ?? last?.answer
  const send = (question: string) => {
    end.current = true
    setChosen(null)
    void ask(question)
  }
  return (
    <Screen
      name="ai/Ask"
      title={t('nav.ask')}
      fill
      aside={
        shown?.sources.length ? (
          <Sources
            sources={shown.sources}
            isQuoted={shown.is_extract}
            pointed={pointed}
            onPoint={setPointed}
            className="max-h-[calc(100dvh-var(--header-h)-48px)] overflow-y-auto"
          />
        ) : (
          <span />
        )
      }
    >
      <header className="mb-3 flex items-center gap-3 border-b pb-3">
        <Face agent={agent} />
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-17">{t('ask.title', { name: agent.name })}</h1>
          <p className="line-clamp-2 text-13 text-text-3">
            {t('ask.knows', { spaces: t('ask.spaces', { count: knows.spaces }), passages: t('ask.passages', { count: knows.passages }) })}
          </p>
        </div>
        {all.length > 1 && (
          <Menu
            align="end"
            trigger={<IconButton icon="chevrons-up-down" label={t('ask.other')} className="max-desk:size-11" />}
            items={all.map((one) => ({ label: one.name, checked: one.id === agent.id, to: one.is_default ? '/ask' : `/messages/bot/${one.id}` }))}
          />
        )}
        <IconButton icon="history" label={t('history.title')} className="max-desk:size-11" onClick={() => setOpen(true)} />
        <IconButton icon="square-pen" label={t('ask.new')} className="max-desk:size-11" onClick={() => open(null)} />
      </header>
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
        tabIndex={0}
        aria-label={t('ask.answers')}
        className="min-h-0 flex-1 overflow-y-auto pb-6 focus-visible:-outline-offset-2"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          end.current = scrollHeight - scrollTop - clientHeight < NEAR_END
        }}
      >
        {wanted === null && turns.length === 0 && !failed ? (
          <Greeting agent={agent} onAsk={send} />
        ) : (
          <Query
            query={wanted === null || turns.length ? { ...query, data: query.data ?? { pages: [], pageParams: [] } } : query}
            skeleton={<Skeleton w="100%" h={240} />}
          >
            {() => (
              <div className="grid gap-10 pt-2">
                {query.hasNextPage && (
                  <Button variant="ghost" className="justify-self-center" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    {t('ask.earlier')}
                  </Button>
                )}
                {turns.map((turn) => (
                  <TurnView
                    key={turn.key}
                    turn={turn}
                    isChosen={turn.answer === shown}
                    pointed={pointed}
                    busy={isWriting}
                    onPoint={(number) => {
                      setPointed(number)
                      if (number !== null) setChosen(turn.answer?.id ?? null)
                    }}
                    onStop={(id) => void stop(id)}
                    onAgain={(id) => void again(id)}
                  />
                ))}
                {failed && (
                  <div role="alert" className="grid justify-items-start gap-3">
                    {last?.question !== failed.question && <p className="text-20 font-semibold wrap-anywhere">{failed.question}</p>}
                    <Note tone="danger">{messageOf(failed.error, t('ask.failed'))}</Note>
                    <Button icon="rotate-cw" onClick={() => void retry()}>
                      {t('ask.again')}
                    </Button>
                  </div>
                )}
              </div>
            )}
          </Query>
        )}
      </section>
      <Composer label={t('ask.title', { name: agent.name })} busy={isWriting} onSend={send} />
      {isOpen && <History current={wanted} onOpen={open} onClose={() => setOpen(false)} />}
    </Screen>
  )
}

/** Who one asks, and questions to begin with. */
function Greeting({ agent, onAsk }: { agent: AgentCard; onAsk: (question: string) => void }) {
  const t = useT()
  return (
    <div className="grid min-h-full content-center justify-items-center gap-3 py-8 text-center">
      <Face agent={agent} size={64} />
      <h2 className="text-20">{agent.greeting || t('ask.greeting')}</h2>
      <p className="max-w-[44ch] text-text-2">{agent.headline || t('ask.about')}</p>
      <Starters questions={agent.starters} onPick={onAsk} className="mt-3 max-w-2xl justify-center" />
    </div>
  )
}
