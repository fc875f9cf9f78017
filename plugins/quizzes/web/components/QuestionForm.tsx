/** The form of one question: its kind, its words, what is right, and why. */
import {
  Button,
  Checkbox,
  Field,
  IconButton,
  Input,
  PictureField,
  RadioGroup,
  Select,
  Switch,
  Textarea,
  useFieldErrors,
  useT,
  useWrite,
  FormDialog,
} from '@atrium/sdk/web'
import { useRef, useState } from 'react'
import contract, { MAX_OPTIONS, QUESTION_TYPES, type Question, type QuestionInput, type QuestionType } from '../../contract.ts'
import { numberOf } from './words.ts'

const { routes } = contract
interface Row {
  key: number
  id?: number
  value: string
  correct: boolean
  right: string
}
interface Values {
  type: QuestionType
  statement: string
  explanation: string
  points: string
  picture: { signedId: string | null } | undefined
  rows: Row[]
  isTrue: boolean
  accepted: string
  caseSensitive: boolean
  value: string
  tolerance: string
  unit: string
}
const blank = (key: number, correct = false): Row => ({ key, value: '', correct, right: '' })
function initial(question: Question | null): Values {
  const options = question?.options.map(({ id, value, correct }) => ({ key: id, id, value, correct, right: '' })) ?? []
  const pairs = question?.pairs.map(({ left, right }, at) => ({ key: at + 1, value: left, correct: false, right })) ?? []
  const rows = question?.question_type === 'match' ? pairs : question?.question_type === 'true_false' ? [] : options
  return {
    type: question?.question_type ?? 'single_choice',
    statement: question?.statement ?? '',
    explanation: question?.explanation ?? '',
    points: String(question?.points ?? 1),
    picture: undefined,
    rows: rows.length ? rows : [blank(-1, true), blank(-2)],
    isTrue: question?.is_true ?? true,
    accepted: question?.accepted.join('\n') ?? '',
    caseSensitive: question?.case_sensitive ?? false,
    value: question?.value === null || question?.value === undefined ? '' : String(question.value),
    tolerance: String(question?.tolerance ?? 0),
    unit: question?.unit ?? '',
  }
}
function bodyOf(values: Values): QuestionInput {
  const filled = values.rows.filter(({ value, right }) => value.trim() || right.trim())
  const own = ({ id, value }: Row) => ({ ...(id === undefined ? {} : { id }), value })
  const common = {
    statement: values.statement,
    explanation: values.explanation,
    points: Number(values.points),
    ...(values.picture ? { signed_id: values.picture.signedId } : {}),
  }
  switch (values.type) {
    case 'single_choice':
    case 'multiple_choice':
      return { ...common, question_type: values.type, options: filled.map((row) => ({ ...own(row), correct: row.correct })) }
    case 'order':
      return { ...common, question_type: 'order', options: filled.map(own) }
    case 'match':
      return { ...common, question_type: 'match', pairs: filled.map(({ value, right }) => ({ left: value, right })) }
    case 'true_false':
      return { ...common, question_type: 'true_false', is_true: values.isTrue }
    case 'short_text':
      return {
        ...common,
        question_type: 'short_text',
        accepted: values.accepted
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
        case_sensitive: values.caseSensitive,
      }
    case 'number':
      return { ...common, question_type: 'number', value: numberOf(values.value) ?? Number.NaN, tolerance: numberOf(values.tolerance) ?? 0, unit: values.unit }
    case 'essay':
      return { ...common, question_type: 'essay' }
  }
}

interface QuestionFormProps {
  quizId: number
  /** Null for a new one. */
  question: Question | null
  onDone: () => void
  onClose: () => void
}
export function QuestionForm({ quizId, question, onDone, onClose }: QuestionFormProps) {
  const t = useT()
  const [values, setValues] = useState(() => initial(question))
  const create = useWrite(routes.createQuestion)
  const update = useWrite(routes.updateQuestion)
  const failed = create.error ?? update.error
  const errors = useFieldErrors(failed) as Record<string, string | undefined>
  const errorOf = (...names: string[]) => names.flatMap((name) => Object.entries(errors).filter(([path]) => path.startsWith(`question.${name}`)))[0]?.[1]
  const set = (changes: Partial<Values>) => setValues({ ...values, ...changes })
  const submit = async () => {
    const body = { question: bodyOf(values) }
    if (question) await update.mutateAsync({ params: { quizId, id: question.id }, body })
    else await create.mutateAsync({ params: { quizId }, body })
    onDone()
  }
  return (
    <FormDialog
      title={t(question ? 'question.change' : 'question.new')}
      width={640}
      onClose={onClose}
      onSubmit={submit}
      error={failed}
      action={t('form.save')}
      pending={create.isPending || update.isPending}
    >
      <div className="grid gap-4 desk:grid-cols-[2fr_1fr]">
        <Field label={t('question.type')}>
          <Select
            value={values.type}
            options={QUESTION_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
            onChange={(event) => set({ type: event.target.value as QuestionType })}
          />
        </Field>
        <Field label={t('question.worth')} error={errors['question.points']}>
          <Input type="number" min={1} max={100} value={values.points} onChange={(event) => set({ points: event.target.value })} />
        </Field>
      </div>
      <Field label={t('question.statement')} error={errors['question.statement']}>
        <Textarea rows={2} maxLength={2_000} value={values.statement} onChange={(event) => set({ statement: event.target.value })} autoFocus />
      </Field>
      <Right values={values} set={set} errorOf={errorOf} />
      <Field label={t('question.explanation')} help={t('question.explanation.help')} error={errors['question.explanation']}>
        <Textarea rows={2} maxLength={2_000} value={values.explanation} onChange={(event) => set({ explanation: event.target.value })} />
      </Field>
      <PictureField
        label={t('question.picture')}
        url={values.picture ? null : (question?.picture_url ?? null)}
        ratio={1.2}
        width={960}
        onChange={(picture) => set({ picture: { signedId: picture?.signedId ?? null } })}
      />
    </FormDialog>
  )
}

interface RightProps {
  values: Values
  set: (changes: Partial<Values>) => void
  errorOf: (...names: string[]) => string | undefined
}
/** What is right. */
function Right({ values, set, errorOf }: RightProps) {
  const t = useT()
  switch (values.type) {
    case 'true_false':
      return (
        <RadioGroup
          label={t('question.right')}
          value={String(values.isTrue)}
          options={['true', 'false'].map((value) => ({ value, label: t(`option.${value}`) }))}
          onChange={(value) => set({ isTrue: value === 'true' })}
        />
      )
    case 'short_text':
      return (
        <>
          <Field label={t('question.accepted')} help={t('question.accepted.help')} error={errorOf('accepted')}>
            <Textarea rows={3} value={values.accepted} onChange={(event) => set({ accepted: event.target.value })} />
          </Field>
          <Switch label={t('question.case')} checked={values.caseSensitive} onChange={(caseSensitive) => set({ caseSensitive })} />
        </>
      )
    case 'number':
      return (
        <div className="grid gap-4 desk:grid-cols-3">
          <Field label={t('question.value')} error={errorOf('value')}>
            <Input inputMode="decimal" value={values.value} onChange={(event) => set({ value: event.target.value })} />
          </Field>
          <Field label={t('question.tolerance')} error={errorOf('tolerance')}>
            <Input inputMode="decimal" value={values.tolerance} onChange={(event) => set({ tolerance: event.target.value })} />
          </Field>
          <Field label={t('question.unit')}>
            <Input maxLength={20} value={values.unit} onChange={(event) => set({ unit: event.target.value })} />
          </Field>
        </div>
      )
    case 'essay':
      return <p className="text-13 text-text-3">{t('question.essay')}</p>
    default:
      return <Rows values={values} set={set} errorOf={errorOf} />
  }
}

function Rows({ values, set, errorOf }: RightProps) {
  const t = useT()
  const nextKey = useRef(-10)
  const { type, rows } = values
  const isOne = type === 'single_choice'
  const change = (row: Row, changes: Partial<Row>) =>
    set({ rows: rows.map((one) => (one === row ? { ...one, ...changes } : isOne && changes.correct ? { ...one, correct: false } : one)) })
  const problem = errorOf('options', 'pairs')
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-13 font-medium">{t(`question.rows.${type}`)}</legend>
      {rows.map((row, index) => (
        <div key={row.key} className="flex items-center gap-2">
          {(isOne || type === 'multiple_choice') && (
            <Checkbox aria-label={t('question.is_right', { number: index + 1 })} checked={row.correct} onChange={(correct) => change(row, { correct })} />
          )}
          {type === 'order' && <span className="w-5 text-13 text-text-3 tabular-nums">{index + 1}</span>}
          <Input
            aria-label={t('question.option', { number: index + 1 })}
            maxLength={500}
            value={row.value}
            onChange={(event) => change(row, { value: event.target.value })}
          />
          {type === 'match' && (
            <Input
              aria-label={t('question.pair', { number: index + 1 })}
              maxLength={500}
              value={row.right}
              onChange={(event) => change(row, { right: event.target.value })}
            />
          )}
          {rows.length > 2 && (
            <IconButton icon="x" label={t('question.drop', { number: index + 1 })} onClick={() => set({ rows: rows.filter((one) => one !== row) })} />
          )}
        </div>
      ))}
      {problem && (
        <p className="text-13 text-danger" role="alert">
          {problem}
        </p>
      )}
      {rows.length < MAX_OPTIONS && (
        <div>
          <Button size="sm" variant="ghost" icon="plus" onClick={() => set({ rows: [...rows, blank(nextKey.current--)] })}>
            {t('question.more')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
