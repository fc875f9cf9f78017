/** One question to answer, whichever kind it is. */
import { cx, Icon, Input, Picture, Select, Sortable, Textarea, useT } from '@atrium/sdk/web'
import { type RefObject, useEffect, useId, useState } from 'react'
import type { Answer, Asked } from '../../contract.ts'
import { numberOf, optionText } from './words.ts'

export const isAnswered = (answer: Answer | null): boolean =>
  Boolean(answer?.selected_options?.length || answer?.text?.trim() || typeof answer?.number === 'number' || answer?.pairs?.length)

interface AskProps {
  question: Asked
  value: Answer | null
  onChange: (answer: Answer) => void
  onEnter: () => void
  heading: RefObject<HTMLHeadingElement | null>
}
export function Ask({ question, value, onChange, onEnter, heading }: AskProps) {
  const t = useT()
  const title = useId()
  return (
    <div className={cx('grid gap-6', question.picture_url && 'desk:grid-cols-2')}>
      {question.picture_url && <Picture src={question.picture_url} alt="" ratio={1.2} className="rounded-sheet" />}
      <div>
        <p className="text-13 text-text-3">{t(`ask.${question.question_type}`)}</p>
        <h2 id={title} ref={heading} tabIndex={-1} className="mt-1 text-24 font-semibold text-pretty whitespace-pre-line outline-none">
          {question.statement}
        </h2>
        <div className="mt-4">
          <Field question={question} value={value} onChange={onChange} onEnter={onEnter} title={title} />
        </div>
      </div>
    </div>
  )
}

type FieldProps = Omit<AskProps, 'heading'> & { title: string }
function Field(props: FieldProps) {
  const { question, value, onChange, onEnter, title } = props
  const t = useT()
  const [typed, setTyped] = useState(() => (typeof value?.number === 'number' ? String(value.number) : ''))
  switch (question.question_type) {
    case 'single_choice':
    case 'multiple_choice':
    case 'true_false':
      return <Choices {...props} />
    case 'order':
      return <Order {...props} />
    case 'match':
      return <Match {...props} />
    case 'essay':
      return (
        <Textarea aria-labelledby={title} rows={8} maxLength={50_000} value={value?.text ?? ''} onChange={(event) => onChange({ text: event.target.value })} />
      )
    case 'short_text':
      return (
        <Input
          aria-labelledby={title}
          maxLength={1_000}
          autoComplete="off"
          value={value?.text ?? ''}
          onChange={(event) => onChange({ text: event.target.value })}
          onKeyDown={(event) => event.key === 'Enter' && onEnter()}
        />
      )
    case 'number':
      return (
        <div className="flex max-w-xs items-center gap-2">
          <Input
            aria-labelledby={title}
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            aria-invalid={typed.trim() !== '' && numberOf(typed) === null}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              onChange({ number: numberOf(event.target.value) })
            }}
            onKeyDown={(event) => event.key === 'Enter' && onEnter()}
          />
          {question.unit && <span className="text-text-2">{question.unit}</span>}
          {typed.trim() !== '' && numberOf(typed) === null && <span className="text-13 text-danger">{t('ask.no_number')}</span>}
        </div>
      )
  }
}

const letterOf = (index: number) => String.fromCharCode(65 + index)
function Choices({ question, value, onChange, onEnter, title }: FieldProps) {
  const t = useT()
  const isMany = question.question_type === 'multiple_choice'
  const chosen = value?.selected_options ?? []
  const press = (id: number) => onChange({ selected_options: isMany ? (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]) : [id] })
  // letters choose and Enter goes on, wherever the focus is, unless somebody types
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.metaKey || event.ctrlKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable) return
      const option = question.options[event.key.toUpperCase().charCodeAt(0) - 65]
      if (event.key.length === 1 && option) press(option.id)
      else if (event.key === 'Enter' && !target.closest('button, a')) onEnter()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name
    <div role={isMany ? 'group' : 'radiogroup'} aria-labelledby={title} className="grid gap-2.5">
      {question.options.map((option, index) => {
        const isChosen = chosen.includes(option.id)
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles are checked
          <button
            key={option.id}
            type="button"
            role={isMany ? 'checkbox' : 'radio'}
            aria-checked={isChosen}
            onClick={() => press(option.id)}
            className={cx(
              'flex min-h-[52px] w-full items-center gap-3 rounded-control border px-3 py-2 text-start text-15 transition-colors',
              isChosen ? 'border-brand bg-brand-soft' : 'border-border bg-surface hover:border-field',
            )}
          >
            <span
              aria-hidden="true"
              className={cx(
                'grid size-[26px] shrink-0 place-items-center rounded-mark border text-13 font-medium',
                isChosen ? 'border-brand text-brand' : 'border-field text-text-2',
              )}
            >
              {letterOf(index)}
            </span>
            <span className="min-w-0 flex-1 break-words">{optionText(t, question.question_type, option.value)}</span>
            {isChosen && <Icon name="check" className="text-brand" />}
          </button>
        )
      })}
    </div>
  )
}

function Order({ question, value, onChange }: FieldProps) {
  const t = useT()
  const chosen = value?.selected_options?.length ? value.selected_options : question.options.map(({ id }) => id)
  const items = chosen.flatMap((id) => question.options.find((option) => option.id === id) ?? [])
  return (
    <>
      <Sortable
        items={items}
        nameOf={({ value: words }) => words}
        label={t('ask.order.list')}
        onMove={(next) => onChange({ selected_options: next.map(({ id }) => id) })}
        className="grid gap-2"
      >
        {(item, { grip }) => (
          <div className="flex min-h-[52px] items-center gap-2 rounded-control border border-border bg-surface px-2 text-15">
            {grip}
            <span className="min-w-0 flex-1 break-words">{item.value}</span>
          </div>
        )}
      </Sortable>
      {!value?.selected_options?.length && (
        <button type="button" className="mt-3 text-13 text-brand underline" onClick={() => onChange({ selected_options: chosen })}>
          {t('ask.order.as_is')}
        </button>
      )}
    </>
  )
}

function Match({ question, value, onChange }: FieldProps) {
  const t = useT()
  const joined = new Map(value?.pairs ?? [])
  return (
    <ul className="grid gap-2.5">
      {question.options.map((option) => (
        <li key={option.id} className="grid items-center gap-2 rounded-control border border-border bg-surface p-3 desk:grid-cols-2">
          <span className="text-15 break-words">{option.value}</span>
          <Select
            aria-label={t('ask.match.for', { what: option.value })}
            value={String(joined.get(option.id) ?? '')}
            options={[{ value: '', label: t('ask.match.choose') }, ...question.targets.map(({ id, value: words }) => ({ value: String(id), label: words }))]}
            onChange={(event) => {
              const next = new Map(joined)
              if (event.target.value) next.set(option.id, Number(event.target.value))
              else next.delete(option.id)
              onChange({ pairs: [...next] })
            }}
          />
        </li>
      ))}
    </ul>
  )
}
