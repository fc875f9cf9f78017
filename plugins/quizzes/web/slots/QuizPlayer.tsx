/** A quiz in its lesson: what it asks for, the questions one by one, and what came out. */
import { Badge, Button, EmptyState, Failure, Loading, Note, SkeletonText, Time, useQueryCache, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import courses, { type LessonPlayer } from '../../../courses/contract.ts'
import { useEffect, useState } from 'react'
import contract, { type Attempt, type Quiz } from '../../contract.ts'
import { Result } from '../components/Result.tsx'
import { Take } from '../components/Take.tsx'
import { Tries } from '../components/Tries.tsx'
import { durationOf } from '../components/words.ts'

const { routes } = contract

export default function QuizPlayer({ lesson, courseId, extra, onCompleted, onAlone }: LessonPlayer) {
  const t = useT()
  const { member } = useSession()
  const given = extra as Quiz | undefined
  if (!given) return <EmptyState icon="list-checks" title={t('player.none.title')} text={t('player.none.text')} />
  if (!member) return <Note tone="info">{t('player.sign_in')}</Note>
  return <Opened key={given.id} id={given.id} lesson={lesson} courseId={courseId} onCompleted={onCompleted} onAlone={onAlone} />
}

/** The lesson that follows, where it is open to this reader. */
function useNext(courseId: number, lesson: LessonPlayer['lesson']): { path: string; name: string } | null {
  const { data } = useRead(courses.routes.show, { params: { courseId } })
  for (const section of data?.sections ?? [])
    for (const one of section.lessons)
      if (one.id === lesson.next_lesson_id && one.locked === null)
        return { path: `/c/${lesson.space.slug}/sections/${section.id}/lessons/${one.id}`, name: one.name }
  return null
}

interface OpenedProps extends Pick<LessonPlayer, 'lesson' | 'courseId' | 'onCompleted' | 'onAlone'> {
  id: number
}
function Opened({ id, lesson, courseId, onCompleted, onAlone }: OpenedProps) {
  const t = useT()
  const cache = useQueryCache()
  const query = useRead(routes.show, { params: { quizId: id } }, { staleTime: 0 })
  const next = useNext(courseId, lesson)
  const [shown, setShown] = useState<Attempt | null>(null)
  const begin = useWrite(routes.begin, { onSuccess: setShown })
  // a try and what came of it have their own way on
  const isAlone = shown !== null
  useEffect(() => {
    onAlone?.(isAlone)
    return () => onAlone?.(false)
  }, [isAlone])
  if (query.error && !query.data) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data)
    return (
      <Loading>
        <SkeletonText lines={6} />
      </Loading>
    )
  const quiz = query.data
  const start = () => begin.mutate({ params: { quizId: id }, body: {} })
  const done = (attempt: Attempt) => {
    setShown(attempt)
    void query.refetch()
    void cache.invalidate(routes.attempts)
    if (attempt.result === 'passed' || !attempt.enforce_passing_grade) onCompleted()
  }
  if (shown?.policies.can_answer) return <Take key={shown.id} attempt={shown} onDone={done} onLeave={() => setShown(null)} />
  if (shown) {
    const isDone = shown.result === 'passed' || (shown.result === 'failed' && !shown.enforce_passing_grade)
    return (
      <Result
        attempt={shown}
        quiz={quiz}
        next={isDone ? next : null}
        onAgain={start}
        onShow={setShown}
        onBack={() => setShown(null)}
        starting={begin.isPending}
      />
    )
  }
  const open = quiz.attempts.some(({ is_open }) => is_open)
  const facts = [
    t('fact.questions', { count: quiz.questions_count }),
    quiz.time_limit_seconds !== null && t('fact.time', { time: durationOf(t, quiz.time_limit_seconds) }),
    quiz.enforce_passing_grade ? t('fact.pass', { percent: quiz.passing_grade }) : t('fact.any'),
    quiz.attempts_left === null ? t('fact.always') : t('fact.left', { count: quiz.attempts_left }),
  ].filter((fact) => fact !== false)
  return (
    <section className="grid gap-4" data-quiz={quiz.id}>
      <div className="rounded-card border border-border bg-surface p-5">
        {quiz.passed && (
          <p className="mb-2">
            <Badge tone="success" icon="check">
              {t('result.passed')}
            </Badge>
          </p>
        )}
        {quiz.description && <p className="mb-3 whitespace-pre-line">{quiz.description}</p>}
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-text-2">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        {quiz.time_limit_seconds !== null && !open && <p className="mt-3 text-13 text-text-3">{t('player.clock')}</p>}
        {begin.error && (
          <Note tone="danger" className="mt-3">
            {begin.error.message}
          </Note>
        )}
        <div className="mt-4 flex items-center gap-3">
          <Button variant="primary" loading={begin.isPending} disabled={!quiz.policies.can_begin} onClick={start}>
            {t(open ? 'player.go_on' : quiz.attempts.length ? 'player.again' : 'player.begin')}
          </Button>
          {open && (
            <span className="text-13 text-text-3">
              {t('player.kept')} <Time within value={quiz.attempts.find(({ is_open }) => is_open)!.created_at} />
            </span>
          )}
        </div>
      </div>
      <Tries quiz={quiz} onShow={setShown} />
    </section>
  )
}
