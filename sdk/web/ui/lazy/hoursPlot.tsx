/** What happened by hour, as bars beside each other, with their table for those who hear it. */
import { useState } from 'react'
import { useLocale } from '../../core/i18n.tsx'
import { cx } from '../cx.ts'
import type { HoursPlotProps } from '../lateProps.ts'

const HEIGHT = 160
const HOUR_MS = 3_600_000
/** Hours that are drawn at least, so that the first is no wall, and at most. */
const LEAST = 12
const MOST = 48
const COLOURS = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)'] as const

/** Each hour from the first in which something happened, the quiet ones too. */
function filled(hours: HoursPlotProps['hours'], count: number): { at: Date; values: readonly number[] }[] {
  const [first, last] = [hours[0], hours.at(-1)].map((one) => one && new Date(one.hour).getTime())
  if (first === undefined || last === undefined) return []
  const quiet = Array<number>(count).fill(0)
  const by = new Map(hours.map(({ hour, values }) => [new Date(hour).getTime(), values]))
  return Array.from({ length: Math.min(MOST, Math.max(LEAST, (last - first) / HOUR_MS + 1)) }, (_, i) => {
    const at = first + i * HOUR_MS
    return { at: new Date(at), values: by.get(at) ?? quiet }
  })
}

export default function HoursPlot({ hours: read, series, label, hourLabel, empty }: HoursPlotProps) {
  const locale = useLocale()
  const [at, setAt] = useState<number | null>(null)
  const hours = filled(read, series.length)
  if (hours.length === 0) return <p className="text-13 text-text-2">{empty}</p>
  const top = Math.max(1, ...hours.flatMap(({ values }) => values))
  const clock = (date: Date, long: boolean) =>
    new Intl.DateTimeFormat(locale, long ? { weekday: 'short', hour: 'numeric', minute: '2-digit' } : { hour: 'numeric' }).format(date)
  return (
    <figure className="m-0">
      <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-13 text-text-2">
        {series.map((name, n) => (
          <span key={name} className="flex items-center gap-1.5">
            <i className="size-2.5 rounded-[3px]" style={{ background: COLOURS[n] }} />
            {name}
          </span>
        ))}
      </figcaption>
      <div className="relative" aria-hidden="true" onPointerLeave={() => setAt(null)}>
        <div className="flex items-end gap-[2px] border-b" style={{ height: HEIGHT }}>
          {hours.map((hour, i) => (
            <div
              key={hour.at.getTime()}
              className={cx('flex h-full min-w-0 flex-1 items-end gap-px px-px', at === i && 'bg-hover')}
              onPointerEnter={() => setAt(i)}
            >
              {series.map((name, n) => (
                <i
                  key={name}
                  className="block min-w-0 flex-1 rounded-t-[2px]"
                  style={{ height: hour.values[n] ? Math.max(2, (hour.values[n] / top) * (HEIGHT - 8)) : 0, background: COLOURS[n] }}
                />
              ))}
            </div>
          ))}
        </div>
        <div className="mt-1 flex gap-[2px] text-11 text-text-3">
          {hours.map((hour, i) => (
            <span key={hour.at.getTime()} className="relative h-4 min-w-0 flex-1">
              {i % Math.ceil(hours.length / 6) === 0 && <span className="absolute start-0 whitespace-nowrap">{clock(hour.at, false)}</span>}
            </span>
          ))}
        </div>
        {at !== null && hours[at] && (
          <div
            className="pointer-events-none absolute top-0 z-10 min-w-36 rounded-card bg-text p-2.5 text-12 text-surface shadow-lg"
            style={
              at > hours.length / 2 ? { insetInlineEnd: `${(1 - at / hours.length) * 100}%` } : { insetInlineStart: `${((at + 1) / hours.length) * 100}%` }
            }
          >
            <p className="mb-1 font-medium">{clock(hours[at].at, true)}</p>
            {series.map((name, n) => (
              <p key={name} className="flex justify-between gap-4 tabular-nums">
                <span>{name}</span> <span>{hours[at]!.values[n]!.toLocaleString(locale)}</span>
              </p>
            ))}
          </div>
        )}
      </div>
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th>{hourLabel}</th>
              {series.map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {read.map((hour) => (
              <tr key={hour.hour}>
                <th>{clock(new Date(hour.hour), true)}</th>
                {series.map((name, n) => (
                  <td key={name}>{hour.values[n]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
