/** A sum of money as it is typed. */
import { decimalsOf, formatMoney, parseMoney, writeMoney } from '@atrium/sdk'
import { Field, Input, useLocale, useT } from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import { MOST } from '../../../contract.ts'

/** As it may be typed. */
const exampleOf = (locale: string, currency: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: decimalsOf(currency), useGrouping: false }).format(1250 / 10 ** decimalsOf(currency))

interface AmountProps {
  label: string
  value: number
  currency: string
  error?: string
  /** Nothing is no price. */
  aboveZero?: boolean
  /** The currency is chosen beside it. */
  bare?: boolean
  onChange: (cents: number) => void
}
/** Typed as money is written; the cents follow. What is no amount is said, and keeps its form from being sent. */
export function Amount({ label, value, currency, error, aboveZero = false, bare = false, onChange }: AmountProps) {
  const t = useT()
  const locale = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(() => (Number.isNaN(value) ? '' : writeMoney(value, currency, true)))
  const [typing, setTyping] = useState(false)
  const cents = text.trim() === '' ? null : (parseMoney(text, currency) ?? Number.NaN)
  const problem =
    cents === null
      ? null
      : Number.isNaN(cents)
        ? t('amount.none', { example: exampleOf(locale, currency) })
        : cents > MOST
          ? t('amount.most', { amount: formatMoney(locale, MOST, currency, true) })
          : aboveZero && cents === 0
            ? t('amount.zero')
            : null
  useEffect(() => input.current?.setCustomValidity(problem ?? ''), [problem])
  return (
    <Field label={label} error={(!typing && problem) || error}>
      <span className="flex items-center gap-2">
        <Input
          ref={input}
          inputMode="decimal"
          value={text}
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
          onChange={(event) => {
            setText(event.target.value)
            onChange(parseMoney(event.target.value, currency) ?? Number.NaN)
          }}
        />
        {!bare && <span className="shrink-0 text-13 text-text-3 uppercase">{currency}</span>}
      </span>
    </Field>
  )
}
