/** A sum of money as it is typed. */
import { parseMoney, writeMoney } from '@atrium/sdk'
import { Field, Input } from '@atrium/sdk/web'
import { useState } from 'react'

/** Typed as money is written; the cents follow. */
export function Amount({
  label,
  value,
  currency,
  error,
  onChange,
}: {
  label: string
  value: number
  currency: string
  error?: string
  onChange: (cents: number) => void
}) {
  const [text, setText] = useState(() => (Number.isNaN(value) ? '' : writeMoney(value, currency, true)))
  return (
    <Field label={label} error={error}>
      <span className="flex items-center gap-2">
        <Input
          inputMode="decimal"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            onChange(parseMoney(event.target.value, currency) ?? Number.NaN)
          }}
        />
        <span className="text-13 text-text-3 uppercase">{currency}</span>
      </span>
    </Field>
  )
}
