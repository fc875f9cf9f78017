/** A day as a leaf of a calendar: month above, day below. */
import { cx, useLocale } from '@atrium/sdk/web'
import { dayNumber, shortMonth } from './time.ts'

interface DateTileProps {
  moment: string | Date
  zone?: string
  /** Crossed out: it does not take place. */
  off?: boolean
  big?: boolean
}
export function DateTile({ moment, zone, off, big }: DateTileProps) {
  const locale = useLocale()
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-grid shrink-0 self-start overflow-hidden rounded-control border border-border bg-surface text-center',
        big ? 'w-14' : 'w-11',
        off && 'text-text-3',
      )}
    >
      <span className={cx('text-12 leading-5 font-semibold', off ? 'bg-surface-2' : 'bg-brand-soft text-on-brand-soft')}>
        {shortMonth(moment, locale, zone)}
      </span>
      <span className={cx('leading-7 font-semibold tabular-nums', big ? 'text-24 leading-9' : 'text-17', off && 'line-through')}>
        {dayNumber(moment, zone)}
      </span>
    </span>
  )
}
