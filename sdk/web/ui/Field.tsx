/** Labelled form controls: a Field gives its control an id, a description and an error. */
import {
  type AriaAttributes,
  createContext,
  type FormEvent,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
  useEffect,
  useId,
  useState,
} from 'react'
import { useWords } from '../core/i18n.tsx'
import type { Translate } from '../core/words.ts'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'

interface FieldWires {
  id: string
  labelId: string
  describedBy: string | undefined
  invalid: boolean
  /** What the control itself finds wrong; null takes it back. */
  tell: (problem: string | null) => void
}
/** Why the form round it was refused when it was sent last; null where it was not. */
export const RefusalContext = createContext<unknown>(null)
const FieldContext = createContext<FieldWires | null>(null)

/** id and aria attributes for a control inside a Field; what the caller gave wins. */
export function useField(own: Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid'> & { id?: string } = {}) {
  const wires = useContext(FieldContext)
  return {
    id: own.id ?? wires?.id,
    'aria-describedby': own['aria-describedby'] ?? wires?.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (wires?.invalid || undefined),
  }
}
/** The same for a group of controls, which is named by the Field's label. */
export const useFieldGroup = () => {
  const wires = useContext(FieldContext)
  return { id: wires?.id, 'aria-labelledby': wires?.labelId, 'aria-describedby': wires?.describedBy }
}

/**
 * Browsers cut what is pasted at the limit without a word. In a Field all of it stays, the Field says how much is too
 * much, and a Form is not sent.
 */
function useLimit({ value, maxLength }: { value?: unknown; maxLength?: number }) {
  const t = useWords()
  const tell = useContext(FieldContext)?.tell
  const over = tell && typeof value === 'string' && maxLength !== undefined ? value.length - maxLength : 0
  const problem = over > 0 ? t('field.tooLong', { max: maxLength!, count: over }) : null
  useEffect(() => {
    tell?.(problem)
    return () => tell?.(null)
  }, [tell, problem])
  return { maxLength: tell ? undefined : maxLength, 'data-too-long': over > 0 || undefined }
}

export interface FieldProps {
  label: ReactNode
  help?: ReactNode
  error?: ReactNode
  /** Stands at the end of the label's line: a link, a counter. */
  aside?: ReactNode
  /** Said, not shown. */
  hideLabel?: boolean
  className?: string
  children: ReactNode
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
/** What a browser finds wrong, in the words of the interface; the rest it says itself. */
const lackOf = ({ validity, validationMessage, type }: Control, t: Translate): string =>
  validity.valueMissing ? t('field.missing') : validity.typeMismatch && type === 'email' ? t('field.email') : validationMessage

export function Field({ label, help, error, aside, hideLabel, className, children }: FieldProps) {
  const id = useId()
  const [problem, tell] = useState<string | null>(null)
  const [lack, setLack] = useState<string | null>(null)
  const t = useWords()
  const refusal = useContext(RefusalContext)
  const [mended, setMended] = useState<unknown>(null)
  // What stands there now comes before what was refused earlier, and is no more what was refused once it has changed.
  const said = problem ?? lack ?? (refusal && mended === refusal ? null : error)
  const describedBy = said ? `${id}e` : help ? `${id}h` : undefined
  // said at the field like all else, not in the browser's bubble; the first that is wrong gets the focus, as it would there
  const refuse = (event: FormEvent) => {
    const control = event.target as Control
    event.preventDefault()
    setLack(lackOf(control, t))
    if (control.form?.querySelector('input:invalid, select:invalid, textarea:invalid') === control) control.focus()
  }
  const change = () => {
    setMended(refusal)
    setLack(null)
  }
  return (
    <div data-setting="" className={className} onInput={change} onInvalidCapture={refuse}>
      <div className={cx(!hideLabel && 'mb-1.5 flex items-baseline justify-between gap-3')}>
        <label id={`${id}l`} htmlFor={id} className={hideLabel ? 'sr-only' : 'text-13 font-medium'}>
          {label}
        </label>
        {aside}
      </div>
      <FieldContext value={{ id, labelId: `${id}l`, describedBy, invalid: Boolean(said), tell }}>{children}</FieldContext>
      {said ? (
        <p id={`${id}e`} className="mt-1.5 flex items-center gap-1.5 text-13 text-danger">
          <Icon name="circle-alert" size="sm" />
          {said}
        </p>
      ) : (
        help && (
          <p id={`${id}h`} className="mt-1.5 text-13 text-text-3">
            {help}
          </p>
        )
      )}
    </div>
  )
}

const HEIGHT = { sm: 'h-8 px-2.5 text-13 max-desk:text-16', md: 'h-9 px-3 text-15 max-desk:text-16', lg: 'h-11 px-3 text-15 max-desk:text-16' }
type ControlSize = keyof typeof HEIGHT

export interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  size?: ControlSize
  ref?: Ref<HTMLInputElement>
}
export const Input = ({ size = 'md', className, ...rest }: InputProps) => (
  <input dir="auto" {...rest} {...useField(rest)} {...useLimit(rest)} className={cx('field max-desk:min-h-11', HEIGHT[size], className)} />
)

export interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>
}
/** Grows with its text. */
export const Textarea = ({ className, rows = 3, ...rest }: TextareaProps) => (
  <textarea
    dir="auto"
    {...rest}
    {...useField(rest)}
    {...useLimit(rest)}
    rows={rows}
    className={cx('field max-h-[60dvh] resize-y px-3 py-2 text-15 [field-sizing:content] max-desk:text-16', className)}
    style={{ minHeight: `${rows * 22 + 18}px`, ...rest.style }}
  />
)

export interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'size'> {
  /** Those that name a group stand under its name, wherever they are in the list. */
  options: readonly { value: string; label: string; disabled?: boolean; group?: string }[]
  size?: ControlSize
  ref?: Ref<HTMLSelectElement>
}
export const Select = ({ options, size = 'md', className, ...rest }: SelectProps) => (
  <select {...rest} {...useField(rest)} className={cx('field select-arrow max-desk:min-h-11', HEIGHT[size], 'pe-8! text-ellipsis', className)}>
    {[...Map.groupBy(options, ({ group }) => group)].map(([group, some]) => {
      const rows = some.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))
      return group ? (
        <optgroup key={group} label={group}>
          {rows}
        </optgroup>
      ) : (
        rows
      )
    })}
  </select>
)

export interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'size' | 'value'> {
  value: string
  onChange: (text: string) => void
  /** Said to screen readers; the placeholder by default. */
  label?: string
  ref?: Ref<HTMLInputElement>
}
export function SearchField({ value, onChange, label, className, placeholder, ...rest }: SearchFieldProps) {
  const t = useWords()
  const dismiss = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !value) return
    event.stopPropagation()
    onChange('')
  }
  return (
    <div
      role="search"
      aria-label={label ?? placeholder ?? t('search')}
      className={cx('field flex h-8 items-center gap-2 border-field ps-2.5 pe-1 text-text-3 max-desk:h-11', className)}
    >
      <Icon name="search" size="sm" />
      <input
        {...rest}
        type="search"
        value={value}
        placeholder={placeholder}
        aria-label={label ?? placeholder ?? t('search')}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={dismiss}
        className="min-w-0 flex-1 bg-transparent text-13 text-text outline-none max-desk:text-16 [&::-webkit-search-cancel-button]:hidden"
      />
      {value && <IconButton size="sm" icon="x" label={t('clear')} onClick={() => onChange('')} className="size-6" />}
    </div>
  )
}
