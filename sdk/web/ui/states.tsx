/** The faces of a screen other than its happy one: each says what happened and offers one way on. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AtriumError } from '../../core/errors.ts'
import { useBoot } from '../core/boot.ts'
import { useWords } from '../core/i18n.tsx'
import { useSession } from '../core/session.ts'
import { Button, LinkButton } from './Button.tsx'
import { cx } from './cx.ts'
import { messageOf } from './Form.tsx'
import type { IconRef } from './Icon.tsx'

/** A skeleton of the true size; unseen for 150 ms, so that quick answers do not flicker. */
export const Loading = ({ children, className }: { children: ReactNode; className?: string }) => {
  const t = useWords()
  return (
    <div role="status" className={cx('animate-late', className)}>
      <span className="sr-only">{t('loading')}</span>
      {children}
    </div>
  )
}

const RAYS = 'M66 4v8M51 7l3 6M81 7l-3 6'
const Art = ({ icon, accent }: { icon: IconRef; accent: string }) => (
  <svg viewBox="0 0 132 88" aria-hidden="true" className="mb-2 w-[132px] fill-none stroke-strong stroke-[1.5] [stroke-linecap:round] [stroke-linejoin:round]">
    <path d="M14 78h104" />
    <rect x="38" y="22" width="56" height="56" rx="14" className="fill-surface-2" />
    <path d={RAYS} className={accent} />
    <use href={`${__ICON_SPRITE__}#${icon}`} x="52" y="36" width="28" height="28" />
  </svg>
)

interface PanelProps {
  icon: IconRef
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  accent?: string
  alert?: boolean
  className?: string
}
const Panel = ({ icon, title, text, action, accent = 'stroke-brand', alert, className }: PanelProps) => (
  <div role={alert ? 'alert' : undefined} className={cx('grid content-center justify-items-center gap-1.5 px-6 py-12 text-center', className)}>
    <Art icon={icon} accent={accent} />
    <h2 className="text-17">{title}</h2>
    {text && <p className="max-w-[44ch] text-text-2">{text}</p>}
    {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
  </div>
)

export interface EmptyStateProps {
  icon?: IconRef
  title: ReactNode
  /** What this is. */
  text?: ReactNode
  /** The one button that fills it. */
  action?: ReactNode
  className?: string
}
export const EmptyState = ({ icon = 'inbox', ...rest }: EmptyStateProps) => <Panel icon={icon} {...rest} />

export interface ErrorStateProps {
  error?: unknown
  onRetry?: () => void
  title?: ReactNode
  className?: string
}
export function ErrorState({ error, onRetry, title, className }: ErrorStateProps) {
  const t = useWords()
  return (
    <Panel
      alert
      icon="circle-alert"
      accent="stroke-danger"
      title={title ?? t('error.title')}
      text={messageOf(error, t('error.generic'))}
      action={
        onRetry && (
          <Button icon="rotate-cw" onClick={onRetry}>
            {t('retry')}
          </Button>
        )
      }
      className={className}
    />
  )
}

export function NotAllowed({ title, text, action, className }: Partial<EmptyStateProps>) {
  const t = useWords()
  return (
    <Panel
      icon="lock"
      title={title ?? t('forbidden.title')}
      text={text ?? t('forbidden.text')}
      action={action ?? <LinkButton to="/">{t('home')}</LinkButton>}
      className={className}
    />
  )
}

export interface PlanTooLowProps {
  /** Title of the plugin. */
  plugin: string
  /** The lowest tier that has it. */
  tier: string
  /** What the next plan gives. */
  text?: ReactNode
  className?: string
}
export function PlanTooLow({ plugin, tier, text, className }: PlanTooLowProps) {
  const t = useWords()
  const { isAdmin } = useSession()
  const plan = t(`tier.${tier}`)
  return (
    <Panel
      icon="sparkles"
      title={t('plan.title', { plugin, plan })}
      text={text ?? t(isAdmin ? 'plan.admin' : 'plan.member', { plan })}
      action={
        isAdmin ? (
          <LinkButton variant="primary" to="/settings/plans">
            {t('plan.action', { plan })}
          </LinkButton>
        ) : (
          <LinkButton to="/">{t('home')}</LinkButton>
        )
      }
      className={className}
    />
  )
}

export function Offline({ onRetry, className }: { onRetry?: () => void; className?: string }) {
  const t = useWords()
  return (
    <Panel
      icon="wifi-off"
      accent="stroke-warning-solid"
      title={t('offline.title')}
      text={t('offline.text')}
      action={
        onRetry && (
          <Button icon="rotate-cw" onClick={onRetry}>
            {t('retry')}
          </Button>
        )
      }
      className={className}
    />
  )
}

/** The state that fits a failure. */
export function Failure({ error, onRetry, className }: ErrorStateProps) {
  const { plugins } = useBoot()
  if (error instanceof AtriumError) {
    if (error.code === 'network') return <Offline onRetry={onRetry} className={className} />
    if (error.code === 'plan_required') {
      const { plugin = '', tier = 'business' } = (error.details ?? {}) as { plugin?: string; tier?: string }
      return <PlanTooLow plugin={plugins.find(({ id }) => id === plugin)?.title ?? plugin} tier={tier} className={className} />
    }
    if (error.status === 403) return <NotAllowed text={error.message} className={className} />
  }
  return <ErrorState error={error} onRetry={onRetry} className={className} />
}

export interface QueryProps<T> {
  query: Pick<UseQueryResult<T, unknown>, 'data' | 'error' | 'isPending' | 'fetchStatus' | 'refetch'>
  skeleton: ReactNode
  empty?: ReactNode
  isEmpty?: (data: T) => boolean
  children: (data: T) => ReactNode
}
/** Renders a read: skeleton, empty, failed, or the data. Data once shown stay while they are fetched anew. */
export function Query<T>({ query, skeleton, empty, isEmpty, children }: QueryProps<T>) {
  const { data } = query
  if (data !== undefined) return empty && isEmpty?.(data) ? empty : children(data)
  const retry = () => void query.refetch()
  if (query.error) return <Failure error={query.error} onRetry={retry} />
  if (query.fetchStatus === 'paused') return <Offline onRetry={retry} />
  return <Loading>{skeleton}</Loading>
}
