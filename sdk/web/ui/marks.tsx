/** Small marks: badges, chips, progress, skeletons. */
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from '../core/router.tsx'
import { cx } from './cx.ts'
import { Icon, type IconRef } from './Icon.tsx'

const TONE = {
  neutral: 'bg-hover text-text-2',
  brand: 'bg-brand-soft text-on-brand-soft',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
  line: 'text-text-2 shadow-[inset_0_0_0_1px_var(--border-field)]',
  live: 'bg-danger-solid text-on-solid',
}
export interface BadgeProps {
  tone?: keyof typeof TONE
  icon?: IconRef
  className?: string
  children: ReactNode
}
export const Badge = ({ tone = 'neutral', icon, className, children }: BadgeProps) => (
  <span className={cx('inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-mark px-[7px] text-12 font-medium leading-none', TONE[tone], className)}>
    {icon && <Icon name={icon} className="size-3 stroke-2" />}
    {children}
  </span>
)

export interface CountedIconProps {
  name: IconRef
  /** How much is new; above 99 it says so. Whoever cannot see it is told by the label around it. */
  count: number
}
/** An icon of the header with how much is new at its corner. What holds it is `relative`. */
export const CountedIcon = ({ name, count }: CountedIconProps) => (
  <>
    <Icon name={name} />
    {count > 0 && (
      <span
        className="absolute -end-1 -top-0.5 grid min-w-4 place-items-center rounded-full bg-mention px-1 text-11 font-semibold leading-4 text-white tabular-nums max-desk:end-0.5 max-desk:top-1"
        aria-hidden="true"
      >
        {count > 99 ? '99+' : count}
      </span>
    )}
  </>
)
export interface HeaderLinkProps {
  to: string
  icon: IconRef
  /** Says the count too. */
  label: string
  count: number
}
/** A way from the header of wide screens; phones have no room for it, and need another. */
export const HeaderLink = ({ to, icon, label, count }: HeaderLinkProps) => (
  <Link
    to={to}
    aria-label={label}
    title={label}
    className="relative hidden size-8 flex-none place-items-center rounded-control hover:bg-header-active current:bg-header-active desk:grid"
  >
    <CountedIcon name={icon} count={count} />
  </Link>
)

export interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** A chip that is on or off; leave it out for one that only acts. */
  pressed?: boolean
  icon?: IconRef
  size?: 'sm' | 'md'
  /** Makes it a link. */
  to?: string
}
export function Chip({ pressed, icon, size = 'md', to, className, children, ...rest }: ChipProps) {
  const look = cx(
    'inline-flex max-w-full shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full font-medium leading-none text-text-2 shadow-[inset_0_0_0_1px_var(--border-field)] transition-colors hover:bg-hover hover:text-text current:bg-text current:text-bg current:shadow-none current:hover:bg-text current:hover:text-bg',
    size === 'sm' ? 'h-6 px-2 text-12' : 'h-7 px-[11px] text-13 max-desk:min-h-11 max-desk:px-4',
    className,
  )
  const inner = (
    <>
      {icon && <Icon name={icon} className="size-3.5" />}
      {typeof children === 'string' ? <span className="truncate leading-5">{children}</span> : children}
    </>
  )
  return to ? (
    <Link to={to} className={look} aria-current={pressed || undefined}>
      {inner}
    </Link>
  ) : (
    <button type="button" {...rest} aria-pressed={pressed} className={look}>
      {inner}
    </button>
  )
}

export interface ProgressProps {
  /** 0 to 100. */
  value: number
  label: string
  thin?: boolean
  className?: string
}
export function Progress({ value, label, thin, className }: ProgressProps) {
  const percent = Math.min(100, Math.max(0, Math.round(value)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cx('overflow-hidden rounded-full bg-press', thin ? 'h-1' : 'h-1.5', className)}
    >
      <div className="h-full rounded-full bg-brand transition-[width]" style={{ width: `${percent}%` }} />
    </div>
  )
}

export interface SkeletonProps {
  /** Pixels, or any CSS length. */
  w?: number | string
  h?: number | string
  round?: boolean
  className?: string
}
export const Skeleton = ({ w, h = 12, round, className }: SkeletonProps) => (
  <span aria-hidden="true" className={cx('skeleton', round && 'rounded-full', className)} style={{ width: w, height: h }} />
)

const WIDTHS = ['100%', '94%', '97%', '88%', '92%']
/** Lines of text to come; the last one is short. */
export const SkeletonText = ({ lines = 3, className }: { lines?: number; className?: string }) => (
  <span aria-hidden="true" className={cx('grid gap-2.5', className)}>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
      <Skeleton key={line} w={line === lines - 1 && lines > 1 ? '58%' : WIDTHS[line % WIDTHS.length]} />
    ))}
  </span>
)

export interface SparklineProps {
  /** From the oldest on, 0 or more each. */
  values: readonly number[]
  /** In pixels. */
  width?: number
  height?: number
  className?: string
}
/** How something went, as a line beside its number, for those who see it. Nothing where nothing changed: such a line says nothing. */
export function Sparkline({ values, width = 62, height = 20, className }: SparklineProps) {
  if (values.every((value) => value === values[0])) return null
  const top = Math.max(1, ...values)
  const points = values.map((value, i) => `${((i / (values.length - 1)) * width).toFixed(1)},${(height - 2 - (value / top) * (height - 4)).toFixed(1)}`)
  return (
    <svg width={width} height={height} className={cx('flex-none text-brand', className)} aria-hidden="true">
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  )
}
