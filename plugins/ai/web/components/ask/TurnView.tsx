/** A question, its answer, and what can be done with it. */
import { Avatar, Button, LinkButton, Note, Spinner, useRead, useSession, useT } from '@atrium/sdk/web'
import spaces from '../../../../spaces/contract.ts'
import type { Message } from '../../../contract.ts'
import { Answer } from '../Answer.tsx'
import { ActionCard } from './ActionCard.tsx'
import { Rating } from './Rating.tsx'
import { Sources } from './Sources.tsx'
import type { Turn } from './useAsking.ts'

interface TurnViewProps {
  turn: Turn
  /** The one whose sources stand beside it. */
  isChosen: boolean
  pointed: number | null
  onPoint: (number: number | null) => void
  onStop: (id: number) => void
  onAgain: (id: number) => void
  /** Another answer is being written. */
  busy: boolean
}
export function TurnView({ turn: { question, answer }, isChosen, pointed, onPoint, onStop, onAgain, busy }: TurnViewProps) {
  const t = useT()
  const { member } = useSession()
  return (
    <article className="grid grid-cols-[36px_minmax(0,1fr)] gap-x-4 gap-y-3 max-desk:grid-cols-1">
      <Avatar id={member?.id ?? 0} name={member?.name ?? ''} src={member?.avatarUrl} size={36} className="max-desk:hidden" />
      <h2 dir="auto" className="self-center text-20 whitespace-pre-wrap wrap-anywhere">
        {question}
      </h2>
      {answer && (
        <div className="grid min-w-0 gap-4 desk:col-start-2">
          <Words answer={answer} onPoint={onPoint} />
          {answer.status === 'writing' ? (
            <div>
              <Button icon="square" onClick={() => onStop(answer.id)}>
                {t('ask.stop')}
              </Button>
            </div>
          ) : (
            <>
              {answer.action && <ActionCard messageId={answer.id} action={answer.action} />}
              {answer.status === 'failed' && <Note tone="danger">{answer.problem ?? t('ask.failed')}</Note>}
              {(answer.status === 'failed' || answer.status === 'stopped') && (
                <div className="flex flex-wrap items-center gap-3">
                  <Button icon="rotate-cw" disabled={busy} onClick={() => onAgain(answer.id)}>
                    {t('ask.again')}
                  </Button>
                  {answer.status === 'stopped' && <span className="text-13 text-text-3">{t('ask.stopped')}</span>}
                </div>
              )}
              {answer.status === 'done' && answer.outcome === 'answered' && (
                <p className="text-13 text-text-3">{t(answer.is_extract ? 'ask.quoted' : 'ask.may_be_wrong')}</p>
              )}
              <Sources sources={answer.sources} isQuoted={answer.is_extract} pointed={isChosen ? pointed : null} onPoint={onPoint} className="wide:hidden" />
              {answer.status === 'done' && (
                <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t pt-3">
                  {answer.outcome === 'answered' && <Rating message={answer} />}
                  <AskCommunity question={question} answer={answer} />
                </div>
              )}
            </>
          )}
        </div>
      )}
    </article>
  )
}

/** In the space that the nearest passages come from and this person may post in; else they choose one. */
function AskCommunity({ question, answer: { outcome, near_space_ids } }: { question: string; answer: Message }) {
  const t = useT()
  const { data } = useRead(spaces.routes.list, { query: { include_sidebar: true } })
  const writable = data?.records.filter(({ policies }) => policies.can_create_post) ?? []
  const near = near_space_ids.flatMap((id) => writable.find((space) => space.id === id) ?? [])[0]
  const isAnswered = outcome === 'answered'
  return (
    <LinkButton
      to={`/c/${near?.slug ?? '-'}/new?title=${encodeURIComponent(question.slice(0, 200))}`}
      icon="users"
      variant={isAnswered ? 'default' : 'primary'}
    >
      {t(isAnswered ? 'ask.community_instead' : 'ask.community')}
    </LinkButton>
  )
}

function Words({ answer, onPoint }: { answer: Message; onPoint: TurnViewProps['onPoint'] }) {
  const t = useT()
  const writing = answer.status === 'writing'
  return (
    <div aria-live="polite" aria-busy={writing}>
      {writing && !answer.text ? (
        <p className="flex items-center gap-2 text-text-2">
          <Spinner />
          {answer.sources.length ? t('ask.writing', { count: answer.sources.length }) : t('ask.reading')}
        </p>
      ) : (
        <Answer
          text={answer.text}
          sources={answer.sources}
          writing={writing}
          onPoint={onPoint}
          label={({ number, title }) => t('sources.open', { number, title })}
        />
      )}
    </div>
  )
}
