/** Things that hold other things: cards, notes, rows, tabs, segments. */
import { type ElementType, type HTMLAttributes, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link, useLocation } from '../core/router.tsx'
import { cx } from './cx.ts'
import { Icon, type IconRef } from './Icon.tsx'

export interface CardProps extends HTMLAttributes<HTMLElement> {
  /** Room inside: 16 px on phones, 20 px above. */
  pad?: boolean
  /** The whole card leads somewhere: its edge answers the pointer. */
  link?: boolean
  as?: ElementType
}
export const Card = ({ pad, link, as: As = 'div', className, ...rest }: CardProps) => (
  <As {...rest} className={cx('min-w-0 rounded-card border bg-surface', pad && 'p-4 desk:p-5', link && 'transition-colors hover:border-field', className)} />
)

export interface CardHeadProps {
  title: ReactNode
  text?: ReactNode
  /** What is done with the whole card: a button. */
  action?: ReactNode
}
/** The head of a card that holds a list or a form. */
export const CardHead = ({ title, text, action }: CardHeadProps) => (
  <div className="flex flex-wrap items-center gap-3 border-b px-4 py-4 desk:px-5">
    <div className="min-w-0 flex-1 basis-48">
      <h2 className="text-15">{title}</h2>
      {text && <p className="text-13 text-text-2">{text}</p>}
    </div>
    {action}
  </div>
)

const NOTE = {
  neutral: ['bg-hover', 'info'],
  brand: ['bg-brand-soft text-on-brand-soft', 'info'],
  info: ['bg-info-soft text-info', 'info'],
  success: ['bg-success-soft text-success', 'check'],
  warning: ['bg-warning-soft text-warning', 'triangle-alert'],
  danger: ['bg-danger-soft text-danger', 'circle-alert'],
} as const
export interface NoteProps {
  tone?: keyof typeof NOTE
  title?: ReactNode
  icon?: IconRef
  className?: string
  children?: ReactNode
}
export const Note = ({ tone = 'neutral', title, icon, className, children }: NoteProps) => (
  <div className={cx('flex gap-3 rounded-card px-4 py-3 text-13', NOTE[tone][0], className)}>
    <Icon name={icon ?? NOTE[tone][1]} className="mt-px" />
    <div className="min-w-0 flex-1">
      {title && <p className="font-semibold">{title}</p>}
      {children}
    </div>
  </div>
)

export interface ListRowProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  /** Makes the whole row a link. */
  to?: string
  as?: ElementType
}
/** A row of a list in a card; rows part themselves with hairlines. */
export function ListRow({ to, as: As = 'div', className, ...rest }: ListRowProps) {
  const look = cx('flex items-center gap-3 px-4 py-3 not-first:border-t desk:px-5', (to || rest.onClick) && 'transition-colors hover:bg-hover', className)
  return to ? <Link {...(rest as object)} to={to} className={look} /> : <As {...rest} className={look} />
}

export const Divider = ({ className }: { className?: string }) => <hr className={cx('h-px border-0 bg-border', className)} />

export interface TabItem {
  key: string
  label: ReactNode
  to?: string
  onSelect?: () => void
  count?: number
}
export interface TabsProps {
  items: readonly TabItem[]
  /** Key of the one that is open. */
  current: string
  label?: string
  className?: string
  /** Behind the items, where they are links: `TabLink`s that a slot brings. */
  more?: ReactNode
}

const TAB =
  'inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap py-2.5 text-13 font-medium text-text-2 transition-[color,box-shadow] focus-visible:-outline-offset-2 hover:text-text hover:shadow-[inset_0_-2px_0_var(--border-field)] current:text-text current:shadow-[inset_0_-2px_0_var(--brand-color)] max-desk:py-3'
const inner = (item: TabItem) => (
  <>
    {item.label}
    {item.count !== undefined && <span className="font-normal tabular-nums text-text-3">{item.count}</span>}
  </>
)
/** Arrow keys walk along buttons of one group. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = all.indexOf(document.activeElement as HTMLElement)
  if (!step || at < 0) return
  event.preventDefault()
  const next = all[(at + step + all.length) % all.length]!
  next.focus()
  next.click()
}
/** One tab that leads to a page, for a slot among `Tabs`. @param isCurrent default: its page is the one that is shown */
export function TabLink({ to, isCurrent, children }: { to: string; isCurrent?: boolean; children: ReactNode }) {
  const path = useLocation()
  return (
    <Link to={to} className={TAB} aria-current={(isCurrent ?? path === to) ? 'page' : undefined}>
      {children}
    </Link>
  )
}
/** What of its neighbours stays in sight beside the tab that is open, in pixels. */
const PEEK = 40
/** Links where the items have addresses, else a tab list. The one that is open comes into sight where not all of them fit. */
export function Tabs({ items, current, label, className, more }: TabsProps) {
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is open, or more of them have come
  useLayoutEffect(() => {
    const open = row.current?.querySelector('[aria-current=page], [aria-selected=true]')?.getBoundingClientRect()
    const seen = row.current?.getBoundingClientRect()
    if (!open || !seen) return
    const over = Math.max(0, open.right + PEEK - seen.right) || Math.min(0, open.left - PEEK - seen.left)
    row.current!.scrollBy({ left: over })
  }, [current, items.length])
  const look = cx('flex gap-5 overflow-x-auto border-b scroll-fade', className)
  if (items.some((item) => item.to))
    return (
      <nav ref={row} aria-label={label} className={look}>
        {items.map((item) => (
          <TabLink key={item.key} to={item.to ?? ''} isCurrent={item.key === current}>
            {inner(item)}
          </TabLink>
        ))}
        {more}
      </nav>
    )
  return (
    <div ref={row} role="tablist" aria-label={label} className={look} onKeyDown={walk}>
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="tab"
          aria-selected={item.key === current}
          tabIndex={item.key === current ? 0 : -1}
          className={TAB}
          onClick={item.onSelect}
        >
          {inner(item)}
        </button>
      ))}
    </div>
  )
}

export interface SegmentProps<T extends string> {
  items: readonly { value: T; label: ReactNode; icon?: IconRef; count?: number }[]
  value: T
  onChange: (value: T) => void
  label: string
  className?: string
}
/** One of a few, all seen at once. */
export const Segment = <T extends string>({ items, value, onChange, label, className }: SegmentProps<T>) => (
  <div
    role="group"
    aria-label={label}
    className={cx('inline-flex max-w-full gap-0.5 overflow-x-auto rounded-lg bg-hover p-0.5 shadow-[inset_0_0_0_1px_var(--border)] scroll-fade', className)}
  >
    {items.map((item) => (
      <button
        key={item.value}
        type="button"
        aria-pressed={item.value === value}
        onClick={() => onChange(item.value)}
        className="inline-flex h-7 shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-control px-2.5 text-13 font-medium leading-none text-text-2 transition-colors hover:text-text focus-visible:-outline-offset-2 current:bg-surface current:text-text current:shadow-[0_0_0_1px_var(--border),var(--shadow-1)] max-desk:h-10"
      >
        {item.icon && <Icon name={item.icon} className="size-4" />}
        {item.label}
        {item.count !== undefined && <span className="font-normal tabular-nums text-text-3">{item.count}</span>}
      </button>
    ))}
  </div>
)
