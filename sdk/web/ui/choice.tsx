/** Controls that choose: boxes, radio groups, switches. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { useField, useFieldGroup } from './Field.tsx'
import { cx } from './cx.ts'

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange' | 'size'>

export interface CheckboxProps extends Native {
  label?: ReactNode
  checked: boolean
  /** Some of what it stands for is chosen. */
  some?: boolean
  onChange: (checked: boolean) => void
}
/** Give it a `label`, or an `aria-label` where the row says what it is. */
export function Checkbox({ label, checked, some, onChange, className, ...rest }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = Boolean(some && !checked)
  }, [some, checked])
  const box = (
    <input
      {...useField(rest)}
      {...rest}
      ref={ref}
      type="checkbox"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className={cx('check', label ? 'mt-0.5' : className)}
    />
  )
  return label ? (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is inside
    <label className={cx('inline-flex cursor-pointer items-start gap-2 text-13 max-desk:min-h-11 max-desk:items-center', className)}>
      {box}
      <span>{label}</span>
    </label>
  ) : (
    box
  )
}

export interface RadioGroupProps<T extends string> {
  options: readonly { value: T; label: ReactNode; text?: ReactNode; disabled?: boolean }[]
  value: T
  onChange: (value: T) => void
  /** Cards, each with its explanation. */
  cards?: boolean
  label?: string
  className?: string
}
export function RadioGroup<T extends string>({ options, value, onChange, cards, label, className }: RadioGroupProps<T>) {
  const name = useId()
  return (
    <div role="radiogroup" {...useFieldGroup()} aria-label={label} className={cx(cards ? 'grid gap-2' : 'flex flex-wrap gap-x-5 gap-y-2', className)}>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'cursor-pointer text-13',
            cards
              ? 'flex items-start gap-3 rounded-card border border-field px-3.5 py-3 transition-colors hover:border-strong has-checked:border-brand has-checked:bg-brand-soft has-checked:text-on-brand-soft has-checked:shadow-[inset_0_0_0_1px_var(--brand-color)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'
              : 'inline-flex items-center gap-2 max-desk:min-h-11',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className={cx('check', cards && 'mt-0.5 focus-visible:outline-none')}
          />
          <span>
            <span className={cx('block', cards && 'font-medium')}>{option.label}</span>
            {option.text && <span className="mt-0.5 block opacity-85">{option.text}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}

export interface SwitchProps extends Native {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Shown beside it; without one give an `aria-label` or stand in a Field or SettingRow. */
  label?: ReactNode
  ref?: Ref<HTMLInputElement>
}
export function Switch({ checked, onChange, label, className, ...rest }: SwitchProps) {
  const input = (
    <input
      {...useField(rest)}
      {...rest}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a native box says itself whether it is checked
      role="switch"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className={cx('switch', !label && className)}
    />
  )
  return label ? (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is inside
    <label className={cx('inline-flex cursor-pointer items-center gap-2.5 text-13 max-desk:min-h-11', className)}>
      {input}
      {label}
    </label>
  ) : (
    input
  )
}
