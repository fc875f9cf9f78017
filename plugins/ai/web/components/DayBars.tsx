/** Something by day as stacked bars, with their table for those who hear it. */
import { cx, useLocale, useT } from '@atrium/sdk/web'
import { useState } from 'react'

const HEIGHT = 150
export interface DayBarsProps {
  days: readonly { day: string; values: readonly number[] }[]
  /** Names and colours, the lowest of the stack first. */
  series: readonly { name: string; colour: string }[]
  /** Says what the plot shows. */
  label: string
}
export function DayBars({ days, series, label }: DayBarsProps) {
  const t = useT()
  const locale = useLocale()
  const [at, setAt] = useState<number | null>(null)
  const top = Math.max(4, ...days.map(({ values }) => values.reduce((sum, one) => sum + one, 0)))
  const name = (day: string) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))
  const pointed = at === null ? undefined : days[at]
  return (
    <figure className="m-0">
      {series.length > 1 && (
        <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-13 text-text-2">
          {series.map((one) => (
            <span key={one.name} className="flex items-center gap-1.5">
              <i className="size-2.5 rounded-[3px]" style={{ background: one.colour }} />
              {one.name}
            </span>
          ))}
        </figcaption>
      )}
      <div className="relative" aria-hidden="true" onPointerLeave={() => setAt(null)}>
        <div className="flex items-end gap-[3px] border-b" style={{ height: HEIGHT }}>
          {days.map(({ day, values }, i) => (
            <div key={day} className={cx('flex h-full min-w-0 flex-1 flex-col-reverse gap-px', at === i && 'bg-hover')} onPointerEnter={() => setAt(i)}>
              {series.map((one, n) =>
                values[n] ? (
                  <i
                    key={one.name}
                    className="block shrink-0 rounded-[2px]"
                    style={{ height: Math.max(2, (values[n] / top) * (HEIGHT - 12)), background: one.colour }}
                  />
                ) : null,
              )}
            </div>
          ))}
        </div>
        <div className="mt-1 flex gap-[3px] text-11 text-text-3">
          {days.map(({ day }, i) => (
            <span key={day} className="relative h-4 min-w-0 flex-1">
              {i % Math.ceil(days.length / 4) === 0 && <span className="absolute start-0 whitespace-nowrap">{name(day)}</span>}
            </span>
          ))}
        </div>
        {pointed && at !== null && (
          <div
            className="pointer-events-none absolute top-0 z-10 min-w-32 rounded-card bg-text p-2.5 text-12 text-surface shadow-float"
            style={at > days.length / 2 ? { insetInlineEnd: `${(1 - at / days.length) * 100}%` } : { insetInlineStart: `${((at + 1) / days.length) * 100}%` }}
          >
            <p className="mb-1 font-medium">{name(pointed.day)}</p>
            {series.map((one, n) => (
              <p key={one.name} className="flex justify-between gap-4 tabular-nums">
                <span>{one.name}</span> <span>{(pointed.values[n] ?? 0).toLocaleString(locale)}</span>
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
              <th>{t('plot.day')}</th>
              {series.map((one) => (
                <th key={one.name}>{one.name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, values }) => (
              <tr key={day}>
                <th>{name(day)}</th>
                {series.map((one, n) => (
                  <td key={one.name}>{values[n]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
