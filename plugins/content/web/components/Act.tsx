/** A small act under a record: like, save, comment. */
import { cx, Icon } from '@atrium/sdk/web'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

export const ACT =
  'inline-flex h-8 flex-none items-center gap-1.5 rounded-control px-[9px] text-13 font-medium leading-none tabular-nums transition-colors hover:bg-hover disabled:cursor-not-allowed disabled:text-text-3 max-desk:min-h-11 max-desk:px-3'

export const QUIET = 'text-text-2 hover:text-text'

export interface ActProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: string
  /** Stays while `pressed` changes: whoever hears both takes "Unlike, pressed" for its opposite. */
  label: string
  pressed?: boolean
  /** What the next press does, as a tooltip. Default: the label. */
  tip?: string
  /** Likes are red when pressed, the rest takes the brand's colour. */
  tone?: 'like' | 'brand'
  children?: ReactNode
  ref?: Ref<HTMLButtonElement>
}
export const Act = ({ icon, label, tip = label, pressed, tone = 'brand', className, children, ...rest }: ActProps) => (
  <button
    type="button"
    data-tip={children ? undefined : tip}
    {...rest}
    aria-label={label}
    aria-pressed={pressed}
    className={cx(ACT, pressed ? (tone === 'like' ? 'text-like' : 'text-on-brand-soft') : QUIET, className)}
  >
    <Icon name={icon} className={cx('size-[18px]', pressed && 'fill-current')} />
    {children}
  </button>
)
