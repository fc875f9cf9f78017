/** Several of a list. */
import { Checkbox, SearchField, useT } from '@atrium/sdk/web'
import { useState } from 'react'

/** Choices beyond these are searched. */
const MANY = 8
export interface ChoicesFieldProps {
  choices: readonly { value: string | number; label: string }[]
  value: readonly (string | number)[]
  onChange: (value: (string | number)[]) => void
}
export function ChoicesField({ choices, value, onChange }: ChoicesFieldProps) {
  const t = useT()
  const [text, setText] = useState('')
  const sought = text.trim().toLowerCase()
  return (
    <div className="grid gap-2 rounded-card border p-3">
      {choices.length > MANY && <SearchField value={text} onChange={setText} placeholder={t('field.search')} />}
      <div className="grid max-h-56 gap-1.5 overflow-y-auto">
        {choices
          .filter(({ label }) => label.toLowerCase().includes(sought))
          .map((one) => (
            <Checkbox
              key={one.value}
              label={one.label}
              checked={value.includes(one.value)}
              onChange={(on) => onChange(on ? [...value, one.value] : value.filter((other) => other !== one.value))}
            />
          ))}
        {choices.length === 0 && <p className="text-13 text-text-3">{t('field.no_choices')}</p>}
      </div>
    </div>
  )
}
