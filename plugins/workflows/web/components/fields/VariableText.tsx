/** A text in which variables may stand: they are put in where the cursor is. */
import { Input, Textarea } from '@atrium/sdk/web'
import { useRef } from 'react'
import { VariableMenu } from './VariableMenu.tsx'

export interface VariableTextProps {
  value: string
  onChange: (text: string) => void
  isLong?: boolean
  isAddress?: boolean
}
export function VariableText({ value, onChange, isLong, isAddress }: VariableTextProps) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const insert = (variable: string) => {
    const { selectionStart, selectionEnd } = field.current!
    const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length]
    onChange(value.slice(0, start) + variable + value.slice(end))
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(start + variable.length, start + variable.length)
    })
  }
  return (
    <div className="grid gap-1.5">
      {isLong ? (
        <Textarea ref={field} rows={5} value={value} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <Input
          ref={field}
          value={value}
          inputMode={isAddress ? 'url' : undefined}
          placeholder={isAddress ? 'https://example.com/hook' : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <VariableMenu onInsert={insert} />
    </div>
  )
}
