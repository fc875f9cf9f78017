/** Draws a stored emoji, icon or shape (sdk/core/marks.ts). It takes the room of a letter: give it a width and a font size. */
import { useId } from 'react'
import { MARK_COLOURS, type Mark, type MarkShape, parseMark } from '../../core/marks.ts'
import { cx } from './cx.ts'

const PATHS: Record<MarkShape, string> = {
  circle: 'M12 2a10 10 0 1 1 0 20a10 10 0 0 1 0-20Z',
  diamond: 'M10.6 2.6a2 2 0 0 1 2.8 0l8 8a2 2 0 0 1 0 2.8l-8 8a2 2 0 0 1-2.8 0l-8-8a2 2 0 0 1 0-2.8Z',
  heart: 'M12 21.2 3.4 12.6a5.9 5.9 0 0 1 8.3-8.3l.3.3.3-.3a5.9 5.9 0 0 1 8.3 8.3Z',
  square: 'M5.5 2.5h13a3 3 0 0 1 3 3v13a3 3 0 0 1-3 3h-13a3 3 0 0 1-3-3v-13a3 3 0 0 1 3-3Z',
  star: 'M11 2.9a1.1 1.1 0 0 1 2 0l2.4 5 5.5.8a1.1 1.1 0 0 1 .6 1.9l-4 3.9 1 5.5a1.1 1.1 0 0 1-1.6 1.2L12 18.6l-4.9 2.6a1.1 1.1 0 0 1-1.6-1.2l1-5.5-4-3.9a1.1 1.1 0 0 1 .6-1.9l5.5-.8Z',
  triangle: 'M10.3 3.6a2 2 0 0 1 3.4 0l8.4 14.4a2 2 0 0 1-1.7 3H3.6a2 2 0 0 1-1.7-3Z',
}
const mixed = (colour: string, percent: number, other = 'white') => `color-mix(in oklab, ${colour} ${percent}%, ${other})`

function Shape({ mark, className, label }: { mark: Extract<Mark, { kind: 'shape' }>; className: string; label?: string }) {
  const id = useId()
  const colour = MARK_COLOURS[mark.colour]
  const gradient = mark.variant.startsWith('gradient')
  const fill = gradient ? `url(#${id})` : mark.variant === 'light' ? mixed(colour, 38) : colour
  return (
    <svg viewBox="0 0 24 24" className={className} role={label ? 'img' : undefined} aria-label={label} aria-hidden={label ? undefined : true}>
      {gradient && (
        <linearGradient id={id} x1="0" y1="0" x2={mark.variant === 'gradient-2' ? 0 : 1} y2="1">
          <stop offset="0" style={{ stopColor: mixed(colour, 42) }} />
          <stop offset="1" style={{ stopColor: mark.variant === 'gradient-2' ? mixed(colour, 35, MARK_COLOURS.navy) : mixed(colour, 88, 'black') }} />
        </linearGradient>
      )}
      {/* The edge keeps near-white on white and near-black on black visible. */}
      <path d={PATHS[mark.shape]} style={{ fill }} stroke="currentColor" strokeOpacity={0.14} />
    </svg>
  )
}

const EMOJI = 'inline-block shrink-0 text-center leading-none'

export interface IconMarkProps {
  value: string | null | undefined
  /** Said to screen readers; without it the mark is decoration. */
  label?: string
  className?: string
}
/** Nothing for nothing, and for what does not exist. */
export function IconMark({ value, label, className }: IconMarkProps) {
  const mark = value ? parseMark(value) : null
  if (!mark) return null
  if (mark.kind === 'emoji')
    return label ? (
      <span role="img" aria-label={label} className={cx(EMOJI, className)}>
        {mark.emoji}
      </span>
    ) : (
      <span aria-hidden="true" className={cx(EMOJI, className)}>
        {mark.emoji}
      </span>
    )
  const box = cx('inline-block aspect-square h-auto min-w-[1em] shrink-0', className)
  if (mark.kind === 'shape') return <Shape mark={mark} className={box} label={label} />
  return (
    <svg
      className={cx('fill-none stroke-current stroke-[1.75] [stroke-linecap:round] [stroke-linejoin:round]', mark.set === 'light' && 'text-text-3', box)}
      viewBox="0 0 24 24"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <use href={`${__MARK_SPRITE__}#${mark.name}`} />
    </svg>
  )
}
