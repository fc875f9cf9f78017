/** How loud somebody is, as bars: green as it should be, then too loud. */
import { cx } from '@atrium/sdk/web'

const GOOD = 0.7
const HIGH = 0.9

interface BarsProps {
  /** 0 to 1. */
  level: number
  count?: number
  label: string
  /** Over a picture. */
  small?: boolean
  className?: string
}
export function Bars({ level, count = 28, label, small, className }: BarsProps) {
  const lit = Math.round(level * count)
  const toneOf = (place: number) => {
    const at = place / count
    if (place >= lit) return small ? 'bg-white/25' : 'bg-press'
    if (small) return at < GOOD ? 'bg-[oklch(0.78_0.17_150)]' : at < HIGH ? 'bg-[oklch(0.82_0.15_80)]' : 'bg-[oklch(0.7_0.19_22)]'
    return at < GOOD ? 'bg-success-solid' : at < HIGH ? 'bg-warning-solid' : 'bg-danger-solid'
  }
  return (
    <div role="meter" aria-label={label} aria-valuemin={0} aria-valuemax={count} aria-valuenow={lit} className={cx('flex gap-[3px]', className)}>
      {Array.from({ length: count }, (_, place) => (
        <i key={place} className={cx('flex-1 rounded-[2.5px]', small ? 'h-1.5' : 'h-3', toneOf(place))} />
      ))}
    </div>
  )
}
