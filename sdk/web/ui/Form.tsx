/** Forms: what the server refused is shown once above and beside each field it names, until it is mended. */
import { type ReactNode, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react'
import { AtriumError } from '../../core/errors.ts'
import { useWords } from '../core/i18n.tsx'
import { cx } from './cx.ts'
import { RefusalContext } from './Field.tsx'
import { Note } from './surfaces.tsx'

/**
 * The first message of each field that an error names, by the field's path without its root:
 * `body.name` and `name` are both `name`.
 */
export function fieldErrors(error: unknown): Record<string, string | undefined> {
  const details = error instanceof AtriumError ? error.details : null
  if (!details || typeof details !== 'object' || Array.isArray(details)) return {}
  const fields: Record<string, string | undefined> = {}
  for (const [path, messages] of Object.entries(details)) {
    const first = Array.isArray(messages) ? messages[0] : messages
    if (typeof first === 'string') fields[path.replace(/^(body|query|params)\./, '')] = first
  }
  return fields
}
export const useFieldErrors = (error: unknown): Record<string, string | undefined> => useMemo(() => fieldErrors(error), [error])

/** What to tell somebody about a failure. */
export const messageOf = (error: unknown, otherwise: string): string => (error instanceof AtriumError && error.message ? error.message : otherwise)

export interface FormProps {
  /** A rejection is not reported twice: pass the mutation's error as `error`. */
  onSubmit: () => unknown
  error?: unknown
  /** For a button elsewhere, as at the foot of a dialog. */
  id?: string
  className?: string
  children: ReactNode
}

/** The second half of a double press comes after a quick answer, and before the page has changed. */
const SETTLED_MS = 500

/** Sent once, however often one presses while the answer is on its way and right after it. What was refused may be sent again at once. */
export function Form({ onSubmit, error, id, className, children }: FormProps) {
  const t = useWords()
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [mended, setMended] = useState<unknown>(null)
  useEffect(() => {
    if (!error) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) wrong.focus()
    else form.current?.firstElementChild?.scrollIntoView({ block: 'nearest' })
  }, [error])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const tooLong = form.current?.querySelector<HTMLElement>('[data-too-long]')
    if (tooLong) return tooLong.focus()
    if (sending.current) return
    sending.current = true
    const again = () => {
      sending.current = false
    }
    void Promise.resolve(onSubmit()).then(() => setTimeout(again, SETTLED_MS), again)
  }
  return (
    <form ref={form} id={id} onSubmit={submit} onInput={() => setMended(error)} className={cx('grid gap-4', className)}>
      {error && mended !== error ? (
        <div role="alert" className="scroll-mt-[calc(var(--header-h)+16px)]">
          <Note tone="danger">{messageOf(error, t('error.generic'))}</Note>
        </div>
      ) : null}
      <RefusalContext value={error}>{children}</RefusalContext>
    </form>
  )
}
