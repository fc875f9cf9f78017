/** What one presses: buttons, their icon form, and links that look like them. */
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from '../core/router.tsx'
import { cx } from './cx.ts'
import { Icon, type IconRef } from './Icon.tsx'

const BASE =
  'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-control leading-none transition-[background-color,box-shadow,color] disabled:cursor-not-allowed disabled:bg-hover disabled:text-text-3 disabled:shadow-[inset_0_0_0_1px_var(--border)]'
const VARIANT = {
  default: 'bg-surface font-medium text-text shadow-[inset_0_0_0_1px_var(--border-field),var(--shadow-1)] hover:bg-hover active:bg-press',
  primary:
    'bg-brand font-[560] text-on-brand shadow-[inset_0_1px_0_oklch(1_0_0/0.14),var(--shadow-1)] hover:bg-brand-hover active:bg-brand-hover active:shadow-[inset_0_2px_3px_oklch(0_0_0/0.16)]',
  ghost: 'font-medium text-text-2 hover:bg-hover hover:text-text active:bg-press',
  soft: 'bg-brand-soft font-medium text-on-brand-soft hover:bg-[color-mix(in_oklab,var(--brand-soft),var(--brand-color)_9%)]',
  danger: 'bg-danger-solid font-[560] text-on-solid hover:bg-[color-mix(in_oklab,var(--danger-solid),black_12%)]',
  'danger-ghost': 'font-medium text-danger hover:bg-danger-soft',
}
const SIZE = { sm: 'h-7 px-2.5 text-13', md: 'h-8 px-3 text-13 max-desk:min-h-11', lg: 'h-10 px-[18px] text-15 max-desk:min-h-11' }

export interface ButtonLook {
  variant?: keyof typeof VARIANT
  size?: keyof typeof SIZE
  icon?: IconRef
  /** Shows a spinner, keeps the focus and takes no further press. */
  loading?: boolean
  /** As wide as its container. */
  block?: boolean
}
export interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
}

const look = ({ variant = 'default', size = 'md', block }: ButtonLook, className?: string) =>
  cx(BASE, SIZE[size], VARIANT[variant], block && 'w-full', className)
const content = (icon: IconRef | undefined, loading: boolean | undefined, children: ReactNode) => (
  <>
    {loading ? <Spinner /> : icon && <Icon name={icon} className="size-4" />}
    {children}
  </>
)

export function Button({ variant, size, icon, loading, block, className, children, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={look({ variant, size, block }, className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      {content(icon, loading, children)}
    </button>
  )
}

export interface LinkButtonProps extends Omit<ButtonLook, 'loading'>, LinkProps {}

/** A link that looks like a button, for acts that are a change of address. */
export function LinkButton({ variant, size, icon, block, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={look({ variant, size, block }, className)}>
      {content(icon, false, children)}
    </Link>
  )
}

const ICON_SIZE = { sm: 'size-[26px]', md: 'size-8 max-desk:min-h-11 max-desk:min-w-11', lg: 'size-10 max-desk:min-h-11 max-desk:min-w-11' }

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  icon: IconRef
  /** What it does; also shown as a tooltip. */
  label: string
  size?: keyof typeof ICON_SIZE
  pressed?: boolean
  /** A number on its corner; 0 shows none. */
  count?: number
  loading?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ icon, label, size = 'md', pressed, count, loading, className, type = 'button', onClick, ...rest }: IconButtonProps) {
  return (
    <button
      data-tip={label}
      {...rest}
      type={type}
      aria-label={count ? `${label}, ${count}` : label}
      aria-pressed={pressed}
      aria-busy={loading || undefined}
      onClick={loading ? undefined : onClick}
      className={cx(
        'relative inline-grid shrink-0 place-items-center rounded-control text-text-2 transition-colors hover:bg-hover hover:text-text disabled:cursor-not-allowed disabled:text-text-3 disabled:opacity-60 aria-pressed:bg-brand-soft aria-pressed:text-on-brand-soft',
        ICON_SIZE[size],
        className,
      )}
    >
      {loading ? <Spinner /> : <Icon name={icon} className={size === 'sm' ? 'size-4' : undefined} />}
      {!!count && <Count value={count} className="absolute -end-0.5 -top-px h-4 min-w-4 px-1 text-[10px] shadow-[0_0_0_2px_var(--ring,var(--surface))]" />}
    </button>
  )
}

/** A turning ring; say what is going on beside it. */
export const Spinner = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cx('size-3.5 shrink-0 animate-spin rounded-full border-2 border-current border-e-transparent', className)} />
)

/** A key to press, as it is printed on the keyboard. */
export const Kbd = ({ children, className }: { children: ReactNode; className?: string }) => (
  <kbd
    className={cx(
      'inline-grid h-5 min-w-5 place-items-center rounded-mark border border-b-2 bg-surface-2 px-[5px] font-sans text-[11px] font-medium leading-none text-text-2',
      className,
    )}
  >
    {children}
  </kbd>
)

export interface CountProps {
  value: number
  /** Plain text instead of a mark: something is new, nobody is calling. */
  quiet?: boolean
  /** Said instead of the bare number: `3 unread`. */
  label?: string
  className?: string
}
/** A small number; above 99 it says so. */
export const Count = ({ value, quiet, label, className }: CountProps) => (
  <span
    className={cx(
      'inline-grid h-[18px] min-w-[18px] place-items-center rounded-full text-[11px] font-[620] leading-none tabular-nums',
      quiet ? 'px-0.5' : 'bg-mention px-[5px] text-on-solid',
      className,
    )}
  >
    <span aria-hidden={label ? true : undefined}>{value > 99 ? '99+' : value}</span>
    {label && <span className="sr-only">{label}</span>}
  </span>
)
