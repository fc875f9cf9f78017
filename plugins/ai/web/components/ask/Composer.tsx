/** Where a question is written: Enter sends, Shift and Enter begin a new line. */
import { IconButton, useNarrow, useT } from '@atrium/sdk/web'
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { MAX_QUESTION } from '../../../contract.ts'

/** Letters before the limit at which they are counted. */
const NEAR = 200

interface ComposerProps {
  /** Says whom one asks. */
  label: string
  /** An answer is being written: the next question waits. */
  busy: boolean
  onSend: (question: string) => void
}
export function Composer({ label, busy, onSend }: ComposerProps) {
  const t = useT()
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const isNarrow = useNarrow()
  useEffect(() => {
    // on phones the keyboard would cover what stands there
    if (!isNarrow) field.current?.focus({ preventScroll: true })
  }, [isNarrow])
  const question = text.trim()
  const left = MAX_QUESTION - question.length
  const isReady = question !== '' && left >= 0 && !busy
  const send = () => {
    if (!isReady) return
    onSend(question)
    setText('')
    field.current?.focus()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    send()
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      onSubmit={submit}
      className="flex items-end gap-2 rounded-xl border border-field bg-surface p-2 ps-3.5 shadow-(--shadow-1) has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-focus max-desk:mb-2"
    >
      <textarea
        ref={field}
        dir="auto"
        rows={1}
        value={text}
        aria-label={label}
        aria-describedby={left < NEAR ? 'ai-left' : undefined}
        aria-invalid={left < 0 || undefined}
        placeholder={t('ask.placeholder')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={key}
        className="max-h-40 min-h-8 min-w-0 flex-1 resize-none bg-transparent py-1.5 text-15 outline-none [field-sizing:content] max-desk:min-h-11 max-desk:py-2.5 max-desk:text-16"
      />
      {left < NEAR && (
        <span id="ai-left" role="status" className={left < 0 ? 'py-1.5 text-13 tabular-nums text-danger' : 'py-1.5 text-13 tabular-nums text-text-3'}>
          {left < 0 ? t('ask.over', { count: -left }) : t('ask.left', { count: left })}
        </span>
      )}
      <IconButton
        type="submit"
        icon="arrow-up"
        label={t('ask.send')}
        disabled={!isReady}
        className="bg-brand! text-on-brand! disabled:opacity-40 max-desk:size-11"
      />
    </form>
  )
}
