/** A text field that suggests what fits and holds one or several choices. */
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useWords } from '../../core/i18n.tsx'
import { Avatar } from '../Avatar.tsx'
import { IconButton, Spinner } from '../Button.tsx'
import { cx } from '../cx.ts'
import { useField } from '../Field.tsx'
import { Icon } from '../Icon.tsx'
import type { ComboboxOption, ComboboxProps } from '../overlayProps.ts'

const PAUSE_MS = 180

export default function LazyCombobox(props: ComboboxProps) {
  const { load, placeholder, label, disabled, autoFocus, opens = false, className } = props
  const t = useWords()
  const listId = useId()
  const field = useField()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(opens)
  const [options, setOptions] = useState<readonly ComboboxOption[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [active, setActive] = useState(0)
  const chosen: readonly ComboboxOption[] = props.multiple ? props.value : props.value ? [props.value] : []
  const latest = useRef(load)
  latest.current = load

  useEffect(() => {
    if (!open) return
    const stop = new AbortController()
    const timer = setTimeout(
      () => {
        latest.current(text, stop.signal).then(
          (found) => {
            if (stop.signal.aborted) return
            setFailed(false)
            setOptions(found)
            setActive(0)
          },
          () => !stop.signal.aborted && setFailed(true),
        )
      },
      text ? PAUSE_MS : 0,
    )
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [text, open])

  const isChosen = (option: ComboboxOption) => chosen.some(({ value }) => value === option.value)
  const choose = (option: ComboboxOption) => {
    if (props.multiple) props.onChange(isChosen(option) ? props.value.filter(({ value }) => value !== option.value) : [...props.value, option])
    else props.onChange(option)
    setText('')
    // It would cover what comes next; the next letter opens it again.
    setOpen(false)
    input.current?.focus()
  }
  const remove = (option: ComboboxOption) => {
    if (props.multiple) props.onChange(props.value.filter(({ value }) => value !== option.value))
    else props.onChange(null)
    input.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const last = chosen.at(-1)
    if (step) {
      event.preventDefault()
      if (!open) setOpen(true)
      else if (options?.length) setActive((active + step + options.length) % options.length)
    } else if (event.key === 'Enter' && open && options?.[active]) {
      event.preventDefault()
      choose(options[active])
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      setOpen(false)
    } else if (event.key === 'Backspace' && !text && last) remove(last)
  }

  const leave = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    setOpen(false)
    setText('')
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only learns that the focus has left
    <div className={cx('relative', className)} onBlur={leave}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: pressing the frame focuses the input, which has the keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div
        onClick={() => input.current?.focus()}
        aria-invalid={field['aria-invalid']}
        className="field flex min-h-9 cursor-text flex-wrap items-center gap-1 py-1 ps-1.5 pe-1 max-desk:min-h-11"
      >
        {chosen.map((option) => (
          <span key={option.value} className="inline-flex h-6.5 max-w-full items-center gap-1.5 rounded-mark bg-hover ps-2 text-13">
            {option.avatar && <Avatar {...option.avatar} size={20} className="-ms-1" />}
            <span className="truncate">{option.label}</span>
            <IconButton icon="x" size="sm" label={t('remove', { name: option.label })} onClick={() => remove(option)} disabled={disabled} className="size-6" />
          </span>
        ))}
        <input
          {...field}
          ref={input}
          role="combobox"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && options?.[active] ? `${listId}-${active}` : undefined}
          aria-label={field.id ? undefined : (label ?? placeholder)}
          value={text}
          disabled={disabled}
          // biome-ignore lint/a11y/noAutofocus: only where one came to choose
          autoFocus={autoFocus}
          placeholder={chosen.length ? undefined : placeholder}
          onChange={(event) => {
            setText(event.target.value)
            setOpen(true)
          }}
          onClick={() => setOpen(true)}
          onKeyDown={press}
          className="h-6.5 min-w-20 flex-1 bg-transparent px-1.5 text-15 outline-none max-desk:text-16"
        />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={label ?? placeholder ?? t('suggestions')}
        aria-multiselectable={props.multiple}
        hidden={!open}
        className="absolute inset-x-0 top-full z-40 mt-1.5 grid max-h-72 gap-px overflow-y-auto rounded-card bg-surface p-[5px] text-13 shadow-float"
      >
        {options?.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
          <div
            key={option.value}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={isChosen(option)}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(option)}
            className={cx('flex min-h-8 cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 max-desk:min-h-11', index === active && 'bg-hover')}
          >
            {option.avatar && <Avatar {...option.avatar} size={24} />}
            <span className="min-w-0 flex-1">
              <span className="block truncate">{option.label}</span>
              {option.text && <span className="block truncate text-12 text-text-3">{option.text}</span>}
            </span>
            {isChosen(option) && <Icon name="check" className="size-4" />}
          </div>
        ))}
        {(failed || !options?.length) && (
          <p role="presentation" className="flex items-center gap-2 px-2.5 py-2 text-text-3">
            {failed ? t('error.generic') : options ? t('nothing') : <Spinner />}
          </p>
        )}
      </div>
    </div>
  )
}
