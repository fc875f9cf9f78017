/** The hours of peace as a bar from noon to noon, with a handle at each end: two sliders of the browser's own, so that finger, mouse and keys move them. */
import { cx, Icon, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { Preferences } from '../../contract.ts'

type Hours = Pick<Preferences['quiet_hours'], 'from' | 'to'>
const DAY = 24 * 60
/** Minutes. */
const STEP = 15

/** Minutes after noon, which no night crosses. */
function minutesOf(clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number) as [number, number]
  return (hours * 60 + minutes + DAY / 2) % DAY
}
function clockOf(minutes: number): string {
  const time = (minutes + DAY / 2) % DAY
  return [Math.floor(time / 60), time % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
const share = (minutes: number) => `${(minutes / DAY) * 100}%`

const THUMB =
  '[&::-webkit-slider-thumb]:pointer-events-auto [&::-webkit-slider-thumb]:h-11 [&::-webkit-slider-thumb]:w-6 [&::-webkit-slider-thumb]:cursor-ew-resize [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-control [&::-webkit-slider-thumb]:border [&::-webkit-slider-thumb]:border-field [&::-webkit-slider-thumb]:bg-surface [&::-webkit-slider-thumb]:shadow-float ' +
  '[&::-moz-range-thumb]:pointer-events-auto [&::-moz-range-thumb]:h-11 [&::-moz-range-thumb]:w-6 [&::-moz-range-thumb]:cursor-ew-resize [&::-moz-range-thumb]:rounded-control [&::-moz-range-thumb]:border [&::-moz-range-thumb]:border-field [&::-moz-range-thumb]:bg-surface'

interface QuietBarProps {
  hours: Hours
  /** Once a handle is let go. */
  onChange: (change: Partial<Hours>) => void
}
export function QuietBar({ hours, onChange }: QuietBarProps) {
  const t = useT()
  const [moved, setMoved] = useState<Partial<Hours>>({})
  const shown = { ...hours, ...moved }
  const [from, to] = [minutesOf(shown.from), minutesOf(shown.to)]
  const length = (to - from + DAY) % DAY
  const end = () => {
    if (Object.keys(moved).length) onChange(moved)
    setMoved({})
  }
  return (
    <div className="grid gap-2">
      <div className="relative mx-3 h-6 text-13 font-medium tabular-nums" aria-hidden="true">
        {(['from', 'to'] as const).map((side) => (
          <span key={side} className="absolute -translate-x-1/2" style={{ left: share(minutesOf(shown[side])) }}>
            {shown[side]}
          </span>
        ))}
      </div>
      <div className="relative h-11">
        <div className="absolute inset-x-3 top-1.5 h-8 overflow-hidden rounded-control border bg-hover" aria-hidden="true">
          {(from <= to
            ? [[from, to]]
            : [
                [from, DAY],
                [0, to],
              ]
          ).map(([left, right]) => (
            <span key={left} className="absolute inset-y-0 bg-brand" style={{ left: share(left!), right: share(DAY - right!) }} />
          ))}
        </div>
        {(['from', 'to'] as const).map((side) => (
          <input
            key={side}
            type="range"
            min={0}
            max={DAY - STEP}
            step={STEP}
            value={minutesOf(shown[side])}
            aria-label={t(`quiet.${side}`)}
            aria-valuetext={shown[side]}
            onChange={(event) => setMoved({ ...moved, [side]: clockOf(Number(event.target.value)) })}
            onPointerUp={end}
            onKeyUp={end}
            onBlur={end}
            className={cx(
              'pointer-events-none absolute inset-0 h-11 w-full touch-none appearance-none rounded-control bg-transparent focus-visible:outline-2 focus-visible:outline-focus',
              THUMB,
            )}
          />
        ))}
      </div>
      <div className="flex justify-between text-12 text-text-3 tabular-nums" aria-hidden="true">
        {['12:00', '18:00', '00:00', '06:00', '12:00'].map((clock, i) => (
          <span key={i}>{clock}</span>
        ))}
      </div>
      <p className="flex items-center gap-2 text-13 text-text-2">
        <Icon name="moon" size="sm" />
        {t('quiet.length', { from: shown.from, to: shown.to, hours: Math.floor(length / 60), minutes: String(length % 60).padStart(2, '0') })}
      </p>
    </div>
  )
}
