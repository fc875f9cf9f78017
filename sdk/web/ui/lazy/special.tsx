/** Fields with a form of their own: one-time codes, colours, files. */
import { isHex } from '../../../core/rules/colours.ts'
import { CODE_LENGTH } from '../../../core/rules/limits.ts'
import { type DragEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useWords } from '../../core/i18n.tsx'
import { Button } from '../Button.tsx'
import { cx } from '../cx.ts'
import { Input, useField } from '../Field.tsx'
import { Icon } from '../Icon.tsx'
import type { CodeInputProps, ColorFieldProps, FilePickerProps } from '../lateProps.ts'
import { Progress } from '../marks.tsx'

const Crop = lazy(() => import('./Crop.tsx'))
/** Cutting one of these would leave its first picture alone. */
const MOVES = 'image/gif'

/** One input under six boxes, so that pasting, deleting and the phone's suggestion work as anywhere. */
export function CodeInput({ value, onChange, onComplete, autoFocus, disabled, label }: CodeInputProps) {
  const t = useWords()
  const field = useField()
  const [focused, setFocused] = useState(false)
  const change = (text: string) => {
    const code = text.replace(/\D/g, '').slice(0, CODE_LENGTH)
    onChange(code)
    if (code.length === CODE_LENGTH && code !== value) onComplete?.(code)
  }
  return (
    <div className="relative w-max">
      <input
        {...field}
        aria-label={field.id ? undefined : (label ?? t('code'))}
        value={value}
        disabled={disabled}
        // biome-ignore lint/a11y/noAutofocus: the code is the one thing this dialog asks for
        autoFocus={autoFocus}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d*"
        maxLength={CODE_LENGTH}
        onChange={(event) => change(event.target.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        className="absolute inset-0 size-full cursor-text bg-transparent text-16 text-transparent caret-transparent outline-none selection:bg-transparent"
      />
      <div aria-hidden="true" className="flex gap-2">
        {Array.from({ length: CODE_LENGTH }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
            key={index}
            className={cx(
              'grid h-13 w-11 place-items-center rounded-control border bg-surface text-20 font-semibold tabular-nums',
              field['aria-invalid'] ? 'border-danger' : 'border-strong',
              focused &&
                index === Math.min(value.length, CODE_LENGTH - 1) &&
                'border-focus shadow-[0_0_0_3px_color-mix(in_oklab,var(--focus)_20%,transparent)]',
            )}
          >
            {value[index]}
          </span>
        ))}
      </div>
    </div>
  )
}

export function ColorField({ value, onChange, disabled }: ColorFieldProps) {
  const t = useWords()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const type = (typed: string) => {
    setText(typed)
    const hex = typed.startsWith('#') ? typed : `#${typed}`
    if (isHex(hex)) onChange(hex.toLowerCase())
  }
  return (
    <div className="relative">
      <input
        type="color"
        aria-label={t('colour.pick')}
        value={isHex(value) ? value : '#000000'}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        className="absolute start-1.5 top-1/2 size-6 -translate-y-1/2 cursor-pointer appearance-none rounded-mark bg-transparent max-desk:size-8 [&::-webkit-color-swatch-wrapper]:p-0 [&::-webkit-color-swatch]:rounded-mark [&::-webkit-color-swatch]:border [&::-webkit-color-swatch]:border-field"
      />
      <Input
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setText(value)}
        disabled={disabled}
        maxLength={7}
        spellCheck={false}
        className="ps-10 font-mono text-13 max-desk:ps-12"
      />
    </div>
  )
}

/** Takes a file by choosing or by dropping. */
export function FilePicker({ accept, onFile, progress, label, text, disabled, crop, className }: FilePickerProps) {
  const t = useWords()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [uncut, setUncut] = useState<File>()
  const busy = progress !== undefined
  const take = (file: File) => (crop && file.type !== MOVES ? setUncut(file) : onFile(file))
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !busy && !disabled) take(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button is for everybody
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'flex flex-wrap items-center gap-3 rounded-card border border-dashed p-3 transition-colors',
        over ? 'border-brand bg-brand-soft' : 'border-field',
        className,
      )}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) take(file)
        }}
      />
      <Button icon="upload" disabled={disabled} loading={busy} onClick={() => input.current?.click()}>
        {label ?? t('file.choose')}
      </Button>
      {busy ? (
        <div className="flex min-w-32 flex-1 items-center gap-3 text-13 tabular-nums">
          <Progress value={progress} label={t('file.uploading')} className="flex-1" />
          {Math.round(progress)}%
        </div>
      ) : (
        // nothing is dropped with a finger
        <span className={cx('flex min-w-[min(100%,9rem)] flex-1 items-center gap-1.5 text-13 text-text-3', !text && 'pointer-coarse:hidden')}>
          {over && <Icon name="arrow-down" size="sm" />}
          {text ?? t('file.drop')}
        </span>
      )}
      {crop && uncut && (
        <Suspense>
          <Crop
            {...crop}
            file={uncut}
            onCancel={() => setUncut(undefined)}
            onCut={(cut) => {
              setUncut(undefined)
              onFile(cut)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
