/** A card of a workflow as it is drawn everywhere: icon, what kind of step it is, what it does. */
import { cx, Icon, type IconRef } from '@atrium/sdk/web'
import type { ReactNode } from 'react'

const TONE = {
  trigger: 'bg-warning-soft text-warning',
  logic: 'bg-info-soft text-info',
  act: 'bg-brand-soft text-on-brand-soft',
  plain: 'bg-surface-2 text-text-2 shadow-[inset_0_0_0_1px_var(--border)]',
}
export type NodeTone = keyof typeof TONE
const LOOK = {
  plain: 'border bg-surface',
  selected: 'border border-brand bg-surface shadow-[0_0_0_3px_var(--brand-soft)]',
  failed: 'border border-danger-solid bg-surface shadow-[0_0_0_3px_var(--danger-soft)]',
  open: 'border border-dashed border-field bg-bg text-text-2',
}

export const NodeIcon = ({ icon, tone }: { icon: IconRef; tone: NodeTone }) => (
  <span className={cx('grid size-9 flex-none place-items-center rounded-lg', TONE[tone])}>
    <Icon name={icon} />
  </span>
)

export interface NodeProps {
  icon: IconRef
  tone: NodeTone
  /** "When", "Do", "Wait". */
  kicker: string
  title: ReactNode
  look?: keyof typeof LOOK
  /** At the end of its first line. */
  aside?: ReactNode
  /** Makes the card a button; the key with which arrows find it. */
  onSelect?: () => void
  name?: string
  isSelected?: boolean
  children?: ReactNode
}
export function Node({ icon, tone, kicker, title, look = 'plain', aside, onSelect, name, isSelected, children }: NodeProps) {
  return (
    <section className={cx('relative min-w-0 rounded-card p-3.5 text-start transition-colors desk:p-4', LOOK[look], onSelect && 'hover:border-field')}>
      <div className="flex items-center gap-3">
        <NodeIcon icon={icon} tone={tone} />
        <div className="min-w-0 flex-1">
          <p className="text-12 text-text-3">{kicker}</p>
          {onSelect ? (
            <h3 className="text-15">
              <button
                type="button"
                data-node={name}
                aria-pressed={isSelected}
                onClick={onSelect}
                className="text-start after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
              >
                {title}
              </button>
            </h3>
          ) : (
            <h3 className="text-15">{title}</h3>
          )}
        </div>
        {aside && <div className="relative z-1 flex flex-none items-center gap-1.5">{aside}</div>}
      </div>
      {children && <div className="mt-2.5 grid gap-2 text-13 text-text-2 empty:hidden">{children}</div>}
    </section>
  )
}
