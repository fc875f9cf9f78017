/** What came of a step, as a mark at the end of its card. */
import { cx, Icon, useT } from '@atrium/sdk/web'
import type { Outcome } from '../../../contract.ts'

const LOOK = {
  done: ['check', 'bg-success-solid text-on-solid'],
  failed: ['x', 'bg-danger-solid text-on-solid'],
  waiting: ['hourglass', 'bg-info-soft text-info'],
  skipped: ['corner-down-right', 'bg-press text-text-2'],
  cancelled: ['ban', 'bg-press text-text-2'],
} as const
export function OutcomeMark({ outcome }: { outcome: Outcome }) {
  const t = useT()
  const [icon, look] = LOOK[outcome]
  return (
    <span className={cx('grid size-[22px] flex-none place-items-center rounded-full', look)}>
      <Icon name={icon} label={t(`outcome.${outcome}`)} className="size-3.5 stroke-[2.5]" />
    </span>
  )
}
