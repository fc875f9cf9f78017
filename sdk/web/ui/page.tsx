/** Parts of a page: the screen's root, its head, rows of settings, the bar that saves, the end of a list. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useWords } from '../core/i18n.tsx'
import { Link } from '../core/router.tsx'
import { useSession } from '../core/session.ts'
import { Button, IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { Icon, type IconRef } from './Icon.tsx'

export interface ScreenProps {
  /** `<plugin>/<Screen>`, as tests and styles find it. */
  name: string
  /** Of the browser's tab. */
  title: string
  /** `column` is 720 px for reading, with room for `aside`; `wide` 1240 px; `focus` the whole main area. */
  layout?: 'column' | 'wide' | 'focus'
  aside?: ReactNode
  /** As high as the window, in a column: what takes the room that is left scrolls in itself, as a conversation. */
  fill?: boolean
  children: ReactNode
}
const PAGE = 'mx-auto px-3 pt-4 desk:px-6 desk:pt-6'
// on phones nothing ends below a button that floats there
const FOOT = 'pb-10 desk:pb-16 max-desk:[html:has([data-launcher])_&]:pb-24'
const FILLED = 'h-[calc(var(--window-h,100dvh)-var(--banners-h,0px)-var(--header-h)-var(--bottom-h))] grid-rows-[minmax(0,1fr)] max-desk:pt-2 desk:pb-6'

export function Screen({ name, title, layout = 'column', aside, fill = false, children }: ScreenProps) {
  const t = useWords()
  const { community } = useSession()
  useEffect(() => {
    document.title = title && title !== community.name ? `${title} · ${community.name}` : community.name
  }, [title, community.name])
  if (layout === 'focus')
    return (
      <div data-screen={name} className="h-full min-w-0">
        {children}
      </div>
    )
  if (layout === 'wide')
    return (
      <div data-screen={name} className={cx(PAGE, FOOT, 'max-w-[1240px]')}>
        {children}
      </div>
    )
  return (
    <div
      data-screen={name}
      className={cx(
        PAGE,
        fill ? FILLED : FOOT,
        aside ? 'grid max-w-[1096px] grid-cols-[minmax(0,720px)] items-start justify-center gap-8 wide:grid-cols-[minmax(0,720px)_296px]' : 'max-w-[768px]',
      )}
    >
      <div className={cx('min-w-0', fill && 'flex h-full flex-col')}>{children}</div>
      {aside && (
        <aside aria-label={t('page.aside')} className="sticky top-[calc(var(--header-h)+24px)] hidden content-start gap-6 text-13 wide:grid">
          {aside}
        </aside>
      )}
    </div>
  )
}

export interface PageHeaderProps {
  title: ReactNode
  text?: ReactNode
  actions?: ReactNode
  /** Where it came from. */
  back?: { to: string; label: ReactNode }
  className?: string
}
export const PageHeader = ({ title, text, actions, back, className }: PageHeaderProps) => (
  <header className={cx('mb-5', className)}>
    {back && (
      <Link to={back.to} className="mb-3 inline-flex items-center gap-1.5 rounded-control text-13 font-medium text-text-2 hover:text-text">
        <Icon name="arrow-left" className="size-4" />
        {back.label}
      </Link>
    )}
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <h1 className="text-24">{title}</h1>
        {text && <p className="mt-1 max-w-[64ch] text-text-2">{text}</p>}
      </div>
      {/* on a phone a choice has the whole width */}
      {actions && <div className="flex flex-wrap items-center gap-2 max-sm:has-[>[role=group]]:w-full">{actions}</div>}
    </div>
  </header>
)

export interface SettingRowProps {
  title: ReactNode
  text?: ReactNode
  /** One control; a function gets the ids that name and describe it: `(aria) => <Switch {...aria} … />`. */
  control: ReactNode | ((aria: { id: string; 'aria-labelledby': string; 'aria-describedby'?: string }) => ReactNode)
  icon?: IconRef
  className?: string
}
export function SettingRow({ title, text, control, icon, className }: SettingRowProps) {
  const id = useId()
  return (
    <div data-setting="" className={cx('flex items-center gap-4 px-4 py-3.5 not-first:border-t desk:px-5', className)}>
      {icon && (
        <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-surface-2 text-text-2 shadow-[inset_0_0_0_1px_var(--border)]">
          <Icon name={icon} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p id={`${id}t`} className="font-semibold tracking-tight">
          {typeof control === 'function' ? (
            <label htmlFor={id} className="cursor-pointer">
              {title}
            </label>
          ) : (
            title
          )}
        </p>
        {text && (
          <p id={`${id}d`} className="max-w-[62ch] text-13 text-text-2">
            {text}
          </p>
        )}
      </div>
      {typeof control === 'function' ? control({ id, 'aria-labelledby': `${id}t`, 'aria-describedby': text ? `${id}d` : undefined }) : control}
    </div>
  )
}

export interface SaveBarProps {
  dirty: boolean
  saving?: boolean
  onSave: () => unknown
  onReset?: () => void
  /** What changes, in words. */
  text?: ReactNode
  /** Names the result: "Switch off". */
  action?: ReactNode
}
/** A bar at the foot, with room of its own: what stands there ends above it. On phones it is as wide as the screen. */
const FootBar = ({ shown, room, children }: { shown: boolean; room: string; children: ReactNode }) => (
  <div role="status" data-foot={shown || undefined} className={shown ? cx('z-10 desk:sticky desk:bottom-0 desk:bg-bg desk:pb-4 desk:pt-3', room) : undefined}>
    {shown && (
      <div className="flex items-center gap-2 bg-surface text-13 max-desk:fixed max-desk:flex-wrap max-desk:inset-x-0 max-desk:bottom-(--bottom-h) max-desk:z-30 max-desk:border-t max-desk:px-4 max-desk:pt-2.5 max-desk:pb-[max(10px,env(safe-area-inset-bottom))] desk:animate-pop desk:rounded-xl desk:py-2.5 desk:ps-[18px] desk:pe-3 desk:shadow-float">
        {children}
      </div>
    )}
  </div>
)

/** Comes up once something differs from what is saved. */
export function SaveBar({ dirty, saving, onSave, onReset, text, action }: SaveBarProps) {
  const t = useWords()
  return (
    <FootBar shown={dirty || Boolean(saving)} room="max-desk:h-20">
      <span aria-hidden="true" className="size-1.5 flex-none rounded-full bg-brand" />
      <span className="min-w-0 flex-1">{text ?? t('unsaved')}</span>
      {onReset && (
        <Button variant="ghost" onClick={onReset} disabled={saving}>
          {t('discard')}
        </Button>
      )}
      <Button variant="primary" loading={saving} onClick={() => void Promise.resolve(onSave()).catch(() => {})}>
        {action ?? t('save')}
      </Button>
    </FootBar>
  )
}

export interface SelectionBarProps {
  /** How many are chosen; none, and there is no bar. */
  count: number
  onClear: () => void
  /** What is done with them. */
  children: ReactNode
}
/** What is done with the chosen rows of a table. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  const t = useWords()
  return (
    <FootBar shown={count > 0} room="max-desk:h-40">
      <span className="flex-1 font-medium tabular-nums desk:flex-none">{t('chosen', { count })}</span>
      <span className="flex min-w-0 flex-wrap items-center gap-2 max-desk:order-last max-desk:w-full desk:flex-1 desk:justify-end">{children}</span>
      <IconButton icon="x" label={t('chosen.none')} onClick={onClear} />
    </FootBar>
  )
}

export interface LoadMoreProps {
  query: Pick<UseInfiniteQueryResult<unknown, unknown>, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'>
  className?: string
}
/** Fetches the next page when the end of the list comes near; the button is there for those who do not scroll. */
export function LoadMore({ query, className }: LoadMoreProps) {
  const t = useWords()
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const waiting = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (!waiting || !end.current) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), { rootMargin: '600px' })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [waiting, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div ref={end} className={cx('grid justify-items-center gap-2 py-6', className)}>
      {isFetchNextPageError && <p className="text-13 text-danger">{t('more.failed')}</p>}
      <Button variant="ghost" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t(isFetchNextPageError ? 'retry' : 'more')}
      </Button>
    </div>
  )
}
