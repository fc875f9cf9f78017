/** Runs by day as stacked bars, with their table for those who hear it. */
import { cx, useLocale, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { Day } from '../../contract.ts'

const HEIGHT = 150
const SERIES = ['done', 'open', 'failed'] as const
const COLOURS = { done: 'var(--chart-1)', open: 'var(--chart-3)', failed: 'var(--danger-solid)' }
const partsOf = ({ runs, done, failed }: Day) => ({ done, failed, open: Math.max(0, runs - done - failed) })

export function DaysPlot({ days, label }: { days: readonly Day[]; label: string }) {
  const t = useT()
  const locale = useLocale()
  const [at, setAt] = useState<number | null>(null)
  const top = Math.max(4, ...days.map(({ runs }) => runs))
  const name = (day: string) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))
  return (
    <figure className="m-0">
      <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-13 text-text-2">
        {SERIES.map((key) => (
          <span key={key} className="flex items-center gap-1.5">
            <i className="size-2.5 rounded-[3px]" style={{ background: COLOURS[key] }} />
            {t(`plot.${key}`)}
          </span>
        ))}
      </figcaption>
      <div className="relative" aria-hidden="true" onPointerLeave={() => setAt(null)}>
        <div className="flex items-end gap-[3px] border-b" style={{ height: HEIGHT }}>
          {days.map((day, i) => (
            <div key={day.day} className={cx('flex h-full min-w-0 flex-1 flex-col justify-end gap-px', at === i && 'bg-hover')} onPointerEnter={() => setAt(i)}>
              {SERIES.toReversed().map((key) => {
                const count = partsOf(day)[key]
                return count ? (
                  <i key={key} className="block rounded-[2px]" style={{ height: Math.max(2, (count / top) * (HEIGHT - 12)), background: COLOURS[key] }} />
                ) : null
              })}
            </div>
          ))}
        </div>
        <div className="mt-1 flex gap-[3px] text-11 text-text-3">
          {days.map((day, i) => (
            <span key={day.day} className="relative h-4 min-w-0 flex-1">
              {i % Math.ceil(days.length / 4) === 0 && <span className="absolute start-0 whitespace-nowrap">{name(day.day)}</span>}
            </span>
          ))}
        </div>
        {at !== null && days[at] && (
          <div
            className="pointer-events-none absolute top-0 z-10 min-w-32 rounded-card bg-text p-2.5 text-12 text-surface shadow-float"
            style={at > days.length / 2 ? { insetInlineEnd: `${(1 - at / days.length) * 100}%` } : { insetInlineStart: `${((at + 1) / days.length) * 100}%` }}
          >
            <p className="mb-1 font-medium">{name(days[at].day)}</p>
            {SERIES.map((key) => (
              <p key={key} className="flex justify-between gap-4 tabular-nums">
                <span>{t(`plot.${key}`)}</span> <span>{partsOf(days[at]!)[key].toLocaleString(locale)}</span>
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
              {SERIES.map((key) => (
                <th key={key}>{t(`plot.${key}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th>{name(day.day)}</th>
                {SERIES.map((key) => (
                  <td key={key}>{partsOf(day)[key]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
