/** Where a teacher works on a quiz or an assignment: one tab for each thing there is to do. */
import { Failure, Loading, Skeleton, Tabs, useT, useWrite } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract, { type OwnQuiz } from '../../contract.ts'
import { AttemptsTable } from './AttemptsTable.tsx'
import { Figures } from './Figures.tsx'
import { Questions } from './Questions.tsx'
import { SettingsOf } from './SettingsOf.tsx'

type Tab = 'questions' | 'settings' | 'attempts' | 'figures'
export function Desk({ lessonId }: { lessonId: number }) {
  const t = useT()
  const [quiz, setQuiz] = useState<OwnQuiz | null>(null)
  const [tab, setTab] = useState<Tab | null>(null)
  const open = useWrite(contract.routes.ofLesson, { onSuccess: setQuiz })
  const { mutate } = open
  useEffect(() => mutate({ params: { lessonId } }), [lessonId, mutate])
  if (open.error && !quiz) return <Failure error={open.error} onRetry={() => mutate({ params: { lessonId } })} />
  if (!quiz)
    return (
      <Loading>
        <Skeleton h={240} />
      </Loading>
    )
  const isQuiz = quiz.kind === 'quiz'
  const current = tab ?? (isQuiz ? 'questions' : 'settings')
  const tabs: Tab[] = isQuiz ? ['questions', 'settings', 'attempts', 'figures'] : ['settings', 'attempts']
  const again = () => mutate({ params: { lessonId } })
  return (
    <div className="grid grid-cols-1 gap-4" data-quiz-desk={quiz.id}>
      <Tabs
        label={t(`lesson.${quiz.kind}`)}
        current={current}
        items={tabs.map((key) => ({
          key,
          label: t(`desk.${key}`),
          onSelect: () => setTab(key),
          ...(key === 'attempts' && quiz.pending_count ? { count: quiz.pending_count } : {}),
        }))}
      />
      {current === 'questions' && <Questions quiz={quiz} onChange={again} />}
      {current === 'settings' && <SettingsOf key={quiz.id} quiz={quiz} onSaved={setQuiz} />}
      {current === 'attempts' && <AttemptsTable quiz={quiz} onReviewed={again} />}
      {current === 'figures' && <Figures quizId={quiz.id} />}
    </div>
  )
}
