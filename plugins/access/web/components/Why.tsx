/** A reason as a chip: what it is called, until when it holds, and the way to take it. */
import { cx, Icon, Link, Time, useT } from '@atrium/sdk/web'
import type { ReasonChip } from '../../contract.ts'

const ICONS: Record<string, string> = { own: 'user-check', manual: 'hand', access_group: 'key-round', paywall: 'credit-card', invitation_link: 'link' }

interface WhyProps {
  reason: ReasonChip
  /** Chosen to go. */
  goes?: boolean
  onRemove?: () => void
}
export function Why({ reason, goes, onRemove }: WhyProps) {
  const t = useT()
  return (
    <span
      className={cx(
        'inline-flex h-7 max-w-full items-center gap-1.5 rounded-full border px-2.5 text-12 font-medium max-desk:h-8',
        goes ? 'border-dashed border-danger text-danger' : 'bg-surface-2 text-text-2',
      )}
    >
      <Icon name={ICONS[reason.source] ?? 'sparkles'} size="sm" />
      {reason.to ? (
        <Link to={reason.to} className="truncate hover:underline">
          {reason.label}
        </Link>
      ) : (
        <span className="truncate">{reason.label}</span>
      )}
      {reason.expires_at && (
        <span className="whitespace-nowrap font-normal text-text-3">
          {t('why.until')} <Time within value={reason.expires_at} kind="day" />
        </span>
      )}
      {onRemove && (
        <button
          type="button"
          onClick={onRemove}
          aria-label={t('why.remove', { reason: reason.label })}
          className="-me-1.5 grid size-5 place-items-center rounded-full text-text-3 hover:bg-press hover:text-text max-desk:size-7"
        >
          <Icon name="x" size="sm" />
        </button>
      )}
    </span>
  )
}
