/** What came out of a try: the grade, one's answers with what is right where it may be known, and the other tries. */
import { Badge, Button, Card, Checkbox, cx, Icon, Note, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { Asked, Attempt, Quiz } from '../../contract.ts'
import { Tries } from './Tries.tsx'
import { optionText } from './words.ts'

const TONE = { passed: 'success', failed: 'warning', pending: 'info' } as const

export function Ring({ grade, label }: { grade: number | null; label: string }) {
  const around = 2 * Math.PI * 46
  return (
    <svg viewBox="0 0 108 108" width="108" height="108" role="img" aria-label={label} className="shrink-0">
      <circle cx="54" cy="54" r="46" fill="none" strokeWidth="9" className="stroke-press" />
      {grade !== null && (
        <circle
          cx="54"
          cy="54"
          r="46"
          fill="none"
          strokeWidth="9"
          strokeLinecap="round"
          strokeDasharray={`${(around * grade) / 100} ${around}`}
          transform="rotate(-90 54 54)"
          className="stroke-success-solid"
        />
      )}
      <text x="54" y="60" textAnchor="middle" className="fill-text text-20 font-semibold">
        {grade === null ? '…' : `${grade} %`}
      </text>
    </svg>
  )
}

interface ResultProps {
  attempt: Attempt
  quiz: Quiz
  starting: boolean
  onAgain: () => void
  onShow: (attempt: Attempt) => void
  onBack: () => void
}
export function Result({ attempt, quiz, starting, onAgain, onShow, onBack }: ResultProps) {
  const t = useT()
  const { result, grade, questions, correct_responses } = attempt
  const words = result === 'passed' ? t('result.title.passed') : result === 'pending' ? t('result.title.pending') : t('result.title.failed')
  return (
    <section data-result={result} className="grid gap-4">
      <Card pad className="flex flex-wrap items-center gap-6">
        <Ring grade={grade} label={grade === null ? t('result.pending') : `${grade} %`} />
        <div className="min-w-0 flex-1">
          <Badge tone={TONE[result]} icon={result === 'passed' ? 'check' : undefined}>
            {t(`result.${result}`)}
            {attempt.enforce_passing_grade && ` · ${t('fact.pass', { percent: attempt.passing_grade })}`}
          </Badge>
          <h2 className="mt-2 text-24 font-semibold">{words}</h2>
          {result !== 'pending' && <p className="text-text-2">{t('result.right', { right: correct_responses, count: questions.length })}</p>}
          {result === 'pending' && <p className="text-text-2">{t('result.waits')}</p>}
          <div className="mt-3 flex flex-wrap gap-2">
            <Button onClick={onBack}>{t('result.back')}</Button>
            <Button icon="rotate-ccw" loading={starting} disabled={!quiz.policies.can_begin} onClick={onAgain}>
              {t('player.again')}
            </Button>
          </div>
        </div>
      </Card>
      {attempt.comment && (
        <Note tone="info" title={attempt.reviewer ?? undefined}>
          <span className="whitespace-pre-line">{attempt.comment}</span>
        </Note>
      )}
      <Answers
        questions={questions}
        hidden={attempt.hide_answers && questions.every(({ right_answer, explanation }) => right_answer === null && explanation === null)}
      />
      <Tries quiz={quiz} onShow={onShow} />
    </section>
  )
}

export function Answers({ questions, hidden }: { questions: Asked[]; hidden: boolean }) {
  const t = useT()
  const [onlyWrong, setOnlyWrong] = useState(false)
  const some = questions.some(({ correct }) => correct === false)
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-3 px-5 py-3">
        <h3 className="flex-1 font-semibold">{t('answers.title')}</h3>
        {some && <Checkbox label={t('answers.wrong')} checked={onlyWrong} onChange={setOnlyWrong} />}
      </div>
      {hidden && <p className="px-5 pb-3 text-13 text-text-3">{t('answers.hidden')}</p>}
      {questions.map((question, index) =>
        onlyWrong && question.correct !== false ? null : (
          <details key={question.id} className="group border-t border-border" open={question.correct === false}>
            <summary className="flex min-h-11 cursor-pointer list-none items-start gap-3 px-5 py-3">
              <Mark correct={question.correct} />
              <span className="min-w-0 flex-1 break-words">
                {index + 1}. {question.statement}
              </span>
              <Icon name="chevron-down" className="text-text-3 transition-transform group-open:rotate-180" />
            </summary>
            <div className="grid gap-2 px-5 pb-4 pl-14">
              <Given question={question} />
              {question.right_answer && (
                <p className="text-13">
                  <span className="text-text-3">{t('answers.right')}</span> {question.right_answer.join(question.question_type === 'order' ? ' → ' : ', ')}
                </p>
              )}
              {question.explanation && <p className="border-l-3 border-success-solid pl-3 whitespace-pre-line">{question.explanation}</p>}
              {question.comment && <Note tone="info">{question.comment}</Note>}
            </div>
          </details>
        ),
      )}
    </Card>
  )
}

function Mark({ correct }: { correct: boolean | null }) {
  const t = useT()
  if (correct === null) return <Icon name="circle" className="mt-1 text-text-3" />
  return (
    <span
      className={cx(
        'mt-0.5 grid size-[22px] shrink-0 place-items-center rounded-full',
        correct ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger',
      )}
    >
      <Icon name={correct ? 'check' : 'x'} size="sm" label={t(correct ? 'answers.is_right' : 'answers.is_wrong')} />
    </span>
  )
}

/** What was answered. */
export function Given({ question }: { question: Asked }) {
  const t = useT()
  const { answer, question_type: type, options, targets } = question
  if (options.length && type !== 'order' && type !== 'match')
    return (
      <ul className="grid gap-1">
        {options.map((option) => (
          <li key={option.id} className={cx('flex items-center gap-2', option.correct && 'text-success', !option.selected && !option.correct && 'text-text-3')}>
            <Icon name={option.selected ? 'circle-check' : 'circle'} size="sm" label={option.selected ? t('answers.chosen') : undefined} />
            {optionText(t, type, option.value)}
            {option.correct && <Icon name="check" size="sm" label={t('answers.is_right')} />}
          </li>
        ))}
      </ul>
    )
  const wordsOf = (list: { id: number; value: string }[], id: number) => list.find((one) => one.id === id)?.value ?? ''
  const said =
    type === 'order'
      ? (answer?.selected_options ?? []).map((id) => wordsOf(options, id)).join(' → ')
      : type === 'match'
        ? (answer?.pairs ?? []).map(([left, right]) => `${wordsOf(options, left)} – ${wordsOf(targets, right)}`).join(', ')
        : type === 'number'
          ? answer?.number === undefined || answer.number === null
            ? ''
            : `${answer.number} ${question.unit}`
          : (answer?.text ?? '')
  return <p className={cx('whitespace-pre-line break-words', !said && 'text-text-3')}>{said || t('answers.none')}</p>
}
