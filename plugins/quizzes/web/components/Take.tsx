/** A try: one question after another, kept as one goes, against the server's clock. */
import { Button, IconButton, isNetworkFailure, Kbd, messageOf, Note, useBlocker, useConfirm, useReconnect, useT, useWrite } from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import contract, { type Answer, type Attempt } from '../../contract.ts'
import { Ask, isAnswered } from './Ask.tsx'
import { durationOf } from './words.ts'

const { routes } = contract
const CHOSEN_BY_KEY: readonly string[] = ['single_choice', 'multiple_choice', 'true_false']
/** An answer is sent when it has stood so long (ms), and at once when one goes on. */
const SETTLES = 700

export function Take({ attempt, onDone, onLeave }: { attempt: Attempt; onDone: (attempt: Attempt) => void; onLeave: () => void }) {
  const t = useT()
  const confirm = useConfirm()
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      attempt.questions.findIndex(({ answer }) => !isAnswered(answer)),
    ),
  )
  const [answers, setAnswers] = useState(() => new Map(attempt.questions.flatMap(({ id, answer }) => (answer ? [[id, answer] as const] : []))))
  const unsent = useRef(new Map<number, Answer>())
  const [failed, setFailed] = useState<unknown>(null)
  const params = { quizId: attempt.quiz_id, id: attempt.id }
  const save = useWrite(routes.save)
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)

  const send = async (handIn: boolean): Promise<void> => {
    clearTimeout(waiting.current)
    const sent = new Map(unsent.current)
    if (sent.size === 0 && !handIn) return
    const responses = [...sent].map(([question_id, answer]) => ({ question_id, ...answer }))
    try {
      const reply = await save.mutateAsync({ params, body: { ...(responses.length ? { responses } : {}), ...(handIn ? { hand_in: true } : {}) } })
      for (const [id, answer] of sent) if (unsent.current.get(id) === answer) unsent.current.delete(id)
      setFailed(null)
      if (handIn) onDone(reply)
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === 'time_over') {
        unsent.current.clear()
        return send(true)
      }
      if (code === 'already_handed_in') {
        onLeave()
        return
      }
      setFailed(error)
    }
  }
  const sendNow = useRef(send)
  sendNow.current = send
  useReconnect(() => void sendNow.current(false))
  useEffect(() => () => void sendNow.current(false), [])
  useBlocker(unsent.current.size > 0 && isNetworkFailure(failed), t('take.unsent'))

  const answer = (value: Answer) => {
    const { id } = attempt.questions[at]!
    setAnswers(new Map(answers).set(id, value))
    unsent.current.set(id, value)
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => void sendNow.current(false), SETTLES)
  }
  const go = (to: number) => {
    void send(false)
    setAt(to)
    heading.current?.focus()
  }
  const empty = attempt.questions.filter(({ id }) => !isAnswered(answers.get(id) ?? null)).length
  const handIn = async () => {
    if (empty && !(await confirm({ title: t('take.empty.title', { count: empty }), text: t('take.empty.text'), action: t('take.hand_in'), tone: 'primary' })))
      return
    await send(true)
  }
  const left = useClock(attempt.seconds_left, () => void sendNow.current(true))
  const question = attempt.questions[at]!
  const isLast = at === attempt.questions.length - 1
  const isSaid = isAnswered(answers.get(question.id) ?? null)
  return (
    <section data-own-keys data-attempt={attempt.id} aria-label={t('take.title')} className="grid grid-cols-1 gap-5">
      <div className="flex items-center gap-3">
        <IconButton icon="x" label={t('take.leave')} onClick={onLeave} />
        <div
          className="flex flex-1 gap-1.5"
          role="progressbar"
          aria-valuemin={1}
          aria-valuenow={at + 1}
          aria-valuemax={attempt.questions.length}
          aria-label={t('take.progress', { at: at + 1, count: attempt.questions.length })}
        >
          {attempt.questions.map(({ id }, index) => (
            <span
              key={id}
              className={`h-1.5 flex-1 rounded-full ${index === at ? 'bg-brand' : isAnswered(answers.get(id) ?? null) ? 'bg-success-solid' : 'bg-press'}`}
            />
          ))}
        </div>
        <span className="text-13 text-text-2 tabular-nums">{t('take.at', { at: at + 1, count: attempt.questions.length })}</span>
        {left !== null && (
          <span
            role="timer"
            aria-live={left <= 30 ? 'assertive' : 'off'}
            className={`text-13 tabular-nums ${left <= 30 ? 'font-medium text-danger' : 'text-text-2'}`}
          >
            {durationOf(t, left)}
          </span>
        )}
      </div>
      {failed !== null && (
        <Note tone={isNetworkFailure(failed) ? 'warning' : 'danger'}>
          {isNetworkFailure(failed) ? t('take.offline') : messageOf(failed, t('take.failed'))}{' '}
          <Button size="sm" onClick={() => void send(false)}>
            {t('take.retry')}
          </Button>
        </Note>
      )}
      <Ask
        key={question.id}
        question={question}
        heading={heading}
        value={answers.get(question.id) ?? null}
        onChange={answer}
        onEnter={() => (isLast || !isSaid ? undefined : go(at + 1))}
      />
      <div className="flex flex-wrap items-center gap-3">
        {at > 0 && (
          <Button icon="arrow-left" onClick={() => go(at - 1)}>
            {t('take.back')}
          </Button>
        )}
        {question.options.length > 0 && CHOSEN_BY_KEY.includes(question.question_type) && (
          <p className="flex items-center gap-1.5 text-13 text-text-3 max-desk:hidden [@media(hover:none)]:hidden">
            <Kbd>A</Kbd> {t('take.keys_to')} <Kbd>{String.fromCharCode(64 + question.options.length)}</Kbd> {t('take.keys_choose')}
            {!isLast && (
              <>
                , <Kbd>↵</Kbd> {t('take.keys_next')}
              </>
            )}
          </p>
        )}
        <span className="ms-auto" />
        {isLast ? (
          <Button variant="primary" loading={save.isPending} onClick={() => void handIn()}>
            {t('take.hand_in')}
          </Button>
        ) : (
          <Button variant={isSaid ? 'primary' : 'default'} onClick={() => go(at + 1)}>
            {t(isSaid ? 'take.next' : 'take.skip')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Seconds left, counted from what the server said when the try was read; null where there is no hurry. */
function useClock(seconds: number | null, onOver: () => void): number | null {
  const [end] = useState(() => (seconds === null ? null : performance.now() + seconds * 1000))
  const [left, setLeft] = useState(seconds)
  const over = useRef(onOver)
  over.current = onOver
  useEffect(() => {
    if (end === null) return
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - performance.now()) / 1000))
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      over.current()
    }, 500)
    return () => clearInterval(timer)
  }, [end])
  return left
}
