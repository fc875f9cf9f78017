/** A field whose text is handed on only while it is right, so that what is half typed holds up no autosave. */
import { Field, type FieldProps, Input, type InputProps } from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'

interface CheckedFieldProps
  extends Pick<FieldProps, 'label' | 'help' | 'aside' | 'hideLabel' | 'className'>,
    Omit<InputProps, 'value' | 'onChange' | 'className'> {
  value: string
  /** What is wrong with a text; null takes it. */
  check: (text: string) => string | null
  onChange: (text: string) => void
  inputClassName?: string
}
export function CheckedField({ value, check, onChange, label, help, aside, hideLabel, className, inputClassName, ...input }: CheckedFieldProps) {
  const [text, setText] = useState(value)
  const given = useRef(value)
  useEffect(() => {
    // it was changed elsewhere
    if (value === given.current) return
    given.current = value
    setText(value)
  }, [value])
  const problem = check(text.trim())
  const type = (typed: string) => {
    setText(typed)
    const next = typed.trim()
    if (check(next) !== null || next === given.current) return
    given.current = next
    onChange(next)
  }
  return (
    <Field label={label} help={help} aside={aside} hideLabel={hideLabel} className={className} error={problem ?? undefined}>
      <Input {...input} value={text} className={inputClassName} onChange={(event) => type(event.target.value)} />
    </Field>
  )
}
