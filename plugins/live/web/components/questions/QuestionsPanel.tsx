/** Questions of a room: what is on stage, what waits to be looked at, what others ask, and where one asks. */
import { EmptyState, IconButton, LoadMore, Query, Segment, SkeletonText, useReadPages, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Question } from '../../../contract.ts'
import { useCall } from '../../room/call.ts'
import { Ask } from './Ask.tsx'
import { CheckFirst } from './CheckFirst.tsx'
import { OnStage } from './OnStage.tsx'
import { QuestionItem } from './QuestionItem.tsx'

const { routes } = contract
export type Shown = 'open' | 'answered' | 'dismissed'

export function QuestionsPanel() {
  const t = useT()
  const { room } = useCall()
  const [status, setStatus] = useState<Shown>('open')
  const [sort, setSort] = useState<'top' | 'latest'>('top')
  const params = { id: room.id }
  const query = useReadPages(routes.questions, { params, query: { status, sort } }, { keepPrevious: true })
  const waiting = useRead(routes.questions, { params, query: { status: 'waiting', sort: 'latest' } }, { enabled: status === 'open' })
  const counts = query.data?.pages[0]?.counts ?? {}
  const held = status === 'open' ? (waiting.data?.records ?? []) : []
  const shown: Shown[] = room.can_moderate ? ['open', 'answered', 'dismissed'] : ['open', 'answered']
  return (
    <>
      <div className="flex flex-none items-center justify-between gap-2 border-b py-2 pe-2.5 ps-3.5">
        <Segment
          label={t('ask.show')}
          value={status}
          onChange={setStatus}
          items={shown.map((value) => ({ value, label: t(`ask.${value}`), count: counts[value] ?? 0 }))}
          className="[&>button]:px-2 [&>button]:text-12 desk:[&>button]:h-[26px]"
        />
        <IconButton
          size="sm"
          icon={sort === 'top' ? 'arrow-down-wide-narrow' : 'clock'}
          label={t(sort === 'top' ? 'ask.sort.top' : 'ask.sort.latest')}
          onClick={() => setSort(sort === 'top' ? 'latest' : 'top')}
          className="max-desk:size-10!"
        />
      </div>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
        tabIndex={0}
        role="region"
        aria-label={t('stage.tab.questions')}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3.5 pb-4 pt-3 outline-offset-[-2px] [scrollbar-width:thin]"
      >
        {status === 'open' && <OnStage />}
        {held.length > 0 && <Listed title={t(room.can_moderate ? 'ask.pending' : 'ask.own_pending')} questions={held} />}
        <Query
          query={query}
          skeleton={<SkeletonText lines={6} />}
          isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
          empty={
            held.length === 0 && <EmptyState icon="circle-help" title={t(`ask.none.${status}`)} text={t(`ask.none.${status}_text`)} className="px-2! py-8!" />
          }
        >
          {({ pages }) => (
            <>
              <Listed
                title={held.length > 0 ? t('ask.visible') : null}
                questions={pages.flatMap(({ records }) => records).filter(({ is_on_stage }) => !(is_on_stage && status === 'open'))}
              />
              <LoadMore query={query} />
            </>
          )}
        </Query>
      </div>
      {room.can_host ? <CheckFirst /> : <Ask />}
    </>
  )
}

function Listed({ title, questions }: { title: string | null; questions: readonly Question[] }) {
  if (questions.length === 0) return null
  return (
    <>
      {title && (
        <h2 className="mb-1.5 mt-4 flex gap-1.5 text-12 font-medium tracking-normal text-text-2 first:mt-0">
          {title}
          <span className="font-normal tabular-nums text-text-3">{questions.length}</span>
        </h2>
      )}
      <ul>
        {questions.map((question) => (
          <QuestionItem key={question.id} question={question} />
        ))}
      </ul>
    </>
  )
}
