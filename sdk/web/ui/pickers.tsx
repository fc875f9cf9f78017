/** Choosing an emoji, or an emoji, icon or shape: the data and the code come when a picker opens. */
import { lazy, Suspense } from 'react'
import { useWords } from '../core/i18n.tsx'
import { IconMark } from './IconMark.tsx'
import { Icon } from './Icon.tsx'
import { Skeleton } from './marks.tsx'
import type { PopoverProps } from './overlayProps.ts'
import { Popover } from './overlays.tsx'

const LazyEmoji = lazy(() => import('./lazy/emoji.tsx'))
const LazyMarks = lazy(() => import('./lazy/marks.tsx'))

export interface EmojiPickerProps {
  onPick: (emoji: string) => void
  /** Takes props and a ref: a Button, an IconButton. */
  trigger: PopoverProps['trigger']
  label?: string
  align?: PopoverProps['align']
  /** Above the list, the few that people answer with most. */
  quick?: boolean
}
const QUICK = ['👍', '❤️', '😄', '🎉', '🔥', '👀', '🙏', '👏']
/** A button that opens all emoji, with search and skin tones. */
export function EmojiPicker({ onPick, trigger, label, align = 'start', quick = false }: EmojiPickerProps) {
  const t = useWords()
  return (
    <Popover trigger={trigger} align={align} label={label ?? t('emoji.label')} className="w-[21.5rem] p-0!">
      {(close) => {
        const pick = (emoji: string) => {
          close()
          onPick(emoji)
        }
        return (
          <>
            {quick && (
              <div className="flex justify-between gap-0.5 border-b p-1">
                {QUICK.map((emoji) => (
                  <button
                    key={emoji}
                    type="button"
                    aria-label={t('emoji.with', { emoji })}
                    className="grid size-9 place-items-center rounded-control text-17 hover:bg-hover max-desk:size-10"
                    onClick={() => pick(emoji)}
                  >
                    {emoji}
                  </button>
                ))}
              </div>
            )}
            <Suspense fallback={<Skeleton h={320} />}>
              <LazyEmoji onPick={pick} isSearch={!quick} />
            </Suspense>
          </>
        )
      }}
    </Popover>
  )
}

export interface IconPickerProps {
  /** The stored text; empty for none (sdk/core/marks.ts). */
  value: string
  onChange: (value: string) => void
  disabled?: boolean
  /** Said to screen readers beside the field's label. */
  label?: string
}
/** A field that holds an emoji, an outline icon or a coloured shape. */
export function IconPicker({ value, onChange, disabled, label }: IconPickerProps) {
  const t = useWords()
  return (
    <div className="flex items-center gap-2">
      <Popover
        align="start"
        label={t('mark.choose')}
        className="w-[21.5rem] p-0!"
        trigger={
          <button
            type="button"
            disabled={disabled}
            aria-label={label ? `${label}: ${t('mark.choose')}` : t('mark.choose')}
            className="grid size-9 place-items-center rounded-control border border-field bg-surface text-17 hover:bg-hover disabled:opacity-50 max-desk:size-11"
          >
            {value ? <IconMark value={value} className="w-5" /> : <Icon name="smile-plus" className="text-text-3" />}
          </button>
        }
      >
        {(close) => (
          <Suspense fallback={<Skeleton h={360} />}>
            <LazyMarks
              value={value}
              onPick={(next) => {
                close()
                onChange(next)
              }}
            />
          </Suspense>
        )}
      </Popover>
      {value && !disabled && (
        <button type="button" className="link min-h-6 text-13 max-desk:min-h-11" onClick={() => onChange('')}>
          {t('mark.remove')}
        </button>
      )}
    </div>
  )
}
