/** What came out of a try: the grade, one's answers with what is right where it may be known, and the other tries. */
import { Badge, Button, Card, Checkbox, cx, Icon, LinkButton, Note, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { Asked, Attempt, Quiz } from '../../contract.ts'
import { Tries } from './Tries.tsx'
import { optionText } from './words.ts'

const TONE = { passed: 'success', failed: 'warning', pending: 'info' } as const

const STROKE = { passed: 'stroke-success-solid', failed: 'stroke-warning-solid', pending: 'stroke-brand' } as const
const AROUND = 2 * Math.PI * 62
interface RingProps {
  attempt: Attempt
  label: string
}
/** The grade as a ring, with a gap where the pass mark stands. */
function Ring({ attempt: { grade, result, passing_grade, enforce_passing_grade, correct_responses, questions }, label }: RingProps) {
  const t = useT()
  return (
    <svg viewBox="0 0 140 140" width="132" height="132" role="img" aria-label={label} className="shrink-0">
      <g transform="rotate(-90 70 70)" fill="none" strokeWidth="11">
        <circle cx="70" cy="70" r="62" className="stroke-press" />
        {grade !== null && grade > 0 && (
          <circle cx="70" cy="70" r="62" strokeLinecap="round" strokeDasharray={`${(AROUND * grade) / 100} ${AROUND}`} className={STROKE[result]} />
        )}
        {enforce_passing_grade && passing_grade < 100 && (
          <circle
            cx="70"
            cy="70"
            r="62"
            strokeWidth="13"
            strokeDasharray={`3 ${AROUND}`}
            strokeDashoffset={-(AROUND * passing_grade) / 100}
            className="stroke-surface"
          />
        )}
      </g>
      <text x="70" y={grade === null ? 77 : 70} textAnchor="middle" className="fill-text text-20 font-semibold">
        {grade === null ? '…' : t('take.at', { at: correct_responses, count: questions.length })}
      </text>
      {grade !== null && (
        <text x="70" y="91" textAnchor="middle" className="fill-text-2 text-15">
          {t('percent', { percent: grade })}
        </text>
      )}
    </svg>
  )
}

interface ResultProps {
  attempt: Attempt
  quiz: Quiz
  starting: boolean
  /** The lesson that follows, once this one is done. */
  next: { path: string; name: string } | null
  onAgain: () => void
  onShow: (attempt: Attempt) => void
  onBack: () => void
}
export function Result({ attempt, quiz, starting, next, onAgain, onShow, onBack }: ResultProps) {
  const t = useT()
  const { result, grade, questions, correct_responses } = attempt
  return (
    <section data-result={result} className="grid grid-cols-1 gap-4">
      <Card pad className="flex flex-wrap items-center gap-x-8 gap-y-4 desk:p-6">
        <Ring attempt={attempt} label={grade === null ? t('result.pending') : t('percent', { percent: grade })} />
        <div className="min-w-0 flex-1 basis-64">
          <Badge tone={TONE[result]} icon={result === 'passed' ? 'check' : undefined}>
            {t(`result.${result}`)}
            {attempt.enforce_passing_grade && `, ${t('fact.pass', { percent: attempt.passing_grade })}`}
          </Badge>
          <h2 className="mt-2 text-24 font-semibold text-balance">{t(`result.title.${result}`)}</h2>
          <p className="text-text-2">{result === 'pending' ? t('result.waits') : t('result.right', { right: correct_responses, count: questions.length })}</p>
          <div className="mt-4 flex flex-wrap gap-2">
            {next && (
              <LinkButton variant="primary" to={next.path} className="max-w-full">
                <span className="truncate">{t('result.next', { name: next.name })}</span>
              </LinkButton>
            )}
            {quiz.policies.can_begin && (
              <Button icon="rotate-ccw" variant={next ? 'default' : 'primary'} loading={starting} onClick={onAgain}>
                {t('player.again')}
              </Button>
            )}
            <Button variant="ghost" onClick={onBack}>
              {t('result.back')}
            </Button>
          </div>
        </div>
      </Card>
      {attempt.comment && (
        <Note tone="info" title={attempt.reviewer ?? undefined}>
          <span className="whitespace-pre-line">{attempt.comment}</span>
        </Note>
      )}
      <div className="@container">
        <div className="grid grid-cols-1 items-start gap-4 @3xl:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
          <Answers
            questions={questions}
            hidden={attempt.hide_answers && questions.every(({ right_answer, explanation }) => right_answer === null && explanation === null)}
          />
          <Tries quiz={quiz} onShow={onShow} />
        </div>
      </div>
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
            <div className="grid gap-2 px-5 pb-4 ps-14">
              <Given question={question} />
              {question.right_answer && (
                <p className="text-13">
                  <span className="text-text-3">{t('answers.right')}</span> {question.right_answer.join(question.question_type === 'order' ? ' → ' : ', ')}
                </p>
              )}
              {question.explanation && <p className="border-s-3 border-success-solid ps-3 whitespace-pre-line">{question.explanation}</p>}
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
